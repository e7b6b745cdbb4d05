//! The run that goes on on this thread.
#![allow(unsafe_code, reason = "the thread's current run is a pointer")]

use std::cell::Cell;
use std::ptr;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::cpython::value::{Exc, R};
use crate::session::run_context::RunContext;

thread_local! {
    /// The run on this thread, innermost. Set only while `CurrentRun` lives.
    static CURRENT: Cell<*const RunContext> = const { Cell::new(ptr::null()) };
    /// `weakref.finalize` calls a function of the code.
    static FINALISING: Cell<bool> = const { Cell::new(false) };
}

/// Makes a run the thread's current one until dropped.
#[must_use]
#[derive(Debug)]
pub struct CurrentRun {
    before: *const RunContext,
}

impl CurrentRun {
    /// # Safety
    /// The run outlives the guard.
    pub unsafe fn enter(run: *const RunContext) -> CurrentRun {
        CurrentRun { before: CURRENT.replace(run) }
    }
}

impl Drop for CurrentRun {
    fn drop(&mut self) {
        CURRENT.set(self.before);
    }
}

/// The thread's current run; null when there is none.
#[inline(always)]
pub fn pointer() -> *const RunContext {
    CURRENT.get()
}

/// Runs `f` on the thread's current run, if sandboxed code is running here.
pub fn with_current<T>(f: impl FnOnce(&RunContext) -> T) -> Option<T> {
    // SAFETY: set by `CurrentRun::enter` to a run that outlives the guard.
    unsafe { CURRENT.get().as_ref() }.map(f)
}

/// Calls `f` with the run on this thread; an error when there is none, or when it must end: C code may call guarded
/// natives for ever, and Rust code copes badly with the allocations that fail in the end.
pub fn with_run<T>(py: Python<'_>, f: impl FnOnce(&RunContext) -> R<T>) -> PyResult<T> {
    let looked = |m: &RunContext| {
        if m.meter.is_poked() {
            m.charge(0)?;
        }
        f(m)
    };
    match with_current(looked) {
        Some(result) => result.map_err(|Exc| PyErr::fetch(py)),
        None => Err(PyRuntimeError::new_err("this function only works while the code runs")),
    }
}

/// Runs `f`, in which a function of the code is called because an object went away.
pub fn as_finaliser<T>(f: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            FINALISING.set(self.0);
        }
    }
    let _before = Before(FINALISING.replace(true));
    f()
}

/// Whether that is under way.
pub fn is_finalising() -> bool {
    FINALISING.get()
}
