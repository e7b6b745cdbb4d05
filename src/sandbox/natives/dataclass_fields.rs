//! Fields of dataclasses, as C code finds them (pydantic's serializers, and others that make JSON): it reads whatever a field
//! names, unseen by the door. Which fields an object has it asks each of them (`_field_type`); private ones tell it of
//! classes of the code alone.
#![allow(unsafe_code, reason = "the getter and the setter of a class are exchanged")]

use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::cpython::call_stack;
use crate::cpython::frames;
use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{attached, Exc, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::natives::namespaces;
use crate::sandbox::type_info::info;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::state::type_info::Kind;
use crate::session::{current, panics};

/// What a field is asked for.
const ASKED: &str = "_field_type";

/// Wraps the class of fields, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "dataclasses", "replace")? else { return Ok(()) };
    let class = module.getattr("Field")?.cast_into::<PyType>()?;
    let (getter, setter): (ffi::getattrofunc, ffi::setattrofunc) = (ffi::PyObject_GenericGetAttr, ffi::PyObject_GenericSetAttr);
    if hooks::GETATTR.of(&class) == getter as *mut () && hooks::SETATTR.of(&class) == setter as *mut () {
        // SAFETY: ATTACHED; functions for these slots, which give what the ones before give.
        unsafe {
            hooks::exchange(&class, hooks::GETATTR, get as ffi::getattrofunc as *mut (), &table::DATACLASS_FIELDS);
            hooks::exchange(&class, hooks::SETATTR, set as ffi::setattrofunc as *mut (), &table::DATACLASS_FIELDS);
        }
    }
    Ok(())
}

unsafe extern "C" fn get(field: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live object and name.
    unsafe {
        if sandboxed() && is_asked(name) && !defence_layers::off(Net::Names) {
            let field = Bound::from_borrowed_ptr(attached(), field);
            let looked = || current::with_current(|m| check(m, &field)).unwrap_or(Ok(())).map_err(|Exc| ());
            if panics::contained(Err(()), looked).is_err() {
                return std::ptr::null_mut();
            }
        }
        ffi::PyObject_GenericGetAttr(field, name)
    }
}

unsafe extern "C" fn set(field: *mut PyObject, name: *mut PyObject, value: *mut PyObject) -> i32 {
    // SAFETY: called by the interpreter, attached, with a live object and name, and a value or null.
    unsafe {
        let done = ffi::PyObject_GenericSetAttr(field, name, value);
        if done == 0 && sandboxed() && is_asked(name) {
            let field = Bound::from_borrowed_ptr(attached(), field);
            let noted = || current::with_current(|m| note(m, &field)).unwrap_or(Ok(())).map_err(|Exc| ());
            if panics::contained(Err(()), noted).is_err() {
                return -1;
            }
        }
        done
    }
}

/// # Safety
/// Attached, with a live object.
unsafe fn is_asked(name: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let name = unsafe { Borrowed::from_ptr(attached(), name) };
    exact_text(&name).is_some_and(|name| name.to_str().is_ok_and(|name| name == ASKED))
}

/// The name of a field, where it is a private one.
fn private_name<'py>(field: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let Some(name) = field.getattr_opt(intern!(field.py(), "name"))? else { return Ok(None) };
    Ok(exact_text(&name).filter(|name| namespaces::is_private(name.as_any())))
}

/// Refuses a private field that is of no class of the code, unless its own module asks.
fn check(m: &RunContext, field: &Bound<'_, PyAny>) -> R<()> {
    let _own = HostScope::enter();
    match private_name(field)? {
        Some(name) if !call_stack::in_standard_file(m.py(), "dataclasses.py") && !is_of_code(m, field) => {
            Err(refused(m, &name.to_string_lossy(), Use::Read))
        }
        _ => Ok(()),
    }
}

/// Whether the field was made for a class of the code.
fn is_of_code(m: &RunContext, field: &Bound<'_, PyAny>) -> bool {
    m.session.check.private_fields.contains(field)
}

/// Remembers a private field that `dataclasses` makes for a class of the code (`_get_field(cls, …)`).
fn note(m: &RunContext, field: &Bound<'_, PyAny>) -> R<()> {
    let _own = HostScope::enter();
    let py = m.py();
    if private_name(field)?.is_none() || !call_stack::is_standard(py, "dataclasses.py", &["_get_field"]) {
        return Ok(());
    }
    let Some(Ok(class)) = frames::first_argument(py).map(|first| first.cast_into::<PyType>()) else { return Ok(()) };
    // `make_dataclass` has made a class that is not yet known for the code's, and may say that it is of the main program.
    let made = || call_stack::standard_local(py, ("dataclasses.py", "make_dataclass"), "cls").is_some_and(|made| made.is(&class));
    let facts = info(&m.session.check, Ty::from_class(&class))?;
    if !(facts.kind == Kind::Host && facts.app) || made() {
        m.session.check.private_fields.keep(field);
    }
    Ok(())
}
