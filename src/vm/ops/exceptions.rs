//! `raise`, `raise … from …`, matching in `except`.

use pyo3::exceptions::{PyNameError, PyStopAsyncIteration};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::api::{self, type_error};
use crate::cpython::value::{Exc, Value, R};
use crate::vm::machine::Machine;

/// `raise value`. The context is chained to what the thread is handling.
pub fn raise(m: &Machine, value: &Value) -> Exc {
    match instance(m, value, "exceptions must derive from BaseException") {
        Ok(exception) => api::set_exception(&exception),
        Err(Exc) => Exc,
    }
}

/// `raise value from cause`
pub fn raise_from(m: &Machine, value: &Value, cause: &Value) -> Exc {
    match with_cause(m, value, cause) {
        Ok(exception) => api::set_exception(&exception),
        Err(Exc) => Exc,
    }
}

fn with_cause<'py>(m: &Machine, value: &Value, cause: &Value) -> R<Bound<'py, PyAny>> {
    let exception = instance(m, value, "exceptions must derive from BaseException")?;
    let cause = match cause.is_none() {
        true => None,
        false => Some(instance(m, cause, "exception causes must derive from BaseException")?),
    };
    api::set_cause(&exception, cause);
    Ok(exception)
}

/// The exception that `raise value` raises: a class is called without arguments.
fn instance<'py>(m: &Machine, value: &Value, otherwise: &str) -> R<Bound<'py, PyAny>> {
    let object = value.to_bound(m.py())?;
    if api::is_exception(&object) {
        return Ok(object);
    }
    if !api::is_exception_class(&object) {
        return Err(type_error(otherwise.to_owned()));
    }
    let made = object.call0()?;
    if api::is_exception(&made) {
        return Ok(made);
    }
    let (class, got) = (object.repr()?, made.get_type().repr()?);
    let (class, got) = (class.to_string_lossy(), got.to_string_lossy());
    Err(type_error(format!("calling {class} should have returned an instance of BaseException, not {got}")))
}

/// Whether `except ty` takes `exception`; decided by inheritance alone.
pub fn matches(m: &Machine, exception: &Value, ty: &Value) -> R<bool> {
    let py = m.py();
    let (exception, ty) = (exception.to_bound(py)?, ty.to_bound(py)?);
    check_classes(&ty)?;
    Ok(api::given_matches(&exception, &ty))
}

/// Refuses what may not stand in an `except` clause.
pub(crate) fn check_classes(ty: &Bound<'_, PyAny>) -> R<()> {
    let all = match ty.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().all(|class| api::is_exception_class(&class)),
        Err(_) => api::is_exception_class(ty),
    };
    if all {
        return Ok(());
    }
    Err(type_error("catching classes that do not inherit from BaseException is not allowed".to_owned()))
}

/// Whether the exception is a StopAsyncIteration.
pub fn is_stop_async(exception: &Value) -> bool {
    exception.as_object().is_some_and(|e| e.is_instance_of::<PyStopAsyncIteration>())
}

/// Whether the exception is a NameError.
pub fn is_name_error(exception: &Value) -> bool {
    exception.as_object().is_some_and(|e| e.is_instance_of::<PyNameError>())
}
