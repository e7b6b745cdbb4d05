//! Which objects of some types of the interpreter sandboxed code made: those whose attributes anybody may choose.
//!
//! numpy takes a memory address from an attribute of any object. The host's objects have what the host gave them; what
//! the code made stays without it, wherever it is looked at.
#![allow(unsafe_code, reason = "constructors, destructors and getters of the interpreter's types are wrapped")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::budget::native_stack::wrap;
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::call_stack;
use crate::cpython::hooks::{self, table};
use crate::cpython::value::attached;
use crate::session::scope::sandboxed;

/// Address of each, and whether the code called for it itself: not library code for the code, nor an import.
static MADE: Mutex<Option<HashMap<usize, bool>>> = Mutex::new(None);
/// How many there are: mostly none, and nobody need look.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn made() -> MutexGuard<'static, Option<HashMap<usize, bool>>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether sandboxed code made the object, of one of the types that `watch` was called for.
fn is_made(object: *mut PyObject) -> bool {
    COUNT.load(Ordering::Relaxed) > 0 && made().as_ref().is_some_and(|made| made.contains_key(&(object as usize)))
}

/// Whether the object was made while sandboxed code ran, by the code or for it.
pub fn is_of_code(object: &Bound<'_, PyAny>) -> bool {
    is_made(object.as_ptr())
}

/// Whether the code itself called for the object: it may say of it what it likes.
pub fn is_own(object: &Bound<'_, PyAny>) -> bool {
    COUNT.load(Ordering::Relaxed) > 0 && made().as_ref().is_some_and(|made| made.get(&(object.as_ptr() as usize)) == Some(&true))
}

/// Names by which numpy asks an object for a memory address.
pub const NAMES: [&str; 2] = ["__array_interface__", "__array_struct__"];

/// Whether it is one of the names.
pub fn is_name(name: &Bound<'_, PyString>) -> bool {
    name.to_str().is_ok_and(|name| NAMES.contains(&name))
}

/// Keeps the names from objects of a type of the interpreter, whatever their dicts say: those that the code made, and
/// functions, to which library code copies the dict of what it wraps.
pub fn guard(class: &Bound<'_, PyType>) {
    let generic: ffi::getattrofunc = ffi::PyObject_GenericGetAttr;
    if hooks::GETATTR.of(class) == generic as *mut () {
        // SAFETY: a function for this slot, which gives what the one before gives.
        unsafe { hooks::exchange(class, hooks::GETATTR, get as ffi::getattrofunc as *mut (), &table::INTERFACES) };
    }
}

/// Whether attributes are read in the ordinary way: by the interpreter's own getter, or by the one that keeps the names.
pub fn is_ordinary(getter: Option<ffi::getattrofunc>) -> bool {
    let generic: ffi::getattrofunc = ffi::PyObject_GenericGetAttr;
    getter.is_some_and(|own| own as usize == generic as usize || own as usize == get as ffi::getattrofunc as usize)
}

unsafe extern "C" fn get(object: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live object and name; the format is for a C string and an object.
    unsafe {
        if names_memory(name) && !of_host(object) {
            let class = (*ffi::Py_TYPE(object)).tp_name;
            return ffi::PyErr_Format(ffi::PyExc_AttributeError, c"'%.100s' object has no attribute '%U'".as_ptr(), class, name);
        }
        ffi::PyObject_GenericGetAttr(object, name)
    }
}

/// # Safety
/// A live object.
unsafe fn of_host(object: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let function = unsafe { ffi::Py_TYPE(object) == &raw mut ffi::PyFunction_Type };
    !function && !sandboxed() && !is_made(object)
}

/// # Safety
/// Attached, with a live object.
unsafe fn names_memory(name: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let name = unsafe { Borrowed::from_ptr(attached(), name) };
    let Ok(name) = name.cast::<PyString>() else { return false };
    // SAFETY: as `# Safety` says, which the caller keeps.
    let length = unsafe { ffi::PyUnicode_GetLength(name.as_ptr()) as usize };
    NAMES.iter().any(|known| length == known.len() && name.to_str().is_ok_and(|name| name == *known))
}

/// Notes the objects of `class` that sandboxed code makes from now on.
pub fn watch(class: &Bound<'_, PyType>) {
    wrap(class, hooks::NEW, (&NEW, &NEWS), |f| f as *mut (), &table::MADE_BY_CODE);
    wrap(class, hooks::DEALLOC, (&DEALLOC, &DEALLOCS), |f| f as *mut (), &table::MADE_BY_CODE);
}

static NEW: Originals = Originals::new();
static NEWS: [ffi::newfunc; MOST] = trampolines!(new);
static DEALLOC: Originals = Originals::new();
static DEALLOCS: [ffi::destructor; MOST] = trampolines!(dealloc);

unsafe extern "C" fn new<const N: usize>(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored by `wrap` from a slot of this kind before the trampoline was put into it.
    let original: ffi::newfunc = unsafe { std::mem::transmute(NEW.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let object = unsafe { original(class, args, kwargs) };
    if !object.is_null() && sandboxed() {
        let own = call_stack::is_floor();
        if made().get_or_insert_default().insert(object as usize, own).is_none() {
            COUNT.fetch_add(1, Ordering::Relaxed);
        }
    }
    object
}

unsafe extern "C" fn dealloc<const N: usize>(object: *mut PyObject) {
    if COUNT.load(Ordering::Relaxed) > 0 && made().as_mut().is_some_and(|made| made.remove(&(object as usize)).is_some()) {
        COUNT.fetch_sub(1, Ordering::Relaxed);
    }
    // SAFETY: as in `new`.
    let original: ffi::destructor = unsafe { std::mem::transmute(DEALLOC.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { original(object) }
}
