//! Packages that reach a native part of their own through `ctypes` (xgboost, lightgbm), as others do through an extension module.
//!
//! Which ones, is told by what a module of theirs holds: a library (`ctypes.CDLL`) that lies in the package's own folder, or functions
//! of Python code that keep a function of such a library as a default (z3). Such a package may look up its functions and have memory for calls of them. It gives no address that came from the code: values of
//! `ctypes` are refused at the gate. All others, those that build arrays from any address among them, may do none of it.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyModule, PyTuple, PyType};

use crate::cpython::{api, call_stack};

/// Folders of packages that were found to have one.
static KNOWN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether the event of `ctypes` is such a package's work.
pub fn allows(py: Python<'_>, event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let Some(folder) = call_stack::folder_at_work(py) else { return false };
    let library = || args?.get_item(0).ok();
    match event {
        "ctypes.dlopen" => library().is_some_and(|path| path.extract().is_ok_and(|path: PathBuf| lies_in(&path, &folder))),
        "ctypes.dlsym" => library().is_some_and(|library| is_own(&library, &folder)),
        "ctypes.create_string_buffer" | "ctypes.create_unicode_buffer" | "ctypes.addressof" | "ctypes.cdata" | "ctypes.cdata/buffer" => {
            has_one(py, &folder)
        }
        // Each call of a function of C, `cast` among them.
        "ctypes.call_function" if cfg!(Py_3_14) => has_one(py, &folder),
        _ => false,
    }
}

/// Whether code has worked with any of them.
pub fn are_known() -> bool {
    KNOWN.lock().is_ok_and(|known| !known.is_empty())
}

/// Whether a class is of one of them.
pub fn is_of_known(class: &Bound<'_, PyType>) -> bool {
    let file = || {
        let module = api::loaded_modules(class.py())?.get_item(class.module().ok()?).ok()??;
        module.cast::<PyModule>().ok()?.dict().get_item("__file__").ok()??.extract::<PathBuf>().ok()
    };
    file().is_some_and(|file| KNOWN.lock().is_ok_and(|known| known.iter().any(|folder| lies_in(&file, folder))))
}

fn has_one(py: Python<'_>, folder: &Path) -> bool {
    let is_known = |known: &Vec<PathBuf>| known.iter().any(|one| one == folder);
    if KNOWN.lock().is_ok_and(|known| is_known(&known)) {
        return true;
    }
    let found = look(py, folder).unwrap_or(false);
    if let (true, Ok(mut known)) = (found, KNOWN.lock()) {
        known.push(folder.to_owned());
    }
    found
}

/// Whether a module of the package holds a library of its own.
fn look(py: Python<'_>, folder: &Path) -> PyResult<bool> {
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?.copy()?;
    let top = folder.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    for (name, module) in modules {
        let is_part = name.extract::<String>().is_ok_and(|name| name.split('.').next() == Some(top));
        let Some(module) = module.cast::<PyModule>().ok().filter(|_| is_part) else { continue };
        if module.dict().values().iter().any(|value| is_own(&value, folder) || keeps_own(&value, folder)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it is a function that has one of such a library among its defaults, or in an object that is there.
fn keeps_own(value: &Bound<'_, PyAny>, folder: &Path) -> bool {
    let py = value.py();
    let Some(defaults) = value.cast::<PyFunction>().ok().and_then(|function| function.getattr(intern!(py, "__defaults__")).ok()) else {
        return false;
    };
    let Ok(defaults) = defaults.cast_into::<PyTuple>() else { return false };
    let mut all = Vec::new();
    for default in defaults {
        all.extend(api::own_members(&default).into_iter().flat_map(|members| members.values()));
        all.push(default);
    }
    all.iter().any(|function| library_of(function).is_some_and(|library| is_own(&library, folder)))
}

/// The library that a function of C is from.
fn library_of<'py>(function: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let class = api::module(function.py(), "ctypes").ok()?.getattr("_CFuncPtr").ok()?.cast_into::<PyType>().ok()?;
    if !api::is_subtype(&function.get_type(), &class) {
        return None;
    }
    function.getattr("_objects").ok()?.cast_into::<PyDict>().ok()?.get_item("0").ok()?
}

/// Whether it is a library that was loaded from the folder.
fn is_own(library: &Bound<'_, PyAny>, folder: &Path) -> bool {
    let class = || library.py().import("ctypes")?.getattr("CDLL");
    let is_library = class().is_ok_and(|class| library.get_type().is(&class));
    is_library && library.getattr("_name").and_then(|name| name.extract::<PathBuf>()).is_ok_and(|path| lies_in(&path, folder))
}

fn lies_in(file: &Path, folder: &Path) -> bool {
    file.is_absolute() && call_stack::resolve(file).is_some_and(|file| file.starts_with(folder))
}
