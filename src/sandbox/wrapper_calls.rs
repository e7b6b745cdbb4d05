//! What attributes and values ask of the wrappers above them: functions that are registered when the extension is loaded.
//!
//! A value that comes out is looked at, the look gives a wrapper, the wrapper asks for attributes: this table keeps the
//! files of the three from importing each other in a circle.

use std::sync::OnceLock;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::cpython::value::{raise, Value, R};
use crate::sandbox::attributes::{Place, Use};
use crate::sandbox::wrappers::looks::Look;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::TypeInfo;

/// The functions.
pub struct WrapperCalls {
    /// The guarded object that stands for a raw function of the interpreter; `None` for all others.
    pub instead_of_function: fn(&RunContext, &Bound<'_, PyAny>) -> R<Option<Value>>,
    /// An attribute of a guarded object.
    pub guard_member: fn(&RunContext, &Bound<'_, PyAny>, &Bound<'_, PyString>, Use) -> R<Value>,
    /// What the code gets for a member of a module, by their names, if not the real one.
    pub module_member: fn(&RunContext, &str, &str) -> R<Option<Value>>,
    /// The guarded bound method.
    pub member: fn(&RunContext, &Place<'_, '_>) -> R<Value>,
    /// The guarded function of a class, if it is one.
    pub class_member: fn(&RunContext, &Place<'_, '_>, &TypeInfo, &str) -> R<Option<Value>>,
    /// The guarded method that `super()` gives, if it is one and the code did not write it.
    pub super_member: fn(&RunContext, &Bound<'_, PyAny>, &str, &Bound<'_, PyAny>) -> R<Option<Value>>,
    /// A callable that looks at the arguments of another; so many of them come first (a receiver).
    pub guard: fn(Python<'_>, Bound<'_, PyAny>, Look, usize) -> R<Value>,
    /// What stands for a callable of a library that is handed over to be called later; `None` where it only computes.
    pub callable: fn(&RunContext, &Bound<'_, PyAny>) -> R<Option<Py<PyAny>>>,
    /// What such a stand-in stands for, as the code may have it.
    pub handed_over: for<'py> fn(&Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>>,
    /// The same for what becomes an attribute of a class, or of an object that calls what it holds.
    pub method: for<'py> fn(&RunContext, &Bound<'py, PyAny>, &Bound<'py, PyString>, &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>>,
    /// What stands for an object of the interpreter that is no value for the code; `None` where nothing does.
    pub instead_of_forbidden: fn(&RunContext, &Bound<'_, PyAny>) -> R<Option<Value>>,
    /// A read-only view of a dict that nothing else holds.
    pub view: fn(Bound<'_, PyDict>) -> R<Value>,
    /// What a class of the code inherits from, or what inherits from it, if the name is of that.
    pub lineage: fn(&RunContext, &Bound<'_, PyType>, &Place<'_, '_>, &str) -> R<Option<Value>>,
    /// The same for bases and namespace of what becomes a class.
    pub methods: fn(&RunContext, &Bound<'_, PyAny>, &Bound<'_, PyDict>) -> R<()>,
}

static TABLE: OnceLock<WrapperCalls> = OnceLock::new();

/// Once, when the extension is loaded.
pub fn register(calls: WrapperCalls) {
    drop(TABLE.set(calls));
}

/// The table. Nothing is looked at before it is there.
#[inline]
pub fn table() -> R<&'static WrapperCalls> {
    TABLE.get().ok_or_else(|| raise::<PyRuntimeError>("the sandbox is not there"))
}
