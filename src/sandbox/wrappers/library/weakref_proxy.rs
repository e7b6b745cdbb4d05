//! `weakref.proxy` of objects of the code's classes.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyWeakrefProxy};

use crate::cpython::type_access::Ty;
use crate::sandbox::signatures::Signature;
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::weakref_finalize::Callback;
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::state::type_info::Kind;

const PROXY: Signature<2> = Signature { module: "weakref", name: "proxy", parameters: ["object", "callback"], positional: 2 };

/// `weakref.proxy(object, callback=None)`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn proxy<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(object), callback] = PROXY.bind(args, kwargs)? else { return Err(PROXY.refuse(args, kwargs)) };
    with_run(args.py(), |m| match info(&m.session.check, Ty::of_bound(&object))?.kind == Kind::Own {
        true => Ok(()),
        false => Err(refusals::forbidden_function(m, "proxy")),
    })?;
    let made = match callback.filter(|callback| !callback.is_none()) {
        Some(callback) => PyWeakrefProxy::new_with(&object, Callback::around(&callback)?)?,
        None => PyWeakrefProxy::new(&object)?,
    };
    Ok(made.into_any())
}
