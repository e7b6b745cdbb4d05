//! The classes that the code made.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType, PyWeakrefReference};
use rustc_hash::FxHashMap;

/// Classes of the code are known by the str object in their `__module__`: one that belongs to the session,
/// is equal to the name of its module but the same as no other object, and that no class of the host holds.
/// Those whose `__module__` the code changed are known by address, weakly: an address that is used again is
/// told apart by the dead reference.
#[derive(Default)]
pub struct OwnClasses {
    pub modules: RefCell<Vec<Py<PyString>>>,
    pub classes: RefCell<FxHashMap<usize, Py<PyWeakrefReference>>>,
    /// Those that derive from a class of the host's own program.
    pub guests: RefCell<FxHashMap<usize, Py<PyWeakrefReference>>>,
    /// Whether there is one, or one is being made.
    pub any_guest: Cell<bool>,
    /// The one that `dataclass` works on, which it may make another one from (`slots=True`).
    pub decorated: RefCell<Option<Py<PyType>>>,
}
