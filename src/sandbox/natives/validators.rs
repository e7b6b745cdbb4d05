//! Objects that pydantic's validators fill in (`self_instance=`, `validate_assignment`): native code puts another dict in the
//! place of their `__dict__`, whatever their class is. Objects of others are filled in by the validator of their class alone.
#![allow(unsafe_code, reason = "native functions of pydantic are wrapped")]

use std::ptr;
use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{attached, Exc, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::natives::fast_methods::{wrap, Fast};
use crate::sandbox::type_info::info;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::state::type_info::Kind;
use crate::session::{current, panics};

static MAKES: Originals = Originals::new();
static MAKES_WRAPPERS: [Fast; MOST] = trampolines!(make);
static ASSIGNS: Originals = Originals::new();
static ASSIGNS_WRAPPERS: [Fast; MOST] = trampolines!(assign);

/// Wraps what `pydantic_core` has once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    newly_loaded(py, &DONE, "pydantic_core", "SchemaValidator")?.map_or(Ok(()), |module| guard(&module))
}

fn guard(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let members = module.getattr("SchemaValidator")?.getattr("__dict__")?;
    let makes = ["validate_python", "isinstance_python", "validate_json", "validate_strings"];
    for found in makes.iter().filter_map(|name| members.get_item(name).ok()) {
        wrap(&found, (&MAKES, &MAKES_WRAPPERS), &table::VALIDATORS);
    }
    if let Ok(found) = members.get_item("validate_assignment") {
        wrap(&found, (&ASSIGNS, &ASSIGNS_WRAPPERS), &table::VALIDATORS);
    }
    Ok(())
}

unsafe extern "C" fn make<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: Fast = std::mem::transmute(MAKES.get::<N>());
        if sandboxed() && !may_fill(this, named(args, count, names, "self_instance")) {
            return ptr::null_mut();
        }
        original(this, args, count, names)
    }
}

unsafe extern "C" fn assign<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `make`.
    unsafe {
        let original: Fast = std::mem::transmute(ASSIGNS.get::<N>());
        let first = if count & ffi::Py_ssize_t::MAX > 0 { Some(*args) } else { named(args, count, names, "obj") };
        if sandboxed() && !may_fill(this, first) {
            return ptr::null_mut();
        }
        original(this, args, count, names)
    }
}

/// The argument that is given by this name.
///
/// # Safety
/// Attached, with the arguments of a call: `count` by place (beside a flag), and those that `names` has.
unsafe fn named(args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject, wanted: &str) -> Option<*mut PyObject> {
    // SAFETY: as `# Safety` says: `names` is a tuple of str objects, or null.
    unsafe {
        let names = Bound::from_borrowed_ptr_or_opt(attached(), names)?.cast_into_unchecked::<PyTuple>();
        let place = names.iter().position(|name| exact_text(&name).is_some_and(|name| name.to_str().is_ok_and(|name| name == wanted)))?;
        Some(*args.add((count & ffi::Py_ssize_t::MAX) as usize + place))
    }
}

/// Whether the validator may fill in the object; if not, an error is set.
///
/// # Safety
/// Attached, with live objects.
unsafe fn may_fill(this: *mut PyObject, object: Option<*mut PyObject>) -> bool {
    let Some(object) = object else { return true };
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (this, object) = unsafe { (Bound::from_borrowed_ptr(py, this), Bound::from_borrowed_ptr(py, object)) };
    if object.is_none() || defence_layers::off(Net::Names) {
        return true;
    }
    let looked = || current::with_current(|m| check(m, &this, &object)).unwrap_or(Ok(())).map_err(|Exc| ());
    panics::contained(Err(()), looked).is_ok()
}

fn check(m: &RunContext, this: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> R<()> {
    let _own = HostScope::enter();
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    let own = facts.kind == Kind::Own && (facts.pure || facts.known_bases);
    if own || is_of_its_class(this, object)? {
        return Ok(());
    }
    Err(refused(m, "__dict__", Use::Write))
}

/// Whether the validator is the one that the object's class has, or what a plugin of pydantic laid round that works with it.
fn is_of_its_class(this: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> R<bool> {
    let py = object.py();
    let Some(found) = Ty::of_bound(object).lookup(intern!(py, "__pydantic_validator__")) else { return Ok(false) };
    Ok(found.is(this) || found.getattr_opt(intern!(py, "_schema_validator"))?.is_some_and(|inner| inner.is(this)))
}
