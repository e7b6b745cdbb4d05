//! Fast arms of generators and coroutines: resumed, suspended and ended without leaving the loop.
#![allow(unsafe_code, reason = "saved frames move between generators and the stack by address")]

use std::mem::ManuallyDrop;
use std::ptr::addr_of_mut;

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::vm::fast::calls::back_to_caller;
use crate::vm::fast::pair_loops;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::register_values::{put, set, shared_words, take_words, Step};
use crate::vm::machine::registers::{self, Active};
use crate::vm::machine::{exc_stack, Machine};
use crate::vm::objects::function;
use crate::vm::objects::generator::{self, Generator, State};

/// Puts a suspended generator's frame on the stack: `object` is a reference that the frame takes over, `at` the
/// instruction to go on with. Whoever resumes has tested that it may, and delivered what is sent.
#[inline(always)]
pub(crate) unsafe fn push_generator(
    m: &Machine,
    a: &mut Active,
    generator: &Generator,
    object: *mut PyObject,
    at: *const Instr,
    (return_to, kind): (Reg, FrameKind),
) {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let linked: *const Linked = &*generator.linked;
        let closure = function::closure_of(&generator.function);
        let regs = generator.registers();
        let handled_base = exc_stack::height(m) as u32;
        let frame = m.frames.push_place();
        addr_of_mut!((*frame).pc).write(at);
        addr_of_mut!((*frame).regs).write(regs);
        addr_of_mut!((*frame).code).write(linked);
        addr_of_mut!((*frame).closure).write(closure);
        put(addr_of_mut!((*frame).function), Tag::Unset, 0);
        put(addr_of_mut!((*frame).extra), Tag::Object, object as u64);
        addr_of_mut!((*frame).handled_base).write(handled_base);
        addr_of_mut!((*frame).return_to).write(return_to);
        addr_of_mut!((*frame).kind).write(kind);
        addr_of_mut!((*frame).on_stack).write(false);
        a.pc = at;
        a.regs = regs;
        a.consts = (*linked).consts_end();
        a.code = linked;
        a.closure = closure;
    }
}

/// Whether the generator can be resumed here and now, without exceptions that it handles.
#[inline(always)]
pub(crate) unsafe fn may_resume(m: &Machine, generator: &Generator) -> bool {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        matches!(generator.state.get(), State::Suspended | State::Created)
            && std::ptr::eq(&*generator.session, &*m.session)
            && (*generator.handled.as_ptr()).is_empty()
            && m.frames.has_room()
    }
}

/// Gives what is sent (owned words) to the instruction that a suspended generator stands on; the instruction to
/// go on with. From here on the generator runs: the value that was sent before may run code when it goes.
#[inline(always)]
pub(crate) unsafe fn deliver(generator: &Generator, (tag, data): (Tag, u64)) -> *const Instr {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        generator.state.set(State::Running);
        let at = generator.pc.get();
        let place = |r: Reg| generator.registers().add(r.0 as usize);
        match *at {
            Instr::Yield { d, .. } => {
                set(place(d), tag, data);
                at.add(1)
            }
            Instr::Delegate { it, .. } => {
                set(place(it).add(1), tag, data);
                at
            }
            // Just created: what is sent is None.
            _ => at,
        }
    }
}

/// Resumes a generator of this session for the `for` loop at `pc`.
#[inline(always)]
pub(crate) unsafe fn resume(m: &Machine, a: &mut Active, source: *mut Value, pc: *const Instr, it: Reg) -> bool {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let Some(generator) = generator::get(&*source) else { return false };
        if generator.kind != Suspends::Generator || !may_resume(m, generator) {
            return false;
        }
        let object = (*source).data as *mut PyObject;
        ffi::Py_INCREF(object);
        m.frames.last_mut().pc = pc;
        let at = deliver(generator, (Tag::None, 0));
        push_generator(m, a, generator, object, at, (it, FrameKind::GeneratorFor));
        true
    }
}

/// One step of the generator or coroutine in `it`, to which the frame at `pc` delegates.
#[inline(never)]
pub(crate) unsafe fn delegate(a: &mut Active, it: Reg, d: Reg) -> Step {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let (m, it) = (&*a.machine, a.place(it));
        let Some(generator) = generator::get(&*it) else { return Step::Other };
        let sent = it.add(1);
        let nothing = matches!((*sent).tag, Tag::Unset | Tag::None);
        let ready = generator.kind != Suspends::AsyncGenerator
            && may_resume(m, generator)
            && (nothing || generator.state.get() == State::Suspended);
        if !ready {
            return Step::Other;
        }
        let words = take_words(sent);
        let object = (*it).data as *mut PyObject;
        ffi::Py_INCREF(object);
        m.frames.last_mut().pc = a.pc;
        let at = deliver(generator, if nothing { (Tag::None, 0) } else { words });
        push_generator(m, a, generator, object, at, (d, FrameKind::GeneratorDelegate));
        Step::Done
    }
}

/// `yield` to a `for` loop, through the frames that delegate to this one.
#[inline(never)]
pub(crate) unsafe fn yield_to_loop(a: &mut Active, s: Rk) -> Step {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let m = &*a.machine;
        let source = a.get(s);
        if source.tag == Tag::Unset || !leads_to_loop(m, exc_stack::height(m)) {
            return Step::Other;
        }
        let (tag, data) = shared_words(source);
        let mut pc = a.pc;
        loop {
            let frame = m.frames.last_mut();
            let kind = frame.kind;
            if let Some(generator) = generator::get(&frame.extra) {
                generator.pc.set(pc);
                generator.state.set(State::Suspended);
            }
            let object = take_words(addr_of_mut!(frame.extra)).1 as *mut PyObject;
            m.frames.forget_last();
            // The iterator register of the loop or of the `yield from` holds the generator: not the last reference.
            ffi::Py_DECREF(object);
            pc = m.frames.last_mut().pc;
            if kind == FrameKind::GeneratorFor {
                break;
            }
        }
        let Instr::ForNext { d, it, to } = *pc else {
            // `leads_to_loop` saw it.
            return Step::Other;
        };
        back_to_caller(m, a, to as isize);
        if (*a.place(it).add(1)).tag == Tag::Int {
            return pair_loops::counted(a, d, it, (tag, data));
        }
        set(a.regs.add(d.0 as usize), tag, data);
        Step::Done
    }
}

/// `yield` of a frame that was entered by native code, which pulls from the generator.
#[inline(never)]
pub(crate) unsafe fn yield_to_entry(m: &Machine, a: &Active, pc: *const Instr, s: Rk) -> Option<Value> {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let frame = m.frames.last_mut();
        let source = a.get(s);
        if exc_stack::height(m) > frame.handled_base as usize || source.tag == Tag::Unset {
            return None;
        }
        let object = frame.extra.ptr();
        let generator = generator::get_raw(object)?;
        if generator.kind == Suspends::AsyncGenerator {
            // What it yields is wrapped.
            return None;
        }
        let (tag, data) = shared_words(source);
        generator.pc.set(pc);
        generator.state.set(State::Suspended);
        put(addr_of_mut!(frame.extra), Tag::Unset, 0);
        m.frames.forget_last();
        // Who pulls holds the generator: not the last reference.
        ffi::Py_DECREF(object);
        Some(Value { tag, data })
    }
}

/// Whether the innermost frame, or the outermost of those that delegate to it, was resumed by a `for` loop, and none
/// of them handles an exception.
#[inline(always)]
unsafe fn leads_to_loop(m: &Machine, height: usize) -> bool {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    let innermost = unsafe { m.frames.last_mut() };
    match innermost.kind {
        FrameKind::GeneratorFor => height <= innermost.handled_base as usize,
        // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
        FrameKind::GeneratorDelegate => unsafe { outermost_is_loop(m, height) },
        _ => false,
    }
}

#[inline(never)]
unsafe fn outermost_is_loop(m: &Machine, height: usize) -> bool {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    let outermost = unsafe { m.frames.innermost_first().find(|frame| frame.kind != FrameKind::GeneratorDelegate) };
    outermost.is_some_and(|frame| frame.kind == FrameKind::GeneratorFor && height <= frame.handled_base as usize)
}

/// Returns from a generator to the loop or the `yield from` that resumed it.
#[inline(never)]
pub(crate) unsafe fn leave_generator(a: &mut Active, s: Rk) -> Step {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let m = &*a.machine;
        let frame = m.frames.last_mut();
        let kind = frame.kind;
        let source = a.get(s);
        let fast = matches!(kind, FrameKind::GeneratorFor | FrameKind::GeneratorDelegate)
            && exc_stack::height(m) <= frame.handled_base as usize
            && source.tag != Tag::Unset;
        if !fast {
            return Step::Other;
        }
        let object = frame.extra.ptr();
        let Some(generator) = generator::get_raw(object) else { return Step::Other };
        let (tag, data) = shared_words(source);
        generator.state.set(State::Finished);
        // Its reference is given up at the end.
        put(addr_of_mut!(frame.extra), Tag::Unset, 0);
        let registers = generator.register_count();
        m.frames.forget_last();
        // Finalisers may run from here on; `object` keeps the registers.
        registers::clear_registers(generator.registers(), registers);
        back_to_caller(m, a, 1);
        match *a.pc.sub(1) {
            Instr::Delegate { d, it } => {
                for i in 0..2 {
                    set(a.regs.add(it.0 as usize + i), Tag::Unset, 0);
                }
                set(a.regs.add(d.0 as usize), tag, data);
            }
            Instr::ForNext { it, .. } => {
                drop(Value { tag, data });
                for i in 0..3 {
                    set(a.regs.add(it.0 as usize + i), Tag::Unset, 0);
                }
            }
            _ => drop(Value { tag, data }),
        }
        ffi::Py_DECREF(object);
        Step::Done
    }
}

/// A generator or coroutine from a call of a function with plain parameters: the arguments are moved into its
/// registers. The function is in `place`; all are taken.
#[inline(never)]
pub(crate) unsafe fn create(m: &Machine, place: *mut Value, first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
    unsafe {
        let Some(callee) = function::get(&*place) else { return Step::Other };
        let linked = &callee.linked;
        let fits = linked.simple && linked.suspends && n == linked.positional && std::ptr::eq(&*callee.session, &*m.session);
        if !fits {
            return Step::Other;
        }
        let linked = linked.clone();
        let (tag, data) = take_words(place);
        let arguments = (0..n).map(|i| {
            let (tag, data) = take_words(first.add(i));
            Value { tag, data }
        });
        match generator::new(m, Value { tag, data }, linked, arguments) {
            Ok(made) => {
                let made = ManuallyDrop::new(made);
                set(d, made.tag, made.data);
                Step::Done
            }
            Err(_) => Step::Failed,
        }
    }
}

/// `d` = what an `await` of a coroutine that was not started yet waits for: the coroutine.
#[inline(always)]
pub(crate) unsafe fn await_new(v: &Value, d: *mut Value) -> bool {
    let new = generator::get(v).is_some_and(|g| g.is_coroutine() && g.state.get() == State::Created);
    if new {
        // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
        let (tag, data) = unsafe { shared_words(v) };
        // SAFETY: ARMS; FRAMES: a saved frame moves between its generator and the stack, and is in one of them.
        unsafe { set(d, tag, data) };
    }
    new
}
