//! The host's settings of a call.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::front::limits::Limits;
use crate::front::policy::{OnRefusal, Policy};
use crate::session::Session;

/// Caps of a call in the order of `fastexec.limits.Limits`: operations, iterations of `while`, processor
/// seconds, memory, recursion, source bytes, nesting, bits of integers, whether time in tools counts.
pub type Caps = (Option<u64>, Option<u64>, Option<f64>, Option<u64>, Option<u32>, Option<u64>, Option<u32>, Option<u64>, bool);

/// What holds for one call.
pub struct Settings<'py> {
    /// Authorized imports: a sequence of texts.
    pub authorized: Bound<'py, PyAny>,
    /// Wall-clock seconds: a number, or None.
    pub timeout: Option<Bound<'py, PyAny>>,
    pub log_chars: Option<i64>,
    pub caps: Caps,
    /// Whether the run is profiled.
    pub profile: bool,
}

impl Settings<'_> {
    pub fn apply(&self, session: &Session) -> PyResult<()> {
        let limits = self.limits()?;
        *session.limits.borrow_mut() = limits;
        if !is_list_of(&self.authorized, &session.policy.borrow().authorized) {
            let authorized = self.authorized.extract()?;
            session.policy.borrow_mut().authorized = authorized;
            session.check.adopt(&session.policy.borrow());
        }
        Ok(())
    }

    fn limits(&self) -> PyResult<Limits> {
        let (operations, while_iterations, cpu_seconds, memory, recursion, source_bytes, nesting, int_bits, count_tool_time) = self.caps;
        Ok(Limits {
            operations,
            while_iterations,
            seconds: self.timeout.as_ref().map(|timeout| timeout.extract::<f64>()).transpose()?,
            cpu_seconds,
            memory,
            recursion,
            output_chars: self.log_limit().map(|n| n as u64),
            source_bytes,
            nesting,
            int_bits,
            count_tool_time,
        })
    }

    /// How long this call waits for each call of other threads before it: as long as it may take itself.
    pub fn patience(&self) -> Option<Duration> {
        let seconds = self.timeout.as_ref().and_then(|timeout| timeout.extract::<f64>().ok())?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The time limit in the host's own writing. An error is a signal that came just now.
    pub fn time_text(&self) -> PyResult<String> {
        match &self.timeout {
            Some(timeout) => Ok(timeout.str()?.to_string_lossy().into_owned()),
            None => Ok(String::new()),
        }
    }

    /// Characters of printed text that stand at the end.
    pub fn log_limit(&self) -> Option<usize> {
        self.log_chars.map(|n| usize::try_from(n.max(0)).unwrap_or(usize::MAX))
    }
}

/// Whether `object` is a list of just these texts. Runs no code of the host.
fn is_list_of(object: &Bound<'_, PyAny>, texts: &[String]) -> bool {
    let Ok(list) = object.cast_exact::<PyList>() else { return false };
    let same = |(item, text): (Bound<'_, PyAny>, &String)| {
        item.cast_exact::<PyString>().is_ok_and(|item| item.to_str().is_ok_and(|item| item == text))
    };
    list.len() == texts.len() && list.iter().zip(texts).all(same)
}

/// The policy of an executor without its imports, which come with each call.
pub fn policy(allow_read: Vec<std::path::PathBuf>, allow_write: Vec<std::path::PathBuf>, on_refusal: &str) -> PyResult<Policy> {
    let on_refusal = match on_refusal {
        "raise" => OnRefusal::Raise,
        "abort" => OnRefusal::Abort,
        other => {
            return Err(PyValueError::new_err(format!("on_refusal must be \"raise\" or \"abort\", not {other:?}")));
        }
    };
    Ok(Policy { allow_read, allow_write, on_refusal, ..Policy::default() })
}
