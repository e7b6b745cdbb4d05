//! Comparisons, identity and membership.

use std::cmp::Ordering;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::cpython::api;
use crate::cpython::value::{raise, Exc, Num, Tag, Value, R};
use crate::front::bytecode::operands::CmpOp;
use crate::sandbox::value_filter;
use crate::vm::machine::Machine;
use crate::vm::ops::{arithmetic, iterate, Steps};

/// `a op b`; not always a bool (arrays).
#[inline]
pub fn compare(m: &Machine, op: CmpOp, a: &Value, b: &Value) -> R<Value> {
    match op {
        CmpOp::Is | CmpOp::IsNot if a.is_unset() || b.is_unset() => return unbound(m, a, b),
        CmpOp::Is => return Ok(Value::bool(identical(a, b))),
        CmpOp::IsNot => return Ok(Value::bool(!identical(a, b))),
        CmpOp::In => return contains(m, a, b).map(Value::bool),
        CmpOp::NotIn => return contains(m, a, b).map(|found| Value::bool(!found)),
        _ => {}
    }
    match numbers(op, a, b) {
        Some(result) => Ok(Value::bool(result)),
        None => compare_object(m, op, a, b),
    }
}

/// Whether `a op b`, by the truth of what that gives.
pub fn is(m: &Machine, op: CmpOp, a: &Value, b: &Value) -> R<bool> {
    arithmetic::truth(m, &compare(m, op, a, b)?)
}

#[cold]
fn unbound(m: &Machine, a: &Value, b: &Value) -> R<Value> {
    a.to_bound(m.py())?;
    b.to_bound(m.py())?;
    Ok(Value::UNSET)
}

#[inline]
fn numbers(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    let order = match (a.num(), b.num()) {
        (Num::Int(x), Num::Int(y)) => Some(x.cmp(&y)),
        (Num::Float(x), Num::Float(y)) => x.partial_cmp(&y),
        (Num::Int(x), Num::Float(y)) => int_float(x, y),
        (Num::Float(x), Num::Int(y)) => int_float(y, x).map(Ordering::reverse),
        _ => return None,
    };
    Some(holds(op, order))
}

/// Whether `op` holds for operands in this order; `None` is unordered (NaN).
fn holds(op: CmpOp, order: Option<Ordering>) -> bool {
    match op {
        CmpOp::Lt => order == Some(Ordering::Less),
        CmpOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CmpOp::Eq => order == Some(Ordering::Equal),
        CmpOp::Ne => order != Some(Ordering::Equal),
        CmpOp::Gt => order == Some(Ordering::Greater),
        CmpOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        _ => false,
    }
}

/// Exact comparison: converting a large integer to float first would lose its low bits.
fn int_float(i: i64, f: f64) -> Option<Ordering> {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    if f.is_nan() {
        return None;
    }
    if i.unsigned_abs() <= 1 << 53 {
        return (i as f64).partial_cmp(&f);
    }
    if f >= TWO_63 {
        return Some(Ordering::Less);
    }
    if f < -TWO_63 {
        return Some(Ordering::Greater);
    }
    // Both beyond 2^53, where floats are whole, or far apart: the truncated float decides.
    Some(i.cmp(&(f as i64)))
}

#[inline(never)]
fn compare_object(m: &Machine, op: CmpOp, a: &Value, b: &Value) -> R<Value> {
    let py = m.py();
    let result = api::rich_compare(&a.to_bound(py)?, &b.to_bound(py)?, op as i32)?;
    value_filter::admit(m, result)
}

/// `a op b` after the method of `a` had nothing to say.
pub fn ask_the_other(m: &Machine, op: CmpOp, a: &Value, b: &Value) -> R<Value> {
    let py = m.py();
    let (left, right) = (a.to_bound(py)?, b.to_bound(py)?);
    if let Some(found) = api::own_comparison(&right, &left, op.reflected() as i32)? {
        return value_filter::admit(m, found);
    }
    let sign = match op {
        CmpOp::Eq => return Ok(Value::bool(left.is(&right))),
        CmpOp::Ne => return Ok(Value::bool(!left.is(&right))),
        _ => op.method().map_or("", |(_, sign)| sign),
    };
    let (left, right) = (api::type_name(a), api::type_name(b));
    Err(raise::<PyTypeError>(format!("'{sign}' not supported between instances of '{left}' and '{right}'")))
}

/// `a is b`. Machine integers have no identity of their own: equal exact integers are the same object to a
/// program, however often they were boxed. Floats likewise, NaN apart, which stays boxed.
#[inline]
pub fn identical(a: &Value, b: &Value) -> bool {
    if a.tag() == b.tag() && a.bits() == b.bits() {
        return true;
    }
    match (a.tag(), b.tag()) {
        (Tag::Object | Tag::Int, Tag::Object | Tag::Int) => match (a.num(), b.num()) {
            (Num::Int(x), Num::Int(y)) => x == y,
            _ => false,
        },
        _ => false,
    }
}

/// `item in container`
#[inline(never)]
pub fn contains(m: &Machine, item: &Value, container: &Value) -> R<bool> {
    let py = m.py();
    let (item, holder) = (item.to_bound(py)?, container.to_bound(py)?);
    if api::has_contains(&holder) || !api::may_iterate(&holder) {
        return Ok(holder.contains(item)?);
    }
    search(m, &item, container)
}

/// Membership by iteration, step by step, because what is searched may never end.
fn search(m: &Machine, item: &Bound<'_, PyAny>, container: &Value) -> R<bool> {
    let py = m.py();
    let mut state = iterate::get_iter(m, container).map_err(|error| cannot_search(item.py(), container, error))?;
    let mut steps = Steps::default();
    while let Some(candidate) = iterate::next(m, &mut state)? {
        steps.step(m)?;
        let candidate = candidate.to_bound(py)?;
        if candidate.is(item) || candidate.eq(item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What the interpreter says of a container whose iterator fails to be one.
#[cold]
fn cannot_search(py: Python<'_>, container: &Value, error: Exc) -> Exc {
    if !PyErr::occurred(py) {
        return error;
    }
    let raised = PyErr::take(py);
    if raised.as_ref().is_some_and(|raised| raised.is_instance_of::<PyTypeError>(py)) {
        let asked = if cfg!(Py_3_14) { "a container or iterable" } else { "iterable" };
        return raise::<PyTypeError>(format!("argument of type '{}' is not {asked}", api::type_name(container)));
    }
    if let Some(raised) = raised {
        raised.restore(py);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_floats_compare_exactly() {
        let big = (1i64 << 53) + 1;
        assert_eq!(int_float(big, 9_007_199_254_740_992.0), Some(Ordering::Greater));
        assert_eq!(int_float(i64::MAX, 9_223_372_036_854_775_808.0), Some(Ordering::Less));
        assert_eq!(int_float(i64::MIN, -9_223_372_036_854_775_808.0), Some(Ordering::Equal));
        assert_eq!(int_float(3, 3.5), Some(Ordering::Less));
        assert_eq!(int_float(0, f64::NAN), None);
        assert_eq!(int_float(i64::MAX, f64::NEG_INFINITY), Some(Ordering::Greater));
    }
}
