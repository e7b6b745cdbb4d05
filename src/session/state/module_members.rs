//! Members of modules that were admitted.

use std::cell::{Cell, OnceCell, RefCell};

use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{PyTraverseError, PyVisit};

use crate::cpython::value::Value;
use crate::session::global_table::visit_value;

const SLOTS: usize = 512;

/// Module members that were admitted: direct-mapped by module and name, valid while the module holds the
/// same object. Made with the first of them.
#[derive(Default)]
pub struct Members {
    slots: OnceCell<Box<[RefCell<Option<Member>>]>>,
    /// What the code sees in the place of others (`unittest.mock.patch("time.sleep")`). It alone does: the modules stay as they are.
    patched: RefCell<Vec<Patched>>,
}

struct Patched {
    module: Py<PyAny>,
    name: Py<PyString>,
    /// What the code saw before, if there was anything.
    before: Option<Value>,
    now: Value,
}

pub struct Member {
    pub module: Py<PyAny>,
    pub name: Py<PyString>,
    pub raw: Py<PyAny>,
    pub given: Value,
    /// Version of the module's dict when it was last seen to hold the object, where dicts have one.
    pub version: Cell<Option<u64>>,
}

impl Patched {
    fn is(&self, module: &Bound<'_, PyAny>, name: &str) -> bool {
        self.module.is(module) && self.name.bind(module.py()).to_string_lossy() == name
    }
}

impl Members {
    fn place(module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> usize {
        ((module.as_ptr() as usize >> 4) ^ (name.as_ptr() as usize >> 3)) & (SLOTS - 1)
    }
    fn slot(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> Option<&RefCell<Option<Member>>> {
        self.slots.get()?.get(Self::place(module, name))
    }
    pub fn find(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, raw: &Bound<'_, PyAny>) -> Option<Value> {
        let slot = self.slot(module, name)?.borrow();
        let member = slot.as_ref()?;
        let same = member.module.is(module) && member.name.is(name) && member.raw.is(raw);
        same.then(|| member.given.clone())
    }
    /// What was given for the member, if the module's dict has not changed since it was looked at.
    pub fn unchanged(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, version: Option<u64>) -> Option<Value> {
        let slot = self.slot(module, name)?.borrow();
        let member = slot.as_ref()?;
        let same = member.module.is(module) && member.name.is(name) && version.is_some() && member.version.get() == version;
        same.then(|| member.given.clone())
    }
    /// The member was found in the dict of this version.
    pub fn confirm(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, version: Option<u64>) {
        let Some(slot) = self.slot(module, name) else { return };
        if let Some(member) = slot.borrow().as_ref() {
            member.version.set(version);
        }
    }
    pub fn keep(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, raw: Bound<'_, PyAny>, given: &Value) {
        let slots = self.slots.get_or_init(|| (0..SLOTS).map(|_| RefCell::new(None)).collect());
        let Some(slot) = slots.get(Self::place(module, name)) else { return };
        let member = Member {
            module: module.clone().unbind(),
            name: name.clone().unbind(),
            raw: raw.unbind(),
            given: given.clone(),
            version: Cell::new(None),
        };
        drop(slot.replace(Some(member)));
    }
    /// What the code sees in the place of the member.
    pub fn patched(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> Option<Value> {
        let patched = self.patched.borrow();
        patched.iter().find(|one| one.is(module, &name.to_string_lossy())).map(|one| one.now.clone())
    }
    /// From now on the code sees `value` there, or what it saw before, if it is that.
    pub fn patch(&self, module: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, before: Option<Value>, value: Value) {
        let text = name.to_string_lossy();
        let gone = self.unpatch(module, &text);
        let before = gone.map_or(before, |gone| gone.before);
        if before.as_ref().is_some_and(|before| before.bits() == value.bits()) {
            return;
        }
        if let Some(slot) = self.slot(module, name) {
            drop(slot.take());
        }
        self.patched.borrow_mut().push(Patched { module: module.clone().unbind(), name: name.clone().unbind(), before, now: value });
    }
    /// From now on the code sees what is there.
    pub fn restore(&self, module: &Bound<'_, PyAny>, name: &str) {
        drop(self.unpatch(module, name));
    }
    fn unpatch(&self, module: &Bound<'_, PyAny>, name: &str) -> Option<Patched> {
        let mut patched = self.patched.borrow_mut();
        let place = patched.iter().position(|one| one.is(module, name))?;
        Some(patched.swap_remove(place))
    }
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        for slot in self.slots.get().iter().flat_map(|slots| slots.iter()) {
            let Ok(slot) = slot.try_borrow() else { continue };
            if let Some(member) = slot.as_ref() {
                visit.call(&member.module)?;
                visit.call(&member.raw)?;
                visit_value(visit, &member.given)?;
            }
        }
        let Ok(patched) = self.patched.try_borrow() else { return Ok(()) };
        for one in patched.iter() {
            visit.call(&one.module)?;
            one.before.as_ref().map_or(Ok(()), |before| visit_value(visit, before))?;
            visit_value(visit, &one.now)?;
        }
        Ok(())
    }
    pub fn clear(&self) {
        drop(self.patched.take());
        self.slots.get().iter().flat_map(|slots| slots.iter()).for_each(|slot| drop(slot.take()));
    }
}
