//! Who runs on this thread: sandboxed code, or the host in between (a tool, an authorized import).
//!
//! The audit hook refuses only under the first. Guarded natives find the run in `current`.

use std::cell::Cell;
use std::marker::PhantomData;

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::builtin_types::Known;
use crate::cpython::call_stack::Floor;
use crate::cpython::frames;
use crate::front::policy::Policy;
use crate::session::run_context::RunContext;

thread_local! {
    static SANDBOXED: Cell<bool> = const { Cell::new(false) };
    /// Inside a call of a known function of the standard library that makes code from checked parts.
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
    /// How many such calls are under way, interrupted by sandboxed code or not.
    static TRUSTING: Cell<u32> = const { Cell::new(0) };
    /// How many calls of native code that reads whole objects are under way.
    static READING: Cell<u32> = const { Cell::new(0) };
}

/// While it lives, sandboxed code runs on this thread.
#[must_use]
#[derive(Debug)]
pub struct SandboxScope {
    sandboxed: bool,
    trusted: bool,
    floor: Floor,
    life: PhantomData<*const ()>,
}

impl SandboxScope {
    #[inline]
    pub fn enter() -> SandboxScope {
        SandboxScope {
            sandboxed: SANDBOXED.replace(true),
            trusted: TRUSTED.replace(false),
            floor: Floor::enter(frames::innermost_frame()),
            life: PhantomData,
        }
    }
}

impl Drop for SandboxScope {
    #[inline]
    fn drop(&mut self) {
        SANDBOXED.set(self.sandboxed);
        TRUSTED.set(self.trusted);
        self.floor.leave();
    }
}

/// While it lives, host code runs on this thread: a tool, or an import that policy allows.
#[must_use]
#[derive(Debug)]
pub struct HostScope {
    sandboxed: bool,
    life: PhantomData<*const ()>,
}

impl HostScope {
    #[inline]
    pub fn enter() -> HostScope {
        HostScope { sandboxed: SANDBOXED.replace(false), life: PhantomData }
    }
}

impl Drop for HostScope {
    #[inline]
    fn drop(&mut self) {
        SANDBOXED.set(self.sandboxed);
    }
}

/// While it lives, native code that the code called reads whole objects, as libraries do.
#[must_use]
#[derive(Debug)]
pub struct NativeReads {
    life: PhantomData<*const ()>,
}

impl NativeReads {
    pub fn begin() -> NativeReads {
        READING.set(READING.get().saturating_add(1));
        NativeReads { life: PhantomData }
    }
}

impl Drop for NativeReads {
    fn drop(&mut self) {
        READING.set(READING.get().saturating_sub(1));
    }
}

pub fn reads_natively() -> bool {
    READING.get() > 0
}

/// While it lives, a function of the standard library may make and run code, what it makes the code from being
/// checked; not sandboxed code that is entered meanwhile (finalisers).
#[must_use]
#[derive(Debug)]
pub struct TrustedScope {
    trusted: bool,
    life: PhantomData<*const ()>,
}

impl TrustedScope {
    /// None for sandboxed code that interrupts another such call: it could change what that one works with.
    pub fn enter() -> Option<TrustedScope> {
        if TRUSTING.get() > 0 && !TRUSTED.get() {
            return None;
        }
        TRUSTING.set(TRUSTING.get() + 1);
        Some(TrustedScope { trusted: TRUSTED.replace(true), life: PhantomData })
    }
}

impl Drop for TrustedScope {
    fn drop(&mut self) {
        TRUSTED.set(self.trusted);
        TRUSTING.set(TRUSTING.get().saturating_sub(1));
    }
}

/// Whether sandboxed code runs on this thread, and no host code in between.
#[inline]
pub fn sandboxed() -> bool {
    SANDBOXED.get()
}

/// Whether a trusted call is under way, and no sandboxed code that it called.
pub fn trusted() -> bool {
    TRUSTED.get()
}

impl Known {
    /// The namespace of `class` itself.
    pub fn namespace<'py>(&self, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        let _own = HostScope::enter();
        self.class_dict.bind(class.py()).call_method1("__get__", (class,))
    }
}

/// Whether the host authorized a module whose whole purpose is files, and named none: then it asked for all of them.
pub fn files_lifted(m: &RunContext) -> bool {
    lifted(&m.session.policy.borrow())
}

pub fn lifted(policy: &Policy) -> bool {
    let is_named = !policy.allow_read.is_empty() || !policy.allow_write.is_empty();
    let asked = || ["io", "pathlib", "shutil", "tempfile", "glob", "fileinput"].iter().any(|name| policy.authorizes(name));
    // With `os` the code has the process.
    policy.authorizes("os") || !is_named && asked()
}
