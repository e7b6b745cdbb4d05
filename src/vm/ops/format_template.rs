//! `'{} {:.2f}'.format(…)` and `'%s %.2f' % …` of plain values, put together without the interpreter.
//!
//! A template has nothing but literal ASCII text and simple fields, a value is an exact text or number or None.
//! Anything else is left to the interpreter as a whole, errors too.

use crate::cpython::api::{self, Kind};
use crate::cpython::value::{attached, Num, Tag, Value};
use crate::vm::ops::format::write_plain;
use crate::vm::ops::format_spec::Spec;

/// Longer templates are no faster here.
const LONG: usize = 1 << 12;

/// `template.format(*values)`
pub fn braces(template: &Value, values: &[Value]) -> Option<Value> {
    let template = template.as_object()?;
    let mut rest = api::ascii_text(&template).filter(|text| text.len() < LONG)?;
    let mut out = String::with_capacity(rest.len() + 32);
    let mut numbering = Numbering::default();
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'{' | b'}')) {
        let (literal, from) = rest.split_at_checked(at)?;
        out.push_str(literal);
        let (doubled, brace) = (from.as_bytes().get(1) == from.as_bytes().first(), from.as_bytes().first()?);
        if doubled {
            out.push(char::from(*brace));
            rest = from.get(2..)?;
            continue;
        }
        let end = if *brace == b'{' { from.bytes().position(|byte| byte == b'}')? } else { return None };
        let field = from.get(1..end)?;
        let colon = field.bytes().position(|byte| byte == b':');
        let value = values.get(numbering.index(field.get(..colon.unwrap_or(field.len()))?)?)?;
        let written = match colon.and_then(|at| field.get(at + 1..)).filter(|spec| !spec.is_empty()) {
            Some(spec) => Spec::parse(spec)?.write(&mut out, value),
            None => write_plain(&mut out, value),
        };
        if !written {
            return None;
        }
        rest = from.get(end + 1..)?;
    }
    out.push_str(rest);
    Some(api::new_text(attached(), &out))
}

/// Fields are numbered by hand or not at all.
#[derive(Default)]
struct Numbering {
    next: usize,
    by_hand: Option<bool>,
}

impl Numbering {
    fn index(&mut self, name: &str) -> Option<usize> {
        let by_hand = !name.is_empty();
        if *self.by_hand.get_or_insert(by_hand) != by_hand {
            return None;
        }
        if by_hand {
            return (name.len() <= 2 && name.bytes().all(|b| b.is_ascii_digit())).then(|| name.parse().ok())?;
        }
        self.next += 1;
        Some(self.next - 1)
    }
}

/// `template % values`
pub fn percents(template: &Value, values: &Value) -> Option<Value> {
    let is_tuple = api::kind(values) == Kind::Tuple;
    let count = if is_tuple { api::tuple_len(values) } else { 1 };
    let mut next = 0;
    let mut item = || {
        next += 1;
        if is_tuple {
            api::tuple_item(values, next - 1)
        } else {
            (next == 1).then(|| values.clone())
        }
    };
    let template = template.as_object()?;
    let mut rest = api::ascii_text(&template).filter(|text| text.len() < LONG)?;
    let mut out = String::with_capacity(rest.len() + 32);
    let mut fields = 0;
    while let Some(at) = rest.bytes().position(|byte| byte == b'%') {
        out.push_str(rest.get(..at)?);
        let from = rest.get(at + 1..)?;
        let end = from.bytes().position(|byte| !matches!(byte, b'0'..=b'9' | b'.'))?;
        let (format, kind) = (from.get(..end)?, *from.as_bytes().get(end)?);
        rest = from.get(end + 1..)?;
        if kind == b'%' && format.is_empty() {
            out.push('%');
            continue;
        }
        if !field(&mut out, &item()?, format, kind) {
            return None;
        }
        fields += 1;
    }
    out.push_str(rest);
    (fields == count).then(|| api::new_text(attached(), &out))
}

fn field(out: &mut String, value: &Value, format: &str, kind: u8) -> bool {
    let is_number = |wanted: fn(&Num) -> bool| value.tag() != Tag::Bool && wanted(&value.num());
    let fits = match kind {
        b's' if format.is_empty() => return write_plain(out, value),
        b'd' | b'i' => is_number(|n| matches!(n, Num::Int(_))),
        b'f' => is_number(|n| matches!(n, Num::Int(_) | Num::Float(_))),
        _ => false,
    };
    if !fits {
        return false;
    }
    if format.is_empty() && kind != b'f' {
        return write_plain(out, value);
    }
    let Some(mut spec) = Spec::parse(format) else { return false };
    if kind == b'f' {
        spec.kind = kind;
    } else if spec.precision.is_some() {
        return false;
    }
    spec.write(out, value)
}
