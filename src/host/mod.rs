//! The boundary to the host: the exported classes, conversions, and the one place where an `ExecError`
//! becomes a Python exception.

pub mod account;
pub mod call;
pub mod examples;
pub mod exit;
pub mod hints;
pub mod hosts;
pub mod print;
pub mod print_container;
pub mod profile;
pub mod related_errors;
pub mod report;
pub mod session;
pub mod settings;
pub mod show;
pub mod source;
pub mod suggestions;
pub mod testing;
pub mod tiers;

pub use crate::budget::waits::set_sliced_waits;
pub use crate::cpython::random_state::{keep_variate, kept_variate, knows_variates, random_words, set_random_words};
pub use crate::cpython::tables::same_entries;
pub use crate::sandbox::classes::getattr_hook::tells_no_address;
pub use crate::sandbox::classes::told_memory::told_to_host;
pub use crate::sandbox::wrappers::library::logging::session_logging;
pub use crate::sandbox::wrappers::library::waits::{
    acts_for_the_run, awaited, carried, in_tool, interrupted, is_thread_of_run, look, loop_waits, on_thread_of_code, remaining, sandboxed,
    stopping, tool_has_the_time, tool_is_awaited, tool_step, tools_are_hooked, whole,
};
pub use crate::sandbox::wrappers::packages::jinja_templates::admitted;
pub use crate::session::process_settings::{InPlace, Setting, SettingCell};
pub use crate::vm::call::waiting::waits_at;
pub use account::Account;
pub use examples::{run_beside, run_example, session_variables};
pub use exit::rest_watchdog;
pub use print_container::PrintContainer;
pub use session::SessionObject;
pub use show::shown;
pub use tiers::guarded_members;

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::value::Exc;
use crate::sandbox::classes::reduce_hook;
use crate::session::refusals;
use crate::vm::call::{function_type, generator_type};
use crate::vm::objects::cell;

/// Switches the fast arms of the loop on or off for the process: what they do means the same without them.
#[pyfunction]
pub fn set_fast_arms(on: bool) {
    crate::vm::interpreter::fast_loop::set_enabled(on);
}

/// Whether code under these imports may have the module.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // what Python gives
pub fn is_authorized(authorized: Vec<String>, module: &str) -> bool {
    crate::front::policy::is_authorized(&authorized, module)
}

/// Whether the object is a function of sandboxed code, whatever its class says.
#[pyfunction]
pub fn is_function_of_code(object: &Bound<'_, PyAny>) -> bool {
    object.get_type_ptr() == crate::session::engine_types::function_type()
}

/// Notes what was at work, if the time of the run on this thread is up: a frame of what stands for the host's objects.
#[pyfunction]
pub fn at_work(frame: &Bound<'_, PyAny>) {
    crate::session::current::with_current(|m| {
        if m.meter.requested() == crate::front::limits::Stop::Time {
            m.session.notes.at_work(frame);
        }
    });
}

/// Whether sandboxed code made the class, whatever it says of itself.
#[pyfunction]
pub fn is_class_of_code(class_: &Bound<'_, PyType>) -> bool {
    reduce_hook::is_put(class_)
}

/// Fills the extension module when it is imported.
pub fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let made = cell::init().and_then(|()| function_type::init()).and_then(|()| generator_type::init(py));
    made.map_err(|Exc| PyErr::fetch(py))?;
    crate::vm::objects::annotate::init(py);
    crate::cpython::static_types::init(py)?;
    if !testing::layouts_unknown() {
        crate::cpython::layout::self_test(py)?;
    }
    crate::sandbox::init(py)?;
    crate::budget::watchdog::use_starvation(crate::budget::starve);
    crate::budget::memory::expect_panics();
    crate::vm::engine_calls::init();
    crate::vm::fast::builtins::init(py)?;
    crate::cpython::heap_type::drop_module_from_messages(&py.get_type::<print::Print>());
    testing::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("InterpreterError", refusals::interpreter_error(py)?)
}
