//! Object layouts of the interpreter that the fast arms read directly.
//!
//! Public structures come from `pyo3::ffi`. What is read here beyond them is checked once at import by
//! `self_test`; where it fails, `TRUSTED` stays false and the fast arms leave such objects to the API.
#![allow(unsafe_code, reason = "reads list, tuple and int objects without calls")]

pub mod descriptor;
pub mod dict;
pub mod dict_version;
#[cfg(all(Py_3_11, not(Py_3_12)))]
pub mod frame;
pub mod instance;
pub mod list;
pub mod mapped;
#[cfg(not(Py_3_12))]
pub mod recursion;
pub mod string;

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

static TRUSTED: AtomicBool = AtomicBool::new(false);

/// Whether the layouts below were seen to be right in this process.
#[inline(always)]
pub fn trusted() -> bool {
    TRUSTED.load(Ordering::Relaxed)
}

/// `PyLongObject`: size or tag word, then 30-bit digits.
#[repr(C)]
struct IntObject {
    head: PyObject,
    word: isize,
    digit: u32,
}

/// Value of an int object of at most one digit (30 bits).
///
/// # Safety
/// `p` is a live object of exactly type `int`.
#[inline(always)]
pub unsafe fn small_int(p: *mut PyObject) -> Option<i64> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let int = p as *const IntObject;
        let word = (*int).word;
        #[cfg(not(Py_3_12))]
        {
            // The word is the signed number of digits.
            if (word + 1) as usize <= 2 {
                return Some(word as i64 * i64::from((*int).digit));
            }
        }
        #[cfg(Py_3_12)]
        {
            // The low two bits are 1 - sign, then three flag bits, then the number of digits.
            if (word as usize) < (2 << 3) {
                return Some((1 - (word as i64 & 3)) * i64::from((*int).digit));
            }
        }
        None
    }
}

/// Number of the digits (30 bits each) of an int object.
///
/// # Safety
/// `p` is a live object of exactly type `int`.
#[inline(always)]
pub unsafe fn int_digits(p: *mut PyObject) -> usize {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    let word = unsafe { (*(p as *const IntObject)).word };
    #[cfg(not(Py_3_12))]
    return word.unsigned_abs();
    #[cfg(Py_3_12)]
    return word as usize >> 3;
}

/// Writes a number beyond the interpreter's shared small ones into an int object that its one place alone refers
/// to: as if a new object had been put there. False, and nothing is written, when the object is not such a one.
///
/// # Safety
/// `p` is a live object.
#[inline(always)]
pub unsafe fn renew_int(p: *mut PyObject, value: i64) -> bool {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let fits = value > LAST_SHARED && value < 1 << 30;
        if !fits || ffi::Py_TYPE(p) != &raw mut ffi::PyLong_Type || ffi::Py_REFCNT(p) != 1 || small_int(p).is_none() {
            return false;
        }
        let int = p as *mut IntObject;
        (*int).word = ONE_DIGIT;
        (*int).digit = value as u32;
        true
    }
}

/// The largest int of which there is one object only; 3.15 shares more than 256.
const LAST_SHARED: i64 = 1024;

/// The word of a positive int of one digit.
#[cfg(not(Py_3_12))]
const ONE_DIGIT: isize = 1;
#[cfg(Py_3_12)]
const ONE_DIGIT: isize = 1 << 3;

/// As `renew_int`, for float objects; never with NaN.
///
/// # Safety
/// `p` is a live object.
#[inline(always)]
pub unsafe fn renew_float(p: *mut PyObject, value: f64) -> bool {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    if unsafe { ffi::Py_TYPE(p) != &raw mut ffi::PyFloat_Type || ffi::Py_REFCNT(p) != 1 } {
        return false;
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(p as *mut ffi::PyFloatObject)).ob_fval = value };
    true
}

/// Items and length of an exact list.
///
/// # Safety
/// `p` is a live object of exactly type `list`.
#[inline(always)]
pub unsafe fn list_items(p: *mut PyObject) -> (*mut *mut PyObject, usize) {
    let list = p as *mut ffi::PyListObject;
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { ((*list).ob_item, (*list).ob_base.ob_size as usize) }
}

/// Items and length of a tuple.
///
/// # Safety
/// `p` is a live tuple, or an instance of a subclass.
#[inline(always)]
pub unsafe fn tuple_items(p: *mut PyObject) -> (*mut *mut PyObject, usize) {
    let tuple = p as *mut ffi::PyTupleObject;
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { ((*tuple).ob_item.as_mut_ptr(), (*tuple).ob_base.ob_size as usize) }
}

/// Version of a type's attributes; 0 when it has none. Unique over all types, and changed by every change
/// to the type or its bases.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn type_version(t: *mut ffi::PyTypeObject) -> u32 {
    #[cfg(not(Py_3_11))]
    {
        const VALID: std::ffi::c_ulong = 1 << 19;
        // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
        if unsafe { (*t).tp_flags as std::ffi::c_ulong & VALID == 0 } {
            return 0;
        }
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*t).tp_version_tag }
}

/// Whether a change to a class takes its version away, and the next look at it gives another one.
fn versions_are_right(py: Python<'_>) -> PyResult<bool> {
    let class = py.get_type::<pyo3::types::PyType>().call1(("T", (), [("x", 1)].into_py_dict(py)?))?;
    // SAFETY: a live type.
    let version = || unsafe { type_version(class.as_ptr() as *mut ffi::PyTypeObject) };
    class.getattr("x")?;
    let first = version();
    class.setattr("x", 2)?;
    let changed = version();
    class.getattr("x")?;
    Ok(first != 0 && changed == 0 && version() != 0 && version() != first)
}

/// Compares what is read here with what the API says; called once at import. Without it nothing is read.
pub fn self_test(py: Python<'_>) -> PyResult<()> {
    let mut right = true;
    dict::self_test(py)?;
    for n in [0i64, 1, -1, 255, 256, 257, -5, -6, (1 << 30) - 1, 1 - (1 << 30)] {
        let object = n.into_pyobject(py)?;
        // SAFETY: an exact int.
        right &= unsafe { small_int(object.as_ptr()) } == Some(n);
    }
    for n in [1i64 << 30, -(1 << 30), i64::MAX, i64::MIN] {
        let object = n.into_pyobject(py)?;
        // SAFETY: an exact int.
        right &= unsafe { small_int(object.as_ptr()) }.is_none();
    }
    for (n, digits) in [(0i64, 0), (-1, 1), (1 << 30, 2), (-(1 << 59), 2), (1 << 60, 3), (i64::MIN, 3)] {
        // (0 is counted as one digit by some versions.)
        let object = n.into_pyobject(py)?;
        // SAFETY: an exact int.
        right &= unsafe { int_digits(object.as_ptr()) }.max(1) == digits.max(1);
    }
    let (int, float) = (70_000i64.into_pyobject(py)?, 1.5f64.into_pyobject(py)?);
    // SAFETY: live objects, each with one reference, which is here.
    right &= unsafe { renew_int(int.as_ptr(), 80_001) && renew_float(float.as_ptr(), 2.25) };
    right &= int.extract::<i64>()? == 80_001 && float.extract::<f64>()? == 2.25;
    let list = pyo3::types::PyList::new(py, [10, 20, 30])?;
    let tuple = pyo3::types::PyTuple::new(py, [10, 20, 30])?;
    // SAFETY: an exact list and an exact tuple of three items.
    unsafe {
        let (items, n) = list_items(list.as_ptr());
        right &= n == 3 && *items.add(1) == list.get_item(1)?.as_ptr();
        let (items, n) = tuple_items(tuple.as_ptr());
        right &= n == 3 && *items.add(2) == tuple.get_item(2)?.as_ptr();
    }
    #[cfg(all(Py_3_11, not(Py_3_12)))]
    {
        right &= frame::self_test(py)?;
    }
    #[cfg(not(Py_3_12))]
    {
        right &= recursion::self_test();
    }
    right &= mapped::self_test(py)?;
    right &= string::self_test(py) && versions_are_right(py)? && instance::self_test(py)?;
    TRUSTED.store(right, Ordering::Relaxed);
    Ok(())
}
