//! `inspect.isfunction` and its like, which know the functions and generators of the code.

use pyo3::exceptions::{PyAttributeError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyList, PyString, PyTuple, PyType};
use pyo3::wrap_pyfunction;

use crate::cpython::api;
use crate::cpython::call_stack;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::classes::type_object;
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::wrappers::unbound_methods;
use crate::sandbox::{annotation_texts, granted_paths};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::{engine_calls, engine_types, refusals};

/// The tests that are true of a function or generator object, by its kind.
const TESTS: &[&str] = &[
    "isclass",
    "isfunction",
    "isroutine",
    "isgeneratorfunction",
    "iscoroutinefunction",
    "isasyncgenfunction",
    "isgenerator",
    "iscoroutine",
    "isasyncgen",
    "isawaitable",
];

/// Those of them that ask what a call of a function gives.
const OF_FUNCTIONS: [&str; 3] = ["isgeneratorfunction", "iscoroutinefunction", "isasyncgenfunction"];

/// What looks for the text of a function.
const SOURCES: &[&str] = &["findsource", "getsource", "getsourcelines", "getsourcefile", "getfile", "getcomments"];

// A function of `inspect` that says yes to what the code made, too, and sees methods of library classes themselves.
#[pyclass(frozen, module = "inspect", name = "function")]
pub struct Inspection {
    name: &'static str,
    real: Py<PyAny>,
    /// `asyncio.iscoroutine` before 3.12.
    generators_too: bool,
}

/// The guarded function `module.name`, if it is one.
pub fn member(m: &RunContext, module: &str, name: &str) -> R<Option<Value>> {
    let py = m.py();
    if module == "inspect" && matches!(name, "getgeneratorstate" | "getcoroutinestate" | "getasyncgenstate") {
        return Ok(Some(Value::from_bound(wrap_pyfunction!(state, py)?.into_any())));
    }
    if matches!((module, name), ("inspect", "signature") | ("inspect" | "annotationlib", "get_annotations")) {
        let real = py.import(module)?.getattr(name)?.unbind();
        return Ok(Some(Value::from_bound(Bound::new(py, Annotations { real })?.into_any())));
    }
    let (tests, sources) = match module {
        "inspect" => (TESTS, SOURCES),
        "annotationlib" => (&[][..], &[][..]),
        _ => (&["iscoroutinefunction", "iscoroutine"][..], &[][..]),
    };
    let Some(name) = tests.iter().chain(sources).find(|test| **test == name) else { return Ok(None) };
    let generators_too = cfg!(not(Py_3_12)) && module != "inspect" && *name == "iscoroutine";
    let real = py.import(module)?.getattr(*name)?.unbind();
    Ok(Some(Value::from_bound(Bound::new(py, Inspection { name, real, generators_too })?.into_any())))
}

#[pymethods]
impl Inspection {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let named = kwargs.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        let object = match args.get_item(0) {
            Ok(object) => Some(object),
            Err(_) => named.get_item("object")?,
        };
        let Some(object) = object.map(unbound_methods::unwrap) else {
            return Err(signatures::refuse(self.real.bind(py), 0, args, kwargs));
        };
        if SOURCES.contains(&self.name) {
            match with_run(py, |_| definition(&object))? {
                Some(lines) => return self.of_own(py, &object, lines),
                None => with_run(py, |m| check_source(m, self.real.bind(py), &object))?,
            }
        }
        let alone = args.len() + named.len() == 1;
        if alone && (holds(self.name, &object)? || (self.generators_too && holds("isgenerator", &object)?)) {
            return Ok(true.into_pyobject(py)?.to_owned().into_any());
        }
        if alone && OF_FUNCTIONS.contains(&self.name) && is_unmarked(&object)? {
            return Ok(false.into_pyobject(py)?.to_owned().into_any());
        }
        if args.is_empty() {
            named.del_item("object")?;
        }
        let arguments: Vec<_> = std::iter::once(object).chain(args.iter().skip(1)).collect();
        self.real.bind(py).call(PyTuple::new(py, arguments)?, Some(&named))
    }
    /// For `inspect.signature` and its like.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signatures::of(self.real.bind(py))
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
}

impl Inspection {
    /// What is told of the source of a function of the code. (Its lines lie in no file.)
    fn of_own<'py>(&self, py: Python<'py>, function: &Bound<'py, PyAny>, (mut lines, first): Lines) -> PyResult<Bound<'py, PyAny>> {
        if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
            last.push('\n');
        }
        match self.name {
            "getsource" => Ok(PyString::new(py, &lines.concat()).into_any()),
            "getsourcelines" => Ok((lines, first).into_pyobject(py)?.into_any()),
            "getcomments" => Ok(py.None().into_bound(py)),
            "findsource" => Err(PyOSError::new_err("could not get source code")),
            _ => self.real.bind(py).call1((function,)),
        }
    }
}

/// Lines of a source, and the number of the first.
type Lines = (Vec<String>, usize);

/// That of a function of the code, or of what it was laid round.
fn definition(object: &Bound<'_, PyAny>) -> R<Option<Lines>> {
    let mut object = object.clone();
    for _ in 0..MOST_PARTS {
        let value = Value::from_bound(object.clone());
        if let Some((function, _)) = engine_types::bound_method(&value) {
            object = function.to_bound(object.py())?;
            continue;
        }
        let Some(lines) = (engine_calls::table().source_lines)(&value) else { return Ok(None) };
        match object.getattr_opt(pyo3::intern!(object.py(), "__wrapped__"))? {
            Some(inner) => object = inner,
            None => return Ok(Some(lines)),
        }
    }
    Ok(None)
}

// `inspect.signature` and `inspect.get_annotations`, which evaluate texts of the code by its rules (`eval_str=True`).
#[pyclass(frozen, module = "inspect", name = "function")]
pub struct Annotations {
    real: Py<PyAny>,
}

#[pymethods]
impl Annotations {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let (py, real) = (args.py(), self.real.bind(args.py()));
        let named = kwargs.map_or_else(|| Ok(PyDict::new(py)), |named| named.copy())?;
        let evaluates = named.get_item(EVALUATE)?.map_or(Ok(false), |flag| flag.is_truthy())?;
        let subject = args.get_item(0).ok();
        if let Some(instead) = subject.as_ref().and_then(signatures::behind) {
            let arguments = std::iter::once(instead).chain(args.iter().skip(1)).collect::<Vec<_>>();
            return real.call(PyTuple::new(py, arguments)?, kwargs);
        }
        let is_ours = |m: &RunContext| subject.as_ref().map_or(Ok(false), |subject| is_of_code(m, subject));
        if !evaluates || !with_run(py, is_ours)? {
            return real.call(args, kwargs);
        }
        named.del_item(EVALUATE)?;
        let scope = |name| Ok::<_, PyErr>(named.get_item(name)?.unwrap_or_else(|| py.None().into_bound(py)));
        let params = subject.as_ref().and_then(|subject| subject.getattr("__type_params__").ok()?.cast_into_exact::<PyTuple>().ok());
        let scopes = with_run(py, |m| annotation_texts::with_type_params(m, [scope("globals")?, scope("locals")?], params))?;
        let found = real.call(args, Some(&named))?;
        let evaluated = |annotation: Bound<'py, PyAny>| match exact_text(&annotation) {
            Some(text) => with_run(py, |m| annotation_texts::evaluated(m, &text, &scopes)),
            None => Ok(annotation),
        };
        match found.cast::<PyDict>() {
            Ok(annotations) => {
                let all = PyDict::new(py);
                annotations.iter().try_for_each(|(name, annotation)| all.set_item(name, evaluated(annotation)?))?;
                Ok(all.into_any())
            }
            Err(_) => with_annotations(&found, evaluated),
        }
    }
    /// For `inspect.signature` and its like.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signatures::of(self.real.bind(py))
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
}

const EVALUATE: &str = "eval_str";

/// The signature with what `evaluated` makes of its annotations.
fn with_annotations<'py>(
    signature: &Bound<'py, PyAny>,
    evaluated: impl Fn(Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = signature.py();
    let replaced = |object: &Bound<'py, PyAny>, names: &[&str], values: Vec<Bound<'py, PyAny>>| {
        let changes = PyDict::new(py);
        names.iter().zip(values).try_for_each(|(name, value)| changes.set_item(name, value))?;
        object.call_method("replace", (), Some(&changes))
    };
    let mut parameters = Vec::new();
    for parameter in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
        let parameter = parameter?;
        let annotation = evaluated(parameter.getattr("annotation")?)?;
        parameters.push(replaced(&parameter, &["annotation"], vec![annotation])?);
    }
    let returned = evaluated(signature.getattr("return_annotation")?)?;
    replaced(signature, &["parameters", "return_annotation"], vec![PyList::new(py, parameters)?.into_any(), returned])
}

/// A function, class or callable object of the code, or what `functools.partial` made of one.
fn is_of_code(m: &RunContext, object: &Bound<'_, PyAny>) -> R<bool> {
    let mut object = object.clone();
    for _ in 0..MOST_PARTS {
        let value = Value::from_bound(object.clone());
        if let Some((function, _)) = engine_types::bound_method(&value) {
            object = function.to_bound(m.py())?;
        } else if is_partial(&object)? {
            object = object.getattr("func")?;
        } else {
            let class = object.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
            return Ok(class || engine_types::is_function(&value) || m.session.check.own.contains(&object.get_type()));
        }
    }
    Ok(false)
}

/// Partial functions of partial functions that are looked into.
const MOST_PARTS: usize = 100;

fn is_partial(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.get_type().is(api::module(object.py(), "functools")?.getattr("partial")?))
}

/// Text is read from files, or from what was read of them before: those of libraries, and those that the host granted. A
/// class of the code has none, whatever it says of its module.
fn check_source(m: &RunContext, inspect: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    if object.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class)) {
        return Err(raise::<PyOSError>("source code not available"));
    }
    let file = inspect.getattr("__globals__").and_then(|globals| globals.get_item("getfile")).and_then(|getfile| getfile.call1((object,)));
    match file.and_then(|file| file.extract::<String>()) {
        Ok(file) if !call_stack::is_of_library(py, &file) => granted_paths::check_path(m, PyString::new(py, &file).as_any(), false),
        _ => Ok(()),
    }
}

/// Whether the test holds of `object` because it is ours.
fn holds(test: &str, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let value = Value::from_bound(object.clone());
    if test == "isawaitable" && (engine_calls::table().is_awaitable)(&value) {
        return Ok(true);
    }
    if let Some((kind, _)) = (engine_calls::table().generator_state)(&value) {
        return Ok(matches!(
            (test, kind),
            ("isgenerator", Suspends::Generator)
                | ("iscoroutine" | "isawaitable", Suspends::Coroutine)
                | ("isasyncgen", Suspends::AsyncGenerator)
        ));
    }
    if test == "isclass" {
        return Ok(type_object::real_class(object.clone()).is_instance_of::<PyType>());
    }
    if matches!(test, "isfunction" | "isroutine") {
        return Ok(engine_types::is_function(&value));
    }
    let Some(kind) = kind_of(object)? else { return Ok(false) };
    Ok(matches!(
        (test, kind),
        ("isgeneratorfunction", Suspends::Generator)
            | ("iscoroutinefunction", Suspends::Coroutine)
            | ("isasyncgenfunction", Suspends::AsyncGenerator)
    ))
}

const UNWRAP: Signature<2> = Signature { module: "inspect", name: "unwrap", parameters: ["func", "stop"], positional: 1 };
const GETMEMBERS: Signature<2> = Signature { module: "inspect", name: "getmembers", parameters: ["object", "predicate"], positional: 2 };
const COROUTINE: Signature<1> = Signature { module: "types", name: "coroutine", parameters: ["func"], positional: 1 };

/// `inspect.unwrap`: what is wrapped is read through the door.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn unwrap<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(mut found), stop] = UNWRAP.bind(args, kwargs)? else { return Err(UNWRAP.refuse(args, kwargs)) };
    let stop = stop.filter(|stop| !stop.is_none());
    let name = PyString::new(py, "__wrapped__");
    for _ in 0..api::module(py, "sys")?.call_method0("getrecursionlimit")?.extract::<usize>()? {
        let value = Value::from_bound(found.clone());
        let ends = stop.as_ref().map_or(Ok(false), |stop| stop.call1((&found,))?.is_truthy())?;
        if ends || !with_run(py, |m| attributes::has(m, &value, &name))? {
            return Ok(found);
        }
        found = with_run(py, |m| attributes::get(m, &value, &name)?.to_bound(py))?;
    }
    Err(PyValueError::new_err(format!("wrapper loop when unwrapping {}", found.repr()?)))
}

/// `inspect.getgeneratorstate` and its like, of what the code made.
#[pyfunction]
#[pyo3(signature = (object, /), text_signature = None)]
fn state(object: Bound<'_, PyAny>) -> PyResult<String> {
    let Some((kind, state)) = (engine_calls::table().generator_state)(&Value::from_bound(object.clone())) else {
        return Err(PyTypeError::new_err(format!("not a generator of the code: {}", object.get_type().name()?)));
    };
    let kind = match kind {
        Suspends::Coroutine => "CORO",
        Suspends::AsyncGenerator => "AGEN",
        _ => "GEN",
    };
    Ok(format!("{kind}_{state}"))
}

/// `inspect.getmembers`: what `dir` shows, through the door.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn getmembers<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyAny>)>> {
    let py = args.py();
    let [Some(object), predicate] = GETMEMBERS.bind(args, kwargs)? else { return Err(GETMEMBERS.refuse(args, kwargs)) };
    let predicate = predicate.filter(|predicate| !predicate.is_none());
    let names = access_functions::dir(&PyTuple::new(py, [&object])?, None)?;
    let value = Value::from_bound(object);
    let mut members = Vec::new();
    for name in names.try_iter()? {
        let Ok(name) = name?.cast_into::<PyString>() else { continue };
        let found = with_run(py, |m| {
            let before = m.session.check.refusals.pause();
            let found = attributes::get(m, &value, &name);
            m.session.check.refusals.resume(before);
            match found {
                Ok(found) => found.to_bound(py).map(Some),
                Err(Exc) => {
                    let error = PyErr::fetch(py);
                    let hidden = error.is_instance_of::<PyAttributeError>(py) || refusals::is_refusal(py, &error);
                    if hidden {
                        Ok(None)
                    } else {
                        Err(error.into())
                    }
                }
            }
        })?;
        let Some(found) = found else { continue };
        if predicate.as_ref().map_or(Ok(true), |test| test.call1((&found,))?.is_truthy())? {
            members.push((name, found));
        }
    }
    members.sort_by(|(a, _), (b, _)| a.to_string_lossy().cmp(&b.to_string_lossy()));
    Ok(members)
}

/// Whether it is a function or method of the code that is not called what it is not (`inspect.markcoroutinefunction`).
fn is_unmarked(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    const MARKS: [&str; 2] = ["_is_coroutine_marker", "_is_coroutine"];
    let value = Value::from_bound(object.clone());
    let function = engine_types::bound_method(&value).map(|(function, _)| function);
    if !engine_types::is_function(function.as_ref().unwrap_or(&value)) {
        return Ok(false);
    }
    for mark in MARKS {
        if object.hasattr(mark)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a call of the function gives; methods and partial functions are those of their function.
fn kind_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Suspends>> {
    let mut object = object.clone();
    for _ in 0..MOST_PARTS {
        let value = Value::from_bound(object.clone());
        if let Some((function, _)) = engine_types::bound_method(&value) {
            return Ok((engine_calls::table().suspends)(&function));
        }
        if !is_partial(&object)? {
            return Ok((engine_calls::table().suspends)(&value));
        }
        object = object.getattr("func")?;
    }
    Ok(None)
}

/// `types.coroutine`, for functions and callable objects of the code. (The real one would change the code of a function
/// of the host.)
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn coroutine<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(func)] = COROUTINE.bind(args, kwargs)? else { return Err(COROUTINE.refuse(args, kwargs)) };
    with_run(py, |m| {
        if !func.is_callable() {
            return Err(raise::<PyTypeError>("types.coroutine() expects a callable"));
        }
        let (calls, value) = (engine_calls::table(), Value::from_bound(func.clone()));
        if (calls.suspends)(&value) == Some(Suspends::Coroutine) || (calls.make_awaitable)(&value) {
            return Ok(func);
        }
        if func.is_exact_instance_of::<PyFunction>() {
            return Err(refusals::forbidden_function(m, "types.coroutine (of a function of the host)"));
        }
        let _host = HostScope::enter();
        // What has no code that could be changed gets a wrapper.
        let functools = api::module(py, "functools")?;
        let wrapper = api::module(py, "types")?.getattr("coroutine")?.call1((functools.getattr("partial")?.call1((&func,))?,))?;
        Ok(functools.getattr("update_wrapper")?.call1((wrapper, func))?)
    })
}
