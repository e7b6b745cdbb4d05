//! `inspect.getattr_static` and its like: what classes of the code hold, as they hold it.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{Exc, Value, R};
use crate::front::policy::names;
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::classes::reduce_hook::ReduceHook;
use crate::sandbox::signatures::Signature;
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

const GETATTR_STATIC: Signature<3> =
    Signature { module: "inspect", name: "getattr_static", parameters: ["obj", "attr", "default"], positional: 3 };
const GETMEMBERS_STATIC: Signature<2> =
    Signature { module: "inspect", name: "getmembers_static", parameters: ["object", "predicate"], positional: 2 };
const CLASSIFY: Signature<1> = Signature { module: "inspect", name: "classify_class_attrs", parameters: ["cls"], positional: 1 };

/// Refuses what is no class of the code, nor an object of one, with nothing of others above it.
fn check_own(m: &RunContext, object: &Bound<'_, PyAny>, function: &str) -> R<()> {
    let class = object.cast::<PyType>().cloned().unwrap_or_else(|_| object.get_type());
    if m.session.check.own.contains(&class) && info(&m.session.check, Ty::from_class(&class))?.pure {
        Ok(())
    } else {
        Err(refusals::forbidden_function(m, &format!("inspect.{function} (of what the code did not make)")))
    }
}

/// The value as the code may have it; `None` for what it may not. What a class holds is what its door gives: that of the object itself,
/// if it is one, or of the object's.
fn admitted<'py>(
    m: &RunContext,
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    found: Bound<'py, PyAny>,
) -> Option<Bound<'py, PyAny>> {
    let in_object = is_in_dict(object, name, &found);
    let class = object.cast::<PyType>().cloned().unwrap_or_else(|_| object.get_type());
    let holds = |class: &Bound<'py, PyType>| Ty::from_class(class).lookup(name).is_some_and(|held| held.is(&found));
    let holder = [&class, &object.get_type()].into_iter().find(|class| holds(class)).cloned();
    quietly(m, name.py(), || {
        let value = value_filter::admit(m, Value::from_bound(found.clone()))?;
        match holder.is_none() && in_object {
            true => Ok(Some(value)),
            false => attributes::class::entry(m, holder.as_ref().unwrap_or(&class), name, &found),
        }
    })
}

/// What `look` finds; a refusal is none, and noted nowhere.
fn quietly<'py>(m: &RunContext, py: Python<'py>, look: impl FnOnce() -> R<Option<Value>>) -> Option<Bound<'py, PyAny>> {
    let before = m.session.check.refusals.pause();
    let found = look().and_then(|found| found.map(|found| found.to_bound(py)).transpose());
    m.session.check.refusals.resume(before);
    found.inspect_err(|Exc| drop(PyErr::take(py))).ok().flatten()
}

fn is_in_dict<'py>(object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>, found: &Bound<'py, PyAny>) -> bool {
    let members = object.py().get_type::<PyAny>().call_method1("__getattribute__", (object, "__dict__"));
    let members = members.ok().and_then(|members| members.cast_into_exact::<PyDict>().ok());
    members.and_then(|members| members.get_item(name).ok().flatten()).is_some_and(|held| held.is(found))
}

/// What is there without asking anybody, through the gate; `None` where there is nothing, or nothing for the code.
fn held<'py>(m: &RunContext, object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> R<Option<Bound<'py, PyAny>>> {
    let py = m.py();
    if names::fixed_attribute_refusal(&name.to_string_lossy()) {
        return Ok(None);
    }
    let found = {
        let _host = HostScope::enter();
        api::module(py, "inspect")?.getattr("getattr_static")?.call1((object, name))
    };
    match found {
        Ok(found) => Ok(admitted(m, object, name, found)),
        Err(error) if error.is_instance_of::<PyAttributeError>(py) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn getattr_static<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(object), Some(name), default] = GETATTR_STATIC.bind(args, kwargs)? else { return Err(GETATTR_STATIC.refuse(args, kwargs)) };
    let found = with_run(args.py(), |m| {
        check_own(m, &object, "getattr_static")?;
        exact_text(&name).map_or(Ok(None), |name| held(m, &object, &name))
    })?;
    found.or(default).ok_or_else(|| PyAttributeError::new_err(name.unbind()))
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn getmembers_static<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyList>> {
    let py = args.py();
    let [Some(object), predicate] = GETMEMBERS_STATIC.bind(args, kwargs)? else { return Err(GETMEMBERS_STATIC.refuse(args, kwargs)) };
    let predicate = predicate.filter(|predicate| !predicate.is_none());
    with_run(py, |m| check_own(m, &object, "getmembers_static"))?;
    let mut members = Vec::new();
    for name in access_functions::dir(&PyTuple::new(py, [&object])?, None)?.try_iter()? {
        let Ok(name) = name?.cast_into::<PyString>() else { continue };
        let Some(found) = with_run(py, |m| held(m, &object, &name))? else { continue };
        if predicate.as_ref().map_or(Ok(true), |test| test.call1((&found,))?.is_truthy())? {
            members.push((name, found));
        }
    }
    members.sort_by(|(a, _), (b, _)| a.to_string_lossy().cmp(&b.to_string_lossy()));
    PyList::new(py, members)
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn classify_class_attrs<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyList>> {
    let py = args.py();
    let [Some(class)] = CLASSIFY.bind(args, kwargs)? else { return Err(CLASSIFY.refuse(args, kwargs)) };
    with_run(py, |m| {
        check_own(m, &class, "classify_class_attrs")?;
        let shown = PyList::empty(py);
        for entry in api::module(py, "inspect")?.getattr("classify_class_attrs")?.call1((&class,))?.try_iter()? {
            let entry = entry?;
            if entry.getattr("object")?.is_instance_of::<ReduceHook>() {
                continue;
            }
            let Some(name) = exact_text(&entry.getattr("name")?) else { continue };
            let definer = Value::from_bound(entry.getattr("defining_class")?);
            let definer = quietly(m, py, || value_filter::admit(m, definer).map(Some));
            let parts = (definer, admitted(m, &class, &name, entry.getattr("object")?));
            // (What no code may have is left out.)
            let (Some(definer), Some(object)) = parts else { continue };
            let changes = PyDict::new(py);
            changes.set_item("defining_class", definer)?;
            changes.set_item("object", object)?;
            shown.append(entry.call_method("_replace", (), Some(&changes))?)?;
        }
        Ok(shown)
    })
}
