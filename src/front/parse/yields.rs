//! `yield` without parentheses beside a comma or a condition, which the parser crate takes.

use rustpython_ruff_python_ast::token::{TokenKind, Tokens};
use rustpython_ruff_text_size::Ranged;

/// The first place that CPython refuses, as a byte offset. Of a source that the parser crate takes.
pub fn refused(source: &str, tokens: &Tokens) -> Option<usize> {
    if !source.contains("yield") {
        return None;
    }
    let mut before = TokenKind::Newline;
    for token in tokens {
        let kind = token.kind();
        if matches!(kind, TokenKind::Comment | TokenKind::NonLogicalNewline) {
            continue;
        }
        if matches!((before, kind), (TokenKind::Comma, TokenKind::Yield) | (TokenKind::Yield, TokenKind::Comma | TokenKind::If)) {
            return Some(token.start().to_usize());
        }
        before = kind;
    }
    None
}
