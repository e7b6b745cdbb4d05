//! What `functools` lays round functions of the code, and namespaces that the code made: they are its own to change.

use pyo3::intern;
use pyo3::prelude::*;

use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::Place;
use crate::sandbox::memory::array_interfaces;
use crate::sandbox::type_info::{info, is_named};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

/// `f.register` of a `functools.singledispatch` function, `f.__wrapped__` and `f.__annotations__` of a cached one: of the code's own functions only.
pub fn get(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    let py = m.py();
    let of_code = |function: Bound<'_, PyAny>| info(&m.session.check, Ty::of_bound(&function)).is_ok_and(|f| f.kind == Kind::OwnFunction);
    let own = at.object.getattr(intern!(py, "__wrapped__")).is_ok_and(|wrapped| {
        // `@singledispatchmethod` above `@classmethod`
        let inside = ["staticmethod", "classmethod"].iter().any(|name| is_named(py, wrapped.get_type().as_any(), "builtins", name));
        if inside {
            wrapped.getattr(intern!(py, "__func__")).is_ok_and(of_code)
        } else {
            of_code(wrapped)
        }
    });
    if own {
        at.admitted(m)
    } else {
        Err(at.refused(m))
    }
}

/// Whether this is what `functools` lays round a function of the code (`@lru_cache`, `partial`), or a `partial` or plain
/// namespace that the code itself made.
pub fn is_round_own(m: &RunContext, obj: &Value) -> R<bool> {
    let (py, class) = (m.py(), Ty::of(obj).addr());
    static CLASSES: Once<[Py<PyAny>; 3]> = Once::new();
    let [cache, partial, namespace] = CLASSES.get_or_make(py, || {
        let of = |module, name| api::module(py, module)?.getattr(name).map(Bound::unbind);
        Ok::<_, PyErr>([of("functools", "_lru_cache_wrapper")?, of("functools", "partial")?, of("types", "SimpleNamespace")?])
    })?;
    let is = |known: &Py<PyAny>| known.as_ptr() as usize == class;
    let inner = match () {
        () if is(namespace) => return Ok(array_interfaces::is_own(&obj.to_bound(py)?)),
        () if is(partial) && array_interfaces::is_own(&obj.to_bound(py)?) => return Ok(true),
        () if is(partial) => "func",
        () if is(cache) => "__wrapped__",
        () => return Ok(false),
    };
    let _host = HostScope::enter();
    let Ok(inner) = obj.to_bound(py)?.getattr(inner) else { return Ok(false) };
    Ok(info(&m.session.check, Ty::of_bound(&inner))?.kind == Kind::OwnFunction)
}
