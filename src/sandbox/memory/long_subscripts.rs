//! Items of numpy's arrays that are set, or looked for by a mask, through a subscript (`array[key] = value`), one after the other
//! (`array.flat[key] = value`) or all by a part of them (`array.real = value`). An array may have more of them than there is memory, all in
//! one place (`np.lib.stride_tricks.as_strided(a, (10**12,), (0,))`): nothing ends that.
#![allow(unsafe_code, reason = "slots of numpy's arrays are wrapped")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyInt, PyList, PySlice, PyString, PyTuple, PyType};

use crate::budget::costs;
use crate::cpython::hooks::{self, newly_loaded, table, Getter};
use crate::cpython::value::attached;
use crate::front::policy::work::EACH_ITEM;
use crate::sandbox::memory::object_arrays::{dtype, elements, shape};
use crate::session::current::with_run;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

static GET_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_FLAT_ITEM: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SET_PARTS: [AtomicPtr<()>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Fewer items are not asked about.
const MANY: usize = 1 << 31;
/// Seconds that each takes at least, if it is one of many in one place.
const EACH: f64 = 0.25e-9;
/// The same where an iterator goes from one to the next.
pub const EACH_FLAT: f64 = 1e-9;

/// Wraps the slots when numpy is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(numpy) = newly_loaded(py, &DONE, "numpy", "ndarray")? else { return Ok(()) };
    let class = numpy.getattr("ndarray")?.cast_into::<PyType>()?;
    let flat = numpy.getattr("flatiter")?.cast_into::<PyType>()?;
    for (class, slot, original, this) in [
        (&class, hooks::GET_ITEM, &GET_ITEM, get_item as ffi::binaryfunc as *mut ()),
        (&class, hooks::SET_ITEM, &SET_ITEM, set_item as ffi::objobjargproc as *mut ()),
        (&flat, hooks::SET_ITEM, &SET_FLAT_ITEM, set_flat_item as ffi::objobjargproc as *mut ()),
    ] {
        if slot.of(class) != this {
            original.store(slot.of(class), Ordering::Release);
            // SAFETY: ATTACHED; a function for this slot, which calls the one that was there before.
            unsafe { hooks::exchange(class, slot, this, &table::LONG_SUBSCRIPTS) };
        }
    }
    for (name, original, this) in
        [("real", &SET_PARTS[0], set_part::<0> as ffi::setter as *mut ()), ("imag", &SET_PARTS[1], set_part::<1> as ffi::setter as *mut ())]
    {
        let part = Getter::of(&class.getattr(name)?).filter(|part| !part.setter().is_null() && part.setter() != this);
        if let Some(part) = part {
            original.store(part.setter(), Ordering::Release);
            // SAFETY: ATTACHED; a setter that calls the one that was there before.
            unsafe { part.exchange_setter(this, &table::LONG_SUBSCRIPTS) };
        }
    }
    Ok(())
}

unsafe extern "C" fn get_item(array: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::binaryfunc = std::mem::transmute(GET_ITEM.load(Ordering::Acquire));
        let py = attached();
        let in_time = || in_time(py, || Ok(masked(&Bound::from_borrowed_ptr(py, key)) * EACH));
        if is_short(&Bound::from_borrowed_ptr(py, key)) || !sandboxed() || in_time() {
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
        if is_short || !sandboxed() || in_time(py, || Ok(written(&array_now, &key_now)? * EACH)) {
            return original(array, key, value);
        }
        -1
    }
}

/// `array.flat[key] = value`
unsafe extern "C" fn set_flat_item(flat: *mut PyObject, key: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: as above; an iterator of numpy's own class, which no class is below.
    unsafe {
        let original: ffi::objobjargproc = std::mem::transmute(SET_FLAT_ITEM.load(Ordering::Acquire));
        let py = attached();
        let (flat_now, key_now) = (Bound::from_borrowed_ptr(py, flat), Bound::from_borrowed_ptr(py, key));
        let is_short = ffi::PyObject_Size(flat) < MANY as isize && is_short(&key_now);
        if is_short || !sandboxed() || in_time(py, || Ok(written_flat(&flat_now, &key_now)? * EACH_FLAT)) {
            return original(flat, key, value);
        }
        -1
    }
}

/// How many items of all a key sets, one after the other.
fn written_flat(flat: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<f64> {
    if key.is_instance_of::<PyInt>() {
        return Ok(1.0);
    }
    let places = elements(key).or_else(|| key.cast::<PyList>().ok().map(|items| items.len()));
    let items = match key.cast::<PySlice>() {
        Ok(slice) => slice.indices(flat.len()? as isize)?.slicelength,
        Err(_) => places.map_or_else(|| flat.len(), Ok)?,
    };
    Ok(items as f64)
}

/// `array.real = value`, `array.imag = value`
unsafe extern "C" fn set_part<const N: usize>(array: *mut PyObject, value: *mut PyObject, closure: *mut c_void) -> c_int {
    // SAFETY: as above.
    unsafe {
        let original: ffi::setter = std::mem::transmute(SET_PARTS[N].load(Ordering::Acquire));
        let py = attached();
        if all_in_time(&Bound::from_borrowed_ptr(py, array), EACH_ITEM) {
            return original(array, value, closure);
        }
        -1
    }
}

/// Whether there is time for each of the items of an array; if not, the run was asked to end.
pub fn all_in_time(array: &Bound<'_, PyAny>, each: f64) -> bool {
    let items = elements(array).unwrap_or(0);
    items < MANY || !sandboxed() || in_time(array.py(), || Ok(items as f64 * each))
}

/// Whether there is time for so many seconds; if not, the run was asked to end.
fn in_time(py: Python<'_>, seconds: impl FnOnce() -> PyResult<f64>) -> bool {
    panics::contained(false, || {
        let seconds = {
            let _host = HostScope::enter();
            // (What has no such items numpy refuses.)
            seconds().unwrap_or(0.0)
        };
        with_run(py, |m| costs::check(m, seconds)).map_err(|error| error.restore(py)).is_ok()
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
