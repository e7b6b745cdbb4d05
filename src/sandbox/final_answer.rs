//! `final_answer`: calls the host's tool and ends the run with what it gives.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::cpython::attached::Attached;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::session::abort::{self, Abort};
use crate::session::current;
use crate::session::global_table::visit_value;

/// The object behind the name `final_answer` in the code.
#[pyclass(frozen, module = "builtins", name = "function")]
struct FinalAnswer {
    tool: Attached<Value>,
}

#[pymethods]
impl FinalAnswer {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(&self, py: Python<'_>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        let tool = self.tool.0.to_bound(py).map_err(|Exc| PyErr::fetch(py))?;
        let answer = Value::from_bound(tool.call(args, kwargs)?);
        let exc = current::with_current(|m| abort::start(m, Abort::FinalAnswer(answer)));
        let Exc = exc.unwrap_or_else(|| raise::<PyRuntimeError>("final_answer was called outside of a run"));
        Err(PyErr::fetch(py))
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        "final_answer"
    }

    fn __repr__(&self) -> &'static str {
        "<function final_answer>"
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit_value(&visit, &self.tool.0)
    }
}

/// The `final_answer` of a session whose host offers `tool`.
pub fn new(py: Python<'_>, tool: Value) -> R<Value> {
    Ok(Value::from_bound(Bound::new(py, FinalAnswer { tool: Attached(tool) })?.into_any()))
}
