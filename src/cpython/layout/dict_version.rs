//! Noticing that a dict was changed, without looking through it.
#![allow(unsafe_code, reason = "reads the version field of CPython's dict objects")]

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A number that is never the same again once the dict was changed; `None` where the host has none (a dict that shares an
/// object's attribute storage misses changes).
pub fn of(dict: &Bound<'_, PyDict>) -> Option<u64> {
    let object = dict.as_ptr() as *mut pyo3::ffi::PyDictObject;
    // SAFETY: a live dict object; `Bound<PyDict>` checked its type.
    let shared = unsafe { !(*object).ma_values.is_null() };
    if shared {
        return None;
    }
    #[cfg(not(Py_3_14))]
    {
        // SAFETY: as above.
        #[allow(deprecated, reason = "still kept by all versions below 3.14; the tests watch it")]
        Some(unsafe { (*object).ma_version_tag })
    }
    #[cfg(Py_3_14)]
    watched::changes(dict)
}

/// 3.14 took the dict's own version away. The interpreter calls a watcher before it changes a dict that is watched: one
/// count for all that are.
#[cfg(Py_3_14)]
pub mod watched {
    use std::ffi::c_int;
    use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

    use pyo3::ffi::{PyDict_Watch, PyErr_Clear, PyObject};
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    static CHANGES: AtomicU64 = AtomicU64::new(0);
    /// Negative where there is none.
    static WATCHER: AtomicI32 = AtomicI32::new(-1);

    /// Has the watcher of this number counted from now on: one that calls `changed`.
    pub fn use_watcher(number: c_int) {
        WATCHER.store(number, Ordering::Relaxed);
    }

    /// # Safety
    /// None: it looks at nothing that it is given.
    pub unsafe extern "C" fn changed(_event: c_int, _dict: *mut PyObject, _key: *mut PyObject, _value: *mut PyObject) -> c_int {
        CHANGES.fetch_add(1, Ordering::Relaxed);
        0
    }

    /// How many there were so far; `None` without a watcher, and where watching fails.
    pub fn changes(dict: &Bound<'_, PyDict>) -> Option<u64> {
        let watcher = WATCHER.load(Ordering::Relaxed);
        // SAFETY: ATTACHED; a live dict. Where watching fails, an error is set.
        unsafe {
            if watcher < 0 || PyDict_Watch(watcher, dict.as_ptr()) != 0 {
                PyErr_Clear();
                return None;
            }
        }
        Some(CHANGES.load(Ordering::Relaxed))
    }
}

/// Whether more than `known` references to the dict are held.
pub fn is_shared(dict: &Py<PyDict>, known: isize) -> bool {
    // SAFETY: a live object.
    unsafe { pyo3::ffi::Py_REFCNT(dict.as_ptr()) > known }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_shows() {
        Python::initialize();
        Python::attach(|py| {
            #[cfg(Py_3_14)]
            crate::session::host_mirror::watch_dicts(py);
            let dict = PyDict::new(py);
            dict.set_item("a", 1).unwrap();
            let changes: [(&str, fn(&Bound<'_, PyDict>)); 6] = [
                ("add", |d| d.set_item("b", 2).unwrap()),
                ("replace", |d| d.set_item("b", 3).unwrap()),
                ("delete", |d| d.del_item("b").unwrap()),
                ("update", |d| d.call_method1("update", ([("a", 5)],)).map(drop).unwrap()),
                ("pop", |d| d.call_method1("pop", ("a",)).map(drop).unwrap()),
                ("clear", |d| d.clear()),
            ];
            for (name, change) in changes {
                let before = of(&dict);
                let _ = dict.get_item("a").unwrap();
                assert_eq!(of(&dict), before, "reading is no change");
                change(&dict);
                assert!(before.is_some() && of(&dict) != before, "{name}");
            }
        });
    }
}
