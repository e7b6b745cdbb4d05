//! Which modules may be imported and held.

/// Modules that every executor authorizes.
pub const BASE_MODULES: &[&str] =
    &["collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"];

/// Modules whose functions and classes are refused as values unless the module is authorized.
/// The first ten are the contract's own list, in its order.
pub const DANGEROUS_MODULES: &[&str] =
    &["builtins", "io", "multiprocessing", "os", "pathlib", "pty", "shutil", "socket", "subprocess", "sys"];

/// Functions refused by identity unless the host gave them as tools.
pub const DANGEROUS_FUNCTIONS: &[&str] = &[
    "builtins.compile",
    "builtins.eval",
    "builtins.exec",
    "builtins.globals",
    "builtins.locals",
    "builtins.__import__",
    "os.popen",
    "os.system",
    "posix.system",
];

/// Further subpackages that a wildcard of their parent does not cover: they must be named.
const NOT_BY_WILDCARD: &[&str] = &[
    "numpy.testing._*",
    "numpy.core._*",
    "numpy.core.multiarray",
    "numpy.core.overrides",
    "numpy.core.umath",
    "numpy._core",
    "numpy._pyinstaller",
    "pandas._config",
    "pandas._libs",
    "pandas.util._*",
    "numpy.lib._*",
    "PIL._*",
];

/// Parts of packages whose functions and classes are refused as values unless they are authorized by these very
/// names: helpers that open files, import by name or look at memory, which public modules import for themselves. No wildcard covers them.
pub const DENY_PARTS: &[&str] = &[
    "numpy.ctypeslib",
    "numpy.distutils",
    "numpy.f2py",
    "pandas._testing",
    "pandas.compat",
    // What they hand to compiled code is taken as it is.
    "pandas.core.array_algos",
    "pandas.core.computation",
    "pandas.core.groupby.ops",
    "pandas.core.interchange.from_dataframe",
    "pandas.core.internals",
    "pandas.io.clipboard",
    "pandas.io.common",
    "pandas.io.pytables",
    "pydantic.v1",
    // Functions of C as they are.
    "z3.z3core",
];

/// Compiled modules whose functions believe what they are told. Public modules have some of them, and of their classes, by the way. (Two
/// of them do not know which package they are part of.)
pub const BELIEVING_PARTS: &[&str] = &[
    "_hamilton_filter",
    "_kim_smoother",
    "numpy.linalg.lapack_lite",
    // (`scipy.special` has them, guarded.)
    "scipy.special.cython_special",
    "sklearn.utils.arrayfuncs",
    "sklearn.utils.sparsefuncs_fast",
    "statsmodels.nonparametric._smoothers_lowess",
    "statsmodels.nonparametric.linbin",
    "statsmodels.robust._qn",
    "statsmodels.tsa.exponential_smoothing._ets_smooth",
    "statsmodels.tsa.holtwinters._exponential_smoothers",
    "statsmodels.tsa.innovations._arma_innovations",
    "statsmodels.tsa.regime_switching._hamilton_filter",
    "statsmodels.tsa.regime_switching._kim_smoother",
    "statsmodels.tsa.statespace._cfa_simulation_smoother",
    "statsmodels.tsa.statespace._filters",
    "statsmodels.tsa.statespace._initialization",
    "statsmodels.tsa.statespace._kalman_filter",
    "statsmodels.tsa.statespace._kalman_smoother",
    "statsmodels.tsa.statespace._representation",
    "statsmodels.tsa.statespace._simulation_smoother",
    "statsmodels.tsa.statespace._smoothers",
    "statsmodels.tsa.statespace._tools",
];

/// What lies in such a part and comes with the wildcard all the same: `numpy.core` shows these.
const PUBLIC_PARTS: &[&str] = &[
    "numpy._core.arrayprint",
    "numpy._core.defchararray",
    "numpy._core.einsumfunc",
    "numpy._core.fromnumeric",
    "numpy._core.function_base",
    "numpy._core.getlimits",
    "numpy._core.numeric",
    "numpy._core.numerictypes",
    "numpy._core.records",
    "numpy._core.shape_base",
];

/// Whether a member of a module whose name says that it is private is known by it all the same, and has a public name besides
/// (`inspect.Parameter.empty`).
pub fn is_public_besides(module: &str, name: &str) -> bool {
    matches!((module, name), ("inspect", "_empty" | "_ParameterKind") | ("dataclasses", "_MISSING_TYPE") | ("numpy", "_NoValue"))
}

/// Whether `module` may be imported under `authorized`. `numpy` authorizes itself only, `numpy.*`
/// itself and what lies below it (but for `NOT_BY_WILDCARD` and other parts that must be named), `*` everything, `a.b` itself and, as a
/// namespace that shows nothing else, `a`.
///
/// `__future__` needs no leave: its statements are directions to the compiler, the module holds nothing else.
pub fn is_authorized(authorized: &[String], module: &str) -> bool {
    module == "__future__" || authorized.iter().any(|entry| covers(entry, module))
}

/// Whether some entry names something below `module`.
pub fn authorizes_below(authorized: &[String], module: &str) -> bool {
    authorized.iter().any(|entry| is_below(entry, module))
}

/// Whether `module` lies in a private part of a package (`scipy.spatial._distance_wrap`) that nothing but a wildcard of what
/// is around it covers: no entry names the part.
pub fn is_private_by_wildcard(authorized: &[String], module: &str) -> bool {
    let is_private = |path: &str| path.split('.').skip(1).any(|part| part.starts_with('_'));
    let names_it = |entry: &String| {
        let named = entry.strip_suffix(".*").unwrap_or(entry);
        covers(entry, module) && (entry == "*" || is_private(named))
    };
    is_private(module) && !authorized.iter().any(names_it)
}

fn is_below(path: &str, parent: &str) -> bool {
    path.strip_prefix(parent).is_some_and(|rest| rest.starts_with('.') && rest.len() > 1)
}

fn covers(entry: &str, module: &str) -> bool {
    if entry == "*" || entry == module {
        return true;
    }
    let Some(parent) = entry.strip_suffix(".*") else { return false };
    if parent == module {
        return true;
    }
    is_below(module, parent) && !excluded(entry, module)
}

/// Whether `module` lies in a subpackage that the wildcard `entry` does not reach.
fn excluded(entry: &str, module: &str) -> bool {
    let parent = entry.strip_suffix(".*").unwrap_or(entry);
    if PUBLIC_PARTS.contains(&module) {
        return false;
    }
    NOT_BY_WILDCARD.iter().chain(BELIEVING_PARTS).chain(DENY_PARTS).any(|pattern| {
        let root = pattern.strip_suffix('*').unwrap_or(pattern);
        // A wildcard inside the excluded part names it.
        let named = parent == root || is_below(parent, root) || (pattern.ends_with('*') && parent.starts_with(root));
        !named && in_pattern(pattern, module)
    })
}

fn in_pattern(pattern: &str, module: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => module.starts_with(prefix),
        None => module == pattern || is_below(module, pattern),
    }
}

/// The list as Python's `repr` shows it.
pub fn repr_list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| repr_name(n)).collect();
    format!("[{}]", quoted.join(", "))
}

fn repr_name(name: &str) -> String {
    let quote = if name.contains('\'') && !name.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(name.len() + 2);
    out.push(quote);
    for c in name.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> Vec<String> {
        names.iter().map(|n| (*n).to_owned()).collect()
    }

    #[test]
    fn a_name_authorizes_itself_only() {
        let a = list(&["numpy", "os.path"]);
        assert!(is_authorized(&a, "numpy"));
        assert!(!is_authorized(&a, "numpy.random"));
        assert!(!is_authorized(&a, "numpyx"));
        assert!(is_authorized(&a, "os.path"));
        assert!(!is_authorized(&a, "os"));
        assert!(!is_authorized(&a, ""));
        assert!(authorizes_below(&a, "os"));
        assert!(!authorizes_below(&a, "numpy"));
    }

    #[test]
    fn wildcards() {
        let a = list(&["numpy.*"]);
        assert!(is_authorized(&a, "numpy"));
        assert!(is_authorized(&a, "numpy.random"));
        assert!(is_authorized(&a, "numpy.random.mtrand"));
        assert!(!is_authorized(&a, "numpyx"));
        assert!(!is_authorized(&a, "os"));
        assert!(is_authorized(&list(&["*"]), "os"));
    }

    #[test]
    fn wildcards_leave_out_what_must_be_named() {
        let a = list(&["numpy.*", "pandas.*"]);
        for name in ["numpy.f2py", "numpy.f2py.crackfortran", "numpy.lib._npyio_impl", "pandas._libs", "pandas.io.common"] {
            assert!(!is_authorized(&a, name), "{name}");
        }
        assert!(is_authorized(&a, "numpy.lib"));
        assert!(is_authorized(&a, "pandas.io.json"));
        assert!(is_authorized(&list(&["numpy.f2py"]), "numpy.f2py"));
        assert!(is_authorized(&list(&["numpy.f2py.*"]), "numpy.f2py.crackfortran"));
    }

    #[test]
    fn private_parts_are_named_or_not() {
        assert!(is_private_by_wildcard(&list(&["scipy.*"]), "scipy.spatial._distance_wrap"));
        assert!(is_private_by_wildcard(&list(&["scipy.*"]), "scipy._lib.messagestream"));
        assert!(!is_private_by_wildcard(&list(&["scipy.*"]), "scipy.spatial"));
        assert!(!is_private_by_wildcard(&list(&["_thread"]), "_thread"));
        for entry in ["scipy.spatial._distance_wrap", "scipy.spatial._distance_wrap.*", "*"] {
            assert!(!is_private_by_wildcard(&list(&["scipy.*", entry]), "scipy.spatial._distance_wrap"), "{entry}");
        }
    }

    #[test]
    fn list_shown_as_python_shows_it() {
        assert_eq!(repr_list(&list(&["math", "numpy.*"])), "['math', 'numpy.*']");
        assert_eq!(repr_list(&[]), "[]");
        assert_eq!(repr_list(&list(&["a'b"])), "[\"a'b\"]");
    }
}
