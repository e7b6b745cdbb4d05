//! Which class of the interpreter or the engine the code gets another one for (`types.FunctionType` and its like).

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::session::engine_types;

/// Names in `types`. Of the first ones the engine has a class as well.
pub const NAMES: [&str; 9] = [
    "FunctionType",
    "GeneratorType",
    "CoroutineType",
    "AsyncGeneratorType",
    "ModuleType",
    "CellType",
    "CodeType",
    "FrameType",
    "TracebackType",
];

/// Classes of the interpreter and the engine, and the one that stands for them.
pub struct StandIn {
    pub real: Py<PyTuple>,
    pub seen: Py<PyType>,
}

/// What makes the classes that stand for others.
#[derive(Debug)]
pub struct Source {
    /// Address of the class of what the code gets for modules.
    pub module_view: usize,
    /// In the order of the names.
    pub make: fn(Python<'_>) -> PyResult<Vec<StandIn>>,
}

pub static SOURCE: OnceLock<Source> = OnceLock::new();

static STAND_INS: Once<Vec<StandIn>> = Once::new();

fn stand_ins(py: Python<'_>) -> PyResult<&[StandIn]> {
    let made = STAND_INS.get_or_make(py, || SOURCE.get().map_or_else(|| Ok(Vec::new()), |source| (source.make)(py)))?;
    Ok(made)
}

/// The class for `types.<name>`.
pub fn named<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyType>>> {
    let name = if name == "LambdaType" { "FunctionType" } else { name };
    let found = NAMES.iter().zip(stand_ins(py)?).find(|(n, _)| **n == name);
    Ok(found.map(|(_, class)| class.seen.bind(py).clone()))
}

/// The class that stands for this one; `None` if it stands for itself.
pub fn instead_of<'py>(class: &Bound<'py, PyType>) -> PyResult<Option<Bound<'py, PyType>>> {
    let py = class.py();
    let (known, address) = (known(py)?, class.as_ptr() as usize);
    let of_engine = engine_types::classes(py).iter().any(|own| own.is(class)) || SOURCE.get().is_some_and(|s| s.module_view == address);
    if !of_engine && !NAMES.iter().any(|name| known.is(address, name)) {
        return Ok(None);
    }
    let found = stand_ins(py)?.iter().find(|stand_in| stand_in.real.bind(py).iter().any(|real| real.is(class)));
    Ok(found.map(|stand_in| stand_in.seen.bind(py).clone()))
}

/// Whether it is the class of these classes.
pub fn is_metaclass(class: &Bound<'_, PyType>) -> bool {
    STAND_INS.get(class.py()).and_then(|all| all.first()).is_some_and(|stand_in| class.is(stand_in.seen.bind(class.py()).get_type()))
}
