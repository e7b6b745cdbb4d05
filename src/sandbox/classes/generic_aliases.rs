//! Calls of generic aliases (`deque[int]()`): they mark what the call gives with `__orig_class__`, whatever it is.
//!
//! An alias may stand for any callable, so sandboxed code would mark modules, and classes and objects of the host. Its
//! calls mark objects of the code, and those that the alias's class made. What is put in place of an alias's parameters goes to
//! places that it has.

use pyo3::exceptions::{PyAttributeError, PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::budget::compiled_calls::{self, CallSlot};
use crate::cpython::hooks::{self, table};
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::R;
use crate::front::policy::defence_layers::{self, Net};
use crate::sandbox::type_info::info;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;

/// Whose alias it is.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Interpreter,
    Typing,
}

/// Wraps the calls, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let native = py.import("types")?.getattr("GenericAlias")?.cast_into::<PyType>()?;
    hooks::call_by_slot(&native, &table::ALIASES);
    wrap(&native, Of::Interpreter);
    compiled_calls::wrap_slot(&native, CallSlot::GetItem, &table::ALIAS_ITEMS, |call, original| {
        if let Some(alias) = call.this().filter(|_| sandboxed()) {
            knows_parameters(&alias)?;
        }
        original.run()
    });
    wrap(&py.import("typing")?.getattr("_BaseGenericAlias")?.cast_into::<PyType>()?, Of::Typing);
    Ok(())
}

fn wrap(class: &Bound<'_, PyType>, of: Of) {
    compiled_calls::wrap_slot(class, CallSlot::Call, &table::ALIASES, move |call, original| {
        let Some(alias) = call.this().filter(|_| sandboxed() && !defence_layers::off(Net::Names)) else { return original.run() };
        let (args, named) = call.arguments()?;
        match called(&alias, of, &args, named.as_ref())? {
            Some(result) => Ok(result),
            None => original.run(),
        }
    });
}

/// What stands for another type is a parameter of the alias: the interpreter takes its place among them without a look.
fn knows_parameters(alias: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = alias.py();
    let given = alias.getattr(pyo3::intern!(py, "__args__"))?.cast_into::<PyTuple>()?;
    let parameters = alias.getattr(pyo3::intern!(py, "__parameters__"))?.cast_into::<PyTuple>()?;
    for given in given.iter().filter(|given| !given.is_instance_of::<PyType>()) {
        let is_parameter = || parameters.iter().any(|parameter| parameter.is(&given));
        if !is_parameter() && given.getattr_opt(pyo3::intern!(py, "__typing_subst__"))?.is_some() {
            return Err(PyTypeError::new_err("an object of a generic alias became one of its parameters afterwards"));
        }
    }
    Ok(())
}

/// What the call gives; nothing where the interpreter's own way will do.
fn called<'py>(
    alias: &Bound<'py, PyAny>,
    of: Of,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = alias.py();
    let origin = alias.getattr(pyo3::intern!(py, "__origin__"))?;
    // `typing` has rules of its own for the classes of the library.
    if of == Of::Typing && with_run(py, |m| Ok(is_library_class(m, &origin)))? {
        return Ok(None);
    }
    let result = origin.call(args, kwargs)?;
    if with_run(py, |m| may_mark(m, &origin, &result))? {
        if let Err(error) = result.setattr(pyo3::intern!(py, "__orig_class__"), alias) {
            let passed = error.is_instance_of::<PyAttributeError>(py)
                || of == Of::Interpreter && error.is_instance_of::<PyTypeError>(py)
                || of == Of::Typing && cfg!(Py_3_12) && error.is_instance_of::<PyException>(py);
            if !passed || refusals::is_refusal(py, &error) {
                return Err(error);
            }
        }
    }
    Ok(Some(result))
}

/// A class that is none of the code's, and whose objects are no classes.
fn is_library_class(m: &RunContext, origin: &Bound<'_, PyAny>) -> bool {
    origin.cast::<PyType>().is_ok_and(|class| !m.session.check.own.contains(class) && !Ty::from_class(class).has(CLASS))
}

fn may_mark(m: &RunContext, origin: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> R<bool> {
    let own = info(&m.session.check, Ty::of_bound(result))?.kind == Kind::Own;
    Ok(own || is_library_class(m, origin) && result.get_type().is(origin))
}
