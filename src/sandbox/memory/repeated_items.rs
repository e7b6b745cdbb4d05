//! Items of an array that are repeated, each so often as it is said: numpy adds the numbers up in an integer of C.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::sandbox::memory::object_arrays::{dtype, shape};
use crate::sandbox::memory::plain_numbers;

/// The array that an array of pandas is made of, which its own class tells: a class of the code may say otherwise.
fn backing<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let class = object.py().import("pandas._libs.arrays")?.getattr("NDArrayBacked")?;
    class.getattr("_ndarray")?.call_method1("__get__", (object,))
}

/// Refuses what no memory could hold.
///
/// # Errors
/// `MemoryError`; `TypeError` for numbers that may be others when numpy asks again.
pub fn check(array: &Bound<'_, PyAny>, counts: Option<Bound<'_, PyAny>>, axis: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    /// More bytes are in no memory.
    const MOST: f64 = (1_u64 << 48) as f64;
    let Some(counts) = counts else { return Ok(()) };
    let axis = axis.filter(|axis| !axis.is_none());
    if shape(array).is_none() {
        let (array, axis) = (backing(array)?, axis.unwrap_or_else(|| PyInt::new(counts.py(), 0).into_any()));
        return if shape(&array).is_some() { check(&array, Some(counts), Some(axis)) } else { Ok(()) };
    }
    let sizes = shape(array).unwrap_or_default();
    plain_numbers::check(&counts, "repeats")?;
    axis.as_ref().map_or(Ok(()), |axis| plain_numbers::check(axis, "axis"))?;
    let all: usize = sizes.iter().product();
    let length = match axis.map(|axis| axis.extract::<isize>()) {
        None => all,
        Some(Ok(axis)) => {
            let place = if axis < 0 { axis.saturating_add_unsigned(sizes.len()) } else { axis };
            // (What is no axis numpy refuses.)
            let Some(length) = usize::try_from(place).ok().and_then(|place| sizes.get(place)) else { return Ok(()) };
            *length
        }
        Some(Err(_)) => return Ok(()),
    };
    let often = match shape(&counts).filter(|sizes| !sizes.is_empty()) {
        None if counts.extract::<f64>().is_ok() => counts.extract::<f64>()? * length as f64,
        found => match plain_numbers::sum(&counts, |count| count.max(0.0)) {
            Some(sum) if found.map_or_else(|| counts.len().ok(), |sizes| Some(sizes.iter().product())) == Some(1) => sum * length as f64,
            Some(sum) => sum,
            // (What is no number numpy refuses.)
            None => return Ok(()),
        },
    };
    let others = all.checked_div(length).unwrap_or(0) as f64;
    let bytes = dtype(array).and_then(|dtype| dtype.getattr("itemsize").ok()?.extract::<f64>().ok()).unwrap_or(1.0).max(1.0);
    if often * others * bytes <= MOST {
        return Ok(());
    }
    Err(PyMemoryError::new_err("Unable to allocate memory for so many repeated items"))
}
