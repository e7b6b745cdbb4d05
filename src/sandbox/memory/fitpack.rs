//! Splines that functions of FITPACK are given (`splev`, `bisplev`): they have room for splines of some degree, and read as many knots as
//! the degree asks for. (Coefficients they count themselves.) A function is given copies of degrees, and arrays that were looked at.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::hooks::{newly_loaded, table};
use crate::front::policy::sizes::{Fitpack, FITPACK};
use crate::sandbox::memory::fortran;
use crate::sandbox::memory::object_arrays::elements;
use crate::session::scope::{sandboxed, HostScope};

/// Wraps the call of scipy's functions of FITPACK, when they are loaded. (Each module of f2py has a class of its own.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, module) in DONE.iter().zip(MODULES) {
        let Some(found) = newly_loaded(py, done, module, "splev")? else { continue };
        fortran::wrap(&found.getattr("splev")?, &table::FITPACK, |routine, call, original| {
            let is_it = |known: &&Fitpack| known.functions.iter().any(|one| Some(*one) == routine.name());
            let Some(spline) = FITPACK.iter().find(is_it).filter(|_| sandboxed()) else { return original.run() };
            let (args, named) = {
                let _own = HostScope::enter();
                let (args, named) = call.arguments()?;
                copied(&args, named, spline)?
            };
            original.with(&args, named.as_ref())
        })?;
    }
    Ok(())
}

/// One of them is there: older versions of scipy have another name for it.
const MODULES: [&str; 2] = ["scipy.interpolate._dfitpack", "scipy.interpolate.dfitpack"];

type Given<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// The arguments, with arrays and numbers in the places of those that could be others the second time.
fn copied<'py>(args: &Bound<'py, PyTuple>, named: Option<Bound<'py, PyDict>>, spline: &Fitpack) -> PyResult<Given<'py>> {
    let py = args.py();
    let mut all = args.iter().collect::<Vec<_>>();
    let named = named.map(|named| named.copy()).transpose()?;
    let mut exchange = |(place, name): (usize, &str), by: &dyn Fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>| {
        if let Some(argument) = all.get_mut(place) {
            *argument = by(argument)?;
            return Ok(Some(argument.clone()));
        }
        let Some(argument) = named.as_ref().map_or(Ok(None), |named| named.get_item(name))? else { return Ok(None) };
        let argument = by(&argument)?;
        named.iter().try_for_each(|named| named.set_item(name, &argument))?;
        PyResult::Ok(Some(argument))
    };
    let array = py.import("numpy")?.getattr("asarray")?;
    let as_array = |given: &Bound<'py, PyAny>| array.call1((given, "f8"));
    let as_number = |given: &Bound<'py, PyAny>| py.get_type::<PyInt>().call1((given,));
    for (knots, degree) in spline.directions {
        // (What is missing the function asks for.)
        let (Some(knots), Some(degree)) = (exchange(*knots, &as_array)?, exchange(*degree, &as_number)?) else {
            return Ok((args.clone(), named));
        };
        let given = degree.extract::<i64>()?;
        let degree = usize::try_from(given - spline.order).ok().filter(|degree| *degree <= spline.most);
        let Some(degree) = degree else {
            return Err(PyValueError::new_err(format!(
                "degrees of splines are {} at most here, not {}",
                spline.most,
                given - spline.order
            )));
        };
        let knots = elements(&knots).unwrap_or(0);
        if knots < 2 * degree + 2 {
            return Err(PyValueError::new_err(format!("{knots} knots do not make a spline of degree {degree}")));
        }
    }
    Ok((PyTuple::new(py, all)?, named))
}
