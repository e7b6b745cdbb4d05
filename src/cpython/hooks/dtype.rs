//! The C functions of numpy's dtypes that make objects of items, and items of objects.
#![allow(unsafe_code, reason = "tables of numpy's dtypes are written")]

use std::mem::size_of;

use pyo3::ffi::PyObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::api::numpy::{self, NUMPY_2};
use crate::cpython::hooks::registry::{is_left_out, note_with, Target};
use crate::cpython::hooks::table::Hook;
use crate::cpython::hooks::words::WordUndo;

/// The end of `PyArray_DTypeMeta`, after what all classes have (`dtype_api.h` of numpy 2).
#[repr(C)]
struct End {
    singleton: *mut PyObject,
    number: i64,
    scalar: *mut PyObject,
    flags: u64,
    slots: *mut *mut (),
    reserved: [*mut (); 3],
}

/// Functions of a class of dtypes, in the order of the same header.
#[derive(Clone, Copy)]
pub enum DtypeSlot {
    /// `NPY_DT_setitem`: makes an item of an object.
    SetItem = 6,
    /// `NPY_DT_finalize_descr`: gives the dtype of a new array.
    Finalize = 10,
}
/// `_PyDataType_GetArrFuncs` in numpy's table.
const FUNCTIONS: usize = 365;
/// `getitem` in `PyArray_ArrFuncs`, after casts to the 21 kinds of numbers that numpy began with.
const GETITEM: usize = 21;

/// One of the functions.
pub struct DtypeFunction {
    place: *mut *mut (),
    target: Target,
}

impl DtypeFunction {
    /// One of a class of dtypes that numpy did not begin with. None before numpy 2.
    pub fn of_class(class: &Bound<'_, PyType>, slot: DtypeSlot) -> PyResult<Option<DtypeFunction>> {
        let py = class.py();
        let meta = py.import(intern!(py, "numpy"))?.getattr(intern!(py, "dtype"))?.get_type();
        if numpy::version(py).is_none_or(|version| version < NUMPY_2) || !class.get_type().is(&meta) {
            return Ok(None);
        }
        let number: i64 = class.call0()?.getattr(intern!(py, "num"))?.extract()?;
        let size: usize = meta.getattr(intern!(py, "__basicsize__"))?.extract()?;
        // SAFETY: an object of that exact class is as large as the class says, and ends with these fields; the number shows it.
        let slots = unsafe {
            let end = class.as_ptr().cast::<u8>().add(size.saturating_sub(size_of::<End>())).cast::<End>();
            if (*end).number != number || (*end).slots.is_null() {
                return Ok(None);
            }
            (*end).slots
        };
        // SAFETY: the table of a class of dtypes has this place.
        Ok(Some(DtypeFunction { place: unsafe { slots.add(slot as usize) }, target: Target::from(class) }))
    }

    /// What makes an object of an item, for one of the dtypes that numpy began with. None before numpy 2.
    pub fn getitem(dtype: &Bound<'_, PyAny>) -> Option<DtypeFunction> {
        type Functions = unsafe extern "C" fn(*mut PyObject) -> *mut *mut ();
        let found = numpy::function(dtype.py(), FUNCTIONS, NUMPY_2)?;
        // SAFETY: ATTACHED; numpy's function of this type, which gives the table of the dtype.
        let functions = unsafe { std::mem::transmute::<*mut (), Functions>(found)(dtype.as_ptr()) };
        if functions.is_null() {
            return None;
        }
        // SAFETY: the table has this place.
        Some(DtypeFunction { place: unsafe { functions.add(GETITEM) }, target: Target::Lasting(dtype.clone().unbind()) })
    }

    /// The function that is there.
    pub fn now(&self) -> *mut () {
        // SAFETY: a word of a table that lives as long as the process.
        unsafe { *self.place }
    }

    /// Puts another in its place.
    ///
    /// # Safety
    /// ATTACHED; `function` is of the same type, and gives what the one before gives.
    pub unsafe fn exchange(self, function: *mut (), hook: &'static Hook) {
        if is_left_out(hook) {
            return;
        }
        // SAFETY: ATTACHED; tables of numpy's own dtypes live as long as the process.
        unsafe {
            let undo = WordUndo::new(self.place, *self.place, function);
            *self.place = function;
            note_with("dtype", self.target, self.place as usize, hook, undo);
        }
    }
}
