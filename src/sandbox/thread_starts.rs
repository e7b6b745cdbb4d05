//! Threads that tools of a run start: one that runs a snippet of the same executor would wait for the run that waits
//! for it.

use pyo3::prelude::*;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::api;
use crate::cpython::hooks::{table, Method};
use crate::cpython::value::attached;
use crate::session::{current, scope, tool_threads};

const FUNCTIONS: [&str; 3] = ["start_new_thread", "start_new", "start_joinable_thread"];

/// Wraps the functions that start threads, once per process. (Some came with later versions.)
pub fn install(py: Python<'_>) -> PyResult<()> {
    let module = py.import("_thread")?;
    for method in FUNCTIONS.iter().filter_map(|name| Method::of(&module.getattr(*name).ok()?)) {
        compiled_calls::wrap(method, &table::THREAD_STARTS, |call, original| {
            may_start(call)?;
            let started = original.run()?;
            note(&started);
            Ok(started)
        });
    }
    Ok(())
}

/// Before 3.12 the interpreter has no event for a thread that starts: it is raised here, while sandboxed code runs.
fn may_start(call: &Call) -> PyResult<()> {
    if !cfg!(Py_3_12) && scope::sandboxed() {
        let audit = api::module(attached(), "sys")?.getattr("audit")?;
        audit.call1(("_thread.start_new_thread", call.places().first()))?;
    }
    Ok(())
}

/// Notes the thread that was started, if a run is under way here. It has not run yet: it needs the interpreter's lock.
fn note(started: &Bound<'_, PyAny>) {
    let here = current::with_current(|m| m.session.address()).or_else(tool_threads::session_of_this_thread);
    let ident = started.extract::<u64>().or_else(|_| started.getattr("ident").and_then(|ident| ident.extract()));
    if let (Ok(ident), Some(session)) = (ident, here) {
        tool_threads::note(ident, session);
    }
}
