//! Format texts with fields that name attributes or items, taken apart.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::PyString;

/// Literal text, and the field behind it.
#[derive(Debug)]
pub struct Part {
    pub literal: Py<PyString>,
    pub field: Option<Field>,
}

/// `first.name[key]!conversion:spec`
#[derive(Debug)]
pub struct Field {
    /// A number, or a name.
    pub first: Py<PyAny>,
    /// Names of attributes (`true`) and keys.
    pub steps: Vec<(bool, Py<PyAny>)>,
    /// What is wrong behind those: it is said when they were taken.
    pub wrong: Option<PyErr>,
    pub conversion: Option<Py<PyString>>,
    pub spec: Py<PyString>,
}

const SLOTS: usize = 64;
/// Longer texts are not kept: a part takes some hundred bytes.
pub const LONGEST: usize = 512;

/// The texts that a session used last, by address. Each time that a text is taken apart its names are other objects, by which
/// no verdict on an attribute would be found again.
#[derive(Default)]
pub struct Templates {
    slots: OnceCell<Box<[RefCell<Option<Template>>]>>,
}

/// A text is held, so that no other has its address.
type Template = (Py<PyString>, Rc<[Part]>);

impl Templates {
    fn place(text: &Bound<'_, PyString>) -> usize {
        (text.as_ptr() as usize >> 4) % SLOTS
    }
    pub fn find(&self, text: &Bound<'_, PyString>) -> Option<Rc<[Part]>> {
        let slot = self.slots.get()?.get(Self::place(text))?.borrow();
        slot.as_ref().filter(|(known, _)| known.is(text)).map(|(_, parts)| parts.clone())
    }
    pub fn keep(&self, text: &Bound<'_, PyString>, parts: Vec<Part>) {
        let slots = self.slots.get_or_init(|| (0..SLOTS).map(|_| RefCell::default()).collect());
        let Some(slot) = slots.get(Self::place(text)) else { return };
        drop(slot.replace(Some((text.clone().unbind(), parts.into()))));
    }
}
