//! The three nets, and the switch with which tests look at each of them alone.
//!
//! The switch exists only in a process that was started with the environment variable
//! `FASTEXEC_TEST_NETS=1`, and nothing but the host can turn it: see `py::testing`.

use std::sync::atomic::{AtomicU64, AtomicU8, Ordering};

/// One of the nets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Net {
    /// The door: what may be read, written and defined, by name and kind of object.
    Names = 1,
    /// The gate: what values may enter the code.
    Values = 2,
    /// The interpreter's audit hook.
    Audit = 4,
}

static OFF: AtomicU8 = AtomicU8::new(0);
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
    OFF.load(Ordering::Relaxed) & net as u8 != 0
}

/// Switches the nets of these names off and all others on; `None` when a name is unknown.
pub fn switch_off(names: &[String]) -> Option<()> {
    let mut bits = 0;
    for name in names {
        bits |= match name.as_str() {
            "names" => Net::Names as u8,
            "values" => Net::Values as u8,
            "audit" => Net::Audit as u8,
            _ => return None,
        };
    }
    OFF.store(bits, Ordering::Relaxed);
    Some(())
}
