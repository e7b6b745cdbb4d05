//! Values of class attributes stay alive until the interpreter's caches know that they were replaced.
//!
//! `type` drops the old value first and tells its caches afterwards: what runs meanwhile (a finaliser, the callback of a
//! weak reference) finds the dead value under its name. The function behind it is wrapped, once per process.
#![allow(unsafe_code, reason = "a slot of `type` is wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{self, table};

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the function.
pub fn install(py: Python<'_>) {
    let class = py.get_type::<PyType>();
    let this = set as ffi::setattrofunc as *mut ();
    let original = hooks::SETATTR.of(&class);
    if original != this {
        ORIGINAL.store(original, Ordering::Release);
        // SAFETY: `set` calls the function that was there before. Nobody compares the slot with `object`'s, which `type`
        // never had.
        unsafe { hooks::exchange(&class, hooks::SETATTR, this, &table::CLASS_VALUES) };
    }
}

unsafe extern "C" fn set(class: *mut PyObject, name: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with a class; the original was stored before.
    unsafe {
        let old = own_value(class.cast(), name);
        let original: ffi::setattrofunc = std::mem::transmute(ORIGINAL.load(Ordering::Acquire));
        let done = original(class, name, value);
        ffi::Py_XDECREF(old);
        done
    }
}

/// What the class itself has under the name: a new reference, or null.
///
/// # Safety
/// Attached; a live class and a live object. Nothing set in the error indicator.
unsafe fn own_value(class: *mut PyTypeObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if ffi::PyUnicode_Check(name) == 0 {
            return ptr::null_mut();
        }
        // The interpreter looks for an exact copy too.
        let name = ffi::PyUnicode_FromObject(name);
        #[cfg(Py_3_12)]
        let dict = ffi::PyType_GetDict(class);
        #[cfg(not(Py_3_12))]
        let dict = ffi::Py_XNewRef((*class).tp_dict);
        let found = if name.is_null() || dict.is_null() { ptr::null_mut() } else { ffi::PyDict_GetItemWithError(dict, name) };
        ffi::Py_XINCREF(found);
        ffi::Py_XDECREF(dict);
        ffi::Py_XDECREF(name);
        if found.is_null() {
            ffi::PyErr_Clear();
        }
        found
    }
}
