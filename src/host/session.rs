//! `Session`: the engine's half of an executor.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};

use crate::budget::{interrupt_signal, native_stack};
use crate::cpython::attached::Attached;
use crate::cpython::hooks;
use crate::cpython::hooks::registry::{self, Lease};
use crate::cpython::value::Value;
use crate::front::limits::Stop;
use crate::front::messages::error::{Category, ExecError, Report};
use crate::front::policy::Policy;
use crate::host::account::Account;
use crate::host::call::{self, Failure, Outcome, Watch};
use crate::host::hosts::Hosts;
use crate::host::print::Print;
use crate::host::profile::{self, Rows};
use crate::host::settings::{self, Caps, Settings};
use crate::host::{exit, report};
use crate::sandbox::classes::getattr_hook;
use crate::session::hooks::{Given, Hooks};
use crate::session::Session;

/// State of an executor that no code reaches: variables, policy, meters. The functions that the code
/// defines keep it alive.
#[pyclass(frozen, weakref, module = "fastexec._fastexec", name = "Session")]
pub struct SessionObject {
    session: Attached<Rc<Session>>,
}

#[pymethods]
impl SessionObject {
    #[new]
    #[pyo3(signature = (allow_read = Vec::new(), allow_write = Vec::new(), on_refusal = "raise", plain_errors = false, top_level_return = false))]
    fn new(
        py: Python<'_>,
        allow_read: Vec<PathBuf>,
        allow_write: Vec<PathBuf>,
        on_refusal: &str,
        plain_errors: bool,
        top_level_return: bool,
    ) -> PyResult<SessionObject> {
        // Others may go while the first of the process is made.
        let _changes = Lease::new();
        install(py)?;
        let session = Session::new();
        *session.policy.borrow_mut() = Policy { plain_errors, top_level_return, ..settings::policy(allow_read, allow_write, on_refusal)? };
        session.set_print(Value::from_bound(Bound::new(py, Print::of(&session))?.into_any()));
        Ok(SessionObject { session: Attached(session) })
    }

    /// Runs a snippet; gives value, printed text and whether `final_answer` ended it.
    /// With `profile`, `take_profile` gives what it did afterwards. `hooks` are what the host takes part in: functions for
    /// calls of tools, for what is awaited, for what is printed. `account` is filled, however the call ends.
    #[pyo3(signature = (code, variables, static_tools, authorized_imports, timeout_seconds, max_print_outputs_length, caps, profile = false, hooks = None, account = None))]
    #[allow(clippy::too_many_arguments, reason = "called from one place, at every call")]
    fn run<'py>(
        slf: &Bound<'py, Self>,
        code: &Bound<'py, PyAny>,
        variables: &Bound<'py, PyAny>,
        static_tools: Bound<'py, PyDict>,
        authorized_imports: Bound<'py, PyAny>,
        timeout_seconds: Option<Bound<'py, PyAny>>,
        max_print_outputs_length: Option<i64>,
        caps: Caps,
        profile: bool,
        hooks: Option<Given>,
        account: Option<&Bound<'py, Account>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, bool)> {
        let _call = exit::Call::begin();
        interrupt_signal::prepare(slf.py());
        begin_logging(slf.py())?;
        exit::prepare(slf.py())?;
        let session = slf.get().session.0.clone();
        let settings =
            Settings { authorized: authorized_imports, timeout: timeout_seconds, log_chars: max_print_outputs_length, caps, profile };
        let hosts = Hosts { variables, tools: &static_tools };
        let called = || {
            native_stack::with_enough(|| {
                call::call(
                    &session,
                    slf.as_any(),
                    code,
                    &hosts,
                    &settings,
                    Watch { hooks: Hooks::of(hooks), account: account.map(Bound::get) },
                )
            })
        };
        let called = AssertUnwindSafe(called);
        let result = catch_unwind(called).unwrap_or_else(|panic| match session.meter.requested() {
            Stop::No => Err(internal(&*panic)),
            // The allocations of a run that does not notice its end fail; Rust code cannot go on then.
            stop => Err(report::stopped(&session, stop, &settings.time_text().unwrap_or_default()).into()),
        });
        match result {
            Ok(Outcome { value, logs, is_final }) => Ok((value, logs.into_any(), is_final)),
            Err(failure) => Err(failure.into_python(slf.py(), session.policy.borrow().plain_errors)),
        }
    }

    /// What the last profiled run did, by line and by function: operations, seconds, whether it is the snippet's
    /// own, line, text or name. Gone afterwards.
    fn take_profile(&self) -> Rows {
        let account = self.session.0.profile.take();
        account.map_or_else(Rows::default, |(source, entries)| profile::rows(&entries, &source))
    }

    /// Ends the run under way, from any thread. Without one nothing happens.
    fn cancel(&self) {
        if self.session.0.is_running() {
            self.session.0.meter.request(Stop::Cancelled);
        }
    }

    /// Ends the run under way, and the session for good: the dicts stay, and runs that wait for their turn do not begin.
    fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.session.0.turns.close();
        self.cancel();
        self.session.0.publish_always(py)
    }

    /// Brings the dicts of the run under way up to date, for host code that is about to look at them. With `always`
    /// they are up to date whenever host code runs, until the next run.
    #[pyo3(signature = (always = false))]
    fn publish(&self, py: Python<'_>, always: bool) -> PyResult<()> {
        let session = &self.session.0;
        if always {
            session.publish_always(py)
        } else {
            session.publish(py)
        }
    }

    /// Whether a snippet runs.
    #[getter]
    fn running(&self) -> bool {
        self.session.0.is_running()
    }

    /// Texts of the refusals of the last call, in order.
    #[getter]
    fn refusals(&self) -> Vec<String> {
        self.session.0.refusals()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.session.0.traverse(&visit)
    }

    fn __clear__(&self) {
        self.session.0.clear();
    }
}

/// Changes what must be changed in the interpreter, again if that was taken out. A host that imports the package and runs nothing has nothing of it.
fn install(py: Python<'_>) -> PyResult<()> {
    registry::make_changes(py, |py| {
        getattr_hook::install(py)?;
        crate::sandbox::install(py)
    })
}

/// What the engine logs goes to `logging` of the host's process, once that is there: a host that has not loaded it has
/// nobody who listens.
fn begin_logging(py: Python<'_>) -> PyResult<()> {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    if hooks::newly_loaded(py, &BEGUN, "logging", "getLogger")?.is_some() {
        // Fails if the host's process has a Rust logger already.
        drop(pyo3_log::try_init());
    }
    Ok(())
}

/// A bug of ours must not take the host along.
fn internal(panic: &(dyn std::any::Any + Send)) -> Failure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    ExecError::Failed(Box::new(Report::turned_away(Category::Internal, format!("internal error: {text}")))).into()
}
