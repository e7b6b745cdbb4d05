//! `a, b = value` and `a, *b = value`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::api::{self, type_error, Kind};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::sandbox::value_filter;
use crate::vm::machine::{Machine, Note};
use crate::vm::ops::{containers, iterate};

/// Exactly `n` items. Never takes more than `n + 1` out of an iterator.
pub fn exact(m: &Machine, value: &Value, n: usize) -> R<Vec<Value>> {
    let length = match api::kind(value) {
        Kind::List => api::list_len(value),
        Kind::Tuple => api::tuple_len(value),
        _ => return exact_iterated(m, value, n),
    };
    if length != n {
        return exact_iterated(m, value, n);
    }
    (0..n).map(|i| plain_item(m, value, i)).collect()
}

fn plain_item(m: &Machine, value: &Value, index: usize) -> R<Value> {
    let item = if api::kind(value) == Kind::List { api::list_item(value, index) } else { api::tuple_item(value, index) };
    match item {
        Some(item) => value_filter::admit(m, item),
        None => Err(raise::<PyValueError>("list changed size during unpacking")),
    }
}

fn exact_iterated(m: &Machine, value: &Value, n: usize) -> R<Vec<Value>> {
    let mut state = iterator(m, value)?;
    let items = take(m, &mut state, n, || format!("expected {n}"))?;
    match iterate::next(m, &mut state)? {
        None => Ok(items),
        Some(_) => {
            let got = got(value).map_or(String::new(), |got| format!(", got {got}"));
            Err(wrong_size(m, format!("too many values to unpack (expected {n}{got})")))
        }
    }
}

#[cold]
fn wrong_size(m: &Machine, text: String) -> Exc {
    let Exc = raise::<PyValueError>(text);
    crate::vm::ops::note_raised(m, Note::WrongSize)
}

/// How many items there are, where the host's message says so.
fn got(value: &Value) -> Option<usize> {
    match api::kind(value) {
        _ if cfg!(not(Py_3_14)) => None,
        Kind::List => Some(api::list_len(value)),
        Kind::Tuple => Some(api::tuple_len(value)),
        _ => Some(value.as_object()?.cast_exact::<PyDict>().ok()?.len()),
    }
}

/// `before` items, a list of what is between, `after` items.
pub fn starred(m: &Machine, value: &Value, before: usize, after: usize) -> R<Vec<Value>> {
    let least = before + after;
    let mut state = iterator(m, value)?;
    let mut items = take(m, &mut state, before, || format!("expected at least {least}"))?;
    let mut rest = remaining(m, &mut state)?;
    if rest.len() < after {
        let got = before + rest.len();
        return Err(wrong_size(m, format!("not enough values to unpack (expected at least {least}, got {got})")));
    }
    let tail = rest.split_off(rest.len() - after);
    items.push(containers::list(m, rest)?);
    items.extend(tail);
    Ok(items)
}

/// All that is left. The items are held here until the end, so limits are looked at on the way.
fn remaining(m: &Machine, state: &mut [Value; 3]) -> R<Vec<Value>> {
    let mut rest = Vec::new();
    let mut steps = crate::vm::ops::Steps::default();
    while let Some(item) = iterate::next(m, state)? {
        steps.step(m)?;
        rest.push(item);
    }
    Ok(rest)
}

fn iterator(m: &Machine, value: &Value) -> R<[Value; 3]> {
    if api::kind(value) == Kind::Other && !api::may_iterate(&value.to_bound(m.py())?) {
        return Err(type_error(format!("cannot unpack non-iterable {} object", api::type_name(value))));
    }
    iterate::get_iter(m, value)
}

fn take(m: &Machine, state: &mut [Value; 3], n: usize, expected: impl Fn() -> String) -> R<Vec<Value>> {
    let mut items = Vec::with_capacity(n);
    while items.len() < n {
        match iterate::next(m, state)? {
            Some(item) => items.push(item),
            None => {
                let (expected, got) = (expected(), items.len());
                return Err(wrong_size(m, format!("not enough values to unpack ({expected}, got {got})")));
            }
        }
    }
    Ok(items)
}
