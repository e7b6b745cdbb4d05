//! What PIL's C code opens by itself (fonts, profiles of colours, the screen of an X server): the interpreter is told of it as of
//! other files and connections. And what an image opens by name when its points are asked for, by whomever (a tool of the host): the
//! file that it was read from alone, not what the code has put in the place of its name.
#![allow(unsafe_code, reason = "functions of a module of C code are wrapped")]

use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyOSError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::call_stack;
use crate::cpython::frames;
use crate::cpython::hooks::{exchange_attribute, newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::cpython::type_access::exact_text;
use crate::cpython::value::attached;
use crate::sandbox::natives::{certificates, opened_by_c};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static PROFILE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static FONT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SCREEN: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static READER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps the functions, when their modules are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 4] = [const { AtomicBool::new(false) }; 4];
    let functions = [
        ("PIL._imagingcms", "profile_open", ffi::METH_VARARGS, &PROFILE, profile as ffi::PyCFunction as *mut ()),
        ("PIL._imagingft", "getfont", VARARGS_KEYWORDS, &FONT, font as ffi::PyCFunctionWithKeywords as *mut ()),
        ("PIL._imaging", "grabscreen_x11", ffi::METH_VARARGS, &SCREEN, screen as ffi::PyCFunction as *mut ()),
        ("PIL._imaging", "jpeg2k_decoder", ffi::METH_VARARGS, &READER, reader as ffi::PyCFunction as *mut ()),
    ];
    for ((module, name, convention, original, this), done) in functions.into_iter().zip(&DONE) {
        let Some(found) = newly_loaded(py, done, module, name)? else { continue };
        let Some(method) = Method::of(&found.getattr(name)?).filter(|method| method.convention() == convention) else { continue };
        original.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(this, &table::PILLOW_FILES) };
    }
    guard_images(py)
}

/// What `PIL.ImageFile` calls `open`.
fn guard_images(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "PIL.ImageFile", "Parser")? else { return Ok(()) };
    let make = |py: Python<'_>, original: Option<Bound<'_, PyAny>>| {
        let real = original.map_or_else(|| py.import("builtins")?.getattr("open"), Ok)?.unbind();
        Ok(Bound::new(py, OpenOfImages { real })?.into_any().unbind())
    };
    exchange_attribute(&module, "open", make, &table::PILLOW_FILES)
}

// `open`, for images: a file is opened for one that was read from it. (An image whose points lie elsewhere reads them from there.)
#[pyclass(frozen, module = "io", name = "open")]
struct OpenOfImages {
    real: Py<PyAny>,
}

#[pymethods]
impl OpenOfImages {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        if let ([path], None) = (args.as_slice(), kwargs) {
            let (image, for_code) = (frames::first_argument(py), sandboxed());
            let _own = HostScope::enter();
            // The code maps no files: its images are read from what they have open.
            if for_code || !image.is_some_and(|image| is_read_from(&image, path).unwrap_or(false)) {
                return Err(PyOSError::new_err("the image was not read from this file"));
            }
        }
        self.real.bind(py).call(args, kwargs)
    }
}

/// Whether the image has the file open.
fn is_read_from(image: &Bound<'_, PyAny>, path: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = image.py();
    // Not by attributes, which classes of the code may give.
    // SAFETY: ATTACHED; a live object; a new reference, or null with an error.
    let members = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyObject_GenericGetDict(image.as_ptr(), ptr::null_mut()))? };
    let Some(file) = members.cast_into::<PyDict>()?.get_item("fp")? else { return Ok(false) };
    if !file.get_type().is(&py.import("_io")?.getattr("BufferedReader")?) || exact_text(path).is_none() {
        return Ok(false);
    }
    let os = py.import("os")?;
    os.getattr("path")?
        .call_method1("samestat", (os.call_method1("fstat", (file.call_method0("fileno")?,))?, os.call_method1("stat", (path,))?))?
        .extract()
}

unsafe extern "C" fn profile(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before, and so below.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(PROFILE.load(Ordering::Acquire)) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { told(args, file, |args| original(module, args)) }
}

unsafe extern "C" fn font(module: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(FONT.load(Ordering::Acquire));
        // PIL gives the place alone; who names it knows the C code.
        let is_placed = !args.is_null() && ffi::PyTuple_GET_SIZE(args) > 0;
        if !is_placed && sandboxed() {
            ffi::PyErr_SetString(ffi::PyExc_TypeError, c"getfont() takes the file first".as_ptr());
            return ptr::null_mut();
        }
        told(args, font_file, |args| original(module, args, kwargs))
    }
}

unsafe extern "C" fn screen(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(SCREEN.load(Ordering::Acquire)) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { told(args, display, |args| original(module, args)) }
}

/// The place of how long a file is, among the arguments of the reader of JPEG 2000, and what stands for a length that nobody knows: the
/// reader ends the process where a file has more than it says.
const LENGTH: usize = 5;
const UNKNOWN: i32 = -1;

unsafe extern "C" fn reader(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(READER.load(Ordering::Acquire)) };
    if !sandboxed() || args.is_null() {
        // SAFETY: as above.
        return unsafe { original(module, args) };
    }
    let exchanged = || {
        let _own = HostScope::enter();
        let py = attached();
        // SAFETY: CALLED: a live tuple of arguments.
        let args = unsafe { Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>() };
        if opened_by_c::is_of_a_plain_file(py)? {
            return Ok(args);
        }
        let unknown = UNKNOWN.into_pyobject(py)?.into_any();
        PyTuple::new(py, args.iter().enumerate().map(|(place, given)| if place == LENGTH { unknown.clone() } else { given }))
    };
    match panics::contained(None, || exchanged().map_err(|error: PyErr| error.restore(attached())).ok()) {
        // SAFETY: as above.
        Some(args) => unsafe { original(module, args.as_ptr()) },
        None => ptr::null_mut(),
    }
}

type Tell = for<'py> fn(Python<'py>, Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>>;

/// Calls the original, after `tell` was given the first argument, with what that made of it.
///
/// # Safety
/// Attached, with a live tuple (or null) of arguments.
unsafe fn told(args: *mut PyObject, tell: Tell, original: impl Fn(*mut PyObject) -> *mut PyObject) -> *mut PyObject {
    if !sandboxed() || args.is_null() {
        return original(args);
    }
    let looked = || {
        let py = attached();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let args = unsafe { Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>() };
        let first = tell(py, args.get_item(0).ok()).map_err(|error| error.restore(py)).ok()?;
        let all = first.into_iter().chain(args.iter().skip(1)).collect::<Vec<_>>();
        PyTuple::new(py, all).map_err(|error| error.restore(py)).ok()
    };
    match panics::contained(None, looked) {
        Some(args) => original(args.as_ptr()),
        None => ptr::null_mut(),
    }
}

/// No path where the bytes of a font are given.
fn file<'py>(_py: Python<'py>, given: Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let is_nothing = |text: &Bound<'py, PyAny>| text.cast_exact::<PyString>().is_ok_and(|text| text.to_string_lossy().is_empty());
    match given {
        Some(given) if !is_nothing(&given) => certificates::path(&given).map(Some),
        given => Ok(given),
    }
}

/// Fonts of installed packages (`matplotlib.font_manager.findfont`) are public as those of the system are.
fn font_file<'py>(py: Python<'py>, given: Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let is_public = |path: &str| {
        let is_font = Path::new(path).extension().is_some_and(|end| FONTS.iter().any(|font| end.eq_ignore_ascii_case(font)));
        let real = call_stack::resolve(Path::new(path));
        is_font && real.is_some_and(|real| call_stack::is_of_library(py, &real.to_string_lossy()))
    };
    let text = given.as_ref().and_then(exact_text);
    match text.filter(|path| is_public(&path.to_string_lossy())) {
        Some(path) => Ok(Some(path.into_any())),
        None => file(py, given),
    }
}

/// How files of fonts end.
const FONTS: [&str; 4] = ["ttf", "otf", "ttc", "pfb"];

fn display<'py>(py: Python<'py>, given: Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    py.import("sys")?.call_method1("audit", ("socket.connect", py.None(), given.as_ref()))?;
    Ok(given)
}
