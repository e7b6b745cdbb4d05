//! scipy's objects over qhull: one that is refused what it is to be made of has no lock yet, and uses it at its end. Options may open
//! files, and end the process.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::budget::compiled_calls::{self, Call, CallSlot};
use crate::cpython::hooks::{newly_loaded, table};
use crate::sandbox::memory::object_arrays::{is_of_doubles, shape};

/// Places and names of texts among the arguments.
const TEXTS: [(usize, &str); 3] = [(0, "mode_option"), (2, "options"), (3, "required_options")];
/// Places and names of arrays, and how many dimensions they have.
const ARRAYS: [(usize, &str, usize); 2] = [(1, "points", 2), (6, "interior_point", 1)];

/// Wraps the class, when its module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "scipy.spatial._qhull", "_Qhull")? else { return Ok(()) };
    let class = module.getattr("_Qhull")?.cast_into::<PyType>()?;
    compiled_calls::guard_slot(&class, CallSlot::New, &table::HULLS, check);
    Ok(())
}

/// What qhull does by an option (or by several, which need no blank between them) that it is not asked for here.
fn is_refused(option: &[u8]) -> Option<&'static str> {
    let option = option.strip_prefix(b"-").unwrap_or(option);
    let after = |letter: u8| option.iter().position(|found| *found == letter).and_then(|at| option.get(at + 1..));
    let has = |rest: Option<&[u8]>, letters: &[u8]| rest.is_some_and(|rest| rest.iter().any(|found| letters.contains(found)));
    if has(after(b'T'), b"R") {
        return Some("TR has it run again and again");
    }
    if has(after(b'T'), b"IO") {
        return Some("TI and TO exchange files of the process");
    }
    // (All that follows belongs to these.)
    if option.first().is_some_and(|first| b"FGQ".contains(first)) {
        return None;
    }
    if has(after(b'P'), b"o") {
        return Some("Po has it go on after errors, which end the process");
    }
    let part = |rest: &[u8]| std::str::from_utf8(rest).ok()?.parse::<f64>().ok();
    match after(b'R').map(part) {
        Some(part) if !part.is_some_and(|part| (0.0..=1.0).contains(&part)) => Some("R is followed by a part of 1"),
        _ => None,
    }
}

fn check(call: &Call) -> PyResult<()> {
    let argument = |place: usize, name: &str| call.given(place, name).filter(|given| !given.is_none());
    for (place, name) in TEXTS {
        let Some(given) = argument(place, name) else { continue };
        let options = given.cast_exact::<PyBytes>().map_err(|_| PyTypeError::new_err(format!("{name} must be bytes")))?;
        if let Some(reason) = options.as_bytes().split(u8::is_ascii_whitespace).find_map(is_refused) {
            return Err(PyValueError::new_err(format!("qhull's option {reason}")));
        }
    }
    for (place, name, rank) in ARRAYS {
        let Some(given) = argument(place, name) else { continue };
        if shape(&given).is_none_or(|sizes| sizes.len() != rank) {
            return Err(PyValueError::new_err(format!("Buffer has wrong number of dimensions: {name} has {rank}")));
        }
        if !is_of_doubles(&given) {
            return Err(PyValueError::new_err(format!("Buffer dtype mismatch, expected 'double_t': {name} has others")));
        }
    }
    Ok(())
}
