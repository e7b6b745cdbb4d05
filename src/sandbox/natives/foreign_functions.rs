//! Functions of C that packages call through `ctypes` (z3): what stands for a handle there is one.
//!
//! A package that names types of its own for handles, and says itself what may stand for one (`class Ast(c_void_p)` with a
//! `from_param`), hands on what it is given. A number or a text would be an address, and so would whatever an object of the code
//! says of itself, now or when the package's own finaliser runs after the run: they are no handles, whoever calls. (No host could
//! use such a call: numbers are cut to 32 bits there.)
#![allow(unsafe_code, reason = "a slot of a type of ctypes is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyString, PyTuple, PyType};

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::api;
use crate::cpython::hooks::{self, newly_loaded, table, Method};
use crate::cpython::once::Once;
use crate::cpython::value::attached;
use crate::sandbox::classes::reduce_hook;
use crate::session::panics;

static CALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static BASES: Once<Bases> = Once::new();

/// Classes of `ctypes`.
struct Bases {
    /// `c_void_p`, which packages derive their types from.
    address: Py<PyType>,
    /// The base of all.
    value: Py<PyType>,
}

/// Wraps the calls and the copies, once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "ctypes", "c_void_p")? else { return Ok(()) };
    let address = module.getattr("c_void_p")?.cast_into::<PyType>()?;
    let value = module.getattr("Structure")?.getattr("__base__")?.cast_into::<PyType>()?;
    let kind = address.get_type();
    BASES.get_or_make(py, || Ok::<_, PyErr>(Bases { address: address.unbind(), value: value.unbind() }))?;
    for copy in ["from_buffer", "from_buffer_copy"] {
        if let Some(method) = Method::of(&kind.getattr(copy)?) {
            compiled_calls::guard_for_all(method, &table::FOREIGN_CALLS, copied);
        }
    }
    let class = module.getattr("_CFuncPtr")?.cast_into::<PyType>()?;
    let (original, this) = (hooks::CALL.of(&class), call as ffi::ternaryfunc as *mut ());
    if original != this {
        CALL.store(original, Ordering::Release);
        // SAFETY: ATTACHED; `call` calls the function that was there before.
        unsafe { hooks::exchange(&class, hooks::CALL, this, &table::FOREIGN_CALLS) };
    }
    Ok(())
}

unsafe extern "C" fn call(function: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a tuple and a dict or null, all borrowed; the original was stored before.
    unsafe {
        let original: ffi::ternaryfunc = std::mem::transmute(CALL.load(Ordering::Acquire));
        let py = attached();
        let this = Bound::from_borrowed_ptr(py, function);
        let given = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
        match panics::contained(Err(()), || check(&this, &given).map_err(|error| error.restore(py))) {
            Ok(()) => original(function, args, kwargs),
            Err(()) => ptr::null_mut(),
        }
    }
}

fn check(function: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let types = function.getattr(intern!(function.py(), "argtypes"))?;
    if types.is_none() {
        return Ok(());
    }
    // (It is the very list that the package gave.)
    for (place, (kind, given)) in types.try_iter()?.zip(args).enumerate() {
        let kind = kind?;
        if is_of_handles(&kind)? && is_no_handle(&given)? {
            let (kind, given) = (kind.cast::<PyType>()?.name()?, given.get_type().name()?);
            return Err(PyTypeError::new_err(format!("argument {}: {given} is no handle of type {kind}", place + 1)));
        }
    }
    Ok(())
}

/// Whether it is a type of a package's own that says itself what may stand for a handle.
fn is_of_handles(kind: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = kind.py();
    let (Ok(kind), Some(bases)) = (kind.cast::<PyType>(), BASES.get(py)) else { return Ok(false) };
    let address = bases.address.bind(py);
    if kind.is(address) || !api::is_subtype(kind, address) {
        return Ok(false);
    }
    let name = PyString::intern(py, "from_param");
    let (own, plain) = (api::class_attribute(kind, &name), api::class_attribute(address, &name));
    Ok(own.is_some_and(|own| plain.is_none_or(|plain| !own.is(&plain))))
}

/// (Nought is none.)
fn is_no_handle(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    if given.is_instance_of::<PyInt>() {
        return Ok(!(given.is_exact_instance_of::<PyInt>() && given.eq(0)?));
    }
    let is_text = given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyString>() || given.is_instance_of::<PyByteArray>();
    Ok(is_text || reduce_hook::is_put(&given.get_type()))
}

/// A handle is copied from a value of `ctypes`.
fn copied(call: &Call) -> PyResult<()> {
    let (Some(kind), Some(source)) = (call.this(), call.places().into_iter().next()) else { return Ok(()) };
    let Some(bases) = BASES.get(source.py()) else { return Ok(()) };
    if is_of_handles(&kind)? && !api::is_subtype(&source.get_type(), bases.value.bind(source.py())) {
        return Err(PyTypeError::new_err(format!("{} is no handle", source.get_type().name()?)));
    }
    Ok(())
}
