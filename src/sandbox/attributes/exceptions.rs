//! The door of exceptions.

use crate::front::policy::names;
use crate::session::state::attribute_cache::Verdict;
use crate::session::state::type_info::Kind;

/// What reads of an attribute give: plain data; others are looked at by value.
pub fn exception(text: &str) -> Verdict {
    match text {
        "args"
        | "errno"
        | "strerror"
        | "filename"
        | "filename2"
        | "value"
        | "name"
        | "path"
        | "msg"
        | "code"
        | "lineno"
        | "offset"
        | "text"
        | "end_lineno"
        | "end_offset"
        | "reason"
        | "encoding"
        | "start"
        | "end"
        | "exceptions"
        | "message"
        | "add_note"
        | "derive"
        | "characters_written"
        | "__class__"
        | "__cause__"
        | "__context__"
        | "__suppress_context__"
        | "__notes__" => Verdict::Plain,
        "split" | "subgroup" | "with_traceback" => Verdict::Guarded,
        _ if names::harmless_special(text) || names::descriptive(text) || text == "__init__" => Verdict::Plain,
        _ if text.starts_with('_') => Verdict::Refused,
        _ => Verdict::ByObject(Kind::Exception),
    }
}

/// Whether an attribute may be set.
pub fn exception_change(text: &str) -> bool {
    !text.starts_with("__") || matches!(text, "__cause__" | "__context__" | "__suppress_context__" | "__notes__")
}
