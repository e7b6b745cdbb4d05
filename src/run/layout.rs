//! Object layouts of the interpreter that the fast arms read directly.
//!
//! Public structures come from `pyo3::ffi`. What is read here beyond them is checked once at import by
//! `self_test`; where it fails, `TRUSTED` stays false and the fast arms leave such objects to the API.
#![allow(unsafe_code, reason = "reads list, tuple and int objects without calls")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

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

/// Items and length of an exact list.
///
/// # Safety
/// `p` is a live object of exactly type `list`.
#[inline(always)]
pub unsafe fn list_items(p: *mut PyObject) -> (*mut *mut PyObject, usize) {
    let list = p as *mut ffi::PyListObject;
    ((*list).ob_item, (*list).ob_base.ob_size as usize)
}

/// Items and length of an exact tuple.
///
/// # Safety
/// `p` is a live object of exactly type `tuple`.
#[inline(always)]
pub unsafe fn tuple_items(p: *mut PyObject) -> (*mut *mut PyObject, usize) {
    let tuple = p as *mut ffi::PyTupleObject;
    ((*tuple).ob_item.as_mut_ptr(), (*tuple).ob_base.ob_size as usize)
}

/// Version of a type's attributes; 0 when it has none. Unique over all types, and changed by every change
/// to the type or its bases.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn type_version(t: *mut ffi::PyTypeObject) -> u32 {
    #[cfg(not(Py_3_12))]
    {
        const VALID: std::ffi::c_ulong = 1 << 19;
        if (*t).tp_flags as std::ffi::c_ulong & VALID == 0 {
            return 0;
        }
    }
    (*t).tp_version_tag
}

/// Whether instances of `t` keep attributes inline, with keys shared through the type.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn has_inline_values(t: *mut ffi::PyTypeObject) -> bool {
    const MANAGED_DICT: std::ffi::c_ulong = 1 << 4;
    const INLINE_VALUES: std::ffi::c_ulong = 1 << 2;
    let needed = if cfg!(Py_3_13) {
        MANAGED_DICT | INLINE_VALUES
    } else if cfg!(Py_3_11) {
        MANAGED_DICT
    } else {
        return false;
    };
    (*t).tp_flags as std::ffi::c_ulong & needed == needed
}

/// Whether instances have a dict that `tp_dictoffset` does not tell of.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn has_managed_dict(t: *mut ffi::PyTypeObject) -> bool {
    const MANAGED_DICT: std::ffi::c_ulong = 1 << 4;
    cfg!(Py_3_11) && (*t).tp_flags as std::ffi::c_ulong & MANAGED_DICT != 0
}

/// Inline attribute values of an instance; null when it has a real dict instead.
///
/// # Safety
/// `p` is a live instance of a type with inline values.
#[inline(always)]
pub unsafe fn inline_values(p: *mut PyObject) -> *mut *mut PyObject {
    #[cfg(not(Py_3_11))]
    {
        let _ = p;
        std::ptr::null_mut()
    }
    #[cfg(all(Py_3_11, not(Py_3_12)))]
    {
        *(p as *mut *mut *mut PyObject).sub(4)
    }
    #[cfg(all(Py_3_12, not(Py_3_13)))]
    {
        // Tagged: values with the low bit set, or a dict.
        let word = *(p as *mut usize).sub(3);
        if word & 1 == 1 {
            (word + 1) as *mut *mut PyObject
        } else {
            std::ptr::null_mut()
        }
    }
    #[cfg(Py_3_13)]
    {
        // Capacity, size, embedded, valid; then the values.
        let values = (p as *mut u8).offset((*ffi::Py_TYPE(p)).tp_basicsize);
        if *values.add(3) != 0 {
            values.add(8) as *mut *mut PyObject
        } else {
            std::ptr::null_mut()
        }
    }
}

/// Head of a dict's keys object.
#[repr(C)]
struct KeysObject {
    refcount: isize,
    log2_size: u8,
    log2_index_bytes: u8,
    kind: u8,
    version: u32,
    usable: isize,
    entries: isize,
}

/// Keys shared by the instances of a heap type with inline values; they only ever grow.
///
/// # Safety
/// `t` is a live heap type with inline values.
unsafe fn shared_keys(t: *mut ffi::PyTypeObject) -> *mut KeysObject {
    (*(t as *mut ffi::PyHeapTypeObject)).ht_cached_keys as *mut KeysObject
}

/// Number of shared keys.
///
/// # Safety
/// As for `shared_keys`.
#[inline(always)]
pub unsafe fn shared_key_count(t: *mut ffi::PyTypeObject) -> isize {
    let keys = shared_keys(t);
    if keys.is_null() {
        -1
    } else {
        (*keys).entries
    }
}

/// Index of the interned `name` in the shared keys.
///
/// # Safety
/// As for `shared_keys`.
pub unsafe fn shared_key_index(t: *mut ffi::PyTypeObject, name: *mut PyObject) -> Option<u32> {
    const KEYS_UNICODE: u8 = 1;
    const KEYS_SPLIT: u8 = 2;
    let keys = shared_keys(t);
    if keys.is_null() || !matches!((*keys).kind, KEYS_UNICODE | KEYS_SPLIT) {
        return None;
    }
    let table = (keys as *mut u8).add(std::mem::size_of::<KeysObject>() + (1usize << (*keys).log2_index_bytes));
    let entries = table as *mut [*mut PyObject; 2];
    (0..(*keys).entries).find(|i| (*entries.offset(*i))[0] == name).and_then(|i| u32::try_from(i).ok())
}

/// Offset of the slot that a `__slots__` member descriptor stands for.
///
/// # Safety
/// `descriptor` is a live object.
pub unsafe fn slot_offset(descriptor: *mut PyObject) -> Option<u32> {
    #[repr(C)]
    struct MemberDescriptor {
        head: ffi::PyDescrObject,
        member: *mut ffi::PyMemberDef,
    }
    if ffi::Py_TYPE(descriptor) != &raw mut ffi::PyMemberDescr_Type {
        return None;
    }
    let member = (*(descriptor as *mut MemberDescriptor)).member;
    let plain = (*member).type_code == ffi::Py_T_OBJECT_EX && (*member).flags & ffi::Py_READONLY == 0;
    plain.then_some((*member).offset).and_then(|o| u32::try_from(o).ok())
}

fn inline_values_are_right(py: Python<'_>) -> PyResult<bool> {
    let type_ = py.get_type::<pyo3::types::PyType>();
    let class = type_.call1(("T", pyo3::types::PyTuple::empty(py), pyo3::types::PyDict::new(py)))?;
    let object = class.call0()?;
    let second = pyo3::types::PyString::intern(py, "second");
    object.setattr("first", 1000)?;
    object.setattr(&second, 2000)?;
    // SAFETY: a live instance of a heap type made just now.
    unsafe {
        let t = class.as_ptr() as *mut ffi::PyTypeObject;
        if !has_inline_values(t) {
            return Ok(true);
        }
        let Some(index) = shared_key_index(t, second.as_ptr()) else { return Ok(false) };
        let values = inline_values(object.as_ptr());
        let count = shared_key_count(t);
        Ok(count == 2 && !values.is_null() && *values.add(index as usize) == object.getattr(&second)?.as_ptr())
    }
}

/// Compares what is read here with what the API says; called once at import.
pub fn self_test(py: Python<'_>) -> PyResult<()> {
    let mut right = true;
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
    let list = pyo3::types::PyList::new(py, [10, 20, 30])?;
    let tuple = pyo3::types::PyTuple::new(py, [10, 20, 30])?;
    // SAFETY: an exact list and an exact tuple of three items.
    unsafe {
        let (items, n) = list_items(list.as_ptr());
        right &= n == 3 && *items.add(1) == list.get_item(1)?.as_ptr();
        let (items, n) = tuple_items(tuple.as_ptr());
        right &= n == 3 && *items.add(2) == tuple.get_item(2)?.as_ptr();
    }
    right &= inline_values_are_right(py)?;
    TRUSTED.store(right, Ordering::Relaxed);
    Ok(())
}
