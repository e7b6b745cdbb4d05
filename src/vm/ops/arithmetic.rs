//! `+ - * / // % ** @ & | ^ << >>`, their in-place forms, unary operators and truth.
//!
//! Machine integers and floats are done here; whatever overflows, fails or is an object goes to the
//! interpreter, so that results and messages are its own.

use crate::budget::sizes;
use crate::cpython::api;
use crate::cpython::value::{Exc, Num, Tag, Value, R};
use crate::front::bytecode::operands::{BinOp, UnaryOp};
use crate::sandbox::value_filter;
use crate::vm::machine::{Machine, Note};
use crate::vm::ops::{containers, format_template};

/// `a op b`
#[inline]
pub fn binary(m: &Machine, op: BinOp, a: &Value, b: &Value) -> R<Value> {
    match numbers(op, a, b) {
        Some(v) => Ok(v),
        None => binary_object(m, op, a, b),
    }
}

/// `a op= b`: an unshared string and a list grow in place, which is why the left operand is owned.
pub fn in_place(m: &Machine, op: BinOp, a: Value, b: &Value) -> R<Value> {
    if let Some(v) = numbers(op, &a, b) {
        return Ok(v);
    }
    if op == BinOp::Add {
        match (api::kind(&a), api::kind(b)) {
            (api::Kind::Str, api::Kind::Str) => {
                check_sum(m, &a, b)?;
                return api::append_text(a, b);
            }
            (api::Kind::List, _) if !b.is_object() => {
                return in_place_object(m, op, a, b).map_err(|Exc| crate::vm::ops::note_raised(m, Note::NoListAdded { value: b.clone() }));
            }
            // What can add itself (an array) comes before the list's own way.
            (api::Kind::List, kind) if kind != api::Kind::Other || !api::adds_itself(b) => {
                return match containers::extend_in_place(m, &a, b) {
                    Err(Exc) => {
                        crate::vm::ops::note_lookup(m, || Note::NoListAdded { value: b.clone() });
                        Err(Exc)
                    }
                    Ok(()) => Ok(a),
                };
            }
            _ => {}
        }
    }
    in_place_object(m, op, a, b)
}

#[inline(never)]
fn binary_object(m: &Machine, op: BinOp, a: &Value, b: &Value) -> R<Value> {
    if op == BinOp::Mod && api::kind(a) == api::Kind::Str {
        if let Some(text) = format_template::percents(a, b) {
            return Ok(text);
        }
    }
    if may_be_large(op) {
        sizes::binary(m, op, a, b)?;
    } else if op == BinOp::Add {
        check_sum(m, a, b)?;
    }
    let py = m.py();
    let result = api::binary(op, &a.to_bound(py)?, &b.to_bound(py)?)?;
    value_filter::admit(m, result)
}

#[inline(never)]
fn in_place_object(m: &Machine, op: BinOp, a: Value, b: &Value) -> R<Value> {
    if may_be_large(op) {
        sizes::binary(m, op, &a, b)?;
    }
    let py = m.py();
    let (left, right) = (a.to_bound(py)?, b.to_bound(py)?);
    drop(a);
    let result = api::in_place(op, &left, &right)?;
    value_filter::admit(m, result)
}

/// Refuses the sum of two sequences that would fill the memory.
fn check_sum(m: &Machine, a: &Value, b: &Value) -> R<()> {
    const HARMLESS: usize = 1 << 22;
    let total = api::plain_bytes(a).saturating_add(api::plain_bytes(b));
    if total <= HARMLESS {
        return Ok(());
    }
    sizes::items(m, total as u64, 1)
}

/// Operators that make much out of little: products and repetition, powers, shifts, `%` of texts.
fn may_be_large(op: BinOp) -> bool {
    matches!(op, BinOp::Mul | BinOp::Pow | BinOp::LShift | BinOp::Mod | BinOp::FloorDiv | BinOp::MatMul)
}

/// The result if both are plain numbers and it can be had here.
#[inline]
pub fn numbers(op: BinOp, a: &Value, b: &Value) -> Option<Value> {
    match (a.num(), b.num()) {
        (Num::Int(x), Num::Int(y)) => {
            if a.tag() == Tag::Bool && b.tag() == Tag::Bool {
                if let Some(v) = bools(op, x, y) {
                    return Some(v);
                }
            }
            ints(op, x, y)
        }
        (Num::Float(x), Num::Float(y)) => floats(op, x, y),
        (Num::Int(x), Num::Float(y)) => floats(op, x as f64, y),
        (Num::Float(x), Num::Int(y)) => floats(op, x, y as f64),
        _ => None,
    }
}

fn bools(op: BinOp, x: i64, y: i64) -> Option<Value> {
    let bit = match op {
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        _ => return None,
    };
    Some(Value::bool(bit != 0))
}

/// `pow(x, y, n)`, unless `y` is negative or `n` not positive.
pub fn power_modulo(x: i64, y: i64, n: i64) -> Option<i64> {
    if n <= 0 || y < 0 {
        return None;
    }
    let modulus = i128::from(n);
    let (mut square, mut power, mut left) = (i128::from(x).rem_euclid(modulus), 1 % modulus, y);
    while left > 0 {
        if left & 1 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        left >>= 1;
    }
    i64::try_from(power).ok()
}

fn ints(op: BinOp, x: i64, y: i64) -> Option<Value> {
    let result = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::Div => return divide(x, y),
        BinOp::FloorDiv => floor_div(x, y),
        BinOp::Mod => floor_mod(x, y),
        BinOp::Pow => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
        BinOp::MatMul => None,
        BinOp::And => Some(x & y),
        BinOp::Or => Some(x | y),
        BinOp::Xor => Some(x ^ y),
        BinOp::LShift => shift_left(x, y),
        BinOp::RShift => shift_right(x, y),
    };
    result.map(Value::int)
}

/// Below this the conversion to float is exact and the quotient of the floats correctly rounded.
const EXACT: u64 = 1 << 53;

fn divide(x: i64, y: i64) -> Option<Value> {
    let exact = x.unsigned_abs() <= EXACT && y.unsigned_abs() <= EXACT;
    (exact && y != 0).then(|| Value::float(x as f64 / y as f64))
}

fn floor_div(x: i64, y: i64) -> Option<i64> {
    let quotient = x.checked_div(y)?;
    let inexact = x.checked_rem(y)? != 0;
    Some(if inexact && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
}

fn floor_mod(x: i64, y: i64) -> Option<i64> {
    let rest = x.checked_rem(y)?;
    Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
}

fn shift_left(x: i64, y: i64) -> Option<i64> {
    let y = u32::try_from(y).ok()?;
    if x == 0 {
        return Some(0);
    }
    let shifted = x.checked_shl(y)?;
    (shifted >> y == x).then_some(shifted)
}

fn shift_right(x: i64, y: i64) -> Option<i64> {
    (y >= 0).then(|| x >> y.min(63))
}

fn floats(op: BinOp, x: f64, y: f64) -> Option<Value> {
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div if y != 0.0 => x / y,
        BinOp::FloorDiv if y != 0.0 => floor_divmod(x, y).0,
        BinOp::Mod if y != 0.0 => floor_divmod(x, y).1,
        BinOp::Pow => power(x, y)?,
        _ => return None,
    };
    Some(Value::float(result))
}

/// Quotient and rest of floats, step by step as `float.__divmod__` computes them (`y` is not zero).
fn floor_divmod(x: f64, y: f64) -> (f64, f64) {
    let mut rest = x % y;
    let mut quotient = (x - rest) / y;
    if rest != 0.0 {
        if (y < 0.0) != (rest < 0.0) {
            rest += y;
            quotient -= 1.0;
        }
    } else {
        rest = 0.0_f64.copysign(y);
    }
    if quotient != 0.0 {
        let floor = quotient.floor();
        quotient = if quotient - floor > 0.5 { floor + 1.0 } else { floor };
    } else {
        quotient = 0.0_f64.copysign(x / y);
    }
    (quotient, rest)
}

/// The power where nothing special can happen (no zero, infinity, overflow, complex result).
fn power(x: f64, y: f64) -> Option<f64> {
    if x == 0.0 || !x.is_finite() || !y.is_finite() {
        return None;
    }
    let whole = y.trunc() == y && y.abs() < EXACT as f64;
    if x < 0.0 && !whole {
        return None;
    }
    let magnitude = x.abs().powf(y);
    if !magnitude.is_normal() {
        return None;
    }
    let odd = whole && y % 2.0 != 0.0;
    Some(if x < 0.0 && odd { -magnitude } else { magnitude })
}

/// `op a`
pub fn unary(m: &Machine, op: UnaryOp, a: &Value) -> R<Value> {
    if op == UnaryOp::Not {
        return truth(m, a).map(|t| Value::bool(!t));
    }
    match unary_number(op, a) {
        Some(v) => Ok(v),
        None => unary_object(m, op, a),
    }
}

fn unary_number(op: UnaryOp, a: &Value) -> Option<Value> {
    match (op, a.num()) {
        (UnaryOp::Neg, Num::Int(i)) => i.checked_neg().map(Value::int),
        (UnaryOp::Pos, Num::Int(i)) => Some(Value::int(i)),
        // `~True` warns since 3.12: the interpreter's own operation does that.
        (UnaryOp::Invert, Num::Int(i)) if a.tag() != Tag::Bool => Some(Value::int(!i)),
        (UnaryOp::Neg, Num::Float(f)) => Some(Value::float(-f)),
        (UnaryOp::Pos, Num::Float(f)) => Some(Value::float(f)),
        _ => None,
    }
}

#[inline(never)]
fn unary_object(m: &Machine, op: UnaryOp, a: &Value) -> R<Value> {
    use pyo3::types::PyAnyMethods;
    let object = a.to_bound(m.py())?;
    let result = match op {
        UnaryOp::Neg => object.neg()?,
        UnaryOp::Pos => object.pos()?,
        UnaryOp::Invert => object.bitnot()?,
        UnaryOp::Not => return Ok(Value::bool(!object.is_truthy()?)),
    };
    value_filter::admit(m, Value::from_bound(result))
}

/// `bool(a)`
#[inline]
pub fn truth(m: &Machine, a: &Value) -> R<bool> {
    match a.tag() {
        Tag::Bool | Tag::Int => Ok(a.bits() != 0),
        Tag::None => Ok(false),
        Tag::Float => Ok(a.as_float() != Some(0.0)),
        Tag::Object | Tag::Unset => truth_object(m, a),
    }
}

#[inline(never)]
fn truth_object(m: &Machine, a: &Value) -> R<bool> {
    use pyo3::types::PyAnyMethods;
    Ok(a.to_bound(m.py())?.is_truthy()?)
}
