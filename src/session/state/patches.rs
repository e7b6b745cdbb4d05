//! Which patches of `unittest.mock` are a session's.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number that patches of the session are marked with.
pub struct Number(pub u64);

impl Default for Number {
    fn default() -> Number {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Number(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
