//! What scipy's functions of BLAS and LAPACK compute of matrices, without a look at the limits: it is estimated before, whoever calls.
//! `front::policy::sizes` says which functions compute what.
#![allow(unsafe_code, reason = "arguments of f2py's functions are read")]

use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::budget::costs;
use crate::cpython::value::attached;
use crate::front::policy::sizes::{OfMatrices, OF_MATRICES};
use crate::sandbox::memory::fortran::name_of;
use crate::sandbox::memory::object_arrays::shape;
use crate::session::current::with_run;
use crate::session::panics;
use crate::session::scope::HostScope;

/// Whether there is time for what the function computes; else an error is set.
///
/// # Safety
/// Attached, with a live object of f2py, a tuple, and a dict or null.
pub unsafe fn is_in_time(function: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let name = unsafe { name_of(function).and_then(|name| name.get(1..)) };
    let is_known = |functions: &[&str]| functions.iter().any(|known| Some(known.as_bytes()) == name);
    let Some((_, matrices, work)) = OF_MATRICES.iter().find(|(functions, ..)| is_known(functions)) else { return true };
    panics::contained(false, || {
        let _own = HostScope::enter();
        let py = attached();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let (args, named) = unsafe { (Bound::from_borrowed_ptr(py, args), Bound::from_borrowed_ptr_or_opt(py, named)) };
        let argument = |(place, name): &(usize, &str)| match args.cast::<PyTuple>().ok()?.get_item(*place) {
            Ok(found) => Some(found),
            Err(_) => named.as_ref()?.cast::<PyDict>().ok()?.get_item(*name).ok()?,
        };
        let sizes: Vec<Sides> = matrices.iter().map_while(argument).map_while(|matrix| sides(&matrix)).collect();
        let Some(seconds) = seconds(&sizes, *work) else { return true };
        with_run(py, |m| costs::check(m, seconds)).map_err(|error| error.restore(py)).is_ok()
    })
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
