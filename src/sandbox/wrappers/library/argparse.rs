//! `argparse`: what the code sees of the arguments of parsers.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cpython::api;

// What `add_argument` and `add_subparsers` give, and what formatters and parsers of the code are called with.
#[pyclass(frozen, module = "argparse", name = "Action")]
pub struct ParserAction {
    pub real: Py<PyAny>,
}

/// What is told of an action.
const TOLD: &[&str] = &[
    "add_parser",
    "choices",
    "const",
    "default",
    "deprecated",
    "dest",
    "format_usage",
    "help",
    "metavar",
    "nargs",
    "option_strings",
    "required",
    "type",
];

/// What help is made of, which changes nothing that a parser writes, or where it does.
const SETTABLE: &[&str] = &["choices", "default", "help", "metavar", "required"];

pub fn is_settable(name: &str) -> bool {
    SETTABLE.contains(&name)
}

/// What stands for an action of `argparse` itself; `None` for all else.
pub fn instead_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let loaded = api::loaded_modules(object.py()).map(|modules| modules.get_item("argparse")).transpose()?.flatten();
    let Some(action) = loaded.and_then(|module| module.getattr("Action").ok()) else { return Ok(None) };
    if !object.is_instance(&action)? {
        return Ok(None);
    }
    Ok(Some(Bound::new(object.py(), ParserAction { real: object.clone().unbind() })?.into_any()))
}

#[pymethods]
impl ParserAction {
    /// What it is told by, not what it does.
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let text = name.to_string_lossy();
        // (Formatters ask for the commands that it has; the code cannot, by a private name.)
        if TOLD.contains(&text.as_ref()) || text == "_get_subactions" {
            return self.real.bind(name.py()).getattr(name);
        }
        Err(PyAttributeError::new_err(format!("'Action' object has no attribute '{text}'")))
    }
    fn __setattr__(&self, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = name.to_string_lossy();
        if is_settable(&text) {
            return self.real.bind(name.py()).setattr(name, value);
        }
        Err(PyAttributeError::new_err(format!("'Action' object has no attribute '{text}'")))
    }
    /// What texts of help may name.
    #[getter]
    fn __dict__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shown = PyDict::new(py);
        let held = self.real.bind(py).getattr("__dict__")?;
        for name in TOLD.iter().filter(|name| held.contains(name).unwrap_or(false)) {
            shown.set_item(name, held.get_item(name)?)?;
        }
        Ok(shown)
    }
    // Each time that an action is shown, another object stands for it.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<Self>() {
            Ok(other) => other.get().real.is(&self.real),
            Err(_) => other.is(&self.real),
        }
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.real.bind(py).hash()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.real.bind(py).repr().map(|text| text.to_string())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
