//! Fast ways in from native code of the run under way: callbacks (`sorted(key=f)`) and generators that it consumes.
//! `None` and nothing touched where the general way must look.
#![allow(unsafe_code, reason = "arguments are moved into registers by address")]

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Tag, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::operands::Reg;
use crate::sandbox::memory::object_arrays;
use crate::session::{abort, scope, Session};
use crate::vm::call::entry;
use crate::vm::call::resume::Outcome;
use crate::vm::fast::frame_entry::{may_enter, push, reserve_with, Site};
use crate::vm::fast::generators::{deliver, may_resume, push_generator};
use crate::vm::interpreter::fast_loop::{self, Stopped};
use crate::vm::interpreter::step::go_on;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::registers::Active;
use crate::vm::machine::thread_calls::{AtRest, Entered};
use crate::vm::machine::Machine;
use crate::vm::objects::function::Function;
use crate::vm::objects::generator::{Generator, State};

/// Whether the thread's machine runs this session, sandboxed code called what calls now, and nothing ends the run.
#[inline(always)]
fn runs(m: &Machine, session: &Session) -> bool {
    std::ptr::eq(&*m.session, session) && !m.aborting.get() && scope::sandboxed() && fast_loop::is_enabled()
}

/// Calls a function with plain parameters and `n` positional arguments, on the thread's machine.
pub(crate) unsafe fn call(
    m: &Machine,
    object: *mut PyObject,
    function: &Function,
    arguments: *const *mut PyObject,
    n: usize,
) -> Option<R<Value>> {
    // SAFETY: as `begin` asks.
    unsafe {
        let mut a = begin(m, object, function, arguments, n)?;
        let _entered = Entered::enter(m);
        Some(unless_ended(m, run(m, &mut a)))
    }
}

/// As `call`, with one argument, where it is noted that the loop was entered.
///
/// # Safety
/// `object` is the function's; both objects are held meanwhile.
pub(crate) unsafe fn apply<'m>(
    m: &'m Machine,
    at_rest: &mut AtRest<'m>,
    (object, function): (*mut PyObject, &Function),
    argument: *mut PyObject,
) -> Option<R<Value>> {
    // SAFETY: as `begin` asks.
    unsafe {
        let mut a = begin(m, object, function, &raw const argument, 1)?;
        let entered = at_rest.enter(m);
        let value = unless_ended(m, run(m, &mut a));
        entered.again();
        Some(value)
    }
}

/// Pushes the frame of a function with plain parameters, which takes a reference to it.
///
/// # Safety
/// `object` is the function's; `n` live objects at `arguments`.
#[inline(always)]
unsafe fn begin(m: &Machine, object: *mut PyObject, function: &Function, arguments: *const *mut PyObject, n: usize) -> Option<Active> {
    // SAFETY: REGISTERS: room was reserved for the arguments; the callee is what its type says.
    unsafe {
        let linked = &*function.linked;
        if !runs(m, &function.session) || n != linked.positional || !may_enter(m, function, linked, n) || entry::is_stack_low() {
            return None;
        }
        if (0..n).any(|i| object_arrays::is_lent(*arguments.add(i))) {
            return None;
        }
        let regs = reserve_with(m, linked, arguments, n)?;
        let mut a = Active::none();
        ffi::Py_INCREF(object);
        push(m, &mut a, function, object, linked, regs, Site { d: Reg(0), kind: FrameKind::Entry });
        Some(a)
    }
}

/// The next item of a plain generator, on the thread's machine.
pub(crate) unsafe fn next(m: &Machine, object: *mut PyObject, generator: &Generator) -> Option<R<Outcome>> {
    // SAFETY: as `pull` asks.
    unsafe {
        may_pull(m, generator).then(|| {
            let _entered = Entered::enter(m);
            pull(m, object, generator)
        })
    }
}

/// Whether the thread's machine may resume this generator as it is.
#[inline(always)]
pub(crate) fn may_pull(m: &Machine, generator: &Generator) -> bool {
    // SAFETY: FRAMES: nothing runs while its frame is looked at.
    let ready = || unsafe { may_resume(m, generator) };
    runs(m, &generator.session) && generator.kind == Suspends::Generator && ready() && !entry::is_stack_low()
}

/// The next item of a generator that may be pulled from, where it is noted that the loop was entered.
///
/// # Safety
/// `object` is the generator's, and is held meanwhile.
#[inline(always)]
pub(crate) unsafe fn pull(m: &Machine, object: *mut PyObject, generator: &Generator) -> R<Outcome> {
    // SAFETY: FRAMES: `may_pull` has looked; the frame takes over the reference.
    unsafe {
        let mut a = Active::none();
        ffi::Py_INCREF(object);
        let at = deliver(generator, (Tag::None, 0));
        push_generator(m, &mut a, generator, object, at, (Reg(0), FrameKind::GeneratorEntry));
        let value = unless_ended(m, run(m, &mut a));
        value.map(|value| match generator.state.get() {
            State::Finished => Outcome::Returned(value),
            _ => Outcome::Yielded(value),
        })
    }
}

/// As `go_on`; short where the fast arms do it all.
#[inline(always)]
unsafe fn run(m: &Machine, a: &mut Active) -> R<Value> {
    a.machine = m;
    match fast_loop::run(a) {
        Stopped::Exit(value) => Ok(value),
        Stopped::Step => go_on(m, a, false),
        Stopped::Failed => go_on(m, a, true),
    }
}

/// The value, unless a limit ended the run meanwhile.
#[inline(always)]
fn unless_ended(m: &Machine, value: R<Value>) -> R<Value> {
    if m.aborting.get() && value.is_ok() && abort::by_limit(m) {
        return Err(abort::carry(m));
    }
    value
}
