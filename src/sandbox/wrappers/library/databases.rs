//! Databases of `sqlite3`: SQL opens files by itself, takes addresses of native code and can work without an end. Connections
//! of the code ask here first, and every now and then.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::type_access::exact_text;
use crate::cpython::value::R;
use crate::sandbox::value_filter::Called;
use crate::sandbox::wrappers::library::waits;
use crate::session::run_context::RunContext;
use crate::session::scope;

/// Steps of SQLite's own machine between two looks at the limits: about a millisecond.
const STEPS: i64 = 100_000;

const SHARED_PRAGMAS: &[&str] = &["data_store_directory", "hard_heap_limit", "soft_heap_limit", "temp_store_directory"];

/// Tells a new connection whom it asks.
pub fn prepare(m: &RunContext, connection: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let lifted = scope::files_lifted(m);
    let authorizer = if lifted { pyo3::wrap_pyfunction!(no_addresses, py)? } else { pyo3::wrap_pyfunction!(no_attach, py)? };
    connection.call_method1("set_authorizer", (authorizer,))?;
    connection.call_method1("set_progress_handler", (pyo3::wrap_pyfunction!(has_to_stop, py)?, STEPS))?;
    Ok(())
}

/// Arguments of `set_progress_handler` with a handler that looks at the limits before it asks the code's own.
pub fn with_limits<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>, skip: usize) -> R<Called<'py>> {
    let py = args.py();
    let given = |place: usize, name: &str| match args.get_item(skip + place) {
        Ok(found) => Ok(Some(found)),
        Err(_) => kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(name)),
    };
    let (Some(theirs), Some(steps)) = (given(0, "progress_handler")?, given(1, "n")?) else {
        return Ok((args.clone(), kwargs.cloned()));
    };
    let steps: i64 = steps.extract()?;
    let mut all = args.iter().take(skip).collect::<Vec<_>>();
    if theirs.is_none() || steps < 1 {
        all.push(pyo3::wrap_pyfunction!(has_to_stop, py)?.into_any());
        all.push(PyInt::new(py, STEPS).into_any());
    } else {
        all.push(Bound::new(py, Progress { theirs: theirs.unbind() })?.into_any());
        all.push(PyInt::new(py, steps.min(STEPS)).into_any());
    }
    Ok((PyTuple::new(py, all)?, None))
}

#[pyfunction]
fn has_to_stop(py: Python<'_>) -> bool {
    waits::look(py).is_err()
}

#[pyclass(frozen, module = "builtins", name = "function")]
struct Progress {
    theirs: Py<PyAny>,
}

#[pymethods]
impl Progress {
    /// An error ends the query, as it does in `sqlite3`.
    fn __call__(&self, py: Python<'_>) -> bool {
        waits::look(py).is_err() || self.theirs.bind(py).call0().and_then(|answer| answer.is_truthy()).unwrap_or(true)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}

/// Arguments of `set_trace_callback` with a callback that gives `sqlite3` no error: it would look into what belongs to the
/// callback, which is gone if that has taken itself out.
pub fn without_errors<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>, skip: usize) -> R<Called<'py>> {
    let py = args.py();
    let by_name = || kwargs.map_or(Ok(None), |kwargs| kwargs.get_item("trace_callback"));
    let theirs = args.get_item(skip).map_or_else(|_| by_name(), |theirs| Ok(Some(theirs)))?;
    let Some(theirs) = theirs.filter(|theirs| !theirs.is_none()) else { return Ok((args.clone(), kwargs.cloned())) };
    let mut all = args.iter().take(skip).collect::<Vec<_>>();
    all.push(Bound::new(py, Trace { theirs: theirs.unbind() })?.into_any());
    Ok((PyTuple::new(py, all)?, None))
}

#[pyclass(frozen, module = "builtins", name = "function")]
struct Trace {
    theirs: Py<PyAny>,
}

#[pymethods]
impl Trace {
    fn __call__(&self, py: Python<'_>, statement: Py<PyAny>) {
        drop(self.theirs.call1(py, (statement,)));
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}

/// An authorizer of SQLite that refuses to open further files (`ATTACH`, `VACUUM INTO`), functions that take addresses of native
/// code, and settings of the process.
#[pyfunction]
#[pyo3(signature = (action, first = None, second = None, *_about))]
fn no_attach(action: i32, first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>, _about: &Bound<'_, PyTuple>) -> i32 {
    const SQLITE_ATTACH: i32 = 24;
    i32::from(action == SQLITE_ATTACH || acts_on_process(action, first, second))
}

/// The same where the code may open files.
#[pyfunction]
#[pyo3(signature = (action, first = None, second = None, *_about))]
fn no_addresses(action: i32, first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>, _about: &Bound<'_, PyTuple>) -> i32 {
    i32::from(acts_on_process(action, first, second))
}

/// Whether SQL calls a function that registers or loads native code, or sets what all connections of the process share.
fn acts_on_process(action: i32, first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>) -> bool {
    const SQLITE_PRAGMA: i32 = 19;
    const SQLITE_FUNCTION: i32 = 31;
    let is_one = |name: Option<&Bound<'_, PyAny>>, names: &[&str]| {
        name.and_then(exact_text).is_some_and(|text| names.iter().any(|name| text.to_string_lossy().eq_ignore_ascii_case(name)))
    };
    match action {
        SQLITE_FUNCTION => is_one(second, &["fts3_tokenizer", "load_extension"]),
        SQLITE_PRAGMA => second.is_some() && is_one(first, SHARED_PRAGMAS),
        _ => false,
    }
}
