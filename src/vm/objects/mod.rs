//! Objects that the code makes: functions, generators, cells.

pub mod annotate;
pub mod cell;
pub mod code;
pub mod function;
pub mod generator;
