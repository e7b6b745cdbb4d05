//! Proxies for the host's tools: the code sees a tool's description and its call, nothing else of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::arguments::Arguments;
use crate::cpython::type_access::{self, Ty, CLASS};
use crate::cpython::value::{Exc, Value, R};
use crate::front::limits::Stop;
use crate::front::policy::objects::DENIED_BUILTINS;
use crate::sandbox::attributes::{refused, Use};
use crate::sandbox::classes::type_object::real_class;
use crate::sandbox::context_vars::Outside;
use crate::sandbox::type_info::info;
use crate::sandbox::{builtins, given_objects, host_call, host_loop, threads, tool_signatures, value_filter};
use crate::session::abort::{self, Abort};
use crate::session::current::with_run;
use crate::session::refusals;
use crate::session::run_context::RunContext;
use crate::session::scope::HostScope;
use crate::session::state::type_info::Kind;

// A callable of the host.
#[pyclass(frozen, weakref, module = "fastexec", name = "tool")]
pub struct Tool {
    name: Arc<str>,
    object: Py<PyAny>,
}

/// Address of the type, known when the first proxy is made.
static TYPE: AtomicUsize = AtomicUsize::new(0);

/// Whether the object is a proxy.
#[inline(always)]
pub fn is_tool(object: &Value) -> bool {
    Ty::of(object).addr() == TYPE.load(Ordering::Relaxed)
}

/// What sandboxed code sees of the host's tool `name`: classes, harmless builtins and the code's own
/// functions as they are, the guarded version of the others that have one, else a proxy.
pub fn wrap(m: &RunContext, name: &str, object: Value) -> R<Value> {
    let py = m.py();
    let bound = object.to_bound(py)?;
    let objects = &m.session.check.objects;
    if let Some(known) = objects.stand_in(&bound) {
        return Ok(known);
    }
    objects.grant(&bound);
    let kind = info(&m.session.check, Ty::of(&object))?.kind;
    if Ty::of(&object).has(CLASS) {
        return Ok(if bound.is(py.get_type::<PyType>()) { value_filter::admit(m, object)? } else { object });
    }
    if matches!(kind, Kind::Guard | Kind::OwnFunction | Kind::Own) || !bound.is_callable() {
        return value_filter::admit(m, object);
    }
    if let Some(guarded) = harmless_builtin(py, &bound)? {
        return Ok(Value::from_bound(guarded));
    }
    let proxy = Bound::new(py, Tool { name: name.into(), object: bound.clone().unbind() })?;
    TYPE.store(proxy.get_type_ptr() as usize, Ordering::Relaxed);
    let proxy = Value::from_bound(proxy.into_any());
    objects.set_stand_in(&bound, proxy.clone());
    Ok(proxy)
}

/// Builtin functions need no proxy; some have a guarded version.
fn harmless_builtin<'py>(py: Python<'py>, object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let Some((name, Some(receiver))) = type_access::builtin_function(object) else {
        return guarded_by_name(py, object);
    };
    if type_access::module_dict(&receiver).is_none() {
        return Ok(None);
    }
    let home = value_filter::module_name(&receiver);
    match home.as_str() {
        "builtins" if DENIED_BUILTINS.contains(&name) => Ok(None),
        "builtins" => Ok(Some(builtins::guarded_version(py, object)?.unwrap_or_else(|| object.clone()))),
        "math" | "cmath" | "_statistics" | "itertools" | "_bisect" | "_heapq" => Ok(Some(object.clone())),
        _ => Ok(None),
    }
}

/// The original's `getattr` is a Python function of this name; it stands for `getattr`.
fn guarded_by_name<'py>(py: Python<'py>, object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    let name = object.getattr("__name__").ok().and_then(|n| n.extract::<String>().ok());
    if name.as_deref() != Some("nodunder_getattr") {
        return Ok(None);
    }
    Ok(builtins::table(py)?.get_item("getattr")?)
}

/// The host's own object behind a proxy; anything else as it is.
pub fn unwrap(value: Value) -> Value {
    if !value.is_object() {
        return value;
    }
    match value.as_object().and_then(|o| o.cast::<Tool>().ok().map(|t| t.get().object.clone_ref(o.py()))) {
        Some(object) => Value::from_bound(object.into_bound(crate::cpython::value::attached())),
        None => value,
    }
}

/// As `unwrap`, for objects; the guarded `type` becomes the real one.
pub fn unwrap_bound<'py>(object: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    match object.cast::<Tool>() {
        Ok(tool) => tool.get().object.bind(object.py()).clone(),
        Err(_) => real_class(object),
    }
}

#[pymethods]
impl Tool {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let object = self.object.bind(py);
        if crate::session::scope::sandboxed() {
            // Called by C code, whose arguments nobody looked at.
            with_run(py, |m| {
                let named = kwargs.iter().flat_map(|k| k.iter()).map(|(_, value)| value).collect::<Vec<_>>();
                args.iter().chain(named).try_for_each(|arg| value_filter::admit(m, Value::from_bound(arg)).map(drop))
            })?;
        }
        let args = PyTuple::new(py, args.iter().map(unwrap_bound))?;
        let kwargs = kwargs.map(unwrap_values).transpose()?;
        if !crate::session::scope::sandboxed() {
            return match threads::origin(py) {
                Some(origin) if origin.has_ended() => Err(threads::over(py)),
                Some(_) => threads::as_host(|| object.call(args, kwargs.as_ref())),
                // The host calls what it got back.
                None => object.call(args, kwargs.as_ref()),
            };
        }
        with_run(py, |m| {
            let called = self.called(m, || match m.session.hooks.call(py) {
                Some(hook) => Ok(hook.call(self.for_hook(args)?, kwargs.as_ref())?.unbind()),
                None => Ok(object.call(args, kwargs.as_ref())?.unbind()),
            })?;
            admit(m, called)?.to_bound(py)
        })
    }
    fn __repr__(&self) -> String {
        format!("<tool {}>", self.name)
    }
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.object.getattr(py, "__doc__")
    }
    // For libraries that ask how it is called.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tool_signatures::signature(self.object.bind(py))
    }
    #[getter]
    fn __annotations__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let _host = HostScope::enter();
        self.object.getattr(py, "__annotations__")?.into_bound(py).cast_into::<PyDict>()?.copy()
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.object)
    }
}

impl Tool {
    /// The host's object.
    pub fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.object.bind(py)
    }

    /// Calls the tool by `call`, which is noted for the host.
    #[inline]
    fn called(&self, m: &RunContext, call: impl FnOnce() -> R<Py<PyAny>>) -> R<Py<PyAny>> {
        let began = m.session.notes.begin_call(&self.name);
        let result = on_host(m, call);
        m.session.notes.called(&self.name, began, result.is_err());
        result
    }

    /// The arguments of the host's hook in place of those of the tool.
    fn for_hook<'py>(&self, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
        let py = args.py();
        let before = [PyString::new(py, &self.name).into_any(), self.object.bind(py).clone()];
        PyTuple::new(py, before.into_iter().chain(args.iter()).collect::<Vec<_>>())
    }
}

/// Calls a proxy by `call`: as `on_host`, and noted. `None` for what is no proxy.
#[inline]
pub fn on_tool(m: &RunContext, callee: &Value, call: impl FnOnce(&Tool) -> R<Py<PyAny>>) -> Option<R<Py<PyAny>>> {
    let callee = callee.as_object()?;
    let tool = callee.cast_exact::<Tool>().ok()?.get();
    Some(tool.called(m, || call(tool)))
}

fn unwrap_values<'py>(kwargs: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let unwrapped = PyDict::new(kwargs.py());
    for (name, value) in kwargs.iter() {
        unwrapped.set_item(name, unwrap_bound(value))?;
    }
    Ok(unwrapped)
}

/// The result of calling `callee` if it is a proxy: as a call of the proxy by the interpreter, but directly.
pub fn call_directly(m: &RunContext, callee: &Value, arguments: &mut Arguments) -> Option<R<Value>> {
    if !is_tool(callee) {
        return None;
    }
    for value in &mut arguments.values {
        if value.is_object() && !Ty::of(value).has(type_access::PLAIN) {
            if let Ok(bound) = value.to_bound(m.py()) {
                *value = Value::from_bound(unwrap_bound(bound));
            }
        }
    }
    let mut arguments = std::mem::take(arguments);
    let py = m.py();
    let called = on_tool(m, callee, |tool| {
        let mut target = tool.object.bind(py).clone();
        if let Some(hook) = m.session.hooks.call(py) {
            let object = std::mem::replace(&mut target, hook);
            drop(arguments.values.splice(0..0, [Value::string(py, &tool.name), Value::from_bound(object)]));
        }
        Ok(host_call::vectorcall(m, Value::from_bound(target), arguments)?.to_bound(py)?.unbind())
    })?;
    Some(called.and_then(|result| admit(m, result)))
}

/// Calls the host: its view of the globals is brought up to date before, its changes are taken over after. The result
/// has not passed the gate.
#[inline]
pub fn on_host(m: &RunContext, call: impl FnOnce() -> R<Py<PyAny>>) -> R<Py<PyAny>> {
    if m.finaliser.get() {
        return Err(refusals::raise(m, refusals::Kind::Plain, "Forbidden: a tool called by a finaliser"));
    }
    m.session.before_host(m)?;
    let result = outside(m, call);
    if result.is_err() || m.meter.requested() != Stop::No {
        return ended(m, result);
    }
    m.session.after_host(m)?;
    result
}

#[inline]
fn outside(m: &RunContext, call: impl FnOnce() -> R<Py<PyAny>>) -> R<Py<PyAny>> {
    let _host = HostScope::enter();
    let _outside = Outside::of(m, m.py());
    m.clock.enter();
    let result = call();
    m.clock.leave();
    result
}

/// As `on_host`, for a step of a tool's coroutine. A run that has to end does so between the steps: what the tool cleans up
/// then, it does to the end.
pub fn step_on_host(m: &RunContext, step: impl FnOnce() -> R<Py<PyAny>>) -> R<Py<PyAny>> {
    m.session.before_host(m)?;
    let result = outside(m, || host_loop::on_loop_of_code(m, step)).map_err(|Exc| PyErr::fetch(m.py()));
    let taken_over = m.session.after_host(m);
    match result {
        Ok(waited_for) => taken_over.map(|()| waited_for),
        Err(error) => {
            // The tool's own error counts for more than one of the session.
            drop(taken_over.err().and_then(|Exc| PyErr::take(m.py())));
            Err(Exc::from(error))
        }
    }
}

/// A call of the host that failed, or during which the run was asked to stop.
#[cold]
#[inline(never)]
fn ended(m: &RunContext, result: R<Py<PyAny>>) -> R<Py<PyAny>> {
    let error = result.err().map(|Exc| PyErr::fetch(m.py()));
    let stopped = m.meter.requested() != Stop::No;
    if stopped {
        m.meter.notice();
    }
    let taken_over = m.session.after_host(m);
    if stopped {
        return Err(abort::start(m, Abort::Limit(m.meter.requested())));
    }
    // The tool's own error counts for more than one of the session.
    drop(taken_over.err().and_then(|Exc| PyErr::take(m.py())));
    Err(error.map_or(Exc, Exc::from))
}

/// What the code sees of an object that the host gave it.
pub fn admit(m: &RunContext, result: Py<PyAny>) -> R<Value> {
    match stand_in(m, &result) {
        Some(proxy) => Ok(proxy),
        None => given_objects::admit(m, Value::from_bound(result.into_bound(m.py()))),
    }
}

/// The proxy of an object that is a tool.
#[inline]
pub fn stand_in(m: &RunContext, object: &Py<PyAny>) -> Option<Value> {
    let object = object.bind(m.py());
    if Ty::of_bound(object).has(type_access::PLAIN | type_access::DICT) {
        return None;
    }
    m.session.check.objects.stand_in(object)
}

/// `tool.name`
pub fn member(m: &RunContext, tool: &Bound<'_, Tool>, name: &str, how: Use) -> R<Value> {
    let py = m.py();
    let this = tool.get();
    match name {
        "__name__" | "__qualname__" => return Ok(Value::string(py, &this.name)),
        "__call__" => return Ok(Value::from_bound(tool.clone().into_any())),
        "__doc__" | "name" | "description" | "output_type" | "inputs" => {}
        _ => return Err(refused(m, name, how)),
    }
    let found = {
        let _host = HostScope::enter();
        let found = this.object.bind(py).getattr(name)?;
        if name == "inputs" {
            py.import("copy")?.call_method1("deepcopy", (found,))?
        } else {
            found
        }
    };
    let plain = found.is_none() || Ty::of_bound(&found).has(type_access::TEXT) || (name == "inputs" && found.is_instance_of::<PyDict>());
    if !plain {
        return Err(refused(m, name, how));
    }
    value_filter::admit(m, Value::from_bound(found))
}
