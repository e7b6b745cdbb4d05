//! PIL's writers of TIFF. libtiff takes rows that are as long as the tags say, out of a buffer for those of the image; and a writer that
//! failed frees what libtiff has freed: it stays.
#![allow(unsafe_code, reason = "a method of PIL's encoders is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::cpython::hooks::{table, Method};
use crate::cpython::value::attached;
use crate::sandbox::memory::told_of::ToldOf;
use crate::session::panics;
use crate::session::scope::HostScope;

/// The function that makes them, and the place of its list of tags.
pub const MAKER: &str = "libtiff_encoder";
const TAGS: usize = 5;
const WIDTH: i64 = 256;
const SAMPLES: i64 = 277;

static ENCODE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// What the tags say of rows, of writers that code made, by their addresses.
static WRITERS: ToldOf<Rows> = ToldOf::new();

/// What tags say of the rows.
#[derive(Clone, Copy, Default)]
pub struct Rows {
    width: Option<i64>,
    samples: Option<i64>,
}

impl Rows {
    /// Those of the arguments of `libtiff_encoder`. (What is missing it asks for.)
    pub fn of(args: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut rows = Rows::default();
        let Some(tags) = args.get_item(TAGS).ok().and_then(|tags| tags.cast_into_exact::<PyList>().ok()) else { return Ok(rows) };
        for tag in tags {
            let (tag, value) = tag.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let Ok(tag) = tag.cast::<PyInt>() else { return Err(PyTypeError::new_err("numbers of tags are ints")) };
            let told = match tag.extract::<i64>() {
                Ok(WIDTH) => &mut rows.width,
                Ok(SAMPLES) => &mut rows.samples,
                _ => continue,
            };
            let number = value.cast::<PyInt>().map_err(|_| PyTypeError::new_err(format!("tag {tag} of a TIFF is an int")))?.extract()?;
            if told.replace(number).is_some_and(|other| other != number) {
                return Err(PyValueError::new_err(format!("tag {tag} of a TIFF is there twice")));
            }
        }
        Ok(rows)
    }

    fn check(self, image: &Bound<'_, PyAny>) -> PyResult<()> {
        let (width, _) = image.getattr("size")?.extract::<(i64, i64)>()?;
        let bands: i64 = image.getattr("bands")?.extract()?;
        for (told, found, name) in [(self.width, width, "ImageWidth (256)"), (self.samples, bands, "SamplesPerPixel (277)")] {
            if let Some(told) = told.filter(|told| *told != found) {
                return Err(PyValueError::new_err(format!("the tag {name} says {told}, and the image has {found}: leave the tag out")));
            }
        }
        Ok(())
    }
}

/// Wraps the method of encoders that encodes.
pub fn guard(encoder: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(method) = Method::of(&encoder.getattr("encode")?).filter(|method| method.convention() == ffi::METH_VARARGS) else {
        return Ok(());
    };
    ENCODE.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(encode as ffi::PyCFunction as *mut (), &table::PILLOW_ARGUMENTS) };
    Ok(())
}

/// Keeps what a writer of the code was told; nothing of what is no writer of TIFF.
pub fn note(address: usize, rows: Option<Rows>) {
    WRITERS.note(address, rows);
}

/// Whether an image has the rows that its writer, if it is one of TIFF, was told of.
pub fn check(address: usize, image: &Bound<'_, PyAny>) -> PyResult<()> {
    WRITERS.find(address).map_or(Ok(()), |rows| rows.check(image))
}

unsafe extern "C" fn encode(encoder: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(ENCODE.load(Ordering::Acquire));
        let given = original(encoder, args);
        if WRITERS.find(encoder as usize).is_some() && !panics::contained(false, || has_worked(given)) {
            keep(encoder);
        }
        given
    }
}

/// Whether what `encode` gives (how much, an error's number, bytes) tells of no error.
///
/// # Safety
/// Attached; a live object or null.
unsafe fn has_worked(given: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let given = unsafe { Bound::from_borrowed_ptr_or_opt(attached(), given) };
    let number = given.and_then(|given| given.cast_into::<PyTuple>().ok()?.get_item(1).ok()?.extract::<i64>().ok());
    number.is_some_and(|number| number >= 0)
}

/// Never frees an encoder, which lets go of its image.
///
/// # Safety
/// Attached, with an encoder of PIL.
unsafe fn keep(encoder: *mut PyObject) {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let encoder = unsafe {
        ffi::Py_INCREF(encoder);
        Bound::from_borrowed_ptr(attached(), encoder)
    };
    let lets_go = || {
        let _own = HostScope::enter();
        let py = encoder.py();
        let error = PyErr::take(py);
        let point = py.import("PIL._imaging").and_then(|module| module.call_method1("new", ("L", (1, 1))));
        // (It keeps the image if there is no memory for another one.)
        drop(point.and_then(|point| encoder.call_method1("setimage", (point, (0, 0, 1, 1)))));
        if let Some(error) = error {
            error.restore(py);
        }
    };
    panics::contained((), lets_go);
}
