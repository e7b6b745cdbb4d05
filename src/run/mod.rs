//! Running a lowered program.

pub mod attached;
pub mod dict_version;
pub mod globals;
pub mod machine;
pub mod ops;
pub mod outcome;
pub mod session;
pub mod sync;
pub mod value;
