//! `compress` of the compressors of `lzma` and `bz2`: hundreds of megabytes take minutes, and nothing interrupts that. What is long is
//! compressed piece by piece (`fastexec/searches.py`), which gives the same.
#![allow(unsafe_code, reason = "methods of the interpreter's types are wrapped")]

use std::ptr;
use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

/// Bytes between two looks at the limits, as `fastexec.searches.COMPRESSED` has it.
const PIECE: isize = 1 << 20;

static METHODS: Originals = Originals::new();
static ONES: [ffi::PyCFunction; MOST] = trampolines!(compress);

/// Wraps the methods of modules that were loaded since the last time.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    for (done, (module, class)) in DONE.iter().zip([("_lzma", "LZMACompressor"), ("_bz2", "BZ2Compressor")]) {
        let Some(module) = newly_loaded(py, done, module, class)? else { continue };
        let Some(method) = Method::of(&module.getattr(class)?.getattr("compress")?) else { continue };
        if method.convention() != ffi::METH_O {
            continue;
        }
        if let Some(this) = METHODS.keep(method.function()).and_then(|number| ONES.get(number)) {
            // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
            unsafe { method.exchange(*this as *mut (), &table::LONG_COMPRESSIONS) };
        }
    }
    Ok(())
}

unsafe extern "C" fn compress<const N: usize>(compressor: *mut PyObject, data: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was kept before, for the same arguments.
    unsafe {
        if sandboxed() && is_long(data) {
            return in_pieces(compressor, data);
        }
        let original: ffi::PyCFunction = std::mem::transmute(METHODS.get::<N>());
        original(compressor, data)
    }
}

/// # Safety
/// Attached, with a live object.
unsafe fn is_long(data: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps; the types tell what is asked for its length.
    unsafe { (ffi::PyBytes_Check(data) != 0 || ffi::PyByteArray_Check(data) != 0) && ffi::Py_SIZE(data) > PIECE }
}

/// # Safety
/// Attached, with live objects.
unsafe fn in_pieces(compressor: *mut PyObject, data: *mut PyObject) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || {
        let py = attached();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let given = unsafe { (Bound::from_borrowed_ptr(py, compressor), Bound::from_borrowed_ptr(py, data)) };
        let searches = {
            let _own = HostScope::enter();
            py.import("fastexec.searches")
        };
        let compressed = searches.and_then(|searches| searches.call_method1("compressed", given));
        compressed.map_or_else(
            |error| {
                error.restore(py);
                ptr::null_mut()
            },
            Bound::into_ptr,
        )
    })
}
