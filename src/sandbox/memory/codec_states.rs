//! States of codecs with several bytes per character: the C code takes them for its own, and reads where they point.
#![allow(unsafe_code, reason = "methods of types of the interpreter are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::Mutex;

use pyo3::exceptions::PyUnicodeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::sandboxed;

/// States that are remembered, at most: a codec has some hundreds.
const MOST: usize = 10_000;

static ENCODER: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];
static DECODER: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// States that codecs gave, as texts: whose they are does not matter to who reads by them, but for the class.
static GIVEN: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());

/// Wraps `getstate` and `setstate`, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "_multibytecodec", "MultibyteIncrementalDecoder")? else { return Ok(()) };
    let functions = [
        ("MultibyteIncrementalEncoder", &ENCODER, encoder_gives as ffi::PyCFunction, encoder_gets as ffi::PyCFunction),
        ("MultibyteIncrementalDecoder", &DECODER, decoder_gives, decoder_gets),
    ];
    for (name, originals, gives, gets) in functions {
        let members = module.getattr(name)?.getattr("__dict__")?;
        for (place, (method, this)) in [("getstate", gives), ("setstate", gets)].into_iter().enumerate() {
            let Some(method) = Method::of(&members.get_item(method)?) else { continue };
            if method.convention() != [ffi::METH_NOARGS, ffi::METH_O][place] {
                continue;
            }
            originals[place].store(method.function(), Ordering::Release);
            // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
            unsafe { method.exchange(this as *mut (), &table::CODEC_STATES) };
        }
    }
    Ok(())
}

unsafe extern "C" fn encoder_gives(codec: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { gives(&ENCODER, codec, nothing) }
}

unsafe extern "C" fn encoder_gets(codec: *mut PyObject, state: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { gets(&ENCODER, codec, state) }
}

unsafe extern "C" fn decoder_gives(codec: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { gives(&DECODER, codec, nothing) }
}

unsafe extern "C" fn decoder_gets(codec: *mut PyObject, state: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { gets(&DECODER, codec, state) }
}

unsafe fn gives(originals: &[AtomicPtr<()>; 2], codec: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(originals[0].load(Ordering::Acquire));
        let state = original(codec, nothing);
        if !state.is_null() && sandboxed() {
            panics::contained((), || remember(codec, &Bound::from_borrowed_ptr(attached(), state)));
        }
        state
    }
}

unsafe fn gets(originals: &[AtomicPtr<()>; 2], codec: *mut PyObject, state: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED: what the wrapper was given.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(originals[1].load(Ordering::Acquire));
        if !sandboxed() {
            return original(codec, state);
        }
        let known = || {
            let state = Bound::from_borrowed_ptr(attached(), state);
            is_known(codec, &state, ptr::eq(originals, &ENCODER)).map_err(|error| error.restore(state.py())).ok().map(|()| state)
        };
        panics::contained(None, known).map_or(ptr::null_mut(), |state| original(codec, state.as_ptr()))
    }
}

/// The number in a state, as text: of a decoder it comes after the bytes that wait.
fn number(state: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let number = match state.cast_exact::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => pair.get_item(1)?,
        _ => state.clone(),
    };
    Ok(if number.is_exact_instance_of::<PyInt>() { Some(number.call_method1("__format__", ("x",))?.extract()?) } else { None })
}

fn remember(codec: *mut PyObject, state: &Bound<'_, PyAny>) {
    let (Ok(Some(number)), Ok(mut given)) = (number(state), GIVEN.lock()) else { return };
    // SAFETY: attached; a live object.
    let entry = (unsafe { ffi::Py_TYPE(codec) } as usize, number);
    if !given.contains(&entry) {
        if given.len() >= MOST {
            given.clear();
        }
        given.push(entry);
    }
}

/// An error for a state that no codec of the class gave. `zero`: as the first state of an encoder, it does no harm.
fn is_known(codec: *mut PyObject, state: &Bound<'_, PyAny>, zero: bool) -> PyResult<()> {
    let Some(number) = number(state)? else {
        return Err(PyUnicodeError::new_err("a state of a codec is what `getstate` gave"));
    };
    // SAFETY: attached; a live object.
    let class = unsafe { ffi::Py_TYPE(codec) } as usize;
    if zero && number == "0" || GIVEN.lock().is_ok_and(|given| given.iter().any(|(of, known)| *of == class && *known == number)) {
        return Ok(());
    }
    Err(PyUnicodeError::new_err("a state of a codec is what `getstate` gave"))
}
