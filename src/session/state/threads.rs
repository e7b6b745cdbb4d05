//! The threads of a run.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use crate::front::limits::{HostClock, Meter};
use crate::front::policy::Policy;

/// The run that started a thread.
pub struct Origin {
    pub policy: Policy,
    /// Of the run itself.
    pub meter: Arc<Meter>,
    pub clock: Arc<HostClock>,
    pub deadline: Option<Instant>,
    /// Characters that all its threads may yet write to the host's standard error.
    pub stderr_left: Arc<AtomicUsize>,
    pub ended: AtomicBool,
    /// Of calls of sandboxed functions that are under way on its threads.
    pub meters: Mutex<Vec<Weak<Meter>>>,
}

/// The threads of one run.
#[derive(Default)]
pub struct Threads(pub RefCell<Option<Arc<Origin>>>);
