//! Running a lowered program.

pub mod machine;
pub mod ops;
pub mod session;
pub mod value;
