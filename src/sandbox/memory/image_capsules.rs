//! Images that PIL's compiled functions are given by capsules (`PIL._imagingmath`, `PIL._imagingmorph`). They read and write all of them as
//! far as the first one goes, and arithmetic does so by four bytes a point; the Python code in front of them believes what objects say of themselves.
#![allow(unsafe_code, reason = "capsules are looked into")]

use std::ffi::CStr;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::sandbox::memory::pillow_arguments::is_image;

/// (module, functions, whether they compute with numbers of four bytes)
const MODULES: [(&str, &[&str], bool); 2] =
    [("PIL._imagingmath", &["unop", "binop"], true), ("PIL._imagingmorph", &["apply", "match", "get_on_pixels"], false)];

/// Operations that the processor refuses for the least number and -1.
const QUOTIENTS: [&str; 2] = ["div_I", "mod_I"];

/// The name of capsules with images.
const CAPSULE: &CStr = c"Pillow Imaging";

/// Wraps the functions, when their modules are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, (module, functions, computes)) in DONE.iter().zip(MODULES) {
        let Some(last) = functions.last() else { continue };
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        for method in functions.iter().filter_map(|name| Method::of(&found.getattr(*name).ok()?)) {
            compiled_calls::guard(method, &table::PILLOW_ARGUMENTS, move |call| check(call, computes));
        }
    }
    Ok(())
}

/// (What is no image the functions refuse.)
fn check(call: &Call, computes: bool) -> PyResult<()> {
    let given = call.places();
    let images: Vec<Bound<'_, PyAny>> = given.iter().filter_map(image_of).collect();
    let Some((first, others)) = images.split_first() else { return Ok(()) };
    let size = first.getattr("size")?;
    for other in others {
        if !other.getattr("size")?.eq(&size)? {
            return Err(PyValueError::new_err("images do not match"));
        }
    }
    if !computes {
        return Ok(());
    }
    for image in &images {
        let mode: String = image.getattr("mode")?.extract()?;
        if mode != "I" && mode != "F" {
            return Err(PyValueError::new_err(format!(
                "numbers of an image of mode {mode} are not computed with: image.convert(\"I\") makes one"
            )));
        }
    }
    let (Some(module), Some(operation), [_, above, below]) = (call.this(), given.first(), images.as_slice()) else { return Ok(()) };
    if QUOTIENTS.iter().any(|name| module.getattr(*name).is_ok_and(|known| known.is(operation))) {
        module.py().import("fastexec.image_numbers")?.call_method1("check_quotient", (above, below))?;
    }
    Ok(())
}

/// The image that a capsule shows: it holds the object that it was asked of.
pub fn image_of<'py>(given: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED, with a live object. The context of such a capsule of PIL is null, or an object that the capsule holds.
    let image = unsafe {
        if ffi::PyCapsule_IsValid(given.as_ptr(), CAPSULE.as_ptr()) == 0 {
            return None;
        }
        Bound::from_borrowed_ptr_or_opt(given.py(), ffi::PyCapsule_GetContext(given.as_ptr()).cast())
    };
    image.filter(is_image)
}
