//! Threads that sandboxed code starts: the audit hook looks at them too, and they end with the run.
//!
//! Native code that such a thread calls has no machine around it. What may be done there is decided by the
//! policy of the run that started the thread.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PySystemExit};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use crate::cpython::value::R;
use crate::front::limits::{Meter, Stop};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::threads::{Origin, Threads};

impl Origin {
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// From now on the end of the run also ends what `meter` counts.
    pub fn watch(&self, meter: &Arc<Meter>) {
        if let Ok(mut meters) = self.meters.lock() {
            meters.retain(|meter| meter.strong_count() > 0);
            meters.push(Arc::downgrade(meter));
        }
        if self.has_ended() {
            meter.request(Stop::Cancelled);
        }
    }

    /// A limit ended what a thread did: it ends the run.
    pub fn stop(&self, why: Stop) {
        if !self.has_ended() {
            self.meter.request(why);
        }
    }

    /// Seconds until the run's deadline.
    pub fn seconds_left(&self) -> Option<f64> {
        self.clock.left(self.deadline).map(|left| left.as_secs_f64())
    }

    fn is_ending(&self) -> bool {
        self.has_ended() || self.meter.requested() != Stop::No
    }

    fn under_way(&self) -> bool {
        self.meters.lock().is_ok_and(|meters| meters.iter().any(|meter| meter.strong_count() > 0))
    }

    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        let Ok(meters) = self.meters.lock() else { return };
        for meter in meters.iter().filter_map(Weak::upgrade) {
            meter.request(Stop::Cancelled);
        }
    }
}

/// Milliseconds that the end of a run waits for calls on its threads.
const WAITS: u32 = 200;

impl Threads {
    /// The code has come to its end: what its threads and pools still do is waited for, as the interpreter does,
    /// within the limits of the run. Daemons do not count.
    pub fn finish(&self, m: &RunContext) -> R<()> {
        let Some(origin) = self.0.borrow().clone() else { return Ok(()) };
        let py = m.py();
        let waits = {
            let _host = HostScope::enter();
            py.import("fastexec.waits")?
        };
        let busy = PyCFunction::new_closure(py, None, None, {
            let origin = origin.clone();
            move |_, _| origin.under_way()
        })?;
        let mut seen: Vec<Bound<'_, PyAny>> = Vec::new();
        loop {
            let now = starters(py, &origin);
            // A thread may have started another.
            if now.iter().all(|starter| seen.iter().any(|known| known.is(starter))) {
                return Ok(());
            }
            waits.call_method1("finish", (&now, &busy))?;
            seen = now;
        }
    }

    /// The run is over: so are its threads, as far as they are the code's.
    pub fn end(&self, py: Python<'_>) {
        let Some(origin) = self.0.take() else { return };
        origin.end();
        // What is under way there ends at its next operation: waited for, so that nothing goes on after the
        // run, but not for long (it may be inside one long native call).
        for _ in 0..WAITS {
            if !origin.under_way() {
                return;
            }
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
        }
    }
}

/// What acts for a run: a `threading.Thread`, or a pool that makes its threads itself.
type Starter = (Py<PyWeakrefReference>, Arc<Origin>);

/// Those that sandboxed code started. Nothing is let go of while it is locked: what then goes for good runs code that asks for it.
static STARTED: Mutex<Vec<Starter>> = Mutex::new(Vec::new());
/// How many there were so far: before the first, the hook need not look.
static GENERATION: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Of this thread, as it was looked up at a generation.
    static ORIGIN: RefCell<(u64, Option<Arc<Origin>>)> = const { RefCell::new((0, None)) };
    /// Host code runs on this thread of the sandbox (a tool).
    static HOST: Cell<u32> = const { Cell::new(0) };
}

/// Sandboxed code starts a thread, as the interpreter's event (3.12 and newer) tells it: whether it may.
pub fn starts(py: Python<'_>, m: &RunContext, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let thread = || -> PyResult<Option<Bound<'_, PyAny>>> {
        let Some(args) = args else { return Ok(None) };
        let thread = args.get_item(0)?.getattr("__self__")?;
        let class = py.import("threading")?.getattr("Thread")?;
        Ok(thread.is_instance(&class)?.then_some(thread))
    };
    matches!(thread(), Ok(Some(thread)) if register(m, &thread).is_ok())
}

/// The threads and pools of a run that are still there.
fn starters<'py>(py: Python<'py>, origin: &Arc<Origin>) -> Vec<Bound<'py, PyAny>> {
    let its = all_started(py).into_iter().filter(|(_, of)| Arc::ptr_eq(of, origin));
    its.filter_map(|(starter, _)| starter.bind(py).upgrade()).collect()
}

fn all_started(py: Python<'_>) -> Vec<Starter> {
    let Ok(started) = STARTED.lock() else { return Vec::new() };
    started.iter().map(|(starter, origin)| (starter.clone_ref(py), origin.clone())).collect()
}

/// Whether a `threading.Thread` is under way that no code started.
pub fn is_of_host(thread: &Bound<'_, PyAny>) -> bool {
    let started = thread.getattr("ident").is_ok_and(|ident| !ident.is_none());
    let is_it = |reference: &Py<PyWeakrefReference>| reference.bind(thread.py()).upgrade().is_some_and(|known| known.is(thread));
    started && !all_started(thread.py()).iter().any(|(reference, _)| is_it(reference))
}

/// Whether the run under way here started the thread.
pub fn is_of_run(m: &RunContext, thread: &Bound<'_, PyAny>) -> bool {
    let origin = m.session.check.threads.0.borrow().clone();
    origin.is_some_and(|origin| starters(thread.py(), &origin).iter().any(|starter| starter.is(thread)))
}

/// Notes that `starter` (a `threading.Thread`, or a pool that makes its threads itself) acts for the run.
pub fn register(m: &RunContext, starter: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = starter.py();
    let reference = PyWeakrefReference::new(starter)?.unbind();
    let origin = {
        let mut mine = m.session.check.threads.0.borrow_mut();
        mine.get_or_insert_with(|| {
            let policy = m.session.policy.borrow().clone();
            Arc::new(Origin {
                policy,
                meter: m.meter.clone(),
                clock: m.clock.clone(),
                deadline: m.deadline,
                stderr_left: m.stderr_left.clone(),
                ended: AtomicBool::new(false),
                meters: Mutex::default(),
            })
        })
        .clone()
    };
    let known = all_started(py);
    let alive: Vec<_> = known.iter().map(|(thread, of)| (thread.bind(py).upgrade(), of)).collect();
    if alive.iter().any(|(thread, of)| Arc::ptr_eq(of, &origin) && thread.as_ref().is_some_and(|t| t.is(starter))) {
        return Ok(());
    }
    // A pool that is used again acts for the later run.
    let over = |thread: &Option<Bound<'_, PyAny>>| thread.as_ref().is_none_or(|t| t.is(starter));
    let over: Vec<_> =
        known.iter().zip(&alive).filter(|(_, (thread, _))| over(thread)).map(|((reference, _), _)| reference.as_ptr()).collect();
    let mut gone = Vec::new();
    if let Ok(mut started) = STARTED.lock() {
        gone.extend(started.extract_if(.., |(reference, _)| over.contains(&reference.as_ptr())));
        started.push((reference, origin));
        GENERATION.fetch_add(1, Ordering::SeqCst);
    }
    drop(gone);
    Ok(())
}

/// Whether sandboxed code ever started a thread in this process.
#[inline]
pub fn any() -> bool {
    GENERATION.load(Ordering::Relaxed) > 0
}

/// The run that started this thread, if sandboxed code did and no tool of the host runs on it just now.
pub fn origin(py: Python<'_>) -> Option<Arc<Origin>> {
    let now = GENERATION.load(Ordering::Relaxed);
    if now == 0 || HOST.get() > 0 {
        return None;
    }
    let (seen, known) = ORIGIN.with_borrow(Clone::clone);
    if seen == now {
        return known;
    }
    let found = as_host(|| look_up(py)).unwrap_or(None);
    let old = ORIGIN.replace((now, found.clone()));
    drop(old);
    found
}

/// Whether this thread's run is over, or about to be, and nobody waits for what it does: it belongs to no pool.
pub fn ends_unseen(py: Python<'_>) -> bool {
    let in_pool = || py.import("fastexec.waits")?.call_method0("is_worker")?.extract::<bool>();
    origin(py).is_some_and(|origin| origin.is_ending()) && !as_host(in_pool).unwrap_or(true)
}

/// Ends a thread whose run is over; `SystemExit` is what nobody prints.
pub fn over(py: Python<'_>) -> PyErr {
    const WHY: &str = "the run that started this thread is over";
    if ends_unseen(py) {
        PySystemExit::new_err(WHY)
    } else {
        PyRuntimeError::new_err(WHY)
    }
}

fn look_up(py: Python<'_>) -> PyResult<Option<Arc<Origin>>> {
    let threading = py.import("threading")?;
    let ident = threading.call_method0("get_ident")?;
    let Some(current) = threading.getattr("_active")?.cast_into::<PyDict>()?.get_item(ident)? else { return Ok(None) };
    // A worker of a pool: `_worker(weakref of the pool, …)`.
    let first = current.getattr("_args").and_then(|args| args.get_item(0)).ok();
    let pool = first.and_then(|first| first.cast_into::<PyWeakrefReference>().ok()?.upgrade());
    let started = all_started(py);
    let of = |wanted: &Bound<'_, PyAny>| started.iter().find(|(starter, _)| starter.bind(py).upgrade().is_some_and(|s| s.is(wanted)));
    // The pool may act for a later run than the one in which it started its thread.
    let found = pool.as_ref().and_then(of).or_else(|| of(&current));
    Ok(found.map(|(_, origin)| origin.clone()))
}

/// Runs a tool of the host on a thread of the sandbox.
pub fn as_host<T>(f: impl FnOnce() -> T) -> T {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            HOST.set(HOST.get().saturating_sub(1));
        }
    }
    HOST.set(HOST.get() + 1);
    let _leave = Leave;
    f()
}
