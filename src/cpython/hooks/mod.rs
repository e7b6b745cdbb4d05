//! Changes of the interpreter that are there for the whole process: slots of types, and the C functions behind methods.
//!
//! The host must not notice them. The interpreter compares slots of classes with those of their bases (`tp_new`): who
//! exchanges a slot exchanges it in every class that has it, as if it had been there when they were made. Slots that it
//! compares with what a method calls (`tp_setattro`) are left alone; the functions that lead there are guarded instead.
#![allow(unsafe_code, reason = "slots and methods of the interpreter's types are exchanged")]

use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

use pyo3::ffi::{self, PyGetSetDef, PyMethodDef, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;
use pyo3::{PyClass, PyClassInitializer};

use crate::cpython::api::{own_attributes, put_into_class, subclasses};
use crate::cpython::type_access;

/// One change, for the account of them.
#[derive(Clone, Debug)]
pub struct Change {
    pub kind: &'static str,
    pub target: String,
    pub reason: &'static str,
}

static CHANGES: Mutex<Vec<Change>> = Mutex::new(Vec::new());

/// All changes so far.
pub fn changes() -> Vec<Change> {
    CHANGES.lock().map(|changes| changes.clone()).unwrap_or_default()
}

/// Reasons of changes that a test leaves out.
static LEFT_OUT: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Leaves out the changes for these reasons from now on: see `host::testing`.
pub fn leave_out(reasons: Vec<String>) {
    if let Ok(mut left_out) = LEFT_OUT.lock() {
        *left_out = reasons;
    }
}

fn is_left_out(reason: &str) -> bool {
    LEFT_OUT.lock().is_ok_and(|left_out| left_out.iter().any(|left| left == reason))
}

fn note(kind: &'static str, target: String, reason: &'static str) {
    if let Ok(mut changes) = CHANGES.lock() {
        changes.push(Change { kind, target, reason });
    }
}

/// The module of this name, once per `done`, when it is loaded as far as its member `last`.
pub fn newly_loaded<'py>(py: Python<'py>, done: &AtomicBool, name: &str, last: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if done.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(modules) = type_access::loaded_modules(py) else { return Ok(None) };
    let Some(module) = modules.get_item(name)? else { return Ok(None) };
    // A lazy module would load what it is asked for.
    let loaded = type_access::module_dict(&module).map_or(Ok(false), |members| members.contains(last))?;
    done.store(loaded, Ordering::Relaxed);
    Ok(loaded.then_some(module))
}

/// Exchanges an attribute of a module or class of Python code.
pub fn exchange_attribute<'py>(owner: &Bound<'py, PyAny>, name: &str, value: impl IntoPyObject<'py>, reason: &'static str) -> PyResult<()> {
    if is_left_out(reason) {
        return Ok(());
    }
    let path = owner.getattr("__name__")?;
    owner.setattr(name, value)?;
    note("attribute", format!("{path}.{name}"), reason);
    Ok(())
}

/// Puts a wrapper of `original` in the place of an attribute, unless it is one already.
pub fn wrap_attribute<'py, T>(
    owner: &Bound<'py, PyAny>,
    name: &str,
    original: Bound<'py, PyAny>,
    wrapper: impl FnOnce(Py<PyAny>) -> T,
    reason: &'static str,
) -> PyResult<()>
where
    T: PyClass + Into<PyClassInitializer<T>>,
{
    if original.is_exact_instance_of::<T>() {
        return Ok(());
    }
    exchange_attribute(owner, name, Bound::new(owner.py(), wrapper(original.unbind()))?, reason)
}

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
pub unsafe fn exchange(class: &Bound<'_, PyType>, slot: Slot, to: *mut (), reason: &'static str) {
    let from = slot.of(class);
    if from.is_null() || from == to || is_left_out(reason) {
        return;
    }
    note(slot.name, class.to_string(), reason);
    exchange_below(class, slot, from, to);
    if slot.name == GETATTR.name && show_getter(class, to).is_err() {
        log::debug!("{class} does not show its getter");
    }
}

fn exchange_below(class: &Bound<'_, PyType>, slot: Slot, from: *mut (), to: *mut ()) {
    if slot.of(class) == from {
        // SAFETY: ATTACHED; a live type, whose slot is read and written while no other attached thread runs.
        unsafe { *(slot.place)(class.as_type_ptr()) = to };
        redirect(class, from, to);
    }
    for subclass in subclasses(class) {
        exchange_below(&subclass, slot, from, to);
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
    pub unsafe fn exchange(self, to: *mut (), reason: &'static str) {
        if is_left_out(reason) {
            return;
        }
        note("slot wrapper", self.target, reason);
        (*self.entry).wrapper = to;
    }
}

extern "C" {
    /// Part of the interpreter's public functions, which pyo3 does not declare.
    fn PyDescr_NewWrapper(class: *mut PyTypeObject, base: *mut PyMethodDef, wrapped: *mut ()) -> *mut PyObject;
}

/// A class of C code with a getter of its own shows it by a descriptor, in this interpreter as in others of the process.
fn show_getter(class: &Bound<'_, PyType>, to: *mut ()) -> PyResult<()> {
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
    put_into_class(class, name, &own).map_err(|_| PyErr::fetch(py))
}

/// Layout of `wrapper_descriptor` and `method_descriptor`, the same in all supported versions.
#[repr(C)]
struct Descriptor {
    head: PyObject,
    class: *mut PyTypeObject,
    name: *mut PyObject,
    qualname: *mut PyObject,
    /// Of a wrapper: the table that it is from; of a method: its definition.
    base: *mut PyMethodDef,
    /// Of a wrapper alone.
    wrapped: *mut (),
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

/// A tuple of arguments, and a dict of those by name.
pub const VARARGS_KEYWORDS: i32 = ffi::METH_VARARGS | ffi::METH_KEYWORDS;
/// Arguments in a row, and names of the last of them.
pub const FASTCALL_KEYWORDS: i32 = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;

/// The same, after the class that the method is of.
pub const FASTCALL_METHOD: i32 = FASTCALL_KEYWORDS | ffi::METH_METHOD;

/// The C function of a method of a type of C code, or of a function of a module: where the interpreter reads it at each
/// call. It is writable memory that lives as long as the process.
pub struct Method {
    definition: *mut PyMethodDef,
    target: String,
}

impl Method {
    /// `None` for what is not written in C in this way.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Method> {
        let class = object.get_type_ptr();
        // SAFETY: the exact type tells the layout.
        let definition = unsafe {
            if class == &raw mut ffi::PyMethodDescr_Type {
                (*(object.as_ptr() as *mut Descriptor)).base
            } else if class == &raw mut ffi::PyCFunction_Type {
                (*(object.as_ptr() as *mut ffi::PyCFunctionObject)).m_ml
            } else {
                return None;
            }
        };
        Some(Method { definition, target: object.to_string() })
    }

    /// The same for a function that Cython made.
    pub fn of_cython(object: &Bound<'_, PyAny>) -> Option<Method> {
        let class = object.get_type();
        // SAFETY: objects of such a type begin as those of the interpreter's own functions; their size is looked at.
        let (named, size) = unsafe { (CStr::from_ptr((*class.as_type_ptr()).tp_name), (*class.as_type_ptr()).tp_basicsize) };
        let is_made = named.to_bytes().ends_with(b"cython_function_or_method") && size as usize >= size_of::<ffi::PyCFunctionObject>();
        // SAFETY: as said.
        let definition = is_made.then(|| unsafe { (*(object.as_ptr() as *mut ffi::PyCFunctionObject)).m_ml })?;
        (!definition.is_null()).then(|| Method { definition, target: object.to_string() })
    }

    /// How the function is called: its flags (`METH_…`) as far as they say what it is given.
    pub fn convention(&self) -> i32 {
        const CONVENTION: i32 =
            ffi::METH_VARARGS | ffi::METH_KEYWORDS | ffi::METH_NOARGS | ffi::METH_O | ffi::METH_FASTCALL | ffi::METH_METHOD;
        // SAFETY: a live definition, which its function keeps as long as the process lives.
        unsafe { (*self.definition).ml_flags & CONVENTION }
    }

    /// The function, whatever its type.
    pub fn function(&self) -> *mut () {
        // SAFETY: as in `convention`; every member of the union is one function pointer.
        unsafe { (*self.definition).ml_meth.PyCFunction as *mut () }
    }

    /// The definition as it is now, for calls of the original after the exchange; leaked.
    pub fn keep(&self) -> *mut PyMethodDef {
        // SAFETY: as in `convention`.
        let (name, meth, flags) = unsafe { ((*self.definition).ml_name, (*self.definition).ml_meth, (*self.definition).ml_flags) };
        Box::into_raw(Box::new(PyMethodDef { ml_name: name, ml_meth: meth, ml_flags: flags, ml_doc: std::ptr::null() }))
    }

    /// Puts another function in its place.
    ///
    /// # Safety
    /// ATTACHED; `to` is a function for these flags that gives what the one before gives.
    pub unsafe fn exchange(self, to: *mut (), reason: &'static str) {
        if is_left_out(reason) {
            return;
        }
        note("method", self.target, reason);
        (*self.definition).ml_meth.PyCFunction = std::mem::transmute::<*mut (), ffi::PyCFunction>(to);
    }
}

/// The C function that reads an attribute, in a table as that of `Method`.
pub struct Getter {
    definition: *mut PyGetSetDef,
    target: String,
}

impl Getter {
    /// `None` for what is no `getset_descriptor`.
    pub fn of(descriptor: &Bound<'_, PyAny>) -> Option<Getter> {
        // SAFETY: the exact type tells the layout, that of `Descriptor` with another table.
        unsafe {
            (descriptor.get_type_ptr() == &raw mut ffi::PyGetSetDescr_Type)
                .then(|| Getter { definition: (*(descriptor.as_ptr() as *mut Descriptor)).base.cast(), target: descriptor.to_string() })
        }
    }

    /// The function.
    pub fn function(&self) -> *mut () {
        // SAFETY: a live definition, which its type keeps as long as the process lives.
        unsafe { (*self.definition).get.map_or(std::ptr::null_mut(), |get| get as *mut ()) }
    }

    /// Puts another function in its place.
    ///
    /// # Safety
    /// ATTACHED; `to` is a getter that gives what the one before gives.
    pub unsafe fn exchange(self, to: *mut (), reason: &'static str) {
        if is_left_out(reason) {
            return;
        }
        note("getter", self.target, reason);
        (*self.definition).get = Some(std::mem::transmute::<*mut (), ffi::getter>(to));
    }
}

/// Gives a static type an attribute with a getter in the place of a plain field.
///
/// # Safety
/// ATTACHED; `get` gives what the field holds.
pub unsafe fn put_getter(
    class: &Bound<'_, PyType>,
    name: &'static CStr,
    get: ffi::getter,
    set: ffi::setter,
    reason: &'static str,
) -> PyResult<()> {
    if is_left_out(reason) {
        return Ok(());
    }
    let (py, type_) = (class.py(), class.as_type_ptr());
    let definition =
        PyGetSetDef { name: name.as_ptr(), get: Some(get), set: Some(set), doc: std::ptr::null(), closure: std::ptr::null_mut() };
    let descriptor = Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewGetSet(type_, Box::into_raw(Box::new(definition))))?;
    #[cfg(Py_3_12)]
    let members = Bound::from_owned_ptr_or_err(py, ffi::PyType_GetDict(type_))?;
    #[cfg(not(Py_3_12))]
    let members = Bound::from_borrowed_ptr_or_err(py, (*type_).tp_dict)?;
    if ffi::PyDict_SetItemString(members.as_ptr(), name.as_ptr(), descriptor.as_ptr()) < 0 {
        return Err(PyErr::fetch(py));
    }
    ffi::PyType_Modified(type_);
    note("getter", descriptor.to_string(), reason);
    Ok(())
}

/// Has the interpreter call objects of `class`, and of those below it that exist, by the slot alone.
pub fn call_by_slot(class: &Bound<'_, PyType>) {
    // SAFETY: attached; a live type, whose flags are read and written while no other attached thread runs.
    unsafe {
        let flags = &raw mut (*class.as_type_ptr()).tp_flags;
        *flags.cast::<std::ffi::c_ulong>() &= !ffi::Py_TPFLAGS_HAVE_VECTORCALL;
    }
    subclasses(class).iter().for_each(call_by_slot);
}
