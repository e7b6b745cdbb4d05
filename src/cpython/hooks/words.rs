//! Words of tables that descriptors lead to.
#![allow(unsafe_code, reason = "tables of the interpreter's types are written")]

use pyo3::prelude::*;

use crate::cpython::hooks::registry::Undo;

/// A word of a table that lives as long as the process.
pub(super) struct WordUndo {
    place: usize,
    from: usize,
    to: usize,
}

impl WordUndo {
    /// # Safety
    /// The word is a function, read and written by attached threads only, for as long as the process lives; either
    /// function may be there.
    pub unsafe fn new(place: *mut *mut (), from: *mut (), to: *mut ()) -> WordUndo {
        WordUndo { place: place as usize, from: from as usize, to: to as usize }
    }

    fn exchange(&self, _py: Python<'_>, from: usize, to: usize) -> bool {
        let place = self.place as *mut usize;
        // SAFETY: as `new` demands.
        unsafe {
            let is_there = *place == from;
            if is_there {
                *place = to;
            }
            is_there
        }
    }
}

impl Undo for WordUndo {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.exchange(py, self.to, self.from))
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.exchange(py, self.from, self.to))
    }
}
