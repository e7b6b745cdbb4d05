//! Builtins of the sandbox that are called with values as they are, without a tuple of objects: what is asked in loops.

use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::builtins;
use crate::sandbox::classes::type_object;
use crate::sandbox::value_filter;
use crate::session::run_context::RunContext;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direct {
    GetAttr,
    HasAttr,
    SetAttr,
    Type,
    ObjectSetAttr,
}

/// In the order of `builtins::DIRECT`.
const ALL: [Direct; builtins::DIRECT.len()] = [Direct::GetAttr, Direct::HasAttr, Direct::SetAttr, Direct::Type, Direct::ObjectSetAttr];

/// Which of them the value is.
#[inline]
pub fn known(callee: &Value) -> Option<Direct> {
    let address = callee.as_object()?.as_ptr() as usize;
    let at = builtins::DIRECT.iter().position(|(_, place)| place.load(Ordering::Relaxed) == address)?;
    ALL.get(at).copied()
}

/// Calls it. `None` where the arguments are not those of most calls: the builtin itself says what is wrong with them.
pub fn call(m: &RunContext, which: Direct, arguments: &[Value]) -> Option<R<Value>> {
    match (which, arguments) {
        (Direct::Type, [object]) => Some(type_object::class_of(m, object)),
        // (As what any builtin gives, it passes the gate: the door lets more through by name.)
        (Direct::GetAttr, [object, name]) => {
            with_name(name, |name| attributes::get(m, object, name).and_then(|found| value_filter::admit(m, found)))
        }
        (Direct::GetAttr, [object, name, default]) => {
            with_name(name, |name| access_functions::get_or(m, object, name, default).and_then(|found| value_filter::admit(m, found)))
        }
        (Direct::HasAttr, [object, name]) => with_name(name, |name| attributes::has(m, object, name).map(Value::bool)),
        (Direct::SetAttr, [object, name, value]) => with_name(name, |name| {
            let value = value_filter::admit(m, value.clone())?;
            attributes::set(m, object, name, &value).map(|()| Value::NONE)
        }),
        (Direct::ObjectSetAttr, [object, name, value]) => access_functions::set_of_object(m, object, name, value),
        _ => None,
    }
}

/// With the name, where it is an exact text.
fn with_name(name: &Value, then: impl FnOnce(&Bound<'_, PyString>) -> R<Value>) -> Option<R<Value>> {
    let name = name.as_object().filter(|name| name.is_exact_instance_of::<PyString>())?;
    name.cast_exact::<PyString>().ok().map(|name| then(&name))
}
