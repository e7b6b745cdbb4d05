//! Imports that libraries make for themselves while sandboxed code runs: lazily, or in C.
//!
//! All of them come by the import system's `_find_and_load`, which is wrapped. A library may load what it names
//! itself, and does so as the host would; what the code has it load by a name of the code's choosing is refused.
#![allow(unsafe_code, reason = "the function behind `__import__` is wrapped")]

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyPermissionError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::budget::comparisons;
use crate::cpython::call_stack;
use crate::cpython::hooks::{table, wrap_attribute, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::value::{attached, Exc, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::objects::ORDINARY_PACKAGES;
use crate::sandbox::acting_for_host::host_is_at_work;
use crate::sandbox::wrappers::library::process_settings;
use crate::sandbox::{entry_points, threads};
use crate::session::current::{self, with_run};
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{engine_calls, refusals};

thread_local! {
    /// Somebody called `__import__` with a name, and the interpreter is about to follow.
    static CALLED: Cell<bool> = const { Cell::new(false) };
    /// Loads under way, one inside the other.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// The function behind `__import__` as it was.
static IMPORT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what the interpreter has; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let system = py.import("_frozen_importlib")?;
    wrap_attribute(&system, "_find_and_load", |real| FindAndLoad { real }, &table::LAZY_IMPORTS)?;
    wrap_import(&py.import("builtins")?.getattr("__import__")?);
    Ok(())
}

// `importlib._bootstrap._find_and_load`: loads a module that is not there yet.
#[pyclass(frozen, module = "importlib._bootstrap", name = "function")]
struct FindAndLoad {
    real: Py<PyAny>,
}

#[pymethods]
impl FindAndLoad {
    #[pyo3(signature = (name, import_, /))]
    fn __call__<'py>(&self, name: Bound<'py, PyAny>, import_: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        let load = || loaded(|| self.real.bind(py).call1((&name, &import_)));
        if sandboxed() {
            return current::with_current(|m| lazily(m, &name, load)).unwrap_or_else(load);
        }
        match threads::any().then(|| threads::origin(py)).flatten() {
            Some(origin) if current::with_current(|_| ()).is_none() => {
                threads::as_host(|| match refused(&name, &|wanted| origin.policy.authorizes(wanted)) {
                    Some(text) => Err(PyPermissionError::new_err(text)),
                    None => load(),
                })
            }
            _ => load(),
        }
    }
}

/// Loads a module, for whomever: a tool, a module whose attributes load others (`np.random`), another thread. What there is to guard
/// in it is guarded before anybody has it.
fn loaded<'py>(load: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let depth = DEPTH.replace(DEPTH.get() + 1);
    let loaded = load();
    DEPTH.set(depth);
    // Those that it loads itself are looked at with it, when they are whole: also where it fails, and they stay.
    if depth > 0 {
        return loaded;
    }
    let _host = HostScope::enter();
    match ((engine_calls::table().guard_modules)(attached()), loaded) {
        (Err(between), Ok(_)) => Err(between),
        (_, loaded) => loaded,
    }
}

/// Loads a module for a library that runs for the code.
fn lazily<'py>(
    m: &RunContext,
    name: &Bound<'py, PyAny>,
    load: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = m.py();
    if !defence_layers::off(Net::Audit) {
        let wanted = refused(name, &|wanted| m.session.policy.borrow().authorizes(wanted));
        if let Some(text) = wanted {
            defence_layers::count_audit_hit();
            let Exc = refusals::raise(m, refusals::Kind::Import, &text);
            return Err(PyErr::fetch(py));
        }
    }
    let ended = |result: R<()>| result.map_err(|Exc| PyErr::fetch(py));
    // Code of the sandbox that the import calls (finalisers, handlers of logs) sees its variables, as from a tool.
    ended(m.session.before_host(m))?;
    let loaded = {
        let _host = HostScope::enter();
        load()
    };
    ended(m.session.after_host(m))?;
    ended((engine_calls::table().meet_modules)(m))?;
    let _host = HostScope::enter();
    if let Some((name, module)) = name.cast::<PyString>().ok().zip(loaded.as_ref().ok()) {
        comparisons::guard_module(&name.to_string_lossy(), module);
    }
    ended(process_settings::look_again(m))?;
    loaded
}

/// The refusal's text, if the code chose what is loaded.
fn refused(name: &Bound<'_, PyAny>, authorizes: &dyn Fn(&str) -> bool) -> Option<String> {
    let py = name.py();
    let Ok(text) = name.cast_exact::<PyString>() else {
        return Some("Forbidden operation: import".to_owned());
    };
    let text = text.to_string_lossy();
    // Events of what is looked up here are our own.
    let _own = HostScope::enter();
    let for_library = || ORDINARY_PACKAGES.contains(&text.as_ref()) && !call_stack::is_floor();
    let is_theirs = || call_stack::import_is_their_own(py, &text, CALLED.get()) || entry_points::loads_registered(py, &text, authorizes);
    if authorizes(&text) || for_library() || is_theirs() || host_is_at_work(py) {
        return None;
    }
    Some(format!("Forbidden operation: import ({text}). A library was given this name; the host can authorize the module"))
}

/// A call of `__import__` by library code: of what is loaded already the import system asks nobody.
pub fn check_call(args: &Bound<'_, PyTuple>) -> PyResult<()> {
    let py = args.py();
    let Ok(name) = args.get_item(0) else { return Ok(()) };
    let given: Vec<_> = args.iter().map(|arg| arg.as_ptr()).collect();
    // SAFETY: attached; the arguments live as long as their tuple.
    let own = matches!(given[..], [_, globals, locals, list, _] if unsafe { is_own_call(globals, locals, list) });
    let loaded = || py.import("sys")?.getattr("modules")?.contains(&name);
    if own || defence_layers::off(Net::Audit) || !loaded().unwrap_or(true) {
        return Ok(());
    }
    let _asked = Asked::by_call(true);
    with_run(py, |m| match refused(&name, &|wanted| m.session.policy.borrow().authorizes(wanted)) {
        Some(text) => Err(refusals::raise(m, refusals::Kind::Import, &text)),
        None => Ok(()),
    })
}

/// While it lives, an import under way was asked for by a call of `__import__`, or was not.
struct Asked(bool);

impl Asked {
    fn by_call(called: bool) -> Asked {
        Asked(CALLED.replace(called))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        CALLED.set(self.0);
    }
}

fn wrap_import(function: &Bound<'_, PyAny>) {
    let Some(method) = Method::of(function).filter(|_| IMPORT.load(Ordering::Acquire).is_null()) else { return };
    let wrapper = match method.convention() {
        FASTCALL_KEYWORDS => import_fast as ffi::PyCFunctionFastWithKeywords as *mut (),
        VARARGS_KEYWORDS => import_tuple as ffi::PyCFunctionWithKeywords as *mut (),
        _ => return,
    };
    IMPORT.store(method.function(), Ordering::Release);
    // SAFETY: attached; each wrapper is a function for the flags it is chosen by, and calls the original.
    unsafe { method.exchange(wrapper, &table::IMPORT_CALLS) };
}

unsafe extern "C" fn import_fast(
    module: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with `count` borrowed arguments; the original was stored before.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(IMPORT.load(Ordering::Acquire));
        let own = names.is_null() && count == 5 && is_own_call(*args.add(1), *args.add(2), *args.add(3));
        let _asked = Asked::by_call(!own);
        original(module, args, count, names)
    }
}

unsafe extern "C" fn import_tuple(module: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `import_fast`, with a tuple, and a dict or null.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(IMPORT.load(Ordering::Acquire));
        let item = |at: ffi::Py_ssize_t| ffi::PyTuple_GET_ITEM(args, at);
        let own = kwargs.is_null() && ffi::PyTuple_GET_SIZE(args) == 5 && is_own_call(item(1), item(2), item(3));
        let _asked = Asked::by_call(!own);
        original(module, args, kwargs)
    }
}

/// Whether it is the call that `PyImport_Import` makes for C code: with the global variables of the Python code at
/// work, which sandboxed code has no hold of, for globals and locals, and an empty list.
///
/// # Safety
/// Attached; the arguments are live objects.
unsafe fn is_own_call(globals: *mut PyObject, locals: *mut PyObject, list: *mut PyObject) -> bool {
    // SAFETY: what `PyEval_GetGlobals` gives is borrowed, null without Python code.
    unsafe {
        let here = ffi::PyEval_GetGlobals();
        globals == locals && (here == globals || here.is_null()) && ffi::PyList_CheckExact(list) != 0 && ffi::PyList_GET_SIZE(list) == 0
    }
}
