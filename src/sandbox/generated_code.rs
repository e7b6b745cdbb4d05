//! Code that installed packages write as text and run by themselves (`sympy.lambdify`, the lazy decorators of
//! networkx, the distributions of scipy): judged by the names it uses, which say where it can get to.
//!
//! A code object reads attributes, globals and modules by the names in its `co_names` alone; what it calls
//! with a string (`getattr`, `format`) is among the names refused. Class patterns read attributes by names that are
//! constants; they, and statements that no formula has, are refused by their instructions.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::front::policy::{fixed_attribute_refusal, functions, is_dunder, objects};

/// Beyond this a code object is not looked into.
const DEPTH: u32 = 16;

/// Names that read attributes or make things by strings, and modules that hold such.
const REFUSED: &[&str] = &[
    "attrgetter",
    "codecs",
    "delattr",
    "dir",
    "environ",
    "environb",
    "format",
    "format_map",
    "formatter",
    "functools",
    "getattr",
    "getenv",
    "globals",
    "hasattr",
    "import_module",
    "io",
    "itemgetter",
    "logging",
    "methodcaller",
    "modules",
    "mro",
    "object",
    "operator",
    "setattr",
    "string",
    "super",
    "timeit",
    "type",
    "types",
    "typing",
    "vars",
    "vformat",
];

/// Private names that code of the packages' own making reads.
const KNOWN_PRIVATE: &[&str] =
    &["_argcheck_rvs", "_mpc_", "_mpf_", "_mpi_", "_mpq_", "_parse_args", "_parse_args_rvs", "_parse_args_stats"];

/// `from functools import reduce`, for a formula whose code runs later.
const IMPORT_OF_REDUCE: [&str; 2] = ["functools", "reduce"];

struct Names {
    used: Vec<String>,
    /// Functions that the code itself defines.
    defined: Vec<String>,
    /// Its instructions, by their names in `opcode`.
    does: Vec<String>,
}

/// Instructions that no formula has: class patterns, changes of attributes, classes, modules as values, and what would not
/// end when a run must.
const REFUSED_INSTRUCTIONS: &[&str] = &["BUILTINS", "DELETE_ATTR", "LOAD_BUILD_CLASS", "MATCH_CLASS", "POP_EXCEPT", "STORE_ATTR", "WHILE"];

/// Names of the instructions; of loops other than `for` the last jump is among them as `WHILE`: nothing counts their rounds.
/// `BUILTINS` is the module of builtins, but where its `sum` is read (sums in formulas for numpy, whose own `sum` is another).
fn instructions(code: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let mut found: Vec<(usize, String, Bound<'_, PyAny>)> = Vec::new();
    for instruction in code.py().import("dis")?.call_method1("get_instructions", (code,))?.try_iter()? {
        let instruction = instruction?;
        found.push((instruction.getattr("offset")?.extract()?, instruction.getattr("opname")?.extract()?, instruction.getattr("argval")?));
    }
    let loops = |target: usize| found.iter().any(|(offset, name, _)| *offset == target && matches!(name.as_str(), "FOR_ITER" | "SEND"));
    let back = |(offset, name, target): &(usize, String, Bound<'_, PyAny>)| match target.extract::<usize>() {
        Ok(target) => name.contains("JUMP") && target <= *offset && !loops(target),
        Err(_) => false,
    };
    let named = |place: usize, name: &str| found.get(place).is_some_and(|one| one.2.extract::<String>().is_ok_and(|text| text == name));
    let reads = |place: usize| found.get(place).is_some_and(|one| matches!(one.1.as_str(), "LOAD_ATTR" | "LOAD_METHOD"));
    let name_of = |(place, one): (usize, &(usize, String, Bound<'_, PyAny>))| {
        if back(one) {
            "WHILE".to_owned()
        } else if named(place, "builtins") && !(reads(place + 1) && named(place + 1, "sum")) {
            "BUILTINS".to_owned()
        } else {
            one.1.clone()
        }
    };
    let mut names: Vec<String> = found.iter().enumerate().map(name_of).collect();
    // What a `finally` or an `except` that passes on does with the exception in hand.
    while let Some(place) = names.windows(2).position(|pair| pair == ["POP_EXCEPT", "RERAISE"]) {
        names.drain(place..place + 2);
    }
    Ok(names)
}

fn gather(code: &Bound<'_, PyAny>, names: &mut Names, depth: u32) -> PyResult<bool> {
    let Some(depth) = depth.checked_sub(1) else {
        return Ok(false);
    };
    for name in code.getattr("co_names")?.cast_into::<PyTuple>()? {
        names.used.push(name.cast_into::<PyString>()?.to_string_lossy().into_owned());
    }
    names.does.extend(instructions(code)?);
    for value in code.getattr("co_consts")?.cast_into::<PyTuple>()? {
        if value.get_type().is(code.get_type()) {
            names.defined.push(value.getattr("co_name")?.extract()?);
            if !gather(&value, names, depth)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn names(code: &Bound<'_, PyAny>) -> Option<Names> {
    let mut found = Names { used: Vec::new(), defined: Vec::new(), does: Vec::new() };
    matches!(gather(code, &mut found, DEPTH), Ok(true)).then_some(found)
}

/// Whether no name in the code leads out of plain computing. `package` wrote it.
pub fn is_tame(code: &Bound<'_, PyAny>, package: &str) -> bool {
    let tame = |names: &Names| names.used == IMPORT_OF_REDUCE || names.used.iter().all(|name| is_tame_name(name, &names.defined));
    // mpmath sums series until nothing is added any more.
    let refused = |name: &String, names: &Names| is_refused_instruction(name, names) && !(name == "WHILE" && package == "mpmath");
    names(code).is_some_and(|names| tame(&names) && !names.does.iter().any(|name| refused(name, &names)))
}

/// Packages import for a formula in a text of their own, which defines nothing.
fn is_refused_instruction(name: &str, names: &Names) -> bool {
    let import = name == "IMPORT_NAME" && names.used != IMPORT_OF_REDUCE && !names.defined.is_empty();
    import || REFUSED_INSTRUCTIONS.contains(&name)
}

fn is_tame_name(name: &str, defined: &[String]) -> bool {
    let listed = || functions::DENIED_FUNCTIONS.iter().chain(functions::GUARDED_FUNCTIONS).any(|(_, names)| names.contains(&name));
    let member = || objects::DENIED_MEMBERS.iter().any(|(_, _, names)| names.contains(&name));
    let private = name.starts_with('_') && (is_dunder(name) || !(KNOWN_PRIVATE.contains(&name) || defined.iter().any(|own| own == name)));
    // `select` is numpy's function where formulas are printed for it.
    let outward = objects::denied_home(name) && name != "select";
    !(private
        || outward
        || fixed_attribute_refusal(name)
        || REFUSED.contains(&name)
        || objects::DENIED_BUILTINS.contains(&name)
        || listed()
        || member())
}

/// Whether the code is one that jinja2 makes from a template: it imports its runtime and nothing else.
pub fn is_template(code: &Bound<'_, PyAny>) -> bool {
    let Some(names) = names(code) else {
        return false;
    };
    let outward = |name: &String| is_dunder(name) || name == "builtins" || objects::DENIED_BUILTINS.contains(&name.as_str());
    names.used.iter().any(|name| name == "jinja2.runtime") && !names.used.iter().any(outward)
}

/// Names that mean the same everywhere.
const ORDINARY_TYPES: &[&str] = &[
    "Any",
    "Callable",
    "Dict",
    "FrozenSet",
    "Iterable",
    "Iterator",
    "List",
    "Mapping",
    "Optional",
    "Sequence",
    "Set",
    "Tuple",
    "Type",
    "Union",
    "bool",
    "bytes",
    "complex",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "set",
    "str",
    "tuple",
];

fn is_ordinary_type(name: &str) -> bool {
    ORDINARY_TYPES.contains(&name)
}

/// Whether the code is an annotation made of ordinary types.
pub fn is_annotation(code: &Bound<'_, PyAny>) -> bool {
    names(code).is_some_and(|names| names.defined.is_empty() && names.used.iter().all(|name| is_ordinary_type(name)))
}
