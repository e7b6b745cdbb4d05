//! States of `audioop.ratecv`: the C code writes as many frames as they say, into memory for as many as it counted.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::ffi::Py_ssize_t;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::hooks::{newly_loaded, table, Method};

/// The place of the state among the arguments.
const STATE: Py_ssize_t = 5;

/// Wraps the function, when its module is loaded (before Python 3.13).
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(cfg!(Py_3_13));
    let Some(module) = newly_loaded(py, &DONE, "audioop", "ratecv")? else { return Ok(()) };
    if let Some(method) = Method::of(&module.getattr("ratecv")?) {
        compiled_calls::guard(method, &table::AUDIO_STATES, check);
    }
    Ok(())
}

/// No frame may be due before the first that is read. (What is no state at all the function refuses by itself.)
fn check(call: &Call) -> PyResult<()> {
    let state = call.in_row(STATE).and_then(|state| state.cast_into::<PyTuple>().ok());
    let Some(due) = state.and_then(|state| state.get_item(0).ok()) else { return Ok(()) };
    match due.is_exact_instance_of::<PyInt>() && due.extract::<i64>().is_ok_and(|due| due < 0) {
        true => Ok(()),
        false => Err(PyValueError::new_err("the state of a conversion is one that a conversion gave")),
    }
}
