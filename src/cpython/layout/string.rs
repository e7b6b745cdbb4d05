//! Kind and characters of texts, read without calls. `self_test` compares with the interpreter.
#![allow(unsafe_code, reason = "reads str objects without calls")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyString;

#[cfg(Py_3_14)]
use crate::cpython::layout;

/// Bytes of each character: 1, 2 or 4.
///
/// # Safety
/// `text` is a live `str`.
#[inline(always)]
pub unsafe fn kind(text: *mut PyObject) -> usize {
    #[cfg(not(Py_3_14))]
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    return unsafe { ffi::PyUnicode_KIND(text) as usize };
    #[cfg(Py_3_14)]
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    return unsafe { (state(text) >> 2 & 0b111) as usize };
}

/// The characters of a plain ASCII text; `None` for another, or where the layout is not trusted.
///
/// # Safety
/// `text` is a live object of exactly type `str`.
#[inline(always)]
pub unsafe fn ascii(text: *mut PyObject) -> Option<*mut u8> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        #[cfg(not(Py_3_14))]
        let plain = ffi::PyUnicode_IS_COMPACT_ASCII(text) != 0;
        #[cfg(Py_3_14)]
        let plain = layout::trusted() && state(text) & (COMPACT | ASCII) == COMPACT | ASCII;
        plain.then(|| data(text))
    }
}

/// The characters.
///
/// # Safety
/// `text` is a live object of exactly type `str`.
#[inline(always)]
pub unsafe fn data(text: *mut PyObject) -> *mut u8 {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        #[cfg(not(Py_3_14))]
        return ffi::PyUnicode_DATA(text).cast();
        #[cfg(Py_3_14)]
        {
            if state(text) & COMPACT == 0 {
                return ffi::PyUnicode_DATA(text).cast();
            }
            // Behind the head, which is two words (length and place of a UTF-8 form) longer where that is another.
            let head = std::mem::size_of::<ffi::PyASCIIObject>() + if state(text) & ASCII == 0 { 2 * size_of::<usize>() } else { 0 };
            text.cast::<u8>().add(head)
        }
    }
}

/// The bit field of `PyASCIIObject`: two bits of interning, three of the kind, then these (CPython 3.14 with the global
/// lock, `Include/cpython/unicodeobject.h`); pyo3 does not read it there.
#[cfg(Py_3_14)]
const COMPACT: u32 = 1 << 5;
#[cfg(Py_3_14)]
const ASCII: u32 = 1 << 6;

#[cfg(Py_3_14)]
#[inline(always)]
unsafe fn state(text: *mut PyObject) -> u32 {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*text.cast::<ffi::PyASCIIObject>()).state }
}

/// Compares what is read here with what the API says.
pub fn self_test(py: Python<'_>) -> bool {
    ["", "a", "plain ascii", "caf\u{e9}", "\u{3b1}\u{3b2}", "\u{1f600} and more"].iter().all(|characters| {
        let text = PyString::new(py, characters);
        let p = text.as_ptr();
        // SAFETY: a live exact str.
        unsafe {
            #[cfg(Py_3_14)]
            if (state(p) & ASCII != 0) != characters.is_ascii() || state(p) & COMPACT == 0 {
                return false;
            }
            kind(p) == ffi::PyUnicode_KIND(p) as usize && data(p) == ffi::PyUnicode_DATA(p).cast()
        }
    })
}
