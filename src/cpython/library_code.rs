//! What the text of library code at work says by itself.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::call_stack::{self, Home};

/// The code of the package that is at work, whatever of the standard library it uses.
pub fn at_work(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    let mut found = None;
    call_stack::each(py, |_, code| {
        let home = code.getattr("co_filename").and_then(|file| file.extract::<String>()).map(|file| call_stack::home(py, &file));
        if matches!(home, Ok(Home::Package(_))) {
            found = Some(code.clone());
        }
        !matches!(home, Ok(Home::Standard))
    });
    found
}

/// Whether the text is one of its constants.
pub fn says(code: &Bound<'_, PyAny>, text: &str) -> bool {
    let constants = code.getattr("co_consts").and_then(|constants| Ok(constants.cast_into::<PyTuple>()?));
    constants.is_ok_and(|constants| constants.iter().any(|one| one.extract::<&str>().is_ok_and(|one| one == text)))
}

/// Whether it deletes items of something (`del os.environ[…]`).
pub fn deletes_items(code: &Bound<'_, PyAny>) -> bool {
    does(code, "DELETE_SUBSCR")
}

fn does(code: &Bound<'_, PyAny>, operation: &str) -> bool {
    let look = || -> PyResult<bool> {
        let operation: u8 = code.py().import("opcode")?.getattr("opmap")?.get_item(operation)?.extract()?;
        let bytes: Vec<u8> = code.getattr("co_code")?.extract()?;
        Ok(bytes.iter().step_by(2).any(|byte| *byte == operation))
    };
    look().unwrap_or(false)
}
