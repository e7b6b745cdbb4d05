//! Reports of ends by a limit, where nothing but the limit is known.

use crate::front::limits::{Limits, Stop};
use crate::front::messages::contract;
use crate::front::messages::details::Notes;
use crate::front::messages::error::{Category, ExecError, Report};

/// The end of a call by `stop`. `time` is the time limit as the host wrote it.
pub fn by(stop: Stop, limits: &Limits, time: &str) -> ExecError {
    match stop {
        Stop::Time => {
            let mut report = out_of_time(time);
            report.notes.hint = hint(stop, limits);
            ExecError::OutOfTime(Box::new(report))
        }
        Stop::Interrupted => ExecError::Interrupted,
        stop => {
            let notes = Notes { limit: stop.limit(), hint: hint(stop, limits), ..Notes::default() };
            ExecError::Failed(Box::new(Report { notes, ..Report::turned_away(Category::Limit, text(stop, limits)) }))
        }
    }
}

/// The end of a call by the host, outside of a run, of a function that the code left. Its `operations` are the engine's, which
/// no limit of the host raises.
pub fn outside(stop: Stop, limits: &Limits) -> ExecError {
    let time = limits.seconds.map_or_else(String::new, |seconds| seconds.to_string());
    let mut ended = by(stop, limits, &time);
    if let (ExecError::Failed(report), Stop::Operations) = (&mut ended, stop) {
        report.notes.host = Some(contract::outside_hint());
    }
    ended
}

pub fn out_of_time(time: &str) -> Report {
    let text = contract::out_of_time(time);
    let notes = Notes { limit: Stop::Time.limit(), ..Notes::default() };
    Report { kind: "ExecutionTimeoutError".to_owned(), notes, ..Report::turned_away(Category::Limit, text) }
}

/// The message of a limit but that of time.
pub fn text(stop: Stop, limits: &Limits) -> String {
    match stop {
        Stop::Operations => contract::too_many_operations(limits.operations.unwrap_or(u64::MAX)),
        Stop::WhileIterations => contract::too_many_iterations(limits.while_iterations.unwrap_or(u64::MAX)),
        Stop::CpuTime => contract::out_of_cpu_time(limits.cpu_seconds.unwrap_or(0.0)),
        Stop::Memory => contract::out_of_memory(limits.memory.unwrap_or(u64::MAX)),
        Stop::Cancelled => contract::cancelled(),
        Stop::No | Stop::Time | Stop::Interrupted => "the run was stopped".to_owned(),
    }
}

/// What the author of the code may do about it.
pub fn hint(stop: Stop, limits: &Limits) -> Option<String> {
    match stop {
        Stop::Operations | Stop::CpuTime | Stop::Time => Some(contract::work_hint()),
        Stop::WhileIterations => Some(contract::while_hint()),
        Stop::Memory => limits.memory.map(contract::memory_hint),
        Stop::No | Stop::Cancelled | Stop::Interrupted => None,
    }
}
