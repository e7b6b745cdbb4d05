//! What is kept of a profile.

use std::sync::Arc;
use std::time::Duration;

use crate::front::bytecode::code::Code;

/// What a run did in one function of some source text.
#[derive(Clone, Debug)]
pub struct Entry {
    pub source: Arc<str>,
    pub code: Arc<Code>,
    pub line: usize,
    pub operations: i64,
    pub time: Duration,
}
