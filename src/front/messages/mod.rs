//! What leaves a call: texts of the contract, details after them, printed output.

pub mod contract;
pub mod details;
pub mod ended;
pub mod error;
pub mod print_log;
