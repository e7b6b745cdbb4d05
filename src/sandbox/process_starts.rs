//! How `multiprocessing` starts processes. The interpreter determines it when it is first needed (from 3.14 on), by making a
//! file where temporary ones lie, which the code may not: joblib needs it even for threads.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use crate::cpython::hooks::newly_loaded;
use crate::session::scope::HostScope;

/// Lets the interpreter determine it as soon as the module is loaded. What the host has chosen, or chooses later, stays.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(cfg!(not(Py_3_14)));
    const DEFAULT: &str = "_default_context";
    let Some(module) = newly_loaded(py, &DONE, "multiprocessing.context", DEFAULT)? else { return Ok(()) };
    let _host = HostScope::enter();
    module.getattr(DEFAULT)?.getattr(DEFAULT).map(drop)
}
