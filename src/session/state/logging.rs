//! The session's own module `logging`.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyModule, PyType};
use pyo3::{PyTraverseError, PyVisit};

/// The module, once the code imported it.
#[derive(Default)]
pub struct Logs(pub RefCell<Option<Py<PyModule>>>);

impl Logs {
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_borrow() {
            Ok(module) => visit.call(&*module),
            Err(_) => Ok(()),
        }
    }
    pub fn clear(&self) {
        drop(self.0.take());
    }
    /// Whether it is the session's own module.
    pub fn is_module(&self, module: &Bound<'_, PyAny>) -> bool {
        self.0.borrow().as_ref().is_some_and(|own| own.is(module))
    }
    /// Whether it is a class of the session's own module.
    pub fn has_class(&self, class: &Bound<'_, PyType>, name: &str) -> bool {
        let own = self.0.borrow().as_ref().map(|own| own.clone_ref(class.py()));
        own.is_some_and(|own| matches!(own.bind(class.py()).dict().get_item(name), Ok(Some(found)) if found.is(class)))
    }
}
