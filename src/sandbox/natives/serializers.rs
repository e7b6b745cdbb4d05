//! What pydantic makes plain data or JSON of for the code: it reads all fields of dataclasses in native code, unseen by the
//! door. Dataclasses of the host with private fields are refused before.

use std::sync::atomic::AtomicBool;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};
use rustc_hash::FxHashSet;

use crate::budget::compiled_calls::{self, Call, Original};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::type_access::Ty;
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::private_state::is_hidden;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::type_info::info;
use crate::session::current;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope, NativeReads};
use crate::session::state::type_info::Kind;

/// Wraps what `pydantic_core` has once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    newly_loaded(py, &DONE, "pydantic_core", "to_json")?.map_or(Ok(()), |module| guard(&module))
}

fn guard(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = module.getattr("SchemaSerializer")?;
    let methods = ["to_python", "to_json"].map(|name| class.getattr("__dict__").and_then(|own| own.get_item(name)));
    let functions = ["to_json", "to_jsonable_python"].map(|name| module.getattr(name));
    for method in methods.into_iter().chain(functions).flatten().filter_map(|found| Method::of(&found)) {
        compiled_calls::wrap(method, &table::SERIALIZERS, serialize);
    }
    Ok(())
}

fn serialize<'py>(call: &Call, original: &Original<'_, 'py>) -> R<Bound<'py, PyAny>> {
    if !sandboxed() {
        return original.run();
    }
    if let Some(value) = call.first().filter(|_| !defence_layers::off(Net::Names)) {
        current::with_current(|m| look(m, &value)).unwrap_or(Ok(()))?;
    }
    let _work = NativeReads::begin();
    original.run()
}

/// Looks at a value, and at all that is in it.
fn look(m: &RunContext, value: &Bound<'_, PyAny>) -> R<()> {
    let _own = HostScope::enter();
    let (mut seen, mut waiting) = (FxHashSet::default(), vec![value.clone()]);
    while let Some(value) = waiting.pop() {
        if Ty::of_bound(&value).has(crate::cpython::type_access::PLAIN) && !is_container(&value) || !seen.insert(value.as_ptr() as usize) {
            continue;
        }
        waiting.extend(items(&value)?);
        if !is_container(&value) {
            check_fields(m, &value)?;
            // Objects of the code and models hold others.
            if let Some(Ok(own)) = value.getattr_opt(intern!(m.py(), "__dict__"))?.map(|own| own.cast_into::<PyDict>()) {
                waiting.extend(own.values());
            }
        }
    }
    Ok(())
}

/// What stands in a container, as native code finds it: those of classes of the code may tell of other items.
fn items<'py>(value: &Bound<'py, PyAny>) -> R<Vec<Bound<'py, PyAny>>> {
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(dict.copy()?.iter().flat_map(|(key, value)| [key, value]).collect());
    }
    if let Ok(list) = value.cast::<PyList>() {
        return Ok((0..list.len()).filter_map(|place| list.get_item(place).ok()).collect());
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return Ok((0..tuple.len()).filter_map(|place| tuple.get_item(place).ok()).collect());
    }
    match is_container(value) {
        true => Ok(value.try_iter()?.flatten().collect()),
        false => Ok(Vec::new()),
    }
}

fn is_container(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyDict>()
        || value.is_exact_instance_of::<PyList>()
        || value.is_exact_instance_of::<PyTuple>()
        || value.is_exact_instance_of::<PySet>()
        || value.is_exact_instance_of::<PyFrozenSet>()
}

/// Refuses a dataclass of the host with a private field, and objects of it with one that serializers of the code read.
fn check_fields(m: &RunContext, value: &Bound<'_, PyAny>) -> R<()> {
    let facts = info(&m.session.check, Ty::of_bound(value))?;
    if !(facts.kind == Kind::Host && facts.app) {
        return Ok(());
    }
    let read: Vec<String> = m.session.check.private_fields.read.borrow().iter().cloned().collect();
    for name in read {
        if value.getattr_opt(name.as_str())?.is_some() {
            return Err(refused(m, &name, Use::Read));
        }
    }
    let Some(Ok(fields)) = value.getattr_opt(intern!(m.py(), "__dataclass_fields__"))?.map(|fields| fields.cast_into::<PyDict>()) else {
        return Ok(());
    };
    let private = fields
        .keys()
        .iter()
        .filter_map(|name| name.cast_into::<PyString>().ok())
        .map(|name| name.to_string_lossy().into_owned())
        .find(|name| is_hidden(name));
    private.map_or(Ok(()), |name| Err(refused(m, &name, Use::Read)))
}
