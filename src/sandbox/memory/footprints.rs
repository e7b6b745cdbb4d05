//! Filters of scipy that look at a neighbourhood: they read as many weights as the neighbourhood has points.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::sandbox::memory::object_arrays::shape;

/// `min_or_max_filter(input, footprint, structure, …)`, with arrays of numpy. (What is none the function refuses.)
///
/// # Errors
/// `ValueError` for others.
pub fn check(args: &Bound<'_, PyTuple>) -> PyResult<()> {
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
