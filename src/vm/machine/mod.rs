//! The machine: everything one thread needs to run the programs of one session.
//!
//! Shared by reference everywhere; the interpreter may call back into us at any point, so what changes
//! lives in cells and is never borrowed across a call into the interpreter.

pub mod exc_stack;
pub mod frame;
pub mod frame_stack;
pub mod held_arguments;
pub mod hot_lines;
pub mod inline_cache;
pub mod linked_code;
pub mod outcome;
pub mod profile;
pub mod register_values;
pub mod registers;
pub mod stop_iteration;
pub mod thread_calls;
pub mod traceback;

use std::cell::{Cell, RefCell};
use std::ops::Deref;

use crate::cpython::value::Value;
use crate::front::bytecode::instr::Instr;
use crate::front::parse::span::Span;
use crate::session::engine_calls::Mark;
use crate::session::run_context::RunContext;
use crate::vm::machine::frame_stack::FrameStack;
use crate::vm::machine::held_arguments::HeldArguments;
use crate::vm::machine::hot_lines::Hot;
use crate::vm::machine::outcome::TraceEntry;
use crate::vm::machine::profile::{Profile, EVERY_CHARGE};
use crate::vm::machine::registers::ValueStack;
use crate::vm::machine::thread_calls::Entrance;

/// What the boundary text of an error needs beyond the exception itself; valid for `exception` only.
#[derive(Debug)]
pub enum Note {
    /// Read of a name that is nowhere; `called` when it was the callee of a direct call.
    UndefinedName { name: String, called: bool },
    /// `value[index]` failed with KeyError, IndexError or TypeError.
    Subscript { value: Value, index: Value },
    /// `value.name(...)`: no such attribute.
    CallAttribute { value: Value, name: String },
    /// `del name`: not defined.
    DelName { name: String },
    /// `del value[index]` failed.
    DelSubscript,
    /// `f(**value)` of something that is no mapping: its type.
    NoMapping { kind: String },
    /// `list += value` of something that cannot be iterated.
    NoListAdded { value: Value },
    /// A target with another number of names than there are values.
    WrongSize,
    /// `assert` without message: source of the test.
    Assertion { source: String },
}

/// What one thread needs to run the programs of one session. It begins with its run, so that a pointer to the one is a
/// pointer to the other.
#[repr(C)]
pub struct Machine {
    pub run: RunContext,
    /// Registers of the session's variables.
    pub globals: *mut Value,
    /// Cap of the iterations of one `while` loop.
    pub while_cap: Cell<i64>,
    pub frames: FrameStack,
    /// Where its loops were entered from, innermost last.
    pub entrances: RefCell<Vec<Entrance>>,
    /// What C code was lent that they called.
    pub held: HeldArguments,
    pub stack: ValueStack,
    /// Exceptions that are being handled, innermost last; None for a `finally` entered without one.
    pub handled: RefCell<Vec<Value>>,
    /// A note and the exception it is about, which is held: another one must not get its address.
    pub note: RefCell<Option<(Value, Note)>>,
    /// Where the top-level code was when an error left it.
    pub left_at: Cell<Option<Span>>,
    /// Where its coroutines stood when a limit ended their wait, outermost first.
    pub waits: RefCell<Vec<TraceEntry>>,
    /// The program has come to its end; what failed is the wait for its threads.
    pub after_end: Cell<bool>,
    /// The instruction whose method was not found, for an error that is about to be raised.
    pub lookup_failed: Cell<*const Instr>,
    /// Where operations and time went.
    pub hot: Hot,
    /// Every charge is noted here, where the host asked for it.
    pub profile: Option<Profile>,
}

impl Deref for Machine {
    type Target = RunContext;

    #[inline(always)]
    fn deref(&self) -> &RunContext {
        &self.run
    }
}

impl Machine {
    /// Where the run stands, for `panics::contained_from`.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark { frames: self.frames.len(), top: self.stack.top() as usize }
    }

    /// Drops the note if it is about this exception.
    pub fn drop_note(&self, exception: &Value) {
        let about = self.note.borrow().as_ref().is_some_and(|(of, _)| of.ptr() == exception.ptr());
        if about {
            drop(self.note.take());
        }
    }

    /// Count of operations above which the engine looks around next.
    pub fn next_look(&self) -> i64 {
        match self.profile {
            Some(_) => EVERY_CHARGE,
            None => self.hot.next_slice(self.operations.get()),
        }
    }

    /// Remembers what the boundary text of this exception needs.
    #[cold]
    pub fn take_note(&self, exception: Value, note: Note) {
        let old = self.note.replace(Some((exception, note)));
        drop(old);
    }
}
