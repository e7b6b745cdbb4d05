//! The interpreter's collector of garbage, which runs finalisers in the middle of anything that allocates.
#![allow(unsafe_code, reason = "switches of the collector")]

use pyo3::ffi;
use pyo3::prelude::*;

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
