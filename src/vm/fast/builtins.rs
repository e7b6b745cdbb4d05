//! Fast arm of calls of builtins that need no objects made of their arguments: `abs`, `min`, `max`, `isinstance`,
//! `ord`, `chr`, `pow`, `issubclass`, and the classes of numbers and texts.
//!
//! Only what the builtin does without running any code is done here.
#![allow(unsafe_code, reason = "arguments are registers read by address")]

use std::ffi::c_ulong;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;

use crate::cpython::value::{attached, Tag, Value};
use crate::cpython::{api, layout};
use crate::front::bytecode::operands::{BinOp, CmpOp};
use crate::sandbox::builtins::guarded_version;
use crate::sandbox::memory::array_interfaces;
use crate::vm::machine::register_values::{comparison, int, is_text, shared_words, truth};
use crate::vm::ops::arithmetic;
use crate::vm::ops::format::float_text;

/// The functions that are known here, in the order of `NAMES`.
static FUNCTIONS: [AtomicPtr<PyObject>; NAMES.len()] = [const { AtomicPtr::new(std::ptr::null_mut()) }; NAMES.len()];
const NAMES: [&str; 8] = ["abs", "min", "max", "isinstance", "ord", "chr", "pow", "issubclass"];

/// Remembers the functions; called once at import. They are kept for ever.
pub fn init(py: Python<'_>) -> PyResult<()> {
    let builtins = py.import("builtins")?;
    for (name, place) in NAMES.into_iter().zip(&FUNCTIONS) {
        let raw = builtins.getattr(name)?;
        let seen = guarded_version(py, &raw)?.unwrap_or(raw);
        place.store(seen.into_ptr(), Ordering::Relaxed);
    }
    Ok(())
}

/// Tag and payload of what `callee` gives for the `n` arguments from `first`, with a reference of its own.
#[inline(always)]
pub(crate) unsafe fn call(callee: *mut PyObject, first: *const Value, n: usize) -> Option<(Tag, u64)> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if n == 0 || n > MOST {
            return None;
        }
        let type_ = ffi::Py_TYPE(callee);
        if type_ == &raw mut ffi::PyCFunction_Type {
            let which = FUNCTIONS.iter().position(|known| known.load(Ordering::Relaxed) == callee)?;
            return function(which, first, n);
        }
        if type_ == &raw mut ffi::PyType_Type && n == 1 {
            return convert(callee as *mut PyTypeObject, &*first);
        }
        None
    }
}

/// Most arguments of `min` and `max` that are looked at here.
const MOST: usize = 4;

#[inline(never)]
unsafe fn function(which: usize, first: *const Value, n: usize) -> Option<(Tag, u64)> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        match (which, n) {
            (0, 1) => absolute(&*first),
            (1, 2..) => extreme(CmpOp::Lt, first, n),
            (2, 2..) => extreme(CmpOp::Gt, first, n),
            (3, 2) => is_instance(type_of(&*first)?, (*first.add(1)).ptr()).map(|is| (Tag::Bool, u64::from(is))),
            (4, 1) => {
                let one = is_text(&*first) && ffi::PyUnicode_GET_LENGTH((*first).ptr()) == 1;
                one.then(|| (Tag::Int, u64::from(ffi::PyUnicode_ReadChar((*first).ptr(), 0))))
            }
            (5, 1) => {
                let code = int(&*first).filter(|i| (0..0x11_0000).contains(i))?;
                owned(ffi::PyUnicode_FromOrdinal(code as std::ffi::c_int))
            }
            (6, 2) => {
                let power = ManuallyDrop::new(arithmetic::numbers(BinOp::Pow, &*first, &*first.add(1))?);
                Some((power.tag, power.data))
            }
            (6, 3) => {
                let [x, y, n] = [int(&*first)?, int(&*first.add(1))?, int(&*first.add(2))?];
                arithmetic::power_modulo(x, y, n).map(|power| (Tag::Int, power as u64))
            }
            (7, 2) => {
                let (class, above) = ((*first).ptr(), (*first.add(1)).ptr());
                let plain = !class.is_null() && !above.is_null() && ffi::PyType_Check(class) != 0 && is_ordinary_class(above);
                plain.then(|| (Tag::Bool, u64::from(ffi::PyType_IsSubtype(class.cast(), above.cast()) != 0)))
            }
            _ => None,
        }
    }
}

/// Whether the class has the interpreter's own metaclass, so that no other one answers for it.
unsafe fn is_ordinary_class(class: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { ffi::Py_TYPE(class) == &raw mut ffi::PyType_Type }
}

unsafe fn absolute(v: &Value) -> Option<(Tag, u64)> {
    if v.tag == Tag::Float {
        return Some((Tag::Float, f64::from_bits(v.data).abs().to_bits()));
    }
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { Some((Tag::Int, int(v)?.checked_abs()? as u64)) }
}

/// The first of the values that no other one is `op`.
unsafe fn extreme(op: CmpOp, first: *const Value, n: usize) -> Option<(Tag, u64)> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let mut best = first;
        for i in 1..n {
            if comparison(op, &*first.add(i), &*best)? {
                best = first.add(i);
            }
        }
        Some(shared_words(&*best))
    }
}

unsafe fn type_of(v: &Value) -> Option<*mut PyTypeObject> {
    Some(match v.tag {
        Tag::Unset => return None,
        // SAFETY: ARMS; an object is read as what its type says.
        Tag::None => unsafe { ffi::Py_TYPE(ffi::Py_None()) },
        Tag::Bool => &raw mut ffi::PyBool_Type,
        Tag::Int => &raw mut ffi::PyLong_Type,
        Tag::Float => &raw mut ffi::PyFloat_Type,
        // SAFETY: ARMS; an object is read as what its type says.
        Tag::Object => unsafe { ffi::Py_TYPE(v.data as *mut PyObject) },
    })
}

/// Whether instances of `type_` are instances of `class`, or of one in the tuple; `None` where the class or the
/// instance may have a say.
unsafe fn is_instance(type_: *mut PyTypeObject, class: *mut PyObject) -> Option<bool> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if class.is_null() {
            return None;
        }
        if ffi::Py_TYPE(class) == &raw mut ffi::PyTuple_Type {
            let (items, count) = layout::tuple_items(class);
            for i in 0..count {
                let item = *items.add(i);
                if !is_ordinary_class(item) {
                    return None;
                }
                if is_instance(type_, item)? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        if !is_ordinary_class(class) {
            return None;
        }
        if ffi::PyType_IsSubtype(type_, class.cast()) != 0 {
            return Some(true);
        }
        // Others may claim another `__class__`.
        let says_itself =
            (*type_).tp_flags as c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0 && array_interfaces::is_ordinary((*type_).tp_getattro);
        says_itself.then_some(false)
    }
}

/// `int(v)`, `float(v)`, `str(v)`, `bool(v)`
#[inline(never)]
unsafe fn convert(class: *mut PyTypeObject, v: &Value) -> Option<(Tag, u64)> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        /// Beyond, an integer is not exactly a float.
        const EXACT: u64 = 1 << 53;
        if class == &raw mut ffi::PyLong_Type {
            return match v.tag {
                Tag::Int | Tag::Bool => Some((Tag::Int, v.data)),
                Tag::Float => {
                    let f = f64::from_bits(v.data);
                    (f.abs() < EXACT as f64).then_some((Tag::Int, f as i64 as u64))
                }
                _ => None,
            };
        }
        if class == &raw mut ffi::PyFloat_Type {
            if v.tag == Tag::Float {
                return Some((Tag::Float, v.data));
            }
            let i = int(v).filter(|i| i.unsigned_abs() <= EXACT)?;
            return Some((Tag::Float, (i as f64).to_bits()));
        }
        if class == &raw mut ffi::PyBool_Type {
            return truth(v).map(|is| (Tag::Bool, u64::from(is)));
        }
        if class == &raw mut ffi::PyUnicode_Type {
            let mut text = String::new();
            match v.tag {
                Tag::Int => api::push_int(&mut text, v.data as i64),
                Tag::Float => text = float_text(f64::from_bits(v.data)),
                Tag::Object if is_text(v) => return Some(shared_words(v)),
                _ => return None,
            }
            let made = ManuallyDrop::new(api::new_text(attached(), &text));
            return Some((made.tag, made.data));
        }
        None
    }
}

unsafe fn owned(p: *mut PyObject) -> Option<(Tag, u64)> {
    if p.is_null() {
        // SAFETY: ARMS; an object is read as what its type says.
        unsafe { ffi::PyErr_Clear() };
        return None;
    }
    Some((Tag::Object, p as u64))
}
