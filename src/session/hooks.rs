//! What the host takes part in while code runs: calls of its tools, what is awaited, what is printed.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;

/// Functions of the host, each of which may be missing.
#[derive(Default)]
pub struct Hooks {
    /// `call(name, tool, /, *args, **kwargs)`, in place of the call of a tool.
    call: Option<Py<PyAny>>,
    /// `awaited(object)`: what is awaited in place of an object that is no coroutine.
    awaited: Option<Py<PyAny>>,
    /// `printed(text)`
    printed: Option<Py<PyAny>>,
}

/// As the host gives them.
pub type Given = (Option<Py<PyAny>>, Option<Py<PyAny>>, Option<Py<PyAny>>);

/// The hooks of the run under way.
#[derive(Default)]
pub struct RunHooks {
    hooks: RefCell<Hooks>,
    /// Whether there is one: most runs have none.
    any: Cell<bool>,
    /// Printed text that `printed` was not told yet.
    text: RefCell<Vec<u8>>,
}

impl Hooks {
    pub fn of(given: Option<Given>) -> Hooks {
        given.map_or_else(Hooks::default, |(call, awaited, printed)| Hooks { call, awaited, printed })
    }

    fn is_any(&self) -> bool {
        self.call.is_some() || self.awaited.is_some() || self.printed.is_some()
    }
}

impl RunHooks {
    /// Exchanges the hooks; gives those before.
    pub fn exchange(&self, hooks: Hooks) -> Hooks {
        self.any.set(hooks.is_any());
        self.hooks.replace(hooks)
    }

    #[inline]
    pub fn call<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.get(py, |hooks| hooks.call.as_ref())
    }

    #[inline]
    pub fn awaited<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.get(py, |hooks| hooks.awaited.as_ref())
    }

    #[inline]
    pub fn printed<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.get(py, |hooks| hooks.printed.as_ref())
    }

    #[inline]
    fn get<'py>(&self, py: Python<'py>, which: impl Fn(&Hooks) -> Option<&Py<PyAny>>) -> Option<Bound<'py, PyAny>> {
        if !self.any.get() {
            return None;
        }
        which(&self.hooks.borrow()).map(|hook| hook.bind(py).clone())
    }

    /// Keeps printed text for `printed`, if there is one.
    #[inline]
    pub fn keep(&self, text: &[u8]) {
        if self.any.get() && self.hooks.borrow().printed.is_some() {
            self.text.borrow_mut().extend_from_slice(text);
        }
    }

    /// The text that was kept.
    pub fn take_text(&self) -> Vec<u8> {
        self.text.take()
    }
}
