//! Strings and the texts of numbers.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use std::ffi::CStr;
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::api::new_list;
use crate::cpython::layout::string;
use crate::cpython::value::{Exc, Value, R};

/// `left + right` of two exact `str`; `left` grows in place when this was its only reference.
pub fn append_text(left: Value, right: &Value) -> R<Value> {
    // SAFETY: ATTACHED; `PyUnicode_Append` takes over the reference in `p` and leaves the result (or null with
    // an exception) there; `right` is held by the caller.
    unsafe {
        let mut p = left.into_raw();
        ffi::PyUnicode_Append(&mut p, right.ptr());
        Value::from_result(p)
    }
}

/// `format(object, spec)`
pub fn format(object: &Bound<'_, PyAny>, spec: &Bound<'_, PyAny>) -> R<Value> {
    // SAFETY: ATTACHED; both live; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyObject_Format(object.as_ptr(), spec.as_ptr())) }
}

/// Whether it is compared and hashed by its characters, as a `str` is, or is no text at all.
pub fn compares_as_text(text: &Bound<'_, PyAny>) -> bool {
    let (class, known) = (text.get_type_ptr(), &raw mut ffi::PyUnicode_Type);
    // SAFETY: ATTACHED; slots of live types are read.
    let slots =
        |class: *mut ffi::PyTypeObject| unsafe { ((*class).tp_hash.map(|f| f as usize), (*class).tp_richcompare.map(|f| f as usize)) };
    class == known || !text.is_instance_of::<PyString>() || slots(class) == slots(known)
}

/// An exact `str` with the characters of a text.
pub fn plain<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; live; a new reference, or null with an error.
    unsafe { Bound::from_owned_ptr_or_err(text.py(), ffi::PyUnicode_FromObject(text.as_ptr())) }
}

/// `ascii(object)`
pub fn ascii<'py>(object: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; live; a new reference or null with an exception.
    unsafe { Bound::from_owned_ptr_or_opt(object.py(), ffi::PyObject_ASCII(object.as_ptr())).ok_or(Exc) }
}

/// The characters of a `str` that is plain ASCII; `None` for any other.
#[inline]
pub fn ascii_text<'a>(text: &'a Borrowed<'_, '_, PyAny>) -> Option<&'a str> {
    // SAFETY: ATTACHED; tested to be an exact compact ASCII `str`, whose characters are its UTF-8 form and
    // lie in the object, which the caller holds.
    unsafe {
        let p = text.as_ptr();
        if ffi::PyUnicode_CheckExact(p) == 0 {
            return None;
        }
        let characters = std::slice::from_raw_parts(string::ascii(p)?, ffi::PyUnicode_GET_LENGTH(p) as usize);
        Some(std::str::from_utf8_unchecked(characters))
    }
}

/// A `str` of this text; at least as quick as the general way where it is plain ASCII.
pub fn new_text(py: Python<'_>, text: &str) -> Value {
    if text.len() > 1 && text.is_ascii() {
        // SAFETY: ATTACHED; a fresh object for so many ASCII characters, which nobody else knows yet.
        unsafe {
            let made = ffi::PyUnicode_New(text.len() as isize, 127);
            if !made.is_null() {
                ptr::copy_nonoverlapping(text.as_ptr(), ffi::PyUnicode_DATA(made).cast(), text.len());
                return Value::from_owned(made);
            }
            ffi::PyErr_Clear();
        }
    }
    Value::string(py, text)
}

/// Appends the digits of `i`.
pub fn push_int(out: &mut String, i: i64) {
    let mut digits = [b'0'; 20];
    let (mut at, mut rest) = (digits.len(), i.unsigned_abs());
    for place in digits.iter_mut().rev() {
        at -= 1;
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if i < 0 {
        out.push('-');
    }
    if let Some(digits) = digits.get(at..) {
        // SAFETY: the bytes are digits.
        out.push_str(unsafe { std::str::from_utf8_unchecked(digits) });
    }
}

/// These `str` objects as one.
pub fn join_texts(py: Python<'_>, texts: Vec<Value>) -> R<Value> {
    let list = new_list(texts)?;
    let empty = PyString::intern(py, "");
    // SAFETY: ATTACHED; both live; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyUnicode_Join(empty.as_ptr(), list.ptr())) }
}

/// `f` with this many decimals, as `format(f, '.nf')` writes it.
pub fn float_fixed(f: f64, decimals: u8) -> Option<String> {
    double_text(f, b'f', decimals.into(), 0)
}

/// `repr` of a float by the interpreter's own conversion; empty without memory.
pub fn float_repr(f: f64) -> String {
    double_text(f, b'r', 0, ffi::Py_DTSF_ADD_DOT_0).unwrap_or_default()
}

fn double_text(f: f64, code: u8, precision: i32, flags: i32) -> Option<String> {
    // SAFETY: ATTACHED; a new C string or null, freed with the allocator it came from.
    unsafe {
        let text = ffi::PyOS_double_to_string(f, code as _, precision, flags, ptr::null_mut());
        if text.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        ffi::PyMem_Free(text.cast());
        Some(copy)
    }
}

/// Makes a text while `object` counts as being shown: containers that hold themselves end so.
pub fn while_shown(object: &Bound<'_, PyAny>, text: impl FnOnce() -> PyResult<String>) -> PyResult<String> {
    // SAFETY: ATTACHED; what was entered is left, and nothing else.
    let entered = unsafe { ffi::Py_ReprEnter(object.as_ptr()) };
    if entered < 0 {
        return Err(PyErr::fetch(object.py()));
    }
    let text = text();
    if entered == 0 {
        // SAFETY: as above; an error on its way is a value here.
        unsafe { ffi::Py_ReprLeave(object.as_ptr()) };
    }
    text
}
