//! Functions of packages in C that are given their arguments in a row (`METH_FASTCALL | METH_KEYWORDS`), and are wrapped once.
#![allow(unsafe_code, reason = "native functions of packages are wrapped")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::budget::originals::Originals;
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::{Method, FASTCALL_KEYWORDS};

/// Such a function.
pub(crate) type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

/// Puts a wrapper before a function of this kind, unless it has one: of the wrappers that with the number under which the
/// function is kept, which it calls.
pub(crate) fn wrap(found: &Bound<'_, PyAny>, (originals, wrappers): (&'static Originals, &[Fast]), hook: &'static Hook) {
    let Some(method) = Method::of(found).filter(|method| method.convention() == FASTCALL_KEYWORDS) else { return };
    let original = method.function();
    if wrappers.iter().any(|wrapper| *wrapper as *mut () == original) {
        return;
    }
    if let Some(wrapper) = originals.keep(original).and_then(|number| wrappers.get(number)) {
        // SAFETY: ATTACHED; the wrapper is one for these flags, and calls the function that was there before.
        unsafe { method.exchange(*wrapper as *mut (), hook) };
    }
}
