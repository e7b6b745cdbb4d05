//! Awaitables of coroutines and async generators.

use pyo3::exceptions::{PyGeneratorExit, PyRuntimeError, PyStopAsyncIteration, PyStopIteration};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::value::{attached, Exc, Value, R};
use crate::session::scope::HostScope;
use crate::vm::call::resume::{self, Outcome};
use crate::vm::objects::generator;

/// `Exc` as PyO3's error.
fn taken(Exc: Exc) -> PyErr {
    PyErr::take(attached()).unwrap_or_else(|| PyRuntimeError::new_err("an error was lost"))
}

fn as_value(object: &Bound<'_, PyAny>) -> Value {
    Value::from_bound(object.clone())
}

/// Yielded value, or StopIteration with the returned one.
fn finish(py: Python<'_>, outcome: R<Outcome>) -> PyResult<Py<PyAny>> {
    match outcome.map_err(taken)? {
        Outcome::Yielded(value) => Ok(value.to_bound(py).map_err(taken)?.unbind()),
        Outcome::Returned(value) if value.is_none() => Err(PyStopIteration::new_err(())),
        Outcome::Returned(value) => {
            let value = value.to_bound(py).map_err(taken)?.unbind();
            Err(PyErr::from_type(py.get_type::<PyStopIteration>(), (value,)))
        }
    }
}

/// What `coroutine.__await__()` gives.
#[pyclass(module = "fastexec", name = "coroutine_wrapper", frozen)]
struct CoroutineIterator {
    coroutine: Py<PyAny>,
}

#[pymethods]
impl CoroutineIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }
    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        finish(py, resume::send(&as_value(self.coroutine.bind(py)), Value::NONE))
    }
    fn send(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        finish(py, resume::send(&as_value(self.coroutine.bind(py)), as_value(value)))
    }
    #[pyo3(signature = (*args))]
    fn throw(&self, py: Python<'_>, args: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
        let exception = resume::thrown_exception(&as_value(args.as_any())).map_err(taken)?;
        finish(py, resume::throw(&as_value(self.coroutine.bind(py)), exception))
    }
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        resume::close(&as_value(self.coroutine.bind(py))).map(drop).map_err(taken)
    }
}

/// The iterator over a coroutine's steps.
pub fn coroutine_iterator(coroutine: Value) -> R<Value> {
    let py = attached();
    let coroutine = coroutine.to_bound(py)?.unbind();
    Ok(Value::from_bound(Bound::new(py, CoroutineIterator { coroutine })?.into_any()))
}

/// An item of an async generator on its way out, told apart from what its awaits yield.
#[pyclass(module = "fastexec", name = "async_generator_item", frozen)]
struct AsyncItem {
    value: Py<PyAny>,
}

/// Marks `value` as an item of an async generator.
pub fn wrap_yield(value: Value) -> R<Value> {
    let py = attached();
    let value = value.to_bound(py)?.unbind();
    Ok(Value::from_bound(Bound::new(py, AsyncItem { value })?.into_any()))
}

/// What the first step of an awaitable of an async generator does.
enum Start {
    Send(Py<PyAny>),
    Throw(Py<PyAny>),
    Close,
}

/// Awaitable of `asend`, `athrow`, `aclose` and `__anext__`.
#[pyclass(module = "fastexec", name = "async_generator_step")]
struct AsyncStep {
    generator: Py<PyAny>,
    /// None once the first step was made.
    start: Option<Start>,
    closing: bool,
    done: bool,
}

#[pymethods]
impl AsyncStep {
    fn __await__(this: Py<Self>) -> Py<Self> {
        this
    }
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }
    fn __next__(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        step(this, None)
    }
    fn send(this: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        step(this, Some(value))
    }
    #[pyo3(signature = (*args))]
    fn throw(this: &Bound<'_, Self>, args: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
        let py = this.py();
        let exception = resume::thrown_exception(&as_value(args.as_any())).map_err(taken)?;
        this.borrow_mut().start = None;
        let generator = this.borrow().generator.clone_ref(py);
        let outcome = resume::throw(&as_value(generator.bind(py)), exception);
        settle(this, outcome)
    }
    fn close(this: &Bound<'_, Self>) -> PyResult<()> {
        if cfg!(not(Py_3_13)) || this.borrow().done {
            this.borrow_mut().done = true;
            return Ok(());
        }
        let py = this.py();
        let exit = PyTuple::new(py, [py.get_type::<PyGeneratorExit>()])?;
        let Err(error) = Self::throw(this, &exit) else {
            return Err(PyRuntimeError::new_err("coroutine ignored GeneratorExit"));
        };
        let expected = error.is_instance_of::<PyStopIteration>(py)
            || error.is_instance_of::<PyStopAsyncIteration>(py)
            || error.is_instance_of::<PyGeneratorExit>(py);
        if expected {
            Ok(())
        } else {
            Err(error)
        }
    }
}

fn step(this: &Bound<'_, AsyncStep>, sent: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
    let py = this.py();
    let (generator, start) = {
        let mut step = this.borrow_mut();
        if step.done {
            let name = if step.closing { "aclose()/athrow()" } else { "__anext__()/asend()" };
            return Err(PyRuntimeError::new_err(format!("cannot reuse already awaited {name}")));
        }
        (step.generator.clone_ref(py), step.start.take())
    };
    let generator = as_value(generator.bind(py));
    if let (Some(_), Some(g)) = (&start, generator::get(&generator)) {
        if g.awaited.replace(true) {
            this.borrow_mut().done = true;
            return Err(PyRuntimeError::new_err(format!(
                "{}: asynchronous generator is already running",
                if this.borrow().closing { "aclose()" } else { "anext()" }
            )));
        }
    }
    let outcome = match start {
        Some(Start::Send(value)) => {
            // What is sent into the awaitable itself comes before what `asend` was given.
            let sent = sent.filter(|sent| !sent.is_none()).map_or_else(|| as_value(value.bind(py)), as_value);
            resume::send(&generator, sent)
        }
        Some(Start::Throw(exception)) => resume::throw(&generator, as_value(exception.bind(py))),
        Some(Start::Close) => {
            let exit = py.get_type::<PyGeneratorExit>().call0()?;
            resume::throw(&generator, as_value(&exit))
        }
        None => resume::send(&generator, sent.map_or(Value::NONE, as_value)),
    };
    settle(this, outcome)
}

/// Turns the outcome of a step into what the awaiting side sees.
fn settle(this: &Bound<'_, AsyncStep>, outcome: R<Outcome>) -> PyResult<Py<PyAny>> {
    let py = this.py();
    let closing = this.borrow().closing;
    let result = match outcome {
        Ok(Outcome::Yielded(value)) => {
            let value = value.to_bound(py).map_err(taken)?;
            match value.cast::<AsyncItem>() {
                Err(_) => return Ok(value.unbind()),
                Ok(_) if closing => Err(PyRuntimeError::new_err("async generator ignored GeneratorExit")),
                Ok(item) => {
                    let value = item.get().value.clone_ref(py);
                    Err(PyErr::from_type(py.get_type::<PyStopIteration>(), (value,)))
                }
            }
        }
        Ok(Outcome::Returned(_)) if closing => Err(PyStopIteration::new_err(())),
        Ok(Outcome::Returned(_)) => Err(PyStopAsyncIteration::new_err(())),
        Err(exc) => {
            let error = taken(exc);
            let expected = error.is_instance_of::<PyGeneratorExit>(py) || error.is_instance_of::<PyStopAsyncIteration>(py);
            if closing && expected {
                Err(PyStopIteration::new_err(()))
            } else {
                Err(error)
            }
        }
    };
    this.borrow_mut().done = true;
    let generator = this.borrow().generator.clone_ref(py);
    if let Some(g) = generator::get(&as_value(generator.bind(py))) {
        g.awaited.set(false);
    }
    result
}

/// The hooks of an event loop (`sys.set_asyncgen_hooks`) are told of a generator when it is first used.
fn init_hooks(py: Python<'_>, generator: &Value) -> R<()> {
    let Some(g) = generator::get(generator) else { return Ok(()) };
    if g.hooked.replace(true) {
        return Ok(());
    }
    let hooks = py.import("sys")?.call_method0("get_asyncgen_hooks")?;
    let (first, finalizer) = (hooks.getattr("firstiter")?, hooks.getattr("finalizer")?);
    if !finalizer.is_none() {
        drop(g.finalizer.replace(Value::from_bound(finalizer)));
    }
    if !first.is_none() {
        let _host = HostScope::enter();
        first.call1((generator.to_bound(py)?,))?;
    }
    Ok(())
}

fn awaitable(generator: Value, start: Start, closing: bool) -> R<Value> {
    let py = attached();
    init_hooks(py, &generator)?;
    let generator = generator.to_bound(py)?.unbind();
    let step = AsyncStep { generator, start: Some(start), closing, done: false };
    Ok(Value::from_bound(Bound::new(py, step)?.into_any()))
}

pub fn asend(generator: Value, sent: Value) -> R<Value> {
    let sent = sent.to_bound(attached())?.unbind();
    awaitable(generator, Start::Send(sent), false)
}

pub fn athrow(generator: Value, exception: Value) -> R<Value> {
    let exception = exception.to_bound(attached())?.unbind();
    awaitable(generator, Start::Throw(exception), false)
}

pub fn aclose(generator: Value) -> R<Value> {
    let state = generator::get(&generator).map(|g| g.state.get());
    if state == Some(generator::State::Created) {
        if let Some(g) = generator::get(&generator) {
            resume::finish(g);
        }
    }
    awaitable(generator, Start::Close, true)
}
