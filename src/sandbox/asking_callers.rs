//! What asks the frame that called it for the name of its module (`typing.NewType`). The code has no frame of the interpreter's: called back by
//! a library it would be told that of the library, and gets one in between that has the code's.

use std::sync::atomic::AtomicBool;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::arguments::Arguments;
use crate::cpython::hooks::newly_loaded;
use crate::cpython::once::Once;
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::{Value, R};
use crate::session::module_name;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// In `typing` and `typing_extensions`; some are of later versions.
const ASKING: [&str; 7] = ["NamedTuple", "NewType", "ParamSpec", "TypeAliasType", "TypeVar", "TypeVarTuple", "TypedDict"];

static OF_TYPING: Once<Vec<Py<PyAny>>> = Once::new();
static OF_EXTENSIONS: Once<Vec<Py<PyAny>>> = Once::new();

/// Finds those of `typing_extensions`, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if let Some(module) = newly_loaded(py, &DONE, "typing_extensions", "no_type_check_decorator")? {
        OF_EXTENSIONS.set(py, asking(&module));
    }
    Ok(())
}

/// Whether the object at this address asks, whatever it is called with.
pub fn asks(py: Python<'_>, callee: usize) -> bool {
    let typing = || {
        let _host = HostScope::enter();
        api::module(py, "typing").map(|module| asking(&module))
    };
    let found = [OF_TYPING.get_or_make(py, typing).ok(), OF_EXTENSIONS.get(py)];
    found.into_iter().flatten().flatten().any(|asking| asking.as_ptr() as usize == callee)
}

fn asking(module: &Bound<'_, PyAny>) -> Vec<Py<PyAny>> {
    ASKING.iter().filter_map(|name| module.getattr(*name).ok()).map(Bound::unbind).collect()
}

/// Whether the object makes an enumeration of that many arguments (`Enum("E", "A B")`), and asks where it belongs.
pub fn makes_enum(callee: &Bound<'_, PyAny>, arguments: usize) -> bool {
    static METACLASS: Once<Py<PyType>> = Once::new();
    let (py, class) = (callee.py(), Ty::of_bound(callee));
    if arguments < 2 || !class.has(CLASS) || !class.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) {
        return false;
    }
    let known = METACLASS.get_or_make(py, || {
        let _host = HostScope::enter();
        Ok::<_, PyErr>(api::module(py, "enum")?.getattr("EnumMeta")?.cast_into::<PyType>()?.unbind())
    });
    known.is_ok_and(|known| api::is_subtype(&class.to_bound(py), known.bind(py)))
}

/// The callee, or what calls it from a frame of the code's module, with the arguments for that.
pub fn between(m: &RunContext, callee: Value, mut arguments: Arguments) -> R<(Value, Arguments)> {
    let asking = |object: &Bound<'_, PyAny>| asks(m.py(), object.as_ptr() as usize) || makes_enum(object, arguments.values.len());
    if !callee.as_object().is_some_and(|object| asking(&object)) {
        return Ok((callee, arguments));
    }
    arguments.values.insert(0, callee);
    Ok((Value::from_bound(caller(m.py(), &module_name(m))?), arguments))
}

/// Calls a function of the standard library that asks.
pub fn call<'py>(
    m: &RunContext,
    function: &Bound<'py, PyAny>,
    args: impl IntoIterator<Item = Bound<'py, PyAny>>,
    kwargs: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let args: Vec<Bound<'py, PyAny>> = std::iter::once(function.clone()).chain(args).collect();
    caller(function.py(), &module_name(m))?.call(PyTuple::new(function.py(), args)?, Some(kwargs))
}

/// A function of this module that calls what it is given.
fn caller<'py>(py: Python<'py>, module: &Value) -> PyResult<Bound<'py, PyAny>> {
    static CALLER: Once<Py<PyAny>> = Once::new();
    let _host = HostScope::enter();
    let like = CALLER.get_or_make(py, || {
        let source = "lambda call, /, *args, **named: call(*args, **named)";
        Ok::<_, PyErr>(api::module(py, "builtins")?.getattr("eval")?.call1((source, PyDict::new(py)))?.unbind())
    })?;
    let like = like.bind(py);
    let globals = PyDict::new(py);
    globals
        .set_item(intern!(py, "__name__"), module.clone().into_bound(py).unwrap_or_else(|_| intern!(py, "__main__").clone().into_any()))?;
    // (The interpreter's own code imports by those of whoever calls it.)
    globals.set_item(intern!(py, "__builtins__"), api::module(py, "builtins")?)?;
    like.get_type().call1((like.getattr(intern!(py, "__code__"))?, globals))
}
