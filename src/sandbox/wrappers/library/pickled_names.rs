//! Classes and functions of the code in pickles, which name them by their variables.
//!
//! Objects of the code's classes are pickled as Python does it, where nothing stands above these classes but plain ones: libraries keep
//! in their objects what is not for the code to see or to set. Their state is set as the code itself may.

use pyo3::exceptions::{PyAttributeError, PyBaseException, PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFunction, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::classes::{self, reduce_hook};
use crate::sandbox::type_info::{info, is_found_at};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library::{pickled_packages, pickles};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// A pickle names what the code made.
#[pyclass(frozen, extends = PyException, module = "fastexec")]
pub struct NamesOfTheCode;

#[pymethods]
impl NamesOfTheCode {
    #[new]
    fn new() -> NamesOfTheCode {
        NamesOfTheCode
    }
}

/// Modules whose classes keep nothing but their contents in their objects.
const PLAIN_BASES: [&str; 12] = [
    "_collections_abc",
    "abc",
    "builtins",
    "collections",
    "collections.abc",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "numbers",
    "typing",
    "typing_extensions",
];

/// Modules of classes that keep parameters and what was learned in the dicts of their objects, as the code does in its own below them.
const ESTIMATOR_BASES: [&str; 6] = [
    "sklearn.base",
    "sklearn.utils._estimator_html_repr",
    "sklearn.utils._metadata_requests",
    "sklearn.utils._repr_html.base",
    "sklearn.utils._set_output",
    "sklearn.utils.metadata_routing",
];

/// Classes of objects that are no classes and no functions of the code, and that pickles name.
const NAMED: [(&str, &str); 5] = [
    ("functools", "_lru_cache_wrapper"),
    ("typing", "NewType"),
    ("typing", "ParamSpec"),
    ("typing", "TypeVar"),
    ("typing", "TypeVarTuple"),
];

/// What `fastexec/pickles.py` asks.
#[pyclass(frozen, module = "pickle", name = "function")]
pub struct Names;

#[pymethods]
impl Names {
    fn look(&self, obj: Bound<'_, PyAny>) -> PyResult<bool> {
        with_run(obj.py(), |m| {
            if is_of_the_code(m, &obj)? {
                return Ok(false);
            }
            pickles::check(m, &obj)?;
            pickled_packages::is_of_a_package(m, &obj)
        })
    }
    fn apart<'py>(
        &self,
        values: Bound<'py, PyAny>,
        protocol: Bound<'py, PyAny>,
        write: Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        pickles::written_around(&values, &protocol, &write)
    }
    fn values<'py>(&self, text: Bound<'py, PyBytes>, read: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(found) = pickles::read_own(&text, &PyDict::new(text.py()))? {
            return match found.cast::<PyTuple>() {
                Ok(parts) => pickles::read_around(parts, &read),
                Err(_) => Ok(found),
            };
        }
        let refused = "Forbidden operation: pickle.loads (values of packages are loaded from what this session's pickle.dumps wrote, \
                       and share no objects of the code's classes with others)";
        with_run(text.py(), |m| Err(refusals::raise(m, refusals::Kind::Plain, refused)))
    }
    fn is_named(&self, obj: Bound<'_, PyAny>) -> PyResult<bool> {
        with_run(obj.py(), |m| is_named(m, &obj))
    }
    fn place<'py>(&self, obj: Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = obj.py();
        with_run(py, |m| {
            let path = match obj.getattr("__qualname__") {
                Err(error) if error.is_instance_of::<PyAttributeError>(py) => obj.getattr("__name__"),
                path => path,
            };
            place(m, &obj, path?)
        })
    }
    fn place_as<'py>(&self, obj: Bound<'py, PyAny>, path: Bound<'py, PyAny>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        with_run(obj.py(), |m| match is_of_the_code(m, &obj)? {
            true => place(m, &obj, path).map(Some),
            false => Ok(None),
        })
    }
    fn reduced<'py>(&self, obj: Bound<'py, PyAny>, protocol: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = obj.py();
        with_run(py, |m| {
            if is_named(m, &obj)? {
                return Ok(PyString::new(py, "").into_any());
            }
            match is_of_the_code(m, &obj)? {
                true => Ok(reduce_hook::parts(&obj, &protocol)?),
                false => Ok(py.NotImplemented().into_bound(py)),
            }
        })
    }
    fn find<'py>(&self, module: Bound<'py, PyAny>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = module.py();
        with_run(py, |m| match find(m, &module, &name)? {
            Some(found) => Ok(found),
            None if is_reconstructor(&module, &name) => Ok(wrap_pyfunction!(reconstructor, py)?.into_any()),
            None if is_maker_of_methods(&module, &name) => Ok(wrap_pyfunction!(method, py)?.into_any()),
            None => match holder(py, &module, &name)? {
                Some(class) => Ok(class.into_any()),
                None => pickles::find_plain(m, &module, &name),
            },
        })
    }
    fn build(&self, obj: Bound<'_, PyAny>, state: Bound<'_, PyAny>) -> PyResult<()> {
        with_run(obj.py(), |m| build(m, &obj, state))
    }
}

/// Whether the name is that by which pickles of the first protocols make objects.
pub fn is_reconstructor(module: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>) -> bool {
    is_one_of(module, &["copy_reg", "copyreg"]) && is_one_of(name, &["_reconstructor"])
}

/// Whether the name is that by which pickles find the methods of objects.
pub fn is_maker_of_methods(module: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>) -> bool {
    is_one_of(module, &["builtins", "__builtin__"]) && is_one_of(name, &["getattr"])
}

fn is_one_of(found: &Bound<'_, PyAny>, texts: &[&str]) -> bool {
    exact_text(found).is_some_and(|text| texts.contains(&&*text.to_string_lossy()))
}

/// The method of an object or class of the code, or what stands in such a class, by its name.
#[pyfunction]
fn method<'py>(object: Bound<'py, PyAny>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    with_run(py, |m| {
        let name = access_functions::exact_name(&name, "getattr")?;
        let found = attributes::get(m, &Value::from_bound(object), &name)?.to_bound(py)?;
        match access_functions::is_own_method(m, &found)? || is_named(m, &found)? {
            true => Ok(found),
            false => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden operation: pickle.find_class (builtins.getattr)")),
        }
    })
}

/// The builtin class by this name whose objects hold attributes as the code sets them, and nothing else: exceptions, `SimpleNamespace`.
/// They get these as the code itself may set them.
pub fn holder<'py>(py: Python<'py>, module: &Bound<'py, PyAny>, name: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyType>>> {
    let (Some(module), Some(name)) = (exact_text(module), exact_text(name)) else { return Ok(None) };
    let (module, name) = (module.to_string_lossy(), name.to_string_lossy());
    let class = match (&*module, &*name) {
        ("types", "SimpleNamespace") => api::module(py, "types")?.getattr("SimpleNamespace")?,
        ("builtins" | "__builtin__" | "exceptions", name) => match api::module(py, "builtins")?.dict().get_item(name)? {
            Some(found) => found,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    match class.cast_into::<PyType>() {
        Ok(class) if is_holder(py, &class)? => Ok(Some(class)),
        _ => Ok(None),
    }
}

fn is_holder(py: Python<'_>, class: &Bound<'_, PyType>) -> R<bool> {
    let is_exception = class.is_subclass_of::<PyBaseException>()? && known(py)?.module_name(class)? == "builtins";
    Ok(is_exception || class.is(&api::module(py, "types")?.getattr("SimpleNamespace")?))
}

/// Makes an object of a class of the code, with the contents of a built-in class above it.
#[pyfunction]
fn reconstructor<'py>(class: Bound<'py, PyType>, base: Bound<'py, PyAny>, contents: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let allowed = with_run(py, |m| Ok(m.session.check.own.contains(&class) && has_plain_bases(m, &class)?))?;
    let fixed = |base: &Bound<'py, PyType>| Ty::from_class(base).has(pyo3::ffi::Py_TPFLAGS_IMMUTABLETYPE) && api::is_subtype(&class, base);
    if !allowed || !base.cast::<PyType>().is_ok_and(fixed) {
        return with_run(py, |m| Err(refusals::forbidden_function(m, "copyreg._reconstructor")));
    }
    let _host = HostScope::enter();
    py.import("copyreg")?.getattr("_reconstructor")?.call1((class, base, contents))
}

/// Whether the object is a class or function of the code, or an object of one of its classes.
pub fn is_of_the_code(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let class = Ty::of_bound(obj).to_bound(m.py());
    Ok(is_named(m, obj)? || m.session.check.own.contains(&class) && has_plain_bases(m, &class)?)
}

/// Whether its state is set as the code itself may: of what is the code's, and of builtin classes that hold attributes and nothing else.
pub fn is_built_by_the_engine(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    Ok(is_holder(m.py(), &Ty::of_bound(obj).to_bound(m.py()))? || is_of_the_code(m, obj)?)
}

fn is_named(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    match obj.cast::<PyType>() {
        Ok(class) => Ok(m.session.check.own.contains(class)),
        Err(_) => Ok(info(&m.session.check, Ty::of_bound(obj))?.kind == Kind::OwnFunction || is_named_object(m, obj)?),
    }
}

/// Whether it is no class or function of the code, but named by pickles as these are: what the standard library laid round a function, and
/// variables of types.
fn is_named_object(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let class = obj.get_type();
    let found = NAMED.iter().find(|(_, name)| type_access::is_called(&class, name));
    let found = found.filter(|(module, name)| is_found_at(m.py(), class.as_any(), module, name));
    let is_own = |inner: Bound<'_, PyAny>| info(&m.session.check, Ty::of_bound(&inner)).is_ok_and(|facts| facts.kind == Kind::OwnFunction);
    match found {
        Some(("typing", _)) => {}
        // (Functions that ask the type of an argument are Python's own.)
        found if found.is_none() && !obj.is_exact_instance_of::<PyFunction>() => return Ok(false),
        _ if obj.getattr("__wrapped__").is_ok_and(is_own) => {}
        _ => return Ok(false),
    }
    let home = obj.getattr("__module__").ok().and_then(|home| exact_text(&home));
    Ok(home.is_some_and(|home| classes::module(m).is_ok_and(|own| home.to_string_lossy() == own.to_string_lossy())))
}

/// Whether what stands above the class keeps nothing but contents (and makes no classes).
fn has_plain_bases(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    let known = known(m.py())?;
    for base in known.mro(class)? {
        let home = known.module_name(&base)?;
        let plain = PLAIN_BASES.contains(&home.as_str()) || ESTIMATOR_BASES.contains(&home.as_str());
        if !(plain || m.session.check.own.contains(&base)) || base.is(m.py().get_type::<PyType>()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Module and path by which a pickle names the object. They lead to it, or it cannot be pickled.
fn place<'py>(m: &RunContext, obj: &Bound<'py, PyAny>, path: Bound<'py, PyAny>) -> R<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = m.py();
    let module = obj.getattr("__module__")?;
    let text = path.str()?.to_string_lossy().into_owned();
    if text.split('.').any(|part| part == "<locals>") {
        return Err(local_error(obj, &text)?.into());
    }
    match find(m, &module, &path) {
        Ok(Some(found)) if found.is(obj) => return Ok((module, path)),
        Ok(Some(_)) => {
            return Err(pickling_error(py, &format!("Can't pickle {}: it's not the same object as {module}.{text}", obj.repr()?))?.into())
        }
        Ok(None) => {}
        Err(_) => drop(PyErr::take(py)),
    }
    let why = match cfg!(Py_3_14) {
        true => format!("it's not found as {module}.{text}"),
        false => format!("attribute lookup {text} on {module} failed"),
    };
    Err(pickling_error(py, &format!("Can't pickle {}: {why}", obj.repr()?))?.into())
}

fn local_error(obj: &Bound<'_, PyAny>, path: &str) -> PyResult<PyErr> {
    if cfg!(Py_3_14) {
        return pickling_error(obj.py(), &format!("Can't pickle local object {}", obj.repr()?));
    }
    let verb = if cfg!(Py_3_13) { "get" } else { "pickle" };
    Ok(PyAttributeError::new_err(format!("Can't {verb} local object '{path}'")))
}

fn pickling_error(py: Python<'_>, text: &str) -> PyResult<PyErr> {
    Ok(PyErr::from_value(py.import("pickle")?.getattr("PicklingError")?.call1((text,))?))
}

/// The class or function of the code that a pickle names; none if the module is another one than the code's.
pub fn find<'py>(m: &RunContext, module: &Bound<'py, PyAny>, name: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = m.py();
    let (Some(module), Some(name)) = (exact_text(module), exact_text(name)) else { return Ok(None) };
    let (module, name) = (module.to_string_lossy().into_owned(), name.to_string_lossy().into_owned());
    if module != classes::module(m)?.to_string_lossy() {
        return Ok(None);
    }
    let mut parts = name.split('.');
    let slot = parts.next().and_then(|first| m.session.names.borrow().get(first));
    let missing = || {
        PyAttributeError::new_err(match cfg!(Py_3_14) {
            true => format!("module '{module}' has no attribute '{name}'"),
            false => format!("Can't get attribute '{name}' on <module '{module}'>"),
        })
    };
    let mut found = match slot.map(|slot| m.session.globals.get(slot)) {
        Some(value) if value.is_object() => value.to_bound(py)?,
        _ => return Err(missing().into()),
    };
    for part in parts {
        let class = found.cast_into::<PyType>().ok().filter(|class| m.session.check.own.contains(class));
        found = class.and_then(|class| api::own_attribute(&class, &PyString::new(py, part))).ok_or_else(missing)?;
        if is_found_at(py, found.get_type().as_any(), "builtins", "staticmethod") {
            found = found.getattr("__func__")?;
        }
    }
    let allowed = match found.cast::<PyType>() {
        Ok(class) => is_named(m, &found)? && has_plain_bases(m, class)?,
        Err(_) => is_of_the_code(m, &found)?,
    };
    if !allowed {
        let text = format!("Forbidden operation: pickle.find_class ({module}.{name})");
        return Err(refusals::raise(m, refusals::Kind::Plain, &text));
    }
    Ok(Some(found))
}

fn build(m: &RunContext, obj: &Bound<'_, PyAny>, state: Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    if is_holder(py, &Ty::of_bound(obj).to_bound(py))? {
        return set_each(m, obj, &state);
    }
    if is_named(m, obj)? || !is_of_the_code(m, obj)? {
        return Err(refusals::forbidden_function(m, "pickle.loads (with a state for what is no object of the code's classes)"));
    }
    let name = PyString::intern(py, "__setstate__");
    for base in known(py)?.mro(&Ty::of_bound(obj).to_bound(py))? {
        if m.session.check.own.contains(&base) && api::own_attribute(&base, &name).is_some() {
            obj.getattr(&name)?.call1((state,))?;
            return Ok(());
        }
    }
    let parts = state.cast::<PyTuple>().ok().filter(|parts| parts.len() == 2);
    let (fields, slots) = match parts {
        Some(parts) => (parts.get_item(0)?, Some(parts.get_item(1)?)),
        None => (state, None),
    };
    let is_exception = obj.is_instance_of::<PyBaseException>();
    if fields.is_truthy()? && !is_exception && !is_estimator(m, obj)? {
        let namespace = obj.getattr("__dict__")?;
        let namespace = namespace.cast::<PyDict>().map_err(PyErr::from)?;
        for (key, value) in as_dict(&fields)?.copy()?.iter() {
            let key = exact_text(&key).map_or(key, |text| PyString::intern(py, &text.to_string_lossy()).into_any());
            namespace.set_item(key, value)?;
        }
    } else if fields.is_truthy()? {
        set_each(m, obj, &fields)?;
    }
    match slots {
        Some(slots) if slots.is_truthy()? => set_each(m, obj, &slots),
        _ => Ok(()),
    }
}

/// Whether a class of a package stands above the object's.
fn is_estimator(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let known = known(m.py())?;
    let lineage = known.mro(&Ty::of_bound(obj).to_bound(m.py()))?;
    let mut homes = lineage.iter().map(|base| known.module_name(base));
    Ok(homes.any(|home| home.is_ok_and(|home| ESTIMATOR_BASES.contains(&home.as_str()))))
}

fn as_dict<'a, 'py>(state: &'a Bound<'py, PyAny>) -> R<&'a Bound<'py, PyDict>> {
    Ok(state.cast::<PyDict>().map_err(|_| PyTypeError::new_err("state is not a dictionary"))?)
}

/// Sets attributes as the code does.
fn set_each(m: &RunContext, obj: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> R<()> {
    for (name, value) in as_dict(state)?.copy()?.iter() {
        let value = value_filter::admit(m, Value::from_bound(value))?;
        attributes::set(m, &Value::from_bound(obj.clone()), &access_functions::exact_name(&name, "")?, &value)?;
    }
    Ok(())
}
