//! Verdicts on attributes of objects, by type and name.

use std::cell::{OnceCell, RefCell};

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::type_access::Ty;

use crate::session::state::type_info::Kind;

const SLOTS: usize = 1024;

/// Verdicts by type, version and name: direct-mapped, made with the first verdict (most executors of a server wait).
#[derive(Default)]
pub struct Verdicts {
    slots: OnceCell<Box<[RefCell<Slot>]>>,
}

#[derive(Default)]
pub struct Slot {
    pub address: usize,
    pub version: u32,
    /// Kept so that the address of a name is not used again.
    pub name: Option<Py<PyString>>,
    pub verdict: Option<Verdict>,
}

/// How an attribute of an instance is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Ordinary lookup, result through the gate.
    Plain,
    /// Ordinary lookup on an object of the host's own program, as host code; result through the gate. Of changes: of an object that
    /// is not the code's, and may be everybody's.
    Host,
    /// Ordinary lookup of `format` / `format_map` of a str: a guarded formatter comes out.
    Format,
    /// `__getattribute__`, `__setattr__`, `__delattr__` of a base: a guarded one comes out.
    RawAccess,
    /// Ordinary lookup; what comes out must be a method that the code wrote.
    OwnMethod,
    /// `__class__`, of which a `__getattribute__` of the code says what it likes, to the code.
    ToldClass,
    /// The size of an array, of which a class of the code says what it likes, to the code.
    ToldSize,
    /// A member with a guarded stand-in.
    Guarded,
    /// A container that the class holds, which is not the code's: a copy, unless the instance has its own.
    Shared,
    Refused,
    /// Depends on the object, which is of this kind.
    ByObject(Kind),
}

impl Verdicts {
    #[inline(always)]
    fn place(ty: Ty<'_>, name: &Bound<'_, PyString>) -> usize {
        ((ty.addr() >> 4) ^ (name.as_ptr() as usize >> 3)) & (SLOTS - 1)
    }
    #[inline(always)]
    pub fn find(&self, ty: Ty<'_>, name: &Bound<'_, PyString>) -> Option<Verdict> {
        let slot = self.slots.get()?.get(Self::place(ty, name))?.borrow();
        let same_name = slot.name.as_ref().is_some_and(|n| n.as_ptr() == name.as_ptr());
        if slot.address == ty.addr() && same_name && slot.version != 0 && slot.version == ty.version() {
            return slot.verdict;
        }
        None
    }
    pub fn keep(&self, ty: Ty<'_>, name: &Bound<'_, PyString>, verdict: Verdict) {
        let slots = self.slots.get_or_init(|| (0..SLOTS).map(|_| RefCell::default()).collect());
        let Some(slot) = slots.get(Self::place(ty, name)) else { return };
        let new = Slot { address: ty.addr(), version: ty.version(), name: Some(name.clone().unbind()), verdict: Some(verdict) };
        drop(slot.replace(new));
    }
    pub fn clear(&self) {
        self.slots.get().iter().flat_map(|slots| slots.iter()).for_each(|slot| drop(slot.take()));
    }
}
