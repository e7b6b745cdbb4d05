//! What pydantic makes plain data or JSON of for the code: it reads all fields of dataclasses in native code, unseen by the
//! door. Dataclasses of the host with private fields are refused before.
#![allow(unsafe_code, reason = "native functions of pydantic are wrapped")]

use std::ptr;
use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};
use rustc_hash::FxHashSet;

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::private_state::is_hidden;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::natives::fast_methods::{wrap, Fast};
use crate::sandbox::type_info::info;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope, NativeReads};
use crate::session::state::type_info::Kind;
use crate::session::{current, panics};

static FUNCTIONS: Originals = Originals::new();
static WRAPPERS: [Fast; MOST] = trampolines!(serialize);

/// Wraps what `pydantic_core` has once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    newly_loaded(py, &DONE, "pydantic_core", "to_json")?.map_or(Ok(()), |module| guard(&module))
}

fn guard(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = module.getattr("SchemaSerializer")?;
    let methods = ["to_python", "to_json"].map(|name| class.getattr("__dict__").and_then(|own| own.get_item(name)));
    let functions = ["to_json", "to_jsonable_python"].map(|name| module.getattr(name));
    for found in methods.into_iter().chain(functions).flatten() {
        wrap(&found, (&FUNCTIONS, &WRAPPERS), &table::SERIALIZERS);
    }
    Ok(())
}

unsafe extern "C" fn serialize<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: Fast = std::mem::transmute(FUNCTIONS.get::<N>());
        let first = (count & ffi::Py_ssize_t::MAX > 0 || !names.is_null()).then(|| *args);
        if let (Some(first), true) = (first, sandboxed() && !defence_layers::off(Net::Names)) {
            let value = Bound::from_borrowed_ptr(Python::assume_attached(), first);
            let looked = || current::with_current(|m| look(m, &value)).unwrap_or(Ok(())).map_err(|Exc| ());
            if panics::contained(Err(()), looked).is_err() {
                return ptr::null_mut();
            }
        }
        let _work = sandboxed().then(NativeReads::begin);
        original(this, args, count, names)
    }
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
        // SAFETY: attached, with a live dict; the function gives a new dict, or null with an error.
        let copied = unsafe { Bound::from_owned_ptr_or_err(value.py(), ffi::PyDict_Copy(dict.as_ptr()))? };
        return Ok(copied.cast_into::<PyDict>().map_err(PyErr::from)?.iter().flat_map(|(key, value)| [key, value]).collect());
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
