//! A lock for work during which other threads may run Python code.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::once::Once;

/// One of the process. Its thread can take it again: what is done meanwhile runs code of libraries, whose finalisers may run
/// ours. In a child process it is free.
pub struct Lock(Once<Py<PyAny>>);

impl Lock {
    pub const fn new() -> Lock {
        Lock(Once::new())
    }

    /// Waits until no other thread has it. Ctrl-C that comes meanwhile comes once more afterwards: nobody may go on without the lock.
    ///
    /// # Errors
    /// Where there is no memory for it, the first time.
    pub fn wait<'py>(&'static self, py: Python<'py>) -> PyResult<Held<'py>> {
        let lock = self.0.get_or_make(py, || made(py))?.bind(py);
        let mut interrupted = None;
        while let Err(error) = lock.call_method0(intern!(py, "acquire")) {
            interrupted = Some(error);
        }
        let held = Held(lock.clone());
        match interrupted {
            Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => interrupt_again(py)?,
            Some(error) => error.write_unraisable(py, Some(lock)),
            None => {}
        }
        Ok(held)
    }
}

/// Ctrl-C that was caught comes once more when Python code runs next.
///
/// # Errors
/// Those of `_thread.interrupt_main`.
pub fn interrupt_again(py: Python<'_>) -> PyResult<()> {
    py.import("_thread")?.call_method0("interrupt_main").map(drop)
}

impl Default for Lock {
    fn default() -> Lock {
        Lock::new()
    }
}

/// While it lives, no other thread has the lock.
#[must_use]
pub struct Held<'py>(Bound<'py, PyAny>);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        drop(self.0.call_method0(intern!(self.0.py(), "release")));
    }
}

fn made(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let lock = py.import("_thread")?.call_method0("RLock")?;
    // Systems that do not fork have no such function.
    if let Ok(register) = py.import("os")?.getattr("register_at_fork") {
        let after = PyDict::new(py);
        after.set_item("after_in_child", lock.getattr("_at_fork_reinit")?)?;
        register.call((), Some(&after))?;
    }
    Ok(lock.unbind())
}
