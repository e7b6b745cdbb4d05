//! Entering the frame of a function of the code: whether it may be done, registers, the frame.
#![allow(unsafe_code, reason = "registers and frames are written by address")]

use std::ptr::addr_of_mut;

use pyo3::ffi::PyObject;

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::operands::Reg;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::register_values::{admitted, put, set, Step};
use crate::vm::machine::registers::{self, Active};
use crate::vm::machine::{exc_stack, Machine};
use crate::vm::objects::function::Function;

/// Where the result of a call goes. The call itself is the instruction that `a` stands at.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub(crate) d: Reg,
    pub(crate) kind: FrameKind,
}

/// `Done` at the next instruction.
#[inline(always)]
pub(crate) fn on(a: &mut Active) -> Step {
    a.advance(1);
    Step::Done
}

#[inline(always)]
pub(crate) fn site(d: Reg) -> Site {
    Site { d, kind: FrameKind::Call }
}

/// Whether the function may be entered with `n` arguments that are moved to its parameters.
#[inline(always)]
pub(crate) unsafe fn may_enter(m: &Machine, callee: &Function, linked: &Linked, n: usize) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        linked.plain
            && (n == linked.positional || (n < linked.positional && linked.positional - n <= (&*callee.defaults.as_ptr()).len()))
            && std::ptr::eq(&*callee.session, &*m.session)
            && m.frames.has_room()
    }
}

/// Pushes the frame of `function`, whose insides are `callee`, with parameters in `regs`, and makes it the active one.
/// The frame is written where it stands: built elsewhere and copied, it would be read before its parts are
/// out of the store buffer.
#[inline(always)]
pub(crate) unsafe fn push(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    linked: &Linked,
    regs: *mut Value,
    site: Site,
) {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let closure = if callee.closure.is_empty() { std::ptr::null() } else { callee.closure.as_ptr() };
        let handled_base = exc_stack::height(m) as u32;
        let frame = m.frames.push_place();
        let pc = linked.entry;
        addr_of_mut!((*frame).pc).write(pc);
        addr_of_mut!((*frame).regs).write(regs);
        addr_of_mut!((*frame).code).write(linked);
        addr_of_mut!((*frame).closure).write(closure);
        put(addr_of_mut!((*frame).function), Tag::Object, function as u64);
        put(addr_of_mut!((*frame).extra), Tag::Unset, 0);
        addr_of_mut!((*frame).handled_base).write(handled_base);
        addr_of_mut!((*frame).return_to).write(site.d);
        addr_of_mut!((*frame).kind).write(site.kind);
        addr_of_mut!((*frame).on_stack).write(true);
        a.pc = pc;
        a.regs = regs;
        a.consts = linked.consts_end();
        a.code = linked;
        a.closure = closure;
    }
}

/// Registers for a function, the first `n` of which hold the objects in `items`, with references of their own; `None` if
/// the gate must look at one of them.
#[inline(always)]
pub(crate) unsafe fn reserve_with(m: &Machine, linked: &Linked, items: *const *mut PyObject, n: usize) -> Option<*mut Value> {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let regs = m.stack.reserve(linked.registers)?;
        for i in 0..n {
            let Some((tag, data)) = admitted(m, *items.add(i)) else {
                for place in 0..i {
                    set(regs.add(place), Tag::Unset, 0);
                }
                m.stack.release(regs);
                return None;
            };
            put(regs.add(i), tag, data);
        }
        Some(regs)
    }
}

/// Gives the parameters from the `n`th on their defaults, which are there.
#[inline(never)]
pub(crate) unsafe fn fill_defaults(callee: &Function, linked: &Linked, regs: *mut Value, n: usize) {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    let defaults = unsafe { &*callee.defaults.as_ptr() };
    let skipped = defaults.len() - (linked.positional - n);
    for (i, default) in defaults.iter().skip(skipped).enumerate() {
        // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
        unsafe { registers::init(regs.add(n + i), default.clone()) };
    }
}
