//! Dtypes that numpy makes of a type and fields, or of a text, without a look whether they go together: `("U0", [("a", "O")])` has a
//! field of references and says that it holds none, so that any number is a reference, and units of time that are taken zero times
//! (`"M8[0s]"`) are divided by. They are refused wherever numpy takes a dtype.
#![allow(unsafe_code, reason = "constructors of numpy's classes and a setter are wrapped")]

use std::borrow::Cow;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::Borrowed;

use crate::budget::compiled_calls::{self, Call};
use crate::budget::numpy_memory;
use crate::cpython::hooks::{self, newly_loaded, table, Getter, Method};
use crate::cpython::type_access::Ty;
use crate::cpython::value::attached;
use crate::sandbox::memory::{known_dtypes, object_arrays};
use crate::session::current;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

/// Functions that take a dtype, by place (counted without the object of a method) or by name.
const FUNCTIONS: &[(&str, Takes)] = &[
    ("array", Takes::At(1)),
    ("asarray", Takes::At(1)),
    ("asanyarray", Takes::At(1)),
    ("ascontiguousarray", Takes::At(1)),
    ("asfortranarray", Takes::At(1)),
    ("empty", Takes::At(1)),
    ("zeros", Takes::At(1)),
    ("empty_like", Takes::At(1)),
    ("frombuffer", Takes::At(1)),
    ("fromstring", Takes::At(1)),
    ("fromfile", Takes::At(1)),
    ("fromiter", Takes::At(1)),
    ("arange", Takes::At(3)),
    ("concatenate", Takes::At(3)),
    ("c_einsum", Takes::ByName),
    ("datetime_as_string", Takes::Unit),
    ("datetime_data", Takes::At(0)),
    ("nested_iters", Takes::All),
    ("result_type", Takes::All),
    ("promote_types", Takes::All),
    ("can_cast", Takes::All),
];

/// The same of methods of arrays and scalars.
const METHODS: &[(&str, Takes)] = &[
    ("view", Takes::At(0)),
    ("astype", Takes::At(0)),
    ("getfield", Takes::At(0)),
    ("setfield", Takes::At(1)),
    ("sum", Takes::At(1)),
    ("prod", Takes::At(1)),
    ("cumsum", Takes::At(1)),
    ("cumprod", Takes::At(1)),
    ("mean", Takes::At(1)),
    ("std", Takes::At(1)),
    ("var", Takes::At(1)),
    ("trace", Takes::At(3)),
    ("__array__", Takes::At(0)),
];

/// The same of ufuncs. (Their calls are looked at in `ufunc_dtypes`: each ufunc has the function for them itself.)
const OF_UFUNCS: &[(&str, Takes)] = &[
    ("reduce", Takes::At(2)),
    ("accumulate", Takes::At(2)),
    ("reduceat", Takes::At(3)),
    ("outer", Takes::Signature),
    ("resolve_dtypes", Takes::Signature),
];

/// Classes whose constructors take one.
const CLASSES: [(&str, Takes); 3] = [("datetime64", Takes::Unit), ("timedelta64", Takes::Unit), ("void", Takes::At(1))];

/// Names by which a ufunc is told what it works with.
pub(super) const SIGNATURES: [&str; 3] = ["dtype", "signature", "sig"];

/// Where a function is given dtypes.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    At(usize),
    ByName,
    /// Any of its arguments may be one, or a list of them.
    All,
    /// A unit of time, at the second place.
    Unit,
    /// What a ufunc works with: a dtype, or one for each of its arguments, by name.
    Signature,
}

static DTYPE: AtomicPtr<PyObject> = AtomicPtr::new(ptr::null_mut());
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEWS: [AtomicPtr<()>; CLASSES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; CLASSES.len()];
static INIT_ITERATOR: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_DTYPE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to numpy when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "frompyfunc")? else { return Ok(()) };
    let class = |name: &str| Ok::<_, PyErr>(numpy.getattr(name)?.cast_into::<PyType>()?);
    let (dtype, array) = (class("dtype")?, class("ndarray")?);
    let compiled = py.import("numpy._core._multiarray_umath").or_else(|_| py.import("numpy.core._multiarray_umath"))?;
    for (name, takes) in FUNCTIONS {
        guard(compiled.as_any(), name, *takes);
    }
    for (name, takes) in METHODS {
        guard(array.as_any(), name, *takes);
        guard(numpy.getattr("generic")?.as_any(), name, *takes);
    }
    for (name, takes) in OF_UFUNCS {
        guard(numpy.getattr("ufunc")?.as_any(), name, *takes);
    }
    numpy_memory::prepare(py);
    put(&dtype, hooks::NEW, new as ffi::newfunc as *mut (), &NEW);
    let ours: [ffi::newfunc; CLASSES.len()] = [new_value::<0>, new_value::<1>, new_value::<2>];
    for (((name, _), this), original) in CLASSES.iter().zip(ours).zip(&NEWS) {
        put(&class(name)?, hooks::NEW, this as *mut (), original);
    }
    put(&class("nditer")?, hooks::INIT, init_iterator as ffi::initproc as *mut (), &INIT_ITERATOR);
    // It lives as long as the process, as numpy's classes do.
    DTYPE.store(dtype.into_ptr(), Ordering::Release);
    let this = set_dtype as ffi::setter as *mut ();
    let setter = Getter::of(&array.getattr("dtype")?);
    if let Some(setter) = setter.filter(|setter| !setter.setter().is_null() && setter.setter() != this) {
        SET_DTYPE.store(setter.setter(), Ordering::Release);
        // SAFETY: ATTACHED; a setter that calls the one that was there before.
        unsafe { setter.exchange_setter(this, &table::DTYPE_SPECS) };
    }
    // (Last: all guards stand where there is no memory for this.)
    known_dtypes::learn(&numpy)
}

fn guard(owner: &Bound<'_, PyAny>, name: &str, takes: Takes) {
    // (Versions have some or others of them.)
    let Some(method) = owner.getattr(name).ok().and_then(|function| Method::of(&function)) else { return };
    match takes {
        // What is called most often is called without one.
        Takes::At(place) => {
            compiled_calls::guard_unless(
                method,
                &table::DTYPE_SPECS,
                move |call| call.is_without(place, "dtype"),
                move |call| look(call, takes),
            );
        }
        _ => compiled_calls::guard(method, &table::DTYPE_SPECS, move |call| look(call, takes)),
    }
}

fn put(class: &Bound<'_, PyType>, slot: hooks::Slot, this: *mut (), original: &AtomicPtr<()>) {
    if slot.of(class) == this {
        return;
    }
    original.store(slot.of(class), Ordering::Release);
    // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
    unsafe { hooks::exchange(class, slot, this, &table::DTYPE_SPECS) };
}

pub(super) fn look(call: &Call, takes: Takes) -> PyResult<()> {
    match takes {
        _ if !call.has_plain_names() => Err(PyTypeError::new_err("keywords must be strings")),
        Takes::At(place) => call.given(place, "dtype").map_or(Ok(()), |given| check(&given)),
        Takes::ByName => call.given(usize::MAX, "dtype").map_or(Ok(()), |given| check(&given)),
        Takes::Signature => SIGNATURES.iter().filter_map(|name| call.given(usize::MAX, name)).try_for_each(|given| check(&given)),
        Takes::Unit => call.given(1, "unit").map_or(Ok(()), |given| check_unit(&given)),
        // (Of an array they take what numpy itself has there.)
        Takes::All => call.all().iter().filter(|given| !is_value(given)).try_for_each(check_each),
    }
}

/// Whether it is an array, or one of Python's own numbers.
fn is_value(given: &Bound<'_, PyAny>) -> bool {
    object_arrays::dtype(given).is_some() || given.is_exact_instance_of::<PyInt>() || given.is_exact_instance_of::<PyFloat>()
}

fn check_each(given: &Bound<'_, PyAny>) -> PyResult<()> {
    check(given)?;
    given.cast_exact::<PyList>().map_or(Ok(()), |list| list.iter().try_for_each(|one| check(&one)))
}

/// Refuses what numpy would make an unsound dtype of. What is no dtype at all is for numpy to say.
///
/// # Errors
/// `TypeError` or `ValueError`.
pub fn check(told: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = told.py();
    if told.is_none() || known_dtypes::of(told).is_some() {
        return Ok(());
    }
    if is_dtype(told) {
        return check_sound(told);
    }
    if let Ok(text) = told.cast::<PyString>() {
        if !text.to_string_lossy().contains('[') {
            return Ok(());
        }
    } else if told.cast::<PyType>().is_ok_and(|class| !is_of_code(class) && !is_of_code(&class.get_type())) {
        return Ok(());
    }
    check_parts(told)?;
    let class = DTYPE.load(Ordering::Acquire);
    if class.is_null() {
        return Ok(());
    }
    // SAFETY: ATTACHED; it was stored with a reference of its own.
    let class = unsafe { Bound::from_borrowed_ptr(py, class) };
    class.call1((told,)).map_or(Ok(()), |made| check_sound(&made))
}

fn is_dtype(object: &Bound<'_, PyAny>) -> bool {
    let class = DTYPE.load(Ordering::Acquire).cast::<PyTypeObject>();
    // SAFETY: ATTACHED; a live object and a class that lives as long as the process.
    !class.is_null() && unsafe { ffi::PyObject_TypeCheck(object.as_ptr(), class) != 0 }
}

/// Parts of what tells a dtype, at most: a list may hold itself.
const MOST_PARTS: usize = 100_000;

/// Looks at units in texts, by which numpy divides while it reads them, and refuses objects of the code: numpy asks one for its `dtype`,
/// and may be told another one than who looks before it.
fn check_parts(told: &Bound<'_, PyAny>) -> PyResult<()> {
    if known_dtypes::of(told).is_some() {
        return Ok(());
    }
    let (mut waiting, mut met) = (vec![told.clone()], 0);
    while let Some(part) = waiting.pop() {
        met += 1;
        if met > MOST_PARTS {
            return Err(PyTypeError::new_err("a dtype of too many parts"));
        }
        if let Some(text) = text_of(&part) {
            check_text(&text)?;
        } else if let Ok(list) = part.cast_exact::<PyList>() {
            waiting.extend(list.iter().take(MOST_PARTS));
        } else if let Ok(tuple) = part.cast::<PyTuple>() {
            waiting.extend(tuple.iter().take(MOST_PARTS));
        } else if let Ok(dict) = part.cast_exact::<PyDict>() {
            waiting.extend(dict.iter().take(MOST_PARTS).flat_map(|(name, value)| [name, value]));
        } else if is_told_by_code(&part) {
            return Err(PyTypeError::new_err("an object of the code does not tell a dtype here: give numpy.dtype(...) of what it tells"));
        }
    }
    Ok(())
}

/// Whether a text ends with the name of a type that counts units of time.
fn is_of_time(text: &str) -> bool {
    ["M8", "m8", "datetime64", "timedelta64"].iter().any(|name| text.ends_with(name))
}

/// A text, or the text of bytes.
fn text_of<'a>(part: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    if let Ok(text) = part.cast::<PyString>() {
        return Some(text.to_string_lossy());
    }
    part.cast::<PyBytes>().ok().map(|bytes| String::from_utf8_lossy(bytes.as_bytes()))
}

/// The units in a text (`M8[10s]`, `m8[Y/4]`).
fn check_text(text: &str) -> PyResult<()> {
    let mut before = "";
    for part in text.split('[') {
        if is_of_time(before) {
            check_counts(part.split(']').next().unwrap_or_default())?;
        }
        before = part;
    }
    Ok(())
}

/// How often a unit is taken, and what it is divided by.
fn check_counts(unit: &str) -> PyResult<()> {
    let is_counted = |part: &str| {
        // (As the C library reads a number: blanks and a sign may come first; numpy keeps the lower half of it.)
        let number = part.trim_start();
        let (sign, digits) = number.strip_prefix('-').map_or((1, number.strip_prefix('+').unwrap_or(number)), |rest| (-1, rest));
        let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
        digits.is_empty() || (digits.parse::<i64>().unwrap_or(i64::MAX).wrapping_mul(sign) as i32) > 0
    };
    if unit.split('/').all(is_counted) {
        Ok(())
    } else {
        Err(no_unit())
    }
}

/// Whether code is asked when numpy asks the object, or the class, for its `dtype`.
fn is_told_by_code(part: &Bound<'_, PyAny>) -> bool {
    let py = part.py();
    let name = intern!(py, "dtype");
    let class = part.get_type();
    let of_class = part
        .cast::<PyType>()
        .is_ok_and(|class| is_of_code(class) && Ty::from_class(class).lookup(name).is_some_and(|held| is_of_code(&held.get_type())));
    if of_class || !is_of_code(&class) {
        return of_class;
    }
    let class = Ty::from_class(&class);
    let is_of_c = |held: Bound<'_, PyAny>| held.get_type_ptr() == &raw mut ffi::PyWrapperDescr_Type;
    let asks = class.lookup(intern!(py, "__getattr__")).is_some() || !class.lookup(intern!(py, "__getattribute__")).is_some_and(is_of_c);
    asks || class.lookup(name).is_some_and(|held| binds_by_code(&held))
}

/// Whether what a class holds is asked for what an object has there, and is no field of C code.
fn binds_by_code(held: &Bound<'_, PyAny>) -> bool {
    let class = held.get_type_ptr();
    let of_c = [&raw mut ffi::PyGetSetDescr_Type, &raw mut ffi::PyMemberDescr_Type].contains(&class);
    !of_c && Ty::of_bound(held).lookup(intern!(held.py(), "__get__")).is_some()
}

fn is_of_code(class: &Bound<'_, PyType>) -> bool {
    current::with_current(|m| m.session.check.own.contains(class)).unwrap_or(true)
}

/// Whether a dtype holds what it says.
///
/// # Errors
/// `TypeError` for one that does not, `ValueError` for one that counts in nothing.
pub fn check_sound(dtype: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = dtype.py();
    if known_dtypes::of(dtype).is_some() {
        return Ok(());
    }
    let mut waiting = vec![dtype.clone()];
    while let Some(dtype) = waiting.pop() {
        let kind: char = dtype.getattr(intern!(py, "kind"))?.extract()?;
        if matches!(kind, 'm' | 'M') && dtype.getattr(intern!(py, "str"))?.extract::<String>()?.contains("[0") {
            return Err(no_unit());
        }
        if let Ok(repeated) = dtype.getattr(intern!(py, "subdtype"))?.cast_into::<PyTuple>() {
            waiting.push(repeated.get_item(0)?);
        }
        let Ok(names) = dtype.getattr(intern!(py, "names"))?.cast_into::<PyTuple>() else { continue };
        let holds = |dtype: &Bound<'_, PyAny>| dtype.getattr(intern!(py, "hasobject"))?.extract::<bool>();
        let mut held = false;
        for name in names {
            let field = dtype.get_item(name)?;
            held |= holds(&field)?;
            waiting.push(field);
        }
        if held != holds(&dtype)? || matches!(kind, 'S' | 'U' | 'T' | 'O') {
            return Err(PyTypeError::new_err("this type and these fields make no dtype: give the fields alone"));
        }
    }
    Ok(())
}

fn no_unit() -> PyErr {
    PyValueError::new_err("a unit of time is counted once at least")
}

/// A unit as `numpy.datetime64` takes it: a text, or a tuple of a text, how often it is taken and what it is divided by.
fn check_unit(unit: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(parts) = unit.cast::<PyTuple>() else { return text_of(unit).map_or(Ok(()), |text| check_counts(text.trim_start_matches('['))) };
    for part in parts.iter().skip(1) {
        // (It may give another number the second time.)
        if is_of_code(&part.get_type()) && !part.is_instance_of::<PyInt>() {
            return Err(PyTypeError::new_err("a unit of time is counted by an int"));
        }
        if part.extract::<i64>().is_ok_and(|count| count as i32 <= 0) {
            return Err(no_unit());
        }
    }
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        if is_whole_unit(args, named) {
            return original(class, args, named);
        }
        if !passes(|| given(args, named, 0, "dtype")?.map_or(Ok(()), |told| check_parts(&told))) {
            return ptr::null_mut();
        }
        let Some(made) = Bound::from_owned_ptr_or_opt(attached(), original(class, args, named)) else { return ptr::null_mut() };
        if !is_dtype(&made) || passes(|| check_sound(&made)) {
            made.into_ptr()
        } else {
            ptr::null_mut()
        }
    }
}

/// Whether all that a dtype is told by is the text of a unit of time that is taken once (`"M8[ns]"`): numpy reads it before anything else,
/// and makes a dtype without fields of it. (pandas asks for these for each row: 3,400 instructions by the looks.)
///
/// # Safety
/// A live tuple, and a dict, each of which may be null.
unsafe fn is_whole_unit(args: *mut PyObject, named: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let args = unsafe { Borrowed::from_ptr_or_opt(attached(), args) };
    let only = args.as_ref().and_then(|args| args.cast::<PyTuple>().ok()).filter(|args| named.is_null() && args.len() == 1);
    let Some(told) = only.and_then(|args| args.get_item(0).ok()) else { return false };
    let text = told.cast_exact::<PyString>().ok().and_then(|text| text.to_str().ok());
    let unit = text.and_then(|text| {
        let (class, rest) = text.split_once('[')?;
        ["M8", "m8", "datetime64", "timedelta64"].contains(&class).then(|| rest.strip_suffix(']')).flatten()
    });
    unit.is_some_and(|unit| ["ns", "us", "ms", "s", "m", "h", "D"].contains(&unit))
}

unsafe extern "C" fn new_value<const N: usize>(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEWS[N].load(Ordering::Acquire));
        let is_sound = match CLASSES[N].1 {
            Takes::Unit => passes(|| given(args, named, 1, "unit")?.map_or(Ok(()), |unit| check_unit(&unit))),
            _ => takes_sound(args, named),
        };
        if is_sound {
            original(class, args, named)
        } else {
            ptr::null_mut()
        }
    }
}

/// Whether the dtype that a constructor is given, if any, holds what it says; else an error is set.
///
/// # Safety
/// As for `given`.
pub unsafe fn takes_sound(args: *mut PyObject, named: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    passes(|| unsafe { given(args, named, 1, "dtype") }?.map_or(Ok(()), |told| check(&told)))
}

/// Whether a look, where the code runs, finds no fault; else its error is set.
pub(super) fn passes(look: impl FnOnce() -> PyResult<()>) -> bool {
    !sandboxed()
        || panics::contained(false, || {
            let _own = HostScope::enter();
            look().map_err(|error| error.restore(attached())).is_ok()
        })
}

/// The argument of this place, or of this name.
///
/// # Errors
/// `TypeError` for names of a class of the code, which may be equal to others.
///
/// # Safety
/// Attached; a live tuple or null, a live dict or null.
unsafe fn given<'py>(args: *mut PyObject, named: *mut PyObject, place: usize, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (args, named) = unsafe { (Bound::from_borrowed_ptr_or_opt(py, args), Bound::from_borrowed_ptr_or_opt(py, named)) };
    let named = named.and_then(|named| named.cast_into::<PyDict>().ok());
    if named.as_ref().is_some_and(|named| named.iter().any(|(name, _)| !name.is_exact_instance_of::<PyString>())) {
        return Err(PyTypeError::new_err("keywords must be strings"));
    }
    let by_place = args.and_then(|args| args.cast_into::<PyTuple>().ok()?.get_item(place).ok());
    by_place.map_or_else(|| named.map_or(Ok(None), |named| named.get_item(name)), |found| Ok(Some(found)))
}

unsafe extern "C" fn init_iterator(iterator: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: as above.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(INIT_ITERATOR.load(Ordering::Acquire));
        if passes(|| check_iterator(args, named)) {
            original(iterator, args, named)
        } else {
            -1
        }
    }
}

/// The dtypes among the arguments of `numpy.nditer`.
///
/// # Safety
/// As for `given`.
unsafe fn check_iterator(args: *mut PyObject, named: *mut PyObject) -> PyResult<()> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let Some(told) = (unsafe { given(args, named, 3, "op_dtypes") })? else { return Ok(()) };
    match told.cast_exact::<PyTuple>() {
        Ok(each) => each.iter().chain([told.clone()]).try_for_each(|one| check(&one)),
        Err(_) => check_each(&told),
    }
}

unsafe extern "C" fn set_dtype(array: *mut PyObject, told: *mut PyObject, context: *mut c_void) -> c_int {
    // SAFETY: as above.
    unsafe {
        let original: ffi::setter = std::mem::transmute(SET_DTYPE.load(Ordering::Acquire));
        let told_now = Bound::from_borrowed_ptr_or_opt(attached(), told);
        if passes(|| told_now.map_or(Ok(()), |told| check(&told))) {
            original(array, told, context)
        } else {
            -1
        }
    }
}
