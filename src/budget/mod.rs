//! What stops: time, memory, native stack, waits, patterns, and the estimates before them.

pub mod comparisons;
pub mod compiled_calls;
pub mod costs;
pub mod decomposition_loops;
pub mod descriptors;
pub mod dict_oom;
pub mod far_places;
pub mod infinite_iterators;
pub mod interrupt_signal;
pub mod long_compressions;
pub mod long_searches;
pub mod matrix_loops;
pub mod memory;
pub mod native_stack;
pub mod nested_classes;
pub mod nesting;
pub mod numpy_memory;
pub mod numpy_nesting;
pub mod originals;
pub mod regex;
pub mod sizes;
pub mod square_time;
pub mod waits;
pub mod watchdog;

/// Lets the operations of C code fail for runs that starve, or no longer. Called by the watchdog.
pub fn starve(on: bool) {
    comparisons::starve(on);
    memory::starve(on);
}
