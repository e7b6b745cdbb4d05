//! scipy's generator of Sobol sequences: it goes by the dimensions that it is told, and the number of the next point, not by its tables.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::sandbox::memory::object_arrays::shape;
use crate::sandbox::memory::plain_numbers;

/// Arrays that have a place for each dimension, and along which axis.
const WIDE: [(&str, usize); 3] = [("sv", 0), ("quasi", 0), ("sample", 1)];

/// `_draw(n, num_gen, dim, scale, sv, quasi, sample)`, `_fast_forward(n, num_gen, dim, sv, quasi)`, `_cscramble(dim, bits, ltm, sv)`,
/// which scipy calls by names.
///
/// # Errors
/// `ValueError` for arrays that are too small for what is asked.
pub fn check<'py>(argument: impl Fn(&str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    let number = |name: &str| -> PyResult<Option<i128>> {
        let Some(given) = argument(name)? else { return Ok(None) };
        plain_numbers::check(&given, name)?;
        // (What is no number the function refuses.)
        Ok(given.extract().ok())
    };
    let size = |name: &str, axis: usize| -> PyResult<Option<i128>> {
        Ok(argument(name)?.as_ref().and_then(shape).and_then(|sizes| i128::try_from(*sizes.get(axis)?).ok()))
    };
    let dimensions = number("dim")?;
    let fits = |asked: Option<i128>, there: Option<i128>| asked.zip(there).is_none_or(|(asked, there)| asked <= there);
    for (name, axis) in WIDE {
        if !fits(dimensions, size(name, axis)?) {
            return Err(PyValueError::new_err(format!("the sequence was made for fewer dimensions ({name} has no more)")));
        }
    }
    let bits = size("sv", 1)?;
    let (points, next) = (number("n")?, number("num_gen")?);
    // (The point that has no zero among these bits would need one more.)
    let last = points.zip(next).map(|(points, next)| points.saturating_add(next));
    let most = bits.map(|bits| (1_i128 << bits.clamp(0, 64)) - 1);
    if !fits(points, size("sample", 0)?) || !fits(last, most) || next.is_some_and(|next| next < 0) || !fits(number("bits")?, bits) {
        return Err(PyValueError::new_err("a sequence has at most 2**bits points"));
    }
    Ok(())
}
