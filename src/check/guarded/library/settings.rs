//! Settings that a process has one of (random state, decimal context, warning filters): the session's own.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use pyo3::wrap_pyfunction;
use pyo3::{PyTraverseError, PyVisit};

use crate::check::scope::with_machine;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// Objects that stand for the process's own.
#[derive(Default)]
pub struct Settings {
    random: RefCell<Option<Py<PyAny>>>,
    numpy_random: RefCell<Option<Py<PyAny>>>,
    /// The session's decimal context.
    decimal: RefCell<Option<Py<PyAny>>>,
    decimal_entered: Cell<bool>,
    /// The options of pandas that the session set.
    pandas: RefCell<Option<Py<PyAny>>>,
    pandas_entered: Cell<bool>,
    /// Functions that set something of the process back, and what to.
    undo: RefCell<Vec<(Py<PyAny>, Py<PyAny>)>>,
}

impl Settings {
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        for cell in [&self.random, &self.numpy_random, &self.decimal, &self.pandas] {
            if let Ok(object) = cell.try_borrow() {
                visit.call(&*object)?;
            }
        }
        Ok(())
    }
    pub fn clear(&self) {
        for cell in [&self.random, &self.numpy_random, &self.decimal, &self.pandas] {
            drop(cell.take());
        }
    }
}

/// Does nothing, where the real function changes a setting of the process.
#[pyfunction]
#[pyo3(signature = (*_args, **_kwargs), text_signature = None)]
pub fn nothing(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) {}

/// `warnings.catch_warnings` without an effect on the process.
#[pyclass(frozen, module = "warnings", name = "catch_warnings")]
pub struct CatchWarnings {
    record: bool,
}

#[pymethods]
impl CatchWarnings {
    #[new]
    #[pyo3(signature = (*, record = false, **_options))]
    fn new(record: bool, _options: Option<&Bound<'_, PyDict>>) -> CatchWarnings {
        CatchWarnings { record }
    }
    fn __enter__(&self, py: Python<'_>) -> Py<PyAny> {
        if self.record {
            pyo3::types::PyList::empty(py).into_any().unbind()
        } else {
            py.None()
        }
    }
    #[pyo3(signature = (*_exc))]
    fn __exit__(&self, _exc: &Bound<'_, PyTuple>) -> bool {
        false
    }
}

/// `pprint.pprint` and `pp`: into the log of the call, as `print` does.
#[pyfunction]
#[pyo3(signature = (object, stream = None, *args, **kwargs), text_signature = None)]
pub fn pretty_print<'py>(
    object: Bound<'py, PyAny>,
    stream: Option<Bound<'py, PyAny>>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<()> {
    let py = object.py();
    let module = py.import("pprint")?;
    if let Some(stream) = stream.filter(|stream| !stream.is_none()) {
        let all = [object, stream].into_iter().chain(args.iter());
        return module
            .getattr("pprint")?
            .call(PyTuple::new(py, all.collect::<Vec<_>>())?, kwargs)
            .map(drop);
    }
    let all = std::iter::once(object).chain(args.iter());
    let text = module
        .getattr("pformat")?
        .call(PyTuple::new(py, all.collect::<Vec<_>>())?, kwargs)?;
    let line = format!("{}\n", text.str()?.to_string_lossy());
    with_machine(py, |m| {
        m.session.print(line.as_bytes());
        Ok(())
    })
}

/// Sleeps in short steps, so that the deadline holds on every thread.
#[pyfunction]
#[pyo3(signature = (seconds, /), text_signature = None)]
pub fn sleep(py: Python<'_>, seconds: Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(length) = seconds.extract::<f64>() else {
        let class = seconds.get_type().name()?.to_string();
        return Err(PyTypeError::new_err(format!("'{class}' object cannot be interpreted as an integer")));
    };
    if length.is_nan() {
        return Err(PyValueError::new_err("Invalid value NaN (not a number)"));
    }
    if length < 0.0 {
        return Err(PyValueError::new_err("sleep length must be non-negative"));
    }
    let end = Duration::try_from_secs_f64(length).ok().and_then(|d| Instant::now().checked_add(d));
    loop {
        let left = end.map_or(Duration::MAX, |e| e.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return Ok(());
        }
        let step = left.min(Duration::from_millis(10));
        py.detach(|| std::thread::sleep(step));
        super::look(py)?;
    }
}

/// `random.name`: methods of a generator that belongs to the session.
pub fn random_member(m: &Machine, name: &str) -> R<Option<Value>> {
    const FUNCTIONS: &[&str] = &[
        "betavariate", "binomialvariate", "choice", "choices", "expovariate", "gammavariate", "gauss", "getrandbits",
        "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange",
        "sample", "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate", "weibullvariate",
    ];
    if !FUNCTIONS.contains(&name) {
        return Ok(None);
    }
    let py = m.py();
    let generator = kept(&m.session.check.settings.random, py, || py.import("random")?.getattr("Random")?.call0())?;
    if !generator.hasattr(name)? {
        return Ok(None);
    }
    Ok(Some(Value::from_bound(generator.getattr(name)?)))
}

/// `numpy.random.name` of the legacy interface, likewise.
pub fn numpy_random_member(m: &Machine, name: &str) -> R<Option<Value>> {
    let py = m.py();
    let module = py.import("numpy.random")?;
    let Ok(real) = module.getattr(name) else { return Ok(None) };
    let host = module.getattr("mtrand")?.getattr("_rand")?;
    if !real.getattr("__self__").is_ok_and(|receiver| receiver.is(&host)) {
        return seed_or_state(m, &real, name);
    }
    let generator = numpy_generator(m)?;
    Ok(Some(Value::from_bound(generator.getattr(name)?)))
}

/// `seed` and `get_state` are plain functions in newer versions.
fn seed_or_state(m: &Machine, real: &Bound<'_, PyAny>, name: &str) -> R<Option<Value>> {
    if !matches!(name, "seed" | "get_state" | "set_state" | "ranf" | "sample" | "get_bit_generator" | "set_bit_generator") || !real.is_callable() {
        return Ok(None);
    }
    let generator = numpy_generator(m)?;
    let name = if matches!(name, "ranf" | "sample") { "random_sample" } else { name };
    Ok(match generator.getattr(name) {
        Ok(found) => Some(Value::from_bound(found)),
        Err(_) => return Err(crate::check::gate::forbidden_function(m, name)),
    })
}

fn numpy_generator<'py>(m: &Machine) -> R<Bound<'py, PyAny>> {
    let py = m.py();
    kept(&m.session.check.settings.numpy_random, py, || py.import("numpy.random")?.getattr("RandomState")?.call0())
}

fn kept<'py>(cell: &RefCell<Option<Py<PyAny>>>, py: Python<'py>, make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> R<Bound<'py, PyAny>> {
    let found = cell.borrow().as_ref().map(|o| o.bind(py).clone());
    if let Some(found) = found {
        return Ok(found);
    }
    let made = make()?;
    drop(cell.replace(Some(made.clone().unbind())));
    Ok(made)
}

/// The code asks for the decimal context: from now on it has one of its own. It is the thread's only while
/// the run is in its own context (see `check::context`), so the host's stays as it is.
pub fn own_decimal_context(m: &Machine) -> R<()> {
    let settings = &m.session.check.settings;
    let py = m.py();
    if settings.decimal_entered.replace(true) {
        return Ok(());
    }
    let decimal = py.import("decimal")?;
    let own = kept(&settings.decimal, py, || decimal.call_method0("getcontext")?.call_method0("copy"))?;
    decimal.call_method1("setcontext", (own,))?;
    Ok(())
}

/// At the start of a run: the session's settings in place of the host's.
pub fn enter_run(m: &Machine) -> R<()> {
    m.session.check.settings.decimal_entered.set(false);
    if m.session.check.settings.decimal.borrow().is_some() {
        own_decimal_context(m)?;
    }
    if m.session.check.settings.pandas.borrow().is_some() {
        own_pandas_options(m)?;
    }
    Ok(())
}

/// Same, for a call from outside of a run.
pub fn enter_deferred(m: &Machine) -> R<()> {
    let Some(own) = m.session.check.settings.decimal.borrow().as_ref().map(|own| own.clone_ref(m.py())) else { return Ok(()) };
    m.py().import("decimal")?.call_method1("setcontext", (own,))?;
    Ok(())
}

/// At the end of a run, whatever its outcome: the session keeps its decimal context, the process gets back
/// what it has one of.
pub fn leave_run(m: &Machine) {
    let py = m.py();
    let settings = &m.session.check.settings;
    let error = PyErr::take(py);
    if settings.decimal_entered.replace(false) {
        if let Ok(own) = py.import("decimal").and_then(|decimal| decimal.call_method0("getcontext")) {
            drop(settings.decimal.replace(Some(own.unbind())));
        }
    }
    if keep_pandas_options(m).is_err() {
        drop(PyErr::take(py));
    }
    let undo = settings.undo.take();
    for (setter, value) in undo.into_iter().rev() {
        if setter.bind(py).call1((value,)).is_err() {
            drop(PyErr::take(py));
        }
    }
    if let Some(error) = error {
        error.restore(py);
    }
}

/// Settings of the process that a run may change for its own time: module, the function that the code asks
/// for, what tells the value (module, name), what sets it back.
const BORROWED: &[(&str, &str, &str, &str)] = &[
    ("calendar", "setfirstweekday", "firstweekday", "setfirstweekday"),
    ("socket", "setdefaulttimeout", "getdefaulttimeout", "setdefaulttimeout"),
    ("csv", "field_size_limit", "field_size_limit", "field_size_limit"),
    ("sys", "set_int_max_str_digits", "get_int_max_str_digits", "set_int_max_str_digits"),
];

/// From now on pandas' options are the session's, until the run is over.
fn own_pandas_options(m: &Machine) -> R<()> {
    let py = m.py();
    let settings = &m.session.check.settings;
    if settings.pandas_entered.replace(true) {
        return Ok(());
    }
    let options = py.import("pandas._config.config")?.getattr("_global_config")?;
    let before = py.import("copy")?.call_method1("deepcopy", (&options,))?;
    settings.undo.borrow_mut().push((options.getattr("update")?.unbind(), before.unbind()));
    let own = settings.pandas.borrow().as_ref().map(|own| own.clone_ref(py));
    if let Some(own) = own {
        options.call_method1("update", (own,))?;
    }
    Ok(())
}

/// The session keeps the options that it set.
fn keep_pandas_options(m: &Machine) -> R<()> {
    let py = m.py();
    let settings = &m.session.check.settings;
    if settings.pandas_entered.replace(false) {
        let options = py.import("pandas._config.config")?.getattr("_global_config")?;
        let own = py.import("copy")?.call_method1("deepcopy", (options,))?;
        drop(settings.pandas.replace(Some(own.unbind())));
    }
    Ok(())
}

/// Notes the level that a logger has before the code sets it.
pub fn borrow_level(m: &Machine, logger: &Bound<'_, PyAny>) -> R<()> {
    let entry = (logger.getattr("setLevel")?.unbind(), logger.getattr("level")?.unbind());
    m.session.check.settings.undo.borrow_mut().push(entry);
    Ok(())
}

/// What `sqlite3` converts by, until the run is over; what is said about the code's own classes stays.
fn own_conversions(m: &Machine) -> R<()> {
    let py = m.py();
    for name in ["adapters", "converters"] {
        let table = py.import("_sqlite3")?.getattr(name)?;
        let before = table.call_method0("copy")?;
        let entry = (wrap_pyfunction!(restore_table, py)?.into_any().unbind(), PyTuple::new(py, [table, before])?.into_any().unbind());
        m.session.check.settings.undo.borrow_mut().push(entry);
    }
    Ok(())
}

/// The event loop that the thread has when nobody runs one.
fn own_event_loop(m: &Machine) -> R<()> {
    let py = m.py();
    let asyncio = py.import("asyncio")?;
    let kept = asyncio.call_method0("get_event_loop_policy").and_then(|policy| policy.getattr("_local")?.getattr("_loop"));
    let before = kept.map_or_else(|_| py.None(), Bound::unbind);
    m.session.check.settings.undo.borrow_mut().push((asyncio.getattr("set_event_loop")?.unbind(), before));
    Ok(())
}

/// scikit-learn's settings.
fn own_config(m: &Machine) -> R<()> {
    let py = m.py();
    let before = py.import("sklearn")?.call_method0("get_config")?.unbind();
    m.session.check.settings.undo.borrow_mut().push((wrap_pyfunction!(restore_config, py)?.into_any().unbind(), before));
    Ok(())
}

#[pyfunction]
#[pyo3(signature = (before), text_signature = None)]
fn restore_config(before: Bound<'_, PyDict>) -> PyResult<()> {
    before.py().import("sklearn")?.getattr("set_config")?.call((), Some(&before)).map(drop)
}

/// Gives a dict the entries back that it had.
#[pyfunction]
#[pyo3(signature = (pair), text_signature = None)]
fn restore_table(pair: (Bound<'_, PyDict>, Bound<'_, PyDict>)) -> PyResult<()> {
    let (table, before) = pair;
    let py = table.py();
    for (key, _) in table.copy()?.iter() {
        let class = key.get_item(0).ok().and_then(|first| first.cast_into::<PyType>().ok());
        let of_code = with_machine(py, |m| Ok(class.is_some_and(|class| m.session.check.own.contains(&class))))?;
        if !of_code && !before.contains(&key)? {
            table.del_item(key)?;
        }
    }
    table.update(before.as_mapping())
}

/// Notes the value that a setting has before the code gets at it.
pub fn borrow_setting(m: &Machine, module: &str, name: &str) -> R<()> {
    let py = m.py();
    let settings = &m.session.check.settings;
    if module == "pandas" {
        return if matches!(name, "option_context" | "options" | "set_option" | "reset_option" | "set_eng_float_format") { own_pandas_options(m) } else { Ok(()) };
    }
    if module.starts_with("asyncio") {
        return own_event_loop(m);
    }
    if module == "sklearn" {
        return if name == "set_config" { own_config(m) } else { Ok(()) };
    }
    if module.starts_with("sqlite3") {
        return if matches!(name, "register_adapter" | "register_converter") { own_conversions(m) } else { Ok(()) };
    }
    for (home, asked, reader, writer) in BORROWED {
        if (*home, *asked) == (module, name) {
            let module = py.import(module)?;
            let entry = (module.getattr(*writer)?.unbind(), module.call_method0(*reader)?.unbind());
            settings.undo.borrow_mut().push(entry);
        }
    }
    Ok(())
}
