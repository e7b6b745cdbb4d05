//! Annotations in texts. The interpreter evaluates them with the names of the module that a function or class says it is of,
//! which is the host's; what the code means by a name is its own variable.

use std::cell::Cell;

use pyo3::exceptions::{PyNameError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cpython::hooks::{table, wrap_attribute};
use crate::sandbox::annotation_texts::{names, with_type_params};
use crate::sandbox::generated_code::is_annotation;
use crate::session::current::with_run;
use crate::session::scope::sandboxed;

thread_local! {
    /// Address of the code of the annotation that was looked at and is evaluated next.
    static CHECKED: Cell<usize> = const { Cell::new(0) };
}

/// What evaluates a text: a method of `ForwardRef`, and its first parameters, which may be given by place or name.
#[cfg(not(Py_3_14))]
const EVALUATE: (&str, &str, [&str; 2]) = ("typing", "_evaluate", ["globalns", "localns"]);
#[cfg(Py_3_14)]
const EVALUATE: (&str, &str, [&str; 2]) = ("annotationlib", "evaluate", ["globals", "locals"]);

/// Looks at each text before `ForwardRef` evaluates it; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let (module, method, _) = EVALUATE;
    let class = py.import(module)?.getattr("ForwardRef")?;
    wrap_attribute(&class, method, |original| Evaluate { original }, &table::TYPE_HINTS)
}

/// Whether this code is an annotation whose names are the code's own.
pub fn is_checked(code: &Bound<'_, PyAny>) -> bool {
    CHECKED.replace(0) == code.as_ptr() as usize
}

// The method, as others see it; what runs for the code is `Bounded`.
#[cfg_attr(not(Py_3_14), pyclass(frozen, module = "typing", name = "function"))]
#[cfg_attr(Py_3_14, pyclass(frozen, module = "annotationlib", name = "function"))]
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
#[cfg_attr(not(Py_3_14), pyclass(frozen, module = "typing", name = "method"))]
#[cfg_attr(Py_3_14, pyclass(frozen, module = "annotationlib", name = "method"))]
struct Bounded {
    method: Py<PyAny>,
    reference: Py<PyAny>,
}

impl Bounded {
    /// Calls the method with these namespaces in place of those that were given.
    fn evaluate<'py>(&self, given: Given<'_, 'py>, scopes: [Bound<'py, PyAny>; 2]) -> PyResult<Bound<'py, PyAny>> {
        let (args, kwargs) = given;
        let py = args.py();
        let kwargs = kwargs.map_or_else(|| Ok(PyDict::new(py)), |kwargs| kwargs.copy())?;
        let mut places: Vec<_> = args.iter().collect();
        for (index, (name, scope)) in EVALUATE.2.into_iter().zip(scopes).enumerate() {
            match places.get_mut(index) {
                Some(place) => *place = scope,
                None => kwargs.set_item(name, scope)?,
            }
        }
        self.method.bind(py).call(PyTuple::new(py, places)?, Some(&kwargs))
    }
}

type Given<'a, 'py> = (&'a Bound<'py, PyTuple>, Option<&'a Bound<'py, PyDict>>);

fn argument<'py>((args, kwargs): Given<'_, 'py>, place: usize, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let named = kwargs.map(|kwargs| kwargs.get_item(name)).transpose()?.flatten();
    Ok(named.or_else(|| args.get_item(place).ok()))
}

/// The namespaces of the call, None where one was not given.
fn scopes<'py>(given: Given<'_, 'py>) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let none = || given.0.py().None().into_bound(given.0.py());
    let [globals, locals] = EVALUATE.2;
    Ok([argument(given, 0, globals)?.unwrap_or_else(none), argument(given, 1, locals)?.unwrap_or_else(none)])
}

/// What is wanted of the text: its value (before 3.14 always), the reference itself where a name is missing, or a text, for
/// which nothing is evaluated.
#[derive(PartialEq)]
enum Wanted {
    Value,
    Reference,
    Text,
}

fn wanted(given: Given<'_, '_>) -> PyResult<Wanted> {
    if !cfg!(Py_3_14) {
        return Ok(Wanted::Value);
    }
    let formats = given.0.py().import("annotationlib")?.getattr("Format")?;
    let format = argument(given, usize::MAX, "format")?;
    let is = |name: &str| format.as_ref().is_some_and(|format| formats.getattr(name).is_ok_and(|one| one.is(format)));
    Ok(match () {
        () if is("STRING") => Wanted::Text,
        () if is("FORWARDREF") => Wanted::Reference,
        () => Wanted::Value,
    })
}

#[pymethods]
impl Bounded {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let given = (args, kwargs);
        let wanted = wanted(given)?;
        let scopes = scopes(given)?;
        if wanted == Wanted::Text {
            return self.evaluate(given, scopes);
        }
        let reference = self.reference.bind(py);
        let text = reference.getattr("__forward_arg__")?;
        // The text is looked up in namespaces as it is, and a subclass says itself what it equals.
        let Ok(text) = text.cast_exact::<PyString>() else {
            return Err(PyTypeError::new_err(format!("Forward reference must be a string -- got {}", text.get_type().name()?)));
        };
        let code = reference.getattr("__forward_code__")?;
        // Of a library, or with nothing but ordinary types.
        if is_annotation(&code) {
            match self.evaluate(given, scopes.clone()) {
                Err(error) if error.is_instance_of::<PyNameError>(py) => {}
                result => return result,
            }
        }
        let params = argument(given, 2, "type_params")?.and_then(|params| params.cast_into_exact::<PyTuple>().ok());
        let names = match with_run(py, |m| names(m, text, &with_type_params(m, scopes.clone(), params)?)) {
            Err(error) if wanted == Wanted::Reference && error.is_instance_of::<PyNameError>(py) => return Ok(reference.clone()),
            names => names?,
        };
        let Some(names) = names else { return self.evaluate(given, scopes) };
        CHECKED.set(code.as_ptr() as usize);
        // Two dicts: else the reference keeps what it found, for whoever asks next.
        let result = self.evaluate(given, [names.copy()?.into_any(), names.into_any()]);
        CHECKED.set(0);
        result
    }
}
