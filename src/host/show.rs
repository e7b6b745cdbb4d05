//! Objects of the code as text for error messages, bounded before anything is built.

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType, PyTypeMethods};

use crate::front::messages::print_log::truncate_str;

/// Characters of one object in a message.
const MOST_CHARS: usize = 50_000;
/// Estimated characters up to which an object's own text is taken as it is.
const EXACT_BELOW: usize = 200_000;
/// In what is too large for that: items per container, characters per string, levels.
const ITEMS: usize = 20;
const STRING: usize = 200;
const LEVELS: usize = 6;
/// Allowance for an object that we do not look into.
const OPAQUE: usize = 50;

/// `str(object)`, shortened when large. Never fails: an object that cannot show itself is named.
pub fn text(object: &Bound<'_, PyAny>) -> String {
    if weigh(object) > EXACT_BELOW {
        return truncate_str(&outline(object, LEVELS), MOST_CHARS);
    }
    let shown = object.str();
    shown.map_or_else(|_| unprintable(object), |text| truncate_str(&readable(&text), MOST_CHARS))
}

/// `repr(object)`, shortened when large: for what the host sees of a result. Never fails.
#[pyfunction]
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    if weigh(object) > EXACT_BELOW {
        return truncate_str(&outline(object, LEVELS - 1), MOST_CHARS);
    }
    let shown = object.repr();
    shown.map_or_else(|_| unprintable(object), |text| truncate_str(&readable(&text), MOST_CHARS))
}

/// `str(error)`, shortened when large.
pub fn message(error: &Bound<'_, PyAny>) -> String {
    let Some(args) = arguments(error) else { return text(error) };
    if weigh(args.as_any()) <= EXACT_BELOW {
        return text(error);
    }
    let shown = if args.len() == 1 { args.get_item(0).map(|only| outline(&only, LEVELS)) } else { Ok(outline(args.as_any(), LEVELS)) };
    truncate_str(&shown.unwrap_or_else(|_| unprintable(error)), MOST_CHARS)
}

/// `type(object).__name__`.
pub fn type_name(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name().map(|name| readable(&name));
    truncate_str(&name.unwrap_or_else(|_| "object".to_owned()), STRING)
}

/// The string with lone surrogates written as escapes.
pub fn readable(text: &Bound<'_, PyString>) -> String {
    if let Ok(plain) = text.to_str() {
        return plain.to_owned();
    }
    let bytes = text.call_method1("encode", ("utf-8", "backslashreplace"));
    let bytes = bytes.and_then(|bytes| Ok(bytes.cast_into::<PyBytes>()?));
    bytes.map_or_else(|_| text.to_string_lossy().into_owned(), |b| String::from_utf8_lossy(b.as_bytes()).into_owned())
}

fn unprintable(object: &Bound<'_, PyAny>) -> String {
    format!("<{} object>", type_name(object))
}

/// `args` as the exception itself has them, whatever its class says.
fn arguments<'py>(error: &Bound<'py, PyAny>) -> Option<Bound<'py, PyTuple>> {
    let own = error.py().get_type::<PyBaseException>().getattr("args").ok()?;
    own.call_method1("__get__", (error,)).ok()?.cast_into::<PyTuple>().ok()
}

/// Estimate of the characters of an object's text; stops counting beyond what matters. Looks into plain
/// containers only, so that nothing of the code runs.
fn weigh(object: &Bound<'_, PyAny>) -> usize {
    let mut total = 0_usize;
    let mut pending = vec![object.clone()];
    while let Some(object) = pending.pop() {
        total = total.saturating_add(own_weight(&object));
        // Counted before the items are gathered: a list of millions need not be copied.
        total = total.saturating_add(length(&object).unwrap_or(0).saturating_mul(2));
        if total > EXACT_BELOW {
            return total;
        }
        push_items(&object, &mut pending);
    }
    total
}

fn own_weight(object: &Bound<'_, PyAny>) -> usize {
    if let Ok(text) = object.cast_exact::<PyString>() {
        return text.len().unwrap_or(0);
    }
    if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        return bytes.as_bytes().len().saturating_mul(4);
    }
    if object.cast_exact::<PyInt>().is_ok() {
        // Beyond some thousands of digits the conversion is quadratic or refused.
        let bits = object.call_method0("bit_length").and_then(|bits| bits.extract::<usize>());
        return bits.map_or(OPAQUE, |bits| if bits > 15_000 { usize::MAX } else { bits / 3 });
    }
    if object.is_none() || object.cast_exact::<PyFloat>().is_ok() || length(object).is_some() {
        return 4;
    }
    OPAQUE.saturating_add(inherited_length(object).saturating_mul(2))
}

/// Length of a plain container.
fn length(object: &Bound<'_, PyAny>) -> Option<usize> {
    if let Ok(list) = object.cast_exact::<PyList>() {
        return Some(list.len());
    }
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        return Some(tuple.len());
    }
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        return Some(dict.len());
    }
    if let Ok(set) = object.cast_exact::<PySet>() {
        return Some(set.len());
    }
    object.cast_exact::<PyFrozenSet>().map(|set| set.len()).ok()
}

/// Items of a container that is of no plain type but shows them as one: of a subclass, of `collections`, a view of a
/// dict. 0 for a class that shows itself in its own way.
fn inherited_length(object: &Bound<'_, PyAny>) -> usize {
    let ty = object.get_type();
    let shows_items = |base: &Bound<'_, PyType>| {
        matches!(base.module().and_then(|m| m.extract::<String>()).as_deref(), Ok("builtins" | "collections" | "array"))
    };
    // The real classes, not what `__class__` says.
    let bases = ty.mro();
    let Some(base) = bases.iter().filter_map(|base| base.cast_into::<PyType>().ok()).find(|base| shows_items(base)) else { return 0 };
    let shown_by = |class: &Bound<'_, PyType>| class.getattr("__repr__").map(|method| method.as_ptr() as usize).ok();
    let Ok(counts) = base.getattr("__len__") else { return 0 };
    if shown_by(&ty) != shown_by(&base) {
        return 0;
    }
    counts.call1((object,)).and_then(|n| n.extract()).unwrap_or(0)
}

fn push_items<'py>(object: &Bound<'py, PyAny>, pending: &mut Vec<Bound<'py, PyAny>>) {
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        pending.extend(dict.keys());
        pending.extend(dict.values());
    } else if length(object).is_some() {
        pending.extend(object.try_iter().into_iter().flatten().flatten());
    }
}

/// The beginning of a large object's text.
fn outline(object: &Bound<'_, PyAny>, levels: usize) -> String {
    let Some(length) = length(object) else { return outline_leaf(object, levels == LEVELS) };
    if levels == 0 {
        return "...".to_owned();
    }
    let (open, close) = brackets(object);
    let dict = object.cast_exact::<PyDict>().ok();
    let items = object.try_iter().into_iter().flatten().flatten().take(ITEMS);
    let mut parts: Vec<String> = items
        .map(|item| {
            let value = dict.and_then(|dict| dict.get_item(&item).ok().flatten());
            let shown = outline(&item, levels - 1);
            value.map_or(shown.clone(), |value| format!("{shown}: {}", outline(&value, levels - 1)))
        })
        .collect();
    if length > ITEMS {
        parts.push(format!("... {} more", length - ITEMS));
    }
    format!("{open}{}{close}", parts.join(", "))
}

fn brackets(object: &Bound<'_, PyAny>) -> (&'static str, &'static str) {
    if object.cast_exact::<PyList>().is_ok() {
        ("[", "]")
    } else if object.cast_exact::<PyTuple>().is_ok() {
        ("(", ")")
    } else if object.cast_exact::<PyFrozenSet>().is_ok() {
        ("frozenset({", "})")
    } else {
        ("{", "}")
    }
}

/// A string alone is shown as it is (the longer part of a message), inside of something by its `repr`.
fn outline_leaf(object: &Bound<'_, PyAny>, alone: bool) -> String {
    if let Ok(text) = object.cast_exact::<PyString>() {
        if alone {
            return readable(text);
        }
        let start = text.as_any().get_item(pyo3::types::PySlice::new(object.py(), 0, STRING as isize, 1));
        let shown = start.and_then(|start| start.repr()).map(|shown| readable(&shown));
        let more = if text.len().unwrap_or(0) > STRING { "..." } else { "" };
        return shown.unwrap_or_else(|_| unprintable(object)) + more;
    }
    if own_weight(object) > EXACT_BELOW {
        return unprintable(object);
    }
    object.repr().map_or_else(|_| unprintable(object), |shown| truncate_str(&readable(&shown), STRING))
}
