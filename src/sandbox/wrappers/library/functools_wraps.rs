//! `functools.wraps`: copies what the code may read, not the whole `__dict__` of a host object.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, Value, R};
use crate::sandbox::attributes;
use crate::sandbox::attributes::access_functions::exact_name;
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::engine_calls;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// From 3.14 on what makes the annotations is copied, not they themselves.
const ANNOTATIONS: &str = if cfg!(Py_3_14) { "__annotate__" } else { "__annotations__" };
const ASSIGNED: &[&str] = if cfg!(Py_3_12) {
    &["__module__", "__name__", "__qualname__", "__doc__", ANNOTATIONS, "__type_params__"]
} else {
    &["__module__", "__name__", "__qualname__", "__doc__", ANNOTATIONS]
};

const UPDATE_WRAPPER: Signature<4> =
    Signature { module: "functools", name: "update_wrapper", parameters: ["wrapper", "wrapped", "assigned", "updated"], positional: 4 };
const WRAPS: Signature<3> = Signature { module: "functools", name: "wraps", parameters: ["wrapped", "assigned", "updated"], positional: 3 };

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn update_wrapper<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(wrapper), Some(wrapped), assigned, updated] = UPDATE_WRAPPER.bind(args, kwargs)? else {
        return Err(UPDATE_WRAPPER.refuse(args, kwargs));
    };
    with_run(args.py(), |m| update(m, &wrapper, &wrapped, assigned.as_ref(), updated.as_ref()))?;
    Ok(wrapper)
}

fn update(
    m: &RunContext,
    wrapper: &Bound<'_, PyAny>,
    wrapped: &Bound<'_, PyAny>,
    assigned: Option<&Bound<'_, PyAny>>,
    updated: Option<&Bound<'_, PyAny>>,
) -> R<()> {
    let py = m.py();
    let target = Value::from_bound(wrapper.clone());
    let source = Value::from_bound(wrapped.clone());
    for name in given_names(py, assigned, ASSIGNED)? {
        if name.to_string_lossy() == "__annotate__" {
            copy_annotations(m, wrapper, wrapped)?;
            continue;
        }
        match attributes::get(m, &source, &name) {
            Ok(value) => attributes::set(m, &target, &name, &value)?,
            // What is not there, or not to be read, is not copied.
            Err(Exc) => drop(PyErr::take(py)),
        }
    }
    for name in given_names(py, updated, &["__dict__"])? {
        if name.to_string_lossy() == "__dict__" {
            copy_dict(m, wrapper, wrapped)?;
            continue;
        }
        let table = attributes::get(m, &target, &name)?.to_bound(py)?;
        let more = match attributes::get(m, &source, &name) {
            Ok(more) => more.to_bound(py)?,
            Err(Exc) => {
                drop(PyErr::take(py));
                PyDict::new(py).into_any()
            }
        };
        table.call_method1("update", (more,))?;
    }
    match is_of_the_code(m, wrapper)? {
        Some(Kind::OwnFunction) => wrapper.setattr("__wrapped__", wrapped)?,
        Some(_) => attributes::set(m, &target, &PyString::intern(py, "__wrapped__"), &source)?,
        None => {}
    }
    Ok(())
}

/// The kind of a function, class or object of the code whose dict the code may read.
fn is_of_the_code(m: &RunContext, object: &Bound<'_, PyAny>) -> R<Option<Kind>> {
    let facts = info(&m.session.check, Ty::of_bound(object))?;
    Ok(match facts.kind {
        Kind::OwnFunction => true,
        Kind::Own => facts.pure,
        Kind::Class => object.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class)),
        _ => false,
    }
    .then_some(facts.kind))
}

/// Between functions of the code nothing is evaluated.
fn copy_annotations(m: &RunContext, wrapper: &Bound<'_, PyAny>, wrapped: &Bound<'_, PyAny>) -> R<()> {
    let (target, source) = (Value::from_bound(wrapper.clone()), Value::from_bound(wrapped.clone()));
    if (engine_calls::table().copy_annotate)(&source, &target) {
        return Ok(());
    }
    let name = PyString::intern(m.py(), "__annotations__");
    match attributes::get(m, &source, &name) {
        Ok(value) => attributes::set(m, &target, &name, &value),
        Err(Exc) => {
            drop(PyErr::take(m.py()));
            Ok(())
        }
    }
}

/// The names in `given`, or `otherwise`.
fn given_names<'py>(py: Python<'py>, given: Option<&Bound<'py, PyAny>>, otherwise: &[&str]) -> R<Vec<Bound<'py, PyString>>> {
    match given {
        Some(given) => given.try_iter()?.map(|name| exact_name(&name?, "")).collect(),
        None => Ok(otherwise.iter().map(|n| PyString::new(py, n)).collect()),
    }
}

/// What the code set on its own function or object, or what its class defines.
fn copy_dict(m: &RunContext, wrapper: &Bound<'_, PyAny>, wrapped: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let (target, source, name) = (Value::from_bound(wrapper.clone()), Value::from_bound(wrapped.clone()), PyString::intern(py, "__dict__"));
    if is_of_the_code(m, wrapped)?.is_none() {
        return Ok(());
    }
    let Ok(defined) = attributes::get(m, &source, &name) else {
        // (Objects with slots have none.)
        drop(PyErr::take(py));
        return Ok(());
    };
    let more = PyDict::new(py);
    more.call_method1("update", (defined.to_bound(py)?,))?;
    if is_of_the_code(m, wrapper)?.is_some() {
        let admitted = PyDict::new(py);
        for (name, value) in more.iter() {
            admitted.set_item(name, value_filter::admit(m, Value::from_bound(value))?.to_bound(py)?)?;
        }
        attributes::get(m, &target, &name)?.to_bound(py)?.call_method1("update", (admitted,))?;
    } else if info(&m.session.check, Ty::of_bound(wrapped))?.kind == Kind::OwnFunction {
        for (name, value) in more.iter() {
            attributes::set(m, &target, &exact_name(&name, "")?, &Value::from_bound(value))?;
        }
    }
    Ok(())
}

// What `functools.wraps(f)` gives: a decorator.
#[pyclass(frozen, module = "functools", name = "partial")]
pub struct Wraps {
    wrapped: Py<PyAny>,
    assigned: Option<Py<PyAny>>,
    updated: Option<Py<PyAny>>,
}

#[pymethods]
impl Wraps {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let wrapper = match args.get_item(0) {
            Ok(wrapper) if args.len() == 1 && kwargs.is_none_or(|kwargs| kwargs.is_empty()) => wrapper,
            _ => return Err(signatures::refuse(&WRAPS.real(py)?.call1((py.None(),))?, 0, args, kwargs)),
        };
        let assigned = self.assigned.as_ref().map(|a| a.bind(py));
        let updated = self.updated.as_ref().map(|u| u.bind(py));
        with_run(py, |m| update(m, &wrapper, self.wrapped.bind(py), assigned, updated))?;
        Ok(wrapper)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.wrapped)?;
        visit.call(&self.assigned)?;
        visit.call(&self.updated)
    }
}

#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn wraps(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<Wraps>> {
    let [Some(wrapped), assigned, updated] = WRAPS.bind(args, kwargs)? else { return Err(WRAPS.refuse(args, kwargs)) };
    Py::new(args.py(), Wraps { wrapped: wrapped.unbind(), assigned: assigned.map(Bound::unbind), updated: updated.map(Bound::unbind) })
}
