//! Attributes of modules and classes that library code sets for the code, by names that it gives
//! (`Mock(x=json, **{"x.dumps": f})`).
//!
//! The door sees nothing of it: the slots of `module` and `type` are wrapped, once per process.
#![allow(unsafe_code, reason = "slots of the interpreter's types are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyString, PyType};

use crate::check::callers;
use crate::check::door::{refused, Use};
use crate::check::known::known;
use crate::check::native_stack::redirect;
use crate::check::scope::{sandboxed, with_machine};
use crate::policy::nets::{self, Net};

const MODULE: usize = 0;
const CLASS: usize = 1;
static ORIGINALS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Wraps the slots; once, at import.
pub fn init(py: Python<'_>) -> PyResult<()> {
    wrap::<MODULE>(&py.get_type::<PyModule>());
    let class = py.get_type::<PyType>();
    wrap::<CLASS>(&class);
    Ok(())
}

fn wrap<const N: usize>(class: &Bound<'_, PyType>) {
    let type_ = class.as_type_ptr();
    // SAFETY: ATTACHED; a live static type, whose slot is read and written while no other attached thread runs.
    unsafe {
        let Some(original) = (*type_).tp_setattro else { return };
        let this: ffi::setattrofunc = set::<N>;
        if original as usize == this as usize {
            return;
        }
        ORIGINALS[N].store(original as *mut (), Ordering::Release);
        (*type_).tp_setattro = Some(this);
        inherit(class, original as *mut (), this);
        redirect(class, original as *mut (), this as *mut ());
    }
}

/// Subclasses that exist (metaclasses of the library) have the slot of their base.
fn inherit(class: &Bound<'_, PyType>, original: *mut (), this: ffi::setattrofunc) {
    let subclasses = class.py().get_type::<PyType>().getattr("__subclasses__").and_then(|of| of.call1((class,)));
    let Ok(Ok(subclasses)) = subclasses.map(|found| found.try_iter()) else { return };
    for subclass in subclasses.flatten().filter_map(|found| found.cast_into::<PyType>().ok()) {
        let type_ = subclass.as_type_ptr();
        // SAFETY: as in `wrap`.
        unsafe {
            if (*type_).tp_setattro.map(|f| f as *mut ()) == Some(original) {
                (*type_).tp_setattro = Some(this);
            }
        }
        inherit(&subclass, original, this);
    }
}

unsafe extern "C" fn set<const N: usize>(object: *mut PyObject, name: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        if sandboxed() && !nets::off(Net::Names) {
            let py = Python::assume_attached();
            if let Err(error) = check(&Bound::from_borrowed_ptr(py, object), &Bound::from_borrowed_ptr(py, name)) {
                error.restore(py);
                return -1;
            }
        }
        let original: ffi::setattrofunc = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        original(object, name, value)
    }
}

/// Classes that `unittest.mock` makes for itself are its own.
fn check(object: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    if !callers::sets_by_name(py) {
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
