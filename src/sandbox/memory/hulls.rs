//! scipy's objects over qhull: one that is refused what it is to be made of has no lock yet, and uses it at its end. Options may open
//! files, and end the process.
#![allow(unsafe_code, reason = "a class of a package is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::type_access::keyword;
use crate::cpython::value::{attached, raise};
use crate::sandbox::memory::object_arrays::{is_of_doubles, shape};
use crate::session::panics;
use crate::session::scope::sandboxed;

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Places and names of texts among the arguments.
const TEXTS: [(usize, &str); 3] = [(0, "mode_option"), (2, "options"), (3, "required_options")];
/// Places and names of arrays, and how many dimensions they have.
const ARRAYS: [(usize, &str, usize); 2] = [(1, "points", 2), (6, "interior_point", 1)];

/// Wraps the class, when its module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "scipy.spatial._qhull", "_Qhull")? else { return Ok(()) };
    let class = module.getattr("_Qhull")?.cast_into::<PyType>()?;
    NEW.store(hooks::NEW.of(&class), Ordering::Release);
    // SAFETY: ATTACHED; `new` calls the function that was there before.
    unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::HULLS) };
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a tuple, and a dict or null; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        if sandboxed() && !panics::contained(false, || are_sound(args, kwargs)) {
            return ptr::null_mut();
        }
        original(class, args, kwargs)
    }
}

/// What qhull does by an option (or by several, which need no blank between them) that it is not asked for here.
fn is_refused(option: &[u8]) -> Option<&'static str> {
    let option = option.strip_prefix(b"-").unwrap_or(option);
    let after = |letter: u8| option.iter().position(|found| *found == letter).and_then(|at| option.get(at + 1..));
    let has = |rest: Option<&[u8]>, letters: &[u8]| rest.is_some_and(|rest| rest.iter().any(|found| letters.contains(found)));
    if has(after(b'T'), b"R") {
        return Some("TR has it run again and again");
    }
    if has(after(b'T'), b"IO") {
        return Some("TI and TO exchange files of the process");
    }
    // (All that follows belongs to these.)
    if option.first().is_some_and(|first| b"FGQ".contains(first)) {
        return None;
    }
    if has(after(b'P'), b"o") {
        return Some("Po has it go on after errors, which end the process");
    }
    let part = |rest: &[u8]| std::str::from_utf8(rest).ok()?.parse::<f64>().ok();
    match after(b'R').map(part) {
        Some(part) if !part.is_some_and(|part| (0.0..=1.0).contains(&part)) => Some("R is followed by a part of 1"),
        _ => None,
    }
}

/// # Safety
/// A tuple, and a dict or null.
unsafe fn are_sound(args: *mut PyObject, kwargs: *mut PyObject) -> bool {
    // SAFETY: of the caller.
    let (args, kwargs) = unsafe { (Bound::from_borrowed_ptr(attached(), args), Bound::from_borrowed_ptr_or_opt(attached(), kwargs)) };
    let Ok(args) = args.cast_into::<PyTuple>() else { return true };
    let kwargs = kwargs.and_then(|kwargs| kwargs.cast_into::<PyDict>().ok());
    let argument = |place: usize, name: &str| {
        let by_name = || kwargs.as_ref().and_then(|kwargs| keyword(kwargs, name));
        args.get_item(place).ok().or_else(by_name).filter(|given| !given.is_none())
    };
    for (place, name) in TEXTS {
        let Some(given) = argument(place, name) else { continue };
        let Ok(options) = given.cast_exact::<PyBytes>() else {
            let _ = raise::<PyTypeError>(format!("{name} must be bytes"));
            return false;
        };
        if let Some(reason) = options.as_bytes().split(u8::is_ascii_whitespace).find_map(is_refused) {
            let _ = raise::<PyValueError>(format!("qhull's option {reason}"));
            return false;
        }
    }
    for (place, name, rank) in ARRAYS {
        let Some(given) = argument(place, name) else { continue };
        if shape(&given).is_none_or(|sizes| sizes.len() != rank) {
            let _ = raise::<PyValueError>(format!("Buffer has wrong number of dimensions: {name} has {rank}"));
            return false;
        }
        if !is_of_doubles(&given) {
            let _ = raise::<PyValueError>(format!("Buffer dtype mismatch, expected 'double_t': {name} has others"));
            return false;
        }
    }
    true
}
