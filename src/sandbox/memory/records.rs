//! Records of numpy (`numpy.void`): the tuple that is made of one keeps an empty place where a field cannot be made an object
//! (a string of no characters that there are), which its hash takes for an object, and texts of long ones are counted in 32 bits.
#![allow(unsafe_code, reason = "functions of a dtype and slots of its class are wrapped")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyMemoryError;
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{self, newly_loaded, table, DtypeFunction, Slot};
use crate::cpython::value::attached;

type GetItem = unsafe extern "C" fn(*mut c_void, *mut c_void) -> *mut PyObject;

static GETITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static REPR: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static STR: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static HASH: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// `numpy.void.item`, kept for good.
static ITEM: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());

/// Bytes of a record from which on numpy's count of the characters of its text (four for each byte) is not that number.
const TOO_LONG: ffi::Py_ssize_t = 1 << 29;

/// Wraps what belongs to numpy when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "void")? else { return Ok(()) };
    let void = numpy.getattr(intern!(py, "void"))?.cast_into::<PyType>()?;
    guard_text(&void, hooks::REPR, repr, &REPR);
    guard_text(&void, hooks::STR, str, &STR);
    ITEM.store(void.getattr(intern!(py, "item"))?.into_ptr(), Ordering::Release);
    HASH.store(hooks::HASH.of(&void), Ordering::Release);
    // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
    unsafe { hooks::exchange(&void, hooks::HASH, hash as ffi::hashfunc as *mut (), &table::RECORDS) };
    let dtype = numpy.getattr(intern!(py, "dtype"))?.call1((&void,))?;
    let this = getitem as GetItem as *mut ();
    if let Some(function) = DtypeFunction::getitem(&dtype).filter(|function| function.now() != this) {
        GETITEM.store(function.now(), Ordering::Release);
        // SAFETY: ATTACHED; a function of this type, which calls the one that was there before.
        unsafe { function.exchange(this, &table::RECORDS) };
    }
    Ok(())
}

fn guard_text(class: &Bound<'_, PyType>, slot: Slot, function: ffi::reprfunc, original: &AtomicPtr<()>) {
    let this = function as *mut ();
    if slot.of(class) != this {
        original.store(slot.of(class), Ordering::Release);
        // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(class, slot, this, &table::RECORDS) };
    }
}

unsafe extern "C" fn getitem(item: *mut c_void, array: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: GetItem = std::mem::transmute(GETITEM.load(Ordering::Acquire));
        let made = original(item, array);
        if made.is_null() || ffi::PyErr_Occurred().is_null() {
            return made;
        }
        ffi::Py_DECREF(made);
        ptr::null_mut()
    }
}

unsafe extern "C" fn repr(record: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with a record; the original was stored before.
    unsafe { text(record, &REPR) }
}

unsafe extern "C" fn str(record: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `repr`.
    unsafe { text(record, &STR) }
}

/// numpy hashes what it gets of each field, be it nothing: so the fields are made before.
unsafe extern "C" fn hash(record: *mut PyObject) -> ffi::Py_hash_t {
    // SAFETY: CALLED, with a record; the original was stored before.
    unsafe {
        let original: ffi::hashfunc = std::mem::transmute(HASH.load(Ordering::Acquire));
        // (numpy's own method: a class of the code below may have another one.)
        let fields = ffi::PyObject_CallOneArg(ITEM.load(Ordering::Acquire), record);
        if fields.is_null() {
            return -1;
        }
        ffi::Py_DECREF(fields);
        original(record)
    }
}

/// # Safety
/// CALLED, with a record, whose size is the number of its bytes.
unsafe fn text(record: *mut PyObject, original: &AtomicPtr<()>) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if ffi::Py_SIZE(record) >= TOO_LONG {
            PyMemoryError::new_err(()).restore(attached());
            return ptr::null_mut();
        }
        let original: ffi::reprfunc = std::mem::transmute(original.load(Ordering::Acquire));
        original(record)
    }
}
