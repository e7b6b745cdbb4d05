//! The C functions that read, and set, attributes of types of C code.
#![allow(unsafe_code, reason = "getters of the interpreter's types are exchanged")]

use std::ffi::CStr;

use pyo3::exceptions::PyAttributeError;
use pyo3::ffi::{self, PyGetSetDef};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::api;
use crate::cpython::hooks::registry::{is_left_out, note_with, Target, Undo};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::words::WordUndo;
use crate::cpython::layout::descriptor::Descriptor;

/// The C function that reads an attribute, in a table as that of `Method`.
pub struct Getter {
    definition: *mut PyGetSetDef,
    target: Target,
}

impl Getter {
    /// `None` for what is no `getset_descriptor`.
    pub fn of(descriptor: &Bound<'_, PyAny>) -> Option<Getter> {
        // SAFETY: the exact type tells the layout, that of `Descriptor` with another table.
        unsafe {
            (descriptor.get_type_ptr() == &raw mut ffi::PyGetSetDescr_Type).then(|| Getter {
                definition: (*(descriptor.as_ptr() as *mut Descriptor)).base.cast(),
                target: Target::Lasting(descriptor.clone().unbind()),
            })
        }
    }

    /// The function.
    pub fn function(&self) -> *mut () {
        // SAFETY: a live definition, which its type keeps as long as the process lives.
        unsafe { (*self.definition).get.map_or(std::ptr::null_mut(), |get| get as *mut ()) }
    }

    /// The function that sets the attribute; null where it cannot be set.
    pub fn setter(&self) -> *mut () {
        // SAFETY: as in `function`.
        unsafe { (*self.definition).set.map_or(std::ptr::null_mut(), |set| set as *mut ()) }
    }

    /// Puts another function in its place.
    ///
    /// # Safety
    /// ATTACHED; `to` is a getter that gives what the one before gives.
    pub unsafe fn exchange(self, to: *mut (), hook: &'static Hook) {
        // SAFETY: a word of a live definition.
        let place = unsafe { (&raw mut (*self.definition).get).cast() };
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { self.put("getter", place, to, hook) }
    }

    /// The same of the function that sets the attribute.
    ///
    /// # Safety
    /// ATTACHED; `to` is a setter that does what the one before does.
    pub unsafe fn exchange_setter(self, to: *mut (), hook: &'static Hook) {
        // SAFETY: a word of a live definition.
        let place = unsafe { (&raw mut (*self.definition).set).cast() };
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { self.put("setter", place, to, hook) }
    }

    /// # Safety
    /// ATTACHED; the place is that of a function of the definition, and `to` does what it does.
    unsafe fn put(self, kind: &'static str, place: *mut *mut (), to: *mut (), hook: &'static Hook) {
        if is_left_out(hook) {
            return;
        }
        // SAFETY: ATTACHED; definitions of types of C code are never freed.
        unsafe {
            let undo = WordUndo::new(place, *place, to);
            *place = to;
            note_with(kind, self.target, self.definition as usize, hook, undo);
        }
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
    hook: &'static Hook,
) -> PyResult<()> {
    if is_left_out(hook) {
        return Ok(());
    }
    let (py, type_) = (class.py(), class.as_type_ptr());
    let definition =
        PyGetSetDef { name: name.as_ptr(), get: Some(get), set: Some(set), doc: std::ptr::null(), closure: std::ptr::null_mut() };
    // SAFETY: ATTACHED; definitions of types of C code are never freed.
    let descriptor = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewGetSet(type_, Box::into_raw(Box::new(definition))))? };
    let mut undo = FieldUndo {
        class: class.clone().unbind(),
        name: PyString::intern(py, &name.to_string_lossy()).unbind(),
        other: descriptor.clone().unbind(),
    };
    undo.exchange(py)?;
    note_with("getter", descriptor.to_string(), class.as_ptr() as usize, hook, undo);
    Ok(())
}

/// A descriptor in the dict of a class, and the one that was there or comes there.
struct FieldUndo {
    class: Py<PyType>,
    name: Py<PyString>,
    other: Py<PyAny>,
}

impl FieldUndo {
    fn exchange(&mut self, py: Python<'_>) -> PyResult<()> {
        let (class, name) = (self.class.bind(py), self.name.bind(py));
        let now = api::own_attribute(class, name).ok_or_else(|| PyAttributeError::new_err(name.to_string()))?;
        api::put_into_class(class, name, self.other.bind(py)).map_err(|_| PyErr::fetch(py))?;
        self.other = now.unbind();
        Ok(())
    }
}

impl Undo for FieldUndo {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        self.exchange(py).map(|()| true)
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        self.exchange(py).map(|()| true)
    }
}
