//! Transforms of colours of PIL (`ImageCms`) read and write points as wide as the modes say that they were made for, whatever the images are
//! whose capsules they are given: these have to be of those modes.
#![allow(unsafe_code, reason = "compiled functions of PIL are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::attached;
use crate::sandbox::memory::image_capsules::image_of;
use crate::sandbox::memory::told_of::ToldOf;
use crate::session::panics;

const MODULE: &str = "PIL._imagingcms";
/// Functions that make transforms, and the places of the modes of what they read and write.
const MAKERS: [(&str, [usize; 2]); 2] = [("buildTransform", [2, 3]), ("buildProofTransform", [3, 4])];

static MAKE: [AtomicPtr<()>; MAKERS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; MAKERS.len()];

/// Modes of transforms, by their addresses.
static MODES: ToldOf<[String; 2]> = ToldOf::new();

/// Wraps the functions, when their module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, MODULE, "CmsTransform")? else { return Ok(()) };
    let ours: [ffi::PyCFunction; MAKERS.len()] = [make::<0>, make::<1>];
    for (((name, _), this), original) in MAKERS.iter().zip(ours).zip(&MAKE) {
        let Some(method) = Method::of(&module.getattr(*name)?).filter(|method| method.convention() == ffi::METH_VARARGS) else { continue };
        original.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(this as *mut (), &table::PILLOW_ARGUMENTS) };
    }
    if let Some(method) = Method::of(&module.getattr("CmsTransform")?.getattr("apply")?) {
        compiled_calls::guard(method, &table::PILLOW_ARGUMENTS, check);
    }
    Ok(())
}

unsafe extern "C" fn make<const N: usize>(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(MAKE[N].load(Ordering::Acquire));
        let made = original(module, args);
        if !made.is_null() && !args.is_null() {
            let told = || modes(&Bound::from_borrowed_ptr(attached(), args), MAKERS[N].1);
            MODES.note(made as usize, panics::contained(None, told));
        }
        made
    }
}

fn modes(args: &Bound<'_, PyAny>, places: [usize; 2]) -> Option<[String; 2]> {
    let args = args.cast::<PyTuple>().ok()?;
    let mode = |place| args.get_item(place).ok()?.extract::<String>().ok();
    let [read, written] = places;
    Some([mode(read)?, mode(written)?])
}

fn check(call: &Call) -> PyResult<()> {
    let Some(told) = call.this().and_then(|transform| MODES.find(transform.as_ptr() as usize)) else { return Ok(()) };
    for (given, mode) in call.places().iter().zip(told) {
        // (What is no image the method refuses.)
        let Some(image) = image_of(given) else { continue };
        let found: String = image.getattr("mode")?.extract()?;
        if found != mode {
            return Err(PyValueError::new_err(format!("mode mismatch: an image of mode {found} where the transform has {mode}")));
        }
    }
    Ok(())
}
