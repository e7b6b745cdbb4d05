//! Event loops of futures and tasks: C code calls them in the middle of its work, and goes on with callbacks that the loop may
//! have taken away.
#![allow(unsafe_code, reason = "slots of types of the interpreter are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::value::raise;
use crate::session::scope::sandboxed;

static LOOP: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static FUTURE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static TASK: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps how futures and tasks are made, when the module is loaded. (The code derives no class from those of loops.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(events) = newly_loaded(py, &DONE, "asyncio.events", "AbstractEventLoop")? else { return Ok(()) };
    let Ok(native) = py.import("_asyncio") else { return Ok(()) };
    LOOP.store(events.getattr("AbstractEventLoop")?.cast_into::<PyType>()?.into_ptr().cast(), Ordering::Release);
    wrap(&native.getattr("Future")?.cast_into()?, &FUTURE, future);
    wrap(&native.getattr("Task")?.cast_into()?, &TASK, task);
    Ok(())
}

fn wrap(class: &Bound<'_, PyType>, original: &AtomicPtr<()>, this: ffi::initproc) {
    original.store(hooks::INIT.of(class), Ordering::Release);
    // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
    unsafe { hooks::exchange(class, hooks::INIT, this as *mut (), &table::EVENT_LOOPS) };
}

unsafe extern "C" fn future(object: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { made(&FUTURE, object, args, named) }
}

unsafe extern "C" fn task(object: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { made(&TASK, object, args, named) }
}

unsafe fn made(original: &AtomicPtr<()>, object: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with live objects or null; the original was stored before.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(original.load(Ordering::Acquire));
        if sandboxed() && !named.is_null() {
            let named_loop = ffi::PyDict_GetItemString(named, c"loop".as_ptr());
            if !named_loop.is_null()
                && named_loop != ffi::Py_None()
                && ffi::PyObject_TypeCheck(named_loop, LOOP.load(Ordering::Acquire)) == 0
            {
                let _ = raise::<PyTypeError>("an event loop of asyncio is required");
                return -1;
            }
        }
        original(object, args, named)
    }
}
