//! Panics of the engine in functions that C code calls: an error there, since unwinding through C would end the host.
//!
//! The one way to get one that is known are constructors of PyO3 that do not expect an allocation to fail: small ones
//! do for a run that was asked to stop and does not notice, large ones beyond the limit of memory.
#![allow(unsafe_code, reason = "the thread's machine and its stack of values are put back to where they were")]

use std::panic::{catch_unwind, AssertUnwindSafe};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::budget::memory;
use crate::cpython::value::{attached, raise, Value};
use crate::front::limits::Stop;
use crate::session::abort;
use crate::vm::call::entry;
use crate::vm::machine::{Abort, Machine};

/// `f()`, or `failed` with an error set if it panics.
#[inline(always)]
pub fn contained<T>(failed: T, f: impl FnOnce() -> T) -> T {
    // SAFETY: the reference is used in this function only, while the run that made it current goes on.
    let place = unsafe { entry::current() }.map(|m| (m, m.frames.len(), m.stack.top()));
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|_| {
        recover(place);
        failed
    })
}

/// Forgets the frames that were left, and says what happened in the interpreter's way.
#[cold]
#[inline(never)]
fn recover(place: Option<(&Machine, usize, *mut Value)>) {
    drop(PyErr::take(attached()));
    let Some((m, frames, top)) = place else {
        raise::<PyMemoryError>("");
        return;
    };
    while m.frames.len() > frames {
        // What it holds may be half made: it leaks.
        std::mem::forget(m.frames.pop());
    }
    m.stack.forget_from(top);
    match m.meter.requested() {
        Stop::No => drop(raise::<PyMemoryError>("")),
        why => drop(abort::start(m, Abort::Limit(why))),
    }
}

/// Keeps the reports of such panics from the host's stderr when they are the way a run ends, and lets PyO3 make its
/// exception of them.
pub fn expect() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        memory::give_chance();
        if !memory::must_stop() {
            report(info);
        }
    }));
}
