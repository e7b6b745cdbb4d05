//! Estimates before large results: an operation whose result would be far too large, or far too long to wait for, is
//! refused with a MemoryError before anything is done. What fills one piece of memory (`'a' * n`, `f'{x:{n}}'`) needs
//! none: the account of the memory refuses it.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use pyo3::{ffi, intern};

use crate::budget::costs;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::operands::BinOp;
use crate::front::limits::TOO_MANY_BITS;
use crate::session::run_context::RunContext;

/// Products below this are never looked at closer.
pub const SMALL_BITS: u64 = 1 << 12;

/// Whether nothing that is counted with the factorials of such numbers comes near the limit.
pub fn counts_little(m: &RunContext, numbers: &[Value]) -> bool {
    /// Their factorials are below `SMALL_BITS`.
    const SMALL: u64 = 500;
    numbers.iter().all(|number| number.as_int().is_some_and(|i| i.unsigned_abs() <= SMALL))
        && m.session.limits.borrow().int_bits.is_none_or(|limit| limit >= SMALL_BITS)
}

/// Whether so few numbers are multiplied that the result is below `SMALL_BITS`.
pub fn chooses_few(m: &RunContext, n: &Value, k: &Value) -> bool {
    /// Numbers of 63 bits.
    const FEW: i64 = 64;
    n.as_int().is_some()
        && k.as_int().is_some_and(|k| (0..=FEW).contains(&k))
        && m.session.limits.borrow().int_bits.is_none_or(|limit| limit >= SMALL_BITS)
}

/// Refuses (MemoryError) an operation whose result would be too large.
pub fn binary(m: &RunContext, op: BinOp, a: &Value, b: &Value) -> R<()> {
    if works_by_itself(m.py(), op, a) || works_by_itself(m.py(), op, b) {
        return Ok(());
    }
    match op {
        BinOp::Pow => power(m, a, b),
        BinOp::LShift => shift(m, a, b),
        BinOp::Mul => product(m, a, b),
        BinOp::Mod => division(m, a, b, true),
        BinOp::FloorDiv => division(m, a, b, false),
        BinOp::MatMul => costs::product(m, a, b),
        _ => Ok(()),
    }
}

/// Whether the operator of this value may be another one than that of `int`.
fn works_by_itself(py: Python<'_>, op: BinOp, value: &Value) -> bool {
    let class = py.get_type::<PyInt>();
    if !value.is_object() || Ty::of(value).addr() == class.as_ptr() as usize {
        return false;
    }
    let names = match op {
        BinOp::Pow => [intern!(py, "__pow__"), intern!(py, "__rpow__"), intern!(py, "__ipow__")],
        BinOp::LShift => [intern!(py, "__lshift__"), intern!(py, "__rlshift__"), intern!(py, "__ilshift__")],
        BinOp::Mul => [intern!(py, "__mul__"), intern!(py, "__rmul__"), intern!(py, "__imul__")],
        BinOp::Mod => [intern!(py, "__mod__"), intern!(py, "__rmod__"), intern!(py, "__imod__")],
        BinOp::FloorDiv => [intern!(py, "__floordiv__"), intern!(py, "__rfloordiv__"), intern!(py, "__ifloordiv__")],
        _ => return false,
    };
    let as_in_int = |name| {
        let (own, plain) = (Ty::of(value).lookup(name), Ty::from_class(&class).lookup(name));
        own.map(|f| f.as_ptr()) == plain.map(|f| f.as_ptr())
    };
    !Ty::of(value).has(ffi::Py_TPFLAGS_LONG_SUBCLASS) || !names.into_iter().all(as_in_int)
}

/// Refuses a text of more than `characters`.
pub fn text(m: &RunContext, characters: u64) -> R<()> {
    bytes(m, characters)
}

/// Refuses a container of `count` items of `size` bytes each.
pub fn items(m: &RunContext, count: u64, size: u64) -> R<()> {
    bytes(m, count.saturating_mul(size))
}

fn bytes(m: &RunContext, wanted: u64) -> R<()> {
    match m.session.limits.borrow().memory {
        Some(limit) if wanted > limit => Err(too_large(&format!("the result would need {wanted} bytes, the limit is {limit}"))),
        _ => Ok(()),
    }
}

fn bits(m: &RunContext, wanted: u64) -> R<()> {
    match m.session.limits.borrow().int_bits {
        Some(limit) if wanted > limit => Err(too_large(&format!("{TOO_MANY_BITS} {wanted} bits, the limit is {limit}"))),
        _ => Ok(()),
    }
}

#[cold]
fn too_large(text: &str) -> Exc {
    raise::<PyMemoryError>(text)
}

/// Bits of an int (exact or a subclass, read as the int it is); `None` for everything else.
fn int_bits(value: &Value) -> R<Option<u64>> {
    if let Some(i) = value.as_int() {
        return Ok(Some(u64::from(64 - i.unsigned_abs().leading_zeros())));
    }
    if value.as_bool().is_some() {
        return Ok(Some(1));
    }
    if !value.is_object() || !Ty::of(value).has(pyo3::ffi::Py_TPFLAGS_LONG_SUBCLASS) {
        return Ok(None);
    }
    let object = value.to_bound(crate::cpython::value::attached())?;
    let class = object.py().get_type::<PyInt>();
    Ok(Some(class.call_method1(pyo3::intern!(object.py(), "bit_length"), (object,))?.extract()?))
}

/// The value as a count, if it is an int: negative ones are 0, huge ones the largest.
fn count(value: &Value) -> R<Option<u64>> {
    if let Some(i) = value.as_int() {
        return Ok(Some(u64::try_from(i).unwrap_or(0)));
    }
    let Some(bits) = int_bits(value)? else { return Ok(None) };
    if bits <= 64 {
        let object = value.to_bound(crate::cpython::value::attached())?;
        return Ok(Some(object.extract::<u64>().unwrap_or(0)));
    }
    Ok(Some(u64::MAX))
}

fn power(m: &RunContext, base: &Value, exponent: &Value) -> R<()> {
    let (Some(base_bits), Some(times)) = (int_bits(base)?, count(exponent)?) else { return Ok(()) };
    if base_bits <= 1 {
        return Ok(());
    }
    // A power of two has one bit less than its base says.
    bits(m, (base_bits - 1).max(1).saturating_mul(times))
}

fn shift(m: &RunContext, value: &Value, by: &Value) -> R<()> {
    let (Some(have), Some(by)) = (int_bits(value)?, count(by)?) else { return Ok(()) };
    if have == 0 || !is_index(by) {
        return Ok(());
    }
    bits(m, have.saturating_add(by))
}

fn product(m: &RunContext, a: &Value, b: &Value) -> R<()> {
    if let (Some(x), Some(y)) = (int_bits(a)?, int_bits(b)?) {
        let sum = x.saturating_add(y);
        return if sum <= SMALL_BITS { Ok(()) } else { bits(m, sum) };
    }
    Ok(())
}

fn division(m: &RunContext, a: &Value, b: &Value, remainder: bool) -> R<()> {
    match (int_bits(a)?, int_bits(b)?) {
        (Some(bits), Some(divisor)) => costs::division(m, bits, divisor, remainder),
        _ => Ok(()),
    }
}

/// `math.isqrt(n)` divides numbers of about that size.
pub fn square_root(m: &RunContext, n: &Value) -> R<()> {
    match int_bits(n)? {
        Some(bits) => costs::division(m, bits, bits / 2, false),
        None => Ok(()),
    }
}

/// Whether CPython takes this as a size at all.
fn is_index(count: u64) -> bool {
    i64::try_from(count).is_ok()
}

/// Bits of `n!`, by the first terms of Stirling's series.
fn factorial_bits(n: f64) -> f64 {
    if n < 2.0 {
        0.0
    } else {
        n * (n.log2() - std::f64::consts::LOG2_E) + (n * std::f64::consts::TAU).log2() / 2.0
    }
}

/// `n!`. Beyond an index it is the interpreter's own OverflowError.
pub fn factorial(m: &RunContext, n: &Value) -> R<()> {
    match count(n)? {
        Some(n) if is_index(n) => bits(m, factorial_bits(n as f64) as u64),
        _ => Ok(()),
    }
}

/// `math.comb(n, k)`, or `math.perm(n, k)` when order counts.
pub fn choice(m: &RunContext, n: &Value, k: &Value, ordered: bool) -> R<()> {
    let (Some(bits_of_n), Some(k)) = (int_bits(n)?, count(k)?) else { return Ok(()) };
    if !is_index(k) {
        return Ok(());
    }
    let wanted = match count(n)? {
        Some(n) if is_index(n) => {
            let left = n.saturating_sub(k);
            let inside = if ordered { 0.0 } else { factorial_bits(k.min(n) as f64) };
            if k > n {
                0.0
            } else {
                factorial_bits(n as f64) - factorial_bits(left as f64) - inside
            }
        }
        // All factors are about as large as `n`.
        _ => k as f64 * (bits_of_n - 1) as f64 - if ordered { 0.0 } else { factorial_bits(k as f64) },
    };
    bits(m, wanted as u64)?;
    if ordered {
        Ok(())
    } else {
        costs::choices(m, wanted, k as f64)
    }
}
