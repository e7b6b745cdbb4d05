//! What stands for objects of the interpreter that are no values for the code: views of dicts, descriptors of slots.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyType};

use crate::cpython::api::{self, types};
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{Exc, Value, R};
use crate::sandbox::attributes::{self, Use};
use crate::sandbox::wrappers::library::{argparse, mapping_proxy};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;

/// What stands for such an object; `None` where nothing does.
pub fn instead_of(m: &RunContext, object: &Bound<'_, PyAny>) -> R<Option<Value>> {
    if let Some(instead) = table_copy(m, object)?.or(own_member(m, object)?) {
        return Ok(Some(instead));
    }
    Ok(argparse::instead_of(object)?.map(Value::from_bound))
}

/// A read-only view of a dict that nothing else holds.
pub fn view(held: Bound<'_, PyDict>) -> R<Value> {
    Ok(Value::from_bound(mapping_proxy::of(held)?))
}

/// A read-only view of an ordinary dict (the parameters of a signature) comes as a view of a copy of the code's own.
/// Namespaces of classes, which are shown by such views too, do not.
fn table_copy(m: &RunContext, object: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let py = object.py();
    if !known(py)?.is(Ty::of_bound(object).addr(), "MappingProxyType") {
        return Ok(None);
    }
    if let Some(held) = own_mapping(m, object) {
        return Ok(Some(Value::from_bound(mapping_proxy::of_mapping(held)?)));
    }
    for name in ["__module__", "__doc__", "__dict__", "__builtins__", "__spec__"] {
        if object.contains(name)? {
            return Ok(None);
        }
    }
    view(shown_by(object)?).map(Some)
}

/// The mapping behind a view, if it is an object of a class of the code (`field(metadata=…)`), which has its own ways to tell what is in it.
fn own_mapping<'py>(m: &RunContext, view: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let behind = types::referents(view).into_iter().next();
    behind.filter(|held| m.session.check.own.contains(&held.get_type()))
}

/// What a view shows. (Ordered dicts show themselves in another way.)
fn shown_by<'py>(view: &Bound<'py, PyAny>) -> R<Bound<'py, PyDict>> {
    let py = view.py();
    let class = api::module(py, "collections")?.getattr(intern!(py, "OrderedDict"))?;
    if let Some(ordered) = view.call_method0(intern!(py, "copy")).ok().filter(|copy| copy.get_type().is(&class)) {
        return Ok(ordered.cast_into().map_err(PyErr::from)?);
    }
    let copy = PyDict::new(py);
    copy.update(view.cast::<PyMapping>()?)?;
    Ok(copy)
}

/// What stands for a descriptor that the interpreter made for a class of the code (of a slot, of `__dict__`): the real one
/// reads and writes without the door.
fn own_member(m: &RunContext, descriptor: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let py = m.py();
    let (known, address) = (known(py)?, Ty::of_bound(descriptor).addr());
    if !["MemberDescriptorType", "GetSetDescriptorType"].iter().any(|name| known.is(address, name)) {
        return Ok(None);
    }
    let owner = descriptor.getattr(intern!(py, "__objclass__"))?;
    if !owner.cast::<PyType>().is_ok_and(|owner| m.session.check.own.contains(owner)) {
        return Ok(None);
    }
    let member = OwnMember { real: descriptor.clone().unbind() };
    Ok(Some(Value::from_bound(Bound::new(py, member)?.into_any())))
}

// A slot of a class of the code's, or its `__dict__` or `__weakref__`, as the class holds it.
#[pyclass(frozen, module = "builtins", name = "member_descriptor")]
pub struct OwnMember {
    real: Py<PyAny>,
}

impl OwnMember {
    fn name<'py>(&self, py: Python<'py>) -> R<Bound<'py, PyString>> {
        exact_text(self.real.bind(py).getattr(intern!(py, "__name__"))?.as_any()).ok_or(Exc)
    }
}

#[pymethods]
impl OwnMember {
    fn __get__<'py>(slf: &Bound<'py, Self>, instance: Bound<'py, PyAny>, owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        if instance.is_none() && owner.is_some() {
            return Ok(slf.clone().into_any());
        }
        let read = || Ok(this.real.bind(py).call_method1(intern!(py, "__get__"), (&instance,))?);
        with_run(py, |m| attributes::get_by(m, &instance, &this.name(py)?, &read)?.to_bound(py))
    }
    fn __set__(&self, object: Bound<'_, PyAny>, value: Bound<'_, PyAny>) -> PyResult<()> {
        let py = object.py();
        with_run(py, |m| {
            let name = self.name(py)?;
            attributes::check_change(m, &Value::from_bound(object.clone()), &name, Use::Write)?;
            let value = attributes::instead_of_value(m, &object, &name, &value)?.unwrap_or(value);
            Ok(self.real.bind(py).call_method1(intern!(py, "__set__"), (&object, value)).map(drop)?)
        })
    }
    fn __delete__(&self, object: Bound<'_, PyAny>) -> PyResult<()> {
        let py = object.py();
        with_run(py, |m| {
            attributes::check_change(m, &Value::from_bound(object.clone()), &self.name(py)?, Use::Delete)?;
            Ok(self.real.bind(py).call_method1(intern!(py, "__delete__"), (&object,)).map(drop)?)
        })
    }
    #[getter]
    fn __name__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(py).getattr(intern!(py, "__name__"))
    }
    #[getter]
    fn __qualname__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(py).getattr(intern!(py, "__qualname__"))
    }
    /// What `isinstance` and `inspect.ismemberdescriptor` go by.
    #[getter]
    fn __class__<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        self.real.bind(py).get_type()
    }
    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.real.bind(py).repr()
    }
    // Each time that it is shown, another object stands for it.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().real.is(&self.real))
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.real.bind(py).hash()
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
