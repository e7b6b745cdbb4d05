//! Arrays over memory that is lent: compiled functions (`leastsq`, `odeint`, trees of points with a distance of the code) show
//! what they call their own workspace, which they free when they are done, whoever kept the array. The code gets a copy; what
//! it writes there in the call is written to the array afterwards.
//!
//! So are views of memory that has no owner, by which the interpreter hands over its buffers to `readinto` and `write` of files.
//!
//! Functions of the code are given copies whoever calls them. Other callables (`kept.append`, `np.asarray`, classes whose objects
//! keep what they are made of) are wrapped where the functions that are known to lend memory are given them.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyFunction, PyMemoryView, PySlice, PyTuple, PyType};

use crate::budget::compiled_calls::{self, Call, CallSlot, Original};
use crate::cpython::hooks::{newly_loaded, table, Method};
use crate::cpython::value::{attached, Value, R};
use crate::sandbox::memory::{fortran, object_arrays};
use crate::session::engine_types;
use crate::session::scope::{sandboxed, HostScope};

/// Arrays that a call was given, each with the copy that stands for it.
#[derive(Default)]
pub struct Lent(Vec<(Py<PyAny>, Py<PyAny>)>);

impl Lent {
    /// The value, or a copy that keeps its own memory.
    pub fn own(&mut self, value: Value) -> R<Value> {
        if !value.is_object() {
            return Ok(value);
        }
        let given = value.to_bound(attached())?;
        if object_arrays::is_lent_array(&given) {
            return Ok(Value::from_bound(self.copied(given)?));
        }
        match given.is_exact_instance_of::<PyMemoryView>() {
            true => Ok(Value::from_bound(self.viewed(given)?)),
            false => Ok(value),
        }
    }

    /// The view, or one of a copy where what it shows has no owner: it goes when the call is over.
    #[cold]
    fn viewed<'py>(&mut self, view: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // (A view that was released has none either, and says so.)
        if !view.getattr(pyo3::intern!(view.py(), "obj")).is_ok_and(|owner| owner.is_none()) {
            return Ok(view);
        }
        let copy = PyByteArray::from(&view.call_method0(pyo3::intern!(view.py(), "tobytes"))?)?;
        let shown = PyMemoryView::from(copy.as_any())?.into_any();
        let is_read = view.getattr(pyo3::intern!(view.py(), "readonly"))?.is_truthy()?;
        let shown = if is_read { shown.call_method0(pyo3::intern!(view.py(), "toreadonly"))? } else { shown };
        self.0.push((view.unbind(), shown.clone().unbind()));
        Ok(shown)
    }

    fn copied<'py>(&mut self, array: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let copy = array.call_method1(pyo3::intern!(array.py(), "copy"), ("K",))?;
        self.0.push((array.unbind(), copy.clone().unbind()));
        Ok(copy)
    }

    /// Writes what the code wrote, while the call that lent the memory is under way.
    pub fn give_back(self) {
        if self.0.is_empty() {
            return;
        }
        let py = attached();
        let _own = HostScope::enter();
        let error = PyErr::take(py);
        for (array, copy) in self.0 {
            let array = array.bind(py);
            if array.is_instance_of::<PyMemoryView>() {
                let bytes = copy.bind(py).call_method0(pyo3::intern!(py, "tobytes"));
                // What cannot be written to (or was released) stays as it is.
                if bytes.and_then(|bytes| array.set_item(PySlice::full(py), bytes)).is_err() {
                    drop(PyErr::take(py));
                }
                continue;
            }
            // What does not take it (the code changed its shape) stays as it is.
            if object_arrays::is_writable(array) && array.set_item(py.Ellipsis(), copy).is_err() {
                drop(PyErr::take(py));
            }
        }
        if let Some(error) = error {
            error.restore(py);
        }
    }
}

/// Compiled functions that lend memory to what they are given to call. (Older versions have them from f2py, each module with a class
/// of such functions, and some by another name.)
const FUNCTIONS: [(&str, &[&str]); 6] = [
    ("scipy.optimize._minpack", &["_hybrd", "_hybrj", "_lmdif", "_lmder"]),
    ("scipy.integrate._odepack", &["odeint", "lsoda"]),
    ("scipy.integrate._vode", &["dvode", "zvode"]),
    ("scipy.integrate._dop", &["dopri5", "dopri853", "dop853"]),
    ("scipy.integrate._lsoda", &["lsoda"]),
    (
        "scipy.sparse.linalg._propack",
        &["slansvd", "dlansvd", "clansvd", "zlansvd", "slansvd_irl", "dlansvd_irl", "clansvd_irl", "zlansvd_irl"],
    ),
];
/// Classes whose objects do so: the module, and names that versions have some or others of.
const CLASSES: (&str, [&str; 3]) = ("sklearn.metrics._dist_metrics", ["PyFuncDistance", "PyFuncDistance32", "PyFuncDistance64"]);

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; FUNCTIONS.len()] = [const { AtomicBool::new(false) }; FUNCTIONS.len()];
    static DISTANCES: AtomicBool = AtomicBool::new(false);
    for (done, (module, names)) in DONE.iter().zip(FUNCTIONS) {
        let Some(found) = names.first().map(|first| newly_loaded(py, done, module, first)).transpose()?.flatten() else { continue };
        for function in names.iter().filter_map(|name| found.getattr(*name).ok()) {
            match Method::of(&function) {
                Some(method) => compiled_calls::wrap(method, &table::LENT_MEMORY, |call, original| with_own(call, original, instead_of)),
                // It gives what it calls as many arguments as the code of that says, as of a method: of the code's functions one too
                // few, for they are none of the interpreter's. They are wrapped like all others, which say one more.
                None => fortran::wrap(&function, &table::LENT_MEMORY, |_, call, original| with_own(call, original, wrapped))?,
            }
        }
    }
    let (module, names) = CLASSES;
    let Some(found) = newly_loaded(py, &DISTANCES, module, "DistanceMetric")? else { return Ok(()) };
    for class in names.iter().filter_map(|name| found.getattr(*name).ok()?.cast_into::<PyType>().ok()) {
        compiled_calls::wrap_slot(&class, CallSlot::Init, &table::LENT_MEMORY, |call, original| with_own(call, original, instead_of));
    }
    Ok(())
}

type Instead = for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

/// Calls the original with what stands for the callables.
fn with_own<'py>(call: &Call, original: &Original<'_, 'py>, instead: Instead) -> R<Bound<'py, PyAny>> {
    if !sandboxed() {
        return original.run();
    }
    let (args, named) = call.arguments()?;
    let (args, named) = exchanged(&args, named.as_ref(), instead)?;
    original.with(&args, named.as_ref())
}

type Given<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// For the call of a function of f2py that lends no memory: functions of the code say of themselves what it takes them for.
pub fn counted<'py>(args: &Bound<'py, PyTuple>, named: Option<&Bound<'py, PyDict>>) -> PyResult<Given<'py>> {
    exchanged(args, named, counted_one)
}

fn exchanged<'py>(args: &Bound<'py, PyTuple>, named: Option<&Bound<'py, PyDict>>, instead: Instead) -> PyResult<Given<'py>> {
    let py = args.py();
    let args = args.iter().map(|given| instead(&given)).collect::<PyResult<Vec<_>>>()?;
    let args = PyTuple::new(py, args)?;
    let Some(named) = named else { return Ok((args, None)) };
    let all = PyDict::new(named.py());
    for (name, given) in named.iter() {
        all.set_item(name, instead(&given)?)?;
    }
    Ok((args, Some(all)))
}

fn is_own(given: &Bound<'_, PyAny>) -> bool {
    given.get_type_ptr() == engine_types::function_type()
}

/// What stands for a callable that is not a function of the code.
fn instead_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_own(given) {
        return Ok(given.clone());
    }
    wrapped(given)
}

/// What stands for a function of the code.
fn counted_one<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_own(given) {
        return wrapped(given);
    }
    Ok(given.clone())
}

/// What stands for a callable.
fn wrapped<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !given.is_callable() {
        return Ok(given.clone());
    }
    Ok(Bound::new(given.py(), Owning { theirs: given.clone().unbind() })?.into_any())
}

// A callable that is given copies of what is lent.
#[pyclass(frozen, module = "builtins", name = "function")]
struct Owning {
    theirs: Py<PyAny>,
}

#[pymethods]
impl Owning {
    #[pyo3(signature = (*args, **named))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, named: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let mut lent = Lent::default();
        let own = |given: Bound<'py, PyAny>| match object_arrays::is_lent_array(&given) {
            true => lent.copied(given),
            false => Ok(given),
        };
        let all = PyTuple::new(args.py(), args.iter().map(own).collect::<PyResult<Vec<_>>>()?)?;
        let result = self.theirs.bind(args.py()).call(all, named);
        lent.give_back();
        result
    }
    /// What f2py asks for the number of arguments, and takes one off, since this is no function of the interpreter.
    #[getter]
    fn __code__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let _own = HostScope::enter();
        let theirs = self.theirs.bind(py);
        let told: usize = theirs.getattr("__code__")?.getattr("co_argcount")?.extract()?;
        let is_function = is_own(theirs) || theirs.is_exact_instance_of::<PyFunction>();
        let named = PyDict::new(py);
        named.set_item("co_argcount", told + usize::from(is_function))?;
        py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&named))
    }
    #[getter]
    fn __defaults__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let _own = HostScope::enter();
        self.theirs.bind(py).getattr("__defaults__")
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.theirs)
    }
}
