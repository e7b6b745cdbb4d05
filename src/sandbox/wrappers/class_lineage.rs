//! What classes a class of the code's own inherits from, and which inherit from it.
//!
//! From other classes this leads to every class of the process. Those of the code lead to each other and to what they were
//! derived from, where that keeps nothing from the code.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::sandbox::attributes::Place;
use crate::sandbox::type_info::info;
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;

/// `class.name`, if it tells of the lineage of a class of the code; `None` for all else.
pub fn get(m: &RunContext, class: &Bound<'_, PyType>, at: &Place<'_, '_>, name: &str) -> R<Option<Value>> {
    let relation = match name {
        "mro" | "__subclasses__" => Some(name == "mro"),
        "__mro__" | "__bases__" | "__base__" => None,
        _ => return Ok(None),
    };
    let facts = info(&m.session.check, Ty::from_class(class))?;
    if !m.session.check.own.contains(class) || !(facts.pure || facts.known_bases) || !is_of_type(class, at) {
        return Ok(None);
    }
    if let Some(upwards) = relation {
        let method = Lineage { class: class.clone().unbind(), upwards };
        return Ok(Some(Value::from_bound(Bound::new(m.py(), method)?.into_any())));
    }
    let found = (at.fetch)()?;
    let Ok(classes) = found.cast::<PyTuple>() else { return value_filter::admit(m, Value::from_bound(found)).map(Some) };
    Ok(Some(Value::from_bound(PyTuple::new(m.py(), admitted(m, classes.iter())?)?.into_any())))
}

/// Whether it is `type` that answers for the name, and nothing that the code or a library wrote.
fn is_of_type(class: &Bound<'_, PyType>, at: &Place<'_, '_>) -> bool {
    let py = class.py();
    let (plain, metaclass) = (py.get_type::<PyType>(), class.get_type());
    let held = |class: &Bound<'_, PyType>, name| Ty::from_class(class).lookup(name).map(|found| found.as_ptr());
    let alike = |name| held(&metaclass, name) == held(&plain, name);
    let shadowed = held(class, at.name).is_some_and(|found| Some(found) != held(&plain, at.name));
    alike(at.name) && alike(intern!(py, "__getattribute__")) && !shadowed
}

fn admitted<'py>(m: &RunContext, classes: impl Iterator<Item = Bound<'py, PyAny>>) -> R<Vec<Bound<'py, PyAny>>> {
    classes.map(|class| value_filter::admit_bound(m, class)).collect()
}

// `mro` or `__subclasses__` of a class of the code.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct Lineage {
    class: Py<PyType>,
    upwards: bool,
}

impl Lineage {
    fn name(&self) -> &'static str {
        if self.upwards {
            "mro"
        } else {
            "__subclasses__"
        }
    }
    fn real<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<PyType>().getattr(self.name())?.call_method1(intern!(py, "__get__"), (self.class.bind(py),))
    }
}

#[pymethods]
impl Lineage {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyList>> {
        let py = args.py();
        let found = self.real(py)?.call(args, kwargs)?.cast_into::<PyList>()?;
        with_run(py, |m| {
            // (The host may derive classes from those that it was given.)
            let is_own = |class: &Bound<'_, PyAny>| class.cast::<PyType>().is_ok_and(|class| m.session.check.own.contains(class));
            let shown = found.iter().filter(|class| self.upwards || is_own(class));
            Ok(PyList::new(py, admitted(m, shown)?)?)
        })
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().class.is(&self.class) && other.get().upwards == self.upwards)
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.real(py)?.hash()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.real(py)?.repr()?.to_string())
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.class)
    }
}
