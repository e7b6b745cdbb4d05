//! What belongs to an error besides its own text: its notes, the parts of a group, and the errors it came of.

use pyo3::exceptions::PyBaseException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::cpython::api;
use crate::front::messages::details;
use crate::host::show;
use crate::vm::machine::traceback;
use crate::vm::ops::exception_groups;

/// Notes, parts and causes that are told, each.
const TOLD: usize = 4;

/// One line for each of them.
pub fn lines(error: &Bound<'_, PyBaseException>) -> Vec<String> {
    let mut lines: Vec<String> = notes(error).iter().map(|note| details::related("note", note, None)).collect();
    let parts = exception_groups::parts(error);
    lines.extend(parts.iter().take(TOLD).map(|part| described("part", part)));
    if parts.len() > TOLD {
        lines.push(details::related("part", &format!("... and {} more", parts.len() - TOLD), None));
    }
    let mut seen = vec![error.clone()];
    while let Some((how, next)) = seen.last().and_then(origin) {
        if seen.len() > TOLD || seen.iter().any(|known| known.is(&next)) {
            break;
        }
        lines.push(described(how, &next));
        lines.extend(notes(&next).iter().map(|note| details::related("note", note, None)));
        seen.push(next);
    }
    lines
}

/// The error that this one came of, as a traceback would tell it.
fn origin<'py>(error: &Bound<'py, PyBaseException>) -> Option<(&'static str, Bound<'py, PyBaseException>)> {
    let found = match api::cause(error) {
        Some(cause) => ("caused by", cause),
        None if api::suppresses_context(error) => return None,
        None => ("while handling", api::context(error)?),
    };
    Some((found.0, found.1.cast_into().ok()?))
}

fn described(how: &str, error: &Bound<'_, PyBaseException>) -> String {
    let text = format!("{}: {}", show::type_name(error), show::message(error));
    let trace = traceback::trace(error);
    let place = trace.entries.last().map(|entry| (entry.function.as_str(), entry.span.line(&entry.source)));
    details::related(how, &text, place)
}

/// Texts of `__notes__`, where they are what `add_note` makes.
fn notes(error: &Bound<'_, PyBaseException>) -> Vec<String> {
    let own = error.getattr_opt(intern!(error.py(), "__notes__")).ok().flatten();
    let Some(own) = own.and_then(|own| own.cast_into_exact::<PyList>().ok()) else { return Vec::new() };
    let texts = own.iter().take(TOLD).filter_map(|note| note.cast_into_exact::<PyString>().ok());
    texts.map(|note| show::readable(&note)).collect()
}
