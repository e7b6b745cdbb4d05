//! Entering the engine from outside its loop: calls by C code, by the host, by other threads, later.
#![allow(unsafe_code, reason = "the thread's current machine is a pointer")]

use std::cell::Cell;
use std::ptr;
use std::rc::Rc;
use std::time::Instant;

use pyo3::exceptions::{PyGeneratorExit, PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};

use crate::budget::native_stack;
use crate::cpython::arguments::Arguments;
use crate::cpython::static_types::interpreter_ends;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{raise, Value, R};
use crate::sandbox::context_vars::Inside;
use crate::sandbox::memory::lent_memory::Lent;
use crate::sandbox::threads;
use crate::session::current::{self, CurrentRun};
use crate::session::process_settings;
use crate::session::scope::{self, SandboxScope};
use crate::session::{abort, Session};
use crate::vm::call::{self, host_call, host_comparisons};
use crate::vm::interpreter::run;
use crate::vm::machine::Machine;

/// Makes `machine` the thread's current one until the guard is dropped, before the machine is.
pub fn enter(machine: &Machine) -> CurrentRun {
    // SAFETY: the guard lives in the function that owns the machine. The pointer is one to the whole machine, which
    // begins with its run.
    unsafe { CurrentRun::enter(ptr::from_ref(machine).cast()) }
}

/// Runs `f` on the thread's current machine, if sandboxed code is running here.
pub fn with_current<T>(f: impl FnOnce(&Machine) -> T) -> Option<T> {
    // SAFETY: `enter` alone makes runs current, of machines that outlive its guard.
    unsafe { current() }.map(f)
}

/// The machine that runs on this thread, innermost.
///
/// # Safety
/// The reference is not kept beyond the call under way.
#[inline(always)]
pub unsafe fn current<'a>() -> Option<&'a Machine> {
    // SAFETY: ATTACHED; a machine is current while it runs, and no longer.
    unsafe { current::pointer().cast::<Machine>().as_ref() }
}

/// Bytes of native stack that must be left for another entry: C code that is called then recurses by the
/// interpreter's own count (1,000 nested lists were seen to need 600 KiB for their repr).
const STACK_RESERVE: usize = 1 << 20;

/// Whether the native stack of this thread is nearly used up.
#[inline(always)]
pub fn is_stack_low() -> bool {
    native_stack::is_lower_than(STACK_RESERVE)
}

/// Refuses to go deeper when the native stack of this thread is nearly used up.
#[inline]
pub fn check_native_stack() -> R<()> {
    if is_stack_low() {
        return Err(raise::<PyRecursionError>("maximum recursion depth exceeded while calling a Python object"));
    }
    Ok(())
}

/// Runs `f` on the thread's machine for `session`: the current one, or a fresh one with a small budget
/// when this is a call from the host, another session or another thread.
pub fn with_machine<T>(session: &Rc<Session>, owner: &Value, f: impl FnOnce(&Machine) -> R<T>) -> R<T> {
    if process_settings::exchanges() && !current::is_finalising() {
        return Err(raise::<PyRuntimeError>("no code runs while settings of the process are exchanged"));
    }
    // SAFETY: as in `with_current`.
    if let Some(m) = unsafe { current() } {
        if Rc::ptr_eq(&m.session, session) {
            if is_stack_low() && m.frames.is_deep() && native_stack::may_go_on() {
                return native_stack::on_fresh(|| within(m, f));
            }
            check_native_stack()?;
            return within(m, f);
        }
    }
    if interpreter_ends() {
        return Err(raise::<PyRuntimeError>("the interpreter ends"));
    }
    native_stack::with_enough(|| run::deferred(session, owner, f))
}

/// Runs `f` in the run under way, unless a limit ends that.
fn within<T>(m: &Machine, f: impl FnOnce(&Machine) -> R<T>) -> R<T> {
    if abort::by_limit(m) {
        return Err(abort::carry(m));
    }
    let result = if scope::sandboxed() { f(m) } else { called_back(m, f) };
    if result.is_ok() && abort::by_limit(m) {
        return Err(abort::carry(m));
    }
    result
}

/// Runs `f` for a tool of the host that calls back: what it changed in its dicts is read before, what the
/// code changed is there for it to see afterwards.
#[cold]
fn called_back<T>(m: &Machine, f: impl FnOnce(&Machine) -> R<T>) -> R<T> {
    m.session.after_host(m)?;
    m.clock.leave();
    let result = {
        let _audit = SandboxScope::enter();
        let _inside = Inside::of(m, m.py());
        f(m)
    };
    m.clock.enter();
    let error = if result.is_err() { PyErr::take(m.py()) } else { None };
    let flushed = m.session.before_host(m);
    match error {
        Some(error) => Err(error.into()),
        None => flushed.and(result),
    }
}

/// Whether the interpreter calls `function` because an object goes away.
#[cold]
fn is_finaliser(function: &Value, first: Option<&Value>) -> bool {
    let py = crate::cpython::value::attached();
    let Some(first) = first.and_then(|first| first.to_bound(py).ok()) else { return false };
    let dead_reference = first.cast::<PyWeakrefReference>().is_ok_and(|reference| reference.upgrade().is_none());
    let own_finaliser = || Ty::of_bound(&first).lookup(pyo3::intern!(py, "__del__")).is_some_and(|found| found.as_ptr() == function.ptr());
    dead_reference || own_finaliser()
}

/// Whether a limit is ending the run on this thread.
fn is_ending() -> bool {
    current::with_current(abort::by_limit).unwrap_or(false)
}

/// What the interpreter gets from a finaliser that met a limit: it can do nothing with the end of a run but
/// print it, and the engine knows of it. `None` and the error as it is where `function` is none.
#[cold]
fn forget_end(function: &Value, first: Option<&Value>) -> Option<Value> {
    // Looking for the finaliser must not disturb the error.
    let error = PyErr::take(crate::cpython::value::attached());
    if is_finaliser(function, first) {
        log::debug!("a finaliser met a limit");
        return Some(Value::NONE);
    }
    if let Some(error) = error {
        error.restore(crate::cpython::value::attached());
    }
    None
}

/// The result for the interpreter, if any, of a call (of `function`, with `first` before other arguments) that
/// failed in a run.
#[cold]
pub fn failed(function: &Value, first: Option<&Value>) -> Option<Value> {
    if is_ending() {
        forget_end(function, first)
    } else {
        None
    }
}

/// Runs `f`, which lets go of something of the code; outside of a run within what is left for that, `None` if nothing is.
pub fn finalise<T>(session: &Rc<Session>, owner: &Value, f: impl FnOnce() -> R<T>) -> Option<R<T>> {
    if !current::pointer().is_null() {
        return Some(current::as_finaliser(f));
    }
    if session.finalisers.is_spent() || interpreter_ends() {
        return None;
    }
    let begin = Instant::now();
    Some(current::as_finaliser(|| with_machine(session, owner, |m| within_budget(m, begin, |_| f()))))
}

/// Runs `f`, a finaliser, on what is left for those of the session.
fn within_budget<T>(m: &Machine, begin: Instant, f: impl FnOnce(&Machine) -> R<T>) -> R<T> {
    m.finaliser.set(true);
    m.session.finalisers.lend(m);
    let result = f(m);
    m.session.finalisers.spend(m, begin, abort::by_limit(m));
    result
}

/// A call of a sandboxed function through the interpreter's calling convention.
pub fn call_from_outside(function: Value, values: Vec<Value>, names: Option<Value>) -> R<Value> {
    let Some(target) = crate::vm::objects::function::get(&function) else {
        return Err(raise::<pyo3::exceptions::PyTypeError>("not a function"));
    };
    let (session, owner) = (target.session.clone(), target.owner.clone());
    if let (Some(answer), None) = (host_comparisons::answer(&session, &function, &values)?, &names) {
        return Ok(answer);
    }
    let alone = current::pointer().is_null();
    let first = values.first().cloned();
    let finaliser = alone && (current::is_finalising() || is_finaliser(&function, first.as_ref()));
    if finaliser && (session.finalisers.is_spent() || interpreter_ends()) {
        return Ok(Value::NONE);
    }
    let (limited, begin) = (Cell::new(false), Instant::now());
    let called = function.clone();
    let run = |m: &Machine| {
        let mut admitted = Vec::with_capacity(values.len());
        let mut lent = Lent::default();
        for value in values {
            admitted.push(lent.own(crate::sandbox::value_filter::admit(m, value)?)?);
        }
        let result = call::run_function(m, function, Arguments { values: admitted, names });
        lent.give_back();
        limited.set(abort::by_limit(m));
        result
    };
    let entered = || with_machine(&session, &owner, |m| if finaliser { within_budget(m, begin, run) } else { run(m) });
    let exempt = process_settings::exchanges() && is_finaliser(&called, first.as_ref());
    let result = if exempt { current::as_finaliser(entered) } else { entered() };
    if result.is_err() && (limited.get() || is_ending()) {
        if let Some(nothing) = forget_end(&called, first.as_ref()) {
            return Ok(nothing);
        }
    }
    if finaliser && result.is_err() && !session.finalisers.shows_error() {
        drop(PyErr::take(crate::cpython::value::attached()));
        return Ok(Value::NONE);
    }
    if alone && result.is_err() && threads::any() {
        let py = crate::cpython::value::attached();
        let error = PyErr::take(py);
        if threads::ends_unseen(py) {
            return Ok(Value::NONE);
        }
        if let Some(error) = error {
            error.restore(py);
        }
    }
    if let (true, Ok(text)) = (alone, &result) {
        if let Some(shorter) = host_call::shortened(&session, &called, first.as_ref(), text)? {
            return Ok(shorter);
        }
    }
    // Outside of a run a GeneratorExit means something to the host only from a generator.
    if alone && result.is_err() {
        let py = crate::cpython::value::attached();
        match PyErr::take(py) {
            Some(error) if error.is_instance_of::<PyGeneratorExit>(py) => return Err(PyRuntimeError::new_err("GeneratorExit").into()),
            Some(error) => error.restore(py),
            None => {}
        }
    }
    result
}
