//! pandas' tables of time zones begin with the first moment that nanoseconds can tell. In coarser units there are earlier ones, for
//! which it would look one place before its table: so these tables begin with the first moment that there is.
#![allow(unsafe_code, reason = "the constructor of a class of pandas is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::cpython::hooks::{self, newly_loaded, table};
use crate::session::panics;
use crate::session::scope::HostScope;

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// pandas' number of nanoseconds (`NPY_FR_ns`): their tables are the zone's own, and right.
const NANOSECONDS: i64 = 10;

/// Before it there is the number that stands for no moment.
const FIRST: i64 = i64::MIN + 1;

/// Wraps what finds the table of a zone, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "pandas._libs.tslibs.tzconversion", "Localizer")? else { return Ok(()) };
    let class = module.getattr("Localizer")?.cast_into::<PyType>()?;
    NEW.store(hooks::NEW.of(&class), Ordering::Release);
    // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
    unsafe { hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::ZONE_DATA) };
    Ok(())
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with borrowed objects; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        let Some(made) = Bound::from_owned_ptr_or_opt(Python::assume_attached(), original(class, args, named)) else {
            return ptr::null_mut();
        };
        let args = Bound::from_borrowed_ptr(made.py(), args).cast_into_unchecked::<PyTuple>();
        match panics::contained(None, || begin_early(&made, &args).map_err(|error| error.restore(args.py())).ok()) {
            Some(()) => made.into_ptr(),
            None => ptr::null_mut(),
        }
    }
}

/// Has the table, which the object alone holds, begin with the first moment.
fn begin_early(localizer: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<()> {
    if args.get_item(1).is_ok_and(|unit| unit.extract::<i64>().is_ok_and(|unit| unit == NANOSECONDS)) {
        return Ok(());
    }
    let py = localizer.py();
    let _host = HostScope::enter();
    let array = py.import("numpy")?.getattr("ndarray")?;
    for held in py.import("gc")?.call_method1("get_referents", (localizer,))?.cast_into::<PyList>()? {
        if held.get_type().is(&array) && held.len()? > 0 && held.get_item(0)?.extract::<i64>()? > FIRST {
            held.set_item(0, FIRST)?;
        }
    }
    Ok(())
}
