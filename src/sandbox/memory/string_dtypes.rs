//! Dtypes of strings of variable length of numpy: what stands for a missing one (`na_object`) is compared and made a text for each
//! array, and numpy does not look whether that failed. So it is a plain value, whose text and comparison are always the same.
#![allow(unsafe_code, reason = "the constructor of a class of numpy is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the constructor, once numpy's compiled part is loaded (of numpy 2 and newer).
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if newly_loaded(py, &DONE, "numpy._core.multiarray", "__all__")?.is_none() {
        return Ok(());
    }
    let Ok(Ok(class)) = py.import("numpy.dtypes")?.getattr("StringDType").map(|class| class.cast_into::<PyType>()) else { return Ok(()) };
    let this = new as ffi::newfunc as *mut ();
    if hooks::NEW.of(&class) != this {
        NEW.store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: ATTACHED; `new` calls the function that was there before.
        unsafe { hooks::exchange(&class, hooks::NEW, this, &table::STRING_DTYPES) };
    }
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    if sandboxed() && !kwargs.is_null() {
        // SAFETY: called by the interpreter, attached, with a dict.
        let kwargs = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), kwargs) };
        if !panics::contained(false, || check(&kwargs).map_err(|error| error.restore(kwargs.py())).is_ok()) {
            return ptr::null_mut();
        }
    }
    // SAFETY: as above; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        original(class, args, kwargs)
    }
}

fn check(kwargs: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = kwargs.py();
    let Some(value) = kwargs.cast::<PyDict>()?.get_item(intern!(py, "na_object"))? else { return Ok(()) };
    let _own = HostScope::enter();
    py.import(intern!(py, "fastexec.numpy_strings"))?.call_method1(intern!(py, "check_missing"), (value,))?;
    Ok(())
}
