//! The one way from `ExecError` to a Python exception.
#![allow(clippy::disallowed_types, reason = "the macro keeps the class in one; it is made when the module loads")]

use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::front::messages::error::{ExecError, Report};
use crate::session::refusals;

pyo3::create_exception!(fastexec, ExecutionTimeoutError, PyException, "The code ran longer than the host allows.");

/// The exception to raise for `error`.
pub fn to_python(py: Python<'_>, error: &ExecError) -> PyErr {
    match error {
        ExecError::Interrupted => PyKeyboardInterrupt::new_err(()),
        ExecError::OutOfTime(text) => make(py, Ok(py.get_type::<ExecutionTimeoutError>()), text),
        ExecError::Failed(report) => {
            let made = make(py, refusals::interpreter_error(py), &error.to_string());
            // The attributes are an extra: the text says it all, so a failure to set one is ignored.
            let _ = describe(made.value(py), report);
            made
        }
        ExecError::Rejected(_) | ExecError::Internal(_) => make(py, refusals::interpreter_error(py), &error.to_string()),
    }
}

/// An instance of our class; where the original is loaded, of its class of that name too.
fn make(py: Python<'_>, class: PyResult<Bound<'_, PyType>>, text: &str) -> PyErr {
    class.and_then(|class| raised_class(py, &class)).map_or_else(|error| error, |class| PyErr::from_type(class, (text.to_owned(),)))
}

fn raised_class<'py>(py: Python<'py>, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyType>> {
    let made = py.import("fastexec.errors")?.getattr("raised_class")?.call1((class,))?;
    Ok(made.cast_into::<PyType>()?)
}

/// Plain data for programs that want more than the text.
fn describe(error: &Bound<'_, PyAny>, report: &Report) -> PyResult<()> {
    let py = error.py();
    error.setattr("statement", &report.statement)?;
    error.setattr("error_type", &report.kind)?;
    error.setattr("error_message", &report.message)?;
    error.setattr("hint", &report.notes.hint)?;
    error.setattr("limit", report.notes.limit)?;
    error.setattr("line", report.places.first().map(|place| place.line))?;
    let frames = report.places.iter().map(|place| (place.function.clone(), place.line, place.text.clone()));
    error.setattr("frames", PyList::new(py, frames.collect::<Vec<_>>())?)
}
