//! Frames: plain data. A Python call, a class body, a module and a running generator are one each.

use crate::cpython::value::Value;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::Reg;
use crate::vm::machine::linked_code::Linked;

/// What happens when a frame returns, yields or raises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Entered from outside the loop: its end is the end of that loop.
    Entry,
    /// Called by the frame below: the result goes to `return_to` there.
    Call,
    /// `__init__` of an object made by the frame below: the object in `extra` is the result.
    Construct,
    /// `__new__` of a class that the frame below called: class and arguments are in `extra`, and go to `__init__` of what it gives.
    Make,
    /// Special method whose result nobody wants (`__setitem__`).
    Discard,
    /// Special method of an operator: `NotImplemented` from it means that the operands do not go together.
    Operator,
    /// Special method whose result is asked for its truth: the frame below jumps by it, or wants a bool.
    Test,
    /// `__next__` of an iterator, asked by `ForNext` of the frame below: StopIteration from it ends that loop.
    Next,
    /// A generator resumed from outside the loop.
    GeneratorEntry,
    /// A generator resumed by `ForNext` of the frame below.
    GeneratorFor,
    /// A generator resumed by `Delegate` of the frame below.
    GeneratorDelegate,
}

impl FrameKind {
    pub fn is_generator(self) -> bool {
        matches!(self, FrameKind::GeneratorEntry | FrameKind::GeneratorFor | FrameKind::GeneratorDelegate)
    }
}

pub struct Frame {
    pub pc: *const Instr,
    pub regs: *mut Value,
    pub code: *const Linked,
    /// Cells of the function's free variables; null when there are none.
    pub closure: *const Value,
    /// The function object (or for a module or class body: nothing); keeps `code` and the closure alive.
    pub function: Value,
    /// Generator object, the object under construction, or what a class was called with.
    pub extra: Value,
    /// Height of the handled stack when the frame was entered.
    pub handled_base: u32,
    pub return_to: Reg,
    pub kind: FrameKind,
    /// Registers lie on the value stack (not in a generator, not in the globals).
    pub on_stack: bool,
}
