//! Fast arms of calls, returns and generators: frames are pushed and popped without binding.
#![allow(unsafe_code, reason = "arguments and results move between registers by address")]

use pyo3::ffi::{self, PyObject};

use crate::lower::program::{Instr, Reg, Rk, Suspends};
use crate::run::call;
use crate::run::fast_values::{set, View};
use crate::run::frame::{Frame, FrameKind};
use crate::run::function;
use crate::run::generator::{self, State};
use crate::run::handled;
use crate::run::machine::Machine;
use crate::run::stack::{self, Active};
use crate::run::value::{Tag, Value};

/// Method that the site's cache knows for this object, borrowed; none for calls with keywords.
#[inline(always)]
pub(in crate::run) unsafe fn cached_method(a: &Active, object: &Value, ic: u16) -> Option<*mut PyObject> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.linked().attrs.get(ic as usize)?;
    if site.keywords.is_some() {
        return None;
    }
    site.cache.method(object.data as *mut PyObject)
}

/// Pushes the frame of a sandboxed function with plain parameters, called with positional arguments: these are
/// moved from register to register, missing ones are defaults. The caller puts the function into the frame.
#[inline(always)]
pub(in crate::run) unsafe fn enter(
    m: &Machine,
    callee: &function::Function,
    first: *mut Value,
    pc: *const Instr,
    n: usize,
    d: Reg,
) -> Option<Active> {
    let linked = &*callee.linked;
    let fits = linked.simple
        && n <= linked.positional
        && linked.positional - n <= (&*callee.defaults.as_ptr()).len()
        && !linked.suspends
        && std::ptr::eq(&*callee.session, &*m.session)
        && m.frames.len() < m.depth_cap.get();
    if !fits {
        return None;
    }
    let regs = m.stack.reserve(linked.registers)?;
    for i in 0..n {
        stack::transfer(regs.add(i), first.add(i));
    }
    if n < linked.positional {
        let defaults = &*callee.defaults.as_ptr();
        let skipped = defaults.len() - (linked.positional - n);
        for (i, default) in defaults.iter().skip(skipped).enumerate() {
            stack::init(regs.add(n + i), default.clone());
        }
    }
    let closure = if callee.closure.is_empty() { std::ptr::null() } else { callee.closure.as_ptr() };
    let active = Active { pc: linked.code.instrs.as_ptr(), regs, consts: linked.consts_end(), code: linked, closure };
    m.frames.last_mut().pc = pc;
    m.frames.push(Frame {
        pc: active.pc,
        regs,
        code: linked,
        closure,
        function: Value::UNSET,
        extra: Value::UNSET,
        handled_base: handled::height(m) as u32,
        return_to: d,
        kind: FrameKind::Call,
        on_stack: true,
    });
    Some(active)
}

/// Returns from a plain call or a constructor: the value moves to the caller's register.
#[inline(always)]
pub(in crate::run) unsafe fn leave(m: &Machine, v: View, s: Rk) -> Option<Active> {
    let frame = m.frames.last_mut();
    let construct = frame.kind == FrameKind::Construct;
    if !(construct || frame.kind == FrameKind::Call) || handled::height(m) > frame.handled_base as usize {
        return None;
    }
    let mut value = v.rk(s).clone();
    if value.is_unset() || (construct && !value.is_none()) {
        return None;
    }
    let return_to = frame.return_to;
    let (regs, registers) = (frame.regs, (*frame.code).registers);
    let function = std::mem::replace(&mut frame.function, Value::UNSET);
    let extra = std::mem::replace(&mut frame.extra, Value::UNSET);
    if construct {
        value = extra;
    }
    m.frames.forget_last();
    // Finalisers may run from here on; the registers are given back when they are done.
    stack::clear_registers(regs, registers);
    m.stack.release(regs);
    drop(function);
    let caller = m.frames.last_mut();
    let active = Active {
        pc: caller.pc.add(1),
        regs: caller.regs,
        consts: (*caller.code).consts_end(),
        code: caller.code,
        closure: caller.closure,
    };
    let place = active.regs.add(return_to.0 as usize);
    set(place, value.tag, value.data);
    std::mem::forget(value);
    Some(active)
}

/// Makes an instance and enters its sandboxed `__init__`: the class is in `place`, arguments follow.
#[inline(never)]
pub(in crate::run) unsafe fn construct(
    m: &Machine,
    place: *mut Value,
    pc: *const Instr,
    n: usize,
    d: Reg,
) -> Option<Active> {
    let init = call::initializer(m, &*place)?;
    let callee = function::get(&init)?;
    if !callee.linked.simple || callee.linked.positional < n + 1 {
        return None;
    }
    let Ok(object) = call::instance(m, &*place) else {
        ffi::PyErr_Clear();
        return None;
    };
    let class = std::mem::replace(&mut *place, object.clone());
    let Some(entered) = enter(m, callee, place, pc, n + 1, d) else {
        drop(std::mem::replace(&mut *place, class));
        return None;
    };
    let frame = m.frames.last_mut();
    frame.kind = FrameKind::Construct;
    frame.extra = object;
    frame.function = init;
    drop(class);
    Some(entered)
}

/// Resumes a suspended generator of this session for the `for` loop at `pc`.
#[inline(always)]
pub(in crate::run) unsafe fn resume(m: &Machine, source: *mut Value, pc: *const Instr, it: Reg) -> Option<Active> {
    let generator = generator::get(&*source)?;
    let ready = generator.kind == Suspends::Generator
        && matches!(generator.state.get(), State::Suspended | State::Created)
        && std::ptr::eq(&*generator.session, &*m.session)
        && (*generator.handled.as_ptr()).is_empty()
        && m.frames.len() < m.depth_cap.get();
    if !ready {
        return None;
    }
    let mut at = generator.pc.get();
    let regs = generator.registers();
    if generator.state.get() == State::Suspended {
        // What is sent is None; a generator that delegates is left to `step`.
        let Instr::Yield { d, .. } = *at else { return None };
        set(regs.add(d.0 as usize), Tag::None, 0);
        at = at.add(1);
    }
    generator.state.set(State::Running);
    let linked = &*generator.linked;
    let active = Active {
        pc: at,
        regs,
        consts: linked.consts_end(),
        code: linked,
        closure: function::closure_of(&generator.function),
    };
    m.frames.last_mut().pc = pc;
    m.frames.push(Frame {
        pc: at,
        regs,
        code: linked,
        closure: active.closure,
        function: Value::UNSET,
        extra: (*source).clone(),
        handled_base: handled::height(m) as u32,
        return_to: it,
        kind: FrameKind::GeneratorFor,
        on_stack: false,
    });
    Some(active)
}

/// `yield` to the `for` loop of the frame below.
#[inline(always)]
pub(in crate::run) unsafe fn yield_to_loop(m: &Machine, v: View, pc: *const Instr, s: Rk) -> Option<Active> {
    let frame = m.frames.last_mut();
    if frame.kind != FrameKind::GeneratorFor || handled::height(m) > frame.handled_base as usize {
        return None;
    }
    let value = v.rk(s).clone();
    if value.is_unset() {
        return None;
    }
    let frame = m.frames.pop()?;
    let generator = generator::get(&frame.extra)?;
    generator.pc.set(pc);
    generator.state.set(State::Suspended);
    // The loop's iterator register holds the generator: this is not the last reference.
    drop(frame);
    let caller = m.frames.last_mut();
    let Instr::ForNext { d, to, .. } = *caller.pc else { return None };
    let active = Active {
        pc: caller.pc.offset(to as isize),
        regs: caller.regs,
        consts: (*caller.code).consts_end(),
        code: caller.code,
        closure: caller.closure,
    };
    set(active.regs.add(d.0 as usize), value.tag, value.data);
    std::mem::forget(value);
    Some(active)
}
