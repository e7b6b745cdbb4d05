//! The gate: every value that enters the program passes here.
//!
//! Ordinary values pass after one test of their type's flags, most others after one look into a small
//! table of types; the rest (modules, classes, functions, dicts) is decided object by object.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyFunction, PyString, PyTraceback, PyTuple, PyType};

use crate::cpython::api::{self, Target};
use crate::cpython::builtin_types::{known, Known};
use crate::cpython::handed_over;
use crate::cpython::once::Once;
use crate::cpython::static_types;
use crate::cpython::type_access::{self, Ty};
use crate::cpython::value::{Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::{functions, names, objects as rules, Policy};
use crate::sandbox::classes::{getattr_hook, reduce_hook, type_object};
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::wrappers::library::logging;
use crate::sandbox::{acting_for_host, builtins, compiled_parts, interpreter_types, tools, wrapper_calls};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::allowed_values::Verdict;
use crate::session::state::type_info::Kind;
use crate::session::{engine_types, refusals};

/// Gives `value` back if sandboxed code may hold it (or the guarded object that stands for it), else
/// raises the refusal.
#[inline(always)]
pub fn admit(m: &RunContext, value: Value) -> R<Value> {
    if !value.is_object() || Ty::of(&value).has(type_access::PLAIN) {
        return Ok(value);
    }
    admit_object(m, value)
}

/// As `admit`, for arguments and results of calls.
pub fn admit_bound<'py>(m: &RunContext, value: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = value.py();
    admit(m, Value::from_bound(value))?.to_bound(py)
}

/// The arguments of a call, each as the code may have it.
pub fn admit_arguments<'py>(m: &RunContext, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> R<Called<'py>> {
    let args = args.iter().map(|value| admit_bound(m, value)).collect::<R<Vec<_>>>()?;
    let Some(kwargs) = kwargs else { return Ok((PyTuple::new(m.py(), args)?, None)) };
    let named = PyDict::new(m.py());
    for (name, value) in kwargs {
        named.set_item(name, admit_bound(m, value)?)?;
    }
    Ok((PyTuple::new(m.py(), args)?, Some(named)))
}

/// Arguments and keywords of a call.
pub type Called<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// Whether instances of this object's type are known to pass. False says nothing.
#[inline(always)]
pub fn passes(m: &RunContext, value: &Value) -> bool {
    let ty = Ty::of(value);
    match ty.has(type_access::DICT) {
        true => type_access::is_no_namespace(value, m.py()),
        false => ty.has(type_access::PLAIN) || m.session.check.passed.contains(ty),
    }
}

#[inline(never)]
fn admit_object(m: &RunContext, value: Value) -> R<Value> {
    let ty = Ty::of(&value);
    if ty.has(type_access::DICT) {
        return admit_dict(m, value);
    }
    if m.session.check.passed.contains(ty) {
        return Ok(value);
    }
    admit_slowly(m, value)
}

/// Namespaces of modules are dicts; they are known by the keys that only they have.
fn admit_dict(m: &RunContext, value: Value) -> R<Value> {
    let py = m.py();
    let dict = value.to_bound(py)?;
    if dict.cast_exact::<PyDict>().is_ok_and(|dict| dict.len() < type_access::LEAST_NAMESPACE) {
        return Ok(value);
    }
    let Some(spec) = type_access::named(&dict, pyo3::intern!(py, "__spec__")) else {
        return if Ty::of(&value).has(type_access::CLASS) { admit_slowly(m, value) } else { Ok(value) };
    };
    let name = type_access::named(&dict, pyo3::intern!(py, "__name__"));
    let name = name.and_then(|n| type_access::exact_text(&n)).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let namespace = !spec.is_none() || type_access::named(&dict, pyo3::intern!(py, "__builtins__")).is_some();
    if namespace && !defence_layers::off(Net::Values) && !m.session.policy.borrow().authorizes(&name) {
        return Err(refusals::forbidden_module(m, &name));
    }
    Ok(value)
}

#[cold]
fn admit_slowly(m: &RunContext, value: Value) -> R<Value> {
    if defence_layers::off(Net::Values) {
        return Ok(value);
    }
    let state = &m.session.check;
    let facts = info(state, Ty::of(&value))?;
    if facts.harmless {
        state.passed.insert(Ty::of(&value));
        return Ok(value);
    }
    let object = value.to_bound(m.py())?;
    match facts.kind {
        Kind::Module => admit_module(m, value, &object),
        Kind::Class => admit_class(m, value, &object),
        Kind::Function => admit_function(m, value, &object),
        Kind::HandedOver => match (wrapper_calls::table()?.handed_over)(&object) {
            Some(real) => admit(m, Value::from_bound(real)),
            None => Ok(value),
        },
        Kind::Proxy => match api::proxied(&object) {
            Some(Target::Object(target)) if info(state, Ty::of_bound(&target))?.kind != Kind::Own => {
                Err(refusals::forbidden_value(m, &object))
            }
            _ => Ok(value),
        },
        // Handed to `__exit__`, and part of `sys.exc_info()`.
        Kind::Forbidden if object.is_exact_instance_of::<PyTraceback>() => Ok(Value::NONE),
        Kind::Forbidden if object.is_exact_instance_of::<PyCode>() && m.session.may_hold_code(m.py()) => Ok(value),
        Kind::Forbidden if is_empty_cell(m, &object)? => Ok(value),
        Kind::Forbidden => match (wrapper_calls::table()?.instead_of_forbidden)(m, &object)? {
            Some(instead) => Ok(instead),
            None => Err(refusals::forbidden_value(m, &object)),
        },
        _ => Ok(value),
    }
}

fn admit_module(m: &RunContext, value: Value, module: &Bound<'_, PyAny>) -> R<Value> {
    if m.session.check.logs.is_module(module) {
        return Ok(value);
    }
    if module_allowed(m, module) && !compiled_parts::is_inside(m, module, &module_name(module)) {
        return Ok(logging::instead_of(m, module)?.map_or(value, Value::from_bound));
    }
    match stands_for(m, module)? {
        Some(other) => admit_module(m, Value::from_bound(other.clone()), &other),
        None => Err(refusals::forbidden_module(m, &module_name(module))),
    }
}

/// The loaded module that a library's lazy one stands for (`tensorflow.keras`): it has no name until it is asked.
///
/// # Errors
/// What the library raises where it cannot load that.
fn stands_for<'py>(m: &RunContext, module: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    if name_in_dict(module).is_some() || m.session.check.own.contains(&module.get_type()) {
        return Ok(None);
    }
    // Code of the library, which loads what it stands for as it does anything for the code.
    let Some(named) = module.getattr_opt(intern!(py, "__name__"))? else { return Ok(None) };
    let Some(name) = type_access::exact_text(&named) else { return Ok(None) };
    let modules = api::module(py, "sys")?.getattr("modules")?.cast_into::<PyDict>().map_err(PyErr::from)?;
    let loaded = modules.get_item(&name)?;
    Ok(loaded.filter(|loaded| name_in_dict(loaded).is_some_and(|own| own == name.to_string_lossy()) && !loaded.is(module)))
}

/// The name that the module's own dict gives.
pub fn module_name(module: &Bound<'_, PyAny>) -> String {
    name_in_dict(module).unwrap_or_else(|| "?".to_owned())
}

fn name_in_dict(module: &Bound<'_, PyAny>) -> Option<String> {
    type_access::module_dict(module)
        .and_then(|d| type_access::dict_get(d.as_any(), intern!(module.py(), "__name__")))
        .and_then(|n| type_access::exact_text(&n))
        .map(|n| n.to_string_lossy().into_owned())
}

/// Whether policy lets the code hold this module: by its name, or because an authorized name in
/// `sys.modules` is this very object (`os.path` is the module `posixpath`).
pub fn module_allowed(m: &RunContext, module: &Bound<'_, PyAny>) -> bool {
    let name = module_name(module);
    let policy = m.session.policy.borrow();
    let covered = match name.as_str() {
        "collections.abc" => policy.authorizes("collections"),
        "posixpath" | "ntpath" => policy.authorizes("os"),
        _ => false,
    };
    if (covered || policy.authorizes(&name)) && is_loaded_as(module, &name) {
        return true;
    }
    policy.authorized.iter().any(|entry| !entry.ends_with('*') && is_loaded_as(module, entry))
        || is_re_exported(&policy, module, &name)
        || is_native_part(&policy, module, &name)
}

/// Whether the module is one that an authorized extension module made and holds, and the import system knows nothing of (`trainers` of
/// `tokenizers`): it goes by the name of what holds it, or of the package around that.
fn is_native_part(policy: &Policy, module: &Bound<'_, PyAny>, name: &str) -> bool {
    let look = || -> PyResult<bool> {
        let py = module.py();
        let Some(own) = type_access::module_dict(module) else { return Ok(false) };
        let is_known = |key| own.get_item(key).map(|value| value.is_some_and(|value| !value.is_none()));
        if is_known("__spec__")? || is_known("__loader__")? || is_known("__file__")? || is_loaded_as(module, name) {
            return Ok(false);
        }
        let last = name.rsplit('.').next().unwrap_or(name);
        let modules = api::module(py, "sys")?.getattr("modules")?.cast_into::<PyDict>()?.copy()?;
        let loader = py.import("importlib.machinery")?.getattr("ExtensionFileLoader")?;
        for (key, holder) in modules {
            let (Some(key), Some(held)) = (type_access::exact_text(&key), type_access::module_dict(&holder)) else { continue };
            if !held.get_item(last)?.is_some_and(|value| value.is(module)) {
                continue;
            }
            let holder = key.to_string_lossy();
            let around = holder.rsplit_once('.').map(|(package, _)| format!("{package}.{last}"));
            let named = policy.authorizes(&format!("{holder}.{last}")) || around.is_some_and(|name| policy.authorizes(&name));
            let spec = held.get_item("__spec__")?.map(|spec| spec.getattr("loader"));
            if named && matches!(spec, Some(Ok(found)) if found.get_type().is(&loader)) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let _own = HostScope::enter();
    look().unwrap_or(false)
}

/// Whether the module offers nothing but what the authorized package around it offers too, as `json.decoder`
/// does: by its `__all__`, or without one by the public classes that it defines (`json.encoder`).
fn is_re_exported(policy: &Policy, module: &Bound<'_, PyAny>, name: &str) -> bool {
    let Some((package, _)) = name.rsplit_once('.').filter(|(package, _)| policy.authorizes(package)) else { return false };
    let offered = || -> PyResult<bool> {
        let py = module.py();
        let modules = api::module(py, "sys")?.getattr("modules")?;
        let (Some(around), Some(inside)) = (type_access::module_dict(&modules.get_item(package)?), type_access::module_dict(module)) else {
            return Ok(false);
        };
        let listed = match inside.get_item("__all__")? {
            Some(names) => names.try_iter()?.collect::<PyResult<Vec<_>>>()?,
            None => own_classes(&inside, name)?,
        };
        for name in &listed {
            match (inside.get_item(name)?, around.get_item(name)?) {
                (Some(here), Some(there)) if here.is(&there) => {}
                _ => return Ok(false),
            }
        }
        Ok(!listed.is_empty())
    };
    rules::denied_part(name).is_none() && is_loaded_as(module, name) && offered().unwrap_or(false)
}

/// Names of the public classes of the module that it defines itself.
fn own_classes<'py>(module: &Bound<'py, PyDict>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut found = Vec::new();
    for (key, value) in module.copy()? {
        let public = type_access::exact_text(&key).is_some_and(|key| !key.to_string_lossy().starts_with('_'));
        if !public || value.cast::<PyType>().is_err() {
            continue;
        }
        let home = value.getattr(pyo3::intern!(module.py(), "__module__"))?;
        if type_access::exact_text(&home).is_some_and(|home| home.to_string_lossy() == name) {
            found.push(key);
        }
    }
    Ok(found)
}

/// Whether `sys.modules[name]` is `module`. A module object that is not there is one that code made by hand.
pub(crate) fn is_loaded_as(module: &Bound<'_, PyAny>, name: &str) -> bool {
    let Ok(modules) = api::module(module.py(), "sys").and_then(|s| s.getattr("modules")) else { return false };
    let Ok(modules) = modules.cast_into::<PyDict>() else { return false };
    matches!(modules.get_item(name), Ok(Some(found)) if found.is(module))
}

fn admit_function(m: &RunContext, value: Value, function: &Bound<'_, PyAny>) -> R<Value> {
    let objects = &m.session.check.objects;
    if let Some(instead) = objects.stand_in(function) {
        return Ok(instead);
    }
    // (What has a verdict had nothing to stand for it.)
    let verdict = match objects.verdict(function) {
        Some(v) => v,
        None => match (wrapper_calls::table()?.instead_of_function)(m, function)? {
            Some(instead) => return Ok(instead),
            None => judge_function(m, function)?,
        },
    };
    if verdict == Verdict::Denied && !objects.is_granted(function) {
        return Err(refusals::forbidden_function(m, &function_name(function)));
    }
    Ok(value)
}

/// Notes that the code has this value, which stands for one of a module: it may pass as an item or a result.
pub fn give(m: &RunContext, value: &Value) -> R<()> {
    let function = value.to_bound(m.py())?;
    if function.is_instance_of::<pyo3::types::PyFunction>() {
        m.session.check.objects.keep(&function, Verdict::Allowed);
    }
    Ok(())
}

/// Name for the refusal's text, read without running anybody's code.
fn function_name(function: &Bound<'_, PyAny>) -> String {
    if let Some((name, _)) = type_access::builtin_function(function) {
        return name.to_owned();
    }
    let name = function.getattr(pyo3::intern!(function.py(), "__name__"));
    name.ok().and_then(|n| type_access::exact_text(&n)).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

fn judge_function(m: &RunContext, function: &Bound<'_, PyAny>) -> R<Verdict> {
    if let Some((name, receiver)) = type_access::builtin_function(function) {
        let receiver_is_module = receiver.as_ref().is_none_or(|r| type_access::module_dict(r).is_some());
        if !receiver_is_module {
            // Bound methods of objects come and go: not kept.
            return Ok(judge_bound(name));
        }
    }
    if type_access::is_slot_method(function) {
        return Ok(judge_bound(&function_name(function)));
    }
    let unbound = type_access::is_method_descriptor(function) || type_access::is_slot_wrapper(function);
    let verdict = match unbound && judge_bound(&function_name(function)) == Verdict::Denied {
        true => Verdict::Denied,
        false => judge_home(m, function)?,
    };
    m.session.check.objects.keep(function, verdict);
    Ok(verdict)
}

fn judge_bound(name: &str) -> Verdict {
    let leads_inside = matches!(
        name,
        "__subclasses__"
            | "__reduce__"
            | "__reduce_ex__"
            | "__getattribute__"
            | "__getattr__"
            | "__setattr__"
            | "__delattr__"
            | "__setstate__"
            | "__subclasshook__"
            | "mro"
    );
    // (A worker's files are those that the walls grant.)
    let writes_files = matches!(name, "tofile" | "dump") && !defence_layers::off(Net::Members);
    if leads_inside || writes_files {
        Verdict::Denied
    } else {
        Verdict::Allowed
    }
}

fn judge_home(m: &RunContext, function: &Bound<'_, PyAny>) -> R<Verdict> {
    if denied_by_identity(function)? {
        return Ok(Verdict::Denied);
    }
    if keeps_results_of_tool(function) {
        return Ok(Verdict::Allowed);
    }
    let home = function_home(function);
    if rules::denied_home(&home) && !m.session.policy.borrow().authorizes(&home) && !home_allowed(m, &home) {
        return Ok(Verdict::Denied);
    }
    // A decorator's globals are not those of the function that it wraps.
    let said = function.getattr(pyo3::intern!(m.py(), "__module__")).ok().and_then(|n| type_access::exact_text(&n));
    let said = said.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let denied = in_denied_part(m, &home) || in_denied_part(m, &said);
    Ok(if denied { Verdict::Denied } else { Verdict::Allowed })
}

/// Whether it is what `functools.lru_cache` lays round a tool: it says that it is from where the class of tools is.
fn keeps_results_of_tool(function: &Bound<'_, PyAny>) -> bool {
    let py = function.py();
    let class = function.get_type();
    is_named(py, &class, "functools", "_lru_cache_wrapper")
        && function.getattr(intern!(py, "__wrapped__")).is_ok_and(|inner| tools::is_tool(&Value::from_bound(inner)))
}

/// A part of a package that only its own name authorizes.
fn in_denied_part(m: &RunContext, home: &str) -> bool {
    rules::denied_part(home).is_some_and(|part| {
        let policy = m.session.policy.borrow();
        !policy.authorizes(home) && !policy.authorizes(part)
    })
}

/// `posix` functions belong to an authorized `os`.
pub(crate) fn home_allowed(m: &RunContext, home: &str) -> bool {
    let policy = m.session.policy.borrow();
    let public = match home {
        "posix" | "nt" => "os",
        "_thread" => "threading",
        other => other.strip_prefix('_').unwrap_or(other),
    };
    // A package stands for the modules below it that define what it offers.
    let part_of = |entry: &String| public.strip_prefix(entry.trim_end_matches(".*")).is_some_and(|rest| rest.starts_with('.'));
    policy.authorizes(public) || policy.authorized.iter().any(|e| part_of(e) || e.starts_with(&format!("{public}.")))
}

/// The module a function was defined in; of Python functions the name in their globals.
pub fn function_home(function: &Bound<'_, PyAny>) -> String {
    let py = function.py();
    let globals = function.getattr(pyo3::intern!(py, "__globals__")).ok();
    let name = match globals.and_then(|g| type_access::dict_get(&g, pyo3::intern!(py, "__name__"))) {
        Some(name) => Some(name),
        None => function.getattr(pyo3::intern!(py, "__module__")).ok(),
    };
    name.and_then(|n| type_access::exact_text(&n)).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether the object is one of the denied builtins or a denied function of a loaded module.
fn denied_by_identity(object: &Bound<'_, PyAny>) -> R<bool> {
    let py = object.py();
    if type_access::is_slot_method(object) {
        // Bound slots of objects are made when they are asked for: none is a function of a module.
        return Ok(false);
    }
    let denied = denied_names(py)?;
    if holds(&api::module(py, "builtins")?.dict(), &denied.builtins, object)? {
        return Ok(true);
    }
    if defence_layers::off(Net::Members) {
        return Ok(false);
    }
    let modules = api::module(py, "sys")?.getattr(intern!(py, "modules"))?.cast_into::<PyDict>()?;
    // What the door hands out guarded is not handed out raw.
    for (module, members) in &denied.members {
        let Some(module) = modules.get_item(module)? else { continue };
        let Some(dict) = type_access::module_dict(&module) else { continue };
        if holds(&dict, members.names(py)?, object)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether `dict` has the object under one of these names now.
fn holds(dict: &Bound<'_, PyDict>, names: &[Py<PyString>], object: &Bound<'_, PyAny>) -> R<bool> {
    for name in names {
        if matches!(dict.get_item(name)?, Some(found) if found.is(object)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The names of what is denied by identity.
struct DeniedNames {
    builtins: Vec<Py<PyString>>,
    /// By module. (What the door hands out guarded is not handed out raw.)
    members: Vec<(Py<PyString>, Members)>,
}

/// Of one module; made when it is loaded.
struct Members {
    plain: &'static [&'static str],
    made: Once<Vec<Py<PyString>>>,
}

impl Members {
    fn names(&self, py: Python<'_>) -> R<&[Py<PyString>]> {
        Ok(self.made.get_or_make(py, || R::Ok(made(py, self.plain)))?)
    }
}

fn made(py: Python<'_>, names: &[&str]) -> Vec<Py<PyString>> {
    names.iter().map(|name| PyString::new(py, name).unbind()).collect()
}

/// Made once: each function and each class that the code meets first is compared with what stands under some 400 names, which
/// took 310,000 instructions when the names were made each time.
fn denied_names(py: Python<'_>) -> R<&'static DeniedNames> {
    static NAMES: Once<DeniedNames> = Once::new();
    NAMES.get_or_make(py, || {
        let all = functions::DENIED_FUNCTIONS.iter().chain(functions::GUARDED_FUNCTIONS);
        let members = all.map(|(module, names)| (PyString::new(py, module).unbind(), Members { plain: names, made: Once::new() }));
        Ok(DeniedNames { builtins: made(py, rules::DENIED_BUILTINS), members: members.collect() })
    })
}

/// Whether calling `callee` runs code that acts for the host.
pub fn is_host_code(m: &RunContext, callee: &Value) -> bool {
    let Ok(object) = callee.to_bound(m.py()) else { return false };
    let ty = Ty::of(callee);
    if ty.has(type_access::CLASS) {
        return m.session.check.objects.is_granted(&object);
    }
    let function = handed_over::function_of(&object);
    // Verdicts are kept of functions alone.
    if object.is_exact_instance_of::<PyFunction>() || !std::ptr::eq(function, object.as_ptr()) {
        if let Some(known) = m.session.check.objects.is_known_host_code(function) {
            return known;
        }
    }
    let Ok(facts) = info(&m.session.check, ty) else { return false };
    match facts.kind {
        Kind::Function => is_host_function(m, &object),
        Kind::Method => object.getattr(pyo3::intern!(m.py(), "__func__")).is_ok_and(|f| is_host_function(m, &f)),
        Kind::Host => facts.app,
        _ => false,
    }
}

/// Whether the names that the function uses are those of a module, or of text that the host ran. Libraries run text for the
/// code in namespaces without builtins, whatever these say of themselves.
fn uses_real_namespace(function: &Bound<'_, PyAny>, home: &str) -> PyResult<bool> {
    let py = function.py();
    let globals = function.getattr(pyo3::intern!(py, "__globals__"))?;
    let builtins = api::module(py, "builtins")?;
    if type_access::dict_get(&globals, pyo3::intern!(py, "__builtins__")).is_some_and(|held| held.is(&builtins) || held.is(builtins.dict()))
    {
        return Ok(true);
    }
    let module = api::module(py, "sys")?.getattr("modules")?.get_item(home)?;
    Ok(type_access::module_dict(&module).is_some_and(|names| names.is(&globals)))
}

fn is_host_function(m: &RunContext, function: &Bound<'_, PyAny>) -> bool {
    let py = m.py();
    if !function.is_exact_instance_of::<PyFunction>() {
        return false;
    }
    let state = &m.session.check;
    if let Some(known) = state.objects.is_known_host_code(function.as_ptr()) {
        return known;
    }
    let home = function_home(function);
    let host = acting_for_host::acts_for_host(state, py, &home) && uses_real_namespace(function, &home).unwrap_or(false);
    state.objects.keep_host_code(function, host);
    host
}

fn admit_class(m: &RunContext, value: Value, class: &Bound<'_, PyAny>) -> R<Value> {
    let state = &m.session.check;
    let class = class.cast::<PyType>()?;
    if state.classes.contains(Ty::from_class(class)) {
        return Ok(value);
    }
    if class.is(m.py().get_type::<PyType>()) || interpreter_types::is_metaclass(class) {
        return type_object::type_object(m);
    }
    if std::ptr::eq(class.as_ptr(), static_types::super_type()) {
        return Ok(Value::from_bound(builtins::super_object(m.py())?.clone()));
    }
    if state.own.contains(class) {
        state.classes.insert(Ty::from_class(class));
        return Ok(value);
    }
    if let Some(seen) = interpreter_types::instead_of(class)? {
        return Ok(Value::from_bound(seen.into_any()));
    }
    let verdict = match state.objects.verdict(class) {
        Some(v) => v,
        None => {
            let v = judge_class(m, class)?;
            state.objects.keep(class, v);
            v
        }
    };
    if verdict == Verdict::Denied && !state.objects.is_granted(class) {
        let name = known(m.py())?.qualname(class)?;
        return Err(refusals::forbidden_function(m, &name));
    }
    if verdict == Verdict::Allowed {
        state.classes.insert(Ty::from_class(class));
    }
    Ok(value)
}

/// Whether it is the cell for `__class__` in the namespace of a class that is being made: metaclasses hand it on.
fn is_empty_cell(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    Ok(known(m.py())?.is(object.get_type_ptr() as usize, "CellType") && object.getattr("cell_contents").is_err())
}

fn judge_class(m: &RunContext, class: &Bound<'_, PyType>) -> R<Verdict> {
    let py = m.py();
    let instances = info(&m.session.check, Ty::from_class(class))?;
    let known = known(py)?;
    let address = class.as_ptr() as usize;
    let raw_maker = ["FunctionType", "CodeType", "CellType", "ModuleType"].iter().any(|n| known.is(address, n));
    if raw_maker || denied_by_identity(class)? {
        return Ok(Verdict::Denied);
    }
    let home = known.module_name(class)?;
    let name = known.qualname(class)?;
    let authorized = m.session.policy.borrow().authorizes(&home) || home_allowed(m, &home);
    let genuine = is_named(py, class, &home, &name);
    if instances.kind == Kind::Forbidden && home == "_io" || (!genuine && defines_raw_memory(known, class)?) {
        return Ok(Verdict::Denied);
    }
    if authorized {
        return Ok(Verdict::Allowed);
    }
    // Classes made on the fly by libraries bear the name of whatever module called.
    let ours = home == "fastexec" || home.starts_with("fastexec.");
    let denied = instances.kind == Kind::Forbidden
        || (ours && genuine && !class.is(refusals::interpreter_error(py)?))
        || (genuine && in_denied_part(m, &home))
        || (!ours && rules::denied_home(&home) && !harmless_class(&home, &name));
    Ok(if denied { Verdict::Denied } else { Verdict::Allowed })
}

/// Classes of dangerous modules that carry none of their power.
fn harmless_class(home: &str, name: &str) -> bool {
    name.ends_with("Error")
        || name.ends_with("Exception")
        || matches!(
            (home, name),
            ("os", "PathLike" | "stat_result")
                | ("_thread", "lock" | "RLock" | "_local")
                | ("urllib.parse", _)
                | ("http", _)
                | ("concurrent.futures._base", "Future")
                | ("pathlib" | "pathlib._local", "PurePath" | "PurePosixPath" | "PureWindowsPath")
        )
}

/// A class that came about behind our back (a metaclass called by C) and defines what class statements
/// may not.
fn defines_raw_memory(known: &Known, class: &Bound<'_, PyType>) -> R<bool> {
    let namespace = known.namespace(class)?;
    let refused = names::refused_class_methods().filter(|name| !name.starts_with("__dataclass"));
    let unseen = names::REDUCES.into_iter().filter(|_| !reduce_hook::is_put(class));
    for name in refused.chain(unseen) {
        let key = PyString::new(class.py(), name);
        let Ok(found) = namespace.get_item(key) else { continue };
        let address = Ty::of_bound(&found).addr();
        let library = ["FunctionType", "BuiltinFunctionType", "MethodDescriptorType", "WrapperDescriptorType"];
        // The engine itself keeps some of the names from classes of others.
        let annotate = name.starts_with("__annotate") && (found.is_none() || engine_types::is_annotate(&found));
        let ours = annotate || getattr_hook::is_blocked(&found);
        if !ours && !known.is_forbidden(address) && !library.iter().any(|kind| known.is(address, kind)) {
            return Ok(true);
        }
    }
    Ok(false)
}
