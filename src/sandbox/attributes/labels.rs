//! Names that the data of an object gave it, and nobody's code: fields of named tuples, columns of tables.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cpython::api;
use crate::cpython::type_access::Ty;
use crate::cpython::value::R;
use crate::front::policy::is_dunder;

/// Whether it is a field of a named tuple (`row._1`, where a table has a column of another name than an identifier): what its number
/// gives, too.
pub fn is_field(ty: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    ty.lookup(name).is_some_and(|held| is_getter_of_field(&held).unwrap_or(false))
}

/// Whether it is what a class of named tuples has for a field.
pub fn is_getter_of_field(object: &Bound<'_, PyAny>) -> R<bool> {
    let py = object.py();
    Ok(object.get_type().is(&api::module(py, "_collections")?.getattr(intern!(py, "_tuplegetter"))?))
}

/// Whether it is the name of a column of a table of pandas (`merged._merge`), also where the table is grouped, or a label of a series:
/// where neither the class nor the object has anything of that name, there is nothing else that it could mean.
pub fn is_label(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> R<bool> {
    let (py, text) = (object.py(), name.to_string_lossy());
    if !text.starts_with('_') || is_dunder(&text) || Ty::of_bound(object).lookup(name).is_some() {
        return Ok(false);
    }
    let held = py.get_type::<PyAny>().call_method1("__getattribute__", (object, intern!(py, "__dict__")))?;
    let Ok(held) = held.cast::<PyDict>() else { return Ok(false) };
    if held.contains(name)? {
        return Ok(false);
    }
    match labels_of(object)? {
        Some(labels) => Ok(labels.contains(name)?),
        // Of groups.
        None => match held.get_item("obj")?.map(|table| labels_of(&table)).transpose()?.flatten() {
            Some(labels) => Ok(labels.contains(name)?),
            None => Ok(false),
        },
    }
}

/// The labels by which a table or a series is read.
fn labels_of<'py>(object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let by = [intern!(py, "columns"), intern!(py, "index")].into_iter().find(|name| Ty::of_bound(object).lookup(name).is_some());
    Ok(by.map(|name| object.getattr(name)).transpose()?)
}
