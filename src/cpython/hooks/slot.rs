//! Slots of types, in a class and in all that have the same there.
//!
//! The interpreter compares slots of classes with those of their bases (`tp_new`): who exchanges a slot exchanges it in every
//! class that has it, as if it had been there when they were made. Slots that it compares with what a method calls
//! (`tp_setattro`) are left alone; the functions that lead there are guarded instead.
#![allow(unsafe_code, reason = "slots of the interpreter's types are exchanged")]

use std::ffi::CStr;

use pyo3::ffi::{self, PyMethodDef, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType, PyWeakrefMethods, PyWeakrefReference};

use crate::cpython::api::{own_attribute, subclasses};
use crate::cpython::hooks::attribute::put_member;
use crate::cpython::hooks::registry::{is_left_out, note_with, Target, Undo};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::words::WordUndo;
use crate::cpython::layout::descriptor::Descriptor;

/// A slot of types.
#[derive(Clone, Copy)]
pub struct Slot {
    pub name: &'static str,
    /// Under which names classes show it: none for those that the interpreter has no wrappers of.
    shown_as: &'static [&'static str],
    place: fn(*mut PyTypeObject) -> *mut *mut (),
}

macro_rules! slots {
    ($($constant:ident $field:ident $names:tt),* $(,)?) => {
        $(
            pub const $constant: Slot = Slot {
                name: stringify!($field),
                shown_as: &$names,
                // SAFETY: a place inside of a live type; an optional function is one word.
                place: |type_| unsafe { (&raw mut (*type_).$field).cast() },
            };
        )*
    };
}

slots! {
    NEW tp_new [], HASH tp_hash ["__hash__"], COMPARE tp_richcompare ["__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"],
    NEXT tp_iternext ["__next__"], DEALLOC tp_dealloc [], GETATTR tp_getattro ["__getattribute__"], BIND tp_descr_get ["__get__"],
    STR tp_str ["__str__"], REPR tp_repr ["__repr__"], SETATTR tp_setattro ["__setattr__", "__delattr__"], ITER tp_iter ["__iter__"], CALL tp_call ["__call__"],
    VECTORCALL tp_vectorcall [], INIT tp_init ["__init__"],
}

/// Slots of the tables that a type points to; null where it has no such table.
macro_rules! slots_of_tables {
    ($($constant:ident $table:ident $field:ident $names:tt),* $(,)?) => {
        $(
            pub const $constant: Slot = Slot {
                name: stringify!($field),
                shown_as: &$names,
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
    GET_ITEM tp_as_mapping mp_subscript ["__getitem__"], SET_ITEM tp_as_mapping mp_ass_subscript ["__setitem__", "__delitem__"],
    LENGTH tp_as_mapping mp_length ["__len__"], CONTAINS tp_as_sequence sq_contains ["__contains__"],
    ADD_IN_PLACE tp_as_sequence sq_inplace_concat ["__iadd__"], REPEAT_IN_PLACE tp_as_sequence sq_inplace_repeat ["__imul__"],
    OR_IN_PLACE tp_as_number nb_inplace_or ["__ior__"],
    GET_BUFFER tp_as_buffer bf_getbuffer ["__buffer__"],
    ADD tp_as_number nb_add ["__add__", "__radd__"], SUBTRACT tp_as_number nb_subtract ["__sub__", "__rsub__"],
    MULTIPLY tp_as_number nb_multiply ["__mul__", "__rmul__"], REMAINDER tp_as_number nb_remainder ["__mod__", "__rmod__"],
    DIVMOD tp_as_number nb_divmod ["__divmod__", "__rdivmod__"], SHIFT_LEFT tp_as_number nb_lshift ["__lshift__", "__rlshift__"],
    SHIFT_RIGHT tp_as_number nb_rshift ["__rshift__", "__rrshift__"], AND tp_as_number nb_and ["__and__", "__rand__"],
    XOR tp_as_number nb_xor ["__xor__", "__rxor__"], OR tp_as_number nb_or ["__or__", "__ror__"],
    FLOOR_DIVIDE tp_as_number nb_floor_divide ["__floordiv__", "__rfloordiv__"],
    DIVIDE tp_as_number nb_true_divide ["__truediv__", "__rtruediv__"],
    MATRIX_MULTIPLY tp_as_number nb_matrix_multiply ["__matmul__", "__rmatmul__"], POWER tp_as_number nb_power ["__pow__", "__rpow__"],
    NEGATIVE tp_as_number nb_negative ["__neg__"], POSITIVE tp_as_number nb_positive ["__pos__"],
    ABSOLUTE tp_as_number nb_absolute ["__abs__"], TO_INT tp_as_number nb_int ["__int__"], TO_FLOAT tp_as_number nb_float ["__float__"],
    INDEX tp_as_number nb_index ["__index__"], TRUTH tp_as_number nb_bool ["__bool__"], INVERT tp_as_number nb_invert ["__invert__"],
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
    note_with(slot.name, class, class.as_ptr() as usize, hook, undo);
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
    let names = slot.shown_as.iter().map(|name| PyString::intern(class.py(), name)).collect::<Vec<_>>();
    Redirection { slot, names: &names, from, to }.below(class);
}

/// A function in a slot, and the one that takes its place.
struct Redirection<'a, 'py> {
    slot: Slot,
    names: &'a [Bound<'py, PyString>],
    from: *mut (),
    to: *mut (),
}

impl Redirection<'_, '_> {
    fn below(&self, class: &Bound<'_, PyType>) {
        if self.slot.of(class) == self.from {
            // SAFETY: ATTACHED; a live type, whose slot is read and written while no other attached thread runs.
            unsafe { *(self.slot.place)(class.as_type_ptr()) = self.to };
            self.redirect(class);
        }
        subclasses(class).iter().for_each(|subclass| self.below(subclass));
    }

    /// Classes made later take their slots from the descriptors (`__next__`) of `class`: they get the new function too.
    /// (Asking for the names, not going through all members, took the exchanges of the first executor and of numpy's arrays
    /// from 2.4 to 0.9 million instructions.)
    fn redirect(&self, class: &Bound<'_, PyType>) {
        for member in self.names.iter().filter_map(|name| own_attribute(class, name)) {
            // SAFETY: the exact type tells the layout.
            unsafe {
                if member.get_type_ptr() == &raw mut ffi::PyWrapperDescr_Type {
                    let descriptor = member.as_ptr() as *mut Descriptor;
                    if (*descriptor).wrapped == self.from {
                        (*descriptor).wrapped = self.to;
                    }
                }
            }
        }
    }
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
    target: Target,
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
            named.then(|| SlotWrapper { entry, target: Target::Lasting(object.clone().unbind()) })
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
        // SAFETY: ATTACHED; a live type, and an address of the size of its slot.
        unsafe {
            if is_left_out(hook) {
                return;
            }
            let place = &raw mut (*self.entry).wrapper;
            let undo = WordUndo::new(place, *place, to);
            *place = to;
            note_with("slot wrapper", self.target, self.entry as usize, hook, undo);
        }
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

/// Has the interpreter call objects of `class`, and of those below it that exist, by the slot alone.
pub fn call_by_slot(class: &Bound<'_, PyType>, hook: &'static Hook) {
    if is_left_out(hook) {
        return;
    }
    let had = without_vectorcall(class);
    if !had.is_empty() {
        note_with("tp_flags", class, class.as_ptr() as usize, hook, CallUndo { class: class.clone().unbind(), had });
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
