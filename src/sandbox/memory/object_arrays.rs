//! Arrays of numpy that hold references (objects, and texts of variable length): numpy alone fills their memory.
//!
//! An array over foreign bytes makes references of numbers, and bytes over such an array make numbers of references and
//! back. Both ways lead through two slots of `ndarray`, which are wrapped: its constructor, which takes a buffer, and the
//! one that gives its memory away as bytes. (Views with another dtype are numpy's own care.)
#![allow(unsafe_code, reason = "slots of numpy's arrays are wrapped, and their fields read")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::cpython::api;
use crate::cpython::hooks::{self, table};
use crate::cpython::value::raise;
use crate::sandbox::memory::known_dtypes::{self, Items};
use crate::sandbox::memory::{dtype_specs, immutable_buffers};
use crate::session::panics;
use crate::session::scope::{self, HostScope};

static NEW: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static GET_BUFFER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static ARRAY: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());

/// Where the constructor takes a buffer.
const BUFFER: (usize, &str) = (2, "buffer");

/// Guards numpy's class of arrays, which lives as long as the process.
pub fn guard(class: &Bound<'_, PyType>) {
    let (new, buffer) = (new as ffi::newfunc as *mut (), get_buffer as ffi::getbufferproc as *mut ());
    if hooks::NEW.of(class) == new {
        return;
    }
    ARRAY.store(class.as_type_ptr(), Ordering::Release);
    NEW.store(hooks::NEW.of(class), Ordering::Release);
    GET_BUFFER.store(hooks::GET_BUFFER.of(class), Ordering::Release);
    // SAFETY: the functions call those that were there before.
    unsafe {
        hooks::exchange(class, hooks::NEW, new, &table::OBJECT_ARRAYS);
        hooks::exchange(class, hooks::GET_BUFFER, buffer, &table::OBJECT_ARRAYS);
    }
}

/// Whether it is an array of numpy's own class.
pub fn is_array(object: &Bound<'_, PyAny>) -> bool {
    object.get_type_ptr() == ARRAY.load(Ordering::Acquire)
}

/// Whether it is the class of arrays, or one below it.
pub fn is_class(class: &Bound<'_, PyType>) -> bool {
    let array = ARRAY.load(Ordering::Acquire);
    // SAFETY: ATTACHED; two live types: numpy's stays as long as the process.
    !array.is_null() && unsafe { ffi::PyType_IsSubtype(class.as_type_ptr(), array) != 0 }
}

/// What numpy itself says that an array has under this name.
pub fn member<'py>(object: &Bound<'py, PyAny>, name: &str) -> Option<Bound<'py, PyAny>> {
    let py = object.py();
    let array = ARRAY.load(Ordering::Acquire);
    // SAFETY: ATTACHED; numpy's class, which stays as long as the process, or null.
    let class = unsafe { Bound::from_borrowed_ptr_or_opt(py, array.cast()) }?.cast_into::<PyType>().ok()?;
    let member = api::own_attribute(&class, &PyString::new(py, name))?;
    api::bind(&member, object, None).ok()
}

/// The sizes of an array, one for each dimension; none of what is no array.
pub fn shape(object: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    // SAFETY: a live array, whose shape has as many numbers as it has dimensions.
    unsafe {
        let array = array(object.as_ptr())?;
        let count = usize::try_from((*array).count).unwrap_or(0);
        Some((0..count).map(|n| (*(*array).shape.add(n)).unsigned_abs()).collect())
    }
}

/// Elements of an array; none of what is no array.
pub fn elements(object: &Bound<'_, PyAny>) -> Option<usize> {
    // SAFETY: as in `shape`.
    unsafe {
        let array = array(object.as_ptr())?;
        let count = usize::try_from((*array).count).unwrap_or(0);
        Some((0..count).fold(1, |items: usize, n| items.saturating_mul((*(*array).shape.add(n)).unsigned_abs())))
    }
}

/// What numpy itself says that the elements are: a class of the code may say otherwise.
pub fn dtype<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: a live array, which owns its dtype.
    unsafe { array(object.as_ptr()).map(|array| Bound::from_borrowed_ptr(object.py(), (*array).dtype)) }
}

/// Whether numpy itself lets the elements be written.
pub fn is_writable(object: &Bound<'_, PyAny>) -> bool {
    const WRITEABLE: c_int = 0x0400;
    // SAFETY: a live array.
    unsafe { array(object.as_ptr()).is_some_and(|array| (*array).flags & WRITEABLE != 0) }
}

/// The memory of a contiguous array of numbers of this many bytes, which nothing else writes while it is borrowed: the
/// caller runs nothing of the code meanwhile.
pub fn memory<'a, T: Copy>(object: &'a Bound<'_, PyAny>) -> Option<&'a [T]> {
    // SAFETY: a live array with a dtype of the size of `T`, aligned and without gaps, so that all elements lie in its memory;
    // `T` is a type of plain numbers, chosen by the caller after that dtype.
    unsafe {
        let array = array(object.as_ptr())?;
        let count = elements(object)?;
        let contiguous = (*array).count == 1 && (count <= 1 || *(*array).strides == size_of::<T>() as isize);
        let aligned = (*array).data.cast::<T>().is_aligned();
        (contiguous && aligned && !(*array).data.is_null()).then(|| std::slice::from_raw_parts((*array).data.cast(), count))
    }
}

/// The items of an array of one dimension of machine integers, read one by one, whatever the distance between them.
pub fn integers<'a>(object: &'a Bound<'_, PyAny>) -> Option<impl Iterator<Item = i64> + 'a> {
    if items(&dtype(object)?) != Items::Integers {
        return None;
    }
    // SAFETY: a live array of one dimension, which `object` keeps: each item lies in its memory, as its stride says.
    unsafe {
        let array = array(object.as_ptr())?;
        if (*array).count != 1 {
            return None;
        }
        let (data, stride, count) = ((*array).data, *(*array).strides, (*(*array).shape).unsigned_abs());
        Some((0..count).map(move |n| data.offset(stride * n as isize).cast::<i64>().read_unaligned()))
    }
}

/// Whether it is an array of the machine's own doubles.
pub fn is_of_doubles(object: &Bound<'_, PyAny>) -> bool {
    dtype(object).is_some_and(|dtype| items(&dtype) == Items::Doubles)
}

/// What the items of a dtype are, as far as their text tells. (There are copies of numpy's own.)
fn items(dtype: &Bound<'_, PyAny>) -> Items {
    known_dtypes::of(dtype).unwrap_or_else(|| {
        let text = dtype.getattr(pyo3::intern!(dtype.py(), "str")).and_then(|text| text.extract::<String>());
        text.map_or(Items::Others, |text| Items::told(&text))
    })
}

/// The first items of each row of a table of doubles, read one by one, whatever the distance between them.
pub fn rows_of_doubles<'a, const N: usize>(object: &'a Bound<'_, PyAny>) -> Option<impl ExactSizeIterator<Item = [f64; N]> + 'a> {
    let &[rows, columns] = shape(object)?.as_slice() else { return None };
    if columns < N || !is_of_doubles(object) {
        return None;
    }
    // SAFETY: a live array of two dimensions, which `object` keeps: each item lies in its memory, as its strides say.
    unsafe {
        let array = array(object.as_ptr())?;
        let (data, down, along) = ((*array).data, *(*array).strides, *(*array).strides.add(1));
        Some((0..rows).map(move |row| {
            std::array::from_fn(|column| data.offset(down * row as isize + along * column as isize).cast::<f64>().read_unaligned())
        }))
    }
}

/// Whether an array of numpy's own class lies in memory that nothing keeps: that of whoever made the array.
///
/// # Safety
/// A live object, attached.
#[inline(always)]
pub unsafe fn is_lent(object: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { ffi::Py_TYPE(object) == ARRAY.load(Ordering::Relaxed) && has_no_owner(object.cast()) }
}

/// The same of an object that is held.
pub fn is_lent_array(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED; a live object.
    unsafe { is_lent(object.as_ptr()) }
}

/// # Safety
/// A live array, attached.
#[inline(never)]
unsafe fn has_no_owner(mut array: *mut Array) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        const OWNDATA: c_int = 0x0004;
        while (*array).flags & OWNDATA == 0 {
            let base = (*array).base;
            match self::array(base) {
                Some(under) => array = under,
                // A capsule that does nothing at its end keeps nothing.
                None => return base.is_null() || (ffi::PyCapsule_CheckExact(base) != 0 && ffi::PyCapsule_GetDestructor(base).is_none()),
            }
        }
        false
    }
}

/// `PyArrayObject`, the same since numpy 1.7.
#[repr(C)]
struct Array {
    head: PyObject,
    data: *mut u8,
    count: c_int,
    shape: *mut isize,
    strides: *mut isize,
    base: *mut PyObject,
    dtype: *mut PyObject,
    flags: c_int,
}

/// # Safety
/// A live object, attached.
unsafe fn array(object: *mut PyObject) -> Option<*mut Array> {
    let class = ARRAY.load(Ordering::Acquire);
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { (!object.is_null() && ffi::PyObject_TypeCheck(object, class) != 0).then(|| object.cast()) }
}

/// Whether a dtype holds references, in a field at least.
pub fn holds_references(dtype: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Some(items) = known_dtypes::of(dtype) {
        return Ok(items == Items::References);
    }
    dtype.getattr(pyo3::intern!(dtype.py(), "hasobject"))?.extract()
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, kwargs: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached; the original was stored before.
    unsafe {
        let original: ffi::newfunc = std::mem::transmute(NEW.load(Ordering::Acquire));
        if !scope::sandboxed() {
            return original(class, args, kwargs);
        }
        if !dtype_specs::takes_sound(args, kwargs) {
            return ptr::null_mut();
        }
        let made = immutable_buffers::instead(args, kwargs, BUFFER, |args, kwargs| {
            // The constructor may have the memory of objects: what it makes is looked at. Code that it calls may not.
            let _host = panics::contained(false, || is_over_references(args, kwargs)).then(HostScope::enter);
            original(class, args, kwargs)
        });
        match array(made).filter(|made| !(**made).base.is_null()) {
            Some(over) if !panics::contained(false, || is_sound(over)) => {
                ffi::Py_DECREF(made);
                ptr::null_mut()
            }
            _ => made,
        }
    }
}

/// Whether the buffer among the arguments of the constructor is an array that holds references.
///
/// # Safety
/// Attached, with a live tuple (or null) and dict (or null).
unsafe fn is_over_references(args: *mut PyObject, kwargs: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let py = Python::assume_attached();
        let by_place = Bound::from_borrowed_ptr_or_opt(py, args).and_then(|args| args.cast_into::<PyTuple>().ok()?.get_item(BUFFER.0).ok());
        let by_name = || Bound::from_borrowed_ptr_or_opt(py, kwargs)?.cast_into::<PyDict>().ok()?.get_item(BUFFER.1).ok().flatten();
        by_place
            .or_else(by_name)
            .and_then(|buffer| array(buffer.as_ptr()))
            .is_some_and(|under| holds_references(&Bound::from_borrowed_ptr(py, (*under).dtype)).unwrap_or(false))
    }
}

/// Whether an array and the object whose memory it lies in agree on where there are references; else an error is set.
///
/// # Safety
/// A live array with a base, attached.
unsafe fn is_sound(made: *mut Array) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let py = Python::assume_attached();
        let dtype = Bound::from_borrowed_ptr(py, (*made).dtype);
        let under = array((*made).base);
        let under_dtype = under.map(|under| Bound::from_borrowed_ptr(py, (*under).dtype));
        let sound = match (holds_references(&dtype), under_dtype.as_ref().map(holds_references).unwrap_or(Ok(false))) {
            (Ok(false), Ok(false)) => true,
            (Ok(true), Ok(true)) => under.zip(under_dtype).is_some_and(|(under, same)| same.is(&dtype) && lies_in_items(made, under)),
            (Ok(_), Ok(_)) => false,
            (Err(error), _) | (_, Err(error)) => {
                error.restore(py);
                return false;
            }
        };
        if !sound {
            let _ = raise::<PyTypeError>("an array of objects cannot be made over a buffer");
        }
        sound
    }
}

/// Whether the items of an array are items of the one in whose memory it lies, both of one dtype.
///
/// # Safety
/// Two live arrays.
unsafe fn lies_in_items(made: *mut Array, under: *mut Array) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let dtype = Bound::from_borrowed_ptr(Python::assume_attached(), (*made).dtype);
        let size = dtype.getattr("itemsize").and_then(|size| size.extract::<isize>()).unwrap_or(0);
        if size == 0 {
            return false;
        }
        let strides = std::slice::from_raw_parts((*made).strides, usize::try_from((*made).count).unwrap_or(0));
        let offset = ((*made).data as isize).wrapping_sub((*under).data as isize);
        offset % size == 0 && strides.iter().all(|stride| stride % size == 0)
    }
}

unsafe extern "C" fn get_buffer(object: *mut PyObject, view: *mut ffi::Py_buffer, flags: c_int) -> c_int {
    // SAFETY: called by the interpreter, attached, with an array; the original was stored before.
    unsafe {
        if scope::sandboxed() && !panics::contained(false, || gives_bytes(object, flags)) {
            if !view.is_null() {
                (*view).obj = ptr::null_mut();
            }
            return -1;
        }
        let original: ffi::getbufferproc = std::mem::transmute::<*mut c_void, _>(GET_BUFFER.load(Ordering::Acquire).cast());
        original(object, view, flags)
    }
}

/// Whether the memory of an array may be given away; else an error is set. Who asks for the format sees that there are objects, but
/// compiled functions that expect objects alone do not see that a record with one at its start is no object.
///
/// # Safety
/// A live array, attached.
unsafe fn gives_bytes(object: *mut PyObject, flags: c_int) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let py = Python::assume_attached();
        let Some(array) = array(object) else { return true };
        let dtype = Bound::from_borrowed_ptr(py, (*array).dtype);
        let asks_for_format = flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT;
        let found = holds_references(&dtype).and_then(|holds| Ok((holds, holds && asks_for_format && is_plain(&dtype)?)));
        match found {
            Ok((false, _) | (_, true)) => return true,
            Ok(_) if asks_for_format => drop(raise::<PyValueError>("the memory of an array of records with objects is not given away")),
            Ok(_) => drop(raise::<PyBufferError>("the memory of an array of objects is not given away as bytes")),
            Err(error) => error.restore(py),
        }
        false
    }
}

/// Whether each item of a dtype that holds references is one reference and no more.
fn is_plain(dtype: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(dtype.getattr(pyo3::intern!(dtype.py(), "itemsize"))?.extract::<usize>()? == size_of::<*mut PyObject>())
}
