//! Connections of `sqlite3` that SQL of the code runs on, its own and those that the host gave it: SQL opens files by itself,
//! takes addresses of native code and can work without an end. Connections of the code ask here as long as they live, those of
//! the host while the code's SQL runs on them.

use std::any::Any;
use std::path::Path;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType, PyWeakrefMethods, PyWeakrefReference};

use crate::cpython::api::referents;
use crate::cpython::type_access::exact_text;
use crate::sandbox::granted_paths::path_granted;
use crate::sandbox::memory::objects_at_work;
use crate::sandbox::threads;
use crate::session::current;
use crate::session::scope::{self, HostScope};

/// Steps of SQLite's own machine between two looks at the limits: a tenth of a millisecond.
pub const STEPS: i64 = 10_000;

const SHARED_PRAGMAS: &[&str] = &["data_store_directory", "hard_heap_limit", "soft_heap_limit", "temp_store_directory"];

/// Tells a new connection of the code whom it asks.
pub fn prepare(connection: &Bound<'_, PyAny>) -> PyResult<()> {
    set_authorizer(connection, Bound::new(connection.py(), Authorizer { always: true, theirs: None })?.as_any())?;
    set_steps(connection)?;
    set_room(connection)
}

/// SQLite's limit of the length of a text, and what that is by default.
pub const LENGTH: i64 = 0;
const LONGEST: i64 = 1_000_000_000;

/// The longest text that SQL may make (`printf('%0900000000d', 1)`): as long as the run may have memory.
pub fn longest() -> i64 {
    let memory = current::with_current(|m| m.session.limits.borrow().memory).flatten();
    memory.and_then(|memory| i64::try_from(memory).ok()).map_or(LONGEST, |memory| memory.min(LONGEST))
}

/// (Before 3.11 a connection cannot be told.)
fn set_room(connection: &Bound<'_, PyAny>) -> PyResult<()> {
    let longest = longest();
    if cfg!(Py_3_11) && longest < LONGEST {
        connection.call_method1(intern!(connection.py(), "setlimit"), (LENGTH, longest))?;
    }
    Ok(())
}

/// Whether the code made the connection.
pub fn is_own(connection: &Bound<'_, PyAny>) -> bool {
    referents(connection).iter().any(|found| found.cast::<Authorizer>().is_ok_and(|found| found.get().always))
}

/// What `call` gives, which opens no file but attaches a database (`deserialize`), on a connection of the code.
pub fn unasked<'py>(connection: &Bound<'py, PyAny>, call: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    end_queries(connection)?;
    set_authorizer(connection, connection.py().None().bind(connection.py()))?;
    let given = call();
    prepare(connection)?;
    given
}

/// Ends the queries under way on a connection, and its blobs: SQLite goes on in pages of a database that is gone.
fn end_queries(connection: &Bound<'_, PyAny>) -> PyResult<()> {
    let module = connection.py().import("sqlite3")?;
    let (cursor, blob) = (module.getattr("Cursor")?, module.getattr("Blob")?);
    let lists = referents(connection).into_iter().filter_map(|held| held.cast_into::<PyList>().ok());
    for user in lists.flat_map(|list| list.iter().collect::<Vec<_>>()) {
        let Ok(user) = user.cast_into::<PyWeakrefReference>() else { continue };
        match user.upgrade() {
            Some(user) if user.is_instance(&cursor)? => drop(cursor.call_method1("execute", (user, ""))?),
            Some(user) if user.is_instance(&blob)? => drop(blob.call_method1("close", (user,))?),
            _ => {}
        }
    }
    Ok(())
}

/// Has connections of the host ask while the code's SQL runs on them.
pub fn install() {
    objects_at_work::lend_connections(lend);
}

/// A connection of the host while the code's SQL runs on it: what was changed of it, and is put back at the end.
struct Lent {
    connection: Py<PyAny>,
    authorizer: Option<Option<Py<PyAny>>>,
    steps: bool,
}

/// Tells a connection of the host whom it asks meanwhile; `None` where it knows, as those of the code do.
fn lend(connection: &Bound<'_, PyAny>, compiles: bool) -> PyResult<Option<Box<dyn Any>>> {
    let all = referents(connection);
    let asks = all.iter().any(|found| found.is_exact_instance_of::<Authorizer>());
    let counts = all.iter().any(|found| found.is_exact_instance_of::<Progress>());
    if counts && (asks || !compiles) {
        return Ok(None);
    }
    let _host = HostScope::enter();
    let mut lent = Lent { connection: connection.clone().unbind(), authorizer: None, steps: false };
    let known = Callbacks::of(connection)?;
    if compiles && !asks {
        lent.authorizer = Some(known.replace_authorizer(connection)?);
    }
    if !counts && !known.has_progress_handler(connection, lent.authorizer.as_ref().and_then(Option::as_ref))? {
        lent.steps = true;
        set_steps(connection)?;
    }
    Ok(Some(Box::new(lent)))
}

impl Drop for Lent {
    fn drop(&mut self) {
        let py = crate::cpython::value::attached();
        let _host = HostScope::enter();
        let pending = PyErr::take(py);
        let connection = self.connection.bind(py);
        // (A connection that is closed has nothing to put back.)
        if let Some(theirs) = &self.authorizer {
            match theirs {
                Some(theirs) => drop(set_authorizer(connection, theirs.bind(py))),
                // Before 3.11 none cannot be set; ours lets pass all that is not the code's.
                None if cfg!(Py_3_11) => drop(set_authorizer(connection, py.None().bind(py))),
                None => {}
            }
        }
        if self.steps {
            drop(connection.call_method1(intern!(py, "set_progress_handler"), (py.None(), 0)));
        }
        if let Some(error) = pending {
            error.restore(py);
        }
    }
}

/// Whether a connection of the host has a progress handler, and a callback that traces: those of the code take their places for good,
/// for nobody is told what was there. (One of the code counts as well.)
pub fn has_callbacks(connection: &Bound<'_, PyAny>) -> PyResult<(bool, bool)> {
    let py = connection.py();
    let _host = HostScope::enter();
    let known = Callbacks::of(connection)?;
    if known.others() == 0 {
        return Ok((false, false));
    }
    let authorizer = known.replace_authorizer(connection)?;
    let back = Lent {
        connection: connection.clone().unbind(),
        authorizer: Some(authorizer.as_ref().map(|theirs| theirs.clone_ref(py))),
        steps: false,
    };
    let handles = known.has_progress_handler(connection, authorizer.as_ref())?;
    drop(back);
    Ok((handles, known.others() > usize::from(handles) + usize::from(authorizer.is_some())))
}

/// What a connection calls, seen from outside: it tells nobody.
struct Callbacks<'py>(Vec<Bound<'py, PyAny>>);

impl<'py> Callbacks<'py> {
    fn of(connection: &Bound<'py, PyAny>) -> PyResult<Callbacks<'py>> {
        let py = connection.py();
        let factories = [connection.getattr(intern!(py, "row_factory"))?, connection.getattr(intern!(py, "text_factory"))?];
        let cache = py.import(intern!(py, "functools"))?.getattr(intern!(py, "_lru_cache_wrapper"))?;
        let calls = |found: &Bound<'py, PyAny>| {
            found.is_callable()
                && !found.is_instance_of::<PyType>()
                && !found.get_type().is(&cache)
                && !factories.iter().any(|factory| factory.is(found))
        };
        Ok(Callbacks(referents(connection).into_iter().filter(calls).collect()))
    }

    /// How many there are besides ours.
    fn others(&self) -> usize {
        self.0.iter().filter(|found| !found.is_exact_instance_of::<Authorizer>()).count()
    }

    /// What is here and not among `others`.
    fn without(&self, others: &Callbacks<'py>) -> Option<&Bound<'py, PyAny>> {
        let count = |all: &Callbacks<'py>, one: &Bound<'py, PyAny>| all.0.iter().filter(|found| found.is(one)).count();
        self.0.iter().find(|one| count(self, one) > count(others, one))
    }

    /// Puts ours in the place of the authorizer that there is, and gives that.
    fn replace_authorizer(&self, connection: &Bound<'py, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let py = connection.py();
        set_authorizer(connection, Bound::new(py, Authorizer { always: false, theirs: None })?.as_any())?;
        let Some(theirs) = self.without(&Callbacks::of(connection)?).cloned() else { return Ok(None) };
        let ours = Bound::new(py, Authorizer { always: false, theirs: Some(theirs.clone().unbind()) })?.into_any();
        set_authorizer(connection, &ours)?;
        Ok(Some(theirs.unbind()))
    }

    /// Whether there is a progress handler besides the authorizer and perhaps a callback that traces.
    fn has_progress_handler(&self, connection: &Bound<'py, PyAny>, authorizer: Option<&Py<PyAny>>) -> PyResult<bool> {
        let rest = self.others().saturating_sub(usize::from(authorizer.is_some()));
        if rest != 1 {
            return Ok(rest > 1);
        }
        let name = intern!(connection.py(), "set_trace_callback");
        let before = Callbacks::of(connection)?;
        connection.call_method1(name, (connection.py().None(),))?;
        let Some(trace) = before.without(&Callbacks::of(connection)?).cloned() else { return Ok(true) };
        connection.call_method1(name, (trace,))?;
        Ok(false)
    }
}

fn set_authorizer(connection: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>) -> PyResult<()> {
    connection.call_method1(intern!(connection.py(), "set_authorizer"), (to,)).map(drop)
}

fn set_steps(connection: &Bound<'_, PyAny>) -> PyResult<()> {
    let ours = Bound::new(connection.py(), Progress::new(None, true))?;
    connection.call_method1(intern!(connection.py(), "set_progress_handler"), (ours, STEPS)).map(drop)
}

/// Whether the run, or that of the thread, has to stop.
pub fn has_to_stop(py: Python<'_>) -> bool {
    match current::with_current(|m| m.charge(0)) {
        Some(Ok(())) => false,
        Some(Err(_)) => {
            drop(PyErr::take(py));
            true
        }
        None => threads::origin(py).is_some_and(|origin| origin.has_ended()),
    }
}

/// A progress handler that looks at the limits before it asks the one that was set.
#[pyclass(frozen, module = "builtins", name = "function")]
pub struct Progress {
    theirs: Option<Py<PyAny>>,
    /// Whether theirs is asked while no code runs, too.
    always: bool,
}

impl Progress {
    pub fn new(theirs: Option<Py<PyAny>>, always: bool) -> Progress {
        Progress { theirs, always }
    }
}

#[pymethods]
impl Progress {
    /// An error ends the query, as it does in `sqlite3`.
    fn __call__(&self, py: Python<'_>) -> bool {
        if scope::sandboxed() && has_to_stop(py) {
            return true;
        }
        let Some(theirs) = self.theirs.as_ref().filter(|_| self.always || scope::sandboxed()) else { return false };
        theirs.bind(py).call0().and_then(|answer| answer.is_truthy()).unwrap_or(true)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}

/// An authorizer of SQLite that refuses to open further files (`ATTACH`, `VACUUM INTO`), functions that take addresses of native
/// code, and settings of the process.
#[pyclass(frozen, module = "builtins", name = "function")]
struct Authorizer {
    /// Of a connection of the code; else what the host does is not looked at.
    always: bool,
    theirs: Option<Py<PyAny>>,
}

const SQLITE_OK: i32 = 0;
const SQLITE_DENY: i32 = 1;
const SQLITE_PRAGMA: i32 = 19;
const SQLITE_ATTACH: i32 = 24;
const SQLITE_FUNCTION: i32 = 31;

#[pymethods]
impl Authorizer {
    #[pyo3(signature = (action, first = None, second = None, *about))]
    fn __call__(
        &self,
        action: i32,
        first: Option<&Bound<'_, PyAny>>,
        second: Option<&Bound<'_, PyAny>>,
        about: &Bound<'_, PyTuple>,
    ) -> PyResult<i32> {
        if (self.always || scope::sandboxed()) && is_refused(action, first, second) {
            return Ok(SQLITE_DENY);
        }
        let Some(theirs) = &self.theirs else { return Ok(SQLITE_OK) };
        let py = about.py();
        let none = py.None().into_bound(py);
        let mut all = vec![action.into_pyobject(py)?.into_any(), first.unwrap_or(&none).clone(), second.unwrap_or(&none).clone()];
        all.extend(about.iter());
        theirs.bind(py).call1(PyTuple::new(py, all)?)?.extract()
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}

fn is_refused(action: i32, first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>) -> bool {
    match action {
        SQLITE_ATTACH => !may_attach(first),
        SQLITE_FUNCTION => is_one(second, &["fts3_tokenizer", "load_extension"]),
        SQLITE_PRAGMA => second.is_some() && is_one(first, SHARED_PRAGMAS),
        _ => false,
    }
}

fn is_one(name: Option<&Bound<'_, PyAny>>, names: &[&str]) -> bool {
    name.and_then(exact_text).is_some_and(|text| names.iter().any(|name| text.to_string_lossy().eq_ignore_ascii_case(name)))
}

/// Whether the code may open the database: one in memory, a temporary one (which `VACUUM` opens), or a file that was granted.
/// (What is no literal has no name here.)
fn may_attach(name: Option<&Bound<'_, PyAny>>) -> bool {
    let name = name.and_then(exact_text).map(|text| text.to_string_lossy().into_owned());
    let granted =
        |name: &str| !name.starts_with("file:") && current::with_current(|m| path_granted(m, Path::new(name), true)).unwrap_or(false);
    name.is_some_and(|name| name.is_empty() || name == ":memory:" || granted(&name))
        || current::with_current(scope::files_lifted).unwrap_or(false)
}
