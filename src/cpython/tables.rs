//! Tables of the process (settings of packages), compared in place: reading one anew takes its copy.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// Dicts in dicts that are looked into.
const DEPTH: u32 = 8;
/// Lists, tuples and dicts within each other, likewise.
const DEPTH_OF_VALUES: u32 = 50;
/// Items of a list that are compared.
const LONG: usize = 10_000;

/// Whether two dicts hold the same objects in the same order; dicts in them likewise. No code of theirs runs.
#[pyfunction]
pub fn same_entries(one: &Bound<'_, PyDict>, other: &Bound<'_, PyDict>) -> bool {
    same_to_depth(one, other, DEPTH)
}

fn same_to_depth(one: &Bound<'_, PyDict>, other: &Bound<'_, PyDict>, depth: u32) -> bool {
    let nested = |one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>| match (one.cast_exact::<PyDict>(), other.cast_exact::<PyDict>()) {
        (Ok(one), Ok(other)) => depth > 0 && same_to_depth(one, other, depth - 1),
        _ => false,
    };
    one.len() == other.len() && one.iter().zip(other.iter()).all(|((a, x), (b, y))| a.is(&b) && (x.is(&y) || nested(&x, &y)))
}

/// Whether two values are alike: the same object, numbers and texts that are equal, or lists, tuples and dicts of such in the
/// same order. Those that are too long or too deep are not. No code of theirs runs.
pub fn same(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    alike(one, other, DEPTH_OF_VALUES)
}

fn alike(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>, depth: u32) -> bool {
    if one.is(other) {
        return true;
    }
    if one.get_type_ptr() != other.get_type_ptr() || depth == 0 {
        return false;
    }
    if is_plain(one) {
        return one.eq(other).unwrap_or(false);
    }
    if let (Ok(one), Ok(other)) = (one.cast_exact::<PyTuple>(), other.cast_exact::<PyTuple>()) {
        return one.len() == other.len() && one.len() < LONG && all_alike(one.iter().zip(other), depth - 1);
    }
    if let (Ok(one), Ok(other)) = (one.cast_exact::<PyDict>(), other.cast_exact::<PyDict>()) {
        return one.len() == other.len() && one.iter().zip(other).all(|((a, x), (b, y))| a.is(&b) && alike(&x, &y, depth - 1));
    }
    let lists = (one.cast_exact::<PyList>(), other.cast_exact::<PyList>());
    let (Ok(one), Ok(other)) = lists else { return false };
    one.len() == other.len() && one.len() < LONG && all_alike(one.iter().zip(other), depth - 1)
}

fn all_alike<'py>(mut pairs: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>, depth: u32) -> bool {
    pairs.all(|(one, other)| alike(&one, &other, depth))
}

fn is_plain(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyString>()
}
