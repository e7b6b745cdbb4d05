//! What can go wrong in a call, as plain data. `py` turns it into the exception that the host sees.

use crate::front::messages::contract;
use crate::front::messages::details::{self, Notes, Place};

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum ExecError {
    /// The snippet was not run: it does not parse, or its form is refused. The whole text.
    #[error("{0}")]
    Rejected(String),
    /// An error left the code, or a limit or refusal ended the run.
    #[error("{0}")]
    Failed(Box<Report>),
    /// The wall-clock limit. The whole text.
    #[error("{0}")]
    OutOfTime(String),
    /// The user's own Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// A bug of ours; the session goes on.
    #[error("internal error: {0}")]
    Internal(String),
}

/// An error that left the code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Source of the top-level statement under way.
    pub statement: String,
    /// Name of the error's type.
    pub kind: String,
    pub message: String,
    /// Outermost first.
    pub places: Vec<Place>,
    /// Places in the middle that are not among them.
    pub left_out: usize,
    pub notes: Notes,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&contract::execution_failed(&self.statement, &self.kind, &self.message))?;
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
