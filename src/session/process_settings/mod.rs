//! Settings that a process has one of (random state, warning filters, print options): whose value is in place. While a
//! session runs, its values are in place of the host's; where the host runs in between (its tools) and afterwards, the
//! host's are. Which settings there are, and what touches them, says `fastexec/process_settings.py`.
//!
//! Some of them are put in place at both ends of each run of code that computes with data. (As Python code that was 35 of
//! the 42 microseconds of such a call, since nothing else of the interpreter is warm there.)

mod in_place;
mod setting;

pub use in_place::{exchanges, InPlace, Outside};
pub use setting::{Setting, SettingCell};
