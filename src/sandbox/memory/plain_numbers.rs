//! Numbers that are the same each time they are asked: a check of others says nothing about what a function gets that asks again.
#![allow(unsafe_code, reason = "exact types are compared")]

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::sandbox::memory::object_arrays::{dtype, holds_references, memory};
use crate::session::current::with_run;

/// Arrays of numpy have no more dimensions.
const DEEPEST: usize = 64;

/// `TypeError` unless all that is a number in an argument (a number, an array, a list of these) is one of no class of the code.
pub fn check(given: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if is_plain(given, DEEPEST)? {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("{name} is a plain number: float(...), int(...) or numpy.asarray(...) makes one")))
}

/// The sum for the numbers of an array or a list. (What is none the function refuses.)
pub fn sum(given: &Bound<'_, PyAny>, seconds: impl Fn(f64) -> f64) -> Option<f64> {
    if given.is_none() {
        return None;
    }
    let numbers = given.py().import("numpy").ok()?.call_method1("array", (given, "f8")).ok()?.call_method0("ravel").ok()?;
    Some(memory::<f64>(&numbers)?.iter().map(|number| seconds(*number)).sum())
}

/// The product of the numbers of an array or a list, or the number itself.
pub fn product(given: &Bound<'_, PyAny>) -> Option<f64> {
    let numbers = given.py().import("numpy").ok()?.call_method1("array", (given, "f8")).ok()?.call_method0("ravel").ok()?;
    Some(memory::<f64>(&numbers)?.iter().product())
}

fn is_plain(given: &Bound<'_, PyAny>, depth: usize) -> PyResult<bool> {
    if is_exact(given) {
        return Ok(true);
    }
    if let Ok(list) = given.cast_exact::<PyList>() {
        return are_plain(list.iter(), depth);
    }
    if let Ok(tuple) = given.cast_exact::<PyTuple>() {
        return are_plain(tuple.iter(), depth);
    }
    if is_own(given)? || is_proxy(given) {
        return Ok(says_what_it_is(given));
    }
    if let Some(dtype) = dtype(given) {
        return Ok(!holds_references(&dtype)?);
    }
    // (What an object has by itself the code may have put there.)
    let class = given.get_type();
    if !class.hasattr("__array__")? {
        return Ok(class.hasattr("__float__")? || class.hasattr("__index__")?);
    }
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    Ok(dtype(&array).map(|dtype| holds_references(&dtype)).transpose()? == Some(false))
}

fn are_plain<'py>(items: impl Iterator<Item = Bound<'py, PyAny>>, depth: usize) -> PyResult<bool> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
    for item in items {
        if !is_plain(&item, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether it is of a class of the code, which may give one number now and another one later.
pub fn is_own(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    with_run(given.py(), |m| Ok(m.session.check.own.contains(&given.get_type())))
}

/// Whether it is one of the interpreter's own numbers, or of those of its values that are none.
fn is_exact(given: &Bound<'_, PyAny>) -> bool {
    let class = given.get_type_ptr();
    let numbers = [
        &raw mut ffi::PyLong_Type,
        &raw mut ffi::PyFloat_Type,
        &raw mut ffi::PyComplex_Type,
        &raw mut ffi::PyBool_Type,
        &raw mut ffi::PyRange_Type,
    ];
    let others = [&raw mut ffi::PyUnicode_Type, &raw mut ffi::PyBytes_Type, &raw mut ffi::PyDict_Type, &raw mut ffi::PySet_Type];
    given.is_none() || numbers.contains(&class) || others.contains(&class)
}

/// Whether it is an `int` or a `float` of a class that inherits what these say.
fn says_what_it_is(given: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, with a live object; slots of types are read, which classes of numbers have.
    unsafe {
        let slots = |class: *mut ffi::PyTypeObject| {
            (*class).tp_as_number.as_ref().map(|slots| [slots.nb_index, slots.nb_int, slots.nb_float].map(|slot| slot.map(|f| f as usize)))
        };
        [&raw mut ffi::PyLong_Type, &raw mut ffi::PyFloat_Type]
            .into_iter()
            .any(|known| ffi::PyObject_TypeCheck(given.as_ptr(), known) != 0 && slots(given.get_type_ptr()) == slots(known))
    }
}

/// Whether it asks another object.
fn is_proxy(given: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, with a live object.
    unsafe { ffi::PyWeakref_CheckProxy(given.as_ptr()) != 0 }
}
