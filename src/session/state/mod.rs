//! What the rules remember for one session: caches and lists, no rule.

pub mod allowed_values;
pub mod attribute_cache;
pub mod format_templates;
pub mod given;
pub mod imported_modules;
pub mod logging;
pub mod module_members;
pub mod patches;
pub mod pickles;
pub mod private_fields;
pub mod process_settings;
pub mod regex_cache;
pub mod sandbox_classes;
pub mod threads;
pub mod type_info;
pub mod warned;

use std::cell::RefCell;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::cpython::api;
use crate::front::policy::Policy;
use crate::session::refusals;

/// What the checks remember for one session.
#[derive(Default)]
pub struct State {
    pub own: sandbox_classes::OwnClasses,
    pub types: type_info::Table,
    pub verdicts: attribute_cache::Verdicts,
    pub changes: attribute_cache::Verdicts,
    pub class_members: attribute_cache::Verdicts,
    pub patterns: regex_cache::Remembered,
    pub templates: format_templates::Templates,
    pub passed: allowed_values::Passed,
    pub classes: allowed_values::Passed,
    /// Classes whose instances only compute when C code calls them.
    pub computing: allowed_values::Passed,
    /// Classes of the code that derive from none of the host.
    pub made: allowed_values::Passed,
    /// Classes that are the code's or a library's, and none of the host's program.
    pub of_others: allowed_values::Passed,
    /// Classes none of whose bases is one of the host's program.
    pub without_host: allowed_values::Passed,
    pub objects: allowed_values::Objects,
    pub members: module_members::Members,
    pub patches: patches::Patches,
    pub imported: imported_modules::Imported,
    pub settings: process_settings::Settings,
    pub logs: logging::Logs,
    pub warned: warned::Warned,
    pub refusals: refusals::Quiet,
    pub threads: threads::Threads,
    pub given: given::Given,
    pub pickles: pickles::Written,
    pub private_fields: private_fields::PrivateFields,
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
        self.of_others.clear();
        self.without_host.clear();
        self.members.clear();
        self.imported.clear();
        self.objects.clear();
    }

    /// Whether a module of this name belongs to Python or to a package that the code may import.
    pub fn is_library(&self, py: Python<'_>, module: &str) -> bool {
        let top = module.split('.').next().unwrap_or(module);
        if top == "__main__" || top.is_empty() {
            return false;
        }
        let bundled = matches!(top, "numpy" | "pandas" | "fastexec");
        let named = |name: &str| self.packages.borrow().iter().any(|package| package == name);
        bundled || named(top) || is_standard(py, top) || (named("*") && is_installed(py, top))
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
        self.imported.traverse(visit)?;
        self.warned.traverse(visit)?;
        self.logs.traverse(visit)?;
        self.private_fields.traverse(visit)?;
        self.settings.traverse(visit)
    }

    /// Gives up every Python reference.
    pub fn clear(&self) {
        self.policy_changed();
        self.tools_changed();
        self.settings.clear();
        self.warned.clear();
        self.logs.clear();
        self.private_fields.clear();
    }
}

/// Whether Python brings a module of this name.
/// Whether the module lies where packages are installed. (With every module authorized, what the host wrote is told from libraries by that.)
fn is_installed(py: Python<'_>, top: &str) -> bool {
    let path = || -> PyResult<String> {
        let module = api::module(py, "sys")?.getattr(intern!(py, "modules"))?.get_item(top)?;
        module.getattr(intern!(py, "__spec__"))?.getattr(intern!(py, "origin"))?.extract()
    };
    path().is_ok_and(|path| ["site-packages", "dist-packages"].iter().any(|folder| path.split(['/', '\\']).any(|part| part == *folder)))
}

fn is_standard(py: Python<'_>, top: &str) -> bool {
    let names = api::module(py, "sys").and_then(|sys| sys.getattr(intern!(py, "stdlib_module_names")));
    names.and_then(|names| names.contains(top)).unwrap_or(false)
}
