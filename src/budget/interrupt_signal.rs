//! The signal with which the watchdog reaches C code on the main thread.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use crate::budget::watchdog;
use crate::cpython::frames;
use crate::cpython::hooks::{set_handler, table};
use crate::cpython::value::Exc;
use crate::front::limits::Stop;
use crate::session::abort::{self, Abort};
use crate::session::{current, scope};

/// Handler of the signal: ends the run under way if it was asked to stop. At any other time (the signal came
/// late, a tool of the host runs) nothing happens; nor in a callback of the interpreter's in the middle of the code,
/// which can only print what is raised there, with its work half done: the engine sees by itself that it must stop,
/// once that is over.
#[pyfunction]
fn stop_run(py: Python<'_>, _signal: i32, frame: Bound<'_, PyAny>) -> PyResult<()> {
    if !scope::sandboxed() {
        return Ok(());
    }
    let stopped = current::with_current(|m| match m.meter.requested() {
        Stop::No => Ok(()),
        _ if is_in_callback(frame.clone(), m.begun_by).unwrap_or(false) && m.meter.spare() => Ok(()),
        why => {
            m.session.notes.at_work(&frame);
            Err(abort::start(m, Abort::Limit(why)))
        }
    });
    stopped.unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(py))
}

/// Whether the interpreter itself called the frame or one that called it: one of `gc.callbacks`, the hook for errors
/// that nobody can catch, a finaliser, or the callback of a weak reference. The host may begin a run in one of its own.
fn is_in_callback(frame: Bound<'_, PyAny>, begun_by: usize) -> PyResult<bool> {
    let _host = scope::HostScope::enter();
    let py = frame.py();
    let callbacks = py.import("gc")?.getattr("callbacks")?.cast_into::<PyList>()?;
    let hook = py.import("sys")?.getattr("unraisablehook")?;
    let known: Vec<_> = callbacks.iter().chain([hook]).filter_map(|callback| code_of(callback).ok()).collect();
    let mut next = Some(frame);
    while let Some(frame) = next.take().filter(|frame| frames::address_of(frame) != begun_by) {
        let code = frame.getattr("f_code")?;
        if known.iter().any(|known| known.is(&code)) || code.getattr("co_name")?.eq("__del__")? || is_given_dead_reference(&frame, &code)? {
            return Ok(true);
        }
        next = Some(frame.getattr("f_back")?).filter(|back| !back.is_none());
    }
    Ok(false)
}

/// The code object of a function, or of the one that a `functools.partial` calls.
fn code_of(callback: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    callback.getattr("__code__").or_else(|_| callback.getattr("func")?.getattr("__code__"))
}

/// Whether an argument of the frame is a weak reference whose object has gone, as callbacks of such are called.
fn is_given_dead_reference(frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> PyResult<bool> {
    let count: usize = code.getattr("co_argcount")?.extract()?;
    if count == 0 {
        return Ok(false);
    }
    let (names, values) = (code.getattr("co_varnames")?.cast_into::<PyTuple>()?, frame.getattr("f_locals")?);
    let arguments = names.iter().take(count).filter_map(|name| values.get_item(name).ok());
    let mut references = arguments.filter_map(|value| value.cast_into::<PyWeakrefReference>().ok());
    Ok(references.any(|reference| reference.upgrade().is_none()))
}

thread_local! {
    /// Whether this thread has been here.
    static SEEN: Cell<bool> = const { Cell::new(false) };
}

/// Installs the handler before the first run on the main thread.
pub fn prepare(py: Python<'_>) {
    if SEEN.replace(true) {
        return;
    }
    match install(py) {
        Ok(Some(signal)) => watchdog::use_signal(signal),
        Ok(None) => {}
        Err(error) => log::debug!("no signal for long computations in C: {error}"),
    }
}

/// Takes the highest real-time signal that nobody uses; `None` where there are none, and off the main thread.
fn install(py: Python<'_>) -> PyResult<Option<i32>> {
    let signal = py.import("_signal")?;
    let (Ok(first), Ok(last)) = (signal.getattr("SIGRTMIN"), signal.getattr("SIGRTMAX")) else { return Ok(None) };
    let unused = signal.getattr("SIG_DFL")?;
    for number in (first.extract::<i32>()?..=last.extract()?).rev() {
        if signal.call_method1("getsignal", PyTuple::new(py, [number])?)?.eq(&unused)? {
            let handled = set_handler(&signal, number, wrap_pyfunction!(stop_run, py)?.into_any(), &table::SIGNAL);
            let is_elsewhere = handled.as_ref().is_err_and(|error| error.is_instance_of::<PyValueError>(py));
            return if is_elsewhere { Ok(None) } else { handled.map(|()| Some(number)) };
        }
    }
    Ok(None)
}
