//! Templates of jinja2: they read attributes by the rules of the code, and call what it may have.

use pyo3::prelude::*;
use pyo3::wrap_pyfunction;

use crate::cpython::hooks::{exchange_attribute, table};
use crate::cpython::once::Once;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::packages::pandas_expressions::getattr;
use crate::session::current::with_run;
use crate::session::scope::{sandboxed, HostScope};

/// The class of jinja2 that the code gets under this name. Its sandbox reads attributes by a `getattr` of its own, for good:
/// whether code is behind a read shows when it is made.
pub fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static DONE: Once<()> = Once::new();
    let _host = HostScope::enter();
    let classes = py.import("fastexec.templates")?;
    let exchange = || {
        let module = py.import("jinja2.sandbox")?;
        exchange_attribute(&module, "getattr", |py, _| Ok(wrap_pyfunction!(getattr, py)?.into_any().unbind()), &table::JINJA_NAMES)
    };
    DONE.get_or_make(py, exchange)?;
    classes.getattr(name)
}

/// What code gets where a library hands it the object: the object, a guard of it, or a refusal. For the host the object.
#[pyfunction]
pub fn admitted(object: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    match sandboxed() {
        true => with_run(object.py(), |m| value_filter::admit_bound(m, object.clone())),
        false => Ok(object),
    }
}
