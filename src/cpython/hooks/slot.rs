//! Slots of types, in a class and in all that have the same there.
//!
//! The interpreter compares slots of classes with those of their bases (`tp_new`): who exchanges a slot exchanges it in every
//! class that has it, as if it had been there when they were made. Slots that it compares with what a method calls
//! (`tp_setattro`) are left alone; the functions that lead there are guarded instead.
#![allow(unsafe_code, reason = "slots of the interpreter's types are exchanged")]

use std::ffi::CStr;

use pyo3::ffi::{self, PyMethodDef, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyType, PyWeakrefMethods, PyWeakrefReference};

use crate::cpython::api::{own_attributes, subclasses};
use crate::cpython::hooks::attribute::put_member;
use crate::cpython::hooks::descriptor::{Descriptor, WordUndo};
use crate::cpython::hooks::registry::{is_left_out, note_with, Undo};
use crate::cpython::hooks::table::Hook;

/// A slot of types.
#[derive(Clone, Copy)]
pub struct Slot {
    pub name: &'static str,
    place: fn(*mut PyTypeObject) -> *mut *mut (),
}

macro_rules! slots {
    ($($constant:ident $field:ident),* $(,)?) => {
        $(
            pub const $constant: Slot = Slot {
                name: stringify!($field),
                // SAFETY: a place inside of a live type; an optional function is one word.
                place: |type_| unsafe { (&raw mut (*type_).$field).cast() },
            };
        )*
    };
}

slots! {
    NEW tp_new, HASH tp_hash, COMPARE tp_richcompare, NEXT tp_iternext, DEALLOC tp_dealloc, GETATTR tp_getattro, BIND tp_descr_get,
    STR tp_str, SETATTR tp_setattro, ITER tp_iter, CALL tp_call, VECTORCALL tp_vectorcall, INIT tp_init,
}

/// Slots of the tables that a type points to; null where it has no such table.
macro_rules! slots_of_tables {
    ($($constant:ident $table:ident $field:ident),* $(,)?) => {
        $(
            pub const $constant: Slot = Slot {
                name: stringify!($field),
                // SAFETY: as above; the table belongs to the type.
                place: |type_| unsafe {
                    let table = (*type_).$table;
                    if table.is_null() { std::ptr::null_mut() } else { (&raw mut (*table).$field).cast() }
                },
            };
        )*
    };
}

slots_of_tables! {
    GET_ITEM tp_as_mapping mp_subscript, SET_ITEM tp_as_mapping mp_ass_subscript, LENGTH tp_as_mapping mp_length,
    CONTAINS tp_as_sequence sq_contains, ADD_IN_PLACE tp_as_sequence sq_inplace_concat,
    REPEAT_IN_PLACE tp_as_sequence sq_inplace_repeat, GET_BUFFER tp_as_buffer bf_getbuffer,
    ADD tp_as_number nb_add, SUBTRACT tp_as_number nb_subtract, MULTIPLY tp_as_number nb_multiply,
    REMAINDER tp_as_number nb_remainder, DIVMOD tp_as_number nb_divmod, SHIFT_LEFT tp_as_number nb_lshift,
    SHIFT_RIGHT tp_as_number nb_rshift, AND tp_as_number nb_and, XOR tp_as_number nb_xor, OR tp_as_number nb_or,
    FLOOR_DIVIDE tp_as_number nb_floor_divide, DIVIDE tp_as_number nb_true_divide,
    MATRIX_MULTIPLY tp_as_number nb_matrix_multiply, POWER tp_as_number nb_power, NEGATIVE tp_as_number nb_negative,
    POSITIVE tp_as_number nb_positive, ABSOLUTE tp_as_number nb_absolute, TO_INT tp_as_number nb_int,
    TO_FLOAT tp_as_number nb_float, INDEX tp_as_number nb_index, TRUTH tp_as_number nb_bool, INVERT tp_as_number nb_invert,
}

impl Slot {
    /// What `class` has there; null if nothing.
    pub fn of(self, class: &Bound<'_, PyType>) -> *mut () {
        let place = (self.place)(class.as_type_ptr());
        if place.is_null() {
            return std::ptr::null_mut();
        }
        // SAFETY: a place inside of a live type or of its table, which `class` keeps.
        unsafe { *place }
    }
}

/// Puts the function `to` into the slot of `class` and of every class that has the same function there.
///
/// # Safety
/// `to` is a function for this slot that gives what the one before gives.
pub unsafe fn exchange(class: &Bound<'_, PyType>, slot: Slot, to: *mut (), hook: &'static Hook) {
    let from = slot.of(class);
    if from.is_null() || from == to || is_left_out(hook) {
        return;
    }
    exchange_below(class, slot, from, to);
    let undo = SlotUndo { class: class.clone().unbind(), slot, from: from as usize, to: to as usize };
    note_with(slot.name, class.to_string(), class.as_ptr() as usize, hook, undo);
    if slot.name == GETATTR.name && show_getter(class, to, hook).is_err() {
        log::debug!("{class} does not show its getter");
    }
}

struct SlotUndo {
    class: Py<PyType>,
    slot: Slot,
    from: usize,
    to: usize,
}

impl SlotUndo {
    fn exchange(&self, py: Python<'_>, from: usize, to: usize) -> bool {
        let class = self.class.bind(py);
        let is_there = self.slot.of(class) as usize == from;
        if is_there {
            exchange_below(class, self.slot, from as *mut (), to as *mut ());
        }
        is_there
    }
}

impl Undo for SlotUndo {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.exchange(py, self.to, self.from))
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.exchange(py, self.from, self.to))
    }
}

fn exchange_below(class: &Bound<'_, PyType>, slot: Slot, from: *mut (), to: *mut ()) {
    if slot.of(class) == from {
        // SAFETY: ATTACHED; a live type, whose slot is read and written while no other attached thread runs.
        unsafe { *(slot.place)(class.as_type_ptr()) = to };
        redirect(class, from, to);
    }
    subclasses(class).iter().for_each(|subclass| exchange_below(subclass, slot, from, to));
}

/// The beginning of the interpreter's entry for a slot, which all wrappers of this slot share.
#[repr(C)]
struct SlotEntry {
    name: *const std::ffi::c_char,
    offset: std::ffi::c_int,
    slot: *mut (),
    wrapper: *mut (),
}

/// The C function that calls a slot for Python code (`object.__setattr__`), of whatever class.
pub struct SlotWrapper {
    entry: *mut SlotEntry,
    target: String,
}

impl SlotWrapper {
    /// `None` for what is no wrapper of the slot of this name.
    pub fn of(object: &Bound<'_, PyAny>, name: &str) -> Option<SlotWrapper> {
        if object.get_type_ptr() != &raw mut ffi::PyWrapperDescr_Type {
            return None;
        }
        // SAFETY: the exact type tells the layout; entries live as long as the process, and begin with a C string.
        unsafe {
            let entry = (*(object.as_ptr() as *mut Descriptor)).base as *mut SlotEntry;
            let named = CStr::from_ptr((*entry).name).to_bytes() == name.as_bytes() && !(*entry).wrapper.is_null();
            named.then(|| SlotWrapper { entry, target: object.to_string() })
        }
    }

    /// The function.
    pub fn function(&self) -> *mut () {
        // SAFETY: a live entry.
        unsafe { (*self.entry).wrapper }
    }

    /// Puts another function in its place.
    ///
    /// # Safety
    /// ATTACHED; `to` is a `wrapperfunc` that does what the one before does.
    pub unsafe fn exchange(self, to: *mut (), hook: &'static Hook) {
        if is_left_out(hook) {
            return;
        }
        let place = &raw mut (*self.entry).wrapper;
        let undo = WordUndo::new(place, *place, to);
        *place = to;
        note_with("slot wrapper", self.target, self.entry as usize, hook, undo);
    }
}

extern "C" {
    /// Part of the interpreter's public functions, which pyo3 does not declare.
    fn PyDescr_NewWrapper(class: *mut PyTypeObject, base: *mut PyMethodDef, wrapped: *mut ()) -> *mut PyObject;
}

/// A class of C code with a getter of its own shows it by a descriptor, in this interpreter as in others of the process.
fn show_getter(class: &Bound<'_, PyType>, to: *mut (), hook: &'static Hook) -> PyResult<()> {
    let py = class.py();
    let name = pyo3::intern!(py, "__getattribute__");
    let inherited = class.getattr(name)?;
    if inherited.get_type_ptr() != &raw mut ffi::PyWrapperDescr_Type || inherited.getattr(pyo3::intern!(py, "__objclass__"))?.is(class) {
        return Ok(());
    }
    // SAFETY: the exact type tells the layout; the table of the base is static; a new reference or null.
    let own = unsafe {
        let base = (*(inherited.as_ptr() as *mut Descriptor)).base;
        Bound::from_owned_ptr_or_err(py, PyDescr_NewWrapper(class.as_type_ptr(), base, to))?
    };
    put_member(class, name, &own, hook).map_err(|_| PyErr::fetch(py))
}

/// Classes made later take their slots from the descriptors (`__next__`) of `class`: they get the new function too.
fn redirect(class: &Bound<'_, PyType>, from: *mut (), to: *mut ()) {
    for (_, member) in own_attributes(class).iter().flatten() {
        // SAFETY: the exact type tells the layout.
        unsafe {
            if member.get_type_ptr() == &raw mut ffi::PyWrapperDescr_Type {
                let descriptor = member.as_ptr() as *mut Descriptor;
                if (*descriptor).wrapped == from {
                    (*descriptor).wrapped = to;
                }
            }
        }
    }
}

/// Has the interpreter call objects of `class`, and of those below it that exist, by the slot alone.
pub fn call_by_slot(class: &Bound<'_, PyType>, hook: &'static Hook) {
    if is_left_out(hook) {
        return;
    }
    let had = without_vectorcall(class);
    if !had.is_empty() {
        note_with("tp_flags", class.to_string(), class.as_ptr() as usize, hook, CallUndo { class: class.clone().unbind(), had });
    }
}

/// Says whether objects of the class are called without a tuple of arguments; whether that was not so before.
fn called_by_vector(class: &Bound<'_, PyType>, on: bool) -> bool {
    const FLAG: std::ffi::c_ulong = ffi::Py_TPFLAGS_HAVE_VECTORCALL;
    // SAFETY: attached; a live type, whose flags are read and written while no other attached thread runs.
    unsafe {
        let flags = (&raw mut (*class.as_type_ptr()).tp_flags).cast::<std::ffi::c_ulong>();
        let had = *flags & FLAG != 0;
        *flags = if on { *flags | FLAG } else { *flags & !FLAG };
        had != on
    }
}

struct CallUndo {
    class: Py<PyType>,
    /// The class and those below it that were called otherwise (from 3.12 on classes of Python code inherit it), as far as they live.
    had: Vec<Py<PyWeakrefReference>>,
}

/// The classes, of `class` and those below it, for which that is a change.
fn without_vectorcall(class: &Bound<'_, PyType>) -> Vec<Py<PyWeakrefReference>> {
    let this = called_by_vector(class, false).then(|| PyWeakrefReference::new(class).map(Bound::unbind).ok()).flatten();
    this.into_iter().chain(subclasses(class).iter().flat_map(without_vectorcall)).collect()
}

impl Undo for CallUndo {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        for class in self.had.iter().filter_map(|class| class.bind(py).upgrade_as::<PyType>().ok().flatten()) {
            called_by_vector(&class, true);
        }
        Ok(true)
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        // Classes that were made meanwhile have it, too.
        self.had = without_vectorcall(self.class.bind(py));
        Ok(true)
    }
}
