//! Literals and what is folded: tuples of constants and negative numbers.

use rustpython_ruff_python_ast::{self as ast, Expr, Number, Stmt, UnaryOp};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::Const;

/// Whether `e` lowers to one constant.
pub fn is_constant(e: &Expr) -> bool {
    match e {
        Expr::StringLiteral(_)
        | Expr::BytesLiteral(_)
        | Expr::NumberLiteral(_)
        | Expr::BooleanLiteral(_)
        | Expr::NoneLiteral(_)
        | Expr::EllipsisLiteral(_) => true,
        Expr::Name(name) => name.id == "__debug__",
        Expr::UnaryOp(u) => negative(u).is_some(),
        Expr::Tuple(t) => t.elts.iter().all(is_constant),
        _ => false,
    }
}

/// The constant that `e` is, and how many nodes it counts.
pub fn constant(e: &Expr, source: &str) -> Option<(Const, u32)> {
    if !is_constant(e) {
        return None;
    }
    value(e, source)
}

fn value(e: &Expr, source: &str) -> Option<(Const, u32)> {
    let constant = match e {
        Expr::StringLiteral(s) => Const::Str(string(&s.value, source)),
        Expr::BytesLiteral(b) => Const::Bytes(b.value.bytes().collect()),
        Expr::NumberLiteral(n) => number(&n.value),
        Expr::BooleanLiteral(b) => Const::Bool(b.value),
        Expr::NoneLiteral(_) => Const::None,
        Expr::EllipsisLiteral(_) => Const::Ellipsis,
        Expr::Name(_) => Const::Bool(true),
        Expr::UnaryOp(u) => return negative(u).map(|c| (c, 2)),
        Expr::Tuple(t) => {
            let mut items = Vec::with_capacity(t.elts.len());
            let mut cost = 1;
            for item in &t.elts {
                let (constant, n) = value(item, source)?;
                items.push(constant);
                cost += n;
            }
            return Some((Const::Tuple(items), cost));
        }
        _ => return None,
    };
    Some((constant, 1))
}

/// `-1`, `-1.5`
fn negative(u: &ast::ExprUnaryOp) -> Option<Const> {
    let (UnaryOp::USub, Expr::NumberLiteral(n)) = (u.op, &*u.operand) else { return None };
    match &n.value {
        Number::Int(i) => i.as_i64().and_then(i64::checked_neg).map(Const::Int),
        Number::Float(f) => Some(Const::Float(-f)),
        Number::Complex { .. } => None,
    }
}

fn number(n: &Number) -> Const {
    match n {
        Number::Int(i) => match i.as_i64() {
            Some(small) => Const::Int(small),
            None => Const::BigInt(i.to_string().replace('_', "").to_ascii_lowercase()),
        },
        Number::Float(f) => Const::Float(*f),
        Number::Complex { imag, .. } => Const::Imaginary(*imag),
    }
}

/// The integer of a small literal.
pub fn small_int(e: &Expr) -> Option<i16> {
    let Expr::NumberLiteral(ast::ExprNumberLiteral { value: Number::Int(i), .. }) = e else { return None };
    i.as_i16()
}

/// Truth of a literal condition.
pub fn literal_truth(e: &Expr) -> Option<bool> {
    Some(match e {
        Expr::BooleanLiteral(b) => b.value,
        Expr::NoneLiteral(_) => false,
        Expr::EllipsisLiteral(_) => true,
        Expr::NumberLiteral(n) => match &n.value {
            Number::Int(i) => i.as_u64() != Some(0),
            Number::Float(f) => *f != 0.0,
            Number::Complex { imag, .. } => *imag != 0.0,
        },
        Expr::StringLiteral(s) => !s.value.is_empty(),
        Expr::BytesLiteral(b) => !b.value.is_empty(),
        Expr::Name(name) if name.id == "__debug__" => true,
        _ => return None,
    })
}

/// Text of a string literal, adjacent parts joined.
pub fn string(value: &ast::StringLiteralValue, source: &str) -> Box<[u8]> {
    let mut bytes = Vec::new();
    for part in value {
        literal_bytes(&part.value, part.content_range(), part.flags.prefix().is_raw(), false, source, &mut bytes);
    }
    bytes.into()
}

/// Appends the text of one literal. The parser turns an escaped lone surrogate into U+FFFD; where one
/// is found the escapes in the source are walked in step to put the surrogate back.
pub fn literal_bytes(text: &str, range: TextRange, raw: bool, braces: bool, source: &str, out: &mut Vec<u8>) {
    let written = source.get(range.start().to_usize()..range.end().to_usize()).unwrap_or("");
    if raw || !text.contains('\u{fffd}') || !written.contains('\\') {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let surrogates = surrogates(written, braces);
    for (index, c) in text.chars().enumerate() {
        match surrogates.iter().find(|(at, _)| *at == index) {
            Some((_, code)) if c == '\u{fffd}' => {
                out.extend_from_slice(&[0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]);
            }
            _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Character positions (in the value) and codes of the escaped surrogates of a literal's source.
fn surrogates(written: &str, braces: bool) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let mut produced = 0;
    let mut rest = written.chars();
    while let Some(c) = rest.next() {
        if braces && (c == '{' || c == '}') {
            rest.next();
        }
        produced += 1;
        if c != '\\' {
            continue;
        }
        let Some(escape) = rest.next() else { break };
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        match escape {
            '\n' => produced -= 1,
            'x' | 'u' | 'U' => {
                let hex: String = rest.by_ref().take(digits).collect();
                if let Some(code) = u32::from_str_radix(&hex, 16).ok().filter(|c| (0xd800..0xe000).contains(c)) {
                    found.push((produced - 1, code));
                }
            }
            'N' => {
                let _: Option<char> = rest.by_ref().find(|c| *c == '}');
            }
            '0'..='7' => {
                let mut ahead = rest.clone();
                for _ in 0..2 {
                    if ahead.next().is_some_and(|c| ('0'..='7').contains(&c)) {
                        rest.next();
                    } else {
                        break;
                    }
                }
            }
            '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' => {}
            // An unknown escape keeps its backslash.
            _ => produced += 1,
        }
    }
    found
}

/// Docstring of a body, as the host's version keeps it: from 3.13 on without its indentation.
pub fn docstring(body: &[Stmt], source: &str, version: (u8, u8)) -> Option<Const> {
    let Some(Stmt::Expr(s)) = body.first() else { return None };
    let Expr::StringLiteral(text) = &*s.value else { return None };
    let text = string(&text.value, source);
    Some(Const::Str(if version >= (3, 13) { clean_docstring(&text) } else { text }))
}

/// Tabs become spaces, the first line loses its leading spaces, the others the indentation they share.
fn clean_docstring(text: &[u8]) -> Box<[u8]> {
    let text = expand_tabs(text);
    let indentation = |line: &[u8]| line.iter().take_while(|b| **b == b' ').count();
    let mut lines = text.split(|b| *b == b'\n');
    let first = lines.next().unwrap_or_default();
    let rest: Vec<&[u8]> = lines.collect();
    let margin = rest.iter().filter(|line| line.len() > indentation(line)).map(|line| indentation(line)).min();
    let mut out = first.get(indentation(first)..).unwrap_or_default().to_vec();
    for line in rest {
        out.push(b'\n');
        let cut = indentation(line).min(margin.unwrap_or(usize::MAX));
        out.extend_from_slice(line.get(cut..).unwrap_or_default());
    }
    out.into_boxed_slice()
}

/// `str.expandtabs()` with stops every eight columns.
fn expand_tabs(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut column = 0;
    for byte in text {
        match byte {
            b'\t' => {
                let width = 8 - column % 8;
                out.resize(out.len() + width, b' ');
                column += width;
            }
            b'\n' | b'\r' => {
                out.push(*byte);
                column = 0;
            }
            // Continuation bytes of a character take no column.
            _ => {
                out.push(*byte);
                column += usize::from(byte & 0xC0 != 0x80);
            }
        }
    }
    out
}

/// Source text of a node.
pub fn source_text<'s>(node: &impl Ranged, source: &'s str) -> &'s str {
    let range = node.range();
    source.get(range.start().to_usize()..range.end().to_usize()).unwrap_or("")
}
