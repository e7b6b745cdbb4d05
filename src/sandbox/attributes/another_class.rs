//! Objects of the code that become those of another class (`obj.__class__ = Other`). The interpreter does it where both classes lay
//! out their objects alike, and the code may where all that either is made of is its own, so that the object keeps nothing for others.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::cpython::type_access::{is_immutable, Ty};
use crate::cpython::value::{Value, R};
use crate::sandbox::classes::getattr_hook;
use crate::sandbox::type_info::info;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;

/// Does the assignment: true where it was such a one.
pub fn assign(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, other: &Value) -> R<bool> {
    if !may_become(m, obj, name, other)? {
        return Ok(false);
    }
    let (object, class) = (obj.to_bound(m.py())?, other.to_bound(m.py())?);
    while_meant(&object, &class, || object.setattr(name, &class))?;
    Ok(true)
}

/// Whether it is the class of an object of the code that is set, and one of the code's own in its place, or what the interpreter
/// itself takes for none.
pub fn may_become(m: &RunContext, obj: &Value, name: &Bound<'_, PyString>, other: &Value) -> R<bool> {
    if !obj.is_object() || name.to_string_lossy() != "__class__" || !is_plain_own(m, Ty::of(obj))? {
        return Ok(false);
    }
    match other.to_bound(m.py())?.cast::<PyType>() {
        Ok(class) => Ok(is_immutable(class) || is_plain_own(m, Ty::from_class(class))?),
        Err(_) => Ok(true),
    }
}

thread_local! {
    /// The object whose class is set, and the class, by their addresses.
    static MEANT: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Runs `f`, which sets the class of the object after it was asked whether that may be.
pub fn while_meant<T>(object: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>, f: impl FnOnce() -> T) -> T {
    struct Before(Option<(usize, usize)>);
    impl Drop for Before {
        fn drop(&mut self) {
            MEANT.set(self.0);
        }
    }
    let _before = Before(MEANT.replace(Some((object.as_ptr() as usize, class.as_ptr() as usize))));
    f()
}

/// Whether it is this that the code does, for the audit hook: object, name and value are what is set.
pub fn is_meant(set: &Bound<'_, PyTuple>) -> bool {
    let address = |place| set.get_item(place).map(|given| given.as_ptr() as usize);
    let named = || set.get_item(1).is_ok_and(|name| name.eq("__class__").unwrap_or(false));
    MEANT.get().is_some_and(|meant| address(0).ok().zip(address(2).ok()) == Some(meant) && named())
}

/// (What its hooks say of its class is for the code alone to hear.)
fn is_plain_own(m: &RunContext, class: Ty<'_>) -> R<bool> {
    let facts = info(&m.session.check, class)?;
    Ok(facts.kind == Kind::Own && facts.pure && !getattr_hook::tells_of_class(class))
}
