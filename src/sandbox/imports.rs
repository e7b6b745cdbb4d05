//! The import statements. Modules are given as they are, never copied: the policy travels with the door.

use pyo3::exceptions::{PyAttributeError, PyImportError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::budget::comparisons;
use crate::cpython::api;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::ImportDesc;
use crate::front::policy;
use crate::sandbox::attributes::{self, refused, Use};
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::compiled_parts;
use crate::sandbox::value_filter;
use crate::sandbox::warnings::AskedByCode;
use crate::sandbox::wrappers::library::{logging, process_settings};
use crate::session::engine_calls;
use crate::session::refusals::{self, Kind};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// `import a.b` (gives `a`), `import a.b as c` and `from a.b import …` (give `a.b`).
pub fn import(m: &RunContext, desc: &ImportDesc) -> R<Value> {
    if desc.level > 0 {
        return Err(raise::<PyImportError>("attempted relative import with no known parent package"));
    }
    let name = desc.module.as_str();
    if let Some(module) = imported_before(m, name, desc.leaf)? {
        return Ok(module);
    }
    let authorized = {
        let policy = m.session.policy.borrow();
        // Nothing but abstract classes.
        policy.authorizes(name) || (name == "collections.abc" && policy.authorizes("collections"))
    };
    let inside = authorized && compiled_parts::must_be_named(m, name) && !compiled_parts::offers(m, name, &desc.from);
    if inside || (!authorized && !imports_authorized_children(m, desc)) {
        return Err(refused_import(m, desc));
    }
    m.session.notes.imported(name);
    let top = name.split('.').next().unwrap_or(name);
    if authorized && (desc.leaf || top == name) {
        let module = load(m, name)?;
        keep(m, name, &module)?;
        return Ok(module);
    }
    if desc.leaf {
        return view(m, name);
    }
    if authorized {
        drop(load(m, name)?);
    }
    if m.session.policy.borrow().authorizes(top) {
        return load(m, top);
    }
    view(m, top)
}

/// The module that the code got for the name before, if nothing is to be decided anew.
fn imported_before(m: &RunContext, name: &str, leaf: bool) -> R<Option<Value>> {
    if !leaf && name.contains('.') {
        return Ok(None);
    }
    let found = api::loaded_modules(m.py()).and_then(|modules| m.session.check.imported.find(&modules, name));
    if found.is_some() {
        m.session.notes.imported(name);
        (engine_calls::table().meet_modules)(m)?;
    }
    Ok(found)
}

/// Notes what the code got, unless it hangs on the names that it asks for.
fn keep(m: &RunContext, name: &str, module: &Value) -> R<()> {
    if m.session.policy.borrow().is_private_by_wildcard(name) {
        return Ok(());
    }
    if let Some(found) = loaded(m.py(), name)? {
        m.session.check.imported.keep(name, found, module);
    }
    Ok(())
}

/// `from os import path` where `os.path` is authorized and `os` is not.
fn imports_authorized_children(m: &RunContext, desc: &ImportDesc) -> bool {
    let policy = m.session.policy.borrow();
    !desc.from.is_empty() && desc.from.iter().all(|name| name != "*" && policy.authorizes(&format!("{}.{name}", desc.module)))
}

#[cold]
fn refused_import(m: &RunContext, desc: &ImportDesc) -> Exc {
    let verb = if desc.from.is_empty() { "Import of" } else { "Import from" };
    let list = policy::repr_list(&m.session.policy.borrow().authorized);
    let text = format!("{verb} {} is not allowed. Authorized imports are: {list}", desc.module);
    refusals::raise(m, Kind::Import, &text)
}

/// The module `name`, imported if need be.
fn load(m: &RunContext, name: &str) -> R<Value> {
    let py = m.py();
    if let Some(found) = loaded(py, name)? {
        (engine_calls::table().meet_modules)(m)?;
        getattr_hook::block_in_module(name, &found)?;
        return given(m, name, found);
    }
    // Modules draw from the process's generators while they are made.
    process_settings::touch(m, name, "")?;
    {
        let _host = HostScope::enter();
        let _asked = AskedByCode::begin();
        py.import(name)?;
    }
    (engine_calls::table().meet_modules)(m)?;
    let _host = HostScope::enter();
    process_settings::look_again(m)?;
    match loaded(py, name)? {
        Some(found) => {
            comparisons::guard_module(name, &found);
            getattr_hook::block_in_module(name, &found)?;
            given(m, name, found)
        }
        None => Ok(Value::from_bound(py.import("importlib")?.call_method1("import_module", (name,))?)),
    }
}

fn given<'py>(m: &RunContext, name: &str, found: Bound<'py, PyAny>) -> R<Value> {
    logging::note_part(m, name, &found)?;
    Ok(Value::from_bound(logging::instead_of(m, &found)?.unwrap_or(found)))
}

/// What `sys.modules` has, unless its import is still under way.
fn loaded<'py>(py: Python<'py>, name: &str) -> R<Option<Bound<'py, PyAny>>> {
    let Some(modules) = api::loaded_modules(py) else { return Ok(None) };
    let Some(found) = modules.get_item(name)? else { return Ok(None) };
    if found.is_none() {
        return Ok(None);
    }
    let spec = found.getattr(pyo3::intern!(py, "__spec__"));
    let initializing = spec.and_then(|s| s.getattr(pyo3::intern!(py, "_initializing"))).and_then(|i| i.is_truthy());
    Ok((!initializing.unwrap_or(false)).then_some(found))
}

/// `from module import name`
pub fn import_from(m: &RunContext, module: &Value, name: &str) -> R<Value> {
    let py = m.py();
    let text = PyString::intern(py, name);
    match attributes::get(m, module, &text) {
        Ok(found) => Ok(found),
        Err(Exc) => {
            let error = PyErr::fetch(py);
            if refusals::is_refusal(py, &error) {
                return Err(refusals::of_import(py, error).into());
            }
            if !error.is_instance_of::<PyAttributeError>(py) {
                return Err(error.into());
            }
            drop(error);
            submodule(m, module, name)
        }
    }
}

/// A name that is no attribute may be a submodule that nobody imported yet.
fn submodule(m: &RunContext, module: &Value, name: &str) -> R<Value> {
    let py = m.py();
    let object = module.to_bound(py)?;
    let home = value_filter::module_name(&object);
    let full = format!("{home}.{name}");
    let is_package = object.hasattr("__path__")?;
    if is_package && m.session.policy.borrow().authorizes(&full) && !compiled_parts::must_be_named(m, &full) {
        match load(m, &full) {
            Ok(found) => return Ok(found),
            Err(Exc) => {
                let error = PyErr::fetch(py);
                if !error.is_instance_of::<pyo3::exceptions::PyModuleNotFoundError>(py) {
                    return Err(error.into());
                }
            }
        }
    }
    if is_package && exists(py, &full) {
        let list = policy::repr_list(&m.session.policy.borrow().authorized);
        return Err(refusals::raise(m, Kind::Import, &format!("Import of {full} is not allowed. Authorized imports are: {list}")));
    }
    let file = object.getattr("__file__").ok().and_then(|file| exact_text(&file));
    let place = file.as_ref().map_or("unknown location".into(), |file| file.to_string_lossy());
    let error = PyImportError::new_err(format!("cannot import name '{name}' from '{home}' ({place})"));
    error.value(py).setattr("name", &home)?;
    error.value(py).setattr("path", &file)?;
    if cfg!(Py_3_12) {
        error.value(py).setattr("name_from", name)?;
    }
    Err(error.into())
}

/// Whether there is a module of this name in a package that is loaded.
fn exists(py: Python<'_>, full: &str) -> bool {
    let _host = HostScope::enter();
    let found = py.import("importlib.util").and_then(|util| util.call_method1("find_spec", (full,)));
    found.is_ok_and(|spec| !spec.is_none())
}

/// Names and values that `from module import *` binds: `__all__`, else the public names; what the code may
/// not have is left out.
pub fn star_names(m: &RunContext, module: &Value) -> R<Vec<(String, Value)>> {
    let py = m.py();
    let object = module.to_bound(py)?;
    let listed = object.getattr("__all__").ok();
    let names = match &listed {
        Some(all) => all.try_iter()?.collect::<PyResult<Vec<_>>>()?,
        None => object.dir()?.iter().collect(),
    };
    let mut found = Vec::new();
    for name in names {
        let Some(text) = exact_text(&name) else { continue };
        let owned = text.to_string_lossy().into_owned();
        if owned.starts_with('_') {
            continue;
        }
        let before = m.session.check.refusals.pause();
        let value = attributes::get(m, module, &text);
        m.session.check.refusals.resume(before);
        match value {
            Ok(value) => found.push((owned, value)),
            Err(Exc) => drop(PyErr::take(py)),
        }
    }
    Ok(found)
}

// Stands for a package that is not authorized itself and shows what is authorized below it.
#[pyclass(frozen, module = "builtins", name = "module")]
pub struct ModuleView {
    name: String,
}

#[pymethods]
impl ModuleView {
    fn __repr__(&self) -> String {
        format!("<module '{}' (authorized parts only)>", self.name)
    }
    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }
}

fn view(m: &RunContext, name: &str) -> R<Value> {
    let view = Bound::new(m.py(), ModuleView { name: name.to_owned() })?;
    Ok(Value::from_bound(view.into_any()))
}

/// `view.name`
pub fn view_member(m: &RunContext, view: &ModuleView, name: &str) -> R<Value> {
    let full = format!("{}.{name}", view.name);
    if name == "__name__" {
        return Ok(Value::string(m.py(), &view.name));
    }
    if policy::is_dunder(name) {
        return Err(refused(m, name, Use::Read));
    }
    let (authorized, below) = {
        let policy = m.session.policy.borrow();
        (policy.authorizes(&full), policy.authorizes_below(&full))
    };
    if authorized {
        return load(m, &full);
    }
    if below {
        return self::view(m, &full);
    }
    Err(refusals::forbidden_module(m, &view.name))
}
