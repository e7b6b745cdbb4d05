//! `types.FunctionType` and its like as the code sees them: good for `isinstance`, not for making anything.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyTuple};

use crate::cpython::builtin_types::known;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::sandbox::imports::ModuleView;
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::unbound_methods;
use crate::session::current::with_run;
use crate::session::engine_types;
use crate::session::refusals;
use crate::session::state::type_info::Kind;

// Stands for the class `types.<name>`.
#[pyclass(frozen, module = "types", name = "type")]
pub struct TypeTest {
    name: &'static str,
}

pub fn object(py: Python<'_>, name: &str) -> R<Value> {
    let names = ["FunctionType", "LambdaType", "ModuleType", "GeneratorType", "CoroutineType", "AsyncGeneratorType"];
    let name = names.into_iter().find(|n| *n == name).unwrap_or("FunctionType");
    Ok(Value::from_bound(Bound::new(py, TypeTest { name })?.into_any()))
}

#[pymethods]
impl TypeTest {
    fn __instancecheck__(&self, object: Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, object) = (object.py(), unbound_methods::unwrap(object));
        let address = Ty::of_bound(&object).addr();
        let name = if self.name == "LambdaType" { "FunctionType" } else { self.name };
        if known(py)?.is(address, name) {
            return Ok(true);
        }
        let [generator, coroutine, async_generator] = engine_types::generator_types().map(|t| t as usize);
        match name {
            "GeneratorType" => Ok(address == generator),
            "CoroutineType" => Ok(address == coroutine),
            "AsyncGeneratorType" => Ok(address == async_generator),
            "ModuleType" => Ok(object.is_instance_of::<PyModule>() || object.is_instance_of::<ModuleView>()),
            _ => with_run(py, |m| Ok(info(&m.session.check, Ty::of_bound(&object))?.kind == Kind::OwnFunction)),
        }
    }
    #[pyo3(signature = (*args, **_kwargs))]
    fn __call__(&self, args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        if self.name == "ModuleType" {
            return with_run(args.py(), |m| Err(refusals::forbidden_function(m, "ModuleType")));
        }
        Err(PyTypeError::new_err(format!("cannot create '{}' instances", self.__name__())))
    }
    fn __repr__(&self) -> String {
        format!("<class '{}'>", self.__name__())
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        match self.name {
            "GeneratorType" => "generator",
            "CoroutineType" => "coroutine",
            "AsyncGeneratorType" => "async_generator",
            "ModuleType" => "module",
            _ => "function",
        }
    }
}
