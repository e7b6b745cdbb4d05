//! `unittest.mock.patch`: of what the code made, by attributes that it may set itself, by names (`mock_names`), and of dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::type_access::{exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions, Use};
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::mock_names::{self, Names, Patched};
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
            let path = target.as_ref().and_then(exact_text).map(|path| path.to_string_lossy().into_owned());
            let parts = path.as_deref().and_then(|path| path.rsplit_once('.'));
            let Some((holder, attribute)) = parts else { return Err(refusals::forbidden_function(m, "patch")) };
            let found = mock_names::named(m, py, holder, &[attribute.to_owned()])?;
            let Some(found) = found else { return Err(refusals::forbidden_function(m, "patch")) };
            let attribute = PyString::new(py, attribute);
            if !found.target.is_instance_of::<Names>() {
                check(m, "patch", &found.target, attribute.as_any())?;
            }
            Ok((found, attribute.into_any()))
        })?;
        let (found, attribute) = found;
        let options = kwargs.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        if options.contains("target")? {
            options.del_item("target")?;
        }
        if found.create {
            options.set_item("create", true)?;
        }
        let mut given = vec![found.target, attribute];
        given.extend(args.iter().skip(1));
        marked(real(py, "object")?.call(PyTuple::new(py, given)?, Some(&options))?)
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn object<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let (target, attribute) = (argument(args, kwargs, 0, "target")?, argument(args, kwargs, 1, "attribute")?);
        let instead = match target.as_ref().zip(attribute.as_ref().and_then(exact_text)) {
            Some((target, attribute)) if args.len() > 1 => {
                with_run(py, |m| mock_names::of_module(m, target, &[attribute.to_string_lossy().into_owned()]))?
            }
            _ => None,
        };
        if let Some(names) = instead {
            let given = std::iter::once(names).chain(args.iter().skip(1)).collect::<Vec<_>>();
            return marked(real(py, "object")?.call(PyTuple::new(py, given)?, kwargs)?);
        }
        if let Some((target, attribute)) = target.zip(attribute) {
            with_run(py, |m| check(m, "patch.object", &target, &attribute))?;
        }
        marked(real(py, "object")?.call(args, kwargs)?)
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn multiple<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let Some(target) = argument(args, kwargs, 0, "target")? else { return real(py, "multiple")?.call(args, kwargs) };
        let options = kwargs.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        let found = with_run(py, |m| several(m, target, &options))?;
        if options.contains("target")? {
            options.del_item("target")?;
        }
        if found.create {
            options.set_item("create", true)?;
        }
        let given = std::iter::once(found.target).chain(args.iter().skip(1)).collect::<Vec<_>>();
        marked(real(py, "multiple")?.call(PyTuple::new(py, given)?, Some(&options))?)
    }
    /// Ends what this session's code started: the others are nobody else's to end.
    fn stopall(&self, py: Python<'_>) -> PyResult<()> {
        let number = with_run(py, |m| Ok(m.session.check.patches.number))?;
        let active = py.import("unittest.mock")?.getattr("_patch")?.getattr("_active_patches")?;
        let started = active.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        for patch in started.iter().rev() {
            if patch.getattr(MARK).and_then(|mark| mark.extract::<u64>()).is_ok_and(|mark| mark == number) {
                patch.call_method0("stop")?;
            }
        }
        Ok(())
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn dict<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let named = argument(args, kwargs, 0, "in_dict")?.is_some_and(|given| given.is_instance_of::<PyString>());
        if named {
            with_run(args.py(), |m| Err(refusals::forbidden_function(m, "patch.dict (by name)")))?;
        }
        marked(real(args.py(), "dict")?.call(args, kwargs)?)
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

/// Where a patch says of which session it is.
const MARK: &str = "_session_of_patch";

fn marked(patch: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let number = with_run(patch.py(), |m| Ok(m.session.check.patches.number))?;
    patch.setattr(MARK, number)?;
    Ok(patch)
}

/// What `patch.multiple` patches.
fn several<'py>(m: &RunContext, target: Bound<'py, PyAny>, keywords: &Bound<'py, PyDict>) -> R<Patched<'py>> {
    let py = m.py();
    let mut names = Vec::new();
    for (name, _) in keywords {
        let name = access_functions::exact_name(&name, "")?.to_string_lossy().into_owned();
        if !OPTIONS.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let named = match exact_text(&target) {
        Some(path) => {
            let found = mock_names::named(m, py, &path.to_string_lossy(), &names)?;
            Some(found.ok_or_else(|| refusals::forbidden_function(m, "patch.multiple"))?)
        }
        None => mock_names::of_module(m, &target, &names)?.map(|target| Patched { target, create: false }),
    };
    let found = named.unwrap_or(Patched { target, create: false });
    if !found.target.is_instance_of::<Names>() {
        for name in &names {
            check(m, "patch.multiple", &found.target, PyString::new(py, name).as_any())?;
        }
    }
    Ok(found)
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
