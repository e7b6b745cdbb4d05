//! `with` and `async with`: looking the methods up on the type, calling the exit.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::check::gate;
use crate::run::machine::Machine;
use crate::run::ops::raw;
#[cfg(Py_3_11)]
use crate::run::ops::type_error;
use crate::run::value::{Exc, Value, R};

/// Bound exit and enter of the context manager `value`, in this order.
pub fn enter_exit(m: &Machine, value: &Value, is_async: bool) -> R<(Value, Value)> {
    let py = m.py();
    let manager = value.to_bound(py)?;
    let (enter, exit) = if is_async {
        (intern!(py, "__aenter__"), intern!(py, "__aexit__"))
    } else {
        (intern!(py, "__enter__"), intern!(py, "__exit__"))
    };
    let Some(enter) = raw::lookup_special(&manager, enter)? else {
        return Err(missing(&manager, enter, is_async, false));
    };
    let Some(exit) = raw::lookup_special(&manager, exit)? else {
        return Err(missing(&manager, exit, is_async, true));
    };
    Ok((Value::from_bound(exit), Value::from_bound(enter)))
}

#[cfg(Py_3_11)]
fn missing(manager: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, is_async: bool, has_enter: bool) -> Exc {
    let protocol = if is_async { "asynchronous context manager" } else { "context manager" };
    let detail = if has_enter { format!(" (missed {name} method)") } else { String::new() };
    let type_name = raw::type_name_of(manager);
    type_error(format!("'{type_name}' object does not support the {protocol} protocol{detail}"))
}

#[cfg(not(Py_3_11))]
fn missing(_manager: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, _is_async: bool, _has_enter: bool) -> Exc {
    crate::run::value::raise::<pyo3::exceptions::PyAttributeError>(name.to_string())
}

/// Calls `exit(type, value, None)`: code never holds a traceback. Without an exception `exit(None, None, None)`.
pub fn call_exit(m: &Machine, exit: &Value, exception: &Value) -> R<Value> {
    let py = m.py();
    let none = py.None().into_bound(py);
    let exit = exit.to_bound(py)?;
    let result = match exception.as_object() {
        Some(e) => exit.call1((e.get_type(), e.to_owned(), none))?,
        None => exit.call1((none.clone(), none.clone(), none))?,
    };
    gate::admit(m, Value::from_bound(result))
}
