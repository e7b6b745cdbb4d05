//! `type` as the code sees it. Not the real one, which makes classes unchecked whenever C calls it.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple, PyType};

use crate::cpython::once::Once;
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::{Value, R};
use crate::front::policy::names;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::{classes, signatures, value_filter};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;

// Stands for `type`: gives the class of an object, makes checked classes, is a base of metaclasses.
#[pyclass(frozen, weakref, mapping, module = "builtins", name = "type")]
pub struct TypeObject;

static OBJECT: Once<Py<TypeObject>> = Once::new();

/// The one object named `type`.
pub fn object(py: Python<'_>) -> PyResult<Bound<'_, TypeObject>> {
    Ok(OBJECT.get_or_make(py, || Py::new(py, TypeObject))?.bind(py).clone())
}

pub fn type_object(m: &RunContext) -> R<Value> {
    Ok(Value::from_bound(object(m.py())?.into_any()))
}

fn real(py: Python<'_>) -> Bound<'_, PyType> {
    py.get_type::<PyType>()
}

/// The real `type` for the guarded one; anything else as it is.
pub fn real_class<'py>(object: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    if object.is_instance_of::<TypeObject>() {
        return real(object.py()).into_any();
    }
    object
}

#[pymethods]
impl TypeObject {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| call(m, args, kwargs)?.to_bound(py))
    }
    fn __repr__(&self) -> &'static str {
        "<class 'type'>"
    }
    // Library code takes it for the class that it stands for: it asks `isinstance(kind, type)`, and finds things by their class.
    #[getter]
    fn __class__<'py>(&self, py: Python<'py>) -> Bound<'py, PyType> {
        real(py)
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        "type"
    }
    #[getter]
    fn __qualname__(&self) -> &'static str {
        "type"
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        real(py).hash()
    }
    fn __eq__<'py>(&self, other: Bound<'py, PyAny>) -> bool {
        real_class(other.clone()).is(real(other.py()))
    }
    fn __instancecheck__(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(Ty::of_bound(object).has(CLASS) || object.is_instance_of::<TypeObject>())
    }
    fn __subclasscheck__(&self, class: &Bound<'_, PyAny>) -> PyResult<bool> {
        let class = real_class(class.clone());
        class.cast::<PyType>()?.is_subclass(&real(class.py()))
    }
    fn __mro_entries__<'py>(&self, bases: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(bases.py(), [real(bases.py())])
    }
    // It is copied as classes are: not at all.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
    fn __getitem__<'py>(&self, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        real(item.py()).get_item(item)
    }
    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        real(other.py()).bitor(other)
    }
    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.bitor(real(other.py()))
    }
}

fn call(m: &RunContext, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> R<Value> {
    match (args.len(), kwargs.is_none_or(|k| k.is_empty())) {
        (1, true) => class_of(m, &Value::from_bound(args.get_item(0)?)),
        (3, _) => {
            let (name, bases, namespace) = (args.get_item(0)?, args.get_item(1)?, args.get_item(2)?);
            classes::make_class(m, &real(m.py()), &name, &bases, &namespace, kwargs)
        }
        _ => Err(signatures::refuse(&real(m.py()), 0, args, kwargs).into()),
    }
}

/// `type(value)`: the class the object really has, through the gate.
pub fn class_of(m: &RunContext, value: &Value) -> R<Value> {
    let class = Ty::of(value).to_bound(m.py());
    if m.session.check.classes.contains(Ty::from_class(&class)) {
        return Ok(Value::from_bound(class.into_any()));
    }
    if value.is_object() && value.to_bound(m.py())?.is_instance_of::<TypeObject>() {
        return type_object(m);
    }
    value_filter::admit(m, Value::from_bound(class.into_any()))
}

/// `type.name`
pub fn member(m: &RunContext, name: &str, how: Use) -> R<Value> {
    let py = m.py();
    let found = match name {
        "__new__" => return maker(py, real(py).getattr("__new__")?),
        "__getattribute__" | "__setattr__" | "__delattr__" => {
            let name = pyo3::types::PyString::new(py, name);
            return crate::sandbox::attributes::access_functions::raw_access(m, real(py).getattr(&name)?, &name, false);
        }
        "__call__" | "__init__" | "__prepare__" => real(py).getattr(name)?,
        // What they tell of a class is what its text and comparisons tell.
        "__repr__" | "__str__" | "__eq__" | "__ne__" | "__hash__" | "__instancecheck__" | "__subclasscheck__" | "__or__" | "__ror__" => {
            real(py).getattr(name)?
        }
        _ if names::descriptive(name) => real(py).getattr(name)?,
        // (That of other classes is not there.)
        _ if how == Use::Read && (!name.starts_with('_') || names::harmless_special(name)) && !real(py).hasattr(name)? => {
            real(py).getattr(name)?
        }
        _ => return Err(refused(m, name, how)),
    };
    Ok(Value::from_bound(found))
}

// `__new__` of a metaclass that the code did not write: checks what the class defines, and notes that the
// code made it.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct ClassMaker {
    real: Py<PyAny>,
}

pub fn maker(py: Python<'_>, real: Bound<'_, PyAny>) -> R<Value> {
    Ok(Value::from_bound(Bound::new(py, ClassMaker { real: real.unbind() })?.into_any()))
}

#[pymethods]
impl ClassMaker {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| {
            let mut given: Vec<Bound<'py, PyAny>> = args.iter().map(real_class).collect();
            if given.len() < 4 || !given.first().is_some_and(|class| class.is_instance_of::<PyType>()) {
                // (That of the interpreter looks at the metaclass first.)
                let kept = usize::from(self.real.bind(py).is_exact_instance_of::<PyCFunction>());
                return Err(signatures::refuse(self.real.bind(py), kept, &PyTuple::new(py, given)?, kwargs).into());
            }
            let namespace = args.get_item(3)?;
            classes::check_namespace(m, &namespace)?;
            classes::check_bases(m, &args.get_item(2)?)?;
            let namespace = classes::with_module(m, &namespace)?;
            classes::wrap_special_functions(m, &args.get_item(2)?, &namespace)?;
            if let Some(place) = given.get_mut(3) {
                *place = namespace.clone();
            }
            if let Some(bases) = given.get_mut(2) {
                *bases = classes::real_bases(bases)?;
                classes::add_class_maker(m, bases, &namespace)?;
            }
            let made = self.real.bind(py).call(PyTuple::new(py, given)?, kwargs)?;
            classes::register_new(m, &made)?;
            classes::check_made(m, &made)?;
            Ok(made)
        })
    }
    fn __repr__(&self) -> &'static str {
        "<built-in method __new__ of type object>"
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        "__new__"
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
