//! `__reduce_ex__` of the code's classes.
//!
//! `copy` makes an object by what `__reduce_ex__` says and fills its dict with the state, whatever object that
//! is. The code's classes may not define the method; the one they get from their bases is wrapped, so that
//! the object made is one of the code's: its `__new__` may give a module or a class of the host.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::type_access::Ty;
use crate::cpython::value::Exc;
use crate::session::current::with_current;
use crate::session::engine_calls;

pub const NAME: &str = "__reduce_ex__";

/// What stands in a class as its `__reduce_ex__`.
#[pyclass(module = "fastexec", name = "method", frozen)]
pub struct ReduceHook;

/// Calls what makes the object, and looks at what was made.
#[pyclass(module = "fastexec", name = "function", frozen)]
struct Maker {
    real: Py<PyAny>,
    /// The class of the object that is copied.
    class: Py<PyType>,
}

/// Gives `class` (one of the code's) the hook.
pub fn put(class: &Bound<'_, PyType>) -> Result<(), Exc> {
    let py = class.py();
    if is_put(class) {
        return Ok(());
    }
    api::set_class_attribute(class, &PyString::intern(py, NAME), Bound::new(py, ReduceHook)?.as_any())
}

/// Whether it has the hook: it is a class of the code, of whatever session.
pub fn is_put(class: &Bound<'_, PyType>) -> bool {
    api::class_attribute(class, &PyString::intern(class.py(), NAME)).is_some_and(|found| found.is_exact_instance_of::<ReduceHook>())
}

/// What the method that `object` has from its bases gives.
pub fn parts<'py>(object: &Bound<'py, PyAny>, protocol: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let name = PyString::intern(py, NAME);
    for base in Ty::of_bound(object).to_bound(py).mro() {
        let base = base.cast_into::<PyType>()?;
        if let Some(inherited) = api::own_attribute(&base, &name).filter(|found| !found.is_exact_instance_of::<ReduceHook>()) {
            return inherited.call1((object, protocol));
        }
    }
    Err(PyTypeError::new_err("cannot copy this object"))
}

#[pymethods]
impl ReduceHook {
    fn __get__<'py>(slf: Bound<'py, Self>, object: Bound<'py, PyAny>, _owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        api::bound_method(slf.into_any(), object)
    }
    #[pyo3(signature = (object, protocol = None))]
    fn __call__<'py>(&self, object: Bound<'py, PyAny>, protocol: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        let class = Ty::of_bound(&object).to_bound(py);
        let protocol = protocol.map_or_else(|| 4i32.into_pyobject(py).map(Bound::into_any), Ok)?;
        let parts = parts(&object, &protocol)?;
        let Ok(parts) = parts.cast::<PyTuple>() else { return Ok(parts) };
        let filled = parts.iter().skip(2).any(|part| !part.is_none());
        if !filled {
            return Ok(parts.clone().into_any());
        }
        if let Some(looked) = with_current(|m| (engine_calls::table().check_copied_state)(m, &object, &parts.get_item(2)?)) {
            looked.map_err(|Exc| PyErr::fetch(py))?;
        }
        let maker = Maker { real: parts.get_item(0)?.unbind(), class: class.unbind() };
        let mut checked = vec![Bound::new(py, maker)?.into_any()];
        checked.extend(parts.iter().skip(1));
        Ok(PyTuple::new(py, checked)?.into_any())
    }
}

#[pymethods]
impl Maker {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let made = self.real.bind(py).call(args, kwargs)?;
        if api::is_subtype(&Ty::of_bound(&made).to_bound(py), self.class.bind(py)) {
            return Ok(made);
        }
        Err(PyTypeError::new_err("a copy must be of the same class"))
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        visit.call(&self.class)
    }
}
