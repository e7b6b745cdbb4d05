//! Running a whole snippet, and running something of the sandbox when no snippet is.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pyo3::exceptions::{PyBaseException, PyException, PyGeneratorExit};
use pyo3::prelude::*;

use crate::budget::memory::Budget;
use crate::budget::watchdog;
use crate::cpython::arguments::Arguments;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Program};
use crate::front::bytecode::operands::{Reg, GLOBAL_REGISTERS};
use crate::front::limits::{HostClock, Limits, Meter, Stop};
use crate::front::messages::details::MODULE;
use crate::front::messages::ended;
use crate::front::parse::span::Span;
use crate::sandbox::context_vars::OwnContext;
use crate::sandbox::host_loop::WithoutLoop;
use crate::sandbox::wrappers::library::process_settings;
use crate::sandbox::wrappers::library::sys_streams::OwnStreams;
use crate::sandbox::{self, threads};
use crate::session::abort::{self, Abort};
use crate::session::run_context::{cap, RunContext};
use crate::session::scope::{HostScope, SandboxScope};
use crate::session::state::threads::Origin;
use crate::session::{errors, refusals, Session};
use crate::vm::call::{self, entry};
use crate::vm::interpreter::step::run_loop;
use crate::vm::machine::frame::{Frame, FrameKind};
use crate::vm::machine::frame_stack::FrameStack;
use crate::vm::machine::held_arguments::HeldArguments;
use crate::vm::machine::hot_lines::Hot;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::outcome::{Cause, RunError, Trace, TraceEntry};
use crate::vm::machine::profile::Profile;
use crate::vm::machine::registers::{Active, ValueStack};
use crate::vm::machine::{exc_stack, traceback, Machine};
use crate::vm::objects::generator;

/// Values on the stack of a run, and of a call from outside.
const STACK_VALUES: usize = 1 << 20;
const DEFERRED_STACK_VALUES: usize = 1 << 17;
/// Operations of a call from outside (a stored callback, `__repr__` called by the host, a finaliser).
const DEFERRED_OPERATIONS: u64 = 10_000_000;

thread_local! {
    /// A value stack kept for the next run on this thread.
    static SPARE: RefCell<Option<ValueStack>> = const { RefCell::new(None) };
    /// One kept for the next call from outside: to clear 2 MB takes longer than most of them.
    static SPARE_FOR_CALLS: Cell<Option<ValueStack>> = const { Cell::new(None) };
}

/// Runs `program` on the session. The dicts of the host are up to date when it returns.
pub fn run_module(session: &Rc<Session>, owner: &Value, program: &Program) -> Result<Value, RunError> {
    let limits = session.limits.borrow().clone();
    let clock = Arc::new(HostClock::of(&limits));
    let _watched = watchdog::watch(session.meter.clone(), clock.clone(), &limits);
    let stack = SPARE.with(|s| s.borrow_mut().take()).unwrap_or_else(|| ValueStack::new(STACK_VALUES));
    let mut machine = new_machine(session, owner, (session.meter.clone(), clock), &limits, stack);
    session.finalisers.renew();
    if session.profiling.take() {
        machine.profile = Some(Profile::new());
        machine.meter.rearm(machine.next_look());
    }
    let result = {
        let context = OwnContext::enter(&machine);
        let _loop = WithoutLoop::enter(&machine);
        let _streams = OwnStreams::enter(machine.py());
        let _current = entry::enter(&machine);
        let _audit = SandboxScope::enter();
        let budget = Budget::enter(limits.memory, &machine.meter);
        let met = sandbox::meet_modules(&machine);
        let outer = exc_stack::outer();
        session.admit_all(&machine, &program.used);
        let result = met.and_then(|()| process_settings::enter_run(&machine)).and_then(|()| run_program(&machine, program));
        let result = result.and_then(|value| match session.check.threads.finish(&machine) {
            Ok(()) => Ok(value),
            Err(Exc) => {
                machine.after_end.set(true);
                Err(Exc)
            }
        });
        machine.meter.finish();
        session.notes.used_memory(budget.peak());
        exc_stack::show(&outer);
        drop(machine.arrays.take());
        process_settings::leave_run(&machine);
        context.keep();
        session.check.threads.end(machine.py());
        result.and_then(|value| abort::unless_stopped(&machine, value))
    };
    session.operations.set(machine.operations.get());
    if let Some(profile) = &machine.profile {
        let account = (program.source.clone(), profile.end(&machine));
        drop(session.profile.replace(Some(account)));
    }
    let ending = ending(&machine, program, result);
    let Machine { stack, .. } = machine;
    SPARE.with(|s| s.borrow_mut().replace(stack));
    ending
}

/// Runs a snippet that awaits at its top level, in an event loop of its own.
fn run_coroutine(m: &Machine, linked: std::rc::Rc<Linked>) -> R<Value> {
    let coroutine = generator::new(m, Value::UNSET, linked, std::iter::empty())?;
    let run = {
        let _host = HostScope::enter();
        m.py().import("fastexec.waits")?.getattr("run")?
    };
    call::call_foreign(m, Value::from_bound(run), Arguments { values: vec![coroutine], names: None })
}

/// Runs `program` as a part of the run under way: its budget, its handlers.
pub fn run_inside(m: &Machine, program: &Program) -> R<Value> {
    run_program(m, program)
}

fn run_program(m: &Machine, program: &Program) -> R<Value> {
    let linked = Linked::new(m.py(), &program.module, &program.source)?;
    debug_assert_eq!(program.module.kind, CodeKind::Module);
    let mut active = Active {
        machine: m,
        pc: linked.entry,
        regs: m.session.globals.base(),
        consts: linked.consts_end(),
        code: &*linked,
        closure: std::ptr::null(),
    };
    if linked.registers > GLOBAL_REGISTERS as usize {
        return Err(raise::<pyo3::exceptions::PyMemoryError>("the code needs too many registers"));
    }
    let _temporaries = m.session.globals.enter_module(linked.registers);
    if linked.suspends {
        return run_coroutine(m, linked);
    }
    m.frames.push(Frame {
        pc: active.pc,
        regs: active.regs,
        code: active.code,
        closure: std::ptr::null(),
        function: Value::UNSET,
        extra: Value::UNSET,
        handled_base: 0,
        return_to: Reg(0),
        kind: FrameKind::Entry,
        on_stack: false,
    });
    let result = run_loop(m, &mut active, false);
    drop(linked);
    result
}

fn new_machine(
    session: &Rc<Session>,
    owner: &Value,
    (meter, clock): (Arc<Meter>, Arc<HostClock>),
    limits: &Limits,
    stack: ValueStack,
) -> Machine {
    Machine {
        run: RunContext::new(session, owner, (meter, clock), limits, watchdog::interrupts_this_thread()),
        globals: session.globals.base(),
        while_cap: Cell::new(cap(limits.while_iterations)),
        frames: FrameStack::new(session.recursion(limits)),
        stack,
        entrances: RefCell::new(Vec::new()),
        held: HeldArguments::default(),
        handled: RefCell::new(Vec::new()),
        note: RefCell::new(None),
        left_at: Cell::new(None),
        waits: RefCell::default(),
        after_end: Cell::new(false),
        lookup_failed: Cell::new(std::ptr::null()),
        hot: Hot::new(),
        profile: None,
    }
}

/// The frames that the abort under way left.
fn trace(m: &Machine) -> Trace {
    let carrier = m.carrier.take();
    let carrier = carrier.and_then(|carrier| carrier.into_bound(m.py()).cast_into::<PyBaseException>().ok());
    carrier.map(|carrier| traceback::trace(&carrier)).unwrap_or_default()
}

fn ending(m: &Machine, program: &Program, result: R<Value>) -> Result<Value, RunError> {
    let py = m.py();
    let error = match &result {
        Ok(_) => None,
        Err(Exc) => PyErr::take(py),
    };
    let cut_off = |mut trace: Trace| {
        let waited = add_waits(m, &mut trace);
        let statement = m.left_at.get().and_then(|span| statement_of(program, span));
        (trace, statement, waited)
    };
    if let Some(abort) = m.abort.take() {
        let (trace, statement, waited) = cut_off(trace(m));
        let hot = m.hot.lines(m.forecast.get());
        return Err(RunError { cause: Cause::Abort(abort), statement, after_end: m.after_end.get(), waited, trace, note: None, hot });
    }
    let error = match (result, error) {
        (Ok(value), _) => return Ok(value),
        (Err(Exc), Some(error)) => error,
        (Err(Exc), None) => pyo3::exceptions::PySystemError::new_err("an error was lost"),
    };
    let (trace, statement, waited) = cut_off(traceback::trace(error.value(py)));
    let address = error.value(py).as_ptr();
    let note = m.note.take().filter(|(of, _)| of.ptr() == address).map(|(_, note)| note);
    let hot = m.hot.lines(m.forecast.get());
    Err(RunError { cause: Cause::Raised(error), statement, after_end: m.after_end.get(), waited, trace, note, hot })
}

/// Adds the frames of coroutines that waited when the run was asked to stop. Gives whether nothing else was under way.
fn add_waits(m: &Machine, trace: &mut Trace) -> bool {
    let waits = m.waits.take();
    let is_top = |entry: &&TraceEntry| entry.function == MODULE;
    let Some(first) = waits.first().filter(|_| m.meter.requested() != Stop::No) else { return false };
    let Some(top) = Some(first).filter(is_top) else {
        trace.entries.extend(waits);
        return true;
    };
    if trace.entries.first().filter(is_top).is_some() {
        return false;
    }
    // The snippet awaits: what was under way in a task is inside of it.
    m.left_at.set(Some(top.span));
    let idle = trace.entries.is_empty();
    trace.entries.splice(0..0, waits);
    idle
}

/// Index of the top-level statement that `span` lies in. Decorators come before their statement's place.
fn statement_of(program: &Program, span: Span) -> Option<usize> {
    Some(program.statements.partition_point(|s| s.end <= span.start)).filter(|i| *i < program.statements.len())
}

/// Runs `f` on a machine of its own with a small budget, when the session's code is called while no
/// snippet of it runs on this thread.
pub fn deferred<T>(session: &Rc<Session>, owner: &Value, f: impl FnOnce(&Machine) -> R<T>) -> R<T> {
    let origin = threads::origin(crate::cpython::value::attached());
    let limits = match &origin {
        // It ends with the run that started its thread.
        Some(origin) => Limits { seconds: origin.seconds_left(), ..session.limits.borrow().clone() },
        None => Limits { operations: Some(DEFERRED_OPERATIONS), ..session.limits.borrow().clone() },
    };
    let meter = Arc::new(Meter::new());
    meter.start(limits.operations);
    let clock = Arc::new(HostClock::of(&limits));
    let _watched = watchdog::watch(meter.clone(), clock.clone(), &limits);
    if let Some(origin) = &origin {
        if origin.has_ended() {
            return Err(threads::over(crate::cpython::value::attached()).into());
        }
        origin.watch(&meter);
    }
    let stack = SPARE_FOR_CALLS.try_with(Cell::take).ok().flatten().unwrap_or_else(|| ValueStack::new(DEFERRED_STACK_VALUES));
    let mut machine = new_machine(session, owner, (meter, clock), &limits, stack);
    if let Some(origin) = &origin {
        machine.run.stderr_left = origin.stderr_left.clone();
    }
    let done = run_deferred(&machine, &limits, origin.as_deref(), f);
    // (Behind the scopes of the run: what tells of its end is Python code too.)
    let done = done.map_err(|ended| match ended {
        Ended::Failed(error) => error,
        Ended::Stopped(why) => end_deferred(&machine, &limits, why),
    });
    let Machine { stack, .. } = machine;
    // (At the end of a thread there is no place for it.)
    let _ = SPARE_FOR_CALLS.try_with(|spare| spare.set(Some(stack)));
    done
}

/// Why a call from outside gives nothing.
enum Ended {
    /// The error is in the indicator.
    Failed(Exc),
    Stopped(Abort),
}

fn run_deferred<T>(machine: &Machine, limits: &Limits, origin: Option<&Origin>, f: impl FnOnce(&Machine) -> R<T>) -> Result<T, Ended> {
    let session = &machine.session;
    let _context = OwnContext::enter(machine);
    let _streams = OwnStreams::enter(machine.py());
    let _current = entry::enter(machine);
    let _audit = SandboxScope::enter();
    let _budget = Budget::enter(limits.memory, &machine.meter);
    let met = sandbox::meet_modules(machine);
    let outer = exc_stack::outer();
    let result =
        met.and_then(|()| session.after_host(machine)).and_then(|()| process_settings::enter_run(machine)).and_then(|()| f(machine));
    machine.meter.finish();
    process_settings::leave_run(machine);
    let error = if result.is_err() { PyErr::take(machine.py()) } else { None };
    let error = error.map(|error| errors::described(machine.py(), contained(machine, error)));
    let flushed = session.flush(machine.py()).map_err(Exc::from);
    if let Some(error) = error {
        error.restore(machine.py());
    }
    let result = flushed.and(result);
    exc_stack::show(&outer);
    drop(machine.arrays.take());
    match (machine.abort.take(), result) {
        (None, result) => result.map_err(Ended::Failed),
        (Some(Abort::FinalAnswer(_)), Ok(value)) => Ok(value),
        (Some(why), _) => {
            if let (Abort::Limit(stop), Some(origin)) = (&why, origin) {
                origin.stop(*stop);
            }
            Err(Ended::Stopped(why))
        }
    }
}

/// `SystemExit` and its like would end the host, which only asked for a text or a comparison.
fn contained(m: &Machine, error: PyErr) -> PyErr {
    let py = m.py();
    let ordinary = error.is_instance_of::<PyException>(py) || error.is_instance_of::<PyGeneratorExit>(py) || abort::is_carrier(py, &error);
    if ordinary {
        return error;
    }
    let text = error.to_string();
    match refusals::interpreter_error(py) {
        Ok(class) => PyErr::from_type(class, (text,)),
        Err(error) => error,
    }
}

/// Outside a run an abort becomes an ordinary error of the host.
fn end_deferred(m: &Machine, limits: &Limits, why: Abort) -> Exc {
    drop(PyErr::take(m.py()));
    match why {
        Abort::Refusal(error) => errors::described(m.py(), error).into(),
        Abort::Host(error) => error.into(),
        Abort::Limit(stop) => {
            let plain = m.session.policy.borrow().plain_errors;
            errors::to_python(m.py(), &ended::outside(stop, limits), plain).into()
        }
        Abort::FinalAnswer(_) => refusals::raise(m, refusals::Kind::Plain, "final_answer was called outside of a run"),
    }
}
