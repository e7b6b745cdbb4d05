//! Callables of libraries that the code hands over to be called later: by C code that it uses (`map(json.loads, lines)`), by the
//! interpreter as special methods of its classes.
//!
//! What they take and give never enters the program, and whoever iterates or prints what the code made calls them, the host
//! too, for whom library code may do more. What is handed over is wrapped: the wrapper looks at the values, and calls for the
//! session, unless the callable only computes.

use std::rc::Rc;

use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyString, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::cpython::api;
use crate::cpython::attached::Attached;
use crate::cpython::builtin_types::known;
use crate::cpython::once::Once;
use crate::cpython::static_types::{self, Maker};
use crate::cpython::type_access::{self, Ty};
use crate::cpython::value::{Exc, Value, R};
use crate::front::policy::names::fixed_attribute_refusal;
use crate::front::policy::natives::{FUNCTIONS, PURE_CLASSES, PURE_HOMES, PURE_TYPES, PURE_WHERE_LOADED};
use crate::sandbox::attributes::access_functions;
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::value_filter;
use crate::session::run_context::RunContext;
use crate::session::state::type_info::Kind;
use crate::session::{engine_calls, engine_types, global_table, panics, Session};

/// What C code is given to call, while sandboxed code runs: the same, or what looks at values between.
pub fn instead_of(m: &RunContext, callable: &Bound<'_, PyAny>) -> R<Option<Py<PyAny>>> {
    if !callable.is_callable() || callable.is_instance_of::<Between>() {
        return Ok(None);
    }
    // By far the most common, and functions of the code look at values themselves.
    if callable.get_type_ptr() == engine_types::function_type() {
        return Ok(None);
    }
    let objects = &m.session.check.objects;
    if computes_at_sight(m, callable) || objects.only_computes(callable) {
        return Ok(None);
    }
    let admitted = value_filter::admit_bound(m, callable.clone())?;
    if only_computes(m, &admitted)? {
        if admitted.is(callable) && is_of_module(callable) {
            objects.keep_computing(callable);
        }
        return Ok(None);
    }
    Ok(Some(between(m, admitted)?.unbind()))
}

/// Whether it is one of those that are handed over most often, and that `only_computes` says so of: `len`, `str`, `int`, `float`, a method of a
/// text or of a container, bound or not.
pub fn computes_at_sight(m: &RunContext, callable: &Bound<'_, PyAny>) -> bool {
    match static_types::maker(callable) {
        Maker::Plain => true,
        Maker::MethodOf(receiver) => value_filter::passes(m, &Value::from_bound(receiver)),
        Maker::Other => false,
    }
}

/// Whether it is a C function of a module, of which there are a few.
fn is_of_module(callable: &Bound<'_, PyAny>) -> bool {
    let home = type_access::builtin_function(callable).and_then(|(_, receiver)| receiver);
    home.is_some_and(|home| type_access::module_dict(&home).is_some())
}

/// What stands between, for a callable that does more than compute.
pub fn between<'py>(m: &RunContext, real: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = real.py();
    Ok(Bound::new(py, Between { real: real.unbind(), home: Home::of(m) })?.into_any())
}

/// Addresses of classes that make plain values.
fn pure_classes(py: Python<'_>) -> PyResult<&'static FxHashSet<usize>> {
    static FOUND: Once<FxHashSet<usize>> = Once::new();
    FOUND.get_or_make(py, || {
        let mut found = FxHashSet::default();
        for (module, names) in PURE_CLASSES {
            let home = py.import(*module)?;
            // Those that this version of Python has; they live as long as the set.
            found.extend(names.iter().filter_map(|name| home.getattr(*name).ok()).map(|class| class.into_ptr() as usize));
        }
        Ok(found)
    })
}

/// Whether nothing needs to look: functions of the code do so themselves.
pub fn only_computes(m: &RunContext, callable: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    if let Ok(class) = callable.cast::<PyType>() {
        // (Exceptions keep what they are made with. `failureException = KeyError`: who reads it wants a class.)
        return Ok(Ty::from_class(class).has(type_access::EXCEPTION) || is_own_or_pure(m, class)?);
    }
    if let Some((_, receiver)) = type_access::builtin_function(callable) {
        let Some(receiver) = receiver else { return Ok(true) };
        if type_access::module_dict(&receiver).is_some() {
            return Ok(PURE_HOMES.contains(&value_filter::module_name(&receiver).as_str()));
        }
        // A method of a class, or of an object.
        return match receiver.cast::<PyType>() {
            Ok(class) => is_own_or_pure(m, class),
            Err(_) => Ok(is_plain(py, &receiver.get_type())?),
        };
    }
    let computing = &m.session.check.computing;
    if computing.contains(Ty::of_bound(callable)) {
        return Ok(true);
    }
    let class = callable.get_type();
    let is_type = |module: &str, name: &str| type_access::is_called(&class, name) && is_named(py, class.as_any(), module, name);
    if is_type("functools", "partial") {
        let function = callable.getattr(intern!(py, "func"))?;
        return Ok(!calls_its_key(&function) && only_computes(m, &function)?);
    }
    if is_type("builtins", "staticmethod") {
        return only_computes(m, &callable.getattr(intern!(py, "__func__"))?);
    }
    Ok(match info(&m.session.check, Ty::of_bound(callable))?.kind {
        Kind::OwnFunction => true,
        Kind::Function if type_access::is_slot_method(callable) || is_unbound(callable) => {
            let class = callable.getattr(pyo3::intern!(py, "__objclass__"))?;
            is_plain(py, class.cast::<PyType>().map_err(PyErr::from)?)?
        }
        Kind::Method => access_functions::is_own_method(m, callable)?,
        _ => {
            let computes = PURE_TYPES.iter().any(|(module, name)| is_type(module, name)) || is_own_or_pure(m, &class)?;
            if computes {
                computing.insert(Ty::of_bound(callable));
            }
            computes
        }
    })
}

/// Whether it is a method of a class in C that has no object (`str.strip`, `object.__hash__`).
fn is_unbound(callable: &Bound<'_, PyAny>) -> bool {
    type_access::is_method_descriptor(callable) || type_access::is_slot_wrapper(callable)
}

/// Whether it calls what may be given to it by keyword (`functools.partial(max, key=…)`).
fn calls_its_key(function: &Bound<'_, PyAny>) -> bool {
    let called = type_access::builtin_function(function).map(|(name, _)| name);
    called.is_some_and(|called| FUNCTIONS.iter().any(|(_, name, _)| name.ends_with(called)))
}

fn is_plain(py: Python<'_>, class: &Bound<'_, PyType>) -> PyResult<bool> {
    let is = |module: &str, name: &str| type_access::is_called(class, name) && is_named(py, class.as_any(), module, name);
    let is_loaded = || PURE_WHERE_LOADED.iter().any(|(module, names)| names.iter().any(|name| is(module, name)));
    Ok(pure_classes(py)?.contains(&(class.as_ptr() as usize)) || is_loaded())
}

/// Whether the class and all it derives from are the code's, or such as make plain values.
fn is_own_or_pure(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    for base in class.mro().iter() {
        let Ok(base) = base.cast_into::<PyType>() else { return Ok(false) };
        if !m.session.check.own.contains(&base) && !is_plain(m.py(), &base)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What one of the wrappers stands for: the code handed it over, and may have it.
pub fn handed_over<'py>(wrapper: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let of_callable = || Some(&wrapper.cast_exact::<Between>().ok()?.get().real);
    let of_method = || Some(&wrapper.cast_exact::<SpecialMethod>().ok()?.get().real);
    Some(of_callable().or_else(of_method)?.bind(wrapper.py()).clone())
}

/// The session for which something is called.
struct Home {
    session: Attached<Rc<Session>>,
    owner: Attached<Value>,
}

impl Home {
    fn of(m: &RunContext) -> Home {
        Home { session: Attached(m.session.clone()), owner: Attached(m.owner.clone()) }
    }

    /// Runs `call` for the session, whoever is at work.
    fn run<T>(&self, py: Python<'_>, call: impl FnOnce(&RunContext) -> R<T>) -> PyResult<T> {
        let run = || engine_calls::run_in_session(&self.session.0, &self.owner.0, call);
        panics::contained(Err(Exc), run).map_err(|Exc| PyErr::fetch(py))
    }

    /// Calls for the session, with a look at what is taken and given.
    fn call<'py>(
        &self,
        real: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run(args.py(), |m| {
            let (args, kwargs) = value_filter::admit_arguments(m, args, kwargs)?;
            value_filter::admit_bound(m, real.call(args, kwargs.as_ref())?)
        })
    }

    /// What a library has written on a function of its own (`__unittest_skip__`), for libraries that look at it later.
    fn mark<'py>(&self, real: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let py = real.py();
        let function = match real.cast_exact::<PyFunction>() {
            Ok(function) => Some(function.clone()),
            Err(_) if known(py)?.is(Ty::of_bound(real).addr(), "MethodType") => real.getattr(intern!(py, "__func__"))?.cast_into().ok(),
            Err(_) => None,
        };
        let kept = fixed_attribute_refusal(&name.to_string_lossy()) || *name == "__wrapped__";
        let marks = function.filter(|_| !kept).map(|function| function.getattr(intern!(py, "__dict__"))).transpose()?;
        match marks.and_then(|marks| marks.get_item(name).ok()) {
            Some(found) => self.run(py, |m| value_filter::admit_bound(m, found)),
            None => Err(PyAttributeError::new_err(format!("'{}' object has no attribute '{name}'", real.get_type().name()?))),
        }
    }

    fn traverse(&self, visit: &pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        global_table::visit_value(visit, &self.owner.0)
    }
}

// A callable with a look at what it takes and gives.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
pub struct Between {
    real: Py<PyAny>,
    home: Home,
}

#[pymethods]
impl Between {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        self.home.call(self.real.bind(args.py()), args, kwargs)
    }
    /// Only `defaultdict` shows what it holds, and enters it as what is being shown before it asks for its text.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let real = self.real.bind(py);
        api::while_shown(real, || Ok(real.repr()?.to_string()))
    }
    /// Libraries compare what they hold with what they are given.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.real.bind(py).eq(handed_over(other).as_ref().unwrap_or(other))
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.real.bind(py).hash()
    }
    /// A copy of what holds it may hold it as well, as it would a function.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        Ok((api::module(py, "functools")?.getattr("partial")?, (self.real.clone_ref(py),)))
    }
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        self.home.mark(self.real.bind(name.py()), name)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        self.home.traverse(&visit)
    }
}

// As `Between`, for a special method: bound as the interpreter binds what it stands for.
#[pyclass(frozen, module = "builtins", name = "method_descriptor")]
pub struct SpecialMethod {
    real: Py<PyAny>,
    home: Home,
}

/// What stands in a class for a special method that does more than compute.
pub fn special_method<'py>(m: &RunContext, real: Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let py = real.py();
    Ok(Bound::new(py, SpecialMethod { real: real.unbind(), home: Home::of(m) })?.into_any())
}

#[pymethods]
impl SpecialMethod {
    /// The interpreter calls some (`__get__`) without binding them.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        self.home.call(self.real.bind(args.py()), args, kwargs)
    }
    fn __get__<'py>(
        &self,
        py: Python<'py>,
        object: Option<&Bound<'py, PyAny>>,
        class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let real = self.real.bind(py);
        let get = Ty::of_bound(real).lookup(intern!(py, "__get__"));
        self.home.run(py, |m| {
            let bound = match get {
                Some(get) => get.call1((real, object, class))?,
                None => real.clone(),
            };
            Ok(if bound.is_callable() { between(m, bound)? } else { bound })
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.real.bind(py).repr()?.to_string())
    }
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        self.home.mark(self.real.bind(name.py()), name)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)?;
        self.home.traverse(&visit)
    }
}
