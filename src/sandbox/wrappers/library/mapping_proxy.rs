//! `types.MappingProxyType` of dicts and mappings. The interpreter's own shows namespaces of classes, and is no value for the code.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::heap_type::drop_module_from_messages;
use crate::cpython::once::Once;
use crate::cpython::value::Value;
use crate::sandbox::attributes;
use crate::sandbox::signatures::{self, Signature};
use crate::session::current::with_run;
use crate::session::scope::HostScope;

const NEW: Signature<1> = Signature { module: "types", name: "MappingProxyType", parameters: ["mapping"], positional: 1 };

// A view of a mapping that writes nothing.
#[pyclass(frozen, mapping, module = "builtins", name = "mappingproxy")]
pub struct MappingProxy {
    mapping: Py<PyAny>,
}

/// A view of a dict that nothing else holds.
pub fn of(held: Bound<'_, PyDict>) -> PyResult<Bound<'_, PyAny>> {
    of_mapping(held.into_any())
}

/// A view of a mapping.
pub fn of_mapping(held: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = held.py();
    class(py)?;
    Ok(Bound::new(py, MappingProxy { mapping: held.unbind() })?.into_any())
}

/// `pprint` looks in a table of its own for how to write objects with this `__repr__`: there it has what it has for the interpreter's views.
pub fn let_pprint_know(py: Python<'_>) -> PyResult<()> {
    static KNOWN: Once<()> = Once::new();
    KNOWN
        .get_or_make(py, || {
            let _host = HostScope::enter();
            let name = intern!(py, "__repr__");
            let table = py.import("pprint")?.getattr("PrettyPrinter")?.getattr("_dispatch")?.cast_into::<PyDict>()?;
            match table.get_item(api::module(py, "types")?.getattr(NEW.name)?.getattr(name)?)? {
                Some(writer) => table.set_item(class(py)?.getattr(name)?, writer),
                None => Ok(()),
            }
        })
        .map(drop)
}

/// The class, which is one of mappings to whoever asks.
pub fn class(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static REGISTERED: Once<()> = Once::new();
    let class = py.get_type::<MappingProxy>();
    REGISTERED.get_or_make(py, || {
        drop_module_from_messages(&class);
        py.import("collections.abc")?.getattr("Mapping")?.call_method1("register", (&class,)).map(drop)
    })?;
    Ok(class)
}

impl MappingProxy {
    /// A method of the mapping; other objects than dicts tell theirs by the rules of the code.
    fn method<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (mapping, name) = (self.mapping.bind(py), PyString::intern(py, name));
        match mapping.is_instance_of::<PyDict>() {
            true => mapping.getattr(name),
            false => with_run(py, |m| attributes::get(m, &Value::from_bound(mapping.clone()), &name)?.to_bound(py)),
        }
    }
    fn call<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.method(py, name)?.call0()
    }
}

/// What stands behind an operand.
fn behind<'py>(operand: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    match operand.cast::<MappingProxy>() {
        Ok(proxy) => proxy.get().mapping.bind(operand.py()).clone(),
        Err(_) => operand.clone(),
    }
}

#[pymethods]
impl MappingProxy {
    #[new]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<MappingProxy> {
        let [Some(mapping)] = NEW.bind(args, kwargs)? else { return Err(NEW.refuse(args, kwargs)) };
        let mapping = behind(&mapping);
        match api::is_mapping(&mapping) && !mapping.is_instance_of::<PyList>() && !mapping.is_instance_of::<PyTuple>() {
            true => Ok(MappingProxy { mapping: mapping.unbind() }),
            false => Err(PyTypeError::new_err(format!(
                "mappingproxy() argument must be a mapping, not {}",
                api::type_name(&Value::from_bound(mapping))
            ))),
        }
    }
    #[classmethod]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, parameters: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        api::module(class.py(), "types")?.getattr("GenericAlias")?.call1((class, parameters))
    }
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.mapping.bind(key.py()).get_item(key)
    }
    fn __setitem__(&self, _key: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'mappingproxy' object does not support item assignment"))
    }
    fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'mappingproxy' object does not support item deletion"))
    }
    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.mapping.bind(key.py()).contains(key)
    }
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.mapping.bind(py).len()
    }
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.mapping.bind(py).try_iter()?.into_any())
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
    #[cfg(Py_3_12)]
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.mapping.bind(py).hash()
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
        self.method(py, "get")?.call1(args)
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
