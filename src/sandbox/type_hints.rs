//! Annotations in texts, before 3.14. The interpreter evaluates them with the names of the module that a function or class
//! says it is of, which is the host's; what the code means by a name is its own variable.

use std::cell::Cell;
use std::ffi::CString;

use pyo3::exceptions::PyNameError;
use pyo3::prelude::*;
use pyo3::types::code::PyCodeInput;
use pyo3::types::{IntoPyDict, PyCode, PyCodeMethods, PyDict, PyString, PyTuple, PyType};

use crate::cpython::call_stack;
use crate::cpython::hooks::{table, wrap_attribute};
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes;
use crate::sandbox::generated_code::is_annotation;
use crate::sandbox::wrappers::packages::pandas_expressions::{global, words};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{engine_calls, refusals};

thread_local! {
    /// Address of the code of the annotation that was looked at and is evaluated next.
    static CHECKED: Cell<usize> = const { Cell::new(0) };
}

/// Looks at each text before `typing.ForwardRef._evaluate` does; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = py.import("typing")?.getattr("ForwardRef")?;
    wrap_attribute(&class, "_evaluate", |original| Evaluate { original }, &table::TYPE_HINTS)
}

/// Whether this code is an annotation whose names are the code's own.
pub fn is_checked(code: &Bound<'_, PyAny>) -> bool {
    CHECKED.replace(0) == code.as_ptr() as usize
}

// The method, as others see it; what runs for the code is `Bounded`.
#[pyclass(frozen, module = "typing", name = "function")]
struct Evaluate {
    original: Py<PyAny>,
}

#[pymethods]
impl Evaluate {
    fn __get__<'py>(&self, object: &Bound<'py, PyAny>, class: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        let method = self.original.bind(py).call_method1("__get__", (object, class))?;
        if object.is_none() || !sandboxed() {
            return Ok(method);
        }
        Ok(Bound::new(py, Bounded { method: method.unbind(), reference: object.clone().unbind() })?.into_any())
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}

// The method of one reference, called while code runs.
#[pyclass(frozen, module = "typing", name = "method")]
struct Bounded {
    method: Py<PyAny>,
    reference: Py<PyAny>,
}

#[pymethods]
impl Bounded {
    #[pyo3(signature = (globals, locals, *args, **kwargs))]
    fn __call__<'py>(
        &self,
        globals: Bound<'py, PyAny>,
        locals: Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = globals.py();
        let reference = self.reference.bind(py);
        let code = reference.getattr("__forward_code__")?;
        let scopes = [globals, locals];
        let evaluate = |scopes: [Bound<'py, PyAny>; 2]| {
            let all = PyTuple::new(py, scopes.into_iter().chain(args.iter()).collect::<Vec<_>>())?;
            self.method.bind(py).call(all, kwargs)
        };
        // Of a library, or with nothing but ordinary types.
        if is_annotation(&code) {
            match evaluate(scopes.clone()) {
                Err(error) if error.is_instance_of::<PyNameError>(py) => {}
                result => return result,
            }
        }
        let text = reference.getattr("__forward_arg__")?;
        let names = with_run(py, |m| match exact_text(&text) {
            Some(text) => names(m, &text, &scopes),
            None => Ok(None),
        })?;
        let Some(names) = names else { return evaluate(scopes) };
        CHECKED.set(code.as_ptr() as usize);
        // Two dicts: else the reference keeps what it found, for whoever asks next.
        let result = evaluate([names.copy()?.into_any(), names.into_any()]);
        CHECKED.set(0);
        result
    }
}

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
fn names<'py>(m: &RunContext, text: &Bound<'py, PyString>, scopes: &[Bound<'py, PyAny>; 2]) -> R<Option<Bound<'py, PyDict>>> {
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

/// A variable of the code, a class of the code that is being made, or a builtin class.
fn meaning(m: &RunContext, name: &str, scopes: &[Bound<'_, PyAny>; 2]) -> R<Value> {
    let py = m.py();
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
    let builtin = py.import("builtins")?.getattr(name).ok().and_then(|found| found.cast_into::<PyType>().ok());
    let harmless = builtin.filter(|_| !matches!(name, "memoryview" | "super" | "type"));
    Ok(harmless.map_or(Value::UNSET, |class| Value::from_bound(class.into_any())))
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
        // What the code has under a name it may call.
        "Call" if is_name(&node.getattr("func")?)? => {
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
