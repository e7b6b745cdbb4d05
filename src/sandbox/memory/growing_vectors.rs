//! Vectors of pandas' tables (`value_count`, `mode`, `unique`, `factorize`): compiled code notes that one has grown before it does, and
//! goes on writing where that failed. It has memory for them until it is done, also in a run that has to end.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::{compiled_calls, memory};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::sandbox::memory::object_arrays::{dtype, holds_references};

const FUNCTIONS: &[&str] = &["mode", "unique_label_indices", "value_count"];
const METHODS: &[&str] = &["factorize", "unique"];

/// Wraps the functions, and the methods of all tables, when pandas is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "pandas._libs.hashtable", "value_count")? else { return Ok(()) };
    for name in FUNCTIONS {
        found.getattr(*name).iter().for_each(guard);
    }
    for name in found.dir()?.iter().filter_map(|name| name.extract::<String>().ok()) {
        if !(name.ends_with("HashTable") || name.ends_with("Factorizer")) {
            continue;
        }
        let Ok(class) = found.getattr(&*name)?.cast_into::<PyType>() else { continue };
        for method in METHODS {
            class.getattr(*method).iter().for_each(guard);
        }
    }
    Ok(())
}

fn guard(function: &Bound<'_, PyAny>) {
    for method in Method::all_of(function) {
        compiled_calls::wrap(method, &table::GROWING_VECTORS, |call, original| {
            // (Objects are asked whether they are equal: what they do is the code's.)
            let first = call.first().and_then(|first| dtype(&first));
            let has_numbers = first.is_some_and(|dtype| holds_references(&dtype).is_ok_and(|holds| !holds));
            let _memory = has_numbers.then(memory::Assured::enter);
            original.run()
        });
    }
}
