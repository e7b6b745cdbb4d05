//! Arguments handed over to functions of Python code, which are then alone in holding them.
//!
//! The interpreter moves arguments into the frame of the function that it calls. A caller of C code keeps a reference of its
//! own meanwhile, and libraries that count references see it: pandas tells by them that a method changes an object
//! that nobody else has (`df["a"].fillna(0, inplace=True)`), and warns.
#![allow(unsafe_code, reason = "references are given up before the callee has taken its own")]

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::once::Once;
use crate::cpython::static_types;

/// Whether `callee` takes references to its arguments before anything else happens: the interpreter's call of a function
/// of Python code does, since 3.11 (`_PyEval_Vector`).
pub fn is_taker(callee: &Bound<'_, PyAny>) -> bool {
    cfg!(Py_3_11) && vectorcall(callee).is_some_and(|call| Some(call) == interpreters_own(callee.py()))
}

/// Function and receiver of a method that nobody else has, in which the receiver would be held once more.
pub fn parts<'py>(callee: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    // SAFETY: the exact type is tested; both are borrowed from a live method and referenced anew.
    unsafe {
        let method = callee.as_ptr();
        if callee.get_type_ptr() != static_types::method_type() || ffi::Py_REFCNT(method) != 1 {
            return None;
        }
        let function = Bound::from_borrowed_ptr(callee.py(), static_types::PyMethod_Function(method));
        let receiver = Bound::from_borrowed_ptr(callee.py(), static_types::PyMethod_Self(method));
        is_taker(&function).then_some((function, receiver))
    }
}

/// The function of a method, else the object itself, borrowed from it.
pub fn function_of(callee: &Bound<'_, PyAny>) -> *mut ffi::PyObject {
    if callee.get_type_ptr() != static_types::method_type() {
        return callee.as_ptr();
    }
    // SAFETY: the exact type is tested.
    unsafe { static_types::PyMethod_Function(callee.as_ptr()) }
}

/// The address of what a function of Python code is called by.
fn vectorcall(callee: &Bound<'_, PyAny>) -> Option<usize> {
    // SAFETY: the exact type tells the layout of a live object.
    unsafe {
        if callee.get_type_ptr() != &raw mut ffi::PyFunction_Type {
            return None;
        }
        (*callee.as_ptr().cast::<ffi::PyFunctionObject>()).vectorcall.map(|call| call as usize)
    }
}

/// Since 3.12 a function may be called in another way, which is not known.
fn interpreters_own(py: Python<'_>) -> Option<usize> {
    static CALL: Once<Option<usize>> = Once::new();
    *CALL.get_or_make(py, || Ok::<_, PyErr>(vectorcall(&py.import("functools")?.getattr("wraps")?))).ok()?
}

/// Gives up the references, without ending an object that has no other: the call that follows takes new ones.
///
/// # Safety
/// Nothing but the call of an `is_taker` follows, which gets all these objects as arguments.
pub unsafe fn give_up<'py>(arguments: impl Iterator<Item = Bound<'py, PyAny>>) {
    // SAFETY: as the caller promises; each reference is given up once.
    unsafe {
        for argument in arguments {
            let object = argument.into_ptr();
            if ffi::Py_REFCNT(object) == 1 {
                // The count is the lower half of the first word, whatever else a version keeps in the other.
                *object.cast::<u32>() = 0;
            } else {
                ffi::Py_DECREF(object);
            }
        }
    }
}
