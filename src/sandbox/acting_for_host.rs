//! Which code acts for the host: that of its own program, and of installed packages whose objects it gave (`given_objects`
//! notes which).

use pyo3::prelude::*;

use crate::cpython::call_stack;
use crate::session::current;
use crate::session::state::State;

pub fn top_of(module: &str) -> &str {
    module.split('.').next().unwrap_or(module)
}

/// Whether code of the module acts for the host.
pub fn acts_for_host(state: &State, py: Python<'_>, module: &str) -> bool {
    let top = top_of(module);
    !state.is_library(py, module) && (state.given.packages.borrow().contains(top) || !call_stack::is_installed(py, top))
}

/// Whether C code has called a function of the host for the code (`rows[3]`, `for row in rows`, the end of a `with` block),
/// which does what it does as in a call of a tool.
pub fn host_is_at_work(py: Python<'_>) -> bool {
    let is_of_host = |state: &State, module: &str| top_of(module) != "fastexec" && acts_for_host(state, py, module);
    current::with_current(|m| call_stack::is_at_work(py, |module| is_of_host(&m.session.check, module))).unwrap_or(false)
}
