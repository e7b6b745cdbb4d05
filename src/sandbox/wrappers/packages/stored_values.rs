//! `to_pickle` and `read_pickle` of pandas, `dump` and `load` of joblib: done by functions of our own (`fastexec.pandas_pickles`,
//! `fastexec.joblib_pickles`) with the pickles of the session.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::cpython::api;
use crate::cpython::value::{Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::wrappers::library::pickles;
use crate::sandbox::wrappers::looks::{Look, SOURCES};
use crate::sandbox::wrappers::members;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

const FILES: &[&str] = &["filepath_or_buffer", "filename", "path"];

/// What stands for the function of a package.
pub fn member(m: &RunContext, module: &str, name: &str) -> R<Option<Value>> {
    if defence_layers::off(Net::Members) {
        return Ok(None);
    }
    let (home, look, skip) = match (module, name) {
        ("pandas" | "pandas.io.api" | "pandas.io.pickle", "to_pickle") => ("fastexec.pandas_pickles", Look::Write(FILES), 1),
        ("pandas" | "pandas.io.api" | "pandas.io.pickle", "read_pickle") => ("fastexec.pandas_pickles", Look::Read(SOURCES), 0),
        ("joblib" | "joblib.numpy_pickle", "dump") => ("fastexec.joblib_pickles", Look::Write(FILES), 1),
        ("joblib" | "joblib.numpy_pickle", "load") => ("fastexec.joblib_pickles", Look::Read(FILES), 0),
        _ => return Ok(None),
    };
    let real = m.py().import(module)?.getattr(name)?;
    members::guard(m.py(), instead(home, name, &real, None)?, look, skip).map(Some)
}

/// `to_pickle` of an object of pandas, or of its class (without `subject`).
pub fn method<'py>(real: &Bound<'py, PyAny>, subject: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    instead("fastexec.pandas_pickles", "method", real, subject)
}

/// The function of ours, which looks like the real one.
fn instead<'py>(home: &str, name: &str, real: &Bound<'py, PyAny>, subject: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = real.py();
    let _host = HostScope::enter();
    let function = py.import(home)?.getattr(name)?;
    let first = [function, Bound::new(py, Pickles)?.into_any()].into_iter().chain(subject.cloned());
    let made = api::module(py, "functools")?.getattr("partial")?.call1(PyTuple::new(py, first.collect::<Vec<_>>())?)?;
    for shown in ["__name__", "__doc__"] {
        made.setattr(shown, real.getattr(shown)?)?;
    }
    made.setattr("__signature__", api::module(py, "inspect")?.getattr("signature")?.call1((real,))?)?;
    Ok(made)
}

// The pickles of the session whose code is at work.
#[pyclass(frozen, module = "fastexec")]
struct Pickles;

#[pymethods]
impl Pickles {
    fn dumps<'py>(&self, obj: &Bound<'py, PyAny>, protocol: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        pickles::dumps(&PyTuple::new(obj.py(), [obj, &protocol])?, None)
    }
    fn loads<'py>(&self, data: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyAny>> {
        pickles::loads(&PyTuple::new(data.py(), [data])?, None::<&Bound<'py, PyDict>>)
    }
}
