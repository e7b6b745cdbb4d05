//! File descriptors that no file is behind (`select.epoll`, which event loops and selectors use): the host needs some, too.
#![allow(unsafe_code, reason = "the constructor of a type of the interpreter is wrapped")]

use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyOSError;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::value::attached;
use crate::session::scope::sandboxed;

/// The code gets no more when only this part of all that the process may have is left.
const LEFT: u64 = 8;
/// More are not looked at: the process may have as many as it likes.
const MANY: u64 = 1 << 16;

static NEW: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Wraps the constructor, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(!cfg!(target_os = "linux"));
    let Some(module) = newly_loaded(py, &DONE, "select", "epoll")? else { return Ok(()) };
    let class = module.getattr("epoll")?.cast_into::<PyType>()?;
    NEW.store(hooks::NEW.of(&class), Ordering::Release);
    // SAFETY: ATTACHED; the function calls the one that was there, or raises.
    unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::DESCRIPTORS) };
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    if sandboxed() && are_short() {
        let message = (libc::EMFILE, "Too many open files");
        PyOSError::new_err(message).restore(attached());
        return std::ptr::null_mut();
    }
    // SAFETY: called by the interpreter; stored before the function was put into the slot.
    let original: ffi::newfunc = unsafe { std::mem::transmute(NEW.load(Ordering::Acquire)) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { original(class, args, kwargs) }
}

/// Whether most of what the process may open is open.
fn are_short() -> bool {
    // SAFETY: the structure is filled, or the call fails.
    let most = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) != 0 {
            return false;
        }
        limit.rlim_cur
    };
    if most > MANY {
        return false;
    }
    let open = std::fs::read_dir("/proc/self/fd").map_or(0, |all| all.count() as u64);
    open + most / LEFT > most
}
