//! Verdicts about attribute names that hold whatever the object is.

use crate::front::policy::defence_layers::{self, Net};

/// `__x__`.
pub fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// Whether the interpreter makes it of a private name (`__name`) in a class that is called so, with or without where it lies.
pub fn is_private_of(class: &str, name: &str) -> bool {
    let class = class.rsplit('.').next().unwrap_or_default().trim_start_matches('_');
    let rest = name.strip_prefix('_').and_then(|name| name.strip_prefix(class));
    !class.is_empty() && rest.is_some_and(|rest| rest.starts_with("__"))
}

/// Attribute names that are refused on every object, in every way of reading, writing or deleting.
/// Lowering may turn a plain read, write or delete into a refusal at once. Not for method calls
/// (`x.__reduce__()`): their text is another one, the door gives it.
pub fn fixed_attribute_refusal(name: &str) -> bool {
    // Most names begin as none of these does (a test tries them all).
    let may_be = matches!(name.as_bytes(), [b'_', b'_', ..] | [b'f', b'_' | b'u', ..] | [b'a' | b'c' | b'g' | b't', _, b'_', ..]);
    may_be && FIXED.binary_search(&name).is_ok() && !defence_layers::off(Net::Names)
}

/// Whether a name of those is refused whatever the object is.
pub fn is_refused_unseen(name: &str) -> bool {
    let of_own = matches!(name, "__base__" | "__bases__" | "__func__" | "__mro__" | "__reduce__" | "__self__" | "__subclasses__");
    fixed_attribute_refusal(name) && !of_own && !tells_of_progress(name)
}

/// Whether the name tells of a generator or coroutine how far it is, and what it waits for.
pub fn tells_of_progress(name: &str) -> bool {
    let of_coroutine = matches!(name, "cr_await" | "cr_origin" | "cr_running" | "cr_suspended");
    of_coroutine || matches!(name, "ag_await" | "ag_running" | "ag_suspended" | "gi_running" | "gi_suspended" | "gi_yieldfrom")
}

/// Names that lead from an object to the interpreter's own structures. (Classes and methods of the code may show some.) Sorted.
const FIXED: &[&str] = &[
    "__array_interface__",
    "__array_struct__",
    "__base__",
    "__bases__",
    "__basicsize__",
    "__build_class__",
    "__builtins__",
    "__cached__",
    "__closure__",
    "__code__",
    "__dictoffset__",
    "__file__",
    "__flags__",
    "__func__",
    "__globals__",
    "__import__",
    "__itemsize__",
    "__loader__",
    "__mro__",
    "__objclass__",
    "__path__",
    "__reduce__",
    "__reduce_ex__",
    "__self__",
    "__self_class__",
    "__spec__",
    "__subclasses__",
    "__subclasshook__",
    "__text_signature__",
    "__thisclass__",
    "__traceback__",
    "__weakref__",
    "__weakrefoffset__",
    "ag_await",
    "ag_code",
    "ag_frame",
    "ag_running",
    "ag_suspended",
    "cr_await",
    "cr_code",
    "cr_frame",
    "cr_origin",
    "cr_running",
    "cr_suspended",
    "f_back",
    "f_builtins",
    "f_code",
    "f_globals",
    "f_lasti",
    "f_lineno",
    "f_locals",
    "f_trace",
    "func_code",
    "func_globals",
    "gi_code",
    "gi_frame",
    "gi_running",
    "gi_suspended",
    "gi_yieldfrom",
    "tb_frame",
    "tb_lasti",
    "tb_lineno",
    "tb_next",
];

/// Special methods whose call does no more than an operator, `len()`, `iter()` and the like would.
pub fn harmless_special(name: &str) -> bool {
    name.starts_with("__") && HARMLESS.binary_search(&name).is_ok()
}

/// Harmless strings and marks that describe an object.
pub fn descriptive(name: &str) -> bool {
    matches!(name, "__name__" | "__qualname__" | "__doc__" | "__module__" | "__deprecated__" | "__isabstractmethod__")
}

/// Under these names libraries keep private fields of a class or object, or their values.
pub fn shows_private(text: &str) -> bool {
    matches!(text, "__attrs_attrs__" | "__dataclass_fields__" | "__private_attributes__" | "__pydantic_private__")
}

/// Names with one leading underscore that are part of an interface (named tuples, enums, what notebooks show of an object).
pub fn public_underscore(name: &str) -> bool {
    matches!(
        name,
        "_" | "_asdict"
            | "_boundary_"
            | "_field_defaults"
            | "_fields"
            | "_generate_next_value_"
            | "_ignore_"
            | "_make"
            | "_member_type_"
            | "_missing_"
            | "_name_"
            | "_order_"
            | "_replace"
            | "_repr_html_"
            | "_repr_jpeg_"
            | "_repr_json_"
            | "_repr_latex_"
            | "_repr_markdown_"
            | "_repr_png_"
            | "_repr_svg_"
            | "_value_"
    )
}

/// Sorted.
const HARMLESS: &[&str] = &[
    "__abs__",
    "__add__",
    "__aenter__",
    "__aexit__",
    "__aiter__",
    "__and__",
    "__anext__",
    "__array__",
    "__await__",
    "__bool__",
    "__bytes__",
    "__call__",
    "__ceil__",
    "__class_getitem__",
    "__complex__",
    "__contains__",
    "__copy__",
    "__deepcopy__",
    "__delitem__",
    "__divmod__",
    "__enter__",
    "__eq__",
    "__exit__",
    "__float__",
    "__floor__",
    "__floordiv__",
    "__format__",
    "__fspath__",
    "__ge__",
    "__getitem__",
    "__gt__",
    "__hash__",
    "__iadd__",
    "__iand__",
    "__ifloordiv__",
    "__ilshift__",
    "__imatmul__",
    "__imod__",
    "__imul__",
    "__index__",
    "__int__",
    "__invert__",
    "__ior__",
    "__ipow__",
    "__irshift__",
    "__isub__",
    "__iter__",
    "__itruediv__",
    "__ixor__",
    "__le__",
    "__len__",
    "__length_hint__",
    "__lshift__",
    "__lt__",
    "__matmul__",
    "__missing__",
    "__mod__",
    "__mul__",
    "__ne__",
    "__neg__",
    "__next__",
    "__or__",
    "__pos__",
    "__pow__",
    "__radd__",
    "__rand__",
    "__rdivmod__",
    "__repr__",
    "__reversed__",
    "__rfloordiv__",
    "__rlshift__",
    "__rmatmul__",
    "__rmod__",
    "__rmul__",
    "__ror__",
    "__round__",
    "__rpow__",
    "__rrshift__",
    "__rshift__",
    "__rsub__",
    "__rtruediv__",
    "__rxor__",
    "__setitem__",
    "__sizeof__",
    "__str__",
    "__sub__",
    "__truediv__",
    "__trunc__",
    "__xor__",
];

/// Special methods that a class of the code may not define, with the reason.
pub fn refused_class_method(name: &str) -> Option<&'static str> {
    REFUSED_METHODS.iter().find(|(n, _)| *n == name).map(|(_, why)| *why)
}

/// Whether native code asks for memory by the name.
pub fn hands_over_memory(name: &str) -> bool {
    refused_class_method(name).is_some_and(|why| why.contains("memory"))
}

/// What a class says of copies of its objects, which is looked at (`sandbox::classes::reduce_hook`).
pub const REDUCES: [&str; 2] = [REDUCE, "__reduce_ex__"];

/// The one of them that is the code's to call where it wrote it.
pub const REDUCE: &str = "__reduce__";

/// Whether objects of the code have what has the name from their classes alone: hooks of theirs are not asked for it.
pub fn is_of_the_class_alone(name: &str) -> bool {
    refused_class_method(name).is_some() || REDUCES.contains(&name)
}

/// The names that `refused_class_method` refuses.
pub fn refused_class_methods() -> impl Iterator<Item = &'static str> {
    REFUSED_METHODS.iter().map(|(name, _)| *name)
}

const REFUSED_METHODS: &[(&str, &str)] = &[
    ("__array_interface__", "it hands numpy a raw memory address"),
    ("__array_struct__", "it hands numpy a raw memory address"),
    ("__cuda_array_interface__", "it hands over a raw memory address"),
    ("__buffer__", "it hands out raw memory"),
    ("__release_buffer__", "it hands out raw memory"),
    ("__dlpack__", "it hands over a raw memory address"),
    ("__arrow_c_array__", "it hands over a raw memory address"),
    ("__arrow_c_stream__", "it hands over a raw memory address"),
    ("__arrow_c_schema__", "it hands over a raw memory address"),
    ("__typing_subst__", "it misleads the interpreter's own type machinery"),
    ("__typing_prepare_subst__", "it misleads the interpreter's own type machinery"),
    ("__typing_unpacked_tuple_args__", "it misleads the interpreter's own type machinery"),
    ("__typing_is_unpacked_typevartuple__", "it misleads the interpreter's own type machinery"),
    ("__class__", "an object may not lie about its class"),
    ("__annotate__", "the interpreter makes annotations from it"),
    ("__annotate_func__", "the interpreter makes annotations from it"),
    ("__dataclass_fields__", "only the dataclass decorator may make it"),
    ("__dataclass_params__", "only the dataclass decorator may make it"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_names_are_sorted_and_found() {
        assert!(FIXED.windows(2).all(|w| w[0] < w[1]));
        assert!(FIXED.iter().all(|n| fixed_attribute_refusal(n)));
        assert!(fixed_attribute_refusal("__globals__"));
        assert!(fixed_attribute_refusal("gi_frame"));
        assert!(!fixed_attribute_refusal("__name__"));
        assert!(!fixed_attribute_refusal("_x"));
        assert!(HARMLESS.windows(2).all(|w| w[0] < w[1]));
        assert!(HARMLESS.iter().all(|n| !fixed_attribute_refusal(n)));
    }

    #[test]
    fn dunder_needs_a_body() {
        assert!(is_dunder("__x__"));
        assert!(!is_dunder("____"));
        assert!(!is_dunder("__x"));
        assert!(!is_dunder("_x_"));
    }

    #[test]
    fn raw_memory_protocols_are_refused_in_classes() {
        assert!(refused_class_method("__array_interface__").is_some());
        assert!(refused_class_method("__init__").is_none());
        assert!(hands_over_memory("__arrow_c_array__") && hands_over_memory("__buffer__") && !hands_over_memory("__class__"));
    }
}
