//! `weakref.finalize`: what it calls when an object goes is called under the rules that hold then.
//!
//! The real one calls whatever it was given, from the collector, a tool or the process's end, where nothing of
//! the code may act but functions of its own (with their small budget).

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::type_access::Ty;
use crate::cpython::value::Value;
use crate::sandbox::type_info::info;
use crate::session::current::{self, with_run};
use crate::session::engine_types;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;

// Stands between `weakref.finalize` and the function of the code.
#[pyclass(frozen, module = "weakref", name = "function")]
pub struct Callback {
    function: Py<PyAny>,
    /// A function or method that the code wrote.
    own: bool,
}

impl Callback {
    pub fn around<'py>(function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Callback>> {
        let own = with_run(function.py(), |m| {
            let value = Value::from_bound(function.clone());
            Ok(engine_types::bound_method(&value).is_some() || info(&m.session.check, Ty::of_bound(function))?.kind == Kind::OwnFunction)
        })?;
        Bound::new(function.py(), Callback { function: function.clone().unbind(), own })
    }
}

#[pymethods]
impl Callback {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        if sandboxed() {
            return self.function.bind(py).call(args, kwargs);
        }
        if self.own {
            return current::as_finaliser(|| self.function.bind(py).call(args, kwargs));
        }
        Ok(py.None().into_bound(py))
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.function)
    }
}

// What `weakref.finalize(obj, func, *args, **kwargs)` gives.
#[pyclass(frozen, module = "weakref", name = "finalize")]
pub struct Finalize {
    real: Py<PyAny>,
    function: Py<PyAny>,
}

#[pymethods]
impl Finalize {
    #[new]
    #[pyo3(signature = (obj, func, /, *args, **kwargs))]
    fn new<'py>(
        obj: Bound<'py, PyAny>,
        func: Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Finalize> {
        let py = obj.py();
        let callback = Callback::around(&func)?;
        let all = [obj, callback.into_any()].into_iter().chain(args.iter());
        let real = py.import("weakref")?.getattr("finalize")?.call(PyTuple::new(py, all.collect::<Vec<_>>())?, kwargs)?;
        real.setattr("atexit", false)?;
        Ok(Finalize { real: real.unbind(), function: func.unbind() })
    }
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        _args: &Bound<'py, PyTuple>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(py).call0()
    }
    #[getter]
    fn alive<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(py).getattr("alive")
    }
    /// The end of the run, or of the process, is not the end of the code's program.
    #[getter]
    fn atexit(&self) -> bool {
        false
    }
    #[setter]
    fn set_atexit(&self, _value: &Bound<'_, PyAny>) {}
    fn detach<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told(self.real.bind(py).call_method0("detach")?)
    }
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told(self.real.bind(py).call_method0("peek")?)
    }
    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.real.bind(py).repr()
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        visit.call(&self.function)
    }
}

impl Finalize {
    /// `(obj, func, args, kwargs)` with the function as it was given.
    fn told<'py>(&self, real: Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if real.is_none() {
            return Ok(None);
        }
        let py = real.py();
        let function = self.function.bind(py).clone();
        Ok(Some(PyTuple::new(py, [real.get_item(0)?, function, real.get_item(2)?, real.get_item(3)?])?.into_any()))
    }
}
