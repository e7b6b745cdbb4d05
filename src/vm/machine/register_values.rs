//! Fast arms' view of values: registers, numbers, comparison, truth. Nothing here raises.
#![allow(unsafe_code, reason = "registers and objects are read by address")]

use std::mem::ManuallyDrop;

use pyo3::ffi::{self, PyObject};

use crate::cpython::layout;
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::operands::{BinOp, CmpOp};
use crate::sandbox::value_filter;
use crate::vm::machine::Machine;

/// What a fast arm made of its instruction when more than yes and no is needed.
pub(crate) enum Step {
    Done,
    /// Done, and the answer is no, or there is nothing more.
    End,
    /// Nothing was touched: left to `step`.
    Other,
    /// A native call failed; its error is in the indicator.
    Failed,
}

/// Overwrites a register that holds no object.
#[inline(always)]
pub(crate) unsafe fn put(place: *mut Value, tag: Tag, data: u64) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { (*place).tag = tag };
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { (*place).data = data };
}

/// Makes a register unset that holds no object, or whose object was taken.
#[inline(always)]
pub(crate) unsafe fn unset(place: *mut Value) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { (*place).tag = Tag::Unset };
}

/// Overwrites a register, dropping what it held after the new value is in place.
#[inline(always)]
pub(crate) unsafe fn set(place: *mut Value, tag: Tag, data: u64) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        let (old_tag, old) = ((*place).tag, (*place).data);
        put(place, tag, data);
        if old_tag == Tag::Object {
            release(old as *mut PyObject);
        }
    }
}

#[inline(always)]
pub(crate) unsafe fn release(p: *mut PyObject) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { ffi::Py_DECREF(p) };
}

/// Takes the words of a register, which is unset then. Two moves, which the compiler must not make one: it would
/// wait for the two writes that made the value.
#[inline(always)]
pub(crate) unsafe fn take_words(place: *mut Value) -> (Tag, u64) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let words = unsafe { ((&raw const (*place).tag).read_volatile(), (&raw const (*place).data).read_volatile()) };
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { unset(place) };
    words
}

/// Tag and payload of a reference of its own to a value; the tag may be unset.
#[inline(always)]
pub(crate) unsafe fn shared_words(from: *const Value) -> (Tag, u64) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let (tag, data) = unsafe { ((*from).tag, (*from).data) };
    if tag == Tag::Object {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        unsafe { ffi::Py_INCREF(data as *mut PyObject) };
    }
    (tag, data)
}

/// Puts an owned object (not null) into a register, unboxed if its kind is.
#[inline(always)]
pub(crate) unsafe fn set_owned(place: *mut Value, p: *mut PyObject) {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let value = unsafe { ManuallyDrop::new(Value::from_owned(p)) };
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { set(place, value.tag, value.data) };
}

/// Tag and payload of a borrowed object that the gate lets through unseen, with a reference of its own.
#[inline(always)]
pub(crate) unsafe fn admitted(m: &Machine, p: *mut PyObject) -> Option<(Tag, u64)> {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        let type_ = ffi::Py_TYPE(p);
        if type_ == &raw mut ffi::PyFloat_Type {
            let f = ffi::PyFloat_AS_DOUBLE(p);
            if !f.is_nan() {
                return Some((Tag::Float, f.to_bits()));
            }
        } else if type_ == &raw mut ffi::PyBool_Type {
            return Some((Tag::Bool, u64::from(p == ffi::Py_True())));
        } else if p == ffi::Py_None() {
            return Some((Tag::None, 0));
        } else {
            // Only lent to the gate: the reference is not ours.
            let value = ManuallyDrop::new(Value { tag: Tag::Object, data: p as u64 });
            if type_ != &raw mut ffi::PyLong_Type && !value_filter::passes(m, &value) {
                return None;
            }
        }
        ffi::Py_INCREF(p);
        Some((Tag::Object, p as u64))
    }
}

/// As `admitted`, of an owned object: the reference goes into the register, or is given up.
#[inline(always)]
pub(crate) unsafe fn set_admitted(m: &Machine, place: *mut Value, p: *mut PyObject) -> bool {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let value = unsafe { ManuallyDrop::new(Value::from_owned(p)) };
    if value.tag == Tag::Object && !value_filter::passes(m, &value) {
        return false;
    }
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { set(place, value.tag, value.data) };
    true
}

/// An int that arithmetic may take unboxed: unboxed already, or an exact int object of the machine's size.
#[inline(always)]
pub(crate) unsafe fn int(v: &Value) -> Option<i64> {
    if v.tag == Tag::Int {
        return Some(v.data as i64);
    }
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    if unsafe { v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyLong_Type } {
        let p = v.data as *mut PyObject;
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        return unsafe { layout::small_int(p).or_else(|| wide_int(p)) };
    }
    None
}

/// As `int`, but for ints that one look at the object does not tell.
#[inline(always)]
pub(crate) unsafe fn near_int(v: &Value) -> Option<i64> {
    if v.tag == Tag::Int {
        return Some(v.data as i64);
    }
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    if unsafe { v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyLong_Type } {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        return unsafe { layout::small_int(v.data as *mut PyObject) };
    }
    None
}

/// Value of an exact int object of more than one digit.
#[inline(never)]
unsafe fn wide_int(p: *mut PyObject) -> Option<i64> {
    /// Digits of the machine's largest numbers.
    const MACHINE_DIGITS: usize = 3;
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    if unsafe { layout::int_digits(p) } > MACHINE_DIGITS {
        return None;
    }
    let mut overflow = 0;
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(p, &mut overflow) };
    (overflow == 0).then_some(value)
}

pub(crate) enum Pair {
    Ints(i64, i64),
    Floats(f64, f64),
    Other,
}

/// Both operands as one kind of number; a small int next to a float becomes a float.
#[inline(always)]
pub(crate) unsafe fn pair(a: &Value, b: &Value) -> Pair {
    if a.tag == Tag::Int && b.tag == Tag::Int {
        return Pair::Ints(a.data as i64, b.data as i64);
    }
    if a.tag == Tag::Float && b.tag == Tag::Float {
        return Pair::Floats(f64::from_bits(a.data), f64::from_bits(b.data));
    }
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { mixed_pair(a, b) }
}

/// Integers of this size are exact as floats.
const EXACT: u64 = 1 << 53;

#[inline(always)]
pub(crate) unsafe fn mixed_pair(a: &Value, b: &Value) -> Pair {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        match (a.tag, b.tag) {
            (Tag::Float, _) => match int(b) {
                Some(i) if i.unsigned_abs() < EXACT => Pair::Floats(f64::from_bits(a.data), i as f64),
                _ => Pair::Other,
            },
            (_, Tag::Float) => match int(a) {
                Some(i) if i.unsigned_abs() < EXACT => Pair::Floats(i as f64, f64::from_bits(b.data)),
                _ => Pair::Other,
            },
            _ => match (int(a), int(b)) {
                (Some(x), Some(y)) => Pair::Ints(x, y),
                _ => Pair::Other,
            },
        }
    }
}

/// Result of a binary operation on unboxed numbers; `None` leaves it to `step`.
#[inline(always)]
pub(crate) unsafe fn arithmetic(op: BinOp, a: &Value, b: &Value) -> Option<(Tag, u64)> {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    match unsafe { pair(a, b) } {
        Pair::Ints(x, y) => ints(op, x, y),
        Pair::Floats(x, y) => {
            let f = match op {
                BinOp::Add => x + y,
                BinOp::Sub => x - y,
                BinOp::Mul => x * y,
                BinOp::Div if y != 0.0 => x / y,
                _ => return rare_floats(op, x, y),
            };
            // NaN is an object (see `Value`).
            (!f.is_nan()).then_some((Tag::Float, f.to_bits()))
        }
        Pair::Other => None,
    }
}

/// Powers, quotients and remainders of floats where no special case of theirs is met.
#[inline(never)]
fn rare_floats(op: BinOp, x: f64, y: f64) -> Option<(Tag, u64)> {
    let f = match op {
        // Finite, and no case of its own: the C library's function as in CPython.
        BinOp::Pow if x > 0.0 && x.is_finite() && y.is_finite() => x.powf(y),
        // Not known to the compiler to be two, or it would multiply, which rounds otherwise.
        BinOp::Pow if y == 2.0 && x != 0.0 && x.is_finite() => x.abs().powf(std::hint::black_box(y)),
        BinOp::Mod if y != 0.0 => {
            let rest = x % y;
            if rest == 0.0 {
                0f64.copysign(y)
            } else if (y < 0.0) != (rest < 0.0) {
                rest + y
            } else {
                rest
            }
        }
        _ => return None,
    };
    f.is_finite().then_some((Tag::Float, f.to_bits()))
}

#[inline(always)]
pub(crate) fn ints(op: BinOp, x: i64, y: i64) -> Option<(Tag, u64)> {
    let i = match op {
        BinOp::Add => x.checked_add(y)?,
        BinOp::Sub => x.checked_sub(y)?,
        BinOp::Mul => x.checked_mul(y)?,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::FloorDiv if y > 0 => x.div_euclid(y),
        BinOp::Mod if y > 0 => x.rem_euclid(y),
        BinOp::RShift if (0..64).contains(&y) => x >> y,
        BinOp::LShift if (0..32).contains(&y) && x.unsigned_abs() < 1 << 31 => x << y,
        BinOp::Pow if y == 2 => x.checked_mul(x)?,
        BinOp::Div if y != 0 && x.unsigned_abs() < EXACT && y.unsigned_abs() < EXACT => {
            return Some((Tag::Float, (x as f64 / y as f64).to_bits()));
        }
        _ => return None,
    };
    Some((Tag::Int, i as u64))
}

#[inline(always)]
pub(crate) unsafe fn comparison(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    if op as u8 <= CmpOp::Ge as u8 {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        return match unsafe { pair(a, b) } {
            Pair::Ints(x, y) => Some(order(op, x, y)),
            Pair::Floats(x, y) => Some(order(op, x, y)),
            // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
            Pair::Other => unsafe { texts(op, a, b).or_else(|| identity(op, a, b)) },
        };
    }
    match op {
        CmpOp::Is | CmpOp::IsNot => {
            let same = match (a.tag, b.tag) {
                (Tag::None, Tag::None) => true,
                (Tag::None, Tag::Object | Tag::Bool | Tag::Int | Tag::Float) => false,
                (Tag::Object | Tag::Bool | Tag::Int | Tag::Float, Tag::None) => false,
                (Tag::Object, Tag::Object) if a.data == b.data => true,
                (Tag::Bool, Tag::Bool) => a.data == b.data,
                _ => return None,
            };
            Some(same == (op == CmpOp::Is))
        }
        _ => None,
    }
}

/// Comparison of exact strings.
#[inline(always)]
unsafe fn texts(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        if !is_text(a) || !is_text(b) {
            return None;
        }
        let (x, y) = (a.ptr(), b.ptr());
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        if equality && (x == y || ffi::PyUnicode_GET_LENGTH(x) != ffi::PyUnicode_GET_LENGTH(y)) {
            return Some((x == y) == (op == CmpOp::Eq));
        }
        Some(order(op, ffi::PyUnicode_Compare(x, y), 0))
    }
}

/// `==` and `!=` of objects whose type compares by identity alone, and of None with anything of that kind.
#[inline(never)]
unsafe fn identity(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    let by_identity = |v: &Value| match v.tag {
        Tag::None => true,
        Tag::Object => {
            // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
            let compare = unsafe { (*ffi::Py_TYPE(v.ptr())).tp_richcompare.map(|f| f as usize) };
            // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
            unsafe { compare.is_none() || compare == ffi::PyBaseObject_Type.tp_richcompare.map(|f| f as usize) }
        }
        _ => false,
    };
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !by_identity(a) || !by_identity(b) {
        return None;
    }
    let same = a.tag == b.tag && a.data == b.data;
    Some(same == (op == CmpOp::Eq))
}

/// Writes an unboxed number into the number object `old` of the same kind, which only the place that is to get the
/// new value refers to: saves making an object and dropping the old one.
#[inline(always)]
pub(crate) unsafe fn renew(old: *mut PyObject, value: &Value) -> bool {
    match value.tag {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        Tag::Int => unsafe { layout::renew_int(old, value.data as i64) },
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        Tag::Float => unsafe { layout::renew_float(old, f64::from_bits(value.data)) },
        _ => false,
    }
}

/// Whether `v` is an exact str.
#[inline(always)]
pub(crate) unsafe fn is_text(v: &Value) -> bool {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyUnicode_Type }
}

/// Whether `v` is an exact dict.
#[inline(always)]
pub(crate) unsafe fn is_dict(v: &Value) -> bool {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyDict_Type }
}

/// Truth of the six comparisons for less, equal and greater: four bits each, in the order of `CmpOp`.
const ORDERS: u32 = 0b0110_0100_0101_0010_0011_0001;

/// Comparison of two values that are ordered (no NaN), without a jump.
#[inline(always)]
pub(crate) fn order<T: PartialOrd>(op: CmpOp, x: T, y: T) -> bool {
    let which = u32::from(x == y) | u32::from(x > y) << 1;
    ORDERS >> ((op as u32) << 2 | which) & 1 != 0
}

/// Truth of a value whose truth runs no code.
#[inline(always)]
pub(crate) unsafe fn truth(v: &Value) -> Option<bool> {
    if matches!(v.tag, Tag::Bool | Tag::Int) {
        return Some(v.data != 0);
    }
    if v.tag == Tag::None {
        return Some(false);
    }
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe { other_truth(v) }
}

#[inline(never)]
unsafe fn other_truth(v: &Value) -> Option<bool> {
    match v.tag {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        Tag::Object => match unsafe { length(v) } {
            // A subclass of dict may have a truth of its own.
            Some(n) => (!Ty::of(v).says_truth()).then_some(n != 0),
            // SAFETY: as above.
            None => unsafe { object_truth(v) },
        },
        Tag::Float => Some(f64::from_bits(v.data) != 0.0),
        _ => None,
    }
}

/// Truth of an exact int, and of an object whose type says nothing of truth or length: it is true.
unsafe fn object_truth(v: &Value) -> Option<bool> {
    let ty = Ty::of(v);
    if v.type_ptr() == &raw mut ffi::PyLong_Type {
        // SAFETY: REGISTERS; an exact int by its type.
        return Some(unsafe { layout::small_int(v.ptr()) } != Some(0));
    }
    (!ty.is_measured() && !ty.says_truth()).then_some(true)
}

/// Length of an exact list, tuple, str, set or range, and of what is measured as a dict is.
#[inline(always)]
pub(crate) unsafe fn length(v: &Value) -> Option<i64> {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        let p = v.ptr();
        if p.is_null() {
            return None;
        }
        let type_ = ffi::Py_TYPE(p);
        if type_ == &raw mut ffi::PyList_Type {
            Some(layout::list_items(p).1 as i64)
        } else if type_ == &raw mut ffi::PyTuple_Type {
            Some(layout::tuple_items(p).1 as i64)
        } else if type_ == &raw mut ffi::PyUnicode_Type {
            Some(ffi::PyUnicode_GET_LENGTH(p) as i64)
        } else if Ty::of(v).measures_as_dict() {
            Some(ffi::PyDict_Size(p) as i64)
        } else if type_ == &raw mut ffi::PySet_Type {
            Some(ffi::PySet_Size(p) as i64)
        } else if type_ == &raw mut ffi::PyRange_Type {
            range_length(p)
        } else {
            None
        }
    }
}

/// Length of an exact range, if it is an index.
#[inline(never)]
unsafe fn range_length(p: *mut PyObject) -> Option<i64> {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    let length = unsafe { ffi::PyObject_Size(p) };
    if length < 0 {
        // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
        unsafe { ffi::PyErr_Clear() };
        return None;
    }
    Some(length as i64)
}

/// Copies a value that is set; false when it is unset.
#[inline(always)]
pub(crate) unsafe fn copy(place: *mut Value, from: *const Value) -> bool {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        let (tag, data) = ((*from).tag, (*from).data);
        if tag == Tag::Unset {
            return false;
        }
        if tag == Tag::Object {
            ffi::Py_INCREF(data as *mut PyObject);
        }
        set(place, tag, data);
        true
    }
}

/// The value as an owned object; null (without an error) when there is no memory for one.
#[inline(always)]
pub(crate) unsafe fn boxed(v: &Value) -> *mut PyObject {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        // One by one, the most common first: a table of jumps is slower.
        let p = if v.tag == Tag::Object {
            v.data as *mut PyObject
        } else if matches!(v.tag, Tag::Int | Tag::Float) {
            return box_number(v);
        } else if v.tag == Tag::None {
            ffi::Py_None()
        } else if v.tag == Tag::Bool {
            if v.data != 0 {
                ffi::Py_True()
            } else {
                ffi::Py_False()
            }
        } else {
            return std::ptr::null_mut();
        };
        ffi::Py_INCREF(p);
        p
    }
}

#[inline(never)]
unsafe fn box_number(v: &Value) -> *mut PyObject {
    // SAFETY: REGISTERS; objects in them live, and are read as what their type says.
    unsafe {
        let p = match v.tag {
            Tag::Float => ffi::PyFloat_FromDouble(f64::from_bits(v.data)),
            _ => ffi::PyLong_FromLongLong(v.data as i64),
        };
        if p.is_null() {
            ffi::PyErr_Clear();
        }
        p
    }
}
