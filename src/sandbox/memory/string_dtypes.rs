//! Dtypes of strings of variable length of numpy: what stands for a missing one (`na_object`) is compared and made a text for each
//! array, and numpy does not look whether that failed. So it is a plain value, whose text and comparison are always the same.
//!
//! numpy makes a string of an object while it holds the lock of the dtype, and waits for that lock for ever when the text of the
//! object reads such an array. So numpy is given the text.
//!
//! Each new array has a dtype of its own, which keeps the texts of its strings. But numpy goes by the dtype that it asked for where it
//! makes an array in between (`a[1:] += a[:-1]`, `a.put(places, a)`), and looks for the texts where they are not. So a new array has the
//! dtype that was asked for: arrays of one dtype keep their texts together.
#![allow(unsafe_code, reason = "the constructor of a class of numpy and a function of its objects are wrapped")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyType};

use crate::cpython::api::strings;
use crate::cpython::hooks::{self, newly_loaded, table, DtypeFunction, DtypeSlot};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

type Finalize = unsafe extern "C" fn(*mut PyObject) -> *mut PyObject;
type SetItem = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut c_void) -> c_int;

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SETITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static FINALIZE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the constructor, once numpy's compiled part is loaded (of numpy 2 and newer).
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if newly_loaded(py, &DONE, "numpy._core.multiarray", "__all__")?.is_none() {
        return Ok(());
    }
    let Ok(Ok(class)) = py.import("numpy.dtypes")?.getattr("StringDType").map(|class| class.cast_into::<PyType>()) else { return Ok(()) };
    let this = new as ffi::newfunc as *mut ();
    if hooks::NEW.of(&class) != this {
        NEW.store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: ATTACHED; `new` calls the function that was there before.
        unsafe { hooks::exchange(&class, hooks::NEW, this, &table::STRING_DTYPES) };
    }
    guard(&class, DtypeSlot::SetItem, setitem as SetItem as *mut (), &SETITEM)?;
    guard(&class, DtypeSlot::Finalize, finalize as Finalize as *mut (), &FINALIZE)
}

fn guard(class: &Bound<'_, PyType>, slot: DtypeSlot, this: *mut (), original: &AtomicPtr<()>) -> PyResult<()> {
    if let Some(function) = DtypeFunction::of_class(class, slot)?.filter(|function| function.now() != this) {
        original.store(function.now(), Ordering::Release);
        // SAFETY: ATTACHED; a function of this type, which calls the one that was there before, or gives what it may give.
        unsafe { function.exchange(this, &table::STRING_DTYPES) };
    }
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    if sandboxed() && !kwargs.is_null() {
        // SAFETY: called by the interpreter, attached, with a dict.
        let kwargs = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), kwargs) };
        if !panics::contained(false, || check(&kwargs).map_err(|error| error.restore(kwargs.py())).is_ok()) {
            return ptr::null_mut();
        }
    }
    // SAFETY: as above; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        original(class, args, kwargs)
    }
}

fn check(kwargs: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = kwargs.py();
    let Some(value) = kwargs.cast::<PyDict>()?.get_item(intern!(py, "na_object"))? else { return Ok(()) };
    let _own = HostScope::enter();
    py.import(intern!(py, "fastexec.numpy_strings"))?.call_method1(intern!(py, "check_missing"), (value,))?;
    Ok(())
}

unsafe extern "C" fn finalize(dtype: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with a dtype; the original was stored before.
    unsafe {
        if sandboxed() {
            ffi::Py_INCREF(dtype);
            return dtype;
        }
        let original: Finalize = std::mem::transmute(FINALIZE.load(Ordering::Acquire));
        original(dtype)
    }
}

unsafe extern "C" fn setitem(dtype: *mut PyObject, object: *mut PyObject, item: *mut c_void) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: SetItem = std::mem::transmute(SETITEM.load(Ordering::Acquire));
        if !sandboxed() || has_plain_text(object) {
            return original(dtype, object, item);
        }
        let py = attached();
        let (dtype, object) = (Bound::from_borrowed_ptr(py, dtype), Bound::from_borrowed_ptr(py, object));
        match panics::contained(None, || handed_on(&dtype, &object).map_err(|error| error.restore(py)).ok()) {
            Some(text) => original(dtype.as_ptr(), text.as_ptr(), item),
            None => -1,
        }
    }
}

/// Whether it is a text, or its text is made by the interpreter alone.
///
/// # Safety
/// ATTACHED, with a live object.
unsafe fn has_plain_text(object: *mut PyObject) -> bool {
    let plain = [
        &raw mut ffi::PyUnicode_Type,
        &raw mut ffi::PyBytes_Type,
        &raw mut ffi::PyLong_Type,
        &raw mut ffi::PyFloat_Type,
        &raw mut ffi::PyBool_Type,
    ];
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { plain.contains(&ffi::Py_TYPE(object)) || object == ffi::Py_None() }
}

/// What numpy is given for an object: what stands for a missing string, or the text. (Without coercion it refuses all but texts.)
fn handed_on<'py>(dtype: &Bound<'py, PyAny>, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = dtype.py();
    let (missing, coerces) = {
        let _own = HostScope::enter();
        (dtype.getattr_opt(intern!(py, "na_object"))?, dtype.getattr(intern!(py, "coerce"))?.is_truthy()?)
    };
    if let Some(missing) = missing.filter(|missing| is_missing(object, missing)) {
        return Ok(missing);
    }
    if !coerces {
        return Ok(object.clone());
    }
    strings::plain(object.str()?.as_any())
}

/// Whether numpy takes it for missing.
fn is_missing(object: &Bound<'_, PyAny>, missing: &Bound<'_, PyAny>) -> bool {
    let is_nan = |one: &Bound<'_, PyAny>| one.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    object.is(missing) || is_nan(object) && is_nan(missing) || object.eq(missing).unwrap_or(false)
}
