//! Which patches of `unittest.mock` are a session's.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of them.
pub struct Patches {
    /// They are marked with it.
    pub number: u64,
    /// Whether `print` is one of the code's own: what no patch put back (a limit came) is there again in the next run.
    pub print: Cell<bool>,
}

impl Default for Patches {
    fn default() -> Patches {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Patches { number: NEXT.fetch_add(1, Ordering::Relaxed), print: Cell::new(false) }
    }
}
