//! The error texts of the contract, word for word. What is ours to add comes after them (`detail`).

use std::fmt::Display;

/// What stands for the middle of a text that is too long.
pub fn truncated(limit: usize) -> String {
    format!("\n..._This content has been truncated to stay below {limit} characters_...\n")
}

/// A snippet that does not parse, with the host Python's own message. The form is the original's, with the caret under
/// the column that the host means, in a line of its own.
pub fn parsing_failed(failure: &ParseFailure) -> String {
    let none = || "None".to_owned();
    let source = failure.source_line.clone().unwrap_or_else(none);
    let source = source.trim_end_matches(['\n', '\r']);
    // Tabs are as wide below as above.
    let line = source.lines().next_back().unwrap_or("").chars().chain(std::iter::repeat(' '));
    let blank = line.take(failure.offset.saturating_sub(1)).map(|c| if c == '\t' { '\t' } else { ' ' });
    format!(
        "Code parsing failed on line {} due to: {}: {}\n{source}\n{}^",
        failure.line.map_or_else(none, |line| line.to_string()),
        failure.kind,
        failure.message,
        blank.collect::<String>(),
    )
}

/// What the host says about a snippet that does not parse.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParseFailure {
    pub line: Option<u64>,
    /// `SyntaxError`, `IndentationError`, ...
    pub kind: String,
    pub message: String,
    pub source_line: Option<String>,
    /// Column, counted from 1.
    pub offset: usize,
    /// Line and column behind it.
    pub end: Option<(usize, usize)>,
}

pub fn execution_failed(statement: &str, kind: &str, message: &str) -> String {
    format!("Code execution failed at line '{statement}' due to: {kind}: {message}")
}

pub fn undefined_variable(name: &str) -> String {
    format!("The variable `{name}` is not defined.")
}

pub fn undefined_function(name: &str) -> String {
    format!(
        "Forbidden function evaluation: '{name}' is not among the explicitly allowed tools or \
         defined/imported in the preceding code"
    )
}

/// `matches` is the list of similar keys as Python shows it, if there are any.
pub fn index_failed(value: &str, index: &str, kind: &str, message: &str, matches: Option<&str>) -> String {
    let hint = matches.map_or_else(String::new, |matches| format!(". Maybe you meant one of these indexes instead: {matches}"));
    format!("Could not index {value} with '{index}': {kind}: {message}{hint}")
}

pub fn no_attribute(object: &str, name: &str) -> String {
    format!("Object {object} has no attribute {name}")
}

pub fn delete_name_failed(name: &str) -> String {
    format!("Cannot delete name '{name}': name is not defined")
}

pub fn delete_item_failed(message: &str) -> String {
    format!("Cannot delete index/key: {message}")
}

pub fn no_mapping(kind: &str) -> String {
    format!("Cannot unpack non-dict value in **kwargs: {kind}")
}

pub fn no_list_added(value: &str) -> String {
    format!("Cannot add non-list value {value} to a list.")
}

pub const WRONG_SIZE: &str = "Cannot unpack tuple of wrong size";

pub fn assertion_failed(test: &str) -> String {
    format!("Assertion failed: {test}")
}

pub fn too_many_operations(limit: u64) -> String {
    format!(
        "Reached the max number of operations of {limit}. Maybe there is an infinite loop somewhere in \
         the code, or you're just asking too many calculations."
    )
}

pub fn too_many_iterations(limit: u64) -> String {
    format!("Maximum number of {limit} iterations in While loop exceeded")
}

/// `seconds` as the host wrote it (`30`, `0.5`).
pub fn out_of_time(seconds: impl Display) -> String {
    format!("Code execution exceeded the maximum execution time of {seconds} seconds")
}

pub fn out_of_cpu_time(seconds: f64) -> String {
    format!("Code execution exceeded the maximum processor time of {seconds} seconds")
}

pub fn out_of_memory(bytes: u64) -> String {
    format!("Code execution exceeded the maximum of {bytes} bytes of added memory")
}

/// What to do about a MemoryError.
pub fn memory_hint(bytes: u64) -> String {
    format!("a call may add {bytes} bytes of memory: work on less data at a time, or keep fewer results")
}

/// What to do about limits of work and time.
pub fn work_hint() -> String {
    "do less per call: look for an endless loop, use a faster way for the inner loop, or split the work over \
     several calls (variables stay)"
        .to_owned()
}

/// What to do about a limit of time that ended a wait.
pub fn wait_hint() -> String {
    "the code was waiting here: wait for less, or bound the wait with `asyncio.wait_for(..., timeout=...)`".to_owned()
}

/// What to do about threads that go on when everything else is done.
pub fn threads_hint() -> String {
    "the code had come to its end, but threads that it started had not: let them end, or start them with daemon=True".to_owned()
}

/// A computation was refused by the estimate of its time.
pub fn not_started(seconds: f64) -> String {
    // (Longer than that is for ever.)
    let seconds = seconds.min(1e9);
    format!("this computation was not started: it would take {seconds:.0} seconds or more, and nothing could stop it")
}

/// What to do about a `while` loop that does not end.
pub fn while_hint() -> String {
    "make sure that the condition of the loop becomes false; for more iterations use `for`".to_owned()
}

/// What a host may do that called a function of the code outside of a run, where it has few operations.
pub fn outside_hint() -> String {
    "a run has the operations of its limits: let the code call the function".to_owned()
}

pub fn cancelled() -> String {
    "Code execution was cancelled by the host".to_owned()
}

pub fn source_too_long(bytes: usize, limit: u64) -> String {
    format!("The code is {bytes} bytes long; at most {limit} are accepted. Split it into shorter snippets.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_failures_read_as_in_the_original() {
        let failure = ParseFailure {
            line: Some(1),
            kind: "SyntaxError".to_owned(),
            message: "invalid syntax (<unknown>, line 1)".to_owned(),
            source_line: Some("x = = 1\n".to_owned()),
            offset: 5,
            end: None,
        };
        assert_eq!(
            parsing_failed(&failure),
            "Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\n\
             x = = 1\n    ^"
        );
        let nul = ParseFailure {
            kind: "SyntaxError".to_owned(),
            message: "source code string cannot contain null bytes".to_owned(),
            ..ParseFailure::default()
        };
        assert_eq!(
            parsing_failed(&nul),
            "Code parsing failed on line None due to: SyntaxError: source code string cannot contain \
             null bytes\nNone\n^"
        );
    }

    #[test]
    fn similar_keys_follow_the_index_text() {
        assert_eq!(
            index_failed("{'key': 1}", "kye", "KeyError", "'kye'", Some("['key']")),
            "Could not index {'key': 1} with 'kye': KeyError: 'kye'. Maybe you meant one of these indexes \
             instead: ['key']"
        );
        assert_eq!(
            index_failed("[1]", "5", "IndexError", "list index out of range", None),
            "Could not index [1] with '5': IndexError: list index out of range"
        );
    }
}
