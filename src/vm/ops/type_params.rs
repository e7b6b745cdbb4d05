//! Type parameters and type aliases (3.12). Only the host's compiler makes the ones whose bounds, defaults and
//! values are evaluated when asked for, so it is given their declaration, with a call of a function of the
//! code for each of these.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::value::{Value, R};
use crate::session::scope::HostScope;
use crate::vm::machine::Machine;

/// What `declaration` makes: the source of a function `make`, written by lowering from names alone, that takes
/// `functions` and gives a tuple. `module` is what an alias says of its origin.
pub fn declare(m: &Machine, declaration: &str, functions: &[Value], module: &Value) -> R<Value> {
    let py = m.py();
    let builtins = py.import("builtins")?;
    let namespace = PyDict::new(py);
    namespace.set_item("__name__", module.to_bound(py)?)?;
    namespace.set_item("__builtins__", &builtins)?;
    let functions = functions.iter().map(|f| f.to_bound(py)).collect::<R<Vec<_>>>()?;
    let _host = HostScope::enter();
    let code = builtins.getattr("compile")?.call1((declaration, "<type parameters>", "exec", 0, true))?;
    builtins.getattr("exec")?.call1((code, &namespace))?;
    let made = namespace.as_any().get_item("make")?.call1(PyTuple::new(py, functions)?)?;
    Ok(Value::from_bound(made))
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
