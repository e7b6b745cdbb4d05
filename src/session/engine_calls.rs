//! What the floors below the machine ask of it: functions that it registers when the extension is loaded.

use std::rc::Rc;
use std::sync::OnceLock;

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::value::{raise, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::instr::Instr;
use crate::session::run_context::RunContext;
use crate::session::Session;

/// How deep the machine of this thread is in its frames and registers.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub frames: usize,
    pub top: usize,
}

/// One call under way.
#[derive(Debug)]
pub enum Level<'py> {
    /// Of the code, at this line of its source.
    Code { line: usize, function: String },
    /// A frame of Python code of others.
    Python(Bound<'py, PyAny>),
}

/// Where the code calls something that is about its variables.
#[derive(Clone, Debug, Default)]
pub enum Scope {
    #[default]
    Nowhere,
    Module,
    /// In a class body, with the mapping that becomes its namespace.
    Class(Value),
    /// In a function, with the names of those variables that have a value.
    Function(Vec<String>),
}

/// All of them are about the thread's current run.
pub struct EngineCalls {
    /// The count of operations has passed the meter's bound.
    pub check_limits: fn(&RunContext) -> R<()>,
    pub mark: fn() -> Option<Mark>,
    /// Forgets the frames that were entered since the mark was made.
    pub rewind: fn(Mark),
    /// Runs a function on a machine for the session: the current one, or one with a small budget.
    pub run_in_session: fn(&Rc<Session>, &Value, &mut dyn FnMut(&RunContext) -> R<()>) -> R<()>,
    /// The calls under way, innermost first, until told to stop.
    pub walk_calls: for<'py> fn(Python<'py>, &mut dyn FnMut(Level<'py>) -> bool),
    /// The instruction of the code that called the innermost frame of Python code, if the code itself called it.
    pub calling: fn() -> Option<Instr>,
    /// What the innermost frame has in its variable of this name.
    pub local: fn(&str) -> Option<Value>,
    pub scope: fn() -> Scope,
    /// How many variables and how many temporaries of the innermost frame hold the object.
    pub registers_with: fn(*const PyObject) -> (usize, usize),
    /// What the variables of the calls under way have, and those around them.
    pub variables: fn() -> Vec<Value>,
    /// What a call of a function of the code gives.
    pub suspends: fn(&Value) -> Option<Suspends>,
    /// Kind and state of a generator or coroutine of the code.
    pub generator_state: fn(&Value) -> Option<(Suspends, &'static str)>,
    /// What a generator or coroutine of the session's code waits for (unset: nothing), and whether an async generator is under way.
    pub awaits: fn(&RunContext, &Value) -> Option<(Value, bool)>,
    /// Lets coroutines await what a generator function of the code makes; false for anything else.
    pub make_awaitable: fn(&Value) -> bool,
    /// Whether a generator of the code is one that coroutines may await.
    pub is_awaitable: fn(&Value) -> bool,
    /// Has the annotations of the second function of the code made as those of the first are; false for others.
    pub copy_annotate: fn(&Value, &Value) -> bool,
    /// The lines of the definition of a function of the code, and the number of the first.
    pub source_lines: fn(&Value) -> Option<(Vec<String>, usize)>,
    /// Puts the last object in the place of the second wherever a function of the code holds that among the variables around it.
    pub replace_in_closure: fn(&Value, *const PyObject, &Value),
    /// The host's own object behind a tool as the code has it.
    pub unwrap_tool: fn(Value) -> Value,
    /// Tells the host what was printed.
    pub tell_printed: fn(&RunContext) -> R<()>,
    /// Modules may have been loaded.
    pub meet_modules: fn(&RunContext) -> R<()>,
    pub guard_modules: fn(Python<'_>) -> PyResult<()>,
    /// Refuses a state that a class of the code says for a copy of its object.
    pub check_copied_state: fn(&RunContext, &Bound<'_, PyAny>, &Bound<'_, PyAny>) -> R<()>,
    /// Calls may be nested this deep from now on.
    pub set_recursion: fn(usize),
    /// Makes a class as a class statement does, with these bases and keywords and a body that fills the namespace.
    pub make_class:
        for<'py> fn(&RunContext, &str, &Bound<'py, PyTuple>, &Bound<'py, PyDict>, &mut dyn FnMut(&Bound<'py, PyAny>) -> R<()>) -> R<Value>,
}

static TABLE: OnceLock<EngineCalls> = OnceLock::new();
/// Before the machine is there, nothing runs.
const NONE: EngineCalls = EngineCalls {
    check_limits: |_| Ok(()),
    mark: || None,
    rewind: |_| (),
    run_in_session: |_, _, _| Ok(()),
    walk_calls: |_, _| (),
    calling: || None,
    local: |_| None,
    scope: Scope::default,
    registers_with: |_| (0, 0),
    variables: Vec::new,
    suspends: |_| None,
    generator_state: |_| None,
    awaits: |_, _| None,
    make_awaitable: |_| false,
    is_awaitable: |_| false,
    copy_annotate: |_, _| false,
    source_lines: |_| None,
    replace_in_closure: |_, _, _| (),
    unwrap_tool: |value| value,
    tell_printed: |_| Ok(()),
    meet_modules: |_| Ok(()),
    guard_modules: |_| Ok(()),
    check_copied_state: |_, _, _| Ok(()),
    set_recursion: |_| (),
    make_class: |_, _, _, _, _| Err(raise::<PyRuntimeError>("the engine is not there")),
};

/// Once, before the first run.
pub fn register(calls: EngineCalls) {
    drop(TABLE.set(calls));
}

#[inline]
pub fn table() -> &'static EngineCalls {
    TABLE.get().unwrap_or(&NONE)
}

/// Runs `f` on a machine for the session.
pub fn run_in_session<T>(session: &Rc<Session>, owner: &Value, f: impl FnOnce(&RunContext) -> R<T>) -> R<T> {
    let (mut f, mut given) = (Some(f), None);
    let mut run = |m: &RunContext| {
        given = f.take().map(|f| f(m)).transpose()?;
        Ok(())
    };
    (table().run_in_session)(session, owner, &mut run)?;
    given.ok_or_else(|| raise::<PyRuntimeError>("the engine is not there"))
}

/// The calls under way, innermost first, until `stop` says so.
pub fn walk<'py>(py: Python<'py>, mut stop: impl FnMut(Level<'py>) -> bool) {
    (table().walk_calls)(py, &mut stop);
}
