//! pandas' writer of JSON: it is given plain values alone (`fastexec.plain_json`).

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::budget::compiled_calls::{self, Call, Original};
use crate::cpython::hooks::{newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::cpython::value::R;

/// Its module, from pandas 3 on and before.
const MODULES: [&str; 2] = ["pandas._libs._ujson", "pandas._libs.json"];
const NAME: &str = "ujson_dumps";

/// Wraps the writer once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    for (done, module) in DONE.iter().zip(MODULES) {
        let Some(module) = newly_loaded(py, done, module, NAME)? else { continue };
        if let Some(method) = Method::of(&module.getattr(NAME)?).filter(|method| method.convention() == VARARGS_KEYWORDS) {
            compiled_calls::wrap(method, &table::JSON_VALUES, written);
        }
    }
    Ok(())
}

fn written<'py>(call: &Call, original: &Original<'_, 'py>) -> R<Bound<'py, PyAny>> {
    let py = original.py();
    let plain = py.import("fastexec.plain_json")?;
    let (args, named) = call.arguments()?;
    let named = named.unwrap_or_else(|| PyDict::new(py));
    type Prepared<'py> = (Bound<'py, PyTuple>, Bound<'py, PyDict>, i64);
    let (args, named, indent): Prepared<'py> = plain.call_method1("prepared", (args, named))?.extract()?;
    let text = original.with(&args, Some(&named))?;
    if indent > 0 {
        return Ok(plain.call_method1("indented", (text, indent))?);
    }
    Ok(text)
}
