//! Whose a private name (`self.__name`, which is `_Class__name`) is: of which class the interpreter made it.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFunction, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::R;
use crate::front::policy::names;

/// Whether a class of others keeps things under the name. It may be called otherwise than it was when its functions were
/// compiled (`Impl.__qualname__ = "Keeper"`, `type("Keeper", (), dict(vars(Impl)))`): those tell what it was called.
pub fn is_kept_by(class: &Bound<'_, PyType>, name: &str) -> R<bool> {
    let known = known(class.py())?;
    if names::is_private_of(&known.qualname(class)?, name) {
        return Ok(true);
    }
    let Some(members) = api::own_attributes(class) else { return Ok(false) };
    for member in members.values().iter() {
        if is_written_in(&member, name)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a member of a class is a function that was written in a class which the name is private to.
fn is_written_in(member: &Bound<'_, PyAny>, name: &str) -> R<bool> {
    if member.is_exact_instance_of::<PyFunction>() {
        return tells_of(member, name);
    }
    let builtins = api::module(member.py(), "builtins")?;
    for (kind, parts) in [("staticmethod", &["__func__"] as &[_]), ("classmethod", &["__func__"]), ("property", &["fget", "fset", "fdel"])]
    {
        if !member.get_type().is(&builtins.getattr(kind)?) {
            continue;
        }
        for part in parts {
            let function = member.getattr(*part)?;
            if function.is_exact_instance_of::<PyFunction>() && tells_of(&function, name)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn tells_of(function: &Bound<'_, PyAny>, name: &str) -> R<bool> {
    let path = function.getattr(intern!(function.py(), "__qualname__"))?;
    Ok(exact_text(&path).is_some_and(|path| path.to_string_lossy().split('.').any(|class| names::is_private_of(class, name))))
}
