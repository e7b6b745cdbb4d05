//! Frames of running Python code, read in place: the API of 3.11 makes an object of each frame that it is asked about (250
//! instructions, for each function of a library that reads attributes by name), and has no way to a single variable. Other
//! versions are asked by the API. `self_test` compares with the interpreter.
#![allow(unsafe_code, reason = "reads frames without calls")]

use std::ffi::c_int;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyList};

/// `PyThreadState` as far as it is read.
#[repr(C)]
struct Thread {
    /// The threads before and after, the interpreter.
    others: [usize; 3],
    /// Whether it is ready and how it came to be, limits of recursion, tracing.
    counts: [c_int; 7],
    entry: *const Entry,
}

/// `_PyCFrame`: a loop of the interpreter.
#[repr(C)]
struct Entry {
    use_tracing: u8,
    current: *const Frame,
}

/// `PyFrameObject` as far as it is read.
#[repr(C)]
struct FrameObject {
    head: PyObject,
    back: *mut PyObject,
    frame: *const Frame,
}

/// `_PyInterpreterFrame`.
#[repr(C)]
pub struct Frame {
    /// Function, globals, builtins, locals.
    namespaces: [usize; 4],
    code: *mut PyObject,
    object: *mut PyObject,
    previous: *const Frame,
    instruction: *const u16,
    stack_top: i32,
    is_entry: bool,
    owner: u8,
    variables: [*mut PyObject; 1],
}

/// `PyCodeObject` as far as it is read.
#[repr(C)]
struct Code {
    head: ffi::PyVarObject,
    /// Constants, names, exceptions.
    tables: [usize; 3],
    flags: c_int,
    short_counts: [i16; 2],
    counts: [c_int; 10],
    /// Names and kinds of variables, file, names, lines, weak references, what was decoded.
    others: [usize; 9],
    first_traceable: c_int,
    extra: usize,
    instructions: [u16; 1],
}

/// `FRAME_OWNED_BY_GENERATOR`
const OF_GENERATOR: u8 = 1;

/// The innermost frame of this thread; null without Python code.
///
/// # Safety
/// Attached, and `self_test` found the layouts as they are declared.
pub unsafe fn innermost() -> *const Frame {
    // SAFETY: a thread that is attached has an entry (its own, where no loop runs); frames below are alive, as their code is.
    unsafe {
        let mut frame = (*(*ffi::PyThreadState_Get().cast::<Thread>()).entry).current;
        while !frame.is_null() && is_incomplete(frame) {
            frame = (*frame).previous;
        }
        frame
    }
}

/// Whether it still makes its cells: the interpreter shows such frames to nobody.
unsafe fn is_incomplete(frame: *const Frame) -> bool {
    // SAFETY: as in `innermost`.
    unsafe {
        let code = (*frame).code.cast::<Code>();
        let first = (&raw const (*code).instructions).cast::<u16>().offset((*code).first_traceable as isize);
        (*frame).owner != OF_GENERATOR && (*frame).instruction < first
    }
}

/// Its code, borrowed.
///
/// # Safety
/// A live frame.
pub unsafe fn code(frame: *const Frame) -> *mut PyObject {
    // SAFETY: as the caller promises.
    unsafe { (*frame).code }
}

/// The frame that the object shows.
///
/// # Safety
/// A live frame object.
pub unsafe fn shown_by(object: *mut ffi::PyFrameObject) -> *const Frame {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*object.cast::<FrameObject>()).frame }
}

/// The first variable, borrowed; null while it has no value.
///
/// # Safety
/// A live frame whose code has a variable.
pub unsafe fn first_variable(frame: *const Frame) -> *mut PyObject {
    // SAFETY: as the caller promises.
    unsafe { (*frame).variables[0] }
}

/// Whether variables, frames and their code are what the interpreter says.
pub fn self_test(py: Python<'_>) -> PyResult<bool> {
    let given = PyList::empty(py);
    let generator = py.eval(c"lambda given: (yield given)", None, None)?.call1((&given,))?;
    let suspended = generator.getattr("gi_frame")?;
    // SAFETY: a frame with one variable.
    let mut right = unsafe { first_variable(shown_by(suspended.as_ptr().cast())) } == given.as_ptr();
    let look = PyCFunction::new_closure(py, None, None, |args, _| is_as_shown(args.py()))?;
    // A plain frame, that of a generator, and one that makes a cell and copies another first.
    for text in
        [c"lambda look: look()", c"lambda look: next(look() for _ in '1')", c"lambda look: (lambda x: (lambda: (x, look()))()[1])(1)"]
    {
        right &= py.eval(text, None, None)?.call1((&look,))?.extract::<bool>()?;
    }
    Ok(right)
}

/// Whether the innermost frame is that of the API, and its code begins where it says.
fn is_as_shown(py: Python<'_>) -> PyResult<bool> {
    const RESUME: u8 = 151;
    // SAFETY: ATTACHED, in a call from Python code; the API's frame is borrowed, its code a new reference.
    unsafe {
        let (frame, object) = (innermost(), ffi::PyEval_GetFrame());
        if object.is_null() || frame != shown_by(object) {
            return Ok(false);
        }
        let shown = Bound::from_owned_ptr(py, ffi::PyFrame_GetCode(object).cast());
        let first = (*shown.as_ptr().cast::<Code>()).first_traceable;
        let text = shown.getattr("co_code")?.extract::<Vec<u8>>()?;
        let begins = usize::try_from(first).is_ok_and(|first| text.get(2 * first) == Some(&RESUME));
        Ok(begins && code(frame) == shown.as_ptr())
    }
}
