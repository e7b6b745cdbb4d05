//! Refusals: the error classes, their texts, and the record that is kept of each.

use std::cell::Cell;

use pyo3::exceptions::{PyAttributeError, PyImportError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::cpython::value::Exc;
use crate::front::policy::OnRefusal;
use crate::session::abort::{self, Abort};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// Which of Python's own errors a refusal is, besides `InterpreterError`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Import,
    Attribute,
}

struct Types {
    plain: Py<PyType>,
    import: Py<PyType>,
    attribute: Py<PyType>,
}

static TYPES: Once<Types> = Once::new();

/// `InterpreterError`, the base of every refusal.
pub fn interpreter_error(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    Ok(types(py)?.plain.bind(py).clone())
}

/// The error type for refusals of `kind`; all are called `InterpreterError`.
pub fn error_type(py: Python<'_>, kind: Kind) -> PyResult<Bound<'_, PyType>> {
    let t = types(py)?;
    let chosen = match kind {
        Kind::Plain => &t.plain,
        Kind::Import => &t.import,
        Kind::Attribute => &t.attribute,
    };
    Ok(chosen.bind(py).clone())
}

fn types(py: Python<'_>) -> PyResult<&Types> {
    TYPES.get_or_make(py, || {
        let value_error = py.get_type::<PyValueError>();
        let plain = make(py, &[&value_error])?;
        Ok(Types {
            import: make(py, &[&plain, &py.get_type::<PyImportError>()])?.unbind(),
            attribute: make(py, &[&plain, &py.get_type::<PyAttributeError>()])?.unbind(),
            plain: plain.unbind(),
        })
    })
}

fn make<'py>(py: Python<'py>, bases: &[&Bound<'py, PyType>]) -> PyResult<Bound<'py, PyType>> {
    let namespace = PyDict::new(py);
    namespace.set_item("__module__", "fastexec")?;
    namespace.set_item("__doc__", "The code could not be run, or was refused.")?;
    let made = py.get_type::<PyType>().call1(("InterpreterError", PyTuple::new(py, bases)?, namespace))?;
    Ok(made.cast_into::<PyType>()?)
}

/// While `quiet`, refusals are not recorded and abort nothing: `hasattr` asks, it does not try.
#[derive(Default)]
pub struct Quiet(Cell<bool>);

impl Quiet {
    pub fn pause(&self) -> bool {
        self.0.replace(true)
    }
    pub fn resume(&self, before: bool) {
        self.0.set(before);
    }
}

/// Whether the error is a refusal of ours.
pub fn is_refusal(py: Python<'_>, error: &PyErr) -> bool {
    interpreter_error(py).is_ok_and(|t| error.is_instance(py, &t))
}

/// The refusal of a name in `from module import name`: code that can do without asks with `except ImportError`.
pub fn of_import(py: Python<'_>, refusal: PyErr) -> PyErr {
    match error_type(py, Kind::Import) {
        Ok(class) => PyErr::from_type(class, (refusal.value(py).to_string(),)),
        Err(error) => error,
    }
}

/// Raises a refusal with this text and records it.
#[cold]
#[inline(never)]
pub fn raise(m: &RunContext, kind: Kind, text: &str) -> Exc {
    let py = m.py();
    let quiet = m.session.check.refusals.0.get();
    if !quiet {
        {
            // The host's log handlers are host code.
            let _host = HostScope::enter();
            log::debug!("refused: {text}");
        }
        m.session.record_refusal(text);
    }
    let error = match error_type(py, kind) {
        Ok(class) => PyErr::from_type(class, (text.to_owned(),)),
        Err(error) => error,
    };
    if m.session.policy.borrow().on_refusal == OnRefusal::Abort && !quiet {
        return abort::start(m, Abort::Refusal(error));
    }
    error.into()
}

#[cold]
pub fn forbidden_module(m: &RunContext, name: &str) -> Exc {
    raise(m, Kind::Plain, &format!("Forbidden access to module: {name}"))
}

/// A variable may not have the name of a tool.
#[cold]
pub fn tool_name(m: &RunContext, name: &str) -> Exc {
    raise(m, Kind::Plain, &format!("Cannot assign to name '{name}': doing this would erase the existing tool!"))
}

#[cold]
pub fn forbidden_function(m: &RunContext, name: &str) -> Exc {
    raise(m, Kind::Plain, &format!("Forbidden access to function: {name}"))
}

#[cold]
pub fn forbidden_value(m: &RunContext, object: &Bound<'_, PyAny>) -> Exc {
    let class = object.get_type();
    let name = known(m.py()).and_then(|k| k.qualname(&class)).unwrap_or_default();
    raise(m, Kind::Plain, &format!("Forbidden access to object of type: {name}"))
}
