//! Dicts that are emptied while they look for a key.
//!
//! A dict with texts alone as keys has a table of texts, and reads each key as one. Before a new key of another type is looked
//! for, the table becomes one of any keys; but looking may run code (`__eq__`), and where that empties the dict, or fills
//! the empty dict from another one, the table is one of texts again, into which the interpreter puts the new key as it is. So
//! dicts whose table has been one of any keys keep such a table.
#![allow(unsafe_code, reason = "methods and slots of dicts are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::hooks::{self, table, Method, VARARGS_KEYWORDS};
use crate::cpython::layout::dict;
use crate::session::scope::sandboxed;

static CLEAR: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static UPDATE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static INIT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static OR_IN_PLACE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what empties a dict, and what fills an empty one with the table of another; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<PyDict>();
    let methods = [
        ("clear", ffi::METH_NOARGS, &CLEAR, clear as ffi::PyCFunction as *mut ()),
        ("update", VARARGS_KEYWORDS, &UPDATE, update as ffi::PyCFunctionWithKeywords as *mut ()),
    ];
    for (name, convention, original, this) in methods {
        let Some(method) = Method::of(&class.getattr(name)?).filter(|method| method.convention() == convention) else { continue };
        original.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(this, &table::DICT_TABLES) };
    }
    let slots = [
        (hooks::INIT, &INIT, init as ffi::initproc as *mut ()),
        (hooks::OR_IN_PLACE, &OR_IN_PLACE, or_in_place as ffi::binaryfunc as *mut ()),
    ];
    for (slot, original, this) in slots {
        original.store(slot.of(&class), Ordering::Release);
        // SAFETY: a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(&class, slot, this, &table::DICT_TABLES) };
    }
    Ok(())
}

/// Whether the dict, which is to be emptied, has a table of any keys.
unsafe fn has_any_table(dict: *mut PyObject) -> bool {
    // SAFETY: CALLED: a live object of `dict` or of a class below it.
    unsafe { sandboxed() && !dict::has_text_keys(dict) }
}

/// The same of a dict that takes over the table of another one, which an empty dict does.
unsafe fn has_empty_table(dict: *mut PyObject) -> bool {
    // SAFETY: CALLED: as above.
    unsafe { has_any_table(dict) && ffi::PyDict_Size(dict) == 0 }
}

/// Gives the dict a table of any keys, by one that comes and goes; false with an error set if there is no memory for it.
/// Runs no code: it is done where there are no other keys than texts.
unsafe fn make_any_table(dict: *mut PyObject) -> bool {
    // SAFETY: CALLED: as above, after the call.
    unsafe {
        if ffi::PyDict_Size(dict) > 0 && !dict::has_text_keys(dict) {
            return true;
        }
        let key = ffi::PyLong_FromLong(0);
        let made = !key.is_null() && ffi::PyDict_SetItem(dict, key, key) == 0 && ffi::PyDict_DelItem(dict, key) == 0;
        ffi::Py_XDECREF(key);
        made
    }
}

unsafe extern "C" fn clear(dict: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(CLEAR.load(Ordering::Acquire));
        let keeps = has_any_table(dict);
        made(dict, keeps, original(dict, nothing))
    }
}

unsafe extern "C" fn update(dict: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(UPDATE.load(Ordering::Acquire));
        let keeps = has_empty_table(dict);
        made(dict, keeps, original(dict, args, named))
    }
}

unsafe extern "C" fn or_in_place(dict: *mut PyObject, other: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::binaryfunc = std::mem::transmute(OR_IN_PLACE.load(Ordering::Acquire));
        let keeps = has_empty_table(dict);
        made(dict, keeps, original(dict, other))
    }
}

unsafe extern "C" fn init(dict: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(INIT.load(Ordering::Acquire));
        let keeps = has_empty_table(dict);
        match original(dict, args, named) {
            0 if keeps && !make_any_table(dict) => -1,
            result => result,
        }
    }
}

/// The result, after the dict has the table that it keeps.
unsafe fn made(dict: *mut PyObject, keeps: bool, result: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED: the dict is alive as long as the call of its method.
    unsafe {
        if result.is_null() || !keeps || make_any_table(dict) {
            return result;
        }
        ffi::Py_DECREF(result);
        ptr::null_mut()
    }
}
