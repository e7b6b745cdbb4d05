//! The machine: everything one thread needs to run the programs of one session.
//!
//! Shared by reference everywhere; the interpreter may call back into us at any point, so what changes
//! lives in cells and is never borrowed across a call into the interpreter.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;

use crate::limits::Stop;
use crate::run::session::Session;
use crate::run::value::{attached, Value};

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
    /// `assert` without message: source of the test.
    Assertion { source: String },
}

pub struct Machine {
    pub session: Rc<Session>,
    /// Operations charged in this run.
    pub operations: Cell<i64>,
    pub abort: RefCell<Option<Abort>>,
    /// Note of the exception with this address.
    pub note: RefCell<Option<(usize, Note)>>,
}

impl Machine {
    #[inline(always)]
    pub fn py<'py>(&self) -> Python<'py> {
        attached()
    }
}
