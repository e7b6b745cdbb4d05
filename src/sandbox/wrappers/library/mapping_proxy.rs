//! `types.MappingProxyType` of dicts. The interpreter's own shows namespaces of classes, and is no value for the code.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyTuple};

use crate::sandbox::signatures::{self, Signature};

const NEW: Signature<1> = Signature { module: "types", name: "MappingProxyType", parameters: ["mapping"], positional: 1 };

// A view of a dict that writes nothing.
#[pyclass(frozen, mapping, module = "types", name = "mappingproxy")]
pub struct MappingProxy {
    mapping: Py<PyDict>,
}

impl MappingProxy {
    fn call<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.mapping.bind(py).call_method0(name)
    }
}

/// What stands behind an operand.
fn behind<'py>(operand: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    match operand.cast::<MappingProxy>() {
        Ok(proxy) => proxy.get().mapping.bind(operand.py()).clone().into_any(),
        Err(_) => operand.clone(),
    }
}

#[pymethods]
impl MappingProxy {
    #[new]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<MappingProxy> {
        let [Some(mapping)] = NEW.bind(args, kwargs)? else { return Err(NEW.refuse(args, kwargs)) };
        match behind(&mapping).cast_into::<PyDict>() {
            Ok(mapping) => Ok(MappingProxy { mapping: mapping.unbind() }),
            Err(_) => Err(PyTypeError::new_err(format!("mappingproxy() argument must be a mapping, not {}", mapping.get_type().name()?))),
        }
    }
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.mapping.bind(key.py()).as_any().get_item(key)
    }
    fn __setitem__(&self, _key: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'mappingproxy' object does not support item assignment"))
    }
    fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'mappingproxy' object does not support item deletion"))
    }
    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.mapping.bind(key.py()).as_any().contains(key)
    }
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.mapping.bind(py).as_any().len()
    }
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.mapping.bind(py).as_any().try_iter()?.into_any())
    }
    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "__reversed__")
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("mappingproxy({})", self.mapping.bind(py).repr()?))
    }
    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.mapping.bind(py).str()?.into_any())
    }
    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, how: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        self.mapping.bind(other.py()).rich_compare(behind(other), how)
    }
    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.mapping.bind(other.py()).bitor(behind(other))
    }
    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        behind(other).bitor(self.mapping.bind(other.py()))
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn get<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        if !matches!(args.len(), 1..=2) || kwargs.is_some_and(|kwargs| !kwargs.is_empty()) {
            let real = NEW.real(py)?.call1((PyDict::new(py),))?.getattr(intern!(py, "get"))?;
            return Err(signatures::refuse(&real, 0, args, kwargs));
        }
        self.mapping.bind(py).getattr(intern!(py, "get"))?.call1(args)
    }
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "keys")
    }
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "values")
    }
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "items")
    }
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "copy")
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.mapping)
    }
}
