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
use pyo3::types::{PyInt, PyString, PyTuple, PyType};

use crate::cpython::call_stack::{self, library_frame};
use crate::cpython::hooks::{add_audit_hook, table};
use crate::cpython::type_access::exact_text;
use crate::cpython::value::Exc;
use crate::cpython::{api, builtin_types};
use crate::front::policy::audit_events::{verdict, Verdict};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::Policy;
use crate::sandbox::acting_for_host::host_is_at_work;
use crate::sandbox::attributes::another_class;
use crate::sandbox::granted_paths::granted;
use crate::sandbox::wrappers::library::dataclasses;
use crate::sandbox::wrappers::packages::attrs_classes;
use crate::sandbox::{autospec, generated_code, native_parts, own_pickles, threads, type_hints};
use crate::session::abort::{self, Abort};
use crate::session::run_context::RunContext;
use crate::session::{current, panics, refusals, scope};

use crate::session::scope::HostScope;

/// Installs the hook, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    builtin_types::known(py)?;
    call_stack::prepare(py);
    if INSTALLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    add_audit_hook(py, hook, &table::AUDIT)
}

/// An error that had nowhere to go: the event passes, and is looked at.
const LOST_ERROR: &str = "sys.unraisablehook";

/// Called for every audited event of the process: returns at once unless sandboxed code runs.
unsafe extern "C" fn hook(event: *const c_char, args: *mut ffi::PyObject, _data: *mut c_void) -> c_int {
    if event.is_null() || defence_layers::off(Net::Audit) {
        return 0;
    }
    // SAFETY: CALLED, with the event's name and a tuple.
    panics::contained(-1, || unsafe { audit(event, args) })
}

/// # Safety
/// As for the hook.
#[inline(always)]
unsafe fn audit(event: *const c_char, args: *mut ffi::PyObject) -> c_int {
    if !scope::sandboxed() {
        return hook_in_thread(event, args);
    }
    // SAFETY: the interpreter passes a C string; events of code that runs come with the thread attached, and
    // `args` is a tuple or null.
    let name = unsafe { CStr::from_ptr(event).to_string_lossy() };
    if verdict(&name) == Verdict::Pass && name != LOST_ERROR {
        return 0;
    }
    // SAFETY: as above.
    let args = unsafe {
        let py = Python::assume_attached();
        if args.is_null() {
            None
        } else {
            Bound::from_borrowed_ptr(py, args).cast_into::<PyTuple>().ok()
        }
    };
    let py = crate::cpython::value::attached();
    // Events raised by the checks below are our own.
    let _own = HostScope::enter();
    let pending = PyErr::take(py);
    if name == LOST_ERROR {
        end_for_lost_refusal(py, args.as_ref());
    }
    let refused = look(py, &name, args.as_ref());
    if refused.is_none() && is_of_nothing(&name, args.as_ref()) {
        let text = std::io::Error::from_raw_os_error(libc::ENOENT).to_string();
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
        let path = args.as_ref().and_then(|args| args.get_item(0).ok()).map(Bound::unbind);
        pyo3::exceptions::PyFileNotFoundError::new_err((libc::ENOENT, text, path)).restore(py);
        return -1;
    }
    match (refused, pending) {
        (None, pending) => {
            if let Some(error) = pending {
                error.restore(py);
            }
            0
        }
        (Some(text), _) => {
            defence_layers::count_audit_hit();
            if name == "open" && (call_stack::reads_source(py) || call_stack::tries_archives(py)) {
                let Exc = crate::cpython::value::raise::<pyo3::exceptions::PyPermissionError>(text);
                return -1;
            }
            let raised = current::with_current(|m| refusals::raise(m, refusals::Kind::Plain, &text));
            if raised.is_none() {
                let Exc = crate::cpython::value::raise::<pyo3::exceptions::PyPermissionError>(text);
            }
            -1
        }
    }
}

/// A refusal that compiled code of a library could not pass on (a Cython function that raises nothing) would leave
/// a wrong result: it ends the run. Finalisers are objects there, such functions names.
fn end_for_lost_refusal(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) {
    let lost = || {
        let unraisable = args?.get_item(1).ok()?;
        unraisable.getattr("object").ok()?.cast_into::<PyString>().ok()?;
        Some(PyErr::from_value(unraisable.getattr("exc_value").ok()?)).filter(|error| refusals::is_refusal(py, error))
    };
    if let Some(error) = lost() {
        current::with_current(|m| {
            let Exc = abort::start(m, Abort::Refusal(error));
        });
        drop(PyErr::take(py));
    }
}

/// Events of host code, unless this thread was started by sandboxed code and no machine runs on it.
#[inline]
fn hook_in_thread(event: *const c_char, args: *mut ffi::PyObject) -> c_int {
    if !threads::any() {
        return 0;
    }
    look_in_thread(event, args)
}

#[cold]
fn look_in_thread(event: *const c_char, args: *mut ffi::PyObject) -> c_int {
    // SAFETY: as in `hook`.
    let (name, args) = unsafe {
        let py = Python::assume_attached();
        let args = if args.is_null() { None } else { Bound::from_borrowed_ptr(py, args).cast_into::<PyTuple>().ok() };
        (CStr::from_ptr(event).to_string_lossy(), args)
    };
    if matches!(verdict(&name), Verdict::Pass | Verdict::Frame | Verdict::Compile | Verdict::Import)
        || current::with_current(|_| ()).is_some()
    {
        return 0;
    }
    let py = crate::cpython::value::attached();
    let Some(origin) = threads::origin(py) else { return 0 };
    let pending = PyErr::take(py);
    let allowed = threads::as_host(|| allowed(py, None, &origin.policy, &name, verdict(&name), args.as_ref()));
    if allowed {
        if let Some(error) = pending {
            error.restore(py);
        }
        return 0;
    }
    let Exc = crate::cpython::value::raise::<pyo3::exceptions::PyPermissionError>(format!("Forbidden operation: {name}"));
    -1
}

/// The refusal's text, if the event is refused.
fn look(py: Python<'_>, event: &str, args: Option<&Bound<'_, PyTuple>>) -> Option<String> {
    let kind = verdict(event);
    if kind == Verdict::Pass {
        return None;
    }
    let allowed = current::with_current(|m| {
        let policy = m.session.policy.borrow().clone();
        allowed(py, Some(m), &policy, event, kind, args)
    });
    if allowed.unwrap_or(false) || host_is_at_work(py) {
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

fn allowed(py: Python<'_>, m: Option<&RunContext>, policy: &Policy, event: &str, kind: Verdict, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let by_import = |names: &[&str]| names.iter().any(|name| policy.authorizes(name));
    match kind {
        Verdict::Pass => true,
        Verdict::Never => false,
        Verdict::Unpickle => own_pickles::allows(py),
        Verdict::Open => open_allowed(py, policy, args) || scope::lifted(policy),
        Verdict::List => {
            let path = args.and_then(|args| path_of(py, &args.get_item(0).ok()?));
            path.is_some_and(|p| granted(policy, &p, false) || call_stack::reads_own_data(py, &p) || call_stack::looks_for_modules(py, &p))
                || scope::lifted(policy)
        }
        Verdict::Change => change_allowed(py, policy, event, args) || scope::lifted(policy),
        Verdict::Process => {
            by_import(&["os", "subprocess", "pty", "multiprocessing"]) || asks_for_processors(py, args) || asks_of_the_machine(py, args)
        }
        Verdict::Network => by_import(NETWORK_MODULES) || is_local_pair(event, args),
        // `threadpoolctl` finds the libraries that are loaded already and tells them how many threads to use.
        Verdict::Native => {
            by_import(&["ctypes"])
                || call_stack::package_at_work(py).as_deref() == Some("threadpoolctl")
                || native_parts::allows(py, event, args)
        }
        // Whether anything is left of the frame that another one was taken from.
        Verdict::Referents => call_stack::package_at_work(py).as_deref() == Some("pandas"),
        // `doctest` puts back the one that it found.
        Verdict::Trace => {
            call_stack::is_standard(py, "doctest.py", &["run"])
                && call_stack::standard_local(py, ("doctest.py", "run"), "save_trace").is_some_and(|found| found.is_none())
        }
        // Loading a module is judged in `lazy_imports`; this is native code that is loaded past it.
        Verdict::Import => args.and_then(|args| args.get_item(1).ok()).is_some_and(|file| file.is_none()),
        Verdict::Run => runs_checked_code(py, args) || runs_library_code(py, args),
        Verdict::MakeCode => event == "function.__new__" && makes_annotations(py, args),
        // Classes are the door's to judge: their names may be set.
        Verdict::Attribute => {
            let by_library = || library_frame(py) && !call_stack::sets_by_name(py);
            is_class(args) || args.is_some_and(another_class::is_meant) || by_library() && keeps_class(m, py, args)
        }
        Verdict::Compile | Verdict::Frame => library_frame(py),
        Verdict::Database => {
            (by_import(&["sqlite3"]) || library_frame(py))
                && (in_memory(args) || change_allowed(py, policy, event, args) || scope::lifted(policy))
        }
        // (What threads of the code do is looked at; those of the host are its own.)
        Verdict::Thread => !host_is_at_work(py) && m.is_some_and(|m| threads::starts(py, m, args)),
        Verdict::Module(name) => by_import(&[name]),
    }
}

const NETWORK_MODULES: &[&str] = &[
    "socket",
    "ssl",
    "requests",
    "urllib",
    "urllib.request",
    "http.client",
    "httpx",
    "aiohttp",
    "urllib3",
    "websockets",
    "smtplib",
    "ftplib",
    "huggingface_hub",
    "openai",
    "litellm",
];

/// Whether library code sets no class of an object but by itself, not under a name that the code gave it, and an object of the
/// code's classes stays one, and no other becomes one. (Its class keeps names from it that native code asks for.) Where no run is
/// under way, in a thread of a library between two calls of the code, it sets none.
fn keeps_class(m: Option<&RunContext>, py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let argument = |at: usize| args.and_then(|args| args.get_item(at).ok());
    let Some(name) = argument(1).and_then(|name| exact_text(&name)).filter(|name| name == "__class__") else { return true };
    let Some(m) = m else { return false };
    let is_own = |class: &Bound<'_, PyAny>| class.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
    let Some((object, class)) = argument(0).zip(argument(2)) else { return true };
    let is_by_itself = || call_stack::uses(py, &name) || call_stack::knows(py, &name) || call_stack::assigns(py, &object, &name);
    is_own(&class) == is_own(object.get_type().as_any()) && (is_by_itself() || becomes_more_general(py, &object, &class))
}

/// Whether the class of `numpy.ma.masked` passes on that a copy of that becomes an array of the class above.
fn becomes_more_general(py: Python<'_>, object: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> bool {
    let is_above = class.cast::<PyType>().is_ok_and(|class| api::is_subtype(&object.get_type(), class));
    is_above && call_stack::innermost(py).is_some_and(|(file, function)| function == "__setattr__" && file.ends_with("numpy/ma/core.py"))
}

fn is_class(args: Option<&Bound<'_, PyTuple>>) -> bool {
    args.and_then(|a| a.get_item(0).ok()).is_some_and(|object| object.is_instance_of::<PyType>())
}

/// Reading is allowed where granted, and of a package's own files by itself.
fn open_allowed(py: Python<'_>, policy: &Policy, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let Some(path) = path_argument(args, 0) else {
        // A descriptor that a library opened before (the pipes of a process).
        return ["subprocess", "os", "multiprocessing", "socket"].iter().any(|name| policy.authorizes(name)) && library_frame(py)
            || call_stack::package_at_work(py).as_deref() == Some("joblib") && call_stack::in_standard_file(py, "subprocess.py")
            || platform_at_work(py);
    };
    let writes = writes(args);
    if granted(policy, &path, writes) {
        return true;
    }
    !writes && (call_stack::reads_own_data(py, &path) || is_name_of_text(&path)) || path == Path::new("/dev/null") && platform_at_work(py)
}

/// The compiler looks for the line of a syntax error in a file, and finds none, also where the text has but a name (`<unknown>`).
fn is_name_of_text(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.starts_with('<') && name.ends_with('>') && !name.contains('/') && path.symlink_metadata().is_err()
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

/// Whether times or the mode of a file are set that is not there. A worker's kernel answers that with success, as it
/// does for any file (`walls::syscalls::PRETENDED`), and `Path.touch` would make none.
fn is_of_nothing(event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let by_place = args.and_then(|args| args.iter().next_back()?.extract::<i32>().ok()) == Some(-1);
    matches!(event, "os.utime" | "os.chmod")
        && path_argument(args, 0).is_some_and(|path| {
            (path.is_absolute() || by_place) && path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
        })
}

/// Changes on disk. Every path among the first two arguments must be granted for writing, but for those that are only read.
fn change_allowed(py: Python<'_>, policy: &Policy, event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let given = |at: usize| args.and_then(|args| args.get_item(at).ok()).filter(|given| !given.is_none());
    let may = |path: PathBuf, writes: bool| granted(policy, &path, writes) || !writes && granted(policy, &path, true);
    let allowed = |at: usize, writes: bool| given(at).is_none_or(|given| path_of(py, &given).is_some_and(|path| may(path, writes)));
    let is_second_path = || given(1).is_some_and(|second| !second.is_exact_instance_of::<PyInt>() && path_of(py, &second).is_some());
    given(0).is_some()
        && match event {
            "shutil.copyfile" | "shutil.copymode" | "shutil.copystat" | "shutil.copytree" | "shutil.unpack_archive" => {
                allowed(0, false) && allowed(1, true)
            }
            // (Its second argument is the kind of the archive.)
            "shutil.make_archive" => allowed(0, true) && allowed(2, false),
            "os.remove" | "os.rmdir" => below(py, args).is_some_and(|path| may(path, true)),
            _ => allowed(0, true) && (!is_second_path() || allowed(1, true)),
        }
}

/// What is removed: the name may be one below a folder that is given by its descriptor (`shutil.rmtree`).
fn below(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> Option<PathBuf> {
    let (name, folder) = (path_of(py, &args?.get_item(0).ok()?)?, args?.get_item(1).ok());
    match folder.filter(|folder| folder.extract::<i32>().is_ok_and(|number| number != NO_FOLDER)) {
        Some(folder) => Some(path_of(py, &folder)?.join(name)),
        None => Some(name),
    }
}

/// What audit events tell where no descriptor of a folder was given.
const NO_FOLDER: i32 = -1;

/// The path that a text, bytes, an object of `pathlib` itself or an entry of a folder names, or that is open under a number.
fn path_of(py: Python<'_>, given: &Bound<'_, PyAny>) -> Option<PathBuf> {
    if given.is_exact_instance_of::<PyInt>() {
        // (Elsewhere than on Linux nothing tells.)
        return std::fs::read_link(format!("/proc/self/fd/{}", given.extract::<u32>().ok()?)).ok();
    }
    let names_itself = [("pathlib", "PosixPath"), ("pathlib", "WindowsPath"), ("os", "DirEntry")]
        .into_iter()
        .any(|(module, class)| py.import(module).and_then(|module| module.getattr(class)).is_ok_and(|class| given.get_type().is(&class)));
    let named = if names_itself { py.import("os").ok()?.call_method1("fspath", (given,)).ok()? } else { given.clone() };
    path_argument(Some(&PyTuple::new(py, [named]).ok()?), 0)
}

fn in_memory(args: Option<&Bound<'_, PyTuple>>) -> bool {
    path_argument(args, 0).is_some_and(|path| matches!(path.to_str(), Some("" | ":memory:" | "file::memory:")))
}

/// The words of the command that a program is started with; none where they are no list of texts.
fn command(args: Option<&Bound<'_, PyTuple>>) -> Vec<String> {
    args.and_then(|args| args.get_item(1).ok()?.extract().ok()).unwrap_or_default()
}

fn words(command: &[String]) -> Vec<&str> {
    command.iter().map(String::as_str).collect()
}

/// `joblib` counts the processors, in another way where the first one fails (behind the walls).
fn asks_for_processors(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    matches!(words(&command(args))[..], ["lscpu", "--parse=core"] | ["cat", "/proc/cpuinfo"])
        && call_stack::package_at_work(py).as_deref() == Some("joblib")
}

/// `platform` has two programs tell what processor there is, and of what kind the interpreter's file is.
fn asks_of_the_machine(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let is_interpreter = |file: &str| {
        let executable = || py.import("sys")?.getattr("executable")?.extract::<PathBuf>();
        executable().is_ok_and(|executable| call_stack::resolve(&executable) == Some(PathBuf::from(file)))
    };
    let known = match words(&command(args))[..] {
        ["uname", "-p"] => true,
        ["file", "-b", file] => is_interpreter(file),
        _ => false,
    };
    known && platform_at_work(py)
}

/// Whether `platform` runs a program: nothing of the code's goes into the pipes between them.
fn platform_at_work(py: Python<'_>) -> bool {
    call_stack::is_standard_through(py, "subprocess.py", "platform.py")
}

/// `socketpair` for an event loop.
fn is_local_pair(event: &str, args: Option<&Bound<'_, PyTuple>>) -> bool {
    const AF_UNIX: i32 = 1;
    event == "socket.__new__" && args.and_then(|a| a.get_item(1).ok()?.extract::<i32>().ok()) == Some(AF_UNIX)
}

/// Source text that the standard library writes from checked parts.
fn runs_checked_code(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    // `namedtuple` takes nothing but exact strs that are identifiers.
    if call_stack::is_standard(py, "collections/__init__.py", &["namedtuple"]) {
        return true;
    }
    // `gettext` lets nothing through but numbers, `n` and operators.
    if call_stack::is_standard(py, "gettext.py", &["c2py"]) || attrs_classes::runs_checked(py) {
        return true;
    }
    if args.and_then(|args| args.get_item(0).ok()).is_some_and(|code| autospec::runs_checked(py, &code)) {
        return true;
    }
    // Names of fields go into the text, and code that ran since they were checked may have changed them.
    call_stack::is_standard(py, "dataclasses.py", &["_create_fn", "add_fns_to_class"])
        && call_stack::standard_local(py, ("dataclasses.py", "_process_class"), "cls")
            .is_some_and(|class| (scope::trusted() || dataclasses::is_of_a_library(&class)) && dataclasses::fields_are_names(&class))
}

/// The interpreter runs annotations of a library's class in a namespace of its own (3.14).
fn makes_annotations(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let file = || args?.get_item(0).ok()?.getattr("co_filename").ok()?.extract::<String>().ok();
    call_stack::is_standard(py, "annotationlib.py", &["call_annotate_function"])
        && file().is_some_and(|file| call_stack::is_of_library(py, &file))
}

/// Source text that an installed package writes and runs by itself, if the names in it lead nowhere.
fn runs_library_code(py: Python<'_>, args: Option<&Bound<'_, PyTuple>>) -> bool {
    let Some(code) = args.and_then(|a| a.get_item(0).ok()) else {
        return false;
    };
    if call_stack::is_standard(py, "typing.py", &["_evaluate", "_eval_type", "evaluate"])
        || call_stack::is_standard(py, "annotationlib.py", &["evaluate"])
    {
        return type_hints::is_checked(&code) || generated_code::is_annotation(&code);
    }
    match call_stack::innermost_package(py) {
        // Names of a template never become names of its code; what it reads goes through jinja2's sandbox.
        Some(package) if package == "jinja2" => generated_code::is_template(&code),
        Some(package) => generated_code::is_tame(&code, &package),
        None => false,
    }
}
