//! What the compiler makes and the machine runs: instructions, operands and code objects.

pub mod code;
pub mod disasm;
pub mod global_names;
pub mod instr;
pub mod operands;
pub mod verify;
