//! `timeit.timeit`, `timeit.repeat` and `timeit.Timer`. Text that is timed runs on the session, as the code's own.

use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyString, PyType};

use crate::cpython::type_access::exact_text;
use crate::front::parse;
use crate::session::scope::HostScope;

/// What is timed, or run before.
enum Part {
    Nothing,
    Text(String),
    Callable(Py<PyAny>),
}

impl Part {
    fn of(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Part> {
        let Some(given) = given else { return Ok(Part::Nothing) };
        match exact_text(given).map(|text| text.to_string_lossy().into_owned()) {
            Some(text) if text.trim() == "pass" => Ok(Part::Nothing),
            Some(text) => Ok(Part::Text(text)),
            None if given.is_callable() => Ok(Part::Callable(given.clone().unbind())),
            None => Err(PyValueError::new_err(format!("{name} is neither a string nor callable"))),
        }
    }

    fn callable<'a, 'py>(&'a self, py: Python<'py>) -> Option<&'a Bound<'py, PyAny>> {
        match self {
            Part::Callable(callable) => Some(callable.bind(py)),
            _ => None,
        }
    }

    fn is_text(&self) -> bool {
        matches!(self, Part::Text(_))
    }

    /// Its lines in a function, the first at the cursor.
    fn lines(&self, indent: usize, call: &str) -> String {
        match self {
            Part::Nothing => "pass".to_owned(),
            Part::Text(text) => text.replace('\n', &format!("\n{}", " ".repeat(indent))),
            Part::Callable(_) => call.to_owned(),
        }
    }
}

/// What errors call the file that text is in.
const FILE: &str = "<timeit-src>";

/// What text in a measurement finds under these names.
const TIMER: &str = "_timer";
const STEPS: &str = "_it";
const STATEMENT: &str = "_stmt";
const SETUP: &str = "_setup";
/// Where the measurement leaves what it took.
const TAKEN: &str = "_taken";

/// The program of a measurement that text is part of.
fn program(stmt: &Part, setup: &Part) -> String {
    let (before, timed) = (setup.lines(4, "_setup()"), stmt.lines(8, "_stmt()"));
    format!(
        "def inner({STEPS}, {TIMER}):\n    {before}\n    _t0 = {TIMER}()\n    for _i in {STEPS}:\n        {timed}\n        pass\n    \
         _t1 = {TIMER}()\n    return _t1 - _t0\n{TAKEN} = inner({STEPS}, {TIMER})\n"
    )
}

/// Bytes of text that the interpreter is asked about; more are looked at when they are run, within the limits.
const ASKED: usize = 1 << 20;

/// Raises what the interpreter says of text that is no program.
fn check_text(py: Python<'_>, stmt: &Part, setup: &Part) -> PyResult<()> {
    let _host = HostScope::enter();
    let compile = py.import("builtins")?.getattr("compile")?;
    let check = |text: &str| match text.len() {
        0..ASKED => parse::with_host_stack(|| compile.call1((text, FILE, "exec", 0, true))).map(drop),
        _ => Ok(()),
    };
    let before = match setup {
        Part::Text(text) => {
            check(text)?;
            format!("{text}\n")
        }
        _ => String::new(),
    };
    match stmt {
        Part::Text(text) => check(&format!("{before}{text}")),
        _ => Ok(()),
    }
}

/// One measurement: seconds that `number` calls take, by `timer` if one is given.
fn measure<'py>(
    py: Python<'py>,
    stmt: Option<&Bound<'py, PyAny>>,
    setup: Option<&Bound<'py, PyAny>>,
    timer: Option<&Bound<'py, PyAny>>,
    number: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(setup) = setup {
        setup.call0()?;
    }
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

// `timeit.Timer`
#[pyclass(frozen, module = "timeit")]
pub struct Timer {
    stmt: Part,
    setup: Part,
    timer: Option<Py<PyAny>>,
    globals: Option<Py<PyDict>>,
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
        py: Python<'_>,
        stmt: Option<Bound<'_, PyAny>>,
        setup: Option<Bound<'_, PyAny>>,
        timer: Option<Py<PyAny>>,
        globals: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Timer> {
        let (stmt, setup) = (Part::of("stmt", stmt.as_ref())?, Part::of("setup", setup.as_ref())?);
        check_text(py, &stmt, &setup)?;
        let globals = globals.filter(|globals| !globals.is_none()).map(|globals| Ok::<_, PyErr>(globals.cast_into::<PyDict>()?.unbind()));
        Ok(Timer { stmt, setup, timer, globals: globals.transpose()? })
    }
    #[pyo3(signature = (number = 1_000_000))]
    fn timeit<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyAny>> {
        if self.stmt.is_text() || self.setup.is_text() {
            return self.measure_text(py, number);
        }
        let timer = self.timer.as_ref().map(|timer| timer.bind(py));
        measure(py, self.stmt.callable(py), self.setup.callable(py), timer, number)
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
        for part in [&self.stmt, &self.setup] {
            if let Part::Callable(callable) = part {
                visit.call(callable)?;
            }
        }
        visit.call(&self.globals)?;
        visit.call(&self.timer)
    }
}

impl Timer {
    fn measure_text<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyAny>> {
        // (What is in the namespace of a module is not for text.)
        let given =
            self.globals.as_ref().map(|globals| globals.bind(py)).filter(|globals| !globals.contains("__builtins__").unwrap_or(true));
        let names = given.map_or_else(|| Ok(PyDict::new(py)), |globals| globals.copy())?;
        let timer = match &self.timer {
            Some(timer) => timer.bind(py).clone(),
            None => py.import("time")?.getattr("perf_counter")?,
        };
        names.set_item(TIMER, timer)?;
        names.set_item(STEPS, PyRange::new(py, 0, isize::try_from(number)?)?)?;
        for (name, part) in [(STATEMENT, &self.stmt), (SETUP, &self.setup)] {
            if let Some(callable) = part.callable(py) {
                names.set_item(name, callable)?;
            }
        }
        let source = PyString::new(py, &program(&self.stmt, &self.setup));
        py.import("fastexec._fastexec")?.getattr("run_beside")?.call1((source, &names))?;
        names.get_item(TAKEN)?.ok_or_else(|| PyValueError::new_err("the text has not ended"))
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
    Timer::new(py, stmt, setup, timer, globals)?.timeit(py, number)
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
    Timer::new(py, stmt, setup, timer, globals)?.repeat(py, repeat, number)
}
