//! `unittest.mock.patch`: of what the code made, by attributes that it may set itself, by names (`mock_names`), and of dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions, Use};
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::mock_names::{self, Names};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// Keywords of `patch.multiple` that are no attributes.
const OPTIONS: [&str; 6] = ["target", "spec", "create", "spec_set", "autospec", "new_callable"];

/// Special methods of classes with no bases but the code's own that anything may stand for.
const PLAIN_SPECIAL: [&str; 6] = ["__call__", "__enter__", "__exit__", "__init__", "__iter__", "__len__"];

// What the code gets for `patch`.
#[pyclass(frozen, module = "unittest.mock", name = "function")]
pub struct Patch;

#[pymethods]
impl Patch {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let target = argument(args, kwargs, 0, "target")?;
        let found = with_run(py, |m| {
            let path = target.as_ref().and_then(exact_text);
            let found = path.map_or(Ok(None), |path| mock_names::named(m, py, &path.to_string_lossy()))?;
            let Some(found) = found else { return Err(refusals::forbidden_function(m, "patch")) };
            if !found.target.is_instance_of::<Names>() {
                check(m, "patch", &found.target, PyString::new(py, &found.attribute).as_any())?;
            }
            Ok(found)
        })?;
        let options = kwargs.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        if options.contains("target")? {
            options.del_item("target")?;
        }
        if found.create {
            options.set_item("create", true)?;
        }
        let mut given = vec![found.target, PyString::new(py, &found.attribute).into_any()];
        given.extend(args.iter().skip(1));
        real(py, "object")?.call(PyTuple::new(py, given)?, Some(&options))
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn object<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let (target, attribute) = (argument(args, kwargs, 0, "target")?, argument(args, kwargs, 1, "attribute")?);
        let instead = match target.as_ref().zip(attribute.as_ref().and_then(exact_text)) {
            Some((target, attribute)) if args.len() > 1 => {
                with_run(py, |m| mock_names::of_module(m, target, &attribute.to_string_lossy()))?
            }
            _ => None,
        };
        if let Some(names) = instead {
            let given = std::iter::once(names).chain(args.iter().skip(1)).collect::<Vec<_>>();
            return real(py, "object")?.call(PyTuple::new(py, given)?, kwargs);
        }
        if let Some((target, attribute)) = target.zip(attribute) {
            with_run(py, |m| check(m, "patch.object", &target, &attribute))?;
        }
        real(py, "object")?.call(args, kwargs)
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

/// `unittest.mock.seal`: of mocks. (It sets a private attribute of what it is given.)
#[pyfunction]
pub fn seal(mock: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = mock.py();
    with_run(py, |m| match info(&m.session.check, Ty::of_bound(mock))?.mock {
        true => Ok(()),
        false => Err(refusals::forbidden_function(m, "seal (of what is no mock)")),
    })?;
    py.import("unittest.mock")?.getattr("seal")?.call1((mock,)).map(drop)
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
    let (own, pure) = match target.cast::<PyType>() {
        Ok(class) => (m.session.check.own.contains(class), info(&m.session.check, Ty::from_class(class))?.pure),
        Err(_) => (info(&m.session.check, Ty::of_bound(target))?.kind == Kind::Own, false),
    };
    let name = access_functions::exact_name(attribute, "")?;
    let text = name.to_string_lossy();
    let plain = !text.starts_with("__") || pure && PLAIN_SPECIAL.contains(&text.as_ref());
    if !own || !plain {
        return Err(refusals::forbidden_function(m, &format!("{function} (of what is not the code's own)")));
    }
    attributes::check_change(m, &Value::from_bound(target.clone()), &name, Use::Write)
}
