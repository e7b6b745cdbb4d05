//! StopIteration that leaves the body of a generator: an error of its own there.

use pyo3::exceptions::{PyRuntimeError, PyStopAsyncIteration, PyStopIteration};
use pyo3::prelude::*;

use crate::cpython::value::attached;
use crate::front::bytecode::code::Suspends;
use crate::session::abort;

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
