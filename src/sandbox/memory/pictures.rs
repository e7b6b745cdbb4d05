//! Memory of matplotlib's pictures, which native code takes from the system by itself, past what is counted: a figure of ten metres
//! has as many bytes as a machine. So the picture is estimated before it is made.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use crate::budget::sizes;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::session::current::with_run;
use crate::session::scope::sandboxed;

/// Bytes of a point: red, green, blue and how much is seen.
pub const POINT: u64 = 4;

/// Refuses a picture that is larger than what the run may take.
///
/// # Errors
/// `MemoryError`.
pub fn check(py: Python<'_>, (width, height): (i64, i64), point: u64) -> PyResult<()> {
    let (width, height) = (u64::try_from(width).unwrap_or(0), u64::try_from(height).unwrap_or(0));
    with_run(py, |m| sizes::items(m, width.saturating_mul(height), point))
}

/// Wraps what makes pictures, when the module is loaded.
///
/// # Errors
/// Those of a table of modules whose keys are no texts.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    match newly_loaded(py, &DONE, "matplotlib.backends.backend_agg", "_BackendAgg")? {
        Some(module) => wrap_attribute(&module, "_RendererAgg", |real| Renderer { real }, &table::SIZES),
        None => Ok(()),
    }
}

// The class of matplotlib's renderers in native code, as its module calls it.
#[pyclass(frozen, module = "matplotlib.backends._backend_agg", name = "RendererAgg")]
struct Renderer {
    real: Py<PyAny>,
}

#[pymethods]
impl Renderer {
    #[pyo3(signature = (width, height, dpi))]
    fn __call__<'py>(&self, width: i64, height: i64, dpi: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = dpi.py();
        if sandboxed() {
            check(py, (width, height), POINT)?;
        }
        self.real.bind(py).call1((width, height, dpi))
    }
}
