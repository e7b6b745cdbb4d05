//! Iterators that may never end (or not in any useful time): each step is charged, so that native code that
//! pulls from them (`sum(itertools.count())`) meets the limits.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyRange, PyTuple};

use crate::budget::sizes;
use crate::cpython::api;
use crate::cpython::once::Once;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Value, R};
use crate::session::current::with_run;
use crate::session::run_context::RunContext;

/// Shorter ranges are handed to native code as they are.
const LONG: usize = 1_000_000;

// An iterator whose steps are charged.
#[pyclass(frozen, module = "itertools", name = "iterator")]
pub struct Counted {
    inner: Py<PyIterator>,
    steps: AtomicU64,
}

/// Beyond the first `LONG` steps, so many cost one operation.
const STEPS_PER_OPERATION: u64 = 10;

#[pymethods]
impl Counted {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let steps = self.steps.fetch_add(1, Ordering::Relaxed);
        let price = u32::from(steps > LONG as u64 && steps.is_multiple_of(STEPS_PER_OPERATION));
        if crate::session::scope::sandboxed() {
            // Looks at the deadline too, whatever the price.
            with_run(py, |m| m.charge(price))?;
        }
        let mut inner = self.inner.bind(py).clone();
        inner.next().transpose()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.inner.bind(py).repr()?.to_string())
    }
    /// For `copy.copy` and `copy.deepcopy`: what the iterator itself has for them, counted like this one.
    fn __copy__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.like_this(api::module(py, "copy")?.call_method1("copy", (&self.inner,))?)
    }
    fn __deepcopy__<'py>(&self, memo: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.like_this(api::module(memo.py(), "copy")?.call_method1("deepcopy", (&self.inner, memo))?)
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.inner)
    }
}

impl Counted {
    fn like_this<'py>(&self, copied: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, inner) = (copied.py(), copied.cast_into::<PyIterator>()?.unbind());
        let steps = AtomicU64::new(self.steps.load(Ordering::Relaxed));
        Ok(Bound::new(py, Counted { inner, steps })?.into_any())
    }
}

pub fn counted<'py>(iterator: Bound<'py, PyIterator>) -> R<Bound<'py, PyAny>> {
    let py = iterator.py();
    Ok(Bound::new(py, Counted { inner: iterator.unbind(), steps: AtomicU64::new(0) })?.into_any())
}

/// The iterator inside a charged one, for loops that charge by themselves; other objects as they are.
pub fn uncounted(object: Bound<'_, PyAny>) -> Bound<'_, PyAny> {
    match object.cast::<Counted>() {
        Ok(counted) => counted.get().inner.bind(object.py()).clone().into_any(),
        Err(_) => object,
    }
}

/// What a native `callee` that walks its arguments is given for `argument`; `None`: the argument itself.
/// Callers ask only for exact ranges.
#[cold]
pub fn instead_of_range(m: &RunContext, callee: &Value, argument: &Value) -> R<Option<Value>> {
    let py = m.py();
    if !walks(py, callee.ptr() as usize)? {
        return Ok(None);
    }
    let range = argument.to_bound(py)?;
    if stores(py, callee.ptr() as usize)? {
        return match range.len() {
            Ok(n) => sizes::items(m, n as u64, 8).map(|()| None),
            // Longer than anything can be: the interpreter's own OverflowError.
            Err(_) => Ok(None),
        };
    }
    Ok(handed(&range)?.map(Value::from_bound))
}

/// Whether the function or class at this address makes a sequence as long as its argument says it is.
fn stores(py: Python<'_>, address: usize) -> R<bool> {
    static STORES: Once<Vec<Py<PyAny>>> = Once::new();
    let stores = STORES.get_or_make(py, || {
        let builtins = py.import("builtins")?;
        ["list", "tuple", "sorted"].iter().map(|name| Ok(builtins.getattr(*name)?.unbind())).collect::<PyResult<_>>()
    })?;
    Ok(stores.iter().any(|s| s.as_ptr() as usize == address))
}

/// Whether the function or class at this address is one that does nothing but walk its arguments.
fn walks(py: Python<'_>, address: usize) -> R<bool> {
    static WALKERS: Once<Vec<Py<PyAny>>> = Once::new();
    let walkers = WALKERS.get_or_make(py, || {
        let mut found = Vec::new();
        let table: [(&str, &[&str]); 4] = [
            (
                "builtins",
                &[
                    "sum",
                    "min",
                    "max",
                    "any",
                    "all",
                    "sorted",
                    "list",
                    "tuple",
                    "set",
                    "frozenset",
                    "dict",
                    "map",
                    "zip",
                    "filter",
                    "enumerate",
                    "bytes",
                    "bytearray",
                ],
            ),
            ("math", &["prod", "fsum"]),
            ("functools", &["reduce"]),
            ("itertools", &["accumulate", "chain", "filterfalse", "islice", "starmap", "takewhile", "zip_longest"]),
        ];
        for (module, names) in table {
            let module = py.import(module)?;
            for name in names {
                found.push(module.getattr(*name)?.unbind());
            }
        }
        found.push(py.import("collections")?.getattr("deque")?.unbind());
        Ok::<_, PyErr>(found)
    })?;
    Ok(walkers.iter().any(|w| w.as_ptr() as usize == address))
}

/// What code that walks `object` is given: nothing else unless it is a very long range.
fn handed<'py>(object: &Bound<'py, PyAny>) -> R<Option<Bound<'py, PyAny>>> {
    if !object.is_exact_instance_of::<PyRange>() || object.len().is_ok_and(|n| n <= LONG) {
        return Ok(None);
    }
    counted(object.try_iter()?).map(Some)
}

// A class of `itertools` whose instances are charged per step.
#[pyclass(frozen, module = "itertools", name = "type")]
pub struct Endless {
    real: Py<PyAny>,
    name: &'static str,
}

const NAMES: &[&str] = &["count", "cycle", "repeat", "product", "permutations", "combinations", "combinations_with_replacement"];

/// `itertools.<name>`, if it is one of these.
pub fn member(m: &RunContext, name: &str) -> R<Option<Value>> {
    let py = m.py();
    let Some(name) = NAMES.iter().find(|n| **n == name) else { return Ok(None) };
    let real = py.import("itertools")?.getattr(*name)?.unbind();
    Ok(Some(Value::from_bound(Bound::new(py, Endless { real, name })?.into_any())))
}

fn replaced<'py>(args: &Bound<'py, PyTuple>, place: usize, instead: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let others = args.iter().enumerate().map(|(i, arg)| if i == place { instead.clone() } else { arg });
    PyTuple::new(args.py(), others.collect::<Vec<_>>())
}

#[pymethods]
impl Endless {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        with_run(py, |_| {
            let mut given = args.clone();
            for (place, arg) in args.iter().enumerate() {
                if let Some(instead) = handed(&arg)? {
                    given = replaced(&given, place, instead)?;
                }
            }
            let made = self.real.bind(py).call(given, kwargs)?;
            let hint = || made.call_method0(intern!(py, "__length_hint__"));
            let finite = self.name == "repeat" && hint().is_ok_and(|n| n.extract::<usize>().is_ok_and(|n| n <= LONG));
            if finite {
                return Ok(made);
            }
            counted(made.cast_into::<PyIterator>()?)
        })
    }
    fn __instancecheck__(&self, object: Bound<'_, PyAny>) -> PyResult<bool> {
        let py = object.py();
        let inner = match object.cast::<Counted>() {
            Ok(counted) => counted.get().inner.bind(py).clone().into_any(),
            Err(_) => object.clone(),
        };
        Ok(Ty::of_bound(&inner).addr() == self.real.as_ptr() as usize)
    }
    fn __repr__(&self) -> String {
        format!("<class 'itertools.{}'>", self.name)
    }
    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }
    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real.getattr(py, "__doc__")
    }
}
