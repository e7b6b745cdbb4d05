//! Attributes of modules and classes that are written in Python, and names in the dicts of classes.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use pyo3::{PyClass, PyClassInitializer};

use crate::cpython::api;
use crate::cpython::hooks::registry::{is_left_out, note_once, note_with, Undo};
use crate::cpython::hooks::table::Hook;
use crate::cpython::type_access;

/// What an owner has itself under a name.
fn own<'py>(owner: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match owner.cast::<PyType>() {
        Ok(class) => Ok(api::own_attribute(class, name)),
        Err(_) => type_access::module_dict(owner).map_or(Ok(None), |members| members.get_item(name)),
    }
}

type Make = Box<dyn Fn(Python<'_>, Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> + Send>;

/// An attribute, what it was, and what it is instead.
struct Exchanged {
    owner: Py<PyAny>,
    name: Py<PyString>,
    original: Option<Py<PyAny>>,
    value: Py<PyAny>,
    make: Make,
}

impl Exchanged {
    fn put(&mut self, py: Python<'_>) -> PyResult<()> {
        let (owner, name) = (self.owner.bind(py), self.name.bind(py));
        let original = own(owner, name)?;
        self.value = (self.make)(py, original.clone())?;
        owner.setattr(name, &self.value)?;
        self.original = original.map(Bound::unbind);
        Ok(())
    }
}

impl Undo for Exchanged {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        let (owner, name) = (self.owner.bind(py), self.name.bind(py));
        if !own(owner, name)?.is_some_and(|now| now.is(&self.value)) {
            return Ok(false);
        }
        match &self.original {
            Some(original) => owner.setattr(name, original)?,
            None => owner.delattr(name)?,
        }
        Ok(true)
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        // In front of what is there now, which need not be what was there before.
        self.put(py).map(|()| true)
    }
}

/// Exchanges an attribute of a module or class for what `make` gives for it (for nothing, if it has none itself).
pub fn exchange_attribute(
    owner: &Bound<'_, PyAny>,
    name: &str,
    make: impl Fn(Python<'_>, Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> + Send + 'static,
    hook: &'static Hook,
) -> PyResult<()> {
    if is_left_out(hook) {
        return Ok(());
    }
    let py = owner.py();
    let target = format!("{}.{name}", owner.getattr("__name__")?);
    let (owner_of, name) = (owner.clone().unbind(), PyString::intern(py, name).unbind());
    let mut exchanged = Exchanged { owner: owner_of, name, original: None, value: py.None(), make: Box::new(make) };
    exchanged.put(py)?;
    note_with("attribute", target, owner.as_ptr() as usize, hook, exchanged);
    Ok(())
}

/// Puts a wrapper of the attribute in its place, unless there is one already.
pub fn wrap_attribute<T>(owner: &Bound<'_, PyAny>, name: &str, wrapper: fn(Py<PyAny>) -> T, hook: &'static Hook) -> PyResult<()>
where
    T: PyClass + Into<PyClassInitializer<T>> + 'static,
{
    let py = owner.py();
    let Some(original) = own(owner, &PyString::intern(py, name))? else { return Ok(()) };
    if original.is_exact_instance_of::<T>() {
        return Ok(());
    }
    let make = move |py: Python<'_>, original: Option<Bound<'_, PyAny>>| {
        let original = original.map_or_else(|| py.None(), Bound::unbind);
        Ok(Bound::new(py, wrapper(original))?.into_any().unbind())
    };
    exchange_attribute(owner, name, make, hook)
}

/// Puts a name into the dict of a class, be it the interpreter's own; for good.
pub fn put_member(
    class: &Bound<'_, PyType>,
    name: &Bound<'_, PyString>,
    value: &Bound<'_, PyAny>,
    hook: &'static Hook,
) -> crate::cpython::value::R<()> {
    api::put_into_class(class, name, value)?;
    note_once("class member", format!("{class}.{name}"), class.as_ptr() as usize, hook);
    Ok(())
}
