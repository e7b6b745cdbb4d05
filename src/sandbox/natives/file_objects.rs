//! Files of Python code that C code reads from: what they say of sizes is looked at, and no memory is shown to them that goes when the
//! reading is done.
#![allow(unsafe_code, reason = "methods and slots of the interpreter's and pandas' types are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::hooks::{self, newly_loaded, table, Method, FASTCALL_KEYWORDS};
use crate::sandbox::classes::reduce_hook;
use crate::session::panics;
use crate::session::scope::HostScope;

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

static LOAD: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static INIT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static BUFFERED_INITS: [AtomicPtr<()>; 4] = [const { AtomicPtr::new(ptr::null_mut()) }; 4];
/// What library code makes over a file of the code: the code itself has none of these.
const BUFFERED: [&str; 4] = ["BufferedReader", "BufferedWriter", "BufferedRandom", "BufferedRWPair"];
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 4] = [const { AtomicBool::new(false) }; 4];
    if let Some(module) = newly_loaded(py, &DONE[0], "_io", "_RawIOBase")? {
        let class = module.getattr("_RawIOBase")?;
        if let Some(method) = Method::of(&class.getattr("read")?).filter(|method| method.convention() == ffi::METH_FASTCALL) {
            // SAFETY: ATTACHED; a function for these flags, which does what the one before does.
            unsafe { method.exchange(read_raw as *mut (), &table::FILES) };
        }
    }
    if let Some(module) = newly_loaded(py, &DONE[3], "_io", "BufferedRandom")? {
        let ours = [init_buffered::<0> as ffi::initproc, init_buffered::<1>, init_buffered::<2>, init_buffered::<3>];
        for ((name, ours), original) in BUFFERED.into_iter().zip(ours).zip(&BUFFERED_INITS) {
            let class = module.getattr(name)?.cast_into::<PyType>()?;
            original.store(hooks::INIT.of(&class), Ordering::Release);
            // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
            unsafe { hooks::exchange(&class, hooks::INIT, ours as *mut (), &table::FILES) };
        }
    }
    if let Some(module) = newly_loaded(py, &DONE[1], "_pickle", "Unpickler")? {
        if let Some(method) = Method::of(&module.getattr("load")?).filter(|method| method.convention() == FASTCALL_KEYWORDS) {
            LOAD.store(method.function(), Ordering::Release);
            // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
            unsafe { method.exchange(load as *mut (), &table::FILES) };
        }
        let class = module.getattr("Unpickler")?.cast_into::<PyType>()?;
        INIT.store(hooks::INIT.of(&class), Ordering::Release);
        // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
        unsafe { hooks::exchange(&class, hooks::INIT, init as ffi::initproc as *mut (), &table::FILES) };
    }
    if let Some(module) = newly_loaded(py, &DONE[2], "pandas._libs.parsers", "TextReader")? {
        let class = module.getattr("TextReader")?.cast_into::<PyType>()?;
        NEW.store(hooks::NEW.of(&class), Ordering::Release);
        // SAFETY: as above.
        unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::FILES) };
    }
    Ok(())
}

unsafe extern "C" fn read_raw(this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects.
    unsafe {
        let this = Bound::from_borrowed_ptr(Python::assume_attached(), this);
        let given: Vec<_> = (0..count).map(|at| Bound::from_borrowed_ptr(this.py(), *args.offset(at))).collect();
        panics::contained(ptr::null_mut(), || handed_over(this.py(), read(&this, &given)))
    }
}

fn handed_over(py: Python<'_>, result: PyResult<Bound<'_, PyAny>>) -> *mut PyObject {
    result.map_or_else(
        |error| {
            error.restore(py);
            ptr::null_mut()
        },
        Bound::into_ptr,
    )
}

/// `RawIOBase.read`, as `io` describes it; the interpreter's own (up to 3.13) believes `readinto`.
fn read<'py>(file: &Bound<'py, PyAny>, given: &[Bound<'py, PyAny>]) -> PyResult<Bound<'py, PyAny>> {
    let py = file.py();
    let size = match given {
        [] => -1,
        [size] => size.extract::<isize>()?,
        more => return Err(PyTypeError::new_err(format!("read expected at most 1 argument, got {}", more.len()))),
    };
    let Ok(size) = usize::try_from(size) else { return file.call_method0(intern!(py, "readall")) };
    let room = PyByteArray::new_with(py, size, |_| Ok(()))?;
    let told = file.call_method1(intern!(py, "readinto"), (&room,))?;
    if told.is_none() {
        return Ok(told);
    }
    let told = told.extract::<isize>()?;
    let Some(there) = usize::try_from(told).ok().filter(|there| *there <= size.min(room.len())) else {
        return Err(PyValueError::new_err(format!("readinto returned {told} outside buffer size {}", room.len())));
    };
    Ok(PyBytes::new(py, &room.to_vec()[..there]).into_any())
}

/// The file as C code may read it: as it is, unless its class is one of the code, or its methods are what somebody put into it.
fn plain<'py>(file: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, class) = (file.py(), file.get_type());
    if !reduce_hook::is_put(&class) && api::class_attribute(&class, intern!(py, "read")).is_some() {
        return Ok(file.clone());
    }
    let _host = HostScope::enter();
    py.import("fastexec.plain_files")?.getattr("PlainFile")?.call1((file,))
}

/// A raw file of the code as buffers may use it: their memory, which they show, is not kept.
fn raw<'py>(file: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !reduce_hook::is_put(&file.get_type()) {
        return Ok(file.clone());
    }
    let _host = HostScope::enter();
    file.py().import("fastexec.plain_files")?.getattr("RawFile")?.call1((file,))
}

/// How a file is made one that C code may use.
type Make = for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

/// Arguments whose first ones, which have these names, are made such.
fn exchanged<'py>(
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
    make: Make,
    names: &[&str],
) -> PyResult<(Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>)> {
    let mut given: Vec<_> = args.iter().collect();
    for place in given.iter_mut().take(names.len()) {
        *place = make(place)?;
    }
    let named = named.map(|named| named.copy()).transpose()?;
    if let Some(named) = &named {
        for name in names {
            if let Some(given) = named.get_item(name)? {
                named.set_item(name, make(&given)?)?;
            }
        }
    }
    Ok((PyTuple::new(args.py(), given)?, named))
}

/// Calls `original` with what `make` makes of its first arguments, as many as there are names; `failed` with an error set otherwise.
///
/// # Safety
/// Called by the interpreter, attached, with borrowed objects.
unsafe fn call_with<T>(
    (args, named): (*mut PyObject, *mut PyObject),
    (make, names): (Make, &[&str]),
    failed: T,
    original: impl FnOnce(*mut PyObject, *mut PyObject) -> T,
) -> T {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (py, args, named) = unsafe {
        let py = Python::assume_attached();
        let named = Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>());
        (py, Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>(), named)
    };
    let exchanged = || exchanged(&args, named.as_ref(), make, names);
    match panics::contained(None, || exchanged().map_err(|error| error.restore(py)).ok()) {
        Some((args, named)) => original(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), Bound::as_ptr)),
        None => failed,
    }
}

unsafe extern "C" fn init_buffered<const N: usize>(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(BUFFERED_INITS[N].load(Ordering::Acquire));
        let names: &[&str] = if BUFFERED[N] == "BufferedRWPair" { &["reader", "writer"] } else { &["raw"] };
        call_with((args, named), (raw, names), -1, |args, named| original(this, args, named))
    }
}

unsafe extern "C" fn init(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(INIT.load(Ordering::Acquire));
        call_with((args, named), (plain, &["file"]), -1, |args, named| original(this, args, named))
    }
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        call_with((args, named), (plain, &["source"]), ptr::null_mut(), |args, named| original(class, args, named))
    }
}

unsafe extern "C" fn load(this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above; there are as many arguments as the interpreter says, and as many named ones as names.
    unsafe {
        let original: Fast = std::mem::transmute(LOAD.load(Ordering::Acquire));
        let py = Python::assume_attached();
        let positional = count & ffi::Py_ssize_t::MAX;
        let names = Bound::from_borrowed_ptr_or_opt(py, names).map(|names| names.cast_into_unchecked::<PyTuple>());
        let more = names.as_ref().map_or(0, |names| names.len() as ffi::Py_ssize_t);
        let mut given: Vec<_> = (0..positional + more).map(|at| Bound::from_borrowed_ptr(py, *args.offset(at))).collect();
        let named = || names.as_ref()?.iter().position(|name| name.eq("file").unwrap_or(false));
        let at = if positional > 0 { Some(0) } else { named() };
        if let Some(file) = at.and_then(|at| given.get_mut(at)) {
            match panics::contained(None, || Some(plain(file))) {
                Some(Ok(plain)) => *file = plain,
                Some(Err(error)) => {
                    error.restore(py);
                    return ptr::null_mut();
                }
                None => return ptr::null_mut(),
            }
        }
        let given: Vec<_> = given.iter().map(Bound::as_ptr).collect();
        let names = names.as_ref().map_or(ptr::null_mut(), Bound::as_ptr);
        original(this, given.as_ptr(), positional, names)
    }
}
