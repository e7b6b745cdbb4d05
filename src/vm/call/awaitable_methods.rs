//! Methods of the awaitables of coroutines and async generators. The interpreter looks at what they are called with, as it does
//! for its own.
#![allow(unsafe_code, reason = "raw method tables")]

use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::heap_type::{self, method};
use crate::cpython::value::{attached, Value, R};
use crate::session::panics;
use crate::vm::call::async_iterators::{Asend, Athrow, Awaitable, CoroutineIterator};

/// Puts them into their classes; called once at import.
pub fn init(py: Python<'_>) -> PyResult<()> {
    add_to::<CoroutineIterator>(py)?;
    add_to::<Asend>(py)?;
    add_to::<Athrow>(py)
}

fn add_to<T: Awaitable>(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<T>();
    let throw = ffi::PyMethodDefPointer { PyCFunctionFast: throw::<T> };
    let methods = [
        method(c"send", ffi::PyMethodDefPointer { PyCFunction: send::<T> }, ffi::METH_O),
        method(c"throw", throw, ffi::METH_FASTCALL),
        method(c"close", ffi::PyMethodDefPointer { PyCFunction: close::<T> }, ffi::METH_NOARGS),
    ];
    for entry in methods {
        let name = entry.ml_name;
        let entry = heap_type::leak(vec![entry]).cast::<ffi::PyMethodDef>();
        // SAFETY: ATTACHED; a class, and an entry that stays for ever, whose name is static text.
        unsafe {
            let made = Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMethod(class.as_type_ptr(), entry))?;
            class.setattr(std::ffi::CStr::from_ptr(name).to_str().unwrap_or_default(), made)?;
        }
    }
    Ok(())
}

/// Values of arguments that are handed over in a row.
///
/// # Safety
/// `n` borrowed objects at `args`.
pub unsafe fn gathered(args: *const *mut PyObject, n: ffi::Py_ssize_t) -> Vec<Value> {
    // SAFETY: as the caller promises.
    (0..n.max(0) as usize).map(|at| unsafe { Value::from_borrowed(*args.add(at)) }).collect()
}

/// Runs safe code for a method of a `T`: an object or null with the error set.
///
/// # Safety
/// `object` is borrowed.
unsafe fn answer<T: Awaitable>(object: *mut PyObject, f: impl FnOnce(&T, Python<'_>) -> PyResult<Py<PyAny>>) -> *mut PyObject {
    let py = attached();
    let run = || -> R<*mut PyObject> {
        // SAFETY: as the caller promises.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        let this = object.cast::<T>().map_err(PyErr::from)?;
        Ok(f(this.get(), py)?.into_ptr())
    };
    panics::contained(ptr::null_mut(), || run().unwrap_or(ptr::null_mut()))
}

unsafe extern "C" fn send<T: Awaitable>(object: *mut PyObject, sent: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this class.
    unsafe { answer::<T>(object, |this, py| this.send(&Bound::from_borrowed_ptr(py, sent))) }
}

unsafe extern "C" fn throw<T: Awaitable>(object: *mut PyObject, args: *mut *mut PyObject, n: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this class.
    unsafe { answer::<T>(object, |this, py| this.throw(py, &gathered(args, n))) }
}

unsafe extern "C" fn close<T: Awaitable>(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this class.
    unsafe { answer::<T>(object, |this, py| this.close(py).map(|()| py.None())) }
}
