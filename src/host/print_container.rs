//! `PrintContainer`: what the host finds in `state["_print_outputs"]`.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::front::messages::print_log::PrintLog;

/// The printed text of a call. While the call runs, each look shows what was printed so far.
#[pyclass(frozen, subclass, module = "fastexec", name = "PrintContainer")]
#[derive(Debug)]
pub struct PrintContainer {
    log: Arc<PrintLog>,
}

impl PrintContainer {
    pub fn of(log: Arc<PrintLog>) -> PrintContainer {
        PrintContainer { log }
    }
}

#[pymethods]
impl PrintContainer {
    #[new]
    fn new() -> PrintContainer {
        PrintContainer::of(Arc::new(PrintLog::new(None)))
    }

    /// The text. Assigning replaces it.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        decode(py, &self.log.text())
    }

    #[setter]
    fn set_value(&self, text: &Bound<'_, PyString>) -> PyResult<()> {
        self.log.replace(&encode(text)?);
        Ok(())
    }

    /// Adds text; gives the container back.
    fn append<'py>(slf: &Bound<'py, Self>, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, Self>> {
        slf.get().log.append(&encode(text)?);
        Ok(slf.clone())
    }

    fn __iadd__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.log.append(&encode(&other.str()?)?);
        Ok(())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.value(py)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        decode(py, &[b"PrintContainer(", self.log.text().as_slice(), b")"].concat())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.value(py)?.len()
    }
}

/// UTF-8 of a Python string, lone surrogates passed.
pub fn encode<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(plain) = text.to_str() {
        return Ok(Cow::Borrowed(plain.as_bytes()));
    }
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?;
    Ok(Cow::Owned(bytes.as_bytes().to_vec()))
}

/// The Python string of such bytes.
pub fn decode<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match std::str::from_utf8(bytes) {
        Ok(plain) => Ok(PyString::new(py, plain)),
        Err(_) => {
            let text = PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogatepass"))?;
            Ok(text.cast_into::<PyString>()?)
        }
    }
}
