//! C code that works on an object while it calls the code, which may change the object meanwhile, works on a copy that nobody
//! else has: numpy puts arrays of objects in order without references to what it compares, `bytearray % values` reads memory that
//! is gone, `list[::2] = values` writes where the list was before it asked for the values, and contexts are compared without
//! references to what they hold.
#![allow(unsafe_code, reason = "slots of the interpreter's types and methods of numpy's arrays are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PyTuple, PyType};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{self, table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::value::attached;
use crate::sandbox::memory::object_arrays;
use crate::session::panics;
use crate::session::scope::sandboxed;

/// Methods that put the array itself in order.
const IN_PLACE: [&str; 2] = ["sort", "partition"];
const OTHERS: [&str; 5] = ["argsort", "argpartition", "searchsorted", "argmax", "argmin"];

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type Keywords = ffi::PyCFunctionWithKeywords;

static PLACED: Originals = Originals::new();
static ASKED: Originals = Originals::new();

static PLACED_FAST: [Fast; MOST] = trampolines!(placed_fast);
static PLACED_KEYWORDS: [Keywords; MOST] = trampolines!(placed_keywords);
static ASKED_FAST: [Fast; MOST] = trampolines!(asked_fast);
static ASKED_KEYWORDS: [Keywords; MOST] = trampolines!(asked_keywords);

static REMAINDER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static COMPARE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to the interpreter, once per process.
pub fn install(py: Python<'_>) {
    wrap_slot(&py.get_type::<PyByteArray>(), hooks::REMAINDER, &REMAINDER, remainder as ffi::binaryfunc as *mut ());
    wrap_slot(&py.get_type::<PyList>(), hooks::SET_ITEM, &SET_ITEM, set_item as ffi::objobjargproc as *mut ());
    // SAFETY: ATTACHED; a type of the interpreter, which lives as long as the process.
    let context = unsafe { PyType::from_borrowed_type_ptr(py, &raw mut ffi::PyContext_Type) };
    wrap_slot(&context, hooks::COMPARE, &COMPARE, compare as ffi::richcmpfunc as *mut ());
}

/// Puts `this` into the slot; it calls what was there before, which is kept in `original`.
fn wrap_slot(class: &Bound<'_, PyType>, slot: hooks::Slot, original: &AtomicPtr<()>, this: *mut ()) {
    if slot.of(class) != this {
        original.store(slot.of(class), Ordering::Release);
        // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(class, slot, this, &table::COPIES) };
    }
}

/// `list[begin:end:step] = values`: the values are there before the interpreter looks how long the list is.
unsafe extern "C" fn set_item(list: *mut PyObject, key: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::objobjargproc = std::mem::transmute(SET_ITEM.load(Ordering::Acquire));
        let is_plain = value.is_null() || ffi::PyList_CheckExact(value) != 0 || ffi::PyTuple_CheckExact(value) != 0;
        if is_plain || !has_steps(key) || !sandboxed() {
            return original(list, key, value);
        }
        match Bound::from_owned_ptr_or_opt(attached(), ffi::PySequence_Fast(value, c"must assign iterable to extended slice".as_ptr())) {
            Some(values) => original(list, key, values.as_ptr()),
            None => -1,
        }
    }
}

/// Whether it is a slice with steps: of others the interpreter asks for the values first.
///
/// # Safety
/// Attached, with a live object.
unsafe fn has_steps(key: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if ffi::PySlice_Check(key) == 0 {
            return false;
        }
        let step = (*key.cast::<ffi::PySliceObject>()).step;
        step != ffi::Py_None() && !(ffi::PyLong_CheckExact(step) != 0 && ffi::PyLong_AsLong(step) == 1)
    }
}

/// Contexts share what they hold until one of them changes: a copy costs nothing.
unsafe extern "C" fn compare(context: *mut PyObject, other: *mut PyObject, operation: c_int) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::richcmpfunc = std::mem::transmute(COMPARE.load(Ordering::Acquire));
        if !sandboxed() || ffi::PyContext_CheckExact(context) == 0 || ffi::PyContext_CheckExact(other) == 0 {
            return original(context, other, operation);
        }
        let copy = |context| Bound::from_owned_ptr_or_opt(attached(), ffi::PyContext_Copy(context));
        match (copy(context), copy(other)) {
            (Some(context), Some(other)) => original(context.as_ptr(), other.as_ptr(), operation),
            _ => ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn remainder(format: *mut PyObject, values: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::binaryfunc = std::mem::transmute(REMAINDER.load(Ordering::Acquire));
        if !sandboxed() || ffi::PyByteArray_Check(format) == 0 {
            return original(format, values);
        }
        match Bound::from_owned_ptr_or_opt(attached(), ffi::PyByteArray_FromObject(format)) {
            Some(copy) => original(copy.as_ptr(), values),
            None => ptr::null_mut(),
        }
    }
}

/// Wraps the methods of numpy's class of arrays, and `numpy.lexsort`.
pub fn guard_arrays(class: &Bound<'_, PyType>) -> PyResult<()> {
    let members = class.getattr("__dict__")?;
    for name in IN_PLACE {
        wrap(&members.get_item(name)?, &PLACED, (&PLACED_FAST, &PLACED_KEYWORDS));
    }
    for name in OTHERS {
        wrap(&members.get_item(name)?, &ASKED, (&ASKED_FAST, &ASKED_KEYWORDS));
    }
    wrap(&class.py().import("numpy")?.getattr("lexsort")?, &ASKED, (&ASKED_FAST, &ASKED_KEYWORDS));
    Ok(())
}

fn wrap(function: &Bound<'_, PyAny>, originals: &'static Originals, (fast, keywords): (&[Fast], &[Keywords])) {
    let Some(method) = Method::of(function) else { return };
    let flags = method.convention();
    let Some(number) = originals.keep(method.function()) else { return };
    let instead = match flags {
        FASTCALL_KEYWORDS => fast.get(number).map(|function| *function as *mut ()),
        VARARGS_KEYWORDS => keywords.get(number).map(|function| *function as *mut ()),
        _ => None,
    };
    if let Some(instead) = instead {
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(instead, &table::COPIES) };
    }
}

unsafe extern "C" fn placed_fast<const N: usize>(
    array: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached; the original was kept before, and so below.
    let original: Fast = unsafe { std::mem::transmute(PLACED.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { in_place(array, |array| original(array, args, count, names)) }
}

unsafe extern "C" fn placed_keywords<const N: usize>(array: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: Keywords = unsafe { std::mem::transmute(PLACED.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { in_place(array, |array| original(array, args, kwargs)) }
}

unsafe extern "C" fn asked_fast<const N: usize>(
    array: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Fast = std::mem::transmute(ASKED.get::<N>());
        if !sandboxed() {
            return original(array, args, count, names);
        }
        let named = if names.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(names) };
        let all = [array].into_iter().chain((0..count + named).map(|n| *args.offset(n)));
        // The copies live until the original is done.
        let Some(copies) = panics::contained(None, || all.map(|object| private(object)).collect::<Option<Vec<_>>>()) else {
            return ptr::null_mut();
        };
        let pointers: Vec<*mut PyObject> = copies.iter().map(Bound::as_ptr).collect();
        match pointers.split_first() {
            Some((array, args)) => original(*array, args.as_ptr(), count, names),
            None => ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn asked_keywords<const N: usize>(array: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Keywords = std::mem::transmute(ASKED.get::<N>());
        if !sandboxed() || args.is_null() {
            return original(array, args, kwargs);
        }
        let copied = || {
            let py = attached();
            let array = if array.is_null() { None } else { Some(private(array)?) };
            let positional = copies_of(&Bound::from_borrowed_ptr(py, args))?;
            let named = if kwargs.is_null() { None } else { Some(copies_of(&Bound::from_borrowed_ptr(py, kwargs))?) };
            Some((array, positional, named))
        };
        let Some((array, args, kwargs)) = panics::contained(None, copied) else { return ptr::null_mut() };
        let pointer = |object: &Option<Bound<'_, PyAny>>| object.as_ref().map_or(ptr::null_mut(), Bound::as_ptr);
        original(pointer(&array), args.as_ptr(), pointer(&kwargs))
    }
}

/// Calls a method with a copy in the place of an array of objects, and gives the array the order of the copy.
///
/// # Safety
/// Attached, with a live array.
unsafe fn in_place(array: *mut PyObject, original: impl Fn(*mut PyObject) -> *mut PyObject) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let is_ours = || {
            let array = Bound::from_borrowed_ptr(attached(), array);
            object_arrays::dtype(&array).is_some_and(|dtype| object_arrays::holds_references(&dtype).unwrap_or(true))
                && object_arrays::is_writable(&array)
        };
        // What cannot be written tells so by itself.
        if !sandboxed() || !panics::contained(false, is_ours) {
            return original(array);
        }
        let Some(copy) = panics::contained(None, || private(array)) else { return ptr::null_mut() };
        let result = Bound::from_owned_ptr_or_opt(attached(), original(copy.as_ptr()));
        let give_order = || {
            // A comparison that failed leaves it half in order.
            let error = PyErr::take(copy.py());
            let array = Bound::from_borrowed_ptr(copy.py(), array);
            let given = numpy(copy.py(), "ndarray")
                .and_then(|class| class.call_method1(intern!(copy.py(), "__setitem__"), (array, copy.py().Ellipsis(), &copy)));
            match (error, given) {
                (Some(error), _) | (None, Err(error)) => {
                    error.restore(copy.py());
                    None
                }
                (None, Ok(_)) => result,
            }
        };
        panics::contained(None, give_order).map_or(ptr::null_mut(), Bound::into_ptr)
    }
}

/// A copy of an array of objects, of numpy's own class; anything else itself. None with an error set.
///
/// # Safety
/// Attached, with a live object.
unsafe fn private<'py>(object: *mut PyObject) -> Option<Bound<'py, PyAny>> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let object = unsafe { Bound::from_borrowed_ptr(attached(), object) };
    let copied = || match object_arrays::dtype(&object) {
        Some(dtype) if object_arrays::holds_references(&dtype)? => numpy(object.py(), "array")?.call1((&object,)),
        _ => Ok(object.clone()),
    };
    copied().map_err(|error| error.restore(object.py())).ok()
}

/// The same for what a tuple or dict of arguments holds, and for the keys in a list or tuple (`lexsort`).
fn copies_of<'py>(arguments: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = arguments.py();
    let each = |object: Bound<'py, PyAny>| {
        let keys = object.cast_exact::<PyTuple>().map(|keys| keys.iter().collect::<Vec<_>>()).ok();
        let keys = keys.or_else(|| object.cast_exact::<PyList>().map(|keys| keys.iter().collect()).ok());
        // SAFETY: attached, with live objects.
        let copy = |object: &Bound<'py, PyAny>| unsafe { private(object.as_ptr()) };
        let Some(keys) = keys else { return copy(&object) };
        let keys = keys.iter().map(copy).collect::<Option<Vec<_>>>()?;
        Some(PyTuple::new(py, keys).ok()?.into_any())
    };
    if let Ok(named) = arguments.cast_exact::<PyDict>() {
        let copies = PyDict::new(py);
        for (name, value) in named.iter() {
            copies.set_item(name, each(value)?).map_err(|error| error.restore(py)).ok()?;
        }
        return Some(copies.into_any());
    }
    let positional = arguments.cast::<PyTuple>().ok()?.iter().map(each).collect::<Option<Vec<_>>>()?;
    PyTuple::new(py, positional).map(Bound::into_any).map_err(|error| error.restore(py)).ok()
}

fn numpy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "numpy"))?.getattr(name)
}
