//! What the compiler makes and the machine runs: instructions, operands and code objects.

pub mod code;
pub mod disasm;
pub mod global_names;
pub mod instr;
mod instruction_table;
pub mod operands;
pub mod verify;
