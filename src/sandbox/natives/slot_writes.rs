//! `object.__setattr__(x, name, value)`, `super().__delattr__(name)` and the like, as library code calls them: what C code
//! writes past `setattr`.
#![allow(unsafe_code, reason = "the functions behind slot wrappers of the interpreter are exchanged")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::PyObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::cpython::call_stack;
use crate::cpython::frames;
use crate::cpython::hooks::{table, SlotWrapper};
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{attached, Value};
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::attributes::{self, refused, Use};
use crate::sandbox::natives::functions;
use crate::sandbox::type_info::info;
use crate::session::current::with_run;
use crate::session::panics;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;

type Wrapper = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut c_void) -> *mut PyObject;

const NAMES: [&str; 2] = ["__setattr__", "__delattr__"];
static ORIGINALS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Wraps what all classes share, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    wrap::<0>(py)?;
    wrap::<1>(py)
}

fn wrap<const N: usize>(py: Python<'_>) -> PyResult<()> {
    let Some(wrapper) = SlotWrapper::of(&py.get_type::<PyAny>().getattr(NAMES[N])?, NAMES[N]) else { return Ok(()) };
    let this = change::<N> as Wrapper as *mut ();
    if wrapper.function() != this {
        ORIGINALS[N].store(wrapper.function(), Ordering::Release);
        // SAFETY: ATTACHED; `change` calls the function that was there before.
        unsafe { wrapper.exchange(this, &table::SLOT_WRITES) };
    }
    Ok(())
}

unsafe extern "C" fn change<const N: usize>(object: *mut PyObject, args: *mut PyObject, wrapped: *mut c_void) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with a live object and a tuple; the original was stored before.
    unsafe {
        if sandboxed() && !defence_layers::off(Net::Names) {
            let (object, args) = (Bound::from_borrowed_ptr(attached(), object), Bound::from_borrowed_ptr(attached(), args));
            let how = if N == 0 { Use::Write } else { Use::Delete };
            let looked = || args.cast::<PyTuple>().map_or(Ok(()), |args| check(&object, args, how));
            if let Err(error) = panics::contained(None, || Some(looked())).unwrap_or(Ok(())) {
                error.restore(attached());
                return ptr::null_mut();
            }
        }
        let original: Wrapper = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        original(object, args, wrapped)
    }
}

/// What the code itself calls so was looked at when it got it.
fn check(object: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>, how: Use) -> PyResult<()> {
    let Some(name) = args.get_item(0).ok().and_then(|name| exact_text(&name)) else { return Ok(()) };
    if call_stack::is_floor() || call_stack::says(object.py(), &name) {
        return Ok(());
    }
    functions::check_by_library(object, &name, how)?;
    // Compiled code of a library has no frame: it writes what its own text names (`pd.DateOffset`).
    let py = object.py();
    let method = if how == Use::Delete { intern!(py, "__delattr__") } else { intern!(py, "__setattr__") };
    // (A method of the object's own class is at work, as it is nearly always: its own are not looked at, see `is_not_theirs`.)
    if is_of_method_at_work(object) || !call_stack::uses(py, method) {
        return Ok(());
    }
    if is_not_theirs(object, &name)? && call_stack::caller(py) == call_stack::Caller::Library {
        return with_run(py, |m| Err(refused(m, &name.to_string_lossy(), how)));
    }
    Ok(())
}

/// Whether it is a library's object, of another class than the one whose method is at work (`Policy.clone`, where a
/// class of the code says what a new object is).
fn is_not_theirs(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> PyResult<bool> {
    let py = object.py();
    let library = with_run(py, |m| {
        let host = info(&m.session.check, Ty::of_bound(object))?.kind == Kind::Host;
        Ok(host && !attributes::is_settable(m, &Value::from_bound(object.clone()), name)?)
    })?;
    Ok(library && !is_of_method_at_work(object) && !call_stack::knows(py, name))
}

/// Whether the first argument of the code at work is of the object's class.
fn is_of_method_at_work(object: &Bound<'_, PyAny>) -> bool {
    frames::first_argument(object.py()).is_some_and(|first| first.get_type_ptr() == object.get_type_ptr())
}
