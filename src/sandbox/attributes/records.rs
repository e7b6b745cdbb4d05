//! Plain records of the host, and what of them the code may write.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::front::policy::objects;
use crate::session::run_context::RunContext;

/// Whether the object is a plain record of the host (an instance of an ordinary class) whose public data may
/// be written. Not objects of the standard library, not the methods of a class.
pub fn is_record(m: &RunContext, obj: &Value, name: &str) -> R<bool> {
    let py = m.py();
    let ty = Ty::of(obj);
    if !ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) {
        return Ok(false);
    }
    let class = ty.to_bound(py);
    let home = known(py)?.module_name(&class)?;
    let top = home.split('.').next().unwrap_or_default();
    let library = api::module(py, "sys")?.getattr("stdlib_module_names")?.contains(top)? && top != "__main__";
    let native = matches!(top, "numpy" | "pandas" | "fastexec");
    if library || native || objects::has_shared(top) && is_shared(&class)? {
        return Ok(false);
    }
    // `tag.name = …` of a parsed page, whose tags can be called.
    if obj.to_bound(py)?.is_callable() && !m.session.check.is_library(py, &home) {
        return Ok(false);
    }
    match ty.lookup(&PyString::new(py, name)) {
        None => Ok(true),
        Some(member) => is_for_objects(m, &member, name, top),
    }
}

/// Whether its package gives the object to everybody who asks for the same value.
fn is_shared(class: &Bound<'_, PyType>) -> R<bool> {
    let known = known(class.py())?;
    for base in known.mro(class)? {
        if objects::is_shared(&known.module_name(&base)?, &known.qualname(&base)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether what a class of the package `top` holds under the name is for its objects to set.
fn is_for_objects(m: &RunContext, member: &Bound<'_, PyAny>, name: &str, top: &str) -> R<bool> {
    let py = m.py();
    let kind = Ty::of_bound(member);
    if member.is_instance(&api::module(py, "builtins")?.getattr("property")?)? {
        return Ok(!member.getattr("fset")?.is_none());
    }
    let has = |method: &Bound<'_, PyString>| kind.lookup(method).is_some();
    if known(py)?.is(kind.addr(), "MemberDescriptorType") {
        return is_slot(member, name);
    }
    // Descriptors that the package wrote in Python for classes of its own (`cell.font = …`).
    if has(intern!(py, "__set__")) {
        let maker = known(py)?.module_name(&kind.to_bound(py))?;
        return Ok(kind.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) && maker.split('.').next() == Some(top));
    }
    // The default of a field.
    Ok(!has(intern!(py, "__get__")) && !member.is_callable())
}

/// Whether it is a field that a class statement named in `__slots__`.
fn is_slot(member: &Bound<'_, PyAny>, name: &str) -> R<bool> {
    let owner = member.getattr("__objclass__")?;
    let Some(slots) = api::own_attributes(owner.cast()?).and_then(|held| held.get_item("__slots__").ok().flatten()) else {
        return Ok(false);
    };
    Ok(match slots.cast::<PyString>() {
        Ok(only) => only.to_string_lossy() == name,
        Err(_) => slots.contains(name).unwrap_or(false),
    })
}
