//! One setting: how it is read and put in place, and whose values are in place or wait below.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyString};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashMap;

use crate::cpython::api::types::loaded_modules;
use crate::cpython::tables::same;

/// The value of one owner, the host or a session. What is in place may be newer.
#[pyclass(frozen, module = "fastexec", name = "SettingCell")]
pub struct SettingCell(Mutex<Held>);

/// What a cell holds.
struct Held {
    /// Whether the value is the owner's own. A session that did not change a setting goes by the host's.
    own: bool,
    value: Py<PyAny>,
}

impl SettingCell {
    fn new(py: Python<'_>, own: bool, value: Py<PyAny>) -> PyResult<Py<SettingCell>> {
        Py::new(py, SettingCell(Mutex::new(Held { own, value })))
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_own(&self) -> bool {
        self.held().own
    }

    fn value<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.held().value.bind(py).clone()
    }

    fn keep(&self, value: &Bound<'_, PyAny>, changed: bool) {
        let mut held = self.held();
        held.own |= changed;
        let old = std::mem::replace(&mut held.value, value.clone().unbind());
        // Dropping it may run code.
        drop(held);
        drop(old);
    }
}

#[pymethods]
impl SettingCell {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.try_lock().map_or(Ok(()), |held| visit.call(&held.value))
    }
}

/// Whose values are in place or wait below, the host's first.
struct Stack {
    cells: Vec<Py<SettingCell>>,
    /// Runs of them that are not in a tool of the host.
    running: isize,
}

/// Where a setting lives, how it is read and put in place, and what touches it: modules whose use by the code does
/// (`numpy`), or members of them (`numpy.seterr`), of whichever module (`.register_extension_dtype`).
#[pyclass(frozen, module = "fastexec")]
pub struct Setting {
    #[pyo3(get)]
    module: Py<PyString>,
    #[pyo3(get)]
    touched_by: Py<PyFrozenSet>,
    /// Whether each thread has a value of its own.
    #[pyo3(get)]
    of_thread: bool,
    read: Py<PyAny>,
    write: Py<PyAny>,
    fresh: Option<Py<PyAny>>,
    /// Tells it of a value that was read, faster than by reading again.
    is_in_place: Option<Py<PyAny>>,
    stacks: Mutex<FxHashMap<Option<ThreadId>, Stack>>,
}

#[pymethods]
impl Setting {
    #[new]
    #[pyo3(signature = (module, read, write, *, touched_by, fresh = None, of_thread = false, is_in_place = None))]
    #[allow(clippy::too_many_arguments, reason = "what the table says of a setting")]
    fn new(
        module: Py<PyString>,
        read: Py<PyAny>,
        write: Py<PyAny>,
        touched_by: &Bound<'_, PyAny>,
        fresh: Option<Py<PyAny>>,
        of_thread: bool,
        is_in_place: Option<Py<PyAny>>,
    ) -> PyResult<Setting> {
        let names = touched_by.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let touched_by = PyFrozenSet::new(touched_by.py(), names)?.unbind();
        Ok(Setting { module, touched_by, of_thread, read, write, fresh, is_in_place, stacks: Mutex::default() })
    }

    /// The module that it lives in; nothing where that is not loaded.
    pub fn home<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        loaded_modules(py)?.get_item(&self.module).ok().flatten()
    }

    /// For a session that touches the setting for the first time.
    fn new_cell(&self, py: Python<'_>) -> PyResult<Py<SettingCell>> {
        match &self.fresh {
            None => SettingCell::new(py, false, py.None()),
            Some(fresh) => SettingCell::new(py, true, fresh.call1(py, (self.home(py),))?),
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.read)?;
        visit.call(&self.write)?;
        visit.call(&self.fresh)?;
        visit.call(&self.is_in_place)?;
        let Ok(stacks) = self.stacks.try_lock() else { return Ok(()) };
        stacks.values().flat_map(|stack| &stack.cells).try_for_each(|cell| visit.call(cell))
    }
}

impl Setting {
    /// A run of the session starts, or goes on, that `cell` belongs to.
    pub fn enter(&self, py: Python<'_>, cell: &Py<SettingCell>) -> PyResult<()> {
        let host = SettingCell::new(py, true, py.None())?;
        let unused = match self.stacks().entry(self.key()) {
            std::collections::hash_map::Entry::Occupied(_) => Some(host),
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(Stack { cells: vec![host], running: 0 });
                None
            }
        };
        drop(unused);
        let put = self.put(py, cell);
        self.with_stack(|stack| stack.running += isize::from(put.is_ok()));
        put
    }

    /// It is over. Can be called again where it was interrupted.
    pub fn leave(&self, py: Python<'_>, cell: &Py<SettingCell>) -> PyResult<()> {
        self.take_back(py, cell)?;
        self.with_stack(|stack| stack.running -= 1);
        Ok(())
    }

    /// A tool starts; gives the host's value that is in place for it. While other threads run code, that is not within its
    /// reach.
    pub fn enter_host(&self, py: Python<'_>) -> PyResult<Option<Py<SettingCell>>> {
        let leave_run = |stack: &mut Stack| {
            stack.running -= 1;
            stack.cells.first().filter(|_| stack.running == 0).map(|host| host.clone_ref(py))
        };
        let Some(host) = self.with_stack(leave_run).flatten() else { return Ok(None) };
        match self.put(py, &host) {
            Ok(()) => Ok(Some(host)),
            // The code may have made anything of it.
            Err(error) => unless_interrupt(py, error).map(|()| None),
        }
    }

    /// The tool is over. Can be called again where it was interrupted.
    pub fn leave_host(&self, py: Python<'_>, host: Option<&Py<SettingCell>>) -> PyResult<()> {
        host.map_or(Ok(()), |host| self.take_back(py, host))?;
        self.with_stack(|stack| stack.running += 1);
        Ok(())
    }

    /// Puts the value of `cell` in place; the one that was there is kept by its owner.
    fn put(&self, py: Python<'_>, cell: &Py<SettingCell>) -> PyResult<()> {
        let home = self.home(py);
        let Some(top) = self.with_stack(|stack| stack.cells.last().map(|top| top.clone_ref(py))).flatten() else { return Ok(()) };
        let now = self.kept_by(home.as_ref(), top.bind(py))?;
        self.with_stack(|stack| stack.cells.push(cell.clone_ref(py)));
        if !cell.get().is_own() {
            cell.get().keep(&now, false);
            return Ok(());
        }
        let value = cell.get().value(py);
        if same(&now, &value) {
            return Ok(());
        }
        self.write(home.as_ref(), &value).inspect_err(|_| {
            self.remove(cell);
            drop(self.write(home.as_ref(), &now));
        })
    }

    /// Ends the last `put` of `cell`.
    fn take_back(&self, py: Python<'_>, cell: &Py<SettingCell>) -> PyResult<()> {
        let below = self.with_stack(|stack| match stack.cells.as_slice() {
            [.., below, top] if top.is(cell) => Some(below.clone_ref(py)),
            _ => None,
        });
        if let Some(below) = below.flatten() {
            self.give_back(cell.bind(py), &below.get().value(py)).or_else(|error| unless_interrupt(py, error))?;
        }
        self.remove(cell);
        Ok(())
    }

    fn give_back(&self, cell: &Bound<'_, SettingCell>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = cell.py();
        let home = self.home(py);
        match self.kept_by(home.as_ref(), cell) {
            Ok(now) if same(&now, value) => return Ok(()),
            Ok(_) => {}
            // What the code made of it may be unreadable: then it is written over.
            Err(error) => unless_interrupt(py, error)?,
        }
        self.write(home.as_ref(), value)
    }

    /// The owner of what is in place keeps it.
    fn kept_by<'py>(&self, home: Option<&Bound<'py, PyAny>>, cell: &Bound<'py, SettingCell>) -> PyResult<Bound<'py, PyAny>> {
        let py = cell.py();
        let value = cell.get().value(py);
        if let Some(is_in_place) = &self.is_in_place {
            if is_in_place.bind(py).call1((home, &value))?.is_truthy()? {
                return Ok(value);
            }
        }
        let now = self.read.bind(py).call1((home,))?;
        cell.get().keep(&now, !same(&now, &value));
        Ok(now)
    }

    fn write(&self, home: Option<&Bound<'_, PyAny>>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.write.bind(value.py()).call1((home, value)).map(drop)
    }

    /// Takes the last place of `cell` from the stack, which ends with the last session.
    fn remove(&self, cell: &Py<SettingCell>) {
        let mut stacks = self.stacks();
        let key = self.key();
        let Some(stack) = stacks.get_mut(&key) else { return };
        let at = stack.cells.iter().rposition(|other| other.is(cell)).filter(|at| *at > 0);
        let removed = at.map(|at| stack.cells.remove(at));
        let over = if stack.cells.len() == 1 { stacks.remove(&key).map(|stack| stack.cells) } else { None };
        // Dropping them may run code.
        drop(stacks);
        drop((removed, over));
    }

    fn key(&self) -> Option<ThreadId> {
        self.of_thread.then(|| std::thread::current().id())
    }

    fn stacks(&self) -> MutexGuard<'_, FxHashMap<Option<ThreadId>, Stack>> {
        self.stacks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `change` runs no code and drops nothing.
    fn with_stack<T>(&self, change: impl FnOnce(&mut Stack) -> T) -> Option<T> {
        self.stacks().get_mut(&self.key()).map(change)
    }
}

/// An error of a setting is dropped, and the next one is seen to. Ctrl-C is none of its errors.
pub fn unless_interrupt(py: Python<'_>, error: PyErr) -> PyResult<()> {
    if error.is_instance_of::<PyException>(py) {
        Ok(())
    } else {
        Err(error)
    }
}
