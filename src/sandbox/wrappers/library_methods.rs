//! Special methods of the code's classes that are callables of libraries (`__str__ = functools.partialmethod(…)`): the
//! interpreter calls them for whoever prints, compares or walks an object, and does so for the code.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{self, exact_text, Ty, PLAIN};
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::is_dunder;
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::type_info::{info, is_named, replaces_what_libraries_call};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library_callables::{self, only_computes};
use crate::session::engine_types;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// Puts what calls them for the code into the namespace of a class with these bases.
pub fn wrap(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyDict>) -> R<()> {
    inherit_get(m, bases, namespace)?;
    let found: Vec<_> = namespace.iter().filter(|(_, value)| is_worth_a_look(value)).collect();
    for (name, value) in found {
        let Some(text) = exact_text(&name) else { continue };
        let called = is_called_by_name(&text) || bases_of(bases).any(|base| replaces_what_libraries_call(&m.session.check, &base, &text));
        if let Some(instead) = instead_of(m, &text, &value, called)? {
            namespace.set_item(name, instead)?;
        }
    }
    Ok(())
}

/// A class of the code below `functools.cached_property` has its `__get__` called for the code: what its objects call they hold in
/// dicts that the code writes.
fn inherit_get(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyDict>) -> R<()> {
    let get = intern!(m.py(), "__get__");
    for base in bases_of(bases) {
        let Some(found) = Ty::from_class(&base).lookup(get) else { continue };
        let of_library = type_access::is_called(&base, "cached_property") && known(m.py())?.module_name(&base)? == "functools";
        if of_library && !namespace.contains(get)? {
            namespace.set_item(get, library_callables::special_method(m, found)?)?;
        }
    }
    Ok(())
}

fn bases_of<'py>(bases: &Bound<'py, PyAny>) -> impl Iterator<Item = Bound<'py, PyType>> {
    let bases = bases.cast::<PyTuple>().map_or_else(|_| Vec::new(), |bases| bases.iter().collect());
    bases.into_iter().filter_map(|base| base.cast_into::<PyType>().ok())
}

/// Whether the interpreter, or C code of it, calls what has this name in any class.
fn is_called_by_name(name: &Bound<'_, PyString>) -> bool {
    let name = name.to_string_lossy();
    is_dunder(&name) || name == "keys"
}

/// By far the most are functions of the code and plain values. (What makes annotations runs the code's own functions.)
fn is_worth_a_look(value: &Bound<'_, PyAny>) -> bool {
    let plain = value.is_none() || Ty::of_bound(value).has(PLAIN);
    !plain && value.get_type_ptr() != engine_types::function_type() && !engine_types::is_annotate(value) && !getattr_hook::is_blocked(value)
}

/// What descriptors of libraries call that they hold.
const CALLED: [&str; 4] = ["func", "fget", "fset", "fdel"];

/// What stands in a class of the code, or in an object that calls what it holds, for a callable of a library.
pub fn instead_in<'py>(
    m: &RunContext,
    holder: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> R<Option<Bound<'py, PyAny>>> {
    if !is_worth_a_look(value) {
        return Ok(None);
    }
    let state = &m.session.check;
    if let Ok(class) = holder.cast::<PyType>() {
        let called = is_called_by_name(name) || replaces_what_libraries_call(state, class, name);
        return instead_of(m, name, value, called);
    }
    let calls = || name == "default_factory" || CALLED.iter().any(|called| name == called);
    let kind = info(state, Ty::of_bound(holder))?.kind;
    let class = holder.get_type();
    if !(kind == Kind::Host && calls() || replaces_what_libraries_call(state, &class, name)) {
        return Ok(None);
    }
    // The setter of a property takes it as a method takes an argument (`mesh.norm = LogNorm()`).
    let property = api::module(m.py(), "builtins")?.getattr(intern!(m.py(), "property"))?;
    if Ty::from_class(&class).lookup(name).is_some_and(|member| member.get_type().is(&property)) {
        return Ok(None);
    }
    Ok(library_callables::instead_of(m, value)?.map(|instead| instead.into_bound(value.py())))
}

/// What stands in a class under this name, where `called` says whether others call what has it.
pub fn instead_of<'py>(
    m: &RunContext,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
    called: bool,
) -> R<Option<Bound<'py, PyAny>>> {
    let py = value.py();
    if !is_worth_a_look(value) {
        return Ok(None);
    }
    if let Some(hook) = getattr_hook::wrapped(value) {
        return instead_of(m, name, &hook, called)?.map(|instead| getattr_hook::wrap_like(value, &instead)).transpose();
    }
    let class = value.get_type();
    let is = |module: &str, name: &str| {
        known(py).and_then(|known| Ok(known.module_name(&class)? == module && known.qualname(&class)? == name)).unwrap_or(false)
    };
    if let Some(instead) = descriptor(m, value)? {
        return Ok(Some(instead));
    }
    if !called {
        return function(m, value, is("builtins", "staticmethod"));
    }
    if is("dataclasses", "Field") {
        let default = intern!(py, "default");
        if let Some(instead) = instead_of(m, name, &value.getattr(default)?, called)? {
            value.setattr(default, instead)?;
        }
        return Ok(None);
    }
    let inner =
        if is("builtins", "staticmethod") || is("builtins", "classmethod") { &value.getattr(intern!(py, "__func__"))? } else { value };
    // Libraries look at classes that they are given, which their own host is safe from behind walls.
    if inner.is_instance_of::<PyType>() && !is_dunder(&name.to_string_lossy()) && defence_layers::off(Net::Guests) {
        return Ok(None);
    }
    // The engine's own look by themselves.
    if info(&m.session.check, Ty::of_bound(inner))?.kind == Kind::Guard {
        return Ok(None);
    }
    let descriptor = is_dunder(&name.to_string_lossy()) && Ty::from_class(&inner.get_type()).lookup(intern!(py, "__get__")).is_some();
    let calls = inner.is_callable() && !only_computes(m, &value_filter::admit_bound(m, inner.clone())?)?;
    Ok(if calls || descriptor && !inner.is_callable() { Some(library_callables::special_method(m, value.clone())?) } else { None })
}

/// What stands for a function of a library under any other name: a class below may have a base of a library whose methods call it.
fn function<'py>(m: &RunContext, value: &Bound<'py, PyAny>, is_static: bool) -> R<Option<Bound<'py, PyAny>>> {
    let py = value.py();
    let inner = if is_static { &value.getattr(intern!(py, "__func__"))? } else { value };
    let class = inner.get_type();
    let is_partial = || type_access::is_called(&class, "partial") && is_named(py, class.as_any(), "functools", "partial");
    let kind = info(&m.session.check, Ty::of_bound(inner))?.kind;
    if !(matches!(kind, Kind::Function | Kind::Method) || is_partial()) {
        return Ok(None);
    }
    let inner = value_filter::admit_bound(m, inner.clone())?;
    if only_computes(m, &inner)? {
        return Ok(None);
    }
    let bound = Ty::from_class(&class).lookup(intern!(py, "__get__")).is_some();
    Ok(Some(match is_static {
        true => api::module(py, "builtins")?.getattr(intern!(py, "staticmethod"))?.call1((library_callables::between(m, inner)?,))?,
        false if bound => library_callables::special_method(m, inner)?,
        false => library_callables::between(m, inner)?,
    }))
}

/// A copy of a descriptor that calls what it holds (`functools.cached_property`, `types.DynamicClassAttribute`), with what stands
/// for callables of libraries. Others may have the descriptor itself.
fn descriptor<'py>(m: &RunContext, value: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let (py, class) = (value.py(), value.get_type());
    let ty = Ty::from_class(&class);
    if value.is_callable() || !ty.has(ffi::Py_TPFLAGS_HEAPTYPE) || ty.lookup(intern!(py, "__get__")).is_none() {
        return Ok(None);
    }
    let mut copy = None;
    for name in CALLED {
        let name = PyString::intern(py, name);
        let held = {
            let _own = HostScope::enter();
            // In the object itself: what its class has there is a method of it.
            if ty.lookup(&name).is_some() {
                None
            } else {
                value.getattr_opt(&name)?
            }
        };
        let Some(held) = held.filter(is_worth_a_look) else { continue };
        let Some(instead) = library_callables::instead_of(m, &held)? else { continue };
        let _own = HostScope::enter();
        let target = match &copy {
            Some(copy) => copy,
            None => copy.insert(copied(value)?),
        };
        target.setattr(&name, instead)?;
    }
    Ok(copy)
}

/// The same object again, all of whose state lies in its dict. (Classes that must be given something when they are called, as
/// `functools.partialmethod`, are not copied by `copy`.)
fn copied<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let copy = py.get_type::<PyAny>().call_method1(intern!(py, "__new__"), (value.get_type(),))?;
    let dict = intern!(py, "__dict__");
    copy.getattr(dict)?.call_method1(intern!(py, "update"), (value.getattr(dict)?,))?;
    Ok(copy)
}
