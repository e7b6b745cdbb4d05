//! Annotations in texts, before 3.14. The interpreter evaluates them with the names of the module that a function or class
//! says it is of, which is the host's; what the code means by a name is its own variable.

use std::cell::Cell;

use pyo3::exceptions::PyNameError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cpython::hooks::{table, wrap_attribute};
use crate::cpython::type_access::exact_text;
use crate::sandbox::annotation_texts::names;
use crate::sandbox::generated_code::is_annotation;
use crate::session::current::with_run;
use crate::session::scope::sandboxed;

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
