//! Methods of library objects that take paths, expressions or names of methods: called with their
//! arguments looked at first.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyTuple, PyType};

use crate::budget::{costs, sizes};
use crate::cpython::api;
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{Value, R};
use crate::front::policy::objects;
use crate::sandbox::attributes::{access_functions, private_state, Place};
use crate::sandbox::classes::{self, abc_hooks};
use crate::sandbox::granted_paths::{self, check_path};
use crate::sandbox::memory::array_interfaces;
use crate::sandbox::tools::Tool;
use crate::sandbox::type_info::info;
use crate::sandbox::wrappers::library::argparse::ParserAction;
use crate::sandbox::wrappers::library::{databases, dataclasses, process_settings};
use crate::sandbox::wrappers::looks::{look_of, pandas_method, Look, SOURCES};
use crate::sandbox::wrappers::packages::{lxml, numpy_arrays, pandas_expressions, stored_values};
use crate::sandbox::wrappers::session_bound_callable::carried;
use crate::sandbox::wrappers::{exceptions, library_callables};
use crate::sandbox::{host_loop, signatures, threads, tool_signatures, value_filter};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::{Kind, TypeInfo};

/// The guarded bound method.
pub fn member(m: &RunContext, at: &Place<'_, '_>) -> R<Value> {
    if Ty::of_bound(at.object).has(type_access::EXCEPTION) {
        return exceptions::method(m, at);
    }
    let real = (at.fetch)()?;
    let facts = info(&m.session.check, Ty::of_bound(at.object))?;
    match look_of(&facts, &at.name.to_string_lossy()) {
        Some(look @ Look::OnLoop(home, function)) => on_loop(m, at, look, (home, function)),
        Some(Look::ToPickle) => guard(m.py(), stored_values::method(&real, Some(at.object))?, Look::Write(SOURCES), 0),
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
    if matches!(look, Look::OnLoop(..)) {
        return Err(refusals::forbidden_function(m, name));
    }
    if look == Look::ToPickle {
        return guard(m.py(), stored_values::method(&(at.fetch)()?, None)?, Look::Write(SOURCES), 1).map(Some);
    }
    guard(m.py(), (at.fetch)()?, look, 1).map(Some)
}

fn on_loop(m: &RunContext, at: &Place<'_, '_>, look: Look, (home, function): (&str, &str)) -> R<Value> {
    let py = m.py();
    let bound = {
        let _host = HostScope::enter();
        let home = py.import(home)?;
        // (Who hears of the host's errors is the host's to say.)
        let may = function != "set_exception_handler" || home.call_method1("is_loop_of_code", (at.object,))?.is_truthy()?;
        let partial = api::module(py, "functools")?.getattr("partial")?;
        may.then(|| partial.call1((home.getattr(function)?, at.object))).transpose()?
    };
    match bound {
        Some(bound) => guard(py, bound, look, 0),
        None => Err(at.refused(m)),
    }
}

/// The guarded method that `super()` gives, if it is one and the code did not write it.
pub fn super_member(m: &RunContext, receiver: &Bound<'_, PyAny>, name: &str, resolved: &Bound<'_, PyAny>) -> R<Option<Value>> {
    let facts = info(&m.session.check, Ty::of_bound(receiver))?;
    let Some(look) = look_of(&facts, name) else {
        if facts.array && name == "data" && !facts.opens("data") {
            numpy_arrays::check_buffer(m, receiver)?;
        }
        return Ok(None);
    };
    if !resolved.is_callable() || crate::sandbox::attributes::access_functions::is_own_method(m, resolved)? {
        return Ok(None);
    }
    if matches!(look, Look::OnLoop(..) | Look::ToPickle) {
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
    api::module(py, "typing")?.getattr("Union")?.get_item((a, b))
}

// A function of the host with a look at its arguments in front.
#[pyclass(frozen, mapping, module = "builtins", name = "method")]
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
            if let Some(Ok(tool)) = subject.as_ref().filter(|_| self.look == Look::Hints).map(|subject| subject.cast::<Tool>()) {
                let found = tool_signatures::type_hints(self.real.bind(py), tool.get().object(py), args.len() < 2, kwargs)?;
                return value_filter::admit(m, Value::from_bound(found))?.to_bound(py);
            }
            if let Some(subject) = subject {
                self.look_at(m, &subject, args.get_item(self.skip + 1).ok())?;
            }
            if self.look == Look::Model
                && kwargs.is_some_and(|k| matches!(k.get_item("from_attributes"), Ok(Some(flag)) if !flag.is_none()))
            {
                let receiver = self.receiver(args)?;
                private_state::check_model(m, &receiver)?;
            }
            if self.look == Look::Start {
                let receiver = self.receiver(args)?;
                threads::register(m, &receiver)?;
                carry_target(m, &receiver)?;
            }
            if self.look == Look::OfLoop {
                host_loop::check_is_own(m, &self.receiver(args)?)?;
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
                _ if self.look == Look::OwnDatabase => databases::deserialized(m, self.real.bind(py), &args, call)?,
                _ => call()?,
            };
            if self.look == Look::Database {
                crate::sandbox::databases::prepare(&result)?;
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
    /// For `inspect.signature` and its like.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signatures::of(self.real.bind(py))
    }
    // A guarded class stands for it in `isinstance` and in annotations.
    fn __instancecheck__(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        object.is_instance(self.real.bind(object.py()))
    }
    fn __subclasscheck__(&self, class: &Bound<'_, PyAny>) -> PyResult<bool> {
        class.cast::<PyType>()?.is_subclass(self.real.bind(class.py()))
    }
    // A class below it would do what is looked at here.
    fn __mro_entries__<'py>(slf: Bound<'py, Self>, _bases: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        match slf.get().class(py) {
            Ok(class) => with_run(py, |m| Err(classes::refused_base(m, class))),
            Err(_) => PyTuple::new(py, [slf]),
        }
    }
    fn __or__<'py>(slf: Bound<'py, Self>, other: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        union((slf.into_any(), other))
    }
    fn __ror__<'py>(slf: Bound<'py, Self>, other: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        union((other, slf.into_any()))
    }
    fn __getitem__<'py>(slf: Bound<'py, Self>, parameters: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().class(slf.py())?;
        api::module(slf.py(), "types")?.getattr("GenericAlias")?.call1((slf, parameters))
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
    /// What it is a method of.
    fn receiver<'py>(&self, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(args.py()).getattr("__self__").or_else(|_| args.get_item(0))
    }

    /// The real function, where these arguments are numbers so small that it needs no estimate.
    pub fn without_estimate<'py>(&self, m: &RunContext, py: Python<'py>, arguments: &[Value]) -> Option<&Bound<'py, PyAny>> {
        let is_little = match (self.look, arguments) {
            (Look::SquareRoot, [number]) => number.as_int().is_some(),
            (Look::Factorial, [_]) => sizes::counts_little(m, arguments),
            (Look::Combinations | Look::Permutations, [n, k]) => sizes::counts_little(m, arguments) || sizes::chooses_few(m, n, k),
            _ => false,
        };
        (self.skip == 0 && is_little).then(|| self.real.bind(py))
    }

    /// What the real function is called with.
    fn arguments<'py>(
        &self,
        m: &RunContext,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> R<value_filter::Called<'py>> {
        match self.look {
            Look::Expression => pandas_expressions::arguments(m, args, kwargs, self.skip).map(|(args, kwargs)| (args, Some(kwargs))),
            Look::Start | Look::InThreads => {
                value_filter::admit_arguments(m, args, kwargs).and_then(|(args, kwargs)| with_carried(m, &args, kwargs, self.skip))
            }
            Look::Jobs => with_one_job(args, kwargs),
            Look::Progress => databases::with_limits(self.real.bind(args.py()), args, kwargs, self.skip),
            Look::Room => databases::with_room(m, self.real.bind(args.py()), args, kwargs, self.skip),
            Look::Trace => databases::without_errors(self.real.bind(args.py()), args, kwargs, self.skip),
            Look::Caller => value_filter::admit_arguments(m, args, kwargs),
            Look::Keeps(place, keyword) => with_kept(m, args, kwargs, (place + self.skip, keyword)),
            Look::XmlParser => lxml::check_options(m, kwargs).map(|()| (args.clone(), kwargs.cloned())),
            Look::XmlSource { first } => {
                lxml::check_options(m, kwargs)?;
                lxml::with_source(m, args, kwargs, first)
            }
            Look::Option => check_options(m, args, kwargs).map(|()| (args.clone(), kwargs.cloned())),
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
            Look::Save | Look::Document(_) => SOURCES,
            Look::MethodNames => &["func", "arg"],
            Look::FormatText => &["formatter", "fmt"],
            Look::Subject | Look::Hints | Look::Fields => &["f", "cls", "arg", "method", "obj", "func", "subclass"],
            Look::Decorator { .. } => &["_cls"],
            Look::Namespace => &["namespace"],
            Look::Dialect => &["name"],
            Look::Connection => &["con"],
            Look::NoText => &["obj"],
            Look::Child => &["mock"],
            Look::Accessor => &["name"],
            Look::Accessed => &["accessor"],
            Look::Action | Look::Database | Look::Start | Look::InThreads | Look::Model | Look::Expression => &[],
            Look::Factorial | Look::Combinations | Look::Permutations => &["n"],
            Look::SquareRoot
            | Look::Rounds
            | Look::Scrypt
            | Look::Product
            | Look::Resize
            | Look::OnLoop(..)
            | Look::ToPickle
            | Look::Jobs
            | Look::Progress
            | Look::Room
            | Look::Trace
            | Look::OwnDatabase
            | Look::OfLoop
            | Look::Option
            | Look::XmlParser => &[],
            Look::XmlSource { .. } => &["source"],
            Look::Topic => &["toplevel"],
            Look::Caller | Look::Keeps(..) => &[],
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
            Look::Document(starts) if granted_paths::is_document(subject, starts) => Ok(()),
            Look::Read(_) | Look::Document(_) => check_path(m, subject, false),
            Look::Write(_) | Look::Save => check_path(m, subject, true),
            Look::MethodNames => check_names(m, subject, 8),
            Look::FormatText => check_format(m, subject, 4),
            Look::Subject | Look::Hints | Look::Fields | Look::Decorator { takes_subject: true } => check_own(m, subject, &self.name()),
            Look::Namespace => check_namespace_object(m, subject),
            Look::Child if info(&m.session.check, Ty::of_bound(subject))?.mock => Ok(()),
            Look::Child => check_own(m, subject, &self.name()),
            Look::Dialect => check_dialect(m, subject),
            Look::Connection => check_connection(m, subject),
            Look::NoText if exact_text(subject).is_some() => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden: names in a text")),
            Look::NoText => Ok(()),
            Look::Accessor => check_accessor_name(m, subject),
            Look::Accessed => {
                check_own(m, subject, &self.name())?;
                // However the code came to the function.
                process_settings::touch(m, "pandas.api.extensions", "register_dataframe_accessor")?;
                let _host = HostScope::enter();
                m.py().import("fastexec.process_settings")?.call_method1("note_accessor", (subject,))?;
                Ok(())
            }
            Look::Action | Look::Database | Look::Start | Look::InThreads | Look::Model | Look::Expression | Look::Decorator { .. } => {
                Ok(())
            }
            Look::Factorial | Look::Combinations | Look::Permutations => sizes::factorial(m, &value()),
            Look::SquareRoot => sizes::square_root(m, &value()),
            Look::Topic => Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden to look names up in another module than numpy")),
            Look::Rounds
            | Look::Scrypt
            | Look::Product
            | Look::Resize
            | Look::OnLoop(..)
            | Look::ToPickle
            | Look::Jobs
            | Look::Progress
            | Look::Room
            | Look::Trace
            | Look::OwnDatabase
            | Look::OfLoop
            | Look::Option
            | Look::XmlParser
            | Look::XmlSource { .. }
            | Look::Caller
            | Look::Keeps(..) => Ok(()),
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
                let product = |names: &[&str]| names.iter().filter_map(|name| named(name)).product::<f64>();
                // Each 32 bytes of the key are a digest of all lanes.
                let digests = named("dklen").unwrap_or(64.0) / 32.0;
                costs::hashing(m, product(&["n", "r", "p"]) + digests * product(&["r", "p"]))
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

/// The arguments of `pool.submit(f, …)`, `pool.map(f, …)`, `pool.apply_async(func=f, callback=g)`; a thread's `start` has none.
fn with_carried<'py>(
    m: &RunContext,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<Bound<'py, PyDict>>,
    place: usize,
) -> R<value_filter::Called<'py>> {
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    if let Some(function) = all.get_mut(place) {
        *function = carried(m, function.clone())?;
    }
    let named = kwargs.map(|named| named.copy()).transpose()?;
    for name in ["fn", "func", "callback", "error_callback"] {
        if let Some((named, function)) = named.as_ref().and_then(|named| Some((named, named.get_item(name).ok()??))) {
            named.set_item(name, carried(m, function)?)?;
        }
    }
    Ok((PyTuple::new(args.py(), all)?, named))
}

/// With what stands for a callable of a library that is kept.
fn with_kept<'py>(
    m: &RunContext,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    (place, keyword): (usize, &str),
) -> R<value_filter::Called<'py>> {
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    let named = kwargs.map(PyDictMethods::copy).transpose()?;
    if let Some(function) = all.get_mut(place) {
        if let Some(instead) = library_callables::instead_of(m, function)? {
            *function = instead.into_bound(args.py());
        }
    } else if let Some((named, function)) = named.as_ref().and_then(|named| Some((named, named.get_item(keyword).ok()??))) {
        if let Some(instead) = library_callables::instead_of(m, &function)? {
            named.set_item(keyword, instead)?;
        }
    }
    Ok((PyTuple::new(args.py(), all)?, named))
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

const HINTS: &str = "get_type_hints";

/// Whether it is a named tuple or a typed dict whose public fields have types and no texts, which would be evaluated. (The library may
/// have made it for the code: `NamedTuple("Point", [("x", int)])`.)
fn is_record_of_types(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let _host = HostScope::enter();
    let typing = api::module(class.py(), "typing")?;
    let is_tuple = class.is_subclass_of::<PyTuple>()? && class.hasattr("_fields")?;
    if !is_tuple && !typing.call_method1("is_typeddict", (class,))?.is_truthy()? {
        return Ok(false);
    }
    let Ok(fields) = class.getattr("__annotations__")?.cast_into::<PyDict>() else { return Ok(false) };
    let reference = typing.getattr("ForwardRef")?;
    let is_plain = |(name, hint): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let is_public = exact_text(&name).is_some_and(|name| !name.to_string_lossy().starts_with('_'));
        Ok::<_, PyErr>(is_public && !hint.is_instance_of::<PyString>() && !hint.is_instance(&reference)?)
    };
    fields.iter().map(is_plain).try_fold(true, |all, one| Ok(all && one?))
}

/// A class or function that a library function changes must be the code's.
fn check_own(m: &RunContext, subject: &Bound<'_, PyAny>, function: &str) -> R<()> {
    let foreign = match subject.cast::<pyo3::types::PyType>() {
        Ok(class) => !(m.session.check.own.contains(class) || function == HINTS && is_record_of_types(class)?),
        Err(_) => match info(&m.session.check, Ty::of_bound(subject))?.kind {
            Kind::Method => !access_functions::is_own_method(m, subject)?,
            // `@overload` above `@staticmethod`
            Kind::Host => !array_interfaces::is_own(subject),
            // What `functools.lru_cache` made for the code, too.
            Kind::Function => !array_interfaces::is_own(subject),
            kind => matches!(kind, Kind::Module),
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

/// Options are given by name, each before its value, or in a dict.
fn check_options(m: &RunContext, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> R<()> {
    let by_name = kwargs.map(|kwargs| kwargs.get_item("pat")).transpose()?.flatten();
    for subject in args.iter().step_by(2).chain(by_name) {
        match subject.cast_exact::<PyDict>() {
            Ok(options) => options.keys().iter().try_for_each(|name| check_option(m, &name))?,
            Err(_) => check_option(m, &subject)?,
        }
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
