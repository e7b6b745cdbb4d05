//! `await`, `async for`, and the delegates of `yield from`. The engine treats its own generators and
//! coroutines itself; these functions are for every other object.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::cpython::api::{self, type_error, AsyncSlot, Sent};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::operands::AwaitSource;
use crate::sandbox::{host_hooks, value_filter};
use crate::vm::machine::Machine;
use crate::vm::objects::generator::{self, Generator, State};

/// The iterator that awaiting `value` runs.
pub fn awaitable(m: &Machine, how: AwaitSource, value: &Value) -> R<Value> {
    if let Some(coroutine) = own_coroutine(value) {
        return match coroutine.state.get() {
            // Suspended means: in an `await` of its own, on behalf of somebody else.
            State::Suspended if coroutine.kind == Suspends::Coroutine => Err(raise::<PyRuntimeError>("coroutine is being awaited already")),
            _ => Ok(value.clone()),
        };
    }
    let object = value.to_bound(m.py())?;
    if api::is_native_coroutine(&object) {
        return Ok(value.clone());
    }
    let object = host_hooks::awaited(m, object)?;
    let found = match api::call_async_slot(&object, AsyncSlot::Await) {
        Ok(Some(found)) => checked(found),
        Ok(None) => return Err(type_error(no_await(how, &api::type_name(value)))),
        Err(Exc) => Err(Exc),
    };
    match found {
        Err(Exc) if how == AwaitSource::AsyncNext => Err(invalid_next(m, value)),
        other => other,
    }
}

/// A coroutine of the code, or a generator that `types.coroutine` made one.
fn own_coroutine(value: &Value) -> Option<&Generator> {
    generator::get(value).filter(|g| g.is_coroutine())
}

fn checked(found: Bound<'_, PyAny>) -> R<Value> {
    let found = Value::from_bound(found);
    if own_coroutine(&found).is_some() || found.as_object().is_some_and(|f| api::is_native_coroutine(&f)) {
        return Err(type_error("__await__() returned a coroutine".to_owned()));
    }
    if !found.as_object().is_some_and(|f| api::is_iterator(&f)) {
        let got = api::type_name(&found);
        return Err(type_error(format!("__await__() returned non-iterator of type '{got}'")));
    }
    Ok(found)
}

/// The text of an `await` of what cannot be awaited.
pub fn no_await(how: AwaitSource, name: &str) -> String {
    match how {
        AwaitSource::Expression if cfg!(Py_3_14) => format!("'{name}' object can't be awaited"),
        AwaitSource::Expression => format!("object {name} can't be used in 'await' expression"),
        AwaitSource::AsyncEnter => {
            format!("'async with' received an object from __aenter__ that does not implement __await__: {name}")
        }
        AwaitSource::AsyncExit => {
            format!("'async with' received an object from __aexit__ that does not implement __await__: {name}")
        }
        AwaitSource::AsyncNext => format!("'async for' received an invalid object from __anext__: {name}"),
    }
}

/// The TypeError about `__anext__`, caused by what awaiting its result raised.
#[cold]
fn invalid_next(m: &Machine, value: &Value) -> Exc {
    let py = m.py();
    let cause = api::take_raised();
    let error = PyErr::new::<pyo3::exceptions::PyTypeError, _>((no_await(AwaitSource::AsyncNext, &api::type_name(value)),));
    if let Some(Ok(cause)) = cause.map(|c| c.to_bound(py)) {
        let instance = error.value(py).as_any();
        api::set_context(instance, Some(cause.clone()));
        api::set_cause(instance, Some(cause));
    }
    error.into()
}

/// The asynchronous iterator of `value`.
pub fn aiter(m: &Machine, value: &Value) -> R<Value> {
    let object = value.to_bound(m.py())?;
    let Some(iterator) = api::call_async_slot(&object, AsyncSlot::Iter)? else {
        let name = api::type_name(value);
        return Err(type_error(format!("'async for' requires an object with __aiter__ method, got {name}")));
    };
    if !api::has_async_slot(&iterator, AsyncSlot::Next) {
        let name = api::type_name_of(&iterator);
        return Err(type_error(format!("'async for' received an object from __aiter__ that does not implement __anext__: {name}")));
    }
    value_filter::admit(m, Value::from_bound(iterator))
}

/// What `__anext__` of `iterator` gives; to be awaited (`AwaitSource::AsyncNext`).
pub fn anext(m: &Machine, iterator: &Value) -> R<Value> {
    let object = iterator.to_bound(m.py())?;
    match api::call_async_slot(&object, AsyncSlot::Next)? {
        Some(next) => value_filter::admit(m, Value::from_bound(next)),
        None => {
            let name = api::type_name(iterator);
            Err(type_error(format!("'async for' requires an iterator with __anext__ method, got {name}")))
        }
    }
}

/// The iterator of `yield from value`; coroutines are for coroutines only.
pub fn yield_from_iter(m: &Machine, value: &Value, in_coroutine: bool) -> R<Value> {
    let object = value.to_bound(m.py())?;
    if api::is_native_coroutine(&object) || own_coroutine(value).is_some_and(|g| g.kind == Suspends::Coroutine) {
        return if in_coroutine { Ok(value.clone()) } else { Err(coroutine_in_generator()) };
    }
    if api::is_native_generator(&object) {
        return Ok(value.clone());
    }
    Ok(Value::from_bound(object.try_iter()?.into_any()))
}

/// The error of `yield from` a coroutine outside of one.
#[cold]
pub fn coroutine_in_generator() -> Exc {
    type_error("cannot 'yield from' a coroutine object in a non-coroutine generator".to_owned())
}

/// Sends `value` into a delegate.
pub fn send(m: &Machine, iterator: &Value, value: &Value) -> R<Sent> {
    let py = m.py();
    match api::send(&iterator.to_bound(py)?, &value.to_bound(py)?)? {
        Sent::Yielded(item) => value_filter::admit(m, item).map(Sent::Yielded),
        Sent::Returned(result) => value_filter::admit(m, result).map(Sent::Returned),
    }
}

/// Throws `exception` into a delegate. `None` when it has no `throw`: the exception is raised in the delegating
/// frame then.
pub fn throw(m: &Machine, iterator: &Value, exception: &Value) -> R<Option<Sent>> {
    let py = m.py();
    let iterator = iterator.to_bound(py)?;
    let Some(throw) = crate::vm::ops::containers::optional_attr(&iterator, "throw")? else { return Ok(None) };
    match throw.call1((exception.to_bound(py)?,)) {
        Ok(item) => value_filter::admit(m, Value::from_bound(item)).map(|v| Some(Sent::Yielded(v))),
        Err(error) => value_filter::admit(m, stop_value(py, error)?).map(|v| Some(Sent::Returned(v))),
    }
}

/// The value of a StopIteration; any other error is raised.
fn stop_value(py: Python<'_>, error: PyErr) -> R<Value> {
    if !error.is_instance_of::<pyo3::exceptions::PyStopIteration>(py) {
        return Err(error.into());
    }
    Ok(Value::from_bound(error.value(py).getattr("value")?))
}

/// Closes a delegate that has `close` (on `GeneratorExit`).
pub fn close(m: &Machine, iterator: &Value) -> R<()> {
    let iterator = iterator.to_bound(m.py())?;
    if let Some(close) = crate::vm::ops::containers::optional_attr(&iterator, "close")? {
        close.call0()?;
    }
    Ok(())
}
