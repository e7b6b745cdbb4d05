//! `dataclasses.dataclass`: the standard library writes source text from the names of the fields and runs
//! it. The names are looked at first; then it may, as long as no sandboxed code runs in between.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::builtin_types::known;
use crate::cpython::type_access::{exact_text, Ty, CLASS};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::policy::is_dunder;
use crate::sandbox::classes::type_object::real_class;
use crate::sandbox::natives::namespaces;
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::wrappers::library_methods;
use crate::sandbox::{asking_callers, classes, value_filter};
use crate::session::current::{self, with_run};
use crate::session::run_context::RunContext;
use crate::session::scope::TrustedScope;
use crate::session::{engine_calls, engine_types};

#[pyfunction]
#[pyo3(signature = (cls = None, /, **options), text_signature = None)]
pub fn dataclass<'py>(py: Python<'py>, cls: Option<Bound<'py, PyAny>>, options: Option<Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    match cls {
        Some(cls) if !cls.is_none() => with_run(py, |m| decorate(m, &cls, options.as_ref())?.to_bound(py)),
        _ => {
            // (The real one says now what it does not take.)
            api::module(py, "dataclasses")?.getattr("dataclass")?.call((), options.as_ref())?;
            Ok(Bound::new(py, Decorator { options: options.map(Bound::unbind) })?.into_any())
        }
    }
}

// `dataclass(frozen=True)`, waiting for its class.
#[pyclass(frozen, module = "dataclasses", name = "function")]
pub struct Decorator {
    options: Option<Py<PyDict>>,
}

#[pymethods]
impl Decorator {
    fn __call__<'py>(&self, cls: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        with_run(py, |m| decorate(m, &cls, self.options.as_ref().map(|o| o.bind(py)))?.to_bound(py))
    }
}

fn decorate(m: &RunContext, cls: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> R<Value> {
    let py = m.py();
    let Ok(class) = cls.cast::<PyType>() else {
        return Err(raise::<PyTypeError>("dataclass() should be called on a class"));
    };
    if !m.session.check.own.contains(class) {
        return Err(raise::<PyTypeError>("dataclass() works on classes of this code"));
    }
    check_fields(class)?;
    check_guest_fields(m, class)?;
    check_annotate(class)?;
    if options.map_or(Ok(None), |options| options.get_item("slots"))?.is_some_and(|slots| !slots.is(PyBool::new(py, false))) {
        classes::check_decorated(m, class)?;
    }
    let real = api::module(py, "dataclasses")?.getattr("dataclass")?;
    let made = with_decorated(m, class, || trusting(|| real.call((class,), options)))?;
    // `slots=True` makes a second class from the first.
    if !made.is(cls) && Ty::of_bound(&made).has(CLASS) {
        classes::register_new(m, &made)?;
    }
    value_filter::admit(m, Value::from_bound(made))
}

/// Calls the decorator while it is known which class it works on: a metaclass of the code makes the second one.
fn with_decorated<T>(m: &RunContext, class: &Bound<'_, PyType>, call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let decorated = &m.session.check.own.decorated;
    let before = decorated.replace(Some(class.clone().unbind()));
    let made = call();
    let done = decorated.replace(before);
    drop(done);
    made
}

/// Lets a decorator make methods for a class whose fields were looked at.
pub fn trusting<'py>(decorate: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let Some(_trusted) = TrustedScope::enter() else {
        return Err(PyTypeError::new_err("dataclass() was called while it is at work on another class"));
    };
    decorate()
}

/// Calls a decorator of a library that has the standard library make a dataclass.
pub fn decorated<'py>(subject: &Bound<'py, PyAny>, decorate: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> R<Bound<'py, PyAny>> {
    if let Ok(class) = subject.cast::<PyType>() {
        check_fields(class)?;
        check_annotate(class)?;
    }
    Ok(trusting(decorate)?)
}

/// Names of fields must be what they seem: exact strs that are identifiers.
fn check_fields(class: &Bound<'_, PyType>) -> R<()> {
    let py = class.py();
    let known = known(py)?;
    // The second is where 3.14 keeps them once somebody asked. Those nobody asked for have the names in the source.
    let places = [PyString::intern(py, "__annotations__"), PyString::intern(py, "__annotations_cache__")];
    for base in known.mro(class)? {
        let namespace = known.namespace(&base)?;
        for found in places.iter().filter_map(|place| namespace.get_item(place).ok()) {
            let Ok(dict) = found.cast_exact::<PyDict>() else {
                return Err(raise::<PyTypeError>("__annotations__ must be a dict"));
            };
            for (name, _) in dict.copy()?.iter() {
                identifier(&name)?;
            }
        }
    }
    Ok(())
}

/// The methods that the decorator writes show and compare all fields: what the host keeps on the instances of its class
/// under a private name is not for a class below it to name.
fn check_guest_fields(m: &RunContext, class: &Bound<'_, PyType>) -> R<()> {
    if !classes::derives_from_host(m, class)? {
        return Ok(());
    }
    let known = known(m.py())?;
    for base in known.mro(class)?.iter().filter(|base| m.session.check.own.contains(base)) {
        let Ok(annotations) = base.getattr("__annotations__").and_then(|found| Ok(found.cast_into::<PyDict>()?)) else { continue };
        for name in annotations.copy()?.keys() {
            let name = name.extract::<String>()?;
            if name.starts_with('_') {
                return Err(classes::refused_in_guest(m, &name));
            }
        }
    }
    Ok(())
}

/// Whether no code of the sandbox made the class or what it inherits: a library makes dataclasses in its functions, too.
pub fn is_of_a_library(class: &Bound<'_, PyAny>) -> bool {
    let no_own = |m: &RunContext| -> R<bool> {
        let class = class.cast::<PyType>().map_err(PyErr::from)?;
        Ok(known(m.py())?.mro(class)?.iter().all(|base| !m.session.check.own.contains(base)))
    };
    let found = current::with_current(no_own).map(|found| found.map_err(|Exc| drop(PyErr::take(class.py()))));
    matches!(found, Some(Ok(true)))
}

/// Whether the fields that the decorator found have names that may stand in its source.
pub fn fields_are_names(class: &Bound<'_, PyAny>) -> bool {
    let names = || -> R<()> {
        let class = class.cast::<PyType>().map_err(PyErr::from)?;
        let fields = known(class.py())?.namespace(class)?.get_item("__dataclass_fields__")?;
        let genuine = api::module(class.py(), "dataclasses")?.getattr("Field")?;
        for (name, field) in fields.cast_exact::<PyDict>().map_err(PyErr::from)?.copy()?.iter() {
            // Of another class, it could give another name each time.
            if !field.get_type().is(&genuine) {
                return Err(raise::<PyTypeError>("fields must be made by field()"));
            }
            identifier(&name)?;
            identifier(&field.getattr("name")?)?;
        }
        Ok(())
    };
    names().map_err(|Exc| drop(PyErr::take(class.py()))).is_ok()
}

/// What makes the annotations (from 3.14 on) must be of the source, too: it may be called again.
fn check_annotate(class: &Bound<'_, PyType>) -> R<()> {
    let namespace = known(class.py())?.namespace(class)?;
    match namespace.get_item("__annotate_func__") {
        Ok(found) if !found.is_none() && !engine_types::is_annotate(&found) => {
            Err(raise::<PyTypeError>("dataclass() works on classes with annotations of their own"))
        }
        _ => Ok(()),
    }
}

fn no_identifier(name: &Bound<'_, PyAny>) -> Exc {
    match name.repr() {
        Ok(text) => raise::<PyTypeError>(format!("Field names must be valid identifiers: {text}")),
        Err(error) => error.into(),
    }
}

fn identifier<'py>(name: &Bound<'py, PyAny>) -> R<Bound<'py, PyString>> {
    let exact = name.cast_exact::<PyString>().ok().cloned();
    match exact {
        Some(text) if text.call_method0("isidentifier")?.is_truthy()? => Ok(text),
        _ => Err(no_identifier(name)),
    }
}

#[pyfunction]
#[pyo3(signature = (cls_name, fields, *, bases = None, namespace = None, **options), text_signature = None)]
pub fn make_dataclass<'py>(
    cls_name: Bound<'py, PyAny>,
    fields: Bound<'py, PyAny>,
    bases: Option<Bound<'py, PyTuple>>,
    namespace: Option<Bound<'py, PyDict>>,
    options: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = cls_name.py();
    with_run(py, |m| {
        let name = exact_text(&cls_name).ok_or_else(|| raise::<PyTypeError>("the name must be a str"))?;
        let kwargs = PyDict::new(py);
        if let Some(options) = &options {
            kwargs.update(options.as_mapping())?;
        }
        let namespace = match &namespace {
            Some(given) => given.copy()?,
            None => PyDict::new(py),
        };
        classes::check_namespace(m, namespace.as_any())?;
        let bases = match &bases {
            Some(given) => PyTuple::new(py, given.iter().map(real_class))?,
            None => PyTuple::empty(py),
        };
        library_methods::wrap(m, bases.as_any(), &namespace)?;
        kwargs.set_item("namespace", &namespace)?;
        for base in bases.iter() {
            if let Ok(class) = base.cast::<PyType>() {
                check_fields(class)?;
            }
        }
        let fields = exact_fields(m, &fields)?;
        if bases.iter().any(|base| base.is_instance_of::<PyType>() && !base.get_type().is(py.get_type::<PyType>())) {
            kwargs.del_item("namespace")?;
            return below_metaclass(m, &name, &fields, &bases, namespace, &kwargs)?.to_bound(py);
        }
        kwargs.set_item("bases", bases)?;
        let real = api::module(py, "dataclasses")?.getattr("make_dataclass")?;
        let made = trusting(|| asking_callers::call(m, &real, [name.into_any(), fields.into_any()], &kwargs))?;
        classes::register_new(m, &made)?;
        // Its namespace was looked at; what the decorator put into it is refused elsewhere.
        let class = made.cast::<PyType>().map_err(PyErr::from)?;
        classes::settle(m, class)?;
        check_guest_fields(m, class)?;
        value_filter::admit(m, Value::from_bound(made))?.to_bound(py)
    })
}

/// A metaclass may be the code's, which is not trusted: the class is made as by a class statement, and decorated then.
fn below_metaclass(
    m: &RunContext,
    name: &Bound<'_, PyString>,
    fields: &Bound<'_, PyList>,
    bases: &Bound<'_, PyTuple>,
    namespace: Bound<'_, PyDict>,
    options: &Bound<'_, PyDict>,
) -> R<Value> {
    let py = m.py();
    let (annotations, shapes) = (PyDict::new(py), PyList::empty(py));
    for field in fields.iter() {
        let parts = field.cast::<PyTuple>().ok().filter(|parts| matches!(parts.len(), 2 | 3));
        let Some(parts) = parts else {
            annotations.set_item(&field, untyped(py)?)?;
            shapes.append(field)?;
            continue;
        };
        let first = parts.get_item(0)?;
        annotations.set_item(&first, parts.get_item(1)?)?;
        if let Ok(default) = parts.get_item(2) {
            namespace.set_item(&first, default)?;
        }
        shapes.append((first, py.None()))?;
    }
    if options.contains("decorator")? {
        return Err(raise::<PyTypeError>("make_dataclass() has no other decorator for classes with a metaclass"));
    }
    // What is wrong with fields and options is said before anything is made.
    let real = api::module(py, "dataclasses")?.getattr("make_dataclass")?;
    trusting(|| real.call((name, shapes), Some(options)))?;
    namespace.set_item("__annotations__", annotations)?;
    let module = options.get_item("module")?.filter(|module| !module.is_none());
    namespace.set_item("__module__", module.map_or_else(|| classes::module(m).map(Bound::into_any), Ok)?)?;
    if options.contains("module")? {
        options.del_item("module")?;
    }
    let mut body = |prepared: &Bound<'_, PyAny>| Ok(prepared.call_method1("update", (&namespace,)).map(drop)?);
    let made = (engine_calls::table().make_class)(m, &name.to_string_lossy(), bases, &PyDict::new(name.py()), &mut body)?;
    decorate(m, &made.to_bound(py)?, Some(options))
}

/// The type of a field of which none is said.
fn untyped(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    match cfg!(Py_3_14) {
        true => api::module(py, "typing")?.getattr("Any"),
        false => Ok(PyString::new(py, "typing.Any").into_any()),
    }
}

/// The fields with names that are exact strs.
fn exact_fields<'py>(m: &RunContext, fields: &Bound<'py, PyAny>) -> R<Bound<'py, PyList>> {
    let py = fields.py();
    let list = PyList::empty(py);
    for field in fields.try_iter()? {
        let field = field?;
        if let Some(name) = exact_text(&field) {
            classes::check_member(m, &name.to_string_lossy())?;
            list.append(identifier(name.as_any())?)?;
            continue;
        }
        if !matches!(field.len()?, 2 | 3) {
            return Err(raise::<PyTypeError>(format!("Invalid field: {}", field.repr()?)));
        }
        let parts: Vec<Bound<'py, PyAny>> = field.try_iter()?.collect::<PyResult<_>>()?;
        let Some(first) = parts.first() else {
            return Err(raise::<PyTypeError>(format!("Invalid field: {}", field.repr()?)));
        };
        let Some(name) = exact_text(first) else {
            return Err(no_identifier(first));
        };
        classes::check_member(m, &name.to_string_lossy())?;
        let name = identifier(name.as_any())?;
        let mut exact = vec![name.clone().into_any()];
        for part in parts.into_iter().skip(1) {
            exact.push(library_methods::instead_of(m, &name, &part, is_dunder(&name.to_string_lossy()))?.unwrap_or(part));
        }
        list.append(PyTuple::new(py, exact)?)?;
    }
    Ok(list)
}

const NAMEDTUPLE: Signature<5> = Signature {
    module: "collections",
    name: "namedtuple",
    parameters: ["typename", "field_names", "rename", "defaults", "module"],
    positional: 2,
};

/// `collections.namedtuple`, whose class belongs to the code.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn namedtuple<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    with_run(py, |m| {
        let [.., module] = NAMEDTUPLE.bind(args, kwargs)?;
        let kwargs = kwargs.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        if module.is_none_or(|module| module.is_none()) {
            kwargs.set_item("module", classes::module(m)?)?;
        }
        let real = api::module(py, "collections")?.getattr("namedtuple")?;
        let made = real.call(args, Some(&kwargs))?;
        classes::register_new(m, &made)?;
        Ok(made)
    })
}

// `dataclasses.asdict` and `astuple`: not for objects of the host that have private fields.
#[pyclass(frozen, module = "dataclasses", name = "function")]
pub struct PlainView {
    real: Py<PyAny>,
}

pub fn plain_view(m: &RunContext, name: &str) -> R<Value> {
    let py = m.py();
    let real = api::module(py, "dataclasses")?.getattr(name)?.unbind();
    Ok(Value::from_bound(Bound::new(py, PlainView { real })?.into_any()))
}

#[pymethods]
impl PlainView {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let named = kwargs.map_or(Ok(None), |kwargs| kwargs.get_item("obj"))?;
        let Some(obj) = args.get_item(0).ok().or(named) else {
            return Err(signatures::refuse(self.real.bind(py), 0, args, kwargs));
        };
        with_run(py, |m| {
            let own = m.session.check.own.contains(&obj.get_type());
            if !own {
                private_fields(m, &obj)?;
            }
            value_filter::admit(m, Value::from_bound(self.real.bind(py).call(args, kwargs)?))?.to_bound(py)
        })
    }
    /// For `inspect.signature` and its like.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signatures::of(self.real.bind(py))
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    #[getter]
    fn __qualname__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__qualname__")
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
}

const FIELDS: Signature<1> = Signature { module: "dataclasses", name: "fields", parameters: ["class_or_instance"], positional: 1 };

/// `dataclasses.fields`: of classes of the host, and of those below them, the public ones.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn fields<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(class_or_instance)] = FIELDS.bind(args, kwargs)? else { return Err(FIELDS.refuse(args, kwargs)) };
    let found = api::module(py, "dataclasses")?.getattr("fields")?.call1((&class_or_instance,))?.cast_into::<PyTuple>()?;
    with_run(py, |m| {
        let class = class_or_instance.cast_into::<PyType>().unwrap_or_else(|object| object.into_inner().get_type());
        let own = m.session.check.own.contains(&class) && !classes::derives_from_host(m, &class)?;
        let mut shown = Vec::new();
        for field in found.iter() {
            if own || !namespaces::is_private(&field.getattr("name")?) {
                shown.push(field);
            }
        }
        Ok(PyTuple::new(py, shown)?.into_any())
    })
}

fn private_fields(m: &RunContext, obj: &Bound<'_, PyAny>) -> R<()> {
    let Ok(fields) = obj.getattr("__dataclass_fields__") else { return Ok(()) };
    for name in fields.try_iter()? {
        let name = name?.str()?.to_string();
        if name.starts_with('_') {
            return Err(crate::sandbox::attributes::refused(m, &name, crate::sandbox::attributes::Use::Read));
        }
    }
    Ok(())
}
