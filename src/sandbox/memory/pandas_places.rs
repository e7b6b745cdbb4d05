//! Places in arrays: compiled functions of pandas take items, and add up windows, by the numbers in arrays that the code may
//! have made (`Categorical.from_codes(…, validate=False)`, windows of an indexer of its own). They are looked at in front of
//! each of these functions.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::budget::compiled_calls;
use crate::cpython::api::types::has_buffer;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::front::policy::places::{Places, Within, MODULES};
use crate::sandbox::memory::object_arrays::{integers, is_array, shape};
use crate::session::current;

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, (module, last, functions)) in DONE.iter().zip(MODULES) {
        if let Some(found) = newly_loaded(py, done, module, last)? {
            guard(&found, functions)?;
        }
    }
    Ok(())
}

fn guard(module: &Bound<'_, PyAny>, functions: &[(&str, &'static [Places])]) -> PyResult<()> {
    for name in module.dir()?.iter() {
        let name = name.cast_into::<PyString>()?;
        let text = name.to_string_lossy();
        let Some((_, places)) = functions.iter().find(|(beginning, _)| text.starts_with(beginning)) else { continue };
        let places = *places;
        if let Some(method) = Method::of_cython(&module.getattr(&name)?) {
            compiled_calls::guard(method, &table::PANDAS_PLACES, move |call| {
                let args = call.places();
                places.iter().try_for_each(|places| look(&args, *places))
            });
        }
    }
    Ok(())
}

fn look(args: &[Bound<'_, PyAny>], places: Places) -> PyResult<()> {
    let Some(mut given) = args.get(places.argument).cloned() else { return Ok(()) };
    if let Some(item) = places.item {
        // Anything but a tuple the function refuses by itself.
        let Ok(several) = given.cast_into_exact::<PyTuple>() else { return Ok(()) };
        given = several.get_item(item)?;
    }
    if !is_array(&given) {
        given = as_array(&given)?;
    }
    // What is no array of such integers the function refuses by itself.
    let (Some(mut found), Some(end)) = (integers(&given), end(args, places.within)?) else { return Ok(()) };
    let first = if places.gaps { -1 } else { 0 };
    if found.all(|place| (first..end).contains(&place)) {
        return Ok(());
    }
    Err(PyIndexError::new_err(match places.within {
        Within::Ends(_) => "windows end behind the last item: keep their ends inside (`np.minimum(end, num_values)`)",
        _ => "places lie outside of the array",
    }))
}

/// The array over the memory of a view that compiled functions hand each other. Of any other object, a class of the code may
/// say that it is longer than it is, or run code when it is asked.
fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let is_of_code = current::with_current(|m| m.session.check.own.contains(&given.get_type())).unwrap_or(true);
    if has_buffer(given) && !is_of_code {
        return given.py().import("numpy")?.call_method1("asarray", (given,));
    }
    Err(PyTypeError::new_err("places in an array are given in a plain array"))
}

/// The first place that is outside.
fn end(args: &[Bound<'_, PyAny>], within: Within) -> PyResult<Option<i64>> {
    let sizes = |argument: usize| args.get(argument).and_then(shape);
    let size = |argument: usize, axis: usize| sizes(argument).and_then(|sizes| i64::try_from(*sizes.get(axis)?).ok());
    Ok(match within {
        Within::Axis(argument, axis) => size(argument, axis),
        Within::Ends(argument) => size(argument, 0).map(|size| size.saturating_add(1)),
        Within::Number(argument) => args.get(argument).map(|number| number.extract::<i64>()).transpose()?,
    })
}
