//! `rfind`, `rindex` and `rpartition` of strings and bytes: from the end the interpreter searches in a time that grows with the
//! product of both lengths, and nothing interrupts it. What is long is searched for by `fastexec/searches.py`, whoever calls.
#![allow(unsafe_code, reason = "methods of the interpreter's types are wrapped")]

use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyTuple};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{table, Method};
use crate::cpython::value::attached;
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

/// So many characters are compared in about a second.
const LONG: u64 = 1 << 31;
const NAMES: [&str; 3] = ["rfind", "rindex", "rpartition"];

type Plain = ffi::PyCFunction;
type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;

static METHODS: Originals = Originals::new();
static FOUND: [OnceLock<&str>; MOST] = [const { OnceLock::new() }; MOST];
static PLAINS: [Plain; MOST] = trampolines!(plain);
static ONES: [Plain; MOST] = trampolines!(one);
static FASTS: [Fast; MOST] = trampolines!(fast);

/// Wraps the methods, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    for class in [py.get_type::<PyString>(), py.get_type::<PyBytes>(), py.get_type::<PyByteArray>()] {
        for name in NAMES {
            if let Some(method) = Method::of(&class.getattr(name)?) {
                guard(method, name);
            }
        }
    }
    Ok(())
}

fn guard(method: Method, name: &'static str) {
    let flags = method.convention();
    let Some(number) = METHODS.keep(method.function()) else { return };
    let (Some(known), Some(plain), Some(one), Some(fast)) = (FOUND.get(number), PLAINS.get(number), ONES.get(number), FASTS.get(number))
    else {
        return;
    };
    let this = match flags {
        ffi::METH_VARARGS => *plain as *mut (),
        ffi::METH_O => *one as *mut (),
        ffi::METH_FASTCALL => *fast as *mut (),
        _ => return,
    };
    known.get_or_init(|| name);
    // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
    unsafe { method.exchange(this, &table::LONG_SEARCHES) };
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments, which are a tuple. So below.
    unsafe {
        if sandboxed() && ffi::PyTuple_GET_SIZE(args) > 0 && is_long(this, ffi::PyTuple_GET_ITEM(args, 0)) {
            return instead::<N>(this, || Ok(Bound::from_borrowed_ptr(attached(), args).cast_into::<PyTuple>()?));
        }
        let original: Plain = std::mem::transmute(METHODS.get::<N>());
        original(this, args)
    }
}

unsafe extern "C" fn one<const N: usize>(this: *mut PyObject, part: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `plain`; one object.
    unsafe {
        if sandboxed() && is_long(this, part) {
            return instead::<N>(this, || PyTuple::new(attached(), [Bound::from_borrowed_ptr(attached(), part)]));
        }
        let original: Plain = std::mem::transmute(METHODS.get::<N>());
        original(this, part)
    }
}

unsafe extern "C" fn fast<const N: usize>(this: *mut PyObject, args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: as in `plain`; so many objects in a row.
    unsafe {
        if sandboxed() && count > 0 && is_long(this, *args) {
            let row =
                || PyTuple::new(attached(), (0..count).map(|n| Bound::from_borrowed_ptr(attached(), *args.offset(n))).collect::<Vec<_>>());
            return instead::<N>(this, row);
        }
        let original: Fast = std::mem::transmute(METHODS.get::<N>());
        original(this, args, count)
    }
}

/// Whether both are strings, or bytes, so long that searching for one in the other may take a second.
///
/// # Safety
/// Attached, with live objects.
unsafe fn is_long(this: *mut PyObject, part: *mut PyObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps; the types tell what is asked for its length.
    unsafe {
        let is_bytes = |object| ffi::PyBytes_Check(object) != 0 || ffi::PyByteArray_Check(object) != 0;
        let is_text = |object| ffi::PyUnicode_Check(object) != 0;
        let length = |object| if is_text(object) { ffi::PyUnicode_GetLength(object) } else { ffi::Py_SIZE(object) };
        let product = || u64::try_from(length(this)).unwrap_or(0).saturating_mul(u64::try_from(length(part)).unwrap_or(0));
        (is_text(this) && is_text(part) || is_bytes(this) && is_bytes(part)) && product() >= LONG
    }
}

/// # Safety
/// Attached, with a live object.
unsafe fn instead<'py, const N: usize>(this: *mut PyObject, args: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    let this = unsafe { Bound::from_borrowed_ptr(attached(), this) };
    panics::contained(std::ptr::null_mut(), || {
        let search = || -> PyResult<Bound<'_, PyAny>> {
            let py = attached();
            let name = FOUND.get(N).and_then(OnceLock::get).copied().unwrap_or("rfind");
            let all = std::iter::once(this.clone()).chain(args()?.iter()).collect::<Vec<_>>();
            let searches = {
                let _own = HostScope::enter();
                py.import("fastexec.searches")?
            };
            searches.call_method1(name, PyTuple::new(py, all)?)
        };
        search().map_or_else(
            |error| {
                error.restore(attached());
                std::ptr::null_mut()
            },
            Bound::into_ptr,
        )
    })
}
