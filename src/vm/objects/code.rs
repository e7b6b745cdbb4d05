//! The code object of a sandboxed function or generator, for the host's eyes: libraries tell coroutine functions from
//! others by its flags, arguments by its names, and overloads by their lines. There is nothing of the code in it; called,
//! it says so.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::once::Once;
use crate::front::bytecode::code::{Code, Suspends};
use crate::sandbox::threads;
use crate::vm::machine::linked_code::Linked;

const OPTIMIZED: u32 = 0x1;
const NEW_LOCALS: u32 = 0x2;
const STAR: u32 = 0x4;
const DOUBLE_STAR: u32 = 0x8;
const GENERATOR: u32 = 0x20;
const COROUTINE: u32 = 0x80;
const ITERABLE_COROUTINE: u32 = 0x100;
const ASYNC_GENERATOR: u32 = 0x200;

const BODY: &std::ffi::CStr = c"def body(): raise TypeError('a function of a snippet runs by being called, not by its code object')";

/// A code object with the name, arguments and kind of the code, whose generators coroutines may await or not.
pub fn stand_in<'py>(linked: &Linked, awaitable: bool, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    // It is made for whoever asks, and libraries ask in threads of the code as well.
    threads::as_host(|| made(linked, awaitable, py))
}

fn made<'py>(linked: &Linked, awaitable: bool, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    static EMPTY: Once<Py<PyAny>> = Once::new();
    let empty = EMPTY.get_or_make(py, || {
        let namespace = PyDict::new(py);
        py.run(BODY, Some(&namespace), None)?;
        namespace.as_any().get_item("body")?.getattr("__code__").map(Bound::unbind)
    })?;
    let code = &linked.code;
    let params = &code.params;
    let told = PyDict::new(py);
    told.set_item("co_argcount", params.positional)?;
    told.set_item("co_posonlyargcount", params.positional_only)?;
    told.set_item("co_kwonlyargcount", params.keyword_only)?;
    told.set_item("co_varnames", PyTuple::new(py, &code.slot_names)?)?;
    told.set_item("co_nlocals", code.slot_names.len())?;
    told.set_item("co_flags", flags(code) | if awaitable { ITERABLE_COROUTINE } else { 0 })?;
    told.set_item("co_firstlineno", code.span.line(&linked.source))?;
    told.set_item("co_name", &code.name)?;
    told.set_item("co_filename", "<snippet>")?;
    if py.version_info() >= (3, 11) {
        told.set_item("co_qualname", &code.qualname)?;
    }
    empty.bind(py).call_method("replace", (), Some(&told))
}

fn flags(code: &Code) -> u32 {
    let of = |is: bool, flag: u32| if is { flag } else { 0 };
    let kind = match code.suspends {
        Suspends::No => 0,
        Suspends::Generator => GENERATOR,
        Suspends::Coroutine => COROUTINE,
        Suspends::AsyncGenerator => ASYNC_GENERATOR,
    };
    OPTIMIZED | NEW_LOCALS | of(code.params.star, STAR) | of(code.params.double_star, DOUBLE_STAR) | kind
}
