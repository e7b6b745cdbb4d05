//! `inspect.Signature` of a sandboxed function, for `inspect.signature` and the libraries that use it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::cpython::value::{Value, R};
use crate::vm::objects::function::{annotations, Function};

/// The signature with defaults and annotations. Imports `inspect` on first use.
pub fn signature<'py>(function: &Function, py: Python<'py>) -> R<Bound<'py, PyAny>> {
    let inspect = py.import("inspect")?;
    let parameter = inspect.getattr("Parameter")?;
    let annotations = annotations(function, py)?;
    let params = &function.linked.code.params;
    let names = &function.linked.code.slot_names;
    let positional = params.positional as usize;
    let defaults = function.defaults.borrow().to_vec();
    let keyword_defaults = function.keyword_defaults.borrow().to_vec();

    let result = PyList::empty(py);
    let add = |name: &str, kind: &str, default: Option<Bound<'py, PyAny>>| -> R<()> {
        let kwargs = PyDict::new(py);
        if let Some(default) = default {
            kwargs.set_item("default", default)?;
        }
        if let Some(annotation) = annotation(py, &annotations, name)? {
            kwargs.set_item("annotation", annotation)?;
        }
        result.append(parameter.call((name, parameter.getattr(kind)?), Some(&kwargs))?)?;
        Ok(())
    };

    for (i, name) in names.iter().take(positional).enumerate() {
        let kind = if i < params.positional_only as usize { "POSITIONAL_ONLY" } else { "POSITIONAL_OR_KEYWORD" };
        let default = (i + defaults.len()).checked_sub(positional).and_then(|d| defaults.get(d));
        add(name, kind, default.map(|v| v.to_bound(py)).transpose()?)?;
    }
    let after_keyword_only = positional + params.keyword_only as usize;
    if params.star {
        if let Some(name) = names.get(after_keyword_only) {
            add(name, "VAR_POSITIONAL", None)?;
        }
    }
    for name in names.iter().take(after_keyword_only).skip(positional) {
        let mut default = None;
        for (key, value) in &keyword_defaults {
            if key.to_bound(py)?.eq(name)? {
                default = Some(value.to_bound(py)?);
            }
        }
        add(name, "KEYWORD_ONLY", default)?;
    }
    if params.double_star {
        if let Some(name) = names.get(after_keyword_only + params.star as usize) {
            add(name, "VAR_KEYWORD", None)?;
        }
    }
    let kwargs = PyDict::new(py);
    if let Some(returns) = annotation(py, &annotations, "return")? {
        kwargs.set_item("return_annotation", returns)?;
    }
    Ok(inspect.getattr("Signature")?.call((result,), Some(&kwargs))?)
}

fn annotation<'py>(py: Python<'py>, annotations: &Value, name: &str) -> R<Option<Bound<'py, PyAny>>> {
    if annotations.is_unset() || annotations.is_none() {
        return Ok(None);
    }
    match annotations.to_bound(py)?.cast_into::<PyDict>() {
        Ok(dict) => Ok(dict.get_item(name)?),
        Err(_) => Ok(None),
    }
}
