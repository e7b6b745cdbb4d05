//! Methods of exceptions that come out guarded: `with_traceback`, and `split` and `subgroup` of groups.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::api::exception_groups;
use crate::cpython::value::{raise, Value, R};
use crate::sandbox::attributes::Place;
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::engine_types;
use crate::session::run_context::RunContext;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Split,
    Subgroup,
    WithTraceback,
}

// A bound method of an exception.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct Method {
    real: Py<PyAny>,
    exception: Py<PyAny>,
    name: Name,
}

/// The guarded method that the door gives; one that the code wrote stays as it is.
pub fn method(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    let real = (at.fetch)()?;
    if crate::cpython::type_access::builtin_function(&real).is_none() {
        return value_filter::admit(m, Value::from_bound(real));
    }
    let name = match at.name.to_string_lossy().as_ref() {
        "split" => Name::Split,
        "subgroup" => Name::Subgroup,
        _ => Name::WithTraceback,
    };
    let guard = Method { real: real.unbind(), exception: at.object.clone().unbind(), name };
    Ok(Value::from_bound(Bound::new(m.py(), guard)?.into_any()))
}

#[pymethods]
impl Method {
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| self.call(m, args)?.to_bound(py))
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        visit.call(&self.exception)
    }
}

impl Method {
    fn call(&self, m: &RunContext, args: &Bound<'_, PyTuple>) -> R<Value> {
        let py = m.py();
        let sole = if args.len() == 1 { Some(args.get_item(0)?) } else { None };
        match (self.name, sole) {
            // Code holds no traceback that it could give.
            (Name::WithTraceback, Some(traceback)) if !traceback.is_none() => {
                return Err(raise::<PyTypeError>("__traceback__ must be a traceback or None"));
            }
            // CPython 3.11 takes no callable but its own functions here.
            (Name::Split | Name::Subgroup, Some(predicate)) if engine_types::is_function(&Value::from_bound(predicate.clone())) => {
                let exception = self.exception.bind(py);
                return match self.name {
                    Name::Split => exception_groups::split_by(exception, &predicate),
                    _ => exception_groups::subgroup_by(exception, &predicate),
                };
            }
            _ => {}
        }
        value_filter::admit(m, Value::from_bound(self.real.bind(py).call1(args.clone())?))
    }
}
