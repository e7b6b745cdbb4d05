//! Members of modules that come out guarded or replaced.

pub mod argparse;
pub mod copy;
pub mod databases;
pub mod dataclass_texts;
pub mod dataclasses;
pub mod functools_wraps;
pub mod granted_files;
pub mod inspect;
pub mod logging;
pub mod mapping_proxy;
pub mod mock_names;
pub mod mock_patch;
pub mod pickled_names;
pub mod pickled_packages;
pub mod pickles;
pub mod process_settings;
pub mod static_members;
pub mod sys_recursion;
pub mod sys_stdin;
pub mod sys_streams;
pub mod temporary_folder;
pub mod timeit;
pub mod types;
pub mod waits;
pub mod weakref_finalize;
pub mod weakref_proxy;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use pyo3::wrap_pyfunction;

use crate::budget::infinite_iterators;
use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::type_access::exact_text;
use crate::cpython::value::{Value, R};
use crate::front::policy::objects::LOGS_OF_A_SESSION;
use crate::sandbox::attributes::access_functions::{AttrGetter, MethodCaller};
use crate::sandbox::signatures::{self, Signature};
use crate::sandbox::wrappers::packages::{attrs_classes, jinja_templates, numpy_arrays, patsy_formulas, stored_values, sympy_symbols};
use crate::sandbox::wrappers::{looks, members};
use crate::sandbox::{attributes, interpreter_types, value_filter};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;

/// The native types of this module.
pub fn types(py: Python<'_>) -> Vec<Bound<'_, PyType>> {
    vec![
        py.get_type::<GetField>(),
        py.get_type::<functools_wraps::Wraps>(),
        py.get_type::<copy::Memo>(),
        py.get_type::<dataclasses::Decorator>(),
        py.get_type::<dataclasses::PlainView>(),
        py.get_type::<attrs_classes::Decorator>(),
        py.get_type::<weakref_finalize::Finalize>(),
        py.get_type::<mock_patch::Patch>(),
        py.get_type::<mock_names::Names>(),
        py.get_type::<inspect::Inspection>(),
        py.get_type::<inspect::Annotations>(),
        py.get_type::<timeit::Timer>(),
        py.get_type::<sys_streams::Stream>(),
        py.get_type::<sys_streams::RedirectClass>(),
        py.get_type::<sys_streams::Redirect>(),
    ]
}

/// The object that the code gets for `module.name`, if not the real one.
pub fn module_member(m: &RunContext, module: &str, name: &str) -> R<Option<Value>> {
    let py = m.py();
    process_settings::touch(m, module, name)?;
    if module.starts_with("statsmodels") || module.starts_with("patsy") {
        patsy_formulas::read_names_of_the_code(py)?;
    }
    if module == "pprint" {
        mapping_proxy::let_pprint_know(py)?;
    }
    let found = match (module, name) {
        ("operator" | "_operator", "attrgetter") => py.get_type::<AttrGetter>().into_any(),
        ("operator" | "_operator", "methodcaller") => py.get_type::<MethodCaller>().into_any(),
        ("string", "Formatter") => formatter(py)?.into_any(),
        ("functools", "update_wrapper") => wrap_pyfunction!(functools_wraps::update_wrapper, py)?.into_any(),
        ("functools", "wraps") => wrap_pyfunction!(functools_wraps::wraps, py)?.into_any(),
        ("dataclasses", "dataclass") => wrap_pyfunction!(dataclasses::dataclass, py)?.into_any(),
        ("dataclasses", "make_dataclass") => wrap_pyfunction!(dataclasses::make_dataclass, py)?.into_any(),
        ("dataclasses", "asdict" | "astuple") => return dataclasses::plain_view(m, name).map(Some),
        ("dataclasses", "fields") => wrap_pyfunction!(dataclasses::fields, py)?.into_any(),
        ("collections", "namedtuple") => wrap_pyfunction!(dataclasses::namedtuple, py)?.into_any(),
        ("attr" | "attr._make" | "attr._next_gen" | "attrs", _) => match attrs_classes::member(py, module, name)? {
            Some(found) => found,
            None => return function(m, module, name),
        },
        ("pickle", "dump") => wrap_pyfunction!(pickles::dump, py)?.into_any(),
        ("pickle", "dumps") => wrap_pyfunction!(pickles::dumps, py)?.into_any(),
        ("pickle", "load") => wrap_pyfunction!(pickles::load, py)?.into_any(),
        ("pickle", "loads") => wrap_pyfunction!(pickles::loads, py)?.into_any(),
        ("types", _) if name == "LambdaType" || interpreter_types::NAMES.contains(&name) => {
            return Ok(interpreter_types::named(py, name)?.map(|class| Value::from_bound(class.into_any())));
        }
        ("types", "MappingProxyType") => mapping_proxy::class(py)?.into_any(),
        ("types", "new_class") => wrap_pyfunction!(types::new_class, py)?.into_any(),
        ("types", "coroutine") => wrap_pyfunction!(inspect::coroutine, py)?.into_any(),
        ("asyncio" | "asyncio.runners" | "asyncio.threads", "run" | "to_thread") => return waits::member(py, "asyncio", name),
        ("asyncio" | "asyncio.events", "get_event_loop" | "new_event_loop") => return waits::member(py, "asyncio", name),
        ("asyncio" | "asyncio.tasks", "as_completed" | "ensure_future" | "gather" | "shield" | "wait" | "wait_for") => {
            return waits::member(py, "asyncio", name);
        }
        ("tempfile", "TemporaryFile") => wrap_pyfunction!(granted_files::temporary_file, py)?.into_any(),
        ("weakref", "proxy") => wrap_pyfunction!(weakref_proxy::proxy, py)?.into_any(),
        ("unittest.mock", "patch") => Bound::new(py, mock_patch::Patch)?.into_any(),
        ("logging.config", "dictConfig") => wrap_pyfunction!(logging::dict_config, py)?.into_any(),
        ("unittest.mock", "seal") => wrap_pyfunction!(mock_patch::seal, py)?.into_any(),
        ("weakref", "finalize") => py.get_type::<weakref_finalize::Finalize>().into_any(),
        ("timeit", "Timer") => timeit::timer_class(py)?.into_any(),
        ("timeit", "timeit") => wrap_pyfunction!(timeit::timeit, py)?.into_any(),
        ("timeit", "repeat") => wrap_pyfunction!(timeit::repeat, py)?.into_any(),
        ("numpy.lib.stride_tricks" | "numpy.lib._stride_tricks_impl", "as_strided") => {
            wrap_pyfunction!(numpy_arrays::as_strided, py)?.into_any()
        }
        ("inspect", "getmembers") => wrap_pyfunction!(inspect::getmembers, py)?.into_any(),
        ("inspect", "getattr_static") => wrap_pyfunction!(static_members::getattr_static, py)?.into_any(),
        ("inspect", "getmembers_static") if cfg!(Py_3_11) => wrap_pyfunction!(static_members::getmembers_static, py)?.into_any(),
        ("inspect", "classify_class_attrs") => wrap_pyfunction!(static_members::classify_class_attrs, py)?.into_any(),
        ("inspect", "unwrap") => wrap_pyfunction!(inspect::unwrap, py)?.into_any(),
        ("inspect" | "annotationlib" | "asyncio" | "asyncio.coroutines", _) => return inspect::member(m, module, name),
        ("sys", "stdin") => return Ok(sys_stdin::of(m)),
        ("builtins", "input") => return sys_stdin::input_of(m, name),
        ("sys", "stdout" | "stderr" | "__stdout__" | "__stderr__") => return sys_streams::of(m, name).map(Some),
        ("traceback", "TracebackException") => own_variant(py, "fastexec.tracebacks", name)?,
        ("yaml" | "yaml.loader" | "yaml.cyaml", "FullLoader" | "Loader" | "CFullLoader" | "CLoader" | "full_load" | "full_load_all") => {
            own_variant(py, "fastexec.yaml_loaders", name)?
        }
        ("jinja2" | "jinja2.environment", "Environment" | "Template")
        | ("jinja2.sandbox", "SandboxedEnvironment" | "ImmutableSandboxedEnvironment") => jinja_templates::class(py, name)?,
        ("sympy" | "sympy.core" | "sympy.core.symbol", "var") => wrap_pyfunction!(sympy_symbols::var, py)?.into_any(),
        ("sys", "exc_info") => wrap_pyfunction!(exc_info, py)?.into_any(),
        ("contextlib", "redirect_stdout" | "redirect_stderr") => return sys_streams::redirect_class(m, name).map(Some),
        (LOGS_OF_A_SESSION, _) => return logging::member(m, name),
        ("sys", "setrecursionlimit") => wrap_pyfunction!(sys_recursion::setrecursionlimit, py)?.into_any(),
        ("sys", "getrecursionlimit") => wrap_pyfunction!(sys_recursion::getrecursionlimit, py)?.into_any(),
        ("time", "sleep") => wrap_pyfunction!(waits::sleep, py)?.into_any(),
        ("itertools", _) => return infinite_iterators::member(m, name),
        ("copy", "deepcopy") => wrap_pyfunction!(copy::deepcopy, py)?.into_any(),
        ("locale", "setlocale") => wrap_pyfunction!(setlocale, py)?.into_any(),
        // Templates, which everybody has: the code gets its own.
        ("decimal", "BasicContext" | "DefaultContext" | "ExtendedContext") => py.import(module)?.getattr(name)?.call_method0("copy")?,
        ("io", "open") => wrap_pyfunction!(granted_files::open, py)?.into_any(),
        ("codecs", "open") => wrap_pyfunction!(granted_files::codecs_open, py)?.into_any(),
        ("queue" | "_queue" | "threading" | "select" | "subprocess", _) => return waits::member(py, module, name),
        _ => return function(m, module, name),
    };
    signatures::stands_for(&found, module, name);
    Ok(Some(Value::from_bound(found)))
}

/// What the code gets instead of a member of a library, from a module that is the host's to import.
fn own_variant<'py>(py: Python<'py>, module: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let _host = HostScope::enter();
    py.import(module)?.getattr(name)
}

const EXC_INFO: Signature<0> = Signature { module: "sys", name: "exc_info", parameters: [], positional: 0 };

/// `sys.exc_info()` without the traceback, which code never holds.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
fn exc_info(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<(Py<PyAny>, Py<PyAny>, Option<Py<PyAny>>)> {
    let ([], py) = (EXC_INFO.bind(args, kwargs)?, args.py());
    let (class, error, _) = api::module(py, "sys")?.call_method0("exc_info")?.extract::<(Py<PyAny>, Py<PyAny>, Py<PyAny>)>()?;
    Ok((class, error, None))
}

/// `locale.setlocale` for names, not for paths: the C library reads the files that those say.
#[pyfunction]
#[pyo3(signature = (category, locale = None), text_signature = None)]
fn setlocale<'py>(category: Bound<'py, PyAny>, locale: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = category.py();
    let is_name =
        |part: &Bound<'py, PyAny>| part.is_none() || exact_text(part).is_some_and(|text| !text.to_string_lossy().contains(['/', '\\']));
    with_run(py, |m| {
        let named = match &locale {
            Some(given) if given.is_exact_instance_of::<PyTuple>() => given.try_iter()?.flatten().all(|part| is_name(&part)),
            given => given.iter().all(is_name),
        };
        if !named {
            return Err(refusals::forbidden_function(m, "setlocale (of a path)"));
        }
        Ok(py.import("locale")?.getattr("setlocale")?.call1((category, locale))?)
    })
}

/// Functions whose arguments are looked at.
fn function(m: &RunContext, module: &str, name: &str) -> R<Option<Value>> {
    if let Some(stored) = stored_values::member(m, module, name)? {
        return Ok(Some(stored));
    }
    let Some(look) = looks::module_function(module, name) else { return Ok(None) };
    let real = m.py().import(module)?.getattr(name)?;
    members::guard(m.py(), real, look, 0).map(Some)
}

/// A `string.Formatter` whose fields go through the door.
fn formatter(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static CLASS: Once<Py<PyType>> = Once::new();
    let class = CLASS.get_or_make(py, || {
        let base = py.import("string")?.getattr("Formatter")?;
        let namespace = PyDict::new(py);
        namespace.set_item("__module__", "string")?;
        namespace.set_item("__doc__", base.getattr("__doc__")?)?;
        namespace.set_item("get_field", Bound::new(py, GetField)?)?;
        let made = py.get_type::<PyType>().call1(("Formatter", (base,), namespace))?;
        Ok::<_, PyErr>(made.cast_into::<PyType>()?.unbind())
    })?;
    Ok(class.bind(py).clone())
}

// `Formatter.get_field`, as a function that binds.
#[pyclass(frozen, module = "string", name = "function")]
struct GetField;

#[pymethods]
impl GetField {
    fn __call__<'py>(
        &self,
        this: Bound<'py, PyAny>,
        field_name: Bound<'py, PyAny>,
        args: Bound<'py, PyAny>,
        kwargs: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        with_run(py, |m| get_field(m, &this, &field_name, &args, &kwargs))
    }
    fn __get__<'py>(slf: Bound<'py, Self>, obj: Bound<'py, PyAny>, _owner: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        api::bound_method(slf.into_any(), obj)
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        "get_field"
    }
}

fn get_field<'py>(
    m: &RunContext,
    this: &Bound<'py, PyAny>,
    field_name: &Bound<'py, PyAny>,
    args: &Bound<'py, PyAny>,
    kwargs: &Bound<'py, PyAny>,
) -> R<Bound<'py, PyTuple>> {
    let py = m.py();
    let field = crate::sandbox::attributes::access_functions::exact_name(field_name, "")?;
    let split = api::module(py, "_string")?.call_method1("formatter_field_name_split", (field,))?;
    let (first, rest): (Bound<'py, PyAny>, Bound<'py, PyAny>) = split.extract()?;
    let mut value = Value::from_bound(this.call_method1("get_value", (&first, args, kwargs))?);
    for step in rest.try_iter()? {
        let (is_attribute, name): (bool, Bound<'py, PyAny>) = step?.extract()?;
        value = if is_attribute {
            attributes::get(m, &value, name.cast::<PyString>()?)?
        } else {
            value_filter::admit(m, Value::from_bound(value.to_bound(py)?.get_item(name)?))?
        };
    }
    Ok(PyTuple::new(py, [value.to_bound(py)?, first])?)
}
