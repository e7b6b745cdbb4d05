//! Databases of `sqlite3`: what the code sets on a connection besides what is asked there for the sandbox
//! (`sandbox::databases`).

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::api::referents;
use crate::cpython::value::{raise, Exc, R};
use crate::sandbox::databases::{self, Progress, STEPS};
use crate::sandbox::value_filter::Called;
use crate::session::run_context::RunContext;
use crate::session::{current, refusals, scope};

/// Arguments of a method of a connection: those that come before its own, and how to find one.
struct Given<'a, 'py> {
    args: &'a Bound<'py, PyTuple>,
    kwargs: Option<&'a Bound<'py, PyDict>>,
    skip: usize,
}

impl<'py> Given<'_, 'py> {
    fn get(&self, place: usize, name: &str) -> R<Option<Bound<'py, PyAny>>> {
        match self.args.get_item(self.skip + place) {
            Ok(found) => Ok(Some(found)),
            Err(_) => Ok(self.kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(name))?),
        }
    }

    /// The connection: that of a bound method, or the first argument.
    fn connection(&self, method: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
        Ok(method.getattr("__self__").or_else(|_| self.args.get_item(0))?)
    }

    fn with(&self, own: Vec<Bound<'py, PyAny>>) -> R<Called<'py>> {
        let all = self.args.iter().take(self.skip).chain(own).collect::<Vec<_>>();
        Ok((PyTuple::new(self.args.py(), all)?, None))
    }
}

/// Arguments of `set_progress_handler` with a handler that looks at the limits before it asks the code's own.
pub fn with_limits<'py>(
    method: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    skip: usize,
) -> R<Called<'py>> {
    let py = args.py();
    let given = Given { args, kwargs, skip };
    let (Some(theirs), Some(steps)) = (given.get(0, "progress_handler")?, given.get(1, "n")?) else {
        return Ok((args.clone(), kwargs.cloned()));
    };
    let steps: i64 = steps.extract()?;
    let connection = given.connection(method)?;
    let own = databases::is_own(&connection);
    if !own && !holds::<Progress>(&connection) && databases::has_callbacks(&connection)?.0 {
        return Err(stays("progress handler"));
    }
    let (theirs, steps) = if theirs.is_none() || steps < 1 { (None, STEPS) } else { (Some(theirs.unbind()), steps.min(STEPS)) };
    let handler = if theirs.is_none() && !own {
        // (The host's connection gets ours while the code's SQL runs.)
        py.None().into_bound(py)
    } else {
        Bound::new(py, Progress::new(theirs, own))?.into_any()
    };
    given.with(vec![handler, PyInt::new(py, steps).into_any()])
}

/// Whether the connection calls one of ours that stands for a callback of the code.
fn holds<T: PyTypeInfo>(connection: &Bound<'_, PyAny>) -> bool {
    referents(connection).iter().any(|found| found.is_exact_instance_of::<T>())
}

#[cold]
fn stays(what: &str) -> Exc {
    let refused =
        |m: &RunContext| refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden to replace the {what} of a connection of the host"));
    current::with_current(refused).unwrap_or_else(|| raise::<PyRuntimeError>("this function only works while the code runs"))
}

/// Arguments of `setlimit`: texts become no longer than there is memory for, and the limits of a connection of the host stay.
pub fn with_room<'py>(
    m: &RunContext,
    method: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    skip: usize,
) -> R<Called<'py>> {
    let given = Given { args, kwargs, skip };
    if !databases::is_own(&given.connection(method)?) {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to change the limits of a connection of the host"));
    }
    let (Some(category), Some(limit)) = (given.get(0, "")?, given.get(1, "")?) else { return Ok((args.clone(), kwargs.cloned())) };
    let numbers = (category.cast_exact::<PyInt>().is_ok(), limit.extract::<i64>());
    match numbers {
        (true, Ok(limit)) if category.extract::<i64>().is_ok_and(|category| category == databases::LENGTH) => {
            given.with(vec![category, PyInt::new(args.py(), limit.min(databases::longest())).into_any()])
        }
        _ => Ok((args.clone(), kwargs.cloned())),
    }
}

/// Arguments of `set_trace_callback` with a callback that gives `sqlite3` no error: it would look into what belongs to the
/// callback, which is gone if that has taken itself out.
pub fn without_errors<'py>(
    method: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    skip: usize,
) -> R<Called<'py>> {
    let given = Given { args, kwargs, skip };
    let Some(theirs) = given.get(0, "trace_callback")? else { return Ok((args.clone(), kwargs.cloned())) };
    let connection = given.connection(method)?;
    let always = databases::is_own(&connection);
    if !always && !holds::<Trace>(&connection) && databases::has_callbacks(&connection)?.1 {
        return Err(stays("trace callback"));
    }
    if theirs.is_none() {
        return Ok((args.clone(), kwargs.cloned()));
    }
    given.with(vec![Bound::new(args.py(), Trace { theirs: theirs.unbind(), always })?.into_any()])
}

#[pyclass(frozen, module = "builtins", name = "function")]
struct Trace {
    theirs: Py<PyAny>,
    /// Whether the host's own SQL is shown, too: on a connection of the code.
    always: bool,
}

#[pymethods]
impl Trace {
    fn __call__(&self, py: Python<'_>, statement: Py<PyAny>) {
        if self.always || scope::sandboxed() {
            drop(self.theirs.call1(py, (statement,)));
        }
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}

/// What `deserialize` gives: it makes a connection one to a database in memory, and what the host writes on its own would be lost.
pub fn deserialized<'py>(
    m: &RunContext,
    method: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    call: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> R<Bound<'py, PyAny>> {
    let connection = Given { args, kwargs: None, skip: 0 }.connection(method)?;
    if !databases::is_own(&connection) {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to replace the database of a connection of the host"));
    }
    Ok(databases::unasked(&connection, call)?)
}
