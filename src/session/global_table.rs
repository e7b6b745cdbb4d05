//! The session's global variables, as registers that module code addresses directly.
//!
//! One contiguous array: slots `0..GLOBAL_REGISTERS` are the globals, what follows are the temporaries of
//! the module frame. Memory is zeroed (unset) and committed by the system when first touched. Slots
//! beyond the array live in `overflow`, which only the by-slot instructions reach.
//!
//! Invariant GLOBALS: the array is never reallocated while the table lives; only the thread that is
//! attached touches it, and no reference into it is held across a call into the interpreter.
#![allow(unsafe_code, reason = "module code addresses the globals as raw registers")]

use std::alloc::{handle_alloc_error, Layout};
use std::cell::{Cell, RefCell};
use std::mem;
#[cfg(unix)]
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::PyTraverseError;
use pyo3::PyVisit;

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::operands::GLOBAL_REGISTERS;

/// Globals that registers can name.
const DIRECT: usize = GLOBAL_REGISTERS as usize;
/// Globals and the module frame's temporaries.
const REGISTERS: usize = 2 * DIRECT;

pub struct GlobalTable {
    /// The array's start; `registers` owns it.
    base: *mut Value,
    registers: Cell<Option<Registers>>,
    overflow: RefCell<Vec<Value>>,
    /// Tool or builtin of the slot's name; unset until somebody asked for it.
    fallback: RefCell<Vec<Value>>,
    /// Temporaries in use by the module frame that runs.
    temporaries: Cell<usize>,
    /// Direct slots that may hold something.
    used: Cell<usize>,
    /// Slots written through `set` since they were last looked through.
    changed: RefCell<Vec<GlobalSlot>>,
    /// Which slots are in `changed`, so that a loop over `global` assignments does not fill it.
    marked: RefCell<Vec<bool>>,
}

/// A value's two words, to see whether a variable still holds what it held. Says something only as
/// long as somebody keeps the object alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words(Tag, u64);

impl Words {
    pub const UNSET: Words = Words(Tag::Unset, 0);

    pub fn of(value: &Value) -> Words {
        match value.tag() {
            Tag::Unset => Words::UNSET,
            tag => Words(tag, value.bits()),
        }
    }
}

impl GlobalTable {
    pub fn new() -> GlobalTable {
        let registers = Registers::take();
        GlobalTable {
            base: registers.0,
            registers: Cell::new(Some(registers)),
            overflow: RefCell::default(),
            fallback: RefCell::default(),
            temporaries: Cell::new(0),
            used: Cell::new(0),
            changed: RefCell::default(),
            marked: RefCell::default(),
        }
    }

    /// Register 0 of the module frame: global slot 0.
    #[inline(always)]
    pub fn base(&self) -> *mut Value {
        self.base
    }

    /// Says that slots below `count` are in use; slots handed out later must be announced too.
    pub fn grow(&self, count: usize) {
        self.used.set(self.used.get().max(count.min(DIRECT)));
        if let Some(beyond) = count.checked_sub(DIRECT) {
            let mut overflow = self.overflow.borrow_mut();
            if overflow.len() < beyond {
                overflow.resize_with(beyond, || Value::UNSET);
            }
        }
    }

    /// The variable's value; unset when it is not bound.
    #[inline]
    pub fn get(&self, slot: GlobalSlot) -> Value {
        match self.direct(slot) {
            // SAFETY: GLOBALS; the reference ends here.
            Some(place) => unsafe { (*place).clone() },
            None => self.overflow.borrow().get(beyond(slot)).cloned().unwrap_or_default(),
        }
    }

    /// What the variable holds, without a reference to it.
    #[inline]
    pub fn words(&self, slot: GlobalSlot) -> Words {
        match self.direct(slot) {
            // SAFETY: GLOBALS; the reference ends here.
            Some(place) => Words::of(unsafe { &*place }),
            None => self.overflow.borrow().get(beyond(slot)).map_or(Words::UNSET, Words::of),
        }
    }

    /// Binds the variable (unset: unbinds) and remembers that the host's dict must hear of it. True when that is new.
    #[inline]
    pub fn set(&self, slot: GlobalSlot, value: Value) -> bool {
        drop(self.replace(slot, value));
        let mut marked = self.marked.borrow_mut();
        let index = slot.0 as usize;
        if marked.len() <= index {
            marked.resize(index + 1, false);
        }
        let Some(mark) = marked.get_mut(index).filter(|mark| !**mark) else { return false };
        *mark = true;
        self.changed.borrow_mut().push(slot);
        true
    }

    /// Whether `set` wrote the slot since the host's dicts were told.
    #[inline]
    pub fn is_changed(&self, slot: GlobalSlot) -> bool {
        self.marked.borrow().get(slot.0 as usize).is_some_and(|marked| *marked)
    }

    /// Binds the variable without remembering; gives back what it held.
    pub fn replace(&self, slot: GlobalSlot, value: Value) -> Value {
        match self.direct(slot) {
            // SAFETY: GLOBALS; the old value is not dropped here.
            Some(place) => unsafe { mem::replace(&mut *place, value) },
            None => {
                self.grow(slot.0 as usize + 1);
                match self.overflow.borrow_mut().get_mut(beyond(slot)) {
                    Some(place) => mem::replace(place, value),
                    None => value,
                }
            }
        }
    }

    /// The slots that `set` wrote since the last call.
    pub fn take_changed(&self, into: &mut Vec<GlobalSlot>) {
        let mut marked = self.marked.borrow_mut();
        for slot in self.changed.borrow_mut().drain(..) {
            if let Some(mark) = marked.get_mut(slot.0 as usize) {
                *mark = false;
            }
            into.push(slot);
        }
    }

    /// Tool or builtin of the slot's name; unset when not known (yet).
    #[inline]
    pub fn fallback(&self, slot: GlobalSlot) -> Value {
        self.fallback.borrow().get(slot.0 as usize).cloned().unwrap_or_default()
    }

    /// As `fallback`, by address, for an immediate copy; null when not known.
    #[inline(always)]
    pub fn fallback_place(&self, slot: GlobalSlot) -> *const Value {
        // SAFETY: GLOBALS: one thread, and the address is used before anything else runs.
        unsafe { (&*self.fallback.as_ptr()).get(slot.0 as usize).map_or(std::ptr::null(), std::ptr::from_ref) }
    }

    pub fn set_fallback(&self, slot: GlobalSlot, value: Value) {
        let index = slot.0 as usize;
        let old = {
            let mut fallback = self.fallback.borrow_mut();
            if fallback.len() <= index {
                fallback.resize_with(index + 1, || Value::UNSET);
            }
            fallback.get_mut(index).map(|place| mem::replace(place, value))
        };
        drop(old);
    }

    /// Forgets all fallbacks (the host's tools changed).
    pub fn clear_fallbacks(&self) {
        let old = self.fallback.take();
        drop(old);
    }

    /// Takes `count` unset temporaries for a module frame. Those of an outer snippet, whose tool call
    /// brought us here, are put aside until the guard is dropped.
    pub fn enter_module(&self, count: usize) -> Temporaries<'_> {
        let outer = self.temporaries.replace(count.min(DIRECT));
        let saved = (0..outer).map(|i| self.take_temporary(i)).collect();
        Temporaries { table: self, saved }
    }

    fn take_temporary(&self, index: usize) -> Value {
        // SAFETY: GLOBALS; `index` is below `DIRECT`, so the place is in the array's second half.
        unsafe { mem::replace(&mut *self.base().add(DIRECT + index), Value::UNSET) }
    }

    #[inline(always)]
    fn direct(&self, slot: GlobalSlot) -> Option<*mut Value> {
        let index = slot.0 as usize;
        if index >= DIRECT {
            return None;
        }
        // SAFETY: within the array.
        Some(unsafe { self.base().add(index) })
    }

    /// Shows the garbage collector what the variables hold.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        for index in 0..self.used.get() {
            // SAFETY: GLOBALS; the collector changes nothing while it visits.
            visit_value(visit, unsafe { &*self.base().add(index) })?;
        }
        for values in [&self.overflow, &self.fallback] {
            // Borrowed means that somebody is changing it: unvisited objects just count as alive.
            if let Ok(values) = values.try_borrow() {
                values.iter().try_for_each(|value| visit_value(visit, value))?;
            }
        }
        Ok(())
    }

    /// Unbinds everything.
    pub fn clear(&self) {
        for index in 0..self.used.get() {
            drop(self.replace(GlobalSlot(index as u32), Value::UNSET));
        }
        drop(self.overflow.take());
        self.clear_fallbacks();
    }
}

impl Default for GlobalTable {
    fn default() -> GlobalTable {
        GlobalTable::new()
    }
}

impl Drop for GlobalTable {
    fn drop(&mut self) {
        self.clear();
        let slots = 0..self.used.get() as u32;
        // A finaliser may have bound something again: then the array is freed, and that object leaks.
        let unset = slots.into_iter().all(|slot| self.words(GlobalSlot(slot)) == Words::UNSET);
        if let Some(registers) = self.registers.take().filter(|_| unset) {
            registers.keep();
        }
    }
}

fn beyond(slot: GlobalSlot) -> usize {
    (slot.0 as usize).saturating_sub(DIRECT)
}

/// Shows one value to the garbage collector.
pub fn visit_value(visit: &PyVisit<'_>, value: &Value) -> Result<(), PyTraverseError> {
    let object: *mut ffi::PyObject = value.ptr();
    if object.is_null() {
        return Ok(());
    }
    // SAFETY: `Py` is a transparent non-null pointer; the reference is the value's own and is only lent.
    visit.call(unsafe { &*(&raw const object).cast::<Py<PyAny>>() })
}

/// Keeps the module frame's temporaries; see `GlobalTable::enter_module`.
pub struct Temporaries<'a> {
    table: &'a GlobalTable,
    saved: Vec<Value>,
}

impl Drop for Temporaries<'_> {
    fn drop(&mut self) {
        for index in 0..self.table.temporaries.get() {
            drop(self.table.take_temporary(index));
        }
        self.table.temporaries.set(self.saved.len());
        for (index, value) in mem::take(&mut self.saved).into_iter().enumerate() {
            // SAFETY: GLOBALS; `index` is below `DIRECT`; the place was unset just now.
            unsafe { self.table.base().add(DIRECT + index).write(value) };
        }
    }
}

/// The array. One is kept per thread when a session ends, since zeroing half a megabyte again costs more
/// than a short snippet.
struct Registers(*mut Value);

thread_local! {
    static SPARE: Cell<Option<Registers>> = const { Cell::new(None) };
}

impl Registers {
    fn take() -> Registers {
        SPARE.try_with(Cell::take).ok().flatten().unwrap_or_else(Registers::allocate)
    }

    /// Keeps the array for the next session of this thread. All its values are unset.
    fn keep(self) {
        let mut this = Some(self);
        // Fails when the thread ends; then the array is freed.
        let _ = SPARE.try_with(|spare| spare.set(this.take()));
    }

    fn layout() -> Layout {
        Layout::new::<[Value; REGISTERS]>()
    }

    /// Pages of its own, of which those exist that were written. The C library would zero all of it, and so make it resident,
    /// from the first such array on that was freed.
    #[cfg(unix)]
    fn allocate() -> Registers {
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: a new mapping, where the system likes; zeroed memory is `Value::UNSET`.
        let base = unsafe { libc::mmap(ptr::null_mut(), Registers::layout().size(), access, kind, -1, 0) };
        if base == libc::MAP_FAILED {
            handle_alloc_error(Registers::layout());
        }
        // SAFETY: the mapping just made. What fails here only costs memory: large pages would be written whole.
        #[cfg(target_os = "linux")]
        let _ = unsafe { libc::madvise(base, Registers::layout().size(), libc::MADV_NOHUGEPAGE) };
        Registers(base.cast())
    }

    #[cfg(not(unix))]
    fn allocate() -> Registers {
        // SAFETY: the layout is not empty; zeroed memory is `Value::UNSET`.
        let base = unsafe { std::alloc::alloc_zeroed(Registers::layout()) } as *mut Value;
        if base.is_null() {
            handle_alloc_error(Registers::layout());
        }
        Registers(base)
    }
}

impl Drop for Registers {
    fn drop(&mut self) {
        // SAFETY: made by `allocate` with this size; the owner goes.
        #[cfg(unix)]
        let _ = unsafe { libc::munmap(self.0.cast(), Registers::layout().size()) };
        // SAFETY: allocated with this layout; the owner goes.
        #[cfg(not(unix))]
        unsafe {
            std::alloc::dealloc(self.0 as *mut u8, Registers::layout());
        }
    }
}
