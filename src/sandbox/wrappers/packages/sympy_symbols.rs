//! `sympy.var`: it makes variables of its caller's module, which are the session's.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::value::{Value, R};
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;

/// As `sympy.symbols`, with a variable for each symbol and function that it gives.
#[pyfunction]
#[pyo3(signature = (names, **args))]
pub fn var<'py>(names: Bound<'py, PyAny>, args: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = names.py();
    let made = py.import("sympy.core.symbol")?.getattr("symbols")?.call((names,), args)?;
    with_run(py, |m| {
        if !made.is_none() {
            bind(m, &made)?;
        }
        value_filter::admit(m, Value::from_bound(made))?.to_bound(py)
    })
}

fn bind(m: &RunContext, made: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let is = |module: &str, name: &str| made.is_instance(&py.import(module)?.getattr(name)?);
    let name = if is("sympy.core.basic", "Basic")? {
        "name"
    } else if is("sympy.core.function", "FunctionClass")? {
        "__name__"
    } else {
        return made.try_iter()?.try_for_each(|each| bind(m, &each?));
    };
    let name: String = made.getattr(name)?.extract()?;
    if m.session.is_tool(py, &name) {
        return Err(refusals::tool_name(m, &name));
    }
    let value = value_filter::admit(m, Value::from_bound(made.clone()))?;
    m.session.globals.set(m.session.slot_for(py, &name)?, value);
    Ok(())
}
