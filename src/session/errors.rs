//! The one way from `ExecError` to a Python exception.
#![allow(clippy::disallowed_types, reason = "the macro keeps the class in one; it is made when the module loads")]

use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::front::messages::error::{Category, ExecError, Report};
use crate::session::refusals;

pyo3::create_exception!(fastexec, ExecutionTimeoutError, PyException, "The code ran longer than the host allows.");

/// The exception to raise for `error`; a `plain` one has the contract's text alone.
pub fn to_python(py: Python<'_>, error: &ExecError, plain: bool) -> PyErr {
    match error {
        ExecError::Interrupted => PyKeyboardInterrupt::new_err(()),
        ExecError::OutOfTime(report) => made(py, Ok(py.get_type::<ExecutionTimeoutError>()), report, plain),
        ExecError::Failed(report) => made(py, refusals::interpreter_error(py), report, plain),
    }
}

fn made(py: Python<'_>, class: PyResult<Bound<'_, PyType>>, report: &Report, plain: bool) -> PyErr {
    let error = make(py, class, &if plain { report.contract_text() } else { report.to_string() });
    // The attributes are an extra: the text says it all, so a failure to set one is ignored.
    let _ = describe(error.value(py), report);
    error
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
    error.setattr("kind", report.category.name())?;
    error.setattr("statement", (!report.statement.is_empty()).then_some(&report.statement))?;
    error.setattr("error_type", &report.kind)?;
    error.setattr("error_message", &report.message)?;
    error.setattr("hint", &report.notes.hint)?;
    error.setattr("host_hint", report.notes.host_hint())?;
    error.setattr("limit", report.notes.limit)?;
    error.setattr(
        "cause",
        report.notes.related.iter().find_map(|line| line.strip_prefix("caused by: ").or_else(|| line.strip_prefix("while handling: "))),
    )?;
    error.setattr("line", report.location.map(|at| at.line))?;
    error.setattr("column", report.location.map(|at| at.column))?;
    error.setattr("end_line", report.location.map(|at| at.end_line))?;
    error.setattr("end_column", report.location.map(|at| at.end_column))?;
    let frames = report.places.iter().map(|place| (place.function.clone(), place.line, place.text.clone()));
    error.setattr("frames", PyList::new(py, frames.collect::<Vec<_>>())?)
}

/// A refusal that reaches the host without a run, with what a run would have told of it.
pub fn described(py: Python<'_>, error: PyErr) -> PyErr {
    let value = error.value(py);
    let untold = || value.getattr("kind").is_ok_and(|kind| kind.is_none());
    if refusals::is_refusal(py, &error) && untold() {
        let message = value.str().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
        let _ = describe(value, &Report::turned_away(Category::Refused, message));
    }
    error
}
