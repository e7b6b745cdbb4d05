//! Threads that tools of a run start: one that runs a snippet of the same executor would wait for the run that waits
//! for it.
#![allow(unsafe_code, reason = "native functions of the interpreter are wrapped")]

use std::ffi::{c_char, c_int};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyMethodDef, PyObject};
use pyo3::prelude::*;

use crate::cpython::hooks::{table, Method, VARARGS_KEYWORDS};
use crate::cpython::value::attached;
use crate::session::{current, scope, tool_threads};

extern "C" {
    fn PySys_Audit(event: *const c_char, format: *const c_char, ...) -> c_int;
}

const FUNCTIONS: [&str; 3] = ["start_new_thread", "start_new", "start_joinable_thread"];
static ORIGINALS: [AtomicPtr<PyMethodDef>; FUNCTIONS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTIONS.len()];

/// Wraps the functions that start threads, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    wrap::<0>(py)?;
    wrap::<1>(py)?;
    wrap::<2>(py)
}

fn wrap<const N: usize>(py: Python<'_>) -> PyResult<()> {
    // Some came with later versions.
    let Ok(function) = py.import("_thread")?.getattr(FUNCTIONS[N]) else { return Ok(()) };
    let Some(method) = Method::of(&function) else { return Ok(()) };
    let wrapper = match method.convention() {
        ffi::METH_VARARGS => start::<N> as ffi::PyCFunction as *mut (),
        VARARGS_KEYWORDS => start_with_keywords::<N> as ffi::PyCFunctionWithKeywords as *mut (),
        _ => return Ok(()),
    };
    if method.function() != wrapper {
        ORIGINALS[N].store(method.keep(), Ordering::Release);
        // SAFETY: ATTACHED; the wrapper is one for these flags, and calls the function that was there before.
        unsafe { method.exchange(wrapper, &table::THREAD_STARTS) };
    }
    Ok(())
}

unsafe extern "C" fn start<const N: usize>(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored, and leaked, before the wrapper could be called; so below.
    unsafe {
        let original = &*ORIGINALS[N].load(Ordering::Acquire);
        if !may_start(args) {
            return ptr::null_mut();
        }
        noted((original.ml_meth.PyCFunction)(module, args))
    }
}

unsafe extern "C" fn start_with_keywords<const N: usize>(
    module: *mut PyObject,
    args: *mut PyObject,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original = unsafe { &*ORIGINALS[N].load(Ordering::Acquire) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { noted((original.ml_meth.PyCFunctionWithKeywords)(module, args, keywords)) }
}

/// Before 3.12 the interpreter has no event for a thread that starts: it is raised here, while sandboxed code runs.
///
/// # Safety
/// Attached; a tuple or null.
unsafe fn may_start(args: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if cfg!(Py_3_12) || !scope::sandboxed() {
            return true;
        }
        let function = if args.is_null() || ffi::PyTuple_CheckExact(args) == 0 || ffi::PyTuple_GET_SIZE(args) == 0 {
            ffi::Py_None()
        } else {
            ffi::PyTuple_GET_ITEM(args, 0)
        };
        PySys_Audit(c"_thread.start_new_thread".as_ptr(), c"(O)".as_ptr(), function) == 0
    }
}

/// Notes the thread that was started, if a run is under way here. It has not run yet: it needs the interpreter's lock.
unsafe fn noted(started: *mut PyObject) -> *mut PyObject {
    let here = current::with_current(|m| m.session.address()).or_else(tool_threads::session_of_this_thread);
    if let (false, Some(session)) = (started.is_null(), here) {
        // SAFETY: called by the interpreter, attached; the result is live.
        let started = unsafe { Bound::from_borrowed_ptr(attached(), started) };
        let ident = started.extract::<u64>().or_else(|_| started.getattr("ident").and_then(|ident| ident.extract()));
        if let Ok(ident) = ident {
            tool_threads::note(ident, session);
        }
    }
    started
}
