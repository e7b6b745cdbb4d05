//! Suspending: `yield`, delegation, and iteration over our own generators inside the loop.

use crate::cpython::value::{raise, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::Reg;
use crate::session::abort;
use crate::vm::call::resume::{self, Outcome};
use crate::vm::call::{async_iterators, entry};
use crate::vm::interpreter::frame_return;
use crate::vm::interpreter::step::Flow;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::registers::Active;
use crate::vm::machine::{exc_stack, Machine};
use crate::vm::objects::generator::{self, Generator, State};
use crate::vm::ops::{await_, iterate, pairs};

/// `yield value` of the active frame; passes through frames that delegate to it.
pub fn yield_value(m: &Machine, a: &mut Active, value: Value) -> R<Flow> {
    let mut value = value;
    if a.linked().code.suspends == Suspends::AsyncGenerator && matches!(a.instr(), Instr::Yield { .. }) {
        value = async_iterators::wrap_yield(value)?;
    }
    loop {
        let Some(frame) = m.frames.pop() else { return Ok(Flow::Exit(value)) };
        let saved = exc_stack::take_above(m, frame.handled_base as usize);
        if let Some(g) = generator::get(&frame.extra) {
            g.pc.set(a.pc);
            g.state.set(State::Suspended);
            drop(g.handled.replace(saved));
        }
        match frame.kind {
            FrameKind::GeneratorFor => {
                *a = frame_return::load(m);
                if let Instr::ForNext { d, it, to } = a.instr() {
                    let value = pairs::given(a.three(it), value)?;
                    a.set(d, value);
                    a.advance(to as isize);
                }
                return Ok(Flow::Continue);
            }
            FrameKind::GeneratorDelegate => *a = frame_return::load(m),
            _ => return Ok(Flow::Exit(value)),
        }
    }
}

/// One step of `yield from` / `await`: the delegate is in `it`, what was sent to it in `it + 1`.
pub fn delegate(m: &Machine, a: &mut Active, d: Reg, it: Reg) -> R<Flow> {
    let inner = a.reg(it).clone();
    let sent = a.take(it.offset(1));
    let sent = if sent.is_unset() { Value::NONE } else { sent };
    let outcome = match generator::get(&inner) {
        Some(g) if std::rc::Rc::ptr_eq(&g.session, &m.session) => match resume::check_send(g, &sent)? {
            Some(outcome) => outcome,
            None => {
                check_depth(m)?;
                frame_return::save(m, a);
                let mut next = resume::push(m, inner, FrameKind::GeneratorDelegate, d);
                resume::deliver(&mut next, sent);
                *a = next;
                return Ok(Flow::Continue);
            }
        },
        _ => step_foreign(m, &inner, sent)?,
    };
    match outcome {
        Outcome::Yielded(value) => yield_through(m, a, value),
        Outcome::Returned(value) => {
            a.clear(it, 2);
            a.set(d, value);
            a.advance(1);
            Ok(Flow::Continue)
        }
    }
}

/// Whether the innermost frame is that of a coroutine, or of a generator that was made one.
pub fn is_in_coroutine(m: &Machine) -> bool {
    m.frames.top(|frame| generator::get(&frame.extra).is_some_and(Generator::is_coroutine)).unwrap_or(false)
}

/// What a delegate yields goes out as it is (an async generator's awaits are not its items).
fn yield_through(m: &Machine, a: &mut Active, value: Value) -> R<Flow> {
    yield_value(m, a, value)
}

fn check_depth(m: &Machine) -> R<()> {
    if !m.frames.may_deepen() {
        return Err(raise::<pyo3::exceptions::PyRecursionError>("maximum recursion depth exceeded"));
    }
    Ok(())
}

fn step_foreign(m: &Machine, inner: &Value, sent: Value) -> R<Outcome> {
    let step = match async_iterators::send_to_own(m.py(), inner, &sent) {
        // (The generator may be another session's.)
        Some(step) => step.and_then(|step| step.admitted(m)),
        None => await_::send(m, inner, &sent).map(Outcome::from),
    };
    if m.aborting.get() {
        return Err(abort::carry(m));
    }
    step
}

/// `for` over anything; our own generators run in this loop.
pub fn for_next(m: &Machine, a: &mut Active, d: Reg, it: Reg, to: i16) -> R<Flow> {
    let own = {
        let source = a.reg(it);
        match generator::get(source) {
            Some(g) if g.kind == Suspends::Generator && std::rc::Rc::ptr_eq(&g.session, &m.session) => Some(source.clone()),
            _ => None,
        }
    };
    if let Some(object) = own {
        return resume_for(m, a, object, it);
    }
    let next = iterate::next(m, a.three(it));
    if m.aborting.get() {
        return Err(abort::carry(m));
    }
    match next? {
        Some(value) => {
            a.set(d, value);
            a.advance(to as isize);
        }
        None => {
            a.clear(it, 3);
            a.advance(1);
        }
    }
    Ok(Flow::Continue)
}

fn resume_for(m: &Machine, a: &mut Active, object: Value, it: Reg) -> R<Flow> {
    let ended = match generator::get(&object) {
        Some(g) => resume::check_send(g, &Value::NONE)?.is_some(),
        None => true,
    };
    if ended {
        a.clear(it, 3);
        a.advance(1);
        return Ok(Flow::Continue);
    }
    check_depth(m)?;
    entry::check_native_stack()?;
    frame_return::save(m, a);
    let mut next = resume::push(m, object, FrameKind::GeneratorFor, it);
    resume::deliver(&mut next, Value::NONE);
    *a = next;
    Ok(Flow::Continue)
}
