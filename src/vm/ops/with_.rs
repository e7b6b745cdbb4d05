//! `with` and `async with`: looking the methods up on the type, calling the exit.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::api;
#[cfg(Py_3_11)]
use crate::cpython::api::type_error;
use crate::cpython::type_access::builtin_function;
use crate::cpython::value::{Exc, Value, R};
use crate::sandbox::value_filter;
use crate::vm::machine::Machine;

/// Names of the methods of a protocol: enter, exit.
fn names(py: Python<'_>, is_async: bool) -> (&Bound<'_, PyString>, &Bound<'_, PyString>) {
    if is_async {
        (intern!(py, "__aenter__"), intern!(py, "__aexit__"))
    } else {
        (intern!(py, "__enter__"), intern!(py, "__exit__"))
    }
}

/// Bound exit and enter of the context manager `value`, in this order. From 3.14 on the exit is looked for first.
pub fn enter_exit(m: &Machine, value: &Value, is_async: bool) -> R<(Value, Value)> {
    let manager = value.to_bound(m.py())?;
    let (enter, exit) = names(m.py(), is_async);
    let (first, second) = if cfg!(Py_3_14) { (exit, enter) } else { (enter, exit) };
    let Some(a) = api::lookup_special(&manager, first)? else {
        return Err(missing(&manager, first, is_async, false));
    };
    let Some(b) = api::lookup_special(&manager, second)? else {
        return Err(missing(&manager, second, is_async, true));
    };
    let (enter, exit) = if cfg!(Py_3_14) { (b, a) } else { (a, b) };
    Ok((Value::from_bound(exit), Value::from_bound(enter)))
}

/// `second`: the other method is there.
#[cfg(Py_3_11)]
fn missing(manager: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, is_async: bool, second: bool) -> Exc {
    let protocol = |is_async| if is_async { "asynchronous context manager" } else { "context manager" };
    let detail = if second || cfg!(Py_3_14) { format!(" (missed {name} method)") } else { String::new() };
    let (other, statement) = (protocol(!is_async), if is_async { "with" } else { "async with" });
    let hint = match cfg!(Py_3_14) && supports(manager, !is_async) {
        true => format!(" but it supports the {other} protocol. Did you mean to use '{statement}'?"),
        false => String::new(),
    };
    let type_name = api::type_name_of(manager);
    type_error(format!("'{type_name}' object does not support the {} protocol{detail}{hint}", protocol(is_async)))
}

/// Whether the class has both methods of a protocol.
#[cfg(Py_3_11)]
fn supports(manager: &Bound<'_, PyAny>, is_async: bool) -> bool {
    let (enter, exit) = names(manager.py(), is_async);
    [enter, exit].iter().all(|name| matches!(api::lookup_special(manager, name), Ok(Some(_))))
}

#[cfg(not(Py_3_11))]
fn missing(_manager: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, _is_async: bool, _has_enter: bool) -> Exc {
    crate::cpython::value::raise::<pyo3::exceptions::PyAttributeError>(name.to_string())
}

/// Calls `exit(type, value, traceback)`; functions of the code get None in its place. Without an exception `exit(None, None, None)`.
pub fn call_exit(m: &Machine, exit: &Value, exception: &Value) -> R<Value> {
    let py = m.py();
    let none = py.None().into_bound(py);
    let exit = exit.to_bound(py)?;
    let result = match exception.as_object() {
        // C code keeps what it is given (`operator.setitem`): what the code could not have from it.
        Some(e) if builtin_function(&exit).is_some() => exit.call1((e.get_type(), e.to_owned(), none))?,
        Some(e) => exit.call1((e.get_type(), e.to_owned(), api::traceback(&e).unwrap_or(none)))?,
        None => exit.call1((none.clone(), none.clone(), none))?,
    };
    value_filter::admit(m, Value::from_bound(result))
}
