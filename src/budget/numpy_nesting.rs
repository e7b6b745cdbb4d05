//! What numpy recurses into without a look at the native stack: arrays of objects that hold arrays, in arithmetic and
//! comparisons, and dtypes with dtypes in their fields.
//!
//! The number slots of `ndarray` look at the stack. A dtype is looked at where one is made, or read from an array.
#![allow(unsafe_code, reason = "slots and a getter of numpy's types are wrapped, and a field of dtypes is read")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyRecursionError;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::memory;
use crate::budget::native_stack::{looking, wrap};
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::hooks::{self, table, Getter, Slot};
use crate::cpython::value::raise;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

/// Dtypes within a dtype, one in the other. (Nobody's data has more than a few.)
const DEPTH: u32 = 64;
/// Fields of a dtype and of those in it, each as often as it is there: numpy visits them all.
const FIELDS: u32 = 1_000_000;

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static GET_DTYPE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static BINARY: Originals = Originals::new();
static UNARY: Originals = Originals::new();
static POWER: Originals = Originals::new();
static COMPARE: Originals = Originals::new();
static TRUTH: Originals = Originals::new();

looking!(binary, BINARY, ffi::binaryfunc, (a: *mut PyObject, b: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(unary, UNARY, ffi::unaryfunc, (a: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(power, POWER, ffi::ternaryfunc, (a: *mut PyObject, b: *mut PyObject, c: *mut PyObject) -> *mut PyObject, ptr::null_mut());

looking!(compare, COMPARE, ffi::richcmpfunc, (a: *mut PyObject, b: *mut PyObject, op: c_int) -> *mut PyObject, ptr::null_mut());
looking!(truth, TRUTH, ffi::inquiry, (a: *mut PyObject) -> c_int, -1);

static BINARIES: [ffi::binaryfunc; MOST] = trampolines!(binary);
static UNARIES: [ffi::unaryfunc; MOST] = trampolines!(unary);
static POWERS: [ffi::ternaryfunc; MOST] = trampolines!(power);
static COMPARES: [ffi::richcmpfunc; MOST] = trampolines!(compare);
static TRUTHS: [ffi::inquiry; MOST] = trampolines!(truth);

const OF_TWO: [Slot; 13] = [
    hooks::ADD,
    hooks::SUBTRACT,
    hooks::MULTIPLY,
    hooks::REMAINDER,
    hooks::DIVMOD,
    hooks::SHIFT_LEFT,
    hooks::SHIFT_RIGHT,
    hooks::AND,
    hooks::XOR,
    hooks::OR,
    hooks::FLOOR_DIVIDE,
    hooks::DIVIDE,
    hooks::MATRIX_MULTIPLY,
];
const OF_ONE: [Slot; 7] = [hooks::NEGATIVE, hooks::POSITIVE, hooks::ABSOLUTE, hooks::INVERT, hooks::TO_INT, hooks::TO_FLOAT, hooks::INDEX];

/// Guards numpy's classes of arrays and dtypes, which live as long as the process.
pub fn guard(array: &Bound<'_, PyType>, dtype: &Bound<'_, PyType>) -> PyResult<()> {
    for slot in OF_TWO {
        wrap(array, slot, (&BINARY, &BINARIES), |f| f as *mut (), &table::NESTED_ARRAYS);
    }
    for slot in OF_ONE {
        wrap(array, slot, (&UNARY, &UNARIES), |f| f as *mut (), &table::NESTED_ARRAYS);
    }
    wrap(array, hooks::POWER, (&POWER, &POWERS), |f| f as *mut (), &table::NESTED_ARRAYS);
    wrap(array, hooks::COMPARE, (&COMPARE, &COMPARES), |f| f as *mut (), &table::NESTED_ARRAYS);
    wrap(array, hooks::TRUTH, (&TRUTH, &TRUTHS), |f| f as *mut (), &table::NESTED_ARRAYS);
    let (of_new, of_getter) = (new as ffi::newfunc as *mut (), get_dtype as ffi::getter as *mut ());
    if hooks::NEW.of(dtype) != of_new {
        NEW.store(hooks::NEW.of(dtype), Ordering::Release);
        // SAFETY: ATTACHED; `new` calls the function that was there before.
        unsafe { hooks::exchange(dtype, hooks::NEW, of_new, &table::NESTED_ARRAYS) };
    }
    let Some(getter) = Getter::of(&array.getattr("dtype")?) else { return Ok(()) };
    if getter.function() != of_getter {
        GET_DTYPE.store(getter.function(), Ordering::Release);
        // SAFETY: as above.
        unsafe { getter.exchange(of_getter, &table::NESTED_ARRAYS) };
    }
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    if args.is_null() && sandboxed() {
        // An array of strings of variable length gets a dtype of its own, and numpy does not look whether there is one.
        memory::assure_next();
    }
    // SAFETY: called by the interpreter, attached; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        bearable(original(class, args, kwargs))
    }
}

unsafe extern "C" fn get_dtype(array: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let original: ffi::getter = std::mem::transmute(GET_DTYPE.load(Ordering::Acquire));
        bearable(original(array, closure))
    }
}

/// The start of `PyArray_Descr`, the same in numpy 1 and 2.
#[repr(C)]
struct Dtype {
    head: PyObject,
    class: *mut PyTypeObject,
    kind: c_char,
}

/// `made`, or null and an error set if it is a dtype that is nested too deeply.
///
/// # Safety
/// Null or a dtype, whose reference is handed over; attached.
#[inline]
unsafe fn bearable(made: *mut PyObject) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    if unsafe { made.is_null() || (*made.cast::<Dtype>()).kind != b'V' as c_char || !sandboxed() } {
        return made;
    }
    // SAFETY: as `# Safety` says, which the caller keeps.
    let dtype = unsafe { Bound::from_owned_ptr(Python::assume_attached(), made) };
    let looked = || {
        let _own = HostScope::enter();
        let mut left = FIELDS;
        matches!(fits(&dtype, DEPTH, &mut left), Ok(true))
    };
    if panics::contained(false, looked) {
        return dtype.into_ptr();
    }
    api::clear_error();
    drop(dtype);
    let _ = raise::<PyRecursionError>("maximum recursion depth exceeded: a dtype has too many dtypes within it");
    ptr::null_mut()
}

/// Whether a dtype has no more than `depth` levels and `left` fields, which are counted down.
fn fits(dtype: &Bound<'_, PyAny>, depth: u32, left: &mut u32) -> PyResult<bool> {
    let py = dtype.py();
    let fields = dtype.getattr(intern!(py, "fields"))?;
    let inner: Vec<Bound<'_, PyAny>> = if fields.is_none() {
        let sub = dtype.getattr(intern!(py, "subdtype"))?;
        if sub.is_none() {
            Vec::new()
        } else {
            vec![sub.get_item(0)?]
        }
    } else {
        let fields = fields.call_method0(intern!(py, "values"))?;
        fields.try_iter()?.map(|field| field?.get_item(0)).collect::<PyResult<_>>()?
    };
    for dtype in inner {
        *left = left.saturating_sub(1);
        if depth == 0 || *left == 0 || !fits(&dtype, depth - 1, left)? {
            return Ok(false);
        }
    }
    Ok(true)
}
