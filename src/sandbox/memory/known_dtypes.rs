//! Numpy's own dtypes of plain items, and the classes that name them: there is one object of each, which nobody can change, so that
//! nothing needs to be asked of it.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyComplex, PyFloat, PyInt, PyString, PyType};
use rustc_hash::FxHashMap;

/// What a dtype's items are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Items {
    /// Of eight bytes, as the machine has them.
    Integers,
    /// As the machine has them.
    Doubles,
    References,
    Others,
    /// It is a class: of which items, numpy says.
    Named,
}

/// Numpy's letters of the types that have no fields, no sizes and no units of their own.
const LETTERS: &str = "?bhilqBHILQefdgFDGO";

static KNOWN: OnceLock<FxHashMap<usize, Items>> = OnceLock::new();

/// Learns the dtypes; once per process. They live as long as that, as numpy's own references to them do.
pub fn learn(numpy: &Bound<'_, PyAny>) -> PyResult<()> {
    if KNOWN.get().is_some() {
        return Ok(());
    }
    let py = numpy.py();
    let mut known = FxHashMap::default();
    let classes = [py.get_type::<PyAny>(), py.get_type::<PyBool>(), py.get_type::<PyInt>(), py.get_type::<PyFloat>()];
    let others = [py.get_type::<PyComplex>(), py.get_type::<PyString>(), py.get_type::<PyBytes>()];
    let mut keep = |object: Bound<'_, PyAny>, items| {
        known.insert(object.into_ptr() as usize, items);
    };
    for letter in LETTERS.chars() {
        let dtype = numpy.call_method1("dtype", (letter,))?;
        let class = dtype.getattr("type")?;
        let is_one = numpy.call_method1("dtype", (letter,))?.is(&dtype);
        if is_one && class.is_instance_of::<PyType>() {
            let text = dtype.getattr("str")?.extract::<String>()?;
            keep(dtype, if letter == 'O' { Items::References } else { Items::told(&text) });
            keep(class, Items::Named);
        }
    }
    classes.into_iter().chain(others).for_each(|class| keep(class.into_any(), Items::Named));
    // Another thread may have learnt the same.
    let _ = KNOWN.set(known);
    Ok(())
}

impl Items {
    /// By the text of a dtype (`<i8`); whether there are references it does not tell.
    pub fn told(text: &str) -> Items {
        const INTEGERS: &str = if cfg!(target_endian = "little") { "<i8" } else { ">i8" };
        const DOUBLES: &str = if cfg!(target_endian = "little") { "<f8" } else { ">f8" };
        match text {
            INTEGERS => Items::Integers,
            DOUBLES => Items::Doubles,
            _ => Items::Others,
        }
    }
}

/// What is known of a dtype, or of a class that tells one.
#[inline]
pub fn of(object: &Bound<'_, PyAny>) -> Option<Items> {
    KNOWN.get()?.get(&(object.as_ptr() as usize)).copied()
}
