//! Calls of generic aliases (`deque[int]()`): they mark what the call gives with `__orig_class__`, whatever it is.
//!
//! An alias may stand for any callable, so sandboxed code would mark modules, and classes and objects of the host. Its
//! calls mark objects of the code, and those that the alias's class made. What is put in place of an alias's parameters goes to
//! places that it has.
#![allow(unsafe_code, reason = "slots of the interpreter's types are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::{PyAttributeError, PyException, PyTypeError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::hooks::{self, table};
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::{attached, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::type_info::info;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;
use crate::session::{panics, refusals};

/// Of C code, and of `typing`.
static ORIGINALS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];
static ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
const NATIVE: usize = 0;
const TYPING: usize = 1;

/// Wraps the calls, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let native = py.import("types")?.getattr("GenericAlias")?.cast_into::<PyType>()?;
    hooks::call_by_slot(&native, &table::ALIASES);
    wrap::<NATIVE>(&native);
    ITEM.store(hooks::GET_ITEM.of(&native), Ordering::Release);
    // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
    unsafe { hooks::exchange(&native, hooks::GET_ITEM, item as ffi::binaryfunc as *mut (), &table::ALIAS_ITEMS) };
    wrap::<TYPING>(&py.import("typing")?.getattr("_BaseGenericAlias")?.cast_into::<PyType>()?);
    Ok(())
}

fn wrap<const N: usize>(class: &Bound<'_, PyType>) {
    let original = hooks::CALL.of(class);
    let this = call::<N> as ffi::ternaryfunc as *mut ();
    if original != this {
        ORIGINALS[N].store(original, Ordering::Release);
        // SAFETY: ATTACHED; `call` calls the function that was there before, but for sandboxed code.
        unsafe { hooks::exchange(class, hooks::CALL, this, &table::ALIASES) };
    }
}

unsafe extern "C" fn item(alias: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::binaryfunc = std::mem::transmute(ITEM.load(Ordering::Acquire));
        let this = Bound::from_borrowed_ptr(attached(), alias);
        if sandboxed() {
            let known = || knows_parameters(&this).map_err(|error| error.restore(this.py()));
            if panics::contained(Err(()), known).is_err() {
                return ptr::null_mut();
            }
        }
        original(alias, key)
    }
}

/// What stands for another type is a parameter of the alias: the interpreter takes its place among them without a look.
fn knows_parameters(alias: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = alias.py();
    let given = alias.getattr(pyo3::intern!(py, "__args__"))?.cast_into::<PyTuple>()?;
    let parameters = alias.getattr(pyo3::intern!(py, "__parameters__"))?.cast_into::<PyTuple>()?;
    for given in given.iter().filter(|given| !given.is_instance_of::<PyType>()) {
        let is_parameter = || parameters.iter().any(|parameter| parameter.is(&given));
        if !is_parameter() && given.getattr_opt(pyo3::intern!(py, "__typing_subst__"))?.is_some() {
            return Err(PyTypeError::new_err("an object of a generic alias became one of its parameters afterwards"));
        }
    }
    Ok(())
}

unsafe extern "C" fn call<const N: usize>(alias: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a tuple and a dict or null, all borrowed; the original was stored
    // before.
    unsafe {
        let original: ffi::ternaryfunc = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        if !sandboxed() || defence_layers::off(Net::Names) {
            return original(alias, args, kwargs);
        }
        let py = attached();
        let this = Bound::from_borrowed_ptr(py, alias);
        let given = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
        let named = Bound::from_borrowed_ptr_or_opt(py, kwargs).map(|named| named.cast_into_unchecked::<PyDict>());
        let called = || called(&this, N, &given, named.as_ref()).map_err(|error| error.restore(py));
        match panics::contained(Err(()), called) {
            Ok(Some(result)) => result.into_ptr(),
            Ok(None) => original(alias, args, kwargs),
            Err(()) => ptr::null_mut(),
        }
    }
}

/// What the call gives; nothing where the interpreter's own way will do.
fn called<'py>(
    alias: &Bound<'py, PyAny>,
    number: usize,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = alias.py();
    let origin = alias.getattr(pyo3::intern!(py, "__origin__"))?;
    // `typing` has rules of its own for the classes of the library.
    if number == TYPING && with_run(py, |m| Ok(is_library_class(m, &origin)))? {
        return Ok(None);
    }
    let result = origin.call(args, kwargs)?;
    if with_run(py, |m| may_mark(m, &origin, &result))? {
        if let Err(error) = result.setattr(pyo3::intern!(py, "__orig_class__"), alias) {
            let passed = error.is_instance_of::<PyAttributeError>(py)
                || number == NATIVE && error.is_instance_of::<PyTypeError>(py)
                || number == TYPING && cfg!(Py_3_12) && error.is_instance_of::<PyException>(py);
            if !passed || refusals::is_refusal(py, &error) {
                return Err(error);
            }
        }
    }
    Ok(Some(result))
}

/// A class that is none of the code's, and whose objects are no classes.
fn is_library_class(m: &RunContext, origin: &Bound<'_, PyAny>) -> bool {
    origin.cast::<PyType>().is_ok_and(|class| !m.session.check.own.contains(class) && !Ty::from_class(class).has(CLASS))
}

fn may_mark(m: &RunContext, origin: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> R<bool> {
    let own = info(&m.session.check, Ty::of_bound(result))?.kind == Kind::Own;
    Ok(own || is_library_class(m, origin) && result.get_type().is(origin))
}
