//! The C functions of numpy's ufuncs: those that work on rows of numbers, one for each kind of numbers, and the one that is called.
#![allow(unsafe_code, reason = "tables of ufuncs are written")]

use std::ffi::{c_char, c_int, c_void};

use pyo3::ffi::{vectorcallfunc, PyObject};
use pyo3::intern;
use pyo3::prelude::*;

use crate::cpython::api;
use crate::cpython::hooks::registry::{is_left_out, note_with, Target, Undo};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::words::WordUndo;

/// Of the exact class. (Without an import, which is hooked: with one, each of some 300 ufuncs took 2,600 instructions.)
fn is_ufunc(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let modules = api::loaded_modules(py).map_or(Ok(None), |modules| modules.get_item(intern!(py, "numpy")))?;
    let class = modules.map(|numpy| numpy.getattr(intern!(py, "ufunc"))).transpose()?;
    Ok(class.is_some_and(|class| object.get_type().is(&class)))
}

/// The start of `PyUFuncObject`, the same since numpy 1.7.
#[repr(C)]
struct Ufunc {
    head: PyObject,
    inputs: c_int,
    outputs: c_int,
    arguments: c_int,
    identity: c_int,
    functions: *mut *mut (),
    data: *mut *mut c_void,
    types: c_int,
    reserved: c_int,
    name: *const c_char,
    letters: *const c_char,
    doc: *const c_char,
    pointer: *mut c_void,
    object: *mut PyObject,
    user_loops: *mut PyObject,
    has_core: c_int,
}

/// One of the C functions, and what it is called with.
pub struct Loop {
    function: *mut *mut (),
    /// Null where the ufunc has no such table: functions are called with nothing then.
    data: *mut *mut c_void,
    /// How many of the letters are of what it is given.
    pub inputs: usize,
    /// A letter for the kind of each of its numbers.
    pub letters: Vec<u8>,
    target: Target,
}

impl Loop {
    /// All of a ufunc that works on single numbers; none of other objects.
    pub fn all(object: &Bound<'_, PyAny>) -> PyResult<Vec<Loop>> {
        Loop::all_of(object, false)
    }

    /// All of a ufunc that works on matrices or rows; none of other objects.
    pub fn all_of_matrices(object: &Bound<'_, PyAny>) -> PyResult<Vec<Loop>> {
        Loop::all_of(object, true)
    }

    fn all_of(object: &Bound<'_, PyAny>, has_core: bool) -> PyResult<Vec<Loop>> {
        let py = object.py();
        if !is_ufunc(object)? {
            return Ok(Vec::new());
        }
        let types: Vec<String> = object.getattr(intern!(py, "types"))?.extract()?;
        // SAFETY: the exact type tells the layout; both tables are as long as `types` says, and live as long as the ufunc.
        unsafe {
            let ufunc = object.as_ptr().cast::<Ufunc>();
            let (functions, data) = ((*ufunc).functions, (*ufunc).data);
            if ((*ufunc).has_core != 0) != has_core || functions.is_null() {
                return Ok(Vec::new());
            }
            let inputs = usize::try_from((*ufunc).inputs).unwrap_or(0);
            let count = usize::try_from((*ufunc).types).unwrap_or(0);
            Ok(types
                .into_iter()
                .take(count)
                .enumerate()
                .map(|(n, letters)| Loop {
                    function: functions.add(n),
                    data: if data.is_null() { data } else { data.add(n) },
                    inputs,
                    letters: letters.bytes().filter(|letter| !b"->".contains(letter)).collect(),
                    target: Target::Lasting(object.clone().unbind()),
                })
                .collect())
        }
    }

    /// The function and its data.
    pub fn now(&self) -> (*mut (), *mut c_void) {
        // SAFETY: words of tables that the ufunc keeps.
        unsafe { (*self.function, if self.data.is_null() { std::ptr::null_mut() } else { *self.data }) }
    }

    /// Puts others in their place.
    ///
    /// # Safety
    /// ATTACHED; `function` with `data` gives what the function before gives with its own.
    pub unsafe fn exchange(self, function: *mut (), data: *mut c_void, hook: &'static Hook) {
        let (function_before, data_before) = self.now();
        let is_new = data != data_before;
        if is_left_out(hook) || is_new && self.data.is_null() {
            return;
        }
        // SAFETY: ATTACHED; ufuncs of packages live as long as the process, as their tables do.
        unsafe {
            let undo = LoopUndo {
                function: WordUndo::new(self.function, function_before, function),
                data: is_new.then(|| WordUndo::new(self.data.cast(), data_before.cast(), data.cast())),
            };
            *self.function = function;
            // (Tables of data may be such as nobody can write to.)
            if is_new {
                *self.data = data;
            }
            note_with("loop", self.target, self.function as usize, hook, undo);
        }
    }
}

/// Both words, or none.
struct LoopUndo {
    function: WordUndo,
    /// Where it is another one.
    data: Option<WordUndo>,
}

impl Undo for LoopUndo {
    fn take_out(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.function.take_out(py)? && self.data.as_mut().map_or(Ok(true), |data| data.take_out(py))?)
    }
    fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.data.as_mut().map_or(Ok(true), |data| data.put_back(py))? && self.function.put_back(py)?)
    }
}

/// The C function by which a ufunc is called: a word of each.
pub struct UfuncCall {
    place: *mut Option<vectorcallfunc>,
    target: Target,
}

impl UfuncCall {
    /// `None` for other objects.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<UfuncCall>> {
        let class = object.get_type();
        if !is_ufunc(object)? {
            return Ok(None);
        }
        // SAFETY: the type of C code tells where the word is in each of its objects.
        let place = unsafe {
            let offset = (*class.as_type_ptr()).tp_vectorcall_offset;
            (offset > 0).then(|| object.as_ptr().byte_offset(offset).cast())
        };
        Ok(place.map(|place| UfuncCall { place, target: Target::Lasting(object.clone().unbind()) }))
    }

    pub fn now(&self) -> Option<vectorcallfunc> {
        // SAFETY: a word of a ufunc that `target` holds.
        unsafe { *self.place }
    }

    /// Puts another function in its place, for good: a ufunc of a package lives as long as the process.
    ///
    /// # Safety
    /// ATTACHED; `to` gives what the function before gives.
    pub unsafe fn exchange(self, to: vectorcallfunc, hook: &'static Hook) {
        if is_left_out(hook) {
            return;
        }
        // SAFETY: ATTACHED; the word of an object that lives as long as the process.
        unsafe {
            let place = self.place.cast::<*mut ()>();
            let undo = WordUndo::new(place, *place, to as *mut ());
            *self.place = Some(to);
            note_with("call", self.target, place as usize, hook, undo);
        }
    }

    /// The same of a ufunc that may be freed.
    ///
    /// # Safety
    /// As for `exchange`; outside of runs `to` is the function before.
    pub unsafe fn exchange_in_mortal(self, to: vectorcallfunc) {
        // SAFETY: ATTACHED; the word of an object that `target` holds.
        unsafe { *self.place = Some(to) };
    }
}
