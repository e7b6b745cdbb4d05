//! Waiting: where C code would wait without a look at the limits, the code gets the classes of
//! `fastexec/waits.py`, which call the functions here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, Value, R};
use crate::front::limits::{HostClock, Stop};
use crate::sandbox::signatures::Signature;
use crate::sandbox::wrappers::session_bound_callable;
use crate::sandbox::{host_hooks, threads, tools};
use crate::session::abort::{self, Abort};
use crate::session::current::{self, with_run};
use crate::session::scope::{self, HostScope};

/// The class that stands for `module.name`, if there is one.
pub fn member(py: Python<'_>, module: &str, name: &str) -> R<Option<Value>> {
    let module = module.trim_start_matches('_');
    let waits = {
        // It may have to be imported.
        let _host = HostScope::enter();
        py.import("fastexec.waits")?
    };
    let members = waits.getattr("MEMBERS")?.get_item(module)?;
    Ok(members.cast::<PyDict>().map_err(PyErr::from)?.get_item(name)?.map(Value::from_bound))
}

/// Ends the run on this thread if it has to stop, or the wait of a thread whose run is over.
#[pyfunction]
pub fn look(py: Python<'_>) -> PyResult<()> {
    match current::with_current(|m| m.charge(0)) {
        Some(Err(Exc)) => Err(PyErr::fetch(py)),
        Some(Ok(())) => Ok(()),
        None if threads::origin(py).is_some_and(|origin| origin.has_ended()) => Err(threads::over(py)),
        None => Ok(()),
    }
}

/// `function` as a thread of the run may call it.
#[pyfunction]
pub fn carried(function: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    with_run(function.py(), |m| session_bound_callable::carried(m, function.clone()))
}

/// From now on the threads of `starter` are those of the run.
#[pyfunction]
pub fn acts_for_the_run(starter: Bound<'_, PyAny>) -> PyResult<()> {
    with_run(starter.py(), |m| Ok(threads::register(m, &starter)?))
}

/// Whether sandboxed code runs on this thread, and no host code in between.
#[pyfunction]
pub fn sandboxed() -> bool {
    scope::sandboxed()
}

/// Whether the code started this thread.
#[pyfunction]
pub fn on_thread_of_code(py: Python<'_>) -> bool {
    threads::origin(py).is_some()
}

/// Whether the run under way here started the thread.
#[pyfunction]
pub fn is_thread_of_run(thread: &Bound<'_, PyAny>) -> bool {
    current::with_current(|m| threads::is_of_run(m, thread)).unwrap_or(false)
}

/// Whether the run on this thread has to stop.
#[pyfunction]
pub fn stopping() -> bool {
    current::with_current(|m| m.meter.requested() != Stop::No || abort::by_limit(m)).unwrap_or(false)
}

/// The user's own Ctrl-C: ends the run on this thread, which the code cannot catch. A tool gets its exception.
#[pyfunction]
pub fn interrupted(py: Python<'_>) -> PyResult<()> {
    if scope::sandboxed() {
        let started = current::with_current(|m| abort::start(m, Abort::Limit(Stop::Interrupted)));
        if let Some(Exc) = started {
            return Err(PyErr::fetch(py));
        }
    }
    Err(PyKeyboardInterrupt::new_err(()))
}

/// Seconds that the run on this thread has left; None without a run or a limit.
#[pyfunction]
pub fn remaining() -> Option<f64> {
    current::with_current(|m| m.time_left()).flatten().map(|left| left.as_secs_f64())
}

/// Called when an async tool, which the code awaits, has its result.
#[pyclass(frozen, module = "fastexec._fastexec", name = "ToolAwaited")]
pub struct ToolAwaited(Arc<HostClock>);

#[pymethods]
impl ToolAwaited {
    #[pyo3(signature = (_future, /))]
    fn __call__(&self, _future: &Bound<'_, PyAny>) {
        self.0.end_await();
    }
}

/// Notes for the run on this thread that it awaits an async tool; None where the time of tools counts.
#[pyfunction]
pub fn tool_is_awaited() -> Option<ToolAwaited> {
    let clock = current::with_current(|m| m.clock.clone())?;
    clock.begin_await().then_some(ToolAwaited(clock))
}

/// Notes for the run on this thread that its event loop waits from now on, or does not any more.
#[pyfunction]
pub fn loop_waits(waits: bool) {
    current::with_current(|m| if waits { m.clock.begin_idling() } else { m.clock.end_idling() });
}

/// `step(value)`, the step of a tool's coroutine: as a call of the tool.
#[pyfunction]
pub fn tool_step<'py>(step: Bound<'py, PyAny>, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = step.py();
    let stepped = current::with_current(|m| tools::step_on_host(m, || Ok(step.call1((&value,))?.unbind())));
    match stepped {
        Some(Ok(waited_for)) => Ok(waited_for.into_bound(py)),
        Some(Err(Exc)) => Err(PyErr::fetch(py)),
        // The host awaits it itself.
        None => step.call1((value,)),
    }
}

/// Whether tools of the run on this thread are called by a hook of the host, which makes coroutines of theirs its own.
#[pyfunction]
pub fn tools_are_hooked(py: Python<'_>) -> bool {
    current::with_current(|m| m.session.hooks.call(py).is_some()).unwrap_or(false)
}

/// Whether a tool is at work on this thread, not the code.
#[pyfunction]
pub fn in_tool() -> bool {
    !scope::sandboxed()
}

/// `function(*args)` as the host's: what ends runs, signals and failed allocations, waits until it is over.
#[pyfunction]
#[pyo3(signature = (function, /, *args))]
pub fn whole<'py>(function: Bound<'py, PyAny>, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let _host = HostScope::enter();
    function.call1(args)
}

/// Notes for the run on this thread that it waits for a tool from now on, or does not any more.
#[pyfunction]
pub fn tool_has_the_time(has: bool) {
    current::with_current(|m| if has { m.clock.enter() } else { m.clock.leave() });
}

/// What the code gets where it awaits the object, which may be the host's.
#[pyfunction]
pub fn awaited(object: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    with_run(object.py(), |m| host_hooks::awaited(m, object.clone()))
}

const SLEEP: Signature<1> = Signature { module: "time", name: "sleep", parameters: [""], positional: 1 };

/// More seconds than the interpreter's clock counts.
const LONGEST_SLEEP: f64 = 9.3e9;

/// Sleeps in short steps, so that the deadline holds on every thread.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn sleep(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let py = args.py();
    let [Some(seconds)] = SLEEP.bind(args, kwargs)? else { return Err(SLEEP.refuse(args, kwargs)) };
    let length = match seconds.extract::<f64>() {
        Ok(length) if (0.0..LONGEST_SLEEP).contains(&length) => length,
        // What the interpreter's own refuses. (It gets nothing that could be another number the second time.)
        Ok(length) => return SLEEP.real(py)?.call1((length,)).map(drop),
        Err(_) if seconds.is_exact_instance_of::<PyInt>() || Ty::of_bound(&seconds).lookup(intern!(py, "__index__")).is_none() => {
            return SLEEP.real(py)?.call1((seconds,)).map(drop);
        }
        Err(error) => return Err(error),
    };
    let end = Duration::try_from_secs_f64(length).ok().and_then(|d| Instant::now().checked_add(d));
    loop {
        let left = end.map_or(Duration::MAX, |e| e.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return Ok(());
        }
        let step = left.min(Duration::from_millis(10));
        py.detach(|| std::thread::sleep(step));
        look(py)?;
    }
}
