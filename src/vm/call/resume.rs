//! Resuming generators: send, throw, close, and the end of an abandoned one.

use std::rc::Rc;

use pyo3::exceptions::{
    PyBaseException, PyDeprecationWarning, PyGeneratorExit, PyRuntimeError, PyStopIteration, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyTraceback, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::value::{attached, raise, Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::Reg;
use crate::sandbox::{value_filter, warnings};
use crate::session::abort;
use crate::session::current::with_current;
use crate::vm::call::entry;
use crate::vm::interpreter::step::run_loop;
use crate::vm::machine::frame::{Frame, FrameKind};
use crate::vm::machine::registers::Active;
use crate::vm::machine::{exc_stack, stop_iteration, traceback, Machine};
use crate::vm::objects::generator::{self, Generator, State};

/// How a resumed generator came back.
pub enum Outcome {
    Yielded(Value),
    Returned(Value),
}

impl Outcome {
    /// The same, once its value passed the gate.
    pub fn admitted(self, m: &Machine) -> R<Self> {
        Ok(match self {
            Self::Yielded(value) => Self::Yielded(value_filter::admit(m, value)?),
            Self::Returned(value) => Self::Returned(value_filter::admit(m, value)?),
        })
    }
}

impl From<api::Sent> for Outcome {
    fn from(sent: api::Sent) -> Self {
        match sent {
            api::Sent::Yielded(value) => Self::Yielded(value),
            api::Sent::Returned(value) => Self::Returned(value),
        }
    }
}

/// `generator.send(sent)`; `next(generator)` sends None.
pub fn send(object: &Value, sent: Value) -> R<Outcome> {
    let generator = expect(object)?;
    if let Some(outcome) = check_send(generator, &sent)? {
        return Ok(outcome);
    }
    entry::with_machine(&generator.session, &generator.owner, |m| {
        // Native code may send what nobody looked at.
        let sent = value_filter::admit(m, sent)?;
        let mut a = push(m, object.clone(), FrameKind::GeneratorEntry, Reg(0));
        deliver(&mut a, sent);
        run(m, a, generator, false)
    })
}

/// Refuses a send that cannot be; the outcome for a generator that has ended.
pub fn check_send(generator: &Generator, sent: &Value) -> R<Option<Outcome>> {
    match generator.state.get() {
        State::Running => Err(already_executing(generator)),
        State::Finished if generator.kind == Suspends::Coroutine => Err(raise::<PyRuntimeError>("cannot reuse already awaited coroutine")),
        State::Finished => Ok(Some(Outcome::Returned(Value::NONE))),
        State::Created if !sent.is_none() => {
            Err(raise::<PyTypeError>(format!("can't send non-None value to a just-started {}", kind_name(generator))))
        }
        _ => Ok(None),
    }
}

fn kind_name(generator: &Generator) -> &'static str {
    match generator.kind {
        Suspends::Coroutine => "coroutine",
        Suspends::AsyncGenerator => "async generator",
        _ => "generator",
    }
}

fn already_executing(generator: &Generator) -> Exc {
    raise::<PyValueError>(format!("{} already executing", kind_name(generator)))
}

pub fn expect(object: &Value) -> R<&Generator> {
    generator::get(object).ok_or_else(|| raise::<PyTypeError>("not a generator"))
}

/// Puts the generator's frame on the stack of frames.
pub fn push(m: &Machine, object: Value, kind: FrameKind, return_to: Reg) -> Active {
    let active = match generator::get(&object) {
        Some(g) => {
            g.state.set(State::Running);
            Active {
                machine: m,
                pc: g.pc.get(),
                regs: g.registers(),
                consts: g.linked.consts_end(),
                code: &*g.linked,
                closure: crate::vm::objects::function::closure_of(&g.function),
            }
        }
        None => return Active::none(),
    };
    let saved = generator::get(&object).map(|g| g.handled.take()).unwrap_or_default();
    let handled_base = exc_stack::height(m) as u32;
    m.frames.push(Frame {
        pc: active.pc,
        regs: active.regs,
        code: active.code,
        closure: active.closure,
        // The generator keeps its function.
        function: Value::UNSET,
        extra: object,
        handled_base,
        return_to,
        kind,
        on_stack: false,
    });
    exc_stack::put_back(m, saved);
    active
}

/// Gives a sent value to the instruction that the generator stands on.
pub fn deliver(a: &mut Active, sent: Value) {
    match a.instr() {
        Instr::Yield { d, .. } => {
            a.set(d, sent);
            a.advance(1);
        }
        Instr::Delegate { it, .. } => a.set(it.offset(1), sent),
        _ => {}
    }
}

fn run(m: &Machine, mut a: Active, generator: &Generator, raising: bool) -> R<Outcome> {
    let value = run_loop(m, &mut a, raising)?;
    Ok(match generator.state.get() {
        State::Finished => Outcome::Returned(value),
        _ => Outcome::Yielded(value),
    })
}

/// `generator.throw(exception)`.
pub fn throw(object: &Value, exception: Value) -> R<Outcome> {
    let generator = expect(object)?;
    match generator.state.get() {
        State::Running => return Err(already_executing(generator)),
        State::Finished if generator.kind == Suspends::Coroutine => {
            return Err(raise::<PyRuntimeError>("cannot reuse already awaited coroutine"));
        }
        State::Finished => return Err(set_error(&exception)),
        State::Created => {
            finish(generator);
            let raised = set_error(&exception);
            traceback::note_start(&generator.linked);
            // (From 3.12 on a generator converts what leaves its body, where this one has not been.)
            if !cfg!(Py_3_12) {
                if let Some(error) = PyErr::take(attached()) {
                    return Err(convert_stop(generator, error).into());
                }
            }
            return Err(raised);
        }
        State::Suspended => {}
    }
    if let Some((d, it)) = delegate_of(generator) {
        return throw_into_delegate(object, generator, exception, d, it);
    }
    let handling = is_handling(generator);
    entry::with_machine(&generator.session, &generator.owner, |m| {
        let a = push(m, object.clone(), FrameKind::GeneratorEntry, Reg(0));
        arrive(handling, &exception);
        run(m, a, generator, true)
    })
}

/// Whether the generator stands inside an `except` clause of its own.
fn is_handling(generator: &Generator) -> bool {
    generator.handled.borrow().iter().any(|entry| !entry.is_none())
}

/// Makes `exception` the current error of a generator that was resumed; what it is handling is its context.
fn arrive(handling: bool, exception: &Value) {
    match exception.to_bound(attached()) {
        Ok(e) if handling => drop(api::set_exception(&e)),
        _ => drop(set_error(exception)),
    }
}

/// Destination and iterator register when the generator stands on a `Delegate`.
fn delegate_of(generator: &Generator) -> Option<(Reg, Reg)> {
    let at = generator_active(generator);
    match at.instr() {
        Instr::Delegate { d, it } => Some((d, it)),
        _ => None,
    }
}

fn generator_active(generator: &Generator) -> Active {
    Active {
        machine: std::ptr::null(),
        pc: generator.pc.get(),
        regs: generator.registers(),
        consts: generator.linked.consts_end(),
        code: &*generator.linked,
        closure: crate::vm::objects::function::closure_of(&generator.function),
    }
}

/// The iterator that a suspended generator delegates to (`gi_yieldfrom`).
pub fn delegate_value(generator: &Generator) -> Option<Value> {
    if generator.state.get() != State::Suspended {
        return None;
    }
    let (_, it) = delegate_of(generator)?;
    Some(generator_active(generator).read(crate::front::bytecode::operands::Rk::reg(it)))
}

/// An exception thrown into a generator goes to what it delegates to first.
fn throw_into_delegate(object: &Value, generator: &Generator, exception: Value, d: Reg, it: Reg) -> R<Outcome> {
    let py = attached();
    let inner = generator_active(generator).reg(it).clone();
    generator.state.set(State::Running);
    let outcome = if is_exception::<PyGeneratorExit>(py, &exception)? {
        close_delegate(py, &inner).and_then(|()| Err(set_error(&exception)))
    } else {
        throw_into(py, &inner, &exception)
    };
    generator.state.set(State::Suspended);
    match outcome {
        Ok(Outcome::Yielded(value)) => Ok(Outcome::Yielded(value)),
        Ok(Outcome::Returned(value)) => entry::with_machine(&generator.session, &generator.owner, |m| {
            let mut a = push(m, object.clone(), FrameKind::GeneratorEntry, Reg(0));
            a.clear(it, 2);
            a.set(d, value);
            a.advance(1);
            run(m, a, generator, false)
        }),
        Err(Exc) => {
            let error = PyErr::take(py);
            let handling = is_handling(generator);
            entry::with_machine(&generator.session, &generator.owner, |m| {
                let a = push(m, object.clone(), FrameKind::GeneratorEntry, Reg(0));
                match error {
                    Some(error) if handling => arrive(true, &Value::from_bound(error.into_value(py).into_bound(py).into_any())),
                    Some(error) => error.restore(py),
                    None => {}
                }
                run(m, a, generator, true)
            })
        }
    }
}

fn throw_into(py: Python<'_>, inner: &Value, exception: &Value) -> R<Outcome> {
    if generator::get(inner).is_some() {
        return throw(inner, exception.clone());
    }
    let inner = inner.to_bound(py)?;
    let Some(method) = inner.getattr_opt("throw")? else {
        return Err(set_error(exception));
    };
    match method.call1((exception.to_bound(py)?,)) {
        Ok(value) => Ok(Outcome::Yielded(Value::from_bound(value))),
        Err(error) => stopped(py, error),
    }
}

/// StopIteration is the end of the delegate with its value; other errors stay.
pub fn stopped(py: Python<'_>, error: PyErr) -> R<Outcome> {
    if error.is_instance_of::<PyStopIteration>(py) {
        let value = error.value(py).getattr("value")?;
        return Ok(Outcome::Returned(Value::from_bound(value)));
    }
    Err(error.into())
}

fn close_delegate(py: Python<'_>, inner: &Value) -> R<()> {
    if generator::get(inner).is_some() {
        return close(inner).map(drop);
    }
    let inner = inner.to_bound(py)?;
    match inner.getattr_opt("close") {
        Ok(Some(method)) => method.call0().map(drop).map_err(Exc::from),
        Ok(None) => Ok(()),
        // The interpreter reports it, and goes on as if there were none.
        Err(error) => {
            error.write_unraisable(py, Some(&inner));
            Ok(())
        }
    }
}

fn is_exception<T: pyo3::type_object::PyTypeInfo>(py: Python<'_>, exception: &Value) -> R<bool> {
    Ok(exception.to_bound(py)?.is_instance_of::<T>())
}

/// Makes `exception` (an instance) the current error.
pub fn set_error(exception: &Value) -> Exc {
    match exception.to_bound(attached()) {
        Ok(e) if api::is_exception(&e) => {
            api::put_raised(exception.clone());
            Exc
        }
        Ok(e) => PyErr::from_value(e).into(),
        Err(e) => e,
    }
}

/// `generator.close()`.
pub fn close(object: &Value) -> R<Value> {
    let generator = expect(object)?;
    match generator.state.get() {
        State::Running => return Err(already_executing(generator)),
        State::Finished => return Ok(Value::NONE),
        State::Created => {
            finish(generator);
            return Ok(Value::NONE);
        }
        State::Suspended => {}
    }
    let py = attached();
    let exit = Value::from_bound(py.get_type::<PyGeneratorExit>().call0()?);
    match throw(object, exit) {
        Ok(Outcome::Yielded(_)) => Err(raise::<PyRuntimeError>(format!("{} ignored GeneratorExit", kind_name(generator)))),
        Ok(Outcome::Returned(value)) => Ok(if cfg!(Py_3_13) { value } else { Value::NONE }),
        Err(Exc) => {
            let Some(error) = PyErr::take(py) else { return Ok(Value::NONE) };
            let expected = error.is_instance_of::<PyGeneratorExit>(py) || error.is_instance_of::<PyStopIteration>(py);
            if expected {
                Ok(Value::NONE)
            } else {
                Err(error.into())
            }
        }
    }
}

/// The end of a suspended generator that nobody holds: its clean-up clauses run.
pub fn finalize(object: &Value) {
    let Some(generator) = generator::get(object) else { return };
    // The registers of a snippet that awaits were the session's: they ended with its run.
    let is_over = generator.linked.code.kind == CodeKind::Module;
    if is_over || generator.linked.code.handlers.is_empty() || crate::cpython::static_types::interpreter_ends() {
        finish(generator);
        return;
    }
    let finalizer = generator.finalizer.borrow().clone();
    if finalizer.is_object() && !generator.closed.get() {
        // An event loop closes it later.
        let called = finalizer.to_bound(attached()).and_then(|f| Ok(f.call1((object.to_bound(attached())?,))?));
        if called.is_err() {
            drop(PyErr::take(attached()));
        }
        return;
    }
    let in_a_run = with_current(|_| ()).is_some();
    let closed = entry::finalise(&generator.session, &generator.owner, || close(object));
    if !matches!(closed, Some(Ok(_))) {
        match PyErr::take(attached()) {
            // (After a run the host's standard error is not the code's.)
            Some(error) if !in_a_run => log::debug!("error in an abandoned generator: {error}"),
            Some(error) => tell_ignored(object, &error),
            None => {}
        }
        finish(generator);
    }
}

/// The end of a coroutine that nobody awaited.
pub fn warn_unawaited(object: &Value) {
    let Some(generator) = generator::get(object).filter(|generator| generator.linked.code.kind != CodeKind::Module) else { return };
    let qualname = generator.qualname.borrow().clone();
    let warned = with_current(|m| {
        if !Rc::ptr_eq(&m.session, &generator.session) {
            return Ok(());
        }
        let (coroutine, name) = (object.to_bound(m.py())?, qualname.to_bound(m.py())?.to_string());
        warnings::unawaited_coroutine(m, &coroutine, &name).map_err(Exc::from)
    });
    if warned.is_some_and(|warned| warned.is_err()) {
        if let Some(error) = PyErr::take(attached()) {
            tell_ignored(object, &error);
        }
    }
}

/// Nobody is there to take an error at an object's end: as the interpreter does, it is written to standard error. (The end of
/// a run is no error.)
fn tell_ignored(object: &Value, error: &PyErr) {
    let py = attached();
    match object.to_bound(py) {
        Ok(object) if !abort::is_carrier(py, error) => error.clone_ref(py).write_unraisable(py, Some(&object)),
        _ => log::debug!("an error at the end of an object: {error}"),
    }
}

/// Ends the generator: nothing of its frame is left.
pub fn finish(generator: &Generator) {
    generator.state.set(State::Finished);
    generator.clear_registers();
    let handled = generator.handled.take();
    drop(handled);
}

/// The exception instance that `throw(type[, value[, traceback]])` means, or what `function` says to the arguments.
pub fn thrown_exception(function: &str, args: &[Value]) -> R<Value> {
    let py = attached();
    let args = args.iter().map(|given| given.to_bound(py)).collect::<R<Vec<_>>>()?;
    let mut given = args.iter().cloned();
    let Some(first) = given.next() else {
        return Err(raise::<PyTypeError>(format!("{function} expected at least 1 argument, got 0")));
    };
    if args.len() > 3 {
        return Err(raise::<PyTypeError>(format!("{function} expected at most 3 arguments, got {}", args.len())));
    }
    // (`athrow` says so when it is called, and not when its awaitable begins.)
    if function == "throw" {
        warn_of_several(function, args.len())?;
    }
    let second = given.next().filter(|v| !v.is_none());
    let third = given.next().filter(|v| !v.is_none());
    if third.as_ref().is_some_and(|v| !v.is_instance_of::<PyTraceback>()) {
        return Err(raise::<PyTypeError>("throw() third argument must be a traceback object"));
    }
    let exception = instance_to_throw(first, second)?;
    if let Some(traceback) = third {
        api::set_traceback(&exception, &traceback);
    }
    Ok(Value::from_bound(exception))
}

/// `throw(type, value)` and `athrow(type, value)` are deprecated since 3.12.
pub fn warn_of_several(function: &str, given: usize) -> R<()> {
    if cfg!(not(Py_3_12)) || given < 2 {
        return Ok(());
    }
    let py = attached();
    let text = format!("the (type, exc, tb) signature of {function}() is deprecated, use the single-arg signature instead.");
    py.import("warnings")?.getattr("warn")?.call1((text, py.get_type::<PyDeprecationWarning>()))?;
    Ok(())
}

fn instance_to_throw<'py>(first: Bound<'py, PyAny>, second: Option<Bound<'py, PyAny>>) -> R<Bound<'py, PyAny>> {
    if let Ok(class) = first.cast::<PyType>() {
        if class.is_subclass_of::<PyBaseException>()? {
            let exception = match second {
                None => class.call0()?,
                Some(value) if value.is_instance(class)? => value,
                Some(value) => match value.cast::<PyTuple>() {
                    Ok(arguments) => class.call1(arguments.clone())?,
                    Err(_) => class.call1((value,))?,
                },
            };
            return Ok(exception);
        }
    }
    if first.is_instance_of::<PyBaseException>() {
        if second.is_some() {
            return Err(raise::<PyTypeError>("instance exception may not have a separate value"));
        }
        return Ok(first);
    }
    Err(raise::<PyTypeError>(format!(
        "exceptions must be classes or instances deriving from BaseException, not {}",
        api::type_name_of(&first)
    )))
}

/// An error leaves a generator's frame: StopIteration must not look like its end.
pub fn convert_stop(generator: &Generator, error: PyErr) -> PyErr {
    stop_iteration::convert_stop_as(generator.kind, error)
}
