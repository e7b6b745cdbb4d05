//! The allocators of the interpreter.
#![allow(unsafe_code, reason = "tables of the interpreter's allocators are exchanged")]

use pyo3::ffi::{self, PyMemAllocatorDomain, PyMemAllocatorEx, PyObjectArenaAllocator};
use pyo3::prelude::*;

use crate::cpython::hooks::registry::note;
use crate::cpython::hooks::table::Hook;

const NO_ALLOCATOR: PyMemAllocatorEx =
    PyMemAllocatorEx { ctx: std::ptr::null_mut(), malloc: None, calloc: None, realloc: None, free: None };

/// The allocator of a domain. Callable from any thread of a live interpreter.
pub fn allocator(domain: PyMemAllocatorDomain) -> PyMemAllocatorEx {
    let mut table = NO_ALLOCATOR;
    // SAFETY: the table is filled during the call only.
    unsafe { ffi::PyMem_GetAllocator(domain, &mut table) };
    table
}

/// The allocator of arenas.
pub fn arenas(_py: Python<'_>) -> PyObjectArenaAllocator {
    let mut table = PyObjectArenaAllocator { ctx: std::ptr::null_mut(), alloc: None, free: None };
    // SAFETY: as above.
    unsafe { ffi::PyObject_GetArenaAllocator(&mut table) };
    table
}

/// Exchanges the allocators of raw memory and of arenas for good.
///
/// # Safety
/// The functions are static, and serve the blocks of those before.
pub unsafe fn exchange_allocators(_py: Python<'_>, mut raw: PyMemAllocatorEx, mut arenas: PyObjectArenaAllocator, hook: &'static Hook) {
    // SAFETY: ATTACHED; the table holds what was there before.
    unsafe { ffi::PyMem_SetAllocator(PyMemAllocatorDomain::PYMEM_DOMAIN_RAW, &mut raw) };
    // SAFETY: ATTACHED; the table holds what was there before.
    unsafe { ffi::PyObject_SetArenaAllocator(&mut arenas) };
    note("allocator", "raw memory".to_owned(), 0, hook);
    note("allocator", "arenas".to_owned(), 0, hook);
}

/// Exchanges the allocator of a domain for moments of a run.
///
/// # Safety
/// As above, for each function of the table by itself: any mixture of old and new ones serves the same blocks.
pub unsafe fn exchange_for_a_moment(domain: PyMemAllocatorDomain, mut table: PyMemAllocatorEx) {
    // SAFETY: ATTACHED; the table holds what was there before.
    unsafe { ffi::PyMem_SetAllocator(domain, &mut table) };
}
