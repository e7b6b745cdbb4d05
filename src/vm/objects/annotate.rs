//! Annotations that are evaluated when somebody asks (CPython 3.14: PEP 649 and PEP 749).

use pyo3::exceptions::{PyNameError, PyNotImplementedError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::cpython::value::{Exc, Value, R};
use crate::session::engine_types::ANNOTATE_TYPE;
use crate::session::scope::HostScope;
use crate::vm::machine::{linked_code, Machine};

/// `__annotate__` of a function, `__annotate_func__` of a class.
#[pyclass(frozen, module = "builtins", name = "function")]
struct Annotate {
    entries: Vec<Entry>,
}

struct Entry {
    name: Py<PyAny>,
    /// A function without parameters that gives the value.
    thunk: Py<PyAny>,
    source: Py<PyString>,
}

/// Formats of `annotationlib.Format`.
const VALUE: i64 = 1;
const FORWARDREF: i64 = 3;
const STRING: i64 = 4;

#[pymethods]
impl Annotate {
    fn __call__<'py>(&self, py: Python<'py>, format: i64) -> PyResult<Bound<'py, PyDict>> {
        if !matches!(format, VALUE | FORWARDREF | STRING) {
            return Err(PyNotImplementedError::new_err(()));
        }
        let dict = PyDict::new(py);
        for entry in &self.entries {
            dict.set_item(&entry.name, entry.annotation(py, format)?)?;
        }
        Ok(dict)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        self.entries.iter().try_for_each(|entry| visit.call(&entry.thunk))
    }
}

impl Entry {
    fn annotation<'py>(&self, py: Python<'py>, format: i64) -> PyResult<Bound<'py, PyAny>> {
        if format == STRING {
            return self.text(py);
        }
        match self.thunk.bind(py).call0() {
            Err(error) if format == FORWARDREF && error.is_instance_of::<PyNameError>(py) => {
                py.import("annotationlib")?.getattr("ForwardRef")?.call1((self.text(py)?,))
            }
            other => other,
        }
    }

    /// The source as the interpreter writes it; of a text the text.
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let written = linked_code::annotation(py, &self.source.bind(py).to_string_lossy()).map_err(|Exc| PyErr::fetch(py))?;
        if !written.to_string().starts_with(['\'', '"']) {
            return Ok(written);
        }
        // Its own compiler reads it, and runs nothing.
        let _host = HostScope::enter();
        Ok(py.import("ast")?.call_method1("literal_eval", (&written,)).unwrap_or(written))
    }
}

/// From a list of name, function and source of each.
pub fn new(m: &Machine, list: &Value) -> R<Value> {
    let py = m.py();
    let list = list.to_bound(py)?.cast_into::<PyList>().map_err(PyErr::from)?;
    let mut entries: Vec<Entry> = Vec::with_capacity(list.len() / 3);
    let mut items = list.iter();
    while let (Some(name), Some(thunk), Some(source)) = (items.next(), items.next(), items.next()) {
        let source = source.cast_into::<PyString>().map_err(PyErr::from)?.unbind();
        // A statement of a class body that ran again, in a loop.
        if entries.iter().any(|entry| entry.name.is(&name) && entry.source.is(&source)) {
            continue;
        }
        entries.push(Entry { name: name.unbind(), thunk: thunk.unbind(), source });
    }
    Ok(Value::from_bound(Bound::new(py, Annotate { entries })?.into_any()))
}

/// The annotations as values.
pub fn values<'py>(annotate: &Bound<'py, PyAny>) -> R<Bound<'py, PyDict>> {
    Ok(annotate.call1((VALUE,))?.cast_into::<PyDict>().map_err(PyErr::from)?)
}

/// Says which type these are of; once, when the extension is loaded.
pub fn init(py: Python<'_>) {
    ANNOTATE_TYPE.fill(py.get_type::<Annotate>().as_type_ptr());
}
