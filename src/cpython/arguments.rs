//! Arguments of a call, as the machine has them.

use crate::cpython::value::Value;

/// Arguments of a call: positional ones, then the values of `names`.
#[derive(Default)]
pub struct Arguments {
    pub values: Vec<Value>,
    /// Tuple of keyword names, or none.
    pub names: Option<Value>,
}
