//! What a thread of the code calls: with the session around it, as the code's own functions have it.

use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::attached::Attached;
use crate::cpython::value::{Exc, Value, R};
use crate::sandbox::threads;
use crate::session::engine_types;
use crate::session::run_context::RunContext;
use crate::session::{engine_calls, Session};

// A callable that is no function of the code, and the session for which it is called.
#[pyclass(frozen, module = "builtins", name = "function")]
pub struct Carried {
    real: Py<PyAny>,
    session: Attached<Rc<Session>>,
    owner: Attached<Value>,
}

/// `callable` as a thread may call it: guarded functions need a session.
pub fn carried<'py>(m: &RunContext, callable: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    if engine_types::is_function(&Value::from_bound(callable.clone())) || !callable.is_callable() {
        return Ok(callable);
    }
    let py = callable.py();
    let carried = Carried { real: callable.unbind(), session: Attached(m.session.clone()), owner: Attached(m.owner.clone()) };
    Ok(Bound::new(py, carried)?.into_any())
}

#[pymethods]
impl Carried {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let call = |_: &RunContext| Ok(self.real.bind(py).call(args, kwargs)?);
        let result = engine_calls::run_in_session(&self.session.0, &self.owner.0, call).map_err(|Exc| PyErr::fetch(py));
        match result {
            Err(_) if threads::ends_unseen(py) => Ok(py.None().into_bound(py)),
            result => result,
        }
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        crate::session::global_table::visit_value(&visit, &self.owner.0)
    }
}
