//! States of `audioop.ratecv`: the C code writes as many frames as they say, into memory for as many as it counted.
#![allow(unsafe_code, reason = "a native function of the interpreter is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::prelude::*;

use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::raise;
use crate::session::scope::sandboxed;

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, Py_ssize_t) -> *mut PyObject;

/// The place of the state among the arguments.
const STATE: Py_ssize_t = 5;

/// Wraps the function, when its module is loaded (before Python 3.13).
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(cfg!(Py_3_13));
    let Some(module) = newly_loaded(py, &DONE, "audioop", "ratecv")? else { return Ok(()) };
    let function = module.getattr("ratecv")?;
    let Some(method) = Method::of(&function).filter(|method| method.convention() == ffi::METH_FASTCALL) else { return Ok(()) };
    ORIGINAL.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; the function calls the one that was there before, one for the same flags.
    unsafe { method.exchange(ratecv as Fast as *mut (), &table::AUDIO_STATES) };
    Ok(())
}

unsafe extern "C" fn ratecv(module: *mut PyObject, args: *const *mut PyObject, count: Py_ssize_t) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: Fast = std::mem::transmute(ORIGINAL.load(Ordering::Acquire));
        if sandboxed() && count > STATE && !is_possible(*args.offset(STATE)) {
            let _ = raise::<PyValueError>("the state of a conversion is one that a conversion gave");
            return ptr::null_mut();
        }
        original(module, args, count)
    }
}

/// Whether no frame is due before the first that is read. What is no state at all the function refuses by itself.
///
/// # Safety
/// Attached, with a live object.
unsafe fn is_possible(state: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if ffi::PyTuple_Check(state) == 0 || ffi::PyTuple_GET_SIZE(state) == 0 {
            return true;
        }
        let due = ffi::PyTuple_GET_ITEM(state, 0);
        let mut overflow = 0;
        ffi::PyLong_CheckExact(due) != 0 && ffi::PyLong_AsLongAndOverflow(due, &mut overflow) < 0 && overflow == 0
    }
}
