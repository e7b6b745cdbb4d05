//! The door of modules: public names, private plain data, authorized submodules; never anything to write.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyString, PyTuple};

use crate::cpython::api;
use crate::cpython::layout::dict_version;
use crate::cpython::type_access::{self, Ty};
use crate::cpython::value::{Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::objects::DENIED_BUILTINS;
use crate::front::policy::{functions, is_dunder, modules, names};
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::memory::object_arrays;
use crate::sandbox::warnings::AskedByCode;
use crate::sandbox::wrappers::library::logging;
use crate::sandbox::{compiled_parts, tools, value_filter, wrapper_calls};
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// `module.name`, if it was admitted before and the module still holds the same object.
pub fn known(m: &RunContext, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> Option<Value> {
    let members = &m.session.check.members;
    let version = dict_version::of(&*type_access::lent_module_dict(module)?);
    let unchanged = members.unchanged(module, name, version);
    if unchanged.is_some() {
        return unchanged;
    }
    // Held: keys of the dict may run code when they are compared.
    let module = &module.clone();
    let found = type_access::dict_get(type_access::module_dict(module)?.as_any(), name)?;
    let given = members.find(module, name, &found)?;
    members.confirm(module, name, version);
    Some(given)
}

/// `module.name`
pub fn get(m: &RunContext, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, how: Use) -> R<Value> {
    if let Some(patched) = m.session.check.members.patched(module, name) {
        return Ok(patched);
    }
    let stored = type_access::module_dict(module).and_then(|d| type_access::dict_get(d.as_any(), name));
    if let Some(found) = &stored {
        if let Some(given) = m.session.check.members.find(module, name, found) {
            return Ok(given);
        }
    }
    let text = name.to_string_lossy();
    if DENIED_BUILTINS.contains(&text.as_ref()) && value_filter::module_name(module) == "builtins" {
        if let Some(tool) = m.session.handed_over(m.py(), &text) {
            // Not kept: the host may take it away.
            return tools::wrap(m, &text, Value::from_bound(tool));
        }
    }
    let given = find(m, module, name, &text, how)?;
    // The code may put other streams there, for itself.
    if let Some(raw) = stored.filter(|_| !matches!(text.as_ref(), "stdout" | "stderr" | "stdin")) {
        m.session.check.members.keep(module, name, raw, &given);
    }
    Ok(given)
}

fn find(m: &RunContext, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, text: &str, how: Use) -> R<Value> {
    let home = value_filter::module_name(module);
    let home = logging::home(m, module, &home);
    if names::fixed_attribute_refusal(text) {
        return Err(refused(m, text, how));
    }
    if let Some(guarded) = (wrapper_calls::table()?.module_member)(m, home, text)? {
        value_filter::give(m, &guarded)?;
        return Ok(guarded);
    }
    if is_denied(home, text) {
        return Err(refusals::forbidden_function(m, text));
    }
    let value = {
        // A module's own `__getattr__` may import lazily.
        let _host = HostScope::enter();
        let _asked = AskedByCode::begin();
        Value::from_bound(module.getattr(name)?)
    };
    if let Some(guarded) = guarded_elsewhere(m, home, text, &value)? {
        return Ok(guarded);
    }
    if home == "operator" && names::harmless_special(text) {
        return value_filter::admit(m, value);
    }
    if is_dunder(text) {
        return if is_plain_data(&value) { Ok(value) } else { Err(refused(m, text, how)) };
    }
    let value = value_filter::admit(m, value)?;
    compiled_parts::check_member(m, home, text, &value)?;
    if text.starts_with('_') && !is_plain_data(&value) && !modules::is_public_besides(home, text) {
        return Err(refused(m, text, how));
    }
    if m.session.check.is_library(m.py(), home) {
        return copy_of_levels(m, value, LEVELS);
    }
    Ok(value)
}

/// The guarded form of a function that another module of the same package has under this name (`pandas.io.parsers.read_csv`).
fn guarded_elsewhere(m: &RunContext, home: &str, text: &str, value: &Value) -> R<Option<Value>> {
    if defence_layers::off(Net::Members) || !value.is_object() {
        return Ok(None);
    }
    let py = m.py();
    let (object, name) = (value.to_bound(py)?, PyString::new(py, text));
    let Some(modules) = api::loaded_modules(py) else { return Ok(None) };
    for other in functions::guarded_homes(home, text) {
        let Some(module) = modules.get_item(other)? else { continue };
        let held = type_access::module_dict(&module).and_then(|dict| type_access::dict_get(dict.as_any(), &name));
        if held.is_some_and(|held| held.is(&object)) {
            return (wrapper_calls::table()?.module_member)(m, other, text);
        }
    }
    Ok(None)
}

/// Whether it is one of the containers that `own_copy` copies.
pub fn is_container(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyDict>()
        || object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PySet>()
        || object_arrays::is_array(object)
}

/// Tables within tables of modules, so many levels deep. (Those of classes that the code may change are settings of the session.)
const LEVELS: usize = 4;

/// Tables of library classes are shared by everyone in the process: the code gets its own.
pub fn own_copy(m: &RunContext, value: Value) -> R<Value> {
    copy_of_levels(m, value, 0)
}

fn copy_of_levels(m: &RunContext, value: Value, levels: usize) -> R<Value> {
    if !value.is_object() {
        return Ok(value);
    }
    let copy = copied(&value.to_bound(m.py())?, levels)?;
    Ok(copy.map_or(value, Value::from_bound))
}

/// A copy of a container, and of those in it; none of what is no container (or a tuple without one).
fn copied<'py>(object: &Bound<'py, PyAny>, levels: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let inner = |item: &Bound<'py, PyAny>| levels.checked_sub(1).map_or(Ok(None), |levels| copied(item, levels));
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        let copy = dict.copy()?;
        for (key, item) in dict.iter() {
            if let Some(item) = inner(&item)? {
                copy.set_item(key, item)?;
            }
        }
        return Ok(Some(copy.into_any()));
    }
    if let Ok(list) = object.cast_exact::<PyList>() {
        let copy = list.get_slice(0, list.len());
        for (place, item) in list.iter().enumerate() {
            if let Some(item) = inner(&item)? {
                copy.set_item(place, item)?;
            }
        }
        return Ok(Some(copy.into_any()));
    }
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        let copies = tuple.iter().map(|item| inner(&item)).collect::<PyResult<Vec<_>>>()?;
        if copies.iter().all(Option::is_none) {
            return Ok(None);
        }
        let items = tuple.iter().zip(copies).map(|(item, copy)| copy.unwrap_or(item));
        return Ok(Some(PyTuple::new(py, items.collect::<Vec<_>>())?.into_any()));
    }
    if let Ok(set) = object.cast_exact::<PySet>() {
        return Ok(Some(PySet::new(py, set.iter().collect::<Vec<_>>())?.into_any()));
    }
    if object_arrays::is_array(object) {
        return object.call_method0(pyo3::intern!(py, "copy")).map(Some);
    }
    Ok(None)
}

fn is_denied(home: &str, text: &str) -> bool {
    !defence_layers::off(Net::Members) && functions::DENIED_FUNCTIONS.iter().any(|(module, names)| *module == home && names.contains(&text))
}

fn is_plain_data(value: &Value) -> bool {
    !value.is_object() || Ty::of(value).has(type_access::PLAIN)
}
