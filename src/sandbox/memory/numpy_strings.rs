//! Strings of variable length of numpy: two of its loops do not look whether they got the memory that they asked for (as numpy
//! is up to 2.4), so it is asked for before. What they ask for afterwards they get (`budget::memory`).

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::budget::memory;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::session::scope::{sandboxed, HostScope};

const MODULE: &str = "numpy._core.strings";

/// Wraps the loops as numpy's own functions call them, once the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, MODULE, "replace")? else { return Ok(()) };
    wrap_attribute(&module, "_replace", |original| Asking { original, function: "replacement" }, &table::NUMPY_STRINGS)?;
    wrap_attribute(&module, "_expandtabs", |original| Asking { original, function: "without_tabs" }, &table::NUMPY_STRINGS)
}

// Such a loop, and the function of `fastexec.numpy_strings` that tells how many bytes it asks for.
#[pyclass(frozen, module = "numpy", name = "ufunc")]
struct Asking {
    original: Py<PyAny>,
    function: &'static str,
}

#[pymethods]
impl Asking {
    #[pyo3(signature = (*args, **named))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, named: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        // (Into an array that is there it writes without a copy.)
        if sandboxed() && named.is_none() {
            let bytes: f64 = {
                let _own = HostScope::enter();
                py.import("fastexec.numpy_strings")?.call_method1(self.function, args)?.extract()?
            };
            if !memory::is_there_room(bytes) {
                return Err(PyMemoryError::new_err("Failed to allocate string"));
            }
        }
        self.original.bind(py).call(args, named)
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}
