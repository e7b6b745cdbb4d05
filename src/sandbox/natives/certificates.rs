//! Files of certificates and keys, which OpenSSL opens by itself: the interpreter is told of them as of others that are opened.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::budget::compiled_calls::{self, Call, Original};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::R;
use crate::session::scope::sandboxed;

/// Arguments by their places that are paths.
const PLACED: usize = 2;
const NAMED: [&str; 4] = ["cafile", "capath", "certfile", "keyfile"];

/// Wraps the methods, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "_ssl", "_SSLContext")? else { return Ok(()) };
    let members = module.getattr("_SSLContext")?.getattr("__dict__")?;
    for name in ["load_cert_chain", "load_verify_locations"] {
        if let Some(method) = Method::of(&members.get_item(name)?) {
            compiled_calls::wrap(method, &table::CERTIFICATES, told);
        }
    }
    Ok(())
}

/// Tells of the files, and calls with paths that are texts: an object could name another one the second time.
fn told<'py>(call: &Call, original: &Original<'_, 'py>) -> R<Bound<'py, PyAny>> {
    if !sandboxed() {
        return original.run();
    }
    let (args, named) = call.arguments()?;
    let opened = |(is_path, value): (bool, Bound<'py, PyAny>)| if is_path && !value.is_none() { path(&value) } else { Ok(value) };
    let placed = args.iter().enumerate().map(|(at, value)| opened((at < PLACED, value))).collect::<PyResult<Vec<_>>>()?;
    if let Some(named) = &named {
        for (name, value) in named.copy()?.iter() {
            let is_path = name.cast::<PyString>().is_ok_and(|name| NAMED.contains(&name.to_string_lossy().as_ref()));
            named.set_item(name, opened((is_path, value))?)?;
        }
    }
    original.with(&PyTuple::new(original.py(), placed)?, named.as_ref())
}

/// The path as a text, of whose opening the interpreter was told.
pub fn path<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    // As a text of the interpreter's own class, whatever class the given one is of.
    let path =
        PyString::new(py, &py.import("os")?.call_method1("fsdecode", (value,))?.cast_into::<PyString>()?.to_string_lossy()).into_any();
    py.import("sys")?.call_method1("audit", ("open", &path, "rb", 0))?;
    Ok(path)
}
