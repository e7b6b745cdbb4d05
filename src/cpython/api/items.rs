//! Items of lists, tuples and iterators.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::api::{kind, type_name_of, Kind};
use crate::cpython::value::{Exc, Value, R};

/// The next item of an iterator, `None` at its end.
pub fn iter_next(iterator: &Bound<'_, PyAny>) -> R<Option<Value>> {
    // SAFETY: ATTACHED; the caller's reference keeps the iterator alive during the call, and a non-null
    // result is a new reference.
    unsafe {
        let p = iterator.as_ptr();
        let Some(next) = (*ffi::Py_TYPE(p)).tp_iternext else { return Err(not_an_iterator(iterator)) };
        let item = next(p);
        if !item.is_null() {
            return Ok(Some(Value::from_owned(item)));
        }
    }
    end_of_iteration()
}

#[cold]
fn not_an_iterator(object: &Bound<'_, PyAny>) -> Exc {
    crate::cpython::api::type_error(format!("'{}' object is not an iterator", type_name_of(object)))
}

/// After a null from `tp_iternext`: its end (no exception or StopIteration), or an error.
fn end_of_iteration() -> R<Option<Value>> {
    // SAFETY: ATTACHED.
    unsafe {
        if ffi::PyErr_Occurred().is_null() {
            return Ok(None);
        }
        if ffi::PyErr_ExceptionMatches(ffi::PyExc_StopIteration) != 0 {
            ffi::PyErr_Clear();
            return Ok(None);
        }
    }
    Err(Exc)
}

/// `slice(lower, upper, step)`
pub fn slice<'py>(lower: &Bound<'py, PyAny>, upper: &Bound<'py, PyAny>, step: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; three live objects; a new reference, or null with an error.
    Ok(unsafe { Bound::from_owned_ptr_or_err(lower.py(), ffi::PySlice_New(lower.as_ptr(), upper.as_ptr(), step.as_ptr())) }?)
}

/// Item `index` of an exact list (bounds checked); `None` out of range.
#[inline(always)]
pub fn list_item(list: &Value, index: usize) -> Option<Value> {
    // SAFETY: ATTACHED; an exact list, index below its present length; the item gets its own reference.
    unsafe {
        let p = list.ptr();
        if index >= ffi::PyList_GET_SIZE(p) as usize {
            return None;
        }
        let item = ffi::PyList_GET_ITEM(p, index as isize);
        (!item.is_null()).then(|| Value::from_borrowed(item))
    }
}

/// Item `index` of an exact tuple (bounds checked).
#[inline(always)]
pub fn tuple_item(tuple: &Value, index: usize) -> Option<Value> {
    // SAFETY: ATTACHED; an exact tuple, index below its length; the item gets its own reference.
    unsafe {
        let p = tuple.ptr();
        if index >= ffi::PyTuple_GET_SIZE(p) as usize {
            return None;
        }
        let item = ffi::PyTuple_GET_ITEM(p, index as isize);
        (!item.is_null()).then(|| Value::from_borrowed(item))
    }
}

/// Length of an exact list.
#[inline(always)]
pub fn list_len(list: &Value) -> usize {
    // SAFETY: ATTACHED; callers have tested for an exact list.
    unsafe { ffi::PyList_GET_SIZE(list.ptr()) as usize }
}

/// Length of an exact tuple.
#[inline(always)]
pub fn tuple_len(tuple: &Value) -> usize {
    // SAFETY: ATTACHED; callers have tested for an exact tuple.
    unsafe { ffi::PyTuple_GET_SIZE(tuple.ptr()) as usize }
}

/// Bytes that the items of an exact `str`, list or tuple take at least; 0 for anything else.
pub fn plain_bytes(value: &Value) -> usize {
    const POINTER: usize = std::mem::size_of::<usize>();
    match kind(value) {
        Kind::List => list_len(value).saturating_mul(POINTER),
        Kind::Tuple => tuple_len(value).saturating_mul(POINTER),
        // SAFETY: ATTACHED; an exact `str`.
        Kind::Str => unsafe { ffi::PyUnicode_GetLength(value.ptr()) }.try_into().unwrap_or(0),
        _ => 0,
    }
}

/// A list of these values.
pub fn new_list(items: Vec<Value>) -> R<Value> {
    // SAFETY: ATTACHED; every slot below the length is filled once with a new reference, or the list
    // (whose other slots are null, which its destructor allows) is given up.
    unsafe {
        let list = ffi::PyList_New(items.len() as isize);
        if list.is_null() {
            return Err(Exc);
        }
        for (i, item) in items.into_iter().enumerate() {
            let p = item.into_raw();
            if p.is_null() {
                ffi::Py_DECREF(list);
                return Err(Exc);
            }
            ffi::PyList_SET_ITEM(list, i as isize, p);
        }
        Ok(Value::from_owned(list))
    }
}

/// A tuple of these values.
pub fn new_tuple(items: Vec<Value>) -> R<Value> {
    // SAFETY: as in `new_list`.
    unsafe {
        let tuple = ffi::PyTuple_New(items.len() as isize);
        if tuple.is_null() {
            return Err(Exc);
        }
        for (i, item) in items.into_iter().enumerate() {
            let p = item.into_raw();
            if p.is_null() {
                ffi::Py_DECREF(tuple);
                return Err(Exc);
            }
            ffi::PyTuple_SET_ITEM(tuple, i as isize, p);
        }
        Ok(Value::from_owned(tuple))
    }
}

/// Puts all of `source` at the end of the exact list `list`.
pub fn list_extend(list: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> R<()> {
    // SAFETY: ATTACHED; both live; the slice beyond the end is empty wherever the end is.
    let failed = unsafe { ffi::PyList_SetSlice(list.as_ptr(), isize::MAX, isize::MAX, source.as_ptr()) };
    check(failed)
}

/// Asks `source` how many items it has, as the interpreter does before it walks it.
pub fn ask_length(source: &Bound<'_, PyAny>) -> R<()> {
    // SAFETY: ATTACHED; the object is live.
    match unsafe { ffi::PyObject_LengthHint(source.as_ptr(), 0) } {
        0.. => Ok(()),
        _ => Err(Exc),
    }
}

pub(super) fn check(status: i32) -> R<()> {
    if status < 0 {
        return Err(Exc);
    }
    Ok(())
}

/// `object[key]` by the interpreter.
pub fn get_item(object: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> R<Value> {
    // SAFETY: ATTACHED; both live; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyObject_GetItem(object.as_ptr(), key.as_ptr())) }
}

/// `object[start:stop]` of an exact list, tuple or `str`; the bounds are in range.
pub fn slice_of(kind: Kind, object: &Bound<'_, PyAny>, start: usize, stop: usize) -> R<Value> {
    let (p, start, stop) = (object.as_ptr(), start as isize, stop as isize);
    // SAFETY: ATTACHED; the caller tested the exact type; these functions clamp the bounds themselves.
    unsafe {
        Value::from_result(match kind {
            Kind::List => ffi::PyList_GetSlice(p, start, stop),
            Kind::Tuple => ffi::PyTuple_GetSlice(p, start, stop),
            _ => ffi::PyUnicode_Substring(p, start, stop),
        })
    }
}
