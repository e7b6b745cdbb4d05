//! Objects that C code uses although nothing filled them in: static methods of nothing, numpy's functions without any, parsers and
//! writers of libyaml whose class of the code has an `__init__` of its own.

use std::sync::atomic::AtomicBool;
use std::sync::OnceLock;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::budget::compiled_calls::{self, CallSlot};
use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::layout::instance;
use crate::cpython::value::raise;
use crate::session::current;
use crate::session::scope::sandboxed;

/// Wraps the call of static methods, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = api::module(py, "builtins")?.getattr("staticmethod")?.cast_into::<PyType>()?;
    compiled_calls::wrap_slot(&class, CallSlot::Call, &table::UNFILLED, |call, original| {
        if call.this().is_some_and(|method| instance::is_unfilled(&method)) {
            return Err(raise::<PyRuntimeError>("uninitialized staticmethod object"));
        }
        original.run()
    });
    Ok(())
}

/// Classes of PyYAML over libyaml.
const YAML: [&str; 2] = ["CParser", "CEmitter"];
static YAML_CLASSES: [OnceLock<Py<PyType>>; YAML.len()] = [const { OnceLock::new() }; YAML.len()];

/// Wraps the constructors of numpy's functions and of libyaml's objects, when they are loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    static YAML_DONE: [AtomicBool; YAML.len()] = [const { AtomicBool::new(false) }; YAML.len()];
    for ((name, known), done) in YAML.into_iter().zip(&YAML_CLASSES).zip(&YAML_DONE) {
        let Some(module) = newly_loaded(py, done, "yaml._yaml", name)? else { continue };
        let class = module.getattr(name)?.cast_into::<PyType>()?;
        known.get_or_init(|| class.clone().unbind());
        compiled_calls::wrap_slot(&class, CallSlot::New, &table::UNFILLED, |call, original| {
            let class = call.this().and_then(|class| class.cast_into::<PyType>().ok());
            if sandboxed() && class.is_some_and(|class| is_made_by_code(&class)) {
                return Err(raise::<PyTypeError>(
                    "a class below yaml's parsers and writers in C has no __init__ or __new__ of its own: \
                     derive from yaml.SafeLoader or yaml.SafeDumper, which are Python code",
                ));
            }
            original.run()
        });
    }
    for (module, done) in ["numpy._core._multiarray_umath", "numpy.core._multiarray_umath"].into_iter().zip(&DONE) {
        let Some(module) = newly_loaded(py, done, module, "_ArrayFunctionDispatcher")? else { continue };
        let class = module.getattr("_ArrayFunctionDispatcher")?.cast_into::<PyType>()?;
        compiled_calls::guard_slot(&class, CallSlot::New, &table::UNFILLED, |_| {
            Err(PyTypeError::new_err("cannot create 'numpy._ArrayFunctionDispatcher' instances"))
        });
    }
    Ok(())
}

/// Whether objects of the class are filled in by its `__init__` alone: what `__new__` gives is not for the code.
pub fn is_filled_by_init(class: &Bound<'_, PyType>) -> bool {
    YAML_CLASSES.iter().filter_map(OnceLock::get).any(|known| class.is_subclass(known.bind(class.py())).unwrap_or(true))
}

/// Whether a class of the code says how objects of the class are made.
fn is_made_by_code(class: &Bound<'_, PyType>) -> bool {
    let is_own = |base: &Bound<'_, PyType>| current::with_current(|m| m.session.check.own.contains(base)).unwrap_or(false);
    ["__new__", "__init__"].into_iter().any(|name| {
        let name = PyString::intern(class.py(), name);
        let mut bases = class.mro().into_iter().filter_map(|base| base.cast_into::<PyType>().ok());
        bases.find(|base| api::own_attribute(base, &name).is_some()).is_some_and(|base| is_own(&base))
    })
}
