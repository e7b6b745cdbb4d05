//! `sys.setrecursionlimit`: how deep functions of the code may call each other. The interpreter's own limit stays.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cpython::value::raise;
use crate::session::current::with_run;
use crate::session::engine_calls;

/// `sys.setrecursionlimit(limit)`
#[pyfunction]
#[pyo3(signature = (limit, /), text_signature = None)]
pub fn setrecursionlimit(py: Python<'_>, limit: i32) -> PyResult<()> {
    with_run(py, |m| {
        let Some(depth) = usize::try_from(limit).ok().filter(|depth| *depth > 0) else {
            return Err(raise::<PyValueError>("recursion limit must be greater or equal than 1"));
        };
        (engine_calls::table().set_recursion)(m.session.ask_recursion(depth));
        Ok(())
    })
}

/// `sys.getrecursionlimit()`
#[pyfunction]
#[pyo3(text_signature = None)]
pub fn getrecursionlimit(py: Python<'_>) -> PyResult<usize> {
    with_run(py, |m| Ok(m.session.recursion(&m.session.limits.borrow())))
}
