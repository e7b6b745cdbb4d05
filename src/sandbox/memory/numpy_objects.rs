//! Objects of numpy whose C code takes it for granted that they are ready: scalars and arrays that hold references, iterators whose
//! buffers or inner iterators are not there, functions that take and give nothing.
#![allow(unsafe_code, reason = "methods of types of C code are wrapped")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{self, newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::cpython::value::{attached, raise};
use crate::sandbox::memory::object_arrays::{dtype, holds_references};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static BYTESWAP: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static BYTESWAP_ALL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static FROMPYFUNC: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static GO_ON: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static RESET: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEXT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// What tells of any iterator, or scalar, what numpy itself knows of it; classes below may say otherwise.
static DELAYED: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());
static KIND: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());
static VOID: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to numpy when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "frompyfunc")? else { return Ok(()) };
    let (void, iterator) = (numpy.getattr("void")?, numpy.getattr("nditer")?.cast_into::<PyType>()?);
    // They live as long as the process, as numpy's classes do.
    KIND.store(void.getattr("dtype")?.into_ptr(), Ordering::Release);
    DELAYED.store(iterator.getattr("has_delayed_bufalloc")?.into_ptr(), Ordering::Release);
    VOID.store(void.into_ptr(), Ordering::Release);
    wrap(&numpy.getattr("generic")?.getattr("byteswap")?, VARARGS_KEYWORDS, byteswap as ffi::PyCFunctionWithKeywords as *mut (), &BYTESWAP);
    let all = numpy.getattr("ndarray")?.getattr("byteswap")?;
    wrap(&all, VARARGS_KEYWORDS, byteswap_all as ffi::PyCFunctionWithKeywords as *mut (), &BYTESWAP_ALL);
    wrap(&numpy.getattr("frompyfunc")?, VARARGS_KEYWORDS, frompyfunc as ffi::PyCFunctionWithKeywords as *mut (), &FROMPYFUNC);
    wrap(&iterator.getattr("iternext")?, ffi::METH_NOARGS, go_on as ffi::PyCFunction as *mut (), &GO_ON);
    wrap(&iterator.getattr("reset")?, ffi::METH_NOARGS, reset as ffi::PyCFunction as *mut (), &RESET);
    let step = next as ffi::iternextfunc as *mut ();
    if hooks::NEXT.of(&iterator) != step {
        NEXT.store(hooks::NEXT.of(&iterator), Ordering::Release);
        // SAFETY: ATTACHED; the function calls the one that was there before.
        unsafe { hooks::exchange(&iterator, hooks::NEXT, step, &table::NUMPY_OBJECTS) };
    }
    Ok(())
}

fn wrap(function: &Bound<'_, PyAny>, convention: i32, this: *mut (), original: &AtomicPtr<()>) {
    let Some(method) = Method::of(function).filter(|method| method.convention() == convention) else { return };
    original.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::NUMPY_OBJECTS) };
}

/// What an attribute of a class of numpy tells of an object; null with an error set if it cannot.
///
/// # Safety
/// Attached, with a live object; a descriptor that was stored.
pub(super) unsafe fn tell<'py>(py: Python<'py>, descriptor: &AtomicPtr<PyObject>, object: *mut PyObject) -> PyResult<Bound<'py, PyAny>> {
    let descriptor = descriptor.load(Ordering::Acquire);
    // SAFETY: as `# Safety` says, which the caller keeps.
    let Some(get) = (unsafe { (*ffi::Py_TYPE(descriptor)).tp_descr_get }) else {
        return Err(PyTypeError::new_err("numpy's attribute is no attribute"));
    };
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { Bound::from_owned_ptr_or_err(py, get(descriptor, object, ffi::Py_TYPE(object).cast())) }
}

/// Swapped bytes of a reference are no reference.
unsafe extern "C" fn byteswap(scalar: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(BYTESWAP.load(Ordering::Acquire));
        if sandboxed() && !panics::contained(false, || holds_none(scalar)) {
            return ptr::null_mut();
        }
        original(scalar, args, named)
    }
}

/// Whether a scalar is made of numbers; else an error is set.
///
/// # Safety
/// Attached, with a live object.
unsafe fn holds_none(scalar: *mut PyObject) -> bool {
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    if unsafe { ffi::PyObject_TypeCheck(scalar, VOID.load(Ordering::Acquire).cast()) == 0 } {
        return true;
    }
    let _own = HostScope::enter();
    // SAFETY: as `# Safety` says, which the caller keeps.
    match unsafe { tell(py, &KIND, scalar).and_then(|kind| holds_references(&kind)) } {
        Ok(false) => return true,
        Ok(true) => drop(raise::<PyTypeError>("the bytes of a scalar that holds objects cannot be swapped")),
        Err(error) => error.restore(py),
    }
    false
}

unsafe extern "C" fn byteswap_all(array: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(BYTESWAP_ALL.load(Ordering::Acquire));
        if sandboxed() && !panics::contained(false, || has_no_strings(&Bound::from_borrowed_ptr(attached(), array))) {
            return ptr::null_mut();
        }
        original(array, args, named)
    }
}

/// Whether an array has no strings of variable length: numpy would swap the bytes of where they are. (It leaves objects alone.)
/// Else an error is set.
fn has_no_strings(array: &Bound<'_, PyAny>) -> bool {
    let _own = HostScope::enter();
    let Some(dtype) = dtype(array) else { return true };
    match dtype.getattr("kind").and_then(|kind| kind.extract::<char>()) {
        Ok('T') => drop(raise::<PyTypeError>("the bytes of strings of variable length cannot be swapped")),
        Ok(_) => return true,
        Err(error) => error.restore(array.py()),
    }
    false
}

unsafe extern "C" fn frompyfunc(module: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(FROMPYFUNC.load(Ordering::Acquire));
        let made = original(module, args, named);
        if made.is_null() || !sandboxed() {
            return made;
        }
        let py = attached();
        let made = Bound::from_owned_ptr(py, made);
        let operands = panics::contained(None, || made.getattr("nargs").and_then(|count| count.extract::<i64>()).ok());
        if operands == Some(0) {
            let _ = raise::<PyValueError>("a function of arrays takes or gives something");
            return ptr::null_mut();
        }
        made.into_ptr()
    }
}

/// The beginning of numpy's iterators, the same since numpy 1.6.
#[repr(C)]
struct Iterator {
    head: PyObject,
    state: *mut c_void,
    started: u8,
    finished: u8,
    inner: *mut Iterator,
}

/// # Safety
/// A live iterator.
pub(super) unsafe fn is_closed(iterator: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { (*iterator.cast::<Iterator>()).state.is_null() }
}

/// Whether the iterators inside of this one are open; else an error is set.
///
/// # Safety
/// Attached, with a live iterator.
unsafe fn has_all_inner(iterator: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let mut inner = (*iterator.cast::<Iterator>()).inner;
        while !inner.is_null() {
            if (*inner).state.is_null() {
                let _ = raise::<PyRuntimeError>("an iterator inside of this one is closed");
                return false;
            }
            inner = (*inner).inner;
        }
        true
    }
}

unsafe extern "C" fn next(iterator: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::iternextfunc = std::mem::transmute(NEXT.load(Ordering::Acquire));
        if sandboxed() && !has_all_inner(iterator) {
            return ptr::null_mut();
        }
        original(iterator)
    }
}

unsafe extern "C" fn reset(iterator: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(RESET.load(Ordering::Acquire));
        if sandboxed() && !has_all_inner(iterator) {
            return ptr::null_mut();
        }
        original(iterator, nothing)
    }
}

unsafe extern "C" fn go_on(iterator: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(GO_ON.load(Ordering::Acquire));
        if sandboxed() && !(has_all_inner(iterator) && panics::contained(false, || has_buffers(iterator))) {
            return ptr::null_mut();
        }
        original(iterator, nothing)
    }
}

/// Whether the buffers of an iterator are there; else an error is set, that of numpy's other methods.
///
/// # Safety
/// Attached, with a live iterator.
unsafe fn has_buffers(iterator: *mut PyObject) -> bool {
    // (A closed one has none to ask for, and numpy says so.)
    // SAFETY: as `# Safety` says, which the caller keeps.
    if unsafe { is_closed(iterator) } {
        return true;
    }
    let _own = HostScope::enter();
    // SAFETY: as `# Safety` says, which the caller keeps.
    if unsafe { tell(attached(), &DELAYED, iterator).and_then(|delayed| delayed.is_truthy()).is_ok_and(|delayed| !delayed) } {
        return true;
    }
    let _ = raise::<PyValueError>("Iterator construction used delayed buffer allocation, and no reset has been done yet");
    false
}
