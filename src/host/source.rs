//! The source text of a snippet, and the host's own words about one that does not parse.

use pyo3::exceptions::{PyLookupError, PyMemoryError, PyRecursionError, PySyntaxError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::front::compile::statements::RETURN_OUTSIDE;
use crate::front::messages::contract::ParseFailure;
use crate::front::messages::error::{Category, ExecError, Report};
use crate::front::parse;
use crate::host::{hints, show};
use crate::session::Session;

/// How far the host should go to find the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// As `ast.parse`.
    Parse,
    /// As `compile`: also errors that the grammar alone does not show (`return` outside of a function).
    Compile,
}

/// `ast.PyCF_ONLY_AST`
const ONLY_AST: i32 = 0x400;
/// `ast.PyCF_ALLOW_TOP_LEVEL_AWAIT`
const TOP_LEVEL_AWAIT: i32 = 0x2000;
const FILE: &str = "<unknown>";

/// The text of the code: a string, or bytes in the encoding that they declare; or the error for bytes that are no text in it.
pub fn text_of<'py>(code: &Bound<'py, PyAny>) -> PyResult<Result<Bound<'py, PyString>, ExecError>> {
    if let Ok(text) = code.cast::<PyString>() {
        return Ok(Ok(text.clone()));
    }
    if code.is_instance_of::<PyBytes>() {
        let py = code.py();
        return match py.import("importlib.util")?.getattr("decode_source")?.call1((code,)) {
            Ok(text) => Ok(Ok(text.cast_into::<PyString>()?)),
            // (What there is no memory for, say, is the host's to know.)
            Err(error) if is_of_text(&error, py) => Ok(Err(unread(&error, py, ""))),
            Err(error) => Err(error),
        };
    }
    let kind = show::type_name(code);
    Err(PyTypeError::new_err(format!("the code to run must be a string, not {kind}")))
}

/// Whether the error says that bytes are no text in the encoding that they declare.
fn is_of_text(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PySyntaxError>(py) || error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyLookupError>(py)
}

/// What our front says of code that it refuses.
pub struct Refused<'a> {
    pub depth: Depth,
    pub message: &'a str,
    /// In bytes.
    pub offset: usize,
    /// The limit behind it, where the host has nothing against the code.
    pub limit: Option<&'static str>,
}

/// The error for code that our front refused. The host is asked first.
pub fn failure(session: &Session, code: &Bound<'_, PyString>, refused: &Refused<'_>) -> ExecError {
    let source = code.to_str().unwrap_or_default();
    let returns = session.policy.borrow().top_level_return;
    // The host's compiler knows nothing of a `return` that is allowed here.
    let asked =
        |depth| host_failure(code.as_any(), source, depth).filter(|failure| !(returns && failure.message.starts_with(RETURN_OUTSIDE)));
    // Some of what our parser refuses is the business of the host's compiler.
    let of_host = asked(refused.depth).or_else(|| asked(Depth::Compile));
    let limit = refused.limit.filter(|_| of_host.is_none());
    let failure = of_host.unwrap_or_else(|| own_failure(source, refused.message, refused.offset));
    let line = failure.line;
    let mut report = Report::of_syntax(failure);
    // CPython does not say where a null character is.
    report.location = report.location.or_else(|| Report::of_syntax(own_failure(source, refused.message, refused.offset)).location);
    if limit.is_some() {
        report.category = Category::Limit;
        report.notes.limit = limit;
    }
    report.notes.hint = hints::of_source(code, line, &report.message);
    ExecError::Failed(Box::new(report))
}

/// The error for code that is no valid text (lone surrogates).
pub fn undecodable(error: &PyErr, py: Python<'_>) -> ExecError {
    unread(error, py, ". Write the character as an escape in a string literal.")
}

fn unread(error: &PyErr, py: Python<'_>, more: &str) -> ExecError {
    let value = error.value(py);
    let (kind, message) = (show::type_name(value), show::message(value));
    let text = format!("Code parsing failed due to: {kind}: {message}{more}");
    let report = Report { kind, message, ..Report::turned_away(Category::Syntax, text) };
    ExecError::Failed(Box::new(report))
}

/// What `compile` says about the code; `None` if it accepts it.
fn host_failure(code: &Bound<'_, PyAny>, source: &str, depth: Depth) -> Option<ParseFailure> {
    let py = code.py();
    let flags = if depth == Depth::Parse { ONLY_AST } else { TOP_LEVEL_AWAIT };
    let compile = py.import("builtins").and_then(|builtins| builtins.getattr("compile")).ok()?;
    // The host's compiler counts its recursion for a main thread's stack; ours may be a small one.
    let error = parse::with_host_stack(|| compile.call1((code, FILE, "exec", flags, true))).err()?;
    let value = error.value(py);
    // The host's own recursion limits; our words say more.
    if error.is_instance_of::<PyMemoryError>(py) || error.is_instance_of::<PyRecursionError>(py) {
        return None;
    }
    if !error.is_instance_of::<PySyntaxError>(py) {
        return Some(ParseFailure { kind: show::type_name(value), message: show::message(value), ..ParseFailure::default() });
    }
    let field = |name: &str| value.getattr(name).ok().filter(|field| !field.is_none());
    let number = |name: &str| field(name).and_then(|number| number.extract::<usize>().ok());
    let line = field("lineno").and_then(|line| line.extract().ok());
    let own = line.and_then(|line| source_line(source, line));
    let text = field("text").map(|text| show::text(&text));
    let offset = field("offset").and_then(|offset| offset.extract::<usize>().ok()).unwrap_or(0);
    let in_field = own.as_deref().zip(text.as_deref()).and_then(|(own, text)| column_of_field(own, text, offset));
    Some(ParseFailure {
        line,
        kind: show::type_name(value),
        message: show::message(value),
        source_line: if in_field.is_some() { own } else { text.or(own) },
        offset: in_field.unwrap_or(offset),
        end: in_field.is_none().then(|| number("end_lineno").zip(number("end_offset"))).flatten(),
    })
}

/// Line `number` of the source, counted from 1: the compiler, unlike the parser, does not give it.
fn source_line(source: &str, number: u64) -> Option<String> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    source.lines().nth(index).map(str::to_owned)
}

/// The column in `line` of an error in the replacement field of an f-string: before 3.12 the host parses the field alone,
/// in parentheses, and tells the column there.
fn column_of_field(line: &str, text: &str, offset: usize) -> Option<usize> {
    let field = text.trim_end().strip_prefix('(')?.strip_suffix(')')?;
    let start = line.find(&format!("{{{field}"))?;
    // Both columns count the character before the field.
    (!line.contains(text.trim_end())).then(|| line.get(..start).map_or(0, |before| before.chars().count()) + offset)
}

/// The same in our own words, for what only we refuse.
fn own_failure(source: &str, message: &str, offset: usize) -> ParseFailure {
    let offset = (0..=offset.min(source.len())).rev().find(|i| source.is_char_boundary(*i)).unwrap_or(0);
    let (before, after) = source.split_at(offset);
    let line = before.matches('\n').count() + 1;
    let start = before.rsplit('\n').next().unwrap_or("");
    let end = after.split('\n').next().unwrap_or("");
    ParseFailure {
        line: Some(line as u64),
        kind: "SyntaxError".to_owned(),
        message: format!("{message} ({FILE}, line {line})"),
        source_line: Some(format!("{start}{end}\n")),
        offset: start.chars().count() + 1,
        end: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::messages::contract;

    #[test]
    fn columns_of_fields_are_those_of_the_line() {
        assert_eq!(column_of_field("x = f'é{1 1}'", "(1 1)\n", 2), Some(9));
        assert_eq!(column_of_field("x = (1 1)", "(1 1)\n", 2), None);
        assert_eq!(column_of_field("x = 5 5", "x = 5 5\n", 7), None);
    }

    #[test]
    fn own_words_have_the_same_form() {
        let failure = own_failure("x = 1\ny = (é", "too deep", 11);
        assert_eq!(
            contract::parsing_failed(&failure),
            "Code parsing failed on line 2 due to: SyntaxError: too deep (<unknown>, line 2)\ny = (é\n     ^"
        );
        assert_eq!(own_failure("", "empty", 99).line, Some(1));
    }
}
