//! Data of time zones that the code gives (`ZoneInfo.from_file`): the C code looks for the kind of a time one place behind the
//! last one, too. So the numbers of kinds are looked at before.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::session::scope::sandboxed;

const NAME: &str = "load_data";

/// Wraps what reads the data, when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "zoneinfo._common", NAME)? else { return Ok(()) };
    wrap_attribute(&module, NAME, |original| LoadData { original }, &table::ZONE_DATA)
}

// `zoneinfo._common.load_data`
#[pyclass(frozen, module = "zoneinfo._common", name = "function")]
struct LoadData {
    original: Py<PyAny>,
}

#[pymethods]
impl LoadData {
    fn __call__<'py>(&self, fobj: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let data = self.original.bind(fobj.py()).call1((fobj,))?;
        if sandboxed() {
            check(&data)?;
        }
        Ok(data)
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}

/// The data: for each time the number of its kind, the times, and for each kind its offset, and more.
fn check(data: &Bound<'_, PyAny>) -> PyResult<()> {
    let data = data.cast::<PyTuple>()?;
    let kinds = data.get_item(2)?.len()?;
    for number in data.get_item(0)?.try_iter()? {
        let number = number?.extract::<usize>()?;
        if number >= kinds {
            return Err(PyValueError::new_err(format!("Invalid transition index found while reading TZif: {number}")));
        }
    }
    Ok(())
}
