//! Filters of scipy's images: they read as many weights as the neighbourhood of a point has, along as many axes as it lies in.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::sizes;
use crate::sandbox::memory::object_arrays::shape;
use crate::sandbox::memory::plain_numbers;
use crate::session::current::with_run;

/// `min_or_max_filter(input, footprint, structure, …)`, with arrays of numpy. (What is none the function refuses.)
///
/// # Errors
/// `ValueError` for others.
pub fn neighbourhood(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let (Ok(input), Ok(footprint)) = (args.get_item(0), args.get_item(1)) else { return Ok(()) };
    let (Some(input), Some(sizes)) = (shape(&input), shape(&footprint)) else { return Ok(()) };
    if input.len() != sizes.len() {
        return Err(PyValueError::new_err("footprint array has incorrect shape."));
    }
    if !footprint.call_method0("any")?.is_truthy()? {
        return Err(PyValueError::new_err("All-zero footprint is not supported."));
    }
    match args.get_item(2).ok().as_ref().and_then(shape) {
        Some(structure) if structure != sizes => Err(PyValueError::new_err("structure array has incorrect shape")),
        _ => Ok(()),
    }
}

/// (What is missing the function asks for.)
pub fn line(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    /// Bytes of the line, for each number of the filter.
    const NUMBER: u64 = 16;
    if let Ok(moved) = args.get_item(6) {
        plain_numbers::check(&moved, "origin")?;
    }
    let Some(size) = args.get_item(1).ok().filter(|size| shape(size).is_none()) else { return Ok(()) };
    plain_numbers::check(&size, "size")?;
    match size.extract::<i64>() {
        Ok(size) if size > i64::from(i32::MAX) => Err(PyMemoryError::new_err("a filter is longer than any line")),
        Ok(size) => with_run(args.py(), |m| sizes::items(m, u64::try_from(size).unwrap_or(0), NUMBER)),
        Err(_) => Ok(()),
    }
}

/// `zoom_shift(input, zoom, shift, output, order, mode, …)`, with arrays of numpy or none.
///
/// # Errors
/// `ValueError` for what is no number of a place.
pub fn places(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    /// Ways in which what lies outside becomes a place inside by division (`NI_EXTEND_…`): not the nearest, nor a constant.
    const FOLDED: [i64; 4] = [1, 2, 3, 5];
    /// Beyond it not every whole number is one.
    const FARTHEST: f64 = (1_u64 << 53) as f64;
    /// A factor, of a place that has 32 bits.
    const WIDEST: f64 = (1_u32 << 30) as f64;
    let is_folded = args.get_item(5).ok().and_then(|mode| mode.extract().ok()).is_none_or(|mode| FOLDED.contains(&mode));
    for (place, name, most) in [(1, "zoom", WIDEST), (2, "shift", FARTHEST)] {
        let Some(given) = args.get_item(place).ok().filter(|given| is_folded && !given.is_none()) else { continue };
        if plain_numbers::sum(&given, |number| f64::from(!(0.0..=most).contains(&number.abs()))) != Some(0.0) {
            return Err(PyValueError::new_err(format!("{name} must be finite numbers, {most} at most, in this mode")));
        }
    }
    Ok(())
}

/// (What is no array the function refuses.)
pub fn of_one_rank(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let rank = |place| args.get_item(place).ok().as_ref().and_then(shape).map(|sizes| sizes.len());
    match (rank(0), rank(1)) {
        (Some(first), Some(second)) if first != second => {
            Err(PyValueError::new_err(format!("an array of {first} dimensions where the other has {second}")))
        }
        _ => Ok(()),
    }
}
