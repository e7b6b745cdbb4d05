//! What an annotation in a text means: its names are the code's own variables.

use std::ffi::CString;

use pyo3::exceptions::PyNameError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::code::PyCodeInput;
use pyo3::types::{IntoPyDict, PyCode, PyCodeMethods, PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::call_stack;
use crate::cpython::type_access::{self, exact_text};
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::packages::pandas_expressions::{global, words};
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::{engine_calls, refusals};

/// What an annotation in a text of the code is, by its own variables.
pub fn evaluated<'py>(m: &RunContext, text: &Bound<'py, PyString>, scopes: &[Bound<'py, PyAny>; 2]) -> R<Bound<'py, PyAny>> {
    let Some(names) = names(m, text, scopes)? else {
        return Err(refusals::forbidden_function(m, "eval (of an annotation that does more than name types)"));
    };
    let source = CString::new(text.to_string_lossy().as_bytes()).map_err(PyErr::from)?;
    let code = {
        let _host = HostScope::enter();
        PyCode::compile(m.py(), &source, c"<string>", PyCodeInput::Eval)?
    };
    Ok(code.run(Some(&names), Some(&names))?)
}

/// What the names in the text mean. None where the text does more than name, subscribe and combine types.
pub fn names<'py>(m: &RunContext, text: &Bound<'py, PyString>, scopes: &[Bound<'py, PyAny>; 2]) -> R<Option<Bound<'py, PyDict>>> {
    let py = m.py();
    let tree = {
        let _host = HostScope::enter();
        // As `typing` does, for `*Ts`.
        let source = text.to_string_lossy();
        let source = if source.starts_with('*') { format!("({source},)[0]") } else { source.into_owned() };
        py.import("ast")?.call_method("parse", (source,), Some(&[("mode", "eval")].into_py_dict(py)?))?
    };
    let found = PyDict::new(py);
    // Those in quotes inside the text, too: they are evaluated with these.
    for word in words(py, text)? {
        let value = meaning(m, &word, scopes)?;
        if !value.is_unset() {
            found.set_item(word, value.to_bound(py)?)?;
        }
    }
    let tree = tree.getattr("body")?;
    Ok(if is_of_types(m, &tree, &found)? { Some(found) } else { None })
}

/// The scopes with the type parameters of the function or class (`def f[T]`), which local names hide.
pub fn with_type_params<'py>(
    m: &RunContext,
    [outer, inner]: [Bound<'py, PyAny>; 2],
    params: Option<Bound<'py, PyTuple>>,
) -> R<[Bound<'py, PyAny>; 2]> {
    let Some(params) = params.filter(|params| !params.is_empty()) else { return Ok([outer, inner]) };
    let all = PyDict::new(m.py());
    for param in params {
        all.set_item(param.getattr(intern!(m.py(), "__name__"))?, param)?;
    }
    if let Ok(locals) = inner.cast_exact::<PyDict>() {
        if !inner.is(&outer) && value_filter::passes(m, &Value::from_bound(inner.clone())) {
            all.update(locals.as_mapping())?;
        }
    }
    Ok([outer, all.into_any()])
}

/// What the code itself gave for the name (`localns=…`), a variable of the code, a class of the code that is being made, or a
/// builtin class.
fn meaning(m: &RunContext, name: &str, scopes: &[Bound<'_, PyAny>; 2]) -> R<Value> {
    let py = m.py();
    let [outer, inner] = scopes;
    if !inner.is(outer) {
        if let Some(given) = given(m, name, inner)? {
            return Ok(given);
        }
    }
    // `typing` itself knows the variables of modules alone; packages look at those of their caller, too.
    let local = if call_stack::package_at_work(py).is_some() { (engine_calls::table().local)(name) } else { None };
    let own = local.unwrap_or_else(|| global(m, name));
    if !own.is_unset() {
        return Ok(own);
    }
    for scope in scopes.iter().rev().filter(|scope| !scope.is_none()) {
        if let Ok(class) = scope.get_item(name).and_then(|found| Ok(found.cast_into::<PyType>()?)) {
            if m.session.check.own.contains(&class) {
                return Ok(Value::from_bound(class.into_any()));
            }
        }
    }
    if let Some(given) = given(m, name, outer)? {
        return Ok(given);
    }
    if let Some(of_library) = of_library(m, name, outer)? {
        return Ok(of_library);
    }
    let builtin = py.import("builtins")?.getattr(name).ok().and_then(|found| found.cast_into::<PyType>().ok());
    let harmless = builtin.filter(|_| !matches!(name, "memoryview" | "super"));
    Ok(harmless.map_or(Value::UNSET, |class| Value::from_bound(class.into_any())))
}

/// The class, or combination of classes, that a module of a library has under the name: what its own annotations say.
fn of_library(m: &RunContext, name: &str, scope: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let py = m.py();
    let Ok(namespace) = scope.cast_exact::<PyDict>() else { return Ok(None) };
    let text =
        |key| Ok::<_, PyErr>(namespace.get_item(key)?.and_then(|held| exact_text(&held)).map(|held| held.to_string_lossy().into_owned()));
    let (module, file) = (text("__name__")?, text("__file__")?);
    let loaded = || module.and_then(|module| api::module(py, "sys").and_then(|sys| sys.getattr("modules")?.get_item(module)).ok());
    let is_its = |module: &Bound<'_, PyAny>| type_access::module_dict(module).is_some_and(|dict| dict.is(namespace));
    if !file.is_some_and(|file| call_stack::is_of_library(py, &file)) || !loaded().is_some_and(|module| is_its(&module)) {
        return Ok(None);
    }
    let Some(found) = namespace.get_item(name)? else { return Ok(None) };
    let home = known(py)?.module_name(&found.get_type())?;
    let is_type = found.is_instance_of::<PyType>() || matches!(home.as_str(), "types" | "typing" | "typing_extensions");
    Ok(if is_type { Some(value_filter::admit(m, Value::from_bound(found))?) } else { None })
}

/// What a dict has for the name that is no namespace of a module.
fn given(m: &RunContext, name: &str, scope: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let Ok(dict) = scope.cast_exact::<PyDict>() else { return Ok(None) };
    if !value_filter::passes(m, &Value::from_bound(scope.clone())) {
        return Ok(None);
    }
    dict.get_item(name)?.map(|found| value_filter::admit(m, Value::from_bound(found))).transpose()
}

/// Whether the expression is made of names, their attributes, items, constants and calls of what the code names. Missing
/// names are reported as Python does.
fn is_of_types(m: &RunContext, node: &Bound<'_, PyAny>, names: &Bound<'_, PyDict>) -> R<bool> {
    let each = |field: &str| -> R<bool> {
        for part in node.getattr(field)?.try_iter()? {
            if !is_of_types(m, &part?, names)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let both = |one: &str, other: &str| -> R<bool> {
        Ok(is_of_types(m, &node.getattr(one)?, names)? && is_of_types(m, &node.getattr(other)?, names)?)
    };
    match node.get_type().name()?.to_string_lossy().as_ref() {
        "Name" | "Attribute" => found(m, node, names).map(|found| found.is_some()),
        "Constant" => Ok(true),
        "Tuple" | "List" => each("elts"),
        "Subscript" => both("value", "slice"),
        "BinOp" => both("left", "right"),
        "UnaryOp" => is_of_types(m, &node.getattr("operand")?, names),
        "Starred" | "keyword" => is_of_types(m, &node.getattr("value")?, names),
        // What the code has under a name it may call; this `type` is no guarded one.
        "Call" if is_name(&node.getattr("func")?)? && !node.getattr("func")?.getattr("id")?.eq("type")? => {
            Ok(is_of_types(m, &node.getattr("func")?, names)? && each("args")? && each("keywords")?)
        }
        _ => Ok(false),
    }
}

fn is_name(node: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(node.get_type().name()?.to_string_lossy() == "Name")
}

/// The value of `a` or `a.b.c`, read through the door, which must give what the evaluation will find.
fn found(m: &RunContext, node: &Bound<'_, PyAny>, names: &Bound<'_, PyDict>) -> R<Option<Value>> {
    let py = m.py();
    if is_name(node)? {
        let name = node.getattr("id")?;
        return match names.get_item(&name)? {
            Some(value) => Ok(Some(Value::from_bound(value))),
            None => Err(PyNameError::new_err(format!("name '{name}' is not defined")).into()),
        };
    }
    if node.get_type().name()?.to_string_lossy() != "Attribute" {
        return Ok(None);
    }
    let Some(owner) = found(m, &node.getattr("value")?, names)? else { return Ok(None) };
    let name = node.getattr("attr")?.cast_into::<PyString>().map_err(PyErr::from)?;
    let value = attributes::get(m, &owner, &name)?;
    if !value.to_bound(py)?.is(&owner.to_bound(py)?.getattr(&name)?) {
        let text = format!("Forbidden in an annotation: {name}");
        return Err(refusals::raise(m, refusals::Kind::Plain, &text));
    }
    Ok(Some(value))
}
