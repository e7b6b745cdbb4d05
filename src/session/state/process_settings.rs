//! Settings of the process that a session touched.

use std::cell::RefCell;

use pyo3::prelude::*;

/// The settings that a session touched; nothing until it does.
#[derive(Default)]
pub struct Settings {
    pub own: RefCell<Option<Py<PyAny>>>,
}
