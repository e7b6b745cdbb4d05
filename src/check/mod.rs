//! What guards the program: the door (attributes), the gate (values), imports, sizes, the audit hook.

pub mod audit;
pub mod builtins;
pub mod door;
pub mod gate;
pub mod import_rule;
pub mod nesting;
pub mod refusal;
pub mod sizes;
pub mod tool;
