//! Tables of the process (settings of packages), compared in place: reading one anew takes its copy.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Dicts in dicts that are looked into.
const DEPTH: u32 = 8;

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
