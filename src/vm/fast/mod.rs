//! Fast ways of what `vm::ops` does in general.

pub mod bindings;
pub mod builtins;
pub mod calls;
pub mod dicts;
pub mod exceptions;
pub mod frame_entry;
pub mod fstrings;
pub mod gathered_calls;
pub mod generators;
pub mod item_functions;
pub mod item_readers;
pub mod items;
pub mod key_functions;
pub mod key_orders;
pub mod native_calls;
pub mod numbers;
pub mod outlined;
pub mod pair_loops;
pub mod sets;
pub mod special_methods;
pub mod stars;
