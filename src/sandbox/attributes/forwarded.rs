//! Objects of libraries that stand for another one: what is set of them is set of that (`flask.g.user = …`).

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::sandbox::context_vars::Outside;
use crate::sandbox::type_info::{info, is_named};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// What `value` stands for at the moment, if that is for the code to change.
pub fn target(m: &RunContext, value: &Value) -> R<Option<Value>> {
    if !value.is_object() {
        return Ok(None);
    }
    let (py, class) = (m.py(), Ty::of(value));
    let facts = info(&m.session.check, class)?;
    let is_proxy = facts.kind == Kind::Host && facts.module == "werkzeug.local";
    if !is_proxy || !is_named(py, class.to_bound(py).as_any(), "werkzeug.local", "LocalProxy") {
        return Ok(None);
    }
    let proxy = value.to_bound(py)?;
    let found = Value::from_bound(current(&proxy)?);
    let own = info(&m.session.check, Ty::of(&found))?.kind == Kind::Own;
    Ok((own || is_of_run(m, &proxy, &found)?).then_some(found))
}

fn current<'py>(proxy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let _host = HostScope::enter();
    proxy.call_method0(intern!(proxy.py(), "_get_current_object"))
}

/// Whether a context variable holds it that the run has set: that of the host's own request is the host's.
fn is_of_run(m: &RunContext, proxy: &Bound<'_, PyAny>, found: &Value) -> R<bool> {
    let py = m.py();
    let read = py.get_type::<PyAny>().getattr(intern!(py, "__getattribute__"))?;
    let Ok(source) = read.call1((proxy, PyString::new(py, "_LocalProxy__wrapped"))) else { return Ok(false) };
    if !is_named(py, source.get_type().as_any(), "_contextvars", "ContextVar") {
        return Ok(false);
    }
    let _outside = Outside::of(m, py);
    Ok(current(proxy).map_or(true, |of_host| Value::from_bound(of_host).ptr() != found.ptr()))
}
