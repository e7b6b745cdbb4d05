//! Losses of scikit-learn, and the sums of its boosted trees: compiled functions write as many numbers as there are rows (and classes), whatever
//! the first estimate has of them, which a class of the code may have computed.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::front::policy::sizes::MOST_THREADS;
use crate::front::policy::work::NAMED;
use crate::sandbox::memory::plain_numbers;

/// Arrays have a number for each row, and those of two dimensions for each class as well. (What Cython binds a method of a class to may
/// come first, so that an array of either kind may stand at each place.)
pub const ARRAYS: &[(usize, &str, &str)] = &[
    (NAMED, "y_true", "s"),
    (NAMED, "raw_prediction", "s"),
    (NAMED, "raw_prediction", "sk"),
    (NAMED, "sample_weight", "s"),
    (NAMED, "loss_out", "s"),
    (NAMED, "gradient_out", "s"),
    (NAMED, "gradient_out", "sk"),
    (NAMED, "hessian_out", "s"),
    (NAMED, "hessian_out", "sk"),
    (NAMED, "proba_out", "sk"),
    (0, "", "s"),
    (1, "", "s"),
    (1, "", "sk"),
    (2, "", "s"),
    (2, "", "sk"),
    (3, "", "s"),
    (3, "", "sk"),
    (4, "", "s"),
    (4, "", "sk"),
    (5, "", "s"),
    (5, "", "sk"),
];
/// Places at which the number of threads may stand.
const THREADS: std::ops::RangeInclusive<usize> = 4..=6;

/// What a method of a loss is given besides.
pub fn check_threads<'py>(argument: &impl Fn(usize, &str) -> PyResult<Option<Bound<'py, PyAny>>>) -> PyResult<()> {
    for place in THREADS.chain([NAMED]) {
        let asked = argument(place, "n_threads")?;
        let Some(asked) = asked.filter(|asked| asked.getattr("shape").is_err()) else { continue };
        plain_numbers::check(&asked, "n_threads")?;
        if asked.extract::<i64>().is_ok_and(|asked| asked > MOST_THREADS) {
            return Err(PyValueError::new_err(format!("n_threads are {MOST_THREADS} at most")));
        }
    }
    Ok(())
}

/// What trees add their numbers to: it has the rows of the table, and a column for each class.
pub fn check_sums(table: Option<Vec<usize>>, out: Option<Vec<usize>>, classes: usize) -> PyResult<()> {
    let rows = table.and_then(|sizes| sizes.first().copied());
    match rows.zip(out).filter(|(rows, out)| out.first() != Some(rows) || out.get(1).is_none_or(|columns| *columns < classes)) {
        Some((rows, _)) => {
            Err(PyValueError::new_err(format!("the first predictions of a boosted model have {rows} rows and {classes} columns")))
        }
        None => Ok(()),
    }
}
