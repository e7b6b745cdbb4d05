//! Annotations in texts. From 3.14 on the interpreter looks a text that is a plain name up in the module that the class
//! names, without running code that the audit hook would see: names of the host's modules are none of the code's.

use pyo3::prelude::*;

use crate::cpython::hooks::{table, wrap_attribute};
use crate::cpython::value::Exc;
use crate::sandbox::generated_code;
use crate::session::{current, refusals, scope};

/// Looks at each text before `annotationlib.ForwardRef.evaluate` does; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let class = py.import("annotationlib")?.getattr("ForwardRef")?;
    wrap_attribute(&class, "evaluate", |original| Evaluate { original }, &table::FORWARD_REFS)
}

/// Refuses the name of anything but an ordinary type.
fn look(text: &Bound<'_, PyAny>) -> PyResult<()> {
    let name = text.to_string();
    if !text.call_method0("isidentifier")?.is_truthy()? || generated_code::is_ordinary_type(&name) {
        return Ok(());
    }
    let refusal = format!("Forbidden operation: evaluating the annotation {name:?}");
    match current::with_current(|m| refusals::raise(m, refusals::Kind::Plain, &refusal)) {
        Some(Exc) => Err(PyErr::fetch(text.py())),
        None => Ok(()),
    }
}

// The method, given out only for texts that may be evaluated.
#[pyclass(frozen, module = "annotationlib", name = "function")]
struct Evaluate {
    original: Py<PyAny>,
}

#[pymethods]
impl Evaluate {
    fn __get__<'py>(&self, object: &Bound<'py, PyAny>, class: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        if !object.is_none() && scope::sandboxed() {
            look(&object.getattr("__forward_arg__")?)?;
        }
        self.original.bind(py).call_method1("__get__", (object, class))
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}
