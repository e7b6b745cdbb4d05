//! Functions of f2py, which scipy has of BLAS, LAPACK and FITPACK. Where an argument cannot be made an array, they give back a
//! reference to the dtype that numpy has taken already: numpy's own dtypes, which they ask for, get it again.
#![allow(unsafe_code, reason = "names of f2py's functions are read")]

use std::ffi::{c_char, c_int, CStr};
use std::sync::OnceLock;

use pyo3::ffi::PyObject;
use pyo3::prelude::*;

use crate::budget::compiled_calls::{self, Call, CallSlot, Original};
use crate::cpython::hooks::table::Hook;
use crate::cpython::value::{attached, Exc, R};

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

/// A function of f2py: objects of such classes alone are called by what `guard` puts there.
pub struct Routine<'py>(Bound<'py, PyAny>);

impl<'py> Routine<'py> {
    pub fn object(&self) -> &Bound<'py, PyAny> {
        &self.0
    }

    pub fn name(&self) -> Option<&'static str> {
        // SAFETY: an object of f2py, as said; names are constants of the module, which stays loaded.
        unsafe {
            let functions = (*self.0.as_ptr().cast::<Fortran>()).functions;
            if functions.is_null() || (*functions).name.is_null() {
                return None;
            }
            CStr::from_ptr((*functions).name).to_str().ok()
        }
    }

    /// Without the letter for the kind of numbers, with which names of BLAS and LAPACK begin.
    pub fn name_for_all(&self) -> Option<&'static str> {
        self.name()?.get(1..)
    }
}

/// Has `around` answer calls of all functions like this one. (Each module of f2py has a class of its own.)
pub(crate) fn wrap(
    function: &Bound<'_, PyAny>,
    hook: &'static Hook,
    around: impl for<'py> Fn(&Routine<'py>, &Call, &Original<'_, 'py>) -> R<Bound<'py, PyAny>> + Send + Sync + 'static,
) -> PyResult<()> {
    let class = function.get_type();
    if class.name()? == "fortran" {
        learn_dtypes(function.py())?;
        compiled_calls::wrap_slot(&class, CallSlot::Call, hook, move |call, original| {
            let routine = Routine(call.this().ok_or(Exc)?);
            around(&routine, call, original).inspect_err(|Exc| give_dtypes())
        });
    }
    Ok(())
}

/// Asks numpy for its own dtypes.
fn learn_dtypes(py: Python<'_>) -> PyResult<()> {
    let dtype = py.import("numpy")?.getattr("dtype")?;
    let dtypes = NUMBERS.iter().map(|letter| Ok(dtype.call1((*letter,))?.unbind())).collect::<PyResult<Vec<_>>>()?;
    DTYPES.get_or_init(|| dtypes);
    Ok(())
}

/// After a call without a result. (A reference too many of a dtype that lives as long as the process is no matter.)
fn give_dtypes() {
    let py = attached();
    DTYPES.get().into_iter().flatten().for_each(|dtype| std::mem::forget(dtype.clone_ref(py)));
}
