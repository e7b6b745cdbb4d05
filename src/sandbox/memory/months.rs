//! Numbers of months, by which pandas finds places in its tables of days without a look. (It looks at those that it gets from texts.)

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::{api, type_access};
use crate::sandbox::memory::plain_numbers::{self, is_own};

/// Codes of frequencies whose periods are weeks, or shorter, are not less.
const WEEKS: i64 = 4000;

/// # Errors
/// `ValueError` unless it is none, or one of twelve. (What is no number the function refuses.)
pub fn check(month: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(month) = month.filter(|month| !month.is_none()) else { return Ok(()) };
    plain_numbers::check(&month, "month")?;
    match month.extract::<i64>() {
        Ok(number) if !(1..=12).contains(&number) => Err(PyValueError::new_err("month must be in 1..12")),
        _ => Ok(()),
    }
}

/// # Errors
/// `TypeError` for a date whose class says of its month what it likes.
pub fn check_date(date: &Bound<'_, PyAny>) -> PyResult<()> {
    if !is_own(date)? {
        return Ok(());
    }
    let (py, class) = (date.py(), date.get_type());
    let attribute = |name: &str| api::class_attribute(&class, &PyString::intern(py, name));
    let is_of_c = |name: &str, kind: &str| attribute(name).is_none_or(|found| type_access::is_called(&found.get_type(), kind));
    let plain = is_of_c("month", "getset_descriptor") && is_of_c("__getattribute__", "wrapper_descriptor");
    if !plain && date.is_instance(&py.import("datetime")?.getattr("date")?)? {
        return Err(PyTypeError::new_err("the month of a date whose class has a month of its own"));
    }
    Ok(())
}

/// The same of periods. Those of months, quarters and years are computed without a table: any month will do.
pub fn check_periods(month: Option<Bound<'_, PyAny>>, frequency: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    match check(month) {
        Err(error) if uses_tables(frequency)? => Err(error),
        Err(error) if !error.is_instance_of::<PyValueError>(crate::cpython::value::attached()) => Err(error),
        _ => Ok(()),
    }
}

fn uses_tables(frequency: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(frequency) = frequency.filter(|frequency| !frequency.is_none()) else { return Ok(false) };
    if is_own(&frequency)? {
        return Err(PyTypeError::new_err("a frequency is a text or an offset of pandas"));
    }
    if let Ok(code) = frequency.extract::<i64>() {
        return Ok(code >= WEEKS);
    }
    let class = frequency.py().import("pandas")?.getattr("Period")?;
    // (What has no periods pandas refuses.)
    let code = class.call_method1("_maybe_convert_freq", (frequency,)).and_then(|offset| offset.getattr("_period_dtype_code"));
    Ok(code.and_then(|code| code.extract::<i64>()).is_ok_and(|code| code >= WEEKS))
}

/// A fiscal year begins in one of twelve months. (The field of the class is asked: a class of the code may have another.)
pub fn check_start(offset: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = offset.py().import("pandas._libs.tslibs.offsets")?.getattr("FY5253Mixin")?;
    check(Some(class.getattr("startingMonth")?.call_method1("__get__", (offset,))?))
}
