//! States of codecs with several bytes per character: the C code takes them for its own, and reads where they point.

use std::sync::atomic::AtomicBool;
use std::sync::Mutex;

use pyo3::exceptions::PyUnicodeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::budget::compiled_calls;
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::session::scope::sandboxed;

/// States that are remembered, at most: a codec has some hundreds.
const MOST: usize = 10_000;

/// States that codecs gave, as texts: whose they are does not matter to who reads by them, but for the class.
static GIVEN: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());

/// Wraps `getstate` and `setstate`, when the module is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "_multibytecodec", "MultibyteIncrementalDecoder")? else { return Ok(()) };
    for (name, is_encoder) in [("MultibyteIncrementalEncoder", true), ("MultibyteIncrementalDecoder", false)] {
        let members = module.getattr(name)?.getattr("__dict__")?;
        if let Some(gives) = Method::of(&members.get_item("getstate")?) {
            compiled_calls::wrap(gives, &table::CODEC_STATES, |call, original| {
                let state = original.run()?;
                if let Some(codec) = call.this().filter(|_| sandboxed()) {
                    remember(&codec, &state);
                }
                Ok(state)
            });
        }
        if let Some(gets) = Method::of(&members.get_item("setstate")?) {
            compiled_calls::wrap(gets, &table::CODEC_STATES, move |call, original| {
                if let (true, Some(codec), Some(state)) = (sandboxed(), call.this(), call.given(0, "state")) {
                    check(&codec, &state, is_encoder)?;
                }
                original.run()
            });
        }
    }
    Ok(())
}

/// The number in a state, as text: of a decoder it comes after the bytes that wait.
fn number(state: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let number = match state.cast_exact::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => pair.get_item(1)?,
        _ => state.clone(),
    };
    Ok(if number.is_exact_instance_of::<PyInt>() { Some(number.call_method1("__format__", ("x",))?.extract()?) } else { None })
}

fn remember(codec: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) {
    let (Ok(Some(number)), Ok(mut given)) = (number(state), GIVEN.lock()) else { return };
    let entry = (codec.get_type_ptr() as usize, number);
    if !given.contains(&entry) {
        if given.len() >= MOST {
            given.clear();
        }
        given.push(entry);
    }
}

/// An error for a state that no codec of the class gave. `zero`: as the first state of an encoder, it does no harm.
fn check(codec: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>, zero: bool) -> PyResult<()> {
    let Some(number) = number(state)? else {
        return Err(PyUnicodeError::new_err("a state of a codec is what `getstate` gave"));
    };
    let class = codec.get_type_ptr() as usize;
    if zero && number == "0" || GIVEN.lock().is_ok_and(|given| given.iter().any(|(of, known)| *of == class && *known == number)) {
        return Ok(());
    }
    Err(PyUnicodeError::new_err("a state of a codec is what `getstate` gave"))
}
