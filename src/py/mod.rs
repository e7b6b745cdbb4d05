//! The boundary to the host: the exported classes, conversions, and the one place where an `ExecError`
//! becomes a Python exception.

mod call;
pub mod errors;
mod examples;
mod exit;
mod interrupt;
mod print;
mod print_container;
mod profile;
mod related;
mod report;
pub mod session;
mod settings;
mod show;
mod similar;
mod source;
mod testing;
mod tiers;

pub use crate::check::generators::{keep_variate, kept_variate, random_words, set_random_words};
pub use crate::check::guarded::library::{acts_for_the_run, carried, interrupted, look, on_thread_of_code, remaining, stopping};
pub use crate::check::guarded::library::session_logging;
pub use crate::check::tables::same_entries;
pub use tiers::guarded_members;
pub use crate::check::waiting::set_sliced_waits;
pub use examples::{run_example, session_variables};
pub use print_container::PrintContainer;
pub use session::SessionObject;
pub use show::shown;

use pyo3::prelude::*;

use crate::check::{self, refusal};
use crate::run::{cell, function, generator};
use crate::run::value::Exc;

/// Switches the fast arms of the loop on or off for the process: what they do means the same without them.
#[pyfunction]
pub fn set_fast_arms(on: bool) {
    crate::run::fast::set_enabled(on);
}

/// Fills the extension module when it is imported.
pub fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let made = cell::init().and_then(|()| function::init()).and_then(|()| generator::init(py));
    made.map_err(|Exc| PyErr::fetch(py))?;
    crate::run::types::init(py)?;
    crate::run::layout::self_test(py)?;
    check::init(py)?;
    crate::watchdog::use_starvation(check::starve);
    crate::run::panics::expect();
    crate::run::raw_type::drop_module_from_messages(&py.get_type::<print::Print>());
    testing::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("InterpreterError", refusal::interpreter_error(py)?)
}
