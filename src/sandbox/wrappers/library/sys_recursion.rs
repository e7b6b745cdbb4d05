//! `sys.setrecursionlimit`: how deep functions of the code may call each other. The interpreter's own limit stays.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::value::raise;
use crate::sandbox::signatures::Signature;
use crate::session::current::with_run;
use crate::session::engine_calls;

const SET: Signature<1> = Signature { module: "sys", name: "setrecursionlimit", parameters: [""], positional: 1 };
const GET: Signature<0> = Signature { module: "sys", name: "getrecursionlimit", parameters: [], positional: 0 };

/// `sys.setrecursionlimit(limit)`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn setrecursionlimit(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let [Some(limit)] = SET.bind(args, kwargs)? else { return Err(SET.refuse(args, kwargs)) };
    let limit: i32 = limit.extract()?;
    with_run(args.py(), |m| {
        let Some(depth) = usize::try_from(limit).ok().filter(|depth| *depth > 0) else {
            return Err(raise::<PyValueError>("recursion limit must be greater or equal than 1"));
        };
        (engine_calls::table().set_recursion)(m.session.ask_recursion(depth));
        Ok(())
    })
}

/// `sys.getrecursionlimit()`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn getrecursionlimit(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<usize> {
    let [] = GET.bind(args, kwargs)?;
    with_run(args.py(), |m| Ok(m.session.recursion(&m.session.limits.borrow())))
}
