//! Unwinding: from an error to the handler that takes it, or out of the entry frame.

use pyo3::exceptions::{PyAssertionError, PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;

use crate::cpython::api;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Handler, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::parse::span::Span;
use crate::session::abort::{self, Abort};
use crate::vm::call::resume;
use crate::vm::interpreter::{attributes, frame_return};
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::registers::Active;
use crate::vm::machine::{exc_stack, traceback, Machine, Note};
use crate::vm::objects::generator;
use crate::vm::ops;

/// An instruction at `a` failed. Ends at a handler (`Ok`, with `a` there), or with the entry frame gone.
#[cold]
#[inline(never)]
pub fn unwind(m: &Machine, a: &mut Active) -> R<()> {
    abort::recognise_interrupt(m);
    abort::recognise_stop(m);
    if abort::by_limit(m) {
        m.hot.end(m, a);
    }
    // What is raised again keeps the places that it has.
    let mut again = matches!(a.instr(), Instr::Reraise | Instr::Rethrow { .. } | Instr::ExcGather { .. });
    loop {
        let pc = a.index();
        refund(m, a, pc);
        if !again {
            traceback::note(m, a, pc);
        }
        again = false;
        if let Some(handler) = find_handler(m, a, pc) {
            return enter_handler(m, a, handler);
        }
        if a.linked().code.kind == CodeKind::Module {
            m.left_at.set(Some(span_at(a, pc)));
        }
        let mut error = PyErr::take(m.py());
        let Some(frame) = frame_return::pop(m) else { return restore(error) };
        if frame.kind.is_generator() {
            if let (Some(g), Some(e)) = (generator::get(&frame.extra), error.take()) {
                error = Some(resume::convert_stop(g, e));
            }
        }
        let kind = frame.kind;
        drop(frame);
        if matches!(kind, FrameKind::Entry | FrameKind::GeneratorEntry) {
            return restore(error);
        }
        *a = frame_return::load(m);
        if kind == FrameKind::Next && !m.aborting.get() && ends_loop(m, a, error.as_ref()) {
            return Ok(());
        }
        let Err(Exc) = restore(error) else { continue };
        if let Instr::GetItem { a: container, b: index, .. } = a.instr() {
            // A `__getitem__` of the code failed: the text is that of any other failing subscript.
            let (value, index) = (a.read(container), a.read(index));
            ops::note_lookup(m, || Note::Subscript { value, index });
        }
        note_attribute(m, a);
    }
}

/// A property or `__getattr__` of the code failed: what is said of it is that of any other attribute that is not there.
fn note_attribute(m: &Machine, a: &Active) {
    match a.instr() {
        Instr::GetAttr { a: object, ic, .. } => attributes::note_asked(m, a, &a.read(object), ic),
        Instr::LoadMethod { b, ic } => attributes::note_method_asked(m, a, &a.reg(b).clone(), ic),
        _ => {}
    }
}

/// Goes on behind the loop at `a` if the error of its iterator's `__next__` says that there is no more.
fn ends_loop(m: &Machine, a: &mut Active, error: Option<&PyErr>) -> bool {
    let Instr::ForNext { it, .. } = a.instr() else { return false };
    let ends = error.is_some_and(|error| error.is_instance_of::<PyStopIteration>(m.py()));
    if ends {
        a.clear(it, 3);
        a.advance(1);
    }
    ends
}

/// Puts the error back into the indicator.
fn restore(error: Option<PyErr>) -> R<()> {
    match error {
        Some(error) => Err(error.into()),
        None => Err(raise::<PyRuntimeError>("an error was lost")),
    }
}

/// Nodes of the current straight run that were charged but not evaluated.
fn refund(m: &Machine, a: &Active, pc: u32) {
    let unspent = &a.linked().code.unspent;
    let index = unspent.partition_point(|(at, _)| *at <= pc);
    if let Some((_, n)) = index.checked_sub(1).and_then(|i| unspent.get(i)) {
        if *n > 0 && !abort::by_limit(m) {
            match &m.profile {
                Some(profile) => profile.refund(m, a, pc, *n),
                None => m.refund(*n),
            }
        }
    }
}

/// The innermost handler that covers `pc` and takes part in this kind of unwinding.
fn find_handler(m: &Machine, a: &Active, pc: u32) -> Option<Handler> {
    let only_finally = if m.aborting.get() {
        match &*m.abort.borrow() {
            Some(Abort::FinalAnswer(_)) => true,
            _ => return None,
        }
    } else {
        false
    };
    a.linked().code.handlers.iter().find(|h| h.start <= pc && pc < h.end && (!only_finally || h.kind == HandlerKind::Finally)).copied()
}

fn enter_handler(m: &Machine, a: &mut Active, handler: Handler) -> R<()> {
    let exception = api::take_exception(m.py()).unwrap_or(Value::NONE);
    if m.aborting.get() {
        // The clean-up of an answer runs like ordinary code; `Rethrow` takes the abort up again.
        m.aborting.set(false);
    }
    exc_stack::cut(m, exc_stack::base(m) + handler.depth as usize);
    exc_stack::push(m, exception.clone());
    a.set(handler.reg, exception);
    let offset = handler.target as isize - a.index() as isize;
    a.advance(offset);
    Ok(())
}

/// Place in the source of instruction `pc`.
pub fn span_at(a: &Active, pc: u32) -> Span {
    let code = &a.linked().code;
    code.place(code.place_at(pc))
}

/// Bare `raise`.
pub fn reraise(m: &Machine) -> Exc {
    match exc_stack::current(m) {
        Some(exception) => resume::set_error(&exception),
        None => raise::<PyRuntimeError>("No active exception to reraise"),
    }
}

/// `assert` failed: with its message, or with a note of the test's source for the boundary text.
pub fn assertion(m: &Machine, message: Option<&Value>, source: String) -> Exc {
    let py = m.py();
    let error = match message {
        Some(message) => match message.to_bound(py) {
            Ok(message) => PyAssertionError::new_err((message.unbind(),)),
            Err(e) => return e,
        },
        None => {
            let error = PyAssertionError::new_err(());
            m.take_note(Value::from_bound(error.value(py).clone().into_any()), Note::Assertion { source });
            error
        }
    };
    error.into()
}

/// A rethrown carrier continues the abort that it stands for.
pub fn rethrow(m: &Machine, exception: &Value) -> Exc {
    let exc = resume::set_error(exception);
    if m.abort.borrow().is_some() {
        let py = m.py();
        if let Some(error) = PyErr::take(py) {
            if abort::is_carrier(py, &error) {
                m.aborting.set(true);
            }
            error.restore(py);
        }
    }
    exc
}
