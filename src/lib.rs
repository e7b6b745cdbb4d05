//! fastexec: an executor for model-written Python.
//!
//! The floors, from the bottom: `front`, `cpython`, `session`, `budget`, `sandbox`, `vm`, `host`, `isolation`; each imports
//! from those below it. `src/README.md` says what lives where.
#![deny(unsafe_code)]

pub mod budget;
pub mod cpython;
pub mod front;
pub mod host;
pub mod isolation;
pub mod sandbox;
pub mod session;
pub mod vm;

/// The extension module `fastexec._fastexec`.
#[pyo3::pymodule(gil_used = true)]
mod _fastexec {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::host::acts_for_the_run;
    #[pymodule_export]
    use crate::host::admitted;
    #[pymodule_export]
    use crate::host::at_work;
    #[pymodule_export]
    use crate::host::awaited;
    #[pymodule_export]
    use crate::host::carried;
    #[pymodule_export]
    use crate::host::guarded_members;
    #[pymodule_export]
    use crate::host::in_tool;
    #[pymodule_export]
    use crate::host::interrupted;
    #[pymodule_export]
    use crate::host::is_authorized;
    #[pymodule_export]
    use crate::host::is_class_of_code;
    #[pymodule_export]
    use crate::host::is_function_of_code;
    #[pymodule_export]
    use crate::host::is_thread_of_run;
    #[pymodule_export]
    use crate::host::keep_variate;
    #[pymodule_export]
    use crate::host::kept_variate;
    #[pymodule_export]
    use crate::host::knows_variates;
    #[pymodule_export]
    use crate::host::look;
    #[pymodule_export]
    use crate::host::loop_waits;
    #[pymodule_export]
    use crate::host::on_thread_of_code;
    #[pymodule_export]
    use crate::host::random_words;
    #[pymodule_export]
    use crate::host::remaining;
    #[pymodule_export]
    use crate::host::rest_watchdog;
    #[pymodule_export]
    use crate::host::run_beside;
    #[pymodule_export]
    use crate::host::run_example;
    #[pymodule_export]
    use crate::host::same_entries;
    #[pymodule_export]
    use crate::host::sandboxed;
    #[pymodule_export]
    use crate::host::session_logging;
    #[pymodule_export]
    use crate::host::session_variables;
    #[pymodule_export]
    use crate::host::set_fast_arms;
    #[pymodule_export]
    use crate::host::set_random_words;
    #[pymodule_export]
    use crate::host::set_sliced_waits;
    #[pymodule_export]
    use crate::host::shown;
    #[pymodule_export]
    use crate::host::stopping;
    #[pymodule_export]
    use crate::host::tells_no_address;
    #[pymodule_export]
    use crate::host::told_to_host;
    #[pymodule_export]
    use crate::host::tool_has_the_time;
    #[pymodule_export]
    use crate::host::tool_is_awaited;
    #[pymodule_export]
    use crate::host::tool_step;
    #[pymodule_export]
    use crate::host::tools_are_hooked;
    #[pymodule_export]
    use crate::host::waits_at;
    #[pymodule_export]
    use crate::host::whole;
    #[pymodule_export]
    use crate::host::Account;
    #[pymodule_export]
    use crate::host::InPlace;
    #[pymodule_export]
    use crate::host::PrintContainer;
    #[pymodule_export]
    use crate::host::SessionObject;
    #[pymodule_export]
    use crate::host::Setting;
    #[pymodule_export]
    use crate::host::SettingCell;
    #[pymodule_export]
    use crate::isolation::walls::confine;
    #[pymodule_export]
    use crate::isolation::walls::prepare_walls;
    #[pymodule_export]
    use crate::isolation::walls::rely_on_walls;
    #[pymodule_export]
    use crate::isolation::wire::packer::pack;
    #[pymodule_export]
    use crate::isolation::wire::unpacker::unpack;
    #[pymodule_export]
    use crate::sandbox::wrappers::library::mapping_proxy::MappingProxy;
    #[pymodule_export]
    use crate::session::errors::ExecutionTimeoutError;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::host::init(module)
    }
}
