//! Compiled functions of packages with a look in front of them: what the code gives one is judged before the function reads or
//! writes memory by it, or works on it for long. One table for all of them, whatever convention they are called by.
#![allow(unsafe_code, reason = "compiled functions of packages are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::budget::originals::{trampolines, Originals, LOTS};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::{Method, FASTCALL_KEYWORDS, FASTCALL_METHOD, VARARGS_KEYWORDS};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

type Plain = ffi::PyCFunction;
type Keywords = ffi::PyCFunctionWithKeywords;
type Row = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;
type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type OfClass =
    unsafe extern "C" fn(*mut PyObject, *mut ffi::PyTypeObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
/// Its error is what the code gets instead of an answer.
type Look = Box<dyn Fn(&Call) -> PyResult<()> + Send + Sync>;

static ORIGINALS: Originals<LOTS> = Originals::new();
static LOOKS: [OnceLock<Look>; LOTS] = [const { OnceLock::new() }; LOTS];
/// Those that look at the host's calls, too.
static OF_ALL: [AtomicBool; LOTS] = [const { AtomicBool::new(false) }; LOTS];
/// So many arguments in a row, none by name, are not looked at.
static UNTOLD: [AtomicIsize; LOTS] = [const { AtomicIsize::new(-1) }; LOTS];
static ONE: [Plain; LOTS] = trampolines!(one; lots);
static PLAIN: [Plain; LOTS] = trampolines!(plain; lots);
static KEYWORDS: [Keywords; LOTS] = trampolines!(keywords; lots);
static ROW: [Row; LOTS] = trampolines!(row; lots);
static FAST: [Fast; LOTS] = trampolines!(fast; lots);
static OF_CLASS: [OfClass; LOTS] = trampolines!(of_class; lots);

/// Puts a look in front of a function, for calls of the code.
pub(crate) fn guard(method: Method, hook: &'static Hook, look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static) {
    put_guard(method, hook, look);
}

/// The same for calls of the host, too: what the code leaves is freed after its runs.
pub(crate) fn guard_for_all(method: Method, hook: &'static Hook, look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static) {
    if let Some(of_all) = put_guard(method, hook, look).and_then(|number| OF_ALL.get(number)) {
        of_all.store(true, Ordering::Relaxed);
    }
}

/// The number of the look, which is new.
fn put_guard(method: Method, hook: &'static Hook, look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static) -> Option<usize> {
    let convention = method.convention();
    if ![ffi::METH_O, ffi::METH_VARARGS, VARARGS_KEYWORDS, ffi::METH_FASTCALL, FASTCALL_KEYWORDS, FASTCALL_METHOD].contains(&convention) {
        return None;
    }
    // (Packages may name one function twice, and mean it to be looked at in two ways.)
    let number = ORIGINALS.add(method.function())?;
    let known = LOOKS.get(number)?;
    let instead = match convention {
        ffi::METH_O => *ONE.get(number)? as *mut (),
        ffi::METH_VARARGS => *PLAIN.get(number)? as *mut (),
        VARARGS_KEYWORDS => *KEYWORDS.get(number)? as *mut (),
        ffi::METH_FASTCALL => *ROW.get(number)? as *mut (),
        FASTCALL_METHOD => *OF_CLASS.get(number)? as *mut (),
        _ => *FAST.get(number)? as *mut (),
    };
    known.get_or_init(|| Box::new(look));
    // SAFETY: ATTACHED; a function for this convention, which calls the one that was there before.
    unsafe { method.exchange(instead, hook) };
    Some(number)
}

/// As `guard`, where the look is about what comes after so many arguments, or by name: calls without that, which are most, go on at
/// once. (`array.sum()`: 290 instructions for a look that finds nothing to look at.)
pub(crate) fn guard_after(
    method: Method,
    hook: &'static Hook,
    places: usize,
    look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static,
) {
    let untold = put_guard(method, hook, look).and_then(|number| UNTOLD.get(number));
    if let Some(untold) = untold {
        untold.store(isize::try_from(places).unwrap_or(-1), Ordering::Relaxed);
    }
}

/// What a function is given. Lives as long as its look: the caller of the function holds all of it.
pub(crate) struct Call {
    /// The module of a function, the object of a method.
    this: *mut PyObject,
    given: Given,
}

enum Given {
    One(*mut PyObject),
    /// A tuple, and a dict or null.
    Tuple(*mut PyObject, *mut PyObject),
    /// So many in a row, those by name behind them, and the tuple of the names or null.
    Row(*const *mut PyObject, ffi::Py_ssize_t, *mut PyObject),
}

impl Call {
    /// Arguments in a row, those by name behind them.
    ///
    /// # Safety
    /// Live objects or null, for as long as the call is looked at; so many and so named as said.
    pub(crate) unsafe fn of_row(this: *mut PyObject, first: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject) -> Call {
        Call { this, given: Given::Row(first, count, names) }
    }

    /// The module of a function, the object of a method.
    pub(crate) fn this<'py>(&self) -> Option<Bound<'py, PyAny>> {
        borrowed(self.this)
    }

    /// What is given by place.
    pub(crate) fn places<'py>(&self) -> Vec<Bound<'py, PyAny>> {
        match self.given {
            Given::One(only) => borrowed(only).into_iter().collect(),
            Given::Tuple(args, _) => borrowed(args).and_then(|args| args.cast_into::<PyTuple>().ok()).into_iter().flatten().collect(),
            Given::Row(_, count, _) => (0..count).filter_map(|n| self.in_row(n)).collect(),
        }
    }

    /// All that is given, what is given by name at the end.
    pub(crate) fn all<'py>(&self) -> Vec<Bound<'py, PyAny>> {
        match self.given {
            Given::Row(_, count, _) => (0..count + self.named_in_row()).filter_map(|n| self.in_row(n)).collect(),
            Given::Tuple(_, named) => {
                let named = borrowed(named).and_then(|named| named.cast_into::<PyDict>().ok());
                self.places().into_iter().chain(named.into_iter().flat_map(|named| named.values())).collect()
            }
            Given::One(_) => self.places(),
        }
    }

    /// What is given by place, and by name if anything is.
    pub(crate) fn arguments<'py>(&self) -> PyResult<(Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>)> {
        let py = attached();
        match self.given {
            Given::Tuple(args, named) => {
                let args = borrowed(args).map_or_else(|| Ok(PyTuple::empty(py)), Bound::cast_into)?;
                Ok((args, borrowed(named).map(Bound::cast_into).transpose()?))
            }
            Given::Row(_, count, _) => {
                let Some(names) = self.names() else { return Ok((PyTuple::new(py, self.places())?, None)) };
                let named = PyDict::new(py);
                for (place, name) in (count..).zip(names.iter()) {
                    named.set_item(name, self.in_row(place))?;
                }
                Ok((PyTuple::new(py, self.places())?, Some(named)))
            }
            Given::One(_) => Ok((PyTuple::new(py, self.places())?, None)),
        }
    }

    /// The argument of this place, or of this name.
    pub(crate) fn given<'py>(&self, place: usize, name: &str) -> Option<Bound<'py, PyAny>> {
        match self.given {
            Given::One(only) => borrowed(only).filter(|_| place == 0),
            Given::Tuple(args, named) => {
                let by_place = borrowed(args).and_then(|args| args.cast_into::<PyTuple>().ok()?.get_item(place).ok());
                by_place.or_else(|| borrowed(named)?.cast_into::<PyDict>().ok()?.get_item(name).ok().flatten())
            }
            Given::Row(_, count, _) => {
                let place = ffi::Py_ssize_t::try_from(place).ok().filter(|place| *place < count);
                let by_name = || {
                    let is_it = |text: Bound<'_, PyAny>| text.cast::<PyString>().is_ok_and(|text| text == name);
                    self.names()?.iter().position(is_it).map(|at| count + at as ffi::Py_ssize_t)
                };
                self.in_row(place.or_else(by_name)?)
            }
        }
    }

    /// Whether names are plain texts: one of a class of the code may be equal to another name when the function compares it.
    pub(crate) fn has_plain_names(&self) -> bool {
        let is_plain = |name: Bound<'_, PyAny>| name.is_exact_instance_of::<PyString>();
        match self.given {
            Given::Tuple(_, named) => borrowed(named)
                .and_then(|named| named.cast_into::<PyDict>().ok())
                .is_none_or(|named| named.iter().all(|(name, _)| is_plain(name))),
            Given::Row(..) => self.names().is_none_or(|names| names.iter().all(is_plain)),
            Given::One(_) => true,
        }
    }

    /// Where the arguments are in a row: how many are given by place, without making anything of them.
    pub(crate) fn count_in_row(&self) -> Option<usize> {
        match self.given {
            Given::Row(_, count, _) => usize::try_from(count).ok(),
            _ => None,
        }
    }

    /// The names of those in a row that are given by name.
    pub(crate) fn names<'py>(&self) -> Option<Bound<'py, PyTuple>> {
        let Given::Row(_, _, names) = self.given else { return None };
        borrowed(names)?.cast_into().ok()
    }

    fn named_in_row(&self) -> ffi::Py_ssize_t {
        self.names().map_or(0, |names| names.len() as ffi::Py_ssize_t)
    }

    /// The argument of this place in a row.
    pub(crate) fn in_row<'py>(&self, place: ffi::Py_ssize_t) -> Option<Bound<'py, PyAny>> {
        let Given::Row(first, count, _) = self.given else { return None };
        // SAFETY: attached; so many live objects are at `first` while the call lasts.
        (0..count + self.named_in_row()).contains(&place).then(|| unsafe { Bound::from_borrowed_ptr(attached(), *first.offset(place)) })
    }
}

/// An object that the caller of the function holds, or nothing for null.
fn borrowed<'py>(object: *mut PyObject) -> Option<Bound<'py, PyAny>> {
    // SAFETY: attached, as whoever calls a function is; a live object or null.
    unsafe { Bound::from_borrowed_ptr_or_opt(attached(), object) }
}

/// Whether the look at function `number` refuses the call; its error is set.
fn is_refused(number: usize, this: *mut PyObject, given: Given) -> bool {
    let untold = || UNTOLD.get(number).map_or(-1, |places| places.load(Ordering::Relaxed));
    if matches!(given, Given::Row(_, count, names) if names.is_null() && count <= untold()) {
        return false;
    }
    let looks = || sandboxed() || OF_ALL.get(number).is_some_and(|of_all| of_all.load(Ordering::Relaxed));
    let Some(look) = LOOKS.get(number).and_then(OnceLock::get).filter(|_| looks()) else { return false };
    !panics::contained(false, || {
        let _own = HostScope::enter();
        look(&Call { this, given }).map_err(|error| error.restore(attached())).is_ok()
    })
}

unsafe extern "C" fn one<const N: usize>(this: *mut PyObject, arg: *mut PyObject) -> *mut PyObject {
    if is_refused(N, this, Given::One(arg)) {
        return ptr::null_mut();
    }
    // SAFETY: called by the interpreter, attached, with live objects; the original was kept before. So below.
    unsafe {
        let original: Plain = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, arg)
    }
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    if is_refused(N, this, Given::Tuple(args, ptr::null_mut())) {
        return ptr::null_mut();
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Plain = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, args)
    }
}

unsafe extern "C" fn keywords<const N: usize>(this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    if is_refused(N, this, Given::Tuple(args, named)) {
        return ptr::null_mut();
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Keywords = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, args, named)
    }
}

unsafe extern "C" fn row<const N: usize>(this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    if is_refused(N, this, Given::Row(args, count, ptr::null_mut())) {
        return ptr::null_mut();
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Row = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, args, count)
    }
}

unsafe extern "C" fn fast<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    if is_refused(N, this, Given::Row(args, count, names)) {
        return ptr::null_mut();
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: Fast = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, args, count, names)
    }
}
unsafe extern "C" fn of_class<const N: usize>(
    this: *mut PyObject,
    class: *mut ffi::PyTypeObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    if is_refused(N, this, Given::Row(args, count, names)) {
        return ptr::null_mut();
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: OfClass = std::mem::transmute(ORIGINALS.get::<N>());
        original(this, class, args, count, names)
    }
}
