//! Fast arms of exceptions: raising an instance, matching it with a class, the stack of handled ones.
#![allow(unsafe_code, reason = "classes are compared by address")]

use std::ffi::c_ulong;

use pyo3::ffi;

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::operands::{Reg, Rk};
use crate::vm::machine::exc_stack;
use crate::vm::machine::register_values::{set, Step};
use crate::vm::machine::registers::Active;

/// Raises an exception instance.
#[inline(never)]
pub(crate) unsafe fn raise(a: &Active, s: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let p = a.get(s).ptr();
        if p.is_null() || ffi::PyExceptionInstance_Check(p) == 0 {
            return Step::Other;
        }
        ffi::Py_INCREF(p);
        ffi::PyErr_SetObject(ffi::Py_TYPE(p).cast(), p);
        ffi::Py_DECREF(p);
        Step::Failed
    }
}

/// Whether `except` with one class takes the exception.
#[inline(never)]
pub(crate) unsafe fn matches(a: &mut Active, d: Reg, e: Reg, class: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (exception, class) = ((*a.place(e)).ptr(), a.get(class).ptr());
        if exception.is_null()
            || class.is_null()
            || ffi::PyExceptionClass_Check(class) == 0
            || ffi::PyExceptionInstance_Check(exception) == 0
        {
            return Step::Other;
        }
        let is_one = ffi::PyType_IsSubtype(ffi::Py_TYPE(exception), class.cast()) != 0;
        set(a.place(d), Tag::Bool, u64::from(is_one));
        a.advance(1);
        Step::Done
    }
}

/// A `finally` clause is entered without an exception.
#[inline(never)]
pub(crate) unsafe fn push_none(a: &mut Active) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { exc_stack::push(&*a.machine, Value::NONE) };
    a.advance(1);
    Step::Done
}

/// Leaves a `finally` clause or a handler.
#[inline(never)]
pub(crate) unsafe fn pop(a: &mut Active, depth: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    let m = unsafe { &*a.machine };
    exc_stack::cut(m, exc_stack::base(m) + depth as usize);
    if m.aborting.get() {
        // A finaliser met the limit: `step` says so.
        return Step::Other;
    }
    a.advance(1);
    Step::Done
}

/// Whether calling the class runs nothing but C code: it makes and initialises its instances as `Exception` does.
#[inline(always)]
pub(crate) unsafe fn is_plain_class(callee: *mut ffi::PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    if unsafe { ffi::Py_TYPE(callee) != &raw mut ffi::PyType_Type } {
        return false;
    }
    // SAFETY: ARMS; an object is read as what its type says.
    let (class, base) = unsafe { (&*(callee as *mut ffi::PyTypeObject), &*(ffi::PyExc_Exception as *mut ffi::PyTypeObject)) };
    class.tp_flags as c_ulong & ffi::Py_TPFLAGS_BASE_EXC_SUBCLASS != 0
        && class.tp_new.map(|f| f as usize) == base.tp_new.map(|f| f as usize)
        && class.tp_init.map(|f| f as usize) == base.tp_init.map(|f| f as usize)
}
