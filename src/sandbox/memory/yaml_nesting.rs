//! Texts of YAML whose nodes are nested deeper than PyYAML's compiled parser can bear: it reads them on the native stack, and asks
//! nobody. So the stack is looked at in what it calls before each node.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::wrap_pyfunction;

use crate::budget::native_stack;
use crate::cpython::hooks::{exchange_attribute, newly_loaded, table};
use crate::cpython::value::Exc;

/// Wraps the method, when its module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "yaml.resolver", "Resolver")? else { return Ok(()) };
    let make = |py: Python<'_>, original: Option<Bound<'_, PyAny>>| {
        let looking = py.import("fastexec.yaml_nodes")?.getattr("guarded")?;
        Ok(looking.call1((original, wrap_pyfunction!(look_at_stack, py)?))?.unbind())
    };
    exchange_attribute(&module.getattr("BaseResolver")?, "descend_resolver", make, &table::YAML_NODES)
}

/// Raises `RecursionError` when the native stack is nearly used up.
#[pyfunction]
fn look_at_stack(py: Python<'_>) -> PyResult<()> {
    native_stack::check().map_err(|Exc| PyErr::fetch(py))
}
