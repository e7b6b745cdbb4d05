//! Any bytes give a Python value or an error, with kinds that become pairs; a value that came packs and comes again.
#![no_main]

use fastexec::isolation::wire::{packer::pack, unpacker::unpack};
use libfuzzer_sys::fuzz_target;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCFunction, PyTuple};

/// What a message may become in memory.
const MOST: u64 = 64 << 20;

static PAIR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static NOTHING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Makes a pair of the name of a kind and its payload.
fn pair(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let made = PAIR.get_or_try_init(py, || {
        PyCFunction::new_closure(py, None, None, |args, _| -> PyResult<Py<PyTuple>> { Ok(args.clone().unbind()) })
            .map(|made| made.into_any().unbind())
    })?;
    Ok(made.bind(py).clone())
}

/// Refuses: all that comes is plain.
fn nothing(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let made = NOTHING.get_or_try_init(py, || {
        PyCFunction::new_closure(py, None, None, |_, _| -> PyResult<()> { Err(PyTypeError::new_err("no plain value")) })
            .map(|made| made.into_any().unbind())
    })?;
    Ok(made.bind(py).clone())
}

fuzz_target!(|bytes: &[u8]| {
    Python::attach(|py| {
        let (build, reduce) = (pair(py).unwrap(), nothing(py).unwrap());
        match unpack(&PyBytes::new(py, bytes), &build, 0, MOST) {
            Ok(value) => {
                let again = pack(&value, &reduce).expect("what came is plain");
                unpack(&again, &build, 0, 2 * MOST).expect("what was packed comes again");
            }
            Err(error) => assert!(error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py), "{error}"),
        }
    });
});
