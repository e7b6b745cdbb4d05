//! `a[b]`, `a[b] = v`, `del a[b]` and the same with slices.
//!
//! A failed read leaves a note for the error text at the boundary, which names value and index.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use crate::cpython::api::{self, Kind};
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, Num, Value, R};
use crate::sandbox::value_filter;
use crate::vm::machine::{Machine, Note};
use crate::vm::ops::{containers, note_lookup};

/// `value[index]`
#[inline]
pub fn get(m: &Machine, value: &Value, index: &Value) -> R<Value> {
    match plain_item(value, index) {
        Some(item) => value_filter::admit(m, item),
        None => get_object(m, value, index),
    }
}

/// Item of an exact list or tuple by an integer in range.
#[inline]
fn plain_item(value: &Value, index: &Value) -> Option<Value> {
    match api::kind(value) {
        Kind::List => api::list_item(value, position(index, api::list_len(value))?),
        Kind::Tuple => api::tuple_item(value, position(index, api::tuple_len(value))?),
        _ => None,
    }
}

#[inline]
fn position(index: &Value, length: usize) -> Option<usize> {
    let Num::Int(i) = index.num() else { return None };
    usize::try_from(if i < 0 { i.checked_add(length as i64)? } else { i }).ok()
}

/// `value[index]` as the value's own type has it.
#[inline(never)]
pub fn get_object(m: &Machine, value: &Value, index: &Value) -> R<Value> {
    let py = m.py();
    match api::get_item(&*value.lend(py)?, &*index.lend(py)?) {
        Ok(item) => value_filter::admit(m, item),
        Err(Exc) => {
            note_lookup(m, || Note::Subscript { value: value.clone(), index: index.clone() });
            Err(Exc)
        }
    }
}

/// `value[index] = item`
pub fn set(m: &Machine, value: &Value, index: &Value, item: &Value) -> R<()> {
    let py = m.py();
    Ok(value.lend(py)?.set_item(&*index.lend(py)?, &*item.lend(py)?)?)
}

/// `del value[index]`
pub fn delete(m: &Machine, value: &Value, index: &Value) -> R<()> {
    let py = m.py();
    if let Err(error) = value.lend(py)?.del_item(&*index.lend(py)?) {
        error.restore(py);
        note_lookup(m, || Note::DelSubscript);
        return Err(Exc);
    }
    Ok(())
}

/// `value[lower:upper:step]`; None where a part is missing.
pub fn get_slice(m: &Machine, value: &Value, parts: [&Value; 3]) -> R<Value> {
    match plain_slice(m, value, parts) {
        Some(result) => result,
        None => get_object(m, value, &containers::slice(m, parts)?),
    }
}

/// Slices without a step of exact lists, tuples and strings, by integers.
fn plain_slice(m: &Machine, value: &Value, [lower, upper, step]: [&Value; 3]) -> Option<R<Value>> {
    let kind = api::kind(value);
    if !step.is_none() || !matches!(kind, Kind::List | Kind::Tuple | Kind::Str) {
        return None;
    }
    let object = value.to_bound(m.py()).ok()?;
    let length = object.len().ok()?;
    let start = clamp(lower, length, 0)?;
    let stop = clamp(upper, length, length)?.max(start);
    Some(api::slice_of(kind, &object, start, stop))
}

/// A slice bound as an index between 0 and `length`.
fn clamp(bound: &Value, length: usize, missing: usize) -> Option<usize> {
    if bound.is_none() {
        return Some(missing);
    }
    let Num::Int(i) = bound.num() else { return None };
    let i = if i < 0 { i.saturating_add(length as i64).max(0) } else { i };
    Some(usize::try_from(i).unwrap_or(length).min(length))
}

/// `value[lower:upper:step] = items`
pub fn set_slice(m: &Machine, value: &Value, parts: [&Value; 3], items: &Value) -> R<()> {
    let slice = containers::slice(m, parts)?;
    if api::is_list(value) && sets_as_list(m, value) && api::kind(items) == Kind::Other && !api::is_list(items) {
        // Taken out first, because what is assigned may never end.
        let taken = containers::list(m, Vec::new())?;
        let slice = fixed_bounds(m, value, slice)?;
        let stepped = !parts[2].is_none() && !matches!(parts[2].num(), Num::Int(1));
        containers::extend_for_slice(m, &taken, items, stepped)?;
        return set(m, value, &slice, &taken);
    }
    set(m, value, &slice, items)
}

/// Whether items of the list are set as those of any, not by a `__setitem__` of its class, which is given whatever is assigned.
fn sets_as_list(m: &Machine, list: &Value) -> bool {
    let (py, name) = (m.py(), intern!(m.py(), "__setitem__"));
    let common = Ty::from_class(&py.get_type::<PyList>()).lookup(name);
    Ty::of(list).lookup(name).zip(common).is_some_and(|(held, common)| held.is(&common))
}

/// The slice with its bounds as they are before anything else is done to the list.
fn fixed_bounds(m: &Machine, list: &Value, slice: Value) -> R<Value> {
    let py = m.py();
    let object = slice.to_bound(py)?;
    if !object.getattr("step")?.is_none() {
        return Ok(slice);
    }
    let length = list.to_bound(py)?.cast::<PyList>().map_err(PyErr::from)?.len();
    let (start, stop, _) = object.call_method1("indices", (length,))?.extract::<(isize, isize, isize)>()?;
    Ok(Value::from_bound(py.get_type::<PySlice>().call1((start, stop))?))
}

/// `del value[lower:upper:step]`
pub fn delete_slice(m: &Machine, value: &Value, parts: [&Value; 3]) -> R<()> {
    let slice = containers::slice(m, parts)?;
    delete(m, value, &slice)
}

/// The slice object of these parts.
pub(crate) fn make_slice<'py>(py: Python<'py>, [lower, upper, step]: [&Value; 3]) -> R<Bound<'py, PyAny>> {
    api::slice(&*lower.lend(py)?, &*upper.lend(py)?, &*step.lend(py)?)
}
