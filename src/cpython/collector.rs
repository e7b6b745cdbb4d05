//! The interpreter's collector of garbage, which runs finalisers in the middle of anything that allocates.
#![allow(unsafe_code, reason = "switches of the collector")]

use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;

/// `gc.collect`
static COLLECT: OnceLock<Py<PyAny>> = OnceLock::new();

/// Finds what `collect_young` calls; once, while the host's code runs.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    let function = py.import("gc")?.getattr("collect")?.unbind();
    COLLECT.get_or_init(|| function);
    Ok(())
}

/// Collects what is not old: most garbage is young, and there is little to look at. Where the host has switched the collector off,
/// this does nothing.
pub fn collect_young(py: Python<'_>) {
    // SAFETY: ATTACHED; so below.
    let is_on = unsafe { ffi::PyGC_IsEnabled() } != 0;
    if let Some(collect) = COLLECT.get().filter(|_| is_on) {
        // (What finalisers raise is told elsewhere.)
        drop(collect.call1(py, (1,)));
    }
}

/// The same of everything. Where code may run: finalisers do.
pub fn collect_all(_py: Python<'_>) {
    // SAFETY: as above.
    unsafe { ffi::PyGC_Collect() };
}

/// While it lives, the collector does not run.
pub struct CollectorHeld(bool);

impl CollectorHeld {
    pub fn new(_py: Python<'_>) -> CollectorHeld {
        // SAFETY: ATTACHED; so below.
        CollectorHeld(unsafe { ffi::PyGC_Disable() } != 0)
    }
}

impl Drop for CollectorHeld {
    fn drop(&mut self) {
        if self.0 {
            // SAFETY: as above.
            unsafe { ffi::PyGC_Enable() };
        }
    }
}
