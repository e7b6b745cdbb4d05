//! Functions of C that packages call through `ctypes` (z3): what stands for a handle there is one.
//!
//! A package that names types of its own for handles, and says itself what may stand for one (`class Ast(c_void_p)` with a
//! `from_param`), hands on what it is given. A number or a text would be an address, and so would whatever an object of the code
//! says of itself, now or when the package's own finaliser runs after the run: they are no handles to the code, and to no one of
//! a package that code has called so.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyString, PyType};

use crate::budget::compiled_calls::{self, Call, CallSlot};
use crate::cpython::api;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::once::Once;
use crate::sandbox::classes::reduce_hook;
use crate::sandbox::native_parts;
use crate::session::scope::sandboxed;

static BASES: Once<Bases> = Once::new();

/// Classes of `ctypes`.
struct Bases {
    /// `c_void_p`, which packages derive their types from.
    address: Py<PyType>,
    /// The base of all.
    value: Py<PyType>,
}

/// Wraps the calls and the copies, once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "ctypes", "c_void_p")? else { return Ok(()) };
    let address = module.getattr("c_void_p")?.cast_into::<PyType>()?;
    let value = module.getattr("Structure")?.getattr("__base__")?.cast_into::<PyType>()?;
    let kind = address.get_type();
    BASES.get_or_make(py, || Ok::<_, PyErr>(Bases { address: address.unbind(), value: value.unbind() }))?;
    for copy in ["from_buffer", "from_buffer_copy"] {
        if let Some(method) = Method::of(&kind.getattr(copy)?) {
            compiled_calls::wrap(method, &table::FOREIGN_CALLS, |call, original| {
                if is_looked_at() {
                    copied(call)?;
                }
                original.run()
            });
        }
    }
    compiled_calls::wrap_slot(module.getattr("_CFuncPtr")?.cast()?, CallSlot::Call, &table::FOREIGN_CALLS, |call, original| {
        if let Some(function) = call.this().filter(|_| is_looked_at()) {
            check(&function, &call.places())?;
        }
        original.run()
    });
    Ok(())
}

/// Whether it is the code that calls, or may be what it left to a package of its own.
fn is_looked_at() -> bool {
    sandboxed() || native_parts::are_known()
}

fn check(function: &Bound<'_, PyAny>, args: &[Bound<'_, PyAny>]) -> PyResult<()> {
    let types = function.getattr(intern!(function.py(), "argtypes"))?;
    if types.is_none() {
        return Ok(());
    }
    // (It is the very list that the package gave.)
    for (place, (kind, given)) in types.try_iter()?.zip(args).enumerate() {
        let kind = kind?;
        if is_of_handles(&kind)? && is_no_handle(given)? {
            let (kind, given) = (kind.cast::<PyType>()?.name()?, given.get_type().name()?);
            return Err(PyTypeError::new_err(format!(
                "argument {}: {given} is no handle of type {kind}: give what the library made, or `numpy.asarray(...)` of an array",
                place + 1
            )));
        }
    }
    Ok(())
}

/// Whether it is a type of a package's own that says itself what may stand for a handle.
fn is_of_handles(kind: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = kind.py();
    let (Ok(kind), Some(bases)) = (kind.cast::<PyType>(), BASES.get(py)) else { return Ok(false) };
    let address = bases.address.bind(py);
    if kind.is(address) || !api::is_subtype(kind, address) || !sandboxed() && !native_parts::is_of_known(kind) {
        return Ok(false);
    }
    let name = PyString::intern(py, "from_param");
    let (own, plain) = (api::class_attribute(kind, &name), api::class_attribute(address, &name));
    Ok(own.is_some_and(|own| plain.is_none_or(|plain| !own.is(&plain))))
}

/// (Nought is none.)
fn is_no_handle(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    if given.is_instance_of::<PyInt>() {
        return Ok(!(given.is_exact_instance_of::<PyInt>() && given.eq(0)?));
    }
    let is_text = given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyString>() || given.is_instance_of::<PyByteArray>();
    Ok(is_text || reduce_hook::is_put(&given.get_type()))
}

/// A handle is copied from a value of `ctypes`.
fn copied(call: &Call) -> PyResult<()> {
    let (Some(kind), Some(source)) = (call.this(), call.places().into_iter().next()) else { return Ok(()) };
    let Some(bases) = BASES.get(source.py()) else { return Ok(()) };
    if is_of_handles(&kind)? && !api::is_subtype(&source.get_type(), bases.value.bind(source.py())) {
        return Err(PyTypeError::new_err(format!("{} is no handle", source.get_type().name()?)));
    }
    Ok(())
}
