//! The machine: everything one thread needs to run the programs of one session.
//!
//! Shared by reference everywhere; the interpreter may call back into us at any point, so what changes
//! lives in cells and is never borrowed across a call into the interpreter.

pub mod exc_stack;
pub mod frame;
pub mod frame_stack;
pub mod hot_lines;
pub mod inline_cache;
pub mod linked_code;
pub mod outcome;
pub mod profile;
pub mod register_values;
pub mod registers;
pub mod thread_calls;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::AtomicUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::budget::numpy_memory::{self, Counting};
use crate::cpython::value::{attached, R, Value};
use crate::front::bytecode::code::Instr;
use crate::front::limits::{HostClock, Meter, Stop};
use crate::front::parse::span::Span;
use crate::session::{abort, state, Session};
use crate::vm::machine::frame_stack::FrameStack;
use crate::vm::machine::hot_lines::Hot;
use crate::vm::machine::profile::{Profile, EVERY_CHARGE};
use crate::vm::machine::registers::ValueStack;
use crate::vm::machine::thread_calls::Entrance;

/// Why the frames are being unwound past all `except` clauses.
#[derive(Debug)]
pub enum Abort {
    /// A limit. Nothing of the code runs any more.
    Limit(Stop),
    /// `final_answer(value)`: `finally` clauses run.
    FinalAnswer(Value),
    /// A refusal under `on_refusal="abort"`; the error to report is kept.
    Refusal(PyErr),
}

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

pub struct Machine {
    pub session: Rc<Session>,
    /// Registers of the session's variables.
    pub globals: *mut Value,
    /// The session's Python object; functions keep it alive.
    pub owner: Value,
    pub meter: Arc<Meter>,
    /// Operations charged in this run.
    pub operations: Cell<i64>,
    /// Cap of `operations`; `i64::MAX` when there is none.
    pub operations_cap: Cell<i64>,
    /// Cap of the iterations of one `while` loop.
    pub while_cap: Cell<i64>,
    pub frames: FrameStack,
    /// Where its loops were entered from, innermost last.
    pub entrances: RefCell<Vec<Entrance>>,
    pub stack: ValueStack,
    /// Exceptions that are being handled, innermost last; None for a `finally` entered without one.
    pub handled: RefCell<Vec<Value>>,
    pub abort: RefCell<Option<Abort>>,
    /// Whether an abort is unwinding now (looked at after every call into the interpreter).
    pub aborting: Cell<bool>,
    /// A note and the exception it is about, which is held: another one must not get its address.
    pub note: RefCell<Option<(Value, Note)>>,
    /// Where the top-level code was when an error left it.
    pub left_at: Cell<Option<Span>>,
    /// The program has come to its end; what failed is the wait for its threads.
    pub after_end: Cell<bool>,
    /// The instruction whose method was not found, for an error that is about to be raised.
    pub lookup_failed: Cell<*const Instr>,
    /// The exception that carries the abort under way: it knows the frames that were left.
    pub carrier: RefCell<Option<Py<PyAny>>>,
    /// When the run must have ended, and whether time in the host's tools is part of it.
    pub deadline: Option<Instant>,
    /// A signal reaches C code on this thread.
    pub interruptible: bool,
    /// Time of the run in the host's tools.
    pub clock: Arc<HostClock>,
    /// Where operations and time went.
    pub hot: Hot,
    /// Every charge is noted here, where the host asked for it.
    pub profile: Option<Profile>,
    /// numpy's arrays are counted while this is here.
    pub arrays: RefCell<Option<Counting>>,
    /// The context (of context variables) that the run is in, while it is in one of its own.
    pub context: RefCell<Option<Py<PyAny>>>,
    /// The settings of the process that are the session's now, once it touched some.
    pub settings: RefCell<Option<Py<PyAny>>>,
    /// A tool of the host is under way.
    pub outside: Cell<bool>,
    /// Characters that libraries may still write to the host's standard error.
    pub stderr_left: Arc<AtomicUsize>,
    /// A `__del__` or a weak reference's callback runs, outside of a run: the host's tools are not for it.
    pub finaliser: Cell<bool>,
}

impl Machine {
    #[inline(always)]
    pub fn py<'py>(&self) -> Python<'py> {
        attached()
    }

    /// Drops the note if it is about this exception.
    pub fn drop_note(&self, exception: &Value) {
        let about = self.note.borrow().as_ref().is_some_and(|(of, _)| of.ptr() == exception.ptr());
        if about {
            drop(self.note.take());
        }
    }

    /// Charges `n` operations and looks at limits when due.
    #[inline(always)]
    pub fn charge(&self, n: u32) -> R<()> {
        let operations = self.operations.get().wrapping_add(i64::from(n));
        self.operations.set(operations);
        if operations > self.meter.bound() {
            return abort::check_limits(self);
        }
        Ok(())
    }

    /// Count of operations above which the engine looks around next.
    pub fn next_look(&self) -> i64 {
        match self.profile {
            Some(_) => EVERY_CHARGE,
            None => self.hot.next_slice(self.operations.get()),
        }
    }

    /// Looks after modules that were loaded since the last time: numpy's arrays are counted from now on.
    pub fn meet_modules(&self) {
        // What fails is a signal that came just now: the next look is soon.
        drop(state::guard_loaded(self.py()));
        if self.arrays.borrow().is_none() {
            let counting = numpy_memory::count(self.py());
            drop(self.arrays.replace(counting));
        }
    }

    /// Time until the deadline; `None` when there is none.
    pub fn time_left(&self) -> Option<Duration> {
        self.clock.left(self.deadline)
    }

    /// Gives back operations of nodes that were not evaluated because of an error.
    pub fn refund(&self, n: u32) {
        self.operations.set(self.operations.get() - i64::from(n));
    }

    /// Remembers what the boundary text of this exception needs.
    #[cold]
    pub fn take_note(&self, exception: Value, note: Note) {
        let old = self.note.replace(Some((exception, note)));
        drop(old);
    }
}
