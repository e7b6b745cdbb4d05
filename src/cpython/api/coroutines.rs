//! Coroutines and delegates.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::value::{Exc, Value, R};

/// Which async slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsyncSlot {
    Await,
    Iter,
    Next,
}

fn async_slot(object: &Bound<'_, PyAny>, slot: AsyncSlot) -> Option<ffi::unaryfunc> {
    // SAFETY: ATTACHED, live object; the method table is checked for null.
    unsafe {
        let table = (*ffi::Py_TYPE(object.as_ptr())).tp_as_async;
        if table.is_null() {
            return None;
        }
        match slot {
            AsyncSlot::Await => (*table).am_await,
            AsyncSlot::Iter => (*table).am_aiter,
            AsyncSlot::Next => (*table).am_anext,
        }
    }
}

pub fn has_async_slot(object: &Bound<'_, PyAny>, slot: AsyncSlot) -> bool {
    async_slot(object, slot).is_some()
}

/// Calls the slot; `None` when the type has none.
pub fn call_async_slot<'py>(object: &Bound<'py, PyAny>, slot: AsyncSlot) -> R<Option<Bound<'py, PyAny>>> {
    let Some(function) = async_slot(object, slot) else { return Ok(None) };
    // SAFETY: ATTACHED; live object; a new reference or null with an exception.
    unsafe {
        let p = function(object.as_ptr());
        Bound::from_owned_ptr_or_opt(object.py(), p).map(Some).ok_or(Exc)
    }
}

/// A coroutine of the interpreter itself, or a generator made one by `types.coroutine`.
pub fn is_native_coroutine(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyCoro_CheckExact(object.as_ptr()) != 0 }
}

pub fn is_native_generator(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyGen_CheckExact(object.as_ptr()) != 0 }
}

pub fn is_iterator(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyIter_Check(object.as_ptr()) != 0 }
}

/// One step of a delegate.
#[derive(Debug)]
pub enum Sent {
    Yielded(Value),
    Returned(Value),
}

/// Sends `value` into `iterator` (`__next__` when it is None).
pub fn send(iterator: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> R<Sent> {
    let mut result = ptr::null_mut();
    // SAFETY: ATTACHED; both live; unless it reports an error the result is a new reference.
    unsafe {
        match ffi::PyIter_Send(iterator.as_ptr(), value.as_ptr(), &mut result) {
            ffi::PySendResult::PYGEN_RETURN => Ok(Sent::Returned(Value::from_result(result)?)),
            ffi::PySendResult::PYGEN_NEXT => Ok(Sent::Yielded(Value::from_result(result)?)),
            ffi::PySendResult::PYGEN_ERROR => Err(Exc),
        }
    }
}
