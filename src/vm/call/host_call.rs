//! Texts that the host asks objects of the code for (`str(result)`, `f"{result}"`): no longer than the printed
//! output of a call may be.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::type_access::Ty;
use crate::cpython::value::{attached, Value, R};
use crate::front::messages::contract;
use crate::session::Session;

const METHODS: [&str; 3] = ["__repr__", "__str__", "__format__"];

/// The beginning and the end of `result` where that is a text of more than `Limits::output_chars` and `function`
/// the method of `receiver` that gave it.
pub fn shortened(session: &Session, function: &Value, receiver: Option<&Value>, result: &Value) -> R<Option<Value>> {
    let py = attached();
    let Some(text) = result.as_object().and_then(|object| object.cast::<PyString>().ok()) else { return Ok(None) };
    let length = text.len()?;
    let most = session.limits.borrow().output_chars.and_then(|most| usize::try_from(most).ok());
    let (Some(most), Some(receiver)) = (most.filter(|most| length > *most), receiver) else { return Ok(None) };
    let class = Ty::of(receiver);
    let shows = METHODS.iter().any(|name| class.lookup(&PyString::new(py, name)).is_some_and(|found| found.as_ptr() == function.ptr()));
    if !shows {
        return Ok(None);
    }
    let part = |from: usize, to: usize| text.get_item(pyo3::types::PySlice::new(py, from as isize, to as isize, 1));
    let tail = most.div_ceil(2);
    let (head, tail) = (part(0, most / 2)?, part(length - tail.min(length), length)?);
    let whole = PyString::new(py, "").call_method1("join", ((head, contract::truncated(most), tail),))?;
    Ok(Some(Value::from_bound(whole)))
}
