//! A run has context variables of its own: numpy keeps how it prints and what it does about floating-point
//! errors in them, `decimal` its precision. What the host has set is seen; what the code sets ends with it.
#![allow(unsafe_code, reason = "contexts are entered through the interpreter's C interface")]

use pyo3::ffi;
use pyo3::prelude::*;

/// While it lives, this thread runs in a copy of the context it had.
#[must_use]
#[derive(Debug)]
pub struct OwnContext {
    context: Option<Py<PyAny>>,
}

impl OwnContext {
    pub fn enter(py: Python<'_>) -> OwnContext {
        // SAFETY: attached; `PyContext_CopyCurrent` gives a new reference or null with an error set; the
        // fresh context was never entered, so entering it fails for nothing but memory.
        let context = unsafe {
            let copy = Bound::from_owned_ptr_or_opt(py, ffi::PyContext_CopyCurrent());
            copy.filter(|copy| ffi::PyContext_Enter(copy.as_ptr()) == 0)
        };
        if context.is_none() {
            drop(PyErr::take(py));
        }
        OwnContext { context: context.map(Bound::unbind) }
    }
}

impl Drop for OwnContext {
    fn drop(&mut self) {
        let Some(context) = self.context.take() else { return };
        Python::attach(|py| {
            // An error may be on its way to the host.
            let pending = PyErr::take(py);
            // SAFETY: attached, on the thread that entered it (`OwnContext` stays on the stack of the run,
            // and runs inside it have left theirs).
            if unsafe { ffi::PyContext_Exit(context.as_ptr()) } != 0 {
                drop(PyErr::take(py));
            }
            if let Some(error) = pending {
                error.restore(py);
            }
        });
    }
}
