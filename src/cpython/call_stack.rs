//! Which Python code is at work on this thread, for the audit hook: the standard library, an installed
//! package, or none of them (sandboxed code has no frames of its own).
#![allow(unsafe_code, reason = "frames of the interpreter are walked")]

use std::cell::Cell;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyo3::exceptions::PyKeyError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyFrozenSet, PyList, PyString, PyTuple};
use rustc_hash::FxHashMap;

use crate::cpython::code_tables::{table, Table};
use crate::cpython::frames::{address_of, innermost_code, innermost_frame, innermost_globals};
use crate::cpython::instructions::instruction_at;
use crate::cpython::system_facts;
use crate::cpython::type_access;

/// Directories that modules are imported from, as `sys.path` and the working directory were.
struct Places {
    /// What `sys.path` holds, and its texts.
    items: Vec<Py<PyAny>>,
    entries: Vec<String>,
    working: Option<PathBuf>,
    standard: Vec<PathBuf>,
    /// Of installed packages, the longest first; these may lie below the others.
    site: Vec<PathBuf>,
    homes: FxHashMap<String, Home>,
    /// Files whose real paths were asked for: to follow links takes 5 µs.
    real: FxHashMap<String, Option<PathBuf>>,
}

/// Where a file of Python code belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Home {
    Standard,
    /// An installed package, by its top directory or file.
    Package(PathBuf),
    /// The host's own program, and text that was never in a file.
    Elsewhere,
}

static PLACES: Mutex<Option<Places>> = Mutex::new(None);

/// Calls `look` with the places as they are now. Nothing in here runs code of the sandbox.
fn with_places<T>(py: Python<'_>, look: impl FnOnce(&mut Places) -> T) -> T {
    let path = of_sys(py, c"path").and_then(|path| path.cast_into::<PyList>().ok());
    let working = std::env::current_dir().ok();
    let known = PLACES.lock().ok().and_then(|mut places| places.take());
    let known = known.filter(|places| places.are_of(path.as_ref()) && places.working == working);
    let mut places = known.unwrap_or_else(|| find_places(py, path.as_ref(), working));
    let found = look(&mut places);
    if let Ok(mut kept) = PLACES.lock() {
        *kept = Some(places);
    }
    found
}

/// What `sys` has under a name. Not by an import of `sys`, which comes to those who look at imports.
fn of_sys<'py>(py: Python<'py>, name: &CStr) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; a borrowed reference, or null without an error.
    unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PySys_GetObject(name.as_ptr())) }
}

fn loaded<'py>(py: Python<'py>, module: &str) -> PyResult<Bound<'py, PyAny>> {
    of_sys(py, c"modules").map_or_else(|| Err(PyKeyError::new_err(module.to_owned())), |modules| modules.get_item(module))
}

/// The host's own program lies beside its script or in the working directory; whatever else is on `sys.path`
/// (folders of users and systems, of `.pth` files, of `PYTHONPATH`) holds installed packages.
fn find_places(py: Python<'_>, path: Option<&Bound<'_, PyList>>, working: Option<PathBuf>) -> Places {
    let items: Vec<Py<PyAny>> = path.map_or_else(Vec::new, |path| path.iter().map(Bound::unbind).collect());
    let entries: Vec<String> = items.iter().filter_map(|item| item.extract(py).ok()).collect();
    let script = || -> Option<PathBuf> {
        let file = py.import("__main__").ok()?.getattr("__file__").ok()?.extract::<PathBuf>().ok()?;
        std::fs::canonicalize(file.parent()?).ok()
    };
    let own = [working.clone(), script()];
    let standard = standard_folders(py);
    let others = entries.iter().filter(|entry| !entry.is_empty()).filter_map(|entry| std::fs::canonicalize(entry).ok());
    let others = others.filter(|path| is_for_packages(path) || !own.contains(&Some(path.clone())));
    let mut site: Vec<PathBuf> = others.filter(|path| path.is_dir() && !is_standard_file(&standard, path)).collect();
    site.sort_by_key(|path| std::cmp::Reverse(path.components().count()));
    Places { items, entries, working, standard, site, homes: FxHashMap::default(), real: FxHashMap::default() }
}

/// Where the standard library lies: the folder of `os`, and that of the same name under each prefix. (`sysconfig` knows
/// them too, but reads the settings of the interpreter's build for it.)
fn standard_folders(py: Python<'_>) -> Vec<PathBuf> {
    let member = |module: &str, name: &str| py.import(module).ok()?.getattr(name).ok()?.extract::<PathBuf>().ok();
    let Some(home) = member("os", "__file__").and_then(|file| Some(file.parent()?.to_owned())) else { return Vec::new() };
    let (library, version) = (member("sys", "platlibdir"), home.file_name().map(PathBuf::from));
    let below = |prefix: &str| Some(member("sys", prefix)?.join(library.as_ref()?).join(version.as_ref()?));
    let others = ["base_prefix", "base_exec_prefix", "exec_prefix"].into_iter().filter_map(below);
    let mut found: Vec<PathBuf> = others.chain([home.clone()]).filter_map(|path| std::fs::canonicalize(path).ok()).collect();
    found.sort();
    found.dedup();
    found
}

/// Installed packages may lie in a folder of the standard library.
fn is_standard_file(standard: &[PathBuf], path: &Path) -> bool {
    let rest = standard.iter().find_map(|prefix| path.strip_prefix(prefix).ok());
    rest.is_some_and(|rest| !rest.iter().next().is_some_and(|first| is_for_packages(Path::new(first))))
}

fn is_for_packages(folder: &Path) -> bool {
    folder.ends_with("site-packages") || folder.ends_with("dist-packages")
}

impl Places {
    /// Beyond this many files, their homes and paths are looked up anew.
    const HOMES: usize = 4096;

    /// Whether `sys.path` holds the very objects that it held.
    fn are_of(&self, path: Option<&Bound<'_, PyList>>) -> bool {
        path.is_some_and(|path| path.len() == self.items.len() && path.iter().zip(&self.items).all(|(now, then)| now.is(then)))
    }

    fn home(&mut self, file: &str) -> Home {
        if let Some(known) = self.homes.get(file) {
            return known.clone();
        }
        let found = self.look_up(file);
        if self.homes.len() >= Self::HOMES {
            self.homes.clear();
        }
        self.homes.insert(file.to_owned(), found.clone());
        found
    }

    /// Whether the file is this one of the standard library.
    fn is_standard(&mut self, file: &str, wanted: &str) -> bool {
        if !self.real.contains_key(file) {
            if self.real.len() >= Self::HOMES {
                self.real.clear();
            }
            self.real.insert(file.to_owned(), std::fs::canonicalize(file).ok());
        }
        let real = self.real.get(file).and_then(Option::as_ref);
        real.is_some_and(|real| self.standard.iter().any(|prefix| real.strip_prefix(prefix).is_ok_and(|rest| rest == Path::new(wanted))))
    }

    fn look_up(&self, file: &str) -> Home {
        if file.starts_with("<frozen ") {
            return Home::Standard;
        }
        let Ok(path) = std::fs::canonicalize(file) else {
            return Home::Elsewhere;
        };
        let Some((prefix, rest)) = self.site.iter().find_map(|prefix| Some((prefix, path.strip_prefix(prefix).ok()?))) else {
            return if is_standard_file(&self.standard, &path) { Home::Standard } else { Home::Elsewhere };
        };
        match rest.components().next() {
            Some(top) if !matches!(top.as_os_str().to_str(), Some("fastexec" | "smolagents")) => Home::Package(prefix.join(top)),
            _ => Home::Elsewhere,
        }
    }
}

/// Looks the places up before any sandboxed code runs.
pub fn prepare(py: Python<'_>) {
    with_places(py, |_| ());
}

fn home(py: Python<'_>, file: &str) -> Home {
    with_places(py, |places| places.home(file))
}

/// Whether the module or package `name`, if it is loaded, is an installed one.
pub fn is_installed(py: Python<'_>, name: &str) -> bool {
    let place = || -> PyResult<String> {
        let spec = loaded(py, name)?.getattr("__spec__")?;
        let origin = spec.getattr("origin")?;
        if origin.is_none() {
            spec.getattr("submodule_search_locations")?.try_iter()?.next().transpose()?.unwrap_or(origin).extract()
        } else {
            origin.extract()
        }
    };
    place().is_ok_and(|file| matches!(home(py, &file), Home::Package(_)))
}

/// File and function of the Python code that runs on this thread for the sandboxed code, innermost first, until `stop`
/// says so. The host's own frames are left out: it may be importing something itself.
fn each_frame(py: Python<'_>, mut stop: impl FnMut(&str, &str) -> bool) {
    each(py, |_, code| stop(&text(code, "co_filename"), &text(code, "co_name")));
}

/// How many frames of Python code run on this thread for the sandboxed code.
pub fn depth(py: Python<'_>) -> usize {
    let mut count = 0;
    each(py, |_, _| {
        count += 1;
        false
    });
    count
}

fn text(from: &Bound<'_, PyAny>, name: &str) -> String {
    from.getattr(name).ok().and_then(|found| found.extract().ok()).unwrap_or_default()
}

/// Frame and code of each.
fn each<'py>(py: Python<'py>, mut stop: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> bool) {
    let floor = floor();
    const DEEP: usize = 400;
    // SAFETY: attached; `PyEval_GetFrame` is borrowed, `PyFrame_GetCode` and `PyFrame_GetBack` give new
    // references (back may be null).
    unsafe {
        let first = ffi::PyEval_GetFrame();
        let mut frame = Bound::from_borrowed_ptr_or_opt(py, first as *mut ffi::PyObject);
        for _ in 0..DEEP {
            let Some(current) = frame else { return };
            if address_of(&current) == floor {
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

/// File and function of the innermost Python code.
pub fn innermost(py: Python<'_>) -> Option<(String, String)> {
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

/// Whether library code defines a class of this name with a statement: its body is among the constants of the code.
pub fn defines_class(py: Python<'_>, name: &Bound<'_, PyAny>) -> bool {
    if is_floor() || caller(py) != Caller::Library {
        return false;
    }
    let Some(name) = type_access::exact_text(name) else { return false };
    // Bodies of functions, comprehensions too, have variables of their own; those of classes fill a namespace.
    const OF_FUNCTIONS: u32 = ffi::CO_OPTIMIZED as u32 | ffi::CO_NEWLOCALS as u32;
    let is_of_class = |code: &Bound<'_, PyAny>| code.getattr("co_flags")?.extract::<u32>().map(|flags| flags & OF_FUNCTIONS == 0);
    let is_body = |constant: &Bound<'_, PyAny>| {
        constant.is_exact_instance_of::<PyCode>()
            && constant.getattr("co_name").is_ok_and(|own| own.eq(&name).unwrap_or(false))
            && is_of_class(constant).unwrap_or(false)
    };
    let constants = innermost_code(py).and_then(|code| code.getattr("co_consts").ok()?.cast_into::<PyTuple>().ok());
    constants.is_some_and(|constants| constants.iter().any(|constant| is_body(&constant)))
}

/// Whether the innermost Python code itself holds this text as a constant.
pub fn says(py: Python<'_>, text: &Bound<'_, PyString>) -> bool {
    innermost_code(py).is_some_and(|code| holds(&code, Table::Constants, text))
}

/// Whether a table of the code has the text. Most are the very object that is looked for.
fn holds(code: &Bound<'_, PyAny>, which: Table, text: &Bound<'_, PyString>) -> bool {
    let Some(held) = table(code, which) else { return false };
    let held = held.as_slice();
    held.iter().any(|one| one.is(text)) || held.iter().any(|one| is_text(one, text))
}

fn is_text(object: &Bound<'_, PyAny>, text: &Bound<'_, PyString>) -> bool {
    // SAFETY: ATTACHED; two exact texts.
    object.is_exact_instance_of::<PyString>()
        && unsafe {
            ffi::PyUnicode_GET_LENGTH(object.as_ptr()) == ffi::PyUnicode_GET_LENGTH(text.as_ptr())
                && ffi::PyUnicode_Compare(object.as_ptr(), text.as_ptr()) == 0
        }
}

/// Whose call this is, while sandboxed code runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The code itself, through nothing but C code.
    Code,
    /// Python code of the standard library or an installed package.
    Library,
    /// The host's own Python code: the methods of its objects.
    Host,
}

pub fn caller(py: Python<'_>) -> Caller {
    if is_floor() {
        return Caller::Code;
    }
    let file = innermost_code(py).and_then(|code| code.getattr("co_filename").ok()?.extract::<String>().ok());
    match file.map(|file| home(py, &file)) {
        Some(Home::Elsewhere) => Caller::Host,
        Some(_) => Caller::Library,
        None => Caller::Code,
    }
}

/// Whether there is no Python code between the code and this.
pub fn is_floor() -> bool {
    innermost_frame() == floor()
}

/// Whether the innermost Python code is at work for the code, and of the package of this module. (Native code that the code calls has
/// none: what is innermost there is the host's, which runs the code.)
pub fn is_same_package(py: Python<'_>, module: &str) -> bool {
    if is_floor() {
        return false;
    }
    let home = innermost_globals(py).and_then(|globals| globals.get_item(intern!(py, "__name__")).ok()??.cast_into::<PyString>().ok());
    home.is_some_and(|home| home.to_str().is_ok_and(|home| family(home) == family(module)))
}

/// Whether the module may be one of the host's own program: not Python's, and not where packages are installed. (Folders
/// of `sys.path` may hold either.)
pub fn is_host_module(py: Python<'_>, name: &str) -> bool {
    let file = || {
        let module = loaded(py, name).ok()?;
        type_access::module_dict(&module)?.get_item("__file__").ok()??.extract::<String>().ok()
    };
    let installed =
        |file: &str| Path::new(file).components().any(|part| part.as_os_str() == "site-packages" || part.as_os_str() == "dist-packages");
    name == "__main__" || file().is_some_and(|file| !installed(&file) && home(py, &file) != Home::Standard)
}

/// Whether a function of a module for which `test` holds is at work for the code. (Texts that libraries run have no file, and
/// namespaces of others are no modules.)
pub fn is_at_work(py: Python<'_>, test: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    each(py, |frame, code| {
        let module = module_of(frame);
        found = test(&module) && !text(code, "co_filename").starts_with('<') && is_namespace_of(frame, &module);
        found
    });
    found
}

fn is_namespace_of(frame: &Bound<'_, PyAny>, module: &str) -> bool {
    let py = frame.py();
    let globals = frame.getattr(intern!(py, "f_globals"));
    let members = loaded(py, module).ok().and_then(|module| type_access::module_dict(&module));
    globals.is_ok_and(|globals| members.is_some_and(|members| globals.is(&members)))
}

/// As `caller`, for a call of what has this name: library code that does not use the name does not make the call. (The
/// import system calls what it is given.)
pub fn caller_of(py: Python<'_>, name: &Bound<'_, PyString>) -> Caller {
    match caller(py) {
        Caller::Library if !uses(py, name) && !in_import_system(py) => Caller::Code,
        caller => caller,
    }
}

/// Whether the innermost Python code names what has this name, or uses a global variable that holds it by another
/// name (`exec_ = getattr(builtins, "exec")`).
pub fn uses(py: Python<'_>, name: &Bound<'_, PyString>) -> bool {
    let by_name = |code: &Bound<'_, PyAny>| holds(code, Table::Names, name) || holds(code, Table::Constants, name);
    let held = |value: &Bound<'_, PyAny>| Ok(type_access::builtin_function(value).is_some_and(|(held, _)| *name == held));
    innermost_code(py).is_some_and(|code| by_name(&code)) || any_global(py, held).unwrap_or(false)
}

/// Whether `__setattr__` of the object itself is at work, for a library's statement that sets (or deletes) what has this name: such
/// methods pass on what it says (`frame.__class__ = GeoDataFrame`). (What a proxy passes on to another object may be anybody's wish.)
pub fn assigns(py: Python<'_>, object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> bool {
    let (mut passed_on, mut found) = (false, false);
    each(py, |frame, code| {
        if matches!(text(code, "co_name").as_str(), "__setattr__" | "__delattr__") {
            passed_on = first_argument(frame, code).is_ok_and(|first| first.is(object));
            return !passed_on;
        }
        let names = |at: usize| table(code, Table::Names)?.get_item(at).ok();
        let is_of_library = || home(py, &text(code, "co_filename")) != Home::Elsewhere;
        found = passed_on
            && ["STORE_ATTR", "DELETE_ATTR"]
                .iter()
                .any(|operation| instruction_at(frame, code, operation).and_then(names).is_some_and(|named| is_text(&named, name)))
            && is_of_library();
        true
    });
    found
}

fn first_argument<'py>(frame: &Bound<'py, PyAny>, code: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    frame.getattr("f_locals")?.get_item(code.getattr("co_varnames")?.get_item(0)?)
}

/// Whether the innermost Python code is at work for a method that reads attributes for others (`__get__` of what stands for a
/// member of another module), and an attribute of this name is read by library code that names it.
pub fn reads_through(py: Python<'_>, name: &Bound<'_, PyString>) -> bool {
    const READERS: [&str; 3] = ["__get__", "__getattr__", "__getattribute__"];
    let (mut in_reader, mut found) = (false, false);
    each(py, |_, code| {
        if home(py, &text(code, "co_filename")) == Home::Elsewhere {
            return true;
        }
        let is_reader = READERS.contains(&text(code, "co_name").as_str());
        found = in_reader && !is_reader && holds(code, Table::Names, name);
        let is_asked = in_reader && !is_reader;
        in_reader = in_reader || is_reader;
        is_asked
    });
    found
}

/// Whether the innermost Python code has the text from itself: as a constant, or in a global variable that it uses.
pub fn knows(py: Python<'_>, text: &Bound<'_, PyString>) -> bool {
    says(py, text) || known_globals(py, text).unwrap_or(false)
}

fn known_globals(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<bool> {
    any_global(py, |value| {
        let several = value.is_exact_instance_of::<PyTuple>() || value.is_exact_instance_of::<PyFrozenSet>();
        Ok(several && value.contains(text)? || value.is_exact_instance_of::<PyString>() && value.eq(text)?)
    })
}

/// Whether `test` holds of a global variable that the innermost Python code names.
fn any_global<'py>(py: Python<'py>, test: impl Fn(&Bound<'py, PyAny>) -> PyResult<bool>) -> PyResult<bool> {
    let (Some(code), Some(globals)) = (innermost_code(py), innermost_globals(py)) else { return Ok(false) };
    let Some(names) = table(&code, Table::Names) else { return Ok(false) };
    for name in names.iter() {
        if let Some(value) = globals.get_item(name)? {
            if test(&value)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the innermost Python code shows the constants of code that it is given, or may put them into bytes.
pub fn shows_constants(py: Python<'_>) -> bool {
    innermost(py).is_some_and(|(file, _)| matches!(home(py, &file), Home::Package(_)) || is_standard_path(py, &file, "dis.py"))
}

/// Whether the innermost Python code is the import system.
pub fn in_import_system(py: Python<'_>) -> bool {
    innermost(py).is_some_and(|(file, _)| is_import_system(py, &file))
}

/// Whether the innermost Python code is the standard library's.
pub fn is_standard_code(py: Python<'_>) -> bool {
    innermost(py).is_some_and(|(file, _)| home(py, &file) == Home::Standard)
}

/// Whether the innermost Python code belongs to the standard library or an installed package (not to this
/// one, whose frame is the innermost when sandboxed code acts by itself).
pub fn library_frame(py: Python<'_>) -> bool {
    innermost(py).is_some_and(|(file, _)| home(py, &file) != Home::Elsewhere)
}

/// Whether a file belongs to the standard library or an installed package.
pub fn is_of_library(py: Python<'_>, file: &str) -> bool {
    home(py, file) != Home::Elsewhere
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
    functions.contains(&function.as_str()) && is_standard_path(py, &path, file)
}

/// Whether the standard library's `file` is at work, by itself or by what it calls of `through`.
pub fn is_standard_through(py: Python<'_>, through: &str, file: &str) -> bool {
    let mut found = false;
    each_frame(py, |path, _| {
        found = is_standard_path(py, path, file);
        found || !is_standard_path(py, path, through)
    });
    found
}

/// Whether the innermost Python code stands in this file of the standard library.
pub fn in_standard_file(py: Python<'_>, file: &str) -> bool {
    innermost(py).is_some_and(|(path, _)| is_standard_path(py, &path, file))
}

/// The variable `name` of the innermost call of this function of the standard library.
pub fn standard_local<'py>(py: Python<'py>, (file, function): (&str, &str), name: &str) -> Option<Bound<'py, PyAny>> {
    let mut found = None;
    each(py, |frame, code| {
        if text(code, "co_name") != function || !is_standard_path(py, &text(code, "co_filename"), file) {
            return false;
        }
        found = frame.getattr("f_locals").ok().and_then(|locals| locals.get_item(name).ok());
        true
    });
    found
}

/// The variables of each call of Python code of this installed package, up to the innermost call of other code.
pub fn locals_in_package<'py>(py: Python<'py>, package: &str) -> Vec<Bound<'py, PyAny>> {
    let mut found = Vec::new();
    each(py, |frame, code| {
        let inside =
            matches!(home(py, &text(code, "co_filename")), Home::Package(path) if path.file_stem().is_some_and(|name| name == package));
        if let (true, Ok(locals)) = (inside, frame.getattr("f_locals")) {
            found.push(locals);
        }
        !inside
    });
    found
}

/// Whether the module is loaded because a library (or C code) wants it for itself: an import statement in its text, C
/// code that the interpreter calls, or a function of the import system that is told a name which stands in the text of
/// the libraries at work. `called`: somebody called `__import__` with the name.
pub fn import_is_their_own(py: Python<'_>, name: &str, called: bool) -> bool {
    let (mut told, mut asker, mut own) = (called, true, !called);
    each(py, |frame, code| {
        let file = text(code, "co_filename");
        if is_import_system(py, &file) {
            (told, own) = (true, false);
            return false;
        }
        // The code has no frames of its own, and text that libraries run by themselves was looked at when it was run.
        let states = std::mem::take(&mut asker) && (!told || (!called && is_import_statement(frame, code)));
        let in_text = || top_of(&module_of(frame)) == top_of(name) || holds_name(frame, code, name);
        own = states || (!file.starts_with('<') && in_text());
        own
    });
    own
}

fn is_import_system(py: Python<'_>, file: &str) -> bool {
    file.starts_with("<frozen importlib") || (file.ends_with("__init__.py") && is_standard_path(py, file, "importlib/__init__.py"))
}

fn is_standard_path(py: Python<'_>, file: &str, wanted: &str) -> bool {
    // Files of the standard library are called the same wherever links lead.
    if Path::new(file).file_name() != Path::new(wanted).file_name() {
        return false;
    }
    with_places(py, |places| places.is_standard(file, wanted))
}

fn module_of(frame: &Bound<'_, PyAny>) -> String {
    frame.getattr("f_globals").and_then(|globals| globals.get_item("__name__")?.extract()).unwrap_or_default()
}

/// Whether the frame stands at an import statement.
fn is_import_statement(frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> bool {
    instruction_at(frame, code, "IMPORT_NAME").is_some()
}

/// Whether the import system looks where modules are, or where it is said what is installed: what it finds there stays with it.
pub fn looks_for_modules(py: Python<'_>, path: &Path) -> bool {
    innermost(py).is_some_and(|(file, function)| file == "<frozen importlib._bootstrap_external>" && function == "_fill_cache")
        || (is_standard(py, "importlib/metadata/__init__.py", &["children"]) && is_entry(py, path))
}

/// Whether `importlib.metadata` asks if an entry of `sys.path` that it cannot list is an archive: it goes on without it.
pub fn tries_archives(py: Python<'_>) -> bool {
    let mut found = false;
    each(py, |_, code| {
        found =
            text(code, "co_name") == "zip_children" && is_standard_path(py, &text(code, "co_filename"), "importlib/metadata/__init__.py");
        found
    });
    found
}

fn is_entry(py: Python<'_>, path: &Path) -> bool {
    let named = |entry: &String| Path::new(if entry.is_empty() { "." } else { entry }) == path;
    with_places(py, |places| places.entries.iter().any(named))
}

/// Packages that are installed as one have one name here.
fn family(module: &str) -> &str {
    match top_of(module) {
        "mpl_toolkits" => "matplotlib",
        top => top,
    }
}

fn top_of(name: &str) -> &str {
    // (Faster than a search made for long texts.)
    let end = name.bytes().position(|byte| byte == b'.').unwrap_or(name.len());
    name.get(..end).unwrap_or(name)
}

/// Whether the code imports the module, or holds its name or that of a package around it, or uses a table of its
/// module that does.
fn holds_name(frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>, name: &str) -> bool {
    let ends = name.match_indices('.').map(|(end, _)| end).chain([name.len()]);
    let parts: Vec<&str> = ends.filter_map(|end| name.get(..end)).collect();
    let holds = |held: &Bound<'_, PyAny>| parts.iter().any(|part| held.contains(part).unwrap_or(false));
    let of = |name: &str| code.getattr(name).and_then(|held| Ok(held.cast_into::<PyTuple>()?)).ok();
    let Some((constants, names)) = of("co_consts").zip(of("co_names")) else { return false };
    let globals = frame.getattr("f_globals").and_then(|globals| Ok(globals.cast_into::<PyDict>()?)).ok();
    let is_name = |held: &Bound<'_, PyAny>| type_access::exact_text(held).is_some_and(|held| held == name);
    let mut tables = names.iter().filter_map(|name| globals.as_ref()?.get_item(name).ok()?);
    holds(&constants) || holds(&names) || tables.any(|held| is_name(&held) || is_table(&held) && (holds(&held) || is_value_in(&held, name)))
}

/// Lazy packages write down where what they have comes from: `{"ValidationError": ("pydantic_core", …)}`.
fn is_value_in(table: &Bound<'_, PyAny>, name: &str) -> bool {
    let is_among = |value: Bound<'_, PyAny>| value.is_exact_instance_of::<PyTuple>() && value.contains(name).unwrap_or(false);
    table.cast_exact::<PyDict>().is_ok_and(|table| table.values().into_iter().any(is_among))
}

fn is_table(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyDict>() || object.is_exact_instance_of::<PyTuple>() || object.is_exact_instance_of::<PyList>()
}

/// Libraries read what lies in the directories of the packages at work, through whatever of the standard library and
/// of each other, and the descriptions of installed packages; time zones, fonts and the names of file types are public.
pub fn reads_own_data(py: Python<'_>, path: &Path) -> bool {
    let path = &resolve(path).unwrap_or_else(|| path.to_owned());
    if PUBLIC.iter().any(|public| path.starts_with(public)) {
        return true;
    }
    if path.ends_with("mime.types") && path.starts_with("/etc") {
        return is_standard(py, "mimetypes.py", &["read", "init"]);
    }
    with_places(py, |places| is_data_of(py, places, path)) || is_absent_entry(py, path)
}

/// Where packages are looked for, but none are (`…/lib/python311.zip`): whoever lists what is installed looks there, too.
fn is_absent_entry(py: Python<'_>, path: &Path) -> bool {
    !path.exists() && is_entry(py, path)
}

/// Time zones and fonts of the system.
const PUBLIC: &[&str] = &[
    "/usr/share/zoneinfo",
    "/usr/lib/zoneinfo",
    "/usr/share/lib/zoneinfo",
    "/etc/zoneinfo",
    "/etc/localtime",
    "/usr/local/etc/localtime",
    // Its name, as systems write it down.
    "/etc/timezone",
    "/etc/conf.d/clock",
    "/etc/sysconfig/clock",
    "/var/db/zoneinfo",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
];

fn is_data_of(py: Python<'_>, places: &mut Places, path: &Path) -> bool {
    let below = |folders: &[PathBuf], name: &str| folders.iter().any(|folder| path.starts_with(folder.join(name)));
    if path.extension().is_some_and(|end| end == "py") && shows_source(py, places) {
        return below(&places.standard, "") || below(&places.site, "");
    }
    let mut files = Vec::new();
    each_frame(py, |file, _| {
        files.push(file.to_owned());
        false
    });
    let homes: Vec<Home> = files.iter().map(|file| places.home(file)).collect();
    let packages = homes.iter().filter_map(|home| match home {
        Home::Package(top) => Some(top),
        _ => None,
    });
    let mut nearest = None;
    for top in packages {
        if path.starts_with(top) || (nearest.is_none() && system_facts::may_read(top, path)) {
            return true;
        }
        nearest = Some(top);
    }
    // `zoneinfo` has its data in a package where the system has none.
    nearest.is_some() && places.site.iter().any(|folder| is_description(path, folder))
        || homes.first() == Some(&Home::Standard) && below(&places.site, "tzdata")
        || files.first().is_some_and(|file| standard_data(places, file, path))
}

/// Whether a library looks at who called it: `traceback` reads the lines of source of each frame.
fn shows_source(py: Python<'_>, places: &mut Places) -> bool {
    let standard = places.standard.clone();
    let mut chain = ["linecache.py", "traceback.py"].into_iter().peekable();
    each_frame(py, |file, _| {
        let file = std::fs::canonicalize(file).unwrap_or_default();
        chain.next_if(|wanted| standard.iter().any(|folder| folder.join(wanted) == file));
        chain.peek().is_none() || places.home(&file.to_string_lossy()) != Home::Standard
    });
    chain.peek().is_none()
}

/// Whether `traceback` reads the lines of source of a frame: it goes without those that it cannot read.
pub fn reads_source(py: Python<'_>) -> bool {
    with_places(py, |places| shows_source(py, places))
}

/// The installed package that is at work, whatever of the standard library it uses.
pub fn package_at_work(py: Python<'_>) -> Option<String> {
    folder_at_work(py)?.file_stem().map(|name| name.to_string_lossy().into_owned())
}

/// Its top directory or file.
pub fn folder_at_work(py: Python<'_>) -> Option<PathBuf> {
    let mut owner = Home::Elsewhere;
    each_frame(py, |file, _| {
        owner = home(py, file);
        owner != Home::Standard
    });
    match owner {
        Home::Package(path) => Some(path),
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
fn standard_data(places: &Places, reader: &str, path: &Path) -> bool {
    let Ok(reader) = std::fs::canonicalize(reader) else {
        return false;
    };
    if places.site.iter().any(|prefix| path.starts_with(prefix)) {
        return false;
    }
    places.standard.iter().any(|prefix| {
        let top = |p: &Path| p.strip_prefix(prefix).ok().and_then(|rest| rest.components().next().map(|c| prefix.join(c)));
        top(&reader).is_some_and(|reader| reader.is_dir() && top(path) == Some(reader))
    })
}

thread_local! {
    /// Address of the Python frame from which sandboxed code was entered: what lies beyond is the host's.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// Address of the innermost Python frame of the host, from which sandboxed code was entered.
pub fn floor() -> usize {
    FLOOR.get()
}

/// Where sandboxed code was entered from before it was entered from another frame, until it leaves that.
#[must_use]
#[derive(Debug)]
pub struct Floor {
    place: *const Cell<usize>,
    before: usize,
}

impl Floor {
    #[inline(always)]
    pub fn enter(frame: usize) -> Floor {
        FLOOR.with(|floor| Floor { place: floor, before: floor.replace(frame) })
    }

    #[inline(always)]
    pub fn leave(&self) {
        // SAFETY: this thread's own (a pointer keeps the value on its thread); it has nothing to drop, so it is there to the end.
        unsafe { (*self.place).set(self.before) };
    }
}

/// The real path; of a file that does not exist yet: its real directory and its name.
pub fn resolve(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let name = path.file_name()?;
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(parent.canonicalize().ok()?.join(name))
}
