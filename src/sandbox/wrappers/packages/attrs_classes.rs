//! `attrs`: as `dataclasses` does, it writes source text from the names of the fields and runs it. The names are looked at
//! when the text is about to run; then it may, as long as no sandboxed code runs in between.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::wrap_pyfunction;

use crate::cpython::builtin_types::known;
use crate::cpython::call_stack;
use crate::cpython::type_access::{exact_text, Ty, CLASS};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::policy::{fixed_attribute_refusal, is_dunder};
use crate::sandbox::classes::type_object;
use crate::sandbox::natives::namespaces::is_private;
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::dataclasses;
use crate::sandbox::{classes, value_filter};
use crate::session::current::with_run;
use crate::session::engine_calls;
use crate::session::run_context::RunContext;
use crate::session::scope;
use crate::session::state::type_info::Kind;

const PACKAGE: &str = "attr";
const MAKE: &str = "attr._make";

/// Decorators of classes, by the names that the package has for them.
const DECORATORS: &[&str] = &["attributes", "attrs", "dataclass", "define", "frozen", "mutable", "s"];

/// The object that the code gets for a decorator of the package, for `make_class`, and for what tells the fields of a class.
pub fn member<'py>(py: Python<'py>, module: &str, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !(matches!(name, "make_class" | "fields" | "fields_dict") || DECORATORS.contains(&name)) {
        return Ok(None);
    }
    // (`attr.attrs` is a function, `attrs` a module.)
    let real = py.import(module)?.getattr(name)?;
    if !real.is_callable() {
        return Ok(None);
    }
    Ok(Some(match name {
        "make_class" => wrap_pyfunction!(make_class, py)?.into_any(),
        "fields" => wrap_pyfunction!(fields, py)?.into_any(),
        "fields_dict" => wrap_pyfunction!(fields_dict, py)?.into_any(),
        _ => Bound::new(py, Decorator { real: real.unbind() })?.into_any(),
    }))
}

// `attr.s`, `attrs.define`, …, or what they give when they wait for their class.
#[pyclass(frozen, module = "attr", name = "function")]
pub struct Decorator {
    real: Py<PyAny>,
}

#[pymethods]
impl Decorator {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let real = self.real.bind(py);
        let named = kwargs.map_or(Ok(None), |kwargs| kwargs.get_item("maybe_cls"))?;
        match args.get_item(0).ok().or(named) {
            Some(class) if !class.is_none() => with_run(py, |m| decorate(m, &class, || real.call(args, kwargs))?.to_bound(py)),
            _ => Ok(Bound::new(py, Decorator { real: real.call(args, kwargs)?.unbind() })?.into_any()),
        }
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
}

fn decorate<'py>(m: &RunContext, class: &Bound<'py, PyAny>, call: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> R<Value> {
    let Some(own) = class.cast::<PyType>().ok().filter(|class| m.session.check.own.contains(class)) else {
        return Err(raise::<PyTypeError>("attrs works on classes of this code"));
    };
    classes::check_decorated(m, own)?;
    let made = dataclasses::trusting(call)?;
    // With slots it makes a second class from the first.
    if !made.is(class) && Ty::of_bound(&made).has(CLASS) {
        classes::register_new(m, &made)?;
        name_class_in_methods(class, &made)?;
    }
    for field in made.getattr("__attrs_attrs__")?.try_iter()?.flatten() {
        if is_private(&field.getattr("name")?) && !field.getattr("inherited")?.is_truthy()? {
            m.session.check.private_fields.keep(&field);
        }
    }
    value_filter::admit(m, Value::from_bound(made))
}

/// Methods that name their class (`super()`) name the one that was made of it.
fn name_class_in_methods(class: &Bound<'_, PyAny>, made: &Bound<'_, PyAny>) -> R<()> {
    let rename = |held: &Bound<'_, PyAny>| {
        (engine_calls::table().replace_in_closure)(&Value::from_bound(held.clone()), class.as_ptr(), &Value::from_bound(made.clone()));
    };
    let namespace = known(class.py())?.namespace(made.cast::<PyType>().map_err(PyErr::from)?)?;
    let members = namespace.call_method0("values")?;
    for member in members.try_iter()? {
        let member = member?;
        if is_method_wrapper(&member)? {
            // A property has the last three.
            for inner in ["__func__", "fget", "fset", "fdel"] {
                if let Ok(function) = member.getattr(inner) {
                    rename(&function);
                }
            }
        }
        rename(&member);
    }
    Ok(())
}

fn is_method_wrapper(member: &Bound<'_, PyAny>) -> PyResult<bool> {
    let builtins = member.py().import("builtins")?;
    for name in ["classmethod", "staticmethod", "property"] {
        if member.get_type().is(&builtins.getattr(name)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What of the fields are members of the class.
const HOOKS: &[&str] = &["__attrs_pre_init__", "__attrs_post_init__", "__init__"];

/// `attr.make_class`: the class is made as those of the code are, and decorated.
#[pyfunction]
#[pyo3(signature = (name, attrs, bases = None, class_body = None, **options), text_signature = None)]
fn make_class<'py>(
    name: Bound<'py, PyAny>,
    attrs: Bound<'py, PyAny>,
    bases: Option<Bound<'py, PyAny>>,
    class_body: Option<Bound<'py, PyDict>>,
    options: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = name.py();
    with_run(py, |m| {
        let fields = match attrs.cast::<PyDict>() {
            Ok(fields) => fields.copy()?,
            Err(_) => fields_of_names(&attrs)?,
        };
        let body = class_body.map_or_else(|| Ok(PyDict::new(py)), |body| body.copy())?;
        body.set_item("__module__", classes::module(m)?)?;
        for hook in HOOKS {
            if let Some(method) = fields.get_item(hook)? {
                fields.del_item(hook)?;
                body.set_item(hook, method)?;
            }
        }
        let bases = bases.unwrap_or_else(|| PyTuple::empty(py).into_any());
        let class = type_object::type_object(m)?.to_bound(py)?.call1((name, bases, body))?;
        let annotations = PyDict::new(py);
        for (name, field) in fields.iter() {
            let kind = field.getattr("type")?;
            if !kind.is_none() {
                annotations.set_item(name, kind)?;
            }
        }
        let options = options.unwrap_or_else(|| PyDict::new(py));
        options.set_item("these", fields)?;
        let wrap = py.import(PACKAGE)?.getattr("s")?.call((), Some(&options))?;
        let made = decorate(m, &class, || wrap.call1((&class,)))?.to_bound(py)?;
        made.setattr("__annotations__", annotations)?;
        Ok(made)
    })
}

/// `attr.fields`: the tuple of the class itself, if it has no values that are the host's.
#[pyfunction]
#[pyo3(signature = (cls), text_signature = None)]
fn fields<'py>(cls: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = cls.py();
    let found = py.import(PACKAGE)?.getattr("fields")?.call1((&cls,))?;
    let Some(is_hidden) = with_run(py, |m| hidden(m, cls))? else { return Ok(found) };
    let shown = found.try_iter()?.map(|field| without_default(field?, is_hidden)).collect::<PyResult<Vec<_>>>()?;
    found.get_type().call1((PyList::new(py, shown)?,))
}

#[pyfunction]
#[pyo3(signature = (cls), text_signature = None)]
fn fields_dict<'py>(cls: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = cls.py();
    let found = py.import(PACKAGE)?.getattr("fields_dict")?.call1((&cls,))?.cast_into::<PyDict>()?;
    let Some(is_hidden) = with_run(py, |m| hidden(m, cls))? else { return Ok(found) };
    for (name, field) in found.copy()?.iter() {
        found.set_item(name, without_default(field, is_hidden)?)?;
    }
    Ok(found)
}

type IsHidden = fn(&Bound<'_, PyAny>) -> PyResult<bool>;

/// Which fields of the class (or of that of an object) have defaults that are the host's; none of a class of a library or of the code.
fn hidden(m: &RunContext, class: Bound<'_, PyAny>) -> R<Option<IsHidden>> {
    let of_alias = || class.getattr("__origin__").ok()?.cast_into::<PyType>().ok();
    let class = class.cast::<PyType>().ok().cloned().or_else(of_alias).unwrap_or_else(|| class.get_type());
    if m.session.check.own.contains(&class) {
        let inherited: IsHidden = |field| Ok(is_private(&field.getattr("name")?) && field.getattr("inherited")?.is_truthy()?);
        return Ok(classes::derives_from_host(m, &class)?.then_some(inherited));
    }
    let facts = info(&m.session.check, Ty::from_class(&class))?;
    Ok((facts.kind == Kind::Host && facts.app).then_some(|field| Ok(is_private(&field.getattr("name")?))))
}

fn without_default<'py>(field: Bound<'py, PyAny>, is_hidden: IsHidden) -> PyResult<Bound<'py, PyAny>> {
    if !is_hidden(&field)? {
        return Ok(field);
    }
    let nothing = PyDict::new(field.py());
    nothing.set_item("default", field.py().import(PACKAGE)?.getattr("NOTHING")?)?;
    field.call_method("evolve", (), Some(&nothing))
}

fn fields_of_names<'py>(names: &Bound<'py, PyAny>) -> R<Bound<'py, PyDict>> {
    let py = names.py();
    if !(names.is_instance_of::<PyList>() || names.is_instance_of::<PyTuple>()) {
        return Err(raise::<PyTypeError>("attrs argument must be a dict or a list."));
    }
    let fields = PyDict::new(py);
    for name in names.try_iter()? {
        fields.set_item(name?, py.import(PACKAGE)?.getattr("ib")?.call0()?)?;
    }
    Ok(fields)
}

/// Whether the package is about to run text that it wrote from names that are what they seem: for a class of the code that was
/// looked at, or for one that a library makes in its functions.
pub fn runs_checked(py: Python<'_>) -> bool {
    if call_stack::innermost_package(py).as_deref() != Some(PACKAGE) {
        return false;
    }
    let checked = || -> R<bool> {
        let make = py.import("sys")?.getattr("modules")?.get_item(MAKE)?;
        let mut builder = None;
        for locals in call_stack::locals_in_package(py, PACKAGE) {
            // A text that stands in front of the name of the class.
            for prefix in ["repr_ns", "ns"] {
                let given = locals.get_item(prefix).ok();
                if given.is_some_and(|text| !(text.is_none() || text.is_instance_of::<PyDict>() || is_dotted_name(&text))) {
                    return Ok(false);
                }
            }
            let found =
                locals.get_item("self").ok().filter(|found| make.getattr("_ClassBuilder").is_ok_and(|class| found.get_type().is(&class)));
            builder = builder.or(found);
        }
        builder.map_or(Ok(false), |builder| fields_are_names(&make, &builder))
    };
    checked().map_err(|Exc| drop(PyErr::take(py))).unwrap_or(false)
}

/// Whether the fields of the class that is made are the package's own objects, with names that may stand in source.
fn fields_are_names(make: &Bound<'_, PyAny>, builder: &Bound<'_, PyAny>) -> R<bool> {
    let (attribute, converter) = (make.getattr("Attribute")?, make.getattr("Converter").ok());
    let fields = builder.getattr("_attrs")?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let class = builder.getattr("_cls")?.cast_into::<PyType>().map_err(PyErr::from)?;
    let of_library = dataclasses::is_of_a_library(&class);
    if !(of_library || scope::trusted()) {
        return Ok(false);
    }
    let of_host = with_run(builder.py(), |m| classes::derives_from_host(m, &class))?;
    for field in fields.iter() {
        // Of another class, it could give another name each time.
        if !field.get_type().is(&attribute) {
            return Ok(false);
        }
        let name = field.getattr("name")?;
        let alias = field.getattr("alias").ok().filter(|alias| !alias.is_none());
        if !is_field_name(&name, of_host) || !alias.is_none_or(|alias| is_identifier(&alias)) {
            return Ok(false);
        }
        // A converter writes its own call.
        let converts = field.getattr("converter")?;
        let writes = converter.as_ref().map_or(Ok(false), |class| converts.is_instance(class))?;
        if writes && converter.as_ref().is_some_and(|class| !converts.get_type().is(class)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The methods that are written show and compare all fields: what the host keeps on the instances of its class under a private
/// name is not for a class below it to name.
fn is_field_name(name: &Bound<'_, PyAny>, of_host: bool) -> bool {
    let Some(text) = exact_text(name) else { return false };
    let text = text.to_string_lossy();
    let hidden = is_dunder(&text) || fixed_attribute_refusal(&text) || (of_host && text.starts_with('_'));
    is_identifier(name) && !hidden
}

fn is_identifier(name: &Bound<'_, PyAny>) -> bool {
    let text = name.cast_exact::<PyString>();
    text.is_ok_and(|text| text.call_method0("isidentifier").and_then(|found| found.is_truthy()).unwrap_or(false))
}

fn is_dotted_name(text: &Bound<'_, PyAny>) -> bool {
    let parts = || -> PyResult<bool> {
        let parts = text.cast_exact::<PyString>()?.call_method1("split", (".",))?;
        Ok(parts.try_iter()?.all(|part| part.is_ok_and(|part| is_identifier(&part))))
    };
    parts().unwrap_or(false)
}
