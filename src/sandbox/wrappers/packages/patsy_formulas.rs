//! Formulas that patsy evaluates (`smf.ols("y ~ np.log(x)", df)`): their names are columns and what the code has under them.

use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cpython::call_stack;
use crate::cpython::hooks::{exchange_attribute, table, wrap_attribute};
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::sandbox::generated_code::{as_formula, harmless_builtins};
use crate::sandbox::wrappers::packages::pandas_expressions::variable;
use crate::session::current::with_run;
use crate::session::scope::sandboxed;

/// The function of patsy that finds the names of its caller, for good: whether that is code of the sandbox shows when it
/// is called. Does nothing before patsy is loaded.
pub fn read_names_of_the_code(py: Python<'_>) -> PyResult<()> {
    let Ok(module) = py.import("sys")?.getattr("modules")?.get_item("patsy.eval") else { return Ok(()) };
    let Ok(class) = module.getattr("EvalEnvironment") else { return Ok(()) };
    wrap_attribute(&class, "capture", |original| Capture { original }, &table::PATSY_NAMES)?;
    if module.getattr_opt("eval")?.is_some_and(|found| found.is_instance_of::<Evaluate>()) {
        return Ok(());
    }
    let evaluate = |py: Python<'_>, _: Option<Bound<'_, PyAny>>| Ok(Bound::new(py, Evaluate)?.into_any().unbind());
    exchange_attribute(&module, "eval", evaluate, &table::PATSY_NAMES)
}

// The builtin `eval`, by which patsy looks a formula's parts up among columns and variables.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
struct Evaluate;

#[pymethods]
impl Evaluate {
    #[pyo3(signature = (code, globals, locals, /))]
    fn __call__<'py>(
        &self,
        code: &Bound<'py, PyAny>,
        globals: &Bound<'py, PyDict>,
        locals: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static BUILTINS: Once<Py<PyDict>> = Once::new();
        let py = code.py();
        let eval = py.import("builtins")?.getattr("eval")?;
        if !sandboxed() {
            return eval.call1((code, globals, locals));
        }
        // A column may be called `type`; where there is none, nothing is.
        globals.set_item("__builtins__", BUILTINS.get_or_make(py, || Ok::<_, PyErr>(harmless_builtins(py)?.unbind()))?)?;
        as_formula(code, || eval.call1((code, globals, locals)))
    }
}

// `EvalEnvironment.capture`
#[pyclass(frozen, module = "patsy.eval", name = "classmethod")]
struct Capture {
    original: Py<PyAny>,
}

#[pymethods]
impl Capture {
    fn __get__<'py>(&self, object: &Bound<'py, PyAny>, class: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let method = self.original.bind(py).call_method1("__get__", (object, class))?;
        if !sandboxed() {
            return Ok(method);
        }
        Ok(Bound::new(py, CaptureOf { method: method.unbind(), class: class.clone().unbind() })?.into_any())
    }
    #[getter]
    fn __wrapped__<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.original.bind(py).clone()
    }
}

// The method of the class, called while code runs.
#[pyclass(frozen, module = "patsy.eval", name = "method")]
struct CaptureOf {
    method: Py<PyAny>,
    class: Py<PyAny>,
}

#[pymethods]
impl CaptureOf {
    #[pyo3(signature = (eval_env = None, reference = 0))]
    fn __call__<'py>(&self, py: Python<'py>, eval_env: Option<Bound<'py, PyAny>>, reference: usize) -> PyResult<Bound<'py, PyAny>> {
        let given = eval_env.map_or_else(|| Ok::<_, PyErr>(0_usize.into_pyobject(py)?.into_any()), Ok)?;
        // Frames of libraries come first; the code has none of its own.
        let up = given.extract::<usize>().ok().map(|up| up.saturating_add(reference));
        if up.is_some_and(|up| up >= call_stack::depth(py)) {
            return self.class.bind(py).call1(([Bound::new(py, Variables)?],));
        }
        self.method.bind(py).call1((given, reference))
    }
}

// The variables of the code, by name: patsy asks for those that stand in the formula.
#[pyclass(frozen, module = "builtins", name = "mappingproxy")]
struct Variables;

#[pymethods]
impl Variables {
    fn __getitem__<'py>(&self, name: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        let Some(text) = exact_text(&name) else { return Err(PyTypeError::new_err("names are texts")) };
        let value = with_run(py, |m| Ok(variable(m, &text.to_string_lossy())))?;
        if value.is_unset() {
            return Err(PyKeyError::new_err(name.unbind()));
        }
        with_run(py, |_| value.to_bound(py))
    }
}
