//! Type parameters and type aliases (3.12). Made through `typing`, with their values given at once: what the
//! interpreter would evaluate when asked is evaluated here when it can be.

use pyo3::exceptions::PyNameError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::lower::program::TypeParamKind;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// A type parameter. `bound` and `default` are the functions that compute them (a tuple of bounds means
/// constraints), or unset.
pub fn parameter(m: &Machine, kind: TypeParamKind, name: &str, bound: &Value, default: &Value) -> R<Value> {
    let py = m.py();
    let typing = py.import("typing")?;
    let class = match kind {
        TypeParamKind::TypeVar => typing.getattr("TypeVar")?,
        TypeParamKind::TypeVarTuple => typing.getattr("TypeVarTuple")?,
        TypeParamKind::ParamSpec => typing.getattr("ParamSpec")?,
    };
    let mut arguments = vec![pyo3::types::PyString::new(py, name).into_any()];
    let keywords = PyDict::new(py);
    if kind != TypeParamKind::TypeVarTuple {
        keywords.set_item("infer_variance", true)?;
    }
    if default.is_object() {
        keywords.set_item("default", computed(default.to_bound(py)?)?)?;
    }
    if bound.is_object() {
        match computed(bound.to_bound(py)?)?.cast_into_exact::<PyTuple>() {
            Ok(constraints) => arguments.extend(constraints),
            Err(e) => keywords.set_item("bound", e.into_inner())?,
        }
    }
    Ok(Value::from_bound(class.call(PyTuple::new(py, arguments)?, Some(&keywords))?))
}

/// `type name[parameters] = value()`; `parameters` is a tuple or unset.
pub fn alias(m: &Machine, name: &str, parameters: &Value, value: &Value) -> R<Value> {
    let py = m.py();
    let class = py.import("typing")?.getattr("TypeAliasType")?;
    let value = computed(value.to_bound(py)?)?;
    let keywords = PyDict::new(py);
    if parameters.is_object() {
        keywords.set_item("type_params", parameters.to_bound(py)?)?;
    }
    Ok(Value::from_bound(class.call((name, value), Some(&keywords))?))
}

/// Calls the function; one that names what is not there yet (an alias naming itself) stands for its value.
fn computed(function: Bound<'_, PyAny>) -> R<Bound<'_, PyAny>> {
    if !function.is_callable() {
        return Ok(function);
    }
    match function.call0() {
        Ok(value) => Ok(value),
        Err(e) if e.is_instance_of::<PyNameError>(function.py()) => Ok(function),
        Err(e) => Err(e.into()),
    }
}

/// `Generic[parameters]`, the hidden base of a class with type parameters.
pub fn generic(m: &Machine, parameters: &Value) -> R<Value> {
    let py = m.py();
    let typing = py.import("typing")?;
    let tuple = parameters.to_bound(py)?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let (variadic, unpack) = (typing.getattr("TypeVarTuple")?, typing.getattr("Unpack")?);
    let mut unpacked = Vec::with_capacity(tuple.len());
    for parameter in tuple {
        let is_variadic = parameter.is_instance(&variadic)?;
        unpacked.push(if is_variadic { unpack.get_item(parameter)? } else { parameter });
    }
    Ok(Value::from_bound(typing.getattr("Generic")?.get_item(PyTuple::new(py, unpacked)?)?))
}
