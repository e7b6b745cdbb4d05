//! `__reduce_ex__` of the code's classes.
//!
//! `copy` makes an object by what `__reduce_ex__` says and fills its dict with the state, whatever object that
//! is. The method that the code's classes have is wrapped, so that the object made is one of the code's: their
//! `__new__` may give a module or a class of the host. And what the code itself wrote (`__reduce__` as well) may
//! name nothing but classes and functions of the code: whoever copies or loads the object, your program too, calls that.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::Ty;
use crate::cpython::value::Exc;
use crate::session::current::with_current;
use crate::session::{engine_calls, engine_types, scope};

pub const NAME: &str = "__reduce_ex__";

/// What stands in a class as its `__reduce_ex__`.
#[pyclass(module = "fastexec", name = "method", frozen, subclass)]
pub struct ReduceHook {
    /// What the class defines itself.
    written: Option<Py<PyAny>>,
}

/// The one of objects: a descriptor that can be set comes before what an object has in its dict.
#[pyclass(module = "fastexec", name = "method", frozen, extends = ReduceHook)]
struct HookOfObjects;

#[pymethods]
impl HookOfObjects {
    fn __set__(&self, _object: Bound<'_, PyAny>, _value: Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyAttributeError::new_err(NAME))
    }
}

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
    let name = PyString::intern(py, NAME);
    let written = api::own_attribute(class, &name).map(Bound::unbind);
    let hook = PyClassInitializer::from(ReduceHook { written }).add_subclass(HookOfObjects);
    api::set_class_attribute(class, &name, Bound::new(py, hook)?.as_any())
}

/// A class of classes that has the hook from a class of objects beside it gets one that its instances, which are classes, set over.
pub fn put_over_inherited(class: &Bound<'_, PyType>) -> Result<(), Exc> {
    if !is_put(class) {
        return Ok(());
    }
    let hook = Bound::new(class.py(), ReduceHook { written: None })?;
    api::set_class_attribute(class, &PyString::intern(class.py(), NAME), hook.as_any())
}

/// Whether it has the hook: it is a class of the code, of whatever session.
pub fn is_put(class: &Bound<'_, PyType>) -> bool {
    api::class_attribute(class, &PyString::intern(class.py(), NAME)).is_some_and(|found| found.is_instance_of::<ReduceHook>())
}

/// What the method that `object` has, by itself or from its bases, gives.
pub fn parts<'py>(object: &Bound<'py, PyAny>, protocol: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let (name, mut by_the_code) = (PyString::intern(py, NAME), false);
    for base in Ty::of_bound(object).to_bound(py).mro() {
        let base = base.cast_into::<PyType>()?;
        by_the_code |= is_put(&base) && api::own_attribute(&base, intern!(py, "__reduce__")).is_some();
        let Some(found) = api::own_attribute(&base, &name) else { continue };
        let parts = match found.cast::<ReduceHook>().map(|hook| hook.get()) {
            Ok(ReduceHook { written: None }) => continue,
            Ok(ReduceHook { written: Some(written) }) => {
                by_the_code = true;
                written.bind(py).call1((object, protocol))?
            }
            Err(_) => found.call1((object, protocol))?,
        };
        return if by_the_code { checked(object, parts) } else { Ok(parts) };
    }
    Err(PyTypeError::new_err("cannot copy this object"))
}

/// What the code wrote names classes and functions of the code. While the code runs it may say what the object itself is called, which
/// makes none; in your program's pickles that would be what is found in a module of its choice.
fn checked<'py>(object: &Bound<'py, PyAny>, parts: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if parts.is_exact_instance_of::<PyString>() && scope::sandboxed() {
        return Ok(parts);
    }
    let maker = parts.cast_exact::<PyTuple>().ok().filter(|parts| (2..=5).contains(&parts.len())).and_then(|parts| {
        let arguments = parts.get_item(1).is_ok_and(|arguments| arguments.is_exact_instance_of::<PyTuple>());
        parts.get_item(0).ok().filter(|_| arguments)
    });
    if maker.is_some_and(|maker| is_of_the_code(&maker)) {
        return Ok(parts);
    }
    let class = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "__reduce__ of {class} must give a tuple: a class or function of the code, and a tuple of its arguments"
    )))
}

fn is_of_the_code(maker: &Bound<'_, PyAny>) -> bool {
    if let Ok(class) = maker.cast::<PyType>() {
        return is_put(class);
    }
    let is_method = known(maker.py()).is_ok_and(|known| known.is(maker.get_type_ptr() as usize, "MethodType"));
    let function = if is_method { maker.getattr(intern!(maker.py(), "__func__")).ok() } else { None };
    function.as_ref().unwrap_or(maker).get_type_ptr() == engine_types::function_type()
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
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.written)
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
    /// PyYAML asks what it is called.
    #[getter]
    fn __name__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(py).getattr(intern!(py, "__name__"))
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        visit.call(&self.class)
    }
}
