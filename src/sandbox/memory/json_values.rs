//! pandas' writer of JSON: it is given plain values alone (`fastexec.plain_json`).
#![allow(unsafe_code, reason = "a native function of pandas is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::hooks::{newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::session::panics;

static WRITER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
/// Its module, from pandas 3 on and before.
const MODULES: [&str; 2] = ["pandas._libs._ujson", "pandas._libs.json"];
const NAME: &str = "ujson_dumps";

/// Wraps the writer once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    for (done, module) in DONE.iter().zip(MODULES) {
        let Some(module) = newly_loaded(py, done, module, NAME)? else { continue };
        if let Some(method) = Method::of(&module.getattr(NAME)?).filter(|method| method.convention() == VARARGS_KEYWORDS) {
            WRITER.store(method.function(), Ordering::Release);
            // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
            unsafe { method.exchange(write as *mut (), &table::JSON_VALUES) };
        }
    }
    Ok(())
}

unsafe extern "C" fn write(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(WRITER.load(Ordering::Acquire));
        let py = Python::assume_attached();
        let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
        let named = Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>());
        let call = |args: &Bound<'_, PyTuple>, named: &Bound<'_, PyDict>| {
            Bound::from_owned_ptr_or_err(py, original(this, args.as_ptr(), named.as_ptr()))
        };
        panics::contained(ptr::null_mut(), || match written(args, named, call) {
            Ok(text) => text.into_ptr(),
            Err(error) => {
                error.restore(py);
                ptr::null_mut()
            }
        })
    }
}

fn written<'py>(
    args: Bound<'py, PyTuple>,
    named: Option<Bound<'py, PyDict>>,
    write: impl FnOnce(&Bound<'py, PyTuple>, &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let plain = py.import("fastexec.plain_json")?;
    let named = named.unwrap_or_else(|| PyDict::new(py));
    type Prepared<'py> = (Bound<'py, PyTuple>, Bound<'py, PyDict>, i64);
    let (args, named, indent): Prepared<'py> = plain.call_method1("prepared", (args, named))?.extract()?;
    let text = write(&args, &named)?;
    if indent > 0 {
        return plain.call_method1("indented", (text, indent));
    }
    Ok(text)
}
