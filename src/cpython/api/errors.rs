//! Exceptions and the error indicator.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use std::ptr;

use pyo3::exceptions::PyBaseException;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::PyTypeInfo;

use crate::cpython::value::{Exc, Value};

/// Whether `object` is a class that can be raised.
pub fn is_exception_class(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyExceptionClass_Check(object.as_ptr()) != 0 }
}

pub fn is_exception(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyExceptionInstance_Check(object.as_ptr()) != 0 }
}

/// Sets the exception as `raise` does: its context becomes what the thread is handling.
pub fn set_exception(value: &Bound<'_, PyAny>) -> Exc {
    // SAFETY: ATTACHED; an exception instance with its own type.
    unsafe { ffi::PyErr_SetObject(ffi::Py_TYPE(value.as_ptr()).cast(), value.as_ptr()) }
    Exc
}

/// A `MemoryError`, for which the interpreter keeps memory.
pub fn no_memory(py: Python<'_>) -> PyErr {
    // SAFETY: ATTACHED; it sets the indicator.
    unsafe { ffi::PyErr_NoMemory() };
    PyErr::fetch(py)
}

/// Takes the exception out of the indicator, as an instance that knows its traceback. A panic of the engine's own goes on.
pub fn take_exception(py: Python<'_>) -> Option<Value> {
    // SAFETY: ATTACHED; what is fetched is owned, and handed on or given up.
    let exception = unsafe {
        #[cfg(Py_3_12)]
        {
            ffi::PyErr_GetRaisedException()
        }
        #[cfg(not(Py_3_12))]
        {
            let (mut class, mut value, mut trace) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            ffi::PyErr_Fetch(&mut class, &mut value, &mut trace);
            ffi::PyErr_NormalizeException(&mut class, &mut value, &mut trace);
            if !trace.is_null() && !value.is_null() {
                ffi::PyException_SetTraceback(value, trace);
            }
            ffi::Py_XDECREF(class);
            ffi::Py_XDECREF(trace);
            value
        }
    };
    if exception.is_null() {
        return None;
    }
    // SAFETY: an owned reference, not null.
    let exception = unsafe { Bound::from_owned_ptr(py, exception) };
    if exception.get_type_ptr() == pyo3::panic::PanicException::type_object_raw(py) {
        PyErr::from_value(exception).restore(py);
        drop(PyErr::take(py));
        return None;
    }
    Some(Value::from_bound(exception))
}

/// Forgets the error that is set, whatever it is. (`PyErr::take` goes on with a panic that became an exception.)
pub fn clear_error() {
    // SAFETY: ATTACHED.
    unsafe { ffi::PyErr_Clear() }
}

/// Sets `__cause__` (and hides the context); `None` clears it.
pub fn set_cause(exception: &Bound<'_, PyAny>, cause: Option<Bound<'_, PyAny>>) {
    let cause = cause.map_or(ptr::null_mut(), Bound::into_ptr);
    // SAFETY: ATTACHED; an exception instance; the reference to the cause is handed over.
    unsafe { ffi::PyException_SetCause(exception.as_ptr(), cause) }
}

/// Sets `__context__`; `None` clears it.
pub fn set_context(exception: &Bound<'_, PyAny>, context: Option<Bound<'_, PyAny>>) {
    let context = context.map_or(ptr::null_mut(), Bound::into_ptr);
    // SAFETY: ATTACHED; an exception instance; the reference to the context is handed over.
    unsafe { ffi::PyException_SetContext(exception.as_ptr(), context) }
}

/// `__context__` as it stands.
pub fn context<'py>(exception: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; an exception instance; a new reference or null.
    unsafe { Bound::from_owned_ptr_or_opt(exception.py(), ffi::PyException_GetContext(exception.as_ptr())) }
}

/// `__cause__` as it stands.
pub fn cause<'py>(exception: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; an exception instance; a new reference or null.
    unsafe { Bound::from_owned_ptr_or_opt(exception.py(), ffi::PyException_GetCause(exception.as_ptr())) }
}

/// `__suppress_context__` as it stands.
pub fn suppresses_context(exception: &Bound<'_, PyBaseException>) -> bool {
    // SAFETY: ATTACHED; a live exception, whose flag is one byte.
    unsafe { (&raw const (*exception.as_ptr().cast::<ffi::PyBaseExceptionObject>()).suppress_context).cast::<u8>().read() != 0 }
}

/// `__traceback__` as it stands.
pub fn traceback<'py>(exception: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; an exception instance; a new reference or null.
    let found = unsafe { Bound::from_owned_ptr_or_opt(exception.py(), ffi::PyException_GetTraceback(exception.as_ptr())) };
    // Up to 3.11 it may be None.
    found.filter(|traceback| !traceback.is_none())
}

/// Sets `__traceback__`, to a traceback.
pub fn set_traceback(exception: &Bound<'_, PyAny>, traceback: &Bound<'_, PyAny>) {
    // SAFETY: ATTACHED; an exception instance and a traceback, of which it takes a reference of its own.
    unsafe { ffi::PyException_SetTraceback(exception.as_ptr(), traceback.as_ptr()) };
}

/// Whether `exception` is an instance of `class` (or of one in the tuple), by inheritance alone.
pub fn given_matches(exception: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED; both live.
    unsafe { ffi::PyErr_GivenExceptionMatches(exception.as_ptr(), class.as_ptr()) != 0 }
}

/// Whether the exception that is set matches `class`.
pub fn raised_matches(class: &Bound<'_, pyo3::types::PyType>) -> bool {
    // SAFETY: ATTACHED; asked only while an exception is set.
    unsafe { !ffi::PyErr_Occurred().is_null() && ffi::PyErr_ExceptionMatches(class.as_ptr()) != 0 }
}

/// Takes the exception out of the indicator, as an instance.
pub fn take_raised() -> Option<Value> {
    // SAFETY: ATTACHED; what the indicator held is ours afterwards.
    #[cfg(Py_3_12)]
    unsafe {
        let p = ffi::PyErr_GetRaisedException();
        (!p.is_null()).then(|| Value::from_owned(p))
    }
    // SAFETY: ATTACHED; the three references are ours after the fetch, and each is given on or dropped.
    #[cfg(not(Py_3_12))]
    unsafe {
        let (mut t, mut v, mut tb) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        ffi::PyErr_Fetch(&mut t, &mut v, &mut tb);
        if t.is_null() {
            return None;
        }
        ffi::PyErr_NormalizeException(&mut t, &mut v, &mut tb);
        if !tb.is_null() {
            ffi::PyException_SetTraceback(v, tb);
        }
        ffi::Py_XDECREF(tb);
        ffi::Py_XDECREF(t);
        (!v.is_null()).then(|| Value::from_owned(v))
    }
}

/// Puts an exception instance into the indicator, as it is.
pub fn put_raised(exception: Value) {
    let p = exception.into_raw();
    if p.is_null() {
        return;
    }
    // SAFETY: ATTACHED; an exception instance; the reference is handed over.
    #[cfg(Py_3_12)]
    unsafe {
        ffi::PyErr_SetRaisedException(p);
    }
    // SAFETY: as above; type and traceback are new references, handed over too.
    #[cfg(not(Py_3_12))]
    unsafe {
        let ty: *mut ffi::PyObject = ffi::Py_TYPE(p).cast();
        ffi::Py_INCREF(ty);
        ffi::PyErr_Restore(ty, p, ffi::PyException_GetTraceback(p));
    }
}

/// Whether the exception is one that a failed lookup gives: KeyError, IndexError, TypeError.
pub fn is_lookup_error(exception: &Value) -> bool {
    let p = exception.ptr();
    // SAFETY: ATTACHED; a live exception and the interpreter's own classes.
    unsafe {
        let classes = [ffi::PyExc_KeyError, ffi::PyExc_IndexError, ffi::PyExc_TypeError];
        !p.is_null()
            && (classes.contains(&ffi::Py_TYPE(p).cast())
                || classes.into_iter().any(|class| ffi::PyErr_GivenExceptionMatches(p, class) != 0))
    }
}

/// Text of an exception that the code itself could have caused, with the value it is about kept out.
pub fn type_error(message: String) -> crate::cpython::value::Exc {
    crate::cpython::value::raise::<pyo3::exceptions::PyTypeError>(message)
}

/// Whether the exception that is set is of this built-in type; leaves it set.
pub fn raised_is<E: pyo3::type_object::PyTypeInfo>(py: Python<'_>) -> bool {
    raised_matches(&py.get_type::<E>())
}
