//! What is known of patterns.

use std::rc::Rc;

use pyo3::prelude::*;

use crate::front::regex_cost::Graph;

/// What is known of a pattern.
pub struct Pattern {
    pub graph: Option<Graph>,
    /// Repetitions without an end, and whether one is inside of another.
    pub repeats: i32,
    pub nested: bool,
    /// Other choices, as a power of two.
    pub choices: f64,
}

/// The patterns that a session used last.
pub type Remembered = std::cell::RefCell<Vec<(Py<PyAny>, Rc<Pattern>)>>;
