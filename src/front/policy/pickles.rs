//! Which names in a pickle are those of plain values.

/// Modules, and what of them makes plain values of plain arguments.
const PLAIN: &[(&str, &[&str])] = &[
    ("_codecs", &["encode"]),
    (
        "builtins",
        &[
            "Ellipsis",
            "NotImplemented",
            "bool",
            "bytearray",
            "bytes",
            "complex",
            "dict",
            "float",
            "frozenset",
            "int",
            "list",
            "object",
            "range",
            "set",
            "slice",
            "str",
            "tuple",
        ],
    ),
    ("collections", &["Counter", "OrderedDict", "defaultdict", "deque"]),
    ("datetime", &["date", "datetime", "time", "timedelta", "timezone"]),
    ("decimal", &["Decimal"]),
    ("fractions", &["Fraction"]),
    ("time", &["struct_time"]),
];

/// Modules of packages, and what of them the pickles of their values name.
const OF_PACKAGES: &[(&str, &[&str])] = &[
    ("numpy", &["dtype", "matrix", "ndarray", "record"]),
    ("numpy._core.multiarray", NUMPY_MAKERS),
    ("numpy._core.numeric", &["_frombuffer"]),
    ("numpy.core.multiarray", NUMPY_MAKERS),
    ("numpy.core.numeric", &["_frombuffer"]),
    ("numpy.ma", &["MaskedArray"]),
    ("numpy.ma.core", &["MaskedArray", "_mareconstruct"]),
    ("numpy.random._generator", &["Generator"]),
    ("numpy.random._mt19937", &["MT19937"]),
    ("numpy.random._pcg64", &["PCG64", "PCG64DXSM"]),
    ("numpy.random._philox", &["Philox"]),
    ("numpy.random._pickle", &["__bit_generator_ctor", "__generator_ctor", "__randomstate_ctor"]),
    ("numpy.random._sfc64", &["SFC64"]),
    ("numpy.random.bit_generator", &["SeedSequence", "__pyx_unpickle_SeedSequence"]),
    ("numpy.rec", &["recarray"]),
    ("pandas", PANDAS_CLASSES),
    ("pandas.arrays", PANDAS_ARRAYS),
    ("pandas._libs.arrays", &["__pyx_unpickle_NDArrayBacked"]),
    ("pandas._libs.internals", &["_unpickle_block"]),
    ("pandas._libs.interval", &["Interval", "__pyx_unpickle_IntervalMixin"]),
    ("pandas._libs.missing", &["NA"]),
    ("pandas._libs.tslibs.nattype", &["__nat_unpickle", "_nat_unpickle"]),
    (
        "pandas._libs.tslibs.offsets",
        &[
            "BusinessDay",
            "Day",
            "Hour",
            "Micro",
            "Milli",
            "Minute",
            "MonthBegin",
            "MonthEnd",
            "Nano",
            "QuarterBegin",
            "QuarterEnd",
            "Second",
            "Week",
            "YearBegin",
            "YearEnd",
        ],
    ),
    ("pandas._libs.tslibs.period", &["Period"]),
    ("pandas._libs.tslibs.timedeltas", &["_timedelta_unpickle"]),
    ("pandas._libs.tslibs.timestamps", &["_unpickle_timestamp"]),
    ("pandas.core.arrays.boolean", &["BooleanArray", "BooleanDtype"]),
    ("pandas.core.arrays.categorical", &["Categorical"]),
    ("pandas.core.arrays.datetimes", &["DatetimeArray"]),
    ("pandas.core.arrays.floating", &["Float32Dtype", "Float64Dtype", "FloatingArray"]),
    ("pandas.core.arrays.integer", &["Int16Dtype", "Int32Dtype", "Int64Dtype", "Int8Dtype", "IntegerArray"]),
    ("pandas.core.arrays.interval", &["IntervalArray"]),
    ("pandas.core.arrays.numpy_", &["NumpyExtensionArray"]),
    ("pandas.core.arrays.period", &["PeriodArray"]),
    ("pandas.core.arrays.string_", &["StringArray", "StringDtype"]),
    ("pandas.core.arrays.timedeltas", &["TimedeltaArray"]),
    ("pandas.core.dtypes.dtypes", &["CategoricalDtype", "DatetimeTZDtype", "IntervalDtype", "PeriodDtype"]),
    ("pandas.core.frame", &["DataFrame"]),
    ("pandas.core.indexes.base", &["Index", "_new_Index"]),
    ("pandas.core.indexes.category", &["CategoricalIndex"]),
    ("pandas.core.indexes.datetimes", &["DatetimeIndex", "_new_DatetimeIndex"]),
    ("pandas.core.indexes.interval", &["IntervalIndex", "_new_IntervalIndex"]),
    ("pandas.core.indexes.multi", &["MultiIndex"]),
    ("pandas.core.indexes.period", &["PeriodIndex", "_new_PeriodIndex"]),
    ("pandas.core.indexes.range", &["RangeIndex"]),
    ("pandas.core.indexes.timedeltas", &["TimedeltaIndex"]),
    ("pandas.core.internals.managers", &["BlockManager", "SingleBlockManager"]),
    ("pandas.core.series", &["Series"]),
    ("pytz", &["_UTC", "_p"]),
];

/// From pandas 3 on these say that they are from there, and so do the arrays below.
const PANDAS_CLASSES: &[&str] = &[
    "BooleanDtype",
    "Categorical",
    "CategoricalDtype",
    "CategoricalIndex",
    "DataFrame",
    "DatetimeIndex",
    "DatetimeTZDtype",
    "Float32Dtype",
    "Float64Dtype",
    "Index",
    "Int16Dtype",
    "Int32Dtype",
    "Int64Dtype",
    "Int8Dtype",
    "Interval",
    "IntervalDtype",
    "IntervalIndex",
    "MultiIndex",
    "NA",
    "Period",
    "PeriodDtype",
    "PeriodIndex",
    "RangeIndex",
    "Series",
    "StringDtype",
    "TimedeltaIndex",
];
const PANDAS_ARRAYS: &[&str] = &[
    "BooleanArray",
    "DatetimeArray",
    "FloatingArray",
    "IntegerArray",
    "IntervalArray",
    "NumpyExtensionArray",
    "PeriodArray",
    "StringArray",
    "TimedeltaArray",
];

const NUMPY_MAKERS: &[&str] = &["_reconstruct", "scalar"];

/// Whether pickles of values of packages and of the standard library, as these write them, have the name.
pub fn of_packages(module: &str, name: &str) -> bool {
    OF_PACKAGES.iter().any(|(home, names)| *home == module && names.contains(&name))
        || of_standard(module, name)
        || STANDARD_MAKERS.contains(&(module, name))
}

/// Classes of the standard library whose objects are written as they are, and read where the session itself wrote them.
const OF_STANDARD: &[(&str, &[&str])] = &[
    ("array", &["array"]),
    ("collections", &["ChainMap", "UserDict", "UserList", "UserString"]),
    ("decimal", &["Context", "DecimalTuple"]),
    ("functools", &["partial"]),
    ("ipaddress", &["IPv4Address", "IPv4Interface", "IPv4Network", "IPv6Address", "IPv6Interface", "IPv6Network"]),
    ("operator", &["itemgetter"]),
    ("pathlib", PATHS),
    ("pathlib._local", PATHS),
    ("random", &["Random"]),
    ("re", &["Pattern"]),
    ("statistics", &["NormalDist"]),
    ("string", &["Template"]),
    ("uuid", &["SafeUUID", "UUID"]),
    ("zoneinfo", &["ZoneInfo"]),
];
const PATHS: &[&str] = &["Path", "PosixPath", "PurePath", "PurePosixPath", "PureWindowsPath"];

/// What their pickles name besides.
const STANDARD_MAKERS: &[(&str, &str)] = &[("array", "_array_reconstructor"), ("re", "_compile"), ("zoneinfo", "ZoneInfo._unpickle")];

/// Whether the session's own pickles hold objects of this class of the standard library.
pub fn of_standard(module: &str, name: &str) -> bool {
    OF_STANDARD.iter().any(|(home, names)| *home == module && names.contains(&name))
}

/// Packages, and parts of them, that are made of Python objects which hold others: their pickles name whatever these are made of.
const OF_OBJECTS: &[&str] = &["networkx", "scipy.sparse", "sklearn", "sympy"];

/// Whether values of the module are copied by pickles of the session's own, whatever they name.
pub fn of_objects(module: &str) -> bool {
    OF_OBJECTS.iter().any(|part| module.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// Whether such values name what is public in the module: dtypes, functions, exceptions.
pub fn named_by_objects(module: &str) -> bool {
    matches!(module, "builtins" | "cmath" | "decimal" | "math" | "numpy" | "operator" | "_operator" | "statistics") || of_objects(module)
}

/// Whether `pickle` asks an object for what the attribute says.
pub fn says_what_is_written(name: &str) -> bool {
    let asked = ["__class__", "__getnewargs__", "__getnewargs_ex__", "__getstate__", "__reduce__", "__reduce_ex__", "__setstate__"];
    asked.contains(&name)
}

/// Whether nothing that the code can give an object of the class changes how it is written.
pub fn writes_itself_as_it_is(module: &str, name: &str) -> bool {
    match module {
        // (Objects of these have no attributes.)
        "builtins" => PLAIN.iter().any(|(home, names)| *home == "builtins" && names.contains(&name)),
        "datetime" | "_pydatetime" => matches!(name, "date" | "datetime" | "time" | "timedelta" | "timezone"),
        // Of the memory of an array.
        "pickle" | "_pickle" => name == "PickleBuffer",
        _ => matches!((module, name), ("decimal", "Decimal") | ("fractions", "Fraction")),
    }
}

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
    use super::{named_by_objects, of_objects, of_packages, of_standard, plain, writes_itself_as_it_is};

    #[test]
    fn plain_values_alone() {
        assert_eq!(plain("datetime", "date"), Some(("datetime", "date")));
        assert_eq!(plain("__builtin__", "xrange"), Some(("builtins", "range")));
        for (module, name) in [("os", "system"), ("builtins", "eval"), ("builtins", "getattr"), ("builtins", "type"), ("builtins", "super")]
        {
            assert_eq!(plain(module, name), None);
        }
        assert!(of_packages("numpy", "ndarray") && !of_packages("numpy", "load") && !of_packages("os", "system"));
        assert!(of_objects("sklearn.svm._classes") && !of_objects("sklearner") && !of_objects("scipy.io") && !of_objects("numpy"));
        assert!(named_by_objects("numpy") && !named_by_objects("numpy.lib") && !named_by_objects("os"));
        assert!(of_packages("uuid", "UUID") && of_packages("re", "_compile") && !of_standard("re", "_compile"));
        assert!(writes_itself_as_it_is("builtins", "dict") && !writes_itself_as_it_is("types", "SimpleNamespace"));
        assert_eq!(plain("datetime", "sys"), None);
        assert_eq!(plain("datetime", "date.fromordinal"), None);
    }
}
