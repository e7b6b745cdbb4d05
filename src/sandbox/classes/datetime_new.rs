//! Classes that derive from those of `datetime`: C code writes into what their `__new__` gives, whatever that is.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::Ty;
use crate::cpython::value::R;
use crate::sandbox::type_info::info;
use crate::session::refusals::{self, Kind};
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind as ObjectKind;

// `__new__` of such a class, with a look at what it gives.
#[pyclass(frozen, module = "builtins", name = "function")]
pub struct New {
    function: Py<PyAny>,
    base: Py<PyType>,
}

#[pymethods]
impl New {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let made = self.function.bind(py).call(args, kwargs)?;
        if known(py)?.mro(&made.get_type())?.iter().any(|class| class.is(&self.base)) {
            return Ok(made);
        }
        let (wanted, found) = (self.base.bind(py).name()?, made.get_type().name()?.to_string());
        Err(PyTypeError::new_err(format!("__new__() of a class that derives from {wanted} must give one of these, not {found}")))
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        "__new__"
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.function)?;
        visit.call(&self.base)
    }
}

/// Puts the look round `__new__` in the namespace of a class with these bases.
pub fn wrap(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let Some((function, base, namespace)) = found(bases, namespace)? else { return Ok(()) };
    if info(&m.session.check, Ty::of_bound(&function))?.kind == ObjectKind::OwnFunction {
        let checked = Bound::new(py, New { function: function.unbind(), base: base.unbind() })?;
        namespace.set_item("__new__", api::module(py, "builtins")?.getattr("staticmethod")?.call1((checked,))?)?;
    }
    Ok(())
}

/// Refuses a class without it, when it is made.
pub fn check(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyAny>) -> R<()> {
    match found(bases, namespace)? {
        Some((function, ..)) if !is_wrapped(&function) => Err(refused(m)),
        _ => Ok(()),
    }
}

fn is_wrapped(function: &Bound<'_, PyAny>) -> bool {
    let is_static =
        api::module(function.py(), "builtins").and_then(|builtins| Ok(function.get_type().is(&builtins.getattr("staticmethod")?)));
    is_static.unwrap_or(false) && function.getattr("__func__").is_ok_and(|inner| inner.is_exact_instance_of::<New>())
}

/// `__new__` of a class that derives from one of `datetime`, that one, and the namespace.
type Found<'py> = Option<(Bound<'py, PyAny>, Bound<'py, PyType>, Bound<'py, PyDict>)>;

fn found<'py>(bases: &Bound<'py, PyAny>, namespace: &Bound<'py, PyAny>) -> R<Found<'py>> {
    let (Ok(bases), Ok(namespace)) = (bases.cast::<PyTuple>(), namespace.cast::<PyDict>()) else { return Ok(None) };
    let Some(function) = namespace.get_item("__new__")? else { return Ok(None) };
    for base in bases.iter().filter_map(|base| base.cast_into::<PyType>().ok()) {
        if let Some(base) = of_datetime(&base)? {
            return Ok(Some((function, base, namespace.clone())));
        }
    }
    Ok(None)
}

/// `__new__` of such a class stays what it is.
pub fn refuse_change(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    match of_datetime(class)? {
        Some(_) => Err(refused(m)),
        None => Ok(()),
    }
}

#[cold]
fn refused(m: &RunContext) -> crate::cpython::value::Exc {
    refusals::raise(m, Kind::Attribute, "Forbidden change of special method: __new__ of a class that derives from one of datetime")
}

/// The class of `datetime` that it derives from.
fn of_datetime<'py>(class: &Bound<'py, PyType>) -> R<Option<Bound<'py, PyType>>> {
    let py = class.py();
    let known = known(py)?;
    for base in known.mro(class)? {
        // The interpreter's own are made in C and never change.
        if !Ty::from_class(&base).has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) && known.module_name(&base)? == "datetime" {
            return Ok(Some(base));
        }
    }
    Ok(None)
}
