//! Memory of numpy's arrays: counted through numpy's data handler (NEP 49) while a run is under way.
//!
//! An array keeps the handler that made it, so arrays may outlive the run; ours serves them as the one before would.
#![allow(unsafe_code, reason = "numpy's table of C functions")]

use std::ffi::{c_char, c_void};
use std::ops::RangeInclusive;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::Mutex;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::{memory, native_stack, numpy_nesting};
use crate::cpython::api::numpy;

/// `PyDataMemAllocator` of numpy's headers.
#[repr(C)]
#[derive(Clone, Copy)]
struct Allocator {
    ctx: *mut c_void,
    malloc: Option<extern "C" fn(*mut c_void, usize) -> *mut c_void>,
    calloc: Option<extern "C" fn(*mut c_void, usize, usize) -> *mut c_void>,
    realloc: Option<extern "C" fn(*mut c_void, *mut c_void, usize) -> *mut c_void>,
    free: Option<extern "C" fn(*mut c_void, *mut c_void, usize)>,
}

/// `PyDataMem_Handler`.
#[repr(C)]
struct Handler {
    name: [c_char; 127],
    version: u8,
    allocator: Allocator,
}

/// Our handler over another one: both live for ever, since arrays anywhere may need them.
struct Layer {
    inner: Allocator,
    /// Capsule of the inner handler, and that of ours.
    under: usize,
    capsule: usize,
}

// SAFETY: never changed once it is in the list; its functions are numpy's, callable from any thread.
unsafe impl Sync for Layer {}
// SAFETY: as above.
unsafe impl Send for Layer {}

static LAYERS: Mutex<Vec<&'static Layer>> = Mutex::new(Vec::new());

/// numpy's `PyDataMem_SetHandler`; null until numpy was met.
static SET_HANDLER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
type SetHandler = unsafe extern "C" fn(*mut PyObject) -> *mut PyObject;

/// Its place in numpy's table, the same since it exists (numpy 1.22, version 15 of the interface).
const SET: usize = 304;
const FIRST_VERSION: u32 = 15;

const CAPSULE_NAME: &std::ffi::CStr = c"mem_handler";

/// numpy before 2.3 (version 20 of the interface) was seen to crash when a sort of its own gets no memory.
static FRAGILE: AtomicBool = AtomicBool::new(false);
const FIRST_STURDY_VERSION: u32 = 20;
/// Bytes that a fragile numpy still gets: the run ends right after it.
const BEARABLE: usize = 256 << 20;

/// Whether a block that the limit forbids is given all the same.
#[cold]
fn bears(size: usize) -> bool {
    let bears = size <= BEARABLE && FRAGILE.load(Ordering::Relaxed);
    if bears {
        memory::end_run();
    }
    bears
}

extern "C" fn malloc(ctx: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: `ctx` is the leaked layer; so below.
    let inner = unsafe { &(*(ctx as *const Layer)).inner };
    memory::paid(size, || bears(size), || inner.malloc.map_or(ptr::null_mut(), |malloc| malloc(inner.ctx, size)))
}

extern "C" fn calloc(ctx: *mut c_void, count: usize, size: usize) -> *mut c_void {
    // SAFETY: as in `malloc`.
    let inner = unsafe { &(*(ctx as *const Layer)).inner };
    let bytes = count.saturating_mul(size);
    memory::paid(bytes, || bears(bytes), || inner.calloc.map_or(ptr::null_mut(), |calloc| calloc(inner.ctx, count, size)))
}

/// A block that grows to so many times of what it was is a vector that compiled code of a library fills step by step. pandas goes on
/// writing to it where it did not grow (`value_counts`, `mode`: a function that passes on no error). What grows by less looks whether it
/// did (`fromstring`, `fromiter`).
const STEPS: RangeInclusive<usize> = 2..=4;

/// Whether a block must not grow. What is granted all the same, as far as that is bearable, the run ends right after.
fn refused_growth(block: *mut c_void, size: usize) -> bool {
    let before = memory::size_if_paid(block);
    let more = size.saturating_sub(before);
    if more == 0 || !memory::refuses_growth(more) || bears(more) {
        return false;
    }
    let [least, most] = [STEPS.start(), STEPS.end()].map(|times| before.saturating_mul(*times));
    let is_step = (least..=most).contains(&size);
    !(is_step && memory::bears_growth(more))
}

extern "C" fn realloc(ctx: *mut c_void, block: *mut c_void, size: usize) -> *mut c_void {
    if refused_growth(block, size) {
        return ptr::null_mut();
    }
    // SAFETY: as in `malloc`.
    let inner = unsafe { (*(ctx as *const Layer)).inner };
    memory::account_block(block, false);
    let moved = inner.realloc.map_or(ptr::null_mut(), |realloc| realloc(inner.ctx, block, size));
    memory::account_block(if moved.is_null() { block } else { moved }, true);
    moved
}

extern "C" fn free(ctx: *mut c_void, block: *mut c_void, size: usize) {
    memory::account_block(block, false);
    // SAFETY: as in `malloc`.
    let inner = unsafe { (*(ctx as *const Layer)).inner };
    if let Some(free) = inner.free {
        free(inner.ctx, block, size);
    }
}

/// While it lives, this thread's arrays are paid for by the run. Belongs to the context in which it was made.
#[derive(Debug)]
pub struct Counting {
    /// Capsule of the handler before.
    before: Option<Py<PyAny>>,
}

/// Starts counting, if numpy is loaded. `None`: it is not, or it has no handlers.
pub fn count(py: Python<'_>) -> Option<Counting> {
    let set = set_handler(py)?;
    // SAFETY: ATTACHED; numpy's function takes NULL (its default) or a handler's capsule, and gives the one
    // before as a new reference.
    unsafe {
        let before = Bound::from_owned_ptr_or_opt(py, set(ptr::null_mut()))?;
        let ours = match is_ours(&before) {
            true => before.clone(),
            false => layer_over(&before)?,
        };
        drop(Bound::from_owned_ptr_or_opt(py, set(ours.as_ptr())));
        if PyErr::occurred(py) {
            drop(PyErr::take(py));
            return None;
        }
        Some(Counting { before: Some(before.unbind()) })
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        let py = crate::cpython::value::attached();
        let pending = PyErr::take(py);
        if let (Some(before), Some(set)) = (self.before.take(), set_handler(py)) {
            // SAFETY: as in `count`.
            unsafe { drop(Bound::from_owned_ptr_or_opt(py, set(before.as_ptr()))) };
            drop(PyErr::take(py));
        }
        if let Some(error) = pending {
            error.restore(py);
        }
    }
}

fn is_ours(capsule: &Bound<'_, PyAny>) -> bool {
    LAYERS.lock().is_ok_and(|layers| layers.iter().any(|layer| layer.capsule == capsule.as_ptr() as usize))
}

/// Our handler over `under`, made once for each.
fn layer_over<'py>(under: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = under.py();
    let mut layers = LAYERS.lock().ok()?;
    if let Some(layer) = layers.iter().find(|layer| layer.under == under.as_ptr() as usize) {
        // SAFETY: the capsule was leaked below.
        return Some(unsafe { Bound::from_borrowed_ptr(py, layer.capsule as *mut PyObject) });
    }
    // SAFETY: ATTACHED; a capsule of this name holds a handler, which stays as long as its capsule: for ever,
    // by the reference given away here. Ours is leaked with what it points to.
    unsafe {
        let inner = ffi::PyCapsule_GetPointer(under.as_ptr(), CAPSULE_NAME.as_ptr()) as *const Handler;
        if inner.is_null() {
            drop(PyErr::take(py));
            return None;
        }
        ffi::Py_INCREF(under.as_ptr());
        let layer = Box::leak(Box::new(Layer { inner: (*inner).allocator, under: under.as_ptr() as usize, capsule: 0 }));
        let mut name: [c_char; 127] = [0; 127];
        for (to, from) in name.iter_mut().zip(b"fastexec") {
            *to = *from as c_char;
        }
        let allocator = Allocator {
            ctx: ptr::from_mut(layer).cast(),
            malloc: Some(malloc),
            calloc: Some(calloc),
            realloc: Some(realloc),
            free: Some(free),
        };
        let handler = Box::leak(Box::new(Handler { name, version: 1, allocator }));
        let capsule = ffi::PyCapsule_New(ptr::from_mut(handler).cast(), CAPSULE_NAME.as_ptr(), None);
        if capsule.is_null() {
            drop(PyErr::take(py));
            return None;
        }
        layer.capsule = capsule as usize;
        layers.push(layer);
        Some(Bound::from_borrowed_ptr(py, capsule))
    }
}

/// Finds numpy's functions and guards its classes, if it is loaded. Who wraps the same comes after: some of this stays.
pub fn prepare(py: Python<'_>) {
    let _ = set_handler(py);
}

fn set_handler(py: Python<'_>) -> Option<SetHandler> {
    let known = SET_HANDLER.load(Ordering::Acquire);
    let found = if known.is_null() { find(py)? } else { known };
    // SAFETY: numpy's function of this type.
    Some(unsafe { std::mem::transmute::<*mut (), SetHandler>(found) })
}

/// `numpy.ndarray`, if numpy is loaded.
pub fn array_class(py: Python<'_>) -> Option<Bound<'_, PyType>> {
    numpy::core_module(py)?.getattr("ndarray").ok()?.cast_into().ok()
}

/// Looks for numpy's functions among the loaded modules.
fn find(py: Python<'_>) -> Option<*mut ()> {
    let set = numpy::function(py, SET, FIRST_VERSION)?;
    FRAGILE.store(numpy::version(py)? < FIRST_STURDY_VERSION, Ordering::Relaxed);
    if let Some(array) = array_class(py) {
        // Arrays of objects may hold arrays of objects.
        native_stack::guard(&array);
        if let Ok(Ok(dtype)) = numpy::core_module(py)?.getattr("dtype").map(|class| class.cast_into::<PyType>()) {
            // (Where something comes in between, it is tried again.)
            numpy_nesting::guard(&array, &dtype).ok()?;
        }
    }
    SET_HANDLER.store(set, Ordering::Release);
    Some(set)
}
