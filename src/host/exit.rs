//! The end of the process: it waits for runs that are under way on other threads.
//!
//! A thread that comes back from C code when the interpreter is gone is unwound by CPython (3.13 and older), through
//! frames that are not made for that. So runs are over before.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::budget::watchdog;
use crate::cpython::hooks::{at_exit, table};

/// For computations in C that nothing can end. One that takes longer and ends in the last moments of the process takes
/// the process with it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Calls of executors that are under way: a run that has ended has its error to explain, which is Python code.
static CALLS: AtomicUsize = AtomicUsize::new(0);
/// The process whose calls they are: a fork has none of the others' threads.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// A call that is under way.
pub struct Call;

impl Call {
    pub fn begin() -> Call {
        if PROCESS.swap(std::process::id(), Ordering::SeqCst) != std::process::id() {
            CALLS.store(0, Ordering::SeqCst);
        }
        CALLS.fetch_add(1, Ordering::SeqCst);
        Call
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        // One that began before a fork is not counted after it.
        let _ = CALLS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |calls| calls.checked_sub(1));
    }
}

/// Ends the runs of other threads.
#[pyfunction]
fn end_runs(py: Python<'_>) {
    py.detach(|| {
        let end = Instant::now() + PATIENCE;
        watchdog::end_all(PATIENCE);
        while PROCESS.load(Ordering::SeqCst) == std::process::id() && CALLS.load(Ordering::SeqCst) > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}

/// Ends the thread that watches runs, if none is under way: a process that is going to fork has one thread then.
#[pyfunction]
pub fn rest_watchdog(py: Python<'_>) {
    py.detach(watchdog::rest);
}

/// Registers that, before the first run of the process.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if DONE.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    at_exit(py, wrap_pyfunction!(end_runs, py)?.into_any(), &table::EXIT)
}
