//! f-strings: conversion, format specs, joining.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::check::{gate, sizes};
use crate::lower::program::Conversion;
use crate::run::machine::Machine;
use crate::run::ops::raw::{self, Kind};
use crate::run::value::{Num, Tag, Value, R};

/// One part. Without a spec, what `join` can write itself (plain strings and numbers) stays as it is.
pub fn format(m: &Machine, conversion: Conversion, value: &Value, spec: Option<&Value>) -> R<Value> {
    if spec.is_none() && stays(conversion, value) {
        return Ok(value.clone());
    }
    if let Some(text) = spec.filter(|_| conversion == Conversion::None).and_then(|spec| plain_number(value, spec)) {
        return Ok(Value::string(m.py(), &text));
    }
    let py = m.py();
    let object = convert(conversion, value.to_bound(py)?)?;
    let spec = match spec {
        Some(spec) => spec_text(m, spec)?,
        None => PyString::intern(py, ""),
    };
    if object.is_exact_instance_of::<PyString>() && spec.is_empty_text() {
        return Ok(Value::from_bound(object));
    }
    check_width(m, &spec)?;
    let text = raw::format(&object, spec.as_any())?;
    gate::admit(m, text)
}

/// Numbers under the specs that programs use most: `,`, `.2f`, `,.2f`.
fn plain_number(value: &Value, spec: &Value) -> Option<String> {
    const EXACT: u64 = 1 << 53;
    let spec = spec.as_object()?;
    let spec = raw::ascii_text(&spec)?;
    if let (Num::Int(i), Some(width)) = (value.num(), plain_width(spec)) {
        return (value.tag() != Tag::Bool).then(|| match width {
            (true, width) => format!("{i:0width$}"),
            (false, width) => format!("{i:width$}"),
        });
    }
    let (grouped, rest) = match spec.strip_prefix(',') {
        Some(rest) => (true, rest),
        None => (false, spec),
    };
    let decimals = match rest.strip_prefix('.').and_then(|r| r.strip_suffix('f')) {
        Some(digits) if (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) => {
            Some(digits.parse::<u8>().ok()?)
        }
        _ if rest.is_empty() && grouped => None,
        _ => return None,
    };
    let text = match (value.num(), decimals) {
        _ if value.tag() == Tag::Bool => return None,
        (Num::Int(i), None) => i.to_string(),
        (Num::Int(i), Some(n)) if i.unsigned_abs() <= EXACT => raw::float_fixed(i as f64, n)?,
        (Num::Float(f), Some(n)) if f.is_finite() => raw::float_fixed(f, n)?,
        _ => return None,
    };
    Some(if grouped { group(&text) } else { text })
}

/// `05d`, `3`: whether zeros fill up, and to which width.
fn plain_width(spec: &str) -> Option<(bool, usize)> {
    let digits = spec.strip_suffix('d').unwrap_or(spec);
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((digits.starts_with('0'), digits.parse().ok()?))
}

/// Puts commas between the thousands.
fn group(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::with_capacity(text.len() * 4 / 3 + 1);
    grouped.push_str(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// Whether `join` writes this value as the conversion would.
pub fn stays(conversion: Conversion, value: &Value) -> bool {
    match value.tag() {
        Tag::Int | Tag::Float | Tag::Bool | Tag::None => true,
        Tag::Object => match raw::kind(value) {
            Kind::Str => matches!(conversion, Conversion::None | Conversion::Str),
            _ => matches!(value.num(), Num::Int(_)),
        },
        Tag::Unset => false,
    }
}

fn convert(conversion: Conversion, object: Bound<'_, PyAny>) -> R<Bound<'_, PyAny>> {
    Ok(match conversion {
        Conversion::None => object,
        Conversion::Str if object.is_exact_instance_of::<PyString>() => object,
        Conversion::Str => object.str()?.into_any(),
        Conversion::Repr => object.repr()?.into_any(),
        Conversion::Ascii => raw::ascii(&object)?,
    })
}

/// The spec as a string: nested parts may have left it a number.
fn spec_text<'py>(m: &Machine, spec: &Value) -> R<Bound<'py, PyString>> {
    let text = join(m, std::slice::from_ref(spec))?;
    Ok(text.to_bound(m.py())?.cast_into::<PyString>().map_err(PyErr::from)?)
}

/// Refuses widths and precisions that would make an enormous text.
fn check_width(m: &Machine, spec: &Bound<'_, PyString>) -> R<()> {
    const HARMLESS: u64 = 10_000;
    let text = spec.to_string_lossy();
    let largest = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
    // A number that is no index is left to the interpreter's own ValueError.
    let largest = largest.filter_map(|n| n.parse::<i64>().ok()).max().map_or(0, i64::unsigned_abs);
    if largest > HARMLESS {
        // Digits cost time besides memory.
        sizes::text(m, largest.saturating_mul(8))?;
    }
    Ok(())
}

trait EmptyText {
    fn is_empty_text(&self) -> bool;
}

impl EmptyText for Bound<'_, PyString> {
    fn is_empty_text(&self) -> bool {
        self.len().is_ok_and(|n| n == 0)
    }
}

/// The parts as one string: strings as they are, numbers written as `str` writes them.
pub fn join(m: &Machine, parts: &[Value]) -> R<Value> {
    let py = m.py();
    if let [part] = parts {
        if raw::kind(part) == Kind::Str {
            return Ok(part.clone());
        }
    }
    let mut text = String::with_capacity(64);
    if parts.iter().all(|part| write_plain(&mut text, part)) {
        return Ok(Value::string(py, &text));
    }
    let mut texts = Vec::with_capacity(parts.len());
    let mut total = 0;
    for part in parts {
        let text = as_text(py, part)?;
        total += raw::plain_bytes(&text);
        texts.push(text);
    }
    if total > LONG {
        sizes::text(m, total as u64)?;
    }
    raw::join_texts(py, texts)
}

/// Longer texts are put together by the interpreter, which fails with a MemoryError where we would end the
/// process.
const LONG: usize = 1 << 16;

/// Appends a number or a short ASCII string; false for anything else.
fn write_plain(out: &mut String, part: &Value) -> bool {
    match part.tag() {
        Tag::None => out.push_str("None"),
        Tag::Bool => out.push_str(if part.bits() != 0 { "True" } else { "False" }),
        Tag::Object => {
            if let Some(text) = part.as_object().as_ref().and_then(|o| raw::ascii_text(o)) {
                if text.len() + out.len() > LONG {
                    return false;
                }
                out.push_str(text);
                return true;
            }
            return write_number(out, part);
        }
        _ => return write_number(out, part),
    }
    true
}

fn write_number(out: &mut String, part: &Value) -> bool {
    match part.num() {
        // Writing to a string cannot fail.
        Num::Int(i) => write!(out, "{i}").is_ok(),
        Num::Float(f) => {
            out.push_str(&float_text(f));
            true
        }
        Num::Other => false,
    }
}

fn as_text(py: Python<'_>, part: &Value) -> R<Value> {
    if raw::kind(part) == Kind::Str {
        return Ok(part.clone());
    }
    let mut text = String::new();
    if write_plain(&mut text, part) {
        return Ok(Value::string(py, &text));
    }
    Ok(Value::from_bound(part.to_bound(py)?.str()?.into_any()))
}

/// `repr` of a float. Rust's own shortest digits differ where two are equally near.
pub fn float_text(f: f64) -> String {
    const PLAIN: f64 = 1e15;
    if f.trunc() == f && f.abs() < PLAIN && f != 0.0 {
        return format!("{}.0", f as i64);
    }
    raw::float_repr(f)
}
