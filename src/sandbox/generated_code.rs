//! Code that installed packages write as text and run by themselves (`sympy.lambdify`, the lazy decorators of
//! networkx, the distributions of scipy): judged by the names it uses, which say where it can get to.
//!
//! A code object reads attributes, globals and modules by the names in its `co_names` alone; what it calls
//! with a string (`getattr`, `format`) is among the names refused. Class patterns read attributes by names that are
//! constants; they, and statements that no formula has, are refused by their instructions.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

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
const KNOWN_PRIVATE: &[&str] = &[
    "_argcheck_rvs",
    "_converters",
    "_encode_query_vars",
    "_initialize_instance",
    "_mpc_",
    "_mpf_",
    "_mpi_",
    "_mpq_",
    "_new_state_if_none",
    "_parse_args",
    "_parse_args_rvs",
    "_parse_args_stats",
];

/// `from functools import reduce`, for a formula whose code runs later.
const IMPORT_OF_REDUCE: [&str; 2] = ["functools", "reduce"];

struct Names {
    used: Vec<String>,
    /// Functions that the code itself defines.
    defined: Vec<String>,
    /// Its instructions, by their names in `opcode`.
    does: Vec<String>,
    /// Names that are more than those of variables.
    reached: Vec<String>,
    /// Names that anything but the definition of a variable is about.
    read: Vec<String>,
    /// Whether all handlers of errors are for `Exception`, and notes of errors are all that is read by `getattr` and written.
    notes_errors: bool,
}

thread_local! {
    /// Address of the code of a formula that is evaluated: its variables are columns and what the code has, or harmless builtins.
    static FORMULA: Cell<usize> = const { Cell::new(0) };
}

/// Calls `f`, which has the code of a formula run, with `harmless_builtins` for its builtins.
pub fn as_formula<T>(code: &Bound<'_, PyAny>, f: impl FnOnce() -> T) -> T {
    struct Before(usize);
    impl Drop for Before {
        fn drop(&mut self) {
            FORMULA.set(self.0);
        }
    }
    let _before = Before(FORMULA.replace(code.as_ptr() as usize));
    f()
}

/// The builtins that generated code may name.
pub fn harmless_builtins(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let harmless = PyDict::new(py);
    for (name, value) in py.import("builtins")?.dict() {
        if name.extract::<String>().is_ok_and(|name| is_tame_name(&name, &[])) {
            harmless.set_item(name, value)?;
        }
    }
    Ok(harmless)
}

/// Instructions that no formula has: class patterns, changes of attributes, classes, modules as values, and what would not
/// end when a run must.
const REFUSED_INSTRUCTIONS: &[&str] =
    &["BUILTINS", "COPY_ATTR", "DELETE_ATTR", "LOAD_BUILD_CLASS", "MATCH_CLASS", "POP_EXCEPT", "STORE_ATTR", "WHILE"];

/// An instruction, with what it works on.
struct Instruction<'py> {
    offset: usize,
    name: String,
    about: Bound<'py, PyAny>,
}

impl Instruction<'_> {
    /// Whether it works on this name (the last one, where it works on two).
    fn names(&self, name: &str) -> bool {
        let is_name = |about: &Bound<'_, PyAny>| about.extract::<String>().is_ok_and(|text| text == name);
        match self.about.cast::<PyTuple>() {
            Ok(several) => several.iter().next_back().is_some_and(|last| is_name(&last)),
            Err(_) => is_name(&self.about),
        }
    }
    /// Whether it reads an attribute.
    fn reads(&self) -> bool {
        matches!(self.name.as_str(), "LOAD_ATTR" | "LOAD_METHOD")
    }
    /// All names and texts that it works on.
    fn about(&self) -> Vec<String> {
        self.about.extract().map_or_else(|_| self.about.extract().unwrap_or_default(), |one| vec![one])
    }
}

fn listing<'py>(code: &Bound<'py, PyAny>) -> PyResult<Vec<Instruction<'py>>> {
    let mut found = Vec::new();
    for instruction in code.py().import("dis")?.call_method1("get_instructions", (code,))?.try_iter()? {
        let instruction = instruction?;
        let (offset, name) = (instruction.getattr("offset")?.extract()?, instruction.getattr("opname")?.extract()?);
        found.push(Instruction { offset, name, about: instruction.getattr("argval")? });
    }
    Ok(found)
}

/// Names of the instructions; `COPY_ATTR` is the change of an attribute to what another object has under the same name; of loops other
/// than `for` the last jump is among them as `WHILE`: nothing counts their rounds. `BUILTINS` is the module of builtins, but where its `sum` is read (sums in formulas for numpy, whose own `sum` is another).
fn instructions(code: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let found = listing(code)?;
    let loops = |target: usize| found.iter().any(|one| one.offset == target && matches!(one.name.as_str(), "FOR_ITER" | "SEND"));
    let back = |one: &Instruction<'_>| match one.about.extract::<usize>() {
        Ok(target) => one.name.contains("JUMP") && target <= one.offset && !loops(target),
        Err(_) => false,
    };
    let named = |place: usize, name: &str| found.get(place).is_some_and(|one| one.names(name));
    let reads = |place: usize| found.get(place).is_some_and(Instruction::reads);
    // `other.part = self.part`, `self.part = held['part']`
    let copies = |place: usize, one: &Instruction<'_>| {
        let before = |steps: usize| place.checked_sub(steps).and_then(|place| found.get(place));
        let is_part = |of: Option<&Instruction<'_>>| of.is_some_and(|of| one.about.extract::<String>().is_ok_and(|name| of.names(&name)));
        let of_variable = before(1).is_some_and(|of| of.name.starts_with("LOAD_FAST"));
        let read = before(2).is_some_and(Instruction::reads) && is_part(before(2));
        let item = before(2).is_some_and(|of| of.name.starts_with("BINARY_")) && is_part(before(3));
        one.name == "STORE_ATTR" && of_variable && (read || item)
    };
    let name_of = |(place, one): (usize, &Instruction<'_>)| {
        if back(one) {
            "WHILE".to_owned()
        } else if named(place, "builtins") && !(reads(place + 1) && named(place + 1, "sum")) {
            "BUILTINS".to_owned()
        } else if copies(place, one) {
            "COPY_ATTR".to_owned()
        } else {
            one.name.clone()
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
    for one in listing(code)? {
        match one.name.as_str() {
            // (A text stands for the name of a function that is made.)
            "STORE_NAME" | "LOAD_CONST" => {}
            _ => names.read.extend(one.about()),
        }
        if !matches!(one.name.as_str(), "LOAD_NAME" | "LOAD_GLOBAL") {
            names.reached.extend(one.about.extract::<String>().ok());
        }
    }
    names.does.extend(instructions(code)?);
    names.notes_errors &= notes_errors(&listing(code)?);
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
    let [used, defined, does, reached, read] = Default::default();
    let mut found = Names { used, defined, does, reached, read, notes_errors: true };
    matches!(gather(code, &mut found, DEPTH), Ok(true)).then_some(found)
}

/// Whether no name in the code leads out of plain computing. `package` wrote it.
pub fn is_tame(code: &Bound<'_, PyAny>, package: &str) -> bool {
    let is_formula = package == "patsy" && FORMULA.get() == code.as_ptr() as usize;
    let is_variable = |name: &String, names: &Names| is_formula && !is_dunder(name) && !names.reached.contains(name);
    let is_tame = |name: &String, names: &Names| {
        is_tame_name(name, &names.defined)
            || is_only_defined(name, names)
            || is_variable(name, names)
            || is_transform(name, package)
            || is_part_of_statement(name, names, package)
            || is_handed_on(name, names, package)
            || is_of_a_converter(name, names, package)
    };
    let tame = |names: &Names| names.used == IMPORT_OF_REDUCE || names.used.iter().all(|name| is_tame(name, names));
    // mpmath sums series until nothing is added any more.
    let usual = |name: &String, names: &Names| match name.as_str() {
        "WHILE" => package == "mpmath",
        "COPY_ATTR" => copies_statements(names, package),
        "POP_EXCEPT" | "STORE_ATTR" => package == "cattrs" && names.notes_errors,
        _ => false,
    };
    let refused = |name: &String, names: &Names| is_refused_instruction(name, names) && !usual(name, names);
    names(code).is_some_and(|names| tame(&names) && !names.does.iter().any(|name| refused(name, &names)))
}

/// Whether a function of cattrs has it from the converter that wrote it, or notes by it where an error was met.
fn is_of_a_converter(name: &str, names: &Names, package: &str) -> bool {
    let handed = name == "__cl" || name.starts_with("__c_") && !is_dunder(name);
    package == "cattrs" && (handed || matches!(name, "getattr" | NOTES) && names.notes_errors)
}

/// Where an error keeps its notes.
const NOTES: &str = "__notes__";

/// Whether each handler is one for `Exception`, which nothing is called instead, `getattr` reads notes alone, and they are the one
/// attribute that is written.
fn notes_errors(code: &[Instruction<'_>]) -> bool {
    let is = |place: usize, kind: &str, name: &str| code.get(place).is_some_and(|one| one.name.starts_with(kind) && one.names(name));
    let count = |kind: &str| code.iter().filter(|one| one.name == kind).count();
    let each = code.iter().enumerate().all(|(place, one)| match one.name.as_str() {
        "CHECK_EXC_MATCH" => place.checked_sub(1).is_some_and(|before| is(before, "LOAD_GLOBAL", "Exception")),
        "STORE_ATTR" => one.names(NOTES),
        name if name.starts_with("STORE_") => !one.names("Exception"),
        _ if one.names("getattr") => one.name == "LOAD_GLOBAL" && is(place + 2, "LOAD_CONST", NOTES),
        _ => true,
    });
    // (Before 3.11 the instructions of handlers are others, which nothing here looks at.)
    cfg!(Py_3_11) && each && count("CHECK_EXC_MATCH") == count("PUSH_EXC_INFO")
}

/// Whether it is the variable under which patsy keeps what a formula transforms by all of the data (`standardize(x)`).
fn is_transform(name: &str, package: &str) -> bool {
    package == "patsy" && name.starts_with("_patsy_stobj") && name.ends_with("__")
}

/// Whether it is of SQLAlchemy and calls nothing, as its functions that copy a statement do.
fn copies_statements(names: &Names, package: &str) -> bool {
    package == "sqlalchemy" && !names.does.iter().any(|instruction| instruction.contains("CALL"))
}

/// Whether it is a part of a statement of SQLAlchemy, for which it writes functions that list such parts, and call nothing.
fn is_part_of_statement(name: &str, names: &Names, package: &str) -> bool {
    let private = name.starts_with('_') && !is_dunder(name) && !fixed_attribute_refusal(name);
    private && copies_statements(names, package)
}

/// Whether it is an operation that a text of SQLAlchemy defines by handing it on to an object (`return comparator.__add__(other)`).
fn is_handed_on(name: &str, names: &Names, package: &str) -> bool {
    let reaches = matches!(name, "__delattr__" | "__getattr__" | "__getattribute__" | "__setattr__");
    let alone =
        names.defined.iter().all(|defined| defined == name) && names.used.iter().filter(|used| is_dunder(used)).all(|used| used == name);
    package == "sqlalchemy" && is_dunder(name) && alone && !reaches && !fixed_attribute_refusal(name)
}

/// Whether a function of the text has the name, and nothing in it is about that (`def evaluate(n): …` of babel).
fn is_only_defined(name: &String, names: &Names) -> bool {
    names.defined.contains(name) && !names.read.contains(name) && !name.starts_with('_')
}

/// Packages import for a formula in a text of their own, which defines nothing.
fn is_refused_instruction(name: &str, names: &Names) -> bool {
    let import = name == "IMPORT_NAME" && names.used != IMPORT_OF_REDUCE && !names.defined.is_empty();
    import || REFUSED_INSTRUCTIONS.contains(&name)
}

fn is_tame_name(name: &str, defined: &[String]) -> bool {
    let listed = || functions::DENIED_FUNCTIONS.iter().chain(functions::GUARDED_FUNCTIONS).any(|(_, names)| names.contains(&name));
    let member = || objects::DENIED_MEMBERS.iter().any(|(_, _, names)| names.contains(&name));
    let known = KNOWN_PRIVATE.contains(&name) || defined.iter().any(|own| own == name);
    // (SQLAlchemy makes constructors of mapped classes.)
    let private = name.starts_with('_') && !known || is_dunder(name) && name != "__init__";
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

/// Names that jinja2's compiler writes into the code of a template. (Names of the template are those of variables, which stand in no
/// table of names, and texts.)
const TEMPLATE_NAMES: &[&str] = &[
    "AsyncLoopContext",
    "KeyError",
    "LoopContext",
    "Macro",
    "Markup",
    "Namespace",
    "TemplateNotFound",
    "TemplateReference",
    "TemplateRuntimeError",
    "Undefined",
    "__name__",
    "_body_stream",
    "_get_default_module",
    "_get_default_module_async",
    "aclose",
    "add",
    "append",
    "auto_aiter",
    "auto_await",
    "autoescape",
    "blocks",
    "call",
    "call_binop",
    "call_unop",
    "close",
    "concat",
    "debug_info",
    "derived",
    "dict",
    "difference_update",
    "discard",
    "environment",
    "escape",
    "eval_ctx",
    "exported_vars",
    "extend",
    "extensions",
    "filters",
    "finalize",
    "get_all",
    "get_or_select_template",
    "get_template",
    "getattr",
    "getitem",
    "identity",
    "internalcode",
    "isinstance",
    "items",
    "jinja2.runtime",
    "len",
    "make_module",
    "make_module_async",
    "markup_join",
    "missing",
    "name",
    "new_context",
    "resolve",
    "resolve_or_missing",
    "revert",
    "root",
    "root_render_func",
    "save",
    "select_template",
    "setdefault",
    "str",
    "str_join",
    "super",
    "tests",
    "undefined",
    "unicode_join",
    "update",
    "vars",
    "volatile",
];

/// Whether the code is one that jinja2 makes from a template: all its names are those of jinja2's compiler, or members of the
/// environment and its extensions. (A tree of nodes that was put together by hand makes it import what it names.)
pub fn is_template(code: &Bound<'_, PyAny>) -> bool {
    names_template(code, DEPTH).unwrap_or(false)
}

fn names_template(code: &Bound<'_, PyAny>, depth: u32) -> PyResult<bool> {
    let Some(depth) = depth.checked_sub(1) else {
        return Ok(false);
    };
    let found = listing(code)?;
    for name in code.getattr("co_names")?.cast_into::<PyTuple>()? {
        let name = name.cast_into::<PyString>()?.to_string_lossy().into_owned();
        let is_member = || {
            found
                .iter()
                .enumerate()
                .filter(|(_, one)| one.names(&name))
                .all(|(place, one)| one.reads() && is_of_environment(&found, place, &name))
        };
        if !TEMPLATE_NAMES.contains(&name.as_str()) && !is_made_up(&name) && !is_member() {
            return Ok(false);
        }
    }
    for value in code.getattr("co_consts")?.cast_into::<PyTuple>()? {
        if value.get_type().is(code.get_type()) && !names_template(&value, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Names of blocks and of what the compiler keeps for a while (`block_title`, `t_1`).
fn is_made_up(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.starts_with("block_") || name.strip_prefix("t_").is_some_and(number)
}

/// Whether the name read here is one of `environment.name`, or `environment.extensions["…"].name`.
fn is_of_environment(found: &[Instruction<'_>], place: usize, name: &str) -> bool {
    let before = |steps: usize, name: &str| place.checked_sub(steps).and_then(|place| found.get(place)).is_some_and(|one| one.names(name));
    let of_extension = before(3, "extensions") && before(4, "environment");
    !is_dunder(name) && (of_extension || !name.starts_with('_') && before(1, "environment"))
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
