//! Arms of calls and assignments with stars: `f(*items, **named)`, `first, *rest = items`.
#![allow(unsafe_code, reason = "registers and containers are read by address")]

use std::ptr;

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Tag, Value};
use crate::cpython::{layout, static_types};
use crate::front::bytecode::operands::{Reg, Rk};
use crate::session::engine_types;
use crate::vm::fast::frame_entry::{on, site};
use crate::vm::fast::gathered_calls::{enter_spread, Spread};
use crate::vm::fast::outlined::{call_other, call_with_keywords};
use crate::vm::machine::register_values::{admitted, put, set, Step};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::ops::sequences::sequence;

/// Merges a dict of keywords into those in `m`, where one of them is empty.
#[inline(never)]
pub(crate) unsafe fn merge_keywords(a: &mut Active, map: Reg, source: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (place, source) = (a.place(map), a.get(source));
        if is_empty_dict(source) {
            return on(a);
        }
        if !is_empty_dict(&*place) || source.type_ptr() != &raw mut ffi::PyDict_Type {
            return Step::Other;
        }
        let copy = ffi::PyDict_Copy(source.ptr());
        if copy.is_null() {
            return Step::Failed;
        }
        set(place, Tag::Object, copy as u64);
        on(a)
    }
}

unsafe fn is_empty_dict(value: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { value.type_ptr() == &raw mut ffi::PyDict_Type && ffi::PyDict_Size(value.ptr()) == 0 }
}

/// `d = f(*items, **named)`: what was gathered of the arguments lies next to the callee in `b`, and after it nothing or a dict.
#[inline(never)]
pub(crate) unsafe fn call_with_items(a: &mut Active, d: Reg, b: Reg) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let place = a.place(b);
        let (gathered, named) = (place.add(1), place.add(2));
        let dict = match (*named).tag {
            Tag::Unset => ptr::null_mut(),
            Tag::Object => (*named).data as *mut PyObject,
            _ => return Step::Other,
        };
        let Some((items, n)) = sequence(&*gathered) else { return Step::Other };
        if !enter_spread(&*a.machine, a, (*place).ptr(), (items, n, dict), site(d)) {
            return call_in_row(a, d, place, (items, n, dict));
        }
        if engine_types::is_function(&*place) {
            // The frame has the register's reference.
            put(place, Tag::Unset, 0);
        }
        set(place, Tag::Unset, 0);
        set(gathered, Tag::Unset, 0);
        set(named, Tag::Unset, 0);
        Step::Done
    }
}

/// Most arguments that are laid in a row.
const ROW: usize = 8;

/// Calls what is no function of the code with its arguments in a row, as they would lie in registers had they been written one
/// by one.
unsafe fn call_in_row(a: &mut Active, d: Reg, place: *mut Value, (items, n, named): Spread) -> Step {
    // SAFETY: ARMS; the containers hold the arguments, and are held here until they are called with.
    unsafe {
        let mut row = [const { Value::UNSET }; ROW + 1];
        let callee = (*place).ptr();
        if callee.is_null() {
            return Step::Other;
        }
        // A method in C is called with its receiver.
        let receiver = usize::from(is_native_method(callee));
        let Some(arguments) = row.get_mut(1 + receiver..) else { return Step::Other };
        let Some(names) = lay(&*a.machine, arguments, (items, n, named)) else { return Step::Other };
        let count = receiver + n + names.as_ref().map_or(0, |names| layout::tuple_items(names.ptr()).1);
        let held = [0, 1, 2].map(|i| std::mem::replace(&mut *place.add(i), Value::UNSET));
        let [first, second, ..] = &mut row;
        if receiver == 1 {
            *first = Value::from_borrowed(static_types::PyMethod_Function(callee));
            *second = Value::from_borrowed(static_types::PyMethod_Self(callee));
        } else {
            *first = held[0].clone();
        }
        let row = row.as_mut_ptr();
        let step = match &names {
            None => call_other(a, count, d, row),
            Some(names) => call_with_keywords(a, count, d, row, names.ptr()),
        };
        if matches!(step, Step::Other | Step::End) {
            for (i, value) in held.into_iter().enumerate() {
                *place.add(i) = value;
            }
        }
        step
    }
}

/// Whether it is a method of a type in C bound to an object, as `bind_loaded` makes it.
unsafe fn is_native_method(callable: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        ffi::Py_TYPE(callable) == static_types::method_type()
            && ffi::Py_TYPE(static_types::PyMethod_Function(callable)) == &raw mut ffi::PyMethodDescr_Type
    }
}

/// Lays the arguments in the row, those with names last; the tuple of the names. `None` where the call takes another way.
unsafe fn lay(m: &Machine, row: &mut [Value], (items, n, named): Spread) -> Option<Option<Value>> {
    // SAFETY: ARMS; an exact dict that the call alone has.
    unsafe {
        if !named.is_null() && ffi::PyDict_CheckExact(named) == 0 {
            return None;
        }
        let count = if named.is_null() { 0 } else { ffi::PyDict_Size(named) as usize };
        let row = row.get_mut(..n + count)?;
        let argument = |object: *mut PyObject| admitted(m, object).map(|(tag, data)| Value { tag, data });
        for (i, place) in row.iter_mut().enumerate().take(n) {
            *place = argument(*items.add(i))?;
        }
        if count == 0 {
            return Some(None);
        }
        let names = ffi::PyTuple_New(count as isize);
        if names.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        let names = Value::from_owned(names);
        let (mut at, mut name, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        for (i, place) in row.iter_mut().skip(n).enumerate() {
            if ffi::PyDict_Next(named, &mut at, &mut name, &mut value) == 0 || ffi::PyUnicode_CheckExact(name) == 0 {
                return None;
            }
            *place = argument(value)?;
            ffi::Py_INCREF(name);
            *layout::tuple_items(names.ptr()).0.add(i) = name;
        }
        Some(Some(names))
    }
}

/// Binds what was loaded to its receiver, where there is one.
#[inline(never)]
pub(crate) unsafe fn bind_loaded(a: &mut Active, b: Reg) -> Step {
    // SAFETY: ARMS; a method holds what the registers held.
    unsafe {
        let (place, receiver) = (a.place(b), a.place(b).add(1));
        match (*receiver).tag {
            Tag::Unset => return on(a),
            Tag::Object => {}
            _ => return Step::Other,
        }
        let method = static_types::PyMethod_New((*place).ptr(), (*receiver).ptr());
        if method.is_null() {
            return Step::Failed;
        }
        set(place, Tag::Object, method as u64);
        set(receiver, Tag::Unset, 0);
        on(a)
    }
}

/// Most targets beside the one with the star.
const SINGLES: usize = 8;

/// Items of a list or tuple into consecutive registers, those in the middle as a list.
#[inline(never)]
pub(crate) unsafe fn unpack(a: &mut Active, before: usize, b: Reg, s: Rk, after: usize) -> Step {
    // SAFETY: ARMS; all references are owned before the first register changes.
    unsafe {
        let m = &*a.machine;
        let source: *const Value = a.get(s);
        let length = || sequence(&*source).map(|(_, n)| n);
        let Some((n, rest)) = length().and_then(|n| Some((n, n.checked_sub(before + after)?))) else { return Step::Other };
        let mut singles = [(Tag::Unset, 0); SINGLES];
        let Some(singles) = singles.get_mut(..before + after) else { return Step::Other };
        let list = ffi::PyList_New(rest as isize);
        if list.is_null() {
            ffi::PyErr_Clear();
            return Step::Other;
        }
        let list = Value::from_owned(list);
        // Making it may have run finalisers.
        let Some((items, _)) = sequence(&*source).filter(|(_, now)| *now == n) else { return Step::Other };
        for (single, i) in singles.iter_mut().zip((0..before).chain(n - after..n)) {
            let Some(words) = admitted(m, *items.add(i)) else {
                *single = (Tag::Unset, 0);
                for (tag, data) in singles.iter() {
                    drop(Value { tag: *tag, data: *data });
                }
                return Step::Other;
            };
            *single = words;
        }
        let own = layout::list_items(list.ptr()).0;
        for i in 0..rest {
            let item = *items.add(before + i);
            ffi::Py_INCREF(item);
            *own.add(i) = item;
        }
        let list = std::mem::ManuallyDrop::new(list);
        let (place, list) = (a.place(b), (list.tag, list.data));
        let (first, last) = singles.split_at(before);
        for (i, (tag, data)) in first.iter().chain([&list]).chain(last).enumerate() {
            set(place.add(i), *tag, *data);
        }
        on(a)
    }
}
