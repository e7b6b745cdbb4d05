//! Which names in a pickle are those of plain values.

/// Modules, and what of them makes plain values of plain arguments.
const PLAIN: &[(&str, &[&str])] = &[
    ("_codecs", &["encode"]),
    (
        "builtins",
        &["bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "range", "set", "slice", "str", "tuple"],
    ),
    ("collections", &["Counter", "OrderedDict", "defaultdict", "deque"]),
    ("datetime", &["date", "datetime", "time", "timedelta", "timezone"]),
    ("decimal", &["Decimal"]),
    ("fractions", &["Fraction"]),
];

/// The module and the name by which it is found there, if what the pickle names makes plain values.
pub fn plain<'a>(module: &str, name: &'a str) -> Option<(&'static str, &'a str)> {
    let module = match module {
        // Of pickles for Python 2, and by old protocols.
        "__builtin__" => "builtins",
        "_decimal" => "decimal",
        _ => module,
    };
    let name = match (module, name) {
        ("builtins", "long") => "int",
        ("builtins", "unicode") => "str",
        ("builtins", "xrange") => "range",
        _ => name,
    };
    PLAIN.iter().find(|(home, names)| *home == module && names.contains(&name)).map(|(home, _)| (*home, name))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn plain_values_alone() {
        assert_eq!(plain("datetime", "date"), Some(("datetime", "date")));
        assert_eq!(plain("__builtin__", "xrange"), Some(("builtins", "range")));
        for (module, name) in
            [("os", "system"), ("builtins", "eval"), ("builtins", "getattr"), ("builtins", "type"), ("builtins", "object")]
        {
            assert_eq!(plain(module, name), None);
        }
        assert_eq!(plain("datetime", "sys"), None);
        assert_eq!(plain("datetime", "date.fromordinal"), None);
    }
}
