//! Signals and pictures that compiled filters of scipy continue beyond their ends, and labels of regions: how many numbers there are to
//! go on from, and how much room the functions ask for.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::{costs, sizes};
use crate::sandbox::memory::object_arrays::shape;
use crate::sandbox::memory::plain_numbers;
use crate::session::current::with_run;

/// `_apply(data, h, out, up, down, axis, mode, cval)`, with arrays of numpy. (What is none the function refuses.)
///
/// # Errors
/// `ValueError` for a signal that is too short to go on beyond its ends in this way.
pub fn ends(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    /// Beyond the ends there is a constant (`mode_enum("constant")`).
    const CONSTANT: i64 = 0;
    /// What is there goes by the difference of two numbers, or by places between them (`smooth`, `reflect`, `antireflect`, `line`).
    const BY_TWO: [i64; 4] = [3, 5, 7, 8];
    let number = |place| args.get_item(place).ok().and_then(|number| number.extract::<i64>().ok());
    let Some(mode) = number(6).filter(|mode| *mode != CONSTANT) else { return Ok(()) };
    let sizes = args.get_item(0).ok().as_ref().and_then(shape);
    let axis = number(5).and_then(|axis| usize::try_from(axis).ok());
    let Some(length) = sizes.zip(axis).and_then(|(sizes, axis)| sizes.get(axis).copied()) else { return Ok(()) };
    let least = if BY_TWO.contains(&mode) { 2 } else { 1 };
    if length < least {
        return Err(PyValueError::new_err(format!("a signal of {length} does not go on beyond its ends in this mode: it needs {least}")));
    }
    Ok(())
}

/// `_convolve2d(in1, in2, flip, mode, boundary, fillvalue)`
///
/// # Errors
/// `ValueError` for a picture without points that is to go on beyond its borders.
pub fn borders(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    /// (`boundary="fill"`)
    const FILLED: i64 = 0;
    let is_filled = args.get_item(4).ok().and_then(|boundary| boundary.extract::<i64>().ok()).is_none_or(|boundary| boundary == FILLED);
    match args.get_item(0).ok().as_ref().and_then(shape) {
        Some(sizes) if !is_filled && sizes.contains(&0) => {
            Err(PyValueError::new_err("a picture without points does not go on beyond its borders: boundary=\"fill\""))
        }
        _ => Ok(()),
    }
}

/// `_medfilt2d(image, size)`: each point is compared with those around it, of which an integer of C has the number.
///
/// # Errors
/// `ValueError` for larger windows.
pub fn windows(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    const LARGEST: f64 = 32767.0;
    /// Seconds that a fast machine needs for a point of a window (a third of what was measured).
    const POINT: f64 = 1e-9;
    let (Ok(image), Ok(window)) = (args.get_item(0), args.get_item(1)) else { return Ok(()) };
    plain_numbers::check(&window, "kernel_size")?;
    if plain_numbers::sum(&window, |size| f64::from(!(0.0..=LARGEST).contains(&size))).is_some_and(|others| others != 0.0) {
        return Err(PyValueError::new_err(format!("kernel_size is {LARGEST} at most")));
    }
    let (Some(sides), Ok(sizes)) = (shape(&image), window.extract::<Vec<f64>>()) else { return Ok(()) };
    let sides = sides.into_iter().map(|side| side as f64);
    let points: f64 = sides.zip(sizes).map(|(side, size)| side * side.min(size)).product();
    with_run(args.py(), |m| costs::check(m, points * POINT))
}

/// `find_objects(input, max_label)`: there is room for the regions of as many labels.
pub fn regions(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    /// Bytes of the first and the last place along an axis, and of a list's item.
    const PLACES: u64 = 16;
    const ITEM: u64 = 8;
    let (Ok(input), Ok(labels)) = (args.get_item(0), args.get_item(1)) else { return Ok(()) };
    plain_numbers::check(&labels, "max_label")?;
    let (Some(sides), Ok(labels)) = (shape(&input), labels.extract::<i64>()) else { return Ok(()) };
    if labels > i64::from(i32::MAX) {
        return Err(PyMemoryError::new_err("there are more labels than regions of any picture"));
    }
    let each = PLACES.saturating_mul(sides.len() as u64) + ITEM;
    with_run(args.py(), |m| sizes::items(m, u64::try_from(labels).unwrap_or(0), each))
}
