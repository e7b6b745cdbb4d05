//! C code that calls other callables for the program (`map(json.loads, lines)`) hands them values that never enter the
//! program. What it is to call is wrapped: the wrapper looks at the values, unless the callable only computes.
//!
//! The constructors of such classes (`map`) and the functions (`sorted`) are guarded in themselves, since C code reaches
//! them unseen (`functools.partial(map, f)`): outside of sandboxed code a call costs one look at a flag more.
#![allow(unsafe_code, reason = "constructors and functions of the interpreter are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use rustc_hash::FxHashSet;

use crate::cpython::api;
use crate::cpython::call_stack;
use crate::cpython::hooks::{self, table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::once::Once;
use crate::cpython::type_access::{self, exact_text, Ty};
use crate::cpython::value::{attached, R};
use crate::front::policy::defence_layers::{self, Net};
use crate::front::policy::natives::{Place, CLASSES, FUNCTIONS, PURE_CLASSES, PURE_HOMES, PURE_TYPES};
use crate::sandbox::attributes::access_functions;
use crate::sandbox::type_info::{info, is_named};
use crate::sandbox::value_filter;
use crate::session::current::with_run;
use crate::session::engine_types;
use crate::session::panics;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;
use crate::session::state::type_info::Kind;

/// What such C code is given to call, while sandboxed code runs: the same, or what looks at values between.
fn instead_of(m: &RunContext, callable: &Bound<'_, PyAny>) -> R<Option<Py<PyAny>>> {
    if !callable.is_callable() || callable.is_instance_of::<Between>() {
        return Ok(None);
    }
    // By far the most common, and functions of the code look at values themselves.
    if callable.get_type_ptr() == engine_types::function_type() {
        return Ok(None);
    }
    let callable = value_filter::admit_bound(m, callable.clone())?;
    if only_computes(m, &callable)? {
        return Ok(None);
    }
    Ok(Some(Py::new(m.py(), Between { real: callable.unbind() })?.into_any()))
}

/// The arguments with that in its place; `None` where nothing changes.
fn arguments<'py>(
    place: Place,
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<value_filter::Called<'py>>> {
    let py = args.py();
    let given = place.position.and_then(|position| args.get_item(position).ok());
    let by_name = match (place.keyword, named) {
        (Some(keyword), Some(named)) => named.get_item(keyword)?,
        _ => None,
    };
    let replaced = |callable: Option<Bound<'py, PyAny>>| -> PyResult<Option<Py<PyAny>>> {
        let Some(callable) = callable else { return Ok(None) };
        with_run(py, |m| instead_of(m, &callable))
    };
    let (first, second) = (replaced(given)?, replaced(by_name)?);
    if first.is_none() && second.is_none() {
        return Ok(None);
    }
    let mut all: Vec<Bound<'py, PyAny>> = args.iter().collect();
    if let (Some(instead), Some(argument)) = (first, place.position.and_then(|position| all.get_mut(position))) {
        *argument = instead.into_bound(py);
    }
    let named = named.map(PyDictMethods::copy).transpose()?;
    if let (Some(instead), Some(keyword), Some(named)) = (second, place.keyword, &named) {
        named.set_item(keyword, instead)?;
    }
    Ok(Some((PyTuple::new(py, all)?, named)))
}

/// Whether sandboxed code makes the call: itself, or C code for it.
fn looks() -> bool {
    sandboxed() && call_stack::is_floor() && !defence_layers::off(Net::Values)
}

static CONSTRUCTORS: [AtomicPtr<()>; CLASSES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; CLASSES.len()];
static VECTORCALLS: [AtomicPtr<()>; CLASSES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; CLASSES.len()];
static ORIGINALS: [AtomicPtr<()>; FUNCTIONS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTIONS.len()];

const MAKES: [ffi::newfunc; CLASSES.len()] = [make::<0>, make::<1>, make::<2>, make::<3>, make::<4>, make::<5>, make::<6>, make::<7>];
const MAKES_BY_VECTOR: [ffi::vectorcallfunc; CLASSES.len()] = [
    make_by_vector::<0>,
    make_by_vector::<1>,
    make_by_vector::<2>,
    make_by_vector::<3>,
    make_by_vector::<4>,
    make_by_vector::<5>,
    make_by_vector::<6>,
    make_by_vector::<7>,
];
const PLAINS: [ffi::PyCFunction; FUNCTIONS.len()] = [plain::<0>, plain::<1>, plain::<2>, plain::<3>, plain::<4>, plain::<5>];
const KEYWORDS: [ffi::PyCFunctionWithKeywords; FUNCTIONS.len()] =
    [keywords::<0>, keywords::<1>, keywords::<2>, keywords::<3>, keywords::<4>, keywords::<5>];
const VECTORS: [ffi::PyCFunctionFastWithKeywords; FUNCTIONS.len()] =
    [vector::<0>, vector::<1>, vector::<2>, vector::<3>, vector::<4>, vector::<5>];

/// Wraps what the interpreter has, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    for (number, (module, name, _)) in CLASSES.iter().enumerate() {
        wrap_class(number, &member(py, module, name)?.cast_into::<PyType>()?);
    }
    for (number, (module, name, _)) in FUNCTIONS.iter().enumerate() {
        wrap_function(number, &member(py, module, name)?);
    }
    Ok(())
}

fn member<'py>(py: Python<'py>, module: &str, path: &str) -> PyResult<Bound<'py, PyAny>> {
    path.split('.').try_fold(api::module(py, module)?.into_any(), |owner, name| owner.getattr(name))
}

fn wrap_class(number: usize, class: &Bound<'_, PyType>) {
    let (made, called) = (MAKES[number] as *mut (), MAKES_BY_VECTOR[number] as *mut ());
    for (slot, originals, this) in [(hooks::NEW, &CONSTRUCTORS, made), (hooks::VECTORCALL, &VECTORCALLS, called)] {
        let original = slot.of(class);
        if !original.is_null() && original != this {
            originals[number].store(original, Ordering::Release);
            // SAFETY: ATTACHED; what takes its place calls what was there before.
            unsafe { hooks::exchange(class, slot, this, &table::CALLBACKS) };
        }
    }
}

fn wrap_function(number: usize, function: &Bound<'_, PyAny>) {
    let Some(method) = Method::of(function) else { return };
    let this = match method.convention() {
        ffi::METH_VARARGS => PLAINS[number] as *mut (),
        VARARGS_KEYWORDS => KEYWORDS[number] as *mut (),
        FASTCALL_KEYWORDS => VECTORS[number] as *mut (),
        _ => return,
    };
    if method.function() != this {
        ORIGINALS[number].store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; the function has the convention that the flags tell, and calls the one that was there.
        unsafe { method.exchange(this, &table::CALLBACKS) };
    }
}

/// What stands between, with the original called on what it gives.
///
/// # Safety
/// Called by the interpreter, attached: `args` is a borrowed tuple, `named` a borrowed dict or null.
unsafe fn looked(
    place: Place,
    args: *mut PyObject,
    named: *mut PyObject,
    call: impl Fn(*mut PyObject, *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    if !looks() || place.position.is_none() && named.is_null() {
        return call(args, named);
    }
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let given = unsafe { Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>() };
    // SAFETY: as `# Safety` says, which the caller keeps.
    let by_name = unsafe { Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into_unchecked::<PyDict>()) };
    let replaced = panics::contained(Err(()), || arguments(place, &given, by_name.as_ref()).map_err(|error| error.restore(py)));
    match replaced {
        Err(()) => ptr::null_mut(),
        Ok(None) => call(args, named),
        Ok(Some((args, named))) => call(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), |named| named.as_ptr())),
    }
}

/// The same where arguments lie one after the other, those by keyword last.
///
/// # Safety
/// Called by the interpreter, attached: `count` borrowed objects at `args`, and as many more as the tuple `names` has.
unsafe fn looked_in_row(
    place: Place,
    (args, count, names): (*const *mut PyObject, usize, *mut PyObject),
    call: impl Fn(*const *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if !looks() || place.position.is_none() && names.is_null() {
            return call(args);
        }
        let py = attached();
        let names = Bound::from_borrowed_ptr_or_opt(py, names).map(|names| names.cast_into_unchecked::<PyTuple>());
        let named = |keyword: &str| names.iter().flatten().position(|name| exact_text(&name).is_some_and(|name| name == keyword));
        let by_name = place.keyword.and_then(named).map(|index| count + index);
        let by_position = place.position.filter(|position| *position < count);
        let given = std::slice::from_raw_parts(args, count + names.as_ref().map_or(0, |names| names.len()));
        let mut replaced = Vec::new();
        for index in [by_position, by_name].into_iter().flatten() {
            let Some(argument) = given.get(index) else { continue };
            let callable = Bound::from_borrowed_ptr(py, *argument);
            match panics::contained(Err(()), || with_run(py, |m| instead_of(m, &callable)).map_err(|error| error.restore(py))) {
                Err(()) => return ptr::null_mut(),
                Ok(instead) => replaced.extend(instead.map(|instead| (index, instead))),
            }
        }
        if replaced.is_empty() {
            return call(args);
        }
        let mut row = given.to_vec();
        for (index, instead) in &replaced {
            if let Some(argument) = row.get_mut(*index) {
                *argument = instead.as_ptr();
            }
        }
        call(row.as_ptr())
    }
}

unsafe extern "C" fn make<const N: usize>(class: *mut PyTypeObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: the original was stored before this function could be called; called as a constructor is.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(CONSTRUCTORS[N].load(Ordering::Acquire));
        looked(CLASSES[N].2, args, named, |args, named| original(class, args, named))
    }
}

unsafe extern "C" fn make_by_vector<const N: usize>(
    class: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `make`. The place before the arguments is not the caller's to write once they are copied.
    unsafe {
        let original: ffi::vectorcallfunc = std::mem::transmute(VECTORCALLS[N].load(Ordering::Acquire));
        let positional = ffi::PyVectorcall_NARGS(count) as usize;
        looked_in_row(CLASSES[N].2, (args, positional, names), |row| {
            original(class, row, if row == args { count } else { positional }, names)
        })
    }
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: stored by `wrap_function` from an entry of this convention: the interpreter calls with a tuple.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked(FUNCTIONS[N].2, args, ptr::null_mut(), |args, _| original(this, args))
    }
}

unsafe extern "C" fn keywords<const N: usize>(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `plain`; a tuple, and a dict or null.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked(FUNCTIONS[N].2, args, named, |args, named| original(this, args, named))
    }
}

unsafe extern "C" fn vector<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as in `plain`; `count` objects, then those of `names`.
    unsafe {
        let original: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(ORIGINALS[N].load(Ordering::Acquire));
        looked_in_row(FUNCTIONS[N].2, (args, count.max(0) as usize, names), |row| original(this, row, count, names))
    }
}

/// Addresses of classes that make plain values.
fn pure_classes(py: Python<'_>) -> PyResult<&'static FxHashSet<usize>> {
    static FOUND: Once<FxHashSet<usize>> = Once::new();
    FOUND.get_or_make(py, || {
        let mut found = FxHashSet::default();
        for (module, names) in PURE_CLASSES {
            let home = py.import(*module)?;
            // Those that this version of Python has; they live as long as the set.
            found.extend(names.iter().filter_map(|name| home.getattr(*name).ok()).map(|class| class.into_ptr() as usize));
        }
        Ok(found)
    })
}

/// Whether nothing needs to look: functions of the code do so themselves.
fn only_computes(m: &RunContext, callable: &Bound<'_, PyAny>) -> R<bool> {
    let py = m.py();
    if let Ok(class) = callable.cast::<PyType>() {
        return is_own_or_pure(m, class);
    }
    if let Some((_, receiver)) = type_access::builtin_function(callable) {
        let Some(receiver) = receiver else { return Ok(true) };
        if type_access::module_dict(&receiver).is_some() {
            return Ok(PURE_HOMES.contains(&value_filter::module_name(&receiver).as_str()));
        }
        // A method of a class, or of an object.
        return match receiver.cast::<PyType>() {
            Ok(class) => is_own_or_pure(m, class),
            Err(_) => Ok(is_plain(py, &receiver.get_type())?),
        };
    }
    let computing = &m.session.check.computing;
    if computing.contains(Ty::of_bound(callable)) {
        return Ok(true);
    }
    let class = callable.get_type();
    let is_type = |module: &str, name: &str| type_access::is_called(&class, name) && is_named(py, class.as_any(), module, name);
    if is_type("functools", "partial") {
        return only_computes(m, &callable.getattr(pyo3::intern!(py, "func"))?);
    }
    Ok(match info(&m.session.check, Ty::of_bound(callable))?.kind {
        Kind::OwnFunction => true,
        Kind::Function if type_access::is_slot_method(callable) || type_access::is_method_descriptor(callable) => {
            let class = callable.getattr(pyo3::intern!(py, "__objclass__"))?;
            is_plain(py, class.cast::<PyType>().map_err(PyErr::from)?)?
        }
        Kind::Method => access_functions::is_own_method(m, callable)?,
        _ => {
            let computes = PURE_TYPES.iter().any(|(module, name)| is_type(module, name)) || is_own_or_pure(m, &class)?;
            if computes {
                computing.insert(Ty::of_bound(callable));
            }
            computes
        }
    })
}

fn is_plain(py: Python<'_>, class: &Bound<'_, PyType>) -> PyResult<bool> {
    Ok(pure_classes(py)?.contains(&(class.as_ptr() as usize)))
}

/// Whether the class and all it derives from are the code's, or such as make plain values.
fn is_own_or_pure(m: &RunContext, class: &Bound<'_, PyType>) -> R<bool> {
    for base in class.mro().iter() {
        let Ok(base) = base.cast_into::<PyType>() else { return Ok(false) };
        if !m.session.check.own.contains(&base) && !is_plain(m.py(), &base)? {
            return Ok(false);
        }
    }
    Ok(true)
}

// A callable with a look at what it takes and gives.
#[pyclass(frozen, module = "builtins", name = "builtin_function_or_method")]
struct Between {
    real: Py<PyAny>,
}

#[pymethods]
impl Between {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let real = self.real.bind(py);
        if !sandboxed() {
            return real.call(args, kwargs);
        }
        with_run(py, |m| {
            let (args, kwargs) = value_filter::admit_arguments(m, args, kwargs)?;
            value_filter::admit_bound(m, real.call(args, kwargs.as_ref())?)
        })
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.real.bind(py).repr()?.to_string())
    }
    /// A copy of what holds it may hold it as well, as it would a function.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        Ok((member(py, "functools", "partial")?, (self.real.clone_ref(py),)))
    }
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.real)
    }
}
