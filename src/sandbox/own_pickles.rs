//! Pickles that an installed package reads of a file in its own folder, as babel does its locales.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::cpython::call_stack;

/// Whether the package at work reads one: of the files that its innermost function has open, all lie in its folder.
pub fn allows(py: Python<'_>) -> bool {
    reads_own_file(py).unwrap_or(false)
}

fn reads_own_file(py: Python<'_>) -> PyResult<bool> {
    let (Some(folder), Some(package)) = (call_stack::folder_at_work(py), call_stack::innermost_package(py)) else { return Ok(false) };
    let Some(locals) = call_stack::locals_in_package(py, &package).into_iter().next() else { return Ok(false) };
    let (mut found, reader) = (false, py.import("io")?.getattr("BufferedReader")?);
    for value in locals.call_method0("values")?.try_iter()? {
        let value = value?;
        if !value.get_type().is(&reader) {
            continue;
        }
        let path = value.getattr("raw")?.getattr("name")?.extract::<PathBuf>()?;
        if !(path.is_absolute() && call_stack::resolve(&path).is_some_and(|path| path.starts_with(&folder))) {
            return Ok(false);
        }
        found = true;
    }
    Ok(found)
}
