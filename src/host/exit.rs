//! The end of the process: it waits for runs that are under way on other threads.
//!
//! A thread that comes back from C code when the interpreter is gone is unwound by CPython (3.13 and older), through
//! frames that are not made for that. So runs are over before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::prelude::*;

use crate::budget::watchdog;

/// For computations in C that nothing can end. One that takes longer and ends in the last moments of the process takes
/// the process with it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Ends the runs of other threads.
#[pyfunction]
fn end_runs(py: Python<'_>) {
    py.detach(|| watchdog::end_all(PATIENCE));
}

/// Registers that, before the first run of the process.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    py.import("atexit")?.call_method1("register", (wrap_pyfunction!(end_runs, py)?,))?;
    Ok(())
}
