//! What guards the program: the door (attributes), the gate (values), imports, sizes, the audit hook.
//!
//! For callers: every attribute access by name goes through `door`; every object that comes back from the
//! interpreter into a register goes through `gate::admit`; classes that the code makes are checked by
//! `own::check_namespace` before and `own::register` after they are made; a `scope::SandboxScope` is alive
//! on this thread whenever sandboxed code runs, a `scope::HostScope` whenever a tool of the host does.

mod aliases;
mod arrays;
mod at_work;
pub mod audit;
mod backtracking;
pub mod between_natives;
pub mod builtins;
mod class_values;
pub mod costs;
pub mod callers;
pub mod comparisons;
pub mod context;
mod dict_tables;
pub mod door;
mod door_class;
mod door_module;
#[cfg(Py_3_14)]
mod forward_refs;
pub mod gate;
pub mod generators;
pub mod given;
pub mod guarded;
pub mod helpers;
mod hidden;
#[cfg(not(Py_3_14))]
mod hints;
pub mod hooks;
pub mod import_rule;
pub mod info;
pub mod known;
mod lazy_imports;
mod library_code;
pub mod made_here;
pub mod memory;
pub mod native_stack;
mod namespaces;
pub mod natives;
pub mod nesting;
pub mod numpy_memory;
mod numpy_nesting;
mod outer_frames;
pub mod own;
pub mod patterns;
mod private_copies;
pub mod raw;
pub mod refusal;
pub mod scope;
mod serializers;
pub mod sizes;
mod slot_writes;
mod sparse_indices;
mod sparse_parts;
pub mod spokesmen;
mod square_time;
pub mod tables;
mod thread_ids;
pub mod threads;
pub mod tool;
mod unicode_errors;
pub mod waiting;
mod warn;

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::policy::Policy;
use crate::run::{function, generator};

/// Tells the checks about the native types of the engine and their own; once, when the module is imported.
pub fn init(py: Python<'_>) -> PyResult<()> {
    info::register_native(function::type_object() as usize, info::Kind::OwnFunction);
    for class in generator::type_objects() {
        info::register_native(class as usize, info::Kind::Generator);
    }
    guarded::init(py);
    Ok(())
}

/// Changes what must be changed in the interpreter; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    audit::install(py)?;
    memory::install(py)?;
    nesting::install(py);
    between_natives::install(py)?;
    comparisons::install(py)?;
    patterns::install(py)?;
    waiting::install(py);
    native_stack::install(py)?;
    unicode_errors::install(py);
    class_values::install(py);
    thread_ids::install(py)?;
    private_copies::install(py);
    outer_frames::guard(py)?;
    guard_loaded(py)?;
    helpers::install(py)?;
    #[cfg(Py_3_14)]
    forward_refs::install(py)?;
    #[cfg(not(Py_3_14))]
    hints::install(py)?;
    lazy_imports::install(py)?;
    hidden::install(py)?;
    namespaces::install(py)?;
    aliases::install(py)?;
    warn::install(py)?;
    slot_writes::install(py)?;
    natives::install(py)
}

/// Lets the operations of C code fail for runs that starve, or no longer. Called by the watchdog.
pub fn starve(on: bool) {
    comparisons::starve(on);
    memory::starve(on);
}

/// What the checks remember for one session.
#[derive(Default)]
pub struct State {
    pub own: own::OwnClasses,
    pub types: info::Table,
    pub verdicts: door::Verdicts,
    pub changes: door::Verdicts,
    pub class_members: door::Verdicts,
    pub patterns: patterns::Remembered,
    pub passed: gate::Passed,
    pub classes: gate::Passed,
    pub objects: gate::Objects,
    pub members: door_module::Members,
    pub settings: guarded::library::Settings,
    pub logs: guarded::library::Logs,
    pub warned: warn::Warned,
    pub refusals: refusal::Quiet,
    pub threads: threads::Threads,
    pub given: given::Given,
    /// Top-level packages that policy names.
    packages: RefCell<Vec<String>>,
}

impl State {
    /// Forgets verdicts that depend on the policy; called when the policy changed.
    pub fn policy_changed(&self) {
        self.types.clear();
        self.verdicts.clear();
        self.changes.clear();
        self.class_members.clear();
        self.passed.clear();
        self.classes.clear();
        self.members.clear();
        self.objects.clear();
    }

    /// Whether a module of this name belongs to Python or to a package that the code may import.
    pub fn is_library(&self, py: Python<'_>, module: &str) -> bool {
        let top = module.split('.').next().unwrap_or(module);
        if top == "__main__" || top.is_empty() {
            return false;
        }
        let standard = py.import("sys").and_then(|s| s.getattr("stdlib_module_names")).and_then(|n| n.contains(top));
        let bundled = matches!(top, "numpy" | "pandas" | "fastexec");
        standard.unwrap_or(false) || bundled || self.packages.borrow().iter().any(|package| package == top)
    }

    /// Whether policy names the package of this module (`_socket` is part of `socket`).
    pub fn names_package(&self, module: &str) -> bool {
        let top = module.split('.').next().unwrap_or(module);
        let public = if top == "_thread" { "threading" } else { top.strip_prefix('_').unwrap_or(top) };
        self.packages.borrow().iter().any(|package| package == public || package == "*")
    }

    /// The policy changed: verdicts that depend on it are forgotten.
    pub fn adopt(&self, policy: &Policy) {
        let packages = policy.authorized.iter().map(|name| name.split('.').next().unwrap_or(name).to_owned()).collect();
        drop(self.packages.replace(packages));
        self.policy_changed();
    }

    /// The host's tools are others from now on.
    pub fn tools_changed(&self) {
        self.objects.clear_tools();
    }

    /// Shows the garbage collector what is kept.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.objects.traverse(visit)?;
        self.members.traverse(visit)?;
        self.warned.traverse(visit)?;
        self.logs.traverse(visit)?;
        self.settings.traverse(visit)
    }

    /// Gives up every Python reference.
    pub fn clear(&self) {
        self.policy_changed();
        self.tools_changed();
        self.settings.clear();
        self.warned.clear();
        self.logs.clear();
    }
}

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    at_work::guard_loaded(py)?;
    square_time::guard_loaded(py)?;
    serializers::guard_loaded(py)?;
    sparse_indices::guard_loaded(py)?;
    guarded::assignments::guard_loaded(py)
}
