//! The settings that are a session's for a run of it.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};

use super::setting::{unless_interrupt, Setting, SettingCell};
use crate::cpython::lock::{interrupt_again, Held, Lock};

/// Whoever changes settings: reading and writing one may let other threads run.
static CHANGING: Lock = Lock::new();

thread_local! {
    static EXCHANGES: Cell<u32> = const { Cell::new(0) };
}

/// Whether this thread is exchanging settings. No code may run then: its values would be the host's, or half of them. (A key that
/// the code made, in a table of settings, has itself compared.)
pub fn exchanges() -> bool {
    EXCHANGES.get() != 0
}

/// While it lives, settings are exchanged by this thread alone.
struct Exchange<'py>(#[allow(dead_code, reason = "held for what its end does")] Held<'py>);

impl<'py> Exchange<'py> {
    fn begin(py: Python<'py>) -> PyResult<Exchange<'py>> {
        let alone = CHANGING.wait(py)?;
        EXCHANGES.set(EXCHANGES.get() + 1);
        Ok(Exchange(alone))
    }
}

impl Drop for Exchange<'_> {
    fn drop(&mut self) {
        EXCHANGES.set(EXCHANGES.get() - 1);
    }
}

/// Times that taking back is tried: Ctrl-C of the host may come in between.
const TRIES: usize = 3;

/// What is in place for one run, in the order in which it was put there.
#[pyclass(frozen, module = "fastexec")]
#[derive(Default)]
pub struct InPlace(Mutex<Vec<(Py<Setting>, Py<SettingCell>)>>);

#[pymethods]
impl InPlace {
    #[new]
    fn new() -> InPlace {
        InPlace::default()
    }

    /// Puts those in place that are not yet and whose modules are there. What cannot be read or written is left alone.
    fn put(&self, cells: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = cells.py();
        let pair = |(setting, cell): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Some((setting.cast_into::<Setting>().ok()?.unbind(), cell.cast_into::<SettingCell>().ok()?.unbind()))
        };
        let wanted = cells.iter().filter_map(pair).collect::<Vec<_>>();
        let _exchange = Exchange::begin(py)?;
        for (setting, cell) in wanted {
            if self.has(&setting) || setting.get().home(py).is_none() {
                continue;
            }
            match setting.get().enter(py, &cell) {
                Ok(()) => self.entries().push((setting, cell)),
                Err(error) => unless_interrupt(py, error)?,
            }
        }
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(entries) = self.0.try_lock() else { return Ok(()) };
        entries.iter().try_for_each(|(setting, cell)| visit.call(setting).and_then(|()| visit.call(cell)))
    }
}

impl InPlace {
    fn entries(&self) -> MutexGuard<'_, Vec<(Py<Setting>, Py<SettingCell>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, setting: &Py<Setting>) -> bool {
        self.entries().iter().any(|(known, _)| known.is(setting))
    }

    fn last(&self, py: Python<'_>) -> Option<(Py<Setting>, Py<SettingCell>)> {
        self.entries().last().map(|(setting, cell)| (setting.clone_ref(py), cell.clone_ref(py)))
    }

    /// The host runs: its values are in place until `Outside` is told to leave.
    pub fn outside(&self, py: Python<'_>) -> PyResult<Outside> {
        let entries = self.entries().iter().map(|(setting, _)| setting.clone_ref(py)).collect::<Vec<_>>();
        let _exchange = Exchange::begin(py)?;
        let (mut settings, mut interrupted) = (Vec::new(), false);
        for setting in entries {
            let host = setting.get().enter_host(py);
            interrupted |= host.is_err();
            settings.push((setting, host.unwrap_or(None)));
        }
        if interrupted {
            interrupt_again(py)?;
        }
        Ok(Outside(settings))
    }

    /// The run is over: what was put in place for it is taken back, whatever comes of some of it.
    pub fn leave(&self, py: Python<'_>) -> PyResult<()> {
        let _exchange = Exchange::begin(py)?;
        let mut left = Ok(());
        while let Some((setting, cell)) = self.last(py) {
            left = left.and(persistently(|| setting.get().leave(py, &cell)));
            let over = self.entries().pop();
            drop(over);
        }
        left
    }
}

/// What is in place for a tool of the host: its own values, where no other thread runs code.
pub struct Outside(Vec<(Py<Setting>, Option<Py<SettingCell>>)>);

impl Outside {
    /// The tool is over.
    pub fn leave(&self, py: Python<'_>) -> PyResult<()> {
        let _exchange = Exchange::begin(py)?;
        let mut left = Ok(());
        for (setting, host) in self.0.iter().rev() {
            left = left.and(persistently(|| setting.get().leave_host(py, host.as_ref())));
        }
        left
    }
}

/// Does it though Ctrl-C comes in between; tells of that at the end.
fn persistently(leave: impl Fn() -> PyResult<()>) -> PyResult<()> {
    (0..TRIES).map_while(|_| leave().err()).last().map_or(Ok(()), Err)
}
