//! PIL's writers of TIFF. libtiff takes rows that are as long as the tags say, out of a buffer for those of the image; and a writer that
//! failed frees what libtiff has freed: it stays.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::budget::compiled_calls;
use crate::cpython::hooks::{table, Method};
use crate::sandbox::memory::told_of::ToldOf;
use crate::session::scope::HostScope;

/// The function that makes them, and the place of its list of tags.
pub const MAKER: &str = "libtiff_encoder";
const TAGS: usize = 5;
const WIDTH: i64 = 256;
const SAMPLES: i64 = 277;

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
    let Some(method) = Method::of(&encoder.getattr("encode")?) else { return Ok(()) };
    compiled_calls::wrap(method, &table::PILLOW_ARGUMENTS, |call, original| {
        let given = original.run();
        let encoder = call.this().filter(|encoder| WRITERS.find(encoder.as_ptr() as usize).is_some());
        if let Some(encoder) = encoder.filter(|_| !given.as_ref().is_ok_and(has_worked)) {
            keep(encoder);
        }
        given
    });
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

/// Whether what `encode` gives (how much, an error's number, bytes) tells of no error.
fn has_worked(given: &Bound<'_, PyAny>) -> bool {
    let number = given.cast::<PyTuple>().ok().and_then(|given| given.get_item(1).ok()?.extract::<i64>().ok());
    number.is_some_and(|number| number >= 0)
}

/// Never frees an encoder, which lets go of its image.
fn keep(encoder: Bound<'_, PyAny>) {
    std::mem::forget(encoder.clone());
    let _own = HostScope::enter();
    let py = encoder.py();
    let error = PyErr::take(py);
    let point = py.import("PIL._imaging").and_then(|module| module.call_method1("new", ("L", (1, 1))));
    // (It keeps the image if there is no memory for another one.)
    drop(point.and_then(|point| encoder.call_method1("setimage", (point, (0, 0, 1, 1)))));
    if let Some(error) = error {
        error.restore(py);
    }
}
