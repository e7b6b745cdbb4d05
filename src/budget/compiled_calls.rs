//! Compiled functions and classes of packages with our work in front of or round them: what the code gives one is judged before the
//! function reads or writes memory by it, or works on it for long. One table for all of them, whatever convention they are called by.
#![allow(unsafe_code, reason = "compiled functions of packages are wrapped")]

use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::budget::originals::{trampolines, Originals, LOTS};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::{self, Method, Slot, FASTCALL_KEYWORDS, FASTCALL_METHOD, VARARGS_KEYWORDS};
use crate::cpython::type_access::keyword;
use crate::cpython::value::{attached, Exc, R};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

type Plain = ffi::PyCFunction;
type Keywords = ffi::PyCFunctionWithKeywords;
type Row = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;
type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type OfClass =
    unsafe extern "C" fn(*mut PyObject, *mut ffi::PyTypeObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type Init = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> c_int;
/// Its error is what the code gets instead of an answer.
type Look = Box<dyn Fn(&Call) -> PyResult<()> + Send + Sync>;
/// Gives the answer, by the original or without it.
type Around = Box<dyn for<'py> Fn(&Call, &Original<'_, 'py>) -> R<Bound<'py, PyAny>> + Send + Sync>;

/// Tells that there is nothing to look at. It runs no code of anybody's.
type Skip = Box<dyn Fn(&Call) -> bool + Send + Sync>;

/// What is done when a function is called.
enum Work {
    Look(Option<Skip>, Look),
    Around(Around),
}

static ORIGINALS: Originals<LOTS> = Originals::new();
static WORK: [OnceLock<(Work, &'static Hook)>; LOTS] = [const { OnceLock::new() }; LOTS];
static ONE: [Plain; LOTS] = trampolines!(one; lots);
static PLAIN: [Plain; LOTS] = trampolines!(plain; lots);
static KEYWORDS: [Keywords; LOTS] = trampolines!(keywords; lots);
static ROW: [Row; LOTS] = trampolines!(row; lots);
static FAST: [Fast; LOTS] = trampolines!(fast; lots);
static OF_CLASS: [OfClass; LOTS] = trampolines!(of_class; lots);
static INIT: [Init; LOTS] = trampolines!(init; lots);

/// Puts a look in front of a function, for calls of the code.
pub(crate) fn guard(method: Method, hook: &'static Hook, look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static) {
    put_before(method, hook, Work::Look(None, Box::new(look)));
}

/// As `guard`, for functions that are called often with nothing to look at: `skip` tells so from what the call holds, and runs no
/// code of anybody's, since the look's own scope is not entered for it. (`array.sum()`: 400 instructions for each of two looks.)
pub(crate) fn guard_unless(
    method: Method,
    hook: &'static Hook,
    skip: impl Fn(&Call) -> bool + Send + Sync + 'static,
    look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static,
) {
    put_before(method, hook, Work::Look(Some(Box::new(skip)), Box::new(look)));
}

/// Puts a look in front of what makes (`hooks::NEW`), fills in (`hooks::INIT`) or calls (`hooks::CALL`) objects of a class and of those
/// below it, for the code.
pub(crate) fn guard_slot(
    class: &Bound<'_, PyType>,
    slot: CallSlot,
    hook: &'static Hook,
    look: impl Fn(&Call) -> PyResult<()> + Send + Sync + 'static,
) {
    put_into(class, slot, hook, Work::Look(None, Box::new(look)));
}

/// Has `around` answer calls of the function, the host's as well.
pub(crate) fn wrap(
    method: Method,
    hook: &'static Hook,
    around: impl for<'py> Fn(&Call, &Original<'_, 'py>) -> R<Bound<'py, PyAny>> + Send + Sync + 'static,
) {
    put_before(method, hook, Work::Around(Box::new(around)));
}

/// As `wrap`, for a slot.
pub(crate) fn wrap_slot(
    class: &Bound<'_, PyType>,
    slot: CallSlot,
    hook: &'static Hook,
    around: impl for<'py> Fn(&Call, &Original<'_, 'py>) -> R<Bound<'py, PyAny>> + Send + Sync + 'static,
) {
    put_into(class, slot, hook, Work::Around(Box::new(around)));
}

/// Slots that are called with a tuple, and a dict or null; that for items (`mp_subscript`), with the key alone.
#[derive(Clone, Copy)]
pub(crate) enum CallSlot {
    Call,
    New,
    Init,
    GetItem,
}

impl CallSlot {
    fn slot(self) -> Slot {
        match self {
            CallSlot::Call => hooks::CALL,
            CallSlot::New => hooks::NEW,
            CallSlot::Init => hooks::INIT,
            CallSlot::GetItem => hooks::GET_ITEM,
        }
    }
}

/// A number for the function, and its work.
fn take_number(original: *mut (), work: Work, hook: &'static Hook) -> Option<usize> {
    // (Packages may name one function twice, and mean it to be looked at in two ways.)
    let Some(number) = ORIGINALS.add(original) else {
        log::error!("a compiled function is not looked at: the table of such functions is full ({LOTS} places)");
        return None;
    };
    WORK.get(number)?.get_or_init(|| (work, hook));
    Some(number)
}

/// (A function of another convention stays as it is.)
fn put_before(method: Method, hook: &'static Hook, work: Work) -> Option<()> {
    let convention = method.convention();
    let known =
        [ffi::METH_NOARGS, ffi::METH_O, ffi::METH_VARARGS, VARARGS_KEYWORDS, ffi::METH_FASTCALL, FASTCALL_KEYWORDS, FASTCALL_METHOD];
    if !known.contains(&convention) {
        return None;
    }
    let number = take_number(method.function(), work, hook)?;
    let instead = match convention {
        ffi::METH_O => *ONE.get(number)? as *mut (),
        ffi::METH_NOARGS | ffi::METH_VARARGS => *PLAIN.get(number)? as *mut (),
        VARARGS_KEYWORDS => *KEYWORDS.get(number)? as *mut (),
        ffi::METH_FASTCALL => *ROW.get(number)? as *mut (),
        FASTCALL_METHOD => *OF_CLASS.get(number)? as *mut (),
        _ => *FAST.get(number)? as *mut (),
    };
    // SAFETY: ATTACHED; a function for this convention, which calls the one that was there before.
    unsafe { method.exchange(instead, hook) };
    Some(())
}

/// (A class whose base was wrapped has the function already.)
fn put_into(class: &Bound<'_, PyType>, slot: CallSlot, hook: &'static Hook, work: Work) -> Option<()> {
    let original = slot.slot().of(class);
    let is_it = |ours: *mut ()| ours == original;
    let place = match slot {
        CallSlot::Call | CallSlot::New => KEYWORDS.iter().position(|ours| is_it(*ours as *mut ())),
        CallSlot::Init => INIT.iter().position(|ours| is_it(*ours as *mut ())),
        CallSlot::GetItem => ONE.iter().position(|ours| is_it(*ours as *mut ())),
    };
    let is_there = place.and_then(|number| WORK.get(number)?.get()).is_some_and(|(_, known)| std::ptr::eq(*known, hook));
    if original.is_null() || is_there {
        return None;
    }
    let number = take_number(original, work, hook)?;
    let instead = match slot {
        CallSlot::Call | CallSlot::New => *KEYWORDS.get(number)? as *mut (),
        CallSlot::Init => *INIT.get(number)? as *mut (),
        CallSlot::GetItem => *ONE.get(number)? as *mut (),
    };
    // SAFETY: ATTACHED; a function for this slot (classes are objects), which calls the one that was there before.
    unsafe { hooks::exchange(class, slot.slot(), instead, hook) };
    Some(())
}

/// The function that stands behind, with the arguments of the call.
pub(crate) struct Original<'a, 'py> {
    py: Python<'py>,
    call: &'a dyn Fn(Arguments) -> *mut PyObject,
}

/// As they were given, or a tuple and a dict instead.
enum Arguments<'a, 'py> {
    Same,
    Others(&'a Bound<'py, PyTuple>, Option<&'a Bound<'py, PyDict>>),
}

impl<'py> Original<'_, 'py> {
    pub(crate) fn py(&self) -> Python<'py> {
        self.py
    }

    /// Calls it with what was given. Its error stays set.
    pub(crate) fn run(&self) -> R<Bound<'py, PyAny>> {
        self.answer(Arguments::Same)
    }

    /// Calls it with other arguments. (One that takes a single argument gets the first of them.)
    pub(crate) fn with(&self, args: &Bound<'py, PyTuple>, named: Option<&Bound<'py, PyDict>>) -> R<Bound<'py, PyAny>> {
        self.answer(Arguments::Others(args, named))
    }

    fn answer(&self, arguments: Arguments) -> R<Bound<'py, PyAny>> {
        // SAFETY: attached, as `py` says; a new reference or null, with an error set.
        unsafe { Bound::from_owned_ptr_or_opt(self.py, (self.call)(arguments)) }.ok_or(Exc)
    }
}

/// What a function is given. Lives as long as its look: the caller of the function holds all of it.
pub(crate) struct Call {
    /// The module of a function, the object of a method.
    this: *mut PyObject,
    given: Given,
}

#[derive(Clone, Copy)]
enum Given {
    One(*mut PyObject),
    /// A tuple or null, and a dict or null.
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

    /// What is given first, by place or by name.
    pub(crate) fn first<'py>(&self) -> Option<Bound<'py, PyAny>> {
        match self.given {
            Given::Row(..) => self.in_row(0),
            _ => self.all().into_iter().next(),
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
        self.placed(place).or_else(|| self.named(name))
    }

    fn placed<'py>(&self, place: usize) -> Option<Bound<'py, PyAny>> {
        match self.given {
            Given::One(only) => borrowed(only).filter(|_| place == 0),
            Given::Tuple(args, _) => borrowed(args).and_then(|args| args.cast_into::<PyTuple>().ok()?.get_item(place).ok()),
            Given::Row(_, count, _) => self.in_row(ffi::Py_ssize_t::try_from(place).ok().filter(|place| *place < count)?),
        }
    }

    /// The argument that is given by this name.
    pub(crate) fn named<'py>(&self, name: &str) -> Option<Bound<'py, PyAny>> {
        match self.given {
            Given::One(_) => None,
            Given::Tuple(_, named) => keyword(&borrowed(named)?.cast_into().ok()?, name),
            Given::Row(_, count, _) => {
                let is_it = |text: Bound<'_, PyAny>| text.cast::<PyString>().is_ok_and(|text| text == name);
                let at = self.names()?.iter().position(is_it)?;
                self.in_row(count + at as ffi::Py_ssize_t)
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

    /// Whether the argument of this place, or of this name, is not given, or None, among arguments in a row.
    pub(crate) fn is_without(&self, place: usize, name: &str) -> bool {
        let is_another = |text: Bound<'_, PyAny>| text.cast_exact::<PyString>().is_ok_and(|text| text != name);
        self.count_in_row().is_some_and(|count| count <= place || self.placed(place).is_some_and(|given| given.is_none()))
            && self.names().is_none_or(|names| names.iter().all(is_another))
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
        let is_there = place >= 0 && (place < count || place < count + self.named_in_row());
        // SAFETY: attached; so many live objects are at `first` while the call lasts.
        is_there.then(|| unsafe { Bound::from_borrowed_ptr(attached(), *first.offset(place)) })
    }
}

/// An object that the caller of the function holds, or nothing for null.
fn borrowed<'py>(object: *mut PyObject) -> Option<Bound<'py, PyAny>> {
    // SAFETY: attached, as whoever calls a function is; a live object or null.
    unsafe { Bound::from_borrowed_ptr_or_opt(attached(), object) }
}

/// The answer to a call of function `number`: null with an error set, where it is none.
fn answer(number: usize, this: *mut PyObject, given: Given, original: &dyn Fn(Arguments) -> *mut PyObject) -> *mut PyObject {
    match WORK.get(number).and_then(OnceLock::get).map(|(work, _)| work) {
        Some(Work::Look(skip, look)) if is_refused(skip.as_ref(), look, this, given) => ptr::null_mut(),
        Some(Work::Around(around)) => panics::contained(ptr::null_mut(), || {
            let original = Original { py: attached(), call: original };
            around(&Call { this, given }, &original).map_or(ptr::null_mut(), Bound::into_ptr)
        }),
        _ => original(Arguments::Same),
    }
}

/// Whether the look refuses the call; its error is set.
fn is_refused(skip: Option<&Skip>, look: &Look, this: *mut PyObject, given: Given) -> bool {
    if !sandboxed() {
        return false;
    }
    let call = Call { this, given };
    !panics::contained(false, || {
        if skip.is_some_and(|skip| skip(&call)) {
            return true;
        }
        let _own = HostScope::enter();
        look(&call).map_err(|error| error.restore(attached())).is_ok()
    })
}

/// Arguments, how many of them are given by place, and the names of the others or null.
type GivenRow = (*const *mut PyObject, ffi::Py_ssize_t, *mut PyObject);

/// Calls with arguments in a row: those that were given, or those of a tuple and a dict.
fn in_row(
    arguments: Arguments,
    (args, count, names): GivenRow,
    original: &dyn Fn(*const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    let Arguments::Others(placed, named) = arguments else { return original(args, count, names) };
    let named = named.filter(|named| !named.is_empty());
    let names = match named.map(|named| PyTuple::new(placed.py(), named.keys())).transpose() {
        Ok(names) => names,
        Err(error) => {
            error.restore(placed.py());
            return ptr::null_mut();
        }
    };
    let all: Vec<Bound<'_, PyAny>> = placed.iter().chain(named.into_iter().flat_map(|named| named.values())).collect();
    let pointers: Vec<*mut PyObject> = all.iter().map(Bound::as_ptr).collect();
    original(pointers.as_ptr(), placed.len() as ffi::Py_ssize_t, names.as_ref().map_or(ptr::null_mut(), Bound::as_ptr))
}

/// A tuple and a dict or null, as the function gets them.
fn of_tuple(arguments: &Arguments, args: *mut PyObject, named: *mut PyObject) -> (*mut PyObject, *mut PyObject) {
    match arguments {
        Arguments::Same => (args, named),
        Arguments::Others(args, named) => (args.as_ptr(), named.map_or(ptr::null_mut(), Bound::as_ptr)),
    }
}

/// The function of C that stands behind a number, of the convention that its trampoline has.
macro_rules! original {
    ($number:expr, $kind:ty) => {
        // SAFETY: the trampoline of a number stands for a function of its own convention, which was kept before.
        unsafe { std::mem::transmute::<*mut (), $kind>(ORIGINALS.at($number)) }
    };
}

/// A trampoline for each number, which hands on all that it is called with. (They are many: what they do is not in them.)
macro_rules! trampoline {
    ($name:ident, $called:ident, ($($argument:ident: $kind:ty),*) -> $result:ty) => {
        unsafe extern "C" fn $name<const N: usize>($($argument: $kind),*) -> $result {
            // SAFETY: CALLED; the number is this trampoline's own.
            unsafe { $called(N, $($argument),*) }
        }
    };
}

trampoline!(one, call_one, (this: *mut PyObject, arg: *mut PyObject) -> *mut PyObject);
trampoline!(plain, call_plain, (this: *mut PyObject, args: *mut PyObject) -> *mut PyObject);
trampoline!(keywords, call_keywords, (this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject);
trampoline!(init, call_init, (this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int);
trampoline!(row, call_row, (this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject);
trampoline!(fast, call_fast, (this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject) -> *mut PyObject);
trampoline!(of_class, call_of_class, (this: *mut PyObject, class: *mut ffi::PyTypeObject, args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject) -> *mut PyObject);

/// # Safety
/// CALLED, by the trampoline of the number. So are all below.
#[inline(never)]
unsafe fn call_one(number: usize, this: *mut PyObject, arg: *mut PyObject) -> *mut PyObject {
    let original = original!(number, Plain);
    answer(number, this, Given::One(arg), &|given| {
        let first = match given {
            Arguments::Others(args, _) => args.get_borrowed_item(0).map_or(arg, |first| first.as_ptr()),
            Arguments::Same => arg,
        };
        // SAFETY: what it was called with, or an item of the other tuple, which holds it.
        unsafe { original(this, first) }
    })
}

/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_plain(number: usize, this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    let original = original!(number, Plain);
    answer(number, this, Given::Tuple(args, ptr::null_mut()), &|given| {
        // SAFETY: what it was called with, or another tuple.
        unsafe { original(this, of_tuple(&given, args, ptr::null_mut()).0) }
    })
}

/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_keywords(number: usize, this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    let original = original!(number, Keywords);
    answer(number, this, Given::Tuple(args, named), &|given| {
        let (args, named) = of_tuple(&given, args, named);
        // SAFETY: what it was called with, or another tuple and another dict or null.
        unsafe { original(this, args, named) }
    })
}

/// An object is filled in: no answer is there but that it is.
///
/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_init(number: usize, this: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    let original = original!(number, Init);
    let none = answer(number, this, Given::Tuple(args, named), &|given| {
        let (args, named) = of_tuple(&given, args, named);
        // SAFETY: as in `call_keywords`; None is there as long as the interpreter.
        unsafe {
            match original(this, args, named) {
                0 => ffi::Py_NewRef(ffi::Py_None()),
                _ => ptr::null_mut(),
            }
        }
    });
    if none.is_null() {
        return -1;
    }
    // SAFETY: a reference of ours.
    unsafe { ffi::Py_DECREF(none) };
    0
}

/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_row(number: usize, this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    let original = original!(number, Row);
    answer(number, this, Given::Row(args, count, ptr::null_mut()), &|given| {
        in_row(given, (args, count, ptr::null_mut()), &|all, count, _| {
            // SAFETY: what it was called with, or others, which are held meanwhile.
            unsafe { original(this, all, count) }
        })
    })
}

/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_fast(
    number: usize,
    this: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    let original = original!(number, Fast);
    answer(number, this, Given::Row(args, count, names), &|given| {
        in_row(given, (args, count, names), &|all, count, names| {
            // SAFETY: as in `call_row`.
            unsafe { original(this, all, count, names) }
        })
    })
}

/// # Safety
/// As `call_one`.
#[inline(never)]
unsafe fn call_of_class(
    number: usize,
    this: *mut PyObject,
    class: *mut ffi::PyTypeObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    let original = original!(number, OfClass);
    answer(number, this, Given::Row(args, count, names), &|given| {
        in_row(given, (args, count, names), &|all, count, names| {
            // SAFETY: as in `call_row`.
            unsafe { original(this, class, all, count, names) }
        })
    })
}
