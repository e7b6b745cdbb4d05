//! The builtins that sandboxed code sees.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Name → object for every builtin of the sandbox.
pub fn table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    Ok(py.import("builtins")?.dict())
}
