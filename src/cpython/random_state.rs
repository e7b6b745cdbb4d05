//! State of the process's two hidden random generators, copied as memory: their own methods make an object of each of
//! 624 numbers, which would cost more than a short run.
#![allow(unsafe_code, reason = "copies the plain numbers of generators, whose layout is tested first")]

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::cpython::once::Once;

/// What precedes the fields of an object.
const HEADER: usize = std::mem::size_of::<ffi::PyObject>();
/// `int index; uint32_t state[624]`
const WORDS: usize = 624;
const STATE: usize = 4 + WORDS * 4;

/// The state of `random._inst`: index and words; None where the layout is another one.
#[pyfunction]
pub fn random_words<'py>(generator: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let py = generator.py();
    if !is_random(py)? || !generator.is_instance(base(py)?)? {
        return Ok(None);
    }
    Ok(Some(words(generator)))
}

/// Gives `random._inst` the state that `random_words` told.
#[pyfunction]
pub fn set_random_words(generator: &Bound<'_, PyAny>, words: &Bound<'_, PyBytes>) -> PyResult<()> {
    let py = generator.py();
    let bytes = words.as_bytes();
    let index = bytes.first_chunk().map_or(u32::MAX, |index| u32::from_ne_bytes(*index));
    if index > WORDS as u32 || !is_random(py)? || !generator.is_instance(base(py)?)? || bytes.len() != STATE {
        return Err(PyTypeError::new_err("not the state of a generator"));
    }
    set_words(generator, bytes);
    Ok(())
}

fn base(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static BASE: Once<Py<PyAny>> = Once::new();
    Ok(BASE.get_or_make(py, || Ok::<_, PyErr>(py.import("_random")?.getattr("Random")?.unbind()))?.bind(py))
}

fn is_random(py: Python<'_>) -> PyResult<bool> {
    static KNOWN: Once<bool> = Once::new();
    KNOWN.get_or_make(py, || test_random(py)).copied()
}

/// A generator that gets the words of another one goes on as that one does, through all of its words.
fn test_random(py: Python<'_>) -> PyResult<bool> {
    let class = base(py)?;
    let size = class.getattr("__basicsize__")?.extract::<usize>()?;
    if size != (HEADER + STATE).next_multiple_of(8) {
        return Ok(false);
    }
    let (one, other) = (class.call1((1,))?, class.call1((2,))?);
    one.call_method0("random")?;
    set_words(&other, words(&one).as_bytes());
    let draws = 32 * (WORDS + 1);
    one.call_method1("getrandbits", (draws,))?.eq(other.call_method1("getrandbits", (draws,))?)
}

fn words<'py>(generator: &Bound<'py, PyAny>) -> Bound<'py, PyBytes> {
    // SAFETY: an instance of `_random.Random`, whose size says that these bytes follow the header; attached.
    let bytes = unsafe { std::slice::from_raw_parts(generator.as_ptr().cast::<u8>().add(HEADER), STATE) };
    PyBytes::new(generator.py(), bytes)
}

fn set_words(generator: &Bound<'_, PyAny>, bytes: &[u8]) {
    debug_assert_eq!(bytes.len(), STATE);
    // SAFETY: as in `words`; the bytes are those of another such object, so the index is in bounds.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), generator.as_ptr().cast::<u8>().add(HEADER), STATE.min(bytes.len())) };
}

/// Half of a pair of normal variates that `numpy.random` may keep for later: whether, and its value. None where the
/// layout is another one.
#[pyfunction]
pub fn kept_variate(generator: &Bound<'_, PyAny>) -> PyResult<Option<(bool, f64)>> {
    let Some(at) = variate(generator)? else { return Ok(None) };
    // SAFETY: `variate` found both fields inside of the object.
    Ok(Some(unsafe { (at.cast::<i32>().read() != 0, at.add(8).cast::<f64>().read()) }))
}

/// Gives it back, after the bit generator was exchanged.
#[pyfunction]
pub fn keep_variate(generator: &Bound<'_, PyAny>, kept: bool, value: f64) -> PyResult<()> {
    let at = variate(generator)?.ok_or_else(|| PyTypeError::new_err("not a generator of numpy's"))?;
    // SAFETY: as in `kept_variate`.
    unsafe {
        at.cast::<i32>().write(i32::from(kept));
        at.add(8).cast::<f64>().write(value);
    }
    Ok(())
}

/// Whether the layout of `numpy.random.RandomState` is known; `spare` is a new one that may be tried, if it was not yet: it
/// has drawn a pair then, and keeps no half of it.
#[pyfunction]
pub fn knows_variates(spare: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(place_of_variate(spare.py(), || Ok(spare.clone()))?.is_some())
}

/// Where `has_gauss` and `gauss` are; nothing for objects that are no `RandomState`.
fn variate(generator: &Bound<'_, PyAny>) -> PyResult<Option<*mut u8>> {
    let py = generator.py();
    let spare = || py.import("numpy.random")?.getattr("RandomState")?.call1((0,));
    let Some((class, offset)) = place_of_variate(py, spare)? else { return Ok(None) };
    if !generator.get_type().is(class) {
        return Ok(None);
    }
    // SAFETY: the offset lies inside of objects of this very class.
    Ok(Some(unsafe { generator.as_ptr().cast::<u8>().add(*offset) }))
}

/// The class, and the offset of `has_gauss`.
type Place = Option<(Py<PyType>, usize)>;

fn place_of_variate<'py>(py: Python<'py>, spare: impl Fn() -> PyResult<Bound<'py, PyAny>>) -> PyResult<&'static Place> {
    static KNOWN: Once<Place> = Once::new();
    KNOWN.get_or_make(py, || test_variate(&spare()?))
}

/// The class and the offset, if a generator that has drawn one of a pair keeps there what it gives next, and then nothing.
/// (It is not asked for its state: that makes an object of each word, as does seeding another generator.)
fn test_variate(one: &Bound<'_, PyAny>) -> PyResult<Place> {
    let class = one.py().import("numpy.random")?.getattr("RandomState")?.cast_into::<PyType>()?;
    if !one.get_type().is(&class) {
        return Ok(None);
    }
    let size = class.getattr("__basicsize__")?.extract::<usize>()?;
    let start = one.as_ptr().cast::<u8>();
    // SAFETY: aligned words inside of a live object of this size.
    let fields = |offset: usize| unsafe {
        let at = start.add(offset);
        (at.cast::<usize>().read(), at.add(8).cast::<i32>().read(), at.add(16).cast::<u64>().read())
    };
    let offsets = || (HEADER..size.saturating_sub(24)).step_by(8);
    one.call_method0("standard_normal")?;
    let between = offsets().map(fields).collect::<Vec<_>>();
    let next = one.call_method0("standard_normal")?.extract::<f64>()?.to_bits();
    // Before them is the address of the generator's functions, which are part of the object.
    let found = offsets().zip(between).find(|(offset, (inner, flag, value))| {
        let inside = (start as usize..start as usize + size).contains(inner);
        inside && *flag == 1 && *value == next && fields(*offset).1 == 0
    });
    Ok(found.map(|(offset, _)| (class.unbind(), offset + 8)))
}
