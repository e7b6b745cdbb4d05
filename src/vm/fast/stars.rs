//! Arms of calls, displays and assignments with stars: `f(*items, **named)`, `[*items]`, `first, *rest = items`.
#![allow(unsafe_code, reason = "registers and containers are read by address")]

use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::Borrowed;

use crate::cpython::value::{Tag, Value};
use crate::cpython::{layout, static_types};
use crate::front::bytecode::operands::{Reg, Rk};
use crate::sandbox::wrappers::str_format;
use crate::session::engine_types;
use crate::vm::fast::frame_entry::{on, site};
use crate::vm::fast::gathered_calls::{enter_spread, Spread};
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
        let Some(arguments) = spread(place) else { return Step::Other };
        if !enter_spread(&*a.machine, a, (*place).ptr(), arguments, site(d)) {
            return Step::Other;
        }
        if engine_types::is_function(&*place) {
            // The frame has the register's reference.
            put(place, Tag::Unset, 0);
        }
        for i in 0..3 {
            set(place.add(i), Tag::Unset, 0);
        }
        Step::Done
    }
}

/// What was gathered of the arguments of a call.
pub(crate) unsafe fn spread(place: *mut Value) -> Option<Spread> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let named = &*place.add(2);
        let dict = match named.tag {
            Tag::Unset => ptr::null_mut(),
            Tag::Object => named.data as *mut PyObject,
            _ => return None,
        };
        let (items, n) = sequence(&*place.add(1))?;
        Some((items, n, dict))
    }
}

/// Most arguments that are laid in a row.
pub(crate) const ROW: usize = 8;

/// What is called, and its receiver: of a method of a type in C bound to an object, as `bind_loaded` makes it, or of a guarded
/// `text.format` that needs no guard (`'{} {}'.format(*a)`: 7,200 instructions with one, 3,500 without).
pub(crate) unsafe fn native_method(m: &Machine, callable: *mut PyObject) -> Option<[Value; 2]> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if ffi::Py_TYPE(callable) != static_types::method_type() {
            return str_format::plain_parts(m, &Borrowed::from_ptr(m.py(), callable));
        }
        let function = static_types::PyMethod_Function(callable);
        let native = ffi::Py_TYPE(function) == &raw mut ffi::PyMethodDescr_Type;
        native.then(|| [function, static_types::PyMethod_Self(callable)].map(|part| Value::from_borrowed(part)))
    }
}

/// Lays the arguments in the row, those with names last; the tuple of the names. `None` where the call takes another way.
pub(crate) unsafe fn lay(m: &Machine, row: &mut [Value], (items, n, named): Spread) -> Option<Option<Value>> {
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

/// Most items of a sequence that are gathered without a look at the memory they take.
const GATHERED: ffi::Py_ssize_t = 1 << 10;

/// Gathers the items of an exact list or tuple behind those in the list `l`.
#[inline(never)]
pub(crate) unsafe fn gather(a: &mut Active, l: Reg, source: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (list, source) = ((*a.place(l)).ptr(), a.get(source));
        let type_ = source.type_ptr();
        let sequence = type_ == &raw mut ffi::PyTuple_Type || type_ == &raw mut ffi::PyList_Type;
        if list.is_null() || !sequence || ffi::Py_SIZE(source.ptr()) > GATHERED {
            return Step::Other;
        }
        let end = ffi::Py_SIZE(list);
        match ffi::PyList_SetSlice(list, end, end, source.ptr()) {
            0 => on(a),
            _ => Step::Failed,
        }
    }
}

/// Gathers the items of an exact list or tuple that are all the arguments of a call: a tuple of them stands for the list `l`.
#[inline(never)]
pub(crate) unsafe fn gather_alone(a: &mut Active, l: Reg, source: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let source = a.get(source);
        let tuple = match source.type_ptr() {
            type_ if type_ == &raw mut ffi::PyTuple_Type => ffi::Py_NewRef(source.ptr()),
            type_ if type_ == &raw mut ffi::PyList_Type && ffi::Py_SIZE(source.ptr()) <= GATHERED => ffi::PyList_AsTuple(source.ptr()),
            _ => return Step::Other,
        };
        if tuple.is_null() {
            return Step::Failed;
        }
        set(a.place(l), Tag::Object, tuple as u64);
        on(a)
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
