//! Loops over `zip` and `enumerate` that are under way: their state in registers, and the next pair.
#![allow(unsafe_code, reason = "items are read by address")]

use crate::cpython::value::{Exc, Tag, Value, R};
use crate::vm::ops::sequences::{build, sequence};
use pyo3::ffi::{self, PyObject};

/// Whether three registers hold the state of such a loop.
#[inline(always)]
pub fn is_state(first: &Value, second: &Value, third: &Value) -> bool {
    first.is_object() && second.tag() == Tag::Int && !third.is_none()
}

/// The next pair, its second part borrowed; `None` at the end.
#[inline(always)]
pub(crate) unsafe fn next(state: &mut [Value; 3]) -> Option<(First, *mut PyObject)> {
    // SAFETY: REGISTERS (linking checks `b + 2`); sources are read as what their type says.
    unsafe {
        let [first, second, third] = state;
        let (items, length) = sequence(first)?;
        let index = second.data as usize;
        if index >= length {
            return None;
        }
        let pair = if third.tag() == Tag::Int {
            (First::Count((third.data as i64).wrapping_add(index as i64)), *items.add(index))
        } else {
            let (others, length) = sequence(third)?;
            if index >= length {
                return None;
            }
            (First::Item(*items.add(index)), *others.add(index))
        };
        second.data = index as u64 + 1;
        Some(pair)
    }
}

/// The next pair as a tuple; `None` at the end.
pub fn next_tuple(state: &mut [Value; 3]) -> R<Option<Value>> {
    // SAFETY: what `next` gives is borrowed from the sequences and used at once.
    unsafe {
        let Some((first, second)) = next(state) else { return Ok(None) };
        tuple(first, second).map(Some)
    }
}

pub(crate) unsafe fn tuple(first: First, second: *mut PyObject) -> R<Value> {
    // SAFETY: REGISTERS (linking checks `b + 2`); sources are read as what their type says.
    unsafe {
        let first = match first {
            First::Count(count) => Value::int(count),
            First::Item(item) => Value::same_from_borrowed(item),
        };
        tuple_of([first, Value::same_from_borrowed(second)])
    }
}

pub fn tuple_of(mut items: [Value; 2]) -> R<Value> {
    let mut made = Value::UNSET;
    // SAFETY: ATTACHED; two values, which are taken.
    unsafe {
        if build(items.as_mut_ptr(), 2, &mut made, false) {
            return Ok(made);
        }
        ffi::PyErr_NoMemory();
    }
    Err(Exc)
}

/// What a loop that resumes a generator gets for its item: the pair with its number, where it counts.
pub fn given(state: &mut [Value; 3], item: Value) -> R<Value> {
    let [_, index, _] = &*state;
    match index.tag() {
        Tag::Int => tuple_of([Value::int(count(state)), item]),
        _ => Ok(item),
    }
}

/// The number of the next item.
pub fn count(state: &mut [Value; 3]) -> i64 {
    let [_, index, start] = state;
    let count = start.data.wrapping_add(index.data) as i64;
    index.data = index.data.wrapping_add(1);
    count
}

/// What comes first in a pair; objects are borrowed.
pub(crate) enum First {
    Count(i64),
    Item(*mut PyObject),
}
