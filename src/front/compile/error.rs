//! Errors found while lowering.

use std::borrow::Cow;

use crate::front::parse::span::Span;

/// A SyntaxError that the grammar alone does not show (CPython's text), or a program too large for the
/// engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    pub message: Cow<'static, str>,
    pub span: Span,
}

impl LowerError {
    pub fn new(message: impl Into<Cow<'static, str>>, span: Span) -> LowerError {
        LowerError { message: message.into(), span }
    }
}

pub type Lowered<T> = Result<T, LowerError>;
