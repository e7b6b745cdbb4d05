//! Objects that C code uses although nothing filled them in: static methods of nothing, and numpy's functions without any.
#![allow(unsafe_code, reason = "slots of the interpreter's and numpy's types are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::api;
use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::layout::instance;
use crate::session::scope::sandboxed;

static CALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the call of static methods, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = api::module(py, "builtins")?.getattr("staticmethod")?.cast_into::<PyType>()?;
    let original = hooks::CALL.of(&class);
    if !original.is_null() {
        CALL.store(original, Ordering::Release);
        // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
        unsafe { hooks::exchange(&class, hooks::CALL, call as ffi::ternaryfunc as *mut (), &table::UNFILLED) };
    }
    Ok(())
}

/// Wraps the constructor of numpy's functions, when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    for (module, done) in ["numpy._core._multiarray_umath", "numpy.core._multiarray_umath"].into_iter().zip(&DONE) {
        let Some(module) = newly_loaded(py, done, module, "_ArrayFunctionDispatcher")? else { continue };
        let class = module.getattr("_ArrayFunctionDispatcher")?.cast_into::<PyType>()?;
        NEW.store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: as above.
        unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::UNFILLED) };
    }
    Ok(())
}

unsafe extern "C" fn call(method: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with an object of this type or one below it; the original was stored before.
    unsafe {
        if instance::is_unfilled(method) {
            PyRuntimeError::new_err("uninitialized staticmethod object").restore(Python::assume_attached());
            return ptr::null_mut();
        }
        let original: ffi::ternaryfunc = std::mem::transmute(CALL.load(Ordering::Acquire));
        original(method, args, kwargs)
    }
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `call`.
    unsafe {
        if sandboxed() {
            PyTypeError::new_err("cannot create 'numpy._ArrayFunctionDispatcher' instances").restore(Python::assume_attached());
            return ptr::null_mut();
        }
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        original(class, args, kwargs)
    }
}
