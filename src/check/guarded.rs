//! Guarded objects: what the code gets instead of the interpreter's raw ones.
//!
//! What is said of their classes stands in plain comments: the documentation of a class would be the `__doc__` of its
//! objects.

pub mod arrays;
pub mod assignments;
pub mod attributes;
pub mod carried;
pub mod endless;
pub mod exceptions;
pub mod expressions;
pub mod format;
pub mod formulas;
pub mod library;
pub mod members;
pub mod type_object;
pub mod unbound;
pub mod xml;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::check::door::{refused, Use};
use crate::check::raw::{self, Ty};
use crate::check::{builtins, gate, import_rule, info, native_stack, tool};
use crate::policy::names;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

pub use attributes::raw_access;
pub use format::bound_format;
pub use members::{is_guarded_member, is_record, member};
pub use type_object::type_object;

/// Marks the types of this module.
pub fn init(py: Python<'_>) {
    let types = [
        py.get_type::<type_object::TypeObject>(),
        py.get_type::<type_object::ClassMaker>(),
        py.get_type::<attributes::RawAccess>(),
        py.get_type::<attributes::AttrGetter>(),
        py.get_type::<attributes::MethodCaller>(),
        py.get_type::<carried::Carried>(),
        py.get_type::<endless::Counted>(),
        py.get_type::<endless::Endless>(),
        py.get_type::<exceptions::Method>(),
        py.get_type::<format::Formatter>(),
        py.get_type::<members::GuardedCall>(),
        py.get_type::<members::ParserAction>(),
        py.get_type::<unbound::Unbound>(),
        py.get_type::<import_rule::ModuleView>(),
        py.get_type::<tool::Tool>(),
    ];
    for class in types.iter().chain(&library::types(py)) {
        info::register_native(class.as_ptr() as usize, info::Kind::Guard);
        crate::run::raw_type::drop_module_from_messages(class);
        native_stack::guard(class);
    }
}

/// The guarded object that stands for a raw function of the interpreter; `None` for all others.
pub fn instead_of_function(m: &Machine, function: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let py = m.py();
    if let Some(found) = m.session.check.objects.stand_in(function) {
        return Ok(Some(found));
    }
    if let Some((name, receiver)) = raw::builtin_function(function) {
        let Some(receiver) = receiver else { return Ok(None) };
        if matches!(name, "format" | "format_map") && Ty::of_bound(&receiver).has(raw::TEXT) {
            return Ok(Some(bound_format(m, &receiver, &PyString::new(py, name))?));
        }
        if raw::module_dict(&receiver).is_some() {
            return Ok(builtins::guarded_version(py, function)?.map(Value::from_bound));
        }
        return Ok(None);
    }
    if let Some(name) = format::unbound_name(function)? {
        return Ok(Some(format::unbound(py, name)?));
    }
    Ok(None)
}

/// Attributes of guarded objects: they describe themselves, and little more.
pub fn guard_member(m: &Machine, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let text = name.to_string_lossy();
    if let Ok(view) = object.cast::<import_rule::ModuleView>() {
        return import_rule::view_member(m, view.get(), &text);
    }
    if let Ok(tool) = object.cast::<tool::Tool>() {
        return tool::member(m, tool, &text, how);
    }
    if object.is_instance_of::<type_object::TypeObject>() {
        return type_object::member(m, &text, how);
    }
    if object.is_instance_of::<library::Stream>() && !text.starts_with('_') {
        return gate::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<library::Finalize>() && matches!(text.as_ref(), "alive" | "atexit" | "detach" | "peek") {
        return gate::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<members::ParserAction>() && !text.starts_with('_') {
        return gate::admit(m, Value::from_bound(object.getattr(name)?));
    }
    let iterator = object.is_instance_of::<endless::Counted>() && names::harmless_special(&text);
    if names::descriptive(&text) || text == "__call__" || iterator {
        return gate::admit(m, Value::from_bound(object.getattr(name)?));
    }
    Err(refused(m, &text, how))
}
