//! States of numpy's older random generator: the place in them is where the C code reads the next number, in or outside of the
//! table.
#![allow(unsafe_code, reason = "a method of a type of C code is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::hooks::{newly_loaded, table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::type_access;
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::sandboxed;

/// Numbers of a state; behind the last one, a new table is made.
const NUMBERS: i64 = 624;
/// The same of generators that make some numbers at a time.
const BUFFERED: i64 = 4;

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps `RandomState.set_state`, which `np.random.set_state` is, too, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "numpy.random.mtrand", "RandomState")? else { return Ok(()) };
    let class = module.getattr("RandomState")?.cast_into::<PyType>()?;
    let function = class.getattr("__dict__")?.get_item("set_state")?;
    let Some(method) = Method::of(&function).or_else(|| Method::of_cython(&function)) else { return Ok(()) };
    let this = match method.convention() {
        ffi::METH_O => one as ffi::PyCFunction as *mut (),
        FASTCALL_KEYWORDS => fast as ffi::PyCFunctionFastWithKeywords as *mut (),
        VARARGS_KEYWORDS => keywords as ffi::PyCFunctionWithKeywords as *mut (),
        _ => return Ok(()),
    };
    ORIGINAL.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::RANDOM_STATES) };
    Ok(())
}

unsafe extern "C" fn one(generator: *mut PyObject, state: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(ORIGINAL.load(Ordering::Acquire)) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { with_sound(state, |state| original(generator, state)) }
}

unsafe extern "C" fn fast(generator: *mut PyObject, args: *const *mut PyObject, count: Py_ssize_t, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(ORIGINAL.load(Ordering::Acquire));
        let named = if names.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(names) };
        if count + named != 1 {
            return original(generator, args, count, names);
        }
        with_sound(*args, |state| original(generator, &state, count, names))
    }
}

unsafe extern "C" fn keywords(generator: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(ORIGINAL.load(Ordering::Acquire));
        let given = if ffi::PyTuple_GET_SIZE(args) == 1 {
            ffi::PyTuple_GET_ITEM(args, 0)
        } else {
            let named = Bound::from_borrowed_ptr_or_opt(attached(), named).and_then(|named| named.cast_into::<PyDict>().ok());
            // (The dict keeps it.)
            named.and_then(|named| type_access::keyword(&named, "state")).map_or(ptr::null_mut(), |state| state.as_ptr())
        };
        if given.is_null() {
            return original(generator, args, named);
        }
        let call = |state: *mut PyObject| match Bound::from_owned_ptr_or_opt(attached(), ffi::PyTuple_Pack(1, state)) {
            Some(args) => original(generator, args.as_ptr(), ptr::null_mut()),
            None => ptr::null_mut(),
        };
        with_sound(given, call)
    }
}

/// Calls with a state of plain containers whose place is known, which nobody else can change.
///
/// # Safety
/// Attached, with a live object.
unsafe fn with_sound(state: *mut PyObject, call: impl Fn(*mut PyObject) -> *mut PyObject) -> *mut PyObject {
    if !sandboxed() {
        return call(state);
    }
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let state = unsafe { Bound::from_borrowed_ptr(py, state) };
    let looked = panics::contained(None, || sound(&state).map_err(|error| error.restore(py)).ok());
    looked.map_or(ptr::null_mut(), |state| call(state.as_ptr()))
}

/// What stands for `value` when the code sets the `state` of one of numpy's generators of bits.
pub fn sound_state<'py>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if name.to_string_lossy() != "state" {
        return Ok(None);
    }
    let py = object.py();
    let known = known(py)?;
    for base in known.mro(&object.get_type())? {
        if known.qualname(&base)? == "BitGenerator" && known.module_name(&base)?.starts_with("numpy.random") {
            return sound(value).map(Some);
        }
    }
    Ok(None)
}

/// A copy as tuples and dicts of their own, as numpy reads them. What is neither is refused by numpy itself.
fn sound<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if state.is_instance_of::<PyDict>() {
        let copy = plain_copy(state)?;
        look_at(&copy, "buffer_pos", BUFFERED)?;
        if let Some(inner) = copy.get_item("state")? {
            let inner = plain_copy(&inner)?;
            look_at(&inner, "pos", NUMBERS)?;
            copy.set_item("state", inner)?;
        }
        return Ok(copy.into_any());
    }
    if state.is_instance_of::<PyTuple>() || state.is_instance_of::<PyList>() {
        let mut items = state.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if let Some(place) = items.get_mut(2) {
            *place = inside(place, NUMBERS)?;
        }
        return Ok(PyTuple::new(state.py(), items)?.into_any());
    }
    Ok(state.clone())
}

fn plain_copy<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let copy = PyDict::new(mapping.py());
    copy.call_method1("update", (mapping,))?;
    Ok(copy)
}

fn look_at(state: &Bound<'_, PyDict>, name: &str, last: i64) -> PyResult<()> {
    match state.get_item(name)? {
        Some(place) => state.set_item(name, inside(&place, last)?),
        None => Ok(()),
    }
}

/// The place as a plain number: an object may answer in two ways when it is asked twice.
fn inside<'py>(place: &Bound<'py, PyAny>, last: i64) -> PyResult<Bound<'py, PyAny>> {
    let number = place.py().get_type::<PyInt>().call1((place,))?;
    if number.extract::<i64>().is_ok_and(|number| (0..=last).contains(&number)) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("the place in a state of random numbers lies between 0 and {last}")))
}
