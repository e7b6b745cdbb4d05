//! Running a lowered program.

pub mod call;
pub mod engine_calls;
pub mod fast;
pub mod interpreter;
pub mod machine;
pub mod objects;
pub mod ops;
