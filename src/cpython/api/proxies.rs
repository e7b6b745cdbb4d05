//! Proxies (`weakref.proxy`).

use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefProxy};

/// What a proxy stands for.
pub enum Target<'py> {
    Object(Bound<'py, PyAny>),
    /// It is gone.
    Nothing,
}

/// What the object stands for, if it is a proxy.
pub fn proxied<'py>(object: &Bound<'py, PyAny>) -> Option<Target<'py>> {
    let proxy = object.cast::<PyWeakrefProxy>().ok()?;
    Some(proxy.upgrade().map_or(Target::Nothing, Target::Object))
}
