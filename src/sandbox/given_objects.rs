//! Objects that the host gives, and the packages they are of, whose code acts for the host from then on.
//!
//! A client that the host hands over talks to its server as the host does. An object that a library makes for
//! itself from a package that is not authorized (the axes of `df.plot()`) is no leave of the host.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use pyo3::PyTypeInfo;

use crate::cpython::builtin_types::known;
use crate::cpython::call_stack;
use crate::cpython::static_types;
use crate::cpython::type_access::{self, Ty, CLASS, PLAIN};
use crate::cpython::value::{Value, R};
use crate::sandbox::acting_for_host::top_of;
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library::process_settings;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// How far into containers that the host gives a look is taken.
const DEPTH: u32 = 3;
const ITEMS: usize = 100;

/// Lets a value of the host through the gate, and notes what it is of.
pub fn admit(m: &RunContext, value: Value) -> R<Value> {
    if let Some(object) = value.as_object() {
        note(m, &object)?;
    }
    value_filter::admit(m, value)
}

/// Notes what a value of the host is of.
#[inline]
pub fn note(m: &RunContext, object: &Bound<'_, PyAny>) -> R<()> {
    if is_worth_a_look(Ty::of_bound(object)) {
        look_into(m, object, DEPTH)
    } else {
        Ok(())
    }
}

fn is_worth_a_look(ty: Ty<'_>) -> bool {
    ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE | CONTAINERS) || is_generator(ty) || is_method(ty)
}

fn is_method(ty: Ty<'_>) -> bool {
    std::ptr::eq(ty.addr() as *const pyo3::ffi::PyTypeObject, static_types::method_type())
}

fn is_generator(ty: Ty<'_>) -> bool {
    std::ptr::eq(ty.addr() as *const pyo3::ffi::PyTypeObject, &raw const pyo3::ffi::PyGen_Type)
}

const CONTAINERS: std::ffi::c_ulong =
    pyo3::ffi::Py_TPFLAGS_LIST_SUBCLASS | pyo3::ffi::Py_TPFLAGS_TUPLE_SUBCLASS | pyo3::ffi::Py_TPFLAGS_DICT_SUBCLASS | CLASS;

/// (A cast that fails makes an error: most values are none of the kinds that are asked for.)
fn exact<'a, 'py, T: PyTypeInfo>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, T>> {
    object.is_exact_instance_of::<T>().then(|| object.cast_exact().ok()).flatten()
}

fn look_into(m: &RunContext, object: &Bound<'_, PyAny>, depth: u32) -> R<()> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    if let Some(list) = exact::<PyList>(object) {
        return list.iter().take(ITEMS).try_for_each(|item| look_into(m, &item, depth));
    }
    if let Some(tuple) = exact::<PyTuple>(object) {
        return tuple.iter().take(ITEMS).try_for_each(|item| look_into(m, &item, depth));
    }
    if let Some(dict) = exact::<PyDict>(object) {
        if !type_access::any_value(dict, ITEMS, is_worth_a_look) {
            return Ok(());
        }
        // No code runs before they are all held.
        let items: Vec<_> = dict.iter().take(ITEMS).map(|(_, item)| item).filter(|item| is_worth_a_look(Ty::of_bound(item))).collect();
        return items.iter().try_for_each(|item| look_into(m, item, depth));
    }
    let ty = Ty::of_bound(object);
    if is_method(ty) {
        let _own = HostScope::enter();
        return look_into(m, &object.getattr(intern!(m.py(), "__self__"))?, depth);
    }
    if is_generator(ty) {
        return module_of_generator(object).map_or(Ok(()), |module| note_home(m, &module));
    }
    if !ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) || ty.has(PLAIN) {
        return Ok(());
    }
    if let Some(generator) = generator_of_manager(object)? {
        return look_into(m, &generator, depth);
    }
    let class = match object.cast::<PyType>() {
        Ok(class) => class.clone(),
        Err(_) if info(&m.session.check, ty)?.kind == Kind::Host => object.get_type(),
        Err(_) => return Ok(()),
    };
    note_home(m, &known(m.py())?.module_name(&class)?)
}

/// That of a function which is decorated with `contextlib.contextmanager`.
fn generator_of_manager<'py>(object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let (class, py) = (object.get_type(), object.py());
    if !type_access::is_called(&class, "_GeneratorContextManager") || known(py)?.module_name(&class)? != "contextlib" {
        return Ok(None);
    }
    let _own = HostScope::enter();
    Ok(object.getattr_opt("gen")?)
}

/// Where the function is from that made it; none of one that has ended.
fn module_of_generator(generator: &Bound<'_, PyAny>) -> Option<String> {
    let _own = HostScope::enter();
    let globals = generator.getattr("gi_frame").and_then(|frame| frame.getattr("f_globals")).ok()?;
    globals.get_item("__name__").ok()?.extract().ok()
}

fn note_home(m: &RunContext, module: &str) -> R<()> {
    let (py, state, top) = (m.py(), &m.session.check, top_of(module));
    if state.given.packages.borrow().contains(top) {
        return Ok(());
    }
    // What methods of its objects draw and set is the session's, as if the code had named the package. (Those of arrays
    // do neither.)
    let new = state.given.met.borrow_mut().insert(top.to_owned());
    if new && top != "numpy" && call_stack::is_installed(py, top) {
        process_settings::touch(m, top, "")?;
    }
    if !state.is_library(py, module) && call_stack::is_installed(py, top) {
        state.given.packages.borrow_mut().insert(top.to_owned());
        state.policy_changed();
    }
    Ok(())
}
