//! Panics of the engine in functions that C code calls: an error there, since unwinding through C would end the host.
//!
//! The one way to get one that is known are constructors of PyO3 that do not expect an allocation to fail: small ones
//! do for a run that was asked to stop and does not notice, large ones beyond the limit of memory.

use std::panic::{catch_unwind, AssertUnwindSafe};

use pyo3::exceptions::PyMemoryError;

use crate::cpython::api;
use crate::cpython::value::raise;
use crate::front::limits::Stop;
use crate::session::abort::{self, Abort};
use crate::session::current;
use crate::session::engine_calls::{self, Mark};

/// `f()`, or `failed` with an error set if it panics.
#[inline(always)]
pub fn contained<T>(failed: T, f: impl FnOnce() -> T) -> T {
    contained_from((engine_calls::table().mark)(), failed, f)
}

/// The same for the engine itself, which knows where its run stands.
#[inline(always)]
pub fn contained_from<T>(mark: Option<Mark>, failed: T, f: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|_| {
        recover(mark);
        failed
    })
}

/// Forgets the frames that were left, and says what happened in the interpreter's way.
#[cold]
#[inline(never)]
fn recover(mark: Option<Mark>) {
    api::clear_error();
    let Some(mark) = mark else {
        raise::<PyMemoryError>("");
        return;
    };
    (engine_calls::table().rewind)(mark);
    current::with_current(|m| match m.meter.requested() {
        Stop::No => drop(raise::<PyMemoryError>("")),
        why => drop(abort::start(m, Abort::Limit(why))),
    });
}
