//! Calls of what is not the code's through the interpreter.
#![allow(unsafe_code, reason = "arguments are handed to the interpreter as pointers")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use smallvec::SmallVec;

use crate::budget::infinite_iterators;
use crate::cpython::arguments::Arguments;
use crate::cpython::value::{Value, R};
use crate::cpython::{handed_over, static_types};
use crate::session::run_context::RunContext;

/// Arguments that lie on the stack on their way, with the place before them; more are moved to the heap.
const ROW: usize = 8;

/// Calls anything through the interpreter.
pub fn vectorcall(m: &RunContext, callee: Value, arguments: Arguments) -> R<Value> {
    let py = m.py();
    let names = match &arguments.names {
        Some(names) => Some(names.to_bound(py)?),
        None => None,
    };
    let keywords = match &names {
        Some(names) => names.len()?,
        None => 0,
    };
    let mut objects: SmallVec<[Option<Bound<'_, PyAny>>; ROW]> = SmallVec::with_capacity(arguments.values.len() + 1);
    objects.push(None);
    for value in arguments.values {
        let instead = long_range(m, &callee, &value)?;
        objects.push(Some(instead.unwrap_or(value).into_bound(py)?));
    }
    let mut callable = callee.into_bound(py)?;
    if let (Some((function, receiver)), Some(first)) = (handed_over::parts(&callable), objects.first_mut()) {
        callable = function;
        *first = Some(receiver);
    }
    let pointers: SmallVec<[*mut PyObject; ROW]> =
        objects.iter().map(|o| o.as_ref().map_or(std::ptr::null_mut(), |o| o.as_ptr())).collect();
    // The slot before the first argument is there for the callee, unless there is a receiver.
    let (first, flag) = if objects.first().is_some_and(Option::is_some) { (0, 0) } else { (1, ffi::PY_VECTORCALL_ARGUMENTS_OFFSET) };
    let positional = pointers.len().saturating_sub(first + keywords);
    let names = names.as_ref().map_or(std::ptr::null_mut(), |n| n.as_ptr());
    // SAFETY: ATTACHED; all pointers are kept alive by `objects`, `callable` and `names`, or by the called function once
    // they are handed over.
    unsafe {
        if handed_over::is_taker(&callable) {
            handed_over::give_up(std::mem::take(&mut objects).into_iter().flatten());
        }
        let arguments = pointers.as_ptr().add(first);
        Value::from_result(ffi::PyObject_Vectorcall(callable.as_ptr(), arguments, positional | flag, names))
    }
}

/// Native code that walks a long range gets an iterator that is charged.
#[inline(always)]
pub fn long_range(m: &RunContext, callee: &Value, argument: &Value) -> R<Option<Value>> {
    if argument.type_ptr() != static_types::range_type() as *mut ffi::PyTypeObject {
        return Ok(None);
    }
    infinite_iterators::instead_of_range(m, callee, argument)
}
