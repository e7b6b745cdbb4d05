//! The net below: functions of the interpreter that are guarded in themselves, whoever calls them.
//!
//! C code that composes C functions (`map`, `starmap`, `partial`) reaches them without any value that enters the
//! program. Most raise no audit event.

use std::sync::LazyLock;

/// How a call by sandboxed code is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// `getattr`
    Read,
    /// `hasattr`
    Test,
    /// `setattr`
    Write,
    /// `delattr`
    Delete,
    /// `vars`
    Namespace,
    /// `dir`
    Names,
    /// `__import__`: C code imports by it and looks at no result.
    Import,
    /// `format` and `format_map` of texts that library code was given.
    Format,
    /// `eval` and `exec`: for library code, which judges by itself what it runs.
    Run,
    /// `sys._getframe`: frames below the code are not given.
    Frame,
    /// For library code that calls the function by its name, and where the module is authorized.
    Process,
    /// As `Process`; argument 0 is a path, which the host granted or library code has from itself.
    Create,
    /// For library code (which hands such functions to others: `stack.callback(os.close, …)`), and where the module is
    /// authorized.
    Descriptor,
}

/// (module or `str`, functions, rule). A module without a function of this name has none to guard.
pub const GUARDED: &[(&str, &[&str], Rule)] = &[
    ("builtins", &["getattr"], Rule::Read),
    ("builtins", &["hasattr"], Rule::Test),
    ("builtins", &["setattr"], Rule::Write),
    ("builtins", &["delattr"], Rule::Delete),
    ("builtins", &["vars"], Rule::Namespace),
    ("builtins", &["dir"], Rule::Names),
    ("builtins", &["__import__"], Rule::Import),
    ("str", &["format", "format_map"], Rule::Format),
    ("builtins", &["eval", "exec"], Rule::Run),
    ("sys", &["_getframe"], Rule::Frame),
    ("builtins", &["compile", "globals", "locals"], Rule::Process),
    ("posix", &["mkfifo", "mknod"], Rule::Create),
    (
        "posix",
        &[
            "_create_environ",
            "_exit",
            "_inputhook",
            "abort",
            "chroot",
            "getlogin",
            "grantpt",
            "initgroups",
            "login_tty",
            "nice",
            "openpty",
            "pidfd_open",
            "posix_openpt",
            "register_at_fork",
            "sched_setaffinity",
            "sched_setparam",
            "sched_setscheduler",
            "setegid",
            "seteuid",
            "setgid",
            "setgroups",
            "setns",
            "setpgid",
            "setpgrp",
            "setpriority",
            "setregid",
            "setresgid",
            "setresuid",
            "setreuid",
            "setsid",
            "setuid",
            "tcsetpgrp",
            "umask",
            "unlockpt",
            "unshare",
            "wait",
            "wait3",
            "wait4",
            "waitid",
        ],
        Rule::Process,
    ),
    (
        "posix",
        &[
            "access",
            "close",
            "closerange",
            "copy_file_range",
            "dup",
            "dup2",
            "eventfd",
            "eventfd_read",
            "eventfd_write",
            "fchdir",
            "getcwd",
            "getcwdb",
            "lseek",
            "lstat",
            "memfd_create",
            "pipe",
            "pipe2",
            "posix_fallocate",
            "pread",
            "preadv",
            "pwrite",
            "pwritev",
            "read",
            "readinto",
            "readlink",
            "readv",
            "sendfile",
            "set_blocking",
            "set_inheritable",
            "splice",
            "stat",
            "statvfs",
            "timerfd_create",
            "timerfd_settime",
            "timerfd_settime_ns",
            "uname",
            "write",
            "writev",
        ],
        Rule::Descriptor,
    ),
    (
        "_signal",
        &["alarm", "pause", "pthread_sigmask", "raise_signal", "set_wakeup_fd", "setitimer", "siginterrupt", "signal"],
        Rule::Process,
    ),
    ("atexit", &["_clear", "_run_exitfuncs", "register", "unregister"], Rule::Process),
    ("gc", &["disable", "enable", "freeze", "set_debug", "set_threshold", "unfreeze"], Rule::Process),
    (
        "sys",
        &[
            "_clear_type_cache",
            "_debugmallocstats",
            "displayhook",
            "set_asyncgen_hooks",
            "set_coroutine_origin_tracking_depth",
            "set_int_max_str_digits",
            "setdlopenflags",
            "setrecursionlimit",
            "setswitchinterval",
        ],
        Rule::Process,
    ),
    ("_thread", &["interrupt_main", "stack_size"], Rule::Process),
    ("_imp", &["create_builtin", "create_dynamic", "exec_builtin", "exec_dynamic"], Rule::Process),
    (
        "faulthandler",
        &["_fatal_error_c_thread", "_read_null", "_sigabrt", "_sigfpe", "_sigsegv", "_stack_overflow", "disable", "enable", "register"],
        Rule::Process,
    ),
    ("time", &["clock_settime", "clock_settime_ns", "tzset"], Rule::Process),
];

/// Module, name and rule of each function, in the order of their numbers.
pub fn guarded() -> &'static [(&'static str, &'static str, Rule)] {
    static IN_A_ROW: LazyLock<Vec<(&str, &str, Rule)>> =
        LazyLock::new(|| GUARDED.iter().flat_map(|(module, names, rule)| names.iter().map(move |name| (*module, *name, *rule))).collect());
    &IN_A_ROW
}

/// The module by whose name the host authorizes what the C module offers.
pub fn public_name(module: &str) -> &str {
    match module {
        "posix" => "os",
        "_thread" => "threading",
        "_imp" => "importlib",
        other => other.trim_start_matches('_'),
    }
}

/// Which argument C code calls.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub position: Option<usize>,
    pub keyword: Option<&'static str>,
}

const FIRST: Place = Place { position: Some(0), keyword: None };
const fn at(position: usize, keyword: &'static str) -> Place {
    Place { position: Some(position), keyword: Some(keyword) }
}
const KEY: Place = Place { position: None, keyword: Some("key") };

/// Classes whose objects call what they are given, with values that need not be the program's.
pub const CLASSES: [(&str, &str, Place); 9] = [
    ("builtins", "filter", FIRST),
    ("builtins", "map", FIRST),
    ("itertools", "accumulate", Place { position: Some(1), keyword: Some("func") }),
    ("itertools", "dropwhile", FIRST),
    ("itertools", "filterfalse", FIRST),
    ("itertools", "groupby", Place { position: Some(1), keyword: Some("key") }),
    ("itertools", "starmap", FIRST),
    ("itertools", "takewhile", FIRST),
    ("weakref", "ref", Place { position: Some(1), keyword: None }),
];

/// Classes whose `__init__` takes such callables.
pub const INITIALISED: [(&str, &str, &[Place]); 2] =
    [("builtins", "property", &[at(0, "fget"), at(1, "fset"), at(2, "fdel")]), ("collections", "defaultdict", &[FIRST])];

/// Functions and methods that do so.
pub const FUNCTIONS: [(&str, &str, Place); 7] = [
    ("builtins", "list.sort", KEY),
    ("builtins", "max", KEY),
    ("builtins", "min", KEY),
    ("builtins", "sorted", KEY),
    ("contextvars", "Context.run", FIRST),
    ("functools", "cmp_to_key", at(0, "mycmp")),
    ("functools", "reduce", FIRST),
];

/// Modules whose functions compute with what they are given, and call nothing of it but special methods.
pub const PURE_HOMES: &[&str] = &["_operator", "builtins", "cmath", "itertools", "math", "time", "unicodedata"];

/// Classes of the interpreter that make plain values of what they are given; methods of their objects compute.
pub const PURE_CLASSES: &[(&str, &[&str])] = &[
    (
        "builtins",
        &[
            "bool",
            "bytearray",
            "bytes",
            "complex",
            "dict",
            "enumerate",
            "float",
            "frozenset",
            "int",
            "list",
            "memoryview",
            "object",
            "range",
            "reversed",
            "set",
            "slice",
            "str",
            "tuple",
            "zip",
        ],
    ),
    ("collections", &["Counter", "OrderedDict", "deque"]),
    ("datetime", &["date", "datetime", "time", "timedelta", "timezone"]),
    ("decimal", &["Decimal"]),
    (
        "itertools",
        &[
            "batched",
            "chain",
            "combinations",
            "combinations_with_replacement",
            "compress",
            "count",
            "cycle",
            "islice",
            "pairwise",
            "permutations",
            "product",
            "repeat",
            "zip_longest",
        ],
    ),
    ("re", &["Match", "Pattern"]),
    ("types", &["GeneratorType", "SimpleNamespace"]),
];

/// Such classes in Python code and of packages, where they are loaded: records of data, numbers, and what they derive from.
/// (`numpy.void` reads memory by a dtype.)
pub const PURE_WHERE_LOADED: &[(&str, &[&str])] = &[
    ("abc", &["ABC"]),
    ("collections", &["ChainMap", "UserDict", "UserList", "UserString"]),
    (
        "collections.abc",
        &[
            "Callable",
            "Collection",
            "Container",
            "Hashable",
            "ItemsView",
            "Iterable",
            "Iterator",
            "KeysView",
            "Mapping",
            "MappingView",
            "MutableMapping",
            "MutableSequence",
            "MutableSet",
            "Reversible",
            "Sequence",
            "Set",
            "Sized",
            "ValuesView",
        ],
    ),
    ("fractions", &["Fraction"]),
    ("numbers", &["Complex", "Integral", "Number", "Rational", "Real"]),
    (
        "numpy",
        &[
            "bool",
            "bool_",
            "bytes_",
            "character",
            "complex128",
            "complex64",
            "complexfloating",
            "datetime64",
            "flexible",
            "float16",
            "float32",
            "float64",
            "floating",
            "generic",
            "inexact",
            "int16",
            "int32",
            "int64",
            "int8",
            "integer",
            "number",
            "signedinteger",
            "str_",
            "timedelta64",
            "uint16",
            "uint32",
            "uint64",
            "uint8",
            "unsignedinteger",
        ],
    ),
    ("uuid", &["UUID"]),
];

/// Types whose objects, called, only compute, call functions that were looked at, or (the guarded ones) look themselves.
pub const PURE_TYPES: &[(&str, &str)] = &[("functools", "KeyWrapper"), ("operator", "attrgetter"), ("operator", "itemgetter")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_have_public_modules() {
        let mut all: Vec<_> = guarded().iter().map(|(module, name, _)| (module, name)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(public_name("posix"), "os");
        assert_eq!(public_name("_signal"), "signal");
        assert_eq!(public_name("gc"), "gc");
    }
}
