//! Arms of calls and assignments with stars: `f(*items, **named)`, `first, *rest = items`.
#![allow(unsafe_code, reason = "registers and containers are read by address")]

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Tag, Value};
use crate::cpython::{layout, static_types};
use crate::front::bytecode::operands::{Reg, Rk};
use crate::session::engine_types;
use crate::vm::fast::frame_entry::{on, site};
use crate::vm::fast::gathered_calls::enter_spread;
use crate::vm::machine::register_values::{admitted, put, set, Step};
use crate::vm::machine::registers::Active;
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
            Tag::Unset => std::ptr::null_mut(),
            Tag::Object => (*named).data as *mut PyObject,
            _ => return Step::Other,
        };
        let Some((items, n)) = sequence(&*gathered) else { return Step::Other };
        if !enter_spread(&*a.machine, a, (*place).ptr(), (items, n, dict), site(d)) {
            return Step::Other;
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
