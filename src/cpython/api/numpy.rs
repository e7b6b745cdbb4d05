//! numpy's table of C functions, which it offers to extensions. (numpy is not linked.)
#![allow(unsafe_code, reason = "numpy's table of C functions")]

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::cpython::api;

/// Where the table has the function that tells the version of the table.
const FEATURE_VERSION: usize = 211;
/// The version of numpy 2.0.
pub const NUMPY_2: u32 = 0x12;

/// The compiled part of numpy, if it is loaded.
pub fn core_module(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    let modules = api::loaded_modules(py)?;
    modules.get_item(pyo3::intern!(py, "numpy")).ok()??;
    let core = ["numpy._core._multiarray_umath", "numpy.core._multiarray_umath"];
    core.iter().find_map(|name| modules.get_item(name).ok().flatten())
}

/// The version of the table.
pub fn version(py: Python<'_>) -> Option<u32> {
    let functions = functions(py)?;
    // SAFETY: all versions have this function, of this type.
    unsafe {
        let version: unsafe extern "C" fn() -> u32 = std::mem::transmute(*functions.add(FEATURE_VERSION));
        Some(version())
    }
}

/// The function at a place of the table, if the loaded numpy has versions from `since` on, where the place exists.
pub fn function(py: Python<'_>, place: usize, since: u32) -> Option<*mut ()> {
    if version(py)? < since {
        return None;
    }
    // SAFETY: the table of this version has the place.
    Some(unsafe { *functions(py)?.add(place) })
}

fn functions(py: Python<'_>) -> Option<*const *mut ()> {
    let table = core_module(py)?.getattr("_ARRAY_API").ok()?;
    let table = table.cast::<PyCapsule>().ok()?;
    // SAFETY: ATTACHED; a capsule without a name, whose pointer is asked for.
    let functions = unsafe { ffi::PyCapsule_GetPointer(table.as_ptr(), ptr::null()) } as *const *mut ();
    if functions.is_null() {
        drop(PyErr::take(py));
        return None;
    }
    Some(functions)
}
