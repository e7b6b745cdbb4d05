//! Exact lists and tuples: their items, and making them of registers.
#![allow(unsafe_code, reason = "objects are read and filled by address")]

use crate::cpython::layout;
use crate::cpython::value::{Tag, Value};
use crate::vm::machine::register_values::{boxed, put, set, take_words};
use pyo3::ffi::{self, PyObject};

/// Items and length of an exact list or tuple.
#[inline(always)]
pub(crate) unsafe fn sequence(v: &Value) -> Option<(*mut *mut PyObject, usize)> {
    // SAFETY: exact lists or tuples, and indices below their lengths, as the caller looked.
    unsafe {
        if v.tag != Tag::Object {
            return None;
        }
        let p = v.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        if type_ == &raw mut ffi::PyList_Type {
            Some(layout::list_items(p))
        } else if type_ == &raw mut ffi::PyTuple_Type {
            Some(layout::tuple_items(p))
        } else {
            None
        }
    }
}

/// A list or tuple of the values in `n` registers, which are taken; false when there is no memory.
#[inline(always)]
pub(crate) unsafe fn build(first: *mut Value, n: usize, d: *mut Value, list: bool) -> bool {
    // SAFETY: exact lists or tuples, and indices below their lengths, as the caller looked.
    unsafe {
        for i in 0..n {
            let place = first.add(i);
            if (*place).tag != Tag::Object {
                let object = boxed(&*place);
                if object.is_null() {
                    return false;
                }
                put(place, Tag::Object, object as u64);
            }
        }
        let made = if list { ffi::PyList_New(n as isize) } else { ffi::PyTuple_New(n as isize) };
        if made.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        let items = if list { layout::list_items(made).0 } else { layout::tuple_items(made).0 };
        for i in 0..n {
            *items.add(i) = take_words(first.add(i)).1 as *mut PyObject;
        }
        set(d, Tag::Object, made as u64);
        true
    }
}
