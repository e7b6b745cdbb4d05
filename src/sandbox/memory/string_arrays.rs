//! Functions of numpy that copy or compare the items of arrays as they lie in memory: those of strings of variable length lie elsewhere.
#![allow(unsafe_code, reason = "a setter of C code is wrapped")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};

use crate::cpython::hooks::{newly_loaded, table, Getter};
use crate::cpython::value::attached;
use crate::sandbox::memory::long_subscripts::{self, EACH_FLAT};
use crate::sandbox::memory::object_arrays::dtype;
use crate::sandbox::memory::plain_numbers::is_own;
use crate::session::panics;

static SET_FLAT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// The class of the dtypes of strings of variable length; null before numpy 2.
static CLASS: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to numpy 2 when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "numpy._core.multiarray", "__all__")? else { return Ok(()) };
    let Ok(class) = py.import("numpy.dtypes")?.getattr("StringDType") else { return Ok(()) };
    // It lives as long as the process, as numpy's classes do.
    CLASS.store(class.into_ptr(), Ordering::Release);
    let this = set_flat as ffi::setter as *mut ();
    let getter = Getter::of(&found.getattr("ndarray")?.getattr("flat")?);
    if let Some(getter) = getter.filter(|getter| !getter.setter().is_null() && getter.setter() != this) {
        SET_FLAT.store(getter.setter(), Ordering::Release);
        // SAFETY: ATTACHED; a setter that calls the one that was there before, or does the same.
        unsafe { getter.exchange_setter(this, &table::STRING_DTYPES) };
    }
    Ok(())
}

/// Refuses an array of strings of variable length, and a list of arrays with one.
///
/// # Errors
/// `TypeError`, also for objects of the code that may turn out to be such arrays.
pub fn check(given: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if let Ok(list) = given.cast_exact::<PyList>() {
        return list.iter().try_for_each(|one| check_array(&one, name));
    }
    if let Ok(tuple) = given.cast_exact::<PyTuple>() {
        return tuple.iter().try_for_each(|one| check_array(&one, name));
    }
    check_array(given, name)
}

fn check_array(given: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if dtype(given).is_none() && is_own(given)? {
        return Err(PyTypeError::new_err(format!("{name}: numpy.asarray(...) makes an array of it")));
    }
    if is_of_strings(given) {
        return Err(PyTypeError::new_err(format!(
            "{name} is an array of StringDType, which this function does not take: see astype(object)"
        )));
    }
    Ok(())
}

/// Whether it is an array of strings of variable length.
fn is_of_strings(object: &Bound<'_, PyAny>) -> bool {
    dtype(object).is_some_and(|dtype| dtype.get_type().as_ptr() == CLASS.load(Ordering::Acquire))
}

/// `array.flat = values` is `array.flat[:] = values`.
unsafe extern "C" fn set_flat(array: *mut PyObject, values: *mut PyObject, closure: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an array, and values or null; the original was stored before.
    unsafe {
        let original: ffi::setter = std::mem::transmute(SET_FLAT.load(Ordering::Acquire));
        let py = attached();
        let given = Bound::from_borrowed_ptr(py, array);
        if !long_subscripts::all_in_time(&given, EACH_FLAT) {
            return -1;
        }
        if values.is_null() || !is_of_strings(&given) {
            return original(array, values, closure);
        }
        let values = Bound::from_borrowed_ptr(py, values);
        panics::contained(-1, || match set_all(&given, &values) {
            Ok(()) => 0,
            Err(error) => {
                error.restore(py);
                -1
            }
        })
    }
}

/// (The iterator of numpy's own class is asked for: a class of the code may have another.)
fn set_all(array: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = array.py();
    let flat = py.import(intern!(py, "numpy"))?.getattr(intern!(py, "ndarray"))?.getattr(intern!(py, "flat"))?;
    flat.call_method1(intern!(py, "__get__"), (array,))?.set_item(PySlice::full(py), values)
}
