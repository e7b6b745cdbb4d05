//! Interpolative decompositions of scipy: compiled code goes by a rank, and by the order of columns, without a look at the matrix.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::sandbox::memory::object_arrays::shape;
use crate::sandbox::memory::plain_numbers;

/// `iddr_id(a, krank)` and its like, with a matrix or a linear operator. (What is none the function refuses.)
///
/// # Errors
/// `ValueError` for a rank that no such matrix has, `TypeError` for an operator of a class of the code.
pub fn rank(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let (Ok(matrix), Ok(rank)) = (args.get_item(0), args.get_item(1)) else { return Ok(()) };
    plain_numbers::check(&rank, "rank")?;
    let sides = match shape(&matrix) {
        Some(sides) => sides,
        // (It may say another shape the next time.)
        None if plain_numbers::is_own(&matrix)? => {
            return Err(PyTypeError::new_err(
                "an operator is one of scipy's own: LinearOperator(shape, matvec=..., rmatvec=...) makes one",
            ));
        }
        None => matrix.getattr("shape")?.extract()?,
    };
    match (sides.into_iter().min(), rank.extract::<i64>()) {
        (Some(most), Ok(rank)) if usize::try_from(rank).map_or(true, |rank| rank > most) => {
            Err(PyValueError::new_err(format!("a rank of {rank}, where the matrix has {most} at most")))
        }
        _ => Ok(()),
    }
}

/// `idd_id2svd(b, cols, proj)` and its like, with arrays of numpy. (What is none the function refuses.)
///
/// # Errors
/// `ValueError` for columns that the matrix does not have.
pub fn order(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let columns = |place| args.get_item(place).ok().as_ref().and_then(shape).and_then(|sides| sides.get(1).copied());
    let (Some(kept), Some(others), Ok(order)) = (columns(0), columns(2), args.get_item(1)) else { return Ok(()) };
    let all = kept.saturating_add(others);
    plain_numbers::check(&order, "idx")?;
    let outside = plain_numbers::sum(&order, |column| f64::from(!(0.0..all as f64).contains(&column)));
    let count = shape(&order).and_then(|sides| sides.first().copied());
    if outside.is_some_and(|outside| outside != 0.0) || count.is_some_and(|count| count != all) {
        return Err(PyValueError::new_err(format!("idx is the order of {all} columns")));
    }
    Ok(())
}
