//! Data of Python's own plain types through and through: no code of any class runs for it.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use rustc_hash::FxHashSet;

/// Whether the object is made of numbers, texts, bytes, lists, tuples, dicts and sets alone, each exactly of its type.
pub fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    let mut waiting = vec![object.clone()];
    let mut seen = FxHashSet::default();
    while let Some(next) = waiting.pop() {
        if is_simple(&next) || !seen.insert(next.as_ptr() as usize) {
            continue;
        }
        let mut add = |item| {
            if !is_simple(&item) {
                waiting.push(item);
            }
        };
        if let Ok(list) = next.cast_exact::<PyList>() {
            list.iter().for_each(&mut add);
        } else if let Ok(tuple) = next.cast_exact::<PyTuple>() {
            tuple.iter().for_each(&mut add);
        } else if let Ok(dict) = next.cast_exact::<PyDict>() {
            dict.iter().for_each(|(key, value)| {
                add(key);
                add(value);
            });
        } else if let Ok(set) = next.cast_exact::<PySet>() {
            set.iter().for_each(&mut add);
        } else if let Ok(set) = next.cast_exact::<PyFrozenSet>() {
            set.iter().for_each(&mut add);
        } else {
            return false;
        }
    }
    true
}

fn is_simple(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyFloat>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_exact_instance_of::<PyBytes>()
}

#[cfg(test)]
mod tests {
    use super::is_plain;
    use pyo3::prelude::*;

    #[test]
    fn exact_types_alone() {
        Python::attach(|py| {
            let made = |source: &std::ffi::CStr| py.eval(source, None, None).map(|object| is_plain(&object)).ok();
            for plain in
                [c"1", c"[1, 2.5, 'x', None, True, b'']", c"{'a': [1, (2, {3})], 4: frozenset([5])}", c"(lambda x: x.append(x) or x)([1])"]
            {
                assert_eq!(made(plain), Some(true), "{plain:?}");
            }
            for other in [c"object()", c"[1, int]", c"{'a': type('L', (list,), {})()}", c"[bytearray()]", c"{1: {len}}", c"{1: 2}.keys()"] {
                assert_eq!(made(other), Some(false), "{other:?}");
            }
        });
    }
}
