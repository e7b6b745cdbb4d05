//! `sys.stdout` and `sys.stderr` while code runs: what it and the libraries under it print is in the call's log, or
//! goes to the object that the code put there. The host's tools and its other threads write to the host's own streams.
//!
//! What libraries write to standard error (warnings, progress) is no output of the code: the host's stream gets it,
//! but not without bound.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyModule, PyString, PyTuple};

use crate::cpython::attached::Attached;
use crate::cpython::call_stack;
use crate::cpython::once::Once;
use crate::cpython::value::{Value, R};
use crate::sandbox::acting_for_host::host_is_at_work;
use crate::sandbox::attributes;
use crate::sandbox::signatures::Signature;
use crate::sandbox::wrappers::library::process_settings;
use crate::session::current::{self, with_run};
use crate::session::engine_calls;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::Session;

/// Index in `Session::redirects`.
const OUT: usize = 0;
const ERR: usize = 1;
pub const IN: usize = 2;
const NAMES: [&str; 3] = ["stdout", "stderr", "stdin"];

// A text stream that goes where the thread that writes has its output.
#[pyclass(frozen, module = "_io", name = "TextIOWrapper", weakref)]
pub struct Stream {
    which: usize,
    /// What the code has as its own: into the log, whatever stands in its place now.
    of_code: bool,
    /// What the process had in its place, innermost last: a tool may put in another one and run code again.
    replaced: Attached<RefCell<Vec<Replaced>>>,
}

/// A stream of the host, and how many runs found our own in its place.
struct Replaced {
    host: Py<PyAny>,
    runs: usize,
}

/// The streams of the process while code runs, and what the code has for them.
struct Streams {
    process: [Py<Stream>; 2],
    code: [Py<Stream>; 2],
}

fn streams(py: Python<'_>) -> PyResult<&Streams> {
    static STREAMS: Once<Streams> = Once::new();
    let stream = |which, of_code| Py::new(py, Stream { which, of_code, replaced: Attached(RefCell::default()) });
    let pair = |of_code| Ok::<_, PyErr>([stream(OUT, of_code)?, stream(ERR, of_code)?]);
    STREAMS.get_or_make(py, || Ok(Streams { process: pair(false)?, code: pair(true)? }))
}

/// The dict of the module `sys`.
fn system(py: Python<'_>) -> PyResult<&Bound<'_, PyDict>> {
    static SYSTEM: Once<Py<PyDict>> = Once::new();
    let dict = SYSTEM.get_or_make(py, || Ok::<_, PyErr>(py.import("sys")?.dict().unbind()))?;
    Ok(dict.bind(py))
}

/// While it lives, the process's streams know the runs that are under way.
#[must_use]
pub struct OwnStreams<'py> {
    py: Python<'py>,
    /// Depth of what was replaced, by which a run finds its own entry.
    entries: [Option<usize>; 2],
}

impl<'py> OwnStreams<'py> {
    pub fn enter(py: Python<'py>) -> OwnStreams<'py> {
        let entries = [OUT, ERR].map(|which| quietly(py, || put_in(py, which)).flatten());
        OwnStreams { py, entries }
    }
}

impl Drop for OwnStreams<'_> {
    fn drop(&mut self) {
        for (which, entry) in self.entries.iter().enumerate() {
            if let Some(entry) = entry {
                quietly(self.py, || take_out(self.py, which, *entry));
            }
        }
    }
}

/// An error on its way to the host stays.
fn quietly<T>(py: Python<'_>, change: impl FnOnce() -> PyResult<T>) -> Option<T> {
    let _host = HostScope::enter();
    let pending = PyErr::take(py);
    let changed = change().ok();
    if let Some(error) = pending {
        error.restore(py);
    }
    changed
}

fn put_in(py: Python<'_>, which: usize) -> PyResult<Option<usize>> {
    let (Some(name), Some(stream)) = (NAMES.get(which), streams(py)?.process.get(which)) else { return Ok(None) };
    let system = system(py)?;
    let Some(found) = system.get_item(name)? else { return Ok(None) };
    let mut replaced = stream.get().replaced.0.borrow_mut();
    match replaced.last_mut() {
        Some(last) if found.is(stream) => last.runs += 1,
        // The host kept ours from an earlier run.
        None if found.is(stream) => return Ok(None),
        _ => {
            replaced.push(Replaced { host: found.unbind(), runs: 1 });
            system.set_item(name, stream)?;
        }
    }
    Ok(replaced.len().checked_sub(1))
}

/// The last run that found it takes our stream out, unless the host has put in another one meanwhile.
fn take_out(py: Python<'_>, which: usize, entry: usize) -> PyResult<()> {
    let (Some(name), Some(stream)) = (NAMES.get(which), streams(py)?.process.get(which)) else { return Ok(()) };
    let over = {
        let mut replaced = stream.get().replaced.0.borrow_mut();
        let Some(last) = replaced.get_mut(entry) else { return Ok(()) };
        last.runs -= 1;
        if last.runs == 0 {
            Some(replaced.remove(entry))
        } else {
            None
        }
    };
    let system = system(py)?;
    match over {
        Some(over) if system.get_item(name)?.is_some_and(|found| found.is(stream)) => system.set_item(name, over.host),
        _ => Ok(()),
    }
}

/// `sys.<name>` of the code.
pub fn of(m: &RunContext, name: &str) -> R<Value> {
    let py = m.py();
    let which = if name.ends_with("stderr") { ERR } else { OUT };
    if let Some(target) = redirected(&m.session, which).filter(|_| !name.starts_with('_')) {
        return Ok(target);
    }
    let [out, errors] = &streams(py)?.code;
    let stream = if which == ERR { errors } else { out };
    Ok(Value::from_bound(stream.bind(py).clone().into_any()))
}

/// `sys.<name> = target` of the code: true where it is such an assignment.
pub fn assign(m: &RunContext, object: &Value, name: &Bound<'_, PyString>, target: &Value) -> R<bool> {
    let Some(module) = object.as_object().and_then(|object| object.cast::<PyModule>().ok().map(|module| module.to_owned())) else {
        return Ok(false);
    };
    if !system(m.py()).is_ok_and(|system| module.dict().is(system)) {
        return Ok(false);
    }
    let text = name.to_string_lossy();
    if let Some(which) = NAMES.iter().position(|known| *known == text) {
        // (The host's standard input is what stands there without the code.)
        let of_host = which == IN && system(m.py())?.get_item(name)?.is_some_and(|host| Value::from_bound(host).ptr() == target.ptr());
        drop(exchange(m, which, if of_host { Value::UNSET } else { target.clone() }));
        return Ok(true);
    }
    let target = target.to_bound(m.py())?;
    let are_texts = |list: &Bound<'_, PyList>| list.iter().all(|item| item.is_exact_instance_of::<PyString>());
    // A setting of the session (`fastexec/more_settings.py`).
    let is_arguments = text == "argv" && target.cast_exact::<PyList>().is_ok_and(are_texts);
    if is_arguments {
        process_settings::touch(m, "sys", &text)?;
        module.dict().set_item(name, target)?;
    }
    Ok(is_arguments)
}

/// What `print(file=file)` writes to instead of the log.
pub fn print_target(session: &Session, file: Option<&Bound<'_, PyAny>>) -> Option<Value> {
    match file.and_then(|file| file.cast::<Stream>().ok()).map(|stream| stream.get()) {
        Some(stream) if stream.of_code => None,
        Some(stream) => redirected(session, stream.which),
        None => redirected(session, OUT),
    }
}

/// Whether it is a stream of the process, ours or the host's own.
pub fn is_of_process(file: &Bound<'_, PyAny>) -> bool {
    if file.is_instance_of::<Stream>() {
        return true;
    }
    let Ok(streams) = streams(file.py()) else { return false };
    streams.process.iter().any(|stream| stream.get().replaced.0.borrow().iter().any(|replaced| replaced.host.is(file)))
}

pub fn redirected(session: &Session, which: usize) -> Option<Value> {
    session.redirects.borrow().get(which).filter(|value| !value.is_unset()).cloned()
}

/// Puts `target` in force; what was before.
fn exchange(m: &RunContext, which: usize, target: Value) -> Value {
    // The stream itself is where things go anyway.
    let itself = target.as_object().is_some_and(|o| o.cast::<Stream>().is_ok_and(|other| other.get().which == which));
    let target = if itself { Value::UNSET } else { target };
    let mut redirects = m.session.redirects.borrow_mut();
    redirects.get_mut(which).map(|place| std::mem::replace(place, target)).unwrap_or_default()
}

/// Where a text goes.
enum Route {
    /// A run is under way on this thread, and no tool of the host.
    Run {
        target: Option<Value>,
        left: usize,
    },
    Host,
}

#[pymethods]
impl Stream {
    #[pyo3(signature = (text, /))]
    fn write(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Ok(text) = text.cast::<PyString>() else {
            let class = text.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("write() argument must be str, not {class}")));
        };
        let py = text.py();
        match self.route() {
            Route::Run { target: Some(target), .. } => with_run(py, |m| write_to(m, &target, text))?,
            Route::Run { left, .. } if self.which == ERR && !self.of_code => self.write_bounded(text, left)?,
            Route::Run { .. } => {
                let bytes = text.call_method1(intern!(py, "encode"), ("utf-8", "surrogatepass"))?;
                with_run(py, |m| {
                    m.session.print(bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes());
                    (engine_calls::table().tell_printed)(m)
                })?;
            }
            Route::Host => drop(self.host(py)?.call_method1(intern!(py, "write"), (text,))?),
        }
        text.len()
    }
    #[pyo3(signature = (lines, /))]
    fn writelines(&self, lines: &Bound<'_, PyAny>) -> PyResult<()> {
        for line in lines.try_iter()? {
            self.write(&line?)?;
        }
        Ok(())
    }
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        match self.route() {
            Route::Run { .. } => Ok(()),
            Route::Host => self.host(py)?.call_method0(intern!(py, "flush")).map(drop),
        }
    }
    /// Everything else is the host's stream's, or what any stream into a file has.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let this = slf.get();
        if matches!(this.route(), Route::Host) {
            return this.host(py)?.getattr(name);
        }
        if name == "name" {
            return Ok(PyString::new(py, if this.which == ERR { "<stderr>" } else { "<stdout>" }).into_any());
        }
        // It may have to be imported.
        let _host = HostScope::enter();
        py.import("fastexec.streams")?.getattr("Facade")?.call1((slf,))?.getattr(name)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.route() {
            Route::Host => self.host(py)?.repr().map(|text| text.to_string()),
            Route::Run { .. } => {
                Ok(format!("<_io.TextIOWrapper name='<{}>' mode='w' encoding='utf-8'>", NAMES.get(self.which).unwrap_or(&"stdout")))
            }
        }
    }
}

impl Stream {
    fn route(&self) -> Route {
        let run = current::with_current(|m| {
            let target = || if self.of_code { None } else { redirected(&m.session, self.which) };
            let for_host = || !self.of_code && !call_stack::is_floor() && host_is_at_work(m.py());
            (!m.outside.get() && !for_host()).then(|| Route::Run { target: target(), left: m.stderr_left.load(Ordering::Relaxed) })
        });
        run.flatten().unwrap_or(Route::Host)
    }

    /// The host's own stream.
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let process = streams(py)?.process.get(self.which).ok_or_else(|| PyOSError::new_err("no such stream"))?;
        let replaced = process.get().replaced.0.borrow().last().map(|last| last.host.bind(py).clone());
        let name = NAMES.get(self.which).unwrap_or(&"stdout");
        let current = system(py)?.get_item(name)?.filter(|found| !found.is_instance_of::<Stream>());
        let found = replaced.or(current).map_or_else(|| py.import("sys")?.getattr(format!("__{name}__")), Ok)?;
        if found.is_none() {
            return Err(PyOSError::new_err(format!("lost sys.{name}")));
        }
        Ok(found)
    }

    /// For the host's stream, which the code must not flood.
    fn write_bounded(&self, text: &Bound<'_, PyString>, left: usize) -> PyResult<()> {
        let py = text.py();
        if left == 0 {
            return Ok(());
        }
        let length = text.len()?;
        current::with_current(|m| m.stderr_left.store(left.saturating_sub(length), Ordering::Relaxed));
        let _host = HostScope::enter();
        let Ok(host) = self.host(py) else { return Ok(()) };
        let shown = text.get_item(pyo3::types::PySlice::new(py, 0, isize::try_from(left).unwrap_or(isize::MAX), 1))?;
        host.call_method1(intern!(py, "write"), (shown,))?;
        if length >= left {
            host.call_method1(intern!(py, "write"), ("\n... (what else the code's libraries write to standard error is left out)\n",))?;
        }
        Ok(())
    }
}

// `contextlib.redirect_stdout` and `redirect_stderr`: for what the code prints, not for the host's streams.
#[pyclass(frozen, module = "contextlib", name = "redirect_stdout")]
pub struct Redirect {
    which: usize,
    target: Attached<Value>,
    /// What was in force at each entry.
    before: Attached<RefCell<Vec<Value>>>,
}

// The class, as the code calls it.
#[pyclass(frozen, module = "contextlib", name = "type")]
pub struct RedirectClass {
    name: &'static str,
}

pub fn redirect_class(m: &RunContext, name: &str) -> R<Value> {
    let name = if name == "redirect_stderr" { "redirect_stderr" } else { "redirect_stdout" };
    Ok(Value::from_bound(Bound::new(m.py(), RedirectClass { name })?.into_any()))
}

#[pymethods]
impl RedirectClass {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Redirect> {
        let real = Signature { module: "contextlib", name: self.name, parameters: ["new_target"], positional: 1 };
        let [Some(new_target)] = real.bind(args, kwargs)? else { return Err(real.refuse(args, kwargs)) };
        let which = if self.name == "redirect_stderr" { ERR } else { OUT };
        Ok(Redirect { which, target: Attached(Value::from_bound(new_target)), before: Attached(RefCell::default()) })
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
    fn __repr__(&self) -> String {
        format!("<class 'contextlib.{}'>", self.name)
    }
}

#[pymethods]
impl Redirect {
    fn __enter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let before = self.exchange(py, self.target.0.clone())?;
        self.before.0.borrow_mut().push(before);
        with_run(py, |_| self.target.0.to_bound(py))
    }
    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        let before = self.before.0.borrow_mut().pop().unwrap_or_default();
        drop(self.exchange(py, before)?);
        Ok(())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        crate::session::global_table::visit_value(&visit, &self.target.0)?;
        match self.before.0.try_borrow() {
            Ok(before) => before.iter().try_for_each(|value| crate::session::global_table::visit_value(&visit, value)),
            Err(_) => Ok(()),
        }
    }
}

impl Redirect {
    fn exchange(&self, py: Python<'_>, target: Value) -> PyResult<Value> {
        with_run(py, |m| Ok(exchange(m, self.which, target)))
    }
}

/// Runs `f` while what the code prints goes to `target`.
pub fn with_output<T>(m: &RunContext, target: Value, f: impl FnOnce() -> R<T>) -> R<T> {
    let before = exchange(m, OUT, target);
    let result = f();
    drop(exchange(m, OUT, before));
    result
}

/// Writes `text` to an object that printed text was redirected to. None takes everything and keeps nothing.
pub fn write_to(m: &RunContext, target: &Value, text: &Bound<'_, PyString>) -> R<()> {
    if target.is_none() {
        return Ok(());
    }
    let py = m.py();
    let write = attributes::load_method(m, target, pyo3::intern!(py, "write"))?;
    write.to_bound(py)?.call1((text,))?;
    Ok(())
}
