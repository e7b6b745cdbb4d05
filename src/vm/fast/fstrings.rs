//! Fast arm of f-strings: texts and machine integers are put together in one object.
#![allow(unsafe_code, reason = "writes the characters of a fresh str object")]

use pyo3::ffi;

use crate::cpython::layout::string;
use crate::cpython::value::{Tag, Value};
use crate::vm::machine::register_values::{int, is_text, set, set_owned};

/// Most parts that are joined here.
const PARTS: usize = 16;
/// Digits and sign of an `i64`.
const DIGITS: usize = 20;
/// Longer texts are left to the general way.
const SHORT: usize = 1 << 16;

/// `d` = the texts (ASCII) and integers in `n` registers in a row, which are taken.
#[inline(never)]
pub(crate) unsafe fn join(first: *mut Value, n: usize, d: *mut Value) -> bool {
    // SAFETY: ARMS; the fresh text has room for all parts, as they were measured.
    unsafe {
        if n > PARTS {
            return false;
        }
        let mut total = 0;
        for i in 0..n {
            match length(&*first.add(i)) {
                Some(length) if length < SHORT => total += length,
                _ => return false,
            }
        }
        let made = ffi::PyUnicode_New(total as isize, 127);
        if made.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        if total > 1 {
            // Texts of no or one character are shared objects, which have theirs already.
            let mut end = ffi::PyUnicode_DATA(made) as *mut u8;
            for i in 0..n {
                end = write(&*first.add(i), end);
            }
        } else if total == 1 {
            ffi::Py_DECREF(made);
            return false;
        }
        for i in 0..n {
            set(first.add(i), Tag::Unset, 0);
        }
        set_owned(d, made);
        true
    }
}

/// Characters of a part; `None` for what is neither an ASCII text nor a machine integer.
#[inline(always)]
unsafe fn length(v: &Value) -> Option<usize> {
    // SAFETY: ARMS; the fresh text has room for all parts, as they were measured.
    unsafe {
        if is_text(v) {
            return string::ascii(v.ptr()).map(|_| ffi::PyUnicode_GET_LENGTH(v.ptr()) as usize);
        }
        let i = int(v)?;
        let digits = i.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
        Some(digits + usize::from(i < 0))
    }
}

/// Writes a part that `length` measured; the place behind it.
#[inline(always)]
unsafe fn write(v: &Value, to: *mut u8) -> *mut u8 {
    // SAFETY: ARMS; the fresh text has room for all parts, as they were measured.
    unsafe {
        if is_text(v) {
            let length = ffi::PyUnicode_GET_LENGTH(v.ptr()) as usize;
            std::ptr::copy_nonoverlapping(string::data(v.ptr()), to, length);
            return to.add(length);
        }
        let i = int(v).unwrap_or(0);
        let mut digits = [0u8; DIGITS];
        let (mut at, mut rest) = (DIGITS, i.unsigned_abs());
        loop {
            at -= 1;
            *digits.get_unchecked_mut(at) = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if i < 0 {
            at -= 1;
            *digits.get_unchecked_mut(at) = b'-';
        }
        std::ptr::copy_nonoverlapping(digits.as_ptr().add(at), to, DIGITS - at);
        to.add(DIGITS - at)
    }
}
