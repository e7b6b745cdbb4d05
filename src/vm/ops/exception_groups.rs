//! `except*`: splitting exception groups and raising what is left.
//!
//! The interpreter's own `split` is not used: it trusts classes of the code more than is good for the
//! process. Groups are read through the built-in member, never through attributes a class may shadow;
//! only `derive` and `split` of the code are called, and their results are checked.

use pyo3::exceptions::{PyBaseException, PyRecursionError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::cpython::api::exception_groups::{groups, is_group, members, option, split_group, Groups, Wanted, DEPTH};
use crate::cpython::api::{self, type_error};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::vm::machine::Machine;
use crate::vm::ops::exceptions;

/// The exceptions that a group is made of; none for any other exception.
pub fn parts<'py>(exception: &Bound<'py, PyBaseException>) -> Vec<Bound<'py, PyBaseException>> {
    let found =
        groups(exception.py()).and_then(|groups| if is_group(groups, exception) { members(groups, exception).map(Some) } else { Ok(None) });
    match found {
        Ok(found) => found.iter().flatten().filter_map(|part| part.cast_into().ok()).collect(),
        Err(Exc) => {
            drop(PyErr::take(exception.py()));
            Vec::new()
        }
    }
}

/// A group made anew, with an empty message.
fn wrap<'py>(groups: &Groups, exceptions: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    Ok(groups.base.bind(exceptions.py()).call1(("", exceptions))?)
}

/// The part of `exception` that `except* ty` takes, and the rest; None where there is nothing.
pub fn split(m: &Machine, exception: &Value, ty: &Value) -> R<(Value, Value)> {
    let py = m.py();
    let ty = ty.to_bound(py)?;
    let groups = groups(py)?;
    exceptions::check_classes(&ty)?;
    check_no_group(groups, &ty)?;
    if exception.is_none() {
        return Ok((Value::NONE, Value::NONE));
    }
    let exception = exception.to_bound(py)?;
    if !is_group(groups, &exception) {
        return split_naked(groups, exception, &ty);
    }
    if let Some(parts) = split_of_the_code(groups, &exception, &ty)? {
        return Ok(parts);
    }
    let parts = split_group(groups, &exception, &|e| Ok(api::given_matches(e, &ty)), Wanted::Both, 0)?;
    Ok((option(parts.0), option(parts.1)))
}

/// What the `split` gives that a class of the code has in place of the built-in one.
fn split_of_the_code(groups: &Groups, exception: &Bound<'_, PyAny>, ty: &Bound<'_, PyAny>) -> R<Option<(Value, Value)>> {
    let class = exception.get_type();
    if class.getattr("split")?.is(groups.split.bind(ty.py())) {
        return Ok(None);
    }
    let name = class.name()?.to_string();
    let parts = exception.call_method1("split", (ty,))?;
    let Ok(pair) = parts.cast::<PyTuple>() else {
        let got = parts.get_type().name()?.to_string();
        return Err(type_error(format!("{name}.split must return a tuple, not {got}")));
    };
    if pair.len() < 2 {
        return Err(type_error(format!("{name}.split must return a 2-tuple, got tuple of size {}", pair.len())));
    }
    let part = |i: usize| -> R<Value> {
        let part = pair.get_item(i)?;
        if part.is_none() || part.is_instance_of::<PyBaseException>() {
            return Ok(Value::from_bound(part));
        }
        Err(type_error(format!("{name}.split must return exceptions or None")))
    };
    Ok(Some((part(0)?, part(1)?)))
}

fn split_naked(groups: &Groups, exception: Bound<'_, PyAny>, ty: &Bound<'_, PyAny>) -> R<(Value, Value)> {
    if !api::given_matches(&exception, ty) {
        return Ok((Value::NONE, Value::from_bound(exception)));
    }
    let alone = PyTuple::new(exception.py(), [exception])?.into_any();
    Ok((Value::from_bound(wrap(groups, alone)?), Value::NONE))
}

fn check_no_group(groups: &Groups, ty: &Bound<'_, PyAny>) -> R<()> {
    let base = groups.base.bind(ty.py());
    let catches = |class: &Bound<'_, PyAny>| api::given_matches(class, base);
    let any = match ty.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().any(|class| catches(&class)),
        Err(_) => catches(ty),
    };
    if any {
        return Err(type_error("catching ExceptionGroup with except* is not allowed. Use except instead.".to_owned()));
    }
    Ok(())
}

/// Exceptions by address.
type Leaves = rustc_hash::FxHashSet<usize>;

/// End of `try … except*`: `raised` is the list of what the handlers raised, `rest` what none took (or None),
/// `original` what the `try` raised. Raises what is left, if anything.
pub fn gather(m: &Machine, raised: &Value, rest: &Value, original: &Value) -> R<()> {
    let py = m.py();
    let mut all: Vec<_> = raised.to_bound(py)?.cast::<PyList>().map_err(PyErr::from)?.iter().collect();
    if rest.is_object() {
        all.push(rest.to_bound(py)?);
    }
    all.retain(|e| !e.is_none());
    if all.is_empty() {
        return Ok(());
    }
    let left = combine(groups(py)?, &original.to_bound(py)?, all)?;
    match left {
        Some(exception) => {
            api::put_raised(Value::from_bound(exception));
            Err(Exc)
        }
        None => Ok(()),
    }
}

/// What is raised in the end. Parts of the original that were raised again or never taken come back together
/// in the original's shape; what is new stands beside it.
fn combine<'py>(groups: &Groups, original: &Bound<'py, PyAny>, all: Vec<Bound<'py, PyAny>>) -> R<Option<Bound<'py, PyAny>>> {
    if !is_group(groups, original) {
        return Ok(all.into_iter().next());
    }
    let mut known = Leaves::default();
    leaves(groups, original, &mut known, 0)?;
    let (mut new, mut again) = (Vec::new(), Leaves::default());
    for exception in all {
        let mut own = Leaves::default();
        leaves(groups, &exception, &mut own, 0)?;
        let part = same_origin(groups, &exception, original) && own.is_subset(&known);
        if part {
            again.extend(own);
        } else {
            new.push(exception);
        }
    }
    let again = split_group(groups, original, &|e| Ok(again.contains(&(e.as_ptr() as usize))), Wanted::MatchedLeaves, 0)?.0;
    if new.is_empty() {
        return Ok(again);
    }
    new.extend(again);
    if new.len() == 1 {
        return Ok(new.pop());
    }
    let list = PyList::new(original.py(), new)?.into_any();
    wrap(groups, list).map(Some)
}

/// Whether `part` carries the marks that a split leaves, and nothing raised it again: context, cause and traceback of the
/// original.
fn same_origin(groups: &Groups, part: &Bound<'_, PyAny>, original: &Bound<'_, PyAny>) -> bool {
    let same = |a: Option<Bound<'_, PyAny>>, b: Option<Bound<'_, PyAny>>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.is(&b),
        _ => false,
    };
    is_group(groups, part)
        && same(api::context(part), api::context(original))
        && same(api::cause(part), api::cause(original))
        && same(api::traceback(part), api::traceback(original))
}

/// Addresses of the leaves; `exception` keeps them alive.
fn leaves(groups: &Groups, exception: &Bound<'_, PyAny>, found: &mut Leaves, depth: usize) -> R<()> {
    if !is_group(groups, exception) {
        found.insert(exception.as_ptr() as usize);
        return Ok(());
    }
    if depth >= DEPTH {
        return Err(raise::<PyRecursionError>("maximum recursion depth exceeded in collect_exception_group_leaves"));
    }
    for member in members(groups, exception)? {
        leaves(groups, &member, found, depth + 1)?;
    }
    Ok(())
}
