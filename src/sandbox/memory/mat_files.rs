//! MATLAB's files that the code gives (`scipy.io.loadmat`): scipy's compiled reader believes them, and the objects that they come
//! from. While code runs it reads through the streams of `fastexec/mat_files.py`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::session::scope::{sandboxed, HostScope};

const NAME: &str = "VarReader5";

/// Wraps what reads variables, when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "scipy.io.matlab._mio5", NAME)? else { return Ok(()) };
    wrap_attribute(&module, NAME, |original| VarReader { original }, &table::MAT_FILES)
}

// `scipy.io.matlab._mio5.VarReader5`
#[pyclass(frozen, module = "scipy.io.matlab._mio5_utils", name = "VarReader5")]
struct VarReader {
    original: Py<PyAny>,
}

#[pymethods]
impl VarReader {
    fn __call__<'py>(&self, preader: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = preader.py();
        let original = self.original.bind(py);
        if !sandboxed() {
            return original.call1((preader,));
        }
        let make = {
            // It may have to be imported.
            let _host = HostScope::enter();
            py.import("fastexec.mat_files")?.getattr("reader")?
        };
        make.call1((original, preader))
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}
