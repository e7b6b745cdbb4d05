//! Frames of running Python code on this thread: the innermost, what lies below, and what they show.
#![allow(unsafe_code, reason = "frames of the interpreter are read")]

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

#[cfg(all(Py_3_11, not(Py_3_12)))]
use crate::cpython::{code_tables, layout};

/// Address of the innermost frame of Python code on this thread, for comparison; 0 without Python code.
#[inline]
pub fn innermost_frame() -> usize {
    #[cfg(all(Py_3_11, not(Py_3_12)))]
    if layout::trusted() {
        // SAFETY: attached, as all who enter sandboxed code are.
        return unsafe { layout::frame::innermost() as usize };
    }
    // SAFETY: as above; the frame is borrowed.
    unsafe { ffi::PyEval_GetFrame() as usize }
}

/// What `innermost_frame` says where this is the innermost frame. Of what is no frame (`None` below the last), its own address.
pub fn address_of(frame: &Bound<'_, PyAny>) -> usize {
    #[cfg(all(Py_3_11, not(Py_3_12)))]
    if layout::trusted() && frame.get_type_ptr() == &raw mut ffi::PyFrame_Type {
        // SAFETY: ATTACHED; frames come from the API.
        return unsafe { layout::frame::shown_by(frame.as_ptr().cast()) as usize };
    }
    frame.as_ptr() as usize
}

/// The innermost Python code.
pub fn innermost_code(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    #[cfg(all(Py_3_11, not(Py_3_12)))]
    if layout::trusted() {
        // SAFETY: ATTACHED; a frame at work keeps its code alive.
        return unsafe {
            let frame = layout::frame::innermost();
            (!frame.is_null()).then(|| Bound::from_borrowed_ptr(py, layout::frame::code(frame)))
        };
    }
    // SAFETY: attached; `PyEval_GetFrame` is borrowed (null without Python code), `PyFrame_GetCode` gives a new reference.
    unsafe {
        let frame = ffi::PyEval_GetFrame();
        (!frame.is_null()).then(|| Bound::from_owned_ptr(py, ffi::PyFrame_GetCode(frame) as *mut ffi::PyObject))
    }
}

pub fn innermost_object(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    // SAFETY: attached; the frame is borrowed, null without Python code.
    unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame() as *mut ffi::PyObject) }
}

/// The global variables of the innermost Python code.
pub fn innermost_globals(py: Python<'_>) -> Option<Bound<'_, PyDict>> {
    // SAFETY: attached; borrowed, null without Python code.
    unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetGlobals()) }?.cast_into().ok()
}

/// Whether the innermost Python code is a function that was defined in the one that calls it, which has the text as a constant
/// (`shutil.copystat`: `lookup("chmod")`).
pub fn is_known_around(py: Python<'_>, text: &Bound<'_, PyString>) -> bool {
    let look = || -> PyResult<bool> {
        let Some(frame) = innermost_object(py) else { return Ok(false) };
        let around = frame.getattr(intern!(py, "f_back"))?;
        if around.is_none() {
            return Ok(false);
        }
        let code = intern!(py, "f_code");
        let inner = frame.getattr(code)?;
        let constants = around.getattr(code)?.getattr(intern!(py, "co_consts"))?.cast_into::<PyTuple>()?;
        let is_text =
            |one: &Bound<'_, PyAny>| one.cast_exact::<PyString>().is_ok_and(|one| one.to_string_lossy() == text.to_string_lossy());
        Ok(constants.iter().any(|one| one.is(&inner)) && constants.iter().any(|one| is_text(&one)))
    };
    look().unwrap_or(false)
}

/// The first argument of the innermost Python code, or what is in its place.
pub fn first_argument(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    let code = innermost_code(py)?;
    if let Some(first) = first_variable(py, &code) {
        return Some(first);
    }
    let name = first_name(&code)?;
    innermost_object(py)?.getattr(intern!(py, "f_locals")).ok()?.get_item(name).ok()
}

fn first_name<'py>(code: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    code.getattr(intern!(code.py(), "co_varnames")).ok()?.get_item(0).ok()
}

/// The first variable of the innermost frame, without a copy of all (`f_locals`, 3,000 instructions) or an object of the frame (250);
/// none where it lies in a cell.
#[cfg(all(Py_3_11, not(Py_3_12)))]
fn first_variable<'py>(py: Python<'py>, code: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    if !layout::trusted() || code_tables::argument_count(code)? == 0 {
        return None;
    }
    // SAFETY: ATTACHED; the frame of this code, which has a variable; what it holds is alive, or null.
    let first = unsafe { Bound::from_borrowed_ptr_or_opt(py, layout::frame::first_variable(layout::frame::innermost())) }?;
    // SAFETY: a live object.
    (unsafe { ffi::PyCell_Check(first.as_ptr()) } == 0).then_some(first)
}

#[cfg(Py_3_12)]
fn first_variable<'py>(py: Python<'py>, code: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let (frame, name) = (innermost_object(py)?, first_name(code)?);
    // SAFETY: ATTACHED; a live frame and a text; a new reference, or null with an error.
    unsafe {
        let found = ffi::PyFrame_GetVar(frame.as_ptr().cast(), name.as_ptr());
        if found.is_null() {
            ffi::PyErr_Clear();
        }
        Bound::from_owned_ptr_or_opt(py, found)
    }
}

#[cfg(not(Py_3_11))]
fn first_variable<'py>(_py: Python<'py>, _code: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    None
}

pub fn back<'py>(frame: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: attached; a live frame; a new reference or null.
    unsafe { Bound::from_owned_ptr_or_opt(frame.py(), ffi::PyFrame_GetBack(frame.as_ptr().cast()).cast()) }
}

/// The line at which a frame of the interpreter is.
pub fn line_of(frame: &Bound<'_, PyAny>) -> i32 {
    // SAFETY: attached; `Level::Python` holds frames.
    unsafe { ffi::PyFrame_GetLineNumber(frame.as_ptr().cast()) }
}

/// The file that its code is from.
pub fn file_of<'py>(frame: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    code_of(frame).getattr("co_filename")
}

/// File, line and function.
pub fn place_of(frame: &Bound<'_, PyAny>) -> PyResult<(String, i32, String)> {
    Ok((file_of(frame)?.extract()?, line_of(frame), code_of(frame).getattr("co_name")?.extract()?))
}

fn code_of<'py>(frame: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    // SAFETY: as in `line_of`; a new reference.
    unsafe { Bound::from_owned_ptr(frame.py(), ffi::PyFrame_GetCode(frame.as_ptr().cast()).cast()) }
}
