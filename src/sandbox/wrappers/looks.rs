//! Members of packages and of the standard library that come out guarded, and what is looked at before they are called.

use crate::front::policy::defence_layers::{self, Net};
use crate::session::state::type_info::TypeInfo;

/// What is looked at before the real function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Argument 0 (or a keyword of these) may be a path to read.
    Read(&'static [&'static str]),
    /// Same, or the text of a document, which begins with one of these.
    Document(&'static [char]),
    /// Same, to write.
    Write(&'static [&'static str]),
    /// Argument 0 may name methods.
    MethodNames,
    /// Argument 0 is an expression.
    Expression,
    /// Argument 0 may be text for `str.format`, alone or in a dict or list.
    FormatText,
    /// Argument 0 is a class or function that is changed: one of the code's own.
    Subject,
    /// As `Subject`; of a tool it tells the hints.
    Hints,
    /// Argument 0 is such a `Subject`, a class that becomes a dataclass.
    Fields,
    /// Without argument 0, or whatever it is, the result is a decorator whose argument is such a `Subject`.
    Decorator { takes_subject: bool },
    /// Argument 1 is an object that is filled with attributes.
    Namespace,
    /// As `Write`; the others become arrays, which must hold plain values.
    Save,
    /// The result sets attributes of whatever it is called with: an action of a parser. A stand-in shows what it is.
    Action,
    /// The result is a database, which is told to attach no other: SQL opens files by itself.
    Database,
    /// `set_progress_handler` of a database, which looks at the limits as well.
    Progress,
    /// `setlimit` of a database that the code opened itself, whose texts are no longer than there is memory for.
    Room,
    /// `set_trace_callback` of a database, whose errors nobody sees.
    Trace,
    /// On what has an event loop, which is not one that the host runs.
    OfLoop,
    /// On a database that the code opened itself.
    OwnDatabase,
    /// The receiver starts threads.
    Start,
    /// Argument 0, and what is called back, is called in other threads.
    InThreads,
    /// Argument 1 is a connection to a database, not an address of one.
    Connection,
    /// Argument 0 names a setting of pandas.
    Option,
    /// The receiver may be told to read attributes of what it is given.
    Model,
    /// Argument 0 gets attributes of a child: a mock, nothing of others.
    Child,
    /// Argument 0 is no text: its words would be looked up in frames of the host.
    NoText,
    /// Argument 0 names a dialect.
    Dialect,
    /// Argument 0 is `n` of `n!`.
    Factorial,
    /// `math.comb`: arguments `n` and `k`.
    Combinations,
    /// `math.perm`: arguments `n` and perhaps `k`.
    Permutations,
    /// `math.isqrt`
    SquareRoot,
    /// `hashlib.pbkdf2_hmac`: the number of rounds is argument 3.
    Rounds,
    /// `hashlib.scrypt`: the work is the product of `n`, `r`, `p`.
    Scrypt,
    /// `ndarray.dot`
    Product,
    /// joblib's ways to share work.
    Jobs,
    /// A parser of lxml, which reads files by itself.
    XmlParser,
    /// As `XmlParser`; what is read is argument 0, or a keyword alone.
    XmlSource { first: bool },
    /// Argument 0 is a name that objects of pandas get, for the session; the result is a decorator whose argument is such
    /// a `Subject`.
    Accessor,
    /// Such a decorator.
    Accessed,
    /// A method of an event loop, done by this function of a module of ours.
    OnLoop(&'static str, &'static str),
    /// `DataFrame.to_pickle`, done by a function of our own.
    ToPickle,
    /// `ndarray.resize`
    Resize,
    /// `numpy.info`: the module whose names are looked up is numpy.
    Topic,
    /// It calls what it is given, wherever C code took that from.
    Caller,
    /// The argument of this number, or this keyword, is called later, by whoever is at work then.
    Keeps(usize, &'static str),
}

const PATHS: &[&str] = &["path_or_buf", "path_or_buffer", "buf", "path", "excel_writer", "fname", "file"];
/// Names of parameters that may be a path to read.
pub const SOURCES: &[&str] = &["filepath_or_buffer", "path_or_buf", "path_or_buffer", "io", "path", "fname", "file", "source", "filepath"];

/// Methods of pandas objects that are guarded.
pub fn pandas_method(name: &str) -> Option<Look> {
    Some(match name {
        "to_csv" | "to_excel" | "to_feather" | "to_html" | "to_json" | "to_latex" | "to_markdown" | "to_orc" | "to_parquet"
        | "to_stata" | "to_string" | "to_xml" => Look::Write(PATHS),
        "agg" | "aggregate" | "apply" | "applymap" | "map" | "transform" => Look::MethodNames,
        "query" | "eval" => Look::Expression,
        "to_pickle" => Look::ToPickle,
        "to_sql" => Look::Connection,
        "format" | "format_index" | "format_index_names" => Look::FormatText,
        _ => return None,
    })
}

/// Functions of modules that are guarded.
pub fn module_function(module: &str, name: &str) -> Option<Look> {
    if defence_layers::off(Net::Members) {
        return None;
    }
    match (module, name) {
        (
            "pandas",
            "read_csv" | "read_table" | "read_excel" | "read_parquet" | "read_feather" | "read_fwf" | "read_orc" | "read_sas"
            | "read_stata" | "ExcelFile",
        ) => Some(Look::Read(SOURCES)),
        ("pandas", "read_json") => Some(Look::Document(&['{', '['])),
        ("pandas", "read_html" | "read_xml") => Some(Look::Document(&['<'])),
        ("pandas", "ExcelWriter") => Some(Look::Write(PATHS)),
        ("pandas", "eval") => Some(Look::Expression),
        ("numpy", "loadtxt" | "fromregex" | "genfromtxt" | "load") => Some(Look::Read(SOURCES)),
        ("numpy", "savetxt") => Some(Look::Write(SOURCES)),
        ("numpy", "save" | "savez" | "savez_compressed") => Some(Look::Save),
        ("math", "factorial") => Some(Look::Factorial),
        ("math", "comb") => Some(Look::Combinations),
        ("math", "perm") => Some(Look::Permutations),
        ("matplotlib.ticker", "StrMethodFormatter") => Some(Look::FormatText),
        (
            "typing" | "typing_extensions",
            "disjoint_base" | "final" | "no_type_check" | "overload" | "override" | "runtime" | "runtime_checkable",
        )
        | ("functools", "total_ordering")
        | ("abc", "update_abstractmethods")
        | ("inspect", "markcoroutinefunction")
        | ("jinja2", "pass_context" | "pass_environment" | "pass_eval_context")
        | ("unittest" | "unittest.case", "expectedFailure")
        | ("sympy" | "sympy.utilities" | "sympy.utilities.decorator", "public") => Some(Look::Subject),
        ("typing" | "typing_extensions", "get_type_hints") => Some(Look::Hints),
        ("typing" | "typing_extensions", "dataclass_transform")
        | ("typing_extensions" | "warnings", "deprecated")
        | ("pydantic" | "pydantic.config", "with_config")
        | ("unittest" | "unittest.case", "skip" | "skipIf" | "skipUnless")
        | ("sympy.utilities.decorator", "deprecated" | "doctest_depends_on") => Some(Look::Decorator { takes_subject: false }),
        ("pydantic.dataclasses", "dataclass") => Some(Look::Decorator { takes_subject: true }),
        ("csv", "register_dialect" | "unregister_dialect") => Some(Look::Dialect),
        ("bz2" | "dbm" | "gzip" | "lzma" | "shelve" | "tarfile" | "wave", "open") => Some(Look::Write(&["name", "filename", "file", "f"])),
        ("pandas", "read_sql" | "read_sql_query" | "read_sql_table") => Some(Look::Connection),
        (
            "pandas.api.extensions" | "pandas.core.accessor",
            "register_dataframe_accessor" | "register_index_accessor" | "register_series_accessor",
        ) => Some(Look::Accessor),
        ("numpy", "bmat") => Some(Look::NoText),
        ("numpy", "info") => Some(Look::Topic),
        ("pandas", "set_option" | "reset_option") => Some(Look::Option),
        ("sqlite3", "connect" | "Connection") => Some(Look::Database),
        ("operator" | "_operator", "call") | ("numpy", "frompyfunc") => Some(Look::Caller),
        ("weakref", "KeyedRef" | "WeakMethod") => Some(Look::Keeps(1, "callback")),
        ("math", "isqrt") => Some(Look::SquareRoot),
        ("hashlib" | "_hashlib", "pbkdf2_hmac") => Some(Look::Rounds),
        ("hashlib" | "_hashlib", "scrypt") => Some(Look::Scrypt),
        ("joblib" | "joblib.parallel", "Parallel" | "parallel_backend" | "parallel_config") => Some(Look::Jobs),
        ("lxml.etree", "ETCompatXMLParser" | "XMLParser" | "XMLPullParser") => Some(Look::XmlParser),
        ("lxml.etree", "iterparse" | "parse") => Some(Look::XmlSource { first: true }),
        ("lxml.etree", "ElementTree" | "canonicalize") => Some(Look::XmlSource { first: false }),
        ("PIL.Image", "open") => Some(Look::Read(&["fp"])),
        ("scipy.io" | "scipy.io._fast_matrix_market", "mmread" | "mminfo") => Some(Look::Read(&["source"])),
        ("scipy.io" | "scipy.io._fast_matrix_market", "mmwrite") => Some(Look::Write(&["target"])),
        _ => None,
    }
}

/// Methods of `multiprocessing.pool.ThreadPool` that have something called in its threads.
const IN_THREADS: [&str; 8] = ["apply", "apply_async", "imap", "imap_unordered", "map", "map_async", "starmap", "starmap_async"];

/// How `name` of instances of this type is looked at.
pub fn look_of(facts: &TypeInfo, name: &str) -> Option<Look> {
    if defence_layers::off(Net::Members) {
        return None;
    }
    if facts.pandas {
        return pandas_method(name);
    }
    if facts.pydantic && matches!(name, "model_validate" | "validate_python" | "validate_assignment" | "parse_obj" | "isinstance_python") {
        return Some(Look::Model);
    }
    if facts.thread && matches!(name, "start" | "submit" | "map") {
        return Some(Look::Start);
    }
    if facts.thread_pool && IN_THREADS.contains(&name) {
        return Some(Look::InThreads);
    }
    if facts.mock && name == "attach_mock" {
        return Some(Look::Child);
    }
    if facts.parser && matches!(name, "add_argument" | "add_subparsers") {
        return Some(Look::Action);
    }
    if facts.parser && matches!(name, "parse_args" | "parse_known_args" | "parse_intermixed_args" | "parse_known_intermixed_args") {
        return Some(Look::Namespace);
    }
    match name {
        "run_in_executor" if facts.event_loop => Some(Look::OnLoop("fastexec.waits", "in_executor")),
        "get_exception_handler" if facts.event_loop => Some(Look::OnLoop("fastexec.code_loops", "get_exception_handler")),
        "set_exception_handler" if facts.event_loop => Some(Look::OnLoop("fastexec.code_loops", "set_exception_handler")),
        "get_loop" | "get_coro" if facts.has_loop => Some(Look::OfLoop),
        "set_progress_handler" if facts.database => Some(Look::Progress),
        "setlimit" if facts.database => Some(Look::Room),
        "set_trace_callback" if facts.database => Some(Look::Trace),
        "deserialize" if facts.database => Some(Look::OwnDatabase),
        "add_done_callback" if facts.future => Some(Look::Keeps(0, "fn")),
        "dot" if facts.array => Some(Look::Product),
        "resize" if facts.array => Some(Look::Resize),
        _ => None,
    }
}

/// Whether `name` of instances of this type comes out guarded.
pub fn is_guarded_member(facts: &TypeInfo, name: &str) -> bool {
    look_of(facts, name).is_some() || (facts.array && name == "data")
}
