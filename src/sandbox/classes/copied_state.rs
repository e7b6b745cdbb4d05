//! States of copies of objects of the code's classes.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyString, PyTuple};

use crate::cpython::api;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions, class, Use};
use crate::sandbox::classes;
use crate::session::refusals;
use crate::session::run_context::RunContext;

/// What a class of the code says of the state of an object below a class of others: no more than the code may write, and nothing
/// that compiled code believes.
pub fn check(m: &RunContext, object: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> R<()> {
    let class = &object.get_type();
    let (says, reads) = (PyString::intern(m.py(), "__getstate__"), PyString::intern(m.py(), "__setstate__"));
    let by_others = class::definer(m, class, &reads)? == class::Definer::Other;
    if class::definer(m, class, &says)? != class::Definer::Own || !by_others && !classes::derives_from_host(m, class)? {
        return Ok(());
    }
    if by_others && !api::class_attribute(class, &reads).is_some_and(|found| found.is_exact_instance_of::<PyFunction>()) {
        return Err(refusals::forbidden_function(m, "copy (of an object whose class says what compiled code is to read)"));
    }
    let object = Value::from_bound(object.clone());
    let parts = state.cast::<PyTuple>().map_or_else(|_| vec![state.clone()], |parts| parts.iter().collect());
    for name in parts.iter().filter_map(|part| part.cast::<PyDict>().ok()).flat_map(|part| part.keys()) {
        attributes::check_change(m, &object, &access_functions::exact_name(&name, "")?, Use::Write)?;
    }
    Ok(())
}
