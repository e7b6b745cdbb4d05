//! The three nets and parts of them, and the switch with which tests look at each of them alone.
//!
//! The switch exists only in a process that was started with the environment variable
//! `FASTEXEC_TEST_NETS=1`, and nothing but the host can turn it: see `host::testing`. A worker behind all of the kernel's
//! walls may do without what is there for a host's sake: see `isolation::walls`.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// One of the nets, or a part that closes one class of attacks. Each has a bit; a part is off with the net that it is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Net {
    /// The door: what may be read, written and defined, by name and kind of object.
    Names = 1,
    /// The gate: what values may enter the code.
    Values = 2,
    /// The interpreter's audit hook.
    Audit = 4,
    /// What classes below the host's may not define, of the door.
    Guests = 1 | 8,
    /// What of known modules is refused, or looks at its arguments.
    Members = 16,
    /// Namespaces in which libraries run text get no builtins.
    Namespaces = 1 | 32,
    /// Time that a computation would take, before it begins.
    Estimates = 64,
    /// Settings of the process are the session's while its code runs.
    Settings = 128,
    /// What finalisers may take after the run.
    Later = 256,
}

/// By the names that tests use.
const BITS: &[(&str, u16)] = &[
    ("names", 1),
    ("values", 2),
    ("audit", 4),
    ("guests", 8),
    ("members", 16),
    ("namespaces", 32),
    ("estimates", 64),
    ("settings", 128),
    ("later", 256),
];

/// What a host's process needs, and a worker behind walls does not: its files, its settings, its garbage collector, and
/// whatever else of it libraries reach. Imports, names and values of the contract are not among them, nor are limits.
const FOR_THE_HOST: &[&str] = &["audit", "members", "guests", "namespaces", "settings", "later"];

static OFF: AtomicU16 = AtomicU16::new(0);
/// Events that the audit hook refused in this process.
static AUDIT_HITS: AtomicU64 = AtomicU64::new(0);

/// Counts a refusal of the audit hook: each means that the other nets have a hole.
pub fn count_audit_hit() {
    AUDIT_HITS.fetch_add(1, Ordering::Relaxed);
}

pub fn audit_hits() -> u64 {
    AUDIT_HITS.load(Ordering::Relaxed)
}

/// Whether a test switched the net off.
#[inline]
pub fn off(net: Net) -> bool {
    OFF.load(Ordering::Relaxed) & net as u16 != 0
}

/// Switches off what is there for a host's sake.
pub fn do_without_host() {
    let bits = BITS.iter().filter(|(name, _)| FOR_THE_HOST.contains(name));
    OFF.store(bits.map(|(_, bit)| bit).sum(), Ordering::Relaxed);
}

/// Switches the nets of these names off and all others on; `None` when a name is unknown.
pub fn switch_off(names: &[String]) -> Option<()> {
    let bit = |name: &String| BITS.iter().find(|(known, _)| known == name).map(|(_, bit)| *bit);
    let bits = names.iter().map(bit).try_fold(0, |all, bit| bit.map(|bit| all | bit))?;
    OFF.store(bits, Ordering::Relaxed);
    Some(())
}
