//! What of known packages is refused, wrapped or may be written: plain data, by module and name.
//!
//! Found by looking for ways to files, processes, raw memory and settings shared with the host. A class of
//! the code that calls itself by one of these names only loses by it.

use crate::front::policy::modules::{BELIEVING_PARTS, DENY_PARTS};

/// Members of classes that are refused on the class, its subclasses and their instances.
pub const DENIED_MEMBERS: &[(&str, &str, &[&str])] = &[
    ("numpy", "ndarray", &["ctypes", "dump", "dumps", "tofile"]),
    ("numpy", "nditer", &["debug_print"]),
    ("select", "epoll", &["fromfd"]),
    ("select", "kqueue", &["fromfd"]),
    ("pyexpat", "xmlparser", &["ExternalEntityParserCreate"]),
    ("zoneinfo", "ZoneInfo", &["clear_cache"]),
    ("sympy.physics.units.quantities", "Quantity", &["set_global_dimension", "set_global_relative_scale_factor"]),
    ("sympy.physics.units.dimensions", "_QuantityMapper", &["set_quantity_dimension", "set_quantity_scale_factor"]),
    ("matplotlib.colors", "ColorSequenceRegistry", &["register", "unregister"]),
    ("numpy", "generic", &["data", "dump", "dumps", "resize", "tofile"]),
    ("builtins", "type", &["mro"]),
    ("builtins", "AttributeError", &["obj"]),
    ("abc", "ABCMeta", &["register"]),
    // Puts the class and its members into the module of that name.
    ("enum", "EnumMeta", &["_convert_"]),
    ("enum", "EnumType", &["_convert_"]),
    ("builtins", "memoryview", &["obj"]),
    ("pandas", "DataFrame", FRAME_SINKS),
    ("pandas", "Series", FRAME_SINKS),
    ("pandas.core.frame", "DataFrame", FRAME_SINKS),
    ("pandas.core.series", "Series", FRAME_SINKS),
    ("pandas.io.formats.style", "Styler", &["env", "from_custom_template", "loader"]),
    ("pandas.core.generic", "NDFrame", &["to_clipboard", "to_hdf"]),
    ("string", "Template", &["braceidpattern"]),
    ("asyncio.base_events", "BaseEventLoop", LOOP_SINKS),
    (
        "logging",
        "Logger",
        &[
            "addFilter",
            "addHandler",
            "callHandlers",
            "filters",
            "findCaller",
            "handlers",
            "manager",
            "parent",
            "removeFilter",
            "removeHandler",
            "root",
            "setLevel",
        ],
    ),
    ("logging", "Filterer", &["addFilter", "removeFilter", "filters"]),
    // It sets attributes of what it finds in its tables.
    (LOGS_OF_A_SESSION, "Logger", &["manager"]),
    (LOGS_OF_A_SESSION, "LoggerAdapter", &["manager"]),
    ("numpy.random.bit_generator", "BitGenerator", &["capsule", "cffi", "ctypes"]),
    ("numpy.random._bit_generator", "BitGenerator", &["capsule", "cffi", "ctypes"]),
    ("yaml", "YAMLObject", &["yaml_loader", "from_yaml"]),
    ("argparse", "Action", &["__call__"]),
    ("lxml.etree", "_BaseParser", &["resolvers", "set_element_class_lookup"]),
    ("lxml.objectify", "PyType", &["register", "unregister"]),
    ("lxml.etree", "_ElementTree", &["parse", "relaxng", "write", "write_c14n", "xinclude", "xmlschema", "xslt"]),
    ("sqlite3", "Connection", &["enable_load_extension", "load_extension", "set_authorizer"]),
    ("gettext", "NullTranslations", &["install"]),
    ("asyncio.events", "AbstractEventLoopPolicy", &["get_child_watcher", "set_child_watcher", "set_event_loop"]),
    ("asyncio.events", "_AbstractEventLoopPolicy", &["set_event_loop"]),
    ("sympy.multipledispatch.dispatcher", "Dispatcher", &["add", "register"]),
    ("sympy.assumptions.assume", "Predicate", &["add_handler", "register", "register_many", "remove_handler"]),
    ("annotationlib", "ForwardRef", &["evaluate"]),
    ("asyncio.tasks", "Task", TASK_STACK),
    ("_asyncio", "Task", TASK_STACK),
];

const FRAME_SINKS: &[&str] = &["to_clipboard", "to_gbq", "to_hdf", "to_iceberg"];

const TASK_STACK: &[&str] = &["get_stack", "print_stack"];

const LOOP_SINKS: &[&str] = &[
    "add_reader",
    "add_signal_handler",
    "add_writer",
    "connect_accepted_socket",
    "connect_read_pipe",
    "connect_write_pipe",
    "create_connection",
    "create_datagram_endpoint",
    "create_server",
    "create_unix_connection",
    "create_unix_server",
    "getaddrinfo",
    "getnameinfo",
    "sendfile",
    "set_default_executor",
    "set_task_factory",
    "sock_connect",
    "start_tls",
    "subprocess_exec",
    "subprocess_shell",
];

/// Members that a class has in another, harmless way than the class it derives from.
const OWN_WAY: &[(&str, &str, &[&str])] = &[("numpy.ma", "MaskedArray", &["data"]), ("numpy.ma.core", "MaskedArray", &["data"])];

/// Members with a leading underscore that a library's class has for those that derive from it, or that it calls with an object
/// of itself (`_sympystr(self, printer)`): whole names, and beginnings of names with a star.
const PROTECTED: &[(&str, &str, &[&str])] = &[
    ("scipy.stats._distn_infrastructure", "rv_generic", DISTRIBUTION),
    ("sympy.core.basic", "Basic", &["_eval_*"]),
    ("sympy.printing.printer", "Printer", &["_print*"]),
    ("collections.abc", "Set", &["_from_iterable", "_hash"]),
    ("argparse", "HelpFormatter", HELP),
    ("argparse", "ArgumentParser", &["_check_value", "_get_formatter", "_get_value*", "_print_message"]),
    ("configparser", "RawConfigParser", &["_convert_to_boolean", "_get*", "_read*"]),
    ("matplotlib.axes._base", "_AxesBase", &["_gen_axes_*", "_init_axis", "_set_lim_and_transforms"]),
    ("pandas", "DataFrame", FRAME),
    ("pandas.core.frame", "DataFrame", FRAME),
    ("pandas", "Series", &["_append"]),
    ("pandas.core.series", "Series", &["_append"]),
    ("matplotlib.figure", "FigureBase", &["_suptitle"]),
    ("pprint", "PrettyPrinter", &["_format*", "_repr*", "_safe_repr"]),
    ("queue", "Queue", QUEUE),
    ("requests.models", "Response", RESPONSE),
    ("random", "Random", &["_randbelow"]),
    ("asyncio.queues", "Queue", &["_get", "_init", "_put"]),
    ("sklearn.base", "BaseEstimator", ESTIMATOR),
    ("scipy.integrate._ivp.base", "OdeSolver", &["_dense_output_impl", "_step_impl"]),
    ("textwrap", "TextWrapper", WRAPPING),
    ("jinja2.runtime", "Undefined", UNDEFINED),
    ("cerberus.validator", "BareValidator", &["_error"]),
    ("holidays.holiday_base", "HolidayBase", &["_add_*", "_populate*"]),
];

/// What stands for a missing variable of a template knows what was asked for, and says it.
const UNDEFINED: &[&str] =
    &["_fail_with_undefined_error", "_undefined_exception", "_undefined_hint", "_undefined_message", "_undefined_name", "_undefined_obj"];

/// What an estimator looks at its parameters and data by, and reads its state by.
const ESTIMATOR: &[&str] =
    &["__setstate__", "_check_feature_names", "_check_n_features", "_get_param_names", "_validate_data", "_validate_params"];

/// What a class below a frame makes others of, and looks at; and what programs call where `append` was.
const FRAME: &[&str] = &["_append", "_constructor", "_constructor_sliced", "_get_numeric_data"];

/// What a text of help is made of. (Not `_expand_help`, which shows every attribute of what it is given.)
const HELP: &[&str] = &[
    "_fill_text",
    "_format_action*",
    "_format_args*",
    "_format_text",
    "_format_usage*",
    "_get_default_metavar_for_*",
    "_get_help_string",
    "_metavar_formatter",
    "_split_lines",
];

/// What text is wrapped by.
const WRAPPING: &[&str] = &["_fix_sentence_endings", "_handle_long_word", "_munge_whitespace", "_split*", "_wrap_chunks"];

/// What a queue keeps its items by.
const QUEUE: &[&str] = &["_get", "_init", "_put", "_qsize"];

/// What a distribution is made of: its public methods compute by these, and one of the code's own has some of them.
const DISTRIBUTION: &[&str] = &[
    "_argcheck*",
    "_cdf*",
    "_entropy*",
    "_fitstart*",
    "_get_support*",
    "_isf*",
    "_logcdf*",
    "_logpdf*",
    "_logpmf*",
    "_logsf*",
    "_munp*",
    "_pdf*",
    "_pmf*",
    "_ppf*",
    "_rvs*",
    "_sf*",
    "_stats*",
];

/// Packages that others import if they are there, by names that they are given (`sympy.stats.sample(library="scipy")`).
/// Importing them does nothing else; the code gets none of them by that.
pub const ORDINARY_PACKAGES: &[&str] =
    &["matplotlib", "mpmath", "networkx", "numpy", "pandas", "pyarrow", "scipy", "sklearn", "statsmodels", "sympy"];

/// Methods of classes that change tables of the class, which is the code's own or not.
pub const CLASS_TABLES: &[(&str, &[&str])] = &[("sympy", &["register", "register_many"])];

/// How policy calls the module `logging` that a session has for itself.
pub const LOGS_OF_A_SESSION: &str = "logging.session";

/// Types by (module, class) whose instances' public attributes may be written.
pub const SETTABLE: &[(&str, &str)] = &[
    (LOGS_OF_A_SESSION, "Filter"),
    (LOGS_OF_A_SESSION, "Formatter"),
    (LOGS_OF_A_SESSION, "Handler"),
    (LOGS_OF_A_SESSION, "LogRecord"),
    (LOGS_OF_A_SESSION, "Logger"),
    (LOGS_OF_A_SESSION, "LoggerAdapter"),
    ("types", "SimpleNamespace"),
    ("argparse", "Namespace"),
    ("optparse", "Values"),
    ("pyexpat", "xmlparser"),
    ("numpy", "ndarray"),
    ("numpy", "record"),
    ("pandas", "DataFrame"),
    ("pandas", "Series"),
    ("pandas", "Index"),
    ("pandas.core.generic", "NDFrame"),
    ("pandas.core.indexes.base", "Index"),
    ("pandas._config.config", "DictWrapper"),
    ("pandas", "Flags"),
    ("pandas.core.flags", "Flags"),
    ("pandas.io.formats.style", "Styler"),
    ("difflib", "SequenceMatcher"),
    ("flask.ctx", "_AppCtxGlobals"),
    ("json.encoder", "JSONEncoder"),
    ("json.decoder", "JSONDecoder"),
    ("_thread", "_local"),
    ("_io", "BytesIO"),
    ("_io", "StringIO"),
    ("decimal", "Context"),
    ("xml.etree.ElementTree", "Element"),
    ("xml.etree.ElementTree", "ElementTree"),
    ("lxml.etree", "_Element"),
    ("numpy._core.multiarray", "flagsobj"),
    ("numpy.core.multiarray", "flagsobj"),
    ("xml.dom.minidom", "Node"),
    ("argparse", "ArgumentParser"),
    ("argparse", "_ArgumentGroup"),
    ("collections", "Counter"),
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("collections", "UserDict"),
    ("collections", "UserList"),
    ("collections", "UserString"),
    ("reprlib", "Repr"),
    ("shlex", "shlex"),
    ("ast", "AST"),
    ("configparser", "RawConfigParser"),
    ("collections", "ChainMap"),
    ("csv", "Dialect"),
    ("csv", "DictReader"),
    ("csv", "DictWriter"),
    ("email.message", "Message"),
    ("graphlib", "TopologicalSorter"),
    ("random", "Random"),
    ("sqlite3", "Connection"),
    ("sqlite3", "Cursor"),
    ("textwrap", "TextWrapper"),
    ("threading", "Thread"),
    ("unittest.mock", "NonCallableMock"),
    ("urllib.request", "Request"),
    ("zipfile", "ZipInfo"),
    ("tarfile", "TarInfo"),
];

/// Members of instances that may be written, by the type that has them.
const SETTABLE_MEMBERS: &[(&str, &str, &[&str])] = &[
    ("calendar", "Calendar", &["firstweekday"]),
    ("enum", "auto", &["value"]),
    ("numpy", "poly1d", POLYNOMIAL),
    ("numpy.lib._polynomial_impl", "poly1d", POLYNOMIAL),
    ("numpy.polynomial._polybase", "ABCPolyBase", &["coef", "domain", "symbol", "window"]),
    // What is set is looked at (`sandbox::memory::random_states`).
    ("numpy.random.bit_generator", "BitGenerator", &["state"]),
    ("queue", "Queue", &["maxsize"]),
    ("requests.models", "Response", RESPONSE),
    ("scipy.stats._kde", "gaussian_kde", &["covariance_factor"]),
    ("scipy.stats.kde", "gaussian_kde", &["covariance_factor"]),
    ("spacy.tokens.doc", "Doc", &["cats", "ents", "user_data"]),
    ("spacy.tokens.token", "Token", &["is_sent_start"]),
    ("string", "Template", &["template"]),
    ("tokenizers", "Tokenizer", &["decoder", "model", "normalizer", "post_processor", "pre_tokenizer"]),
    ("zipfile", "ZipFile", &["comment"]),
];

/// Under these names a response keeps what was read of it, and tests write what it shall say.
const RESPONSE: &[&str] = &["_content", "_content_consumed"];

const POLYNOMIAL: &[&str] = &["c", "coef", "coefficients", "coeffs"];

/// Types whose instances are namespaces: `vars()` of them gives a copy.
pub const NAMESPACES: &[(&str, &str)] = &[("types", "SimpleNamespace"), ("argparse", "Namespace")];

/// Classes that the code may not derive from: their methods are what guards them.
pub const FINAL: &[(&str, &str)] = &[
    ("jinja2.sandbox", "SandboxedEnvironment"),
    ("jinja2.sandbox", "ImmutableSandboxedEnvironment"),
    ("jinja2.sandbox", "SandboxedFormatter"),
    ("jinja2.environment", "Environment"),
    ("jinja2.environment", "Template"),
    ("jinja2.nativetypes", "NativeEnvironment"),
    ("jinja2.runtime", "Context"),
    ("numpy.lib.user_array", "container"),
    ("numpy.lib._user_array_impl", "container"),
    ("typing", "_BaseGenericAlias"),
    ("typing", "_GenericAlias"),
    ("typing", "_SpecialGenericAlias"),
    // Their C code writes into what members of the class give.
    ("zoneinfo", "ZoneInfo"),
    // C code of futures and tasks calls them in the middle of its work.
    ("asyncio.base_events", "BaseEventLoop"),
    ("asyncio.events", "AbstractEventLoop"),
    ("asyncio.proactor_events", "BaseProactorEventLoop"),
    ("asyncio.selector_events", "BaseSelectorEventLoop"),
    ("asyncio.unix_events", "_UnixSelectorEventLoop"),
    ("asyncio.windows_events", "ProactorEventLoop"),
    ("asyncio.windows_events", "_WindowsSelectorEventLoop"),
    // Their C code reads what only their own `__init__` fills in, once.
    ("_asyncio", "Task"),
    ("_bz2", "BZ2Compressor"),
    ("_bz2", "BZ2Decompressor"),
    ("_lzma", "LZMACompressor"),
    ("_lzma", "LZMADecompressor"),
    ("_struct", "Struct"),
    ("lxml.etree", "XSLT"),
    ("lxml.etree", "_Validator"),
    ("lxml.etree", "_XPathEvaluatorBase"),
    ("lxml.etree", "iterparse"),
    ("lxml.objectify", "ObjectifiedDataElement"),
    ("pandas._libs.arrays", "NDArrayBacked"),
    ("matplotlib.ft2font", "FT2Font"),
    ("numpy.random._generator", "Generator"),
    // They hand C code functions and seeds, which it takes as they are.
    ("numpy.random.bit_generator", "BitGenerator"),
    ("numpy.random.bit_generator", "ISeedSequence"),
    ("numpy.random.bit_generator", "ISpawnableSeedSequence"),
    ("numpy.random.bit_generator", "SeedSequence"),
    ("numpy.random.bit_generator", "SeedlessSeedSequence"),
    ("numpy.random._mt19937", "MT19937"),
    ("numpy.random._pcg64", "PCG64"),
    ("numpy.random._pcg64", "PCG64DXSM"),
    ("numpy.random._philox", "Philox"),
    ("numpy.random._sfc64", "SFC64"),
    ("numpy.random.mtrand", "RandomState"),
    ("scipy.spatial._ckdtree", "cKDTree"),
    ("scipy.spatial._kdtree", "KDTree"),
    ("sklearn.neighbors._ball_tree", "BinaryTree32"),
    ("sklearn.neighbors._ball_tree", "BinaryTree64"),
    ("sklearn.neighbors._kd_tree", "BinaryTree32"),
    ("sklearn.neighbors._kd_tree", "BinaryTree64"),
    ("statsmodels.tsa.stl._stl", "STL"),
];

/// Attributes of settable types that stay read-only: they change how memory is read.
pub const NOT_SETTABLE: &[&str] = &["backend", "data", "dtype", "strides"];

/// Classes whose packages give everybody the same object who asks for the same value: nobody sets anything of it.
const SHARED: &[(&str, &str)] = &[
    ("dateutil.tz._common", "_tzinfo"),
    ("dateutil.tz.tz", "tzutc"),
    ("pytz", "_FixedOffset"),
    ("pytz.tzinfo", "BaseTzInfo"),
    ("sympy.core.basic", "Basic"),
    // Elements of domains, whose ones and zeros the domain keeps.
    ("sympy.external.pythonmpq", "PythonMPQ"),
    ("sympy.polys.domains.domainelement", "DomainElement"),
];

/// Classes whose objects are functions of a module that hold tables of their own.
const WITH_TABLES: &[(&str, &str)] = &[("networkx.utils.backends", "_dispatchable")];

/// Whether the tables of an object of the class are everybody's.
pub fn holds_tables(module: &str, name: &str) -> bool {
    WITH_TABLES.contains(&(module, name))
}

/// Whether instances of the class, and of those below it, are shared so.
pub fn is_shared(module: &str, name: &str) -> bool {
    SHARED.contains(&(module, name))
}

/// Whether a package has such classes.
pub fn has_shared(top: &str) -> bool {
    SHARED.iter().any(|(module, _)| module.split('.').next() == Some(top))
}

/// Top-level modules whose functions and classes are refused as values unless the module is authorized.
pub const DENY_HOMES: &[&str] = &[
    "_ctypes",
    "_frozen_importlib",
    "_frozen_importlib_external",
    "_imp",
    "_pickle",
    "_posixsubprocess",
    "_pyio",
    "_signal",
    "_socket",
    "_thread",
    "_xxsubinterpreters",
    "ast",
    "code",
    "codeop",
    "concurrent",
    "copyreg",
    "ctypes",
    "dis",
    "ensurepip",
    "fastexec",
    "fcntl",
    "ftplib",
    "gc",
    "http",
    "imp",
    "importlib",
    "inspect",
    "linecache",
    "marshal",
    "mmap",
    "multiprocessing",
    "nt",
    "os",
    "pathlib",
    "pdb",
    "pickle",
    "pkgutil",
    "posix",
    "pty",
    "resource",
    "runpy",
    "select",
    "shelve",
    "shutil",
    "signal",
    "site",
    "smtplib",
    "socket",
    "socketserver",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "tokenize",
    "traceback",
    "urllib",
    "venv",
    "webbrowser",
    "xmlrpc",
    "zipfile",
    "zipimport",
    "zipapp",
];

/// Modules of such packages that do nothing but work on the texts that they are given.
const PURE_HOMES: &[&str] = &["urllib.parse"];

/// What lies in such a part and is public all the same: `pandas.testing` is made of it.
const PUBLIC_PARTS: &[&str] = &["pandas._testing.asserters"];

/// Builtins that are refused as values unless the host gave them as tools.
pub const DENIED_BUILTINS: &[&str] = &[
    "__build_class__",
    "__import__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "exit",
    "globals",
    "help",
    "input",
    "locals",
    "memoryview",
    "open",
    "quit",
];

/// Whether the dotted `home` lies in a module of `DENY_HOMES`, and does more than compute.
pub fn denied_home(home: &str) -> bool {
    let top = home.split('.').next().unwrap_or(home);
    DENY_HOMES.contains(&top) && !PURE_HOMES.contains(&home)
}

/// The entry of `DENY_PARTS` or `BELIEVING_PARTS` in which the dotted `home` lies.
pub fn denied_part(home: &str) -> Option<&'static str> {
    let inside = |part: &str| home.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    DENY_PARTS.iter().chain(BELIEVING_PARTS).copied().find(|part| inside(part)).filter(|_| !PUBLIC_PARTS.contains(&home))
}

/// Denied members of the class `module.name`.
pub fn denied_members(module: &str, name: &str) -> Option<&'static [&'static str]> {
    DENIED_MEMBERS.iter().find(|(m, n, _)| *m == module && *n == name).map(|(_, _, names)| *names)
}

/// Members that the class `module.name` has in a harmless way of its own.
pub fn members_of_its_own(module: &str, name: &str) -> Option<&'static [&'static str]> {
    OWN_WAY.iter().find(|(m, n, _)| *m == module && *n == name).map(|(_, _, names)| *names)
}

/// Members that the class `module.name` has for classes that derive from it, as `PROTECTED` writes them.
pub fn protected_members(module: &str, name: &str) -> Option<&'static [&'static str]> {
    PROTECTED.iter().find(|(m, n, _)| *m == module && *n == name).map(|(_, _, names)| *names)
}

/// Whether one of these entries of `PROTECTED` means the member.
pub fn means(entries: &[&str], member: &str) -> bool {
    entries.iter().any(|entry| match entry.strip_suffix('*') {
        Some(beginning) => member.starts_with(beginning),
        None => member == *entry,
    })
}

/// Members of instances of `module.name` that may be written, where not all may.
pub fn settable_members(module: &str, name: &str) -> Option<&'static [&'static str]> {
    SETTABLE_MEMBERS.iter().find(|(m, n, _)| *m == module && *n == name).map(|(_, _, members)| *members)
}

/// Whether instances of `module.name` may be written to.
pub fn settable(module: &str, name: &str) -> bool {
    SETTABLE.iter().any(|(m, n)| *m == module && *n == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_matched_by_top_level_name() {
        assert!(denied_home("os"));
        assert!(denied_home("importlib.util"));
        assert!(!denied_home("osx"));
        assert!(denied_home("urllib.request"));
        assert!(!denied_home("urllib.parse"));
        assert!(!denied_home("json.decoder"));
        assert_eq!(denied_part("pandas.compat._optional"), Some("pandas.compat"));
        assert_eq!(denied_part("pandas.compatible"), None);
    }

    #[test]
    fn members_of_known_classes() {
        assert!(denied_members("numpy", "ndarray").is_some_and(|d| d.contains(&"tofile")));
        assert!(denied_members("numpy", "dtype").is_none());
        assert!(settable("pandas", "DataFrame"));
        let queue = protected_members("asyncio.queues", "Queue").unwrap_or_default();
        assert!(means(queue, "_get") && !means(queue, "_getters"));
        assert!(means(protected_members("sympy.core.basic", "Basic").unwrap_or_default(), "_eval_derivative"));
    }
}
