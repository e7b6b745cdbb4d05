//! Assignments to what nobody else has (`df["a"][0] = 1`): pandas reads the instruction of its caller, and the code has
//! none of the interpreter's.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::front::bytecode::instr::Instr;
use crate::session::engine_calls;
use crate::session::scope::sandboxed;

/// Of pandas 3.1 and later.
const NAME: &str = "is_setitem_syntax_in_caller_frame";

/// Wraps the function of pandas that looks whether its caller assigns, where it has one, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    // A class of every version that is there when the function is.
    if newly_loaded(py, &DONE, "pandas.core.generic", "NDFrame")?.is_none() {
        return Ok(());
    }
    let module = api::module(py, "pandas.core.common")?;
    if !module.hasattr(NAME)? {
        return Ok(());
    }
    wrap_attribute(&module, NAME, |original| Caller { original }, &table::ASSIGNMENTS)
}

// `pandas.core.common.is_setitem_syntax_in_caller_frame`
#[pyclass(frozen, module = "pandas.core.common", name = "function")]
struct Caller {
    original: Py<PyAny>,
}

#[pymethods]
impl Caller {
    fn __call__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let assigns = |instruction| matches!(instruction, Instr::SetItem { .. } | Instr::SetSlice { .. });
        if sandboxed() && (engine_calls::table().calling)().is_some_and(assigns) {
            return Ok(PyBool::new(py, true).to_owned().into_any());
        }
        self.original.bind(py).call0()
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}
