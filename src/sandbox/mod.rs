//! What refuses: attributes, values, imports, classes, what library code may do for the program.

pub mod attributes;
pub mod audit;
pub mod builtins;
pub mod classes;
pub mod final_answer;
#[cfg(Py_3_14)]
pub mod forward_refs;
pub mod generated_code;
pub mod given_objects;
pub mod imports;
pub mod lazy_imports;
pub mod memory;
pub mod natives;
pub mod threads;
pub mod tool_threads;
pub mod tools;
#[cfg(not(Py_3_14))]
pub mod type_hints;
pub mod type_info;
pub mod value_filter;
pub mod warnings;
pub mod wrappers;
