//! Numbers that scipy's functions of BLAS and LAPACK are given by the code: f2py computes with them in integers of 32 bits to find out
//! whether arrays are long enough (`(n - 1) * abs(incx)`, `n * (n + 1) / 2`), and what is too large for that looks small enough. So
//! they are plain numbers, and small enough that nothing overflows.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::budget::compiled_calls::Call;
use crate::cpython::hooks::{newly_loaded, table};
use crate::cpython::static_types;
use crate::front::policy::sizes::{Asked, Room, ASKED, PACKED};
use crate::sandbox::memory::fortran::{self, Routine};
use crate::sandbox::memory::fortran_arrays::{self, Sides};
use crate::sandbox::memory::fortran_work;
use crate::sandbox::memory::object_arrays::{dtype, elements, is_array, shape};
use crate::session::scope::{sandboxed, HostScope};

/// The square of such a number is far from the largest integer.
const SMALL: u64 = 1 << 15;
/// Twice that, and one more number, is an integer still.
const MOST: u64 = 1 << 29;

/// Wraps the call of scipy's functions of BLAS, when they are loaded. (Those of LAPACK are looked at with their pivots.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "scipy.linalg._fblas", "ddot")? else { return Ok(()) };
    fortran::wrap(&found.getattr("ddot")?, &table::MACHINE_INTEGERS, |routine, call, original| {
        if sandboxed() {
            let _own = HostScope::enter();
            check(routine, call)?;
            fortran_work::check(routine, call)?;
        }
        original.run()
    })
}

/// What is known of a function: its arguments that are integers, by place (if they have one) and name, and what it asks of an array.
struct Known {
    integers: Vec<(Option<usize>, String)>,
    /// It squares a number.
    is_packed: bool,
    asks: Option<&'static Asked>,
    arrays: Vec<Sides>,
}

/// By the addresses of the functions, which are members of modules that stay.
static KNOWN: Mutex<Option<HashMap<usize, Arc<Known>>>> = Mutex::new(None);

fn known(function: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
    let key = function.as_ptr() as usize;
    let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = lock().as_ref().and_then(|known| known.get(&key).cloned()) {
        return Ok(found);
    }
    let text = function.getattr("__doc__")?.extract::<String>()?;
    let found = Arc::new(parsed(&text));
    lock().get_or_insert_default().insert(key, found.clone());
    // The address stays that of this function.
    std::mem::forget(function.clone());
    Ok(found)
}

/// What f2py's text of a function says of its integers. (Sizes of workspaces are no sizes of arrays that are given.)
fn parsed(text: &str) -> Known {
    let signature = text.lines().next().unwrap_or_default();
    let (called, rest) = signature.rsplit_once(" = ").map_or(signature, |(_, call)| call).split_once('(').unwrap_or_default();
    let names = rest.trim_end_matches(')').split(',').map(|name| name.trim_matches(['[', ']', ' '])).collect::<Vec<_>>();
    let is_integer = |line: &str| line.split_once(" : ").filter(|(_, kind)| kind.starts_with("input int")).map(|(name, _)| name.to_owned());
    let integers = text.lines().filter_map(is_integer).filter(|name| !name.ends_with("work"));
    Known {
        integers: integers.map(|name| (names.iter().position(|known| *known == name), name)).collect(),
        is_packed: called.get(1..).is_some_and(|name| PACKED.contains(&name)),
        asks: called.get(1..).and_then(|name| ASKED.iter().find(|asked| asked.function == name)),
        arrays: fortran_arrays::parsed(text, &names),
    }
}

/// `ValueError` for a number that overflows in the function's own checks.
pub(crate) fn check(routine: &Routine, call: &Call) -> PyResult<()> {
    let known = known(routine.object())?;
    let (args, named) = call.arguments()?;
    let named = named.as_ref();
    fortran_arrays::check(&known.arrays, &args, named)?;
    let (mut numbers, mut is_from_array) = (Vec::new(), false);
    for (place, name) in &known.integers {
        let given = match place.and_then(|place| args.get_item(place).ok()) {
            Some(given) => Some(given),
            None => named.map_or(Ok(None), |named| named.get_item(name))?,
        };
        let Some(given) = given else { continue };
        is_from_array |= is_array(&given);
        let number = number(&given, name)?;
        if number.unsigned_abs() >= if known.is_packed && !is_place(name) { SMALL } else { MOST } {
            return Err(too_large(name, number));
        }
        if number < 0 && known.asks.is_some() {
            return Err(PyValueError::new_err(format!("{name} must not be negative")));
        }
        numbers.push((name.as_str(), number.unsigned_abs()));
    }
    let all = || args.iter().chain(named.iter().flat_map(|named| named.values()));
    if let Some(changes) = all().find(|given| is_from_array && !is_plain(given)) {
        return Err(PyTypeError::new_err(format!("numbers must be no arrays where {} is an argument", changes.get_type())));
    }
    if let Some(asked) = known.asks {
        let given = args.get_item(asked.array.0).ok();
        let given = if given.is_none() { named.map_or(Ok(None), |named| named.get_item(asked.array.1))? } else { given };
        has_room(asked, given.as_ref(), &numbers)?;
    }
    let steps = || numbers.iter().filter(|(name, _)| name.starts_with("inc"));
    let Some((name, step)) = steps().max_by_key(|(_, step)| *step).filter(|(_, step)| *step > 1) else { return Ok(()) };
    let of_both = steps().count() == known.integers.iter().filter(|(_, name)| name.starts_with("inc")).count();
    let least = if of_both { steps().map(|(_, step)| *step).min().unwrap_or(1).max(1) } else { 1 };
    let count = numbers.iter().find(|(name, _)| *name == "n").map(|(_, number)| *number);
    let counts = numbers.iter().filter(|(name, _)| !is_place(name) && !name.starts_with("inc"));
    let mut most = counts.map(|(_, number)| *number).max().unwrap_or(0);
    for length in all().map(|given| longest(&given, count.is_none().then_some(least))) {
        most = most.max(length?);
    }
    match most.saturating_mul(*step) < MOST {
        true => Ok(()),
        false => Err(too_large(name, i64::try_from(*step).unwrap_or(i64::MAX))),
    }
}

/// Refuses numbers for which the array is too small, where f2py does not look itself.
fn has_room(asked: &Asked, array: Option<&Bound<'_, PyAny>>, numbers: &[(&str, u64)]) -> PyResult<()> {
    let Some(array) = array else { return Ok(()) };
    let number = |wanted: &str| numbers.iter().find(|(name, _)| *name == wanted).map_or(0, |(_, number)| *number);
    let is_plain = array.is_exact_instance_of::<PyList>() || array.is_exact_instance_of::<PyTuple>();
    let sides = match shape(array) {
        Some(sides) => sides,
        None if is_plain => vec![array.len()?],
        None => return Err(PyTypeError::new_err(format!("{} must be an array", asked.array.1))),
    };
    let (rows, all) = (sides.first().copied().unwrap_or(1) as u64, sides.iter().product::<usize>() as u64);
    let (wanted, there) = match asked.room {
        Room::Triangle => (number("n") * (number("n") + 1) / 2, all),
        Room::Bands(lower) => ((lower * number("kl") + number("ku") + 1).max(number("ldab")), rows),
    };
    match wanted <= there {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!("{} has room for {there} of {wanted}", asked.array.1))),
    }
}

/// The longest side of an argument, if it is an array: of what has one dimension every `step`th number counts, or none.
fn longest(given: &Bound<'_, PyAny>, step: Option<u64>) -> PyResult<u64> {
    let in_a_row = |length: usize| step.map_or(0, |step| (length as u64).div_ceil(step));
    if let Some(sides) = shape(given) {
        return Ok(match sides.as_slice() {
            [length] => in_a_row(*length),
            sides => sides.iter().copied().max().unwrap_or(0) as u64,
        });
    }
    if given.is_exact_instance_of::<PyList>() || given.is_exact_instance_of::<PyTuple>() {
        let length = given.len()?;
        let is_nested = length > 0 && given.get_item(0)?.len().is_ok();
        return Ok(if is_nested { MOST } else { in_a_row(length) });
    }
    let is_plain = given.is_exact_instance_of::<PyString>() || given.is_none() || number(given, "").is_ok();
    match is_plain || given.is_instance_of::<PyComplex>() {
        true => Ok(0),
        false => Err(PyTypeError::new_err(format!("{} is no array", given.get_type()))),
    }
}

/// Whether the number is added, and multiplied with nothing.
fn is_place(name: &str) -> bool {
    name.starts_with("off")
}

/// Whether nothing of the code runs when f2py makes an array, or a number, of it (and changes an array that is a number).
fn is_plain(given: &Bound<'_, PyAny>) -> bool {
    let is_value = given.is_none() || given.is_exact_instance_of::<PyString>() || given.is_exact_instance_of::<PyComplex>();
    is_value || is_array(given) && !holds_objects(given) || number(given, "").is_ok()
}

fn holds_objects(array: &Bound<'_, PyAny>) -> bool {
    let kind = dtype(array).and_then(|dtype| dtype.getattr("kind").ok()?.extract::<String>().ok());
    kind.is_none_or(|kind| kind == "O" || kind == "V")
}

/// A number as f2py takes it. What could say another one when it is asked again is none.
fn number(given: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    let refused = || PyTypeError::new_err(format!("{name} must be an integer, not {}", given.get_type()));
    if given.is_none() {
        return Ok(0);
    }
    if given.is_exact_instance_of::<PyInt>() || given.is_exact_instance_of::<PyBool>() {
        return Ok(given.extract::<i64>().unwrap_or(i64::MAX));
    }
    if is_array(given) && elements(given) == Some(1) && !holds_objects(given) {
        return given.call_method0("item")?.extract::<f64>().map(|number| number as i64).map_err(|_| refused());
    }
    // (A type of C code alone: a scalar of numpy. What has a shape may be changed meanwhile.)
    let class = given.get_type();
    let is_static = static_types::is_static(&class);
    let is_scalar =
        shape(given).is_none() && (given.is_exact_instance_of::<PyFloat>() || class.module().is_ok_and(|module| module == "numpy"));
    match is_static && is_scalar {
        true => given.extract::<f64>().map(|number| number as i64).map_err(|_| refused()),
        false => Err(refused()),
    }
}

fn too_large(name: &str, number: i64) -> PyErr {
    PyValueError::new_err(format!("{name} = {number} is too large for arrays of BLAS and LAPACK"))
}
