//! Hashing and comparing of builtin containers.
//!
//! Hashing a tuple recurses on the native stack without any check of the interpreter's, and comparing nested
//! containers can take for ever without running any code, so that no limit could end it. The slots of the
//! builtin types are wrapped: the wrapper looks at the stack and, now and then, at the limits of the run.
#![allow(unsafe_code, reason = "slots of the interpreter's types are wrapped")]

use std::cell::Cell;
use std::ptr;
use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::budget::native_stack;
use crate::cpython::hooks::{self, table};
use crate::cpython::value::R;
use crate::session::{current, scope};

/// The slots as they were.
struct Slots {
    tuple_hash: ffi::hashfunc,
    tuple_compare: ffi::richcmpfunc,
    list_compare: ffi::richcmpfunc,
    dict_compare: ffi::richcmpfunc,
}

static SLOTS: OnceLock<Slots> = OnceLock::new();

/// Wraps the slots, once per process.
pub fn install(py: Python<'_>) {
    // SAFETY: ATTACHED; the interpreter's own types live for ever. The functions call those that were there before.
    unsafe {
        let (tuple, list, dict) = (&raw mut ffi::PyTuple_Type, &raw mut ffi::PyList_Type, &raw mut ffi::PyDict_Type);
        let (Some(tuple_hash), Some(tuple_compare), Some(list_compare), Some(dict_compare)) =
            ((*tuple).tp_hash, (*tuple).tp_richcompare, (*list).tp_richcompare, (*dict).tp_richcompare)
        else {
            return;
        };
        if SLOTS.set(Slots { tuple_hash, tuple_compare, list_compare, dict_compare }).is_err() {
            return;
        }
        let (tuple, list, dict) = (py.get_type::<PyTuple>(), py.get_type::<PyList>(), py.get_type::<PyDict>());
        hooks::exchange(&tuple, hooks::HASH, hash as ffi::hashfunc as *mut (), &table::NESTED);
        hooks::exchange(&tuple, hooks::COMPARE, compare_tuples as ffi::richcmpfunc as *mut (), &table::NESTED);
        hooks::exchange(&list, hooks::COMPARE, compare_lists as ffi::richcmpfunc as *mut (), &table::NESTED);
        hooks::exchange(&dict, hooks::COMPARE, compare_dicts as ffi::richcmpfunc as *mut (), &table::NESTED);
    }
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// How often the stack is looked at: the levels between two looks fit into the reserve many times.
const STACK_EVERY: u32 = 64;
const LIMITS_EVERY: u32 = 1 << 14;

/// So many items of a container take as long as a call.
const ITEMS: ffi::Py_ssize_t = 64;

/// Counts a call for a container of so many items; false with an exception set when it must not go on.
#[inline]
fn may_go_on(items: ffi::Py_ssize_t) -> bool {
    let before = CALLS.get();
    let now = before.wrapping_add(1 + (items / ITEMS) as u32);
    CALLS.set(now);
    before / STACK_EVERY == now / STACK_EVERY || look(before, now).is_ok()
}

#[cold]
#[inline(never)]
fn look(before: u32, now: u32) -> R<()> {
    native_stack::check()?;
    // A tool of the host compares as it likes.
    if before / LIMITS_EVERY != now / LIMITS_EVERY && scope::sandboxed() {
        current::with_current(|m| m.charge(0)).unwrap_or(Ok(()))?;
    }
    Ok(())
}

unsafe extern "C" fn hash(object: *mut PyObject) -> ffi::Py_hash_t {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        match SLOTS.get() {
            Some(slots) if may_go_on(ffi::Py_SIZE(object)) => (slots.tuple_hash)(object),
            _ => -1,
        }
    }
}

/// # Safety
/// As for the slot; `a` has so many items.
unsafe fn compare(
    original: impl FnOnce(&Slots) -> ffi::richcmpfunc,
    items: ffi::Py_ssize_t,
    a: *mut PyObject,
    b: *mut PyObject,
    op: i32,
) -> *mut PyObject {
    match SLOTS.get() {
        // SAFETY: as `# Safety` says, which the caller keeps.
        Some(slots) if may_go_on(items) => unsafe { original(slots)(a, b, op) },
        _ => ptr::null_mut(),
    }
}

unsafe extern "C" fn compare_tuples(a: *mut PyObject, b: *mut PyObject, op: i32) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { compare(|s| s.tuple_compare, ffi::Py_SIZE(a), a, b, op) }
}

unsafe extern "C" fn compare_lists(a: *mut PyObject, b: *mut PyObject, op: i32) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { compare(|s| s.list_compare, ffi::Py_SIZE(a), a, b, op) }
}

unsafe extern "C" fn compare_dicts(a: *mut PyObject, b: *mut PyObject, op: i32) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { compare(|s| s.dict_compare, ffi::PyDict_Size(a), a, b, op) }
}
