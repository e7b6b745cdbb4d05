//! The stack of handled exceptions, and the interpreter's view of its top (`sys.exc_info()`, implicit
//! `__context__`).
#![allow(unsafe_code, reason = "the thread's handled exception has no safe interface")]

use pyo3::ffi;

use crate::cpython::value::{attached, Value};
use crate::vm::machine::Machine;

/// Pushes `exception` (or None) and makes it what the interpreter sees.
pub fn push(m: &Machine, exception: Value) {
    let shown = !exception.is_none();
    if shown {
        show(&exception);
    }
    m.handled.borrow_mut().push(exception);
}

/// Number of entries.
#[inline(always)]
pub fn height(m: &Machine) -> usize {
    // SAFETY: read of the length only; no reference is kept and nobody writes meanwhile (one thread).
    unsafe { (*m.handled.as_ptr()).len() }
}

/// Height under the active frame.
pub fn base(m: &Machine) -> usize {
    m.frames.top(|f| f.handled_base as usize).unwrap_or(0)
}

/// Cuts the stack back to `height`.
#[inline(always)]
pub fn cut(m: &Machine, height: usize) {
    if self::height(m) > height {
        cut_slow(m, height);
    }
}

#[inline(never)]
fn cut_slow(m: &Machine, height: usize) {
    if self::height(m) == height + 1 {
        let top = m.handled.borrow_mut().pop();
        show(&current(m).unwrap_or(Value::NONE));
        if let Some(exception) = &top {
            m.drop_note(exception);
        }
        return drop(top);
    }
    let dropped: Vec<Value> = m.handled.borrow_mut().split_off(height);
    show(&current(m).unwrap_or(Value::NONE));
    for exception in &dropped {
        m.drop_note(exception);
    }
    drop(dropped);
}

/// Takes the entries above `height`, for a generator that suspends.
pub fn take_above(m: &Machine, height: usize) -> Vec<Value> {
    if m.handled.borrow().len() <= height {
        return Vec::new();
    }
    let taken = m.handled.borrow_mut().split_off(height);
    show(&current(m).unwrap_or(Value::NONE));
    taken
}

/// Puts entries back, for a generator that resumes.
pub fn put_back(m: &Machine, entries: Vec<Value>) {
    for entry in entries {
        push(m, entry);
    }
}

/// The innermost exception that is being handled.
pub fn current(m: &Machine) -> Option<Value> {
    m.handled.borrow().iter().rev().find(|v| !v.is_none()).cloned()
}

/// Makes `exception` (or none) the thread's handled exception.
pub fn show(exception: &Value) {
    let p = exception.ptr();
    // SAFETY: ATTACHED; `p` is null or a live exception instance; both functions take their own
    // references (3.11) or get them here (3.10).
    unsafe {
        #[cfg(Py_3_11)]
        {
            let none_or_exception = if p.is_null() { ffi::Py_None() } else { p };
            ffi::PyErr_SetHandledException(none_or_exception);
        }
        #[cfg(not(Py_3_11))]
        {
            if p.is_null() {
                ffi::PyErr_SetExcInfo(std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut());
            } else {
                let class = ffi::Py_TYPE(p) as *mut ffi::PyObject;
                ffi::Py_INCREF(class);
                ffi::Py_INCREF(p);
                // (`sys.exc_info()` does not ask the exception for it, as it does since 3.11.)
                ffi::PyErr_SetExcInfo(class, p, ffi::PyException_GetTraceback(p));
            }
        }
    }
}

/// The thread's handled exception, to be shown again when the run is over.
pub fn outer() -> Value {
    let _py = attached();
    // SAFETY: ATTACHED; new references are handed over (or null).
    unsafe {
        #[cfg(Py_3_11)]
        {
            let p = ffi::PyErr_GetHandledException();
            if p.is_null() {
                return Value::NONE;
            }
            Value::from_owned(p)
        }
        #[cfg(not(Py_3_11))]
        {
            let (mut class, mut value, mut trace) = (std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut());
            ffi::PyErr_GetExcInfo(&mut class, &mut value, &mut trace);
            ffi::Py_XDECREF(class);
            ffi::Py_XDECREF(trace);
            if value.is_null() {
                return Value::NONE;
            }
            Value::from_owned(value)
        }
    }
}
