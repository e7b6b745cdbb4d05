//! `types.FunctionType` and its like as the code sees them: classes of the functions, generators and modules of both sides, of which
//! nothing is made. (`fastexec.interpreter_types` has what they are made of.)

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::sandbox::imports::ModuleView;
use crate::sandbox::interpreter_types::{Source, StandIn, NAMES, SOURCE};
use crate::sandbox::wrappers::unbound_methods;
use crate::session::current::with_run;
use crate::session::scope::HostScope;
use crate::session::{engine_types, refusals};

/// Tells the gate how these classes are made.
pub fn init(py: Python<'_>) {
    let module_view = py.get_type::<ModuleView>().as_ptr() as usize;
    SOURCE.get_or_init(|| Source { module_view, make });
}

fn make(py: Python<'_>) -> PyResult<Vec<StandIn>> {
    let _host = HostScope::enter();
    let types = py.import("types")?;
    let maker = py.import("fastexec.interpreter_types")?.getattr("make")?;
    let of_engine = engine_types::classes(py).into_iter().chain([py.get_type::<ModuleView>()]);
    let stand_in = |(name, of_engine): (&&str, Bound<'_, PyType>)| {
        let real = PyTuple::new(py, [types.getattr(*name)?, of_engine.into_any()])?.unbind();
        let seen = maker.call1((Membership { real: real.clone_ref(py) },))?.cast_into::<PyType>()?.unbind();
        Ok(StandIn { real, seen })
    };
    NAMES.iter().zip(of_engine).map(stand_in).collect()
}

// Which objects are of one of these classes.
#[pyclass(frozen, module = "fastexec")]
struct Membership {
    #[pyo3(get)]
    real: Py<PyTuple>,
}

#[pymethods]
impl Membership {
    fn holds(&self, value: Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, value) = (value.py(), unbound_methods::unwrap(value));
        let class = value.get_type();
        for real in self.real.bind(py).iter() {
            if class.is_subclass(&real)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    fn refuse(&self, py: Python<'_>) -> PyResult<()> {
        let class = self.real.bind(py).get_item(0)?;
        if known(py)?.is(class.as_ptr() as usize, "ModuleType") {
            return with_run(py, |m| Err(refusals::forbidden_function(m, "ModuleType")));
        }
        Err(PyTypeError::new_err(format!("cannot create '{}' instances", class.getattr("__name__")?)))
    }
}
