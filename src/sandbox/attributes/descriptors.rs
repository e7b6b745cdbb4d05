//! Attributes of the descriptors that lie round functions: properties, static methods, class methods.

use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::cpython::type_access::{builtin_function, Ty};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::Place;
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::value_filter;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// `prop.setter` and the like build new properties; the functions inside are shown if they are the code's, or builtin ones that it may
/// have.
pub fn of_property(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    match &*at.name.to_string_lossy() {
        "getter" | "setter" | "deleter" | "__doc__" | "__set_name__" | "__isabstractmethod__" => at.admitted(m),
        "fget" | "fset" | "fdel" => {
            let found = (at.fetch)()?;
            match found.is_none() || is_own_function(m, &found)? || is_of_a_module(&found) {
                true => value_filter::admit(m, Value::from_bound(found)),
                false => Err(at.refused(m)),
            }
        }
        "__get__" | "__set__" | "__delete__" if is_own_function(m, &at.object.getattr(pyo3::intern!(m.py(), "fget"))?)? => {
            Ok(Value::from_bound((at.fetch)()?))
        }
        _ => Err(at.refused(m)),
    }
}

/// Whether it is what a static method or class method lies round, or binds, and that is a function of the code, or a builtin one.
pub fn is_inside_own(m: &RunContext, at: &Place<'_, '_>) -> R<bool> {
    if !matches!(&*at.name.to_string_lossy(), "__func__" | "__wrapped__" | "__get__") {
        return Ok(false);
    }
    let class = at.object.get_type();
    let is_exactly = |name: &str| is_named(m.py(), class.as_any(), "builtins", name);
    if !(is_exactly("staticmethod") || is_exactly("classmethod")) {
        return Ok(false);
    }
    let inner = at.object.getattr(pyo3::intern!(m.py(), "__func__"))?;
    Ok(is_own_function(m, &inner)? || is_of_a_module(&inner))
}

fn is_own_function(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    Ok(info(&m.session.check, Ty::of_bound(object))?.kind == Kind::OwnFunction)
}

/// Whether it is a builtin function, of a module or of none.
fn is_of_a_module(object: &Bound<'_, PyAny>) -> bool {
    builtin_function(object).is_some_and(|(_, receiver)| receiver.is_none_or(|receiver| receiver.is_instance_of::<PyModule>()))
}
