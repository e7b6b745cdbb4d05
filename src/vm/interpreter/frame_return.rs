//! Leaving frames: returns, and what the frame below makes of them.
#![allow(unsafe_code, reason = "registers of a popped frame are cleared by address")]

use pyo3::exceptions::PyTypeError;

use crate::cpython::api;
use crate::cpython::value::{raise, Tag, Value, R};
use crate::front::bytecode::code::CodeKind;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::GLOBAL_REGISTERS;
use crate::vm::call::{fill_made, resume};
use crate::vm::interpreter::step::Flow;
use crate::vm::machine::frame::{Frame, FrameKind};
use crate::vm::machine::registers::{self, Active};
use crate::vm::machine::{exc_stack, Machine};
use crate::vm::objects::generator;
use crate::vm::ops::{arithmetic, compare};

/// Notes in the frame on the stack where it stands, before another one is pushed above it.
pub fn save(m: &Machine, a: &Active) {
    m.frames.top(|f| f.pc = a.pc);
}

/// The frame now on top, at the instruction it stands on.
pub fn load(m: &Machine) -> Active {
    m.frames
        .top(|f| {
            // SAFETY: the frame keeps its code alive.
            let code = unsafe { &*f.code };
            Active { machine: m, pc: f.pc, regs: f.regs, consts: code.consts_end(), code: f.code, closure: f.closure }
        })
        .unwrap_or_else(Active::none)
}

/// Takes the top frame off with everything in it.
pub fn pop(m: &Machine) -> Option<Frame> {
    let frame = m.frames.pop()?;
    exc_stack::cut(m, frame.handled_base as usize);
    // SAFETY: the frame keeps its code alive until it is dropped by the caller.
    let code = unsafe { &*frame.code };
    if frame.on_stack {
        // SAFETY: the frame's own registers on the value stack; the top is given back afterwards, when
        // finalisers have run above them.
        unsafe { registers::clear_registers(frame.regs, code.registers) };
        m.stack.release(frame.regs);
    } else if code.code.kind == CodeKind::Module {
        // SAFETY: the module's temporaries lie above the global slots.
        unsafe { registers::clear_registers(frame.regs.add(GLOBAL_REGISTERS as usize), code.registers) };
        if let Some(g) = generator::get(&frame.extra) {
            resume::finish(g);
        }
    } else if let Some(g) = generator::get(&frame.extra) {
        resume::finish(g);
    }
    Some(frame)
}

/// `return value` of the active frame.
pub fn return_value(m: &Machine, a: &mut Active, value: Value) -> R<Flow> {
    let Some(frame) = pop(m) else { return Ok(Flow::Exit(value)) };
    match frame.kind {
        FrameKind::Entry | FrameKind::GeneratorEntry => return Ok(Flow::Exit(value)),
        FrameKind::Call => {
            *a = load(m);
            a.set(frame.return_to, value);
            a.advance(1);
        }
        FrameKind::Discard => {
            *a = load(m);
            a.advance(1);
        }
        FrameKind::Next => {
            *a = load(m);
            a.set(frame.return_to, value);
            let by = if let Instr::ForNext { to, .. } = a.instr() { to as isize } else { 1 };
            a.advance(by);
        }
        FrameKind::Operator => {
            *a = load(m);
            let value = if is_not_implemented(&value) { without_method(m, a)? } else { value };
            a.set(frame.return_to, value);
            a.advance(1);
        }
        FrameKind::Test => {
            *a = load(m);
            let holds = tested(m, a, value)? != a.instr().negates();
            a.advance(match a.instr() {
                Instr::Compare { d, .. } => {
                    a.set(d, Value::bool(holds));
                    1
                }
                jump => jump.branch(holds),
            });
        }
        FrameKind::Construct => {
            *a = load(m);
            gives_none(m, &value)?;
            a.set(frame.return_to, frame.extra.clone());
            a.advance(1);
        }
        FrameKind::Make => {
            *a = load(m);
            return fill_made(m, a, &frame.extra, value, frame.return_to);
        }
        FrameKind::GeneratorFor => {
            *a = load(m);
            if let Instr::ForNext { it, .. } = a.instr() {
                a.clear(it, 3);
            }
            a.advance(1);
        }
        FrameKind::GeneratorDelegate => {
            *a = load(m);
            if let Instr::Delegate { d, it } = a.instr() {
                a.clear(it, 2);
                a.set(d, value);
            }
            a.advance(1);
        }
    }
    Ok(Flow::Continue)
}

/// What an `__init__` gave must be nothing.
pub fn gives_none(m: &Machine, value: &Value) -> R<()> {
    if value.is_none() {
        return Ok(());
    }
    let name = value.to_bound(m.py()).map_or_else(|_| String::from("object"), |value| type_name(&value));
    Err(raise::<PyTypeError>(format!("__init__() should return None, not '{name}'")))
}

fn is_not_implemented(value: &Value) -> bool {
    // SAFETY: the address of a static object.
    value.ptr() == unsafe { pyo3::ffi::Py_NotImplemented() }
}

/// Truth of what the special method for the instruction at `a` returned.
fn tested(m: &Machine, a: &Active, value: Value) -> R<bool> {
    let value = match a.instr().comparison() {
        Some((op, ..)) if op.method().is_some() && is_not_implemented(&value) => without_method(m, a)?,
        None if value.tag() != Tag::Bool => {
            let class = api::type_name(&value);
            return Err(raise::<PyTypeError>(format!("__bool__ should return bool, returned {class}")));
        }
        _ => value,
    };
    arithmetic::truth(m, &value)
}

/// The operation at `a`, of which the left operand's method said that it is none of its.
#[cold]
fn without_method(m: &Machine, a: &Active) -> R<Value> {
    match a.instr().comparison() {
        Some((op, left, right)) => compare::ask_the_other(m, op, &a.read(left), &a.read(right)),
        None => Err(unsupported(a)),
    }
}

/// The operator at `a` has no meaning for its operands: the left one's method said so, and the right one is of
/// the same class or a number (see `fast::operator_is_ours`).
fn unsupported(a: &Active) -> crate::cpython::value::Exc {
    let (sign, left, right) = match a.instr() {
        Instr::Add { a, b, .. } => ("+", a, b),
        Instr::Sub { a, b, .. } => ("-", a, b),
        Instr::Mul { a, b, .. } => ("*", a, b),
        Instr::Binary { op, a, b, .. } => (op.sign(), a, b),
        _ => return raise::<PyTypeError>("unsupported operand types"),
    };
    let (left, right) = (api::type_name(a.get(left)), api::type_name(a.get(right)));
    raise::<PyTypeError>(format!("unsupported operand type(s) for {sign}: '{left}' and '{right}'"))
}

fn type_name(object: &pyo3::Bound<'_, pyo3::PyAny>) -> String {
    use pyo3::prelude::*;
    object.get_type().name().map_or_else(|_| String::from("object"), |n| n.to_string())
}
