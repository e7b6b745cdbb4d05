//! What libraries are told of a tool when they ask for its signature: names, annotations and plain values of parameters that
//! are not private. Other values are the host's objects, which the tool alone has to do with.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{Ty, PLAIN};
use crate::cpython::value::R;
use crate::session::scope::HostScope;

/// `inspect.signature` of the host's object behind a tool.
pub fn signature<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let _host = HostScope::enter();
    let inspect = py.import(intern!(py, "inspect"))?;
    // Objects of smolagents take anything and hand it on.
    let object = py.import(intern!(py, "fastexec.hints.calls"))?.call_method1(intern!(py, "function_of"), (object,))?;
    let signature = inspect.getattr("signature")?.call1((object,))?;
    let empty = inspect.getattr("Parameter")?.getattr("empty")?;
    let mut shown = Vec::new();
    for parameter in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
        let parameter = parameter?;
        let value = parameter.getattr("default")?;
        let is_private = parameter.getattr("name")?.extract::<String>()?.starts_with('_');
        if value.is(&empty) || (!is_private && is_plain(&value)) {
            shown.push(parameter);
            continue;
        }
        let changes = PyDict::new(py);
        changes.set_item("default", py.Ellipsis())?;
        shown.push(parameter.call_method("replace", (), Some(&changes))?);
    }
    let changes = PyDict::new(py);
    changes.set_item("parameters", PyList::new(py, shown)?)?;
    signature.call_method("replace", (), Some(&changes))
}

/// Numbers, texts and the like, and tuples of them.
fn is_plain(value: &Bound<'_, PyAny>) -> bool {
    match value.cast_exact::<PyTuple>() {
        Ok(several) => several.iter().all(|item| Ty::of_bound(&item).has(PLAIN)),
        Err(_) => value.is_none() || Ty::of_bound(value).has(PLAIN),
    }
}

/// `typing.get_type_hints` of the host's object behind a tool, a function or method: texts mean what they do in its module. (The
/// result has not passed the gate.)
pub fn type_hints<'py>(
    get_type_hints: &Bound<'py, PyAny>,
    object: &Bound<'py, PyAny>,
    alone: bool,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> R<Bound<'py, PyAny>> {
    let py = object.py();
    let known = known(py)?;
    let is = |object: &Bound<'py, PyAny>, kind: &str| known.is(Ty::of_bound(object).addr(), kind);
    let is_method = is(object, "MethodType") && is(&object.getattr("__func__")?, "FunctionType");
    // Names of the code are not for texts of the host.
    let is_option = |name: &Bound<'_, PyAny>| name.eq("include_extras").unwrap_or(false);
    let options = PyDict::new(py);
    for (name, value) in kwargs.iter().flat_map(|kwargs| kwargs.iter()).filter(|(name, _)| is_option(name)) {
        options.set_item(name, value)?;
    }
    let alone = alone && kwargs.is_none_or(|kwargs| kwargs.iter().all(|(name, _)| is_option(&name) || name.eq("obj").unwrap_or(false)));
    if !alone || !(is_method || is(object, "FunctionType")) {
        return Err(PyTypeError::new_err("a tool has hints where it is a function, by the names of its own module").into());
    }
    let _host = HostScope::enter();
    Ok(get_type_hints.call((object,), Some(&options))?)
}
