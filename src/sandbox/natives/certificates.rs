//! Files of certificates and keys, which OpenSSL opens by itself: the interpreter is told of them as of others that are opened.
#![allow(unsafe_code, reason = "methods of a type of C code are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::cpython::hooks::{newly_loaded, table, Method, FASTCALL_KEYWORDS};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::sandboxed;

/// Arguments by their places that are paths.
const PLACED: usize = 2;
const NAMED: [&str; 4] = ["cafile", "capath", "certfile", "keyfile"];

static CHAIN: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static LOCATIONS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the methods, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "_ssl", "_SSLContext")? else { return Ok(()) };
    let members = module.getattr("_SSLContext")?.getattr("__dict__")?;
    let functions = [
        ("load_cert_chain", &CHAIN, chain as ffi::PyCFunctionFastWithKeywords),
        ("load_verify_locations", &LOCATIONS, locations as ffi::PyCFunctionFastWithKeywords),
    ];
    for (name, original, this) in functions {
        let Some(method) = Method::of(&members.get_item(name)?).filter(|method| method.convention() == FASTCALL_KEYWORDS) else { continue };
        original.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(this as *mut (), &table::CERTIFICATES) };
    }
    Ok(())
}

unsafe extern "C" fn chain(context: *mut PyObject, args: *const *mut PyObject, count: Py_ssize_t, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { told(&CHAIN, context, args, count, names) }
}

unsafe extern "C" fn locations(
    context: *mut PyObject,
    args: *const *mut PyObject,
    count: Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { told(&LOCATIONS, context, args, count, names) }
}

/// Tells of the files, and calls with paths that are texts: an object could name another one the second time.
unsafe fn told(
    original: &AtomicPtr<()>,
    context: *mut PyObject,
    args: *const *mut PyObject,
    count: Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(original.load(Ordering::Acquire));
        if !sandboxed() {
            return original(context, args, count, names);
        }
        let py = attached();
        let names_of = || Bound::from_borrowed_ptr_or_opt(py, names).and_then(|names| names.cast_into::<PyTuple>().ok());
        let all = || {
            let named = names_of().map_or(0, |names| names.len());
            let given: Vec<_> = (0..count as usize + named).map(|at| Bound::from_borrowed_ptr(py, *args.add(at))).collect();
            let opened = opened(&given, count as usize, names_of().as_ref());
            opened.map_err(|error| error.restore(py)).ok()
        };
        let Some(given) = panics::contained(None, all) else { return ptr::null_mut() };
        let pointers: Vec<*mut PyObject> = given.iter().map(Bound::as_ptr).collect();
        original(context, pointers.as_ptr(), count, names)
    }
}

fn opened<'py>(given: &[Bound<'py, PyAny>], count: usize, names: Option<&Bound<'py, PyTuple>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_path = |at: usize| {
        let name = at.checked_sub(count).and_then(|at| names?.get_item(at).ok());
        match name.as_ref().map(|name| name.cast::<PyString>()) {
            Some(name) => name.is_ok_and(|name| NAMED.contains(&name.to_string_lossy().as_ref())),
            None => at < PLACED,
        }
    };
    given.iter().enumerate().map(|(at, value)| if is_path(at) && !value.is_none() { path(value) } else { Ok(value.clone()) }).collect()
}

/// The path as a text, of whose opening the interpreter was told.
pub fn path<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    // As a text of the interpreter's own class, whatever class the given one is of.
    let path =
        PyString::new(py, &py.import("os")?.call_method1("fsdecode", (value,))?.cast_into::<PyString>()?.to_string_lossy()).into_any();
    py.import("sys")?.call_method1("audit", ("open", &path, "rb", 0))?;
    Ok(path)
}
