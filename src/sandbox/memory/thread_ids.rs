//! Ids of threads: the C library takes such a number for the address of a thread, and reads what is there.

use pyo3::exceptions::PyProcessLookupError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::budget::compiled_calls;
use crate::cpython::hooks::{table, Method};
use crate::session::scope::{sandboxed, HostScope};

/// Wraps `time.pthread_getcpuclockid`, once per process, where the platform has it. (The others that take ids raise
/// audit events.)
pub fn install(py: Python<'_>) -> PyResult<()> {
    let Ok(function) = py.import("time")?.getattr("pthread_getcpuclockid") else { return Ok(()) };
    let Some(method) = Method::of(&function) else { return Ok(()) };
    compiled_calls::wrap(method, &table::THREAD_IDS, |call, original| match call.places().as_slice() {
        [id] => original.with(&PyTuple::new(original.py(), [known(id)?])?, None),
        _ => original.run(),
    });
    Ok(())
}

/// The id as an exact int, which is that of a thread of the interpreter if sandboxed code asks.
fn known<'py>(id: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = id.py();
    if !sandboxed() {
        return Ok(id.clone());
    }
    let id = py.import("operator")?.call_method1("index", (id,))?;
    // A subclass may compare as it likes.
    let id = py.get_type::<PyInt>().call_method1("__pos__", (id,))?;
    let _host = HostScope::enter();
    let threads = py.import("sys")?.call_method0("_current_frames")?;
    if threads.contains(&id)? {
        return Ok(id);
    }
    Err(PyProcessLookupError::new_err("there is no thread of this id"))
}
