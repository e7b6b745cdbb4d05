//! Methods of library objects that take paths, expressions or names of methods: called with their
//! arguments looked at first.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyTuple, PyType};

use crate::budget::{costs, sizes};
use crate::cpython::builtin_types;
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::objects;
use crate::sandbox::attributes::{access_functions, private_state, Place};
use crate::sandbox::classes::abc_hooks;
use crate::sandbox::granted_paths::check_path;
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::exceptions;
use crate::sandbox::wrappers::library::argparse::ParserAction;
use crate::sandbox::wrappers::library::{dataclasses, process_settings};
use crate::sandbox::wrappers::packages::{lxml, numpy_arrays, pandas_expressions};
use crate::sandbox::wrappers::session_bound_callable::carried;
use crate::sandbox::{given_objects, threads, value_filter};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::{self, HostScope};
use crate::session::state::type_info::{Kind, TypeInfo};

/// What is looked at before the real function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Argument 0 (or a keyword of these) may be a path to read.
    Read(&'static [&'static str]),
    /// Same, to write.
    Write(&'static [&'static str]),
    /// Argument 0 may name methods.
    MethodNames,
    /// Argument 0 is an expression.
    Expression,
    /// Argument 0 may be text for `str.format`, alone or in a dict or list.
    FormatText,
    /// Argument 0 is a class or function that is changed: one of the code's own.
    Subject,
    /// Argument 0 is such a `Subject`, a class that becomes a dataclass.
    Fields,
    /// Without argument 0, or whatever it is, the result is a decorator whose argument is such a `Subject`.
    Decorator { takes_subject: bool },
    /// Argument 1 is an object that is filled with attributes.
    Namespace,
    /// As `Write`; the others become arrays, which must hold plain values.
    Save,
    /// The result sets attributes of whatever it is called with: an action of a parser. A stand-in shows what it is.
    Action,
    /// The result is a database, which is told to attach no other: SQL opens files by itself.
    Database,
    /// The receiver starts threads.
    Start,
    /// Argument 1 is a connection to a database, not an address of one.
    Connection,
    /// Argument 0 names a setting of pandas.
    Option,
    /// The receiver may be told to read attributes of what it is given.
    Model,
    /// Argument 0 gets attributes of a child: a mock, nothing of others.
    Child,
    /// Argument 0 is no text: its words would be looked up in frames of the host.
    NoText,
    /// Argument 0 names a dialect.
    Dialect,
    /// Argument 0 is `n` of `n!`.
    Factorial,
    /// `math.comb`: arguments `n` and `k`.
    Combinations,
    /// `math.perm`: arguments `n` and perhaps `k`.
    Permutations,
    /// `math.isqrt`
    SquareRoot,
    /// `hashlib.pbkdf2_hmac`: the number of rounds is argument 3.
    Rounds,
    /// `hashlib.scrypt`: the work is the product of `n`, `r`, `p`.
    Scrypt,
    /// `ndarray.dot`
    Product,
    /// joblib's ways to share work.
    Jobs,
    /// A parser of lxml, which reads files by itself.
    XmlParser,
    /// As `XmlParser`; what is read is argument 0, or a keyword alone.
    XmlSource { first: bool },
    /// Argument 0 is a name that objects of pandas get, for the session; the result is a decorator whose argument is such
    /// a `Subject`.
    Accessor,
    /// Such a decorator.
    Accessed,
    /// `loop.run_in_executor`, done by a function of our own.
    InExecutor,
    /// `ndarray.resize`
    Resize,
    /// `numpy.info`: the module whose names are looked up is numpy.
    Topic,
    /// It calls what it is given, wherever C code took that from.
    Caller,
}

const PATHS: &[&str] = &["path_or_buf", "path_or_buffer", "buf", "path", "excel_writer", "fname", "file"];
const SOURCES: &[&str] = &["filepath_or_buffer", "path_or_buf", "path_or_buffer", "io", "path", "fname", "file", "source", "filepath"];

/// Methods of pandas objects that are guarded.
fn pandas_method(name: &str) -> Option<Look> {
    Some(match name {
        "to_csv" | "to_excel" | "to_feather" | "to_html" | "to_json" | "to_latex" | "to_markdown" | "to_orc" | "to_parquet"
        | "to_stata" | "to_string" | "to_xml" => Look::Write(PATHS),
        "agg" | "aggregate" | "apply" | "applymap" | "map" | "transform" => Look::MethodNames,
        "query" | "eval" => Look::Expression,
        "to_sql" => Look::Connection,
        "format" | "format_index" | "format_index_names" => Look::FormatText,
        _ => return None,
    })
}

/// Functions of modules that are guarded.
pub fn module_function(module: &str, name: &str) -> Option<Look> {
    if defence_layers::off(Net::Members) {
        return None;
    }
    match (module, name) {
        (
            "pandas",
            "read_csv" | "read_table" | "read_json" | "read_xml" | "read_html" | "read_excel" | "read_parquet" | "read_feather"
            | "read_fwf" | "read_orc" | "read_sas" | "read_stata" | "ExcelFile",
        ) => Some(Look::Read(SOURCES)),
        ("pandas", "ExcelWriter") => Some(Look::Write(PATHS)),
        ("pandas", "eval") => Some(Look::Expression),
        ("numpy", "loadtxt" | "fromregex" | "genfromtxt" | "load") => Some(Look::Read(SOURCES)),
        ("numpy", "savetxt") => Some(Look::Write(SOURCES)),
        ("numpy", "save" | "savez" | "savez_compressed") => Some(Look::Save),
        ("math", "factorial") => Some(Look::Factorial),
        ("math", "comb") => Some(Look::Combinations),
        ("math", "perm") => Some(Look::Permutations),
        ("matplotlib.ticker", "StrMethodFormatter") => Some(Look::FormatText),
        (
            "typing" | "typing_extensions",
            "disjoint_base" | "final" | "get_type_hints" | "no_type_check" | "overload" | "override" | "runtime" | "runtime_checkable",
        )
        | ("functools", "total_ordering")
        | ("abc", "update_abstractmethods")
        | ("inspect", "markcoroutinefunction")
        | ("jinja2", "pass_context" | "pass_environment" | "pass_eval_context")
        | ("unittest" | "unittest.case", "expectedFailure")
        | ("sympy" | "sympy.utilities" | "sympy.utilities.decorator", "public") => Some(Look::Subject),
        ("typing" | "typing_extensions", "dataclass_transform")
        | ("typing_extensions" | "warnings", "deprecated")
        | ("pydantic" | "pydantic.config", "with_config")
        | ("unittest" | "unittest.case", "skip" | "skipIf" | "skipUnless")
        | ("sympy.utilities.decorator", "deprecated" | "doctest_depends_on") => Some(Look::Decorator { takes_subject: false }),
        ("pydantic.dataclasses", "dataclass") => Some(Look::Decorator { takes_subject: true }),
        ("csv", "register_dialect" | "unregister_dialect") => Some(Look::Dialect),
        ("bz2" | "dbm" | "gzip" | "lzma" | "shelve" | "tarfile" | "wave", "open") => Some(Look::Write(&["name", "filename", "file", "f"])),
        ("pandas", "read_sql" | "read_sql_query" | "read_sql_table") => Some(Look::Connection),
        (
            "pandas.api.extensions" | "pandas.core.accessor",
            "register_dataframe_accessor" | "register_index_accessor" | "register_series_accessor",
        ) => Some(Look::Accessor),
        ("numpy", "bmat") => Some(Look::NoText),
        ("numpy", "info") => Some(Look::Topic),
        ("pandas", "set_option" | "reset_option") => Some(Look::Option),
        ("sqlite3", "connect") => Some(Look::Database),
        ("operator" | "_operator", "call") | ("numpy", "frompyfunc") => Some(Look::Caller),
        ("math", "isqrt") => Some(Look::SquareRoot),
        ("hashlib" | "_hashlib", "pbkdf2_hmac") => Some(Look::Rounds),
        ("hashlib" | "_hashlib", "scrypt") => Some(Look::Scrypt),
        ("joblib" | "joblib.parallel", "Parallel" | "parallel_backend" | "parallel_config") => Some(Look::Jobs),
        ("lxml.etree", "ETCompatXMLParser" | "XMLParser" | "XMLPullParser") => Some(Look::XmlParser),
        ("lxml.etree", "iterparse" | "parse") => Some(Look::XmlSource { first: true }),
        ("lxml.etree", "ElementTree" | "canonicalize") => Some(Look::XmlSource { first: false }),
        ("PIL.Image", "open") => Some(Look::Read(&["fp"])),
        ("scipy.io" | "scipy.io._fast_matrix_market", "mmread" | "mminfo") => Some(Look::Read(&["source"])),
        ("scipy.io" | "scipy.io._fast_matrix_market", "mmwrite") => Some(Look::Write(&["target"])),
        _ => None,
    }
}

/// How `name` of instances of this type is looked at.
fn look_of(facts: &TypeInfo, name: &str) -> Option<Look> {
    if defence_layers::off(Net::Members) {
        return None;
    }
    if facts.pandas {
        return pandas_method(name);
    }
    if facts.pydantic && matches!(name, "model_validate" | "validate_python" | "validate_assignment" | "parse_obj" | "isinstance_python") {
        return Some(Look::Model);
    }
    if facts.thread && matches!(name, "start" | "submit" | "map") {
        return Some(Look::Start);
    }
    if facts.mock && name == "attach_mock" {
        return Some(Look::Child);
    }
    if facts.parser && matches!(name, "add_argument" | "add_subparsers") {
        return Some(Look::Action);
    }
    if facts.parser && matches!(name, "parse_args" | "parse_known_args" | "parse_intermixed_args" | "parse_known_intermixed_args") {
        return Some(Look::Namespace);
    }
    match name {
        "run_in_executor" if facts.event_loop => Some(Look::InExecutor),
        "dot" if facts.array => Some(Look::Product),
        "resize" if facts.array => Some(Look::Resize),
        _ => None,
    }
}

/// Whether `name` of instances of this type comes out guarded.
pub fn is_guarded_member(facts: &TypeInfo, name: &str) -> bool {
    look_of(facts, name).is_some() || (facts.array && name == "data")
}

/// The guarded bound method.
pub fn member(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    if Ty::of_bound(at.object).has(type_access::EXCEPTION) {
        return exceptions::method(m, at);
    }
    let real = (at.fetch)()?;
    let facts = info(&m.session.check, Ty::of_bound(at.object))?;
    match look_of(&facts, &at.name.to_string_lossy()) {
        Some(Look::InExecutor) => in_executor(m, at.object),
        Some(look) if real.is_callable() => guard(m.py(), real, look, 0),
        None if facts.array && !facts.opens("data") => {
            numpy_arrays::check_buffer(m, at.object)?;
            value_filter::admit(m, Value::from_bound(real))
        }
        _ => value_filter::admit(m, Value::from_bound(real)),
    }
}

/// The guarded function of a class (`DataFrame.to_csv`), if it is one.
pub fn class_member(m: &RunContext, at: &Place<'_, '_>, facts: &TypeInfo, name: &str) -> R<Option<Value>> {
    let Some(look) = look_of(facts, name) else { return Ok(None) };
    if look == Look::InExecutor {
        return Err(refusals::forbidden_function(m, name));
    }
    guard(m.py(), (at.fetch)()?, look, 1).map(Some)
}

fn in_executor(m: &RunContext, event_loop: &Bound<'_, PyAny>) -> R<Value> {
    let py = m.py();
    let bound = {
        let _host = HostScope::enter();
        let run = py.import("fastexec.waits")?.getattr("in_executor")?;
        py.import("functools")?.getattr("partial")?.call1((run, event_loop))?
    };
    guard(py, bound, Look::InExecutor, 0)
}

/// The guarded method that `super()` gives, if it is one and the code did not write it.
pub fn super_member(m: &RunContext, facts: &TypeInfo, name: &str, resolved: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let Some(look) = look_of(facts, name) else { return Ok(None) };
    if !resolved.is_callable() || crate::sandbox::attributes::access_functions::is_own_method(m, resolved)? {
        return Ok(None);
    }
    if look == Look::InExecutor {
        return Err(refusals::forbidden_function(m, name));
    }
    guard(m.py(), resolved.clone(), look, 0).map(Some)
}

/// A callable that looks at the arguments of `real`; `skip` of them come first (a receiver).
pub fn guard(py: Python<'_>, real: Bound<'_, PyAny>, look: Look, skip: usize) -> R<Value> {
    let guard = GuardedCall { real: real.unbind(), look, skip };
    Ok(Value::from_bound(Bound::new(py, guard)?.into_any()))
}

/// `a | b` of classes, one of them guarded.
fn union<'py>((a, b): (Bound<'py, PyAny>, Bound<'py, PyAny>)) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    for part in [&a, &b] {
        if let Ok(guarded) = part.cast::<GuardedCall>() {
            guarded.get().class(py)?;
        }
    }
    py.import("typing")?.getattr("Union")?.get_item((a, b))
}

// A function of the host with a look at its arguments in front.
#[pyclass(frozen, module = "builtins", name = "method")]
pub struct GuardedCall {
    real: Py<PyAny>,
    look: Look,
    skip: usize,
}

impl GuardedCall {
    /// What is guarded, if it is a class.
    fn class<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        Ok(self.real.bind(py).cast::<PyType>()?)
    }
}

#[pymethods]
impl GuardedCall {
    fn name(&self) -> String {
        let py = crate::cpython::value::attached();
        self.real.getattr(py, "__name__").and_then(|n| n.extract(py)).unwrap_or_default()
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |m| {
            self.look_at_work(m, args, kwargs)?;
            let subject = self.subject(args, kwargs)?;
            if let Some(subject) = subject {
                self.look_at(m, &subject, args.get_item(self.skip + 1).ok())?;
            }
            if self.look == Look::Model
                && kwargs.is_some_and(|k| matches!(k.get_item("from_attributes"), Ok(Some(flag)) if !flag.is_none()))
            {
                let receiver = self.real.bind(py).getattr("__self__").or_else(|_| args.get_item(0))?;
                private_state::check_model(m, &receiver)?;
            }
            if self.look == Look::Start {
                let receiver = self.real.bind(py).getattr("__self__").or_else(|_| args.get_item(0))?;
                threads::register(m, &receiver)?;
                carry_target(m, &receiver)?;
            }
            if self.look == Look::Save {
                let named = kwargs.iter().flat_map(|k| k.iter()).map(|(_, value)| value).collect::<Vec<_>>();
                args.iter().skip(self.skip + 1).chain(named).try_for_each(|array| check_plain_array(m, &array))?;
            }
            let (args, kwargs) = self.arguments(m, args, kwargs)?;
            let call = || self.real.bind(py).call(args.clone(), kwargs.as_ref());
            let result = match self.subject(&args, kwargs.as_ref())? {
                Some(class) if matches!(self.look, Look::Fields | Look::Decorator { takes_subject: true }) => {
                    dataclasses::decorated(&class, call)?
                }
                _ => call()?,
            };
            if self.look == Look::Database {
                let lifted = scope::files_lifted(m);
                let authorizer = if lifted { pyo3::wrap_pyfunction!(no_addresses, py)? } else { pyo3::wrap_pyfunction!(no_attach, py)? };
                result.call_method1("set_authorizer", (authorizer,))?;
            }
            if matches!(self.look, Look::Decorator { takes_subject } if !(takes_subject && args.len() > self.skip)) && result.is_callable()
            {
                let takes_fields = self.look == Look::Decorator { takes_subject: true };
                return guard(py, result, if takes_fields { Look::Fields } else { Look::Subject }, 0)?.to_bound(py);
            }
            if self.look == Look::Accessor {
                return guard(py, result, Look::Accessed, 0)?.to_bound(py);
            }
            if self.look == Look::Action {
                return Ok(Bound::new(py, ParserAction { real: result.unbind() })?.into_any());
            }
            value_filter::admit(m, Value::from_bound(result))?.to_bound(py)
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.real.bind(py).repr()?.to_string())
    }
    // A guarded class stands for it in `isinstance` and in annotations.
    fn __instancecheck__(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        object.is_instance(self.real.bind(object.py()))
    }
    fn __subclasscheck__(&self, class: &Bound<'_, PyAny>) -> PyResult<bool> {
        class.cast::<PyType>()?.is_subclass(self.real.bind(class.py()))
    }
    fn __or__<'py>(slf: Bound<'py, Self>, other: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        union((slf.into_any(), other))
    }
    fn __ror__<'py>(slf: Bound<'py, Self>, other: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        union((other, slf.into_any()))
    }
    fn __getitem__<'py>(slf: Bound<'py, Self>, parameters: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().class(slf.py())?;
        slf.py().import("types")?.getattr("GenericAlias")?.call1((slf, parameters))
    }
    #[getter]
    fn __name__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__name__")
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}

impl GuardedCall {
    /// What the real function is called with.
    fn arguments<'py>(
        &self,
        m: &RunContext,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> R<value_filter::Called<'py>> {
        match self.look {
            Look::Expression => pandas_expressions::arguments(m, args, kwargs, self.skip).map(|(args, kwargs)| (args, Some(kwargs))),
            Look::Start => {
                value_filter::admit_arguments(m, args, kwargs).and_then(|(args, kwargs)| Ok((with_carried(m, &args, self.skip)?, kwargs)))
            }
            Look::Jobs => with_one_job(args, kwargs),
            Look::Caller => value_filter::admit_arguments(m, args, kwargs),
            Look::XmlParser => lxml::check_options(m, kwargs).map(|()| (args.clone(), kwargs.cloned())),
            Look::XmlSource { first } => {
                lxml::check_options(m, kwargs)?;
                lxml::with_source(m, args, kwargs, first)
            }
            // The references were counted.
            Look::Resize => {
                let all = kwargs.map_or_else(|| Ok(PyDict::new(args.py())), |k| k.copy())?;
                all.set_item("refcheck", false)?;
                Ok((args.clone(), Some(all)))
            }
            _ => Ok((args.clone(), kwargs.cloned())),
        }
    }

    fn subject<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> R<Option<Bound<'py, PyAny>>> {
        let place = match self.look {
            Look::Namespace | Look::Connection => self.skip + 1,
            Look::Topic => 3,
            _ => self.skip,
        };
        if args.len() > place {
            return Ok(Some(args.get_item(place)?));
        }
        let keywords: &[&str] = match self.look {
            Look::Read(names) | Look::Write(names) => names,
            Look::Save => SOURCES,
            Look::MethodNames => &["func", "arg"],
            Look::FormatText => &["formatter", "fmt"],
            Look::Subject | Look::Fields => &["f", "cls", "arg", "method", "obj", "func", "subclass"],
            Look::Decorator { .. } => &["_cls"],
            Look::Namespace => &["namespace"],
            Look::Dialect => &["name"],
            Look::Connection => &["con"],
            Look::NoText => &["obj"],
            Look::Child => &["mock"],
            Look::Option => &["pat"],
            Look::Accessor => &["name"],
            Look::Accessed => &["accessor"],
            Look::Action | Look::Database | Look::Start | Look::Model | Look::Expression => &[],
            Look::Factorial | Look::Combinations | Look::Permutations => &["n"],
            Look::SquareRoot
            | Look::Rounds
            | Look::Scrypt
            | Look::Product
            | Look::Resize
            | Look::InExecutor
            | Look::Jobs
            | Look::XmlParser => &[],
            Look::XmlSource { .. } => &["source"],
            Look::Topic => &["toplevel"],
            Look::Caller => &[],
        };
        let Some(kwargs) = kwargs else { return Ok(None) };
        for name in keywords {
            if let Some(found) = kwargs.get_item(name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn look_at(&self, m: &RunContext, subject: &Bound<'_, PyAny>, next: Option<Bound<'_, PyAny>>) -> R<()> {
        let value = || Value::from_bound(subject.clone());
        match (self.look, next) {
            (Look::Combinations | Look::Permutations, Some(k)) if !k.is_none() => {
                return sizes::choice(m, &value(), &Value::from_bound(k), self.look == Look::Permutations);
            }
            _ => {}
        }
        match self.look {
            Look::Read(_) => check_path(m, subject, false),
            Look::Write(_) | Look::Save => check_path(m, subject, true),
            Look::MethodNames => check_names(m, subject, 8),
            Look::FormatText => check_format(m, subject, 4),
            Look::Subject | Look::Fields | Look::Decorator { takes_subject: true } => check_own(m, subject, &self.name()),
            Look::Namespace => check_namespace_object(m, subject),
            Look::Child if info(&m.session.check, Ty::of_bound(subject))?.mock => Ok(()),
            Look::Child => check_own(m, subject, &self.name()),
            Look::Dialect => check_dialect(m, subject),
            Look::Connection => check_connection(m, subject),
            Look::NoText if exact_text(subject).is_some() => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden: names in a text")),
            Look::NoText => Ok(()),
            Look::Option => check_option(m, subject),
            Look::Accessor => check_accessor_name(m, subject),
            Look::Accessed => {
                check_own(m, subject, &self.name())?;
                // However the code came to the function.
                process_settings::touch(m, "pandas.api.extensions", "register_dataframe_accessor")?;
                let _host = HostScope::enter();
                m.py().import("fastexec.process_settings")?.call_method1("note_accessor", (subject,))?;
                Ok(())
            }
            Look::Action | Look::Database | Look::Start | Look::Model | Look::Expression | Look::Decorator { .. } => Ok(()),
            Look::Factorial | Look::Combinations | Look::Permutations => sizes::factorial(m, &value()),
            Look::SquareRoot => sizes::square_root(m, &value()),
            Look::Topic => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to look names up in another module than numpy")),
            Look::Rounds
            | Look::Scrypt
            | Look::Product
            | Look::Resize
            | Look::InExecutor
            | Look::Jobs
            | Look::XmlParser
            | Look::XmlSource { .. }
            | Look::Caller => Ok(()),
        }
    }

    /// Looks that need more than one argument.
    fn look_at_work(&self, m: &RunContext, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
        let named = |name: &str| kwargs.and_then(|k| k.get_item(name).ok().flatten()).and_then(|v| v.extract::<f64>().ok());
        match self.look {
            Look::Rounds => {
                let third = args.get_item(3).ok().and_then(|n| n.extract::<f64>().ok());
                costs::hashing(m, third.or_else(|| named("iterations")).unwrap_or(0.0))
            }
            Look::Scrypt => {
                let work = ["n", "r", "p"].iter().filter_map(|name| named(name)).product::<f64>();
                costs::hashing(m, work)
            }
            Look::Product if args.len() > self.skip => {
                let receiver = if self.skip == 0 { self.real.bind(args.py()).getattr("__self__")? } else { args.get_item(0)? };
                costs::product(m, &Value::from_bound(receiver), &Value::from_bound(args.get_item(self.skip)?))
            }
            Look::Resize => {
                let bound = self.real.bind(args.py()).getattr("__self__").ok();
                let checks = kwargs.and_then(|k| k.get_item("refcheck").ok().flatten()).map_or(Ok(true), |flag| flag.is_truthy())?;
                bound.map_or_else(
                    || numpy_arrays::check_resize(m, &args.get_item(0)?, checks),
                    |array| numpy_arrays::check_resize(m, &array, checks),
                )
            }
            _ => Ok(()),
        }
    }
}

/// The one of joblib's backends that works in the caller's thread.
const SEQUENTIAL: &str = "sequential";

/// Arguments of `Parallel(n_jobs, backend, …)`, `parallel_backend(backend, …)` or `parallel_config(backend, …)` that ask
/// for no other thread or process.
fn with_one_job<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> R<value_filter::Called<'py>> {
    let named = kwargs.map_or_else(|| Ok(PyDict::new(args.py())), |k| k.copy())?;
    named.set_item("backend", SEQUENTIAL)?;
    if let Some(jobs) = args.iter().find(|value| value.is_instance_of::<pyo3::types::PyInt>()) {
        named.set_item("n_jobs", jobs)?;
    }
    // It is about the threads of the other backends.
    if named.contains("inner_max_num_threads")? {
        named.del_item("inner_max_num_threads")?;
    }
    Ok((PyTuple::empty(args.py()), Some(named)))
}

/// What a thread that is about to start calls: its function, and what prints the error that ends it.
fn carry_target(m: &RunContext, thread: &Bound<'_, PyAny>) -> R<()> {
    for name in ["_target", "_invoke_excepthook"] {
        match thread.getattr(name) {
            Ok(called) if !called.is_none() => thread.setattr(name, carried(m, called)?)?,
            _ => {}
        }
    }
    Ok(())
}

/// The arguments of `pool.submit(f, …)` and `pool.map(f, …)`; a thread's `start` has none.
fn with_carried<'py>(m: &RunContext, args: &Bound<'py, PyTuple>, place: usize) -> R<Bound<'py, PyTuple>> {
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    if let Some(function) = all.get_mut(place) {
        *function = carried(m, function.clone())?;
    }
    Ok(PyTuple::new(args.py(), all)?)
}

/// Text for `str.format` that is called by a library: plain fields only.
fn check_format(m: &RunContext, subject: &Bound<'_, PyAny>, depth: u32) -> R<()> {
    if let Some(text) = exact_text(subject) {
        let reads = text.to_string_lossy().split('{').skip(1).any(|field| {
            let name = field.split(['}', ':', '!']).next().unwrap_or_default();
            name.contains(['.', '['])
        });
        return if reads { Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden in a format: attributes and items")) } else { Ok(()) };
    }
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    if let Ok(dict) = subject.cast::<PyDict>() {
        return dict.copy()?.iter().try_for_each(|(_, value)| check_format(m, &value, depth));
    }
    if subject.is_instance_of::<pyo3::types::PyList>() || subject.is_instance_of::<PyTuple>() {
        for item in subject.try_iter()? {
            check_format(m, &item?, depth)?;
        }
    }
    Ok(())
}

/// A class or function that a library function changes must be the code's.
fn check_own(m: &RunContext, subject: &Bound<'_, PyAny>, function: &str) -> R<()> {
    let foreign = match subject.cast::<pyo3::types::PyType>() {
        Ok(class) => !m.session.check.own.contains(class),
        Err(_) => match info(&m.session.check, Ty::of_bound(subject))?.kind {
            Kind::Method => !access_functions::is_own_method(m, subject)?,
            kind => matches!(kind, Kind::Function | Kind::Module | Kind::Host),
        },
    };
    if function == "register"
        && subject.cast::<pyo3::types::PyType>().map(|class| abc_hooks::speaks_by_itself(m, class)).unwrap_or(Ok(false))?
    {
        return Err(abc_hooks::refused(m));
    }
    if foreign {
        return Err(refusals::forbidden_function(m, &format!("{function} (of what the code did not make)")));
    }
    Ok(())
}

/// Only what the code made, and namespaces, may be filled with attributes by a library.
fn check_namespace_object(m: &RunContext, subject: &Bound<'_, PyAny>) -> R<()> {
    let facts = info(&m.session.check, Ty::of_bound(subject))?;
    if subject.is_none() || facts.kind == Kind::Own || facts.settable {
        return Ok(());
    }
    Err(refusals::forbidden_function(m, "parse_args (into what the code did not make)"))
}

/// Arrays of objects are saved as pickles, which show all of an object.
fn check_plain_array(m: &RunContext, given: &Bound<'_, PyAny>) -> R<()> {
    let array = m.py().import("numpy")?.call_method1("asanyarray", (given,))?;
    if array.getattr("dtype")?.getattr("hasobject")?.is_truthy()? {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to save an array of objects"));
    }
    Ok(())
}

/// Text would name a database anywhere.
fn check_connection(m: &RunContext, subject: &Bound<'_, PyAny>) -> R<()> {
    if exact_text(subject).is_some() {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to open a database by its address"));
    }
    Ok(())
}

/// How things are shown and reckoned may be set, for the run; not which packages are imported for it.
fn check_option(m: &RunContext, subject: &Bound<'_, PyAny>) -> R<()> {
    let name = exact_text(subject).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    let outward = ["backend", "io.", "engine", "reader", "writer"].iter().any(|part| name.contains(part));
    if plain && !outward {
        return Ok(());
    }
    Err(refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden to set the option: {name}")))
}

/// Only names that nothing of pandas has.
fn check_accessor_name(m: &RunContext, subject: &Bound<'_, PyAny>) -> R<()> {
    let py = m.py();
    let Some(name) = exact_text(subject) else {
        return Err(refusals::forbidden_function(m, "register_accessor (of a name that is no text)"));
    };
    let pandas = py.import("pandas")?;
    let taken = ["DataFrame", "Series", "Index"].iter().map(|class| has_of_its_own(&pandas, class, &name)).collect::<PyResult<Vec<_>>>()?;
    if name.to_string_lossy().starts_with('_') || taken.contains(&true) {
        return Err(refusals::forbidden_function(m, &format!("register_accessor (of the name {})", name.to_string_lossy())));
    }
    Ok(())
}

/// Whether the class has the attribute, other than as an accessor of some session.
fn has_of_its_own(pandas: &Bound<'_, PyModule>, class: &str, name: &Bound<'_, PyString>) -> PyResult<bool> {
    let _host = HostScope::enter();
    let class = pandas.getattr(class)?;
    if !class.hasattr(name)? {
        return Ok(false);
    }
    let ours = pandas.py().import("fastexec.process_settings")?.call_method1("is_accessor_of_code", (class, name))?;
    Ok(!ours.is_truthy()?)
}

/// The dialects that everyone counts on stay as they are.
fn check_dialect(m: &RunContext, subject: &Bound<'_, PyAny>) -> R<()> {
    let standard = exact_text(subject).is_some_and(|name| matches!(name.to_string_lossy().as_ref(), "excel" | "excel-tab" | "unix"));
    if standard {
        return Err(refusals::forbidden_function(m, "register_dialect (of a standard dialect)"));
    }
    Ok(())
}

/// Names of methods that pandas looks up by itself.
fn check_names(m: &RunContext, subject: &Bound<'_, PyAny>, depth: u32) -> R<()> {
    if let Some(text) = exact_text(subject) {
        let text = text.to_string_lossy();
        let sinks = objects::denied_members("pandas", "DataFrame").unwrap_or(&[]);
        let refused = text.starts_with('_') || text.starts_with("to_") || sinks.contains(&text.as_ref()) || pandas_method(&text).is_some();
        if refused {
            return Err(crate::sandbox::attributes::refused(m, &text, crate::sandbox::attributes::Use::Call));
        }
        return Ok(());
    }
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    if let Ok(dict) = subject.cast::<PyDict>() {
        for (_, value) in dict.copy()?.iter() {
            check_names(m, &value, depth)?;
        }
    } else if subject.is_instance_of::<pyo3::types::PyList>() || subject.is_instance_of::<PyTuple>() {
        for item in subject.try_iter()? {
            check_names(m, &item?, depth)?;
        }
    }
    Ok(())
}

/// Whether the object is a plain record of the host (an instance of an ordinary class) whose public data may
/// be written. Not objects of the standard library, not what a class defines.
pub fn is_record(m: &RunContext, obj: &Value, name: &str) -> R<bool> {
    let py = m.py();
    let ty = Ty::of(obj);
    if !ty.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) {
        return Ok(false);
    }
    let class = ty.to_bound(py);
    let home = builtin_types::known(py)?.module_name(&class)?;
    let top = home.split('.').next().unwrap_or_default();
    let library = py.import("sys")?.getattr("stdlib_module_names")?.contains(top)? && top != "__main__";
    let native = matches!(top, "numpy" | "pandas" | "fastexec");
    if library || native {
        return Ok(false);
    }
    match ty.lookup(&PyString::new(py, name)) {
        // `tag.name = …` of a parsed page, whose tags can be called.
        None => Ok(!obj.to_bound(py)?.is_callable() || m.session.check.is_library(py, &home)),
        // `sheet.title = …`: installed packages offer such members to be set.
        Some(member) => {
            let kind = Ty::of_bound(&member);
            let settable = match info(&m.session.check, kind)?.kind {
                Kind::Property => !member.getattr("fset")?.is_none(),
                // Descriptors that the package wrote in Python for classes of its own (`cell.font = …`).
                _ => {
                    kind.has(pyo3::ffi::Py_TPFLAGS_HEAPTYPE) && kind.lookup(pyo3::intern!(py, "__set__")).is_some() && {
                        let maker = builtin_types::known(py)?.module_name(&kind.to_bound(py))?;
                        maker.split('.').next() == Some(top)
                    }
                }
            };
            Ok(settable && !given_objects::acts_for_host(&m.session.check, py, &home))
        }
    }
}

/// An authorizer of SQLite that refuses to open further files (`ATTACH`, `VACUUM INTO`), and functions that take addresses
/// of native code.
#[pyfunction]
#[pyo3(signature = (action, _first = None, second = None, *_about))]
fn no_attach(action: i32, _first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>, _about: &Bound<'_, PyTuple>) -> i32 {
    const SQLITE_ATTACH: i32 = 24;
    i32::from(action == SQLITE_ATTACH || is_native_function(action, second))
}

/// The same where the code may open files.
#[pyfunction]
#[pyo3(signature = (action, _first = None, second = None, *_about))]
fn no_addresses(action: i32, _first: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>, _about: &Bound<'_, PyTuple>) -> i32 {
    i32::from(is_native_function(action, second))
}

/// Whether SQL calls a function that registers or loads native code.
fn is_native_function(action: i32, name: Option<&Bound<'_, PyAny>>) -> bool {
    const SQLITE_FUNCTION: i32 = 31;
    let names = ["fts3_tokenizer", "load_extension"];
    let is_one = |text: Bound<'_, PyString>| names.iter().any(|name| text.to_string_lossy().eq_ignore_ascii_case(name));
    action == SQLITE_FUNCTION && name.and_then(exact_text).is_some_and(is_one)
}
