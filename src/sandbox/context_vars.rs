//! A run has context variables of its own: numpy keeps how it prints and what it does about floating-point
//! errors in them, `decimal` its precision. What the host has set is seen; what the code sets is kept for its next
//! run where it is a setting (see `guarded::library::settings`) or the variable is the code's, and ends with the run otherwise.
//!
//! The host's tools run in the host's own context and under its settings: what they set (a tracing span) stays, and
//! they see none of the code's settings.
#![allow(unsafe_code, reason = "contexts are entered through the interpreter's C interface")]

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::host_loop;
use crate::sandbox::memory::array_interfaces;
use crate::sandbox::threads;
use crate::sandbox::wrappers::library::process_settings;
use crate::session::process_settings as settings;
use crate::session::run_context::RunContext;

/// While it lives, this thread runs in a copy of the context it had.
#[must_use]
pub struct OwnContext<'m> {
    machine: &'m RunContext,
}

impl OwnContext<'_> {
    pub fn enter(machine: &RunContext) -> OwnContext<'_> {
        if defence_layers::off(Net::Settings) {
            // Nobody else's are there: what the code sets stays.
            return OwnContext { machine };
        }
        let py = machine.py();
        // SAFETY: attached; `PyContext_CopyCurrent` gives a new reference or null with an error set.
        let copy = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyContext_CopyCurrent()) };
        match copy {
            Some(copy) if enter(&copy) => {
                drop(machine.context.replace(Some(copy.unbind())));
                // (A thread begins with nothing set.)
                if threads::origin(py).is_none() {
                    set_kept(machine);
                }
            }
            Some(_) => {}
            None => drop(PyErr::take(py)),
        }
        OwnContext { machine }
    }

    /// The run is over: its session's next one finds the variables of the code as this one left them.
    pub fn keep(&self) {
        let py = self.machine.py();
        let context = self.machine.context.borrow().as_ref().map(|context| context.bind(py).clone());
        let Some(context) = context else { return };
        let pending = PyErr::take(py);
        match values_of_code(&context) {
            Ok(values) => drop(self.machine.session.context_values.replace(values.map(Bound::unbind))),
            Err(_) => drop(PyErr::take(py)),
        }
        if let Some(error) = pending {
            error.restore(py);
        }
    }
}

/// The values of those variables of the context that the code made.
fn values_of_code<'py>(context: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let mut found = None;
    for variable in context.try_iter()? {
        let variable = variable?;
        if array_interfaces::is_own(&variable) {
            found.get_or_insert_with(|| PyDict::new(context.py())).set_item(&variable, context.get_item(&variable)?)?;
        }
    }
    Ok(found)
}

/// Sets, in the context that was entered, what the run before this one kept.
fn set_kept(machine: &RunContext) {
    let py = machine.py();
    let kept = machine.session.context_values.borrow().as_ref().map(|values| values.bind(py).clone());
    for (variable, value) in kept.into_iter().flatten() {
        if variable.call_method1(intern!(py, "set"), (value,)).is_err() {
            drop(PyErr::take(py));
        }
    }
}

impl Drop for OwnContext<'_> {
    fn drop(&mut self) {
        if let Some(context) = self.machine.context.take() {
            exit(context.bind(self.machine.py()));
        }
    }
}

/// While it lives, the thread is out of the run's context: for a tool of the host. Where the code is in yet another
/// one (a task of an event loop), it stays there.
#[must_use]
pub struct Outside<'m, 'py> {
    machine: &'m RunContext,
    left: Option<Bound<'py, PyAny>>,
    settings: Option<settings::Outside>,
    before: bool,
}

impl Outside<'_, '_> {
    #[inline]
    pub fn of<'m, 'py>(m: &'m RunContext, py: Python<'py>) -> Outside<'m, 'py> {
        // Settings that are kept in the context change before it is left.
        let settings = process_settings::unsettle(m, py);
        let context = m.context.borrow().as_ref().map(|context| context.bind(py).clone());
        host_loop::swap(m);
        Outside { machine: m, left: context.filter(exit), settings, before: m.outside.replace(true) }
    }
}

impl Drop for Outside<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.machine.outside.set(self.before);
        host_loop::swap(self.machine);
        if let Some(context) = &self.left {
            enter(context);
        }
        if let Some(theirs) = &self.settings {
            process_settings::settle(self.machine, theirs);
        }
    }
}

/// While it lives, the thread is in the run's context again: for code that a tool calls.
#[must_use]
pub struct Inside<'m, 'py> {
    machine: &'m RunContext,
    entered: Option<Bound<'py, PyAny>>,
    /// Settings of the run around the tool.
    outer: Option<Py<settings::InPlace>>,
    before: bool,
}

impl Inside<'_, '_> {
    pub fn of<'m, 'py>(m: &'m RunContext, py: Python<'py>) -> Inside<'m, 'py> {
        let context = m.context.borrow().as_ref().map(|context| context.bind(py).clone());
        let entered = context.filter(enter);
        host_loop::swap(m);
        Inside { machine: m, entered, outer: process_settings::start_call_back(m), before: m.outside.replace(false) }
    }
}

impl Drop for Inside<'_, '_> {
    fn drop(&mut self) {
        self.machine.outside.set(self.before);
        host_loop::swap(self.machine);
        process_settings::end_call_back(self.machine, self.outer.take());
        if let Some(context) = &self.entered {
            exit(context);
        }
    }
}

/// Enters a context; false if it is entered already. An error on its way to the host stays.
fn enter(context: &Bound<'_, PyAny>) -> bool {
    // SAFETY: attached; a live context object, which is looked at and noted in the thread's state.
    quietly(context.py(), || unsafe { ffi::PyContext_Enter(context.as_ptr()) })
}

/// Leaves a context; false if it is not the thread's current one.
fn exit(context: &Bound<'_, PyAny>) -> bool {
    // SAFETY: as in `enter`.
    quietly(context.py(), || unsafe { ffi::PyContext_Exit(context.as_ptr()) })
}

#[inline]
fn quietly(py: Python<'_>, change: impl FnOnce() -> i32) -> bool {
    let pending = if PyErr::occurred(py) { PyErr::take(py) } else { None };
    let done = change() == 0;
    if !done {
        drop(PyErr::take(py));
    }
    if let Some(error) = pending {
        error.restore(py);
    }
    done
}
