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

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{self, newly_loaded, table, Method};
use crate::sandbox::natives::fast_methods::{self, Fast};
use crate::session::panics;
use crate::session::scope::HostScope;

static LOAD: Originals = Originals::new();
static LOADS: [Fast; MOST] = trampolines!(load);
static INIT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
    if let Some(module) = newly_loaded(py, &DONE[0], "_io", "_RawIOBase")? {
        let class = module.getattr("_RawIOBase")?;
        if let Some(method) = Method::of(&class.getattr("read")?).filter(|method| method.convention() == ffi::METH_FASTCALL) {
            // SAFETY: ATTACHED; a function for these flags, which does what the one before does.
            unsafe { method.exchange(read_raw as *mut (), &table::FILES) };
        }
    }
    if let Some(module) = newly_loaded(py, &DONE[1], "_pickle", "Unpickler")? {
        fast_methods::wrap(&module.getattr("load")?, (&LOAD, &LOADS), &table::FILES);
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

/// The file as C code may read it: those of `io` itself as they are.
fn plain<'py>(file: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, class) = (file.py(), file.get_type());
    let io = py.import("_io")?;
    let is_plain = KINDS.iter().any(|kind| io.getattr(*kind).is_ok_and(|kind| kind.is(&class)));
    if is_plain || !file.hasattr(intern!(py, "read"))? {
        return Ok(file.clone());
    }
    let _host = HostScope::enter();
    py.import("fastexec.plain_files")?.getattr("PlainFile")?.call1((file,))
}

const KINDS: [&str; 6] = ["BytesIO", "StringIO", "TextIOWrapper", "BufferedReader", "BufferedRandom", "FileIO"];

/// Positional arguments with a plain file as the first one.
fn with_plain<'py>(args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let Ok(file) = args.get_item(0) else { return Ok(args.clone()) };
    let given = std::iter::once(plain(&file)?).chain(args.iter().skip(1));
    PyTuple::new(args.py(), given.collect::<Vec<_>>())
}

/// Named arguments with a plain file under this name.
fn with_plain_named<'py>(named: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let Some(file) = named.get_item(name)? else { return Ok(named.clone()) };
    let named = named.copy()?;
    named.set_item(name, plain(&file)?)?;
    Ok(named)
}

/// Calls `original` with a plain file, which has this name; `failed` with an error set otherwise.
///
/// # Safety
/// Called by the interpreter, attached, with borrowed objects.
unsafe fn call_with_plain<T>(
    (args, named, name): (*mut PyObject, *mut PyObject, &str),
    failed: T,
    original: impl FnOnce(*mut PyObject, *mut PyObject) -> T,
) -> T {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let (py, args, named) = unsafe {
        let py = Python::assume_attached();
        let named = Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>());
        (py, Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>(), named)
    };
    let given = panics::contained(None, || {
        let given = with_plain(&args).and_then(|args| Ok((args, named.map(|named| with_plain_named(&named, name)).transpose()?)));
        given.map_err(|error| error.restore(py)).ok()
    });
    match given {
        Some((args, named)) => original(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), Bound::as_ptr)),
        None => failed,
    }
}

unsafe extern "C" fn init(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(INIT.load(Ordering::Acquire));
        call_with_plain((args, named, "file"), -1, |args, named| original(this, args, named))
    }
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        call_with_plain((args, named, "source"), ptr::null_mut(), |args, named| original(class, args, named))
    }
}

unsafe extern "C" fn load<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as above; there are as many arguments as the interpreter says, and as many named ones as names.
    unsafe {
        let original: Fast = std::mem::transmute(LOAD.get::<N>());
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
