//! The door of functions that the code made.

use crate::front::policy::{is_dunder, names};
use crate::session::state::attribute_cache::Verdict;

/// What reads of an attribute give.
pub fn own_function(text: &str) -> Verdict {
    match text {
        "__dict__"
        | "__annotations__"
        | "__defaults__"
        | "__kwdefaults__"
        | "__type_params__"
        | "__source__"
        | "__get__"
        | "__prepare__"
        | "__wrapped__"
        | "__signature__"
        | "__dataclass_transform__"
        | "__final__"
        | "__override__" => Verdict::Plain,
        _ if names::descriptive(text) || names::harmless_special(text) || !text.starts_with("__") => Verdict::Plain,
        _ => Verdict::Refused,
    }
}

/// Whether an attribute may be set.
pub fn own_function_change(text: &str) -> bool {
    !is_dunder(text)
        || matches!(
            text,
            "__name__"
                | "__qualname__"
                | "__doc__"
                | "__module__"
                | "__annotations__"
                | "__defaults__"
                | "__kwdefaults__"
                | "__type_params__"
                | "__dict__"
                | "__isabstractmethod__"
                | "__prepare__"
                | "__wrapped__"
                | "__signature__"
        )
}
