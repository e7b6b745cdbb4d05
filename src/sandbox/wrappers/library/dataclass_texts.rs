//! Annotations in texts (`from __future__ import annotations`), as `dataclasses` looks through them for `ClassVar`, `InitVar`
//! and `KW_ONLY`: by the names of the module that the class says it is of. For classes of the code these are its variables.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{Value, R};
use crate::sandbox::wrappers::packages::pandas_expressions::global;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;

const NAME: &str = "_is_type";

/// Wraps the function of `dataclasses`, when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "dataclasses", NAME)? else { return Ok(()) };
    wrap_attribute(&module, NAME, |original| IsType { original }, &table::FIELD_TYPES)
}

// `dataclasses._is_type`
#[pyclass(frozen, module = "dataclasses", name = "function")]
struct IsType {
    original: Py<PyAny>,
}

#[pymethods]
impl IsType {
    fn __call__<'py>(
        &self,
        annotation: Bound<'py, PyAny>,
        cls: Bound<'py, PyAny>,
        a_module: Bound<'py, PyAny>,
        a_type: Bound<'py, PyAny>,
        is_type_predicate: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let own = |class: &Bound<'_, PyType>| with_run(py, |m| Ok(m.session.check.own.contains(class)));
        if !sandboxed() || !cls.cast::<PyType>().map(own).unwrap_or(Ok(false))? {
            return self.original.bind(py).call1((annotation, cls, a_module, a_type, is_type_predicate));
        }
        let meant = exact_text(&annotation).map(|text| with_run(py, |m| meaning(m, &text.to_string_lossy(), &a_module)));
        match meant.transpose()?.flatten() {
            Some(meant) => is_type_predicate.call1((meant, a_module)),
            None => Ok(false.into_pyobject(py)?.to_owned().into_any()),
        }
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}

/// What the name at the beginning of the text stands for in the code: `ClassVar`, or `typing.ClassVar` of this module.
fn meaning<'py>(m: &RunContext, text: &str, module: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    let (first, rest) = word(text);
    let Some(inner) = rest.trim_start().strip_prefix('.') else { return object(m, py, first) };
    let Some(holder) = object(m, py, first)? else { return Ok(None) };
    let name = |of: &Bound<'_, PyAny>| of.getattr("__name__").ok().and_then(|name| name.extract::<String>().ok());
    if name(&holder).is_none() || name(&holder) != name(module) {
        return Ok(None);
    }
    Ok(module.getattr(word(inner).0).ok())
}

fn object<'py>(m: &RunContext, py: Python<'py>, name: &str) -> R<Option<Bound<'py, PyAny>>> {
    let value: Value = global(m, name);
    if value.is_unset() {
        return Ok(None);
    }
    value.to_bound(py).map(Some)
}

/// The identifier at the beginning, and what follows.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    text.split_at(end)
}
