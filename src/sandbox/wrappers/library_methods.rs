//! Special methods of the code's classes that are callables of libraries (`__str__ = functools.partialmethod(…)`): the
//! interpreter calls them for whoever prints, compares or walks an object, and does so for the code.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{self, exact_text, Ty, CLASS, PLAIN};
use crate::cpython::value::R;
use crate::front::policy::is_dunder;
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library_callables::{self, only_computes};
use crate::session::engine_types;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// Puts what calls them for the code into the namespace of a class with these bases.
pub fn wrap(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyDict>) -> R<()> {
    inherit_get(m, bases, namespace)?;
    let found: Vec<_> = namespace.iter().filter(|(_, value)| is_worth_a_look(value)).collect();
    for (name, value) in found {
        let Some(text) = exact_text(&name) else { continue };
        if let Some(instead) = instead_of(m, &text, &value)? {
            namespace.set_item(name, instead)?;
        }
    }
    Ok(())
}

/// A class of the code below `functools.cached_property` has its `__get__` called for the code: what its objects call they hold in
/// dicts that the code writes.
fn inherit_get(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyDict>) -> R<()> {
    let (get, Ok(bases)) = (intern!(m.py(), "__get__"), bases.cast::<PyTuple>()) else { return Ok(()) };
    for base in bases.iter().filter_map(|base| base.cast_into::<PyType>().ok()) {
        let Some(found) = Ty::from_class(&base).lookup(get) else { continue };
        let of_library = type_access::is_called(&base, "cached_property") && known(m.py())?.module_name(&base)? == "functools";
        if of_library && !namespace.contains(get)? {
            namespace.set_item(get, library_callables::special_method(m, found)?)?;
        }
    }
    Ok(())
}

/// By far the most are functions of the code and plain values. (What makes annotations runs the code's own functions.)
fn is_worth_a_look(value: &Bound<'_, PyAny>) -> bool {
    let plain = value.is_none() || Ty::of_bound(value).has(PLAIN);
    !plain && value.get_type_ptr() != engine_types::function_type() && !engine_types::is_annotate(value)
}

/// What stands in a class of the code, or in an object that calls what it holds, for a callable of a library.
pub fn instead_in<'py>(
    m: &RunContext,
    holder: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> R<Option<Bound<'py, PyAny>>> {
    if Ty::of_bound(holder).has(CLASS) {
        return instead_of(m, name, value);
    }
    let calls = matches!(&*name.to_string_lossy(), "default_factory" | "func");
    if !calls || info(&m.session.check, Ty::of_bound(holder))?.kind != Kind::Host {
        return Ok(None);
    }
    Ok(library_callables::instead_of(m, value)?.map(|instead| instead.into_bound(value.py())))
}

/// What stands in a class under this name.
pub fn instead_of<'py>(m: &RunContext, name: &Bound<'py, PyString>, value: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = value.py();
    if !is_worth_a_look(value) {
        return Ok(None);
    }
    if let Some(hook) = getattr_hook::wrapped(value) {
        return instead_of(m, name, &hook)?.map(|instead| getattr_hook::wrap(&instead)).transpose();
    }
    let class = value.get_type();
    let is = |module: &str, name: &str| {
        known(py).and_then(|known| Ok(known.module_name(&class)? == module && known.qualname(&class)? == name)).unwrap_or(false)
    };
    if is("functools", "cached_property") {
        let func = intern!(py, "func");
        if let Some(instead) = library_callables::instead_of(m, &value.getattr(func)?)? {
            value.setattr(func, instead)?;
        }
        return Ok(None);
    }
    if !is_dunder(&name.to_string_lossy()) {
        return Ok(None);
    }
    if is("dataclasses", "Field") {
        let default = intern!(py, "default");
        if let Some(instead) = instead_of(m, name, &value.getattr(default)?)? {
            value.setattr(default, instead)?;
        }
        return Ok(None);
    }
    let inner =
        if is("builtins", "staticmethod") || is("builtins", "classmethod") { &value.getattr(intern!(py, "__func__"))? } else { value };
    // The engine's own look by themselves.
    if info(&m.session.check, Ty::of_bound(inner))?.kind == Kind::Guard {
        return Ok(None);
    }
    let descriptor = Ty::from_class(&inner.get_type()).lookup(intern!(py, "__get__")).is_some();
    let calls = inner.is_callable() && !only_computes(m, &value_filter::admit_bound(m, inner.clone())?)?;
    Ok(if calls || descriptor && !inner.is_callable() { Some(library_callables::special_method(m, value.clone())?) } else { None })
}
