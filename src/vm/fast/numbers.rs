//! Fast arm of numbers that are no machine numbers: large ints, complex ones, and what they meet. (`y = x * x; z = y + x` of
//! numbers of 64 bits: 3,540 instructions without it, 1,720 with it.)
#![allow(unsafe_code, reason = "operands are registers read by address")]

use pyo3::ffi::{self, PyObject};

use crate::budget::sizes::SMALL_BITS;
use crate::cpython::value::{Tag, Value};
use crate::cpython::{api, layout};
use crate::front::bytecode::operands::BinOp;
use crate::vm::fast::sets::failed;
use crate::vm::machine::register_values::{boxed, set_owned, Step};
use crate::vm::machine::Machine;

const BITS_PER_DIGIT: u64 = 30;

/// `d = a op b` of two numbers of the interpreter's own types, where no estimate of the result is needed.
#[inline(never)]
pub(crate) unsafe fn combine(m: &Machine, op: BinOp, a: &Value, b: &Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { operate(m, op, a, b, d, api::binary_raw) }
}

/// As `combine`, for `d op= b`, which names itself in what it says of numbers that do not go together.
#[inline(never)]
pub(crate) unsafe fn combine_in_place(m: &Machine, op: BinOp, a: &Value, b: &Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { operate(m, op, a, b, d, api::in_place_raw) }
}

type Operation = unsafe fn(BinOp, *mut PyObject, *mut PyObject) -> *mut PyObject;

#[inline(always)]
unsafe fn operate(m: &Machine, op: BinOp, a: &Value, b: &Value, d: *mut Value, operation: Operation) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (Some(x), Some(y)) = (bits(a), bits(b)) else { return Step::Other };
        if may_be_large(op, x, y) {
            return Step::Other;
        }
        // Held: a signal's handler may change the registers.
        let (left, right) = (boxed(a), boxed(b));
        if left.is_null() || right.is_null() {
            ffi::Py_XDECREF(left);
            ffi::Py_XDECREF(right);
            return Step::Other;
        }
        let result = operation(op, left, right);
        ffi::Py_DECREF(left);
        ffi::Py_DECREF(right);
        if result.is_null() || m.aborting.get() {
            return failed(m, result);
        }
        set_owned(d, result);
        Step::Done
    }
}

/// How many bits an int has at most (0 for numbers of other kinds); `None` for what is no number of the interpreter's own types.
unsafe fn bits(v: &Value) -> Option<u64> {
    match v.tag {
        Tag::Int => Some(64),
        Tag::Bool => Some(1),
        Tag::Float => Some(0),
        Tag::Object => {
            let p = v.data as *mut PyObject;
            // SAFETY: ARMS; an object is read as what its type says.
            unsafe {
                let class = ffi::Py_TYPE(p);
                if class == &raw mut ffi::PyLong_Type {
                    Some(layout::int_digits(p) as u64 * BITS_PER_DIGIT)
                } else {
                    (class == &raw mut ffi::PyComplex_Type || class == &raw mut ffi::PyFloat_Type).then_some(0)
                }
            }
        }
        _ => None,
    }
}

/// Whether the result, or the time that it takes, has to be estimated first: for operands of `x` and `y` bits.
fn may_be_large(op: BinOp, x: u64, y: u64) -> bool {
    match op {
        BinOp::MatMul => true,
        BinOp::Mul | BinOp::FloorDiv | BinOp::Mod => x.saturating_add(y) > SMALL_BITS,
        BinOp::LShift | BinOp::Pow => x > 0 && y > 0,
        _ => false,
    }
}
