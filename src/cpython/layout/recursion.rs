//! The interpreter's count of a thread's nested calls, before 3.12: one for Python's calls and C code's. (Later it counts C code
//! alone, by a limit of its own.)
#![allow(unsafe_code, reason = "reads and writes the count of a thread state")]

use std::ffi::c_int;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::value::attached;

/// `PyThreadState` as far as it is read.
#[repr(C)]
#[cfg(Py_3_11)]
struct Thread {
    /// The threads before and after, the interpreter.
    others: [usize; 3],
    /// Whether it is ready, and how it came to be.
    flags: [c_int; 2],
    remaining: c_int,
    limit: c_int,
}

/// `PyThreadState` as far as it is read.
#[repr(C)]
#[cfg(not(Py_3_11))]
struct Thread {
    /// The threads before and after, the interpreter, the innermost frame.
    others: [usize; 4],
    depth: c_int,
}

/// While it lives, the calls before it are not counted.
#[must_use]
pub struct Anew(c_int);

impl Anew {
    #[cold]
    #[inline(never)]
    pub fn begin() -> Anew {
        if super::trusted() {
            let calls = counted();
            count(-calls);
            return Anew(calls);
        }
        let calls = counted_by_trying();
        // SAFETY: ATTACHED; as many were entered, and `drop` enters them again.
        (0..calls).for_each(|_| unsafe { ffi::Py_LeaveRecursiveCall() });
        Anew(calls)
    }
}

impl Drop for Anew {
    fn drop(&mut self) {
        if super::trusted() {
            return count(self.0);
        }
        for _ in 0..self.0 {
            enter();
        }
    }
}

/// How many calls are nested now.
fn counted() -> c_int {
    // SAFETY: ATTACHED; `self_test` found the layout as it is declared.
    unsafe {
        let thread = ffi::PyThreadState_Get().cast::<Thread>();
        #[cfg(Py_3_11)]
        return ((*thread).limit - (*thread).remaining).max(0);
        #[cfg(not(Py_3_11))]
        return (*thread).depth.max(0);
    }
}

/// Counts `more` calls. (The limit is left as it is: the host's tools may set another one meanwhile.)
fn count(more: c_int) {
    // SAFETY: ATTACHED; `self_test` found the layout as it is declared.
    unsafe {
        let thread = ffi::PyThreadState_Get().cast::<Thread>();
        #[cfg(Py_3_11)]
        {
            (*thread).remaining = (*thread).remaining.saturating_sub(more);
        }
        #[cfg(not(Py_3_11))]
        {
            (*thread).depth = (*thread).depth.saturating_add(more);
        }
    }
}

/// Enters one more call, if the limit allows it; an error on its way stays.
fn enter() -> bool {
    let py = attached();
    let error = PyErr::take(py);
    // SAFETY: ATTACHED.
    let entered = unsafe { ffi::Py_EnterRecursiveCall(c"".as_ptr()) == 0 };
    if !entered {
        drop(PyErr::take(py));
    }
    if let Some(error) = error {
        error.restore(py);
    }
    entered
}

/// As `counted`, where the layout is not known: what the limit leaves is tried.
fn counted_by_trying() -> c_int {
    // SAFETY: ATTACHED.
    let limit = unsafe { ffi::Py_GetRecursionLimit() };
    let left = (0..limit).take_while(|_| enter()).count();
    // SAFETY: ATTACHED; as many were entered.
    (0..left).for_each(|_| unsafe { ffi::Py_LeaveRecursiveCall() });
    (limit - c_int::try_from(left).unwrap_or(limit)).max(0)
}

/// Whether the count is where it is looked for.
pub fn self_test() -> bool {
    let before = counted();
    let entered = enter();
    let during = counted();
    if entered {
        // SAFETY: ATTACHED; it was entered.
        unsafe { ffi::Py_LeaveRecursiveCall() };
    }
    entered && during == before + 1 && counted() == before && before == counted_by_trying()
}
