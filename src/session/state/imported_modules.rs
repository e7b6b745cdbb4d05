//! Modules that the code imported before.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods, PyString};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashMap;

use crate::cpython::value::Value;
use crate::session::global_table::visit_value;

/// What the code got for each name, valid while `sys.modules` holds the same module.
#[derive(Default)]
pub struct Imported(RefCell<FxHashMap<String, Module>>);

struct Module {
    name: Py<PyString>,
    found: Py<PyAny>,
    given: Value,
}

impl Imported {
    pub fn find(&self, modules: &Bound<'_, PyDict>, name: &str) -> Option<Value> {
        let all = self.0.borrow();
        let module = all.get(name)?;
        let held = modules.get_item(module.name.bind(modules.py())).ok()??;
        held.is(&module.found).then(|| module.given.clone())
    }
    pub fn keep(&self, name: &str, found: Bound<'_, PyAny>, given: &Value) {
        let text = PyString::intern(found.py(), name).unbind();
        let module = Module { name: text, found: found.unbind(), given: given.clone() };
        let before = self.0.borrow_mut().insert(name.to_owned(), module);
        drop(before);
    }
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(all) = self.0.try_borrow() else { return Ok(()) };
        for module in all.values() {
            visit.call(&module.found)?;
            visit_value(visit, &module.given)?;
        }
        Ok(())
    }
    pub fn clear(&self) {
        drop(self.0.take());
    }
}
