//! What `fastexec.hints` has to say of an error: it looks at objects as Python sees them.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::front::limits::Stop;
use crate::front::messages::contract::WRONG_SIZE;
use crate::front::messages::error::{Category, Report};
use crate::host::hosts::Hosts;
use crate::host::suggestions;
use crate::session::abort::Abort;
use crate::session::Session;
use crate::vm::machine::outcome::{Cause, RunError};
use crate::vm::machine::Note;

type Subject<'py> = (&'static str, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// What the engine knows of an error and its text does not say.
pub struct Facts<'py> {
    /// What the code wanted, of which value, and its name or index.
    subject: Option<Subject<'py>>,
}

impl<'py> Facts<'py> {
    /// `late` was at work when the time was up.
    pub fn of(py: Python<'py>, error: &RunError, late: Option<Py<PyAny>>, slow_tool: Option<&str>) -> Facts<'py> {
        let text = |name: &str| PyString::new(py, name).into_any();
        let none = || py.None().into_bound(py);
        if let Cause::Abort(Abort::Limit(Stop::Time)) = &error.cause {
            let late = late.map_or_else(none, |late| late.into_bound(py));
            return Facts { subject: Some(("time", late, slow_tool.map_or_else(none, text))) };
        }
        let subject = error.note.as_ref().and_then(|note| match note {
            Note::UndefinedName { name, .. } => Some(("name", py.None().into_bound(py), text(name))),
            Note::CallAttribute { value, name } => Some(("attribute", value.to_bound(py).ok()?, text(name))),
            Note::Subscript { value, index } => Some(("item", value.to_bound(py).ok()?, index.to_bound(py).ok()?)),
            _ => None,
        });
        Facts { subject }
    }
}

/// What hints are made of.
pub struct Asked<'a, 'py> {
    pub facts: Facts<'py>,
    pub cause: Option<&'a PyErr>,
    pub hosts: &'a Hosts<'a, 'py>,
    /// Imports.
    pub authorized: &'a Bound<'py, PyAny>,
}

/// Completes the report. A hint is an extra: without one the text stands alone.
pub fn add(py: Python<'_>, session: &Session, report: &mut Report, asked: &Asked<'_, '_>) {
    if let Ok((hint, host, of_host)) = found(py, report, asked) {
        if of_host && matches!(report.kind.as_str(), "MemoryError" | "RecursionError") {
            // No limit of the run ended it.
            report.category = Category::Raised;
            report.notes.limit = None;
            report.notes.hint = None;
        }
        let own = report.notes.hint.take();
        // What took the time is known better there, and what was unpacked.
        let known_better = report.notes.limit == Stop::Time.limit() || own.as_deref() == Some(WRONG_SIZE);
        report.notes.hint = if known_better { hint.or(own) } else { own.or(hint) };
        report.notes.host = host;
    }
    if let (None, Some(("name", _, name))) = (&report.notes.hint, &asked.facts.subject) {
        let similar = name.extract::<String>().ok().and_then(|name| suggestions::name(py, &name, &session.visible_names(py)));
        report.notes.hint = similar.map(|similar| format!("did you mean `{similar}`?")).or_else(|| of_tools(name, report, asked).ok()?);
    }
}

/// Which tools there are, if the name was to be one.
fn of_tools(name: &Bound<'_, PyAny>, report: &Report, asked: &Asked<'_, '_>) -> PyResult<Option<String>> {
    let line = report.places.last().map_or("", |place| place.text.as_str());
    name.py().import("fastexec.hints")?.getattr("of_tools")?.call1((name, line, asked.hosts.tools))?.extract()
}

fn found(py: Python<'_>, report: &Report, asked: &Asked<'_, '_>) -> PyResult<(Option<String>, Option<String>, bool)> {
    let place = report.places.last();
    let arguments = (
        asked.cause.map(|cause| cause.value(py)),
        (&report.kind, &report.message, report.category.name()),
        asked.facts.subject.as_ref(),
        place.map(|place| (place.marked(), &place.text)),
        place.and_then(|place| place.function.as_deref()),
        (asked.hosts.tools, asked.hosts.state()?, asked.hosts.custom()?),
        asked.authorized,
    );
    py.import("fastexec.hints")?.getattr(intern!(py, "of_error"))?.call1(arguments)?.extract()
}

/// Of a source that does not parse, by the line of the error and its message.
pub fn of_source(source: &Bound<'_, PyString>, line: Option<u64>, message: &str) -> Option<String> {
    let hints = source.py().import("fastexec.hints").ok()?;
    hints.getattr("of_source").ok()?.call1((source, line, message)).ok()?.extract().ok()?
}
