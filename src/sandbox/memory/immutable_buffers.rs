//! Arrays and images over memory that never changes (`bytes`, scalars of numpy): compiled functions of packages write into
//! arrays whatever their flags say (`overwrite_a=True` of `scipy.linalg`), and PIL's own objects into images. So what the
//! code makes over such memory lies over a copy of it.
#![allow(unsafe_code, reason = "functions of C code are wrapped, and buffers read")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyTypeMethods};

use crate::budget::numpy_memory::array_class;
use crate::cpython::api::types::has_buffer;
use crate::cpython::hooks::{newly_loaded, table, Method, VARARGS_KEYWORDS};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::sandboxed;

static FROM_BUFFER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static MAP_BUFFER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static NUMPY: AtomicBool = AtomicBool::new(false);
    static PILLOW: AtomicBool = AtomicBool::new(false);
    let array = from_buffer as ffi::PyCFunctionWithKeywords as *mut ();
    guard(py, &NUMPY, ("numpy", "frombuffer"), VARARGS_KEYWORDS, array, &FROM_BUFFER)?;
    let image = map_buffer as ffi::PyCFunction as *mut ();
    guard(py, &PILLOW, ("PIL._imaging", "map_buffer"), ffi::METH_VARARGS, image, &MAP_BUFFER)
}

fn guard(
    py: Python<'_>,
    done: &'static AtomicBool,
    (module, name): (&str, &str),
    convention: i32,
    this: *mut (),
    original: &AtomicPtr<()>,
) -> PyResult<()> {
    let Some(found) = newly_loaded(py, done, module, name)? else { return Ok(()) };
    let Some(method) = Method::of(&found.getattr(name)?).filter(|method| method.convention() == convention) else { return Ok(()) };
    original.store(method.function(), Ordering::Release);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::IMMUTABLE_BUFFERS) };
    Ok(())
}

/// Arguments, and those by name.
pub type Arguments<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// The arguments of a call, one of which (by its place or its name) is a buffer: a copy of it where it never changes.
///
/// # Safety
/// Attached, with a live tuple (or null) and dict (or null).
pub unsafe fn with_own_memory<'py>(
    (args, named): (*mut PyObject, *mut PyObject),
    place: usize,
    name: &str,
) -> PyResult<Option<Arguments<'py>>> {
    let py = attached();
    // SAFETY: as `# Safety` says, which the caller keeps.
    let args = match unsafe { Bound::from_borrowed_ptr_or_opt(py, args) } {
        Some(args) => args.cast_into::<PyTuple>()?,
        None => PyTuple::empty(py),
    };
    // SAFETY: as `# Safety` says, which the caller keeps.
    let named = unsafe { Bound::from_borrowed_ptr_or_opt(py, named).map(|named| named.cast_into::<PyDict>()).transpose()? };
    if let Ok(given) = args.get_item(place) {
        let Some(copy) = copy_of_constant(&given)? else { return Ok(None) };
        let all = args.iter().enumerate().map(|(n, arg)| if n == place { copy.clone().into_any() } else { arg });
        return Ok(Some((PyTuple::new(py, all.collect::<Vec<_>>())?, named)));
    }
    let Some(named) = named else { return Ok(None) };
    let Some(copy) = named.get_item(name)?.map(|given| copy_of_constant(&given)).transpose()?.flatten() else { return Ok(None) };
    let named = named.copy()?;
    named.set_item(name, copy)?;
    Ok(Some((args, Some(named))))
}

/// What a buffer that may not be written holds, in memory of its own. (Arrays say of their memory what they like: it is
/// that of an array, which was looked at when it was made.)
fn copy_of_constant<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    // SAFETY: live objects, attached.
    let is_array =
        array_class(given.py()).is_some_and(|class| unsafe { ffi::PyObject_TypeCheck(given.as_ptr(), class.as_type_ptr()) } != 0);
    if is_array || !has_buffer(given) {
        return Ok(None);
    }
    let mut view = ffi::Py_buffer::new();
    // SAFETY: a live object, attached, and a view to be filled.
    if unsafe { ffi::PyObject_GetBuffer(given.as_ptr(), &raw mut view, ffi::PyBUF_SIMPLE) } != 0 {
        // Whoever called says what is wrong with it.
        drop(PyErr::take(given.py()));
        return Ok(None);
    }
    let length = usize::try_from(view.len).unwrap_or(0);
    let copy = (view.readonly != 0 && length > 0).then(|| {
        // (Made empty and filled: texts of one byte there is but one of in the process.)
        PyBytes::new_with(given.py(), length, |to| {
            // SAFETY: a view of so many bytes, which lives until it is released; the copy is nobody else's.
            unsafe { ptr::copy_nonoverlapping(view.buf.cast::<u8>(), to.as_mut_ptr(), length) };
            Ok(())
        })
    });
    // SAFETY: filled before, released once.
    unsafe { ffi::PyBuffer_Release(&raw mut view) };
    copy.transpose()
}

unsafe extern "C" fn from_buffer(module: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with live objects; the original was stored before. So below.
    unsafe {
        let original: ffi::PyCFunctionWithKeywords = std::mem::transmute(FROM_BUFFER.load(Ordering::Acquire));
        if !sandboxed() {
            return original(module, args, named);
        }
        instead(args, named, (0, "buffer"), |args, named| original(module, args, named))
    }
}

unsafe extern "C" fn map_buffer(module: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        let original: ffi::PyCFunction = std::mem::transmute(MAP_BUFFER.load(Ordering::Acquire));
        if !sandboxed() {
            return original(module, args);
        }
        instead(args, ptr::null_mut(), (0, "data"), |args, _| original(module, args))
    }
}

/// Calls the original, with a copy where the buffer never changes.
///
/// # Safety
/// Attached, with a live tuple (or null) and dict (or null).
pub unsafe fn instead(
    args: *mut PyObject,
    named: *mut PyObject,
    (place, name): (usize, &str),
    original: impl Fn(*mut PyObject, *mut PyObject) -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let copied =
        panics::contained(None, || unsafe { with_own_memory((args, named), place, name).map_err(|error| error.restore(attached())).ok() });
    match copied {
        None => ptr::null_mut(),
        Some(None) => original(args, named),
        // (Both live until the call is over.)
        Some(Some((args, named))) => original(args.as_ptr(), named.as_ref().map_or(ptr::null_mut(), |named| named.as_ptr())),
    }
}
