//! What leaves a call: texts of the contract, details after them, printed output.

pub mod detail;
pub mod print_log;
pub mod text;
