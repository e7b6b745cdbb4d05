//! The door: the one way to read, write, delete or test an attribute.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::check::gate;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// `obj.name`, through the gate.
pub fn get(m: &Machine, obj: &Value, name: &Bound<'_, PyString>) -> R<Value> {
    let found = obj.to_bound(m.py())?.getattr(name)?;
    gate::admit(m, Value::from_bound(found))
}

/// `obj.name` for a direct call (`obj.name(...)`): same, but refusals say "call".
pub fn load_method(m: &Machine, obj: &Value, name: &Bound<'_, PyString>) -> R<Value> {
    get(m, obj, name)
}

/// `obj.name = value`
pub fn set(m: &Machine, obj: &Value, name: &Bound<'_, PyString>, value: &Value) -> R<()> {
    let py = m.py();
    obj.to_bound(py)?.setattr(name, value.to_bound(py)?)?;
    Ok(())
}

/// `del obj.name`
pub fn delete(m: &Machine, obj: &Value, name: &Bound<'_, PyString>) -> R<()> {
    obj.to_bound(m.py())?.delattr(name)?;
    Ok(())
}

/// Whether `get` would find something.
pub fn has(m: &Machine, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    let py = m.py();
    match obj.to_bound(py)?.getattr(name) {
        Ok(_) => Ok(true),
        Err(e) if e.is_instance_of::<PyAttributeError>(py) => Ok(false),
        Err(e) => Err(e.into()),
    }
}

/// Whether reading `name` from any instance of the type of `obj` is a plain lookup whose result only has to
/// pass the gate. True stays true while the type's version is the same, so callers may keep it with that.
pub fn is_plain(_m: &Machine, _obj: &Value, _name: &Bound<'_, PyString>) -> R<bool> {
    Ok(false)
}
