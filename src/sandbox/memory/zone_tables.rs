//! pandas' tables of time zones begin with the first moment that nanoseconds can tell. In coarser units there are earlier ones, for
//! which it would look one place before its table: so these tables begin with the first moment that there is.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::budget::compiled_calls::{self, Call, CallSlot};
use crate::cpython::hooks::{newly_loaded, table};
use crate::session::scope::HostScope;

/// pandas' number of nanoseconds (`NPY_FR_ns`): their tables are the zone's own, and right.
const NANOSECONDS: i64 = 10;

/// Before it there is the number that stands for no moment.
const FIRST: i64 = i64::MIN + 1;

/// Wraps what finds the table of a zone, once it is loaded.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(module) = newly_loaded(py, &DONE, "pandas._libs.tslibs.tzconversion", "Localizer")? else { return Ok(()) };
    let class = module.getattr("Localizer")?.cast_into::<PyType>()?;
    compiled_calls::wrap_slot(&class, CallSlot::New, &table::ZONE_DATA, |call, original| {
        let made = original.run()?;
        begin_early(&made, call)?;
        Ok(made)
    });
    Ok(())
}

/// Has the table, which the object alone holds, begin with the first moment.
fn begin_early(localizer: &Bound<'_, PyAny>, call: &Call) -> PyResult<()> {
    if call.places().get(1).is_some_and(|unit| unit.extract::<i64>().is_ok_and(|unit| unit == NANOSECONDS)) {
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
