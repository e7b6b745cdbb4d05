//! The builtins that sandboxed code sees: real ones where they are harmless, guarded natives elsewhere.

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use pyo3::wrap_pyfunction;
use rustc_hash::FxHashMap;

use crate::budget::{infinite_iterators, sizes};
use crate::cpython::once::Once;
use crate::cpython::value::Value;
use crate::front::bytecode::operands::BinOp;
use crate::front::policy::objects::DENIED_BUILTINS;
use crate::sandbox::attributes::access_functions;
use crate::sandbox::classes::type_object;
use crate::sandbox::signatures::Signature;
use crate::sandbox::{value_filter, wrapper_calls};
use crate::session::current::with_run;

/// Functions and classes that are what they are in Python.
const REAL: &[&str] = &[
    "abs",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "bool",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "complex",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "hash",
    "hex",
    "id",
    "int",
    "isinstance",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "oct",
    "ord",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "tuple",
    "zip",
    "Ellipsis",
    "NotImplemented",
    "__debug__",
];

/// Builtins that `direct_builtins` calls, and where they lie once they are made. They are kept for ever.
pub static DIRECT: [(&str, AtomicUsize); 5] = [
    ("getattr", AtomicUsize::new(0)),
    ("hasattr", AtomicUsize::new(0)),
    ("setattr", AtomicUsize::new(0)),
    ("type", AtomicUsize::new(0)),
    ("object.__setattr__", AtomicUsize::new(0)),
];

pub fn remember(name: &str, builtin: &Bound<'_, PyAny>) {
    if let Some((_, place)) = DIRECT.iter().find(|(known, _)| *known == name) {
        place.store(builtin.as_ptr() as usize, Ordering::Relaxed);
    }
}

/// Functions of `math` that the contract counts among the base tools.
const MATH: &[&str] = &["ceil", "floor", "log", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "degrees", "radians", "sqrt"];

/// Name → object for every builtin of the sandbox (`print` is the session's).
pub fn table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let builtins = py.import("builtins")?;
    let table = PyDict::new(py);
    for name in REAL {
        if let Ok(found) = builtins.getattr(*name) {
            table.set_item(name, found)?;
        }
    }
    let math = py.import("math")?;
    for name in MATH {
        table.set_item(name, math.getattr(*name)?)?;
    }
    let exception = builtins.getattr("BaseException")?;
    for (name, object) in builtins.dict().iter() {
        if object.cast::<PyType>().is_ok_and(|c| c.is_subclass(&exception).unwrap_or(false)) {
            table.set_item(name, object)?;
        }
    }
    for (name, guarded) in natives(py)? {
        table.set_item(name, guarded)?;
    }
    let class = type_object::object(py)?;
    remember("type", class.as_any());
    table.set_item("type", class)?;
    Ok(table)
}

fn natives(py: Python<'_>) -> PyResult<Vec<(&'static str, Bound<'_, PyAny>)>> {
    static NATIVES: Once<Vec<(&'static str, Py<PyAny>)>> = Once::new();
    let made = NATIVES.get_or_make(py, || {
        let all = [
            ("getattr", wrap_pyfunction!(access_functions::getattr, py)?),
            ("hasattr", wrap_pyfunction!(access_functions::hasattr, py)?),
            ("setattr", wrap_pyfunction!(access_functions::setattr, py)?),
            ("delattr", wrap_pyfunction!(access_functions::delattr, py)?),
            ("super", wrap_pyfunction!(access_functions::super_object, py)?),
            ("vars", wrap_pyfunction!(access_functions::vars, py)?),
            ("dir", wrap_pyfunction!(access_functions::dir, py)?),
            ("issubclass", wrap_pyfunction!(issubclass, py)?),
            ("iter", wrap_pyfunction!(iter, py)?),
            ("pow", wrap_pyfunction!(pow, py)?),
        ];
        for (name, function) in &all {
            remember(name, function);
        }
        Ok::<_, PyErr>(all.into_iter().map(|(n, f)| (n, f.into_any().unbind())).collect())
    })?;
    Ok(made.iter().map(|(n, f)| (*n, f.bind(py).clone())).collect())
}

/// The guarded native that stands for a raw builtin function.
pub fn guarded_version<'py>(py: Python<'py>, function: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    static BY_ADDRESS: Once<FxHashMap<usize, Py<PyAny>>> = Once::new();
    let map = BY_ADDRESS.get_or_make(py, || {
        let builtins = py.import("builtins")?;
        let mut map = FxHashMap::default();
        for (name, guarded) in natives(py)? {
            let raw = builtins.getattr(name)?;
            map.insert(raw.as_ptr() as usize, guarded.unbind());
        }
        Ok::<_, PyErr>(map)
    })?;
    Ok(map.get(&(function.as_ptr() as usize)).map(|g| g.bind(py).clone()))
}

/// The guarded `super`.
pub fn super_object(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static SUPER: Once<Py<PyAny>> = Once::new();
    let made = SUPER.get_or_make(py, || {
        let found = guarded_version(py, &crate::cpython::static_types::super_class(py))?;
        found.map(Bound::unbind).ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("super is missing"))
    })?;
    Ok(made.bind(py))
}

/// Whether Python has a function of this name that code does not get: asking for it is a refusal, not a slip.
pub fn is_withheld(py: Python<'_>, name: &str) -> bool {
    missing_hint(name).is_some() || py.import("builtins").is_ok_and(|builtins| builtins.hasattr(name).unwrap_or(false))
}

/// Why a builtin is missing, for the error text of a name that is one.
pub fn missing_hint(name: &str) -> Option<&'static str> {
    if !DENIED_BUILTINS.contains(&name) {
        return None;
    }
    Some(match name {
        "open" => "files are not available unless the host grants `open` as a tool",
        "input" => "nobody is there to answer: assign the value in the code, or get it from a tool",
        "breakpoint" => "nobody is there to answer: use print(...)",
        "help" => "`print(function.__doc__)` shows what a function says of itself",
        "eval" | "exec" | "compile" => "code that is made at run time is not available",
        "__import__" => "use an import statement",
        "globals" | "locals" => "variables are not available as a dict: use their names, or keep a dict of your own",
        "exit" | "quit" => "the code ends by reaching its end or by final_answer(...)",
        _ => "it is not available here",
    })
}

const POW: Signature<3> = Signature { module: "builtins", name: "pow", parameters: ["base", "exp", "mod"], positional: 3 };
const ISSUBCLASS: Signature<2> = Signature { module: "builtins", name: "issubclass", parameters: ["", ""], positional: 2 };
const ITER: Signature<2> = Signature { module: "builtins", name: "iter", parameters: ["", ""], positional: 2 };

/// `pow(base, exp, mod=None)`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(base, exp, mod=None)")]
pub fn pow<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(base), Some(exp), modulus] = POW.bind(args, kwargs)? else { return Err(POW.refuse(args, kwargs)) };
    with_run(py, |m| {
        let modulus = modulus.filter(|n| !n.is_none());
        if modulus.is_none() {
            sizes::binary(m, BinOp::Pow, &Value::from_bound(base.clone()), &Value::from_bound(exp.clone()))?;
        }
        let real = POW.real(py)?;
        let result = match modulus {
            Some(modulus) => real.call1((base, exp, modulus))?,
            None => real.call1((base, exp))?,
        };
        value_filter::admit(m, Value::from_bound(result))?.to_bound(py)
    })
}

/// `issubclass(class, class_or_tuple)`, which `type` is asked of as what it stands for.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = "(cls, class_or_tuple, /)")]
pub fn issubclass<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let [Some(class), Some(bases)] = ISSUBCLASS.bind(args, kwargs)? else { return Err(ISSUBCLASS.refuse(args, kwargs)) };
    let class = type_object::real_class(class);
    if !class.is_instance_of::<PyType>() {
        check_lineage(&class)?;
    }
    ISSUBCLASS.real(args.py())?.call1((class, bases))
}

/// Objects that what says it has `__bases__` may lead to: the interpreter follows them one by one, and asks nobody.
const LONGEST_LINEAGE: usize = 10_000;

fn check_lineage(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let (mut waiting, mut met) = (vec![object.clone()], 0);
    while let Some(object) = waiting.pop() {
        met += 1;
        if met > LONGEST_LINEAGE {
            return Err(PyRecursionError::new_err("maximum recursion depth exceeded in __subclasscheck__"));
        }
        let bases = object.getattr_opt(pyo3::intern!(object.py(), "__bases__"))?;
        if let Some(Ok(bases)) = bases.map(|bases| bases.cast_into::<PyTuple>()) {
            waiting.extend(bases.iter().filter(|base| !base.is_instance_of::<PyType>()));
        }
    }
    Ok(())
}

/// `iter(callable, sentinel)` may never end; `iter(object)` is Python's.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn iter<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(obj), sentinel] = ITER.bind(args, kwargs)? else { return Err(ITER.refuse(args, kwargs)) };
    let Some(sentinel) = sentinel else {
        return Ok(obj.try_iter()?.into_any());
    };
    with_run(py, |m| {
        let called = match (wrapper_calls::table()?.callable)(m, &obj)? {
            Some(instead) => instead.into_bound(py),
            None => obj,
        };
        let made = ITER.real(py)?.call1((called, sentinel))?;
        infinite_iterators::counted(made.cast_into::<pyo3::types::PyIterator>().map_err(PyErr::from)?)
    })
}
