//! Guarded objects: what the code gets instead of the interpreter's raw ones.
//!
//! What is said of their classes stands in plain comments: the documentation of a class would be the `__doc__` of its
//! objects.

pub mod class_lineage;
pub mod exceptions;
pub mod library;
pub mod library_callables;
pub mod library_methods;
pub mod looks;
pub mod members;
pub mod packages;
pub mod session_bound_callable;
pub mod stand_ins;
pub mod str_format;
pub mod unbound_methods;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::budget::{infinite_iterators, native_stack};
use crate::cpython::api;
use crate::cpython::type_access::{self, Ty};
use crate::cpython::value::{Exc, Value, R};
use crate::front::policy::names;
use crate::sandbox::attributes::{self, access_functions, refused, Use};
use crate::sandbox::classes::{datetime_new, type_object};
use crate::sandbox::wrappers::library::{argparse, copy, mock_patch, sys_streams, timeit, weakref_finalize};
use crate::sandbox::{builtins, imports, tools, value_filter};
use crate::session::run_context::RunContext;
use crate::session::state::type_info::{register_native, Kind};

/// Marks the types of this module.
pub fn init(py: Python<'_>) -> PyResult<()> {
    library::types::init(py);
    let others =
        [py.get_type::<infinite_iterators::Counted>(), py.get_type::<infinite_iterators::Endless>(), py.get_type::<imports::ModuleView>()];
    let functions = [
        py.get_type::<type_object::TypeObject>(),
        py.get_type::<type_object::ClassMaker>(),
        py.get_type::<access_functions::RawAccess>(),
        py.get_type::<access_functions::AttrGetter>(),
        py.get_type::<access_functions::MethodCaller>(),
        py.get_type::<session_bound_callable::Carried>(),
        py.get_type::<exceptions::Method>(),
        py.get_type::<str_format::Formatter>(),
        py.get_type::<members::GuardedCall>(),
        py.get_type::<argparse::ParserAction>(),
        py.get_type::<unbound_methods::Unbound>(),
        py.get_type::<datetime_new::New>(),
        py.get_type::<tools::Tool>(),
        py.get_type::<stand_ins::OwnMember>(),
        py.get_type::<class_lineage::Lineage>(),
    ];
    let handed_over = [py.get_type::<library_callables::Between>(), py.get_type::<library_callables::SpecialMethod>()];
    for class in functions.iter().chain(&handed_over) {
        copy_as_itself(class).map_err(|Exc| PyErr::fetch(py))?;
    }
    let guards = functions.into_iter().chain(others).chain(library::types(py)).map(|class| (class, Kind::Guard));
    for (class, kind) in guards.chain(handed_over.map(|class| (class, Kind::HandedOver))) {
        register_native(class.as_ptr() as usize, kind);
        crate::cpython::heap_type::drop_module_from_messages(&class);
        native_stack::guard(&class);
    }
    Ok(())
}

/// A copy of what stands for a function is that itself, as one of a function is (`copy.deepcopy({"write": print})`).
fn copy_as_itself(class: &Bound<'_, PyType>) -> R<()> {
    let py = class.py();
    let same = py.eval(c"lambda self, memo=None: self", None, None)?;
    for name in ["__copy__", "__deepcopy__"] {
        api::put_into_class(class, &PyString::intern(py, name), &same)?;
    }
    Ok(())
}

/// The guarded object that stands for a raw function of the interpreter; `None` for all others. (What the session knows to
/// stand for it was asked before.)
pub fn instead_of_function(m: &RunContext, function: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let py = m.py();
    if let Some((name, receiver)) = type_access::builtin_function(function) {
        let Some(receiver) = receiver else { return Ok(None) };
        if matches!(name, "format" | "format_map") && Ty::of_bound(&receiver).has(type_access::TEXT) {
            return Ok(Some(str_format::bound_format(m, &receiver, &PyString::new(py, name))?));
        }
        if type_access::module_dict(&receiver).is_some() {
            return Ok(builtins::guarded_version(py, function)?.map(Value::from_bound));
        }
        return Ok(None);
    }
    if let Some(name) = str_format::unbound_name(function)? {
        return Ok(Some(str_format::unbound(py, name)?));
    }
    // What a class of C code reads and writes attributes by.
    if type_access::is_slot_wrapper(function) {
        if let Some(name) = ATTRIBUTE_SLOTS.map(|name| PyString::intern(py, name)).iter().find(|name| is_called(function, name)) {
            return access_functions::raw_access(m, function.clone(), name, false).map(Some);
        }
    }
    Ok(None)
}

const ATTRIBUTE_SLOTS: [&str; 3] = ["__getattribute__", "__setattr__", "__delattr__"];

fn is_called(function: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    function.getattr(pyo3::intern!(function.py(), "__name__")).is_ok_and(|found| found.is(name))
}

/// Attributes of guarded objects: they describe themselves, and little more.
pub fn guard_member(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let text = name.to_string_lossy();
    if let Ok(view) = object.cast::<imports::ModuleView>() {
        return imports::view_member(m, view.get(), &text);
    }
    if let Ok(tool) = object.cast::<tools::Tool>() {
        return tools::member(m, tool, &text, how);
    }
    if object.is_instance_of::<type_object::TypeObject>() {
        return type_object::member(m, &text, how);
    }
    if object.is_instance_of::<sys_streams::Stream>() && !text.starts_with('_') {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<weakref_finalize::Finalize>() && matches!(text.as_ref(), "alive" | "atexit" | "detach" | "peek") {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<mock_patch::Patch>() && matches!(text.as_ref(), "dict" | "multiple" | "object" | "stopall") {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<copy::Memo>() && matches!(text.as_ref(), "clear" | "get" | "setdefault") {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<timeit::Timer>() && !text.starts_with('_') {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<argparse::ParserAction>() && !text.starts_with('_') {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<stand_ins::OwnMember>() && matches!(text.as_ref(), "__get__" | "__set__" | "__delete__") {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    if object.is_instance_of::<stand_ins::OwnMember>() && text == "__class__" {
        return type_object::class_of(m, &Value::from_bound(object.clone()));
    }
    // (Which functions say so, and of which a copy does, is the function's own door's to tell.)
    let function = unbound_methods::unwrap(object.clone());
    if text == "__annotations__" && !function.is(object) {
        return attributes::get(m, &Value::from_bound(function), name);
    }
    let iterator = object.is_instance_of::<infinite_iterators::Counted>() && names::harmless_special(&text);
    if names::descriptive(&text) || text == "__call__" || iterator || attributes::is_nothing(object, name) {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    Err(refused(m, &text, how))
}
