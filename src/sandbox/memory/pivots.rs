//! Pivots that functions of LAPACK are given (`lu_solve`, `scipy.linalg.lapack`): rows are exchanged by them, inside of the matrix
//! or not. A function is given a copy of them that was looked at.
#![allow(unsafe_code, reason = "the call of f2py's functions is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::value::attached;
use crate::front::policy::sizes::{First, Pivots, LASWP, LASWP_STEPS, PIVOTS};
use crate::sandbox::memory::fortran::{self, name_of};
use crate::sandbox::memory::fortran_work::is_in_time;
use crate::sandbox::memory::lent_memory;
use crate::sandbox::memory::machine_integers;
use crate::sandbox::memory::object_arrays::shape;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static CALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the call of scipy's functions of LAPACK, when they are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "scipy.linalg._flapack", "dgetrs")? else { return Ok(()) };
    fortran::guard(&found.getattr("dgetrs")?, call, &CALL, &table::PIVOTS)
}

unsafe extern "C" fn call(function: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::ternaryfunc = std::mem::transmute(CALL.load(Ordering::Acquire));
        let original = |args, named| fortran::given(original(function, args, named));
        if sandboxed() && !machine_integers::are_small(function, args, named) {
            return ptr::null_mut();
        }
        if sandboxed() && !is_in_time(function, args, named) {
            return ptr::null_mut();
        }
        let Some(pivots) = known(function).filter(|_| sandboxed()) else {
            return lent_memory::with_counted(args, named, original);
        };
        let looked_at = panics::contained(None, || {
            let _own = HostScope::enter();
            let py = attached();
            let named = Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into::<PyDict>()).transpose();
            let copied = named.map_err(PyErr::from).and_then(|named| copied(&Bound::from_borrowed_ptr(py, args), named, pivots));
            copied.map_err(|error| error.restore(py)).ok()
        });
        // (Both live until the call is over.)
        match looked_at {
            Some((args, named)) => original(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), |named| named.as_ptr())),
            None => ptr::null_mut(),
        }
    }
}

/// What the function takes for granted of its pivots, if it takes any. Names begin with a letter for the kind of numbers.
///
/// # Safety
/// A live object of f2py.
unsafe fn known(function: *mut PyObject) -> Option<&'static Pivots> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let name = unsafe { name_of(function)?.get(1..)? };
    PIVOTS.iter().find(|pivots| pivots.functions.iter().any(|known| known.as_bytes() == name))
}

type Given<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// The arguments, with copies of the pivots.
fn copied<'py>(args: &Bound<'py, PyAny>, named: Option<Bound<'py, PyDict>>, pivots: &Pivots) -> PyResult<Given<'py>> {
    let (py, args) = (args.py(), args.cast::<PyTuple>()?);
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
