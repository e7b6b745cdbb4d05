//! Iteration. An iterator takes three values:
//!
//! | source | first | second | third |
//! |---|---|---|---|
//! | exact list | the list | next index (int) | None |
//! | exact tuple | the tuple | next index (int) | None |
//! | range of machine integers | next value (int) | stop (int) | step (int) |
//! | pairs of a `zip` or `enumerate` | see `pairs` | | |
//! | anything else | the iterator object | None | None |
//!
//! A list is read as CPython's list iterator reads it: it sees growth and ends at the present length.

use pyo3::prelude::*;

use crate::budget::infinite_iterators;
use crate::cpython::api::{self, Kind};
use crate::cpython::value::{Value, R};
use crate::front::limits::Stop;
use crate::sandbox::value_filter;
use crate::vm::machine::Machine;
use crate::vm::ops::pairs;

/// The iterator of `value`.
pub fn get_iter(m: &Machine, value: &Value) -> R<[Value; 3]> {
    match api::kind(value) {
        Kind::List | Kind::Tuple => Ok([value.clone(), Value::int(0), Value::NONE]),
        Kind::Range => range_state(m, value),
        _ => object_state(m, value),
    }
}

/// What a generator expression is given to iterate: an error now if `value` cannot be iterated.
pub fn iterator(m: &Machine, value: &Value) -> R<Value> {
    match api::kind(value) {
        Kind::List | Kind::Tuple | Kind::Range | Kind::Str => Ok(value.clone()),
        _ => Ok(Value::from_bound(value.to_bound(m.py())?.try_iter()?.into_any())),
    }
}

fn object_state(m: &Machine, value: &Value) -> R<[Value; 3]> {
    let iterator = infinite_iterators::uncounted(value.to_bound(m.py())?.try_iter()?.into_any());
    Ok([Value::from_bound(iterator), Value::NONE, Value::NONE])
}

/// Bounds beyond machine integers leave the range to its own iterator.
fn range_state(m: &Machine, value: &Value) -> R<[Value; 3]> {
    let range = value.to_bound(m.py())?;
    let bound = |name| range.getattr(name).and_then(|v| v.extract::<i64>());
    match (bound("start"), bound("stop"), bound("step")) {
        (Ok(start), Ok(stop), Ok(step)) => Ok([Value::int(start), Value::int(stop), Value::int(step)]),
        _ => object_state(m, value),
    }
}

/// The next item; `None` at the end. `state` is not touched after the interpreter was called, so that it may
/// lie on a stack that moves meanwhile.
#[inline]
pub fn next(m: &Machine, state: &mut [Value]) -> R<Option<Value>> {
    let Some((state, _)) = state.split_first_chunk_mut::<3>() else { return Ok(None) };
    let [first, second, third] = &*state;
    if pairs::is_state(first, second, third) {
        return pairs::next_tuple(state);
    }
    let [first, second, third] = state;
    let Some(index) = second.as_int() else {
        return next_object(m, first);
    };
    if let Some(current) = first.as_int() {
        return Ok(next_of_range(first, current, index, third.as_int().unwrap_or(1)));
    }
    let Ok(position) = usize::try_from(index) else { return Ok(None) };
    let item = match api::kind(first) {
        Kind::List => api::list_item(first, position),
        _ => api::tuple_item(first, position),
    };
    match item {
        Some(item) => {
            *second = Value::int(index.wrapping_add(1));
            value_filter::admit(m, item).map(Some)
        }
        None => Ok(None),
    }
}

/// The next item of an iterator object.
#[inline]
pub fn next_object(m: &Machine, iterator: &Value) -> R<Option<Value>> {
    let iterator = iterator.to_bound(m.py())?;
    let was_in_time = m.meter.requested() == Stop::No;
    let item = api::iter_next(&iterator);
    if was_in_time && m.meter.requested() == Stop::Time {
        m.session.notes.at_work(&iterator);
    }
    match item? {
        Some(item) => value_filter::admit(m, item).map(Some),
        None => Ok(None),
    }
}

#[inline]
fn next_of_range(first: &mut Value, current: i64, stop: i64, step: i64) -> Option<Value> {
    let over = if step < 0 { current <= stop } else { current >= stop };
    if over {
        return None;
    }
    // Past the machine's integers lies nothing that `stop` could still include.
    *first = Value::int(current.checked_add(step).unwrap_or(stop));
    Some(Value::int(current))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: i64, stop: i64, step: i64) -> Vec<i64> {
        let mut first = Value::int(start);
        let mut out = Vec::new();
        while let Some(current) = first.as_int() {
            match next_of_range(&mut first, current, stop, step) {
                Some(v) => out.extend(v.as_int()),
                None => break,
            }
        }
        out
    }

    #[test]
    fn ranges_end_where_python_ends_them() {
        assert_eq!(run(0, 3, 1), [0, 1, 2]);
        assert_eq!(run(3, 0, -2), [3, 1]);
        assert!(run(0, 0, 1).is_empty());
        assert_eq!(run(i64::MAX - 1, i64::MAX, 5), [i64::MAX - 1]);
        assert_eq!(run(i64::MIN + 1, i64::MIN, -3), [i64::MIN + 1]);
    }
}
