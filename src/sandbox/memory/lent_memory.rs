//! Arrays over memory that is lent: compiled functions (`leastsq`, `odeint`, trees of points with a distance of the code) show
//! what they call their own workspace, which they free when they are done, whoever kept the array. The code gets a copy; what
//! it writes there in the call is written to the array afterwards.
//!
//! So are views of memory that has no owner, by which the interpreter hands over its buffers to `readinto` and `write` of files.
//!
//! Functions of the code are given copies whoever calls them. Other callables (`kept.append`, `np.asarray`, classes whose objects
//! keep what they are made of) are wrapped where the functions that are known to lend memory are given them.
#![allow(unsafe_code, reason = "compiled functions of packages are wrapped, and fields of numpy's arrays looked at")]

use std::ffi::c_int;
use std::sync::atomic::AtomicBool;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyMemoryView, PySlice, PyTuple, PyType};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{self, newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::cpython::value::{attached, Value, R};
use crate::sandbox::memory::{fortran, object_arrays};
use crate::session::engine_types;
use crate::session::panics;
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
        // SAFETY: a live object, attached.
        let (is_lent, is_view) = unsafe { (object_arrays::is_lent(value.ptr()), ffi::PyMemoryView_Check(value.ptr()) != 0) };
        if !is_lent && !is_view {
            return Ok(value);
        }
        let given = value.to_bound(attached())?;
        if is_view {
            return Ok(Value::from_bound(self.viewed(given)?));
        }
        Ok(Value::from_bound(self.copied(given)?))
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

static LENDING: Originals = Originals::new();
static PLAIN: [ffi::PyCFunction; MOST] = trampolines!(plain);
static KEYWORDS: [ffi::PyCFunctionWithKeywords; MOST] = trampolines!(keywords);
static MAKING: Originals = Originals::new();
static INITS: [ffi::initproc; MOST] = trampolines!(init);
static CALLING: Originals = Originals::new();
static CALLS: [ffi::ternaryfunc; MOST] = trampolines!(call);

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; FUNCTIONS.len()] = [const { AtomicBool::new(false) }; FUNCTIONS.len()];
    static DISTANCES: AtomicBool = AtomicBool::new(false);
    for (done, (module, names)) in DONE.iter().zip(FUNCTIONS) {
        let Some(found) = names.first().map(|first| newly_loaded(py, done, module, first)).transpose()?.flatten() else { continue };
        for function in names.iter().filter_map(|name| found.getattr(*name).ok()) {
            match Method::of(&function) {
                Some(method) => guard(method),
                None => {
                    fortran::learn_dtypes(py)?;
                    guard_class(&function.get_type(), hooks::CALL, &CALLING, |number| Some(*CALLS.get(number)? as *mut ()));
                }
            }
        }
    }
    let (module, names) = CLASSES;
    let Some(found) = newly_loaded(py, &DISTANCES, module, "DistanceMetric")? else { return Ok(()) };
    for class in names.iter().filter_map(|name| found.getattr(*name).ok()?.cast_into::<PyType>().ok()) {
        guard_class(&class, hooks::INIT, &MAKING, |number| Some(*INITS.get(number)? as *mut ()));
    }
    Ok(())
}

fn guard(method: Method) {
    let flags = method.convention();
    let Some(number) = LENDING.keep(method.function()) else { return };
    let this = match (flags, PLAIN.get(number), KEYWORDS.get(number)) {
        (ffi::METH_VARARGS, Some(plain), _) => *plain as *mut (),
        (VARARGS_KEYWORDS, _, Some(keywords)) => *keywords as *mut (),
        _ => return,
    };
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::LENT_MEMORY) };
}

/// Wraps a slot of a class, once: `instead` gives the function for each number.
fn guard_class(class: &Bound<'_, PyType>, slot: hooks::Slot, originals: &'static Originals, instead: impl Fn(usize) -> Option<*mut ()>) {
    let original = slot.of(class);
    if original.is_null() || (0..MOST).any(|number| instead(number) == Some(original)) {
        return;
    }
    if let Some(this) = originals.keep(original).and_then(instead) {
        // SAFETY: a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(class, slot, this, &table::LENT_MEMORY) };
    }
}

unsafe extern "C" fn plain<const N: usize>(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was kept before. So below.
    let original: ffi::PyCFunction = unsafe { std::mem::transmute(LENDING.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { with_own((args, std::ptr::null_mut()), std::ptr::null_mut(), instead_of, |args, _| original(module, args)) }
}

unsafe extern "C" fn keywords<const N: usize>(module: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::PyCFunctionWithKeywords = unsafe { std::mem::transmute(LENDING.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { with_own((args, named), std::ptr::null_mut(), instead_of, |args, named| original(module, args, named)) }
}

/// The call of a function of f2py. It gives what it calls as many arguments as the code of that says, as of a method: of the code's
/// functions one too few, for they are none of the interpreter's. They are wrapped like all others, which say one more.
unsafe extern "C" fn call<const N: usize>(function: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::ternaryfunc = unsafe { std::mem::transmute(CALLING.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { with_own((args, named), std::ptr::null_mut(), wrapped, |args, named| fortran::given(original(function, args, named))) }
}

unsafe extern "C" fn init<const N: usize>(object: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    let original: ffi::initproc = unsafe { std::mem::transmute(MAKING.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { with_own((args, named), -1, instead_of, |args, named| original(object, args, named)) }
}

/// The call of a function of f2py that lends no memory: functions of the code say of themselves what it takes them for.
///
/// # Safety
/// Attached, with a live tuple, and a dict or null.
pub unsafe fn with_counted(
    args: *mut PyObject,
    named: *mut PyObject,
    original: impl FnOnce(*mut PyObject, *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { with_own((args, named), std::ptr::null_mut(), counted, original) }
}

type Instead = for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

/// Calls the original with what stands for the callables.
///
/// # Safety
/// Attached, with a live tuple, and a dict or null.
unsafe fn with_own<T>(
    (args, named): (*mut PyObject, *mut PyObject),
    failed: T,
    instead: Instead,
    original: impl FnOnce(*mut PyObject, *mut PyObject) -> T,
) -> T {
    if !sandboxed() {
        return original(args, named);
    }
    let py = attached();
    let exchanged = panics::contained(None, || {
        // SAFETY: as `# Safety` says, which the caller keeps.
        let named = unsafe { Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into::<PyDict>()).transpose() };
        // SAFETY: as `# Safety` says, which the caller keeps.
        let exchanged =
            named.map_err(PyErr::from).and_then(|named| unsafe { exchanged(&Bound::from_borrowed_ptr(py, args), named.as_ref(), instead) });
        exchanged.map_err(|error| error.restore(py)).ok()
    });
    // (Both live until the call is over.)
    match exchanged {
        Some((args, named)) => original(args.as_ptr(), named.as_ref().map_or(std::ptr::null_mut(), |named| named.as_ptr())),
        None => failed,
    }
}

type Given<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

fn exchanged<'py>(args: &Bound<'py, PyAny>, named: Option<&Bound<'py, PyDict>>, instead: Instead) -> PyResult<Given<'py>> {
    let args = args.cast::<PyTuple>()?.iter().map(|given| instead(&given)).collect::<PyResult<Vec<_>>>()?;
    let args = PyTuple::new(args.first().map_or_else(attached, |first| first.py()), args)?;
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
fn counted<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
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
        let own = |given: Bound<'py, PyAny>| {
            // SAFETY: a live object, attached.
            match unsafe { object_arrays::is_lent(given.as_ptr()) } {
                true => lent.copied(given),
                false => Ok(given),
            }
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
        let is_function = is_own(theirs) || theirs.get_type_ptr() == &raw mut ffi::PyFunction_Type;
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
