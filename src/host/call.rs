//! One call: source → program → run → result, on a session.

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cpython::layout::dict_version;
use crate::cpython::value::{Exc, Value};
use crate::front::bytecode::code::Program;
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::compile::{lower, LowerOptions};
use crate::front::limits::{SavedMeter, Stop};
use crate::front::messages::contract;
use crate::front::messages::error::{Category, ExecError, Report};
use crate::front::messages::print_log::PrintLog;
use crate::front::parse::{self, Parsed, SourceLimits};
use crate::host::account::Account;
use crate::host::hints::{self, Asked, Facts};
use crate::host::hosts::Hosts;
use crate::host::print_container::{decode, PrintContainer};
use crate::host::report;
use crate::host::settings::Settings;
use crate::host::source::{self, Depth, Refused};
use crate::sandbox::tools;
use crate::sandbox::wrappers::library::mock_names;
use crate::session::abort::Abort;
use crate::session::global_table::Words;
use crate::session::hooks::Hooks;
use crate::session::run_notes::Noted;
use crate::session::turns::{self, Running};
use crate::session::{errors, Output, Session};
use crate::vm::interpreter::run;
use crate::vm::machine::hot_lines::HotLines;
use crate::vm::machine::outcome::{Cause, RunError, Trace};

/// What a call gives the host.
pub struct Outcome<'py> {
    pub value: Bound<'py, PyAny>,
    pub logs: Bound<'py, PyString>,
    pub is_final: bool,
}

/// Why it gives nothing: an error of the contract, with what left the code, or one of the host's own (a bad argument).
pub enum Failure {
    Told(ExecError, Option<PyErr>),
    Host(PyErr),
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Host(error)
    }
}

impl From<ExecError> for Failure {
    fn from(error: ExecError) -> Failure {
        Failure::Told(error, None)
    }
}

impl Failure {
    pub fn into_python(self, py: Python<'_>, plain: bool) -> PyErr {
        match self {
            Failure::Told(error, cause) => {
                let made = errors::to_python(py, &error, plain);
                made.set_cause(py, cause);
                made
            }
            Failure::Host(error) => error,
        }
    }
}

/// What the host sees of the call meanwhile, and afterwards.
pub struct Watch<'a> {
    pub hooks: Hooks,
    pub account: Option<&'a Account>,
}

/// Runs `code` on the session.
pub fn call<'py>(
    session: &Rc<Session>,
    owner: &Bound<'py, PyAny>,
    code: &Bound<'py, PyAny>,
    hosts: &Hosts<'_, 'py>,
    settings: &Settings<'py>,
    watch: Watch<'_>,
) -> Result<Outcome<'py>, Failure> {
    let py = owner.py();
    let code = source::text_of(code)??;
    let Some(running) = turns::enter(session, py, settings.patience())? else {
        return Err(rejected("This executor is running code in another thread. Use one executor per thread."));
    };
    settings.apply(session)?;
    session.attach_dicts(&hosts.state()?, &hosts.custom()?)?;
    session.attach_tools(hosts.tools, dict_version::of(hosts.tools));
    let program = program(session, &parsed(session, &code)?, &code, settings.profile)?;
    let mut run = Run::start(session, &hosts.state()?, settings, &running, watch)?;
    let result = run.module(owner, &program).map_err(|error| stopped(session, error));
    let logs = run.finish(py);
    let (slow_tool, late) = (run.slow_tool(), session.notes.take_late());
    drop(run);
    let logs = logs?;
    match result {
        Ok(value) => outcome(py, value, logs, false),
        Err(RunError { cause: Cause::Abort(Abort::FinalAnswer(value)), .. }) => outcome(py, value, logs, true),
        Err(error) => {
            let cause = match &error.cause {
                Cause::Raised(raised) | Cause::Abort(Abort::Refusal(raised)) => Some(raised.clone_ref(py)),
                // It tells of what the host's own function raised.
                Cause::Abort(Abort::Host(told)) => told.cause(py),
                Cause::Abort(_) => None,
            };
            let asked = Asked {
                facts: Facts::of(py, &error, late, slow_tool.as_deref()),
                cause: cause.as_ref(),
                hosts,
                authorized: &settings.authorized,
            };
            let mut told = report::explain(py, session, &program, error, &settings.time_text()?);
            if let ExecError::Failed(report) | ExecError::OutOfTime(report) = &mut told {
                hints::add(py, session, report, &asked);
            }
            Err(Failure::Told(told, cause))
        }
    }
}

/// Where a run was asked to stop, an error that then leaves it is C code's way to comply.
fn stopped(session: &Session, mut error: RunError) -> RunError {
    let why = session.meter.requested();
    if why != Stop::No && matches!(error.cause, Cause::Raised(_)) {
        error.cause = Cause::Abort(Abort::Limit(why));
    }
    error
}

fn outcome<'py>(py: Python<'py>, value: Value, logs: Bound<'py, PyString>, is_final: bool) -> Result<Outcome<'py>, Failure> {
    let value = tools::unwrap(value).to_bound(py).map_err(|Exc| PyErr::fetch(py))?;
    Ok(Outcome { value, logs, is_final })
}

fn rejected(text: &str) -> Failure {
    ExecError::Failed(Box::new(Report::turned_away(Category::Refused, text.to_owned()))).into()
}

/// Parses `code` within the limits of the session.
pub fn parsed(session: &Session, code: &Bound<'_, PyString>) -> Result<Parsed, Failure> {
    let py = code.py();
    let source = code.to_str().map_err(|error| source::undecodable(&error, py))?;
    let (most, nesting) = {
        let limits = session.limits.borrow();
        (limits.source_bytes, limits.nesting)
    };
    if let Some(most) = most.filter(|most| source.len() as u64 > *most) {
        let mut report = Report::turned_away(Category::Limit, contract::source_too_long(source.len(), most));
        report.notes.limit = Some("source_bytes");
        return Err(ExecError::Failed(Box::new(report)).into());
    }
    parse::parse_limited(source, host_version(py), SourceLimits { bytes: most, nesting }).map_err(|error| {
        let limit = error.too_deep.then_some("nesting");
        let refused = Refused { depth: Depth::Parse, message: &error.message, offset: error.offset, limit };
        source::failure(session, code, &refused).into()
    })
}

/// Lowers what was parsed of `code`; new names have their values afterwards.
pub fn program(session: &Session, parsed: &Parsed, code: &Bound<'_, PyString>, by_line: bool) -> Result<Program, Failure> {
    let py = code.py();
    let lowered = || lowered(py, session, parsed, by_line, code);
    let known = session.names.borrow().len();
    let program = lowered()?;
    session.announce_names(py)?;
    // A variable of the host that was met for the first time: now it can be a register.
    let met = program.used.iter().any(|slot| slot.0 as usize >= known && is_bound(session, *slot));
    if met {
        return lowered();
    }
    Ok(program)
}

/// Major and minor version of the host. The interpreter's function of this reads a text each time.
fn host_version(py: Python<'_>) -> (u8, u8) {
    static VERSION: OnceLock<(u8, u8)> = OnceLock::new();
    *VERSION.get_or_init(|| (py.version_info().major, py.version_info().minor))
}

fn is_bound(session: &Session, slot: GlobalSlot) -> bool {
    session.globals.words(slot) != Words::UNSET
}

fn lowered(py: Python<'_>, session: &Session, parsed: &Parsed, by_line: bool, code: &Bound<'_, PyString>) -> Result<Program, Failure> {
    let lowered = {
        let mut names = session.names.borrow_mut();
        let options = LowerOptions {
            names: &mut names,
            bound: &|slot| is_bound(session, slot),
            is_tool: &|name| session.is_tool(py, name),
            version: host_version(py),
            by_line,
            top_level_return: session.policy.borrow().top_level_return,
        };
        lower(parsed, options)
    };
    lowered.map_err(|error| {
        let refused = Refused { depth: Depth::Compile, message: &error.message, offset: error.span.start as usize, limit: None };
        source::failure(session, code, &refused).into()
    })
}

/// A run under way, with what must be put back after it.
struct Run<'a> {
    session: &'a Rc<Session>,
    log: Arc<PrintLog>,
    profile: bool,
    account: Option<&'a Account>,
    hooks: Hooks,
    /// Of the snippet whose tool runs this one.
    outer: Option<(Output, SavedMeter, i64, Noted)>,
}

impl<'a> Run<'a> {
    fn start(
        session: &'a Rc<Session>,
        state: &Bound<'_, PyDict>,
        settings: &Settings<'_>,
        running: &Running<'_>,
        watch: Watch<'a>,
    ) -> PyResult<Run<'a>> {
        let py = state.py();
        let log = Arc::new(PrintLog::new(settings.log_limit()));
        let counter = PyDict::new(py);
        counter.set_item("counter", 0)?;
        state.set_item("_print_outputs", Bound::new(py, PrintContainer::of(log.clone()))?)?;
        state.set_item("_operations_count", &counter)?;
        session.acknowledge_dicts(py);
        let output = Output { log: Some(log.clone()), counter: Some(Arc::new(counter.unbind())) };
        let (meter, operations) = (session.meter.save(), session.operations.replace(0));
        let before = session.set_output(output);
        session.meter.start(session.limits.borrow().operations);
        if !running.is_nested() {
            drop(session.take_refusals());
            mock_names::put_print_back(session, py)?;
        }
        let noted = session.notes.take();
        let outer = running.is_nested().then_some((before, meter, operations, noted));
        let hooks = session.hooks.exchange(watch.hooks);
        Ok(Run { session, log, profile: settings.profile, account: watch.account, hooks, outer })
    }

    fn module(&mut self, owner: &Bound<'_, PyAny>, program: &Program) -> Result<Value, RunError> {
        let failed = |error| RunError {
            cause: Cause::Raised(error),
            statement: None,
            after_end: false,
            waited: false,
            trace: Trace::default(),
            note: None,
            hot: HotLines::default(),
        };
        let watching = self.session.watch(owner.py(), &program.stored).map_err(failed)?;
        self.session.profiling.set(self.profile);
        let run = || run::run_module(self.session, &Value::from_bound(owner.clone()), program);
        let result = catch_unwind(AssertUnwindSafe(run));
        // The host finds what was bound before an error, be it the engine's own.
        let flushed = self.session.flush(owner.py());
        self.session.unwatch(watching);
        let result = result.unwrap_or_else(|panic| resume_unwind(panic));
        match (result, flushed) {
            (Ok(_), Err(error)) => Err(failed(error)),
            (result, _) => result,
        }
    }

    /// The tool that took most of the time that there was.
    fn slow_tool(&self) -> Option<Arc<str>> {
        let most = self.session.limits.borrow().seconds?;
        self.session.notes.slowest().filter(|(_, seconds)| *seconds >= most / 2.0).map(|(name, _)| name)
    }

    /// The text of the logs, cut to its limit.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        decode(py, &self.log.settle())
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        let noted = self.session.notes.take();
        if let Some(account) = self.account {
            account.fill(self.session.operations.get(), noted, self.session.refusals());
        }
        drop(self.session.hooks.exchange(std::mem::take(&mut self.hooks)));
        let Some((output, meter, operations, noted)) = self.outer.take() else { return };
        self.session.notes.restore(noted);
        drop(self.session.set_output(output));
        self.session.meter.restore(meter);
        self.session.operations.set(operations);
    }
}
