//! Operators as the interpreter does them.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use pyo3::ffi;
use pyo3::prelude::*;

use crate::cpython::value::{Value, R};
use crate::front::bytecode::operands::BinOp;

/// `a op b` by the interpreter.
pub fn binary(op: BinOp, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> R<Value> {
    // SAFETY: ATTACHED; both operands are live; a result is a new reference or null with an exception.
    unsafe { Value::from_result(binary_raw(op, a.as_ptr(), b.as_ptr())) }
}

/// `a op b` by the interpreter: a new reference, or null with an exception.
///
/// # Safety
/// Both are live objects, and stay so.
pub unsafe fn binary_raw(op: BinOp, a: *mut ffi::PyObject, b: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: ATTACHED; as the caller promises.
    unsafe {
        match op {
            BinOp::Add => ffi::PyNumber_Add(a, b),
            BinOp::Sub => ffi::PyNumber_Subtract(a, b),
            BinOp::Mul => ffi::PyNumber_Multiply(a, b),
            BinOp::Div => ffi::PyNumber_TrueDivide(a, b),
            BinOp::FloorDiv => ffi::PyNumber_FloorDivide(a, b),
            BinOp::Mod => ffi::PyNumber_Remainder(a, b),
            BinOp::Pow => ffi::PyNumber_Power(a, b, ffi::Py_None()),
            BinOp::MatMul => ffi::PyNumber_MatrixMultiply(a, b),
            BinOp::And => ffi::PyNumber_And(a, b),
            BinOp::Or => ffi::PyNumber_Or(a, b),
            BinOp::Xor => ffi::PyNumber_Xor(a, b),
            BinOp::LShift => ffi::PyNumber_Lshift(a, b),
            BinOp::RShift => ffi::PyNumber_Rshift(a, b),
        }
    }
}

/// `a op= b` by the interpreter.
pub fn in_place(op: BinOp, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> R<Value> {
    // SAFETY: as in `binary`.
    unsafe { Value::from_result(in_place_raw(op, a.as_ptr(), b.as_ptr())) }
}

/// `a op= b` by the interpreter: a new reference, or null with an exception.
///
/// # Safety
/// Both are live objects, and stay so.
pub unsafe fn in_place_raw(op: BinOp, a: *mut ffi::PyObject, b: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: ATTACHED; as the caller promises.
    unsafe {
        match op {
            BinOp::Add => ffi::PyNumber_InPlaceAdd(a, b),
            BinOp::Sub => ffi::PyNumber_InPlaceSubtract(a, b),
            BinOp::Mul => ffi::PyNumber_InPlaceMultiply(a, b),
            BinOp::Div => ffi::PyNumber_InPlaceTrueDivide(a, b),
            BinOp::FloorDiv => ffi::PyNumber_InPlaceFloorDivide(a, b),
            BinOp::Mod => ffi::PyNumber_InPlaceRemainder(a, b),
            BinOp::Pow => ffi::PyNumber_InPlacePower(a, b, ffi::Py_None()),
            BinOp::MatMul => ffi::PyNumber_InPlaceMatrixMultiply(a, b),
            BinOp::And => ffi::PyNumber_InPlaceAnd(a, b),
            BinOp::Or => ffi::PyNumber_InPlaceOr(a, b),
            BinOp::Xor => ffi::PyNumber_InPlaceXor(a, b),
            BinOp::LShift => ffi::PyNumber_InPlaceLshift(a, b),
            BinOp::RShift => ffi::PyNumber_InPlaceRshift(a, b),
        }
    }
}

/// Whether the object's type has a numeric `+` (in either place).
pub fn adds_itself(value: &Value) -> bool {
    let ty = value.type_ptr();
    if ty.is_null() {
        return !value.is_unset() && !value.is_none();
    }
    // SAFETY: ATTACHED; the type of a live object; the method table is checked for null.
    unsafe {
        let table = (*ty).tp_as_number;
        !table.is_null() && ((*table).nb_add.is_some() || (*table).nb_inplace_add.is_some())
    }
}

/// `a op b` for the six rich comparisons.
pub fn rich_compare(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, op: i32) -> R<Value> {
    // SAFETY: ATTACHED; both live; `op` is one of CPython's six.
    unsafe { Value::from_result(ffi::PyObject_RichCompare(a.as_ptr(), b.as_ptr(), op)) }
}

/// `a op b` as the class of `a` alone says it; `None` if it says nothing (`NotImplemented`).
pub fn own_comparison(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, op: i32) -> R<Option<Value>> {
    // SAFETY: ATTACHED; both live; the slot is that of the first one's type; `op` is one of CPython's six.
    unsafe {
        let Some(compare) = (*ffi::Py_TYPE(a.as_ptr())).tp_richcompare else { return Ok(None) };
        let result = Value::from_result(compare(a.as_ptr(), b.as_ptr(), op))?;
        Ok((result.ptr() != ffi::Py_NotImplemented()).then_some(result))
    }
}
