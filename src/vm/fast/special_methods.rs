//! Special methods of the code's own classes, entered in the loop instead of through the interpreter.
#![allow(unsafe_code, reason = "operands are registers read by address")]

use std::convert::Infallible;
use std::mem::ManuallyDrop;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::once::Once;
use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::operands::{BinOp, Reg, GLOBAL_REGISTERS};
use crate::sandbox::attributes;
use crate::vm::fast::calls::{enter_special, Site};
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::register_values::{int, set};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;

/// Whether the value is an instance of a class made by a `class` statement, of the code or of a library.
#[inline(always)]
unsafe fn is_instance(v: &Value) -> bool {
    v.tag == Tag::Object && (*ffi::Py_TYPE(v.data as *mut ffi::PyObject)).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE != 0
}

/// Enters the left operand's method for `op`.
#[inline(always)]
pub(crate) unsafe fn operator(m: &Machine, a: &mut Active, op: BinOp, left: &Value, right: &Value, site: Site) -> bool {
    is_instance(left)
        && operator_is_ours(left, right)
        && enter_special(m, a, method_name(m.py(), op), [left, right, std::ptr::null()], Site { kind: FrameKind::Operator, ..site })
}

/// Whether nobody but the left operand's method is asked: the right one is of the same class or a number, and the
/// left one is no sequence of the interpreter's kind.
#[inline(never)]
unsafe fn operator_is_ours(left: &Value, right: &Value) -> bool {
    let type_ = left.type_ptr();
    let sequence = (*type_).tp_as_sequence;
    let plain = sequence.is_null() || ((*sequence).sq_concat.is_none() && (*sequence).sq_repeat.is_none());
    plain && (right.type_ptr() == type_ || right.tag == Tag::Float || right.tag == Tag::Bool || int(right).is_some())
}

/// Interned names of the operators' methods, by `BinOp`.
fn method_name(py: Python<'_>, op: BinOp) -> *mut ffi::PyObject {
    static NAMES: Once<Vec<Py<PyString>>> = Once::new();
    const ALL: [BinOp; 13] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::FloorDiv,
        BinOp::Mod,
        BinOp::Pow,
        BinOp::MatMul,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::LShift,
        BinOp::RShift,
    ];
    let made = || Ok::<_, Infallible>(ALL.iter().map(|op| PyString::intern(py, op.method()).unbind()).collect());
    let Ok(names) = NAMES.get_or_make(py, made);
    names.get(op as usize).map_or(std::ptr::null_mut(), Py::as_ptr)
}

/// Enters the `__setitem__` of an own class with container, index and value.
#[inline(always)]
pub(crate) unsafe fn set_own_item(m: &Machine, a: &mut Active, operands: [&Value; 3]) -> bool {
    is_instance(operands[0]) && operands.iter().all(|v| v.tag != Tag::Unset) && {
        let operands = operands.map(|v| v as *const Value);
        let site = Site { d: Reg(0), kind: FrameKind::Discard };
        enter_special(m, a, pyo3::intern!(m.py(), "__setitem__").as_ptr(), operands, site)
    }
}

/// `place = module.name` for a member that the door has let through before.
#[inline(never)]
pub(crate) unsafe fn load_module_member(m: &Machine, a: &Active, module: &Value, ic: u16, place: *mut Value) -> bool {
    if module.type_ptr() != &raw mut ffi::PyModule_Type {
        return false;
    }
    let site = a.site(ic);
    let Some(module) = module.as_object() else { return false };
    let Some(found) = attributes::known_module_member(m, &module, site.name.bind(m.py())) else { return false };
    let found = ManuallyDrop::new(found);
    set(place, found.tag, found.data);
    true
}

pub(crate) fn call_has_no_keywords(a: &Active, ic: u16) -> bool {
    a.site(ic).keywords.is_none()
}

/// Whether the global in slot `g` is unbound and stands for this builtin.
#[inline(always)]
pub(crate) unsafe fn is_builtin(m: &Machine, g: u16, builtin: *mut ffi::PyObject) -> bool {
    if g >= GLOBAL_REGISTERS || (*m.globals.add(g as usize)).tag != Tag::Unset {
        return false;
    }
    let fallback = m.session.globals.fallback_place(GlobalSlot(u32::from(g)));
    !fallback.is_null() && (*fallback).ptr() == builtin && !builtin.is_null()
}

/// Method that the site knows for `super()` from `class` with this receiver, borrowed.
#[inline(always)]
pub(crate) unsafe fn super_method(a: &Active, class: &Value, receiver: &Value, ic: u16) -> Option<*mut ffi::PyObject> {
    if class.tag != Tag::Object || receiver.tag != Tag::Object {
        return None;
    }
    a.site(ic).cache.super_method(class.ptr(), receiver.ptr())
}
