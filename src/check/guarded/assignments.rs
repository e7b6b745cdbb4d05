//! Assignments to what nobody else has (`df["a"][0] = 1`): pandas reads the instruction of its caller, and the code has
//! none of the interpreter's.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::check::hooks::wrap_attribute;
use crate::check::scope::{sandboxed, with_machine};
use crate::lower::program::Instr;
use crate::run::call_stack;

/// Wraps the function of pandas that looks whether its caller assigns, where it has one, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.load(Ordering::Relaxed) {
        return Ok(());
    }
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?.cast_into::<PyDict>()?;
    // pandas itself comes last.
    let Some(module) = modules.get_item(intern!(py, "pandas.core.common"))? else { return Ok(()) };
    if modules.get_item(intern!(py, "pandas.testing"))?.is_none() {
        return Ok(());
    }
    DONE.store(true, Ordering::Relaxed);
    let name = "is_setitem_syntax_in_caller_frame";
    let Ok(original) = module.getattr(name) else { return Ok(()) };
    wrap_attribute(&module, name, original, |original| Caller { original }, "sees assignments of the code as such")
}

/// `pandas.core.common.is_setitem_syntax_in_caller_frame`
#[pyclass(frozen, module = "pandas.core.common", name = "function")]
struct Caller {
    original: Py<PyAny>,
}

#[pymethods]
impl Caller {
    fn __call__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let assigns = |instruction| matches!(instruction, Instr::SetItem { .. } | Instr::SetSlice { .. });
        if sandboxed() && with_machine(py, |m| Ok(call_stack::calling(m).is_some_and(assigns)))? {
            return Ok(pyo3::types::PyBool::new(py, true).to_owned().into_any());
        }
        self.original.bind(py).call0()
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}
