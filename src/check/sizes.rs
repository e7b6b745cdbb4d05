//! Estimates before large results: an operation that would make something far too large is refused with a
//! MemoryError before anything is allocated.

use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::check::raw::{self, exact_text, Ty};
use crate::check::scope::with_machine;
use crate::check::{costs, gate};
use crate::lower::program::BinOp;
use crate::run::machine::Machine;
use crate::run::value::{raise, Exc, Value, R};

/// Results below this are never looked at closer.
const SMALL_BITS: u64 = 1 << 12;

/// Refuses (MemoryError) an operation whose result would be too large.
pub fn binary(m: &Machine, op: BinOp, a: &Value, b: &Value) -> R<()> {
    match op {
        BinOp::Pow => power(m, a, b),
        BinOp::LShift => shift(m, a, b),
        BinOp::Mul => product(m, a, b),
        BinOp::Mod if a.is_object() && Ty::of(a).has(raw::TEXT) => percent(m, a),
        BinOp::Mod => division(m, a, b, true),
        BinOp::FloorDiv => division(m, a, b, false),
        BinOp::MatMul => costs::product(m, a, b),
        _ => Ok(()),
    }
}

/// Refuses a text of more than `characters`.
pub fn text(m: &Machine, characters: u64) -> R<()> {
    bytes(m, characters)
}

/// Refuses a container of `count` items of `size` bytes each.
pub fn items(m: &Machine, count: u64, size: u64) -> R<()> {
    bytes(m, count.saturating_mul(size))
}

fn bytes(m: &Machine, wanted: u64) -> R<()> {
    match m.session.limits.borrow().memory {
        Some(limit) if wanted > limit => Err(too_large(&format!("the result would need {wanted} bytes, the limit is {limit}"))),
        _ => Ok(()),
    }
}

fn bits(m: &Machine, wanted: u64) -> R<()> {
    match m.session.limits.borrow().int_bits {
        Some(limit) if wanted > limit => {
            Err(too_large(&format!("the integer would have about {wanted} bits, the limit is {limit}")))
        }
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
    let object = value.to_bound(crate::run::value::attached())?;
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
        let object = value.to_bound(crate::run::value::attached())?;
        return Ok(Some(object.extract::<u64>().unwrap_or(0)));
    }
    Ok(Some(u64::MAX))
}

fn power(m: &Machine, base: &Value, exponent: &Value) -> R<()> {
    let (Some(base_bits), Some(times)) = (int_bits(base)?, count(exponent)?) else { return Ok(()) };
    if base_bits <= 1 {
        return Ok(());
    }
    // A power of two has one bit less than its base says.
    bits(m, (base_bits - 1).max(1).saturating_mul(times))
}

fn shift(m: &Machine, value: &Value, by: &Value) -> R<()> {
    let (Some(have), Some(by)) = (int_bits(value)?, count(by)?) else { return Ok(()) };
    if have == 0 || !is_index(by) {
        return Ok(());
    }
    bits(m, have.saturating_add(by))
}

fn product(m: &Machine, a: &Value, b: &Value) -> R<()> {
    if let (Some(x), Some(y)) = (int_bits(a)?, int_bits(b)?) {
        let sum = x.saturating_add(y);
        return if sum <= SMALL_BITS { Ok(()) } else { bits(m, sum) };
    }
    match (sequence_bytes(a)?, sequence_bytes(b)?) {
        (Some(size), None) => repeat(m, size, count(b)?),
        (None, Some(size)) => repeat(m, size, count(a)?),
        _ => Ok(()),
    }
}

fn division(m: &Machine, a: &Value, b: &Value, remainder: bool) -> R<()> {
    match (int_bits(a)?, int_bits(b)?) {
        (Some(bits), Some(divisor)) => costs::division(m, bits, divisor, remainder),
        _ => Ok(()),
    }
}

/// `math.isqrt(n)` divides numbers of about that size.
pub fn square_root(m: &Machine, n: &Value) -> R<()> {
    match int_bits(n)? {
        Some(bits) => costs::division(m, bits, bits / 2, false),
        None => Ok(()),
    }
}

/// Whether CPython takes this as a size at all.
fn is_index(count: u64) -> bool {
    i64::try_from(count).is_ok()
}

fn repeat(m: &Machine, size: u64, times: Option<u64>) -> R<()> {
    match times {
        Some(times) if is_index(times) => bytes(m, size.saturating_mul(times)),
        // CPython's own OverflowError, before anything is allocated.
        _ => Ok(()),
    }
}

/// Bytes of the items of a builtin sequence, by its real length.
fn sequence_bytes(value: &Value) -> R<Option<u64>> {
    if !value.is_object() {
        return Ok(None);
    }
    let ty = Ty::of(value);
    let object = value.to_bound(crate::run::value::attached())?;
    let width = if ty.has(pyo3::ffi::Py_TPFLAGS_LIST_SUBCLASS | pyo3::ffi::Py_TPFLAGS_TUPLE_SUBCLASS) {
        8
    } else if ty.has(pyo3::ffi::Py_TPFLAGS_UNICODE_SUBCLASS | pyo3::ffi::Py_TPFLAGS_BYTES_SUBCLASS)
        || object.is_exact_instance_of::<pyo3::types::PyByteArray>()
    {
        1
    } else {
        return Ok(None);
    };
    let length = if let Ok(list) = object.cast::<pyo3::types::PyList>() {
        list.len() as u64
    } else if let Ok(tuple) = object.cast::<PyTuple>() {
        tuple.len() as u64
    } else if let Some(text) = exact_text(&object) {
        text.len()? as u64
    } else if let Ok(data) = object.cast::<pyo3::types::PyBytes>() {
        data.as_bytes().len() as u64
    } else {
        object.len()? as u64
    };
    Ok(Some(length.saturating_mul(width)))
}

/// `'%1000000000d' % x`
fn percent(m: &Machine, a: &Value) -> R<()> {
    let Some(text) = exact_text(&a.to_bound(m.py())?) else { return Ok(()) };
    let text = text.to_string_lossy();
    if text.contains('%') {
        return digits(m, &text);
    }
    Ok(())
}

/// Whether more than five digits stand in a row.
pub fn has_long_number(text: &str) -> bool {
    let mut digits = 0;
    text.len() > 5
        && text.bytes().any(|byte| {
            digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
            digits > 5
        })
}

/// The largest number written in `spec` is a width or a precision at worst.
fn digits(m: &Machine, spec: &str) -> R<()> {
    if !has_long_number(spec) {
        return Ok(());
    }
    for number in spec.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() > 5) {
        match number.parse::<u64>() {
            Ok(number) if is_index(number) => text(m, number)?,
            // The interpreter's own ValueError.
            _ => {}
        }
    }
    Ok(())
}

/// The length of a result, given as a value.
pub fn width(m: &Machine, length: &Value) -> R<()> {
    match count(length)? {
        Some(length) if is_index(length) => text(m, length),
        _ => Ok(()),
    }
}

/// `n!` has about `n * log2(n)` bits. Beyond an index it is the interpreter's own OverflowError.
pub fn factorial(m: &Machine, n: &Value) -> R<()> {
    match count(n)? {
        Some(n) if n > 1 << 12 && is_index(n) => bits(m, n.saturating_mul(u64::from(64 - n.leading_zeros()))),
        _ => Ok(()),
    }
}

/// The ways to choose `k` of `n` are fewer than `n ** k`; `comb` may choose the `n - k` others instead.
pub fn choice(m: &Machine, n: &Value, k: &Value, others: bool) -> R<()> {
    let (Some(bits_of_n), Some(k)) = (int_bits(n)?, count(k)?) else { return Ok(()) };
    let k = match count(n)? {
        Some(n) if is_index(n) && k > n => return Ok(()),
        Some(n) if is_index(n) && others => k.min(n - k),
        _ => k,
    };
    if !is_index(k) || k < 1 << 12 && bits_of_n <= 64 {
        return Ok(());
    }
    bits(m, k.saturating_mul(bits_of_n))
}

/// A text for `str.format`: widths written in it.
pub fn format_text(m: &Machine, source: &str) -> R<()> {
    if source.contains('{') {
        return digits(m, source);
    }
    Ok(())
}

/// A format spec.
pub fn format_spec(m: &Machine, spec: &str) -> R<()> {
    digits(m, spec)
}

/// `format(value, spec)`
#[pyfunction]
#[pyo3(signature = (value, format_spec = None, /), text_signature = None)]
pub fn format<'py>(value: Bound<'py, PyAny>, format_spec: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    with_machine(py, |m| {
        let spec = match format_spec {
            Some(spec) => match exact_text(&spec) {
                Some(text) => text,
                None => {
                    let class = spec.get_type().name()?.to_string();
                    return Err(raise::<PyTypeError>(format!("format() argument 2 must be str, not {class}")));
                }
            },
            None => PyString::new(py, ""),
        };
        self::format_spec(m, &spec.to_string_lossy())?;
        Ok(py.import("builtins")?.call_method1("format", (value, spec))?)
    })
}

/// `pow(base, exp, mod=None)`
#[pyfunction]
#[pyo3(signature = (base, exp, r#mod = None), text_signature = None)]
pub fn pow<'py>(base: Bound<'py, PyAny>, exp: Bound<'py, PyAny>, r#mod: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = base.py();
    with_machine(py, |m| {
        let modulus = r#mod.filter(|n| !n.is_none());
        if modulus.is_none() {
            power(m, &Value::from_bound(base.clone()), &Value::from_bound(exp.clone()))?;
        }
        let real = py.import("builtins")?.getattr("pow")?;
        let result = match modulus {
            Some(modulus) => real.call1((base, exp, modulus))?,
            None => real.call1((base, exp))?,
        };
        gate::admit(m, Value::from_bound(result))?.to_bound(py)
    })
}

