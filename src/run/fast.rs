//! Fast arms: common cases of common instructions without a call.

use crate::run::machine::Machine;
use crate::run::stack::Active;

/// Runs instructions while a fast arm takes them; stops at the first that needs `step`.
#[inline(always)]
pub fn run(_m: &Machine, _a: &mut Active) {}
