//! Lists whose items are taken out while they are put in order, as `list.sort` does: who looks meanwhile finds an empty list.
#![allow(unsafe_code, reason = "fields of list objects are exchanged")]

use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The items of a list that is empty meanwhile.
pub struct TakenItems<'py> {
    list: Bound<'py, PyList>,
    items: *mut *mut PyObject,
    count: isize,
    allocated: isize,
}

impl<'py> TakenItems<'py> {
    pub fn of(list: Bound<'py, PyList>) -> TakenItems<'py> {
        // SAFETY: ATTACHED; a live list. By this number of places, which no list has, each change shows later.
        unsafe {
            let object = list.as_ptr().cast::<ffi::PyListObject>();
            let taken = TakenItems { items: (*object).ob_item, count: (*object).ob_base.ob_size, allocated: (*object).allocated, list };
            (*object).ob_item = ptr::null_mut();
            (*object).ob_base.ob_size = 0;
            (*object).allocated = -1;
            taken
        }
    }

    /// Borrowed items; they may be put into another order.
    pub fn items(&mut self) -> &mut [*mut PyObject] {
        if self.items.is_null() {
            return &mut [];
        }
        // SAFETY: the memory that was the list's, with so many items, which is nobody else's meanwhile.
        unsafe { std::slice::from_raw_parts_mut(self.items, self.count.max(0) as usize) }
    }

    /// Gives them back; whether the list was changed meanwhile.
    pub fn put_back(mut self) -> bool {
        self.restore()
    }

    /// (What was put into the list meanwhile goes, which may run code: the list is whole by then.)
    fn restore(&mut self) -> bool {
        if self.allocated == NONE_LEFT {
            return false;
        }
        // SAFETY: as in `of`; items that are put in are the list's own, and so is their memory.
        unsafe {
            let object = self.list.as_ptr().cast::<ffi::PyListObject>();
            let (others, count, changed) = ((*object).ob_item, (*object).ob_base.ob_size, (*object).allocated != -1);
            (*object).ob_item = self.items;
            (*object).ob_base.ob_size = self.count;
            (*object).allocated = self.allocated;
            self.allocated = NONE_LEFT;
            if !others.is_null() {
                for i in (0..count.max(0)).rev() {
                    ffi::Py_DECREF(*others.add(i as usize));
                }
                ffi::PyMem_Free(others.cast());
            }
            changed
        }
    }
}

/// In the place of `allocated`, once the items were given back.
const NONE_LEFT: isize = isize::MIN;

impl Drop for TakenItems<'_> {
    fn drop(&mut self) {
        self.restore();
    }
}
