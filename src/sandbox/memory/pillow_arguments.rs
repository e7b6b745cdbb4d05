//! What PIL's compiled functions are given. They ask a sequence how long it is and take its items later, or ask an item for a number, which
//! may empty the list meanwhile: they get tuples that nobody else has. Decoders and encoders work on rows of points as wide as the
//! mode says that they were made for: the image has to be of that mode.
#![allow(unsafe_code, reason = "compiled functions of PIL are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::OnceLock;

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::attached;
use crate::sandbox::memory::tiff_writers;
use crate::sandbox::memory::told_of::ToldOf;
use crate::session::current::{with_current, with_run};
use crate::session::panics;
use crate::session::scope::sandboxed;

/// Methods of images that take sequences, and the function that makes paths. (Those of drawings have names that begin with `draw_`.)
const METHODS: &[&str] = &["color_lut_3d", "convert_matrix", "filter", "point", "putdata", "putpalette", "putpalettealphas", "transform"];
const PATH: &str = "path";
/// The method that asks an image for points between its own.
const TRANSFORM: &str = "transform";
/// The decoder that writes points of three colours whatever it is told.
const PHOTO_CD: &str = "pcd_decoder";

static TAKERS: Originals = Originals::new();
static MAKERS: Originals = Originals::new();
static TAKE: [ffi::PyCFunction; MOST] = trampolines!(take);
static MAKE: [ffi::PyCFunction; MOST] = trampolines!(make);
static PHOTO_CD_PLACE: OnceLock<usize> = OnceLock::new();
static TIFF_PLACE: OnceLock<usize> = OnceLock::new();
static TRANSFORM_PLACE: OnceLock<usize> = OnceLock::new();
static DECODER_SETS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static ENCODER_SETS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// PIL's types of images and of paths, which live as long as the process.
static IMAGE: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static PATHS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static DRAWINGS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(ptr::null_mut());

/// Modes of the decoders and encoders that code made, by their addresses.
static MODES: ToldOf<String> = ToldOf::new();

/// Wraps the functions, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "PIL._imaging", "new")? else { return Ok(()) };
    let image = module.call_method1("new", ("L", (1, 1)))?;
    IMAGE.store(image.get_type_ptr(), Ordering::Release);
    PATHS.store(module.call_method1(PATH, ((0, 0),))?.get_type_ptr(), Ordering::Release);
    let methods = METHODS.iter().filter_map(|name| image.get_type().getattr(*name).ok());
    let drawing = module.call_method1("draw", (&image, 0))?.get_type();
    DRAWINGS.store(drawing.as_type_ptr(), Ordering::Release);
    let draws = drawing
        .dir()?
        .iter()
        .filter(|name| starts_with(name, "draw_"))
        .filter_map(|name| drawing.getattr(name.cast::<PyString>().ok()?).ok());
    for function in methods.chain(draws).chain(module.getattr(PATH).ok()).collect::<Vec<_>>() {
        let number = wrap(&function, &TAKERS, &TAKE);
        if ends_with(&function.getattr("__name__")?, TRANSFORM) {
            number.map(|number| TRANSFORM_PLACE.get_or_init(|| number));
        }
    }
    for name in module.dir()?.iter().filter(|name| ends_with(name, "_decoder") || ends_with(name, "_encoder")) {
        let number = wrap(&module.getattr(name.cast::<PyString>()?)?, &MAKERS, &MAKE);
        if ends_with(&name, PHOTO_CD) {
            number.map(|number| PHOTO_CD_PLACE.get_or_init(|| number));
        } else if ends_with(&name, tiff_writers::MAKER) {
            number.map(|number| TIFF_PLACE.get_or_init(|| number));
        }
    }
    let decoder = module.call_method1("raw_decoder", ("L", "L", 0, 1))?.get_type();
    let encoder = module.call_method1("raw_encoder", ("L", "L", 0, 1))?.get_type();
    guard_set(&decoder, &DECODER_SETS, decoder_set as ffi::PyCFunction as *mut ())?;
    guard_set(&encoder, &ENCODER_SETS, encoder_set as ffi::PyCFunction as *mut ())?;
    tiff_writers::guard(encoder.as_any())
}

/// Whether it is an image as PIL's compiled part has it.
pub fn is_image(object: &Bound<'_, PyAny>) -> bool {
    is_of(&IMAGE, object)
}

/// The image that a drawing draws into.
pub fn image_of_drawing<'py>(drawing: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    /// The start of `ImagingDrawObject`, the same in all versions.
    #[repr(C)]
    struct Drawing {
        head: PyObject,
        image: *mut PyObject,
    }
    if !is_of(&DRAWINGS, drawing) {
        return None;
    }
    // SAFETY: the exact type tells the layout; a drawing holds its image.
    let image = unsafe { Bound::from_borrowed_ptr_or_opt(drawing.py(), (*drawing.as_ptr().cast::<Drawing>()).image) };
    image.filter(is_image)
}

fn is_of(class: &AtomicPtr<ffi::PyTypeObject>, object: &Bound<'_, PyAny>) -> bool {
    class.load(Ordering::Acquire) == object.get_type_ptr()
}

fn starts_with(name: &Bound<'_, PyAny>, text: &str) -> bool {
    name.extract::<String>().is_ok_and(|name| name.starts_with(text))
}

fn ends_with(name: &Bound<'_, PyAny>, text: &str) -> bool {
    name.extract::<String>().is_ok_and(|name| name.ends_with(text))
}

fn plain(function: &Bound<'_, PyAny>) -> Option<Method> {
    Method::of(function).filter(|method| method.convention() == ffi::METH_VARARGS)
}

/// The number of the trampoline that stands in front of the function now.
fn wrap(function: &Bound<'_, PyAny>, originals: &'static Originals, trampolines: &[ffi::PyCFunction]) -> Option<usize> {
    let method = plain(function)?;
    let number = originals.keep(method.function())?;
    let this = trampolines.get(number)?;
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(*this as *mut (), &table::PILLOW_ARGUMENTS) };
    Some(number)
}

fn guard_set(class: &Bound<'_, PyAny>, original: &AtomicPtr<()>, this: *mut ()) -> PyResult<()> {
    let Some(method) = plain(&class.getattr("setimage")?) else { return Ok(()) };
    original.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::PILLOW_ARGUMENTS) };
    Ok(())
}

unsafe extern "C" fn take<const N: usize>(object: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was kept before. So below.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(TAKERS.get::<N>());
        // (In tools, too: they may have it from the code.)
        if args.is_null() || with_current(|_| ()).is_none() {
            return original(object, args);
        }
        let private = || {
            let copied = copies(&Bound::from_borrowed_ptr(attached(), args))?;
            if TRANSFORM_PLACE.get() == Some(&N) {
                nearest_of_none(copied)
            } else {
                Ok(copied)
            }
        };
        let copied = || private().map_err(|error| error.restore(attached())).ok();
        match panics::contained(None, copied) {
            Some(args) => original(object, args.as_ptr()),
            None => ptr::null_mut(),
        }
    }
}

/// The arguments, with tuples in the place of other sequences.
fn copies<'py>(args: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let args = args.cast::<PyTuple>()?;
    PyTuple::new(args.py(), args.iter().map(|arg| private(&arg)).collect::<PyResult<Vec<_>>>()?)
}

/// `transform(box, image, method, numbers, filter, fill)`: an image without points has none to mix, wherever it is asked for one. The
/// filters that mix points look at its last row for a place that is no number, so it gets the filter that takes the nearest.
fn nearest_of_none(args: Bound<'_, PyTuple>) -> PyResult<Bound<'_, PyTuple>> {
    const NEAREST: i32 = 0;
    let (py, Ok(image)) = (args.py(), args.get_item(1)) else { return Ok(args) };
    if args.len() <= 4 || !is_of(&IMAGE, &image) {
        return Ok(args);
    }
    let (width, height) = image.getattr("size")?.extract::<(i64, i64)>()?;
    if width > 0 && height > 0 {
        return Ok(args);
    }
    let nearest = NEAREST.into_pyobject(py)?.into_any();
    PyTuple::new(py, args.iter().enumerate().map(|(place, given)| if place == 4 { nearest.clone() } else { given }))
}

fn private<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, object) = (given.py(), given.as_ptr());
    // (An object of a class of the code says of itself what it likes.)
    let is_own = with_run(py, |m| Ok(m.session.check.own.contains(&given.get_type())))?;
    // SAFETY: live objects, attached; each of the functions gives a new reference, or null with an error.
    unsafe {
        let (is_text, is_buffer) = (ffi::PyUnicode_Check(object) != 0, ffi::PyObject_CheckBuffer(object) != 0);
        if ffi::PyTuple_CheckExact(object) != 0 || !is_own && (is_text || is_buffer) {
            return Ok(given.clone());
        }
        let made = if ffi::PyTuple_Check(object) != 0 {
            ffi::PyTuple_GetSlice(object, 0, ffi::Py_SIZE(object))
        } else if ffi::PyList_Check(object) != 0 {
            ffi::PyList_AsTuple(object)
        } else if is_text {
            ffi::PyUnicode_FromObject(object)
        } else if ffi::PyBytes_Check(object) != 0 {
            ffi::PyBytes_FromStringAndSize(ffi::PyBytes_AsString(object), ffi::Py_SIZE(object))
        } else if is_of(&IMAGE, given) || is_of(&PATHS, given) || ffi::PySequence_Check(object) == 0 {
            // (Images and paths of PIL are sequences, too.)
            return Ok(given.clone());
        } else {
            ffi::PySequence_Tuple(object)
        };
        Bound::from_owned_ptr_or_err(py, made)
    }
}

unsafe extern "C" fn make<const N: usize>(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(MAKERS.get::<N>());
        let is_watched = sandboxed() && !args.is_null();
        let mut rows = None;
        if is_watched && TIFF_PLACE.get() == Some(&N) {
            rows = panics::contained(None, || told_rows(args));
            if rows.is_none() {
                return ptr::null_mut();
            }
        }
        let made = original(module, args);
        if !made.is_null() && is_watched {
            tiff_writers::note(made as usize, rows);
            let first =
                || Bound::from_borrowed_ptr(attached(), args).cast_into::<PyTuple>().ok()?.get_item(0).ok()?.extract::<String>().ok();
            let mode = if PHOTO_CD_PLACE.get() == Some(&N) { Some("RGB".to_owned()) } else { panics::contained(None, first) };
            MODES.note(made as usize, mode);
        }
        made
    }
}

/// What a writer of TIFF is told of its rows; nothing, with an error set, if that is unsound.
///
/// # Safety
/// Attached, with a live object.
unsafe fn told_rows(args: *mut PyObject) -> Option<tiff_writers::Rows> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let args = unsafe { Bound::from_borrowed_ptr(attached(), args) };
    let told = args.cast::<PyTuple>().map_err(PyErr::from).and_then(tiff_writers::Rows::of);
    told.map_err(|error| error.restore(args.py())).ok()
}

unsafe extern "C" fn decoder_set(codec: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { set(codec, args, std::mem::transmute::<*mut (), ffi::PyCFunction>(DECODER_SETS.load(Ordering::Acquire))) }
}

unsafe extern "C" fn encoder_set(codec: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { set(codec, args, std::mem::transmute::<*mut (), ffi::PyCFunction>(ENCODER_SETS.load(Ordering::Acquire))) }
}

/// Gives a decoder or encoder the image, if it is of the mode that it was made for.
///
/// # Safety
/// Attached, with live objects; `original` is the method `setimage` of the codec.
unsafe fn set(codec: *mut PyObject, args: *mut PyObject, original: ffi::PyCFunction) -> *mut PyObject {
    let fits = || {
        let py = attached();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let args = unsafe { Bound::from_borrowed_ptr_or_opt(py, args) };
        let image = args.and_then(|args| args.cast_into::<PyTuple>().ok()?.get_item(0).ok());
        let looked = image.map_or(Ok(()), |image| check(codec as usize, &image));
        looked.map_err(|error| error.restore(py)).is_ok()
    };
    if sandboxed() && !panics::contained(false, fits) {
        return ptr::null_mut();
    }
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { original(codec, args) }
}

fn check(codec: usize, image: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(mode) = MODES.find(codec) else { return Ok(()) };
    // (What is no image the method refuses.)
    if !is_of(&IMAGE, image) {
        return Ok(());
    }
    tiff_writers::check(codec, image)?;
    let found: String = image.getattr("mode")?.extract()?;
    if found == mode {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("an image of mode {found} is none for a decoder or encoder of mode {mode}")))
}
