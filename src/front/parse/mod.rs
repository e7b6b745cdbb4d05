//! Parsing: source checks, depth scan, the parser crate.
//!
//! Errors carry the parser's own words and a place; the official text comes from the host's `ast.parse`,
//! which the caller asks once.

pub mod byte_scan;
pub mod indents;
pub mod span;
pub mod token_scan;
pub mod version;
mod yields;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use rustpython_ruff_python_ast::statement_visitor::{walk_stmt, StatementVisitor};
use rustpython_ruff_python_ast::{Mod, ModModule, Stmt};
use rustpython_ruff_python_parser as parser;
use rustpython_ruff_text_size::TextSize;

use crate::front::stack;

pub use token_scan::{TooDeep, MAX_DEPTH};

/// Native stack for one level of the tree: the greediest of parsing, lowering and dropping it.
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) { 12 << 10 } else { 6 << 10 };
/// Native stack for everything whose depth brackets and indentation bound.
const STACK_BASE: usize = 4 << 20;
/// Native stack that the host's compiler may use before its own limits stop it.
const HOST_STACK: usize = 24 << 20;
/// Trees below this depth are handled on the stack at hand when that much is left.
const SHALLOW: usize = 24;
const SHALLOW_STACK: usize = 384 << 10;

/// A syntax error, or a source that is refused before parsing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    pub message: String,
    /// Byte offset into the source.
    pub offset: usize,
    /// It may be Python, but is nested deeper than is allowed here.
    pub too_deep: bool,
}

impl ParseError {
    fn new(message: impl Into<String>, offset: usize) -> ParseError {
        ParseError { message: message.into(), offset, too_deep: false }
    }
}

/// Caps on the source text; `None` lifts a cap (the tokenizer's own limits stay).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SourceLimits {
    pub bytes: Option<u64>,
    pub nesting: Option<u32>,
}

/// A parsed snippet. The tree may be deep: it is only walked and dropped with enough native stack.
#[derive(Debug)]
pub struct Parsed {
    body: Vec<Stmt>,
    source: Arc<str>,
    depth: usize,
}

impl Parsed {
    /// The top-level statements.
    pub fn body(&self) -> &[Stmt] {
        &self.body
    }
    /// The text that the places in the tree refer to: without byte order mark, lines ended by `\n`.
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }
    /// Upper bound of the nesting of expressions.
    pub fn depth(&self) -> usize {
        self.depth
    }
    /// Runs `f` with enough native stack to walk the tree recursively.
    pub fn with_stack<R>(&self, f: impl FnOnce() -> R) -> R {
        with_stack(self.depth, f)
    }
}

impl Drop for Parsed {
    fn drop(&mut self) {
        let body = mem::take(&mut self.body);
        with_stack(self.depth, move || drop(body));
    }
}

/// Parses with the default limits.
pub fn parse(source: &str, version: (u8, u8)) -> Result<Parsed, ParseError> {
    parse_limited(source, version, SourceLimits::default())
}

/// Parses `source` in the grammar of the host `version`.
pub fn parse_limited(source: &str, version: (u8, u8), limits: SourceLimits) -> Result<Parsed, ParseError> {
    let source = checked_source(source, limits)?;
    let depth = match byte_scan::scan(&source, limits.nesting).map_or_else(|| token_scan::scan(&source, limits.nesting), Ok) {
        Ok(depth) => depth.expressions,
        Err((why, line)) => return Err(ParseError { too_deep: true, ..ParseError::new(why.message(), line_start(&source, line)) }),
    };
    let source: Arc<str> = Arc::from(source);
    let text = Arc::clone(&source);
    let body = with_stack(depth, move || module_body(&text, version))?;
    Ok(Parsed { body, source, depth })
}

fn module_body(source: &str, version: (u8, u8)) -> Result<Vec<Stmt>, ParseError> {
    let parsed = parser::parse_unchecked(source, version::options(version));
    if let Some(error) = first_error(source, &parsed) {
        return Err(ParseError::new(error.error.to_string(), error.location.start().to_usize()));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        return Err(ParseError::new(error.to_string(), error.range.start().to_usize()));
    }
    if let Some(offset) = indents::refused(source, parsed.tokens()) {
        return Err(ParseError::new("inconsistent use of tabs and spaces in indentation", offset));
    }
    if let Some(offset) = yields::refused(source, parsed.tokens()) {
        return Err(ParseError::new("invalid syntax", offset));
    }
    let module: Option<ModModule> = parsed.into_syntax().module();
    Ok(module.map(|m| m.body).unwrap_or_default())
}

/// The first error of the parser that is one. It takes a statement behind a semicolon that begins with the name `match` for a
/// compound one, says so, and goes on with what it is.
fn first_error<'a>(source: &str, parsed: &'a parser::Parsed<Mod>) -> Option<&'a parser::ParseError> {
    let starts = OnceCell::new();
    parsed.errors().iter().find(|error| {
        let start = error.location.start();
        let behind_semicolon = error.error == parser::ParseErrorType::SimpleAndCompoundStatementOnSameLine;
        let is_match = behind_semicolon && source.get(start.to_usize()..).is_some_and(|text| text.starts_with("match"));
        !is_match || starts.get_or_init(|| MatchStarts::of(parsed.syntax())).0.contains(&start)
    })
}

/// Where `match` statements start.
#[derive(Default)]
struct MatchStarts(FxHashSet<TextSize>);

impl MatchStarts {
    fn of(tree: &Mod) -> MatchStarts {
        let mut starts = MatchStarts::default();
        if let Mod::Module(module) = tree {
            starts.visit_body(&module.body);
        }
        starts
    }
}

impl<'a> StatementVisitor<'a> for MatchStarts {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::Match(found) = statement {
            self.0.insert(found.range.start());
        }
        walk_stmt(self, statement);
    }
}

/// Size and NUL checks; byte order mark off; `\r\n` and `\r` become `\n`, as in CPython's tokenizer.
fn checked_source(source: &str, limits: SourceLimits) -> Result<Cow<'_, str>, ParseError> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let most = limits.bytes.unwrap_or(u64::MAX).min(u64::from(u32::MAX / 4));
    if source.len() as u64 > most {
        return Err(ParseError::new("source code is too long", 0));
    }
    if let Some(offset) = source.bytes().position(|b| b == 0) {
        return Err(ParseError::new("source code string cannot contain null bytes", offset));
    }
    if source.contains('\r') {
        return Ok(Cow::Owned(source.replace("\r\n", "\n").replace('\r', "\n")));
    }
    Ok(Cow::Borrowed(source))
}

fn line_start(source: &str, line: usize) -> usize {
    source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// Runs `f`, which calls the host's compiler, on a stack as large as that expects.
pub fn with_host_stack<R>(f: impl FnOnce() -> R) -> R {
    // From 3.14 on the interpreter knows the bounds of the thread's own stack and checks against them.
    if cfg!(Py_3_14) {
        return f();
    }
    stack::with_at_least(HOST_STACK, f)
}

/// Runs `f` on a stack that a recursion over a tree of this depth cannot exhaust.
pub(crate) fn with_stack<R>(depth: usize, f: impl FnOnce() -> R) -> R {
    if depth <= SHALLOW && stack::remaining().is_some_and(|left| left > SHALLOW_STACK) {
        return f();
    }
    stack::with_at_least(STACK_BASE + depth * STACK_PER_LEVEL, f)
}

#[cfg(test)]
mod tests {
    use super::*;

    const V: (u8, u8) = (3, 11);

    fn message(source: &str) -> String {
        parse(source, V).expect_err("refused").message
    }

    #[test]
    fn source_checks() {
        assert_eq!(message("a\0b"), "source code string cannot contain null bytes");
        assert_eq!(parse("\u{feff}x = 1\r\ny = 2\r", V).expect("parses").source().as_ref(), "x = 1\ny = 2\n");
        let small = SourceLimits { bytes: Some(3), nesting: None };
        assert_eq!(parse_limited("x = 1", V, small).expect_err("refused").message, "source code is too long");
    }

    #[test]
    fn errors_have_places() {
        assert_eq!(parse("x = 1\ny = (", V).expect_err("refused").offset, 11);
        assert!(parse("def f(:", V).is_err());
        assert!(parse("type X = int", V).is_err());
        assert!(parse("type X = int", (3, 12)).is_ok());
        assert!(parse("x = 1; match = 2\nif x:\n    y = 1; match += 1; match[0] = 1; match(1)\n", V).is_ok());
        assert_eq!(parse("x = 1; match x:\n    case 1: pass", V).expect_err("refused").offset, 7);
    }

    #[test]
    fn deep_input_never_overflows() {
        // A small thread: the stack must come from us.
        let run = || {
            for n in [10_000, 200_000] {
                for (open, mid, close) in [
                    ("(", "1", ")"),
                    ("[", "", "]"),
                    ("-", "1", ""),
                    ("not ", "1", ""),
                    ("lambda: ", "1", ""),
                    ("", "a", ".b"),
                    ("", "f", "()"),
                    ("", "a", "+a"),
                    ("", "a", "**a"),
                    ("", "a", "[0]"),
                    ("", "a", " if a else a"),
                    ("await ", "a", ""),
                    ("", "if a: pass\n", "elif a: pass\n"),
                    ("f'{", "1", "}'"),
                    ("", "a", " and a"),
                    ("", "a", " < a"),
                    ("", "a", "|a"),
                    ("lambda x, y: ", "1", ""),
                    ("*", "a", ""),
                    ("{1:", "1", "}"),
                    ("", "x", " = x"),
                    ("", "x", ", x"),
                    ("@a\n", "def f(): pass", ""),
                ] {
                    let source = open.repeat(n) + mid + &close.repeat(n);
                    drop(parse(&source, (3, 13)));
                }
            }
        };
        std::thread::Builder::new().stack_size(512 << 10).spawn(run).expect("thread").join().expect("no overflow");
    }

    #[test]
    fn ten_thousand_links_parse() {
        for (open, mid, close) in [("", "a", "+a"), ("", "a", ".b"), ("", "f", "()"), ("-", "x", ""), ("not ", "x", "")] {
            assert!(parse(&(open.repeat(10_000) + mid + &close.repeat(10_000)), V).is_ok(), "{open}{mid}{close}");
        }
    }
}
