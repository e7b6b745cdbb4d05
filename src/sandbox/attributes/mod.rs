//! The door: the one way to read, write, delete or test an attribute.
//!
//! The decision depends on the kind of the object and the name. For instances it depends on the type and the
//! name alone and is kept in a table; modules, classes and functions are decided one by one in `door_*`.

pub mod access_functions;
pub mod another_class;
pub mod class;
pub mod class_data;
mod errors;
mod exceptions;
mod forwarded;
mod generators;
mod labels;
pub mod module;
mod own_functions;
pub mod private_state;
pub mod records;

use std::rc::Rc;

use pyo3::exceptions::{PyAttributeError, PyReferenceError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyType};

use crate::cpython::api::{self, Target};
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{self, exact_text, Ty, CLASS};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::{is_dunder, names};
use crate::sandbox::attributes::access_functions::is_round_own;
use crate::sandbox::attributes::own_functions::{own_function, own_function_change};
use crate::sandbox::classes::{self, array_sizes, getattr_hook, type_object};
use crate::sandbox::memory::random_states;
use crate::sandbox::type_info::{info, is_named, replaces_what_libraries_call, Lasting};
use crate::sandbox::wrappers::library::{argparse, process_settings, sys_streams, weakref_finalize};
use crate::sandbox::wrappers::{looks, str_format};
use crate::sandbox::{acting_for_host, given_objects, threads, tools, value_filter, wrapper_calls};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::attribute_cache::Verdict;
use crate::session::state::type_info::{Kind, TypeInfo};

/// What is done with the attribute; decides the refusal's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    /// Read for a direct call.
    Call,
    Write,
    Delete,
}

/// `obj.name`, through the gate.
#[inline]
pub fn get(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<Value> {
    look_up(m, obj, name, Use::Read)
}

/// `obj.name` for a direct call (`obj.name(...)`): same, but refusals say "call".
#[inline]
pub fn load_method(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<Value> {
    look_up(m, obj, name, Use::Call)
}

/// Whether reading `name` from any instance of the type of `obj` is a plain lookup whose result only has to
/// pass the gate. True stays true while the type's version is the same, so callers may keep it with that.
pub fn is_plain(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    Ok(verdict(m, obj, name)? == Verdict::Plain)
}

/// Whether `obj.__class__` is refused as a value, and is what `type(obj)` gives: no class of the object's says another.
pub fn has_common_class(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    let is_class = info(&m.session.check, Ty::of(obj))?.kind == Kind::Class;
    if !is_class && verdict(m, obj, name)? != Verdict::Refused {
        return Ok(false);
    }
    let object = m.py().get_type::<PyAny>();
    let said = Ty::of(obj).lookup(name);
    Ok(said.is_some_and(|held| Ty::from_class(&object).lookup(name).is_some_and(|common| held.is(&common))))
}

/// Whether `name` of this class was called plain, as `is_plain` does for instances: true while the class and its
/// metaclass have their versions.
pub fn is_plain_member(m: &RunContext, class: &Value, name: &Bound<'_, PyString>) -> bool {
    let Some(object) = class.as_object() else { return false };
    let Ok(class) = object.cast::<PyType>() else { return false };
    m.session.check.class_members.find(Ty::from_class(&class), name) == Some(Verdict::Plain)
}

/// Member of a module that was let through before and is still the same object.
pub fn known_module_member(m: &RunContext, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> Option<Value> {
    module::known(m, module, name)
}

/// `obj.name = value`
pub fn set(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, value: &Value) -> R<()> {
    if let Some(target) = target_of_change(m, obj)? {
        return set(m, &target, name, value);
    }
    if sys_streams::assign(m, obj, name, value)? || another_class::assign(m, obj, name, value)? {
        return Ok(());
    }
    check_change(m, obj, name, Use::Write)?;
    let py = m.py();
    let mut value = value.to_bound(py)?;
    if Ty::of(obj).has(CLASS) {
        classes::check_class_change(m, obj.to_bound(py)?.cast::<PyType>()?, &name.to_string_lossy(), &value)?;
    }
    if let Some(instead) = instead_of_value(m, &obj.to_bound(py)?, name, &value)? {
        value = instead;
    }
    if Ty::of(obj).has(CLASS) && name.to_string_lossy() == "__module__" {
        if let Some(text) = exact_text(&value) {
            value = m.session.check.own.module(&text).into_any();
        }
    }
    keep_for_others(m, obj, name)?;
    let object = obj.to_bound(py)?;
    let lasting = Lasting::of(&m.session.check, &object, name);
    object.setattr(name, value)?;
    if let Some(lasting) = lasting {
        lasting.keep(&m.session.check);
    }
    Ok(())
}

/// What is set in the place of `value`, if not that itself: what calls it for the code, or what was looked at.
pub fn instead_of_value<'py>(
    m: &RunContext,
    obj: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> R<Option<Bound<'py, PyAny>>> {
    let instead = match (wrapper_calls::table()?.method)(m, obj, name, value)? {
        Some(instead) => Some(instead),
        None => random_states::sound_state(obj, name, value)?,
    };
    // (As in the body of a class.)
    if classes::is_hook(m, obj, name) {
        return getattr_hook::wrap(instead.as_ref().unwrap_or(value)).map(Some);
    }
    if let Some(size) = array_sizes::instead(m, obj, &name.to_string_lossy(), instead.as_ref().unwrap_or(value))? {
        return Ok(Some(size));
    }
    Ok(instead)
}

/// Before a change of what a library's module holds for everyone: its value comes back after the run.
pub fn keep_for_others(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<()> {
    if info(&m.session.check, Ty::of(obj))?.kind == Kind::Host {
        process_settings::touch_attribute(m, &obj.to_bound(m.py())?, name)?;
    }
    Ok(())
}

/// `del obj.name`
pub fn delete(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<()> {
    if let Some(target) = target_of_change(m, obj)? {
        return delete(m, &target, name);
    }
    check_change(m, obj, name, Use::Delete)?;
    keep_for_others(m, obj, name)?;
    let object = obj.to_bound(m.py())?;
    if !type_object::loses_maker(m, &object, name, false)? {
        object.delattr(name)?;
    }
    Ok(())
}

/// Whether the attribute is there, as `hasattr` tells it: special methods by looking at the type, what the
/// code may not read is not there.
pub fn has(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    if let Some(target) = target_of_proxy(m, obj)? {
        return has(m, &target, name);
    }
    let text = name.to_string_lossy();
    let py = m.py();
    if is_dunder(&text) && !names::fixed_attribute_refusal(&text) && Ty::of(obj).lookup(name).is_some() {
        return Ok(true);
    }
    let before = m.session.check.refusals.pause();
    let found = in_own_dict(m, obj, name).and_then(|own| match own {
        Some(found) => Ok(found.is_some()),
        None => get(m, obj, name).map(|_| true),
    });
    m.session.check.refusals.resume(before);
    match found {
        Ok(found) => Ok(found),
        Err(Exc) => {
            let error = PyErr::fetch(py);
            if error.is_instance_of::<PyAttributeError>(py) || refusals::is_refusal(py, &error) {
                return Ok(false);
            }
            Err(error.into())
        }
    }
}

/// Where reading the name is a look into the object's own dict and nothing else: what is there, without an error where nothing is.
pub fn in_own_dict(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<Option<Option<Value>>> {
    if !obj.is_object() || !type_access::looks_only_there(Ty::of(obj), name) || verdict(m, obj, name)? != Verdict::Plain {
        return Ok(None);
    }
    let found = api::attribute_if_any(&obj.to_bound(m.py())?, name)?;
    found.map(|found| value_filter::admit(m, Value::from_bound(found))).transpose().map(Some)
}

/// Whether no object of the type of `obj` shows what it has under this name.
pub fn is_refused(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    Ok(verdict(m, obj, name)? == Verdict::Refused)
}

fn verdict(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<Verdict> {
    let ty = Ty::of(obj);
    let state = &m.session.check;
    if let Some(v) = state.verdicts.find(ty, name) {
        return Ok(v);
    }
    let facts = info(state, ty)?;
    let v = decide(m, &facts, ty, name)?;
    state.verdicts.keep(ty, name, v);
    Ok(v)
}

fn look_up(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let verdict = verdict(m, obj, name)?;
    if verdict == Verdict::Plain {
        return plain(m, obj, name);
    }
    let object = obj.to_bound(m.py())?;
    if verdict == Verdict::ToldClass {
        return value_filter::admit(m, Value::from_bound(getattr_hook::told_class(&object)?));
    }
    if verdict == Verdict::ToldSize {
        return value_filter::admit(m, Value::from_bound(array_sizes::told(&object, name)?));
    }
    special(m, &Place { object: &object, name, how, fetch: &|| Ok(object.getattr(name)?) }, verdict)
}

/// As `get`, with the lookup itself done by `fetch`: for `object.__getattribute__(obj, name)`, which must not
/// come back to a `__getattribute__` of the code.
pub fn get_by<'py>(
    m: &RunContext,
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    fetch: &dyn Fn() -> R<Bound<'py, PyAny>>,
) -> R<Value> {
    let verdict = verdict(m, &Value::from_bound(object.clone()), name)?;
    special(m, &Place { object, name, how: Use::Read, fetch }, verdict)
}

/// An attribute of an object, and how it is fetched.
pub struct Place<'a, 'py> {
    pub object: &'a Bound<'py, PyAny>,
    pub name: &'a Bound<'py, PyString>,
    pub how: Use,
    pub fetch: &'a dyn Fn() -> R<Bound<'py, PyAny>>,
}

impl Place<'_, '_> {
    /// What is there, through the gate.
    pub fn admitted(&self, m: &RunContext) -> R<Value> {
        value_filter::admit(m, Value::from_bound((self.fetch)()?))
    }
    #[cold]
    pub fn refused(&self, m: &RunContext) -> Exc {
        refused(m, &self.name.to_string_lossy(), self.how)
    }
}

/// Whether there is nothing to keep from anybody: a public name, that of an operation or of a namespace, which objects of
/// this type cannot have. They say so themselves.
#[cold]
pub fn is_nothing(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    let text = name.to_string_lossy();
    let named = !text.starts_with('_') && !names::fixed_attribute_refusal(&text);
    // (What a tool has is the host's to know.)
    (named || text == "__dict__" || names::harmless_special(&text))
        && type_access::has_no_attribute(Ty::of_bound(object), name)
        && !tools::is_tool(&Value::from_bound(object.clone()))
}

/// Whether it is a private name under which the object has nothing (`getattr(member, "_marked", False)`), as it says itself.
fn is_absent(at: &Place<'_, '_>) -> bool {
    may_be_absent(at)
        && type_access::looks_only_there(Ty::of_bound(at.object), at.name)
        && (at.fetch)().is_err_and(|Exc| PyErr::fetch(at.object.py()).is_instance_of::<PyAttributeError>(at.object.py()))
}

/// As `is_absent`, of an object that stands for one of another process: the side that has it is asked.
fn is_absent_elsewhere(m: &RunContext, at: &Place<'_, '_>) -> R<bool> {
    let (py, asks) = (m.py(), pyo3::intern!(m.py(), "_asks_if_absent"));
    if at.how != Use::Read || Ty::of_bound(at.object).lookup(asks).is_none() || !may_be_absent(at) {
        return Ok(false);
    }
    if info(&m.session.check, Ty::of_bound(at.object))?.kind != Kind::Host {
        return Ok(false);
    }
    let _host = HostScope::enter();
    Ok(at.object.call_method1(asks, (at.name,))?.is(PyBool::new(py, true)))
}

/// Private, of no special meaning, and of no tool.
fn may_be_absent(at: &Place<'_, '_>) -> bool {
    let text = at.name.to_string_lossy();
    text.starts_with('_')
        && !is_dunder(&text)
        && !names::fixed_attribute_refusal(&text)
        && !tools::is_tool(&Value::from_bound(at.object.clone()))
}

/// What the interpreter gives for a name that was called plain for the object's type (`is_plain`), through the gate.
#[inline]
pub fn plain(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<Value> {
    let found = obj.to_bound(m.py())?.getattr(name)?;
    value_filter::admit(m, Value::from_bound(found))
}

#[inline(never)]
fn special(m: &RunContext, at: &Place<'_, '_>, verdict: Verdict) -> R<Value> {
    match verdict {
        Verdict::Plain | Verdict::ToldClass | Verdict::ToldSize => at.admitted(m),
        Verdict::Host => {
            let found = {
                let _host = HostScope::enter();
                (at.fetch)()?
            };
            given_objects::admit(m, Value::from_bound(found))
        }
        Verdict::OwnMethod => {
            let found = (at.fetch)()?;
            if access_functions::is_own_method(m, &found)? || is_own_property(at) {
                return value_filter::admit(m, Value::from_bound(found));
            }
            Err(at.refused(m))
        }
        Verdict::Format if at.object.is_exact_instance_of::<PyString>() => str_format::bound_format(m, at.object, at.name),
        // A class of the code, or its object, may have something else there: the gate knows the method of `str`.
        Verdict::Format => at.admitted(m),
        Verdict::RawAccess => access_functions::raw_access(m, (at.fetch)()?, at.name, true),
        Verdict::Guarded => (wrapper_calls::table()?.member)(m, at),
        Verdict::Shared => {
            let found = (at.fetch)()?;
            let of_class = class::holds_for_all(m, at, &found)?;
            let found = value_filter::admit(m, Value::from_bound(found))?;
            if of_class {
                module::own_copy(m, found)
            } else {
                Ok(found)
            }
        }
        Verdict::Refused | Verdict::ByObject(Kind::Property) if is_nothing(at.object, at.name) || is_absent(at) => at.admitted(m),
        Verdict::Refused if info(&m.session.check, Ty::of_bound(at.object))?.pandas && labels::is_label(at.object, at.name)? => {
            at.admitted(m)
        }
        Verdict::Refused if is_absent_elsewhere(m, at)? => at.admitted(m),
        Verdict::Refused if is_mark(m, at)? || class::is_inside_own(m, at)? => at.admitted(m),
        Verdict::Refused if at.how == Use::Read => match errors::own_object(m, at.object, at.name, at.fetch)? {
            Some(found) => value_filter::admit(m, found),
            None => Err(at.refused(m)),
        },
        Verdict::Refused => Err(at.refused(m)),
        Verdict::ByObject(kind) => by_object(m, at, kind),
    }
}

/// What the value stands for, if it is a proxy (`weakref.proxy`): that is asked in its place.
#[inline]
fn target_of_proxy(m: &RunContext, value: &Value) -> R<Option<Value>> {
    if !value.is_object() || info(&m.session.check, Ty::of(value))?.kind != Kind::Proxy {
        return Ok(None);
    }
    of_proxy(m, &value.to_bound(m.py())?).map(Some)
}

fn of_proxy(m: &RunContext, proxy: &Bound<'_, PyAny>) -> R<Value> {
    match api::proxied(proxy) {
        Some(Target::Object(object)) if info(&m.session.check, Ty::of_bound(&object))?.kind == Kind::Own => Ok(Value::from_bound(object)),
        Some(Target::Nothing) => Err(raise::<PyReferenceError>("weakly-referenced object no longer exists")),
        _ => Err(refusals::forbidden_value(m, proxy)),
    }
}

/// What is changed in the place of the value: what a proxy stands for, or the class that `type` does.
fn target_of_change(m: &RunContext, value: &Value) -> R<Option<Value>> {
    if let Some(target) = target_of_proxy(m, value)?.map_or_else(|| forwarded::target(m, value), |target| Ok(Some(target)))? {
        return Ok(Some(target));
    }
    let given = value.as_object();
    let real = given.as_ref().map(|given| type_object::real_class((**given).clone())).filter(|real| real.as_ptr() != value.ptr());
    Ok(real.map(Value::from_bound))
}

/// Whether it is a private name of what the code laid round a function or of a namespace it made, as the code may have set it.
fn is_mark(m: &RunContext, at: &Place<'_, '_>) -> R<bool> {
    let text = at.name.to_string_lossy();
    Ok(!is_dunder(&text) && !names::fixed_attribute_refusal(&text) && is_round_own(m, &Value::from_bound(at.object.clone()))?)
}

/// A property comes before anything that the instance holds under its name.
fn is_own_property(at: &Place<'_, '_>) -> bool {
    Ty::of_bound(at.object).lookup(at.name).is_some_and(|found| type_access::is_property(&found))
}

fn by_object(m: &RunContext, at: &Place<'_, '_>, kind: Kind) -> R<Value> {
    let (object, name, how) = (at.object, at.name, at.how);
    match kind {
        Kind::Module => module::get(m, object, name, how),
        Kind::Class => class::get(m, at),
        Kind::Method => method(m, object, name, how),
        Kind::Property => class::of_property(m, at),
        Kind::Super => class::super_get(m, object, name, how),
        Kind::Function => round_own(m, at),
        Kind::Proxy => look_up(m, &of_proxy(m, object)?, name, how),
        Kind::Exception | Kind::Own => scalar_member(m, object, name, how),
        Kind::Guard => (wrapper_calls::table()?.guard_member)(m, object, name, how),
        Kind::Generator => match generators::progress(m, &Value::from_bound(object.clone()), &name.to_string_lossy())? {
            Some(told) => value_filter::admit(m, told),
            None => Err(at.refused(m)),
        },
        // Not what it tells libraries.
        Kind::OwnFunction => type_object::class_of(m, &Value::from_bound(object.clone())),
        _ => Err(at.refused(m)),
    }
}

fn decide(m: &RunContext, facts: &Rc<TypeInfo>, ty: Ty<'_>, name: &Bound<'_, PyString>) -> R<Verdict> {
    if defence_layers::off(Net::Names) {
        return Ok(Verdict::Plain);
    }
    let text = name.to_string_lossy();
    let text = text.as_ref();
    if matches!(facts.kind, Kind::Module | Kind::Class | Kind::Method | Kind::Property | Kind::Super | Kind::Guard | Kind::Proxy) {
        return Ok(Verdict::ByObject(facts.kind));
    }
    let own_reduce = text == names::REDUCE && facts.kind == Kind::Own;
    let insides = names::fixed_attribute_refusal(text) && !own_reduce
        || (text == "__wrapped__" && !matches!(facts.kind, Kind::Own | Kind::OwnFunction | Kind::Function));
    if facts.kind == Kind::Generator && names::tells_of_progress(text) {
        return Ok(Verdict::ByObject(Kind::Generator));
    }
    if facts.kind == Kind::Forbidden || insides || facts.denies(text) {
        return Ok(Verdict::Refused);
    }
    if facts.text && matches!(text, "format" | "format_map") {
        return Ok(Verdict::Format);
    }
    if looks::is_guarded_member(facts, text) {
        return Ok(Verdict::Guarded);
    }
    match facts.kind {
        Kind::Own => own_instance(m, facts, ty, name, text),
        // As `type(model)`, which the code may ask.
        Kind::Host if text == "__class__" && ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) => Ok(Verdict::ByObject(Kind::OwnFunction)),
        Kind::Host if labels::is_field(ty, name) => Ok(Verdict::Plain),
        Kind::Host if facts.hands_down(text) || (text == "__init__" && class::fills_again(m.py(), ty, name)) => Ok(Verdict::Plain),
        Kind::Host => Ok(match host_instance(text) {
            Verdict::Plain if facts.tables || !facts.app && ty.lookup(name).is_some_and(|held| module::is_container(&held)) => {
                Verdict::Shared
            }
            Verdict::Plain if facts.app => Verdict::Host,
            other => other,
        }),
        Kind::Exception => Ok(exceptions::exception(text)),
        Kind::Generator | Kind::OwnFunction if text == "__class__" => Ok(Verdict::ByObject(Kind::OwnFunction)),
        Kind::Generator => Ok(generators::verdict(text)),
        Kind::Function if matches!(text, "register" | "__wrapped__" | "__annotations__") => Ok(Verdict::ByObject(Kind::Function)),
        Kind::Function => Ok(function(text)),
        Kind::OwnFunction => Ok(own_function(text)),
        _ => Ok(Verdict::Refused),
    }
}

/// Instances of the code's own classes: everything, but for what comes from classes it did not make.
fn own_instance(m: &RunContext, facts: &TypeInfo, ty: Ty<'_>, name: &Bound<'_, PyString>, text: &str) -> R<Verdict> {
    if names::shows_private(text) && !facts.pure && !facts.known_bases {
        return Ok(Verdict::Refused);
    }
    let from_own = defined_by_own(m, ty, name)?;
    match text {
        "__class__" if getattr_hook::tells_of_class(ty) => return Ok(Verdict::ToldClass),
        names::REDUCE => return Ok(if from_own == Some(true) { Verdict::OwnMethod } else { Verdict::Refused }),
        "__dict__" => return Ok(if facts.pure { Verdict::Plain } else { Verdict::Refused }),
        "__getattribute__" | "__getattr__" | "__setattr__" | "__delattr__" if from_own != Some(true) => {
            return Ok(Verdict::RawAccess);
        }
        "__getstate__" | "__setstate__" | "__getnewargs__" | "__getnewargs_ex__" if from_own != Some(true) => return Ok(Verdict::Refused),
        // (What a wrapper of a library lies round, or a class of the host keeps under that name.)
        "__wrapped__" if from_own == Some(false) || from_own.is_none() && !facts.pure && !facts.known_bases => return Ok(Verdict::Refused),
        _ => {}
    }
    if ty.has(crate::cpython::type_access::EXCEPTION) && from_own == Some(false) && !text.starts_with('_') {
        return Ok(exceptions::exception(text));
    }
    if array_sizes::tells(ty, name) {
        return Ok(Verdict::ToldSize);
    }
    if !text.starts_with('_') || is_dunder(text) || names::public_underscore(text) {
        return Ok(Verdict::Plain);
    }
    if facts.pure || class::is_private_to_own(m, &ty.to_bound(m.py()), text)? {
        return Ok(Verdict::Plain);
    }
    Ok(match from_own {
        Some(true) if facts.known_bases => Verdict::Plain,
        // A base of the host may keep something of its own under this name: methods of the code only.
        Some(true) => Verdict::OwnMethod,
        Some(false) if facts.hands_down(text) => Verdict::Plain,
        Some(false) => Verdict::Refused,
        None if facts.known_bases => Verdict::Plain,
        None => Verdict::Refused,
    })
}

/// Whether the class that defines `name` is one of the code's; `None` when no class does.
fn defined_by_own(m: &RunContext, ty: Ty<'_>, name: &Bound<'_, PyString>) -> R<Option<bool>> {
    if ty.lookup(name).is_none() {
        return Ok(None);
    }
    let definer = class::definer(m, &ty.to_bound(m.py()), name)?;
    Ok((definer != class::Definer::Nobody).then_some(definer == class::Definer::Own))
}

fn host_instance(text: &str) -> Verdict {
    if matches!(text, "__getattribute__" | "__setattr__" | "__delattr__") {
        return Verdict::RawAccess;
    }
    let allowed = !text.starts_with('_')
        || names::public_underscore(text)
        || names::harmless_special(text)
        || names::descriptive(text)
        || matches!(
            text,
            "__version__"
                | "__cause__"
                | "__context__"
                | "__suppress_context__"
                | "__origin__"
                | "__args__"
                | "__parameters__"
                | "__metadata__"
                | "__bound__"
                | "__constraints__"
                | "__covariant__"
                | "__contravariant__"
                | "__infer_variance__"
                | "__default__"
                | "__value__"
                | "__type_params__"
                | "__supertype__"
                | "__callback__"
        );
    if allowed {
        Verdict::Plain
    } else {
        Verdict::Refused
    }
}

/// Functions that the code did not make.
fn function(text: &str) -> Verdict {
    match names::descriptive(text) || names::harmless_special(text) {
        _ if !text.starts_with('_') => Verdict::Shared,
        true => Verdict::Plain,
        false => Verdict::Refused,
    }
}

/// `f.register` of a `functools.singledispatch` function, `f.__wrapped__` and `f.__annotations__` of a cached one: of the code's own functions only.
fn round_own(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    let py = m.py();
    let of_code = |function: Bound<'_, PyAny>| info(&m.session.check, Ty::of_bound(&function)).is_ok_and(|f| f.kind == Kind::OwnFunction);
    let own = at.object.getattr(pyo3::intern!(py, "__wrapped__")).is_ok_and(|wrapped| {
        // `@singledispatchmethod` above `@classmethod`
        let inside = ["staticmethod", "classmethod"].iter().any(|name| is_named(py, wrapped.get_type().as_any(), "builtins", name));
        if inside {
            wrapped.getattr(pyo3::intern!(py, "__func__")).is_ok_and(of_code)
        } else {
            of_code(wrapped)
        }
    });
    if own {
        return at.admitted(m);
    }
    // What a function of others says of itself, as `inspect` shows it; its dict is not the code's to change.
    if at.name.to_string_lossy() == "__annotations__" {
        let said = at.object.getattr(at.name)?;
        return value_filter::admit(m, Value::from_bound(said.cast_into::<PyDict>().map_err(PyErr::from)?.copy()?.into_any()));
    }
    Err(at.refused(m))
}

/// Attributes of a bound method are those of its function.
fn method(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let text = name.to_string_lossy();
    if names::descriptive(&text) || names::harmless_special(&text) {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    let inner = Value::from_bound(object.getattr(pyo3::intern!(m.py(), "__func__"))?);
    let kind = info(&m.session.check, Ty::of(&inner))?.kind;
    if kind == Kind::OwnFunction && matches!(text.as_ref(), "__func__" | "__self__" | "__get__") {
        return value_filter::admit(m, Value::from_bound(object.getattr(name)?));
    }
    let of_function = match kind {
        Kind::OwnFunction => own_function(&text) == Verdict::Plain,
        // `obj.method.cache_clear()`
        _ if text == "__annotations__" => true,
        _ => (!is_dunder(&text) || text == "__wrapped__") && is_round_own(m, &inner)?,
    };
    if of_function {
        return get(m, &inner, name);
    }
    Err(refused(m, &text, how))
}

/// Attributes of exceptions that are plain data, and methods.
fn scalar_member(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    let found = Value::from_bound(object.getattr(name)?);
    let ty = Ty::of(&found);
    let scalar = !found.is_object() || (ty.has(crate::cpython::type_access::PLAIN) && !ty.has(crate::cpython::type_access::CLASS));
    let facts = info(&m.session.check, ty)?;
    let native_method =
        |found: &Bound<'_, PyAny>| matches!(type_access::builtin_function(found), Some((_, Some(receiver))) if receiver.is(object));
    if scalar
        || matches!(facts.kind, Kind::Method | Kind::Own | Kind::OwnFunction)
        || native_method(&found.to_bound(m.py())?)
        || library_set(m, object, name)?
    {
        return value_filter::admit(m, found);
    }
    Err(refused(m, &name.to_string_lossy(), how))
}

/// Whether an authorized library put the attribute on its exception (`HTTPError.response`). Those of the interpreter
/// and of the host may hold what the code was not given.
fn library_set(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> R<bool> {
    let py = m.py();
    if info(&m.session.check, Ty::of_bound(object))?.kind != Kind::Exception {
        return Ok(false);
    }
    let home = known(py)?.module_name(&object.get_type())?;
    if home == "builtins" || !value_filter::home_allowed(m, &home) || acting_for_host::acts_for_host(&m.session.check, py, &home) {
        return Ok(false);
    }
    let _host = HostScope::enter();
    let own = object.getattr(pyo3::intern!(py, "__dict__"))?;
    Ok(own.cast::<PyDict>().is_ok_and(|own| own.contains(name).unwrap_or(false)))
}

/// May `name` of `obj` be written or deleted?
pub fn check_change(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, how: Use) -> R<()> {
    let ty = Ty::of(obj);
    let changes = &m.session.check.changes;
    if matches!(changes.find(ty, name), Some(Verdict::Plain | Verdict::Host)) {
        return Ok(());
    }
    let text = name.to_string_lossy();
    let text = text.as_ref();
    let facts = info(&m.session.check, ty)?;
    if defence_layers::off(Net::Names) {
        return Ok(());
    }
    let allowed = !names::fixed_attribute_refusal(text)
        && match facts.kind {
            Kind::Own => own_change(m, &facts, ty, name, text)?,
            Kind::OwnFunction => own_function_change(text),
            Kind::Exception => exceptions::exception_change(text),
            Kind::Class => return class::check_change(m, &obj.to_bound(m.py())?, name, how),
            Kind::Host | Kind::Function if is_round_own(m, obj)? => own_function_change(text),
            Kind::Host if host_change(m, obj, &facts, text)? => {
                // All but that of threads goes by the type and the name, for as long as the type is not changed. (What `is_round_own`
                // may all the same be changed so: these are public names.)
                if !facts.thread {
                    changes.keep(ty, name, Verdict::Host);
                }
                true
            }
            Kind::Host if text == "__doc__" && class::is_own_field(m, &obj.to_bound(m.py())?)? => true,
            Kind::Host => surely_fails(ty, name, text),
            Kind::Guard => guard_change(&obj.to_bound(m.py())?, text),
            Kind::Generator if generators::may_change(obj, text) => true,
            Kind::Property if class::may_change_property(m, &obj.to_bound(m.py())?, text)? => true,
            Kind::Generator | Kind::Function | Kind::Property => surely_fails(ty, name, text),
            _ => false,
        };
    if allowed {
        if matches!(facts.kind, Kind::Own | Kind::OwnFunction) {
            changes.keep(ty, name, Verdict::Plain);
        }
        return Ok(());
    }
    Err(refused(m, text, how))
}

fn guard_change(guard: &Bound<'_, PyAny>, text: &str) -> bool {
    (text == "atexit" && guard.is_instance_of::<weakref_finalize::Finalize>())
        || (argparse::is_settable(text) && guard.is_instance_of::<argparse::ParserAction>())
}

/// Whether the interpreter raises an `AttributeError` for the change: what has no setter is not told of by private names.
fn surely_fails(ty: Ty<'_>, name: &Bound<'_, PyString>, text: &str) -> bool {
    type_access::takes_no_attribute(ty, name)
        && !(text.starts_with('_') && ty.lookup(name).is_some_and(|found| type_access::is_read_only(&found)))
}

/// Whether the code may write `name` of an object of the host or a library, without a record where it may not.
pub fn is_settable(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    let (ty, text) = (Ty::of(obj), name.to_string_lossy());
    let facts = info(&m.session.check, ty)?;
    // Single members are for the code to set, since what they get is looked at there.
    let single = !facts.settable && facts.settable_members.iter().any(|members| members.contains(&text.as_ref()));
    Ok(!single && !names::fixed_attribute_refusal(&text) && (host_change(m, obj, &facts, &text)? || surely_fails(ty, name, &text)))
}

/// Whether writing `name` on any instance of the type of `obj` is a plain `setattr`. Holds as `is_plain` does.
pub fn is_plain_change(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>) -> R<bool> {
    let ty = Ty::of(obj);
    let changes = &m.session.check.changes;
    if changes.find(ty, name) != Some(Verdict::Plain) {
        // (Whether an object may become one of another class hangs on both.)
        if info(&m.session.check, ty)?.kind != Kind::Own || name.to_string_lossy() == "__class__" {
            return Ok(false);
        }
        check_change(m, obj, name, Use::Write)?;
    }
    // (What takes the place of a library's method is looked at each time.)
    Ok(!replaces_what_libraries_call(&m.session.check, &obj.to_bound(m.py())?.get_type(), name))
}

fn own_change(m: &RunContext, facts: &TypeInfo, ty: Ty<'_>, name: &Bound<'_, PyString>, text: &str) -> R<bool> {
    if text == "__class__" {
        return Ok(false);
    }
    if is_dunder(text) {
        return Ok(text != "__dict__" || facts.pure);
    }
    if text.starts_with('_') && !facts.pure && !class::is_private_to_own(m, &ty.to_bound(m.py()), text)? {
        let from_own = defined_by_own(m, ty, name)?;
        return Ok(from_own == Some(true) || (from_own.is_none() && facts.known_bases));
    }
    Ok(true)
}

fn host_change(m: &RunContext, obj: &Value, facts: &TypeInfo, text: &str) -> R<bool> {
    let single = facts.settable_members.iter().any(|members| members.contains(&text));
    if text.starts_with('_') && !single || facts.denies(text) {
        return Ok(false);
    }
    if facts.thread && text != "name" && threads::is_of_host(&obj.to_bound(m.py())?) {
        return Ok(false);
    }
    if facts.settable {
        return Ok(!crate::front::policy::objects::NOT_SETTABLE.contains(&text) || is_kept_by_dict(m, obj, text)?);
    }
    if single {
        return Ok(true);
    }
    records::is_record(m, obj, text)
}

/// Whether an object of the standard library has nothing of that name but what its dict is given: no C code reads it.
fn is_kept_by_dict(m: &RunContext, obj: &Value, text: &str) -> R<bool> {
    let py = m.py();
    let class = obj.to_bound(py)?.get_type();
    let home = crate::cpython::builtin_types::known(py)?.module_name(&class)?;
    let standard = api::module(py, "sys")?.getattr("stdlib_module_names")?.contains(home.split('.').next())?;
    Ok(standard && api::class_attribute(&class, &PyString::intern(py, text)).is_none())
}

/// The refusal of an attribute.
#[cold]
#[inline(never)]
pub fn refused(m: &RunContext, name: &str, how: Use) -> Exc {
    let text = match (is_dunder(name), how) {
        (true, Use::Call) => format!("Forbidden call to dunder function: {name}"),
        (true, _) => format!("Forbidden access to dunder attribute: {name}"),
        (false, Use::Write) => format!("Forbidden assignment to attribute: {name}"),
        (false, Use::Delete) => format!("Forbidden deletion of attribute: {name}"),
        (false, _) => format!("Forbidden access to attribute: {name}"),
    };
    refusals::raise(m, refusals::Kind::Attribute, &text)
}
