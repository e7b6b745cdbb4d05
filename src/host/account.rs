//! `Account`: what a call did, for the host.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use crate::session::run_notes::Noted;

/// Filled by the run that it was given to; empty until then.
#[pyclass(frozen, module = "fastexec._fastexec", name = "Account")]
#[derive(Default)]
pub struct Account {
    filled: Mutex<Filled>,
}

#[derive(Clone, Default)]
struct Filled {
    operations: i64,
    noted: Noted,
    refusals: Vec<String>,
}

/// Operations, most bytes, imports, calls of tools (name, seconds, whether it failed), how many there were,
/// refusals.
pub type Fields = (i64, Option<u64>, Vec<String>, Vec<(String, f64, bool)>, u64, Vec<String>);

impl Account {
    pub fn fill(&self, operations: i64, noted: Noted, refusals: Vec<String>) {
        let filled = Filled { operations, noted, refusals };
        *self.filled.lock().unwrap_or_else(PoisonError::into_inner) = filled;
    }
}

#[pymethods]
impl Account {
    #[new]
    fn new() -> Account {
        Account::default()
    }

    /// Operations, most bytes added, imports, calls of tools, how many there were, refusals.
    fn fields(&self) -> Fields {
        let filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Filled { operations, noted, refusals } = filled;
        let calls = noted.calls.into_iter().map(|call| (call.name.to_string(), call.seconds, call.failed)).collect();
        (operations, noted.peak, noted.imports, calls, noted.called, refusals)
    }
}
