//! `timeit.timeit` and `timeit.repeat` of callables. The real ones write source text and run it, which text of
//! the code would be part of; here only what is called is timed.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::session::current::with_run;
use crate::session::refusals;

/// One measurement: seconds that `number` calls take, by `timer` if one is given.
fn measure<'py>(
    stmt: &Bound<'py, PyAny>,
    setup: Option<&Bound<'py, PyAny>>,
    timer: Option<&Bound<'py, PyAny>>,
    number: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let py = stmt.py();
    for text in [Some(stmt), setup].into_iter().flatten().filter(|part| !part.is_callable()) {
        let nothing = text.extract::<String>().is_ok_and(|text| text == "pass");
        if !nothing {
            return with_run(py, |m| Err(refusals::forbidden_function(m, "timeit (of source text)")));
        }
    }
    if let Some(setup) = setup.filter(|setup| setup.is_callable()) {
        setup.call0()?;
    }
    let started = (Instant::now(), timer.map(|timer| timer.call0()).transpose()?);
    for _ in 0..number {
        if stmt.is_callable() {
            stmt.call0()?;
        }
        crate::sandbox::wrappers::library::waits::look(py)?;
    }
    match (timer, started.1) {
        (Some(timer), Some(before)) => timer.call0()?.sub(before),
        _ => Ok(started.0.elapsed().as_secs_f64().into_pyobject(py)?.into_any()),
    }
}

#[pyfunction]
#[pyo3(signature = (stmt, setup = None, timer = None, number = 1_000_000, globals = None), text_signature = None)]
pub fn timeit<'py>(
    stmt: Bound<'py, PyAny>,
    setup: Option<Bound<'py, PyAny>>,
    timer: Option<Bound<'py, PyAny>>,
    number: u64,
    globals: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    drop(globals);
    measure(&stmt, setup.as_ref(), timer.as_ref(), number)
}

#[pyfunction]
#[pyo3(signature = (stmt, setup = None, timer = None, repeat = 5, number = 1_000_000, globals = None), text_signature = None)]
pub fn repeat<'py>(
    stmt: Bound<'py, PyAny>,
    setup: Option<Bound<'py, PyAny>>,
    timer: Option<Bound<'py, PyAny>>,
    repeat: u32,
    number: u64,
    globals: Option<Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    drop(globals);
    (0..repeat).map(|_| measure(&stmt, setup.as_ref(), timer.as_ref(), number)).collect()
}
