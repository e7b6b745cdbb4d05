//! Where temporary files of the code and of its libraries lie: the folder of the process if that was granted, or else the first
//! one that was. Libraries write documents (workbooks, archives) by way of such files.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use crate::cpython::hooks::{newly_loaded, table, wrap_attribute};
use crate::sandbox::granted_paths::granted;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::{self, sandboxed, HostScope};

const NAME: &str = "_gettempdir";

/// Wraps the function of `tempfile`, when it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "tempfile", NAME)? else { return Ok(()) };
    wrap_attribute(&module, NAME, |original| TemporaryFolder { original }, &table::TEMPORARY_FOLDER)
}

// `tempfile._gettempdir`
#[pyclass(frozen, module = "tempfile", name = "function")]
struct TemporaryFolder {
    original: Py<PyAny>,
}

#[pymethods]
impl TemporaryFolder {
    fn __call__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if !sandboxed() {
            return self.original.bind(py).call0();
        }
        // The first time it is asked for, the interpreter tries which folder takes a file.
        let of_process = {
            let _host = HostScope::enter();
            self.original.bind(py).call0()
        };
        match with_run(py, |m| Ok(instead_of(m, of_process.as_ref().ok())))? {
            Some(folder) => Ok(folder.into_os_string().into_pyobject(py)?.into_any()),
            None => of_process,
        }
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}

/// The first folder that the code may write, where the one of the process is none.
fn instead_of(m: &RunContext, of_process: Option<&Bound<'_, PyAny>>) -> Option<PathBuf> {
    let policy = m.session.policy.borrow();
    let is_granted = |folder: &Bound<'_, PyAny>| folder.extract::<PathBuf>().is_ok_and(|path| granted(&policy, &path, true));
    if scope::lifted(&policy) || of_process.is_some_and(is_granted) {
        return None;
    }
    policy.allow_write.iter().find(|path| path.is_dir()).cloned()
}
