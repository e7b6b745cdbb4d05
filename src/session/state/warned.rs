//! What was warned of.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};

/// What was warned of in the code of a session (`__warningregistry__`).
#[derive(Default)]
pub struct Warned(pub RefCell<Option<Py<PyDict>>>);

impl Warned {
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_borrow() {
            Ok(registry) => visit.call(&*registry),
            Err(_) => Ok(()),
        }
    }
    pub fn clear(&self) {
        drop(self.0.take());
    }
    pub fn registry<'py>(&self, py: Python<'py>) -> Bound<'py, PyDict> {
        self.0.borrow_mut().get_or_insert_with(|| PyDict::new(py).unbind()).bind(py).clone()
    }
}
