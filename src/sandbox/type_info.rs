//! What the checks need to know about a type, worked out once per type and version.

use std::cell::RefCell;
use std::rc::Rc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};
use rustc_hash::FxHashMap;

use crate::cpython::api;
use crate::cpython::builtin_types::{known, Known};
use crate::cpython::type_access::{self, Ty, CLASS, DICT, EXCEPTION, TEXT};
use crate::cpython::value::{attached, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::objects;
use crate::sandbox::acting_for_host;
use crate::sandbox::classes::getattr_hook;
use crate::session::state::type_info::{Kind, TypeInfo, ENGINE_TYPES};
use crate::session::state::State;

impl TypeInfo {
    pub fn denies(&self, name: &str) -> bool {
        !defence_layers::off(Net::Members) && self.denied.iter().any(|names| names.contains(&name))
    }
    pub fn opens(&self, name: &str) -> bool {
        self.opened.iter().any(|names| names.contains(&name))
    }
    /// Whether a library's class has the member for those that derive from it, or are handed an object of it.
    pub fn hands_down(&self, name: &str) -> bool {
        self.protected.iter().any(|entries| objects::means(entries, name))
    }
}

/// What is known of the type.
pub fn info(state: &State, ty: Ty<'_>) -> R<Rc<TypeInfo>> {
    if let Some(found) = state.types.find(ty) {
        return Ok(found);
    }
    let py = attached();
    let class = ty.to_bound(py);
    let made = Rc::new(classify(state, &class, ty)?);
    keep(state, ty, &made);
    Ok(made)
}

/// What is known of a class of the code, which stays true when an ordinary attribute of it changes.
pub struct Lasting<'py> {
    class: Bound<'py, PyType>,
    mro: Bound<'py, PyTuple>,
    facts: Rc<TypeInfo>,
}

impl<'py> Lasting<'py> {
    /// None where it does not: special names, and metaclasses that do more than write.
    pub fn of(state: &State, object: &Bound<'py, PyAny>, name: &Bound<'_, PyString>) -> Option<Lasting<'py>> {
        let class = object.cast::<PyType>().ok()?;
        if !object.get_type().is(class.py().get_type::<PyType>()) || name.to_string_lossy().starts_with("__") {
            return None;
        }
        let facts = state.types.find(Ty::from_class(class)).filter(|_| state.own.contains(class))?;
        Some(Lasting { class: class.clone(), mro: class.mro(), facts })
    }

    /// Keeps it for the class as it is now.
    pub fn keep(&self, state: &State) {
        // (The end of an old value may have done anything.)
        if self.class.mro().is(&self.mro) {
            keep(state, Ty::from_class(&self.class), &self.facts);
        }
    }
}

fn keep(state: &State, ty: Ty<'_>, facts: &Rc<TypeInfo>) {
    // A lookup makes the interpreter assign a version.
    drop(ty.lookup(pyo3::intern!(attached(), "__doc__")));
    state.types.keep(ty, facts);
}

fn classify(state: &State, class: &Bound<'_, PyType>, ty: Ty<'_>) -> R<TypeInfo> {
    let py = class.py();
    let known = known(py)?;
    let mro = known.mro(class)?;
    let mut facts = TypeInfo {
        kind: Kind::Host,
        module: known.module_name(class)?,
        harmless: true,
        denied: Vec::new(),
        opened: Vec::new(),
        protected: Vec::new(),
        text: ty.has(TEXT),
        pure: true,
        known_bases: true,
        settable: false,
        settable_members: Vec::new(),
        pandas: false,
        pydantic: false,
        parser: false,
        mock: false,
        thread: false,
        thread_pool: false,
        future: false,
        array: false,
        event_loop: false,
        tables: false,
        has_loop: false,
        database: false,
        app: false,
    };
    facts.kind = kind_of(state, known, class, ty, &mro)?;
    // (Objects of a metaclass of the code are classes.)
    let own = facts.kind == Kind::Own || state.own.contains(class);
    if facts.kind != Kind::Own && ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) {
        getattr_hook::wrap_in_foreign(class)?;
    }
    for base in &mro {
        let mut module = known.module_name(base)?;
        let name = known.qualname(base)?;
        let of_session = module == "logging" && state.logs.has_class(base, &name);
        if of_session {
            objects::LOGS_OF_A_SESSION.clone_into(&mut module);
        }
        if let Some(names) = objects::denied_members(&module, &name) {
            facts.denied.push(names);
        }
        facts.opened.extend(objects::members_of_its_own(&module, &name));
        facts.protected.extend(objects::protected_members(&module, &name));
        facts.settable |= objects::settable(&module, &name);
        facts.settable_members.extend(objects::settable_members(&module, &name));
        facts.thread |=
            matches!((module.as_str(), name.as_str()), ("threading", "Thread") | ("concurrent.futures.thread", "ThreadPoolExecutor"));
        facts.thread_pool |= module == "multiprocessing.pool" && name == "ThreadPool";
        facts.mock |= module == "unittest.mock" && name == "NonCallableMock";
        facts.parser |= module == "argparse" && matches!(name.as_str(), "_ActionsContainer" | "ArgumentParser");
        facts.future |= module == "concurrent.futures._base" && name == "Future";
        facts.tables |= objects::holds_tables(&module, &name);
        facts.event_loop |= module == "asyncio.base_events" && name == "BaseEventLoop";
        facts.has_loop |= matches!(
            (module.as_str(), name.as_str()),
            ("_asyncio" | "asyncio.futures", "Future") | ("asyncio.events", "AbstractServer") | ("asyncio.runners", "Runner")
        );
        facts.database |= module == "sqlite3" && name == "Connection";
        facts.array |= module == "numpy" && name == "ndarray";
        facts.pydantic |= module.starts_with("pydantic");
        facts.pandas |= module == "pandas" || module.starts_with("pandas.");
        if own && !of_session && !state.own.contains(base) && !is_static_builtin(base, &module) {
            facts.pure &= is_plain_base(&module);
            facts.known_bases &= state.is_library(py, &module) && is_named(py, base, &module, &name);
        }
    }
    let heap = ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE);
    facts.app = facts.kind == Kind::Host && heap && acting_for_host::acts_for_host(state, py, &facts.module);
    facts.harmless = !matches!(facts.kind, Kind::Module | Kind::Class | Kind::Function | Kind::HandedOver | Kind::Proxy | Kind::Forbidden)
        && !ty.has(DICT | CLASS);
    Ok(facts)
}

fn kind_of(state: &State, known: &Known, class: &Bound<'_, PyType>, ty: Ty<'_>, mro: &[Bound<'_, PyType>]) -> R<Kind> {
    if let Some(kind) = marked_kind(ty.addr()) {
        return Ok(kind);
    }
    // It reads from the archive that the code opened, whatever class of the interpreter does so for it.
    if is_named(class.py(), class, "tarfile", "ExFileObject") {
        return Ok(Kind::Host);
    }
    for base in mro {
        match special_base(state, known, base)? {
            // (What a property of a class of the code keeps are functions that the code gave it.)
            Some(Kind::Property) if state.own.contains(class) => {}
            Some(kind) => return Ok(kind),
            None => {}
        }
    }
    if runs_text_unguarded(known, mro)? {
        return Ok(Kind::Forbidden);
    }
    if ty.has(CLASS) {
        return Ok(Kind::Class);
    }
    if state.own.contains(class) {
        return Ok(Kind::Own);
    }
    if ty.has(EXCEPTION) {
        return Ok(Kind::Exception);
    }
    Ok(Kind::Host)
}

/// Environments of jinja2 without its sandbox, as libraries have them (that of pandas' styles): their templates read what they like.
fn runs_text_unguarded(known: &Known, mro: &[Bound<'_, PyType>]) -> R<bool> {
    let is_among = |module: &str, name: &str| -> R<bool> {
        for base in mro {
            if known.qualname(base)? == name && known.module_name(base)? == module {
                return Ok(true);
            }
        }
        Ok(false)
    };
    Ok(is_among("jinja2.environment", "Environment")? && !is_among("jinja2.sandbox", "SandboxedEnvironment")?)
}

/// Kinds decided by one class of the MRO, whoever made the subclass.
fn special_base(state: &State, known: &Known, base: &Bound<'_, PyType>) -> R<Option<Kind>> {
    let address = base.as_ptr() as usize;
    if known.is_forbidden(address) {
        return Ok(Some(Kind::Forbidden));
    }
    for (name, kind) in SPECIAL {
        if known.is(address, name) {
            return Ok(Some(*kind));
        }
    }
    let module = known.module_name(base)?;
    let name = known.qualname(base)?;
    if module == "builtins" {
        return Ok(match name.as_str() {
            "super" => Some(Kind::Super),
            "property" => Some(Kind::Property),
            "PyCapsule" => Some(Kind::Forbidden),
            "weakproxy" | "weakcallableproxy" | "weakref.ProxyType" | "weakref.CallableProxyType" => Some(Kind::Proxy),
            _ => None,
        });
    }
    if module == "weakref" && matches!(name.as_str(), "ProxyType" | "CallableProxyType") {
        return Ok(Some(Kind::Proxy));
    }
    if is_function_type(&module, &name) {
        return Ok(Some(Kind::Function));
    }
    let liftable =
        matches!(module.as_str(), "socket" | "_socket" | "ctypes" | "_ctypes" | "os" | "subprocess" | "mmap" | "threading" | "_thread");
    let forbidden = is_forbidden_name(&module, &name) && !(liftable && state.names_package(&module)) && !is_bare_tuple(base, &module)?;
    Ok(forbidden.then_some(Kind::Forbidden))
}

/// Whether it is a named tuple that compiled code made when it was loaded (`Timedelta(…).components` of pandas): the interpreter says
/// that such are of the import system, whose own classes are no tuples.
fn is_bare_tuple(class: &Bound<'_, PyType>, module: &str) -> R<bool> {
    Ok(IMPORT_SYSTEM.contains(&module) && class.as_any().getattr(intern!(class.py(), "__base__"))?.is(class.py().get_type::<PyTuple>()))
}

const SPECIAL: &[(&str, Kind)] = &[
    ("FunctionType", Kind::Function),
    ("BuiltinFunctionType", Kind::Function),
    ("MethodWrapperType", Kind::Function),
    ("WrapperDescriptorType", Kind::Function),
    ("MethodDescriptorType", Kind::Function),
    ("ClassMethodDescriptorType", Kind::Function),
    ("MethodType", Kind::Method),
    ("GeneratorType", Kind::Generator),
    ("CoroutineType", Kind::Generator),
    ("AsyncGeneratorType", Kind::Generator),
    ("ModuleType", Kind::Module),
];

/// Functions by another type: of numpy's dispatch, of Cython, with a cache in front.
fn is_function_type(module: &str, name: &str) -> bool {
    match name {
        "_ArrayFunctionDispatcher" => module.starts_with("numpy"),
        "cython_function_or_method" | "fused_cython_function" => true,
        "_lru_cache_wrapper" => module == "functools",
        _ => false,
    }
}

/// Loaders, raw files and sockets, foreign libraries, processes. A class of the code that takes such a name
/// only harms itself.
/// What the modules of the import system call themselves, before and after they are imported by name.
const IMPORT_SYSTEM: [&str; 4] =
    ["_frozen_importlib", "_frozen_importlib_external", "importlib._bootstrap", "importlib._bootstrap_external"];

fn is_forbidden_name(module: &str, name: &str) -> bool {
    match module {
        _ if IMPORT_SYSTEM.contains(&module) => true,
        "importlib.machinery" | "zipimport" | "importlib.util" => true,
        "_io" => matches!(name, "FileIO" | "BufferedReader" | "BufferedWriter" | "BufferedRandom" | "BufferedRWPair"),
        "_socket" | "socket" => name == "socket",
        "ctypes" | "_ctypes" => true,
        "os" => matches!(name, "_Environ" | "_wrap_close"),
        "subprocess" => name == "Popen",
        // Called, they set an attribute of whatever they are called with. `Action` itself is there to derive from.
        "argparse" => name.ends_with("Action") && name != "Action",
        "mmap" => name == "mmap",
        "_thread" | "threading" => matches!(name, "_ThreadHandle" | "Thread"),
        _ => false,
    }
}

fn is_static_builtin(base: &Bound<'_, PyType>, module: &str) -> bool {
    module == "builtins" && !Ty::from_class(base).has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE)
}

/// Modules whose classes keep nothing on an instance that the code may not see.
fn is_plain_base(module: &str) -> bool {
    matches!(
        module,
        "abc"
            | "_collections_abc"
            | "collections.abc"
            | "collections"
            | "_collections"
            | "enum"
            | "typing"
            | "typing_extensions"
            | "contextlib"
            | "numbers"
            | "datetime"
            | "decimal"
            | "fractions"
            | "string"
            | "json.encoder"
            | "json.decoder"
            | "dataclasses"
            | "types"
            | "builtins"
            | "random"
            | "queue"
            | "html.parser"
            | "_markupbase"
    )
}

/// Whether `module.name` in `sys.modules` is this class or function, of a real module and not of the host's main program.
pub fn is_named(py: Python<'_>, object: &Bound<'_, PyAny>, module: &str, name: &str) -> bool {
    module != "__main__" && is_found_at(py, object, module, name)
}

/// Whether `module.path` in `sys.modules` is this object; nothing of a module or class runs for it.
pub fn is_found_at(py: Python<'_>, object: &Bound<'_, PyAny>, module: &str, path: &str) -> bool {
    let Ok(modules) = api::module(py, "sys").and_then(|sys| sys.getattr(intern!(py, "modules"))) else { return false };
    let Ok(owner) = modules.get_item(module) else { return false };
    path.split('.').try_fold(owner, |owner, name| member(&owner, name)).is_some_and(|found| found.is(object))
}

fn member<'py>(owner: &Bound<'py, PyAny>, name: &str) -> Option<Bound<'py, PyAny>> {
    if let Some(members) = type_access::module_dict(owner) {
        return members.get_item(name).ok().flatten();
    }
    api::own_attributes(owner.cast::<PyType>().ok()?)?.get_item(name).ok().flatten()
}

thread_local! {
    /// Native types of the engine, by address; they live as long as the process.
    static MARKED: RefCell<FxHashMap<usize, Kind>> = RefCell::new(FxHashMap::default());
}

fn marked_kind(address: usize) -> Option<Kind> {
    let cached = MARKED.with_borrow(|m| m.get(&address).copied());
    if cached.is_some() {
        return cached;
    }
    let types = ENGINE_TYPES.lock().ok()?;
    let (_, kind) = types.iter().find(|(a, _)| *a == address)?;
    MARKED.with_borrow_mut(|m| m.insert(address, *kind));
    Some(*kind)
}

/// Whether a class of a library, of which this one or a class above it is, has something of this name: what the code puts in its
/// place, in a class of its own or an object, is called by the library and by C code (`tzinfo.utcoffset`, `Set._from_iterable`).
pub fn replaces_what_libraries_call(state: &State, class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> bool {
    let of_library = |base: &Bound<'_, PyType>| !state.own.contains(base) && !base.is(base.py().get_type::<PyAny>());
    class
        .mro()
        .iter()
        .filter_map(|base| base.cast_into::<PyType>().ok())
        .any(|base| of_library(&base) && Ty::from_class(&base).lookup(name).is_some())
}
