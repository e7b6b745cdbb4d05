//! Attributes of modules and classes that library code sets for the code, by names that it gives
//! (`Mock(x=json, **{"x.dumps": f})`).
//!
//! The door sees nothing of it: the function behind `setattr` is wrapped, once per process. (Not the slots of `module`
//! and `type`: the interpreter refuses `object.__setattr__` on a class that has another one than its base.)
#![allow(unsafe_code, reason = "a native function of the interpreter is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyString, PyType};

use crate::check::callers;
use crate::check::door::{refused, Use};
use crate::check::hooks::Method;
use crate::check::known::known;
use crate::check::scope::{sandboxed, with_machine};
use crate::policy::nets::{self, Net};
use crate::run::panics;

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the function, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let function = py.import("builtins")?.getattr("setattr")?;
    let Some(method) = Method::of(&function).filter(|method| method.flags() == ffi::METH_FASTCALL) else { return Ok(()) };
    let this = set as Fast as *mut ();
    if method.function() != this {
        ORIGINAL.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; `set` calls the function that was there before, one for the same flags.
        unsafe { method.exchange(this, "libraries set no attributes of modules and classes for the code") };
    }
    Ok(())
}

unsafe extern "C" fn set(module: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with `count` borrowed objects; the original was stored before.
    unsafe {
        if sandboxed() && count == 3 && !nets::off(Net::Names) {
            let py = Python::assume_attached();
            let (object, name) = (Bound::from_borrowed_ptr(py, *args), Bound::from_borrowed_ptr(py, *args.add(1)));
            let looked = || check(&object, &name).map_err(|error| error.restore(py));
            if panics::contained(Err(()), looked).is_err() {
                return ptr::null_mut();
            }
        }
        let original: Fast = std::mem::transmute(ORIGINAL.load(Ordering::Acquire));
        original(module, args, count)
    }
}

/// Classes that `unittest.mock` makes for itself are its own.
fn check(object: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    if !(object.is_instance_of::<PyModule>() || object.is_instance_of::<PyType>()) || !callers::sets_by_name(py) {
        return Ok(());
    }
    if let Ok(class) = object.cast::<PyType>() {
        if known(py)?.module_name(class)? == "unittest.mock" {
            return Ok(());
        }
    }
    with_machine(py, |m| {
        let own = object.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
        let name = name.cast::<PyString>().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if own { Ok(()) } else { Err(refused(m, &name, Use::Write)) }
    })
}
