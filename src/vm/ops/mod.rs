//! Operations on values, one file per family: values in, value out; they never touch frames.
//!
//! Everything here may call into the interpreter, and so back into the engine. An operation holds its own
//! references to its operands while it does that, and no `RefCell` borrow.

pub mod arithmetic;
pub mod await_;
pub mod class;
pub mod compare;
pub mod containers;
pub mod exception_groups;
pub mod exceptions;
pub mod format;
pub mod format_spec;
pub mod format_template;
pub mod iterate;
pub mod match_;
pub mod pairs;
pub mod sequences;
pub mod subscript;
pub mod sums;
#[cfg(test)]
mod tests;
pub mod type_params;
pub mod unpack;
pub mod with_;

use crate::cpython::api;
use crate::cpython::value::{Exc, R};
use crate::vm::machine::{Machine, Note};

/// Attaches `note` to the exception that is set, if it is one of those a failing subscript gives.
#[cold]
#[inline(never)]
pub(crate) fn note_lookup(m: &Machine, note: impl FnOnce() -> Note) {
    let Some(raised) = api::take_raised() else { return };
    api::put_raised(raised.clone());
    if api::is_lookup_error(&raised) {
        m.take_note(raised, note());
    }
}

/// Attaches `note` to the exception that is set.
#[cold]
pub(crate) fn note_raised(m: &Machine, note: Note) -> Exc {
    if let Some(raised) = api::take_raised() {
        api::put_raised(raised.clone());
        m.take_note(raised, note);
    }
    Exc
}

/// Counts items that native code pulls out of something that may never end, so that limits hold there too.
#[derive(Debug, Default)]
pub(crate) struct Steps(u64);

impl Steps {
    /// How many items are free: a plain container of this size costs nothing either.
    const FREE: u64 = 1 << 20;

    pub(crate) fn step(&mut self, m: &Machine) -> R<()> {
        self.0 += 1;
        if self.0 > Self::FREE {
            return m.charge(1);
        }
        if self.0.is_multiple_of(256) {
            return m.charge(0);
        }
        Ok(())
    }
}
