//! Compiled modules that belong to the insides of packages (`scipy.spatial._distance_wrap`): their functions take what they are
//! given as it is. A wildcard does not cover them, whoever imported them, and parts of the package that are not public hand
//! out none of their functions and classes that the package does not offer itself.

use pyo3::exceptions::PyBaseException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::api;
use crate::cpython::type_access::{self, exact_text};
use crate::cpython::value::{Value, R};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// Whether the module of this name is one that must be named.
pub fn must_be_named(m: &RunContext, name: &str) -> bool {
    if !m.session.policy.borrow().is_private_by_wildcard(name) {
        return false;
    }
    let py = m.py();
    let _host = HostScope::enter();
    let spec = py.import("importlib.util").and_then(|util| util.call_method1("find_spec", (name,)));
    // One that is not there has no loader: the import says so.
    spec.and_then(|spec| is_compiled(&spec)).unwrap_or(false)
}

/// Whether the package offers all these names of the module itself (`from scipy.spatial._ckdtree import cKDTree`).
pub fn offers(m: &RunContext, module: &str, names: &[String]) -> bool {
    let py = m.py();
    let found = {
        let _host = HostScope::enter();
        py.import(module)
    };
    let Ok(found) = found else { return false };
    let offered = |name: &String| {
        let member = type_access::module_dict(&found).and_then(|members| members.get_item(name).ok().flatten());
        member.is_some_and(|member| is_offered(m, module, name, &member))
    };
    !names.is_empty() && names.iter().all(offered)
}

/// The same of a module that is there.
pub fn is_inside(m: &RunContext, module: &Bound<'_, PyAny>, name: &str) -> bool {
    m.session.policy.borrow().is_private_by_wildcard(name) && {
        let _host = HostScope::enter();
        module.getattr(intern!(m.py(), "__spec__")).and_then(|spec| is_compiled(&spec)).unwrap_or(false)
    }
}

fn is_compiled(spec: &Bound<'_, PyAny>) -> PyResult<bool> {
    let loader = spec.py().import("importlib.machinery")?.getattr("ExtensionFileLoader")?;
    spec.getattr("loader")?.is_instance(&loader)
}

/// Refuses what a part of a package that is not public has from such a module, unless the package offers it.
pub fn check_member(m: &RunContext, part: &str, name: &str, value: &Value) -> R<()> {
    if !value.is_object() || !m.session.policy.borrow().is_private_by_wildcard(part) {
        return Ok(());
    }
    let object = value.to_bound(m.py())?;
    match home(&object) {
        Some(home) if is_from_inside(m, &home) && !is_offered(m, &home, name, &object) => Err(refusals::forbidden_function(m, name)),
        _ => Ok(()),
    }
}

/// The module that a function or class says it is from; none of other objects, which say where their class is from.
fn home(object: &Bound<'_, PyAny>) -> Option<String> {
    let _host = HostScope::enter();
    let said = |object: &Bound<'_, PyAny>| {
        let module = object.getattr(intern!(object.py(), "__module__")).ok()?;
        exact_text(&module).map(|text| text.to_string_lossy().into_owned())
    };
    match object.cast::<PyType>() {
        // Enumerations and errors compute nothing.
        Ok(class) => {
            let plain = class.get_type().is(class.py().get_type::<PyType>()) && !class.is_subclass_of::<PyBaseException>().unwrap_or(true);
            plain.then(|| said(object)).flatten()
        }
        Err(_) => said(object).filter(|home| Some(home) != said(object.get_type().as_any()).as_ref()),
    }
}

fn is_from_inside(m: &RunContext, home: &str) -> bool {
    loaded(m.py(), home).is_some_and(|module| is_inside(m, &module, home))
}

fn loaded<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
    api::loaded_modules(py)?.get_item(name).ok().flatten()
}

/// Whether the public package around the module has the same object under this name.
fn is_offered(m: &RunContext, home: &str, name: &str, object: &Bound<'_, PyAny>) -> bool {
    let public = home.split('.').take_while(|part| !part.starts_with('_')).collect::<Vec<_>>().join(".");
    let package = loaded(m.py(), &public);
    let members = package.as_ref().and_then(type_access::module_dict);
    members.and_then(|members| members.get_item(name).ok().flatten()).is_some_and(|found| found.is(object))
}
