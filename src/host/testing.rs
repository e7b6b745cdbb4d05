//! For the project's own tests: the switch of the nets, and the account of what was changed in the interpreter.

use pyo3::exceptions::{PyPermissionError, PyValueError};
use pyo3::prelude::*;

use crate::budget::originals;
use crate::cpython::hooks::registry;
use crate::cpython::hooks::table::{Versions, HOOKS};
use crate::cpython::layout;
use crate::front::policy::defence_layers;
use crate::session::scope;
use crate::vm::call::entry;

fn for_the_host() -> PyResult<()> {
    if scope::sandboxed() || entry::with_current(|_| ()).is_some() {
        return Err(PyPermissionError::new_err("not while sandboxed code runs"));
    }
    Ok(())
}

/// Switches nets and parts of them off (`front::policy::defence_layers` has the names), for executors made afterwards. Never from inside.
#[pyfunction]
fn switch_nets_off(names: Vec<String>) -> PyResult<()> {
    for_the_host()?;
    defence_layers::switch_off(&names).ok_or_else(|| PyValueError::new_err("unknown net"))
}

/// Leaves out changes of the interpreter, by the reasons that `interpreter_changes` gives; before the first executor.
#[pyfunction]
fn leave_changes_out(reasons: Vec<String>) -> PyResult<()> {
    for_the_host()?;
    registry::leave_out(reasons);
    Ok(())
}

/// How many events the audit hook refused in this process.
#[pyfunction]
fn audit_hits() -> u64 {
    defence_layers::audit_hits()
}

/// What is changed in the interpreter now: kind, target, reason, address of what is written.
#[pyfunction]
fn interpreter_changes(py: Python<'_>) -> Vec<(&'static str, String, &'static str, usize)> {
    let changes = registry::in_force(|change| (change.kind, change.target.another(py), change.hook.reason, change.place));
    changes.into_iter().map(|(kind, target, reason, place)| (kind, target.to_string(), reason, place)).collect()
}

/// All that may be changed: target, reason, first and last version (3.x), why it stays when the last executor is gone.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a row of a table")]
fn interpreter_hooks() -> Vec<(&'static str, &'static str, (Option<u8>, Option<u8>), Option<&'static str>)> {
    let row = |Versions { first, last }| (first, last);
    HOOKS.iter().map(|hook| (hook.target, hook.reason, row(hook.versions), hook.stays)).collect()
}

/// Whether layouts of objects were seen to be right: else nothing is read of objects without a call.
#[pyfunction]
fn layouts_known() -> bool {
    layout::trusted()
}

/// Tables of wrapped functions: file, line, places, those in use, functions that found none.
#[pyfunction]
fn tables_of_originals() -> Vec<(&'static str, u32, usize, usize, usize)> {
    originals::tables()
}

/// Leaves no place in the tables of wrapped functions that are in use.
#[pyfunction]
fn fill_tables_of_originals() {
    originals::fill_tables();
}

fn is_set(name: &str, to: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value == to)
}

/// Whether the process was started for tests.
fn for_tests() -> bool {
    is_set("FASTEXEC_TEST_NETS", "1")
}

/// Whether such a process was told to know no layouts, as on an interpreter that has others: when the module is imported.
pub fn layouts_unknown() -> bool {
    for_tests() && is_set("FASTEXEC_TEST_LAYOUTS", "unknown")
}

/// Adds the switch and the account in a process that was started for tests, and nothing elsewhere.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    if for_tests() {
        module.add_function(wrap_pyfunction!(switch_nets_off, module)?)?;
        module.add_function(wrap_pyfunction!(leave_changes_out, module)?)?;
        module.add_function(wrap_pyfunction!(audit_hits, module)?)?;
        module.add_function(wrap_pyfunction!(interpreter_changes, module)?)?;
        module.add_function(wrap_pyfunction!(interpreter_hooks, module)?)?;
        module.add_function(wrap_pyfunction!(layouts_known, module)?)?;
        module.add_function(wrap_pyfunction!(tables_of_originals, module)?)?;
        module.add_function(wrap_pyfunction!(fill_tables_of_originals, module)?)?;
    }
    Ok(())
}
