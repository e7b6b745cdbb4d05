//! Triangulations of matplotlib: native code goes by their corners and neighbours without a look, in the arrays that Python code shows
//! and keeps. It gets copies, which are looked at, and what it shows are copies.

use std::sync::atomic::AtomicBool;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::session::scope::{sandboxed, HostScope};

/// Methods that show arrays of places.
const SHOWN: [&str; 2] = ["get_edges", "get_neighbors"];

/// Wraps the class and its methods, when the module is loaded.
///
/// # Errors
/// Those of a table of modules whose keys are no texts.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "matplotlib._tri", "Triangulation")? else { return Ok(()) };
    let class = module.getattr("Triangulation")?;
    for name in SHOWN {
        wrap_attribute(&class, name, |real| Shown { real }, &table::SHOWN_ARRAYS)?;
    }
    wrap_attribute(&module, "Triangulation", |real| Triangulation { real }, &table::SHOWN_ARRAYS)
}

/// The parts of a triangulation (x, y, triangles, mask, edges, neighbors): what makes an array of each, and of which numbers.
const KINDS: [(&str, &str); 6] =
    [("asarray", "f8"), ("asarray", "f8"), ("array", "i4"), ("asarray", "?"), ("array", "i4"), ("array", "i4")];

/// The class of triangulations in native code, as Python code calls it.
#[pyclass(frozen, module = "matplotlib._tri", name = "Triangulation")]
struct Triangulation {
    real: Py<PyAny>,
}

#[pymethods]
impl Triangulation {
    #[pyo3(signature = (*parts))]
    fn __call__<'py>(&self, parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let (py, real) = (parts.py(), self.real.bind(parts.py()));
        if !sandboxed() {
            return real.call1(parts);
        }
        let arrays = py.import(intern!(py, "numpy"))?;
        // (What objects of the code say of themselves they say as the code: before the look.)
        let array = |(place, part): (usize, Bound<'py, PyAny>)| match KINDS.get(place) {
            Some((function, kind)) => arrays.call_method1(*function, (part, *kind)),
            None => Ok(part),
        };
        let copies = PyTuple::new(py, parts.iter().enumerate().map(array).collect::<PyResult<Vec<_>>>()?)?;
        let _own = HostScope::enter();
        py.import(intern!(py, "fastexec.triangles"))?.call_method1(intern!(py, "of_matplotlib"), (real, parts, copies))
    }
}

/// A method of that class which shows an array.
#[pyclass(frozen, module = "matplotlib._tri", name = "method")]
struct Shown {
    real: Py<PyAny>,
}

#[pymethods]
impl Shown {
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

    #[pyo3(signature = (triangulation))]
    fn __call__<'py>(&self, triangulation: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let shown = self.real.bind(triangulation.py()).call1((triangulation,))?;
        match sandboxed() {
            true => shown.call_method0(intern!(shown.py(), "copy")),
            false => Ok(shown),
        }
    }
}
