//! Memory of matplotlib's pictures, which native code takes from the system by itself, past what is counted: a figure of ten metres
//! has as many bytes as a machine. So the picture is estimated before it is made, and so are parts that are copied from one. What of
//! such a part lies outside of the picture is cleared: it would be what the memory held before. Images of PIL have points where its
//! code takes that for granted.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::budget::sizes;
use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::sandbox::memory::plain_numbers;
use crate::session::current::with_run;
use crate::session::scope::{sandboxed, HostScope};

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

/// Refuses a margin of which PIL goes beyond its integers, or by which it divides as by nothing: `MedianFilter(1)` has none.
///
/// # Errors
/// `ValueError`, as PIL says of those below nothing; `TypeError` for numbers that may be others when PIL asks again.
pub fn check_margin(margin: &Bound<'_, PyAny>) -> PyResult<()> {
    /// Its double is an integer of C.
    const MOST: i64 = 1 << 29;
    plain_numbers::check(margin, "a margin")?;
    match margin.extract::<i64>() {
        Ok(margin) if !(1..MOST).contains(&margin) => Err(PyValueError::new_err("bad kernel size")),
        _ => Ok(()),
    }
}

/// Whether PIL's image has points.
///
/// # Errors
/// `ValueError` where it has none.
pub fn has_points(image: &Bound<'_, PyAny>) -> PyResult<()> {
    let (width, height) = image.getattr(intern!(image.py(), "size"))?.extract::<(i64, i64)>()?;
    if width > 0 && height > 0 {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("an image of size {width} x {height} has no points to compute with: look at image.size before")))
}

/// Wraps what makes pictures, when the module is loaded.
///
/// # Errors
/// Those of a table of modules whose keys are no texts.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    match newly_loaded(py, &DONE, "matplotlib.backends.backend_agg", "_BackendAgg")? {
        Some(module) => {
            let class = module.getattr("_RendererAgg")?;
            wrap_attribute(&class, "copy_from_bbox", |real| Copier { real }, &table::SIZES)?;
            wrap_attribute(&module, "_RendererAgg", |real| Renderer { real }, &table::SIZES)
        }
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

/// The method `copy_from_bbox` of that class.
#[pyclass(frozen, module = "matplotlib.backends._backend_agg", name = "copy_from_bbox")]
struct Copier {
    real: Py<PyAny>,
}

#[pymethods]
impl Copier {
    fn __get__<'py>(
        method: &Bound<'py, Self>,
        object: Bound<'py, PyAny>,
        _class: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        api::bound_method(method.clone().into_any(), object)
    }

    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }

    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }

    #[pyo3(signature = (renderer, bbox))]
    fn __call__<'py>(&self, renderer: Bound<'py, PyAny>, bbox: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = bbox.py();
        if !sandboxed() || bbox.is_none() {
            return self.real.bind(py).call1((renderer, bbox));
        }
        // (It is asked once: an object of the code might tell another box the second time.)
        let corners = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "array"), (bbox, "f8"))?;
        if let Ok([left, bottom, right, top]) = corners.call_method0("ravel")?.call_method0("tolist")?.extract::<[f64; 4]>() {
            check(py, (side(left, right)?, side(bottom, top)?), POINT)?;
        }
        let region = self.real.bind(py).call1((&renderer, corners))?;
        let _host = HostScope::enter();
        py.import(intern!(py, "fastexec.pictures"))?.call_method1(intern!(py, "clear_outside"), (renderer, &region))?;
        Ok(region)
    }
}

/// From one side of a box to the other one, in points.
fn side(from: f64, to: f64) -> PyResult<i64> {
    const FURTHEST: f64 = 1e9;
    // (The sides lie at whole points, as a conversion of C has it.)
    match [from, to].iter().all(|end| end.abs() <= FURTHEST) && from.trunc() <= to.trunc() {
        true => Ok((to.trunc() - from.trunc()) as i64),
        false => Err(PyValueError::new_err("a box of a picture has finite sides, and the first corner is the one at the lower left")),
    }
}
