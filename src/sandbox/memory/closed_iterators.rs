//! Arrays that `numpy.nditer` shows lie in its buffers or its operands. `close` frees both at once, while the arrays keep only the
//! iterator. So what a closed iterator frees stays until the iterator goes, and with it the last of its arrays.
#![allow(unsafe_code, reason = "methods and the destructor of a type of C code are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::Mutex;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;
use rustc_hash::FxHashMap;

use crate::budget::memory::{self, Freed};
use crate::cpython::hooks::{self, newly_loaded, table, Method};
use crate::cpython::value::attached;
use crate::sandbox::memory::numpy_objects::{is_closed, tell};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static CLOSE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static EXIT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static DEALLOC: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// What tells of any iterator its operands; classes below may say otherwise.
static OPERANDS: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());

/// What an iterator had, which is dropped with it.
struct Had {
    _operands: Option<Py<PyAny>>,
    _memory: Freed,
}

/// By the addresses of closed iterators: one may be opened and closed again.
static KEPT: Mutex<Option<FxHashMap<usize, Vec<Had>>>> = Mutex::new(None);

/// Wraps what closes iterators, when numpy is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "nditer")? else { return Ok(()) };
    let iterator = &numpy.getattr("nditer")?.cast_into::<PyType>()?;
    OPERANDS.store(iterator.getattr("operands")?.into_ptr(), Ordering::Release);
    let dealloc = dealloc as ffi::destructor as *mut ();
    if hooks::DEALLOC.of(iterator) != dealloc {
        DEALLOC.store(hooks::DEALLOC.of(iterator), Ordering::Release);
        // SAFETY: ATTACHED; the function calls the one that was there before. So below.
        unsafe { hooks::exchange(iterator, hooks::DEALLOC, dealloc, &table::NUMPY_OBJECTS) };
    }
    let (close, exit) = (close as ffi::PyCFunction as *mut (), exit as ffi::PyCFunction as *mut ());
    for (name, this, original) in [("close", close, &CLOSE), ("__exit__", exit, &EXIT)] {
        let conventions = [ffi::METH_NOARGS, ffi::METH_VARARGS];
        let Some(method) = Method::of(&iterator.getattr(name)?).filter(|method| conventions.contains(&method.convention())) else {
            continue;
        };
        if method.function() != this {
            original.store(method.function(), Ordering::Release);
            // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
            unsafe { method.exchange(this, &table::NUMPY_OBJECTS) };
        }
    }
    Ok(())
}

unsafe extern "C" fn close(iterator: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe { closed(iterator, args, std::mem::transmute::<*mut (), ffi::PyCFunction>(CLOSE.load(Ordering::Acquire))) }
}

unsafe extern "C" fn exit(iterator: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { closed(iterator, args, std::mem::transmute::<*mut (), ffi::PyCFunction>(EXIT.load(Ordering::Acquire))) }
}

/// # Safety
/// Attached, with a live iterator, and what its method takes.
unsafe fn closed(iterator: *mut PyObject, args: *mut PyObject, original: ffi::PyCFunction) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if !sandboxed() || is_closed(iterator) {
            return original(iterator, args);
        }
        let operands = panics::contained(None, || {
            let _own = HostScope::enter();
            let told = tell(attached(), &OPERANDS, iterator);
            told.map(Bound::unbind).ok()
        });
        let (result, memory) = memory::postponed(|| original(iterator, args));
        let had = Had { _operands: operands, _memory: memory };
        if let Ok(mut kept) = KEPT.lock() {
            kept.get_or_insert_default().entry(iterator as usize).or_default().push(had);
        }
        result
    }
}

unsafe extern "C" fn dealloc(iterator: *mut PyObject) {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::destructor = unsafe { std::mem::transmute(DEALLOC.load(Ordering::Acquire)) };
    // (Dropped behind the lock: an operand that goes may run code.)
    let had = KEPT.lock().ok().and_then(|mut kept| kept.as_mut()?.remove(&(iterator as usize)));
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { original(iterator) };
    drop(had);
}
