//! `type` as the code sees it. Not the real one, which makes classes unchecked whenever C calls it.

use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, Ty, CLASS};
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

// `__new__` of a metaclass that the code did not write: checks what the class defines, and notes that the code made it.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct ClassMaker {
    real: Py<PyAny>,
    /// Whether it lies in a metaclass of the code that defines none, and is not to be seen there: what comes after it is asked.
    stands_in: bool,
}

/// What stands for the `real` one.
pub fn maker(py: Python<'_>, real: Bound<'_, PyAny>) -> R<Value> {
    Ok(Value::from_bound(Bound::new(py, ClassMaker { real: real.unbind(), stands_in: false })?.into_any()))
}

/// What lies in a metaclass that defines none, above which `real` is.
fn stand_in<'py>(py: Python<'py>, real: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let real = real.cast::<ClassMaker>().map_or_else(|_| real.clone().unbind(), |made| made.get().real.clone_ref(py));
    Ok(Bound::new(py, ClassMaker { real, stands_in: true })?.into_any())
}

/// Whether it lies in a metaclass that defines none.
pub fn is_stand_in(object: &Bound<'_, PyAny>) -> bool {
    object.cast_exact::<ClassMaker>().is_ok_and(|made| made.get().stands_in)
}

/// A metaclass that does not define `__new__` gets a guarded one: else calling it would make classes unchecked.
pub fn add_class_maker(m: &RunContext, bases: &Bound<'_, PyAny>, namespace: &Bound<'_, PyAny>) -> R<()> {
    let name = intern!(m.py(), "__new__");
    let Ok(tuple) = bases.cast::<PyTuple>() else { return Ok(()) };
    let Ok(dict) = namespace.cast::<PyDict>() else { return Ok(()) };
    if dict.contains(name)? {
        return Ok(());
    }
    for base in tuple.iter() {
        let Ok(class) = base.cast::<PyType>() else { continue };
        if !Ty::from_class(class).has(CLASS) {
            continue;
        }
        if !m.session.check.own.contains(class) {
            dict.set_item(name, stand_in(m.py(), &class.getattr(name)?)?)?;
        }
        return Ok(());
    }
    Ok(())
}

/// Whether deleting `name` of the object takes the `__new__` of a metaclass of the code, and what that does is done: a guarded one is there from
/// then on, at no time none. One that has only that has none to lose. `plainly`: no code of a metaclass is asked.
pub fn loses_maker(m: &RunContext, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, plainly: bool) -> R<bool> {
    let Ok(class) = object.cast::<PyType>() else { return Ok(false) };
    let is_maker = name.to_string_lossy() == "__new__" && Ty::from_class(class).has(CLASS) && m.session.check.own.contains(class);
    if !is_maker || !(plainly || type_access::sets_as_type(class)) {
        return Ok(false);
    }
    match api::own_attribute(class, name) {
        None => Ok(false),
        Some(held) if is_stand_in(&held) => Err(PyAttributeError::new_err(nothing_to_delete(class)?).into()),
        Some(_) => {
            let behind = known(m.py())?.mro(class)?.into_iter().skip(1).find_map(|class| api::own_attribute(&class, name));
            let real = behind.map_or_else(|| m.py().get_type::<PyType>().getattr(name), Ok)?;
            api::put_into_class(class, name, &stand_in(m.py(), &real)?)?;
            Ok(true)
        }
    }
}

/// The interpreter's words.
fn nothing_to_delete(class: &Bound<'_, PyType>) -> PyResult<String> {
    let name = known(class.py())?.qualname(class)?;
    Ok(if cfg!(Py_3_11) { format!("type object '{name}' has no attribute '__new__'") } else { "__new__".to_owned() })
}

impl ClassMaker {
    /// What `metaclass` has behind the class that this one lies in, and whether the code made the class where that is: it looks by itself at
    /// what is made, or goes on to what does.
    fn next<'py>(slf: &Bound<'py, Self>, m: &RunContext, metaclass: &Bound<'py, PyAny>) -> R<Option<(Bound<'py, PyAny>, bool)>> {
        let (py, name) = (slf.py(), intern!(slf.py(), "__new__"));
        let Ok(class) = metaclass.cast::<PyType>() else { return Ok(None) };
        if !slf.get().stands_in {
            return Ok(None);
        }
        let lineage = known(py)?.mro(class)?.into_iter();
        let mut held = lineage.filter_map(|class| Some((api::own_attribute(&class, name)?, class)));
        let Some((found, holder)) = held.by_ref().skip_while(|(found, _)| !found.is(slf)).nth(1) else { return Ok(None) };
        Ok(Some((api::bind(&found, py.None().bind(py), Some(metaclass))?, m.session.check.own.contains(&holder))))
    }
}

#[pymethods]
impl ClassMaker {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| {
            let mut real = slf.get().real.bind(py).clone();
            if let Ok(metaclass) = args.get_item(0) {
                match ClassMaker::next(slf, m, &metaclass)? {
                    Some((next, true)) => return Ok(next.call(args, kwargs)?),
                    Some((next, false)) => real = next,
                    None => {}
                }
            }
            let mut given: Vec<Bound<'py, PyAny>> = args.iter().map(real_class).collect();
            if given.len() < 4 || !given.first().is_some_and(|class| class.is_instance_of::<PyType>()) {
                // (That of the interpreter looks at the metaclass first.)
                let kept = usize::from(real.is_exact_instance_of::<PyCFunction>());
                return Err(signatures::refuse(&real, kept, &PyTuple::new(py, given)?, kwargs).into());
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
                add_class_maker(m, bases, &namespace)?;
            }
            let made = real.call(PyTuple::new(py, given)?, kwargs)?;
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
