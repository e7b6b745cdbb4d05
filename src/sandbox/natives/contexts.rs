//! Contexts (`contextvars`): the code's runs in a copy of the host's, and functions of libraries find there what the host has
//! set. What a context shows of itself (`list(context)`, `items`) are the variables that were made for the code.
#![allow(unsafe_code, reason = "slots and methods of the interpreter's contexts are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::cpython::hooks::{self, table, Method};
use crate::cpython::value::attached;
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::memory::array_interfaces;
use crate::session::scope::sandboxed;

const KEYS: usize = 0;
const VALUES: usize = 1;
const ITEMS: usize = 2;
const NAMES: [&str; 3] = ["keys", "values", "items"];

/// The methods as they were.
static ORIGINALS: [AtomicPtr<()>; 3] = [const { AtomicPtr::new(ptr::null_mut()) }; 3];

/// Wraps what the interpreter has.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let module = py.import("contextvars")?;
    array_interfaces::watch(&module.getattr("ContextVar")?.cast_into::<PyType>()?);
    let class = module.getattr("Context")?.cast_into::<PyType>()?;
    wrap::<KEYS>(&class, show::<KEYS>)?;
    wrap::<VALUES>(&class, show::<VALUES>)?;
    wrap::<ITEMS>(&class, show::<ITEMS>)?;
    // SAFETY: ATTACHED; functions for these slots, which give what the ones before give.
    unsafe {
        hooks::exchange(&class, hooks::ITER, iterate as ffi::getiterfunc as *mut (), &table::CONTEXTS);
        hooks::exchange(&class, hooks::LENGTH, length as ffi::lenfunc as *mut (), &table::CONTEXTS);
    }
    Ok(())
}

fn wrap<const N: usize>(class: &Bound<'_, PyType>, this: ffi::PyCFunction) -> PyResult<()> {
    let found = class.getattr("__dict__")?.get_item(NAMES[N])?;
    let Some(method) = Method::of(&found).filter(|method| method.convention() == ffi::METH_NOARGS) else { return Ok(()) };
    if method.function() != this as *mut () {
        ORIGINALS[N].store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the function is one for these flags, and calls the one that was there before.
        unsafe { method.exchange(this as *mut (), &table::CONTEXTS) };
    }
    Ok(())
}

/// # Safety
/// Attached, with a live context.
unsafe fn call<const N: usize>(context: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is a function without arguments, stored before.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        original(context, ptr::null_mut())
    }
}

unsafe extern "C" fn show<const N: usize>(context: *mut PyObject, _none: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live context.
    unsafe {
        if is_hidden_part() {
            return steps::<N>(context).map_or_else(
                |error| {
                    error.restore(attached());
                    ptr::null_mut()
                },
                Bound::into_ptr,
            );
        }
        call::<N>(context)
    }
}

unsafe extern "C" fn iterate(context: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live context.
    unsafe { show::<KEYS>(context, ptr::null_mut()) }
}

unsafe extern "C" fn length(context: *mut PyObject) -> ffi::Py_ssize_t {
    // SAFETY: called by the interpreter, attached, with a live context.
    let counted = unsafe {
        let keys = if is_hidden_part() { shown(call::<KEYS>(context)) } else { all(call::<KEYS>(context)) };
        keys.map(|keys| keys.len() as ffi::Py_ssize_t)
    };
    counted.unwrap_or_else(|error| {
        error.restore(attached());
        -1
    })
}

fn is_hidden_part() -> bool {
    sandboxed() && !defence_layers::off(Net::Values)
}

/// # Safety
/// Attached, with a new reference to an iterator, or null with an error.
unsafe fn all<'py>(steps: *mut PyObject) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { Bound::from_owned_ptr_or_err(attached(), steps)?.try_iter()?.collect() }
}

/// Variables of a context that were made for the code.
///
/// # Safety
/// Attached, with a new reference to an iterator over its variables, or null with an error.
unsafe fn shown<'py>(keys: *mut PyObject) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let keys = unsafe { all(keys)? };
    Ok(keys.into_iter().filter(array_interfaces::is_of_code).collect())
}

/// An iterator over what a context shows.
///
/// # Safety
/// Attached, with a live context.
unsafe fn steps<'py, const N: usize>(context: *mut PyObject) -> PyResult<Bound<'py, PyAny>> {
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (keys, context) = unsafe { (shown(call::<KEYS>(context))?, Bound::from_borrowed_ptr(py, context)) };
    let found = PyList::empty(py);
    for key in keys {
        match N {
            KEYS => found.append(key)?,
            VALUES => found.append(context.get_item(key)?)?,
            _ => found.append((key.clone(), context.get_item(key)?))?,
        }
    }
    Ok(found.try_iter()?.into_any())
}
