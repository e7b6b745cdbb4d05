//! `unittest.mock.patch`: of what the code made, by attributes that it may set itself, and of dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions, Use};
use crate::sandbox::type_info::info;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// Keywords of `patch.multiple` that are no attributes.
const OPTIONS: [&str; 6] = ["target", "spec", "create", "spec_set", "autospec", "new_callable"];

// What the code gets for `patch`.
#[pyclass(frozen, module = "unittest.mock", name = "function")]
pub struct Patch;

#[pymethods]
impl Patch {
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __call__(&self, py: Python<'_>, _args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        with_run(py, |m| Err(refusals::forbidden_function(m, "patch")))
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn object<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        if let (Some(target), Some(attribute)) = (argument(args, kwargs, 0, "target")?, argument(args, kwargs, 1, "attribute")?) {
            with_run(args.py(), |m| check(m, "patch.object", &target, &attribute))?;
        }
        real(args.py(), "object")?.call(args, kwargs)
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn multiple<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(target) = argument(args, kwargs, 0, "target")? {
            with_run(args.py(), |m| {
                for (name, _) in kwargs.into_iter().flatten() {
                    let name = access_functions::exact_name(&name, "")?;
                    if !OPTIONS.contains(&name.to_string_lossy().as_ref()) {
                        check(m, "patch.multiple", &target, &name)?;
                    }
                }
                Ok(())
            })?;
        }
        real(args.py(), "multiple")?.call(args, kwargs)
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn dict<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let named = argument(args, kwargs, 0, "in_dict")?.is_some_and(|given| given.is_instance_of::<PyString>());
        if named {
            with_run(args.py(), |m| Err(refusals::forbidden_function(m, "patch.dict (by name)")))?;
        }
        real(args.py(), "dict")?.call(args, kwargs)
    }
}

fn real<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("unittest.mock")?.getattr("patch")?.getattr(name)
}

fn argument<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    place: usize,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match args.get_item(place) {
        Ok(given) => Ok(Some(given)),
        Err(_) => kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(name)),
    }
}

fn check(m: &RunContext, function: &str, target: &Bound<'_, PyAny>, attribute: &Bound<'_, PyAny>) -> R<()> {
    let own = match target.cast::<PyType>() {
        Ok(class) => m.session.check.own.contains(class),
        Err(_) => info(&m.session.check, Ty::of_bound(target))?.kind == Kind::Own,
    };
    let name = access_functions::exact_name(attribute, "")?;
    if !own || name.to_string_lossy().starts_with("__") {
        return Err(refusals::forbidden_function(m, &format!("{function} (of what is not the code's own)")));
    }
    attributes::check_change(m, &Value::from_bound(target.clone()), &name, Use::Write)
}
