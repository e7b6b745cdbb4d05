//! Support vectors of scikit-learn: libsvm looks for them in steps, without an end where they hardly converge, and looks at no limit. It
//! takes as many steps as there is time for.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::budget::compiled_calls::{self, Call, Original};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::R;
use crate::session::current;
use crate::session::scope::sandboxed;

/// Where the functions take the number of steps: by name alone, and at this place.
const FUNCTIONS: [(&str, &str, Option<usize>); 2] =
    [("sklearn.svm._libsvm", "fit", None), ("sklearn.svm._libsvm_sparse", "libsvm_sparse_train", Some(19))];
const STEPS: &str = "max_iter";
/// Where the answer says whether these were too few.
const STATUS: usize = 7;
/// Steps by which the time of one is found.
const FIRST: i64 = 20_000;
/// Later steps are shorter: rows of the table are known, and others are left out.
const SHORTER: f64 = 4.0;
/// The run ends by itself then.
const GRACE: Duration = Duration::from_millis(500);

/// Wraps the functions, when scikit-learn is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; FUNCTIONS.len()] = [const { AtomicBool::new(false) }; FUNCTIONS.len()];
    for (done, (module, name, place)) in DONE.iter().zip(FUNCTIONS) {
        let Some(found) = newly_loaded(py, done, module, name)? else { continue };
        for method in Method::all_of(&found.getattr(name)?) {
            compiled_calls::wrap(method, &table::SIZES, move |call, original| fit(call, original, place));
        }
    }
    Ok(())
}

fn fit<'py>(call: &Call, original: &Original<'_, 'py>, place: Option<usize>) -> R<Bound<'py, PyAny>> {
    let asked = place.map_or_else(|| call.named(STEPS), |place| call.given(place, STEPS));
    let is_endless = asked.is_some_and(|steps| steps.extract::<i64>().is_ok_and(|steps| steps < 0));
    if !sandboxed() || !is_endless || time_left().is_none() {
        return original.run();
    }
    let mut steps = FIRST;
    loop {
        let begun = Instant::now();
        let (args, named) = with_steps(call, original.py(), place, steps)?;
        let found = original.with(&args, named.as_ref())?;
        let status = found.get_item(STATUS).and_then(|status| status.extract::<i64>());
        if status.is_ok_and(|status| status == 0) {
            return Ok(found);
        }
        current::with_current(|m| m.charge(0)).unwrap_or(Ok(()))?;
        let Some(left) = time_left() else { return original.run() };
        let each = begun.elapsed().as_secs_f64().max(1e-6) / steps as f64;
        steps = steps.saturating_mul(2).max(((left + GRACE).as_secs_f64() * SHORTER / each) as i64);
    }
}

fn time_left() -> Option<Duration> {
    current::with_current(|m| m.time_left()).flatten()
}

/// What the function was given, with another number of steps.
fn with_steps<'py>(
    call: &Call,
    py: Python<'py>,
    place: Option<usize>,
    steps: i64,
) -> PyResult<(Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>)> {
    // (It is an integer of C there.)
    let steps = steps.min(i64::from(i32::MAX)).into_pyobject(py)?.into_any();
    let (args, named) = call.arguments()?;
    let mut all: Vec<_> = args.iter().collect();
    if let Some(given) = place.and_then(|place| all.get_mut(place)) {
        *given = steps;
        return Ok((PyTuple::new(py, all)?, named));
    }
    let named = named.map_or_else(|| Ok(PyDict::new(py)), |named| named.copy())?;
    named.set_item(STEPS, steps)?;
    Ok((args, Some(named)))
}
