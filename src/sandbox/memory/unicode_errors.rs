//! Texts of `UnicodeError`s: the interpreter reads what stands at their places without a look at whether it is there,
//! and trusts the kind of their object.
#![allow(unsafe_code, reason = "reads the fields of exceptions of C code")]

use std::ptr;

use pyo3::exceptions::{PyTypeError, PyUnicodeDecodeError, PyUnicodeEncodeError, PyUnicodeTranslateError};
use pyo3::ffi::{self, PyObject, PyUnicodeErrorObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::cpython::hooks::{self, table};
use crate::session::panics;

/// Exchanges the three functions, once per process.
pub fn install(py: Python<'_>) {
    let types = [
        (py.get_type::<PyUnicodeEncodeError>(), encode as ffi::reprfunc),
        (py.get_type::<PyUnicodeDecodeError>(), decode as ffi::reprfunc),
        (py.get_type::<PyUnicodeTranslateError>(), translate as ffi::reprfunc),
    ];
    for (class, function) in types {
        // SAFETY: the functions write what the interpreter's own do.
        unsafe { hooks::exchange(&class, hooks::STR, function as *mut (), &table::UNICODE_ERRORS) };
    }
}

unsafe extern "C" fn encode(error: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        text(error, |e| {
            let (reason, encoding) = (e.reason()?, e.encoding()?);
            let (start, end) = e.places();
            let what = characters(&e.object()?, start, end)?;
            e.join(&[&"'", &encoding, &format!("' codec can't encode {what}: "), &reason])
        })
    }
}

unsafe extern "C" fn translate(error: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        text(error, |e| {
            let reason = e.reason()?;
            let (start, end) = e.places();
            let what = characters(&e.object()?, start, end)?;
            e.join(&[&format!("can't translate {what}: "), &reason])
        })
    }
}

unsafe extern "C" fn decode(error: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        text(error, |e| {
            let (reason, encoding) = (e.reason()?, e.encoding()?);
            let (start, end) = e.places();
            let object = e.object()?;
            let bytes = object.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("object attribute must be bytes"))?;
            let what = match single(start, end).and_then(|at| bytes.as_bytes().get(at)) {
                Some(byte) => format!("byte 0x{byte:02x} in position {start}"),
                None => format!("bytes in position {start}-{}", end.wrapping_sub(1)),
            };
            e.join(&[&"'", &encoding, &format!("' codec can't decode {what}: "), &reason])
        })
    }
}

/// # Safety
/// Called by the interpreter with an error of one of the three classes.
unsafe fn text<'py>(error: *mut PyObject, write: impl FnOnce(Error<'py>) -> PyResult<Bound<'py, PyString>>) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let py = unsafe { Python::assume_attached() };
    let e = Error { fields: error.cast(), py };
    let written = || {
        // Made without `__init__`.
        let text = if e.has_object() { write(e) } else { Ok(PyString::new(py, "")) };
        text.map(Bound::into_ptr).unwrap_or_else(|error| {
            error.restore(py);
            ptr::null_mut()
        })
    };
    panics::contained(ptr::null_mut(), written)
}

#[derive(Clone, Copy)]
struct Error<'py> {
    fields: *mut PyUnicodeErrorObject,
    py: Python<'py>,
}

impl<'py> Error<'py> {
    fn has_object(self) -> bool {
        // SAFETY: the error that the interpreter gave; so below.
        unsafe { !(*self.fields).object.is_null() }
    }

    fn object(self) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: as above; the field may be gone by now, since texts run code.
        unsafe { Bound::from_borrowed_ptr_or_opt(self.py, (*self.fields).object) }
            .ok_or_else(|| PyTypeError::new_err("object attribute not set"))
    }

    fn reason(self) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: as above.
        self.written(unsafe { (*self.fields).reason })
    }

    fn encoding(self) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: as above.
        self.written(unsafe { (*self.fields).encoding })
    }

    fn written(self, field: *mut PyObject) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: a field of a live error, borrowed; it gets a reference of its own before its text runs code.
        match unsafe { Bound::from_borrowed_ptr_or_opt(self.py, field) } {
            Some(field) => field.str(),
            None => Ok(PyString::new(self.py, "<NULL>")),
        }
    }

    fn join(self, parts: &[&dyn Part<'py>]) -> PyResult<Bound<'py, PyString>> {
        let parts = PyTuple::new(self.py, parts.iter().map(|part| part.to_text(self.py)))?;
        // SAFETY: ATTACHED; a str and a tuple of them.
        let joined =
            unsafe { Bound::from_owned_ptr_or_err(self.py, ffi::PyUnicode_Join(PyString::new(self.py, "").as_ptr(), parts.as_ptr()))? };
        Ok(joined.cast_into()?)
    }

    /// Start and end, to be read after everything that runs code.
    fn places(self) -> (isize, isize) {
        // SAFETY: as above.
        unsafe { ((*self.fields).start, (*self.fields).end) }
    }
}

/// The one place that `start` and `end` are about.
fn single(start: isize, end: isize) -> Option<usize> {
    usize::try_from(start).ok().filter(|_| start.checked_add(1) == Some(end))
}

/// The characters of which the error tells, as the interpreter writes it.
fn characters(object: &Bound<'_, PyAny>, start: isize, end: isize) -> PyResult<String> {
    let text = object.cast::<PyString>().map_err(|_| PyTypeError::new_err("object attribute must be unicode"))?;
    // SAFETY: ATTACHED; a str, and a place inside of it.
    let code = unsafe {
        let length = ffi::PyUnicode_GetLength(text.as_ptr()).max(0) as usize;
        single(start, end).filter(|at| *at < length).map(|_| ffi::PyUnicode_ReadChar(text.as_ptr(), start))
    };
    Ok(match code {
        Some(code @ 0..=0xff) => format!("character '\\x{code:02x}' in position {start}"),
        Some(code @ 0x100..=0xffff) => format!("character '\\u{code:04x}' in position {start}"),
        Some(code) => format!("character '\\U{code:08x}' in position {start}"),
        None => format!("characters in position {start}-{}", end.wrapping_sub(1)),
    })
}

/// What texts are put together of.
trait Part<'py> {
    fn to_text(&self, py: Python<'py>) -> Bound<'py, PyString>;
}

impl<'py> Part<'py> for Bound<'py, PyString> {
    fn to_text(&self, _py: Python<'py>) -> Bound<'py, PyString> {
        self.clone()
    }
}

impl<'py> Part<'py> for String {
    fn to_text(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self)
    }
}

impl<'py> Part<'py> for &str {
    fn to_text(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self)
    }
}
