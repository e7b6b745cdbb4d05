//! Verdicts on values: by type, and on single functions and classes.

use std::cell::{Cell, OnceCell, RefCell};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashMap;

use crate::cpython::type_access::Ty;
use crate::cpython::value::{attached, Value};
use crate::session::global_table::visit_value;

const PASSED: usize = 256;

/// Types whose instances need no look: a direct-mapped table of address and version, made with the first of them.
#[derive(Default)]
pub struct Passed {
    slots: OnceCell<Box<Slots>>,
}

type Slots = [Cell<(usize, u32)>; PASSED];

impl Passed {
    #[inline(always)]
    fn place(ty: Ty<'_>) -> usize {
        (ty.addr() >> 4) % PASSED
    }
    /// Never holds version 0, which types without a version have.
    #[inline(always)]
    pub fn contains(&self, ty: Ty<'_>) -> bool {
        self.slots.get().is_some_and(|slots| slots[Self::place(ty)].get() == (ty.addr(), ty.version()))
    }
    pub fn insert(&self, ty: Ty<'_>) {
        if ty.version() == 0 {
            // A lookup makes the interpreter assign a version.
            drop(ty.lookup(pyo3::intern!(attached(), "__doc__")));
        }
        if ty.version() != 0 {
            let slots = self.slots.get_or_init(|| Box::new([const { Cell::new((0, 0)) }; PASSED]));
            slots[Self::place(ty)].set((ty.addr(), ty.version()));
        }
    }
    pub fn clear(&self) {
        self.slots.get().iter().flat_map(|slots| slots.iter()).for_each(|slot| slot.set((0, 0)));
    }
}

/// Functions of libraries whose calls need no look: a direct-mapped table of the addresses of function and code, and whether the function takes
/// over its arguments (`handed_over`). Each is kept by `host_code`, so that no other has its address.
#[derive(Default)]
pub struct PlainFunctions {
    slots: OnceCell<Box<[Cell<(usize, usize, bool)>; PASSED]>>,
}

impl PlainFunctions {
    fn place(function: usize) -> usize {
        (function >> 4) % PASSED
    }
    #[inline(always)]
    pub fn get(&self, function: usize, code: usize) -> Option<bool> {
        let (known, its_code, takes) = self.slots.get()?[Self::place(function)].get();
        (known == function && its_code == code).then_some(takes)
    }
    fn insert(&self, function: usize, code: usize, takes: bool) {
        let slots = self.slots.get_or_init(|| Box::new([const { Cell::new((0, 0, false)) }; PASSED]));
        slots[Self::place(function)].set((function, code, takes));
    }
    fn clear(&self) {
        self.slots.get().iter().flat_map(|slots| slots.iter()).for_each(|slot| slot.set((0, 0, false)));
    }
}

/// Beyond this many, verdicts start anew: libraries make functions on the fly.
pub const VERDICTS: usize = 4096;

/// The object at an address.
enum Judged {
    /// A verdict does not keep alive what code made (`lru_cache`, with all results): another object may have the address later.
    Weakly(Py<PyWeakrefReference>),
    Kept(Py<PyAny>),
}

impl Judged {
    fn of(object: &Bound<'_, PyAny>) -> Judged {
        PyWeakrefReference::new(object).map_or_else(|_| Judged::Kept(object.clone().unbind()), |weak| Judged::Weakly(weak.unbind()))
    }
    fn is(&self, object: &Bound<'_, PyAny>) -> bool {
        match self {
            Judged::Weakly(weak) => weak.bind(object.py()).upgrade().is_some_and(|found| found.is(object)),
            Judged::Kept(_) => true,
        }
    }
}

/// Verdicts on single functions and classes, by address.
#[derive(Default)]
pub struct Objects {
    verdicts: RefCell<FxHashMap<usize, (Judged, Verdict)>>,
    /// Raw object → what the code gets in its place (tool proxies, guarded natives).
    pub stand_ins: RefCell<FxHashMap<usize, (Py<PyAny>, Value)>>,
    /// Python functions: whether they are the host's own.
    host_code: RefCell<FxHashMap<usize, (Py<PyAny>, bool)>>,
    pub plain_functions: PlainFunctions,
    /// Functions of modules that only compute: C code calls them as they are.
    pub computing: RefCell<FxHashMap<usize, Py<PyAny>>>,
    /// Objects that the host gave as tools: never refused.
    pub granted: RefCell<FxHashMap<usize, Py<PyAny>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Allowed,
    Denied,
}

impl Objects {
    pub fn verdict(&self, object: &Bound<'_, PyAny>) -> Option<Verdict> {
        self.verdicts.borrow().get(&(object.as_ptr() as usize)).filter(|(judged, _)| judged.is(object)).map(|(_, v)| *v)
    }
    pub fn keep(&self, object: &Bound<'_, PyAny>, verdict: Verdict) {
        let full = if self.verdicts.borrow().len() >= VERDICTS { Some(self.verdicts.take()) } else { None };
        let old = self.verdicts.borrow_mut().insert(object.as_ptr() as usize, (Judged::of(object), verdict));
        drop((old, full));
    }
    pub fn only_computes(&self, function: &Bound<'_, PyAny>) -> bool {
        self.computing.borrow().contains_key(&(function.as_ptr() as usize))
    }
    /// It is kept, so that no other has its address.
    pub fn keep_computing(&self, function: &Bound<'_, PyAny>) {
        let full = if self.computing.borrow().len() >= VERDICTS { Some(self.computing.take()) } else { None };
        let old = self.computing.borrow_mut().insert(function.as_ptr() as usize, function.clone().unbind());
        drop((old, full));
    }
    /// The object that stands for `object`.
    pub fn stand_in(&self, object: &Bound<'_, PyAny>) -> Option<Value> {
        self.stand_ins.borrow().get(&(object.as_ptr() as usize)).map(|(_, v)| v.clone())
    }
    pub fn set_stand_in(&self, object: &Bound<'_, PyAny>, value: Value) {
        let old = self.stand_ins.borrow_mut().insert(object.as_ptr() as usize, (object.clone().unbind(), value));
        drop(old);
    }
    /// The host gave this object as a tool.
    pub fn grant(&self, object: &Bound<'_, PyAny>) {
        let old = self.granted.borrow_mut().insert(object.as_ptr() as usize, object.clone().unbind());
        drop(old);
    }
    pub fn is_granted(&self, object: &Bound<'_, PyAny>) -> bool {
        self.granted.borrow().contains_key(&(object.as_ptr() as usize))
    }
    /// Whether the function is the host's own, where that is known.
    pub fn keep_host_code(&self, function: &Bound<'_, PyAny>, is_host: bool) {
        let full = if self.host_code.borrow().len() >= VERDICTS { Some(self.host_code.take()) } else { None };
        if full.is_some() {
            self.plain_functions.clear();
        }
        let old = self.host_code.borrow_mut().insert(function.as_ptr() as usize, (function.clone().unbind(), is_host));
        drop((old, full));
    }
    /// A function that was found to be nobody's but a library's, and to need no look.
    pub fn keep_plain(&self, function: *mut ffi::PyObject, code: usize, takes: bool) {
        if self.is_known_host_code(function) == Some(false) {
            self.plain_functions.insert(function as usize, code, takes);
        }
    }
    pub fn is_known_host_code(&self, function: *mut ffi::PyObject) -> Option<bool> {
        self.host_code.borrow().get(&(function as usize)).map(|(_, host)| *host)
    }
    pub fn clear(&self) {
        self.plain_functions.clear();
        let old = (self.verdicts.take(), self.host_code.take(), self.computing.take());
        drop(old);
    }
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A table that is being changed holds nothing that the collector could free.
        if let Ok(verdicts) = self.verdicts.try_borrow() {
            for (judged, _) in verdicts.values() {
                match judged {
                    Judged::Weakly(weak) => visit.call(weak)?,
                    Judged::Kept(object) => visit.call(object)?,
                }
            }
        }
        if let Ok(stand_ins) = self.stand_ins.try_borrow() {
            for (object, value) in stand_ins.values() {
                visit.call(object)?;
                visit_value(visit, value)?;
            }
        }
        if let Ok(functions) = self.host_code.try_borrow() {
            functions.values().try_for_each(|(object, _)| visit.call(object))?;
        }
        if let Ok(computing) = self.computing.try_borrow() {
            computing.values().try_for_each(|object| visit.call(object))?;
        }
        match self.granted.try_borrow() {
            Ok(granted) => granted.values().try_for_each(|object| visit.call(object)),
            Err(_) => Ok(()),
        }
    }
    /// Forgets the host's tools (they are given anew at each call).
    pub fn clear_tools(&self) {
        let old = (self.stand_ins.take(), self.granted.take());
        drop(old);
    }
}
