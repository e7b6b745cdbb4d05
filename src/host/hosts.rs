//! What the host gives to one call.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// What the host gives to one call.
pub struct Hosts<'a, 'py> {
    /// Has the attributes `state` and `custom_tools`, two dicts: what counts who holds them must not hold them itself.
    pub variables: &'a Bound<'py, PyAny>,
    pub tools: &'a Bound<'py, PyDict>,
}

impl<'py> Hosts<'_, 'py> {
    fn dict(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyDict>> {
        Ok(self.variables.getattr(name)?.cast_into::<PyDict>()?)
    }
    pub fn state(&self) -> PyResult<Bound<'py, PyDict>> {
        self.dict(intern!(self.variables.py(), "state"))
    }
    pub fn custom(&self) -> PyResult<Bound<'py, PyDict>> {
        self.dict(intern!(self.variables.py(), "custom_tools"))
    }
}
