//! Ids of threads: the C library takes such a number for the address of a thread, and reads what is there.
#![allow(unsafe_code, reason = "a native function of the interpreter is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyProcessLookupError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::hooks::{table, Method};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps `time.pthread_getcpuclockid`, once per process, where the platform has it. (The others that take ids raise
/// audit events.)
pub fn install(py: Python<'_>) -> PyResult<()> {
    let Ok(function) = py.import("time")?.getattr("pthread_getcpuclockid") else { return Ok(()) };
    let Some(method) =
        Method::of(&function).filter(|method| method.convention() == ffi::METH_VARARGS || method.convention() == ffi::METH_O)
    else {
        return Ok(());
    };
    let this = if method.convention() == ffi::METH_O { one as ffi::PyCFunction } else { several as ffi::PyCFunction } as *mut ();
    if method.function() != this {
        ORIGINAL.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the function calls the one that was there before, one for the same flags.
        unsafe { method.exchange(this, &table::THREAD_IDS) };
    }
    Ok(())
}

/// The convention of one argument.
unsafe extern "C" fn one(module: *mut PyObject, id: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with an object.
    unsafe {
        let py = Python::assume_attached();
        with_known(py, || known(&Bound::from_borrowed_ptr(py, id)), |id| call(module, id.as_ptr()))
    }
}

/// The convention of a tuple of arguments.
unsafe extern "C" fn several(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a tuple.
    unsafe {
        let py = Python::assume_attached();
        let args = Bound::from_borrowed_ptr(py, args);
        let look = || match args.len()? {
            1 => Ok(pyo3::types::PyTuple::new(py, [known(&args.get_item(0)?)?])?.into_any()),
            _ => Ok(args.clone()),
        };
        with_known(py, look, |args| call(module, args.as_ptr()))
    }
}

/// # Safety
/// Attached, with arguments for the original's convention.
unsafe fn call(module: *mut PyObject, argument: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored before the function was exchanged.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(ORIGINAL.load(Ordering::Acquire)) };
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { original(module, argument) }
}

fn with_known<'py>(
    py: Python<'py>,
    look: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    then: impl FnOnce(Bound<'py, PyAny>) -> *mut PyObject,
) -> *mut PyObject {
    let looked = panics::contained(None, || look().map_err(|error| error.restore(py)).ok());
    looked.map_or(ptr::null_mut(), then)
}

/// The id as an exact int, which is that of a thread of the interpreter if sandboxed code asks.
fn known<'py>(id: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = id.py();
    if !sandboxed() {
        return Ok(id.clone());
    }
    let id = py.import("operator")?.call_method1("index", (id,))?;
    // A subclass may compare as it likes.
    let id = py.get_type::<pyo3::types::PyInt>().call_method1("__pos__", (id,))?;
    let _host = HostScope::enter();
    let threads = py.import("sys")?.call_method0("_current_frames")?;
    if threads.contains(&id)? {
        return Ok(id);
    }
    Err(PyProcessLookupError::new_err("there is no thread of this id"))
}
