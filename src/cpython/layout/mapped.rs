//! `map` and `filter` objects: what they call, and where their items come from.
#![allow(unsafe_code, reason = "reads objects of the interpreter without calls")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// `mapobject`, as far as it is the same in all versions; the first is a tuple.
#[repr(C)]
struct Map {
    head: PyObject,
    iterators: *mut PyObject,
    function: *mut PyObject,
}

/// `filterobject`
#[repr(C)]
struct Filter {
    head: PyObject,
    function: *mut PyObject,
    iterator: *mut PyObject,
}

/// What it calls and the one iterator that it asks, borrowed, and whether it leaves items out; `None` where it is neither, or asks several.
///
/// # Safety
/// ATTACHED; `p` is a live object.
pub unsafe fn parts(p: *mut PyObject) -> Option<(*mut PyObject, *mut PyObject, bool)> {
    // SAFETY: as the caller promises; `self_test` found the layouts as they are declared. (What the collector took apart holds nothing.)
    unsafe {
        let class = ffi::Py_TYPE(p);
        let (function, iterator, filters) = if class == &raw mut ffi::PyMap_Type {
            let Map { iterators, function, .. } = &*(p as *const Map);
            if iterators.is_null() {
                return None;
            }
            if ffi::PyTuple_Size(*iterators) != 1 {
                return None;
            }
            (*function, ffi::PyTuple_GET_ITEM(*iterators, 0), false)
        } else if class == &raw mut ffi::PyFilter_Type {
            let Filter { function, iterator, .. } = &*(p as *const Filter);
            (*function, *iterator, true)
        } else {
            return None;
        };
        (!function.is_null() && !iterator.is_null()).then_some((function, iterator, filters))
    }
}

/// Compares what is read here with what the objects tell for pickles.
pub fn self_test(py: Python<'_>) -> PyResult<bool> {
    let builtins = py.import("builtins")?;
    let length = builtins.getattr("len")?;
    let mut right = true;
    for (name, filters) in [("map", false), ("filter", true)] {
        let made = builtins.getattr(name)?.call1((&length, PyTuple::new(py, ["a"])?))?;
        let (_, told): (Bound<'_, PyAny>, (Bound<'_, PyAny>, Bound<'_, PyAny>)) = made.call_method0("__reduce__")?.extract()?;
        // SAFETY: a live object.
        right &= unsafe { parts(made.as_ptr()) } == Some((told.0.as_ptr(), told.1.as_ptr(), filters));
    }
    let other = PyDict::new(py);
    // SAFETY: a live object.
    Ok(right && unsafe { parts(other.as_ptr()) }.is_none())
}
