//! What is known of the insides of CPython: values, types, layouts, calls of the C API, hooks.

pub mod api;
pub mod arguments;
pub mod attached;
pub mod builtin_types;
pub mod call_stack;
pub mod code_tables;
pub mod collector;
pub mod frames;
pub mod given_keys;
pub mod handed_over;
pub mod heap_type;
pub mod hooks;
pub mod instructions;
pub mod layout;
pub mod lock;
pub mod once;
pub mod plain_data;
pub mod random_state;
pub mod static_types;
pub mod system_facts;
pub mod tables;
pub mod type_access;
pub mod value;
