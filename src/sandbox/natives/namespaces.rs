//! What library code gets when it asks objects of others for `__dict__`, functions of the host for their defaults and code.
//!
//! `cached_property`, `UserDict.copy`, `inspect` and the like read and write namespaces of whatever the code hands them.
//! The getters behind these names are wrapped, once per process: library code at work for sandboxed code gets a copy of
//! a module's namespace, and of objects and classes of the host a copy of the public part. What it writes there is lost.
#![allow(unsafe_code, reason = "getters of the interpreter's types are wrapped")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyBaseException;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::call_stack::{self, Caller};
use crate::cpython::frames;
use crate::cpython::hooks::{self, table, Getter};
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{attached, Exc, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::is_dunder;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::natives::functions;
use crate::sandbox::type_info::info;
use crate::sandbox::{classes, value_filter};
use crate::session::run_context::RunContext;
use crate::session::scope::{self, sandboxed, HostScope};
use crate::session::state::type_info::Kind;
use crate::session::{current, panics};

/// What is given in the place of what the getter gave, if anything else.
type Look = for<'py> fn(&RunContext, &Bound<'py, PyAny>, &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>>;

const LOOKS: [Look; 8] = [instance, class, module, defaults, keyword_defaults, code, function, instance];
const INSTANCE: usize = 0;
const CLASS: usize = 1;
const MODULE: usize = 2;
const DEFAULTS: usize = 3;
const KEYWORD_DEFAULTS: usize = 4;
const CODE: usize = 5;
const FUNCTION: usize = 6;
const EXCEPTION: usize = 7;

static ORIGINALS: [AtomicPtr<()>; 8] = [const { AtomicPtr::new(ptr::null_mut()) }; 8];

static SETTER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the getters.
pub fn install(py: Python<'_>) -> PyResult<()> {
    // Classes with and without room for weak references have tables of their own, each one for all such classes.
    let (meta, slots) = (py.get_type::<PyType>(), PyDict::new(py));
    slots.set_item("__slots__", ("__dict__",))?;
    for members in [PyDict::new(py), slots] {
        let class = meta.call1(("C", PyTuple::empty(py), members))?;
        wrap::<INSTANCE>(&class, "__dict__")?;
        wrap_setter(&class)?;
    }
    wrap::<CLASS>(&meta, "__dict__")?;
    wrap::<EXCEPTION>(&py.get_type::<PyBaseException>(), "__dict__")?;
    let function = py.import("types")?.getattr("FunctionType")?;
    wrap::<DEFAULTS>(&function, "__defaults__")?;
    wrap::<KEYWORD_DEFAULTS>(&function, "__kwdefaults__")?;
    wrap::<CODE>(&function, "__code__")?;
    wrap::<FUNCTION>(&function, "__dict__")?;
    // A module's is a plain field, which has no getter.
    ORIGINALS[MODULE].store(of_module as ffi::getter as *mut (), Ordering::Release);
    let setter = read_only as ffi::setter;
    // SAFETY: ATTACHED; both functions fit, and the getter gives what the field holds.
    unsafe { hooks::put_getter(&py.get_type::<PyModule>(), c"__dict__", get::<MODULE>, setter, &table::NAMESPACES) }
}

fn member<'py>(class: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let members = class.py().get_type::<PyType>().getattr("__dict__")?.get_item("__dict__")?.call_method1("__get__", (class,))?;
    members.get_item(name)
}

fn wrap<const N: usize>(class: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    let Some(getter) = Getter::of(&member(class, name)?) else { return Ok(()) };
    let this = get::<N> as ffi::getter as *mut ();
    if getter.function() != this {
        ORIGINALS[N].store(getter.function(), Ordering::Release);
        // SAFETY: ATTACHED; `get` calls the function that was there before.
        unsafe { getter.exchange(this, &table::NAMESPACES) };
    }
    Ok(())
}

fn wrap_setter(class: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(setter) = Getter::of(&member(class, "__dict__")?) else { return Ok(()) };
    let this = set as ffi::setter as *mut ();
    if setter.setter() != this {
        SETTER.store(setter.setter(), Ordering::Release);
        // SAFETY: ATTACHED; `set` calls the function that was there before, one for both tables.
        unsafe { setter.exchange_setter(this, &table::NAMESPACES) };
    }
    Ok(())
}

/// A dict that an object of others is given is one that the code may fill.
unsafe extern "C" fn set(object: *mut PyObject, value: *mut PyObject, closure: *mut c_void) -> std::ffi::c_int {
    // SAFETY: called by the interpreter, attached, with a live object; the original was stored before.
    unsafe {
        if sandboxed() && !defence_layers::off(Net::Names) {
            let object = Bound::from_borrowed_ptr(attached(), object);
            let looked = || {
                let _own = HostScope::enter();
                current::with_current(|m| block(m, &object)).unwrap_or(Ok(())).map_err(|Exc| ())
            };
            if panics::contained(Err(()), looked).is_err() {
                return -1;
            }
        }
        let original: ffi::setter = std::mem::transmute(SETTER.load(Ordering::Acquire));
        original(object, value, closure)
    }
}

/// Whoever has the dict of an object of others may write there what the code names.
fn block(m: &RunContext, object: &Bound<'_, PyAny>) -> R<()> {
    let ty = Ty::of_bound(object);
    if info(&m.session.check, ty)?.kind == Kind::Host && ty.has(ffi::Py_TPFLAGS_HEAPTYPE) {
        getattr_hook::block_in_foreign(&object.get_type())?;
    }
    Ok(())
}

unsafe extern "C" fn get<const N: usize>(object: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live object; the original was stored before.
    unsafe {
        let original: ffi::getter = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        let real = original(object, closure);
        if real.is_null() || !sandboxed() || defence_layers::off(Net::Names) {
            return real;
        }
        let py = attached();
        let (object, real) = (Bound::from_borrowed_ptr(py, object), Bound::from_owned_ptr(py, real));
        // The looks read namespaces, too.
        let looked = || {
            let _own = HostScope::enter();
            current::with_current(|m| LOOKS[N](m, &object, &real)).unwrap_or(Ok(None)).map_err(|Exc| ())
        };
        match panics::contained(Err(()), looked) {
            Ok(other) => other.unwrap_or(real).into_ptr(),
            Err(()) => ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn of_module(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    // SAFETY: called with modules only; the dict is borrowed, null for a module without a name.
    unsafe {
        let dict = ffi::PyModule_GetDict(object);
        if dict.is_null() {
            ffi::PyErr_Clear();
            return ffi::Py_NewRef(ffi::Py_None());
        }
        ffi::Py_NewRef(dict)
    }
}

unsafe extern "C" fn read_only(_object: *mut PyObject, _value: *mut PyObject, _closure: *mut c_void) -> std::ffi::c_int {
    pyo3::exceptions::PyAttributeError::new_err("readonly attribute").restore(attached());
    -1
}

/// Whether a name in a namespace is for its owner alone.
pub fn is_private(name: &Bound<'_, PyAny>) -> bool {
    exact_text(name).is_none_or(|name| {
        let name = name.to_string_lossy();
        name.starts_with('_') && !is_dunder(&name) && !(name.len() > 2 && name.ends_with('_'))
    })
}

/// What stands in a namespace under public names.
fn public_part<'py>(namespace: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>, py: Python<'py>) -> R<Bound<'py, PyDict>> {
    let part = PyDict::new(py);
    for (name, value) in namespace.filter(|(name, _)| !is_private(name)) {
        part.set_item(name, value)?;
    }
    Ok(part)
}

/// Whether objects of the class are of the host's own program, and the library at work is no part of it.
fn is_of_host(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    if m.session.check.own.contains(class) {
        return Ok(false);
    }
    let home = known(m.py())?.module_name(class)?;
    Ok(functions::is_host_home(m, &home))
}

fn instance<'py>(m: &RunContext, object: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let class = object.get_type();
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    block(m, object)?;
    let guest = facts.kind == Kind::Own && !facts.pure && !facts.known_bases && classes::derives_from_host(m, &class)?;
    let foreign = (facts.kind == Kind::Host && facts.app || facts.kind == Kind::Exception) && is_of_host(m, &class)?;
    let other = facts.kind == Kind::Host
        && !foreign
        && !defence_layers::off(Net::Guests)
        && call_stack::is_standard_code(m.py())
        && !functions::is_of_same_package(m, object)?;
    // (Whose code asks costs the most, and is asked last: `cached_property` asks each object of the code for its dict.)
    let by_library = || scope::reads_natively() || call_stack::caller(m.py()) == Caller::Library;
    if !(guest || foreign || other) || !by_library() || is_their_own(m, object, guest)? {
        return Ok(None);
    }
    let Ok(real) = real.cast::<PyDict>() else { return Ok(None) };
    if other {
        return Ok(Some(real.copy()?.into_any()));
    }
    Ok(Some(public_part(real.copy()?.iter(), m.py())?.into_any()))
}

/// Whether the function at work is a method of the object's class, copies the object, or is its cached property.
fn is_their_own(m: &RunContext, object: &Bound<'_, PyAny>, guest: bool) -> R<bool> {
    let py = m.py();
    let Some(first) = frames::first_argument(py) else { return Ok(false) };
    if first.get_type().is(object.get_type()) && (!guest || is_copied(m, object)? || is_model_at_work(m, object, &first)?) {
        return Ok(true);
    }
    if !first.get_type().is(api::module(py, "functools")?.getattr("cached_property")?) {
        return Ok(false);
    }
    let Some(name) = exact_text(&first.getattr("attrname")?) else { return Ok(false) };
    let found = Ty::of_bound(object).lookup(&name).is_some_and(|held| held.is(&first));
    Ok(found && !(guest && is_private(name.as_any())))
}

/// Whether pydantic works on the model itself. (What is private there is elsewhere, in `__pydantic_private__`.)
fn is_model_at_work(m: &RunContext, object: &Bound<'_, PyAny>, first: &Bound<'_, PyAny>) -> R<bool> {
    let model = first.is(object) && info(&m.session.check, Ty::of_bound(object))?.pydantic;
    Ok(model && call_stack::innermost_package(m.py()).is_some_and(|package| package == "pydantic"))
}

/// Whether the standard library makes another object of the class from this one, or is at work on that other one.
fn is_copied(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    let at_work = |file, functions| call_stack::is_standard(m.py(), file, functions);
    // `copy` makes objects by a way that is looked at.
    Ok(at_work("copy.py", &["copy", "deepcopy", "_reconstruct"])
        || at_work("collections/__init__.py", &["__copy__"]) && classes::makes_its_objects(m, &object.get_type())?)
}

fn class<'py>(m: &RunContext, object: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let Ok(class) = object.cast::<PyType>() else { return Ok(None) };
    if !is_of_host(m, class)? || call_stack::caller(m.py()) != Caller::Library || is_compared_to_protocol(m.py()) {
        return Ok(None);
    }
    let all = PyDict::new(m.py());
    all.update(real.cast::<pyo3::types::PyMapping>().map_err(PyErr::from)?)?;
    let part = public_part(all.iter(), m.py())?;
    // SAFETY: attached; gives a new reference or null with an error.
    Ok(Some(unsafe { Bound::from_owned_ptr_or_err(m.py(), ffi::PyDictProxy_New(part.as_ptr()))? }))
}

/// Whether `typing` looks whether a class has what a protocol asks for: what makes one is held under private names, and all that comes
/// of it is yes or no (which `abc` keeps for the whole program).
fn is_compared_to_protocol(py: Python<'_>) -> bool {
    call_stack::is_standard(py, "typing.py", &["_proto_hook", "_get_protocol_attrs"])
}

/// Whether nothing stands in the namespace of a module but what each new one has: who makes one fills it
/// (`module.__dict__.update(members)`).
fn is_blank(dict: &Bound<'_, PyDict>) -> bool {
    const OF_NEW_ONES: [&str; 5] = ["__doc__", "__loader__", "__name__", "__package__", "__spec__"];
    dict.len() <= OF_NEW_ONES.len()
        && dict.iter().all(|(name, value)| {
            let known = exact_text(&name).is_some_and(|name| OF_NEW_ONES.iter().any(|one| name == *one));
            known && (value.is_none() || exact_text(&value).is_some())
        })
}

fn module<'py>(m: &RunContext, object: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = m.py();
    let Some(dict) = type_access::module_dict(object).filter(|dict| dict.is(real)) else { return Ok(None) };
    let is_made_by_hand = || !value_filter::is_loaded_as(object, &value_filter::module_name(object));
    if call_stack::caller(py) != Caller::Library
        || (defence_layers::off(Net::Namespaces) && is_made_by_hand())
        || call_stack::in_import_system(py)
        || call_stack::is_same_package(py, &value_filter::module_name(object))
        || is_blank(&dict)
    {
        return Ok(None);
    }
    let copy = dict.copy()?;
    // By these, functions of text that runs in it would be taken for the module's.
    if copy.contains("__builtins__")? {
        copy.del_item("__builtins__")?;
    }
    Ok(Some(copy.into_any()))
}

/// Attributes of functions that are there by their names are not for the code, which libraries may write for it.
fn function<'py>(m: &RunContext, function: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let Ok(dict) = real.cast_exact::<PyDict>() else { return Ok(None) };
    if call_stack::caller(m.py()) != Caller::Library || !functions::is_settled_function(m, function)? {
        return Ok(None);
    }
    Ok(Some(dict.copy()?.into_any()))
}

/// Whether library code asks for something of a function of the host's own program.
fn is_asked(m: &RunContext, function: &Bound<'_, PyAny>) -> bool {
    functions::is_host_home(m, &value_filter::function_home(function)) && call_stack::caller(m.py()) == Caller::Library
}

/// Values of private parameters are the host's.
fn defaults<'py>(m: &RunContext, function: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let Ok(values) = real.cast::<PyTuple>() else { return Ok(None) };
    if !is_asked(m, function) {
        return Ok(None);
    }
    let py = m.py();
    let code = function.getattr(pyo3::intern!(py, "__code__"))?;
    let names = code.getattr("co_varnames")?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let first = code.getattr("co_argcount")?.extract::<usize>()?.saturating_sub(values.len());
    let hides = hides(m, function);
    let shown =
        values.iter().zip(names.iter().skip(first)).map(|(value, name)| if hides(&name) { py.Ellipsis().into_bound(py) } else { value });
    Ok(Some(PyTuple::new(py, shown.collect::<Vec<_>>())?.into_any()))
}

fn keyword_defaults<'py>(m: &RunContext, function: &Bound<'py, PyAny>, real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let Ok(values) = real.cast::<PyDict>() else { return Ok(None) };
    if !is_asked(m, function) {
        return Ok(None);
    }
    let shown = values.copy()?;
    for name in values.copy()?.keys().iter().filter(hides(m, function)) {
        shown.set_item(name, m.py().Ellipsis())?;
    }
    Ok(Some(shown.into_any()))
}

/// Which parameters of the function are private. `attrs` gives those of private fields public names, and keeps the fields beside the
/// function that it writes. (Those that it made for a class of the code are noted.)
fn hides<'py>(m: &RunContext, function: &Bound<'py, PyAny>) -> impl Fn(&Bound<'py, PyAny>) -> bool {
    let globals = function.getattr(pyo3::intern!(function.py(), "__globals__")).ok();
    let held = globals.and_then(|globals| globals.cast_into::<PyDict>().ok()?.get_item("attr_dict").ok()?);
    let fields: Vec<_> =
        held.and_then(|held| held.cast_into::<PyDict>().ok()).map(|held| held.values().iter().collect()).unwrap_or_default();
    let is_field = |field: &Bound<'_, PyAny>| {
        known(field.py()).and_then(|known| known.module_name(&field.get_type())).is_ok_and(|home| home == "attr._make")
    };
    let private: Vec<_> = fields
        .into_iter()
        .filter(|field| is_field(field) && field.getattr("name").is_ok_and(|name| is_private(&name)))
        .filter(|field| !m.session.check.private_fields.contains(field))
        .filter_map(|field| field.getattr("alias").ok())
        .collect();
    move |name| is_private(name) || private.iter().any(|alias| alias.eq(name).unwrap_or(false))
}

/// Code holds its constants. `inspect` and its like ask it for names and numbers.
fn code<'py>(m: &RunContext, function: &Bound<'py, PyAny>, _real: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    if call_stack::shows_constants(m.py()) && is_asked(m, function) {
        return Err(refused(m, "__code__", Use::Read));
    }
    Ok(None)
}
