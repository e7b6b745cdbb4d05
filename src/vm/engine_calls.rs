//! What the machine does for the floors below it: see `session::engine_calls`.

use std::ptr;
use std::rc::Rc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::value::{raise, Value, R};
use crate::sandbox::classes::copied_state;
use crate::sandbox::{self, host_hooks, tools};
use crate::session::engine_calls::{register, EngineCalls, Mark};
use crate::session::run_context::RunContext;
use crate::vm::call::{entry, resume};
use crate::vm::interpreter::limit_check;
use crate::vm::machine::{thread_calls, Machine};
use crate::vm::objects::{function, generator};
use crate::vm::ops::class;

/// Once, when the extension is loaded.
pub fn init() {
    register(EngineCalls {
        check_limits,
        mark: || entry::with_current(Machine::mark),
        rewind,
        run_in_session: |session, owner, f| entry::with_machine(session, owner, |m| f(m)),
        walk_calls: |py, stop| entry::with_current(|m| thread_calls::walk(m, py, stop)).unwrap_or_default(),
        calling: || entry::with_current(thread_calls::calling).flatten(),
        local: |name| entry::with_current(|m| m.frames.local(name)).flatten(),
        scope: || entry::with_current(|m| m.frames.scope()).unwrap_or_default(),
        registers_with: |object| entry::with_current(|m| m.frames.registers_with(object)).unwrap_or_default(),
        variables: || entry::with_current(|m| m.frames.variables()).unwrap_or_default(),
        suspends: |value| function::get(value).map(|function| function.linked.code.suspends),
        generator_state: |value| generator::get(value).map(|generator| (generator.kind, generator.state.get().name())),
        awaits,
        make_awaitable: function::make_awaitable,
        is_awaitable: |value| generator::get(value).is_some_and(|generator| generator.awaitable),
        copy_annotate,
        source_lines,
        replace_in_closure: function::replace_in_closure,
        unwrap_tool: tools::unwrap,
        tell_printed: host_hooks::tell_printed,
        meet_modules: sandbox::meet_modules,
        guard_modules: sandbox::guard_loaded,
        check_copied_state: copied_state::check,
        make_class,
        set_recursion: |depth| entry::with_current(|m| m.frames.set_depth(depth)).unwrap_or_default(),
    });
}

fn check_limits(run: &RunContext) -> R<()> {
    // Guarded functions are handed the thread's current run.
    entry::with_current(|m| if ptr::eq(&m.run, run) { limit_check::check_limits(m) } else { Ok(()) }).unwrap_or(Ok(()))
}

fn rewind(mark: Mark) {
    entry::with_current(|m| {
        while m.frames.len() > mark.frames {
            // What it holds may be half made: it leaks.
            std::mem::forget(m.frames.pop());
        }
        m.stack.forget_from(mark.top as *mut Value);
    });
}

fn make_class<'py>(
    _: &RunContext,
    name: &str,
    bases: &Bound<'py, PyTuple>,
    keywords: &Bound<'py, PyDict>,
    fill: &mut dyn FnMut(&Bound<'py, PyAny>) -> R<()>,
) -> R<Value> {
    let (py, bases, keywords) = (bases.py(), Value::from_bound(bases.clone().into_any()), Value::from_bound(keywords.clone().into_any()));
    let mut body = |_: &Machine, prepared: &Value| {
        fill(&prepared.to_bound(py)?)?;
        Ok(Value::NONE)
    };
    let made = entry::with_current(|m| class::build(m, name, &bases, &keywords, &mut body, &mut |_, _, _| Ok(())));
    made.unwrap_or_else(|| Err(raise::<PyRuntimeError>("the engine is not there")))
}

fn awaits(run: &RunContext, value: &Value) -> Option<(Value, bool)> {
    let generator = generator::get(value).filter(|generator| Rc::ptr_eq(&generator.session, &run.session))?;
    Some((resume::delegate_value(generator).unwrap_or_default(), generator.awaited.get()))
}

fn source_lines(function: &Value) -> Option<(Vec<String>, usize)> {
    let linked = &function::get(function)?.linked;
    let (before, lines) = linked.code.span.whole_lines(&linked.source);
    Some((lines.split_inclusive('\n').map(str::to_owned).collect(), before.matches('\n').count() + 1))
}

fn copy_annotate(from: &Value, to: &Value) -> bool {
    let (Some(from), Some(to)) = (function::get(from), function::get(to)) else { return false };
    function::copy_annotate(from, to);
    true
}
