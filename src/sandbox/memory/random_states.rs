//! States of numpy's older random generator: the place in them is where the C code reads the next number, in or outside of the
//! table.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::budget::compiled_calls::{self, Call, Original};
use crate::cpython::builtin_types::known;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::R;
use crate::session::scope::sandboxed;

/// Numbers of a state; behind the last one, a new table is made.
const NUMBERS: i64 = 624;
/// The same of generators that make some numbers at a time.
const BUFFERED: i64 = 4;

/// Wraps `RandomState.set_state`, which `np.random.set_state` is, too, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "numpy.random.mtrand", "RandomState")? else { return Ok(()) };
    let class = module.getattr("RandomState")?.cast_into::<PyType>()?;
    let function = class.getattr("__dict__")?.get_item("set_state")?;
    if let Some(method) = Method::of(&function).or_else(|| Method::of_cython(&function)) {
        compiled_calls::wrap(method, &table::RANDOM_STATES, with_sound);
    }
    Ok(())
}

/// Calls with a state of plain containers whose place is known, which nobody else can change.
fn with_sound<'py>(call: &Call, original: &Original<'_, 'py>) -> R<Bound<'py, PyAny>> {
    match call.given(0, "state").filter(|_| sandboxed() && call.all().len() == 1) {
        Some(state) => original.with(&PyTuple::new(original.py(), [sound(&state)?])?, None),
        None => original.run(),
    }
}

/// What stands for `value` when the code sets the `state` of one of numpy's generators of bits.
pub fn sound_state<'py>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if name.to_string_lossy() != "state" {
        return Ok(None);
    }
    let py = object.py();
    let known = known(py)?;
    for base in known.mro(&object.get_type())? {
        if known.qualname(&base)? == "BitGenerator" && known.module_name(&base)?.starts_with("numpy.random") {
            return sound(value).map(Some);
        }
    }
    Ok(None)
}

/// A copy as tuples and dicts of their own, as numpy reads them. What is neither is refused by numpy itself.
fn sound<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if state.is_instance_of::<PyDict>() {
        let copy = plain_copy(state)?;
        look_at(&copy, "buffer_pos", BUFFERED)?;
        if let Some(inner) = copy.get_item("state")? {
            let inner = plain_copy(&inner)?;
            look_at(&inner, "pos", NUMBERS)?;
            copy.set_item("state", inner)?;
        }
        return Ok(copy.into_any());
    }
    if state.is_instance_of::<PyTuple>() || state.is_instance_of::<PyList>() {
        let mut items = state.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if let Some(place) = items.get_mut(2) {
            *place = inside(place, NUMBERS)?;
        }
        return Ok(PyTuple::new(state.py(), items)?.into_any());
    }
    Ok(state.clone())
}

fn plain_copy<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let copy = PyDict::new(mapping.py());
    copy.call_method1("update", (mapping,))?;
    Ok(copy)
}

fn look_at(state: &Bound<'_, PyDict>, name: &str, last: i64) -> PyResult<()> {
    match state.get_item(name)? {
        Some(place) => state.set_item(name, inside(&place, last)?),
        None => Ok(()),
    }
}

/// The place as a plain number: an object may answer in two ways when it is asked twice.
fn inside<'py>(place: &Bound<'py, PyAny>, last: i64) -> PyResult<Bound<'py, PyAny>> {
    let number = place.py().get_type::<PyInt>().call1((place,))?;
    if number.extract::<i64>().is_ok_and(|number| (0..=last).contains(&number)) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("the place in a state of random numbers lies between 0 and {last}")))
}
