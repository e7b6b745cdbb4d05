//! fastexec: an executor for model-written Python.
//!
//! The way of the data: `parse` → `lower` → `run` (every value that enters passes `check`) → `output`.
//! `src/README.md` says what lives where.
#![deny(unsafe_code)]

pub mod check;
pub mod error;
pub mod limits;
pub mod lower;
pub mod output;
pub mod parse;
pub mod policy;
pub mod run;
pub mod span;
pub mod watchdog;
