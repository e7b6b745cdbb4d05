//! Functions of f2py, which scipy has of BLAS, LAPACK and FITPACK. Where an argument cannot be made an array, they give back a
//! reference to the dtype that numpy has taken already: numpy's own dtypes, which they ask for, get it again.
#![allow(unsafe_code, reason = "the call of f2py's functions is wrapped, and their names are read")]

use std::ffi::{c_char, c_int, CStr};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::hooks::{self, table};

/// `PyFortranObject` of f2py, and what it knows of its function, as far as their names.
#[repr(C)]
struct Fortran {
    head: PyObject,
    count: c_int,
    functions: *const Function,
}
#[repr(C)]
struct Function {
    name: *const c_char,
}

/// Letters of all numbers.
const NUMBERS: [&str; 17] = ["?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "f", "d", "g", "F", "D", "G"];
static DTYPES: OnceLock<Vec<Py<PyAny>>> = OnceLock::new();

/// Puts `this`, which calls the original and gives what `given` says, in the place of the call of functions like this one. (Each
/// module of f2py has a class of its own.)
pub fn guard(function: &Bound<'_, PyAny>, this: ffi::ternaryfunc, original: &AtomicPtr<()>, hook: &'static table::Hook) -> PyResult<()> {
    let (class, this) = (function.get_type(), this as *mut ());
    let now = hooks::CALL.of(&class);
    if class.name()? == "fortran" && !now.is_null() && now != this {
        learn_dtypes(function.py())?;
        original.store(now, Ordering::Release);
        // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(&class, hooks::CALL, this, hook) };
    }
    Ok(())
}

/// Asks numpy for its own dtypes, before `given` is called.
pub fn learn_dtypes(py: Python<'_>) -> PyResult<()> {
    let dtype = py.import("numpy")?.getattr("dtype")?;
    let dtypes = NUMBERS.iter().map(|letter| Ok(dtype.call1((*letter,))?.unbind())).collect::<PyResult<Vec<_>>>()?;
    DTYPES.get_or_init(|| dtypes);
    Ok(())
}

/// What a call gave. (A reference too many of a dtype that lives as long as the process is no matter.)
///
/// # Safety
/// ATTACHED.
pub unsafe fn given(result: *mut PyObject) -> *mut PyObject {
    if result.is_null() {
        // SAFETY: ATTACHED, as `# Safety` says; live objects.
        DTYPES.get().into_iter().flatten().for_each(|dtype| unsafe { ffi::Py_INCREF(dtype.as_ptr()) });
    }
    result
}

/// The name of a function of f2py.
///
/// # Safety
/// A live object of f2py.
pub unsafe fn name_of(function: *mut PyObject) -> Option<&'static [u8]> {
    // SAFETY: as `# Safety` says, which the caller keeps; names are constants of the module, which stays loaded.
    unsafe {
        let functions = (*function.cast::<Fortran>()).functions;
        if functions.is_null() || (*functions).name.is_null() {
            return None;
        }
        Some(CStr::from_ptr((*functions).name).to_bytes())
    }
}
