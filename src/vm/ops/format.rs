//! f-strings: conversion, format specs, joining.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::budget::sizes;
use crate::cpython::api::{self, Kind};
use crate::cpython::value::{Num, Tag, Value, R};
use crate::front::bytecode::operands::Conversion;
use crate::sandbox::value_filter;
use crate::vm::machine::Machine;
use crate::vm::ops::format_spec::Spec;

/// One part. Without a spec, what `join` can write itself (plain strings and numbers) stays as it is.
pub fn format(m: &Machine, conversion: Conversion, value: &Value, spec: Option<&Value>) -> R<Value> {
    if spec.is_none() && stays(conversion, value) {
        return Ok(value.clone());
    }
    if let Some(text) = spec.filter(|_| conversion == Conversion::None).and_then(|spec| plain(m, value, spec)) {
        return Ok(text);
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
    let text = api::format(&object, spec.as_any())?;
    value_filter::admit(m, text)
}

/// The value under a spec that needs no interpreter.
fn plain(m: &Machine, value: &Value, spec: &Value) -> Option<Value> {
    let object = spec.as_object()?;
    let mut text = String::with_capacity(32);
    Spec::parse(api::ascii_text(&object)?)?.write(&mut text, value).then(|| api::new_text(m.py(), &text))
}

/// Whether `join` writes this value as the conversion would.
pub fn stays(conversion: Conversion, value: &Value) -> bool {
    match value.tag() {
        Tag::Int | Tag::Float | Tag::Bool | Tag::None => true,
        Tag::Object => match api::kind(value) {
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
        Conversion::Ascii => api::ascii(&object)?,
    })
}

/// The spec as a string: nested parts may have left it a number.
fn spec_text<'py>(m: &Machine, spec: &Value) -> R<Bound<'py, PyString>> {
    let text = join(m, std::slice::from_ref(spec))?;
    Ok(text.to_bound(m.py())?.cast_into::<PyString>().map_err(PyErr::from)?)
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
        if api::kind(part) == Kind::Str {
            return Ok(part.clone());
        }
    }
    let mut text = String::with_capacity(64);
    if parts.iter().all(|part| write_plain(&mut text, part)) {
        return Ok(api::new_text(py, &text));
    }
    let mut texts = Vec::with_capacity(parts.len());
    let mut total = 0;
    for part in parts {
        let text = as_text(py, part)?;
        total += api::plain_bytes(&text);
        texts.push(text);
    }
    if total > LONG {
        sizes::text(m, total as u64)?;
    }
    api::join_texts(py, texts)
}

/// Longer texts are put together by the interpreter, which fails with a MemoryError where we would end the
/// process.
const LONG: usize = 1 << 16;

/// Appends a number or a short ASCII string; false for anything else.
pub(crate) fn write_plain(out: &mut String, part: &Value) -> bool {
    match part.tag() {
        Tag::None => out.push_str("None"),
        Tag::Bool => out.push_str(if part.bits() != 0 { "True" } else { "False" }),
        Tag::Object => {
            if let Some(text) = part.as_object().as_ref().and_then(|o| api::ascii_text(o)) {
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
        Num::Int(i) => {
            api::push_int(out, i);
            true
        }
        Num::Float(f) => {
            out.push_str(&float_text(f));
            true
        }
        Num::Other => false,
    }
}

fn as_text(py: Python<'_>, part: &Value) -> R<Value> {
    if api::kind(part) == Kind::Str {
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
    api::float_repr(f)
}
