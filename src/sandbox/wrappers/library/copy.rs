//! `copy.copy` and `copy.deepcopy`: as they are, but for the memo. The real one is a dict of everything that
//! was copied so far, private parts of the host's objects among it.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyModule, PyTuple};

use crate::cpython::api;
use crate::cpython::value::attached;
use crate::sandbox::signatures::Signature;

// The memo as the code's `__deepcopy__` gets it: answers for objects that the code knows, lists none. C code that wants
// a dict gets one, in which there is only what such code puts there.
#[pyclass(module = "builtins", name = "dict", extends = PyDict, frozen)]
pub struct Memo {
    copies: Py<PyDict>,
    /// What `copy` wants kept alive until the end.
    kept: Mutex<Vec<Py<PyAny>>>,
}

impl Memo {
    fn is_self(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>) -> bool {
        key.extract::<usize>().is_ok_and(|key| key == slf.as_ptr() as usize)
    }
    fn find<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match slf.get().copies.bind(slf.py()).get_item(key)? {
            Some(found) => Ok(Some(found)),
            None => slf.as_super().get_item(key),
        }
    }
}

#[pymethods]
impl Memo {
    #[pyo3(signature = (key, default = None))]
    fn get<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>, default: Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(Memo::find(slf, &key)?.or(default))
    }
    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Memo::find(slf, &key)?.ok_or_else(|| PyKeyError::new_err(key.unbind()))
    }
    fn __setitem__(slf: &Bound<'_, Self>, key: Bound<'_, PyAny>, value: Bound<'_, PyAny>) -> PyResult<()> {
        if Memo::is_self(slf, &key) {
            slf.get().kept.lock().unwrap_or_else(PoisonError::into_inner).push(value.unbind());
            return Ok(());
        }
        slf.get().copies.bind(slf.py()).set_item(key, value)
    }
    fn __contains__(slf: &Bound<'_, Self>, key: Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(Memo::find(slf, &key)?.is_some())
    }
    #[pyo3(signature = (key, default = None))]
    fn setdefault<'py>(
        slf: &Bound<'py, Self>,
        key: Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(found) = Memo::find(slf, &key)? {
            return Ok(Some(found));
        }
        Memo::__setitem__(slf, key, default.clone().unwrap_or_else(|| slf.py().None().into_bound(slf.py())))?;
        Ok(default)
    }
    fn clear(slf: &Bound<'_, Self>) {
        slf.get().copies.bind(slf.py()).clear();
        slf.as_super().clear();
    }
    fn __repr__(&self) -> &'static str {
        "{...}"
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.copies)?;
        match self.kept.try_lock() {
            Ok(kept) => kept.iter().try_for_each(|object| visit.call(object)),
            Err(_) => Ok(()),
        }
    }
    fn __clear__(&self) {
        let old = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        self.copies.bind(attached()).clear();
        drop(old);
    }
}

const DEEPCOPY: Signature<2> = Signature { module: "copy", name: "deepcopy", parameters: ["x", "memo"], positional: 2 };

/// `copy.deepcopy(x, memo=None)`
#[pyfunction]
#[pyo3(signature = (*args, **kwargs), text_signature = None)]
pub fn deepcopy<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let [Some(x), memo] = DEEPCOPY.bind(args, kwargs)? else { return Err(DEEPCOPY.refuse(args, kwargs)) };
    let copy = api::module(py, "copy")?;
    match memo {
        Some(memo) if memo.is_instance_of::<Memo>() => copy.call_method1("deepcopy", (x, memo)),
        Some(memo) if memo.is_exact_instance_of::<PyDict>() => with_dict(&copy, &x, memo.cast()?),
        _ => copy.call_method1("deepcopy", (x, new_memo(py)?)),
    }
}

fn new_memo(py: Python<'_>) -> PyResult<Bound<'_, Memo>> {
    Bound::new(py, Memo { copies: PyDict::new(py).unbind(), kept: Mutex::default() })
}

/// A copy with a dict of the code's as memo. It gets the copy of `x`, and in the place where `copy` keeps objects alive the memo itself:
/// the next copy with this dict goes on with that.
fn with_dict<'py>(copy: &Bound<'py, PyModule>, x: &Bound<'py, PyAny>, given: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = x.py();
    let place = given.as_ptr() as usize;
    let memo = match given.get_item(place)?.and_then(|held| held.cast_into::<Memo>().ok()) {
        Some(held) => held,
        None => new_memo(py)?,
    };
    let copies = &memo.get().copies;
    for (key, value) in given.copy()?.iter().filter(|(key, value)| key.is_exact_instance_of::<PyInt>() && !value.is(&memo)) {
        copies.bind(py).set_item(key, value)?;
    }
    let made = copy.call_method1("deepcopy", (x, &memo))?;
    given.set_item(place, &memo)?;
    if !made.is(x) {
        given.set_item(x.as_ptr() as usize, &made)?;
    }
    Ok(made)
}
