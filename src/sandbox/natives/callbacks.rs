//! C code that calls other callables for the program (`map(json.loads, lines)`): what it is to call is looked at, and wrapped
//! where `library_callables` says so.
//!
//! The constructors of such classes (`map`) and the functions (`sorted`) are guarded in themselves, since C code reaches
//! them unseen (`functools.partial(map, f)`): outside of sandboxed code a call costs one look at a flag more.
#![allow(unsafe_code, reason = "constructors and functions of the interpreter are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::call_stack;
use crate::cpython::hooks::{self, table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::type_access::exact_text;
use crate::cpython::value::attached;
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::natives::{Place, CLASSES, FUNCTIONS, INITIALISED};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library_callables;
use crate::session::current::with_run;
use crate::session::panics;
use crate::session::scope::sandboxed;

/// The arguments with what stands in the place of callables; `None` where nothing changes.
fn arguments<'py>(
    places: &[Place],
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<value_filter::Called<'py>>> {
    let mut changed: Option<value_filter::Called<'py>> = None;
    for place in places {
        let (args, named) = changed.as_ref().map_or((args, named), |(args, named)| (args, named.as_ref()));
        changed = in_place(*place, args, named)?.or(changed);
    }
    Ok(changed)
}

fn in_place<'py>(
    place: Place,
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<value_filter::Called<'py>>> {
    let py = args.py();
    let given = place.position.and_then(|position| args.get_item(position).ok());
    let by_name = match (place.keyword, named) {
        (Some(keyword), Some(named)) => named.get_item(keyword)?,
        _ => None,
    };
    let replaced = |callable: Option<Bound<'py, PyAny>>| -> PyResult<Option<Py<PyAny>>> {
        let Some(callable) = callable else { return Ok(None) };
        with_run(py, |m| library_callables::instead_of(m, &callable))
    };
    let (first, second) = (replaced(given)?, replaced(by_name)?);
    if first.is_none() && second.is_none() {
        return Ok(None);
    }
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    if let (Some(instead), Some(argument)) = (first, place.position.and_then(|position| all.get_mut(position))) {
        *argument = instead.into_bound(py);
    }
    let named = named.map(PyDictMethods::copy).transpose()?;
    if let (Some(instead), Some(keyword), Some(named)) = (second, place.keyword, &named) {
        named.set_item(keyword, instead)?;
    }
    Ok(Some((PyTuple::new(py, all)?, named)))
}

/// Whether sandboxed code makes the call: itself, or C code for it.
fn looks() -> bool {
    sandboxed() && call_stack::is_floor() && !defence_layers::off(Net::Values)
}

static CONSTRUCTORS: [AtomicPtr<()>; CLASSES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; CLASSES.len()];
static VECTORCALLS: [AtomicPtr<()>; CLASSES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; CLASSES.len()];
static ORIGINALS: [AtomicPtr<()>; FUNCTIONS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTIONS.len()];

const MAKES: [ffi::newfunc; CLASSES.len()] =
    [make::<0>, make::<1>, make::<2>, make::<3>, make::<4>, make::<5>, make::<6>, make::<7>, make::<8>];
const MAKES_BY_VECTOR: [ffi::vectorcallfunc; CLASSES.len()] = [
    make_by_vector::<0>,
    make_by_vector::<1>,
    make_by_vector::<2>,
    make_by_vector::<3>,
    make_by_vector::<4>,
    make_by_vector::<5>,
    make_by_vector::<6>,
    make_by_vector::<7>,
    make_by_vector::<8>,
];
static INITIALISERS: [AtomicPtr<()>; INITIALISED.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; INITIALISED.len()];
const INITS: [ffi::initproc; INITIALISED.len()] = [initialise::<0>, initialise::<1>];
const PLAINS: [ffi::PyCFunction; FUNCTIONS.len()] = [plain::<0>, plain::<1>, plain::<2>, plain::<3>, plain::<4>, plain::<5>, plain::<6>];
const KEYWORDS: [ffi::PyCFunctionWithKeywords; FUNCTIONS.len()] =
    [keywords::<0>, keywords::<1>, keywords::<2>, keywords::<3>, keywords::<4>, keywords::<5>, keywords::<6>];
const VECTORS: [ffi::PyCFunctionFastWithKeywords; FUNCTIONS.len()] =
    [vector::<0>, vector::<1>, vector::<2>, vector::<3>, vector::<4>, vector::<5>, vector::<6>];

/// Wraps what the interpreter has, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    for (number, (module, name, _)) in INITIALISED.iter().enumerate() {
        wrap_init(number, &member(py, module, name)?.cast_into::<PyType>()?);
    }
    for (number, (module, name, _)) in CLASSES.iter().enumerate() {
        wrap_class(number, &member(py, module, name)?.cast_into::<PyType>()?);
    }
    for (number, (module, name, _)) in FUNCTIONS.iter().enumerate() {
        wrap_function(number, &member(py, module, name)?);
    }
    Ok(())
}

fn member<'py>(py: Python<'py>, module: &str, path: &str) -> PyResult<Bound<'py, PyAny>> {
    path.split('.').try_fold(api::module(py, module)?.into_any(), |owner, name| owner.getattr(name))
}

fn wrap_class(number: usize, class: &Bound<'_, PyType>) {
    let (made, called) = (MAKES[number] as *mut (), MAKES_BY_VECTOR[number] as *mut ());
    for (slot, originals, this) in [(hooks::NEW, &CONSTRUCTORS, made), (hooks::VECTORCALL, &VECTORCALLS, called)] {
        let original = slot.of(class);
        if !original.is_null() && original != this {
            originals[number].store(original, Ordering::Release);
            // SAFETY: ATTACHED; what takes its place calls what was there before.
            unsafe { hooks::exchange(class, slot, this, &table::CALLBACKS) };
        }
    }
}

fn wrap_init(number: usize, class: &Bound<'_, PyType>) {
    let (original, this) = (hooks::INIT.of(class), INITS[number] as *mut ());
    if !original.is_null() && original != this {
        INITIALISERS[number].store(original, Ordering::Release);
        // SAFETY: ATTACHED; what takes its place calls what was there before.
        unsafe { hooks::exchange(class, hooks::INIT, this, &table::CALLBACKS) };
    }
}

fn wrap_function(number: usize, function: &Bound<'_, PyAny>) {
    let Some(method) = Method::of(function) else { return };
    let this = match method.convention() {
        ffi::METH_VARARGS => PLAINS[number] as *mut (),
        VARARGS_KEYWORDS => KEYWORDS[number] as *mut (),
        FASTCALL_KEYWORDS => VECTORS[number] as *mut (),
        _ => return,
    };
    if method.function() != this {
        ORIGINALS[number].store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the function has the convention that the flags tell, and calls the one that was there.
        unsafe { method.exchange(this, &table::CALLBACKS) };
    }
}

/// What stands between, with the original called on what it gives.
///
/// # Safety
/// Called by the interpreter, attached: `args` is a borrowed tuple, `named` a borrowed dict or null.
unsafe fn looked(
    places: &[Place],
    args: *mut PyObject,
    named: *mut PyObject,
    call: impl Fn(*mut PyObject, *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    if !looks() || named.is_null() && places.iter().all(|place| place.position.is_none()) {
        return call(args, named);
    }
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let given = unsafe { Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>() };
    // SAFETY: as `# Safety` says, which the caller keeps.
    let by_name = unsafe { Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>()) };
    let replaced = panics::contained(Err(()), || arguments(places, &given, by_name.as_ref()).map_err(|error| error.restore(py)));
    match replaced {
        Err(()) => ptr::null_mut(),
        Ok(None) => call(args, named),
        Ok(Some((args, named))) => call(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), |named| named.as_ptr())),
    }
}

/// The same where arguments lie one after the other, those by keyword last.
///
/// # Safety
/// Called by the interpreter, attached: `count` borrowed objects at `args`, and as many more as the tuple `names` has.
unsafe fn looked_in_row(
    place: Place,
    (args, count, names): (*const *mut PyObject, usize, *mut PyObject),
    call: impl Fn(*const *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if !looks() || place.position.is_none() && names.is_null() {
            return call(args);
        }
        let py = attached();
        let names = Bound::from_borrowed_ptr_or_opt(py, names).map(|names| names.cast_into_unchecked::<PyTuple>());
        let named = |keyword: &str| names.iter().flatten().position(|name| exact_text(&name).is_some_and(|name| name == keyword));
        let by_name = place.keyword.and_then(named).map(|index| count + index);
        let by_position = place.position.filter(|position| *position < count);
        let given = std::slice::from_raw_parts(args, count + names.as_ref().map_or(0, |names| names.len()));
        let mut replaced = Vec::new();
        for index in [by_position, by_name].into_iter().flatten() {
            let Some(argument) = given.get(index) else { continue };
            let callable = Bound::from_borrowed_ptr(py, *argument);
            match panics::contained(Err(()), || {
                with_run(py, |m| library_callables::instead_of(m, &callable)).map_err(|error| error.restore(py))
            }) {
                Err(()) => return ptr::null_mut(),
                Ok(instead) => replaced.extend(instead.map(|instead| (index, instead))),
            }
        }
        if replaced.is_empty() {
            return call(args);
        }
        let mut row = given.to_vec();
        for (index, instead) in &replaced {
            if let Some(argument) = row.get_mut(*index) {
                *argument = instead.as_ptr();
            }
        }
        call(row.as_ptr())
    }
}

unsafe extern "C" fn make<const N: usize>(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: the original was stored before this function could be called; called as a constructor is.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(CONSTRUCTORS[N].load(Ordering::Acquire));
        looked(&[CLASSES[N].2], args, named, |args, named| original(class, args, named))
    }
}

unsafe extern "C" fn make_by_vector<const N: usize>(
    class: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `make`. The place before the arguments is not the caller's to write once they are copied.
    unsafe {
        let original: ffi::vectorcallfunc = std::mem::transmute(VECTORCALLS[N].load(Ordering::Acquire));
        let positional = ffi::PyVectorcall_NARGS(count) as usize;
        looked_in_row(CLASSES[N].2, (args, positional, names), |row| {
            original(class, row, if row == args { count } else { positional }, names)
        })
    }
}

unsafe extern "C" fn initialise<const N: usize>(object: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: the original was stored before this function could be called; called as `__init__` is.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(INITIALISERS[N].load(Ordering::Acquire));
        let failed = ptr::null_mut();
        let done = looked(INITIALISED[N].2, args, named, |args, named| if original(object, args, named) < 0 { failed } else { object });
        if done.is_null() {
            -1
        } else {
            0
        }
    }
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored by `wrap_function` from an entry of this convention: the interpreter calls with a tuple.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked(&[FUNCTIONS[N].2], args, ptr::null_mut(), |args, _| original(this, args))
    }
}

unsafe extern "C" fn keywords<const N: usize>(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `plain`; a tuple, and a dict or null.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked(&[FUNCTIONS[N].2], args, named, |args, named| original(this, args, named))
    }
}

unsafe extern "C" fn vector<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `plain`; `count` objects, then those of `names`.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked_in_row(FUNCTIONS[N].2, (args, count.max(0) as usize, names), |row| original(this, row, count, names))
    }
}
