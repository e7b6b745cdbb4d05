//! Attribute instructions: the site's name, the door.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::check::door;
use crate::run::machine::{Machine, Note};
use crate::run::stack::Active;
use crate::run::value::{raise, Exc, Value, R};

fn site_name<'py>(m: &Machine, a: &Active, ic: u16) -> R<Bound<'py, pyo3::types::PyString>> {
    match a.linked().attrs.get(ic as usize) {
        Some(site) => Ok(site.name.bind(m.py()).clone()),
        None => Err(raise::<pyo3::exceptions::PySystemError>("no such attribute site")),
    }
}

pub fn get(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<Value> {
    door::get(m, object, &site_name(m, a, ic)?)
}

pub fn set(m: &Machine, a: &Active, object: &Value, ic: u16, value: &Value) -> R<()> {
    door::set(m, object, &site_name(m, a, ic)?, value)
}

pub fn delete(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<()> {
    door::delete(m, object, &site_name(m, a, ic)?)
}

/// The callee of `object.name(...)`. A missing attribute gets the contract's text at the boundary.
pub fn method(m: &Machine, a: &Active, object: &Value, ic: u16) -> R<Value> {
    let name = site_name(m, a, ic)?;
    door::load_method(m, object, &name).inspect_err(|Exc| note_missing(m, object, &name))
}

#[cold]
fn note_missing(m: &Machine, object: &Value, name: &Bound<'_, pyo3::types::PyString>) {
    let py = m.py();
    let Some(error) = PyErr::take(py) else { return };
    if error.is_instance_of::<PyAttributeError>(py) {
        let note = Note::CallAttribute { value: object.clone(), name: name.to_string() };
        m.take_note(Value::from_bound(error.value(py).clone().into_any()), note);
    }
    error.restore(py);
}
