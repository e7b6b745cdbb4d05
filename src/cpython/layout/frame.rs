//! The first variable of a running Python frame, read without a copy of them all: the API of 3.11 has no other way. Newer
//! versions have `PyFrame_GetVar`. `self_test` compares with the interpreter.
#![allow(unsafe_code, reason = "reads frames without calls")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

/// `PyFrameObject` as far as it is read.
#[repr(C)]
struct FrameObject {
    head: PyObject,
    back: *mut PyObject,
    frame: *mut Frame,
}

/// `_PyInterpreterFrame`.
#[repr(C)]
struct Frame {
    /// Function, globals, builtins, locals, code, frame object, previous frame, instruction.
    words: [usize; 8],
    stack_top: i32,
    is_entry: bool,
    owner: u8,
    variables: [*mut PyObject; 1],
}

/// The first variable, borrowed; null while it has no value.
///
/// # Safety
/// A live frame whose code has a variable.
pub unsafe fn first_variable(frame: *mut ffi::PyFrameObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(*frame.cast::<FrameObject>()).frame).variables[0] }
}

/// Whether it is what a suspended generator was given.
pub fn self_test(py: Python<'_>) -> PyResult<bool> {
    let given = pyo3::types::PyList::empty(py);
    let generator = py.eval(c"lambda given: (yield given)", None, None)?.call1((&given,))?;
    let frame = generator.getattr("gi_frame")?;
    // SAFETY: a frame with one variable.
    Ok(unsafe { first_variable(frame.as_ptr().cast()) } == given.as_ptr())
}
