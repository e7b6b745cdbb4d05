//! `timeit.timeit`, `timeit.repeat` and `timeit.Timer` of callables. The real ones write source text and run it, which text of
//! the code would be part of; here only what is called is timed.

use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::cpython::type_access::exact_text;
use crate::session::current::with_run;
use crate::session::refusals;

/// Looks at a part that is to be timed, or run before: what is called, or the text that does nothing (and stands for a part that is left out).
fn check(name: &str, part: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(part) = part.filter(|part| !part.is_callable()) else { return Ok(()) };
    let Some(text) = exact_text(part) else {
        return Err(PyValueError::new_err(format!("{name} is neither a string nor callable")));
    };
    if text.to_string_lossy() == "pass" {
        return Ok(());
    }
    with_run(part.py(), |m| {
        Err(refusals::forbidden_function(m, "timeit (of source text): give a function, as in timeit.timeit(lambda: ...)"))
    })
}

/// One measurement: seconds that `number` calls take, by `timer` if one is given.
fn measure<'py>(
    py: Python<'py>,
    stmt: Option<&Bound<'py, PyAny>>,
    setup: Option<&Bound<'py, PyAny>>,
    timer: Option<&Bound<'py, PyAny>>,
    number: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(setup) = setup.filter(|setup| setup.is_callable()) {
        setup.call0()?;
    }
    let stmt = stmt.filter(|stmt| stmt.is_callable());
    let started = (Instant::now(), timer.map(|timer| timer.call0()).transpose()?);
    for _ in 0..number {
        if let Some(stmt) = stmt {
            stmt.call0()?;
        }
        crate::sandbox::wrappers::library::waits::look(py)?;
    }
    match (timer, started.1) {
        (Some(timer), Some(before)) => timer.call0()?.sub(before),
        _ => Ok(started.0.elapsed().as_secs_f64().into_pyobject(py)?.into_any()),
    }
}

// `timeit.Timer` of callables.
#[pyclass(frozen, module = "timeit")]
pub struct Timer {
    stmt: Option<Py<PyAny>>,
    setup: Option<Py<PyAny>>,
    timer: Option<Py<PyAny>>,
}

/// The class, with the documentation of the real one.
pub fn timer_class(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    let class = py.get_type::<Timer>();
    class.setattr("__doc__", py.import("timeit")?.getattr("Timer")?.getattr("__doc__")?)?;
    Ok(class)
}

/// Seconds that `autorange` wants a measurement to take.
const LONG_ENOUGH: f64 = 0.2;

#[pymethods]
impl Timer {
    #[new]
    #[pyo3(signature = (stmt = None, setup = None, timer = None, globals = None))]
    fn new(
        stmt: Option<Bound<'_, PyAny>>,
        setup: Option<Bound<'_, PyAny>>,
        timer: Option<Py<PyAny>>,
        globals: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Timer> {
        drop(globals);
        check("stmt", stmt.as_ref())?;
        check("setup", setup.as_ref())?;
        Ok(Timer { stmt: stmt.map(Bound::unbind), setup: setup.map(Bound::unbind), timer })
    }
    #[pyo3(signature = (number = 1_000_000))]
    fn timeit<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyAny>> {
        let bound = |part: &Option<Py<PyAny>>| part.as_ref().map(|part| part.bind(py).clone());
        measure(py, bound(&self.stmt).as_ref(), bound(&self.setup).as_ref(), bound(&self.timer).as_ref(), number)
    }
    #[pyo3(signature = (repeat = 5, number = 1_000_000))]
    fn repeat<'py>(&self, py: Python<'py>, repeat: u32, number: u64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        (0..repeat).map(|_| self.timeit(py, number)).collect()
    }
    // As many calls as take long enough: 1, 2, 5, 10, 20, 50, …
    #[pyo3(signature = (callback = None))]
    fn autorange<'py>(&self, py: Python<'py>, callback: Option<Bound<'py, PyAny>>) -> PyResult<(u64, Bound<'py, PyAny>)> {
        let mut tens = 1_u64;
        loop {
            for steps in [1, 2, 5] {
                let number = tens.saturating_mul(steps);
                let taken = self.timeit(py, number)?;
                if let Some(callback) = &callback {
                    callback.call1((number, &taken))?;
                }
                if taken.ge(LONG_ENOUGH)? {
                    return Ok((number, taken));
                }
            }
            tens = tens.saturating_mul(10);
        }
    }
    #[pyo3(signature = (file = None))]
    fn print_exc(&self, py: Python<'_>, file: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let named = PyDict::new(py);
        named.set_item("file", file)?;
        py.import("traceback")?.call_method("print_exc", (), Some(&named)).map(drop)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.stmt)?;
        visit.call(&self.setup)?;
        visit.call(&self.timer)
    }
}

#[pyfunction]
#[pyo3(signature = (stmt = None, setup = None, timer = None, number = 1_000_000, globals = None), text_signature = None)]
pub fn timeit<'py>(
    py: Python<'py>,
    stmt: Option<Bound<'py, PyAny>>,
    setup: Option<Bound<'py, PyAny>>,
    timer: Option<Py<PyAny>>,
    number: u64,
    globals: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    Timer::new(stmt, setup, timer, globals)?.timeit(py, number)
}

#[pyfunction]
#[pyo3(signature = (stmt = None, setup = None, timer = None, repeat = 5, number = 1_000_000, globals = None), text_signature = None)]
pub fn repeat<'py>(
    py: Python<'py>,
    stmt: Option<Bound<'py, PyAny>>,
    setup: Option<Bound<'py, PyAny>>,
    timer: Option<Py<PyAny>>,
    repeat: u32,
    number: u64,
    globals: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    Timer::new(stmt, setup, timer, globals)?.repeat(py, repeat, number)
}
