//! Items of numpy's arrays that are set, or looked for by a mask, through a subscript (`array[key] = value`). An array may have more
//! of them than there is memory, all in one place (`np.lib.stride_tricks.as_strided(a, (10**12,), (0,))`): nothing ends that.
#![allow(unsafe_code, reason = "slots of numpy's arrays are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyInt, PyList, PySlice, PyString, PyTuple, PyType};

use crate::budget::costs;
use crate::cpython::hooks::{self, newly_loaded, table};
use crate::cpython::value::attached;
use crate::sandbox::memory::object_arrays::{dtype, elements, shape};
use crate::session::current::with_run;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static GET_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Fewer items are not asked about.
const MANY: usize = 1 << 31;
/// Seconds that each takes at least, if it is one of many in one place.
const EACH: f64 = 0.25e-9;

/// Wraps the slots when numpy is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "ndarray")? else { return Ok(()) };
    let class = numpy.getattr("ndarray")?.cast_into::<PyType>()?;
    for (slot, original, this) in [
        (hooks::GET_ITEM, &GET_ITEM, get_item as ffi::binaryfunc as *mut ()),
        (hooks::SET_ITEM, &SET_ITEM, set_item as ffi::objobjargproc as *mut ()),
    ] {
        if slot.of(&class) != this {
            original.store(slot.of(&class), Ordering::Release);
            // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
            unsafe { hooks::exchange(&class, slot, this, &table::LONG_SUBSCRIPTS) };
        }
    }
    Ok(())
}

unsafe extern "C" fn get_item(array: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::binaryfunc = std::mem::transmute(GET_ITEM.load(Ordering::Acquire));
        let py = attached();
        if is_short(&Bound::from_borrowed_ptr(py, key)) || !sandboxed() || in_time(py, || Ok(masked(&Bound::from_borrowed_ptr(py, key)))) {
            return original(array, key);
        }
        ptr::null_mut()
    }
}

unsafe extern "C" fn set_item(array: *mut PyObject, key: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: as above.
    unsafe {
        let original: ffi::objobjargproc = std::mem::transmute(SET_ITEM.load(Ordering::Acquire));
        let py = attached();
        let (array_now, key_now) = (Bound::from_borrowed_ptr(py, array), Bound::from_borrowed_ptr(py, key));
        let is_short = elements(&array_now).is_none_or(|items| items < MANY) && is_short(&key_now);
        if is_short || !sandboxed() || in_time(py, || written(&array_now, &key_now)) {
            return original(array, key, value);
        }
        -1
    }
}

/// Whether there is time for so many items; if not, the run was asked to end.
fn in_time(py: Python<'_>, items: impl FnOnce() -> PyResult<f64>) -> bool {
    panics::contained(false, || {
        let items = {
            let _host = HostScope::enter();
            // (What has no such items numpy refuses.)
            items().unwrap_or(0.0)
        };
        with_run(py, |m| costs::check(m, items * EACH)).map_err(|error| error.restore(py)).is_ok()
    })
}

/// Whether no array of the key has many items.
fn is_short(key: &Bound<'_, PyAny>) -> bool {
    let few = |key: &Bound<'_, PyAny>| elements(key).is_none_or(|items| items < MANY);
    // SAFETY: attached, with a live object.
    let is_plain = unsafe { ffi::PyLong_Check(key.as_ptr()) != 0 || ffi::PySlice_Check(key.as_ptr()) != 0 };
    is_plain || key.cast::<PyTuple>().map_or_else(|_| few(key), |keys| keys.iter().all(|key| few(&key)))
}

fn parts<'py>(key: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    key.cast::<PyTuple>().map_or_else(|_| vec![key.clone()], |keys| keys.iter().collect())
}

fn is_mask(key: &Bound<'_, PyAny>) -> bool {
    let kind = dtype(key).and_then(|dtype| dtype.getattr(intern!(key.py(), "kind")).ok()?.extract::<char>().ok());
    kind == Some('b')
}

/// The items of all masks of a key.
fn masked(key: &Bound<'_, PyAny>) -> f64 {
    parts(key).iter().filter(|part| is_mask(part)).filter_map(elements).map(|items| items as f64).sum()
}

/// How many items a key sets, or looks at: as many as one place has of them, times those of the places.
fn written(array: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<f64> {
    let py = array.py();
    let (mut places, mut one) = (1.0_f64, Vec::new());
    for part in parts(key) {
        if is_of_a_view(&part) {
            one.push(part);
            continue;
        }
        let sizes = shape(&part).filter(|_| is_mask(&part));
        one.extend((0..sizes.as_ref().map_or(1, Vec::len)).map(|_| PyInt::new(py, 0).into_any()));
        let items = elements(&part).or_else(|| part.cast::<PyList>().ok().map(|items| items.len())).unwrap_or(1);
        // (How many places a mask has is not counted.)
        places = if sizes.is_some() { places } else { places.max(items as f64) };
    }
    // A view of numpy's own class: no class of the code is asked. (The name of a field is no part of a key.)
    let plain = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (array,))?;
    let view = if key.is_instance_of::<PyString>() { plain.get_item(key)? } else { plain.get_item(PyTuple::new(py, one)?)? };
    Ok(masked(key) + places * elements(&view).unwrap_or(1) as f64)
}

/// Whether the part of a key says which items a view has.
fn is_of_a_view(part: &Bound<'_, PyAny>) -> bool {
    part.is_none()
        || part.is_exact_instance_of::<PyInt>()
        || part.is_instance_of::<PySlice>()
        || part.is_exact_instance_of::<PyString>()
        || part.is_instance_of::<PyEllipsis>()
}
