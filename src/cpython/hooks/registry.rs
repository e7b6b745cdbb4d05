//! The account of what is changed in the interpreter, and the way back.
//!
//! Changes are made when the first executor is made. When the last session is gone they are taken out again, those whose
//! row in `table` says so, and put back for the next executor. Executors that follow one another quickly leave them where
//! they are.
#![allow(unsafe_code, reason = "the collector is held while changes are exchanged")]

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::collector::CollectorHeld;
use crate::cpython::hooks::table::Hook;
use crate::cpython::lock::Lock;
use crate::cpython::static_types::interpreter_ends;
use crate::cpython::value::attached;

/// One change. `place` is the address of what is written: a type, a definition of a method or getter, an object.
pub struct Change {
    pub kind: &'static str,
    pub target: Target,
    pub place: usize,
    pub hook: &'static Hook,
    undo: Option<Box<dyn Undo>>,
    is_out: bool,
    /// The trial in which it was made.
    trial: u64,
}

/// What is changed. Messages and tests alone want its name: of what lives as long as the process it is asked for then
/// (460 names were 0.9 of the 9 million instructions of the first executor).
pub enum Target {
    Named(String),
    Lasting(Py<PyAny>),
}

impl Target {
    pub fn another(&self, py: Python<'_>) -> Target {
        match self {
            Target::Named(name) => Target::Named(name.clone()),
            Target::Lasting(object) => Target::Lasting(object.clone_ref(py)),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Named(name) => f.write_str(name),
            Target::Lasting(object) => object.bind(attached()).fmt(f),
        }
    }
}

impl From<String> for Target {
    fn from(name: String) -> Target {
        Target::Named(name)
    }
}

impl From<&Bound<'_, PyType>> for Target {
    fn from(class: &Bound<'_, PyType>) -> Target {
        // SAFETY: ATTACHED; a live type.
        match unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), ffi::Py_TPFLAGS_HEAPTYPE) } {
            0 => Target::Lasting(class.clone().into_any().unbind()),
            _ => Target::Named(class.to_string()),
        }
    }
}

/// The way back from a change, and to it again.
pub trait Undo: Send {
    /// Whether what was there before is there again: it is not where others have put something in front of the change.
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool>;
    /// Whether the change is there again.
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool>;
}

static CHANGES: Mutex<Vec<Change>> = Mutex::new(Vec::new());
/// Reasons of changes that a test leaves out.
static LEFT_OUT: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Since when the changes are in force.
static SINCE: Mutex<Option<Instant>> = Mutex::new(None);
/// They are so long at least: to exchange them all takes milliseconds.
const AT_LEAST: Duration = Duration::from_millis(500);
/// How many sessions there are.
static USERS: AtomicUsize = AtomicUsize::new(0);

fn since() -> MutexGuard<'static, Option<Instant>> {
    SINCE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn changes() -> MutexGuard<'static, Vec<Change>> {
    CHANGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `f` of each change that is in force, in the order in which they were made.
/// It holds the lock: `f` runs no code of Python.
pub fn in_force<T>(f: impl Fn(&Change) -> T) -> Vec<T> {
    changes().iter().filter(|change| !change.is_out).map(f).collect()
}

/// Leaves out the changes for these reasons from now on: see `host::testing`.
pub fn leave_out(reasons: Vec<String>) {
    if let Ok(mut left_out) = LEFT_OUT.lock() {
        *left_out = reasons;
    }
}

pub(super) fn is_left_out(hook: &Hook) -> bool {
    LEFT_OUT.lock().is_ok_and(|left_out| left_out.iter().any(|left| left == hook.reason))
}

/// Writes a change down that cannot be undone.
pub(super) fn note(kind: &'static str, target: String, place: usize, hook: &'static Hook) {
    debug_assert!(hook.stays.is_some(), "{}", hook.reason);
    changes().push(Change { kind, target: target.into(), place, hook, undo: None, is_out: false, trial: TRIAL.get() });
}

/// The same; of classes that are alike (a host makes one at each call) the first.
pub(super) fn note_once(kind: &'static str, target: String, place: usize, hook: &'static Hook) {
    let is_known = changes().iter().any(|change| change.kind == kind && matches!(&change.target, Target::Named(known) if *known == target));
    if !is_known {
        note(kind, target, place, hook);
    }
}

/// Writes a change down, with the way back.
pub(super) fn note_with(kind: &'static str, target: impl Into<Target>, place: usize, hook: &'static Hook, undo: impl Undo + 'static) {
    since().get_or_insert_with(Instant::now);
    let undo: Option<Box<dyn Undo>> = if hook.stays.is_some() { None } else { Some(Box::new(undo)) };
    let change = Change { kind, target: target.into(), place, hook, undo, is_out: false, trial: TRIAL.get() };
    changes().push(change);
}

thread_local! {
    /// The trial under way on this thread.
    static TRIAL: Cell<u64> = const { Cell::new(0) };
}

/// Changes of this thread that belong together: those made while it lives can be taken back.
pub struct Trial {
    number: u64,
    outer: u64,
}

impl Trial {
    pub fn begin() -> Trial {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        Trial { number, outer: TRIAL.replace(number) }
    }

    /// Takes its changes back, but those that stay once they are made.
    pub fn take_back(self, py: Python<'_>) {
        let _held = CollectorHeld::new(py);
        // Nobody waits for the lock while objects of Python are at work.
        let (mut mine, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut *changes()).into_iter().partition(|change| change.trial == self.number && change.undo.is_some());
        keep(others);
        let mut stay = Vec::new();
        while let Some(mut change) = mine.pop() {
            let is_out = change.undo.as_mut().map_or(Ok(false), |undo| undo.take_out(py));
            if !is_out.unwrap_or(false) {
                log::debug!("{} stays", change.target);
                stay.push(change);
            }
        }
        stay.into_iter().rev().for_each(|change| changes().push(change));
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        TRIAL.set(self.outer);
    }
}

/// A session, as far as the changes are needed for it.
pub struct Lease(());

impl Lease {
    #[allow(clippy::new_without_default, reason = "it counts")]
    pub fn new() -> Lease {
        USERS.fetch_add(1, Ordering::SeqCst);
        Lease(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if USERS.fetch_sub(1, Ordering::SeqCst) != 1 || interpreter_ends() || !since().is_some_and(|since| since.elapsed() >= AT_LEAST) {
            return;
        }
        let py = attached();
        let pending = PyErr::take(py);
        if let Ok(_alone) = CHANGING.wait(py) {
            // Another thread may have come first, and makes one.
            if USERS.load(Ordering::SeqCst) == 0 {
                take_out(py);
            }
        }
        if let Some(error) = pending {
            error.restore(py);
        }
    }
}

/// Whoever changes the interpreter, or takes the changes out: that may let other threads run, which must not run code of the
/// sandbox before all is in its place.
static CHANGING: Lock = Lock::new();

/// Makes the changes with `make`, the first time, and puts back what was taken out later. Other threads wait.
///
/// # Errors
/// Those of `make`, which is called again the next time; what somebody else has changed meanwhile.
pub fn make_changes(py: Python<'_>, make: impl FnOnce(Python<'_>) -> PyResult<()>) -> PyResult<()> {
    static MADE: AtomicBool = AtomicBool::new(false);
    let _alone = CHANGING.wait(py)?;
    // Also what was made before `make` failed, and taken out with the executor that came to nothing.
    put_back(py)?;
    if !MADE.load(Ordering::SeqCst) {
        make(py)?;
        MADE.store(true, Ordering::SeqCst);
    }
    Ok(())
}

fn take_out(py: Python<'_>) {
    // Nothing but the exchange runs while one is made.
    let held = CollectorHeld::new(py);
    // Nobody waits for the lock while objects of Python are at work.
    let mut all = std::mem::take(&mut *changes());
    for change in all.iter_mut().rev().filter(|change| !change.is_out) {
        let Some(undo) = &mut change.undo else { continue };
        match undo.take_out(py) {
            Ok(is_out) => change.is_out = is_out,
            Err(error) => log::debug!("{} stays: {error}", change.target),
        }
    }
    keep(all);
    *since() = None;
    drop(held);
}

/// Puts back what was taken out. An error if others have changed the same place meanwhile.
fn put_back(py: Python<'_>) -> PyResult<()> {
    let _held = CollectorHeld::new(py);
    let mut all = std::mem::take(&mut *changes());
    let mut done = Ok(());
    since().get_or_insert_with(Instant::now);
    for change in all.iter_mut().filter(|change| change.is_out) {
        let Some(undo) = &mut change.undo else { continue };
        match undo.put_back(py) {
            Ok(is_in) if is_in => change.is_out = false,
            Ok(_) => {
                done = Err(PyRuntimeError::new_err(format!("fastexec cannot guard {} again: somebody else has changed it", change.target)))
            }
            Err(error) => done = Err(error),
        }
    }
    keep(all);
    done
}

fn keep(mut all: Vec<Change>) {
    let mut changes = changes();
    all.append(&mut changes);
    *changes = all;
}
