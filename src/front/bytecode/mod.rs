//! What the compiler makes and the machine runs: instructions, operands and code objects.

pub mod code;
pub mod disasm;
pub mod verify;
