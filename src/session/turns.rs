//! Threads of one executor: one snippet runs at a time, the others wait for their turn.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::session::{tool_threads, Session};

/// Between two looks at signals while a thread waits.
const SLICE: Duration = Duration::from_millis(50);

/// Whose turn it is.
#[derive(Default)]
pub struct Turns {
    /// Thread whose snippet runs, and how many snippets of it (a tool may run another one).
    running: Cell<Option<(ThreadId, u32)>>,
    /// Runs so far.
    count: Cell<u64>,
    /// Numbers of those who wait, in order.
    waiting: RefCell<VecDeque<u64>>,
    numbers: Cell<u64>,
    ended: Arc<(Mutex<()>, Condvar)>,
    /// The executor was closed: nobody has a turn any more.
    closed: Cell<bool>,
}

/// Who waits; leaves the queue when dropped.
struct Place<'a> {
    turns: &'a Turns,
    number: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.turns.waiting.borrow_mut().retain(|number| *number != self.number);
    }
}

impl Turns {
    pub fn is_running(&self) -> bool {
        self.running.get().is_some()
    }

    fn is_free(&self) -> bool {
        self.running.get().is_none()
    }

    /// Ends the turns: who waits for one is told so.
    pub fn close(&self) {
        self.closed.set(true);
        self.ended.1.notify_all();
    }

    fn look_at_closing(&self, py: Python<'_>) -> PyResult<()> {
        if !self.closed.get() {
            return Ok(());
        }
        Err(PyErr::from_value(py.import("fastexec.errors")?.call_method0("closed")?))
    }

    fn take(&self, thread: ThreadId) {
        self.count.set(self.count.get().wrapping_add(1));
        self.running.set(Some((thread, 1)));
    }

    /// Waits until the others before this one are done; false if one of them takes longer than `patience`.
    fn wait(&self, py: Python<'_>, thread: ThreadId, patience: Option<Duration>) -> PyResult<bool> {
        let number = self.numbers.replace(self.numbers.get().wrapping_add(1));
        self.waiting.borrow_mut().push_back(number);
        let place = Place { turns: self, number };
        let (mut seen, mut since) = (self.count.get(), Instant::now());
        loop {
            self.look_at_closing(py)?;
            if self.is_free() && self.waiting.borrow().front() == Some(&place.number) {
                self.take(thread);
                return Ok(true);
            }
            if self.count.get() != seen {
                (seen, since) = (self.count.get(), Instant::now());
            }
            if patience.is_some_and(|patience| since.elapsed() > patience) {
                return Ok(false);
            }
            py.check_signals()?;
            let ended = self.ended.clone();
            py.detach(|| {
                let guard = ended.0.lock().unwrap_or_else(PoisonError::into_inner);
                drop(ended.1.wait_timeout(guard, SLICE));
            });
        }
    }
}

/// While it lives, a snippet of the session runs on this thread.
pub struct Running<'a> {
    session: &'a Session,
    before: Option<(ThreadId, u32)>,
}

impl Running<'_> {
    /// Whether another snippet of the session called the tool that runs this one.
    pub fn is_nested(&self) -> bool {
        self.before.is_some()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let turns = &self.session.turns;
        turns.running.set(self.before);
        if self.before.is_none() {
            self.session.unwatch(0);
            tool_threads::forget(self.session.address());
            turns.ended.1.notify_all();
        }
    }
}

/// Enters a snippet on this thread, when it is its turn: one that a tool of a snippet runs at once, one of another thread
/// after those before it. `None` for a thread that works for the run it would wait for, and beyond `patience`. An error where the executor
/// was closed, before or meanwhile.
pub fn enter<'a>(session: &'a Session, py: Python<'_>, patience: Option<Duration>) -> PyResult<Option<Running<'a>>> {
    let turns = &session.turns;
    let thread = std::thread::current().id();
    let before = turns.running.get().filter(|(running, _)| *running == thread);
    turns.look_at_closing(py)?;
    match before {
        Some((_, depth)) => turns.running.set(Some((thread, depth + 1))),
        None if turns.is_free() && turns.waiting.borrow().is_empty() => turns.take(thread),
        None if tool_threads::works_for(session.address()) || !turns.wait(py, thread, patience)? => return Ok(None),
        None => {}
    }
    if before.is_none() {
        session.forget_redirects();
    }
    Ok(Some(Running { session, before }))
}
