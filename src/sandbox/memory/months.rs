//! Numbers of months, by which pandas finds places in its tables of days without a look. (It looks at those that it gets from texts.)

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

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
