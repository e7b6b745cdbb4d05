//! StopIteration: what says that a generator has ended, and an error of its own where it leaves the body of one.

use pyo3::exceptions::{PyRuntimeError, PyStopAsyncIteration, PyStopIteration};
use pyo3::prelude::*;

use crate::cpython::value::{attached, Exc, Value};
use crate::front::bytecode::code::Suspends;
use crate::session::abort;

/// Sets StopIteration(value); the value is kept from being unpacked when it is a tuple.
pub fn raise_with(value: Value) -> Exc {
    let py = attached();
    match value.to_bound(py) {
        Ok(v) if v.is_none() => PyStopIteration::new_err(()).into(),
        Ok(v) => PyErr::from_type(py.get_type::<PyStopIteration>(), (v.unbind(),)).into(),
        Err(e) => e,
    }
}

/// As `convert_stop`, for a frame of this kind.
pub fn convert_stop_as(kind: Suspends, error: PyErr) -> PyErr {
    let py = attached();
    let (bad, text) = match kind {
        Suspends::AsyncGenerator if error.is_instance_of::<PyStopAsyncIteration>(py) => (true, "async generator raised StopAsyncIteration"),
        Suspends::AsyncGenerator => (error.is_instance_of::<PyStopIteration>(py), "async generator raised StopIteration"),
        Suspends::Coroutine => (error.is_instance_of::<PyStopIteration>(py), "coroutine raised StopIteration"),
        _ => (error.is_instance_of::<PyStopIteration>(py), "generator raised StopIteration"),
    };
    if !bad || abort::is_carrier(py, &error) {
        return error;
    }
    let wrapped = PyRuntimeError::new_err(text);
    wrapped.set_cause(py, Some(error.clone_ref(py)));
    // As CPython does: the StopIteration is cause and context.
    let _ = wrapped.value(py).setattr("__context__", error.value(py));
    wrapped
}
