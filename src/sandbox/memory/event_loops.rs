//! Event loops of futures and tasks: C code calls them in the middle of its work, and goes on with callbacks that the loop may
//! have taken away.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::compiled_calls::{self, Call, CallSlot};
use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::value::attached;

/// Wraps how futures and tasks are made, when the module is loaded. (The code derives no class from those of loops.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(events) = newly_loaded(py, &DONE, "asyncio.events", "AbstractEventLoop")? else { return Ok(()) };
    let Ok(native) = py.import("_asyncio") else { return Ok(()) };
    let base = events.getattr("AbstractEventLoop")?.cast_into::<PyType>()?.unbind();
    for name in ["Future", "Task"] {
        let base = base.clone_ref(py);
        compiled_calls::guard_slot(native.getattr(name)?.cast()?, CallSlot::Init, &table::EVENT_LOOPS, move |call| {
            check(call, base.bind(attached()))
        });
    }
    Ok(())
}

fn check(call: &Call, base: &Bound<'_, PyType>) -> PyResult<()> {
    match call.named("loop").filter(|given| !given.is_none()) {
        Some(given) if !given.get_type().is_subclass(base)? => Err(PyTypeError::new_err("an event loop of asyncio is required")),
        _ => Ok(()),
    }
}
