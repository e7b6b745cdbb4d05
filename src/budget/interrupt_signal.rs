//! The signal with which the watchdog reaches C code on the main thread.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::budget::watchdog;
use crate::cpython::hooks::{set_handler, table};
use crate::cpython::value::Exc;
use crate::front::limits::Stop;
use crate::session::abort::{self, Abort};
use crate::session::{current, scope};

/// Handler of the signal: ends the run under way if it was asked to stop. At any other time (the signal came
/// late, a tool of the host runs) nothing happens; nor while the collector tells the host of its work, in the middle
/// of the code: the engine sees by itself that it must stop, once that is over.
#[pyfunction]
fn stop_run(py: Python<'_>, _signal: i32, frame: Bound<'_, PyAny>) -> PyResult<()> {
    if !scope::sandboxed() || is_told_of_collection(frame).unwrap_or(false) {
        return Ok(());
    }
    let stopped = current::with_current(|m| match m.meter.requested() {
        Stop::No => Ok(()),
        why => Err(abort::start(m, Abort::Limit(why))),
    });
    stopped.unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(py))
}

/// Whether one of `gc.callbacks` runs in the frame or in one that called it.
fn is_told_of_collection(frame: Bound<'_, PyAny>) -> PyResult<bool> {
    let _host = scope::HostScope::enter();
    let callbacks = frame.py().import("gc")?.getattr("callbacks")?.cast_into::<PyList>()?;
    let codes: Vec<_> = callbacks.iter().filter_map(|callback| callback.getattr("__code__").ok()).collect();
    let mut next = Some(frame).filter(|_| !codes.is_empty());
    while let Some(frame) = next.take() {
        let code = frame.getattr("f_code")?;
        if codes.iter().any(|told| told.is(&code)) {
            return Ok(true);
        }
        next = Some(frame.getattr("f_back")?).filter(|back| !back.is_none());
    }
    Ok(false)
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
