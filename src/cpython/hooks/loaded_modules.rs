//! Modules that are loaded: what belongs to one is wrapped as soon as it is there, once.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::exceptions::{PyAttributeError, PyImportError, PyLookupError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::cpython::api;
use crate::cpython::hooks::registry::Trial;
use crate::cpython::layout::dict_version;
use crate::cpython::lock::Lock;
use crate::cpython::type_access;
use crate::cpython::value::attached;

const NEVER: u64 = u64::MAX;

/// Version of the table of modules at the last whole look.
static LOOKED: AtomicU64 = AtomicU64::new(NEVER);
/// How often a module was met that does not have all its members yet.
static HALF_LOADED: AtomicU64 = AtomicU64::new(0);

/// Whoever looks: others wait, since what is noted as done already may not be quite.
static LOOKING: Lock = Lock::new();

/// Calls `look` unless nothing was loaded since the last time, when all that it asked for was there.
///
/// # Errors
/// Those of `look`.
pub fn look_at_loaded(py: Python<'_>, look: impl FnOnce(Python<'_>) -> PyResult<()>) -> PyResult<()> {
    if is_looked_at(version(py)) {
        return Ok(());
    }
    let _alone = LOOKING.wait(py)?;
    let version = version(py);
    if is_looked_at(version) {
        return Ok(());
    }
    let half_loaded = HALF_LOADED.load(Ordering::Relaxed);
    look(py)?;
    let whole = HALF_LOADED.load(Ordering::Relaxed) == half_loaded;
    LOOKED.store(if whole { version } else { NEVER }, Ordering::Relaxed);
    Ok(())
}

thread_local! {
    /// What the guard under way on this thread has noted as done.
    static NOTED: RefCell<Vec<&'static AtomicBool>> = const { RefCell::new(Vec::new()) };
}

/// How often a guard is put in its place that something comes in between of: an interrupt, a limit of recursion, no memory.
const ATTEMPTS: usize = 3;

/// Puts a guard in its place: what is left half-way is taken back and begun anew, now, or else the next time. After an error that
/// `bears` says is none, what could be guarded stays as it is.
///
/// # Errors
/// What came in between, also where the guard stands by now.
pub fn put_guard(py: Python<'_>, guard: impl Fn(Python<'_>) -> PyResult<()>, bears: fn(&PyErr) -> bool) -> PyResult<()> {
    let mut between = Ok(());
    for _ in 0..ATTEMPTS {
        let (trial, before) = (Trial::begin(), NOTED.with_borrow(Vec::len));
        let stands = guard(py);
        let noted = NOTED.with_borrow_mut(|noted| noted.split_off(before.min(noted.len())));
        match stands {
            Ok(()) => return between,
            Err(error) if bears(&error) => {
                log::debug!("not all is guarded: {error}");
                return between;
            }
            Err(error) => {
                trial.take_back(py);
                noted.iter().for_each(|done| done.store(false, Ordering::Relaxed));
                let for_good = fails_each_time(&error);
                between = Err(error);
                if for_good {
                    break;
                }
            }
        }
    }
    note_half_loaded();
    between
}

/// Whether what is guarded is of another make than its guard knows, which would fail each time.
pub fn fails_each_time(error: &PyErr) -> bool {
    let py = attached();
    error.is_instance_of::<PyAttributeError>(py)
        || error.is_instance_of::<PyImportError>(py)
        || error.is_instance_of::<PyLookupError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyValueError>(py)
}

/// Notes that a guard is in its place, when it has begun: it counts if that comes to its end.
pub fn note_done(done: &'static AtomicBool) {
    done.store(true, Ordering::Relaxed);
    NOTED.with_borrow_mut(|noted| noted.push(done));
}

fn is_looked_at(version: u64) -> bool {
    version != NEVER && LOOKED.load(Ordering::Relaxed) == version
}

/// Version of the table of modules.
fn version(py: Python<'_>) -> u64 {
    api::loaded_modules(py).and_then(|modules| dict_version::of(&modules)).unwrap_or(NEVER)
}

/// Has the next look be one at all modules: one of them is being loaded.
pub fn note_half_loaded() {
    HALF_LOADED.fetch_add(1, Ordering::Relaxed);
}

/// The module of this name, once per `done`, when it is loaded and has its member `last` (one that every version has: while it is
/// missing, all modules are looked at each time). One that is being loaded may have a class already whose methods are put in later:
/// a look on another thread would find those that were there before.
///
/// # Errors
/// Those of a table of modules whose keys are no texts.
pub fn newly_loaded<'py>(py: Python<'py>, done: &'static AtomicBool, name: &str, last: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if done.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(module) = api::loaded_modules(py).map_or(Ok(None), |modules| modules.get_item(name))? else { return Ok(None) };
    // A lazy module would load what it is asked for.
    let has_last = type_access::module_dict(&module).map_or(Ok(false), |members| members.contains(last))?;
    let loaded = has_last && !is_being_loaded(&module);
    match loaded {
        true => note_done(done),
        false => note_half_loaded(),
    }
    Ok(loaded.then_some(module))
}

/// Whether the import system is not through with a module (`__spec__._initializing`).
pub fn is_being_loaded(module: &Bound<'_, PyAny>) -> bool {
    let py = module.py();
    let spec = type_access::module_dict(module).and_then(|members| members.get_item(intern!(py, "__spec__")).ok().flatten());
    let state = spec.and_then(|spec| spec.getattr_opt(intern!(py, "_initializing")).ok().flatten());
    state.is_some_and(|state| state.is(&*PyBool::new(py, true)))
}
