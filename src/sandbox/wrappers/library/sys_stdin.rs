//! `sys.stdin` that the code put in force for itself, and `input`, which reads from it. Without one nobody is there to answer:
//! the process's own standard input is the host's.

use pyo3::exceptions::{PyEOFError, PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::value::{raise, Value, R};
use crate::front::messages::contract;
use crate::sandbox::attributes;
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::wrappers::library::sys_streams::{redirected, IN};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;

/// `sys.stdin`, if the code has put it there.
pub fn of(m: &RunContext) -> Option<Value> {
    redirected(&m.session, IN)
}

/// `input`, if there is something that it may read.
pub fn input_of(m: &RunContext, name: &str) -> R<Option<Value>> {
    if name != "input" || of(m).is_none() {
        return Ok(None);
    }
    let function = wrap_pyfunction!(input, m.py())?.into_any();
    signatures::stands_for(&function, "builtins", "input");
    Ok(Some(Value::from_bound(function)))
}

const INPUT: Signature<1> = Signature { module: "builtins", name: "input", parameters: [""], positional: 1 };

/// `input(prompt="", /)`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(prompt='', /)")]
pub fn input<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let ([prompt], py) = (INPUT.bind(args, kwargs)?, args.py());
    with_run(py, |m| {
        let Some(source) = of(m) else {
            return Err(refusals::raise(m, refusals::Kind::Plain, &contract::undefined_function("input")));
        };
        if source.is_none() {
            return Err(raise::<PyRuntimeError>(lost(py)));
        }
        if let Some(prompt) = prompt {
            let options = PyDict::new(py);
            options.set_item(intern!(py, "end"), "")?;
            let print = m.session.tools.borrow().print.clone();
            print.to_bound(py)?.call((prompt,), Some(&options))?;
        }
        line_of(m, py, &source)
    })
}

/// What is said where `sys.stdin` is None: since 3.12.10, 3.13.3 and 3.14 the function does not name itself.
fn lost(py: Python<'_>) -> &'static str {
    let version = py.version_info();
    let names_itself = version < (3, 12, 10) || version >= (3, 13) && version < (3, 13, 3);
    if names_itself {
        "input(): lost sys.stdin"
    } else {
        "lost sys.stdin"
    }
}

fn line_of<'py>(m: &RunContext, py: Python<'py>, source: &Value) -> R<Bound<'py, PyAny>> {
    let line = attributes::load_method(m, source, intern!(py, "readline"))?.to_bound(py)?.call0()?;
    let Ok(line) = line.cast::<PyString>() else {
        return Err(raise::<PyTypeError>("object.readline() returned non-string"));
    };
    // (What a class of the code says of its length is not asked.)
    if line.to_string_lossy().is_empty() {
        return Err(raise::<PyEOFError>("EOF when reading a line"));
    }
    Ok(py.get_type::<PyString>().call_method1(intern!(py, "removesuffix"), (line, "\n"))?)
}
