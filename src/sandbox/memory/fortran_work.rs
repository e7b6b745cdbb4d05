//! What scipy's functions of BLAS and LAPACK compute of matrices, without a look at the limits: it is estimated before, whoever calls.
//! `front::policy::sizes` says which functions compute what.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::budget::compiled_calls::Call;
use crate::budget::costs;
use crate::cpython::value::{attached, R};
use crate::front::policy::sizes::{OfMatrices, OF_MATRICES};
use crate::sandbox::memory::fortran::Routine;
use crate::sandbox::memory::object_arrays::shape;
use crate::session::current::with_run;

/// Whether there is time for what the function computes.
pub(crate) fn check(routine: &Routine, call: &Call) -> R<()> {
    let is_known = |functions: &[&str]| functions.iter().any(|known| Some(*known) == routine.name_for_all());
    let Some((_, matrices, work)) = OF_MATRICES.iter().find(|(functions, ..)| is_known(functions)) else { return Ok(()) };
    let argument = |(place, name): &(usize, &str)| call.given(*place, name);
    let sizes: Vec<Sides> = matrices.iter().map_while(argument).map_while(|matrix| sides(&matrix)).collect();
    let Some(seconds) = seconds(&sizes, *work) else { return Ok(()) };
    Ok(with_run(attached(), |m| costs::check(m, seconds))?)
}

/// Rows and columns.
type Sides = (f64, f64);

fn seconds(sizes: &[Sides], work: OfMatrices) -> Option<f64> {
    let ((rows, columns), second) = (*sizes.first()?, sizes.get(1));
    Some(match work {
        OfMatrices::Factor(factor) => costs::decomposition(factor, rows, columns),
        OfMatrices::Bands(each) => columns.powi(2) * each,
        OfMatrices::Sylvester(each) => {
            let (others, _) = second?;
            rows * others * (rows + others) * each
        }
        // (Either may be turned: what they have in common is no longer than the longer side.)
        OfMatrices::Product(part) => {
            let (others, width) = second?;
            costs::product_of(b'd', part * rows.min(columns) * others * width)
        }
        OfMatrices::Square(part) => costs::product_of(b'd', part * rows * columns * rows.min(columns)),
    })
}

/// Those of an array, or of a list of rows, which the function makes an array of.
fn sides(matrix: &Bound<'_, PyAny>) -> Option<Sides> {
    if let Some(sizes) = shape(matrix) {
        return Some((*sizes.first()? as f64, *sizes.get(1)? as f64));
    }
    let is_row = |object: &Bound<'_, PyAny>| object.is_exact_instance_of::<PyList>() || object.is_exact_instance_of::<PyTuple>();
    if !is_row(matrix) {
        return None;
    }
    let row = matrix.get_item(0).ok()?;
    let columns = match shape(&row) {
        Some(sizes) => *sizes.first()?,
        None => Some(&row).filter(|row| is_row(row))?.len().ok()?,
    };
    Some((matrix.len().ok()? as f64, columns as f64))
}
