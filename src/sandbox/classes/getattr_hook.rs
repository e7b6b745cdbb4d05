//! `__getattr__` and `__getattribute__` of the code's classes.
//!
//! Native code asks objects for protocol attributes by name (numpy reads a memory address out of
//! `__array_interface__`). A class may not define those names, so it may not invent them on demand either:
//! its hooks are wrapped, and the wrapper knows nothing by such a name.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyAttributeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyFrozenSet, PyList, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::hooks::{self, table};
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{attached, Exc, Value, R};
use crate::front::limits::Stop;
use crate::front::policy;
use crate::sandbox::classes::reduce_hook::{self, ReduceHook};
use crate::sandbox::classes::{array_sizes, told_memory};
use crate::sandbox::memory::array_interfaces;
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{current, engine_types};

/// The names under which a class defines hooks.
pub const NAMES: [&str; 2] = ["__getattr__", "__getattribute__"];

/// Instance dicts are the code's to fill, so these names are also held by the class itself, as descriptors
/// that come before the dict and know nothing.
const BLOCKED: [&str; 2] = array_interfaces::NAMES;

/// An attribute that is not there, whatever the instance's dict says.
#[pyclass(module = "fastexec", name = "no_attribute", frozen)]
struct NoAttribute {
    name: &'static str,
    /// In a class of others: for the host it does what it did, but for descriptions of memory, which the code may have left there.
    foreign: bool,
}

impl NoAttribute {
    /// Made at once, where a panic is expected: a run that is ending may get no memory for it. Then it is said that there
    /// is none, which numpy does not take for an answer.
    fn error(&self, py: Python<'_>) -> PyErr {
        if current::with_current(|m| m.meter.requested() != Stop::No) == Some(true) {
            return api::no_memory(py);
        }
        let error = PyAttributeError::new_err(self.name);
        error.value(py);
        error
    }

    /// The dict of an object of others, for the host.
    fn namespace<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !self.foreign || sandboxed() {
            return Ok(None);
        }
        let dict = object.getattr_opt(pyo3::intern!(object.py(), "__dict__"))?;
        Ok(dict.and_then(|dict| dict.cast_into().ok()))
    }
}

#[pymethods]
impl NoAttribute {
    fn __get__(&self, object: Bound<'_, PyAny>, _owner: Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let held = self.namespace(&object)?.map(|dict| dict.get_item(self.name)).transpose()?.flatten();
        held.filter(|held| !held.is_instance_of::<PyDict>() && !held.is_instance_of::<PyCapsule>())
            .map(Bound::unbind)
            .ok_or_else(|| self.error(object.py()))
    }
    fn __set__(&self, object: Bound<'_, PyAny>, value: Bound<'_, PyAny>) -> PyResult<()> {
        self.namespace(&object)?.map_or_else(|| Err(self.error(object.py())), |dict| dict.set_item(self.name, value))
    }
    fn __delete__(&self, object: Bound<'_, PyAny>) -> PyResult<()> {
        match self.namespace(&object)? {
            Some(dict) if dict.contains(self.name)? => dict.del_item(self.name),
            _ => Err(self.error(object.py())),
        }
    }
}

/// Whether `value` is the descriptor that keeps a name from being used.
pub fn is_blocked(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<NoAttribute>() || value.is_instance_of::<ReduceHook>() || is_inherited(value)
}

/// Whether a class of the code holds `value`, which another class defines, for native code alone.
pub fn is_inherited(value: &Bound<'_, PyAny>) -> bool {
    value.cast_exact::<AttributeHook>().is_ok_and(|hook| hook.get().inherited)
}

/// Keeps the names from objects of the interpreter's own types, once per process: `lru_cache` and its like copy the dict
/// of what they wrap (an object of the code) into their own.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let functools = py.import("functools")?;
    let types = py.import("types")?;
    let builtins = py.import("builtins")?;
    let watched = [
        builtins.getattr("staticmethod")?,
        builtins.getattr("classmethod")?,
        types.getattr("SimpleNamespace")?,
        functools.getattr("partial")?,
        functools.getattr("_lru_cache_wrapper")?,
    ];
    for class in watched {
        let class = class.cast_into::<PyType>()?;
        array_interfaces::watch(&class);
        array_interfaces::guard(&class);
    }
    array_interfaces::guard(&types.getattr("FunctionType")?.cast_into::<PyType>()?);
    Ok(())
}

/// Keeps the descriptors out of what `typing.Protocol` takes for members, when the code makes the first one.
fn exclude_from_protocols(py: Python<'_>) -> PyResult<()> {
    let typing = py.import("typing")?;
    let Ok(excluded) = typing.getattr("EXCLUDED_ATTRIBUTES") else { return Ok(()) };
    if excluded.contains(BLOCKED[0])? {
        return Ok(());
    }
    hooks::exchange_attribute(typing.as_any(), "EXCLUDED_ATTRIBUTES", with_blocked, &table::PROTOCOLS)
}

fn with_blocked(py: Python<'_>, excluded: Option<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
    let Some(excluded) = excluded else { return Ok(py.None()) };
    let mut names: Vec<Bound<'_, PyAny>> = excluded.try_iter()?.collect::<PyResult<_>>()?;
    let ours = BLOCKED.iter().chain([&reduce_hook::NAME]);
    names.extend(ours.map(|name| PyString::intern(py, name).into_any()));
    Ok(excluded.get_type().call1((PyList::new(py, names)?,))?.unbind())
}

/// Whether there are such names in any class.
static BLOCKS: AtomicBool = AtomicBool::new(false);

/// Whether classes hold names for which there is nothing.
pub fn blocks() -> bool {
    BLOCKS.load(Ordering::Relaxed)
}

/// Takes these names out of a list of those that `object` has.
pub fn leave_out_blocked(names: &Bound<'_, PyList>, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = object.cast::<PyType>().cloned().unwrap_or_else(|_| Ty::of_bound(object).to_bound(object.py()));
    for name in BLOCKED {
        let name = PyString::intern(object.py(), name);
        let held = api::class_attribute(&class, &name).is_some_and(|held| held.is_exact_instance_of::<NoAttribute>());
        if held && (class.is(object) || object.getattr_opt(&name)?.is_none()) {
            while let Some(place) = names.iter().position(|other| other.is(&name)) {
                names.del_item(place)?;
            }
        }
    }
    Ok(())
}

/// Holds the names that instances of a class of others may not have while code runs, whatever stands in their dicts.
pub fn block_in_foreign(class: &Bound<'_, PyType>) -> PyResult<()> {
    let py = class.py();
    BLOCKS.store(true, Ordering::Relaxed);
    for name in BLOCKED {
        let text = PyString::intern(py, name);
        if api::class_attribute(class, &text).is_none() {
            let blocked = Bound::new(py, NoAttribute { name, foreign: true })?.into_any();
            hooks::put_member(class, &text, &blocked, &table::INTERFACES).map_err(error)?;
        }
    }
    Ok(())
}

/// Classes of the standard library whose instances take any attribute they are told, by the module that the
/// code imports.
const OPEN: [(&str, &str); 3] = [("argparse", "Namespace"), ("ast", "AST"), ("unittest.mock", "NonCallableMock")];

/// Blocks the names in the open classes of a module that the code imports.
pub fn block_in_module(module: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
    for (home, name) in OPEN {
        if home == module {
            block_in_foreign(&object.getattr(name)?.cast_into::<PyType>()?)?;
        }
    }
    Ok(())
}

/// Classes of others whose objects show what is in them as attributes (`OptimizeResult`, a `Series` by its labels), or that tell
/// of their memory by code which a class of ours may change: both are wrapped where they stand. (What is made in C does neither.)
pub fn wrap_in_foreign(class: &Bound<'_, PyType>) -> R<()> {
    let py = class.py();
    let is_ours = |base: &Bound<'_, PyType>| current::with_current(|m| m.session.check.own.contains(base)).unwrap_or(false);
    for base in class.mro() {
        let Ok(base) = base.cast_into::<PyType>() else { continue };
        if !Ty::from_class(&base).has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) || is_ours(&base) {
            continue;
        }
        for name in NAMES {
            let name = PyString::intern(py, name);
            let Some(own) = api::own_attribute(&base, &name).filter(is_hook_of_python_code) else { continue };
            let _host = HostScope::enter();
            let wrapped = hooks_of_others(py)?.getattr("wrap")?.call1((own, memory_names(&base)?))?;
            hooks::put_member(&base, &name, &wrapped, &table::INTERFACES)?;
        }
        told_memory::wrap_in(&base)?;
    }
    Ok(())
}

/// Objects of the class, of others, tell no address of memory but that of arrays they hold: those that came from a worker hold what it sent.
#[pyfunction]
#[pyo3(signature = (class, /))]
pub fn tells_no_address(class: &Bound<'_, PyType>) -> PyResult<()> {
    wrap_in_foreign(class).map_err(error)
}

/// Whether it is a function that becomes a method, no slot of C code, and not wrapped yet.
fn is_hook_of_python_code(hook: &Bound<'_, PyAny>) -> bool {
    let _host = HostScope::enter();
    let class = hook.get_type();
    let is_function = ["function", "cython_function_or_method"].iter().any(|name| class.name().is_ok_and(|own| own == *name));
    let is_wrapper = || Ok::<_, PyErr>(hook.getattr("__code__")?.is(hooks_of_others(hook.py())?.getattr("CODE")?));
    is_function && !is_wrapper().unwrap_or(false)
}

fn hooks_of_others(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: Once<Py<PyModule>> = Once::new();
    let load = || {
        let _host = HostScope::enter();
        Ok::<_, PyErr>(py.import("fastexec.attribute_hooks")?.unbind())
    };
    Ok(MODULE.get_or_make(py, load)?.bind(py))
}

/// Names by which native code asks for memory, but those by which numpy's own arrays and scalars have theirs from C code: their hooks look at that
/// first (a `recarray`, at its fields afterwards).
fn memory_names<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyFrozenSet>> {
    let py = class.py();
    let known = known(py)?;
    let of_numpy = known.module_name(class)?.split('.').next() == Some("numpy");
    let is_getter = |held: Bound<'py, PyAny>| known.is(Ty::of_bound(&held).addr(), "GetSetDescriptorType");
    let is_told = |name: &str| of_numpy && api::class_attribute(class, &PyString::intern(py, name)).is_some_and(is_getter);
    let names = policy::names::refused_class_methods().filter(|name| policy::names::hands_over_memory(name));
    PyFrozenSet::new(py, names.filter(|name| !is_told(name)))
}

/// Holds the names that instances may not have. (Instances of a metaclass are classes, whose dicts are closed.)
pub fn block_in_class(class: &Bound<'_, PyType>) -> R<()> {
    let py = class.py();
    if api::is_subtype(class, &py.get_type::<PyType>()) {
        return reduce_hook::put_over_inherited(class);
    }
    BLOCKS.store(true, Ordering::Relaxed);
    for name in BLOCKED {
        let text = PyString::intern(py, name);
        if api::class_attribute(class, &text).is_none() {
            let blocked = Bound::new(py, NoAttribute { name, foreign: false })?.into_any();
            // (Not as an attribute: a metaclass may have these descriptors from a class of the code, and they refuse to be set.)
            api::put_into_class(class, &text, &blocked)?;
        }
    }
    if api::class_attribute(class, &PyString::intern(py, "_is_protocol")).is_some_and(|is| is.is_truthy().unwrap_or(false)) {
        exclude_from_protocols(py)?;
    }
    wrap_in_foreign(class)?;
    let hook = PyString::intern(py, "__getattr__");
    if let Some(inherited) = api::class_attribute(class, &hook).filter(|found| !found.is_exact_instance_of::<AttributeHook>()) {
        let held = AttributeHook { hook: inherited.unbind(), inherited: true };
        api::set_class_attribute(class, &hook, Bound::new(py, held)?.as_any())?;
    }
    reduce_hook::put(class)
}

/// The hook as it stands in the class.
#[pyclass(module = "fastexec", name = "attribute_hook", frozen)]
struct AttributeHook {
    hook: Py<PyAny>,
    /// The class has it from one of others, and holds it for native code alone.
    inherited: bool,
}

#[pymethods]
impl AttributeHook {
    fn __get__(&self, object: Bound<'_, PyAny>, owner: Option<Bound<'_, PyAny>>) -> PyResult<BoundHook> {
        let hook = api::bind(self.hook.bind(object.py()), &object, owner.as_ref()).map_err(error)?;
        Ok(BoundHook { hook: hook.unbind() })
    }
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        call(self.hook.bind(args.py()), args, kwargs)
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.hook)
    }
}

/// The hook, bound to an object.
#[pyclass(module = "fastexec", name = "attribute_hook", frozen)]
struct BoundHook {
    hook: Py<PyAny>,
}

#[pymethods]
impl BoundHook {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        call(self.hook.bind(args.py()), args, kwargs)
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.hook)
    }
}

fn error(_: Exc) -> PyErr {
    PyErr::fetch(attached())
}

fn call(hook: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
    for argument in args {
        if let Ok(name) = argument.cast::<PyString>() {
            if exact_text(&argument).is_some_and(|name| name == CLASS) {
                return true_class(hook, args, kwargs);
            }
            if policy::names::is_of_the_class_alone(&name.to_string_lossy()) {
                return Err(PyAttributeError::new_err((name.clone().unbind(),)));
            }
        }
    }
    let said = hook.call(args, kwargs)?;
    let name = args.iter().next_back().and_then(|name| exact_text(&name)).map(|name| name.to_string_lossy().into_owned());
    match name.filter(|name| array_sizes::is_one(name)) {
        Some(name) => array_sizes::true_size(&asked(hook, args)?, &name, said).map(Bound::unbind),
        None => Ok(said.unbind()),
    }
}

/// The object that a hook is asked about, bound to it or not.
fn asked<'py>(hook: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    match args.len() {
        1 => hook.getattr(pyo3::intern!(hook.py(), "__self__")),
        _ => args.get_item(0),
    }
}

const CLASS: &str = "__class__";

/// What the hook says of the object's class, if that is the class which it has.
fn true_class(hook: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
    let object = asked(hook, args)?;
    let found = hook.call(args, kwargs)?;
    match found.is(object.get_type()) {
        true => Ok(found.unbind()),
        false => Err(PyAttributeError::new_err(CLASS)),
    }
}

fn own_hook<'py>(class: Ty<'py>, name: &str) -> Option<Bound<'py, AttributeHook>> {
    let held = class.lookup(&PyString::intern(attached(), name))?.cast_into_exact::<AttributeHook>().ok()?;
    (!held.get().inherited).then_some(held)
}

/// Whether a `__getattribute__` of the code says of which class objects of this one are.
pub fn tells_of_class(class: Ty<'_>) -> bool {
    own_hook(class, "__getattribute__").is_some()
}

/// What the hooks of the code say of the object's class. It is for the code alone: libraries hear the truth, or nothing.
pub fn told_class<'py>(object: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let (py, class) = (object.py(), Ty::of_bound(object));
    let mut said = Err(PyAttributeError::new_err(CLASS));
    for hook in ["__getattribute__", "__getattr__"].iter().filter_map(|name| own_hook(class, name)) {
        said = api::bind(hook.get().hook.bind(py), object, None)?.call1((pyo3::intern!(py, CLASS),));
        if !said.as_ref().is_err_and(|error| error.is_instance_of::<PyAttributeError>(py)) {
            break;
        }
    }
    Ok(said?)
}

/// The wrapper of `hook`, which a class of the code is to hold in its place.
pub fn wrap<'py>(hook: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    if hook.is_exact_instance_of::<AttributeHook>() {
        return Ok(hook.clone());
    }
    Ok(Bound::new(hook.py(), AttributeHook { hook: hook.clone().unbind(), inherited: false })?.into_any())
}

/// Whether objects of the class look for attributes in the ordinary way, and ask a hook that is wrapped here where there is nothing.
pub fn comes_last(class: Ty<'_>) -> bool {
    let py = attached();
    let hook = class.lookup(pyo3::intern!(py, "__getattr__"));
    hook.is_some_and(|hook| hook.is_exact_instance_of::<AttributeHook>()) && looks_ordinarily(&class.to_bound(py))
}

/// Whether the `__getattribute__` of the class is that of `object`, which types of C code have by another name.
fn looks_ordinarily(class: &Bound<'_, PyType>) -> bool {
    let py = class.py();
    let name = pyo3::intern!(py, "__getattribute__");
    let lineage = type_access::lineage(class).into_iter().flatten().filter_map(|base| base.cast_into::<PyType>().ok());
    let mut saying = lineage.filter(|base| api::own_attribute(base, name).is_some());
    saying.next().is_some_and(|base| array_interfaces::is_ordinary(Ty::from_class(&base).reader()))
}

/// The function of the code by which objects of the class are asked for this name, if its wrapper does no more than call it; whether before
/// anything else, and whatever they have.
pub fn function_for<'py>(class: Ty<'py>, name: &Bound<'py, PyString>) -> Option<(Bound<'py, PyAny>, bool)> {
    let (py, text) = (name.py(), name.to_string_lossy());
    if policy::is_dunder(&text) || policy::refused_class_method(&text).is_some() {
        return None;
    }
    let last = class.lookup(pyo3::intern!(py, "__getattr__"));
    let (held, first) = match last {
        Some(last) if comes_last(class) => (last, false),
        Some(_) => return None,
        None => (class.lookup(pyo3::intern!(py, "__getattribute__"))?, true),
    };
    let function = held.cast_exact::<AttributeHook>().ok()?.get().hook.bind(py).clone();
    engine_types::is_function(&Value::from_bound(function.clone())).then_some((function, first))
}

/// A wrapper of `hook` like `other`.
pub fn wrap_like<'py>(other: &Bound<'py, PyAny>, hook: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let like = AttributeHook { hook: hook.clone().unbind(), inherited: is_inherited(other) };
    Ok(Bound::new(hook.py(), like)?.into_any())
}

/// What such a wrapper stands for, bound to an object or not.
pub fn inside<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let bound = || Some(value.cast_exact::<BoundHook>().ok()?.get().hook.bind(value.py()).clone());
    wrapped(value).or_else(bound)
}

/// What was wrapped, if this is such a wrapper.
pub fn wrapped<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    Some(value.cast_exact::<AttributeHook>().ok()?.get().hook.bind(value.py()).clone())
}

/// Wraps the hooks that `class` itself has, whichever way they came there.
pub fn wrap_in_class(class: &Bound<'_, PyType>) -> R<()> {
    for name in NAMES {
        let name = PyString::intern(class.py(), name);
        let Some(own) = api::own_attribute(class, &name) else { continue };
        if !own.is_exact_instance_of::<AttributeHook>() {
            api::set_class_attribute(class, &name, &wrap(&own)?)?;
        }
    }
    Ok(())
}
