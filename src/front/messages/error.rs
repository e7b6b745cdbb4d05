//! What can go wrong in a call, as plain data. `py` turns it into the exception that the host sees.

use crate::front::messages::contract::{self, ParseFailure};
use crate::front::messages::details::{self, Location, Notes, Place};

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum ExecError {
    #[error("{0}")]
    Failed(Box<Report>),
    /// The wall-clock limit.
    #[error("{0}")]
    OutOfTime(Box<Report>),
    /// The user's own Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// What kind of end a call had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Category {
    /// The snippet is no Python; nothing of it ran.
    Syntax,
    /// It wanted what it may not have.
    Refused,
    Limit,
    /// An error left the code.
    #[default]
    Raised,
    /// A bug of ours; the session goes on.
    Internal,
}

impl Category {
    pub fn name(self) -> &'static str {
        match self {
            Category::Syntax => "syntax",
            Category::Refused => "refused",
            Category::Limit => "limit",
            Category::Raised => "raised",
            Category::Internal => "internal",
        }
    }
}

/// Why a call has no result, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub category: Category,
    /// The contract's text, where it is not that of an error at a statement.
    pub text: Option<String>,
    /// Source of the top-level statement under way.
    pub statement: String,
    /// Name of the error's type.
    pub kind: String,
    pub message: String,
    /// Where the snippet has the error.
    pub location: Option<Location>,
    /// Outermost first.
    pub places: Vec<Place>,
    /// Places in the middle that are not among them.
    pub left_out: usize,
    pub notes: Notes,
}

impl Report {
    /// Of a snippet that did not run: all there is to say.
    pub fn turned_away(category: Category, text: String) -> Report {
        Report { category, kind: "InterpreterError".to_owned(), message: text.clone(), text: Some(text), ..Report::default() }
    }

    pub fn of_syntax(failure: ParseFailure) -> Report {
        let text = Some(contract::parsing_failed(&failure));
        let location = failure.line.and_then(|line| usize::try_from(line).ok()).map(|line| {
            let column = failure.offset.max(1);
            let (end_line, end_column) = failure.end.filter(|end| *end >= (line, column)).unwrap_or((line, column));
            Location { line, column, end_line, end_column }
        });
        Report { category: Category::Syntax, text, kind: failure.kind, message: failure.message, location, ..Report::default() }
    }

    /// The contract's text alone.
    pub fn contract_text(&self) -> String {
        self.text.clone().unwrap_or_else(|| contract::execution_failed(&self.statement, &self.kind, &self.message))
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.contract_text())?;
        f.write_str(&details::render(&self.places, self.left_out, &self.notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::parse::span::Span;

    #[test]
    fn details_follow_the_text_of_the_contract() {
        let report = Report {
            statement: "x = 1 / 0".to_owned(),
            kind: "ZeroDivisionError".to_owned(),
            message: "division by zero".to_owned(),
            places: vec![Place::new(None, "x = 1 / 0", Span::new(4, 9))],
            ..Report::default()
        };
        assert_eq!(
            ExecError::Failed(Box::new(report)).to_string(),
            "Code execution failed at line 'x = 1 / 0' due to: ZeroDivisionError: division by zero\
             \n  line 1: x = 1 / 0\
             \n              ^^^^^"
        );
    }
}
