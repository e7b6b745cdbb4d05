//! Noticing that a dict was changed, without looking through it.
#![allow(unsafe_code, reason = "reads the version field of CPython's dict objects")]

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A number that is never the same again once the dict was changed; `None` where the host has none
/// (3.14 took the field away, and a dict that shares an object's attribute storage misses changes).
pub fn of(dict: &Bound<'_, PyDict>) -> Option<u64> {
    #[cfg(not(Py_3_14))]
    {
        let object = dict.as_ptr() as *mut pyo3::ffi::PyDictObject;
        // SAFETY: a live dict object; `Bound<PyDict>` checked its type.
        #[allow(deprecated, reason = "still kept by all versions below 3.14; the tests watch it")]
        let (version, shared) = unsafe { ((*object).ma_version_tag, !(*object).ma_values.is_null()) };
        (!shared).then_some(version)
    }
    #[cfg(Py_3_14)]
    {
        let _ = dict;
        None
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
                assert!(of(&dict) != before || before.is_none(), "{name}");
            }
        });
    }
}
