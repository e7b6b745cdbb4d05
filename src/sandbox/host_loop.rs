//! The event loop that the host runs on this thread: code does not see it, and may run one of its own meanwhile.
//!
//! The host's tools see it: they are out of the code's loop as they are out of its context.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::once::Once;
use crate::cpython::value::R;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// While it lives, the thread has no event loop but those of the code.
#[must_use]
pub struct WithoutLoop<'m> {
    machine: &'m RunContext,
}

impl WithoutLoop<'_> {
    pub fn enter(machine: &RunContext) -> WithoutLoop<'_> {
        let py = machine.py();
        match running_loop(py) {
            Ok(Some(_)) => match exchange(py, (py.None(), py.None()).into_pyobject(py).map(Bound::into_any)) {
                Ok(hidden) => drop(machine.host_loop.replace(Some(hidden.unbind()))),
                Err(error) => drop(error),
            },
            Ok(None) => {}
            Err(error) => drop(error),
        }
        WithoutLoop { machine }
    }
}

impl Drop for WithoutLoop<'_> {
    fn drop(&mut self) {
        swap(self.machine);
        drop(self.machine.host_loop.take());
    }
}

/// Exchanges the loop that the thread has for the one that is kept, if there is one: before a tool of the host, and after.
#[inline]
pub fn swap(m: &RunContext) {
    if m.host_loop.borrow().is_some() {
        exchange_kept(m);
    }
}

/// Takes a step of a tool's coroutine: the loop of the code runs it, so it has that one, and not the host's.
pub fn on_loop_of_code<T>(m: &RunContext, step: impl FnOnce() -> T) -> T {
    swap(m);
    // Code that it calls has the loop of the code too.
    let hidden = m.host_loop.take();
    let given = step();
    drop(m.host_loop.replace(hidden));
    swap(m);
    given
}

#[cold]
#[inline(never)]
fn exchange_kept(m: &RunContext) {
    let py = m.py();
    let pending = PyErr::take(py);
    let kept = m.host_loop.borrow().as_ref().map(|kept| kept.bind(py).clone());
    if let Some(kept) = kept {
        if let Ok(other) = exchange(py, Ok::<_, PyErr>(kept)) {
            drop(m.host_loop.replace(Some(other.unbind())));
        }
    }
    if let Some(error) = pending {
        error.restore(py);
    }
}

/// Refuses what would show the code a loop that the host runs, by a future or task of that: who has a loop stops it, and
/// sees all tasks.
pub fn check_is_own(m: &RunContext, object: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let _host = HostScope::enter();
    let Ok(found) = object.call_method0(intern!(py, "get_loop")) else { return Ok(()) };
    if running_loop(py)?.is_some_and(|own| own.is(&found)) || !found.call_method0(intern!(py, "is_running"))?.is_truthy()? {
        return Ok(());
    }
    Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden access to the event loop of the host"))
}

/// The loop that runs on this thread, if any module of the process can have made one.
fn running_loop(py: Python<'_>) -> PyResult<Option<Bound<'_, PyAny>>> {
    // Importing `sys` each time would cost more than all the rest.
    static MODULES: Once<Py<PyDict>> = Once::new();
    let found = || Ok::<_, PyErr>(py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?.unbind());
    let modules = MODULES.get_or_make(py, found)?.bind(py);
    let Some(events) = modules.get_item(intern!(py, "asyncio.events"))? else { return Ok(None) };
    let running = events.getattr(intern!(py, "_get_running_loop"))?.call0()?;
    Ok((!running.is_none()).then_some(running))
}

/// Gives the thread this loop and task; gives those before.
fn exchange<'py, E: Into<PyErr>>(py: Python<'py>, loop_and_task: Result<Bound<'py, PyAny>, E>) -> PyResult<Bound<'py, PyAny>> {
    let _host = HostScope::enter();
    let given = loop_and_task.map_err(Into::into)?;
    py.import(intern!(py, "fastexec.waits"))?.call_method1(intern!(py, "exchange_loop"), (given,))
}
