//! `take`, `put` and `choose` of numpy's arrays with `mode="wrap"`: numpy comes from a place far beyond the end to the one that is
//! meant by going back the length of the array, once and again. It gets the nearest place that is the same.
//!
//! All that the code's own objects say is read once, and handed on as it was read: numpy asks none of them again.
#![allow(unsafe_code, reason = "methods of numpy's arrays are wrapped")]

use std::ffi::c_long;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple, PyType};

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
        let by_place = usize::try_from(count).unwrap_or(0);
        if (by_place <= MODE_OF_TAKE && stays_inside(args.add(by_place), names)) || !sandboxed() {
            return original(array, args, count, names);
        }
        given(|| {
            let py = attached();
            let Some([indices, axis, out, mode]) = in_a_row(py, args, by_place, names)?.slots(["indices", "axis", "out", "mode"])? else {
                return Ok(original(array, args, count, names));
            };
            let (Some(indices), Some(mode)) = (indices, Mode::of(mode)?) else { return Ok(original(array, args, count, names)) };
            let axis = axis.map(|axis| as_index(&axis)).transpose()?;
            let length = || length(&Bound::from_borrowed_ptr(py, array), axis.as_ref().filter(|axis| !axis.is_none()));
            let row = [mode.places(indices, length)?, or_none(py, axis.clone()), or_none(py, out), mode.given];
            let row = row.each_ref().map(Bound::as_ptr);
            Ok(original(array, row.as_ptr(), row.len() as Py_ssize_t, ptr::null_mut()))
        })
    }
}

unsafe extern "C" fn put(array: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(PUT.load(Ordering::Acquire));
        if (named.is_null() && ffi::PyTuple_GET_SIZE(args) <= MODE_OF_PUT as Py_ssize_t) || !sandboxed() {
            return original(array, args, named);
        }
        given(|| {
            let py = attached();
            let Some([indices, values, mode]) = in_a_tuple(py, args, named).slots(["indices", "values", "mode"])? else {
                return Ok(original(array, args, named));
            };
            let (Some(indices), Some(values), Some(mode)) = (indices, values, Mode::of(mode)?) else {
                return Ok(original(array, args, named));
            };
            let places = mode.places(indices, || length(&Bound::from_borrowed_ptr(py, array), None))?;
            Ok(original(array, PyTuple::new(py, [places, values, mode.given])?.as_ptr(), ptr::null_mut()))
        })
    }
}

unsafe extern "C" fn choose(array: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(CHOOSE.load(Ordering::Acquire));
        if named.is_null() || !sandboxed() {
            return original(array, args, named);
        }
        given(|| {
            let py = attached();
            let Given { by_place, by_name } = in_a_tuple(py, args, named);
            let Some([out, mode]) = (Given { by_place: Vec::new(), by_name }).slots(["out", "mode"])? else {
                return Ok(original(array, args, named));
            };
            let (Some(mode), false) = (Mode::of(mode)?, by_place.is_empty()) else { return Ok(original(array, args, named)) };
            // One argument is the sequence of arrays to choose from, several are these.
            let choices = match by_place.as_slice() {
                [one] if is_sequence(one) => as_tuple(one)?,
                [_] => return Ok(original(array, args, named)),
                several => PyTuple::new(py, several)?,
            };
            let array = Bound::from_borrowed_ptr(py, array);
            let places = mode.places(array.clone(), || Ok(choices.len()))?;
            let out = or_none(py, out);
            let options = [(intern!(py, "out"), &out), (intern!(py, "mode"), &mode.given)].into_py_dict(py)?;
            let made = original(places.as_ptr(), PyTuple::new(py, [choices])?.as_ptr(), options.as_ptr());
            let made = Bound::from_owned_ptr_or_err(py, made)?;
            Ok(if out.is_none() { of_class(made, &array)? } else { made }.into_ptr())
        })
    }
}

/// The arguments of a call, each text that names one included.
struct Given<'py> {
    by_place: Vec<Bound<'py, PyAny>>,
    by_name: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
}

impl<'py> Given<'py> {
    /// The arguments of these names, by place or by name; `None` where numpy refuses the call, as it knows no such argument.
    fn slots<const N: usize>(self, names: [&str; N]) -> PyResult<Option<[Option<Bound<'py, PyAny>>; N]>> {
        let mut slots = [const { None }; N];
        if self.by_place.len() > N {
            return Ok(None);
        }
        for (slot, value) in slots.iter_mut().zip(self.by_place) {
            *slot = Some(value);
        }
        for (name, value) in self.by_name {
            // (One of a class of the code may be equal to another name when numpy compares it.)
            let name = name.cast_exact::<PyString>().map_err(|_| PyTypeError::new_err("keywords must be strings"))?;
            let place = names.iter().position(|known| name == known);
            match place.and_then(|place| slots.get_mut(place)).filter(|slot| slot.is_none()) {
                Some(slot) => *slot = Some(value),
                None => return Ok(None),
            }
        }
        Ok(Some(slots))
    }
}

/// # Safety
/// Attached; the arguments of a call that is under way, the last ones by name (a tuple, or null).
unsafe fn in_a_row<'py>(py: Python<'py>, args: *const *mut PyObject, by_place: usize, names: *mut PyObject) -> PyResult<Given<'py>> {
    // SAFETY: as `# Safety` says, which the caller keeps; there is an argument for each name.
    unsafe {
        let value = |n: usize| Bound::from_borrowed_ptr(py, *args.add(n));
        let names = Bound::from_borrowed_ptr_or_opt(py, names).map(|names| names.cast_into::<PyTuple>()).transpose()?;
        let by_name = names.iter().flat_map(|names| names.iter()).enumerate().map(|(n, name)| (name, value(by_place + n))).collect();
        Ok(Given { by_place: (0..by_place).map(value).collect(), by_name })
    }
}

/// # Safety
/// Attached, with a tuple, and a dict or null.
unsafe fn in_a_tuple<'py>(py: Python<'py>, args: *mut PyObject, named: *mut PyObject) -> Given<'py> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (args, named) = unsafe { (Bound::from_borrowed_ptr(py, args), Bound::from_borrowed_ptr_or_opt(py, named)) };
    Given {
        by_place: args.cast_into::<PyTuple>().map_or_else(|_| Vec::new(), |args| args.iter().collect()),
        by_name: named.and_then(|named| named.cast_into::<PyDict>().ok()).map_or_else(Vec::new, |named| named.iter().collect()),
    }
}

/// Whether arguments by name are plainly such that no place is gone back to: what is called often is called so.
///
/// # Safety
/// Attached, with a tuple of texts or null, and a value for each.
unsafe fn stays_inside(values: *const *mut PyObject, names: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if names.is_null() {
            return true;
        }
        let py = attached();
        let others = [intern!(py, "axis").as_ptr(), intern!(py, "out").as_ptr(), intern!(py, "indices").as_ptr()];
        let (mode, raises) = (intern!(py, "mode").as_ptr(), intern!(py, "raise").as_ptr());
        (0..ffi::PyTuple_GET_SIZE(names)).all(|n| {
            let name = ffi::PyTuple_GET_ITEM(names, n);
            others.contains(&name) || (name == mode && *values.offset(n) == raises)
        })
    }
}

/// A mode that may be the one that goes back.
struct Mode<'py> {
    given: Bound<'py, PyAny>,
    goes_back: bool,
}

impl<'py> Mode<'py> {
    /// numpy reads the first letter of a text, or a number. `None` of what stays another mode (or none) when numpy reads it.
    fn of(given: Option<Bound<'py, PyAny>>) -> PyResult<Option<Mode<'py>>> {
        /// `NPY_WRAP`
        const NUMBER: c_long = 1;
        let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(None) };
        // SAFETY: attached, with live objects; a text has a first letter where its length says so.
        unsafe {
            if ffi::PyUnicode_Check(given.as_ptr()) != 0 {
                let first = if ffi::PyUnicode_GetLength(given.as_ptr()) > 0 { ffi::PyUnicode_ReadChar(given.as_ptr(), 0) } else { 0 };
                return Ok(matches!(char::from_u32(first), Some('w' | 'W')).then_some(Mode { given, goes_back: true }));
            }
            let given = as_index(&given)?;
            if ffi::PyLong_Check(given.as_ptr()) == 0 {
                return Ok(None);
            }
            let mut too_large = 0;
            let goes_back = ffi::PyLong_AsLongAndOverflow(given.as_ptr(), &raw mut too_large) == NUMBER;
            Ok(Some(Mode { given, goes_back }))
        }
    }

    /// The places as they are within an array of a length, which is asked for when they are known.
    fn places(&self, places: Bound<'py, PyAny>, length: impl FnOnce() -> PyResult<usize>) -> PyResult<Bound<'py, PyAny>> {
        if self.goes_back {
            nearest(&places, length)
        } else {
            Ok(places)
        }
    }
}

/// A number as it says that it is; what has none is for numpy to refuse.
fn as_index<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: attached, with a live object; what is made is owned.
    unsafe {
        if ffi::PyIndex_Check(given.as_ptr()) == 0 {
            return Ok(given.clone());
        }
        Bound::from_owned_ptr_or_err(given.py(), ffi::PyNumber_Index(given.as_ptr()))
    }
}

fn or_none<'py>(py: Python<'py>, given: Option<Bound<'py, PyAny>>) -> Bound<'py, PyAny> {
    given.unwrap_or_else(|| py.None().into_bound(py))
}

fn is_sequence(given: &Bound<'_, PyAny>) -> bool {
    // SAFETY: attached, with a live object.
    unsafe { ffi::PySequence_Check(given.as_ptr()) != 0 }
}

/// The items of a sequence, which must have a length.
fn as_tuple<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    given.len()?;
    // SAFETY: attached, with a live object; what is made is a tuple.
    unsafe { Ok(Bound::from_owned_ptr_or_err(given.py(), ffi::PySequence_Tuple(given.as_ptr()))?.cast_into_unchecked()) }
}

fn given(call: impl FnOnce() -> PyResult<*mut PyObject>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || {
        call().unwrap_or_else(|error| {
            error.restore(attached());
            ptr::null_mut()
        })
    })
}

/// An array of numpy's own class over the same memory, which says nothing but what numpy does.
fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (given,))
}

/// What was made from an array, of its class.
fn of_class<'py>(made: Bound<'py, PyAny>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let plain = as_array(&made)?;
    if plain.get_type().is(array.get_type()) {
        return Ok(made);
    }
    plain.call_method1(intern!(made.py(), "view"), (array.get_type(),))
}

/// How long an array is along an axis, or as a whole; 0 where numpy will say that there is no such axis.
fn length(array: &Bound<'_, PyAny>, axis: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let py = array.py();
    let array = as_array(array)?;
    let Some(axis) = axis else { return array.getattr(intern!(py, "size"))?.extract() };
    let shape = array.getattr(intern!(py, "shape"))?.extract::<Vec<usize>>()?;
    let Ok(axis) = axis.extract::<isize>() else { return Ok(0) };
    let from_the_end = if axis < 0 { axis.saturating_add_unsigned(shape.len()) } else { axis };
    Ok(usize::try_from(from_the_end).ok().and_then(|axis| shape.get(axis).copied()).unwrap_or(0))
}

/// The places as they are within an array of this length. What is no array of whole numbers is for numpy to refuse.
fn nearest<'py>(places: &Bound<'py, PyAny>, length: impl FnOnce() -> PyResult<usize>) -> PyResult<Bound<'py, PyAny>> {
    let py = places.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let options = PyDict::new(py);
    options.set_item(intern!(py, "dtype"), numpy.getattr(intern!(py, "intp"))?)?;
    // As numpy does: numbers become whole ones, arrays are what they are.
    let is_array = places.hasattr(intern!(py, "__array__"))?;
    let array = numpy.call_method(intern!(py, "asarray"), (places,), (!is_array).then_some(&options))?;
    let dtype = array.getattr(intern!(py, "dtype"))?;
    let length = length()?;
    let kind = dtype.getattr(intern!(py, "kind"))?.extract::<char>()?;
    if length == 0 || !matches!(kind, 'i' | 'u') {
        return Ok(array);
    }
    let whole = array.call_method1(intern!(py, "astype"), (numpy.getattr(intern!(py, "intp"))?,))?;
    let nearest = numpy.call_method1(intern!(py, "remainder"), (whole, length))?;
    // (What numpy takes for no places stays what it is.)
    match (kind, dtype.getattr(intern!(py, "itemsize"))?.extract::<usize>()?) {
        ('u', bytes) if bytes >= size_of::<isize>() => nearest.call_method1(intern!(py, "astype"), (dtype,)),
        _ => Ok(nearest),
    }
}
