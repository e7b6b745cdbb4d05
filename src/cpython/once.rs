//! Values that Python code makes at their first use.
#![allow(clippy::disallowed_types, reason = "the one place where the lock is not held while Python code runs")]

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A cell whose value is made at its first use. No lock is held meanwhile: while Python code runs, the collector may
/// run a finaliser that asks for the same value, or let another thread do so. The first one that is done counts.
pub struct Once<T>(PyOnceLock<T>);

impl<T> Once<T> {
    pub const fn new() -> Once<T> {
        Once(PyOnceLock::new())
    }

    pub fn get(&self, py: Python<'_>) -> Option<&T> {
        self.0.get(py)
    }

    /// Keeps the value, unless there is one.
    pub fn set(&self, py: Python<'_>, value: T) {
        drop(self.0.set(py, value));
    }

    /// The value, which `make` makes where there is none.
    pub fn get_or_make<E>(&self, py: Python<'_>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        if let Some(known) = self.0.get(py) {
            return Ok(known);
        }
        let made = make()?;
        Ok(self.0.get_or_init(py, || made))
    }
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn making_may_ask_for_the_value() {
        static ANSWER: Once<u32> = Once::new();
        Python::initialize();
        Python::attach(|py| {
            let inner = || ANSWER.get_or_make(py, || Ok::<_, ()>(1)).copied();
            assert_eq!(ANSWER.get_or_make(py, || inner().map(|made| made + 1)), Ok(&1));
            assert_eq!(ANSWER.get(py), Some(&1));
        });
    }
}
