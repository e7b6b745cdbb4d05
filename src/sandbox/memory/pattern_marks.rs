//! Marks of patterns: the matcher keeps two for each group, and its own look at a program lets two more through. What parses
//! a text numbers groups as it counts them; a tree that the code has put together (`sre_compile.compile`, a lexicon of
//! `re.Scanner` with groups in it) may name a group more, whose marks would be written behind the others.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::budget::compiled_calls::{self, Call};
use crate::cpython::api;
use crate::cpython::hooks::{table, Method};

/// Puts a look in front of the function that makes patterns of programs; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let compile = api::module(py, "_sre")?.getattr("compile")?;
    if let Some(method) = Method::of(&compile) {
        compiled_calls::guard(method, &table::PATTERN_MARKS, has_place_for_marks);
    }
    Ok(())
}

/// `compile(text, flags, program, groups, …)`: whether the program of a tree writes no marks but those of its groups. Else the
/// error is the matcher's own for such programs.
fn has_place_for_marks(call: &Call) -> PyResult<()> {
    let given = call.places();
    let [text, _, program, groups, ..] = given.as_slice() else { return Ok(()) };
    if !text.is_none() {
        return Ok(());
    }
    let program = program.cast::<PyList>()?.iter().map(|word| word.extract::<u64>()).collect::<PyResult<Vec<_>>>()?;
    let marks = groups.extract::<u64>()?.saturating_mul(2);
    let mark = mark(text.py())?;
    // (Where the number of the instruction is an argument of another one, and such a number follows, it is refused too.)
    let writes_more = program.windows(2).any(|pair| matches!(pair, [code, at] if *code == mark && (marks..marks + 2).contains(at)));
    match writes_more {
        true => Err(PyRuntimeError::new_err("invalid SRE code")),
        false => Ok(()),
    }
}

/// The instruction that writes a mark.
fn mark(py: Python<'_>) -> PyResult<u64> {
    let constants = py.import("re._constants").or_else(|_| py.import("sre_constants"))?;
    constants.getattr("MARK")?.extract()
}
