//! Which Python code is at work on this thread, for the audit hook: the standard library, an installed
//! package, or none of them (sandboxed code has no frames of its own).
#![allow(unsafe_code, reason = "frames of the interpreter are walked")]

use std::path::{Path, PathBuf};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::check::scope;

/// Directories that modules are imported from.
pub struct Prefixes {
    standard: Vec<PathBuf>,
    /// Of installed packages; these may lie below the others.
    site: Vec<PathBuf>,
}

/// Where a file of Python code belongs.
#[derive(PartialEq, Eq, Debug)]
enum Home {
    Standard,
    /// An installed package, by its top directory or file.
    Package(PathBuf),
    Elsewhere,
}

pub fn prefixes(py: Python<'_>) -> &'static Prefixes {
    static PREFIXES: PyOnceLock<Prefixes> = PyOnceLock::new();
    PREFIXES.get_or_init(py, || {
        let paths = py.import("sysconfig").and_then(|s| s.call_method0("get_paths"));
        let find = |names: [&str; 2]| {
            let of = |name: &str| paths.as_ref().ok().and_then(|p| p.get_item(name).ok()?.extract::<PathBuf>().ok());
            names.iter().filter_map(|name| std::fs::canonicalize(of(name)?).ok()).collect()
        };
        Prefixes { standard: find(["stdlib", "platstdlib"]), site: find(["purelib", "platlib"]) }
    })
}

/// Whether the (real) path lies where modules are imported from.
pub fn on_import_path(py: Python<'_>, path: &Path) -> bool {
    let prefixes = prefixes(py);
    prefixes.site.iter().chain(&prefixes.standard).any(|prefix| path.starts_with(prefix))
}

fn home(py: Python<'_>, file: &str) -> Home {
    if file.starts_with("<frozen ") {
        return Home::Standard;
    }
    let Ok(path) = std::fs::canonicalize(file) else {
        return Home::Elsewhere;
    };
    let prefixes = prefixes(py);
    if let Some(prefix) = prefixes.site.iter().find(|prefix| path.starts_with(prefix)) {
        let top = path.strip_prefix(prefix).ok().and_then(|rest| rest.components().next());
        let Some(top) = top else {
            return Home::Elsewhere;
        };
        if matches!(top.as_os_str().to_str(), Some("fastexec" | "smolagents")) {
            return Home::Elsewhere;
        }
        return Home::Package(prefix.join(top));
    }
    if prefixes.standard.iter().any(|prefix| path.starts_with(prefix)) {
        Home::Standard
    } else {
        Home::Elsewhere
    }
}

/// Address of the innermost frame of Python code on this thread, for comparison.
pub fn innermost_frame() -> usize {
    // SAFETY: attached, as all who enter sandboxed code are; the frame is borrowed.
    unsafe { ffi::PyEval_GetFrame() as usize }
}

/// File and function of the Python code that runs on this thread for the sandboxed code, innermost first, until `stop`
/// says so. The host's own frames are left out: it may be importing something itself.
fn each_frame(py: Python<'_>, mut stop: impl FnMut(&str, &str) -> bool) {
    each(py, |_, code| {
        let text = |name: &str| code.getattr(name).ok().and_then(|t| t.extract::<String>().ok()).unwrap_or_default();
        stop(&text("co_filename"), &text("co_name"))
    });
}

/// Frame and code of each.
fn each<'py>(py: Python<'py>, mut stop: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> bool) {
    let floor = scope::floor();
    const DEEP: usize = 400;
    // SAFETY: attached; `PyEval_GetFrame` is borrowed, `PyFrame_GetCode` and `PyFrame_GetBack` give new
    // references (back may be null).
    unsafe {
        let first = ffi::PyEval_GetFrame();
        let mut frame = Bound::from_borrowed_ptr_or_opt(py, first as *mut ffi::PyObject);
        for _ in 0..DEEP {
            let Some(current) = frame else { return };
            if current.as_ptr() as usize == floor {
                return;
            }
            let raw = current.as_ptr() as *mut ffi::PyFrameObject;
            let code = Bound::from_owned_ptr(py, ffi::PyFrame_GetCode(raw) as *mut ffi::PyObject);
            if stop(&current, &code) {
                return;
            }
            frame = Bound::from_owned_ptr_or_opt(py, ffi::PyFrame_GetBack(raw) as *mut ffi::PyObject);
        }
    }
}

fn innermost(py: Python<'_>) -> Option<(String, String)> {
    let mut found = None;
    each_frame(py, |file, function| {
        found = Some((file.to_owned(), function.to_owned()));
        true
    });
    found
}

/// Whether the innermost Python code sets attributes by names that it is given, of whatever it is given.
pub fn sets_by_name(py: Python<'_>) -> bool {
    is_standard(py, "unittest/mock.py", &["__setattr__", "attach_mock", "configure_mock"])
}

/// Whether the innermost Python code itself holds this text.
pub fn says(py: Python<'_>, text: &Bound<'_, PyString>) -> bool {
    // SAFETY: attached; `PyEval_GetFrame` is borrowed (null without Python code), `PyFrame_GetCode` gives a new reference.
    let code = unsafe {
        let frame = ffi::PyEval_GetFrame();
        if frame.is_null() {
            return false;
        }
        Bound::from_owned_ptr(py, ffi::PyFrame_GetCode(frame) as *mut ffi::PyObject)
    };
    code.getattr("co_consts").and_then(|held| held.contains(text)).unwrap_or(false)
}

/// Whether the innermost Python code belongs to the standard library or an installed package (not to this
/// one, whose frame is the innermost when sandboxed code acts by itself).
pub fn library_frame(py: Python<'_>) -> bool {
    innermost(py).is_some_and(|(file, _)| home(py, &file) != Home::Elsewhere)
}

/// The installed package that the innermost Python code belongs to.
pub fn innermost_package(py: Python<'_>) -> Option<String> {
    match home(py, &innermost(py)?.0) {
        Home::Package(path) => path.file_stem().map(|name| name.to_string_lossy().into_owned()),
        _ => None,
    }
}

/// Whether the innermost Python code is one of these functions of a file of the standard library.
pub fn is_standard(py: Python<'_>, file: &str, functions: &[&str]) -> bool {
    let Some((path, function)) = innermost(py) else {
        return false;
    };
    let Ok(path) = std::fs::canonicalize(path) else {
        return false;
    };
    functions.contains(&function.as_str()) && prefixes(py).standard.iter().any(|prefix| path == prefix.join(file))
}

/// The variable `name` of the innermost call of this function of the standard library.
pub fn standard_local<'py>(py: Python<'py>, (file, function): (&str, &str), name: &str) -> Option<Bound<'py, PyAny>> {
    let mut found = None;
    each(py, |frame, code| {
        let text = |name: &str| code.getattr(name).ok().and_then(|t| t.extract::<String>().ok()).unwrap_or_default();
        let path = std::fs::canonicalize(text("co_filename")).ok();
        if text("co_name") != function || !path.is_some_and(|path| prefixes(py).standard.iter().any(|prefix| path == prefix.join(file))) {
            return false;
        }
        found = frame.getattr("f_locals").ok().and_then(|locals| locals.get_item(name).ok());
        true
    });
    found
}

/// Whether the import system is at work in the calls between the code and this event.
pub fn importing(py: Python<'_>) -> bool {
    let mut found = false;
    each_frame(py, |file, function| {
        found =
            file == "<frozen importlib._bootstrap>" && matches!(function, "_find_and_load" | "_find_and_load_unlocked" | "_load_unlocked");
        found
    });
    found
}

/// Whether the module that is being executed by the import system was asked for by what libraries hold in their own
/// text, not by a name that the code gave them (`importlib.import_module(backend)`).
pub fn imports_by_its_own_text(py: Python<'_>, authorizes: &dyn Fn(&str) -> bool) -> bool {
    let (mut name, mut own) = (None, false);
    each(py, |frame, code| {
        let text = |from: &Bound<'_, PyAny>, name: &str| from.getattr(name).ok().and_then(|t| t.extract::<String>().ok());
        let file = text(code, "co_filename").unwrap_or_default();
        if name.is_none() && file == "<frozen importlib._bootstrap>" && text(code, "co_name").as_deref() == Some("_find_and_load") {
            name = frame.getattr("f_locals").ok().and_then(|locals| locals.get_item("name").ok()?.extract::<String>().ok());
        }
        let Some(name) = &name else { return false };
        if file.starts_with("<frozen importlib") {
            return false;
        }
        let home = frame.getattr("f_globals").ok().and_then(|globals| globals.get_item("__name__").ok()?.extract::<String>().ok());
        own = top_of(&home.unwrap_or_default()) == top_of(name) || holds_name(code, name);
        own
    });
    // Without a frame of the import system the event is none of an import.
    name.is_none_or(|name| own || authorizes(&name))
}

fn top_of(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Whether the code imports the module, or holds its name or that of a package around it.
fn holds_name(code: &Bound<'_, PyAny>, name: &str) -> bool {
    ["co_consts", "co_names"].iter().any(|table| {
        let Ok(held) = code.getattr(*table) else { return false };
        let ends = name.match_indices('.').map(|(end, _)| end).chain([name.len()]);
        ends.filter_map(|end| name.get(..end)).any(|part| held.contains(part).unwrap_or(false))
    })
}

/// A package reads what lies in its own directory, through whatever of the standard library, and the
/// descriptions of installed packages; time zones and the names of file types are public.
pub fn reads_own_data(py: Python<'_>, path: &Path) -> bool {
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.starts_with("/usr/share/zoneinfo") {
        return true;
    }
    if path.ends_with("mime.types") && path.starts_with("/etc") {
        return is_standard(py, "mimetypes.py", &["read", "init"]);
    }
    if path.extension().is_some_and(|end| end == "py") && shows_source(py) {
        let prefixes = prefixes(py);
        return prefixes.standard.iter().chain(&prefixes.site).any(|prefix| path.starts_with(prefix));
    }
    let (mut owner, mut first) = (Home::Elsewhere, None);
    each_frame(py, |file, _| {
        owner = home(py, file);
        first.get_or_insert_with(|| file.to_owned());
        owner != Home::Standard
    });
    match owner {
        Home::Package(top) if is_system_fact(&top, path) => true,
        Home::Package(top) => path.starts_with(&top) || prefixes(py).site.iter().any(|prefix| is_description(path, prefix)),
        _ => first.is_some_and(|file| standard_data(py, &file, path)),
    }
}

/// Whether a library looks at who called it: `traceback` reads the lines of source of each frame.
fn shows_source(py: Python<'_>) -> bool {
    let Some(standard) = prefixes(py).standard.first() else { return false };
    let mut chain = [standard.join("linecache.py"), standard.join("traceback.py")].into_iter().peekable();
    each_frame(py, |file, _| {
        let file = std::fs::canonicalize(file).unwrap_or_default();
        chain.next_if(|wanted| *wanted == file);
        chain.peek().is_none() || home(py, &file.to_string_lossy()) != Home::Standard
    });
    chain.peek().is_none()
}

/// What numeric packages ask before they share work among processors.
fn is_system_fact(package: &Path, path: &Path) -> bool {
    match package.file_name().and_then(|name| name.to_str()) {
        Some("threadpoolctl.py") => path.starts_with("/proc") && path.ends_with("maps"),
        Some("joblib") => path.starts_with("/sys/fs/cgroup") || path == Path::new("/proc/cpuinfo"),
        _ => false,
    }
}

/// The installed package that is at work, whatever of the standard library it uses.
pub fn package_at_work(py: Python<'_>) -> Option<String> {
    let mut owner = Home::Elsewhere;
    each_frame(py, |file, _| {
        owner = home(py, file);
        owner != Home::Standard
    });
    match owner {
        Home::Package(path) => path.file_stem().map(|name| name.to_string_lossy().into_owned()),
        _ => None,
    }
}

/// `name.dist-info/…`, or the directory itself.
fn is_description(path: &Path, prefix: &Path) -> bool {
    let Ok(rest) = path.strip_prefix(prefix) else {
        return false;
    };
    let top = rest.components().next().map(|top| Path::new(top.as_os_str()).extension());
    match top {
        Some(extension) => extension.is_some_and(|e| e == "dist-info" || e == "egg-info"),
        None => true,
    }
}

/// A package of the standard library reads from its own directory.
fn standard_data(py: Python<'_>, reader: &str, path: &Path) -> bool {
    let Ok(reader) = std::fs::canonicalize(reader) else {
        return false;
    };
    if prefixes(py).site.iter().any(|prefix| path.starts_with(prefix)) {
        return false;
    }
    prefixes(py).standard.iter().any(|prefix| {
        let top = |p: &Path| p.strip_prefix(prefix).ok().and_then(|rest| rest.components().next().map(|c| prefix.join(c)));
        top(&reader).is_some_and(|reader| reader.is_dir() && top(path) == Some(reader))
    })
}
