//! What guards the program: the door (attributes), the gate (values), imports, sizes, the audit hook.
//!
//! For callers: every attribute access by name goes through `door`; every object that comes back from the
//! interpreter into a register goes through `value_filter::admit`; classes that the code makes are checked by
//! `classes::check_namespace` before and `classes::register` after they are made; a `scope::SandboxScope` is alive
//! on this thread whenever sandboxed code runs, a `scope::HostScope` whenever a tool of the host does.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::budget::{comparisons, memory, native_stack, nesting, regex, square_time, waits};
use crate::sandbox::{audit, given_objects, lazy_imports, threads, tool_threads, type_info, value_filter, warnings};
use crate::sandbox::attributes::{self, module, private_state};
use crate::sandbox::classes::{self, generic_aliases};
use crate::sandbox::memory::{class_values, objects_at_work, private_copies, sparse_indices, thread_ids, unicode_errors};
use crate::sandbox::natives::{callbacks, functions, namespaces, outer_frames, serializers, slot_writes};
use crate::sandbox::wrappers::{self, library};
use crate::sandbox::wrappers::packages::pandas_assignments;
use crate::session::refusals;
#[cfg(Py_3_14)]
use crate::sandbox::forward_refs;
#[cfg(not(Py_3_14))]
use crate::sandbox::type_hints;
use crate::front::policy::Policy;
use crate::vm::objects::{function, generator};

/// Tells the checks about the native types of the engine and their own; once, when the module is imported.
pub fn init(py: Python<'_>) -> PyResult<()> {
    type_info::register_native(function::type_object() as usize, type_info::Kind::OwnFunction);
    for class in generator::type_objects() {
        type_info::register_native(class as usize, type_info::Kind::Generator);
    }
    wrappers::init(py);
    Ok(())
}

/// Changes what must be changed in the interpreter; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    audit::install(py)?;
    memory::install(py)?;
    nesting::install(py);
    callbacks::install(py)?;
    comparisons::install(py)?;
    regex::install(py)?;
    waits::install(py);
    native_stack::install(py)?;
    unicode_errors::install(py);
    class_values::install(py);
    thread_ids::install(py)?;
    private_copies::install(py);
    outer_frames::guard(py)?;
    guard_loaded(py)?;
    tool_threads::install(py)?;
    #[cfg(Py_3_14)]
    forward_refs::install(py)?;
    #[cfg(not(Py_3_14))]
    type_hints::install(py)?;
    lazy_imports::install(py)?;
    private_state::install(py)?;
    namespaces::install(py)?;
    generic_aliases::install(py)?;
    warnings::install(py)?;
    slot_writes::install(py)?;
    functions::install(py)
}

/// Lets the operations of C code fail for runs that starve, or no longer. Called by the watchdog.
pub fn starve(on: bool) {
    comparisons::starve(on);
    memory::starve(on);
}

/// What the checks remember for one session.
#[derive(Default)]
pub struct State {
    pub own: classes::OwnClasses,
    pub types: type_info::Table,
    pub verdicts: attributes::Verdicts,
    pub changes: attributes::Verdicts,
    pub class_members: attributes::Verdicts,
    pub patterns: regex::Remembered,
    pub passed: value_filter::Passed,
    pub classes: value_filter::Passed,
    pub objects: value_filter::Objects,
    pub members: module::Members,
    pub settings: library::Settings,
    pub logs: library::Logs,
    pub warned: warnings::Warned,
    pub refusals: refusals::Quiet,
    pub threads: threads::Threads,
    pub given: given_objects::Given,
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
    objects_at_work::guard_loaded(py)?;
    square_time::guard_loaded(py)?;
    serializers::guard_loaded(py)?;
    sparse_indices::guard_loaded(py)?;
    pandas_assignments::guard_loaded(py)
}
