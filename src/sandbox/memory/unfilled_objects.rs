//! Objects that C code uses although nothing filled them in: static methods of nothing, numpy's functions without any, parsers and
//! writers of libyaml whose class of the code has an `__init__` of its own.
#![allow(unsafe_code, reason = "slots of the interpreter's and numpy's types are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::api;
use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::layout::instance;
use crate::session::current;
use crate::session::scope::sandboxed;

static CALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the call of static methods, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = api::module(py, "builtins")?.getattr("staticmethod")?.cast_into::<PyType>()?;
    let original = hooks::CALL.of(&class);
    if !original.is_null() {
        CALL.store(original, Ordering::Release);
        // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
        unsafe { hooks::exchange(&class, hooks::CALL, call as ffi::ternaryfunc as *mut (), &table::UNFILLED) };
    }
    Ok(())
}

/// Classes of PyYAML over libyaml, and what was in their slots.
const YAML: [&str; 2] = ["CParser", "CEmitter"];
static YAML_CLASSES: [AtomicPtr<PyTypeObject>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];
static YAML_NEW: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Wraps the constructors of numpy's functions and of libyaml's objects, when they are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    static YAML_DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    let ours = [new_of_yaml::<0> as ffi::newfunc, new_of_yaml::<1>];
    for (number, (name, done)) in YAML.into_iter().zip(&YAML_DONE).enumerate() {
        let Some(module) = newly_loaded(py, done, "yaml._yaml", name)? else { continue };
        let class = module.getattr(name)?.cast_into::<PyType>()?;
        YAML_CLASSES[number].store(class.as_type_ptr(), Ordering::Release);
        YAML_NEW[number].store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: as above.
        unsafe { hooks::exchange(&class, hooks::NEW, ours[number] as *mut (), &table::UNFILLED) };
    }
    for (module, done) in ["numpy._core._multiarray_umath", "numpy.core._multiarray_umath"].into_iter().zip(&DONE) {
        let Some(module) = newly_loaded(py, done, module, "_ArrayFunctionDispatcher")? else { continue };
        let class = module.getattr("_ArrayFunctionDispatcher")?.cast_into::<PyType>()?;
        NEW.store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: as above.
        unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::UNFILLED) };
    }
    Ok(())
}

/// Whether objects of the class are filled in by its `__init__` alone: what `__new__` gives is not for the code.
pub fn is_filled_by_init(class: &Bound<'_, PyType>) -> bool {
    YAML_CLASSES.iter().any(|known| {
        let known = known.load(Ordering::Acquire);
        // SAFETY: ATTACHED; a live class, and one that is never freed once it was seen.
        !known.is_null() && unsafe { ffi::PyType_IsSubtype(class.as_type_ptr(), known) != 0 }
    })
}

/// Whether a class of the code says how objects of the class are made.
fn is_made_by_code(class: &Bound<'_, PyType>) -> bool {
    let is_own = |base: &Bound<'_, PyType>| current::with_current(|m| m.session.check.own.contains(base)).unwrap_or(false);
    ["__new__", "__init__"].into_iter().any(|name| {
        let name = PyString::intern(class.py(), name);
        let mut bases = class.mro().into_iter().filter_map(|base| base.cast_into::<PyType>().ok());
        bases.find(|base| api::own_attribute(base, &name).is_some()).is_some_and(|base| is_own(&base))
    })
}

unsafe extern "C" fn new_of_yaml<const N: usize>(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live class; the original was stored before.
    unsafe {
        let kind = Bound::from_borrowed_ptr(Python::assume_attached(), class.cast()).cast_into_unchecked::<PyType>();
        if sandboxed() && is_made_by_code(&kind) {
            let text = "a class below yaml's parsers and writers in C has no __init__ or __new__ of its own: \
                        derive from yaml.SafeLoader or yaml.SafeDumper, which are Python code";
            PyTypeError::new_err(text).restore(kind.py());
            return ptr::null_mut();
        }
        let original: ffi::newfunc = std::mem::transmute(YAML_NEW[N].load(Ordering::Acquire));
        original(class, args, kwargs)
    }
}

unsafe extern "C" fn call(method: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with an object of this type or one below it; the original was stored before.
    unsafe {
        if instance::is_unfilled(method) {
            PyRuntimeError::new_err("uninitialized staticmethod object").restore(Python::assume_attached());
            return ptr::null_mut();
        }
        let original: ffi::ternaryfunc = std::mem::transmute(CALL.load(Ordering::Acquire));
        original(method, args, kwargs)
    }
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `call`.
    unsafe {
        if sandboxed() {
            PyTypeError::new_err("cannot create 'numpy._ArrayFunctionDispatcher' instances").restore(Python::assume_attached());
            return ptr::null_mut();
        }
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        original(class, args, kwargs)
    }
}
