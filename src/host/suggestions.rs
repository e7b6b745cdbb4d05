//! Names and keys that look like a missing one, as the host's `difflib` finds them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Candidates and characters up to which the search is worth its time (it compares all pairs).
const CANDIDATES: usize = 5_000;
const CHARS: usize = 200;
/// Pairs of characters in all that is compared: some tenths of a second.
const PAIRS: usize = 1_000_000;
/// How alike keys are (0 to 1), as `difflib` has it and the contract's text shows.
const KEYS: f64 = 0.6;
/// How alike names are: many of those that are builtin are so short that three letters would do.
const NAMES: f64 = 0.7;

/// `difflib.get_close_matches(word, candidates, cutoff=alike)`; `None` when there is nothing similar.
fn matches<'py>(word: &Bound<'py, PyString>, candidates: Vec<Bound<'py, PyAny>>, alike: f64) -> Option<Bound<'py, PyList>> {
    let py = word.py();
    if word.len().ok()? > CHARS {
        return None;
    }
    let short = |text: &Bound<'py, PyAny>| text.cast_exact::<PyString>().is_ok_and(|t| t.len().is_ok_and(|n| n <= CHARS));
    let candidates: Vec<_> = candidates.into_iter().filter(short).collect();
    if candidates.is_empty() || candidates.len() > CANDIDATES {
        return None;
    }
    let chars: usize = candidates.iter().filter_map(|candidate| candidate.len().ok()).sum();
    if chars.saturating_mul(word.len().ok()?) > PAIRS {
        return None;
    }
    let find = py.import("difflib").and_then(|difflib| difflib.getattr("get_close_matches")).ok()?;
    let found = find.call1((word, candidates, 3, alike)).ok()?.cast_into::<PyList>().ok()?;
    (!found.is_empty()).then_some(found)
}

/// Similar keys of a mapping that was asked for `index`, when it is a string.
pub fn keys<'py>(value: &Bound<'py, PyAny>, index: &Bound<'py, PyAny>) -> Option<Bound<'py, PyList>> {
    let index = index.cast::<PyString>().ok()?;
    let keys = match value.cast_exact::<PyDict>() {
        Ok(dict) if dict.len() <= CANDIDATES => dict.keys(),
        Ok(_) => return None,
        Err(_) => mapping_keys(value)?,
    };
    matches(index, keys.iter().collect(), KEYS)
}

fn mapping_keys<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyList>> {
    let py = value.py();
    let mapping = py.import("collections.abc").and_then(|abc| abc.getattr("Mapping")).ok()?;
    if !value.is_instance(&mapping).ok()? || value.len().ok()? > CANDIDATES {
        return None;
    }
    let keys = PyList::empty(py);
    for key in value.call_method0("keys").ok()?.try_iter().ok()?.take(CANDIDATES) {
        keys.append(key.ok()?).ok()?;
    }
    Some(keys)
}

/// The most similar of `names`.
pub fn name(py: Python<'_>, word: &str, names: &[String]) -> Option<String> {
    let names = names.iter().map(|name| PyString::new(py, name).into_any()).collect();
    matches(&PyString::new(py, word), names, NAMES)?.get_item(0).ok()?.extract().ok()
}
