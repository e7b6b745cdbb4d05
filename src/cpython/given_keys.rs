//! Keys that are known before a sort begins: a callable that gives the next of them, whatever it is called with.
#![allow(unsafe_code, reason = "a C function of our own, told by its definition")]

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A definition that the interpreter reads.
struct Definition(UnsafeCell<ffi::PyMethodDef>);

// SAFETY: nobody writes to it.
unsafe impl Sync for Definition {}

static NEXT_KEY: Definition = Definition(UnsafeCell::new(ffi::PyMethodDef {
    ml_name: c"key".as_ptr(),
    ml_meth: ffi::PyMethodDefPointer { PyCFunction: next_key },
    ml_flags: ffi::METH_O as c_int,
    ml_doc: ptr::null(),
}));

/// A callable that gives the items of the list, the last one first, which nobody else has. (For the sandbox it is a method of a list.)
pub fn of<'py>(keys: Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; the definition lives for ever, and the function holds the list. A new reference, or null with an error.
    unsafe {
        let made = ffi::PyCFunction_NewEx(NEXT_KEY.0.get(), keys.as_ptr(), ptr::null_mut());
        Bound::from_owned_ptr_or_err(keys.py(), made)
    }
}

/// (A sort that asks for more keys than there are gets an error.)
unsafe extern "C" fn next_key(keys: *mut PyObject, _item: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with the list that `of` bound it to: its last item, with the reference that the list had.
    unsafe {
        let list = keys.cast::<ffi::PyListObject>();
        let left = (*list).ob_base.ob_size - 1;
        if left < 0 {
            ffi::PyErr_SetNone(ffi::PyExc_IndexError);
            return ptr::null_mut();
        }
        (*list).ob_base.ob_size = left;
        *(*list).ob_item.add(left as usize)
    }
}
