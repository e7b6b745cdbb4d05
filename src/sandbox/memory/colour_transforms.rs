//! Transforms of colours of PIL (`ImageCms`) read and write points as wide as the modes say that they were made for, whatever the images are
//! whose capsules they are given: these have to be of those modes.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::sandbox::memory::image_capsules::image_of;
use crate::sandbox::memory::told_of::ToldOf;

const MODULE: &str = "PIL._imagingcms";
/// Functions that make transforms, and the places of the modes of what they read and write.
const MAKERS: [(&str, [usize; 2]); 2] = [("buildTransform", [2, 3]), ("buildProofTransform", [3, 4])];

/// Modes of transforms, by their addresses.
static MODES: ToldOf<[String; 2]> = ToldOf::new();

/// Wraps the functions, when their module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, MODULE, "CmsTransform")? else { return Ok(()) };
    for (name, places) in MAKERS {
        let Some(method) = Method::of(&module.getattr(name)?) else { continue };
        compiled_calls::wrap(method, &table::PILLOW_ARGUMENTS, move |call, original| {
            let made = original.run()?;
            MODES.note(made.as_ptr() as usize, modes(call, places));
            Ok(made)
        });
    }
    if let Some(method) = Method::of(&module.getattr("CmsTransform")?.getattr("apply")?) {
        compiled_calls::guard(method, &table::PILLOW_ARGUMENTS, check);
    }
    Ok(())
}

fn modes(call: &Call, [read, written]: [usize; 2]) -> Option<[String; 2]> {
    let given = call.places();
    let mode = |place: usize| given.get(place)?.extract::<String>().ok();
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
