//! Awaitables of coroutines and async generators.

use std::cell::Cell;

use pyo3::exceptions::{PyGeneratorExit, PyRuntimeError, PyStopAsyncIteration, PyStopIteration};
use pyo3::prelude::*;
use pyo3::PyClass;

use crate::cpython::attached::Attached;
use crate::cpython::value::{attached, Exc, Value, R};
use crate::session::scope::HostScope;
use crate::vm::call::resume::{self, Outcome};
use crate::vm::objects::generator::{self, Generator, State};

/// `Exc` as PyO3's error.
fn taken(Exc: Exc) -> PyErr {
    PyErr::take(attached()).unwrap_or_else(|| PyRuntimeError::new_err("an error was lost"))
}

fn as_value(object: &Bound<'_, PyAny>) -> Value {
    Value::from_bound(object.clone())
}

/// Yielded value, or StopIteration with the returned one.
fn finish(py: Python<'_>, outcome: PyResult<Outcome>) -> PyResult<Py<PyAny>> {
    match outcome? {
        Outcome::Yielded(value) => Ok(value.to_bound(py).map_err(taken)?.unbind()),
        Outcome::Returned(value) if value.is_none() => Err(PyStopIteration::new_err(())),
        Outcome::Returned(value) => {
            let value = value.to_bound(py).map_err(taken)?.unbind();
            Err(PyErr::from_type(py.get_type::<PyStopIteration>(), (value,)))
        }
    }
}

/// What the awaitables have for methods; `awaitable_methods` puts them into their classes.
pub trait Awaitable: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync {
    fn send(&self, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>>;
    fn throw(&self, py: Python<'_>, args: &[Value]) -> PyResult<Py<PyAny>>;
    fn close(&self, py: Python<'_>) -> PyResult<()>;
}

// What `coroutine.__await__()` gives.
#[pyclass(module = "fastexec", name = "coroutine_wrapper", frozen)]
pub struct CoroutineIterator {
    coroutine: Py<PyAny>,
}

#[pymethods]
impl CoroutineIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }
    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        finish(py, resume::send(&as_value(self.coroutine.bind(py)), Value::NONE).map_err(taken))
    }
}

impl Awaitable for CoroutineIterator {
    fn send(&self, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = value.py();
        finish(py, resume::send(&as_value(self.coroutine.bind(py)), as_value(value)).map_err(taken))
    }
    fn throw(&self, py: Python<'_>, args: &[Value]) -> PyResult<Py<PyAny>> {
        let exception = resume::thrown_exception("throw", args).map_err(taken)?;
        finish(py, resume::throw(&as_value(self.coroutine.bind(py)), exception).map_err(taken))
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

/// The item that `wrap_yield` marked.
fn item(py: Python<'_>, yielded: &Value) -> Option<Value> {
    let object = yielded.as_object()?;
    Some(as_value(object.cast::<AsyncItem>().ok()?.get().value.bind(py)))
}

/// What an awaitable of an async generator is for.
enum Wish {
    Send(Value),
    /// The arguments of `athrow`.
    Throw(Vec<Value>),
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    Waiting,
    Started,
    Done,
}

/// A step of an async generator, which an awaitable stands for.
struct Step {
    generator: Py<PyAny>,
    wish: Attached<Wish>,
    life: Attached<Cell<Life>>,
}

// Awaitable of `asend` and `__anext__`.
#[pyclass(module = "fastexec", name = "async_generator_asend", frozen)]
pub struct Asend(Step);

// Awaitable of `athrow` and `aclose`.
#[pyclass(module = "fastexec", name = "async_generator_athrow", frozen)]
pub struct Athrow(Step);

macro_rules! awaitable {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            fn __await__(this: Py<Self>) -> Py<Self> {
                this
            }
            fn __iter__(this: Py<Self>) -> Py<Self> {
                this
            }
            fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                finish(py, self.0.send(py, Value::NONE))
            }
        }

        impl Awaitable for $class {
            fn send(&self, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                finish(value.py(), self.0.send(value.py(), as_value(value)))
            }
            fn throw(&self, py: Python<'_>, args: &[Value]) -> PyResult<Py<PyAny>> {
                finish(py, self.0.throw(py, args))
            }
            fn close(&self, py: Python<'_>) -> PyResult<()> {
                self.0.close(py)
            }
        }
    };
}
awaitable!(Asend);
awaitable!(Athrow);

impl Step {
    /// One step of the generator; what it returns is its item.
    fn send(&self, py: Python<'_>, sent: Value) -> PyResult<Outcome> {
        self.check_life()?;
        let object = as_value(self.generator.bind(py));
        let generator = resume::expect(&object).map_err(taken)?;
        let first = self.life.0.get() == Life::Waiting;
        let outcome = match &self.wish.0 {
            Wish::Send(value) => {
                if first {
                    self.begin(generator)?;
                }
                // What is sent into the awaitable itself comes before what `asend` was given.
                resume::send(&object, if first && sent.is_none() { value.clone() } else { sent })
            }
            _ if generator.state.get() == State::Finished => {
                self.life.0.set(Life::Done);
                return Ok(Outcome::Returned(Value::NONE));
            }
            _ if !first => resume::send(&object, sent),
            wish => {
                self.check_running(generator)?;
                if generator.closed.get() {
                    self.life.0.set(Life::Done);
                    return Err(PyStopAsyncIteration::new_err(()));
                }
                if !sent.is_none() {
                    return Err(PyRuntimeError::new_err("can't send non-None value to a just-started coroutine"));
                }
                self.begin(generator)?;
                let exception = match wish {
                    Wish::Throw(args) => resume::thrown_exception("athrow", args),
                    _ => {
                        generator.closed.set(true);
                        Ok(as_value(&py.get_type::<PyGeneratorExit>().call0()?))
                    }
                };
                exception.and_then(|exception| resume::throw(&object, exception))
            }
        };
        self.settle(py, generator, outcome)
    }

    fn throw(&self, py: Python<'_>, args: &[Value]) -> PyResult<Outcome> {
        self.check_life()?;
        let object = as_value(self.generator.bind(py));
        let generator = resume::expect(&object).map_err(taken)?;
        if cfg!(Py_3_13) && self.life.0.get() == Life::Waiting {
            self.begin(generator)?;
        }
        let exception = resume::thrown_exception("throw", args);
        self.life.0.set(Life::Started);
        let outcome = exception.and_then(|exception| resume::throw(&object, exception));
        self.settle(py, generator, outcome)
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if cfg!(not(Py_3_13)) || self.life.0.get() == Life::Done {
            self.life.0.set(Life::Done);
            return Ok(());
        }
        let exit = as_value(py.get_type::<PyGeneratorExit>().as_any());
        let error = match self.throw(py, &[exit]) {
            Ok(Outcome::Yielded(_)) => return Err(PyRuntimeError::new_err("coroutine ignored GeneratorExit")),
            Ok(Outcome::Returned(_)) => return Ok(()),
            Err(error) => error,
        };
        if error.is_instance_of::<PyStopAsyncIteration>(py) || error.is_instance_of::<PyGeneratorExit>(py) {
            Ok(())
        } else {
            Err(error)
        }
    }

    fn check_life(&self) -> PyResult<()> {
        let name = match self.wish.0 {
            _ if self.life.0.get() != Life::Done => return Ok(()),
            Wish::Send(_) => "__anext__()/asend()",
            _ => "aclose()/athrow()",
        };
        Err(PyRuntimeError::new_err(format!("cannot reuse already awaited {name}")))
    }

    /// An async generator makes one step at a time.
    fn check_running(&self, generator: &Generator) -> PyResult<()> {
        if !generator.awaited.get() {
            return Ok(());
        }
        self.life.0.set(Life::Done);
        let name = match self.wish.0 {
            Wish::Send(_) => "anext()",
            Wish::Throw(_) => "athrow()",
            Wish::Close => "aclose()",
        };
        Err(PyRuntimeError::new_err(format!("{name}: asynchronous generator is already running")))
    }

    fn begin(&self, generator: &Generator) -> PyResult<()> {
        self.check_running(generator)?;
        generator.awaited.set(true);
        self.life.0.set(Life::Started);
        Ok(())
    }

    /// Turns the outcome of a step into what the awaiting side sees.
    fn settle(&self, py: Python<'_>, generator: &Generator, outcome: R<Outcome>) -> PyResult<Outcome> {
        let closes = matches!(self.wish.0, Wish::Close);
        let result = match outcome {
            Ok(Outcome::Yielded(value)) => match item(py, &value) {
                None => return Ok(Outcome::Yielded(value)),
                Some(_) if closes => Err(PyRuntimeError::new_err("async generator ignored GeneratorExit")),
                Some(item) => Ok(Outcome::Returned(item)),
            },
            Ok(Outcome::Returned(_)) => Err(PyStopAsyncIteration::new_err(())),
            Err(exc) => Err(taken(exc)),
        };
        self.life.0.set(Life::Done);
        generator.awaited.set(false);
        let ends = |error: &PyErr| error.is_instance_of::<PyGeneratorExit>(py) || error.is_instance_of::<PyStopAsyncIteration>(py);
        if result.as_ref().is_err_and(ends) {
            generator.closed.set(true);
            if closes {
                return Ok(Outcome::Returned(Value::NONE));
            }
        }
        result
    }
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

/// Sends `sent` into an awaitable of `asend` or `__anext__`, past the StopIteration that others hear of an item by. `None`: it is
/// another object.
pub fn send_to_own(py: Python<'_>, awaitable: &Value, sent: &Value) -> Option<R<Outcome>> {
    let object = awaitable.as_object()?;
    let asend = object.cast_exact::<Asend>().ok()?;
    Some(asend.get().0.send(py, sent.clone()).map_err(Exc::from))
}

fn step(generator: Value, wish: Wish) -> R<Step> {
    let py = attached();
    init_hooks(py, &generator)?;
    Ok(Step { generator: generator.to_bound(py)?.unbind(), wish: Attached(wish), life: Attached(Cell::new(Life::Waiting)) })
}

pub fn asend(generator: Value, sent: Value) -> R<Value> {
    Ok(Value::from_bound(Bound::new(attached(), Asend(step(generator, Wish::Send(sent))?))?.into_any()))
}

pub fn athrow(generator: Value, args: Vec<Value>) -> R<Value> {
    resume::warn_of_several("athrow", args.len())?;
    Ok(Value::from_bound(Bound::new(attached(), Athrow(step(generator, Wish::Throw(args))?))?.into_any()))
}

pub fn aclose(generator: Value) -> R<Value> {
    Ok(Value::from_bound(Bound::new(attached(), Athrow(step(generator, Wish::Close)?))?.into_any()))
}
