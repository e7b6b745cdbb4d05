//! Waiting in C code on threads that no signal reaches: locks, `select`, joins. Library code waits there as well
//! (`Thread.join`, `Future.result`, event loops), so the methods themselves are wrapped: while sandboxed code runs
//! off the main thread, they wait in slices and look at the limits between those (`fastexec/slices.py`).
#![allow(unsafe_code, reason = "methods of the interpreter's types and functions are wrapped")]

use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, PyMethodDef, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::api;
use crate::cpython::hooks::{table, Method, FASTCALL_KEYWORDS, VARARGS_KEYWORDS};
use crate::cpython::once::Once;
use crate::session::{current, panics, scope};

/// Module, expression of what has the method in that module ("" for the module itself), name, and the function in
/// `fastexec/slices.py` that waits in its stead.
const WAITS: [(&str, &str, &str, &CStr); 14] = [
    ("_thread", "LockType", "acquire", c"acquire"),
    ("_thread", "LockType", "acquire_lock", c"acquire"),
    ("_thread", "LockType", "__enter__", c"enter"),
    ("_thread", "RLock", "acquire", c"acquire"),
    ("_thread", "RLock", "__enter__", c"enter"),
    ("_thread", "_ThreadHandle", "join", c"join"),
    ("select", "", "select", c"select"),
    ("select", "poll", "poll", c"poll"),
    ("select", "epoll", "poll", c"epoll"),
    ("posix", "", "waitpid", c"waitpid"),
    ("posix", "", "read", c"read"),
    ("_signal", "", "pause", c"pause"),
    ("_signal", "", "sigwait", c"sigwait"),
    ("_signal", "", "sigtimedwait", c"sigtimedwait"),
];

/// The methods as they were; leaked, never changed.
static ORIGINALS: [AtomicPtr<PyMethodDef>; WAITS.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; WAITS.len()];

/// `f` for every entry of the table.
macro_rules! every_entry {
    ($f:ident, $py:expr) => {{
        $f::<0>($py);
        $f::<1>($py);
        $f::<2>($py);
        $f::<3>($py);
        $f::<4>($py);
        $f::<5>($py);
        $f::<6>($py);
        $f::<7>($py);
        $f::<8>($py);
        $f::<9>($py);
        $f::<10>($py);
        $f::<11>($py);
        $f::<12>($py);
        $f::<13>($py);
    }};
}
/// Wraps the methods, once per process. What a platform or version does not have is left out.
pub fn install(py: Python<'_>) {
    every_entry!(wrap_one, py);
}

fn find<'py>(py: Python<'py>, module: &str, class: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let module = api::module(py, module)?;
    match class {
        "" => module.getattr(name),
        // Not the class but a function that makes one.
        "poll" => module.getattr(class)?.call0()?.get_type().getattr("__dict__")?.get_item(name),
        _ => module.getattr(class)?.getattr("__dict__")?.get_item(name),
    }
}

fn wrap_one<const N: usize>(py: Python<'_>) {
    let (module, class, name, _) = WAITS[N];
    let Ok(found) = find(py, module, class, name) else { return };
    let Some(method) = Method::of(&found) else { return };
    let wrapper = match method.convention() {
        VARARGS_KEYWORDS => with_keywords::<N> as WithKeywords as *mut (),
        ffi::METH_VARARGS => plain::<N> as ffi::PyCFunction as *mut (),
        ffi::METH_NOARGS => none::<N> as ffi::PyCFunction as *mut (),
        ffi::METH_O => one::<N> as ffi::PyCFunction as *mut (),
        ffi::METH_FASTCALL => fast::<N> as Fast as *mut (),
        FASTCALL_KEYWORDS => fast_with_keywords::<N> as FastWithKeywords as *mut (),
        _ => return,
    };
    if !ORIGINALS[N].load(Ordering::Acquire).is_null() || method.function() == wrapper {
        return;
    }
    ORIGINALS[N].store(method.keep(), Ordering::Release);
    // SAFETY: ATTACHED; the wrapper is one for these flags, and calls the function that was there before.
    unsafe { method.exchange(wrapper, &table::WAITS) };
}

type WithKeywords = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> *mut PyObject;
type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;
type FastWithKeywords = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

/// Whether the wait is one that must be cut into slices: sandboxed code runs here, and no signal reaches this thread.
#[inline]
fn in_slices() -> bool {
    scope::sandboxed() && current::with_current(|m| !m.interruptible).unwrap_or(false)
}

/// The functions of `fastexec/slices.py`. An import lock is one of the locks: nothing is imported on the way to one.
static HELPERS: Once<Py<PyAny>> = Once::new();

/// Takes the functions that wait.
#[pyfunction]
pub fn set_sliced_waits(functions: Bound<'_, PyAny>) {
    HELPERS.set(functions.py(), functions.unbind());
}

/// The lock, if it is free; null and no error if it is not. Most are.
unsafe fn at_once<const N: usize>(this: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED: what the wrapper was given.
    unsafe {
        static NO_WAIT: Once<Py<PyTuple>> = Once::new();
        const ACQUIRE: [usize; 5] = [0, 0, 0, 3, 3];
        let Some(acquire) = ACQUIRE.get(N).map(|n| ORIGINALS[*n].load(Ordering::Acquire)) else { return ptr::null_mut() };
        let py = crate::cpython::value::attached();
        let Ok(arguments) = NO_WAIT.get_or_make(py, || PyTuple::new(py, [false]).map(Bound::unbind)) else { return ptr::null_mut() };
        // SAFETY: stored by `wrap_one`; `acquire` takes a tuple and keywords in all supported versions (`wrap_one` would not
        // have wrapped another one, and the pointer is null then).
        if acquire.is_null() || (*acquire).ml_flags != ffi::METH_VARARGS | ffi::METH_KEYWORDS {
            return ptr::null_mut();
        }
        let taken = ((*acquire).ml_meth.PyCFunctionWithKeywords)(this, arguments.as_ptr(), ptr::null_mut());
        if taken == ffi::Py_True() {
            return taken;
        }
        ffi::Py_XDECREF(taken);
        if taken.is_null() {
            ffi::PyErr_Clear();
        }
        ptr::null_mut()
    }
}

/// The original of entry `N`.
unsafe fn original<const N: usize>() -> &'static PyMethodDef {
    // SAFETY: stored by `wrap_one` before the wrapper could be called, and leaked.
    unsafe { &*ORIGINALS[N].load(Ordering::Acquire) }
}

/// Calls the function that waits in slices, with the original, bound, before the arguments.
unsafe fn wait<const N: usize>(this: *mut PyObject, args: &[*mut PyObject], keywords: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED: what the wrapper was given.
    unsafe {
        if args.is_empty() && keywords.is_null() {
            let taken = at_once::<N>(this);
            if !taken.is_null() {
                return taken;
            }
        }
        panics::contained(ptr::null_mut(), || {
            let py = crate::cpython::value::attached();
            let call = || -> PyResult<Bound<'_, PyAny>> {
                let helper = HELPERS.get(py).ok_or_else(|| PyRuntimeError::new_err("fastexec is not imported"))?;
                let helper = helper.bind(py).get_item(WAITS[N].3.to_string_lossy())?;
                let bound =
                    Bound::from_owned_ptr_or_err(py, ffi::PyCFunction_NewEx(ORIGINALS[N].load(Ordering::Acquire), this, ptr::null_mut()))?;
                let given = args.iter().map(|arg| Bound::from_borrowed_ptr(py, *arg));
                let all = PyTuple::new(py, std::iter::once(bound).chain(given).collect::<Vec<_>>())?;
                Bound::from_owned_ptr_or_err(py, ffi::PyObject_Call(helper.as_ptr(), all.as_ptr(), keywords))
            };
            call().map_or_else(
                |error| {
                    error.restore(py);
                    ptr::null_mut()
                },
                Bound::into_ptr,
            )
        })
    }
}

unsafe fn items<'a>(tuple: *mut PyObject) -> &'a [*mut PyObject] {
    // SAFETY: the interpreter passes a tuple, whose items lie in one place and live as long as the call.
    let n = unsafe { ffi::PyTuple_GET_SIZE(tuple) };
    if n == 0 {
        return &[];
    }
    // SAFETY: CALLED: what the wrapper was given.
    unsafe {
        std::slice::from_raw_parts((&raw const (*(tuple as *mut ffi::PyTupleObject)).ob_item).cast(), usize::try_from(n).unwrap_or(0))
    }
}

unsafe extern "C" fn with_keywords<const N: usize>(this: *mut PyObject, args: *mut PyObject, keywords: *mut PyObject) -> *mut PyObject {
    if in_slices() {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { wait::<N>(this, items(args), keywords) };
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { (original::<N>().ml_meth.PyCFunctionWithKeywords)(this, args, keywords) }
}

unsafe extern "C" fn plain<const N: usize>(this: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    if in_slices() {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { wait::<N>(this, items(args), ptr::null_mut()) };
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { (original::<N>().ml_meth.PyCFunction)(this, args) }
}

unsafe extern "C" fn none<const N: usize>(this: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    if in_slices() {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { wait::<N>(this, &[], ptr::null_mut()) };
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { (original::<N>().ml_meth.PyCFunction)(this, ptr::null_mut()) }
}

unsafe extern "C" fn one<const N: usize>(this: *mut PyObject, arg: *mut PyObject) -> *mut PyObject {
    if in_slices() {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { wait::<N>(this, &[arg], ptr::null_mut()) };
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { (original::<N>().ml_meth.PyCFunction)(this, arg) }
}

unsafe extern "C" fn fast<const N: usize>(this: *mut PyObject, args: *const *mut PyObject, n: ffi::Py_ssize_t) -> *mut PyObject {
    if in_slices() && n >= 0 {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { wait::<N>(this, given(args, n as usize), ptr::null_mut()) };
    }
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { (original::<N>().ml_meth.PyCFunctionFast)(this, args.cast_mut(), n) }
}

unsafe extern "C" fn fast_with_keywords<const N: usize>(
    this: *mut PyObject,
    args: *const *mut PyObject,
    n: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        if in_slices() && n >= 0 {
            let n = n as usize;
            if names.is_null() {
                return wait::<N>(this, given(args, n), ptr::null_mut());
            }
            let keywords = ffi::PyDict_New();
            if keywords.is_null() {
                return ptr::null_mut();
            }
            for i in 0..ffi::PyTuple_GET_SIZE(names) {
                if ffi::PyDict_SetItem(keywords, ffi::PyTuple_GET_ITEM(names, i), *args.add(n + i as usize)) != 0 {
                    ffi::Py_DECREF(keywords);
                    return ptr::null_mut();
                }
            }
            let result = wait::<N>(this, given(args, n), keywords);
            ffi::Py_DECREF(keywords);
            return result;
        }
        (original::<N>().ml_meth.PyCFunctionFastWithKeywords)(this, args.cast_mut(), n, names)
    }
}

unsafe fn given<'a>(args: *const *mut PyObject, n: usize) -> &'a [*mut PyObject] {
    // SAFETY: the interpreter passes `n` arguments in one place, which live as long as the call.
    if n == 0 {
        &[]
    } else {
        // SAFETY: CALLED: what the wrapper was given.
        unsafe { std::slice::from_raw_parts(args, n) }
    }
}
