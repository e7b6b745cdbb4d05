//! Format specs that programs use most, of plain numbers and texts: `.2f`, `,`, `05d`, `>10`, `<8.3f`, `.1%`.
//!
//! What is not surely written as the interpreter writes it is left to the interpreter.

use crate::cpython::api;
use crate::cpython::value::{Num, Tag, Value};
use crate::vm::ops::format::float_text;

/// Integers of this size are exact as floats.
const EXACT: u64 = 1 << 53;

/// `[[fill]align][0][width][,][.precision][type]`
#[derive(Clone, Copy, Default, Debug)]
pub struct Spec {
    align: Option<(u8, u8)>,
    pub zeros: bool,
    pub width: usize,
    commas: bool,
    pub precision: Option<u8>,
    pub kind: u8,
}

impl Spec {
    /// The spec, if it has none of the rarer parts.
    pub fn parse(text: &str) -> Option<Spec> {
        let bytes = text.as_bytes();
        let is_align = |at: usize| matches!(bytes.get(at), Some(b'<' | b'>' | b'^'));
        let mut spec = Spec::default();
        let mut at = 0;
        if is_align(1) && bytes.first().is_some_and(u8::is_ascii) {
            spec.align = Some((*bytes.get(1)?, *bytes.first()?));
            at = 2;
        } else if is_align(0) {
            spec.align = Some((*bytes.first()?, b' '));
            at = 1;
        }
        if bytes.get(at) == Some(&b'0') {
            spec.zeros = true;
            at += 1;
        }
        spec.width = usize::from(small_number(bytes, &mut at)?.unwrap_or(0));
        if bytes.get(at) == Some(&b',') {
            spec.commas = true;
            at += 1;
        }
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            spec.precision = Some(small_number(bytes, &mut at)??);
        }
        if let Some(kind) = bytes.get(at) {
            spec.kind = *kind;
            at += 1;
        }
        let odd = spec.zeros && (spec.align.is_some() || spec.commas);
        (at == bytes.len() && !odd).then_some(spec)
    }

    /// Appends `value` in this format; false (and nothing appended) where the interpreter must do it.
    pub fn write(&self, out: &mut String, value: &Value) -> bool {
        if value.tag() == Tag::Bool {
            return false;
        }
        if let Some(object) = value.as_object() {
            if let Some(text) = api::ascii_text(&object) {
                return self.write_text(out, text);
            }
        }
        let Some(text) = self.number(value) else { return false };
        let text = if self.commas { group(&text) } else { text };
        if self.zeros && text.len() < self.width {
            let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
            out.push_str(sign);
            out.extend(std::iter::repeat_n('0', self.width - text.len()));
            out.push_str(digits);
            return true;
        }
        self.pad(out, &text, b'>');
        true
    }

    fn write_text(&self, out: &mut String, text: &str) -> bool {
        if self.zeros || self.commas || !matches!(self.kind, 0 | b's') {
            return false;
        }
        let text = self.precision.and_then(|n| text.get(..usize::from(n))).unwrap_or(text);
        self.pad(out, text, b'<');
        true
    }

    /// The number without padding.
    fn number(&self, value: &Value) -> Option<String> {
        let decimals = self.precision.unwrap_or(6);
        match (value.num(), self.kind) {
            (Num::Int(i), 0 | b'd') if self.precision.is_none() => Some(i.to_string()),
            (Num::Int(i), b'f') if i.unsigned_abs() <= EXACT => api::float_fixed(i as f64, decimals),
            (Num::Float(f), b'f') if f.is_finite() => api::float_fixed(f, decimals),
            (Num::Float(f), b'%') if (f * 100.0).is_finite() => api::float_fixed(f * 100.0, decimals).map(|text| text + "%"),
            (Num::Float(f), 0) if f.is_finite() && self.precision.is_none() && !self.commas => Some(float_text(f)),
            _ => None,
        }
    }

    fn pad(&self, out: &mut String, text: &str, usual: u8) {
        let (align, fill) = self.align.unwrap_or((usual, b' '));
        let missing = self.width.saturating_sub(text.len());
        let before = match align {
            b'<' => 0,
            b'>' => missing,
            _ => missing / 2,
        };
        let fill = char::from(fill);
        out.extend(std::iter::repeat_n(fill, before));
        out.push_str(text);
        out.extend(std::iter::repeat_n(fill, missing - before));
    }
}

/// A number of at most two digits at `at`; none of more.
fn small_number(bytes: &[u8], at: &mut usize) -> Option<Option<u8>> {
    let mut number = None;
    while let Some(digit) = bytes.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let so_far: u8 = number.unwrap_or(0);
        if so_far > 9 {
            return None;
        }
        number = Some(so_far * 10 + (digit - b'0'));
        *at += 1;
    }
    Some(number)
}

/// Puts commas between the thousands.
fn group(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = digits.split_at(whole);
    let mut grouped = String::with_capacity(text.len() * 4 / 3 + 1);
    grouped.push_str(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}
