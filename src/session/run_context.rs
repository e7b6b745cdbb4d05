//! A run under way, as all floors see it: its session, what it may still use, and how it ends.
//!
//! Shared by reference everywhere; the interpreter may call back into us at any point, so what changes
//! lives in cells and is never borrowed across a call into the interpreter.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::AtomicUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::cpython::frames;
use crate::cpython::value::{attached, Value, R};
use crate::front::limits::{HostClock, Limits, Meter};
use crate::session::abort::Abort;
use crate::session::process_settings::InPlace;
use crate::session::{engine_calls, Session};

/// Characters that the libraries of one run may write to the host's standard error.
pub const STDERR_CHARACTERS: usize = 50_000;

pub struct RunContext {
    pub session: Rc<Session>,
    /// The session's Python object; functions keep it alive.
    pub owner: Value,
    pub meter: Arc<Meter>,
    /// Operations charged in this run.
    pub operations: Cell<i64>,
    /// Cap of `operations`; `i64::MAX` when there is none.
    pub operations_cap: Cell<i64>,
    pub abort: RefCell<Option<Abort>>,
    /// Whether an abort is unwinding now (looked at after every call into the interpreter).
    pub aborting: Cell<bool>,
    /// The exception that carries the abort under way: it knows the frames that were left.
    pub carrier: RefCell<Option<Py<PyAny>>>,
    /// When the run must have ended, and whether time in the host's tools is part of it.
    pub deadline: Option<Instant>,
    /// A signal reaches C code on this thread.
    pub interruptible: bool,
    /// Address of the host's frame that began the run; 0 where it has none.
    pub begun_by: usize,
    /// Time of the run in the host's tools.
    pub clock: Arc<HostClock>,
    /// Seconds that a computation would have taken which was not started.
    pub forecast: Cell<Option<f64>>,
    /// While it is here, the memory of numpy's arrays is counted.
    pub arrays: RefCell<Option<Box<dyn Any>>>,
    /// The context (of context variables) that the run is in, while it is in one of its own.
    pub context: RefCell<Option<Py<PyAny>>>,
    /// The host's event loop on this thread and its task while the code runs; those of the code while the host does.
    pub host_loop: RefCell<Option<Py<PyAny>>>,
    /// The settings of the process that are the session's now, once it touched some.
    pub settings: RefCell<Option<Py<InPlace>>>,
    /// A tool of the host is under way.
    pub outside: Cell<bool>,
    /// Characters that libraries may still write to the host's standard error.
    pub stderr_left: Arc<AtomicUsize>,
    /// A `__del__` or a weak reference's callback runs, outside of a run: the host's tools are not for it.
    pub finaliser: Cell<bool>,
}

impl RunContext {
    /// A run that begins now.
    pub fn new(
        session: &Rc<Session>,
        owner: &Value,
        (meter, clock): (Arc<Meter>, Arc<HostClock>),
        limits: &Limits,
        interruptible: bool,
    ) -> RunContext {
        RunContext {
            session: session.clone(),
            owner: owner.clone(),
            meter,
            operations: Cell::new(0),
            operations_cap: Cell::new(cap(limits.operations)),
            abort: RefCell::new(None),
            aborting: Cell::new(false),
            carrier: RefCell::new(None),
            deadline: limits.seconds.and_then(|s| Instant::now().checked_add(Duration::try_from_secs_f64(s).ok()?)),
            interruptible,
            begun_by: frames::innermost_frame(),
            clock,
            forecast: Cell::new(None),
            arrays: RefCell::new(None),
            context: RefCell::new(None),
            host_loop: RefCell::new(None),
            settings: RefCell::new(None),
            outside: Cell::new(false),
            stderr_left: Arc::new(AtomicUsize::new(STDERR_CHARACTERS)),
            finaliser: Cell::new(false),
        }
    }

    #[inline(always)]
    pub fn py<'py>(&self) -> Python<'py> {
        attached()
    }

    /// Charges `n` operations and looks at limits when due.
    #[inline(always)]
    pub fn charge(&self, n: u32) -> R<()> {
        let operations = self.operations.get().wrapping_add(i64::from(n));
        self.operations.set(operations);
        if operations > self.meter.bound() {
            return check_limits(self);
        }
        Ok(())
    }

    /// Gives back operations of nodes that were not evaluated because of an error.
    pub fn refund(&self, n: u32) {
        self.operations.set(self.operations.get() - i64::from(n));
    }

    /// Time until the deadline; `None` when there is none.
    pub fn time_left(&self) -> Option<Duration> {
        self.clock.left(self.deadline)
    }
}

/// A cap that may be absent, as a number.
pub fn cap(n: Option<u64>) -> i64 {
    n.map_or(i64::MAX, |n| i64::try_from(n).unwrap_or(i64::MAX))
}

/// The slow side of `charge`.
#[cold]
#[inline(never)]
fn check_limits(run: &RunContext) -> R<()> {
    (engine_calls::table().check_limits)(run)
}
