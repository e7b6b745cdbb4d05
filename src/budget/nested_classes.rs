//! `isinstance` and `issubclass` with tuples of tuples of classes: where the same tuple is in several of them, there may be more
//! classes to ask than any run lives, and no code runs meanwhile. What they take is estimated before.
#![allow(unsafe_code, reason = "functions of the interpreter are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rustc_hash::FxHashMap;

use crate::budget::costs;
use crate::cpython::api;
use crate::cpython::hooks::{table, Method};
use crate::cpython::value::{attached, R};
use crate::session::current::with_current;
use crate::session::panics;
use crate::session::scope::sandboxed;

type Row = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, Py_ssize_t) -> *mut PyObject;

static ORIGINALS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Seconds for one class, on a fast machine.
const CLASS: f64 = 4e-9;
/// So many are asked as one operation of the code.
const OPERATION: f64 = 64.0;

/// Wraps both functions, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let builtins = api::module(py, "builtins")?;
    let ours: [Row; 2] = [ask::<0>, ask::<1>];
    for ((name, original), this) in ["isinstance", "issubclass"].into_iter().zip(&ORIGINALS).zip(ours) {
        let function = builtins.getattr(name)?;
        let Some(method) = Method::of(&function).filter(|method| method.convention() == ffi::METH_FASTCALL) else { continue };
        original.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(this as *mut (), &table::NESTED_CLASSES) };
    }
    Ok(())
}

unsafe extern "C" fn ask<const N: usize>(module: *mut PyObject, args: *const *mut PyObject, count: Py_ssize_t) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with so many live objects; the original was stored before.
    unsafe {
        let original: Row = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        if count == 2 && is_nest(*args.add(1)) && sandboxed() && !may_ask(*args.add(1)) {
            return ptr::null_mut();
        }
        original(module, args, count)
    }
}

/// Whether it is a tuple with tuples in it.
///
/// # Safety
/// Attached, with a live object.
#[inline]
unsafe fn is_nest(classes: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says; items of a tuple are live, or null while it is made.
    unsafe {
        ffi::PyTuple_Check(classes) != 0
            && (0..ffi::PyTuple_GET_SIZE(classes)).any(|n| {
                let item = ffi::PyTuple_GET_ITEM(classes, n);
                !item.is_null() && ffi::PyTuple_Check(item) != 0
            })
    }
}

/// Whether there is time for them; the error is set if there is none.
///
/// # Safety
/// Attached, with a live tuple.
#[cold]
unsafe fn may_ask(classes: *mut PyObject) -> bool {
    panics::contained(false, || {
        // SAFETY: as `# Safety` says, which the caller keeps.
        let classes = unsafe { Bound::from_borrowed_ptr(attached(), classes).cast_into_unchecked::<PyTuple>() };
        let asked = leaves(&classes);
        let look = || -> R<()> {
            with_current(|m| {
                costs::check(m, asked * CLASS)?;
                m.charge((asked / OPERATION) as u32)
            })
            .unwrap_or(Ok(()))
        };
        look().is_ok()
    })
}

/// How many classes are asked at most, each tuple counted once however often it is in others.
fn leaves(classes: &Bound<'_, PyTuple>) -> f64 {
    let mut known: FxHashMap<usize, f64> = FxHashMap::default();
    let mut open = vec![classes.clone()];
    while let Some(tuple) = open.last().cloned() {
        let inner: Vec<_> = tuple.iter().filter_map(|item| item.cast_into::<PyTuple>().ok()).collect();
        let unknown: Vec<_> = inner.iter().filter(|item| !known.contains_key(&(item.as_ptr() as usize))).cloned().collect();
        // (No tuple is in itself.)
        if unknown.is_empty() {
            let below: f64 = inner.iter().filter_map(|item| known.get(&(item.as_ptr() as usize))).sum();
            known.insert(tuple.as_ptr() as usize, below + (tuple.len() - inner.len()) as f64 + 1.0);
            open.pop();
        } else {
            open.extend(unknown);
        }
    }
    known.get(&(classes.as_ptr() as usize)).copied().unwrap_or(0.0)
}
