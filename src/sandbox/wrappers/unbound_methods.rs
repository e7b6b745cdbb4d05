//! Methods of library classes that are fetched from the class: written in Python, they take anything for
//! `self`, and `Namespace.__init__(json, dumps=…)` would write to a module.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::call_stack;
use crate::cpython::type_access::{self, Ty, CLASS};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, Use};
use crate::sandbox::signatures;
use crate::sandbox::type_info::info;
use crate::sandbox::{classes, tools, value_filter};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

// A function of `class` that looks at its first argument.
#[pyclass(frozen, module = "builtins", name = "function")]
pub struct Unbound {
    function: Py<PyAny>,
    class: Py<PyType>,
}

/// Whether `object` is a function written in Python (and not by the code).
pub fn is_library_function(object: &Bound<'_, PyAny>) -> bool {
    known(object.py()).is_ok_and(|known| known.is(Ty::of_bound(object).addr(), "FunctionType"))
}

/// Whether what `class` holds under this name is such a function (and no static method).
pub fn is_unbound(class: Ty<'_>, name: &Bound<'_, PyString>) -> bool {
    class.lookup(name).is_some_and(|held| is_library_function(&held))
}

/// The function behind such a guard; other objects as they are.
pub fn unwrap<'py>(object: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    match object.cast::<Unbound>() {
        Ok(guard) => guard.get().function.bind(object.py()).clone(),
        Err(_) => object,
    }
}

/// `value`, got from `class` where it `is_unbound`.
pub fn guard(m: &RunContext, class: &Bound<'_, PyType>, value: Value) -> R<Value> {
    let py = m.py();
    let function = value.to_bound(py)?;
    if !is_library_function(&function) {
        return Ok(value);
    }
    let guard = Unbound { function: function.unbind(), class: class.clone().unbind() };
    Ok(Value::from_bound(Bound::new(py, guard)?.into_any()))
}

#[pymethods]
impl Unbound {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let function = self.function.bind(py);
        if let Some(first) = receiver(function, args, kwargs)? {
            if crate::session::scope::sandboxed() {
                match is_instance(&first, self.class.bind(py))? {
                    true => with_run(py, |m| self.check_made(m, &first))?,
                    false => with_run(py, |m| self.check_receiver(m, &first))?,
                }
            }
        }
        if !crate::session::scope::sandboxed() {
            return function.call(args.clone(), kwargs);
        }
        with_run(py, |m| {
            let call = || Ok(function.call(args.clone(), kwargs)?.unbind());
            let result =
                if value_filter::is_host_code(m, &Value::from_bound(function.clone())) { tools::on_host(m, call)? } else { call()? };
            tools::admit(m, result)?.to_bound(py)
        })
    }
    fn __get__<'py>(slf: Bound<'py, Self>, object: Bound<'py, PyAny>, _owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        api::bound_method(slf.into_any(), object)
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.function.getattr(py, "__name__")
    }
    #[getter]
    fn __qualname__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.function.getattr(py, "__qualname__")
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.function.getattr(py, "__doc__")
    }
    #[getter]
    fn __module__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.function.getattr(py, "__module__")
    }
    /// For `inspect.signature` and its like.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signatures::of(self.function.bind(py))
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.function.bind(py).repr()?.to_string())
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Unbound>().is_ok_and(|other| other.get().function.is(&self.function))
    }
    fn __hash__(&self) -> usize {
        self.function.as_ptr() as usize >> 4
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.function)?;
        visit.call(&self.class)
    }
}

/// What the function gets as its first argument.
fn receiver<'py>(
    function: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match (args.iter().next(), kwargs) {
        (None, Some(kwargs)) => kwargs.get_item(first_name(function)?),
        (first, _) => Ok(first),
    }
}

fn first_name(function: &Bound<'_, PyAny>) -> PyResult<String> {
    // The interpreter tells who looks at code objects.
    let _host = HostScope::enter();
    let names = function.getattr("__code__")?.getattr("co_varnames")?;
    Ok(names.get_item(0).and_then(|name| name.extract()).unwrap_or_default())
}

/// Whether the object's class really has `class` among its bases, whatever its metaclass says.
fn is_instance(object: &Bound<'_, PyAny>, class: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = object.py();
    Ok(known(py)?.mro(&Ty::of_bound(object).to_bound(py))?.iter().any(|base| base.is(class)))
}

fn name_of<'py>(function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    Ok(function.getattr("__name__")?.cast_into()?)
}

/// Whether text that somebody ran made the function, and no file.
fn is_of_text(function: &Bound<'_, PyAny>) -> PyResult<bool> {
    // The interpreter tells who looks at code objects.
    let _host = HostScope::enter();
    Ok(function.getattr("__code__")?.getattr("co_filename")?.extract::<String>()?.starts_with('<'))
}

impl Unbound {
    /// What the host has made is made: a constructor that runs again replaces what the object keeps.
    fn check_made(&self, m: &RunContext, first: &Bound<'_, PyAny>) -> R<()> {
        let facts = info(&m.session.check, Ty::of_bound(first))?;
        let again = facts.kind == Kind::Host && facts.app && name_of(self.function.bind(m.py()))? == "__init__";
        if again {
            return Err(attributes::refused(m, "__init__", Use::Call));
        }
        Ok(())
    }

    /// Modules, classes and functions of others and objects of the host are not for such a method to write to.
    fn check_receiver(&self, m: &RunContext, first: &Bound<'_, PyAny>) -> R<()> {
        let function = self.function.bind(m.py());
        let facts = info(&m.session.check, Ty::of_bound(first))?;
        let foreign = match facts.kind {
            Kind::Module | Kind::Guard | Kind::Function => true,
            Kind::Class => Ty::of_bound(first).has(CLASS) && !first.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class)),
            // What a library has made is made.
            Kind::Host => facts.app || function.getattr("__name__").is_ok_and(|name| name.eq("__init__").unwrap_or(true)),
            _ => false,
        };
        if foreign || self.keeps_on_another(m, first)? || self.shows_private_state(m, first)? {
            let name = function.getattr("__qualname__").and_then(|n| n.extract::<String>()).unwrap_or_default();
            let text = refusals::forbidden_function(m, &format!("{name} (of an object of another class)"));
            return Err(text);
        }
        Ok(())
    }

    /// Methods of the host's classes keep what is private on what they take for `self`: no other object is for that.
    /// (What cannot hold attributes may be handed to functions that only stand in a class.)
    fn keeps_on_another(&self, m: &RunContext, first: &Bound<'_, PyAny>) -> R<bool> {
        let function = self.function.bind(m.py());
        let home = function.getattr("__module__").and_then(|home| home.extract::<String>());
        let name = name_of(function)?;
        let of_host = value_filter::is_host_code(m, &Value::from_bound(function.clone()))
            || (home.is_ok_and(|home| call_stack::is_host_module(m.py(), &home)) && !self.made_for_own_class(m, &name)?);
        if !of_host {
            return Ok(false);
        }
        let method = first_name(function)? == "self" || crate::front::policy::is_dunder(&name.to_string_lossy());
        Ok(method && !type_access::takes_no_attribute(Ty::of_bound(first), pyo3::intern!(m.py(), "_held")))
    }

    /// Methods that a library wrote for a class of the code, from its fields, name what another class keeps for the host.
    fn shows_private_state(&self, m: &RunContext, first: &Bound<'_, PyAny>) -> R<bool> {
        let function = self.function.bind(m.py());
        let written = is_of_text(function)? || self.made_for_own_class(m, &name_of(function)?)?;
        Ok(written && classes::derives_from_host(m, &first.get_type())?)
    }

    /// Whether a library made the function for a class of the code, as `dataclass` does: it then says that it is of the
    /// code's module, `__main__`, which is a module of the host's too.
    fn made_for_own_class(&self, m: &RunContext, name: &Bound<'_, PyString>) -> R<bool> {
        let py = m.py();
        let mro = known(py)?.mro(self.class.bind(py))?;
        let (own, others): (Vec<_>, Vec<_>) = mro.iter().partition(|class| m.session.check.own.contains(class));
        let held_by = |class: &&Bound<'_, PyType>| Ty::from_class(class).lookup(name).is_some_and(|held| held.is(&self.function));
        Ok(own.iter().any(held_by) && !others.iter().any(held_by))
    }
}
