//! Numbers, flags and `None` that the code's own classes hold, read and set where they lie.
//!
//! Each change of a class gives it another version, and what was learned of it is lost with the old one. For a counter that all
//! would be found out again each time, though nothing that is held so can be a method, a descriptor or a setting.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString, PyType};

use crate::cpython::api;
use crate::cpython::type_access;
use crate::cpython::value::{Value, R};
use crate::front::policy::names;
use crate::session::run_context::RunContext;

/// What the class `object` itself holds under the name, if that is such data.
pub fn read(m: &RunContext, object: &Value, name: &Bound<'_, PyString>) -> Option<Value> {
    let class = class_of_type(object)?;
    let found = held(&class, name)?;
    is_own(m, &class).then(|| Value::from_bound(found))
}

/// `__name__` and `__qualname__` of a class, which `type` itself says: no class body has a say in it.
pub fn said_by_type<'py>(object: &Value, name: &Bound<'py, PyString>) -> Option<R<Value>> {
    let py = name.py();
    let class = class_of_type(object).filter(|_| name.is(intern!(py, "__name__")) || name.is(intern!(py, "__qualname__")))?;
    Some(class.getattr(name).map(Value::from_bound).map_err(Into::into))
}

/// Puts `value` in the place of such data, if it is of that kind itself. Whether it did.
pub fn set(m: &RunContext, object: &Value, name: &Bound<'_, PyString>, value: &Value) -> R<bool> {
    if value.is_object() || value.is_unset() {
        return Ok(false);
    }
    let Some(class) = class_of_type(object).filter(|class| held(class, name).is_some() && is_own(m, class)) else { return Ok(false) };
    class.setattr(name, value.to_bound(m.py())?)?;
    Ok(true)
}

fn held<'py>(class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    let text = name.to_string_lossy();
    if text.starts_with('_') || names::fixed_attribute_refusal(&text) {
        return None;
    }
    api::own_attribute(class, name).filter(is_data)
}

fn is_data(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyFloat>()
        || object.is_exact_instance_of::<PyBool>()
}

/// The object, if it is a class that `type` made, and no metaclass of anybody's.
fn class_of_type<'py>(object: &Value) -> Option<Bound<'py, PyType>> {
    Some(object.as_object()?.cast_exact::<PyType>().ok()?.to_owned())
}

/// Whether the class is made of nothing but classes of the code.
fn is_own(m: &RunContext, class: &Bound<'_, PyType>) -> bool {
    let Some(lineage) = type_access::lineage(class) else { return false };
    let (above, object) = (lineage.len().saturating_sub(1), class.py().get_type::<PyAny>());
    let of_code = |class: Bound<'_, PyAny>| class.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
    above > 0 && lineage.iter().take(above).all(of_code) && lineage.get_item(above).is_ok_and(|last| last.is(&object))
}
