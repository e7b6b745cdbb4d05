//! Building containers: displays, stars, keyword merging.

use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet};

use crate::budget::sizes;
use crate::cpython::api::{self, raised_is, type_error, Kind};
use crate::cpython::value::{Exc, Value, R};
use crate::vm::machine::{Machine, Note};
use crate::vm::ops::{iterate, subscript, Steps};

pub fn list(_m: &Machine, items: Vec<Value>) -> R<Value> {
    api::new_list(items)
}

pub fn tuple(_m: &Machine, items: Vec<Value>) -> R<Value> {
    api::new_tuple(items)
}

/// A set of these items, added in order.
pub fn set(m: &Machine, items: Vec<Value>) -> R<Value> {
    let py = m.py();
    let set = PySet::empty(py)?;
    for item in items {
        set.add(item.to_bound(py)?)?;
    }
    Ok(Value::from_bound(set.into_any()))
}

/// A dict of keys and values in turn, inserted in order.
pub fn dict(m: &Machine, pairs: Vec<Value>) -> R<Value> {
    let py = m.py();
    let dict = PyDict::new(py);
    let mut rest = pairs.into_iter();
    while let (Some(key), Some(value)) = (rest.next(), rest.next()) {
        dict.set_item(key.to_bound(py)?, value.to_bound(py)?)?;
    }
    Ok(Value::from_bound(dict.into_any()))
}

/// `slice(lower, upper, step)`
pub fn slice(m: &Machine, parts: [&Value; 3]) -> R<Value> {
    subscript::make_slice(m.py(), parts).map(Value::from_bound)
}

fn as_list<'py>(py: Python<'py>, value: &Value) -> R<Bound<'py, PyList>> {
    Ok(value.to_bound(py)?.cast_into::<PyList>().map_err(PyErr::from)?)
}

fn as_dict<'py>(py: Python<'py>, value: &Value) -> R<Bound<'py, PyDict>> {
    Ok(value.to_bound(py)?.cast_into::<PyDict>().map_err(PyErr::from)?)
}

pub fn append(m: &Machine, list: &Value, item: &Value) -> R<()> {
    let py = m.py();
    Ok(as_list(py, list)?.append(item.to_bound(py)?)?)
}

/// `[*source]`
pub fn extend(m: &Machine, list: &Value, source: &Value) -> R<()> {
    extend_with(m, list, source, true, |name| format!("Value after * must be an iterable, not {name}"))
}

/// `list += source`
pub fn extend_in_place(m: &Machine, list: &Value, source: &Value) -> R<()> {
    extend_with(m, list, source, true, |name| format!("'{name}' object is not iterable"))
}

/// `list[a:b] = source`, and with a step.
pub(crate) fn extend_for_slice(m: &Machine, list: &Value, source: &Value, stepped: bool) -> R<()> {
    if stepped || cfg!(Py_3_13) {
        return extend_with(m, list, source, false, |_| "must assign iterable to extended slice".to_owned());
    }
    extend_with(m, list, source, false, |_| "can only assign an iterable".to_owned())
}

/// `f(*source)`: as `extend`, with a text that names the function.
pub fn args_extend(m: &Machine, list: &Value, source: &Value, callee: &Value) -> R<()> {
    if api::kind(source) == Kind::Other && !api::may_iterate(&source.to_bound(m.py())?) {
        let function = function_text(m, callee)?;
        let name = api::type_name(source);
        return Err(type_error(format!("{function} argument after * must be an iterable, not {name}")));
    }
    extend(m, list, source)
}

/// `asks` says whether the source is asked how long it is (for a slice, its iterator would be).
fn extend_with(m: &Machine, list: &Value, source: &Value, asks: bool, text: fn(String) -> String) -> R<()> {
    let py = m.py();
    let (list, object) = (as_list(py, list)?, source.to_bound(py)?);
    if api::kind(source) != Kind::Other {
        check_length(m, &object)?;
        return api::list_extend(list.as_any(), &object);
    }
    if !api::may_iterate(&object) {
        return Err(type_error(text(api::type_name(source))));
    }
    let mut state = iterate::get_iter(m, source)?;
    if asks {
        api::ask_length(&object)?;
    }
    drain(m, &mut state, |item| Ok(list.append(item.to_bound(py)?)?))
}

/// Refuses to write out a sequence (a range, for one) that would fill the memory.
fn check_length(m: &Machine, source: &Bound<'_, PyAny>) -> R<()> {
    const HARMLESS: usize = 1 << 16;
    const ITEM: u64 = 40;
    match source.len() {
        Ok(length) if length <= HARMLESS => Ok(()),
        Ok(length) => sizes::items(m, length as u64, ITEM),
        Err(_) => sizes::items(m, u64::MAX / ITEM, ITEM),
    }
}

/// Calls `take` with every item of `source`, under the limits.
fn each(m: &Machine, source: &Value, take: impl FnMut(Value) -> R<()>) -> R<()> {
    drain(m, &mut iterate::get_iter(m, source)?, take)
}

fn drain(m: &Machine, state: &mut [Value; 3], mut take: impl FnMut(Value) -> R<()>) -> R<()> {
    let mut steps = Steps::default();
    while let Some(item) = iterate::next(m, state)? {
        steps.step(m)?;
        take(item)?;
    }
    Ok(())
}

pub fn list_to_tuple(m: &Machine, list: &Value) -> R<Value> {
    Ok(Value::from_bound(as_list(m.py(), list)?.to_tuple().into_any()))
}

pub fn set_add(m: &Machine, set: &Value, item: &Value) -> R<()> {
    let py = m.py();
    let set = set.to_bound(py)?.cast_into::<PySet>().map_err(PyErr::from)?;
    Ok(set.add(item.to_bound(py)?)?)
}

/// `{*source}`
pub fn set_update(m: &Machine, set: &Value, source: &Value) -> R<()> {
    let py = m.py();
    let set = set.to_bound(py)?.cast_into::<PySet>().map_err(PyErr::from)?;
    let object = source.to_bound(py)?;
    if object.is_exact_instance_of::<PySet>() || object.is_exact_instance_of::<PyFrozenSet>() {
        // (The items have been hashed. `{1, 2, 3}` is made of a constant, too.)
        set.call_method1(intern!(py, "update"), (object,))?;
        return Ok(());
    }
    each(m, source, |item| Ok(set.add(item.to_bound(py)?)?))
}

pub fn dict_insert(m: &Machine, dict: &Value, key: &Value, value: &Value) -> R<()> {
    let py = m.py();
    Ok(as_dict(py, dict)?.set_item(key.to_bound(py)?, value.to_bound(py)?)?)
}

/// `{**source}`
pub fn dict_update(m: &Machine, dict: &Value, source: &Value) -> R<()> {
    let py = m.py();
    let (dict, object) = (as_dict(py, dict)?, source.to_bound(py)?);
    merge(m, &dict, &object, false).map_err(|Exc| {
        if !raised_is::<PyAttributeError>(m.py()) {
            return Exc;
        }
        type_error(format!("'{}' object is not a mapping", api::type_name(source)))
    })
}

/// `f(**source)`: a keyword that is there already is an error; `callee` names the function in the texts.
pub fn kwargs_merge(m: &Machine, map: &Value, source: &Value, callee: &Value) -> R<()> {
    let py = m.py();
    let (dict, object) = (as_dict(py, map)?, source.to_bound(py)?);
    match merge(m, &dict, &object, true) {
        Ok(()) => Ok(()),
        Err(Exc) => Err(kwargs_error(m, source, callee)),
    }
}

/// Turns what merging raised into the error of the call, as the interpreter does.
#[cold]
fn kwargs_error(m: &Machine, source: &Value, callee: &Value) -> Exc {
    if raised_is::<PyAttributeError>(m.py()) {
        drop(api::take_raised());
        let name = api::type_name(source);
        return match function_text(m, callee) {
            Ok(function) => {
                let Exc = type_error(format!("{function} argument after ** must be a mapping, not {name}"));
                crate::vm::ops::note_raised(m, Note::NoMapping { kind: name })
            }
            Err(Exc) => Exc,
        };
    }
    if !raised_is::<PyKeyError>(m.py()) {
        return Exc;
    }
    // Before 3.12 the interpreter does not know its own KeyError while another exception is handled.
    if cfg!(not(Py_3_12)) && crate::vm::machine::exc_stack::current(m).is_some() {
        return Exc;
    }
    let Some(raised) = api::take_raised() else { return Exc };
    repeated_keyword(m, raised, callee).unwrap_or(Exc)
}

fn repeated_keyword(m: &Machine, raised: Value, callee: &Value) -> R<Exc> {
    let py = m.py();
    let Some(key) = sole_argument(py, &raised)? else {
        api::put_raised(raised);
        return Ok(Exc);
    };
    let function = function_text(m, callee)?;
    let key = key.str()?.to_string_lossy().into_owned();
    Ok(type_error(format!("{function} got multiple values for keyword argument '{key}'")))
}

/// The one argument the exception was made with.
fn sole_argument<'py>(py: Python<'py>, raised: &Value) -> R<Option<Bound<'py, PyAny>>> {
    let arguments = raised.to_bound(py)?.getattr("args")?;
    let tuple = arguments.cast::<pyo3::types::PyTuple>().map_err(PyErr::from)?;
    Ok(if tuple.len() == 1 { tuple.get_item(0).ok() } else { None })
}

/// Puts all of `source` into `dict`; with `unique` a key that is there already raises KeyError(key).
fn merge(m: &Machine, dict: &Bound<'_, PyDict>, source: &Bound<'_, PyAny>, unique: bool) -> R<()> {
    if api::merges_as_dict(source) {
        // (The keys of one dict are not compared with each other again.)
        if !unique || dict.is_empty() {
            return Ok(dict.update(source.cast::<PyDict>().map_err(PyErr::from)?.as_mapping())?);
        }
        // A snapshot: hashing or comparing keys may run code that changes `source`.
        let snapshot = source.cast::<PyDict>().map_err(PyErr::from)?.copy()?;
        for (key, value) in snapshot.iter() {
            insert(dict, key, value, unique)?;
        }
        return Ok(());
    }
    let keys = Value::from_bound(source.call_method0("keys")?);
    if !api::may_iterate(&keys.to_bound(m.py())?) {
        let (class, got) = (api::type_name_of(source), api::type_name(&keys));
        return Err(type_error(format!("{class}.keys() returned a non-iterable (type {got})")));
    }
    each(m, &keys, |key| {
        let key = key.to_bound(dict.py())?;
        refuse_repeated(dict, &key, unique)?;
        let value = source.get_item(&key)?;
        Ok(dict.set_item(key, value)?)
    })
}

fn insert<'py>(dict: &Bound<'py, PyDict>, key: Bound<'py, PyAny>, value: Bound<'py, PyAny>, unique: bool) -> R<()> {
    refuse_repeated(dict, &key, unique)?;
    Ok(dict.set_item(key, value)?)
}

fn refuse_repeated(dict: &Bound<'_, PyDict>, key: &Bound<'_, PyAny>, unique: bool) -> R<()> {
    if unique && dict.contains(key)? {
        return Err(PyKeyError::new_err((key.clone().unbind(),)).into());
    }
    Ok(())
}

/// How messages name a function: `module.qualname()`, or its text when it has no qualified name.
pub fn function_text(m: &Machine, callee: &Value) -> R<String> {
    if callee.is_unset() {
        // A class statement.
        return Ok("__build_class__()".to_owned());
    }
    let callee = callee.to_bound(m.py())?;
    let Some(qualname) = optional_attr(&callee, "__qualname__")? else {
        return Ok(callee.str()?.to_string_lossy().into_owned());
    };
    let qualname = qualname.str()?.to_string_lossy().into_owned();
    match optional_attr(&callee, "__module__")? {
        Some(module) if !module.is_none() && module.ne("builtins")? => Ok(format!("{}.{qualname}()", module.str()?.to_string_lossy())),
        _ => Ok(format!("{qualname}()")),
    }
}

/// An attribute for our own use (never handed to the code), `None` when missing.
pub(crate) fn optional_attr<'py>(object: &Bound<'py, PyAny>, name: &str) -> R<Option<Bound<'py, PyAny>>> {
    match object.getattr(name) {
        Ok(found) => Ok(Some(found)),
        Err(e) if e.is_instance_of::<PyAttributeError>(object.py()) => Ok(None),
        Err(e) => Err(e.into()),
    }
}
