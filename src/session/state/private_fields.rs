//! Private fields of the code's own dataclasses, and private names that serializers of its classes read.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub struct PrivateFields {
    /// The fields by address; they live as long as the session.
    fields: RefCell<FxHashMap<usize, Py<PyAny>>>,
    pub read: RefCell<FxHashSet<String>>,
}

impl PrivateFields {
    pub fn keep(&self, field: &Bound<'_, PyAny>) {
        let before = self.fields.borrow_mut().insert(field.as_ptr() as usize, field.clone().unbind());
        drop(before);
    }

    pub fn contains(&self, field: &Bound<'_, PyAny>) -> bool {
        self.fields.borrow().contains_key(&(field.as_ptr() as usize))
    }

    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.fields.try_borrow() {
            Ok(fields) => fields.values().try_for_each(|field| visit.call(field)),
            Err(_) => Ok(()),
        }
    }

    pub fn clear(&self) {
        drop(self.fields.take());
    }
}
