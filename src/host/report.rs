//! From the engine's account of a failed run to what the host is told.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::cpython::value::Value;
use crate::front::bytecode::code::Program;
use crate::front::limits::{self, Limits, Stop};
use crate::front::messages::contract;
use crate::front::messages::details::{self, Notes, Place, MODULE};
use crate::front::messages::ended;
use crate::front::messages::error::{Category, ExecError, Report};
use crate::front::parse::span::Span;
use crate::host::{related_errors, show, suggestions};
use crate::sandbox::builtins;
use crate::session::abort::Abort;
use crate::session::{refusals, Session};
use crate::vm::machine::hot_lines::{HotLine, HotLines};
use crate::vm::machine::outcome::{Cause, RunError, Trace, TraceEntry};
use crate::vm::machine::Note;

const REFUSED: &str = "InterpreterError";

/// What the host is told of a run that failed. `time` is the host's own way to write the time limit.
pub fn explain(py: Python<'_>, session: &Session, program: &Program, error: RunError, time: &str) -> ExecError {
    let limits = session.limits.borrow().clone();
    let RunError { cause, statement, after_end, waited, trace, note, hot } = error;
    let place = statement.and_then(|index| program.statements.get(index)).copied();
    let mut report = match cause {
        Cause::Raised(error) | Cause::Abort(Abort::Refusal(error)) => {
            let mut report = raised(py, error.value(py).as_any(), note);
            report.notes.related = related_errors::lines(error.value(py));
            if refusals::is_refusal(py, &error) || session.refusals().contains(&report.message) {
                report.category = Category::Refused;
            }
            report
        }
        Cause::Abort(Abort::Host(error)) => Report { category: Category::Internal, ..raised(py, error.value(py).as_any(), None) },
        Cause::Abort(Abort::Limit(Stop::Time)) => {
            let hint = match (after_end, waited) {
                (true, _) => contract::threads_hint(),
                (_, true) => contract::wait_hint(),
                _ => contract::work_hint(),
            };
            // Lines that came before the end are not what took the time, however slow it was to start a thread.
            let spent = if waited || after_end { None } else { spent_time(program, &hot) };
            let notes = Notes { spent, hint: Some(hint), limit: Stop::Time.limit(), ..Notes::default() };
            let places = places(program, place, &trace);
            let statement = place.map_or("", |span| span.text(&program.source)).to_owned();
            let location = places.first().map(|place| place.location);
            return ExecError::OutOfTime(Box::new(Report {
                statement,
                location,
                places,
                left_out: trace.left_out,
                notes,
                ..ended::out_of_time(time)
            }));
        }
        Cause::Abort(Abort::Limit(Stop::Interrupted)) => return ExecError::Interrupted,
        Cause::Abort(Abort::Limit(stop)) => limited(program, stop, &limits, &hot),
        Cause::Abort(Abort::FinalAnswer(_)) => ours("final_answer was called outside of a run".to_owned()),
    };
    if after_end {
        report.notes.spent = None;
        report.notes.hint = Some(contract::threads_hint());
    }
    report.statement = place.map_or("", |span| span.text(&program.source)).to_owned();
    report.places = places(program, place, &trace);
    report.location = report.places.first().map(|place| place.location);
    report.left_out = trace.left_out;
    if !is_raised_by_hand(&report) {
        explain_limits_of_python(&mut report, &limits);
    }
    ExecError::Failed(Box::new(report))
}

/// As `explain`, when nothing but the reason is known.
pub fn stopped(session: &Session, stop: Stop, time: &str) -> ExecError {
    ended::by(stop, &session.limits.borrow(), time)
}

/// Whether a `raise` of the code itself made the error: nothing ran out then.
fn is_raised_by_hand(report: &Report) -> bool {
    report.places.last().is_some_and(|place| place.is_raise())
}

/// Limits that reach the code as Python's own errors.
fn explain_limits_of_python(report: &mut Report, limits: &Limits) {
    let notes = &mut report.notes;
    if notes.hint.is_some() || notes.limit.is_some() {
        return;
    }
    if report.kind == "MemoryError" && report.message.starts_with(limits::TOO_MANY_BITS) {
        notes.limit = Some("int_bits");
    } else if report.kind == "MemoryError" && limits.memory.is_some() {
        notes.hint = limits.memory.map(contract::memory_hint);
        notes.limit = Stop::Memory.limit();
    } else if report.kind == "RecursionError" {
        notes.limit = Some("recursion");
    }
    if notes.limit.is_some() {
        report.category = Category::Limit;
    }
}

/// What has the contract's text.
fn ours(message: String) -> Report {
    Report { kind: REFUSED.to_owned(), message, ..Report::default() }
}

/// The message of a limit, with where it went.
fn limited(program: &Program, stop: Stop, limits: &Limits, hot: &HotLines) -> Report {
    let spent = match stop {
        Stop::Operations => {
            let whole = format!("{} operations", details::grouped(limits.operations.unwrap_or(u64::MAX)));
            details::spent(&lines(program, &hot.operations), &whole)
        }
        Stop::CpuTime => spent_time(program, hot),
        _ => None,
    };
    let notes = Notes { spent, hint: ended::hint(stop, limits), limit: stop.limit(), ..Notes::default() };
    Report { category: Category::Limit, notes, ..ours(ended::text(stop, limits)) }
}

fn spent_time(program: &Program, hot: &HotLines) -> Option<String> {
    if let Some(seconds) = hot.forecast {
        return Some(contract::not_started(seconds));
    }
    details::spent(&lines(program, &hot.time), &format!("{:.1} seconds", hot.seconds))
}

/// Lines of this snippet: those of functions of earlier ones cannot be seen in it.
fn lines(program: &Program, hot: &[HotLine]) -> Vec<(usize, usize, f64)> {
    let own = hot.iter().filter(|line| Arc::ptr_eq(&line.source, &program.source));
    own.map(|line| (line.first, line.last, line.share)).collect()
}

/// Kind and message of an exception that left the code: the contract's text where it has one.
fn raised(py: Python<'_>, error: &Bound<'_, PyAny>, note: Option<Note>) -> Report {
    let kind = show::type_name(error);
    // A refusal has its text already, wherever it was raised.
    let Some(note) = note.filter(|_| !refusals::interpreter_error(py).is_ok_and(|class| error.is_instance(&class).unwrap_or(false))) else {
        return Report { message: show::message(error), kind, ..Report::default() };
    };
    // Python's own text, and the original's as a hint.
    let plain = |hint| Report {
        message: show::message(error),
        kind: kind.clone(),
        notes: Notes { hint: Some(hint), ..Notes::default() },
        ..Report::default()
    };
    match note {
        Note::UndefinedName { name, called } => undefined(py, &name, called),
        Note::Subscript { value, index } => ours(index_failed(py, &value, &index, &kind, error)),
        Note::CallAttribute { value, name } => ours(contract::no_attribute(&shown(py, &value), &name)),
        Note::DelName { name } => ours(contract::delete_name_failed(&name)),
        Note::DelSubscript => ours(contract::delete_item_failed(&show::message(error))),
        Note::NoMapping { kind } => plain(contract::no_mapping(&kind)),
        Note::NoListAdded { value } => plain(contract::no_list_added(&shown(py, &value))),
        Note::WrongSize => plain(contract::WRONG_SIZE.to_owned()),
        Note::Assertion { source } => Report { kind, message: contract::assertion_failed(&source), ..Report::default() },
    }
}

/// A function that Python has and the code may not have is refused; any other name is the code's mistake.
fn undefined(py: Python<'_>, name: &str, called: bool) -> Report {
    let message = if called { contract::undefined_function(name) } else { contract::undefined_variable(name) };
    let category = if builtins::is_withheld(py, name) { Category::Refused } else { Category::Raised };
    let hint = builtins::missing_hint(name).map(str::to_owned);
    Report { category, notes: Notes { hint, ..Notes::default() }, ..ours(message) }
}

fn index_failed(py: Python<'_>, value: &Value, index: &Value, kind: &str, error: &Bound<'_, PyAny>) -> String {
    let matches = match (value.to_bound(py), index.to_bound(py)) {
        (Ok(value), Ok(index)) => suggestions::keys(&value, &index),
        _ => None,
    };
    let matches = matches.map(|matches| show::text(matches.as_any()));
    contract::index_failed(&shown(py, value), &shown(py, index), kind, &show::message(error), matches.as_deref())
}

fn shown(py: Python<'_>, value: &Value) -> String {
    value.to_bound(py).map_or_else(|_| "?".to_owned(), |object| show::text(&object))
}

/// Places of the error, outermost first. The statement itself stands in for a trace that is empty.
fn places(program: &Program, statement: Option<Span>, trace: &Trace) -> Vec<Place> {
    let named = |name: &str| (name != MODULE).then(|| name.to_owned());
    let entries = trace.entries.iter();
    let place = |entry: &TraceEntry| Place {
        earlier: !Arc::ptr_eq(&entry.source, &program.source),
        ..Place::new(named(&entry.function), &entry.source, entry.span)
    };
    let mut places: Vec<Place> = entries.map(place).collect();
    if places.is_empty() {
        places.extend(statement.map(|span| Place::new(None, &program.source, span)));
    }
    places
}
