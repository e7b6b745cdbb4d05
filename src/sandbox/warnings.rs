//! Warnings: where they are said to be. The code has no frames of the interpreter, which looks at those of the host in
//! their place; and what was said at a line already is known for each of the code's own lines.
#![allow(unsafe_code, reason = "a method of the interpreter is exchanged")]

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::{PyRuntimeWarning, PyUserWarning, PyWarning};
use pyo3::ffi::{self, PyObject, Py_ssize_t};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::call_stack;
use crate::cpython::frames;
use crate::cpython::hooks::{table, wrap_attribute, Method, FASTCALL_KEYWORDS};
use crate::cpython::value::{attached, R};
use crate::session::abort;
use crate::session::current::{with_current, with_run};
use crate::session::engine_calls::{self, Level};
use crate::session::panics;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;

/// What the code's text is called, as in tracebacks.
const FILE: &str = "<string>";
/// How the module of the code is called.
const MODULE: &str = "__main__";

static ORIGINAL: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// The next warning that is shown has its place from here.
    static PLACED: Cell<bool> = const { Cell::new(false) };
    /// A module is loaded for the code, or asked for a member.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, code of a module runs that the code imports or asks for a member: what it warns of is at the code's line.
#[must_use]
#[derive(Debug)]
pub struct AskedByCode {
    before: bool,
}

impl AskedByCode {
    pub fn begin() -> AskedByCode {
        AskedByCode { before: ASKED.replace(true) }
    }
}

impl Drop for AskedByCode {
    fn drop(&mut self) {
        ASKED.set(self.before);
    }
}

/// Once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let function = py.import("_warnings")?.getattr("warn")?;
    if let Some(method) = Method::of(&function).filter(|method| method.convention() == FASTCALL_KEYWORDS) {
        if ORIGINAL.load(Ordering::Acquire).is_null() {
            ORIGINAL.store(method.function(), Ordering::Release);
            // SAFETY: ATTACHED; `warn` has the convention that the flags tell.
            unsafe { method.exchange(warn as *mut (), &table::WARNINGS) };
        }
    }
    let module = py.import("warnings")?;
    wrap_attribute(module.as_any(), "_showwarnmsg", show, &table::WARNINGS)?;
    wrap_attribute(module.as_any(), "_warn_unawaited_coroutine", unawaited, &table::WARNINGS)
}

unsafe extern "C" fn warn(this: *mut PyObject, args: *const *mut PyObject, n: Py_ssize_t, names: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored by `install` from an entry of this convention.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(ORIGINAL.load(Ordering::Relaxed));
        if !sandboxed() && !ASKED.get() {
            return original(this, args, n, names);
        }
        let py = attached();
        let warned = panics::contained(Some(ptr::null_mut()), || {
            let done = Call::of(args, n, names).map_or(Ok(false), |call| with_run(py, |m| call.warn(m)));
            match done {
                Ok(true) => Some(py.None().into_ptr()),
                Ok(false) => None,
                Err(error) => {
                    error.restore(py);
                    Some(ptr::null_mut())
                }
            }
        });
        match warned {
            Some(result) => result,
            None => original(this, args, n, names),
        }
    }
}

/// The arguments of `warn`.
struct Call<'py> {
    message: Bound<'py, PyAny>,
    category: Option<Bound<'py, PyAny>>,
    level: i64,
    source: Option<Bound<'py, PyAny>>,
    prefixes: Option<Bound<'py, PyTuple>>,
}

impl<'py> Call<'py> {
    /// `None` for what the interpreter has to complain of.
    ///
    /// # Safety
    /// ATTACHED; `n` borrowed objects and those of the keywords at `args`.
    unsafe fn of(args: *const *mut PyObject, n: Py_ssize_t, names: *mut PyObject) -> Option<Call<'py>> {
        let py = attached();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let names = unsafe { Bound::from_borrowed_ptr_or_opt(py, names).and_then(|names| names.cast_into::<PyTuple>().ok()) };
        let n = n.max(0) as usize;
        let positional = (0..n).map(|i| (["message", "category", "stacklevel", "source"].get(i).map(|name| (*name).to_owned()), i));
        let named = names.iter().flat_map(|names| names.iter()).enumerate().map(|(i, name)| (name.extract::<String>().ok(), n + i));
        let mut call = Call { message: py.None().into_bound(py), category: None, level: 1, source: None, prefixes: None };
        let mut complete = false;
        for (name, i) in positional.chain(named) {
            // SAFETY: as `# Safety` says, which the caller keeps.
            let value = unsafe { Bound::from_borrowed_ptr(py, *args.add(i)) };
            match name?.as_str() {
                "message" => {
                    call.message = value;
                    complete = true;
                }
                "category" => call.category = Some(value).filter(|value| !value.is_none()),
                "stacklevel" => call.level = value.extract().ok()?,
                "source" => call.source = Some(value),
                "skip_file_prefixes" => call.prefixes = Some(value.cast_into_exact::<PyTuple>().ok()?).filter(|all| !all.is_empty()),
                _ => return None,
            }
        }
        complete.then_some(call)
    }

    /// Warns, if it is of a line of the code or beyond; else the interpreter does.
    fn warn(&self, m: &RunContext) -> R<bool> {
        let py = m.py();
        let Some(category) = self.category(py)? else { return Ok(false) };
        let Some(at) = self.place(m)? else { return Ok(false) };
        warn_explicit(m, &self.message, &category, at, self.source.as_ref())?;
        Ok(true)
    }

    fn category(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let warning = py.get_type::<PyWarning>();
        if self.message.is_instance(&warning)? {
            return Ok(Some(self.message.get_type().into_any()));
        }
        let Some(category) = &self.category else { return Ok(Some(py.get_type::<PyUserWarning>().into_any())) };
        let valid = category.cast::<PyType>().is_ok_and(|class| class.is_subclass(&warning).unwrap_or(false));
        Ok(valid.then(|| category.clone()))
    }

    /// The call that `stacklevel` means; nothing where there are no calls of the code between.
    fn place(&self, m: &RunContext) -> PyResult<Option<Place<'py>>> {
        let mut left = self.level.max(if self.prefixes.is_some() { 2 } else { 1 });
        let (mut found, mut crossed, mut counts_all) = (Some(Place::Beyond), false, None);
        engine_calls::walk(m.py(), |level| {
            let first = counts_all.is_none();
            let all = *counts_all.get_or_insert_with(|| self.level <= 0 || is_internal(&level));
            if !first && !all && (is_internal(&level) || self.is_skipped(&level)) {
                return false;
            }
            crossed |= matches!(level, Level::Code { .. });
            left -= 1;
            if left == 0 {
                found = if crossed { Some(Place::At(level)) } else { None };
            }
            left == 0
        });
        Ok(found)
    }

    fn is_skipped(&self, level: &Level<'py>) -> bool {
        let name = match level {
            Level::Code { .. } => FILE.to_owned(),
            Level::Python(frame) => file_of(frame),
        };
        let starts = |prefix: Bound<'py, PyAny>| prefix.extract::<String>().is_ok_and(|prefix| name.starts_with(&prefix));
        self.prefixes.as_ref().is_some_and(|prefixes| prefixes.iter().any(starts))
    }
}

enum Place<'py> {
    At(Level<'py>),
    /// There are fewer calls.
    Beyond,
}

fn file_of(frame: &Bound<'_, PyAny>) -> String {
    frames::file_of(frame).and_then(|name| name.extract()).unwrap_or_default()
}

/// Frames of the import system are not counted.
fn is_internal(level: &Level<'_>) -> bool {
    let Level::Python(frame) = level else { return false };
    let name = file_of(frame);
    name.contains("importlib") && name.contains("_bootstrap")
}

fn warn_explicit<'py>(
    m: &RunContext,
    message: &Bound<'py, PyAny>,
    category: &Bound<'py, PyAny>,
    at: Place<'py>,
    source: Option<&Bound<'py, PyAny>>,
) -> PyResult<()> {
    let py = message.py();
    let named = PyDict::new(py);
    let (file, line, module, registry) = match at {
        Place::At(Level::Code { line, .. }) => {
            (FILE.into_pyobject(py)?.into_any(), line, MODULE.into_pyobject(py)?.into_any(), m.session.check.warned.registry(py))
        }
        Place::At(Level::Python(frame)) => {
            let globals = frame.getattr("f_globals")?.cast_into::<PyDict>()?;
            let file = frames::file_of(&frame)?;
            let module = globals.get_item("__name__")?.unwrap_or_else(|| file.clone());
            (file, usize::try_from(frames::line_of(&frame)).unwrap_or(0), module, registry_of(&globals)?)
        }
        Place::Beyond => {
            let system = py.import("sys")?;
            let (file, line) = if py.version_info() >= (3, 13) { ("<sys>", 0) } else { ("sys", 1) };
            (file.into_pyobject(py)?.into_any(), line, system.getattr("__name__")?, registry_of(&system.dict())?)
        }
    };
    named.set_item(intern!(py, "module"), module)?;
    named.set_item(intern!(py, "registry"), registry)?;
    named.set_item(intern!(py, "source"), source)?;
    PLACED.set(true);
    let warned = py.import("_warnings")?.getattr("warn_explicit")?.call((message, category, file, line), Some(&named));
    PLACED.set(false);
    warned.map(drop)
}

fn registry_of<'py>(globals: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let name = intern!(globals.py(), "__warningregistry__");
    if let Some(held) = globals.get_item(name)?.and_then(|held| held.cast_into::<PyDict>().ok()) {
        return Ok(held);
    }
    let made = PyDict::new(globals.py());
    globals.set_item(name, &made)?;
    Ok(made)
}

// A function of `warnings` that is called unless `instead` has seen to its argument.
#[pyclass(frozen, module = "warnings", name = "function")]
struct Unless {
    original: Py<PyAny>,
    name: &'static str,
    instead: fn(&Bound<'_, PyAny>) -> PyResult<bool>,
}

#[pymethods]
impl Unless {
    fn __call__<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = given.py();
        if sandboxed() && (self.instead)(given)? {
            return Ok(py.None().into_bound(py));
        }
        self.original.bind(py).call1((given,))
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
}

/// `warnings._showwarnmsg`: C code that warns names the innermost Python frame, below that of the code.
fn show(original: Py<PyAny>) -> Unless {
    let instead = |message: &Bound<'_, PyAny>| Ok(!PLACED.replace(false) && with_run(message.py(), |m| Ok(again(m, message)?))?);
    Unless { original, name: "_showwarnmsg", instead }
}

/// `warnings._warn_unawaited_coroutine`: a coroutine that a limit kept from being awaited is no mistake of the code.
fn unawaited(original: Py<PyAny>) -> Unless {
    Unless { original, name: "_warn_unawaited_coroutine", instead: |_| Ok(with_current(abort::by_limit) == Some(true)) }
}

/// A coroutine of the code goes that nobody awaited: that is said at the line where the code is.
pub fn unawaited_coroutine(m: &RunContext, coroutine: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if m.aborting.get() {
        return Ok(());
    }
    let mut innermost = None;
    engine_calls::walk(m.py(), |level| {
        innermost = Some(level);
        true
    });
    let text = format!("coroutine '{name}' was never awaited").into_pyobject(m.py())?;
    let category = m.py().get_type::<PyRuntimeWarning>();
    warn_explicit(m, &text, &category, innermost.map_or(Place::Beyond, Place::At), Some(coroutine))
}

/// Gives the warning again, at the line of the code; false where it is of another frame than that which stands for it.
fn again(m: &RunContext, message: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = m.py();
    let Some(frame) = frames::innermost_object(py).filter(|_| call_stack::is_floor()) else { return Ok(false) };
    let at = (message.getattr("filename")?, message.getattr("lineno")?);
    if !at.0.eq(file_of(&frame))? || !at.1.eq(frames::line_of(&frame))? {
        return Ok(false);
    }
    let mut line = None;
    engine_calls::walk(m.py(), |level| {
        line = Some(level);
        true
    });
    let Some(level @ Level::Code { .. }) = line else { return Ok(false) };
    let (text, category) = (message.getattr("message")?, message.getattr("category")?);
    let registry = registry_of(&frame.getattr("f_globals")?.cast_into::<PyDict>()?)?;
    let said = text.str()?;
    for key in [(&said, &category, Some(&at.1)).into_pyobject(py)?.into_any(), (&said, &category).into_pyobject(py)?.into_any()] {
        if registry.contains(&key)? {
            registry.del_item(key)?;
        }
    }
    warn_explicit(m, &text, &category, Place::At(level), Some(&message.getattr("source")?))?;
    Ok(true)
}
