//! Changes of the interpreter that are there for the whole process, while there are executors.
//!
//! The host must not notice them. `table` says what is changed and why, the other files have one way each to change it, and
//! `registry` keeps the account.

mod allocator;
mod attribute;
mod dtype;
mod getter;
mod loaded_modules;
mod method;
mod process;
pub mod registry;
pub mod slot;
pub mod table;
mod ufunc;
mod words;

pub use allocator::{allocator, arenas, exchange_allocators, exchange_for_a_moment};
pub use attribute::{exchange_attribute, put_member, wrap_attribute};
pub use dtype::{DtypeFunction, DtypeSlot};
pub use getter::{put_getter, Getter};
pub use loaded_modules::{fails_each_time, is_being_loaded, look_at_loaded, newly_loaded, note_done, note_half_loaded, put_guard};
pub use method::{keep_hashes, Method, FASTCALL_KEYWORDS, FASTCALL_METHOD, VARARGS_KEYWORDS};
#[cfg(Py_3_14)]
pub use process::add_dict_watcher;
pub use process::{add_audit_hook, at_exit, set_handler};
pub use slot::*;
pub use ufunc::{Loop, UfuncCall};
