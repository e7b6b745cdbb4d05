//! `take`, `put` and `choose` of numpy's arrays with `mode="wrap"`: numpy comes from a place far beyond the end to the one that is
//! meant by going back the length of the array, once and again. It gets the nearest place that is the same.
#![allow(unsafe_code, reason = "methods of numpy's arrays are wrapped")]

use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::hooks::{newly_loaded, table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::sandboxed;

static TAKE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static PUT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static CHOOSE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Where `take` and `put` have their `mode`. (That of `choose` is given by its name: what stands there are arrays.)
const MODE_OF_TAKE: usize = 3;
const MODE_OF_PUT: usize = 2;

/// Wraps the methods when numpy is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "ndarray")? else { return Ok(()) };
    let class = numpy.getattr("ndarray")?.cast_into::<PyType>()?;
    wrap(&class, "take", FASTCALL_KEYWORDS, take as ffi::PyCFunctionFastWithKeywords as *mut (), &TAKE)?;
    wrap(&class, "put", VARARGS_KEYWORDS, put as ffi::PyCFunctionWithKeywords as *mut (), &PUT)?;
    wrap(&class, "choose", VARARGS_KEYWORDS, choose as ffi::PyCFunctionWithKeywords as *mut (), &CHOOSE)
}

fn wrap(class: &Bound<'_, PyType>, name: &str, convention: i32, this: *mut (), original: &AtomicPtr<()>) -> PyResult<()> {
    let Some(method) = Method::of(&class.getattr(name)?).filter(|method| method.convention() == convention) else { return Ok(()) };
    original.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::FAR_PLACES) };
    Ok(())
}

unsafe extern "C" fn take(array: *mut PyObject, args: *const *mut PyObject, count: Py_ssize_t, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(TAKE.load(Ordering::Acquire));
        let row = Row { values: args, count: usize::try_from(count).unwrap_or(0), names };
        if names.is_null() && row.count <= MODE_OF_TAKE {
            return original(array, args, count, names);
        }
        let mode = || row.find(MODE_OF_TAKE, intern!(attached(), "mode")).unwrap_or(ptr::null_mut());
        match goes_back(mode) {
            Some(true) => {}
            Some(false) => return original(array, args, count, names),
            None => return ptr::null_mut(),
        }
        given(|| {
            let py = attached();
            let mut values = row.all().to_vec();
            let axis = row.find(1, intern!(py, "axis")).map(|axis| Bound::from_borrowed_ptr(py, axis));
            let length = length(&Bound::from_borrowed_ptr(py, array), axis.filter(|axis| !axis.is_none()))?;
            let Some(place) = row.index(0, intern!(py, "indices")).and_then(|index| values.get_mut(index)) else {
                return Ok(original(array, args, count, names));
            };
            let nearest = nearest(&Bound::from_borrowed_ptr(py, *place), length)?;
            *place = nearest.as_ptr();
            Ok(original(array, values.as_ptr(), count, names))
        })
    }
}

unsafe extern "C" fn put(array: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(PUT.load(Ordering::Acquire));
        match goes_back(|| find(args, named, MODE_OF_PUT, c"mode")) {
            Some(true) => {}
            Some(false) => return original(array, args, named),
            None => return ptr::null_mut(),
        }
        given(|| {
            let py = attached();
            let length = length(&Bound::from_borrowed_ptr(py, array), None)?;
            let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
            let mut values = args.iter().collect::<Vec<_>>();
            let named = Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>().copy()).transpose()?;
            if let Some(place) = values.first_mut() {
                *place = nearest(place, length)?;
            } else if let Some(named) = &named {
                if let Some(places) = named.get_item(intern!(py, "indices"))? {
                    named.set_item(intern!(py, "indices"), nearest(&places, length)?)?;
                }
            }
            let args = PyTuple::new(py, values)?;
            Ok(original(array, args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), Bound::as_ptr)))
        })
    }
}

unsafe extern "C" fn choose(array: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(CHOOSE.load(Ordering::Acquire));
        match goes_back(|| by_name(named, c"mode")) {
            Some(true) => {}
            Some(false) => return original(array, args, named),
            None => return ptr::null_mut(),
        }
        given(|| {
            let py = attached();
            // One argument is the sequence of arrays to choose from, several are these.
            let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
            let choices = args.iter().collect::<Vec<_>>();
            let length = match choices.as_slice() {
                [one] => one.len().unwrap_or(0),
                several => several.len(),
            };
            let places = nearest(&Bound::from_borrowed_ptr(py, array), length)?;
            let places = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asanyarray"), (places,))?;
            Ok(original(places.as_ptr(), args.as_ptr(), named))
        })
    }
}

/// Arguments of a call as the interpreter hands them on: one after the other, the last ones by name.
struct Row {
    values: *const *mut PyObject,
    count: usize,
    /// A tuple, or null.
    names: *mut PyObject,
}

impl Row {
    /// # Safety
    /// Attached; the arguments of a call that is under way. So below.
    unsafe fn all(&self) -> &[*mut PyObject] {
        // SAFETY: as `# Safety` says, which the caller keeps. So below.
        unsafe {
            let named = if self.names.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(self.names) };
            std::slice::from_raw_parts(self.values, self.count + usize::try_from(named).unwrap_or(0))
        }
    }

    /// Where the argument lies that has this place or this name.
    unsafe fn index(&self, place: usize, name: &Bound<'_, PyString>) -> Option<usize> {
        if place < self.count {
            return Some(place);
        }
        if self.names.is_null() {
            return None;
        }
        // SAFETY: names of arguments are texts.
        unsafe {
            let is_it = |other: *mut PyObject| other == name.as_ptr();
            let is_equal = |other| ffi::PyUnicode_Compare(other, name.as_ptr()) == 0;
            let find = |is_it: &dyn Fn(*mut PyObject) -> bool| {
                (0..ffi::PyTuple_GET_SIZE(self.names)).find(|n| is_it(ffi::PyTuple_GET_ITEM(self.names, *n)))
            };
            // Those in code are the same object, nearly always.
            find(&is_it).or_else(|| find(&is_equal)).and_then(|n| Some(self.count + usize::try_from(n).ok()?))
        }
    }

    unsafe fn find(&self, place: usize, name: &Bound<'_, PyString>) -> Option<*mut PyObject> {
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { self.all().get(self.index(place, name)?).copied() }
    }
}

/// The argument that has this place or this name; null if there is none.
///
/// # Safety
/// Attached, with a tuple, and a dict or null.
unsafe fn find(args: *mut PyObject, named: *mut PyObject, place: usize, name: &CStr) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps; what is given is borrowed. So below.
    unsafe {
        match Py_ssize_t::try_from(place) {
            Ok(place) if place < ffi::PyTuple_GET_SIZE(args) => ffi::PyTuple_GET_ITEM(args, place),
            _ => by_name(named, name),
        }
    }
}

/// # Safety
/// Attached, with a dict or null.
unsafe fn by_name(named: *mut PyObject, name: &CStr) -> *mut PyObject {
    if named.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { ffi::PyDict_GetItemString(named, name.as_ptr()) }
}

/// Whether the code calls with the mode that goes back.
///
/// # Safety
/// Attached; `mode` gives a live object or null.
unsafe fn goes_back(mode: impl FnOnce() -> *mut PyObject) -> Option<bool> {
    if sandboxed() {
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { wraps(mode()) }
    } else {
        Some(false)
    }
}

/// Whether a `mode` is the one that goes back: numpy reads the first letter of a text, or a number. `None` with an error set where
/// that cannot be known.
///
/// # Safety
/// Attached, with a live object or null.
unsafe fn wraps(mode: *mut PyObject) -> Option<bool> {
    /// `NPY_WRAP`
    const NUMBER: std::ffi::c_long = 1;
    // SAFETY: as `# Safety` says, which the caller keeps; a text has a first letter where its length says so.
    unsafe {
        if mode.is_null() || mode == ffi::Py_None() || mode == intern!(attached(), "raise").as_ptr() {
            return Some(false);
        }
        if ffi::PyUnicode_Check(mode) != 0 {
            let first = if ffi::PyUnicode_GetLength(mode) > 0 { ffi::PyUnicode_ReadChar(mode, 0) } else { 0 };
            return Some(matches!(char::from_u32(first), Some('w' | 'W')));
        }
        if ffi::PyLong_Check(mode) != 0 {
            let mut too_large = 0;
            return Some(ffi::PyLong_AsLongAndOverflow(mode, &raw mut too_large) == NUMBER);
        }
        ffi::PyErr_SetString(ffi::PyExc_TypeError, c"mode must be 'raise', 'wrap' or 'clip'".as_ptr());
        None
    }
}

fn given(call: impl FnOnce() -> PyResult<*mut PyObject>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || {
        call().unwrap_or_else(|error| {
            error.restore(attached());
            ptr::null_mut()
        })
    })
}

/// How long an array is along an axis, or as a whole; 0 where numpy will say that there is no such axis.
fn length(array: &Bound<'_, PyAny>, axis: Option<Bound<'_, PyAny>>) -> PyResult<usize> {
    let py = array.py();
    let Some(axis) = axis else { return array.getattr(intern!(py, "size"))?.extract() };
    let shape = array.getattr(intern!(py, "shape"))?.extract::<Vec<usize>>()?;
    let Ok(axis) = axis.extract::<isize>() else { return Ok(0) };
    let from_the_end = if axis < 0 { axis.saturating_add_unsigned(shape.len()) } else { axis };
    Ok(usize::try_from(from_the_end).ok().and_then(|axis| shape.get(axis).copied()).unwrap_or(0))
}

/// The places as they are within an array of this length. What is no array of whole numbers is for numpy to refuse.
fn nearest<'py>(places: &Bound<'py, PyAny>, length: usize) -> PyResult<Bound<'py, PyAny>> {
    let py = places.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let options = PyDict::new(py);
    options.set_item(intern!(py, "dtype"), numpy.getattr(intern!(py, "intp"))?)?;
    // As numpy does: numbers become whole ones, arrays are what they are.
    let is_array = places.hasattr(intern!(py, "__array__"))?;
    let array = numpy.call_method(intern!(py, "asanyarray"), (places,), (!is_array).then_some(&options))?;
    let kind = array.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?;
    if length == 0 || kind.cast::<PyString>()?.to_str()? != "i" {
        return Ok(array);
    }
    numpy.call_method(intern!(py, "remainder"), (array, length), Some(&options))
}
