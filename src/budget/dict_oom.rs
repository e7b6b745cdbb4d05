//! Dicts that cannot bear to be refused memory.
//!
//! CPython 3.13.0 counts an entry that `PyDict_SetDefault` did not insert when the larger table is refused, and reads
//! beyond the entries when the dict grows the next time. Where the interpreter has the flaw, the method `setdefault` is
//! exchanged for one without it. For the interpreter's own callers (the table of interned texts, the keys of JSON), what
//! can be a table of texts is granted, and the run ends.
#![allow(unsafe_code, reason = "calls dicts while an allocator fails, and repairs a method of them")]

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::hooks::{allocator, exchange_for_a_moment};

static FLAWED: AtomicBool = AtomicBool::new(false);

/// Bytes of tables that a run gets beyond its limit; as many as the limit if that is more, since no names within it
/// need more. What goes beyond is refused: code could ask for blocks of these sizes for ever.
pub const BEARABLE: i64 = 128 << 20;

/// Bytes before the indices of a table (CPython 3.13, `PyDictKeysObject`).
const HEADER: usize = 32;
/// Bytes of an entry of a table that has texts as its keys alone.
const ENTRY: usize = 16;
const SMALLEST_LOG2: u32 = 3;
const LARGEST_LOG2: u32 = 31;

/// Whether refusing a block of `size` bytes could damage a dict.
pub fn must_be_granted(size: usize) -> bool {
    FLAWED.load(Ordering::Relaxed) && is_table(size)
}

fn is_table(size: usize) -> bool {
    (SMALLEST_LOG2..=LARGEST_LOG2).any(|log2| {
        let slots = 1usize << log2;
        let index = match log2 {
            0..8 => 1,
            8..16 => 2,
            _ => 4,
        };
        HEADER + index * slots + slots * 2 / 3 * ENTRY == size
    })
}

extern "C" fn no_malloc(_ctx: *mut c_void, _size: usize) -> *mut c_void {
    ptr::null_mut()
}

/// Finds out whether the interpreter has the flaw, and repairs what can be: a dict that is full is to take one key more
/// and may not grow.
pub fn probe(py: Python<'_>) -> PyResult<()> {
    const FULL: usize = (1 << 5) * 2 / 3;
    let dict = PyDict::new(py);
    for key in 0..FULL {
        dict.set_item(key, key)?;
    }
    let one_more = FULL.into_pyobject(py)?;
    let domain = ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_MEM;
    let mut table = allocator(domain);
    // SAFETY: ATTACHED, which every call of this allocator is: none but the dict's own call meets the one that fails.
    // The old table is back before anything else can run.
    unsafe {
        let malloc = table.malloc.replace(no_malloc);
        exchange_for_a_moment(domain, table);
        ffi::PyDict_SetDefault(dict.as_ptr(), one_more.as_ptr(), one_more.as_ptr());
        table.malloc = malloc;
        exchange_for_a_moment(domain, table);
        ffi::PyErr_Clear();
    }
    if dict.len() != FULL {
        FLAWED.store(true, Ordering::Relaxed);
        #[cfg(all(Py_3_13, not(Py_3_14)))]
        repaired::install(py)?;
    }
    Ok(())
}

/// `dict.setdefault` without the flaw.
#[cfg(all(Py_3_13, not(Py_3_14)))]
mod repaired {
    use std::sync::OnceLock;

    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    use crate::cpython::hooks::{table, Method};

    static ORIGINAL: OnceLock<ffi::PyCFunctionFast> = OnceLock::new();

    extern "C" {
        fn _PyDict_GetItem_KnownHash(dict: *mut ffi::PyObject, key: *mut ffi::PyObject, hash: ffi::Py_hash_t) -> *mut ffi::PyObject;
        fn _PyDict_SetItem_KnownHash(
            dict: *mut ffi::PyObject,
            key: *mut ffi::PyObject,
            item: *mut ffi::PyObject,
            hash: ffi::Py_hash_t,
        ) -> std::ffi::c_int;
    }

    pub fn install(py: Python<'_>) -> PyResult<()> {
        let Some(method) = Method::of(&py.get_type::<PyDict>().getattr("setdefault")?) else { return Ok(()) };
        if method.convention() == ffi::METH_FASTCALL {
            // SAFETY: ATTACHED; the flags tell the type of the function, which is replaced by one of the same.
            unsafe {
                ORIGINAL.get_or_init(|| std::mem::transmute::<*mut (), ffi::PyCFunctionFast>(method.function()));
                method.exchange(setdefault as ffi::PyCFunctionFast as *mut (), &table::SETDEFAULT);
            }
        }
        Ok(())
    }

    unsafe extern "C" fn setdefault(dict: *mut ffi::PyObject, args: *mut *mut ffi::PyObject, count: ffi::Py_ssize_t) -> *mut ffi::PyObject {
        // SAFETY: called by the interpreter with a dict and `count` arguments.
        unsafe {
            let (key, default) = match (count, ORIGINAL.get()) {
                (1, _) => (*args, ffi::Py_None()),
                (2, _) => (*args, *args.add(1)),
                // It refuses any other number.
                (_, Some(original)) => return original(dict, args, count),
                (_, None) => return std::ptr::null_mut(),
            };
            let hash = ffi::PyObject_Hash(key);
            if hash == -1 {
                return std::ptr::null_mut();
            }
            let found = _PyDict_GetItem_KnownHash(dict, key, hash);
            if found.is_null() {
                let failed = !ffi::PyErr_Occurred().is_null();
                if failed || _PyDict_SetItem_KnownHash(dict, key, default, hash) < 0 {
                    return std::ptr::null_mut();
                }
                return ffi::Py_NewRef(default);
            }
            ffi::Py_NewRef(found)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_table;

    #[test]
    fn sizes_of_tables() {
        // 5, 42 and 87,381 texts.
        for size in [32 + 8 + 5 * 16, 32 + 64 + 42 * 16, 32 + (4 << 17) + 87_381 * 16] {
            assert!(is_table(size), "{size}");
            assert!(!is_table(size + 8), "{size}");
        }
    }
}
