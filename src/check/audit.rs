//! The audit hook (PEP 578): refuses at the interpreter's own doors while sandboxed code runs.
//!
//! The third net: every hit means that the door or the gate has a hole. It must let pass what ordinary
//! allowed work raises (imports under way, lazy imports and own data files of libraries, named tuples).
#![allow(unsafe_code, reason = "the interpreter calls the hook with raw pointers")]

use std::ffi::{c_char, c_int, c_void, CStr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::check::guarded::members::path_granted;
use crate::check::{known, refusal, scope};
use crate::policy::audit::{verdict, Verdict};
use crate::run::entry;
use crate::run::machine::Machine;
use crate::run::value::Exc;

pub use crate::check::scope::{HostScope, SandboxScope};

extern "C" {
    fn PySys_AddAuditHook(
        hook: unsafe extern "C" fn(*const c_char, *mut ffi::PyObject, *mut c_void) -> c_int,
        data: *mut c_void,
    ) -> c_int;
}

/// Installs the hook, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    known::known(py)?;
    prefixes(py);
    if INSTALLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    // SAFETY: the hook is a static function that needs no data; the interpreter keeps it until it ends.
    if unsafe { PySys_AddAuditHook(hook, std::ptr::null_mut()) } < 0 {
        return Err(PyErr::fetch(py));
    }
    Ok(())
}

/// Called for every audited event of the process: returns at once unless sandboxed code runs.
unsafe extern "C" fn hook(event: *const c_char, args: *mut ffi::PyObject, _data: *mut c_void) -> c_int {
    if !scope::sandboxed() || event.is_null() {
        return 0;
    }
    // SAFETY: the interpreter passes a C string; events of code that runs come with the thread attached, and
    // `args` is a tuple or null.
    let (name, args) = unsafe {
        let py = Python::assume_attached();
        let args = if args.is_null() { None } else { Bound::from_borrowed_ptr(py, args).cast_into::<PyTuple>().ok() };
        (CStr::from_ptr(event).to_string_lossy(), args)
    };
    let py = crate::run::value::attached();
    // Events raised by the checks below are our own.
    let _own = HostScope::enter();
    let pending = PyErr::take(py);
    let refused = look(py, &name, args.as_ref());
    match (refused, pending) {
        (None, pending) => {
            if let Some(error) = pending {
                error.restore(py);
            }
            0
        }
        (Some(text), _) => {
            let raised = entry::with_current(|m| refusal::raise(m, refusal::Kind::Plain, &text));
            if raised.is_none() {
                let Exc = crate::run::value::raise::<pyo3::exceptions::PyPermissionError>(text);
            }
            -1
        }
    }
}

/// The refusal's text, if the event is refused.
fn look(py: Python<'_>, event: &str, args: Option<&Bound<'_, PyTuple>>) -> Option<String> {
    let kind = verdict(event);
    if kind == Verdict::Pass {
        return None;
    }
    let allowed = entry::with_current(|m| allowed(py, m, event, kind, args)).unwrap_or(false);
    if allowed {
        return None;
    }
    let subject = args.and_then(|a| a.get_item(0).ok()).and_then(|a| a.cast_into::<PyString>().ok());
    Some(match subject {
        Some(text) if matches!(kind, Verdict::Open | Verdict::Change | Verdict::List) => {
            format!("Forbidden operation: {event} ({})", text.to_string_lossy())
        }
        _ => format!("Forbidden operation: {event}"),
    })
}

fn allowed(py: Python<'_>, m: &Machine, event: &str, kind: Verdict, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let by_import = |names: &[&str]| {
        let policy = m.session.policy.borrow();
        names.iter().any(|name| policy.authorizes(name))
    };
    match kind {
        Verdict::Pass => true,
        Verdict::Never => false,
        Verdict::Open => open_allowed(py, m, args) || by_import(FILE_MODULES),
        Verdict::List => path_argument(args, 0).is_some_and(|p| path_granted(m, &p, false)) || by_import(FILE_MODULES) || importing(py),
        Verdict::Change => change_allowed(m, args) || by_import(FILE_MODULES) || (importing(py) && is_bytecode(args)),
        Verdict::Process => by_import(&["os", "subprocess", "pty", "multiprocessing"]),
        Verdict::Network => by_import(NETWORK_MODULES) || is_local_pair(event, args),
        Verdict::Native => by_import(&["ctypes"]) || importing(py),
        Verdict::Import => library_frame(py).is_some(),
        Verdict::Run => importing(py) || runs_checked_code(py),
        Verdict::MakeCode => importing(py),
        // Classes are the door's to judge: their names may be set.
        Verdict::Attribute => is_class(args) || library_frame(py).is_some(),
        Verdict::Compile | Verdict::Frame => library_frame(py).is_some(),
        Verdict::Module(name) => by_import(&[name]),
    }
}

const FILE_MODULES: &[&str] = &["os", "pathlib", "shutil", "tempfile", "glob", "fileinput"];
const NETWORK_MODULES: &[&str] = &[
    "socket", "ssl", "requests", "urllib", "urllib.request", "http.client", "httpx", "aiohttp", "urllib3", "websockets",
    "smtplib", "ftplib", "huggingface_hub", "openai", "litellm",
];

fn is_class(args: Option<&Bound<'_, PyTuple>>) -> bool {
    args.and_then(|a| a.get_item(0).ok()).is_some_and(|object| object.is_instance_of::<PyType>())
}

/// Reading is allowed where granted, of a package's own files by itself, and of anything on the import path
/// while an import is under way.
fn open_allowed(py: Python<'_>, m: &Machine, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let Some(path) = path_argument(args, 0) else {
        // A descriptor that a library opened before (the pipes of a process).
        let policy = m.session.policy.borrow();
        return ["subprocess", "os", "multiprocessing", "socket"].iter().any(|name| policy.authorizes(name)) && library_frame(py).is_some();
    };
    let writes = writes(args);
    if path_granted(m, &path, writes) {
        return true;
    }
    if writes {
        return importing(py) && is_bytecode(args);
    }
    let real = std::fs::canonicalize(&path).unwrap_or(path);
    if importing(py) && prefixes(py).iter().any(|prefix| real.starts_with(prefix)) {
        return true;
    }
    reads_own_data(py, &real)
}

/// `open(path, mode, flags)`: mode is None for `os.open`.
fn writes(args: Option<&Bound<'_, PyTuple>>) -> bool {
    const WRITE_FLAGS: i64 = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000;
    let Some(args) = args else { return true };
    if let Some(mode) = args.get_item(1).ok().and_then(|m| m.extract::<String>().ok()) {
        return mode.contains(['w', 'a', 'x', '+']);
    }
    args.get_item(2).ok().and_then(|f| f.extract::<i64>().ok()).is_none_or(|flags| flags & WRITE_FLAGS != 0)
}

fn path_argument(args: Option<&Bound<'_, PyTuple>>, index: usize) -> Option<PathBuf> {
    let item = args?.get_item(index).ok()?;
    if let Ok(text) = item.cast::<PyString>() {
        return Some(PathBuf::from(text.to_string_lossy().into_owned()));
    }
    item.extract::<Vec<u8>>().ok().map(|b| PathBuf::from(String::from_utf8_lossy(&b).into_owned()))
}

/// Changes on disk: every path among the first two arguments must be granted for writing.
fn change_allowed(m: &Machine, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let Some(first) = path_argument(args, 0) else { return false };
    path_granted(m, &first, true) && path_argument(args, 1).is_none_or(|second| path_granted(m, &second, true))
}

/// The import system writes its caches.
fn is_bytecode(args: Option<&Bound<'_, PyTuple>>) -> bool {
    path_argument(args, 0).is_some_and(|p| p.components().any(|c| c.as_os_str() == "__pycache__"))
}

/// `socketpair` for an event loop.
fn is_local_pair(event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    const AF_UNIX: i32 = 1;
    event == "socket.__new__" && args.and_then(|a| a.get_item(1).ok()?.extract::<i32>().ok()) == Some(AF_UNIX)
}

/// Directories that modules are imported from.
fn prefixes(py: Python<'_>) -> &'static [PathBuf] {
    static PREFIXES: PyOnceLock<Vec<PathBuf>> = PyOnceLock::new();
    PREFIXES.get_or_init(py, || {
        let mut found = Vec::new();
        let paths = py.import("sysconfig").and_then(|s| s.call_method0("get_paths"));
        for name in ["stdlib", "platstdlib", "purelib", "platlib"] {
            let path = paths.as_ref().ok().and_then(|p| p.get_item(name).ok()?.extract::<PathBuf>().ok());
            found.extend(path.and_then(|p| std::fs::canonicalize(p).ok()));
        }
        found
    })
}

/// File and function of the Python code that runs on this thread, innermost first, at most `most` frames.
fn frames(py: Python<'_>, most: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // SAFETY: attached; `PyEval_GetFrame` is borrowed, `PyFrame_GetCode` and `PyFrame_GetBack` give new
    // references (back may be null).
    unsafe {
        let first = ffi::PyEval_GetFrame();
        let mut frame = Bound::from_borrowed_ptr_or_opt(py, first as *mut ffi::PyObject);
        while let Some(current) = frame {
            let raw = current.as_ptr() as *mut ffi::PyFrameObject;
            let code = Bound::from_owned_ptr(py, ffi::PyFrame_GetCode(raw) as *mut ffi::PyObject);
            let text = |name: &str| code.getattr(name).ok().and_then(|t| t.extract::<String>().ok()).unwrap_or_default();
            found.push((text("co_filename"), text("co_name")));
            if found.len() >= most {
                break;
            }
            frame = Bound::from_owned_ptr_or_opt(py, ffi::PyFrame_GetBack(raw) as *mut ffi::PyObject);
        }
    }
    found
}

/// The file of the innermost Python code, if it belongs to a library (not to this package, whose frame is
/// the innermost when sandboxed code acts by itself).
fn library_frame(py: Python<'_>) -> Option<PathBuf> {
    let (file, _) = frames(py, 1).into_iter().next()?;
    if file.starts_with("<frozen ") {
        return Some(PathBuf::from(file));
    }
    let path = std::fs::canonicalize(&file).ok()?;
    let library = prefixes(py).iter().find(|prefix| path.starts_with(prefix))?;
    let top = path.strip_prefix(library).ok()?.components().next()?.as_os_str().to_string_lossy().into_owned();
    (!matches!(top.as_str(), "fastexec" | "smolagents")).then_some(path)
}

/// Frames above which an import is no longer looked for.
const DEEP: usize = 400;

/// Whether the import system is at work in the calls between the code and this event.
fn importing(py: Python<'_>) -> bool {
    frames(py, DEEP).iter().any(|(file, function)| {
        file == "<frozen importlib._bootstrap>" && matches!(function.as_str(), "_find_and_load" | "_find_and_load_unlocked" | "_load_unlocked")
    })
}

/// A package reads files that lie in its own directory; time zones are public.
fn reads_own_data(py: Python<'_>, path: &Path) -> bool {
    if path.starts_with("/usr/share/zoneinfo") {
        return true;
    }
    let Some(reader) = library_frame(py) else { return false };
    prefixes(py).iter().any(|prefix| {
        let top = |p: &Path| p.strip_prefix(prefix).ok().and_then(|rest| rest.components().next().map(|c| c.as_os_str().to_owned()));
        match (top(&reader), top(path)) {
            (Some(a), Some(b)) => a == b && prefix.join(&a).is_dir(),
            _ => false,
        }
    })
}

/// Source text that the standard library writes from checked parts.
fn runs_checked_code(py: Python<'_>) -> bool {
    let Some((file, function)) = frames(py, 1).into_iter().next() else { return false };
    let Ok(path) = std::fs::canonicalize(&file) else { return false };
    let in_stdlib = |relative: &str| prefixes(py).iter().take(2).any(|prefix| path == prefix.join(relative));
    // `namedtuple` takes nothing but exact strs that are identifiers.
    if function == "namedtuple" && in_stdlib("collections/__init__.py") {
        return true;
    }
    scope::trusted() && matches!(function.as_str(), "_create_fn" | "add_fns_to_class") && in_stdlib("dataclasses.py")
}
