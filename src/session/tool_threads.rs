//! Threads that tools of a run started, and the session whose run it was.
#![allow(unsafe_code, reason = "the interpreter is asked for the number of this thread")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::ffi;

use crate::session::current;

/// A thread, by the number that the interpreter gives it, and the session of the run that started it.
type Helper = (u64, usize);

static HELPERS: Mutex<Vec<Helper>> = Mutex::new(Vec::new());

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn helpers() -> MutexGuard<'static, Vec<Helper>> {
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn session_of_this_thread() -> Option<usize> {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return None;
    }
    // SAFETY: has no preconditions.
    let this = unsafe { ffi::PyThread_get_thread_ident() } as u64;
    helpers().iter().rev().find(|(ident, _)| *ident == this).map(|(_, session)| *session)
}

/// Whether this thread works for the run of the session that is under way on another one.
pub fn works_for(session: usize) -> bool {
    current::with_current(|m| m.session.address()) == Some(session) || session_of_this_thread() == Some(session)
}

/// The run of the session is over: its threads are none of anybody.
pub fn forget(session: usize) {
    if COUNT.load(Ordering::Relaxed) > 0 {
        let mut helpers = helpers();
        helpers.retain(|(_, of)| *of != session);
        COUNT.store(helpers.len(), Ordering::Relaxed);
    }
}

/// The run of the session started the thread.
pub fn note(thread: u64, session: usize) {
    helpers().push((thread, session));
    COUNT.fetch_add(1, Ordering::Relaxed);
}
