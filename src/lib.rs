//! fastexec: an executor for model-written Python.
//!
//! The way of the data: `parse` → `lower` → `run` (every value that enters passes `check`) → `output`.
//! `src/README.md` says what lives where.
#![deny(unsafe_code)]

pub mod check;
pub mod error;
pub mod limits;
pub mod lower;
pub mod once;
pub mod output;
pub mod parse;
pub mod policy;
pub mod py;
pub mod run;
pub mod span;
pub mod watchdog;

/// The extension module `fastexec._fastexec`.
#[pyo3::pymodule(gil_used = true)]
mod _fastexec {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::py::errors::ExecutionTimeoutError;
    #[pymodule_export]
    use crate::py::acts_for_the_run;
    #[pymodule_export]
    use crate::py::carried;
    #[pymodule_export]
    use crate::py::PrintContainer;
    #[pymodule_export]
    use crate::py::guarded_members;
    #[pymodule_export]
    use crate::py::interrupted;
    #[pymodule_export]
    use crate::py::keep_variate;
    #[pymodule_export]
    use crate::py::kept_variate;
    #[pymodule_export]
    use crate::py::look;
    #[pymodule_export]
    use crate::py::on_thread_of_code;
    #[pymodule_export]
    use crate::py::random_words;
    #[pymodule_export]
    use crate::py::remaining;
    #[pymodule_export]
    use crate::py::run_example;
    #[pymodule_export]
    use crate::py::same_entries;
    #[pymodule_export]
    use crate::py::session_logging;
    #[pymodule_export]
    use crate::py::session_variables;
    #[pymodule_export]
    use crate::py::set_fast_arms;
    #[pymodule_export]
    use crate::py::set_random_words;
    #[pymodule_export]
    use crate::py::set_sliced_waits;
    #[pymodule_export]
    use crate::py::shown;
    #[pymodule_export]
    use crate::py::stopping;
    #[pymodule_export]
    use crate::py::SessionObject;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::py::init(module)
    }
}
