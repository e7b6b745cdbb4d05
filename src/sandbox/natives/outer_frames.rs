//! Frames of the host: library code that looks at its callers (for a name, a line, the variables in a formula) comes to the
//! code, which has no frame of the interpreter's, and sees an empty one in its place. Below it there is nothing.
#![allow(unsafe_code, reason = "the getter of frames is wrapped, and a frame made")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::api;
use crate::cpython::call_stack::{self, floor};
use crate::cpython::frames;
use crate::cpython::hooks::{put_getter, table, Getter};
use crate::cpython::once::Once;
use crate::cpython::value::{attached, Exc};
use crate::front::policy::defence_layers::{self, Net};
use crate::session::engine_calls::{self, Scope};
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{current, panics};

static BACK: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// In its place where `f_back` is a member of the structure (3.10).
static MEMBER: Once<Py<PyAny>> = Once::new();

/// Wraps `f_back`, once per process.
pub fn guard(py: Python<'_>) -> PyResult<()> {
    let class = api::module(py, "types")?.getattr(intern!(py, "FrameType"))?;
    let found = class.getattr(intern!(py, "f_back"))?;
    let Some(getter) = Getter::of(&found) else {
        MEMBER.set(py, found.unbind());
        // SAFETY: ATTACHED; `back` calls the member that was there before.
        return unsafe { put_getter(class.cast()?, c"f_back", back, no_change, &table::FRAMES) };
    };
    let this = back as ffi::getter as *mut ();
    if getter.function() != this {
        BACK.store(getter.function(), Ordering::Release);
        // SAFETY: ATTACHED; `back` calls the function that was there before.
        unsafe { getter.exchange(this, &table::FRAMES) };
    }
    Ok(())
}

unsafe extern "C" fn back(frame: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live frame; the original was stored before.
    unsafe {
        let original = BACK.load(Ordering::Acquire);
        let found = if original.is_null() {
            member(&Bound::from_borrowed_ptr(attached(), frame))
        } else {
            std::mem::transmute::<*mut (), ffi::getter>(original)(frame, closure)
        };
        if found.is_null() || !sandboxed() || defence_layers::off(Net::Names) {
            return found;
        }
        let py = attached();
        let found = Bound::from_owned_ptr(py, found);
        let looked = || {
            // In older versions a frame that is made lies above the one that made it.
            if is_empty(&Bound::from_borrowed_ptr(py, frame)) {
                return Some(py.None().into_bound(py));
            }
            let outside = frames::address_of(&found) == floor();
            if outside {
                of_caller(py).map_err(|error| error.restore(py)).ok()
            } else {
                Some(found)
            }
        };
        panics::contained(None, looked).map_or(ptr::null_mut(), Bound::into_ptr)
    }
}

/// The frame below as the member gives it; null with an error set.
fn member(frame: &Bound<'_, PyAny>) -> *mut PyObject {
    let py = frame.py();
    let Some(member) = MEMBER.get(py) else { return py.None().into_ptr() };
    match member.bind(py).call_method1(intern!(py, "__get__"), (frame, frame.get_type())) {
        Ok(found) => found.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

unsafe extern "C" fn no_change(_frame: *mut PyObject, _value: *mut PyObject, _closure: *mut c_void) -> c_int {
    // SAFETY: called by the interpreter, attached.
    panics::contained((), || PyAttributeError::new_err("readonly attribute").restore(attached()));
    -1
}

/// What `sys._getframe` gives in the place of a frame of the code; below the code there is none.
pub fn instead<'py>(py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let up = args.get_item(0).ok().and_then(|up| up.extract::<usize>().ok()).unwrap_or(0);
    // The code itself asks in vain: that is the door's to say.
    let depth = call_stack::depth(py);
    if depth == 0 || up < depth {
        return Ok(None);
    }
    let of_code = (engine_calls::table().mark)().map_or(1, |mark| mark.frames.max(1));
    match up - depth {
        0 => of_caller(py).map(Some),
        above if above < of_code => empty(py, None).map(Some),
        _ => Err(PyValueError::new_err("call stack is not deep enough")),
    }
}

/// Code of no statement.
fn code(py: Python<'_>) -> PyResult<&'static Py<PyAny>> {
    static CODE: Once<Py<PyAny>> = Once::new();
    CODE.get_or_make(py, || {
        let _own = HostScope::enter();
        let compile = api::module(py, "builtins")?.getattr(intern!(py, "compile"))?;
        Ok::<_, PyErr>(compile.call1(("", "<string>", "exec"))?.unbind())
    })
}

fn is_empty(frame: &Bound<'_, PyAny>) -> bool {
    let of_frame = frame.getattr(intern!(frame.py(), "f_code"));
    of_frame.is_ok_and(|of_frame| code(frame.py()).is_ok_and(|code| of_frame.is(code)))
}

/// In the place of the frame that called library code: libraries find there who made something (`self`), and tables that a text names
/// (duckdb's `from df`).
fn of_caller(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let Scope::Function(names) = (engine_calls::table().scope)() else { return empty(py, None) };
    let variables = PyDict::new(py);
    for name in names {
        if let Some(value) = (engine_calls::table().local)(&name) {
            variables.set_item(name, value.to_bound(py).map_err(|Exc| PyErr::fetch(py))?)?;
        }
    }
    empty(py, Some(&variables))
}

/// A frame of a module that has its name and copies of the session's variables, and these variables.
fn empty<'py>(py: Python<'py>, variables: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let globals = current::with_current(|m| m.session.variables(py)).unwrap_or_else(|| Ok(PyDict::new(py)))?;
    globals.set_item(intern!(py, "__name__"), intern!(py, "__main__"))?;
    // A namespace without builtins would get all of them.
    globals.set_item(intern!(py, "__builtins__"), PyDict::new(py))?;
    let code = code(py)?.bind(py);
    // The variables of a module are its namespace.
    let locals = variables.unwrap_or(&globals).as_ptr();
    // SAFETY: attached; a code object of a module, its namespace and a dict, for a new reference or NULL.
    unsafe {
        let frame = ffi::PyFrame_New(ffi::PyThreadState_Get(), code.as_ptr().cast(), globals.as_ptr(), locals);
        Bound::from_owned_ptr_or_err(py, frame.cast())
    }
}
