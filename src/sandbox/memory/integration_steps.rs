//! A step of scipy's `lsoda`: where an argument is not what it asks for, it gives back references that it has not taken.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::sandbox::memory::object_arrays::{is_of_doubles, shape};
use crate::sandbox::memory::plain_numbers;

type Argument<'a, 'py> = &'a dyn Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>;

/// `lsoda(fun, y0, t, tout, rtol, atol, itask, istate, rwork, iwork, jac, jt, f_params, tfirst, jac_params)`
///
/// # Errors
/// `TypeError`, `ValueError` for what it would refuse.
pub fn check(argument: Argument<'_, '_>) -> PyResult<()> {
    // (What is missing the function asks for.)
    if argument(0, "fun")?.is_some_and(|function| !function.is_callable()) {
        return Err(PyTypeError::new_err("The function must be callable."));
    }
    if argument(1, "y0")?.is_some_and(|values| !is_of_doubles(&values) || shape(&values).is_none_or(|sizes| sizes.len() > 1)) {
        return Err(PyValueError::new_err("Initial condition y0 must be one-dimensional."));
    }
    for (place, name) in [(4, "rtol"), (5, "atol")] {
        let Some(tolerance) = argument(place, name)? else { continue };
        plain_numbers::check(&tolerance, name)?;
        let numbers = tolerance.py().import("numpy")?.call_method1("asarray", (&tolerance, "f8"))?;
        if shape(&numbers).is_none_or(|sizes| sizes.len() > 1) {
            return Err(PyValueError::new_err(format!("{name} is a number, or one for each of y0")));
        }
    }
    for (place, name) in [(12, "f_params"), (14, "jac_params")] {
        if argument(place, name)?.is_some_and(|params| !params.is_instance_of::<PyTuple>()) {
            return Err(PyTypeError::new_err("Extra arguments must be in a tuple."));
        }
    }
    Ok(())
}
