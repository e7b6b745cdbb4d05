//! Attribute instructions: the site's cache, else the door.
#![allow(unsafe_code, reason = "reads cached places of attributes")]

use std::rc::Rc;

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::static_types;
use crate::cpython::type_access::{self, Ty, CLASS};
use crate::cpython::value::{attached, raise, Exc, Value, R};
use crate::sandbox::attributes::access_functions::{self, RawAccess};
use crate::sandbox::attributes::class_data;
use crate::sandbox::classes::{getattr_hook, type_object};
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::str_format;
use crate::sandbox::{attributes, value_filter};
use crate::session::state::type_info::Kind;
use crate::session::{engine_types, refusals};
use crate::vm::machine::linked_code::AttrLink;
use crate::vm::machine::registers::Active;
use crate::vm::machine::{Machine, Note};
use crate::vm::objects::function::{self, Function};

fn site<'a>(a: &Active, ic: u16) -> R<&'a AttrLink> {
    let linked: &'a crate::vm::machine::linked_code::Linked = a.linked();
    linked.attrs.get(ic as usize).ok_or_else(|| raise::<pyo3::exceptions::PySystemError>("no such attribute site"))
}

/// `object.name`
pub fn get(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<Value> {
    let site = site(a, ic)?;
    if let Some(value) = cached(site, object) {
        return value_filter::admit(m, value);
    }
    let name = site.name.bind(m.py());
    if let Some(found) = known_member(m, object, name) {
        return Ok(found);
    }
    if let Some(said) = class_data::said_by_type(object, name) {
        return value_filter::admit(m, said?);
    }
    if let Some(found) = class_data::read(m, object, name) {
        if !site.cache.may_learn_data() {
            return Ok(found);
        }
    }
    if site.looks_at_class && attributes::has_common_class(m, object, name)? {
        let class = type_object::class_of(m, object)?;
        if class.ptr() == object.type_ptr().cast() && object.is_object() {
            site.cache.learn_place(object.ptr(), name.as_ptr());
        }
        return Ok(class);
    }
    let value = attributes::get(m, object, name)?;
    if !learns(m, site, object, name)? {
        learn_member(m, site, object, name);
    } else if engine_types::bound_method(&value).is_some_and(|(_, receiver)| receiver.ptr() == object.ptr()) {
        site.cache.learn_method(object.ptr(), name.as_ptr());
    } else {
        site.cache.learn_place(object.ptr(), name.as_ptr());
        learn_hook(site, object, name);
        learn_asked(m, site, object, name)?;
    }
    Ok(value)
}

/// Attributes of objects that they compute (`array.shape`, `moment.year`, `frame.columns`, `__dict__`) are asked for without the door from
/// now on. (`array.shape`: 1,430 instructions by the door each time, of which 520 were beside CPython's own.)
fn learn_asked(m: &Machine, site: &AttrLink, object: &Value, name: &Bound<'_, PyString>) -> R<()> {
    if !site.looks_at_class && matches!(info(&m.session.check, Ty::of(object))?.kind, Kind::Host | Kind::Own) {
        site.cache.learn_asked(object.ptr(), name.as_ptr());
    }
    Ok(())
}

/// What a hook of the object's class said is asked of it directly from now on.
fn learn_hook(site: &AttrLink, object: &Value, name: &Bound<'_, PyString>) {
    if !object.is_object() {
        return;
    }
    if let Some((function, first)) = getattr_hook::function_for(Ty::of(object), name) {
        site.cache.learn_hook(object.ptr(), name.as_ptr(), function.as_ptr(), first);
    }
}

/// The hook that the site knows for this object, if it may be called as a function of this run, and the name to ask it for.
pub fn known_hook(m: &Machine, a: &Active, object: &Value, ic: u16) -> Option<(Value, Value)> {
    let site = site(a, ic).ok().filter(|_| object.is_object())?;
    // SAFETY: a live object and this site's name; the hook is referenced at once.
    let hook = unsafe { site.cache.hook(object.ptr(), site.name.as_ptr()).map(|hook| Value::from_borrowed(hook)) }?;
    let ours = |function: &Function| Rc::ptr_eq(&function.session, &m.session) && !function.linked.suspends;
    let name = || Value::from_bound(site.name.bind(m.py()).clone().into_any());
    function::get(&hook).is_some_and(ours).then(|| (hook, name()))
}

/// Members of classes are kept as the door decided them.
fn learn_member(m: &Machine, site: &AttrLink, object: &Value, name: &Bound<'_, PyString>) {
    if object.is_object() && attributes::is_plain_member(m, object, name) {
        site.cache.learn_member(object.ptr(), name.as_ptr());
    }
}

/// The value at the place that the site knows for this type.
fn cached(site: &AttrLink, object: &Value) -> Option<Value> {
    if !object.is_object() {
        return None;
    }
    // SAFETY: a live object and this site's name; what is found is null or a live object.
    unsafe {
        let found = site.cache.read(object.ptr(), site.name.as_ptr());
        (!found.is_null()).then(|| Value::from_borrowed(found))
    }
}

fn learns(m: &Machine, site: &AttrLink, object: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    Ok(object.is_object() && site.cache.may_learn() && attributes::is_plain(m, object, name)?)
}

/// Member of a module that the door has let through before.
fn known_member(m: &Machine, object: &Value, name: &Bound<'_, PyString>) -> Option<Value> {
    let module = object.as_object().filter(|o| o.is_exact_instance_of::<pyo3::types::PyModule>())?;
    attributes::known_module_member(m, &module, name)
}

/// `object.name = value`
pub fn set(m: &Machine, a: &Active, object: &Value, ic: u16, value: &Value) -> R<()> {
    let site = site(a, ic)?;
    let name = site.name.bind(m.py());
    if class_data::set(m, object, name, value)? {
        return Ok(());
    }
    attributes::set(m, object, name, value)?;
    if object.is_object() && site.cache.may_learn() && attributes::is_plain_change(m, object, name)? {
        site.cache.learn_place(object.ptr(), name.as_ptr());
    }
    Ok(())
}

/// `del object.name`
pub fn delete(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<()> {
    attributes::delete(m, object, site(a, ic)?.name.bind(m.py()))
}

/// The callee of `object.name(...)`, and whether the object is to be its first argument. A missing attribute
/// gets the contract's text at the boundary.
pub fn method(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<(Value, bool)> {
    let site = site(a, ic)?;
    if object.is_object() {
        if let Some(found) = site.cache.method(object.ptr(), site.name.as_ptr()) {
            // SAFETY: borrowed from the object's type, which is alive.
            return Ok((unsafe { Value::from_borrowed(found) }, true));
        }
    }
    let name = site.name.bind(m.py());
    if let Some(found) = known_member(m, object, name).or_else(|| access_functions::member_of_object(object, name)) {
        return Ok((found, false));
    }
    if let Some(found) = str_format::plain_method(m, object, name) {
        return Ok((found, true));
    }
    let callee = attributes::load_method(m, object, name).inspect_err(|Exc| {
        note_failed(m, a, object, name);
    })?;
    if learns(m, site, object, name)? {
        site.cache.learn_method(object.ptr(), name.as_ptr());
        // Called as it will be from now on: what is wrong with the arguments is said in the same words.
        if let Some(found) = site.cache.method(object.ptr(), site.name.as_ptr()) {
            // SAFETY: borrowed from the object's type, which is alive.
            return Ok((unsafe { Value::from_borrowed(found) }, true));
        }
        learn_hook(site, object, name);
    } else {
        learn_member(m, site, object, name);
    }
    Ok((callee, false))
}

/// Remembers the `callee` that `super().name` found, if it may be called directly with the receiver: a method of the code's, one
/// in C of Python's own, or what stands for the attribute functions of `object`.
pub fn learn_super(a: &Active, [object, class, receiver]: [&Value; 3], callee: &Value, ic: u16) {
    let is_super = object.type_ptr() == static_types::super_type() as *mut pyo3::ffi::PyTypeObject;
    let Ok(site) = site(a, ic) else { return };
    if !is_super || !class.is_object() || !receiver.is_object() || !site.cache.may_learn() {
        return;
    }
    if Ty::of(receiver).has(CLASS) && site.name.bind(attached()).to_string_lossy() == "__new__" {
        return site.cache.learn_super_new(class.ptr(), receiver.ptr(), site.name.as_ptr(), callee.ptr());
    }
    // (What comes after a class for a class below it has no object: `super(A, A).__setattr__`.)
    // SAFETY: live objects, the receiver tested to be a class; what a `super` starts from is one.
    if Ty::of(receiver).has(CLASS) && unsafe { pyo3::ffi::PyType_IsSubtype(receiver.ptr().cast(), class.ptr().cast()) } != 0 {
        return;
    }
    let own = engine_types::bound_method(callee).filter(|(_, bound)| bound.ptr() == receiver.ptr());
    let raw = callee.as_object().is_some_and(|callee| callee.is_exact_instance_of::<RawAccess>());
    let is_bound = |callee: &Bound<'_, PyAny>| {
        type_access::builtin_function(callee).is_some_and(|(_, bound)| bound.is_some_and(|bound| bound.as_ptr() == receiver.ptr()))
    };
    let in_c = static_types::is_method_wrapper(callee) || callee.as_object().is_some_and(|callee| is_bound(&callee));
    let called = |found: &Bound<'_, PyAny>| match &own {
        Some((function, _)) => (found.as_ptr() == function.ptr()).then(|| found.as_ptr()),
        None if in_c => static_types::is_builtin_method(found).then(|| found.as_ptr()),
        None if raw => access_functions::of_object(found).map(Py::as_ptr),
        None => None,
    };
    site.cache.learn_super(class.ptr(), receiver.ptr(), site.name.as_ptr(), called);
}

#[cold]
fn note_failed(m: &Machine, a: &Active, object: &Value, name: &Bound<'_, PyString>) {
    m.lookup_failed.set(a.pc);
    note_missing(m, object, name);
}

/// After code that was asked for the method `object.name` failed.
#[cold]
pub fn note_method_asked(m: &Machine, a: &Active, object: &Value, ic: u16) {
    note_asked(m, a, object, ic);
    if let Ok(site) = site(a, ic) {
        note_failed(m, a, object, site.name.bind(m.py()));
    }
}

/// After code that was asked for `object.name` failed: its error says so, as the interpreter has it do.
#[cold]
pub fn note_asked(m: &Machine, a: &Active, object: &Value, ic: u16) {
    let py = m.py();
    let Some(error) = PyErr::take(py) else { return };
    let value = error.value(py);
    // (Of a class of the code's these could be anything.)
    if value.is_exact_instance_of::<PyAttributeError>() {
        let is_unsaid = |name: &str| value.getattr(name).is_ok_and(|said| said.is_none());
        let asked = site(a, ic).ok().zip(object.to_bound(py).ok()).filter(|_| is_unsaid("name") && is_unsaid("obj"));
        let said = asked.map(|(site, object)| value.setattr("name", &site.name).and_then(|()| value.setattr("obj", object)));
        drop(said);
    }
    error.restore(py);
}

#[cold]
fn note_missing(m: &Machine, object: &Value, name: &Bound<'_, PyString>) {
    let py = m.py();
    let Some(error) = PyErr::take(py) else { return };
    if error.is_instance_of::<PyAttributeError>(py) && !refusals::is_refusal(py, &error) {
        let note = Note::CallAttribute { value: object.clone(), name: name.to_string() };
        m.take_note(Value::from_bound(error.value(py).clone().into_any()), note);
    }
    error.restore(py);
}
