//! f-strings: conversion, format specs, joining.

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

/// Whether `join` writes this value as the conversion would.
fn stays(conversion: Conversion, value: &Value) -> bool {
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
    let largest = largest.map(|n| n.parse::<u64>().unwrap_or(u64::MAX)).max().unwrap_or(0);
    if largest > HARMLESS {
        sizes::text(m, largest)?;
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
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        pieces.push(piece(py, part)?);
    }
    raw::join_text(py, &pieces)
}

fn piece<'py>(py: Python<'py>, part: &Value) -> R<raw::Piece<'py>> {
    Ok(match part.tag() {
        Tag::None => raw::Piece::Ascii("None".to_owned()),
        Tag::Bool => raw::Piece::Ascii(if part.bits() != 0 { "True" } else { "False" }.to_owned()),
        Tag::Object if raw::kind(part) == Kind::Str => raw::Piece::Text(part.to_bound(py)?),
        _ => match part.num() {
            Num::Int(i) => raw::Piece::Ascii(i.to_string()),
            Num::Float(f) => raw::Piece::Ascii(float_text(f)),
            Num::Other => raw::Piece::Text(part.to_bound(py)?.str()?.into_any()),
        },
    })
}

/// `repr` of a float. Rust's own shortest digits differ where two are equally near.
pub fn float_text(f: f64) -> String {
    const PLAIN: f64 = 1e15;
    if f.trunc() == f && f.abs() < PLAIN && f != 0.0 {
        return format!("{}.0", f as i64);
    }
    raw::float_repr(f)
}
