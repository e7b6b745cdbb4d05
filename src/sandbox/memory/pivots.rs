//! Pivots that functions of LAPACK are given (`lu_solve`, `scipy.linalg.lapack`): rows are exchanged by them, inside of the matrix
//! or not. A function is given a copy of them that was looked at.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::hooks::{newly_loaded, table};
use crate::front::policy::sizes::{First, Pivots, LASWP, LASWP_STEPS, PIVOTS};
use crate::sandbox::memory::fortran::{self, Routine};
use crate::sandbox::memory::fortran_work;
use crate::sandbox::memory::lent_memory;
use crate::sandbox::memory::machine_integers;
use crate::sandbox::memory::object_arrays::shape;
use crate::session::scope::{sandboxed, HostScope};

/// Wraps the call of scipy's functions of LAPACK, when they are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "scipy.linalg._flapack", "dgetrs")? else { return Ok(()) };
    fortran::wrap(&found.getattr("dgetrs")?, &table::PIVOTS, |routine, call, original| {
        if !sandboxed() {
            return original.run();
        }
        let (args, named) = {
            let _own = HostScope::enter();
            machine_integers::check(routine, call)?;
            fortran_work::check(routine, call)?;
            let (args, named) = call.arguments()?;
            match known(routine) {
                Some(pivots) => copied(&args, named, pivots)?,
                None => lent_memory::counted(&args, named.as_ref())?,
            }
        };
        original.with(&args, named.as_ref())
    })
}

/// What the function takes for granted of its pivots, if it takes any.
fn known(routine: &Routine) -> Option<&'static Pivots> {
    let name = routine.name_for_all()?;
    PIVOTS.iter().find(|pivots| pivots.functions.contains(&name))
}

type Given<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// The arguments, with copies of the pivots.
fn copied<'py>(args: &Bound<'py, PyTuple>, named: Option<Bound<'py, PyDict>>, pivots: &Pivots) -> PyResult<Given<'py>> {
    let py = args.py();
    let argument = |(place, name): (usize, &str)| match args.get_item(place) {
        Ok(found) => Ok(Some(found)),
        Err(_) => named.as_ref().map_or(Ok(None), |named| named.get_item(name)),
    };
    let mut all = args.iter().collect::<Vec<_>>();
    let numpy = py.import("numpy")?;
    // (What is no array yet the function makes one of: it is given that one.)
    let matrix = argument(pivots.matrix)?.map(|matrix| numpy.getattr("asarray")?.call1((matrix,))).transpose()?;
    let Some(size) = matrix.as_ref().and_then(shape).map(|sizes| pivots.side.of(&sizes)) else {
        return Ok((args.clone(), named));
    };
    let exchanged = named.as_ref().map(|named| named.copy()).transpose()?;
    let mut put = |(place, name): (usize, &str), value: Bound<'py, PyAny>| match (all.get_mut(place), &exchanged) {
        (Some(argument), _) => {
            *argument = value;
            Ok(())
        }
        (None, Some(named)) => named.set_item(name, value),
        (None, None) => Ok(()),
    };
    for which in pivots.arrays {
        let Some(given) = argument(*which)? else { continue };
        let copy = numpy.getattr("array")?.call1((given, "i4"))?;
        check(&copy, size, pivots.first)?;
        if pivots.functions.contains(&LASWP) {
            for (which, number) in LASWP_STEPS.into_iter().zip(steps(&argument, copy.len()?)?) {
                put(which, number.into_pyobject(py)?.into_any())?;
            }
        }
        put(*which, copy)?;
    }
    if let Some(matrix) = matrix {
        put(pivots.matrix, matrix)?;
    }
    Ok((PyTuple::new(py, all)?, exchanged))
}

fn check(given: &Bound<'_, PyAny>, size: usize, first: First) -> PyResult<()> {
    let all = given.call_method0("ravel")?.call_method0("tolist")?.extract::<Vec<i64>>()?;
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let lies_inside = |pivot: i64| match first {
        First::Zero => (0..size).contains(&pivot),
        First::One => (1..=size).contains(&pivot),
        First::OneOrNone => (0..=size).contains(&pivot),
        First::OneSigned => pivot != 0 && (-size..=size).contains(&pivot),
    };
    match all.into_iter().find(|pivot| !lies_inside(*pivot)) {
        Some(pivot) => Err(PyValueError::new_err(format!("pivot {pivot} lies outside of a matrix of {size} rows"))),
        None => Ok(()),
    }
}

/// The numbers by which `laswp` goes through its pivots, all of which are there.
fn steps<'py>(argument: &impl Fn((usize, &str)) -> PyResult<Option<Bound<'py, PyAny>>>, count: usize) -> PyResult<[i64; 4]> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let mut numbers = [0, count - 1, 0, 1];
    for (which, number) in LASWP_STEPS.into_iter().zip(&mut numbers) {
        if let Some(given) = argument(which)? {
            *number = given.py().get_type::<PyInt>().call1((given,))?.extract()?;
        }
    }
    let [first, last, begin, step] = numbers.map(i128::from);
    let farthest = begin + first + (last - first) * step.abs();
    match first >= 0 && last >= first && begin >= 0 && farthest < i128::from(count) {
        true => Ok(numbers),
        false => Err(PyValueError::new_err(format!("there are no more than {count} pivots to go through"))),
    }
}
