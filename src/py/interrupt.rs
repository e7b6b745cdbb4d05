//! The signal with which the watchdog reaches C code on the main thread.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::check::scope;
use crate::limits::Stop;
use crate::run::abort;
use crate::run::entry;
use crate::run::machine::Abort;
use crate::run::value::Exc;
use crate::watchdog;

/// Handler of the signal: ends the run under way if it was asked to stop. At any other time (the signal came
/// late, a tool of the host runs) nothing happens.
#[pyfunction]
fn stop_run(py: Python<'_>, _signal: i32, _frame: Bound<'_, PyAny>) -> PyResult<()> {
    if !scope::sandboxed() {
        return Ok(());
    }
    let stopped = entry::with_current(|m| match m.meter.requested() {
        Stop::No => Ok(()),
        why => Err(abort::start(m, Abort::Limit(why))),
    });
    stopped.unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(py))
}

thread_local! {
    /// Whether this thread has been here.
    static SEEN: Cell<bool> = const { Cell::new(false) };
}

/// Installs the handler before the first run on the main thread.
pub fn prepare(py: Python<'_>) {
    if SEEN.replace(true) || !is_main_thread(py) {
        return;
    }
    match install(py) {
        Ok(Some(signal)) => watchdog::use_signal(signal),
        Ok(None) => {}
        Err(error) => log::debug!("no signal for long computations in C: {error}"),
    }
}

fn is_main_thread(py: Python<'_>) -> bool {
    let ask = || {
        let main = py.import("threading")?.call_method0("main_thread")?.getattr("ident")?;
        main.eq(py.import("_thread")?.call_method0("get_ident")?)
    };
    ask().unwrap_or(false)
}

/// Takes the highest real-time signal that nobody uses; `None` where there are none.
fn install(py: Python<'_>) -> PyResult<Option<i32>> {
    let signal = py.import("_signal")?;
    let (Ok(first), Ok(last)) = (signal.getattr("SIGRTMIN"), signal.getattr("SIGRTMAX")) else { return Ok(None) };
    let unused = signal.getattr("SIG_DFL")?;
    for number in (first.extract::<i32>()?..=last.extract()?).rev() {
        if signal.call_method1("getsignal", PyTuple::new(py, [number])?)?.eq(&unused)? {
            signal.call_method1("signal", (number, wrap_pyfunction!(stop_run, py)?))?;
            return Ok(Some(number));
        }
    }
    Ok(None)
}
