//! How a run ended badly, as the engine tells the boundary.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::front::parse::span::Span;
use crate::session::abort::Abort;
use crate::vm::machine::hot_lines::HotLines;
use crate::vm::machine::Note;

/// Why a run gave no value.
#[derive(Debug)]
pub enum Cause {
    /// An exception left the code.
    Raised(PyErr),
    /// A limit, `final_answer`, or a refusal that ends the run.
    Abort(Abort),
}

#[derive(Debug)]
pub struct RunError {
    pub cause: Cause,
    /// Index (in `Program::statements`) of the top-level statement under way.
    pub statement: Option<usize>,
    /// The program had come to its end: its threads had not.
    pub after_end: bool,
    /// Nothing was under way: the innermost frame waited for something.
    pub waited: bool,
    pub trace: Trace,
    /// What the contract's text needs, if it belongs to the exception that left the code.
    pub note: Option<Note>,
    /// Where operations and time went, as far as somebody looked.
    pub hot: HotLines,
}

/// Frames that an error passed through, outermost first; of very many, only those of either end.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<TraceEntry>,
    /// How many are missing in the middle.
    pub left_out: usize,
}

/// A frame that an error passed through.
#[derive(Clone, Debug)]
pub struct TraceEntry {
    pub function: String,
    pub source: Arc<str>,
    pub span: Span,
}
