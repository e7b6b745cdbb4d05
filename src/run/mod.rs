//! Running a lowered program.

pub mod machine;
pub mod session;
pub mod value;
