//! What the interpreter has one of for the process: audit hooks, watchers of dicts, handlers of signals, functions of `atexit`.
#![allow(unsafe_code, reason = "the interpreter calls audit hooks with raw pointers")]

use std::ffi::{c_char, c_int, c_void};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::hooks::registry::note;
use crate::cpython::hooks::table::Hook;

pub type AuditHook = unsafe extern "C" fn(*const c_char, *mut ffi::PyObject, *mut c_void) -> c_int;

/// A callback that hears what happens to a dict.
#[cfg(Py_3_14)]
pub type DictWatcher = unsafe extern "C" fn(c_int, *mut ffi::PyObject, *mut ffi::PyObject, *mut ffi::PyObject) -> c_int;

extern "C" {
    #[cfg(Py_3_14)]
    fn PyDict_AddWatcher(callback: DictWatcher) -> c_int;
    fn PySys_AddAuditHook(hook: AuditHook, data: *mut c_void) -> c_int;
}

/// Adds an audit hook, which stays until the interpreter ends.
pub fn add_audit_hook(py: Python<'_>, function: AuditHook, hook: &'static Hook) -> PyResult<()> {
    // SAFETY: a static function, which is given no data.
    if unsafe { PySys_AddAuditHook(function, std::ptr::null_mut()) } < 0 {
        return Err(PyErr::fetch(py));
    }
    note("audit hook", "sys.addaudithook".to_owned(), 0, hook);
    Ok(())
}

/// Adds a watcher of dicts, which stays and runs no code; its number. An error where there are too many.
#[cfg(Py_3_14)]
pub fn add_dict_watcher(py: Python<'_>, callback: DictWatcher, hook: &'static Hook) -> PyResult<c_int> {
    // SAFETY: a static function.
    let watcher = unsafe { PyDict_AddWatcher(callback) };
    if watcher < 0 {
        return Err(PyErr::fetch(py));
    }
    note("dict watcher", watcher.to_string(), watcher as usize, hook);
    Ok(watcher)
}

/// Sets the handler of a signal that has none.
pub fn set_handler(signal: &Bound<'_, PyModule>, number: i32, handler: Bound<'_, PyAny>, hook: &'static Hook) -> PyResult<()> {
    signal.call_method1("signal", (number, handler))?;
    note("signal", number.to_string(), number as usize, hook);
    Ok(())
}

/// Has a function called when the interpreter ends.
pub fn at_exit(py: Python<'_>, function: Bound<'_, PyAny>, hook: &'static Hook) -> PyResult<()> {
    py.import("atexit")?.call_method1("register", (function,))?;
    note("atexit", "atexit.register".to_owned(), 0, hook);
    Ok(())
}
