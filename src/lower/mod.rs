//! Lowering: one walk over the syntax tree that maps each node to guarded instructions.

pub mod program;
