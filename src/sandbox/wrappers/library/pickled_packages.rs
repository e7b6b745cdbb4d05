//! Pickles of arrays, frames, models, graphs, expressions and other values of packages.
//!
//! States that no library wrote could lead C code astray, so such values are loaded from those pickles alone that this session's
//! `pickle.dumps` wrote, byte for byte, of nothing but them and plain values: they give no more than `copy.deepcopy`.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyString, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{exact_text, Ty, CLASS};
use crate::cpython::value::{Value, R};
use crate::front::policy::pickles as policy;
use crate::sandbox::type_info::{info, is_found_at, is_named};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library::pickles;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::pickles::Digest;
use crate::session::state::type_info::Kind;

/// What a pickle that is being written has in it so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    Plain,
    /// Values of packages among them.
    OfPackages,
    /// Something that says itself what is written of it.
    Others,
}

thread_local! {
    static WRITTEN: Cell<Contents> = const { Cell::new(Contents::Others) };
    /// Whether the pickle that is being read is one of the session's own.
    static READS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// Runs `write`, and tells whether there are values of packages in what it gives, and nothing but what is known.
pub fn watched<T>(write: impl FnOnce() -> PyResult<T>) -> PyResult<(T, bool)> {
    let outer = WRITTEN.replace(Contents::Plain);
    let written = write();
    let contents = WRITTEN.replace(outer);
    Ok((written?, contents == Contents::OfPackages))
}

/// Remembers a pickle as one of the session's own.
pub fn remember(written: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = written.py();
    let digest = digest(py, written.cast::<PyBytes>()?)?;
    with_run(py, |m| {
        m.session.check.pickles.keep(digest);
        Ok(())
    })
}

/// Takes note of an object that is being written.
pub fn note(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<()> {
    let seen = WRITTEN.get();
    if seen == Contents::Others || is_ordinary(obj) {
        return Ok(());
    }
    let found = contents(m, obj)?;
    if found != Contents::Plain {
        WRITTEN.set(found);
    }
    Ok(())
}

/// Whether it is a value of a package that is written as the package does it.
pub fn is_of_a_package(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    if is_ordinary(obj) || contents(m, obj)? != Contents::OfPackages {
        return Ok(false);
    }
    // (What all pickles may name stays where it is.)
    Ok(!is_named_in_pickles(m, obj)? || !pickles::is_plain_name(m, obj)?)
}

/// Whether it is a class or function, which pickles name.
fn is_named_in_pickles(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<bool> {
    let ty = Ty::of_bound(obj);
    Ok(ty.has(CLASS) || info(&m.session.check, ty)?.kind == Kind::Function)
}

fn is_ordinary(obj: &Bound<'_, PyAny>) -> bool {
    obj.is_exact_instance_of::<PyInt>() || obj.is_exact_instance_of::<PyFloat>() || obj.is_exact_instance_of::<PyString>()
}

fn contents(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<Contents> {
    let py = m.py();
    let ty = Ty::of_bound(obj);
    if obj.is_none() {
        return Ok(Contents::Plain);
    }
    // (Pickles name them. What names may stand for is looked at when they are read.)
    if is_named_in_pickles(m, obj)? {
        return Ok(Contents::OfPackages);
    }
    if !ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) && is_dtype(obj)? {
        return Ok(Contents::OfPackages);
    }
    let class = ty.to_bound(py);
    let known = known(py)?;
    for class in known.mro(&class)?.iter().take(2) {
        let (home, name) = (known.module_name(class)?, known.qualname(class)?);
        let contents = match home.split('.').next().unwrap_or_default() {
            "numpy" | "pandas" | "pytz" => Contents::OfPackages,
            _ if is_of_objects(&home, &name) && !has_special_attributes(obj)? => Contents::OfPackages,
            _ if policy::writes_itself_as_it_is(&home, &name) => Contents::Plain,
            _ => Contents::Others,
        };
        if contents != Contents::Others && is_named(py, class, &home, &name) {
            return Ok(contents);
        }
        // (Each zone of pytz is the one object of a class of its own.)
        if home != "pytz.tzfile" {
            break;
        }
    }
    Ok(Contents::Others)
}

/// Whether objects of the class are copied by pickles of the session's own. (The code's subclasses have no place among them.)
fn is_of_objects(home: &str, name: &str) -> bool {
    policy::of_objects(home) || policy::of_standard(home, name)
}

/// Whether attributes of the object itself stand for what its class says of how it is written.
fn has_special_attributes(obj: &Bound<'_, PyAny>) -> R<bool> {
    let Ok(attributes) = obj.getattr("__dict__") else { return Ok(false) };
    let Ok(attributes) = attributes.cast_exact::<PyDict>() else { return Ok(true) };
    Ok(attributes.keys().iter().any(|name| exact_text(&name).is_none_or(|name| policy::says_what_is_written(&name.to_string_lossy()))))
}

/// Whether it is one of numpy's dtypes, which say by no name what they are.
fn is_dtype(obj: &Bound<'_, PyAny>) -> R<bool> {
    let modules = api::module(obj.py(), "sys")?.getattr("modules")?;
    match modules.get_item("numpy") {
        Ok(numpy) => Ok(obj.is_instance(&numpy.getattr("dtype")?)?),
        Err(_) => Ok(false),
    }
}

fn digest(py: Python<'_>, bytes: &Bound<'_, PyBytes>) -> PyResult<Digest> {
    let _host = HostScope::enter();
    let hash = py.import("hashlib")?.getattr("blake2b")?.call1((bytes,))?.call_method0("digest")?;
    Ok(Digest { length: bytes.as_bytes().len(), hash: hash.extract()? })
}

/// Whether the session wrote these bytes.
pub fn is_own(m: &RunContext, bytes: &Bound<'_, PyBytes>) -> R<bool> {
    let pickles = &m.session.check.pickles;
    Ok(pickles.has_length(bytes.as_bytes().len()) && pickles.knows(&digest(m.py(), bytes)?))
}

/// The part of these bytes, from the first on, that the session wrote.
pub fn own_part<'py>(m: &RunContext, bytes: &Bound<'py, PyBytes>) -> R<Option<Bound<'py, PyBytes>>> {
    let all = bytes.as_bytes();
    for part in m.session.check.pickles.lengths().into_iter().filter_map(|length| all.get(..length)) {
        let part = PyBytes::new(m.py(), part);
        if m.session.check.pickles.knows(&digest(m.py(), &part)?) {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Runs `read` on a pickle, one of the session's own or not. (Finalisers of the code that come meanwhile may read others.)
pub fn reading<T>(own: bool, read: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let outer = READS_OWN.replace(own);
    let done = read();
    READS_OWN.set(outer);
    done
}

/// What a pickle of the session's own names of a package.
pub fn find<'py>(m: &RunContext, module: &Bound<'py, PyAny>, name: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    let (Some(module), Some(name)) = (exact_text(module), exact_text(name)) else { return Ok(None) };
    if !READS_OWN.get() {
        return Ok(None);
    }
    let (module, name) = named_today(py, &module, &name)?;
    if (module.as_str(), name.as_str()) == ("builtins", "getattr") {
        return Ok(Some(wrap_pyfunction!(maker_of_zones, py)?.into_any()));
    }
    // The maker of objects of the first protocols, whose classes are looked at as others are.
    if (module.as_str(), name.as_str()) == ("copyreg", "_reconstructor") {
        let _host = HostScope::enter();
        return Ok(Some(py.import("copyreg")?.getattr("_reconstructor")?));
    }
    let listed = policy::of_packages(&module, &name);
    if !listed && !policy::named_by_objects(&module) {
        return Ok(None);
    }
    let found = {
        let _host = HostScope::enter();
        let mut found = py.import(module.as_str())?.into_any();
        for part in name.split('.') {
            found = found.getattr(part)?;
        }
        found
    };
    // (A class is what it says it is; functions are the table's, or such as the code may have.)
    let genuine = !found.is_instance_of::<PyType>() || is_found_at(py, &found, &module, &name);
    let allowed = genuine && (listed || is_for_the_code(m, &found)?);
    Ok(allowed.then_some(found))
}

/// What protocols below 3 call by the names of Python 2 (by the tables of the standard library).
fn named_today(py: Python<'_>, module: &Bound<'_, PyString>, name: &Bound<'_, PyString>) -> PyResult<(String, String)> {
    let _host = HostScope::enter();
    let tables = py.import("_compat_pickle")?;
    let renamed = tables.getattr("NAME_MAPPING")?.call_method1("get", ((module, name),))?;
    match renamed.extract() {
        Ok(both) => Ok(both),
        Err(_) => Ok((tables.getattr("IMPORT_MAPPING")?.call_method1("get", (module, module))?.extract()?, name.extract()?)),
    }
}

/// What pickles of `zoneinfo.ZoneInfo` have called for their maker, which is a method.
#[pyfunction(name = "getattr")]
fn maker_of_zones<'py>(owner: Bound<'py, PyAny>, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let is_maker = exact_text(&name).is_some_and(|name| name.to_string_lossy() == "_unpickle");
    if is_maker && is_found_at(py, &owner, "zoneinfo", "ZoneInfo") {
        let _host = HostScope::enter();
        return owner.getattr("_unpickle");
    }
    with_run(py, |m| Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden operation: pickle.find_class (builtins.getattr)")))
}

/// Whether the code would get this very object if it asked for it.
fn is_for_the_code(m: &RunContext, found: &Bound<'_, PyAny>) -> R<bool> {
    match value_filter::admit(m, Value::from_bound(found.clone())) {
        Ok(admitted) => Ok(admitted.to_bound(m.py())?.is(found)),
        Err(_) => {
            drop(PyErr::take(m.py()));
            Ok(false)
        }
    }
}
