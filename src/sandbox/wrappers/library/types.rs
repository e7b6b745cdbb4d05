//! `types.FunctionType` and its like as the code sees them: classes of the functions, generators and modules of both sides, of which
//! nothing is made. (`fastexec.interpreter_types` has what they are made of.)

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{exact_text, Ty};
use crate::sandbox::classes::type_object::ClassMaker;
use crate::sandbox::imports::ModuleView;
use crate::sandbox::interpreter_types::{Source, StandIn, NAMES, SOURCE};
use crate::sandbox::signatures::Signature;
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::unbound_methods;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::{engine_calls, engine_types, refusals};

/// Tells the gate how these classes are made.
pub fn init(py: Python<'_>) {
    let module_view = py.get_type::<ModuleView>().as_ptr() as usize;
    SOURCE.get_or_init(|| Source { module_view, make });
}

fn make(py: Python<'_>) -> PyResult<Vec<StandIn>> {
    let _host = HostScope::enter();
    let types = py.import("types")?;
    let maker = py.import("fastexec.interpreter_types")?.getattr("make")?;
    let of_engine = engine_types::classes(py).into_iter().chain([py.get_type::<ModuleView>()]).map(Some);
    let stand_in = |(name, of_engine): (&&str, Option<Bound<'_, PyType>>)| {
        let real = [types.getattr(*name)?].into_iter().chain(of_engine.map(Bound::into_any));
        let real = PyTuple::new(py, real.collect::<Vec<_>>())?.unbind();
        let seen = maker.call1((Membership { real: real.clone_ref(py) },))?.cast_into::<PyType>()?.unbind();
        Ok(StandIn { real, seen })
    };
    NAMES.iter().zip(of_engine.chain(std::iter::repeat(None))).map(stand_in).collect()
}

const NEW_CLASS: Signature<4> =
    Signature { module: "types", name: "new_class", parameters: ["name", "bases", "kwds", "exec_body"], positional: 4 };

/// `types.new_class`: the class is made as a class statement makes one.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn new_class<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(name), bases, keywords, fill] = NEW_CLASS.bind(args, kwargs)? else { return Err(NEW_CLASS.refuse(args, kwargs)) };
    let Some(name) = exact_text(&name) else {
        return Err(PyTypeError::new_err(format!("type.__new__() argument 1 must be str, not {}", name.get_type().name()?)));
    };
    let bases = bases.map_or_else(|| Ok(PyTuple::empty(py)), |bases| PyTuple::new(py, bases.try_iter()?.collect::<PyResult<Vec<_>>>()?))?;
    let known_keywords = PyDict::new(py);
    if let Some(keywords) = keywords.filter(|keywords| !keywords.is_none()) {
        known_keywords.call_method1(intern!(py, "update"), (keywords,))?;
    }
    let fill = fill.filter(|fill| !fill.is_none());
    let module = intern!(py, "__module__");
    with_run(py, |m| {
        // The class is of the module whose function makes it: that of the code, if it wrote how its metaclass does so.
        let given = known_keywords.get_item("metaclass")?.into_iter();
        let metaclasses = given.chain(bases.iter().map(|base| base.get_type().into_any()));
        let own_maker = metaclasses.filter_map(|class| class.cast_into::<PyType>().ok()).any(|class| makes_classes(m, &class));
        let mut body = |namespace: &Bound<'py, PyAny>| {
            if let Some(fill) = &fill {
                fill.call1((value_filter::admit_bound(m, namespace.clone())?,))?;
            }
            if !own_maker && !namespace.contains(module)? {
                namespace.set_item(module, "types")?;
            }
            Ok(())
        };
        (engine_calls::table().make_class)(m, &name.to_string_lossy(), &bases, &known_keywords, &mut body)?.to_bound(py)
    })
}

/// Whether it is a metaclass with a `__new__` that the code wrote.
fn makes_classes(m: &RunContext, class: &Bound<'_, PyType>) -> bool {
    let maker = Ty::from_class(class).lookup(intern!(class.py(), "__new__"));
    m.session.check.own.contains(class) && maker.is_some_and(|maker| !maker.is_instance_of::<ClassMaker>())
}

/// Those of which CPython makes objects for whoever calls them.
const MADE_ELSEWHERE: [&str; 4] = ["CellType", "CodeType", "ModuleType", "TracebackType"];

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
        if let Some(name) = MADE_ELSEWHERE.iter().find(|name| known(py).is_ok_and(|known| known.is(class.as_ptr() as usize, name))) {
            return with_run(py, |m| Err(refusals::forbidden_function(m, name)));
        }
        Err(PyTypeError::new_err(format!("cannot create '{}' instances", class.getattr("__name__")?)))
    }
}
