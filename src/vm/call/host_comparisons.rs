//! What the host is told that compares an object of the code, or looks something up among its keys.
//!
//! Libraries keep results in tables of the whole process (`re`, `struct`, `typing`, `functools.lru_cache`), by keys that the code gave
//! them. A key of a class of the code would say there, of whatever the host looks for, that it is that. So outside of the code's own
//! runs texts, numbers and other values of the code's classes are equal to what the class above them says that is not the code's, and
//! classes are equal to themselves alone. Records and other objects of plain classes compare as they are written.

use std::rc::Rc;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFunction, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::{attached, Value, R};
use crate::session::{current, scope, Session};

/// The answer in the place of that of `function`, where it is an `__eq__` or `__ne__` of the code that somebody else than the code of
/// `session` asks about `values`.
pub fn answer(session: &Rc<Session>, function: &Value, values: &[Value]) -> R<Option<Value>> {
    let [object, other] = values else { return Ok(None) };
    if asked_by_the_code(session) {
        return Ok(None);
    }
    let py = attached();
    let class = Ty::of(object);
    let method = [intern!(py, "__eq__"), intern!(py, "__ne__")]
        .into_iter()
        .find(|name| class.lookup(name).is_some_and(|found| found.as_ptr() == function.ptr()));
    let Some(method) = method else { return Ok(None) };
    let is_class = class.has(CLASS) || Ty::of(other).has(CLASS);
    let is_key = class.lookup(intern!(py, "__hash__")).is_some_and(|hash| !hash.is_none());
    let above = above_the_code(session, &class.to_bound(py), method)?;
    let of_value = !above.is(py.get_type::<PyAny>());
    if !(is_class || of_value && is_key) {
        return Ok(None);
    }
    let told = above.getattr(method)?.call1((object.to_bound(py)?, other.to_bound(py)?))?;
    Ok(Some(Value::from_bound(told)))
}

/// Whether what runs on this thread is code of the session, and not a tool or other code of the host in between.
fn asked_by_the_code(session: &Rc<Session>) -> bool {
    scope::sandboxed() && current::with_current(|m| Rc::ptr_eq(&m.session, session)) == Some(true)
}

/// The first class above that is not the code's and says how its objects compare. (`numbers.Complex` leaves that to those below.)
fn above_the_code<'py>(session: &Session, class: &Bound<'py, PyType>, method: &Bound<'py, pyo3::types::PyString>) -> R<Bound<'py, PyType>> {
    let mro = known(class.py())?.mro(class)?;
    let says = |class: &Bound<'_, PyType>| api::own_attribute(class, method).is_some_and(|method| !is_abstract(&method));
    let found = mro.into_iter().find(|class| !session.check.own.contains(class) && says(class));
    Ok(found.ok_or_else(|| PyTypeError::new_err("a class without `object` above it"))?)
}

/// Whether it is a function of Python code that `abc.abstractmethod` marked.
fn is_abstract(method: &Bound<'_, PyAny>) -> bool {
    let marked = || method.getattr(intern!(method.py(), "__isabstractmethod__")).is_ok_and(|mark| mark.extract().unwrap_or(false));
    method.is_exact_instance_of::<PyFunction>() && marked()
}
