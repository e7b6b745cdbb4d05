//! What of numpy's arrays leads to raw memory: given as far as the memory is the array's own.

use std::collections::HashSet;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyTuple};

use crate::cpython::api::types;
use crate::cpython::type_access;
use crate::cpython::value::{raise, Exc, Value, R};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::run_context::RunContext;
use crate::session::{engine_calls, refusals};

/// References to an array in a call of its `resize`: of the bound method (or the arguments), and of the one who looks.
const OF_THE_CALL: usize = 2;

/// Before `array.resize(…)`, which gives the memory back although there may be views of it: variables of the code may
/// hold the array, as far as they can be counted, and nobody else.
pub fn check_resize(m: &RunContext, array: &Bound<'_, PyAny>, checks: bool) -> R<()> {
    let all = usize::try_from(type_access::references(array)).unwrap_or(usize::MAX);
    let names = u32::try_from(m.session.names.borrow().len()).unwrap_or(u32::MAX);
    let globals = (0..names).filter(|slot| m.session.globals.get(GlobalSlot(*slot)).ptr() == array.as_ptr()).count();
    let (locals, temporaries) = (engine_calls::table().registers_with)(array.as_ptr());
    // As numpy does, unless it is told not to.
    let shared = checks && globals + locals > 1;
    // Of earlier snippets: the host's dicts hold them too.
    let kept = m.session.references(m.py(), array.as_ptr());
    let known = OF_THE_CALL + globals + locals + temporaries + kept;
    let is_held_once = || globals + locals == 0 && all == known + 1 && is_in_container(m, array);
    if !shared && (all <= known || is_held_once()) {
        return Ok(());
    }
    Err(numpys_refusal(m)?)
}

/// Whether a variable further out, a container or an object of the code holds it, which is no view. (The collector does
/// not see all of them from the array: not dicts of plain values.)
fn is_in_container(m: &RunContext, array: &Bound<'_, PyAny>) -> bool {
    let names = u32::try_from(m.session.names.borrow().len()).unwrap_or(u32::MAX);
    let globals = (0..names).map(|slot| m.session.globals.get(GlobalSlot(slot)));
    let variables = globals.chain((engine_calls::table().variables)()).filter(Value::is_object);
    let mut open: Vec<Bound<'_, PyAny>> = variables.filter_map(|value| value.to_bound(m.py()).ok()).collect();
    let mut seen = HashSet::new();
    while let Some(held) = open.pop() {
        if held.is(array) {
            return true;
        }
        if is_container(m, &held) && seen.insert(held.as_ptr()) {
            open.extend(types::referents(&held));
        }
    }
    false
}

fn is_container(m: &RunContext, object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyDict>()
        || object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PySet>()
        || m.session.check.own.contains(&object.get_type())
}

/// The error of numpy for an array that others hold: it says it in other words now and then.
fn numpys_refusal(m: &RunContext) -> R<Exc> {
    let probe = m.py().import("numpy")?.call_method1("zeros", (1,))?;
    let others = [probe.clone(), probe.clone(), probe.clone()];
    let resized = probe.call_method1("resize", (others.len(),));
    Ok(resized.map_or_else(Exc::from, |_| raise::<PyValueError>("cannot resize an array that is referenced by others")))
}

/// `array.data`: bytes may be written through it, which must not be references.
pub fn check_buffer(m: &RunContext, array: &Bound<'_, PyAny>) -> R<()> {
    if holds_objects(array)? {
        Err(refused(m, "to look at the memory of an array of objects"))
    } else {
        Ok(())
    }
}

fn holds_objects(array: &Bound<'_, PyAny>) -> R<bool> {
    Ok(array.getattr("dtype")?.getattr("hasobject")?.is_truthy()?)
}

fn refused(m: &RunContext, what: &str) -> Exc {
    refusals::raise(m, refusals::Kind::Plain, &format!("Forbidden {what}"))
}

/// `numpy.lib.stride_tricks.as_strided` of the memory of the array, or of the one that it is a view of.
#[pyfunction]
#[pyo3(signature = (x, shape = None, strides = None, subok = false, writeable = true), text_signature = None)]
pub fn as_strided<'py>(
    x: Bound<'py, PyAny>,
    shape: Option<Bound<'py, PyAny>>,
    strides: Option<Bound<'py, PyAny>>,
    subok: bool,
    writeable: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = x.py();
    with_run(py, |m| {
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (&x,))?;
        if lies_beside_objects(&array)? {
            return Err(refused(m, "to view the memory of an array of objects"));
        }
        let shape = steps(shape, &array, "shape")?;
        let strides = steps(strides, &array, "strides")?;
        let owner = owner(&array)?;
        if shape.iter().all(|n| *n > 0) {
            let (from, to) = bounds(&shape, &strides).unwrap_or((i64::MIN, i64::MAX));
            let (first, last) = memory(&owner)?;
            let start = address(&array)?;
            let end = to.checked_add(start).and_then(|end| end.checked_add(array.getattr("itemsize").ok()?.extract().ok()?));
            if from.checked_add(start).is_none_or(|from| from < first) || end.is_none_or(|end| end > last) {
                return Err(refused(m, "to view memory outside of the array"));
            }
        }
        let options = PyDict::new(py);
        options.set_item("shape", PyTuple::new(py, shape)?)?;
        options.set_item("strides", PyTuple::new(py, strides)?)?;
        options.set_item("writeable", writeable)?;
        let made = py.import("numpy.lib.stride_tricks")?.getattr("as_strided")?.call((array,), Some(&options))?;
        let made = if subok { of_class(&numpy, made, &x)? } else { made };
        value_filter::admit(m, Value::from_bound(made))?.to_bound(py)
    })
}

/// The array as one of the class of `original`. (That is not asked for its memory: a class of the code may say something else.)
fn of_class<'py>(numpy: &Bound<'py, PyModule>, array: Bound<'py, PyAny>, original: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let class = original.get_type();
    if class.is(array.get_type()) || !original.is_instance(&numpy.getattr("ndarray")?)? {
        return Ok(array);
    }
    let array = array.call_method1("view", (class,))?;
    array.call_method1("__array_finalize__", (original,))?;
    Ok(array)
}

/// A number or several, as numbers: what the code gives may say something else the next time.
fn steps(given: Option<Bound<'_, PyAny>>, array: &Bound<'_, PyAny>, name: &str) -> R<Vec<i64>> {
    let given = match given.filter(|given| !given.is_none()) {
        Some(given) => given,
        None => array.getattr(name)?,
    };
    if let Ok(one) = given.extract::<i64>() {
        return Ok(vec![one]);
    }
    Ok(given.try_iter()?.map(|n| n?.extract::<i64>()).collect::<PyResult<_>>()?)
}

/// Distances of the first bytes of the lowest and the highest item from the start.
fn bounds(shape: &[i64], strides: &[i64]) -> Option<(i64, i64)> {
    let (mut low, mut high) = (0_i64, 0_i64);
    if shape.len() != strides.len() {
        return None;
    }
    for (n, stride) in shape.iter().zip(strides) {
        let reach = n.checked_sub(1)?.checked_mul(*stride)?;
        if reach < 0 {
            low = low.checked_add(reach)?;
        } else {
            high = high.checked_add(reach)?;
        }
    }
    Some((low, high))
}

/// Whether it, or an array that it is a view of (a field of records), holds objects.
fn lies_beside_objects(array: &Bound<'_, PyAny>) -> R<bool> {
    let class = array.py().import("numpy")?.getattr("ndarray")?;
    let mut under = array.clone();
    // (As numpy itself has it: a class of the code may say something else.)
    let told = |under: &Bound<'_, PyAny>, name: &str| Ok::<_, PyErr>(class.getattr(name)?.call_method1("__get__", (under,))?.unbind());
    while under.is_instance(&class)? {
        if told(&under, "dtype")?.bind(array.py()).getattr("hasobject")?.is_truthy()? {
            return Ok(true);
        }
        under = told(&under, "base")?.into_bound(array.py());
    }
    Ok(false)
}

/// The array whose memory it is, as far as arrays go.
fn owner<'py>(array: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    let class = array.py().import("numpy")?.getattr("ndarray")?;
    let mut owner = array.clone();
    loop {
        let base = owner.getattr("base")?;
        if !base.get_type().is(&class) {
            return Ok(owner);
        }
        owner = base;
    }
}

fn address(array: &Bound<'_, PyAny>) -> R<i64> {
    Ok(array.getattr("__array_interface__")?.get_item("data")?.get_item(0)?.extract()?)
}

/// First byte of the array's memory, and the one after its last.
fn memory(array: &Bound<'_, PyAny>) -> R<(i64, i64)> {
    let (shape, strides) = (steps(None, array, "shape")?, steps(None, array, "strides")?);
    let start = address(array)?;
    if shape.contains(&0) {
        return Ok((start, start));
    }
    let (low, high) = bounds(&shape, &strides).unwrap_or((0, 0));
    Ok((start + low, start + high + array.getattr("itemsize")?.extract::<i64>()?))
}
