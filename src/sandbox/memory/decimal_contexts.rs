//! Contexts of `decimal`: what shows their flags and traps (`context.flags`) points into the context, and does not keep it.
#![allow(unsafe_code, reason = "the destructor of a type of the interpreter is wrapped")]

use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::value::attached;

static CLASS: AtomicPtr<PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static DEALLOC: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());
/// `flags` and `traps`. Made once and kept: a name that a destructor makes when it first needs it lets other destructors
/// run meanwhile, which then wait for the name.
static NAMES: [AtomicPtr<PyObject>; 2] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 2];

/// Wraps the destructor, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    // The count of references is written as it lies in memory.
    static DONE: AtomicBool = AtomicBool::new(cfg!(target_endian = "big"));
    let Some(module) = newly_loaded(py, &DONE, "_decimal", "Context")? else { return Ok(()) };
    let class = module.getattr("Context")?.cast_into::<PyType>()?;
    for (place, name) in NAMES.iter().zip(["flags", "traps"]) {
        place.store(PyString::intern(py, name).into_ptr(), Ordering::Release);
    }
    CLASS.store(class.as_type_ptr(), Ordering::Release);
    DEALLOC.store(hooks::DEALLOC.of(&class), Ordering::Release);
    // SAFETY: ATTACHED; the function calls the one that was there, unless the memory is still in use.
    unsafe { hooks::exchange(&class, hooks::DEALLOC, dealloc as ffi::destructor as *mut (), &table::DECIMAL_CONTEXTS) };
    Ok(())
}

unsafe extern "C" fn dealloc(context: *mut PyObject) {
    // SAFETY: called by the interpreter, attached; stored before the function was put into the slot.
    unsafe {
        let original: ffi::destructor = std::mem::transmute(DEALLOC.load(Ordering::Acquire));
        if !shows_are_held(context) {
            original(context);
        }
    }
}

/// Whether somebody else has what shows the context's flags or traps. The context stays then, for good.
///
/// # Safety
/// A context without references, attached.
unsafe fn shows_are_held(context: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let py = attached();
        // One reference is the context's, one the reader's.
        const OWN: ffi::Py_ssize_t = 2;
        let Some(get) = (*CLASS.load(Ordering::Acquire)).tp_getattro else { return false };
        // The low half of the count, in every version; the rest is zero.
        let count = context.cast::<u32>();
        *count = 1;
        let pending = PyErr::take(py);
        let is_held = |name: &AtomicPtr<PyObject>| {
            let Some(shown) = Bound::from_owned_ptr_or_opt(py, get(context, name.load(Ordering::Acquire))) else {
                drop(PyErr::take(py));
                return false;
            };
            ffi::Py_REFCNT(shown.as_ptr()) > OWN
        };
        let held = NAMES.iter().any(is_held);
        if let Some(error) = pending {
            error.restore(py);
        }
        if !held {
            *count = 0;
        }
        held
    }
}
