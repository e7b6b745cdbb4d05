//! Fast arms of whole containers: comparing them, and the operators of sets.
#![allow(unsafe_code, reason = "operands are registers read by address")]

use std::ffi::c_int;

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::operands::{BinOp, CmpOp};
use crate::session::abort;
use crate::vm::machine::register_values::{set_owned, Step};
use crate::vm::machine::Machine;

/// `a op b` of two containers of the interpreter's own types, where the result is a bool. `Done` and `End` are true
/// and false.
#[inline(never)]
pub(crate) unsafe fn compare_containers(m: &Machine, op: CmpOp, a: &Value, b: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if a.tag != Tag::Object || b.tag != Tag::Object {
            return Step::Other;
        }
        let same = a.type_ptr() == b.type_ptr();
        let (list, tuple, dict) = (&raw mut ffi::PyList_Type, &raw mut ffi::PyTuple_Type, &raw mut ffi::PyDict_Type);
        let equality = same && matches!(op, CmpOp::Eq | CmpOp::Ne) && [list, tuple, dict].contains(&a.type_ptr());
        // (`is` and `in` are no comparisons of what is in them.)
        let sets = op as u8 <= CmpOp::Ge as u8 && is_set(a) && is_set(b);
        if !(equality || sets) {
            return Step::Other;
        }
        let Some(compare) = (*a.type_ptr()).tp_richcompare else { return Step::Other };
        let result = held(a.ptr(), b.ptr(), |a, b| compare(a, b, op as c_int));
        if m.aborting.get() || result.is_null() {
            return failed(m, result);
        }
        let holds = result == ffi::Py_True();
        ffi::Py_DECREF(result);
        if holds {
            Step::Done
        } else {
            Step::End
        }
    }
}

/// `d = a op b` of two exact sets or frozensets.
#[inline(never)]
pub(crate) unsafe fn combine(m: &Machine, op: BinOp, a: &Value, b: &Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !is_set(a) || !is_set(b) {
            return Step::Other;
        }
        let numbers = &*(*a.type_ptr()).tp_as_number;
        let operator = match op {
            BinOp::Sub => numbers.nb_subtract,
            BinOp::And => numbers.nb_and,
            BinOp::Or => numbers.nb_or,
            BinOp::Xor => numbers.nb_xor,
            _ => None,
        };
        let Some(operator) = operator else { return Step::Other };
        let result = held(a.ptr(), b.ptr(), |a, b| operator(a, b));
        if m.aborting.get() || result.is_null() {
            return failed(m, result);
        }
        // A new set of what was in sets.
        set_owned(d, result);
        Step::Done
    }
}

/// Calls `operation` while both operands are held: items may run code when they are compared.
#[inline(always)]
unsafe fn held(a: *mut PyObject, b: *mut PyObject, operation: impl FnOnce(*mut PyObject, *mut PyObject) -> *mut PyObject) -> *mut PyObject {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        ffi::Py_INCREF(a);
        ffi::Py_INCREF(b);
        let result = operation(a, b);
        ffi::Py_DECREF(a);
        ffi::Py_DECREF(b);
        result
    }
}

#[cold]
pub(crate) unsafe fn failed(m: &Machine, result: *mut PyObject) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { ffi::Py_XDECREF(result) };
    if m.aborting.get() {
        let _ = abort::carry(m);
    }
    Step::Failed
}

/// Whether it is an exact set or frozenset.
#[inline(always)]
unsafe fn is_set(v: &Value) -> bool {
    v.tag == Tag::Object && {
        // SAFETY: ARMS; an object is read as what its type says.
        let type_ = unsafe { ffi::Py_TYPE(v.data as *mut PyObject) };
        type_ == &raw mut ffi::PySet_Type || type_ == &raw mut ffi::PyFrozenSet_Type
    }
}
