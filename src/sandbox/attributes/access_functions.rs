//! Guarded `getattr` and its family, and the raw attribute methods of `object` and `type`.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyList, PyString, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, exact_text, Ty, PLAIN};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::policy::{is_dunder, names, objects};
use crate::sandbox::attributes::{self, another_class, Use};
use crate::sandbox::classes::{self, getattr_hook, type_object};
use crate::sandbox::memory::array_interfaces;
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::{autospec, builtins, tools, value_filter};
use crate::session::current::with_run;
use crate::session::engine_calls::{self, Scope};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// The name as an exact str.
pub fn exact_name<'py>(name: &Bound<'py, PyAny>, function: &str) -> R<Bound<'py, PyString>> {
    exact_text(name).ok_or_else(|| {
        let class = name.get_type().name().map(|n| n.to_string()).unwrap_or_default();
        raise::<PyTypeError>(format!("{function}attribute name must be string, not '{class}'"))
    })
}

const GETATTR: Signature<3> = by_position("getattr");
const HASATTR: Signature<2> = by_position("hasattr");
const SETATTR: Signature<3> = by_position("setattr");
const DELATTR: Signature<2> = by_position("delattr");
const SUPER: Signature<2> = by_position("super");
const VARS: Signature<1> = by_position("vars");
const DIR: Signature<1> = by_position("dir");

const fn by_position<const N: usize>(name: &'static str) -> Signature<N> {
    Signature { module: "builtins", name, parameters: [""; N], positional: N }
}

/// Before 3.11 two of the functions name themselves.
fn check_old_name(function: &str, name: &Bound<'_, PyAny>) -> PyResult<()> {
    if cfg!(not(Py_3_11)) && exact_text(name).is_none() {
        return Err(PyTypeError::new_err(format!("{function}(): attribute name must be string")));
    }
    Ok(())
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn getattr<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(obj), Some(name), default] = GETATTR.bind(args, kwargs)? else { return Err(GETATTR.refuse(args, kwargs)) };
    check_old_name("getattr", &name)?;
    with_run(py, |m| {
        let name = exact_name(&name, "")?;
        let obj = Value::from_bound(obj);
        match default {
            Some(default) => get_or(m, &obj, &name, &Value::from_bound(default))?.to_bound(py),
            None => attributes::get(m, &obj, &name)?.to_bound(py),
        }
    })
}

/// `getattr` with a default.
pub fn get_or(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, default: &Value) -> R<Value> {
    // What a tool has is the host's to know: who says what to take instead hears no more than `hasattr` tells.
    let hides = tools::is_tool(obj) && !name.to_string_lossy().starts_with('_');
    if hides && !attributes::has(m, obj, name)? {
        return Ok(default.clone());
    }
    if let Some(found) = attributes::in_own_dict(m, obj, name)? {
        return Ok(found.unwrap_or_else(|| default.clone()));
    }
    attributes::get(m, obj, name).or_else(|Exc| Ok(Value::from_bound(missing(m.py(), Some(default.to_bound(m.py())?))?)))
}

/// `getattr` with a default hides a missing attribute, not a refused one.
pub fn missing<'py>(py: Python<'py>, default: Option<Bound<'py, PyAny>>) -> R<Bound<'py, PyAny>> {
    let error = PyErr::fetch(py);
    match default {
        Some(default) if error.is_instance_of::<PyAttributeError>(py) && !refusals::is_refusal(py, &error) => Ok(default),
        _ => Err(error.into()),
    }
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(obj, name, /)")]
pub fn hasattr(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
    let [Some(obj), Some(name)] = HASATTR.bind(args, kwargs)? else { return Err(HASATTR.refuse(args, kwargs)) };
    check_old_name("hasattr", &name)?;
    with_run(args.py(), |m| attributes::has(m, &Value::from_bound(obj), &exact_name(&name, "")?))
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(obj, name, value, /)")]
pub fn setattr(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let [Some(obj), Some(name), Some(value)] = SETATTR.bind(args, kwargs)? else { return Err(SETATTR.refuse(args, kwargs)) };
    with_run(args.py(), |m| {
        attributes::set(m, &Value::from_bound(obj), &exact_name(&name, "")?, &value_filter::admit(m, Value::from_bound(value))?)
    })
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(obj, name, /)")]
pub fn delattr(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let [Some(obj), Some(name)] = DELATTR.bind(args, kwargs)? else { return Err(DELATTR.refuse(args, kwargs)) };
    with_run(args.py(), |m| attributes::delete(m, &Value::from_bound(obj), &exact_name(&name, "")?))
}

/// `super(class, object)`. The raw one without arguments takes them from the frame of whichever host
/// function is running, and so would give the code the host's own object; the engine lowers `super()`
/// itself and comes here only where there is no class around.
#[pyfunction(name = "super")]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn super_object<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    if let [None, None] = SUPER.bind(args, kwargs)? {
        return Err(pyo3::exceptions::PyRuntimeError::new_err("super(): no arguments"));
    }
    crate::cpython::static_types::super_class(args.py()).call1(args.clone())
}

/// `vars(obj)`: what `obj.__dict__` gives at the door.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn vars<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [object] = VARS.bind(args, kwargs)?;
    with_run(args.py(), |m| {
        let Some(object) = object else {
            if let Scope::Class(namespace) = (engine_calls::table().scope)() {
                return namespace.to_bound(m.py());
            }
            return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden access to function: vars (without an argument)"));
        };
        let facts = info(&m.session.check, Ty::of_bound(&object))?;
        if facts.kind == Kind::Own && facts.pure {
            return namespace(m, object);
        }
        if let Some(told) = asked_elsewhere(m, &object)? {
            return value_filter::admit_bound(m, told);
        }
        let copy = match namespace_copy(m, &object)? {
            None if info(&m.session.check, Ty::of_bound(&object))?.kind == Kind::Module => members_of_module(m, &object)?,
            None => readable_copy(m, &object)?,
            copy => copy,
        };
        match copy {
            Some(copy) => Ok(copy.into_any()),
            None => namespace(m, object),
        }
    })
}

/// Of an object that stands for one of another process, what the side says that has it.
fn asked_elsewhere<'py>(m: &RunContext, object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let name = intern!(object.py(), "_asked_vars");
    if info(&m.session.check, Ty::of_bound(object))?.kind != Kind::Host || Ty::of_bound(object).lookup(name).is_none() {
        return Ok(None);
    }
    let _host = HostScope::enter();
    Ok(Some(object.call_method0(name)?))
}

/// `object.__dict__`, as `vars` asks for it.
fn namespace<'py>(m: &RunContext, object: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let (py, name) = (object.py(), pyo3::intern!(object.py(), "__dict__"));
    let has_none = || raise::<PyTypeError>("vars() argument must have __dict__ attribute");
    if type_access::has_no_attribute(Ty::of_bound(&object), name) {
        return Err(has_none());
    }
    if let Ok(found) = attributes::get(m, &Value::from_bound(object), name) {
        return found.to_bound(py);
    }
    let error = PyErr::fetch(py);
    match error.is_instance_of::<PyAttributeError>(py) && !refusals::is_refusal(py, &error) {
        true => Err(has_none()),
        false => Err(error.into()),
    }
}

/// What a namespace object holds, as a dict of the code's own (its own could be given names of raw memory).
fn namespace_copy<'py>(m: &RunContext, object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyDict>>> {
    let class = object.get_type();
    let known = known(m.py())?;
    let (module, name) = (known.module_name(&class)?, known.qualname(&class)?);
    let listed = objects::NAMESPACES.contains(&(module.as_str(), name.as_str()));
    if !listed || !is_named(m.py(), &class, &module, &name) {
        return Ok(None);
    }
    Ok(Some(object.getattr("__dict__")?.cast_into::<PyDict>()?.copy()?))
}

/// What an object of a library, or of a class of the code below one, holds: a copy, where the code may read each of it by its
/// name.
fn readable_copy<'py>(m: &RunContext, object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyDict>>> {
    let py = m.py();
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    let of_library = match facts.kind {
        Kind::Own => !facts.pure && !classes::derives_from_host(m, &object.get_type())?,
        Kind::Host => !facts.app,
        _ => false,
    };
    if !of_library {
        return Ok(None);
    }
    // The interpreter's own, of a type whose objects the code does not hold: what it says of its objects is not asked.
    let getter = Ty::of_bound(object).lookup(intern!(py, "__dict__"));
    let Some(getter) = getter.filter(|getter| known(py).is_ok_and(|known| known.is_forbidden(Ty::of_bound(getter).addr()))) else {
        return Ok(None);
    };
    let held = {
        let _own = HostScope::enter();
        getter.call_method1(intern!(py, "__get__"), (object,))
    };
    let Ok(Ok(held)) = held.map(|held| held.cast_into_exact::<PyDict>()) else { return Ok(None) };
    let held = held.copy()?;
    let value = Value::from_bound(object.clone());
    let names = held.keys().iter().map(|name| exact_text(&name)).collect::<Option<Vec<_>>>();
    let Some(names) = names else { return Ok(None) };
    let copy = PyDict::new(py);
    let before = m.session.check.refusals.pause();
    let read = names.iter().try_for_each(|name| {
        attributes::get(m, &value, name)?;
        let found = held.get_item(name)?.map_or(Value::NONE, Value::from_bound);
        Ok(copy.set_item(name, value_filter::admit(m, found)?.to_bound(py)?)?)
    });
    m.session.check.refusals.resume(before);
    match read {
        Ok(()) => Ok(Some(copy)),
        Err(Exc) => {
            drop(PyErr::take(py));
            Ok(None)
        }
    }
}

/// Whether lists of names of what is not the code's show it.
fn is_listed(name: &str) -> bool {
    !name.starts_with('_') || names::harmless_special(name) || names::descriptive(name)
}

/// What a module holds, as a dict of the code's own: what `dir` shows of it and the code may read by its name.
fn members_of_module<'py>(m: &RunContext, module: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyDict>>> {
    let py = m.py();
    let Some(names) = type_access::module_dict(module).map(|held| held.keys()) else { return Ok(None) };
    let (value, copy) = (Value::from_bound(module.clone()), PyDict::new(py));
    let before = m.session.check.refusals.pause();
    let mut listed = names.iter().filter_map(|name| exact_text(&name)).filter(|name| is_listed(&name.to_string_lossy()));
    let read = listed.try_for_each(|name| match attributes::get(m, &value, &name) {
        Ok(found) => Ok(copy.set_item(name, found.to_bound(py)?)?),
        Err(Exc) => {
            let error = PyErr::fetch(py);
            if refusals::is_refusal(py, &error) {
                Ok(())
            } else {
                Err(Exc::from(error))
            }
        }
    });
    m.session.check.refusals.resume(before);
    read.map(|()| Some(copy))
}

/// `dir(obj)` shows names, and `dir()` those of the variables; those the code may not use are left out of objects it did not make.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn dir<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [object] = DIR.bind(args, kwargs)?;
    with_run(py, |m| {
        let Some(object) = object else {
            return Ok(names_in_scope(m, py)?.into_any());
        };
        let kind = info(&m.session.check, Ty::of_bound(&object))?.kind;
        let listed = object.dir()?.into_any();
        if matches!(kind, Kind::Own) {
            return Ok(names_of_own(m, object, &listed)?.into_any());
        }
        let own = own_names(m, &object)?;
        let mut shown = Vec::new();
        for name in listed.try_iter()? {
            let name = name?;
            let Some(text) = exact_text(&name) else { continue };
            let text_ref = text.to_string_lossy();
            if is_listed(&text_ref) || own.contains(text_ref.as_ref()) {
                shown.push(text);
            }
        }
        Ok(PyList::new(py, shown)?.into_any())
    })
}

/// Those of the listed names that the code may use on an object of a class of its own: programs read what they find there.
fn names_of_own<'py>(m: &RunContext, object: Bound<'py, PyAny>, listed: &Bound<'py, PyAny>) -> R<Bound<'py, PyList>> {
    let blocked = |name: &Bound<'_, PyAny>| array_interfaces::NAMES.iter().any(|blocked| name.eq(*blocked).unwrap_or(false));
    let object = Value::from_bound(object);
    let mut shown = Vec::new();
    for name in listed.try_iter()? {
        let name = name?;
        // (What is blocked `getattr_hook` put into the class.)
        let refused = exact_text(&name).map_or(Ok(false), |text| attributes::is_refused(m, &object, &text))?;
        if !refused && !blocked(&name) {
            shown.push(name);
        }
    }
    Ok(PyList::new(listed.py(), shown)?)
}

/// The names of the variables that have a value where the code is, in order.
fn names_in_scope<'py>(m: &RunContext, py: Python<'py>) -> R<Bound<'py, PyList>> {
    match (engine_calls::table().scope)() {
        Scope::Function(names) => Ok(PyList::new(py, names)?),
        Scope::Module => {
            m.session.flush(py)?;
            let mut names = m.session.sync.names(py, usize::MAX);
            names.sort_unstable();
            Ok(PyList::new(py, names)?)
        }
        Scope::Class(namespace) => {
            let names = namespace.to_bound(py)?.call_method0("keys")?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            let names = PyList::new(py, names)?;
            names.sort()?;
            Ok(names)
        }
        Scope::Nowhere => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden access to function: dir (without an argument)")),
    }
}

/// What the code wrote into the class, if it is one of the code's, and into those that it inherits from.
fn own_names(m: &RunContext, object: &Bound<'_, PyAny>) -> R<FxHashSet<String>> {
    let mut found = FxHashSet::default();
    let Ok(class) = object.cast::<PyType>() else { return Ok(found) };
    for base in known(m.py())?.mro(class)?.iter().filter(|base| m.session.check.own.contains(base)) {
        for name in api::own_attributes(base).into_iter().flat_map(|held| held.keys()) {
            if let Some(text) = exact_text(&name)
                .filter(|text| text.to_string_lossy() != "__dict__" && !names::fixed_attribute_refusal(&text.to_string_lossy()))
            {
                found.insert(text.to_string_lossy().into_owned());
            }
        }
    }
    Ok(found)
}

/// Which raw method a `RawAccess` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Get,
    Set,
    Delete,
    List,
}

impl Mode {
    /// Arguments behind the object.
    fn arguments(self) -> usize {
        match self {
            Mode::List => 0,
            Mode::Get | Mode::Delete => 1,
            Mode::Set => 2,
        }
    }
}

// `object.__setattr__` and the like, with the door in front.
#[pyclass(frozen, module = "builtins", name = "wrapper_descriptor")]
pub struct RawAccess {
    real: Py<PyAny>,
    mode: Mode,
    /// The object that a bound one belongs to.
    receiver: Option<Py<PyAny>>,
}

/// The guarded form of `resolved`, an attribute method found under `name`; `bound` when it may have its receiver.
/// Methods that the code wrote are given back as they are.
pub fn raw_access(m: &RunContext, resolved: Bound<'_, PyAny>, name: &Bound<'_, PyString>, bound: bool) -> R<Value> {
    let py = m.py();
    let mode = match name.to_string_lossy().as_ref() {
        "__setattr__" => Mode::Set,
        "__delattr__" => Mode::Delete,
        "__dir__" => Mode::List,
        _ => Mode::Get,
    };
    // (What a class of the code holds is a native object around its function, or around that of a class of others.)
    let real = getattr_hook::inside(&resolved).unwrap_or_else(|| resolved.clone());
    let kind = info(&m.session.check, Ty::of_bound(&real))?.kind;
    if kind == Kind::Host {
        return Err(attributes::refused(m, &name.to_string_lossy(), Use::Read));
    }
    if kind != Kind::Function && (kind != Kind::Method || is_own_method(m, &real)?) {
        return value_filter::admit(m, Value::from_bound(resolved));
    }
    // (`super(A, A).__setattr__` has none.)
    let receiver = if bound { real.getattr_opt(pyo3::intern!(py, "__self__"))?.map(Bound::unbind) } else { None };
    if let Some(kept) = of_object(&real).filter(|_| receiver.is_none()) {
        return Ok(Value::from_bound(kept.bind(py).clone().into_any()));
    }
    let guard = RawAccess { real: real.unbind(), mode, receiver };
    Ok(Value::from_bound(Bound::new(py, guard)?.into_any()))
}

/// What stands for the attribute functions of `object`, with their names: one for all, as they have nothing of a session or an object.
fn all_of_object(py: Python<'_>) -> PyResult<&'static [(Py<PyString>, Py<RawAccess>)]> {
    static ALL: Once<Vec<(Py<PyString>, Py<RawAccess>)>> = Once::new();
    let all = ALL.get_or_make(py, || {
        let modes = [("__getattribute__", Mode::Get), ("__setattr__", Mode::Set), ("__delattr__", Mode::Delete), ("__dir__", Mode::List)];
        let made = modes.into_iter().map(|(name, mode)| {
            let real = py.get_type::<PyAny>().getattr(name)?.unbind();
            let guard = Bound::new(py, RawAccess { real, mode, receiver: None })?;
            builtins::remember(&format!("object.{name}"), &guard);
            Ok((PyString::intern(py, name).unbind(), guard.unbind()))
        });
        made.collect::<PyResult<Vec<_>>>()
    });
    all.map(Vec::as_slice)
}

/// What stands for `wrapper`, if that is one of them.
pub fn of_object(wrapper: &Bound<'_, PyAny>) -> Option<&'static Py<RawAccess>> {
    let py = wrapper.py();
    let known = all_of_object(py).ok()?.iter().find(|(_, kept)| kept.get().real.bind(py).is(wrapper));
    known.map(|(_, kept)| kept)
}

/// `object.__setattr__` and its like, by the interned name.
pub fn member_of_object(class: &Value, name: &Bound<'_, PyString>) -> Option<Value> {
    let py = name.py();
    if class.ptr() != py.get_type::<PyAny>().as_ptr() {
        return None;
    }
    let known = all_of_object(py).ok()?.iter().find(|(known, _)| known.is(name));
    known.map(|(_, kept)| Value::from_bound(kept.bind(py).clone().into_any()))
}

/// `object.__setattr__(object, name, value)` for an object whose classes are all of the code: what stands for it would do no more. `None`
/// for others. (An attribute that an own `__setattr__` sets by `super()`: 5,640 machine instructions through that, 2,270 so.)
pub fn set_of_object(m: &RunContext, object: &Value, name: &Value, value: &Value) -> Option<R<Value>> {
    let ty = Ty::of(object);
    let name = name.as_object().and_then(|name| exact_text(&name))?;
    let facts = info(&m.session.check, ty).ok()?;
    if facts.kind != Kind::Own || !facts.pure || is_dunder(&name.to_string_lossy()) {
        return None;
    }
    set_of_own(m, object, &name, value).transpose()
}

fn set_of_own(m: &RunContext, object: &Value, name: &Bound<'_, PyString>, value: &Value) -> R<Option<Value>> {
    attributes::check_change(m, object, name, Use::Write)?;
    let is_data = !value.is_object() || Ty::of(value).has(PLAIN);
    if !is_data && !attributes::is_plain_change(m, object, name)? {
        return Ok(None);
    }
    let value = value_filter::admit(m, value.clone())?;
    let done = type_access::set_as_object_does(&object.to_bound(m.py())?, name, &value.to_bound(m.py())?);
    Ok(done.transpose()?.map(|()| Value::NONE))
}

/// Whether `found` is the `__dir__` of `object`, bound to the receiver.
pub fn is_common_dir(receiver: &Bound<'_, PyAny>, found: &Bound<'_, PyAny>) -> R<bool> {
    let py = receiver.py();
    let common = py.get_type::<PyAny>().getattr(intern!(py, "__dir__"))?;
    Ok(type_access::builtin_function(found).is_some() && found.eq(common.call_method1(intern!(py, "__get__"), (receiver,))?)?)
}

/// Whether a class of the object holds the function, as one of those that attributes go through.
fn has_method(m: &RunContext, object: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> R<bool> {
    let names = ["__getattr__", "__getattribute__", "__setattr__", "__delattr__"].map(|name| PyString::intern(m.py(), name));
    let is_held = |base: &Bound<'_, PyType>| {
        let held = names.iter().filter_map(|name| api::own_attribute(base, name));
        held.map(|held| getattr_hook::inside(&held).unwrap_or(held)).any(|held| held.is(function))
    };
    Ok(known(m.py())?.mro(&object.get_type())?.iter().any(is_held))
}

/// A bound method of a function that the code wrote.
pub fn is_own_method(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    if info(&m.session.check, Ty::of_bound(object))?.kind != Kind::Method {
        return Ok(false);
    }
    let function = object.getattr(pyo3::intern!(m.py(), "__func__"))?;
    Ok(info(&m.session.check, Ty::of_bound(&function))?.kind == Kind::OwnFunction)
}

#[pymethods]
impl RawAccess {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let count = usize::from(self.receiver.is_none()) + self.mode.arguments();
        if args.len() != count || kwargs.is_some_and(|kwargs| !kwargs.is_empty()) {
            // (A descriptor looks at its object first.)
            let kept = usize::from(self.real.bind(py).get_type().name()? == "wrapper_descriptor");
            return Err(signatures::refuse(self.real.bind(py), kept, args, kwargs));
        }
        with_run(py, |m| self.call(m, args)?.to_bound(py))
    }
    /// As a method of a class (`__setattr__ = object.__setattr__`) it binds like the real one.
    fn __get__<'py>(slf: &Bound<'py, Self>, obj: Bound<'py, PyAny>, _owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        if this.receiver.is_some() || obj.is_none() {
            return Ok(slf.clone().into_any());
        }
        let py = slf.py();
        let bound = RawAccess {
            real: this.real.bind(py).call_method1("__get__", (&obj,))?.unbind(),
            mode: this.mode,
            receiver: Some(obj.unbind()),
        };
        Ok(Bound::new(py, bound)?.into_any())
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        match self.mode {
            Mode::Get => "__getattribute__",
            Mode::Set => "__setattr__",
            Mode::Delete => "__delattr__",
            Mode::List => "__dir__",
        }
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        visit.call(&self.receiver)
    }
}

impl RawAccess {
    fn call(&self, m: &RunContext, args: &Bound<'_, PyTuple>) -> R<Value> {
        let py = m.py();
        let mut given: Vec<Bound<'_, PyAny>> = args.iter().collect();
        let receiver = match &self.receiver {
            Some(receiver) => receiver.bind(py).clone(),
            None => given.remove(0),
        };
        let real = self.real.bind(py);
        let Some(name) = given.first() else { return self.list(m, &receiver, args) };
        let name = exact_name(name, "")?;
        let object = Value::from_bound(receiver.clone());
        // (What is made in C looks at its object itself.)
        if self.receiver.is_none() && real.is_instance_of::<PyFunction>() && !has_method(m, &receiver, real)? {
            let name = real.getattr("__qualname__").and_then(|name| name.extract::<String>()).unwrap_or_default();
            return Err(refusals::forbidden_function(m, &format!("{name} (of an object of another class)")));
        }
        let mut passed: Vec<Bound<'_, PyAny>> = Vec::with_capacity(3);
        if self.receiver.is_none() {
            passed.push(receiver);
        }
        passed.push(name.clone().into_any());
        passed.extend(given.into_iter().skip(1));
        let passed = PyTuple::new(py, passed)?;
        match self.mode {
            Mode::Get => {
                let object = object.to_bound(py)?;
                attributes::get_by(m, &object, &name, &|| Ok(real.call1(passed.clone())?))
            }
            Mode::Set => {
                let (holder, Some(value)) = (object.to_bound(py)?, passed.iter().last()) else { return Err(Exc) };
                if another_class::may_become(m, &object, &name, &Value::from_bound(value.clone()))? {
                    let set = another_class::while_meant(&holder, &value, || real.call1(passed))?;
                    return Ok(Value::from_bound(set));
                }
                attributes::check_change(m, &object, &name, Use::Write)?;
                attributes::keep_for_others(m, &object, &name)?;
                if let Ok(class) = holder.cast::<PyType>() {
                    classes::check_class_change(m, class, &name.to_string_lossy(), &value)?;
                }
                let passed = match attributes::instead_of_value(m, &holder, &name, &value)? {
                    Some(instead) => PyTuple::new(py, passed.iter().take(passed.len() - 1).chain([instead]).collect::<Vec<_>>())?,
                    None => passed,
                };
                Ok(Value::from_bound(real.call1(passed)?))
            }
            Mode::Delete => {
                attributes::check_change(m, &object, &name, Use::Delete)?;
                attributes::keep_for_others(m, &object, &name)?;
                if type_object::loses_maker(m, &object.to_bound(py)?, &name, true)? {
                    return Ok(Value::NONE);
                }
                Ok(Value::from_bound(real.call1(passed)?))
            }
            Mode::List => self.list(m, &object.to_bound(py)?, args),
        }
    }

    /// The names of an object of a class of the code.
    fn list(&self, m: &RunContext, receiver: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> R<Value> {
        if info(&m.session.check, Ty::of_bound(receiver))?.kind != Kind::Own {
            return Err(attributes::refused(m, "__dir__", Use::Call));
        }
        let listed = self.real.bind(m.py()).call1(args.clone())?;
        Ok(Value::from_bound(names_of_own(m, receiver.clone(), &listed)?.into_any()))
    }
}

const ATTRGETTER: Signature<0> = Signature { module: "operator", name: "attrgetter", parameters: [], positional: 0 };
const METHODCALLER: Signature<0> = Signature { module: "operator", name: "methodcaller", parameters: [], positional: 0 };

/// The one argument of a call of what `class` makes.
fn called_with_one<'py>(
    class: &Signature<0>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    match args.get_item(0) {
        Ok(one) if args.len() == 1 && kwargs.is_none_or(|kwargs| kwargs.is_empty()) => Ok(one),
        _ => {
            let real = {
                let _host = HostScope::enter();
                class.real(args.py())?.call1(("real",))?
            };
            Err(signatures::refuse(&real, 0, args, kwargs))
        }
    }
}

// `operator.attrgetter`, through the door.
#[pyclass(frozen, module = "operator", name = "attrgetter")]
pub struct AttrGetter {
    paths: Vec<Py<PyString>>,
}

#[pymethods]
impl AttrGetter {
    #[new]
    #[pyo3(signature = (*attrs, **kwargs))]
    fn new(attrs: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<AttrGetter> {
        if attrs.is_empty() || kwargs.is_some_and(|kwargs| !kwargs.is_empty()) {
            return Err(ATTRGETTER.refuse(attrs, kwargs));
        }
        let mut paths = Vec::new();
        for attr in attrs.iter() {
            let Some(text) = exact_text(&attr) else {
                return Err(PyTypeError::new_err("attribute name must be a string"));
            };
            paths.push(text.unbind());
        }
        Ok(AttrGetter { paths })
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let obj = called_with_one(&ATTRGETTER, args, kwargs)?;
        with_run(args.py(), |m| {
            let obj = value_filter::admit_bound(m, obj)?;
            let mut found = Vec::with_capacity(self.paths.len());
            for path in &self.paths {
                found.push(walk(m, &obj, path.bind(m.py()))?);
            }
            match found.len() {
                1 => found.pop().ok_or(Exc),
                _ => Ok(PyTuple::new(m.py(), found)?.into_any()),
            }
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let paths = self.paths.iter().map(|path| Ok(path.bind(py).repr()?.to_string())).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("operator.attrgetter({})", paths.join(", ")))
    }
}

/// `obj.a.b.c`, each step through the door.
pub fn walk<'py>(m: &RunContext, obj: &Bound<'py, PyAny>, path: &Bound<'py, PyString>) -> R<Bound<'py, PyAny>> {
    let py = m.py();
    let mut current = Value::from_bound(obj.clone());
    for part in path.to_string_lossy().split('.') {
        current = attributes::get(m, &current, &PyString::new(py, part))?;
    }
    current.to_bound(py)
}

// `operator.methodcaller`, through the door.
#[pyclass(frozen, module = "operator", name = "methodcaller")]
pub struct MethodCaller {
    name: Py<PyString>,
    args: Py<PyTuple>,
    kwargs: Option<Py<PyDict>>,
}

#[pymethods]
impl MethodCaller {
    #[new]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<Bound<'_, PyDict>>) -> PyResult<MethodCaller> {
        let Ok(name) = args.get_item(0) else { return Err(METHODCALLER.refuse(args, kwargs.as_ref())) };
        let Some(name) = exact_text(&name) else {
            return Err(PyTypeError::new_err("method name must be a string"));
        };
        let args = args.get_slice(1, args.len());
        Ok(MethodCaller { name: name.unbind(), args: args.unbind(), kwargs: kwargs.map(Bound::unbind) })
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let obj = called_with_one(&METHODCALLER, args, kwargs)?;
        let py = obj.py();
        with_run(py, |m| {
            let method = attributes::load_method(m, &value_filter::admit(m, Value::from_bound(obj))?, self.name.bind(py))?;
            let kwargs = self.kwargs.as_ref().map(|k| k.bind(py));
            let result = method.to_bound(py)?.call(self.args.bind(py).clone(), kwargs)?;
            value_filter::admit(m, Value::from_bound(result))?.to_bound(py)
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut shown = vec![self.name.bind(py).repr()?.to_string()];
        for argument in self.args.bind(py) {
            shown.push(argument.repr()?.to_string());
        }
        for (name, value) in self.kwargs.iter().flat_map(|kwargs| kwargs.bind(py)) {
            shown.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("operator.methodcaller({})", shown.join(", ")))
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.args)?;
        visit.call(&self.kwargs)
    }
}

/// `super().__new__` and others that need a guard though the door lets the name pass.
pub fn class_maker_of(m: &RunContext, found: Bound<'_, PyAny>) -> R<Value> {
    let kind = info(&m.session.check, Ty::of_bound(&found))?.kind;
    if kind == Kind::OwnFunction || kind == Kind::Guard {
        return Ok(Value::from_bound(found));
    }
    type_object::maker(m.py(), found)
}

/// Whether this is what `functools` lays round a function of the code (`@lru_cache`, `partial`), a static or class method of one, a
/// `partial` or plain namespace that the code itself made, or a function that a mock has made for it.
pub fn is_round_own(m: &RunContext, obj: &Value) -> R<bool> {
    let (py, class) = (m.py(), Ty::of(obj).addr());
    static CLASSES: Once<[Py<PyAny>; 5]> = Once::new();
    let [cache, partial, namespace, static_method, class_method] = CLASSES.get_or_make(py, || {
        let of = |module, name| api::module(py, module)?.getattr(name).map(Bound::unbind);
        Ok::<_, PyErr>([
            of("functools", "_lru_cache_wrapper")?,
            of("functools", "partial")?,
            of("types", "SimpleNamespace")?,
            of("builtins", "staticmethod")?,
            of("builtins", "classmethod")?,
        ])
    })?;
    let is = |known: &Py<PyAny>| known.as_ptr() as usize == class;
    let inner = match () {
        () if is(namespace) => return Ok(array_interfaces::is_own(&obj.to_bound(py)?)),
        () if is(partial) && array_interfaces::is_own(&obj.to_bound(py)?) => return Ok(true),
        () if is(partial) => "func",
        () if is(cache) => "__wrapped__",
        () if is(static_method) || is(class_method) => "__func__",
        () => return Ok(autospec::is_made(&obj.to_bound(py)?)),
    };
    let _host = HostScope::enter();
    let Ok(inner) = obj.to_bound(py)?.getattr(inner) else { return Ok(false) };
    Ok(info(&m.session.check, Ty::of_bound(&inner))?.kind == Kind::OwnFunction)
}
