//! Types and functions of the interpreter that the checks know by identity.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use rustc_hash::FxHashMap;

use crate::cpython::once::Once;
use crate::cpython::type_access;

/// Ways to look at a class that no metaclass can redefine.
pub struct Known {
    /// Types whose instances are never values of sandboxed code.
    forbidden: FxHashMap<usize, Py<PyType>>,
    types: FxHashMap<&'static str, Py<PyType>>,
    pub class_dict: Py<PyAny>,
    class_qualname: Py<PyAny>,
}

static KNOWN: Once<Known> = Once::new();

/// Types of the module `types` by the names used here.
const TYPES: &[&str] = &[
    "FunctionType",
    "BuiltinFunctionType",
    "MethodType",
    "MethodWrapperType",
    "WrapperDescriptorType",
    "MethodDescriptorType",
    "ClassMethodDescriptorType",
    "GeneratorType",
    "CoroutineType",
    "AsyncGeneratorType",
    "ModuleType",
    "CodeType",
    "CellType",
    "FrameType",
    "TracebackType",
    "MappingProxyType",
    "MemberDescriptorType",
    "GetSetDescriptorType",
];

const FORBIDDEN: &[&str] =
    &["FrameType", "TracebackType", "CodeType", "CellType", "MappingProxyType", "GetSetDescriptorType", "MemberDescriptorType"];

/// The table, made at first use (before any sandboxed code runs: the audit hook's installation asks for it).
pub fn known(py: Python<'_>) -> PyResult<&Known> {
    KNOWN.get_or_make(py, || make(py))
}

fn make(py: Python<'_>) -> PyResult<Known> {
    let module = py.import("types")?;
    let mut types = FxHashMap::default();
    for name in TYPES {
        types.insert(*name, module.getattr(*name)?.cast_into::<PyType>()?.unbind());
    }
    let mut forbidden = FxHashMap::default();
    for name in FORBIDDEN {
        let class = module.getattr(*name)?.cast_into::<PyType>()?;
        forbidden.insert(class.as_ptr() as usize, class.unbind());
    }
    let namespace = py.get_type::<PyType>().getattr("__dict__")?;
    Ok(Known {
        forbidden,
        types,
        class_dict: namespace.get_item("__dict__")?.unbind(),
        class_qualname: namespace.get_item("__qualname__")?.unbind(),
    })
}

impl Known {
    /// Whether the type at this address is one whose instances are refused as values.
    pub fn is_forbidden(&self, address: usize) -> bool {
        self.forbidden.contains_key(&address)
    }

    /// Whether the type at `address` is `types.<name>`.
    pub fn is(&self, address: usize, name: &str) -> bool {
        self.types.get(name).is_some_and(|t| t.as_ptr() as usize == address)
    }

    /// The class and those it inherits from. (While a metaclass is still asked for them there are none.)
    pub fn mro<'py>(&self, class: &Bound<'py, PyType>) -> PyResult<Vec<Bound<'py, PyType>>> {
        let Some(lineage) = type_access::lineage(class) else { return Err(PyTypeError::new_err("'NoneType' object is not iterable")) };
        lineage.iter().map(|class| Ok(class.cast_into::<PyType>()?)).collect()
    }

    pub fn qualname(&self, class: &Bound<'_, PyType>) -> PyResult<String> {
        self.class_qualname.bind(class.py()).call_method1("__get__", (class,))?.extract()
    }
}
