//! Functions of the interpreter whose time grows with the square of what they are given, and that nothing interrupts:
//! marks put in order by `unicodedata.normalize`, conversions between decimals and integers, their powers with a modulus and exponentials, pools
//! in which numpy mixes seeds. They are estimated in themselves, whoever calls them.
#![allow(unsafe_code, reason = "slots and methods of the interpreter's types are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple, PyType};

use crate::budget::compiled_calls;
use crate::budget::costs;
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::hooks::{self, newly_loaded, table, Method};
use crate::cpython::type_access::keyword;
use crate::cpython::value::{attached, raise, Exc};
use crate::session::scope::{sandboxed, HostScope};
use crate::session::{current, panics};

/// Seconds that a fast machine needs for the square of: marks that follow one another, decimal digits that become an
/// integer, bits that become a decimal. (Half of what was measured with CPython 3.11 and 3.13.)
const PER_MARK: f64 = 5e-10;
const PER_DIGIT: f64 = 1.2e-11;
/// For a character that is none of ASCII.
const PER_CHARACTER: f64 = 4e-8;
const PER_BIT: f64 = 6e-13;
/// The same for the words of a pool.
const PER_WORD: f64 = 1e-9;
/// For a digit of the modulus and one of the exponent of a power of decimals (from 1,000 digits on).
const PER_POWER: f64 = 3e-7;

/// For the square of the digits of an exponential (from 100,000 digits on).
const PER_DIGIT_OF_EXP: f64 = 1e-10;

/// The first mark.
const MARKS: char = '\u{300}';

static NORMALIZE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static TO_INT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static POWER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static POWER_OF_CONTEXT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static SEED: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static METHODS: Originals = Originals::new();
static ALL_METHODS: [ffi::PyCFunction; MOST] = trampolines!(method);

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static MARKS: AtomicBool = AtomicBool::new(false);
    static DECIMALS: AtomicBool = AtomicBool::new(false);
    static SEEDS: AtomicBool = AtomicBool::new(false);
    newly_loaded(py, &MARKS, "unicodedata", "normalize")?.map_or(Ok(()), |module| guard_marks(&module))?;
    newly_loaded(py, &DECIMALS, "_decimal", "Decimal")?.map_or(Ok(()), |module| guard_decimals(&module))?;
    newly_loaded(py, &SEEDS, "numpy.random.bit_generator", "SeedSequence")?.map_or(Ok(()), |module| guard_seeds(&module))
}

fn guard_seeds(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = module.getattr("SeedSequence")?.cast_into::<PyType>()?;
    SEED.store(hooks::INIT.of(&class), Ordering::Release);
    // SAFETY: ATTACHED; the function is one for this slot, and calls the one that was there before.
    unsafe { hooks::exchange(&class, hooks::INIT, seed as ffi::initproc as *mut (), &table::SQUARE_TIME) };
    Ok(())
}

fn guard_marks(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(method) = Method::of(&module.getattr("normalize")?).filter(|method| method.convention() == ffi::METH_FASTCALL) else {
        return Ok(());
    };
    NORMALIZE.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; the function is one for these flags, and calls the one that was there before.
    unsafe { method.exchange(normalize as Fast as *mut (), &table::SQUARE_TIME) };
    Ok(())
}

fn guard_decimals(module: &Bound<'_, PyAny>) -> PyResult<()> {
    let class = module.getattr("Decimal")?.cast_into::<PyType>()?;
    NEW.store(hooks::NEW.of(&class), Ordering::Release);
    TO_INT.store(hooks::TO_INT.of(&class), Ordering::Release);
    POWER.store(hooks::POWER.of(&class), Ordering::Release);
    // SAFETY: as above.
    unsafe {
        hooks::exchange(&class, hooks::NEW, new as ffi::newfunc as *mut (), &table::SQUARE_TIME);
        hooks::exchange(&class, hooks::TO_INT, to_int as ffi::unaryfunc as *mut (), &table::SQUARE_TIME);
        hooks::exchange(&class, hooks::POWER, power as ffi::ternaryfunc as *mut (), &table::SQUARE_TIME);
    }
    let found = module.getattr("Context")?.getattr("__dict__")?.get_item("power")?;
    let keywords = ffi::METH_VARARGS | ffi::METH_KEYWORDS;
    if let Some(method) = Method::of(&found).filter(|method| method.convention() == keywords) {
        POWER_OF_CONTEXT.store(method.function(), Ordering::Release);
        // SAFETY: as above.
        unsafe { method.exchange(power_of_context as ffi::PyCFunctionWithKeywords as *mut (), &table::SQUARE_TIME) };
    }
    for name in ["__ceil__", "__floor__", "__trunc__"] {
        let found = class.getattr("__dict__")?.get_item(name)?;
        let Some(method) = Method::of(&found).filter(|method| method.convention() == ffi::METH_NOARGS) else { continue };
        if let Some(trampoline) = METHODS.keep(method.function()).and_then(|number| ALL_METHODS.get(number)) {
            // SAFETY: as above.
            unsafe { method.exchange(*trampoline as *mut (), &table::SQUARE_TIME) };
        }
    }
    guard_exponentials(module, &class)
}

/// Conversions by `round`, and `exp`, whose time is that of the precision.
fn guard_exponentials(module: &Bound<'_, PyAny>, decimal: &Bound<'_, PyType>) -> PyResult<()> {
    let context = module.getattr("Context")?;
    let found = |class: &Bound<'_, PyAny>, name: &str| Ok::<_, PyErr>(Method::of(&class.getattr("__dict__")?.get_item(name)?));
    if let Some(method) = found(decimal, "__round__")? {
        compiled_calls::guard(method, &table::SQUARE_TIME, |call| match call.this() {
            Some(number) if call.all().is_empty() => wait_for(digits_of(&number)),
            _ => Ok(()),
        });
    }
    if let Some(method) = found(decimal, "exp")? {
        compiled_calls::guard(method, &table::SQUARE_TIME, |call| wait_for(exponential(call.all().into_iter().next())));
    }
    if let Some(method) = found(&context, "exp")? {
        compiled_calls::guard(method, &table::SQUARE_TIME, |call| wait_for(exponential(call.this())));
    }
    Ok(())
}

fn wait_for(seconds: Option<f64>) -> PyResult<()> {
    let checked = current::with_current(|m| costs::check(m, seconds.unwrap_or(0.0)));
    checked.unwrap_or(Ok(())).map_err(|Exc| PyErr::fetch(attached()))
}

/// Seconds for an exponential in this context, or in the one of the thread.
fn exponential(context: Option<Bound<'_, PyAny>>) -> Option<f64> {
    let py = attached();
    let module = api::module(py, "_decimal").ok()?;
    let context = match context.filter(|context| !context.is_none()) {
        Some(context) => context,
        None => module.call_method0(intern!(py, "getcontext")).ok()?,
    };
    // (A class of the code may say otherwise.)
    let precision = module.getattr("Context").ok()?.getattr("__dict__").ok()?.get_item("prec").ok()?;
    let digits: f64 = precision.call_method1("__get__", (context,)).ok()?.extract().ok()?;
    Some(square(digits, PER_DIGIT_OF_EXP))
}

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;

unsafe extern "C" fn normalize(module: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached; the original was stored before, and so below.
    unsafe {
        let original: Fast = std::mem::transmute(NORMALIZE.load(Ordering::Acquire));
        if count == 2 && !in_time(*args.add(1), seconds_of_marks) {
            return ptr::null_mut();
        }
        original(module, args, count)
    }
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        let first = if !args.is_null() && ffi::PyTuple_GET_SIZE(args) > 0 { ffi::PyTuple_GET_ITEM(args, 0) } else { ptr::null_mut() };
        if !first.is_null() && ffi::PyLong_Check(first) != 0 && !in_time(first, |number| Some(square(bits_of(number)?, PER_BIT))) {
            return ptr::null_mut();
        }
        original(class, args, kwargs)
    }
}

unsafe extern "C" fn seed(sequence: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> c_int {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::initproc = std::mem::transmute(SEED.load(Ordering::Acquire));
        let kwargs_given = Bound::from_borrowed_ptr_or_opt(attached(), kwargs).and_then(|kwargs| kwargs.cast_into::<PyDict>().ok());
        let pool = kwargs_given.filter(|_| sandboxed()).and_then(|kwargs| keyword(&kwargs, "pool_size"));
        if pool.is_some_and(|pool| !is_pool_in_time(&pool)) {
            return -1;
        }
        original(sequence, args, kwargs)
    }
}

/// Whether there is time for a pool of this size; else an error is set.
fn is_pool_in_time(size: &Bound<'_, PyAny>) -> bool {
    if current::with_current(|m| m.session.check.own.contains(&size.get_type())).unwrap_or(false) {
        let _ = raise::<PyTypeError>("pool_size is a plain number");
        return false;
    }
    // SAFETY: a live object, attached.
    unsafe { in_time(size.as_ptr(), |size| Some(square(size.extract::<u64>().ok()? as f64, PER_WORD))) }
}

unsafe extern "C" fn to_int(number: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::unaryfunc = std::mem::transmute(TO_INT.load(Ordering::Acquire));
        if !in_time(number, digits_of) {
            ptr::null_mut()
        } else {
            original(number)
        }
    }
}

unsafe extern "C" fn power(base: *mut PyObject, exponent: *mut PyObject, modulus: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::ternaryfunc = std::mem::transmute(POWER.load(Ordering::Acquire));
        if !in_time(exponent, |exponent| power_of(exponent, &Bound::from_borrowed_ptr(exponent.py(), modulus))) {
            return ptr::null_mut();
        }
        original(base, exponent, modulus)
    }
}

unsafe extern "C" fn power_of_context(context: *mut PyObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(POWER_OF_CONTEXT.load(Ordering::Acquire));
        let named = Bound::from_borrowed_ptr_or_opt(attached(), kwargs).and_then(|kwargs| kwargs.cast_into::<PyDict>().ok());
        let given = Bound::from_borrowed_ptr(attached(), args).cast_into::<PyTuple>().ok();
        let argument = |place: usize, name: &str| {
            given.as_ref().and_then(|given| given.get_item(place).ok()).or_else(|| keyword(named.as_ref()?, name))
        };
        if let (Some(exponent), Some(modulus)) = (argument(1, "b"), argument(2, "modulo")) {
            if !in_time(exponent.as_ptr(), |exponent| power_of(exponent, &modulus)) {
                return ptr::null_mut();
            }
        }
        original(context, args, kwargs)
    }
}

unsafe extern "C" fn method<const N: usize>(number: *mut PyObject, nothing: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(METHODS.get::<N>());
        if !in_time(number, digits_of) {
            ptr::null_mut()
        } else {
            original(number, nothing)
        }
    }
}

fn square(count: f64, seconds: f64) -> f64 {
    count * count * seconds
}

/// Whether the run, if one is under way here, can wait for a conversion of `object`; else its end is set as an error.
///
/// # Safety
/// Attached, with a live object.
unsafe fn in_time(object: *mut PyObject, seconds: impl FnOnce(&Bound<'_, PyAny>) -> Option<f64>) -> bool {
    if !sandboxed() {
        return true;
    }
    let look = || {
        // SAFETY: as `# Safety` says, which the caller keeps.
        let object = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
        let seconds = {
            let _own = HostScope::enter();
            seconds(&object).unwrap_or(0.0)
        };
        current::with_current(|m| costs::check(m, seconds)).is_none_or(|checked| checked.is_ok())
    };
    panics::contained(false, look)
}

/// Seconds for an integer of as many digits as the decimal has before its point.
fn digits_of(number: &Bound<'_, PyAny>) -> Option<f64> {
    Some(square(digits(number)?, PER_DIGIT))
}

/// Seconds for a power with a modulus: as many products of the modulus' digits as the exponent has bits.
fn power_of(exponent: &Bound<'_, PyAny>, modulus: &Bound<'_, PyAny>) -> Option<f64> {
    if modulus.is_none() {
        return None;
    }
    Some(digits(exponent)? * digits(modulus)? * PER_POWER)
}

/// Of a decimal or an integer.
fn digits(number: &Bound<'_, PyAny>) -> Option<f64> {
    if number.is_instance_of::<PyInt>() {
        return Some(bits_of(number)? * std::f64::consts::LOG10_2);
    }
    // (A class of the code may say otherwise.)
    let class = number.py().import(intern!(number.py(), "_decimal")).ok()?.getattr(intern!(number.py(), "Decimal")).ok()?;
    let highest: i64 = class.getattr(intern!(number.py(), "adjusted")).ok()?.call1((number,)).ok()?.extract().ok()?;
    Some(highest.max(0) as f64 + 1.0)
}

fn bits_of(number: &Bound<'_, PyAny>) -> Option<f64> {
    let class = number.py().get_type::<PyInt>();
    class.call_method1(intern!(number.py(), "bit_length"), (number,)).ok()?.extract().ok()
}

/// For the squares of how many marks follow one another in a text, each time, and for what it is long.
fn seconds_of_marks(text: &Bound<'_, PyAny>) -> Option<f64> {
    let text = text.cast::<PyString>().ok()?;
    let text = text.to_string_lossy();
    let is_mark = |c: char| c >= MARKS && !c.is_alphanumeric() && !c.is_whitespace();
    let (mut squares, mut run, mut others) = (0.0, 0.0, 0.0);
    for c in text.chars() {
        // (From one square to the next.)
        run = if is_mark(c) { run + 1.0 } else { 0.0 };
        squares += f64::max(2.0 * run - 1.0, 0.0);
        others += f64::from(u8::from(!c.is_ascii()));
    }
    Some(squares * PER_MARK + others * PER_CHARACTER)
}
