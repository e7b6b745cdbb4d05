//! Parts of exception groups.
//!
//! The interpreter's own `split` is not used: it trusts classes of the code more than is good for the process. Groups are
//! read through the built-in member, never through attributes a class may shadow; `derive` of the code is called, and what
//! it gives is checked.

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::value::{raise, Value, R};

/// Groups nested deeper than this are refused instead of walked.
pub const DEPTH: usize = 1000;

pub struct Groups {
    pub base: Py<PyType>,
    /// The member descriptors of the built-in class.
    pub members: Py<PyAny>,
    pub message: Py<PyAny>,
    pub derive: Py<PyAny>,
    pub split: Py<PyAny>,
}

pub static GROUPS: Once<Groups> = Once::new();

/// Fails (before 3.11, whose syntax has no `except*` either) when the host has no groups.
pub fn groups(py: Python<'_>) -> R<&Groups> {
    Ok(GROUPS.get_or_make(py, || -> PyResult<Groups> {
        let base = py.import("builtins")?.getattr("BaseExceptionGroup")?.cast_into::<PyType>()?;
        Ok(Groups {
            members: base.getattr("exceptions")?.unbind(),
            message: base.getattr("message")?.unbind(),
            derive: base.getattr("derive")?.unbind(),
            split: base.getattr("split")?.unbind(),
            base: base.unbind(),
        })
    })?)
}

pub fn is_group(groups: &Groups, exception: &Bound<'_, PyAny>) -> bool {
    api::given_matches(exception, groups.base.bind(exception.py()))
}

pub fn members<'py>(groups: &Groups, group: &Bound<'py, PyAny>) -> R<Bound<'py, PyTuple>> {
    let py = group.py();
    let found = groups.members.bind(py).call_method1("__get__", (group, py.None()))?;
    Ok(found.cast_into::<PyTuple>().map_err(PyErr::from)?)
}

/// `group.split(predicate)`
pub fn split_by(group: &Bound<'_, PyAny>, predicate: &Bound<'_, PyAny>) -> R<Value> {
    let py = group.py();
    let takes = |e: &Bound<'_, PyAny>| Ok(predicate.call1((e,))?.is_truthy()?);
    let (matched, rest) = split_group(groups(py)?, group, &takes, Wanted::Both, 0)?;
    Ok(Value::from_bound(PyTuple::new(py, [matched, rest])?.into_any()))
}

/// `group.subgroup(predicate)`
pub fn subgroup_by(group: &Bound<'_, PyAny>, predicate: &Bound<'_, PyAny>) -> R<Value> {
    let takes = |e: &Bound<'_, PyAny>| Ok(predicate.call1((e,))?.is_truthy()?);
    Ok(option(split_group(groups(group.py())?, group, &takes, Wanted::Matched, 0)?.0))
}

pub fn option(part: Option<Bound<'_, PyAny>>) -> Value {
    part.map_or(Value::NONE, Value::from_bound)
}

/// What is asked of a split. What is not asked for is not made, which `derive` of the code would notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Both,
    Matched,
    /// What matches, where only leaves are looked at and no group as a whole.
    MatchedLeaves,
}

/// Splits by `takes`.
pub fn split_group<'py>(
    groups: &Groups,
    exception: &Bound<'py, PyAny>,
    takes: &dyn Fn(&Bound<'_, PyAny>) -> R<bool>,
    wanted: Wanted,
    depth: usize,
) -> R<Parts<'py>> {
    let group = is_group(groups, exception);
    if (wanted != Wanted::MatchedLeaves || !group) && takes(exception)? {
        return Ok((Some(exception.clone()), None));
    }
    if !group {
        return Ok((None, Some(exception.clone())));
    }
    if depth >= DEPTH {
        return Err(raise::<PyRecursionError>("maximum recursion depth exceeded in exceptiongroup_split_recursive"));
    }
    let (mut matched, mut rest) = (Vec::new(), Vec::new());
    for member in members(groups, exception)? {
        let parts = split_group(groups, &member, takes, wanted, depth + 1)?;
        matched.extend(parts.0);
        rest.extend(parts.1);
    }
    let matched = subset(groups, exception, matched)?;
    let rest = match wanted {
        Wanted::Both => subset(groups, exception, rest)?,
        Wanted::Matched | Wanted::MatchedLeaves => None,
    };
    Ok((matched, rest))
}

/// A group like `original` of these exceptions.
pub fn subset<'py>(groups: &Groups, original: &Bound<'py, PyAny>, exceptions: Vec<Bound<'py, PyAny>>) -> R<Option<Bound<'py, PyAny>>> {
    if exceptions.is_empty() {
        return Ok(None);
    }
    let made = derive(groups, original, PyList::new(original.py(), exceptions)?.into_any())?;
    api::set_context(&made, api::context(original));
    api::set_cause(&made, api::cause(original));
    if let Some(traceback) = api::traceback(original) {
        api::set_traceback(&made, &traceback);
    }
    copy_notes(original, &made)?;
    Ok(Some(made))
}

/// `original.derive(exceptions)`, the code's own if its class has one.
pub fn derive<'py>(groups: &Groups, original: &Bound<'py, PyAny>, exceptions: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = original.py();
    if original.get_type().getattr("derive")?.is(groups.derive.bind(py)) {
        let message = groups.message.bind(py).call_method1("__get__", (original, py.None()))?;
        return Ok(groups.base.bind(py).call1((message, exceptions))?);
    }
    let made = original.call_method1("derive", (exceptions,))?;
    if !is_group(groups, &made) {
        return Err(raise::<PyTypeError>("derive must return an instance of BaseExceptionGroup"));
    }
    Ok(made)
}

pub fn copy_notes(original: &Bound<'_, PyAny>, made: &Bound<'_, PyAny>) -> R<()> {
    let Ok(notes) = original.getattr("__notes__") else { return Ok(()) };
    if let Ok(notes) = notes.cast::<PyList>() {
        made.setattr("__notes__", PyList::new(original.py(), notes.iter())?)?;
    }
    Ok(())
}

pub type Parts<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);
