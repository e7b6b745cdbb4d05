//! `argparse`: what parsers give for the arguments that are added to them.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

// What `add_argument` and `add_subparsers` give.
#[pyclass(frozen, module = "argparse", name = "Action")]
pub struct ParserAction {
    pub real: Py<PyAny>,
}

#[pymethods]
impl ParserAction {
    /// What it is told by, not what it does.
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        const TOLD: &[&str] = &[
            "add_parser",
            "choices",
            "const",
            "default",
            "deprecated",
            "dest",
            "help",
            "metavar",
            "nargs",
            "option_strings",
            "required",
            "type",
        ];
        let text = name.to_string_lossy();
        if TOLD.contains(&text.as_ref()) {
            return self.real.bind(name.py()).getattr(name);
        }
        Err(PyAttributeError::new_err(format!("'Action' object has no attribute '{text}'")))
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.real.bind(py).repr().map(|text| text.to_string())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
