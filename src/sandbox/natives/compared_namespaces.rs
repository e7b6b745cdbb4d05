//! Comparison of `types.SimpleNamespace`: all that two of them hold is compared, so that a namespace of the code that has an object
//! with its own `__eq__` under a private name would be shown what one of the host's has there.
#![allow(unsafe_code, reason = "a slot of a type of the interpreter is wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::cpython::hooks::{self, table};
use crate::cpython::value::attached;
use crate::sandbox::memory::array_interfaces::is_of_code;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static COMPARE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the comparison, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = py.import("types")?.getattr("SimpleNamespace")?.cast_into::<PyType>()?;
    let this = compare as ffi::richcmpfunc as *mut ();
    if hooks::COMPARE.of(&class) != this {
        COMPARE.store(hooks::COMPARE.of(&class), Ordering::Release);
        // SAFETY: ATTACHED; `compare` calls the function that was there before.
        unsafe { hooks::exchange(&class, hooks::COMPARE, this, &table::NAMESPACES_COMPARED) };
    }
    Ok(())
}

unsafe extern "C" fn compare(one: *mut PyObject, other: *mut PyObject, operation: c_int) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::richcmpfunc = std::mem::transmute(COMPARE.load(Ordering::Acquire));
        if sandboxed() && one != other {
            let shows = || {
                let (one, other) = (Bound::from_borrowed_ptr(attached(), one), Bound::from_borrowed_ptr(attached(), other));
                shows_private(&one, &other)
            };
            if panics::contained(true, shows) {
                return if ffi::PyErr_Occurred().is_null() { ffi::Py_NewRef(ffi::Py_NotImplemented()) } else { ptr::null_mut() };
            }
        }
        original(one, other, operation)
    }
}

/// Whether one of them is the host's and has private state, and the other is the code's.
fn shows_private(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    let of_host = match (is_of_code(one), is_of_code(other)) {
        (true, false) => other,
        (false, true) => one,
        _ => return false,
    };
    let _own = HostScope::enter();
    let Ok(Ok(state)) = of_host.getattr(intern!(one.py(), "__dict__")).map(|state| state.cast_into::<PyDict>()) else { return false };
    let is_private = |name: Bound<'_, PyAny>| name.cast::<PyString>().is_ok_and(|name| name.to_string_lossy().starts_with('_'));
    state.keys().iter().any(is_private)
}
