//! What a run did, for the account that the host gets of it: imports, calls of tools, the most memory.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;

/// Calls of tools that are kept one by one.
const CALLS_KEPT: usize = 1_000;
/// Imported modules that are kept.
const IMPORTS_KEPT: usize = 200;

/// A call of one of the host's tools.
#[derive(Clone, Debug)]
pub struct ToolCall {
    pub name: Arc<str>,
    pub seconds: f64,
    pub failed: bool,
}

/// Notes of the run under way. Nothing of the code reaches them.
#[derive(Default)]
pub struct RunNotes {
    imports: RefCell<Vec<String>>,
    calls: RefCell<Vec<ToolCall>>,
    called: Cell<u64>,
    /// Those that have begun and not ended.
    under_way: RefCell<Vec<(Arc<str>, Instant)>>,
    /// Bytes that the run had added when it had most; unknown where memory is not counted.
    peak: Cell<Option<u64>>,
    /// What was at work when the time was up: a frame, or an iterator.
    late: RefCell<Option<Py<PyAny>>>,
}

/// The notes of a run that has ended.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    pub imports: Vec<String>,
    pub calls: Vec<ToolCall>,
    /// All of them, also those that were not kept.
    pub called: u64,
    pub peak: Option<u64>,
}

impl RunNotes {
    pub fn imported(&self, module: &str) {
        let mut imports = self.imports.borrow_mut();
        if imports.len() < IMPORTS_KEPT && !imports.iter().any(|known| known == module) {
            imports.push(module.to_owned());
        }
    }

    /// A call of a tool begins: when, if that is to be kept.
    #[inline]
    pub fn begin_call(&self, name: &Arc<str>) -> Option<Instant> {
        let began = (self.calls.borrow().len() < CALLS_KEPT).then(Instant::now)?;
        self.under_way.borrow_mut().push((name.clone(), began));
        Some(began)
    }

    /// A call of a tool that began then has ended.
    #[inline]
    pub fn called(&self, name: &Arc<str>, began: Option<Instant>, failed: bool) {
        self.called.set(self.called.get() + 1);
        if let Some(began) = began {
            let mut under_way = self.under_way.borrow_mut();
            if let Some(at) = under_way.iter().rposition(|(of, at)| *at == began && of == name) {
                under_way.swap_remove(at);
            }
            self.keep(ToolCall { name: name.clone(), seconds: began.elapsed().as_secs_f64(), failed });
        }
    }

    fn keep(&self, call: ToolCall) {
        let mut calls = self.calls.borrow_mut();
        // (Calls within the call may have ended since.)
        if calls.len() < CALLS_KEPT {
            calls.push(call);
        }
    }

    /// The tool whose calls took longest, and how many seconds.
    pub fn slowest(&self) -> Option<(Arc<str>, f64)> {
        let (calls, under_way) = (self.calls.borrow(), self.under_way.borrow());
        let ended = calls.iter().map(|call| (&call.name, call.seconds));
        let others = under_way.iter().map(|(name, began)| (name, began.elapsed().as_secs_f64()));
        let mut sums: Vec<(Arc<str>, f64)> = Vec::new();
        for (name, seconds) in ended.chain(others) {
            match sums.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += seconds,
                None => sums.push((name.clone(), seconds)),
            }
        }
        sums.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// What was at work when the time was up; the first that is noted stays.
    #[cold]
    pub fn at_work(&self, what: &Bound<'_, PyAny>) {
        let mut late = self.late.borrow_mut();
        if late.is_none() {
            *late = Some(what.clone().unbind());
        }
    }

    /// What `at_work` noted, which is forgotten.
    pub fn take_late(&self) -> Option<Py<PyAny>> {
        self.late.take()
    }

    pub fn used_memory(&self, peak: Option<u64>) {
        self.peak.set(peak);
    }

    /// The notes so far, which begin anew.
    pub fn take(&self) -> Noted {
        self.under_way.borrow_mut().clear();
        drop(self.take_late());
        Noted { imports: self.imports.take(), calls: self.calls.take(), called: self.called.take(), peak: self.peak.take() }
    }

    /// Puts back those of the run around one that has ended.
    pub fn restore(&self, noted: Noted) {
        self.imports.replace(noted.imports);
        self.calls.replace(noted.calls);
        self.called.set(noted.called);
        self.peak.set(noted.peak);
    }
}
