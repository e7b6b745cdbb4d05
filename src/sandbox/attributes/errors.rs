//! What errors show of the objects that they are about.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::value::{Value, R};
use crate::session::run_context::RunContext;

/// Under `obj`, the object of which an error says that it lacks an attribute, where that is the code's own, or None. (Of others a tool or
/// a library may have spoken, which the code does not have.)
pub fn own_object<'py>(
    m: &RunContext,
    error: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    fetch: &dyn Fn() -> R<Bound<'py, PyAny>>,
) -> R<Option<Value>> {
    if name.to_string_lossy() != "obj" || !error.is_instance_of::<PyAttributeError>() {
        return Ok(None);
    }
    let found = fetch()?;
    let is_known = found.is_none() || m.session.check.own.contains(&found.get_type());
    Ok(is_known.then(|| Value::from_bound(found)))
}
