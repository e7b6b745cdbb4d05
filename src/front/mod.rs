//! From source to bytecode, and the rules as data: no word of the interpreter in here.
#![forbid(unsafe_code)]

pub mod bytecode;
pub mod compile;
pub mod limits;
pub mod messages;
pub mod parse;
pub mod policy;
pub mod regex_cost;
pub mod stack;
