//! What finalisers of a session may take together between two runs: the host may drop thousands of objects at once, and
//! each may make the next.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::front::policy::defence_layers::{self, Net};
use crate::session::run_context::RunContext;

const OPERATIONS: i64 = 10_000_000;
const TIME: Duration = Duration::from_secs(1);
/// Errors that the interpreter may print ("Exception ignored in …").
const ERRORS: u32 = 20;

/// Characters that they may write to the host's standard error.
const CHARACTERS: usize = 50_000;

/// What is left.
pub struct FinaliserBudget {
    operations: Cell<i64>,
    characters: Cell<usize>,
    time: Cell<Duration>,
    errors: Cell<u32>,
}

impl Default for FinaliserBudget {
    fn default() -> FinaliserBudget {
        FinaliserBudget {
            operations: Cell::new(OPERATIONS),
            characters: Cell::new(CHARACTERS),
            time: Cell::new(TIME),
            errors: Cell::new(ERRORS),
        }
    }
}

impl FinaliserBudget {
    /// A run starts: all of it is there again.
    pub fn renew(&self) {
        let FinaliserBudget { operations, characters, time, errors } = FinaliserBudget::default();
        self.operations.swap(&operations);
        self.characters.swap(&characters);
        self.time.swap(&time);
        self.errors.swap(&errors);
    }

    pub fn is_spent(&self) -> bool {
        if defence_layers::off(Net::Later) {
            self.renew();
        }
        self.operations.get() <= 0 || self.time.get().is_zero()
    }

    /// A machine that runs one finaliser may take what is left.
    pub fn lend(&self, m: &RunContext) {
        m.operations_cap.set(self.operations.get());
        m.stderr_left.store(self.characters.get(), Ordering::Relaxed);
    }

    /// The finaliser is done, which began at `begin`; nothing is left when it met a limit.
    pub fn spend(&self, m: &RunContext, begin: Instant, limited: bool) {
        let left = self.operations.get().saturating_sub(m.operations.get());
        self.operations.set(if limited { 0 } else { left });
        self.characters.set(m.stderr_left.load(Ordering::Relaxed));
        self.time.set(self.time.get().saturating_sub(begin.elapsed()));
    }

    /// Whether the interpreter may print one more error.
    pub fn shows_error(&self) -> bool {
        let left = self.errors.get();
        self.errors.set(left.saturating_sub(1));
        left > 0
    }
}
