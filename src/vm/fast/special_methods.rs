//! Special methods of the code's own classes, entered in the loop instead of through the interpreter.
#![allow(unsafe_code, reason = "operands are registers read by address")]

use std::convert::Infallible;
use std::mem::ManuallyDrop;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cpython::once::Once;
use crate::cpython::value::{Tag, Value, R};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::operands::{BinOp, CmpOp, Reg, GLOBAL_REGISTERS};
use crate::front::policy::is_dunder;
use crate::sandbox::attributes::{self, access_functions};
use crate::sandbox::value_filter;
use crate::vm::call;
use crate::vm::fast::calls::{enter, enter_method, enter_special, enter_with_keywords};
use crate::vm::fast::frame_entry::Site;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::register_values::{int, set};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::function;

/// Whether the value is an instance of a class made by a `class` statement, of the code or of a library.
#[inline(always)]
unsafe fn is_instance(v: &Value) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        v.tag == Tag::Object && (*ffi::Py_TYPE(v.data as *mut ffi::PyObject)).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE != 0
    }
}

/// Enters the method `name` of the first operand, if that is of an own class which has it.
#[inline(always)]
pub(crate) unsafe fn enter_own(m: &Machine, a: &mut Active, name: *mut ffi::PyObject, operands: [*const Value; 3], site: Site) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe { is_instance(&*operands[0]) && enter_special(m, a, name, operands, site) }
}

/// Enters the left operand's method for `op`.
#[inline(always)]
pub(crate) unsafe fn operator(m: &Machine, a: &mut Active, op: BinOp, left: &Value, right: &Value, site: Site) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        is_instance(left)
            && operator_is_ours(left, right)
            && enter_special(m, a, method_name(m.py(), op), [left, right, std::ptr::null()], Site { kind: FrameKind::Operator, ..site })
    }
}

/// Whether nobody but the left operand's method is asked: the right one is of the same class, or a number and the left
/// one is none of the interpreter's, and the left one is no sequence of the interpreter's kind.
#[inline(never)]
unsafe fn operator_is_ours(left: &Value, right: &Value) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        let type_ = left.type_ptr();
        let sequence = (*type_).tp_as_sequence;
        let plain = sequence.is_null() || ((*sequence).sq_concat.is_none() && (*sequence).sq_repeat.is_none());
        let is_number = || right.tag == Tag::Float || right.tag == Tag::Bool || int(right).is_some();
        plain && (right.type_ptr() == type_ || is_number() && !derives_from_number(type_))
    }
}

/// Whether instances are numbers to the operators of `int` and `float`, which are asked when their own method knows no answer.
unsafe fn derives_from_number(type_: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: ARMS; a live class.
    unsafe {
        ffi::PyType_FastSubclass(type_, ffi::Py_TPFLAGS_LONG_SUBCLASS) != 0 || ffi::PyType_IsSubtype(type_, &raw mut ffi::PyFloat_Type) != 0
    }
}

/// Enters the left operand's method for the comparison `op`.
#[inline(always)]
pub(crate) unsafe fn comparison(m: &Machine, a: &mut Active, op: CmpOp, left: &Value, right: &Value, site: Site) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        (op as u8) < CmpOp::Is as u8
            && is_instance(left)
            && left_comes_first(left, right)
            && enter_special(m, a, comparison_name(m.py(), op), [left, right, std::ptr::null()], site)
    }
}

/// Whether the left operand is asked before the right one, which is there and of no subclass.
#[inline(never)]
unsafe fn left_comes_first(left: &Value, right: &Value) -> bool {
    let type_ = left.type_ptr();
    match right.tag {
        Tag::Unset => false,
        // SAFETY: ARMS; a method is entered with registers that were reserved for it.
        Tag::Object => unsafe { right.type_ptr() == type_ || ffi::PyType_IsSubtype(right.type_ptr(), type_) == 0 },
        _ => true,
    }
}

/// Interned names of the six comparisons' methods, by `CmpOp`; null for the others.
fn comparison_name(py: Python<'_>, op: CmpOp) -> *mut ffi::PyObject {
    static NAMES: Once<Vec<Py<PyString>>> = Once::new();
    const ALL: [CmpOp; 6] = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne, CmpOp::Gt, CmpOp::Ge];
    let made =
        || Ok::<_, Infallible>(ALL.iter().filter_map(|op| op.method()).map(|(name, _)| PyString::intern(py, name).unbind()).collect());
    let Ok(names) = NAMES.get_or_make(py, made);
    names.get(op as usize).map_or(std::ptr::null_mut(), Py::as_ptr)
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
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        is_instance(operands[0]) && operands.iter().all(|v| v.tag != Tag::Unset) && {
            let operands = operands.map(|v| v as *const Value);
            let site = Site { d: Reg(0), kind: FrameKind::Discard };
            enter_special(m, a, pyo3::intern!(m.py(), "__setitem__").as_ptr(), operands, site)
        }
    }
}

/// `place = holder.name` for what is called without keywords: a member of a module, or a method in C of a class.
#[inline(always)]
pub(crate) unsafe fn load_called_member(m: &Machine, a: &Active, holder: &Value, ic: u16, place: *mut Value) -> bool {
    let is_class = holder.type_ptr() == &raw mut ffi::PyType_Type;
    if !is_class && holder.type_ptr() != &raw mut ffi::PyModule_Type || !call_has_no_keywords(a, ic) {
        return false;
    }
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        if is_class {
            load_builtin_method(m, a, holder, ic, place)
        } else {
            load_module_member(m, a, holder, ic, place)
        }
    }
}

/// `place = class.name` for an attribute function of `object`, or a method in C (`tuple.__new__`, `dict.get`) that the door has let through before.
#[inline(never)]
unsafe fn load_builtin_method(m: &Machine, a: &Active, class: &Value, ic: u16, place: *mut Value) -> bool {
    // SAFETY: ARMS; what the cache knows is borrowed from the class, and referenced at once.
    unsafe {
        if let Some(guard) = access_functions::member_of_object(class, a.site(ic).name.bind(m.py())) {
            let guard = ManuallyDrop::new(guard);
            set(place, guard.tag, guard.data);
            return true;
        }
        let found = a.site(ic).cache.member(class.ptr());
        let kinds = [&raw mut ffi::PyCFunction_Type, &raw mut ffi::PyMethodDescr_Type, &raw mut ffi::PyWrapperDescr_Type];
        if found.is_null() || !kinds.contains(&ffi::Py_TYPE(found)) {
            return false;
        }
        match value_filter::admit(m, Value::from_borrowed(found)) {
            Ok(method) => {
                let method = ManuallyDrop::new(method);
                set(place, method.tag, method.data);
                true
            }
            Err(_) => {
                ffi::PyErr_Clear();
                false
            }
        }
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
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe { set(place, found.tag, found.data) };
    true
}

/// Enters the `__call__` of an own class, whose instance is in `place`, with the `n` arguments that follow, the last of
/// them named by `names` if that is not null.
#[inline(always)]
pub(crate) unsafe fn call_instance(
    m: &Machine,
    a: &mut Active,
    place: *mut Value,
    n: usize,
    names: *mut ffi::PyObject,
    site: Site,
) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        if !is_instance(&*place) {
            return false;
        }
        let Some(method) = call::own_method(m, &*place, pyo3::intern!(m.py(), "__call__").as_ptr()) else { return false };
        let Some(callee) = function::get_raw(method) else { return false };
        ffi::Py_INCREF(method);
        let entered = if names.is_null() {
            enter(m, a, callee, method, place, n + 1, site)
        } else {
            enter_with_keywords(m, a, method, place, n + 1, names, site)
        };
        if !entered {
            ffi::Py_DECREF(method);
        }
        entered
    }
}

/// Enters the getter of the property, or the `__get__` of the descriptor, that the site knows for this object.
#[inline(always)]
pub(crate) unsafe fn read_attribute(m: &Machine, a: &mut Active, object: &Value, ic: u16, site: Site) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        if !is_instance(object) {
            return false;
        }
        let Some(getter) = a.site(ic).cache.property_getter(object.data as *mut ffi::PyObject) else {
            return read_descriptor(m, a, object, ic, site);
        };
        enter_method(m, a, getter, [object, std::ptr::null(), std::ptr::null()], site)
    }
}

/// Enters the `__get__` of the descriptor that the site knows for this object, with the object and its class.
/// (A field that a descriptor reads: 4,190 machine instructions through the interpreter, 710 so.)
#[inline(never)]
unsafe fn read_descriptor(m: &Machine, a: &mut Active, object: &Value, ic: u16, site: Site) -> bool {
    // SAFETY: ARMS; the object is alive, and its type and the descriptor with it, until they are referenced.
    unsafe {
        let Some(descriptor) = a.site(ic).cache.descriptor(object.ptr(), true) else { return false };
        let (descriptor, class) = (Value::from_borrowed(descriptor), Value::from_borrowed(object.type_ptr().cast()));
        enter_special(m, a, pyo3::intern!(m.py(), "__get__").as_ptr(), [&raw const descriptor, object, &raw const class], site)
    }
}

/// Enters the `__set__` of the descriptor that the site knows for this object.
unsafe fn set_by_descriptor(m: &Machine, a: &mut Active, object: &Value, ic: u16, value: &Value) -> bool {
    // SAFETY: as in `read_descriptor`.
    unsafe {
        let Some(descriptor) = a.site(ic).cache.descriptor(object.ptr(), false) else { return false };
        let descriptor = Value::from_borrowed(descriptor);
        enter_special(m, a, pyo3::intern!(m.py(), "__set__").as_ptr(), [&raw const descriptor, object, value], DISCARD)
    }
}

/// Enters the `__getattr__` of an own class whose instance does not have the attribute, as the site knows.
pub(crate) unsafe fn ask_hook(m: &Machine, a: &mut Active, object: &Value, ic: u16, site: Site) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        if !is_instance(object) {
            return false;
        }
        let name = a.site(ic).name.clone_ref(m.py());
        let Some(hook) = a.site(ic).cache.hook(object.ptr(), name.as_ptr()) else { return false };
        let name = Value::from_bound(name.into_bound(m.py()).into_any());
        enter_method(m, a, hook, [object, &name, std::ptr::null()], site)
    }
}

/// Enters what sets the attribute: the setter of a property, the `__set__` of a descriptor, or the `__setattr__` of an own class. (A callable
/// of a library is given as what stands for it: not here.)
/// `a.x = a.x + 1`: 2,440 instructions through the interpreter, 1,150 so.
pub(crate) unsafe fn set_attribute(m: &Machine, a: &mut Active, object: &Value, ic: u16, value: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !object.is_object() || value.is_unset() || is_callable(value) {
            return false;
        }
        match a.site(ic).cache.property_setter(object.ptr()) {
            Some(setter) => enter_method(m, a, setter, [object, value, std::ptr::null()], DISCARD),
            None => set_by_descriptor(m, a, object, ic, value) || set_by_hook(m, a, object, ic, value),
        }
    }
}

unsafe fn is_callable(v: &Value) -> bool {
    let type_ = v.type_ptr();
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { !type_.is_null() && (*type_).tp_call.is_some() }
}

/// Nobody wants what a setter gives.
const DISCARD: Site = Site { d: Reg(0), kind: FrameKind::Discard };

/// Enters the `__setattr__` of an own class with the object, the name of the site and the value.
unsafe fn set_by_hook(m: &Machine, a: &mut Active, object: &Value, ic: u16, value: &Value) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe {
        // (Classes, and special names, are for the door.)
        let ready = is_instance(object) && ffi::PyType_Check(object.ptr()) == 0;
        let name = a.site(ic).name.bind(m.py());
        if !ready || name.to_str().is_ok_and(is_dunder) {
            return false;
        }
        let name = Value::from_bound(name.clone().into_any());
        let operands = [object, &name, value].map(|v| v as *const Value);
        enter_special(m, a, pyo3::intern!(m.py(), "__setattr__").as_ptr(), operands, DISCARD)
    }
}

/// What the interpreter gives where the door called the attribute plain, and the site knows that it is computed.
pub(crate) fn ask_interpreter(m: &Machine, a: &Active, object: &Value, ic: u16) -> Option<R<Value>> {
    let site = a.site(ic);
    let asked = object.is_object() && site.cache.is_asked(object.ptr());
    asked.then(|| attributes::plain(m, object, site.name.bind(m.py())))
}

fn call_has_no_keywords(a: &Active, ic: u16) -> bool {
    a.site(ic).keywords.is_none()
}

/// Whether the global in slot `g` is unbound and stands for this builtin.
#[inline(always)]
pub(crate) unsafe fn is_builtin(m: &Machine, g: u16, builtin: *mut ffi::PyObject) -> bool {
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    if unsafe { g >= GLOBAL_REGISTERS || (*m.globals.add(g as usize)).tag != Tag::Unset } {
        return false;
    }
    let fallback = m.session.globals.fallback_place(GlobalSlot(u32::from(g)));
    // SAFETY: ARMS; a method is entered with registers that were reserved for it.
    unsafe { !fallback.is_null() && (*fallback).ptr() == builtin && !builtin.is_null() }
}

/// Puts what `super(class, receiver).name` finds where the class is, if the site knows; class and receiver lie in registers from
/// `place`. The receiver stays for a method, and goes for `__new__`.
#[inline(always)]
pub(crate) unsafe fn load_super_method(a: &Active, place: *mut Value, ic: u16) -> bool {
    // SAFETY: ARMS; what the cache knows is borrowed from a class, and referenced at once.
    unsafe {
        let (class, receiver) = (&*place, &*place.add(1));
        if class.tag != Tag::Object || receiver.tag != Tag::Object {
            return false;
        }
        let cache = &a.site(ic).cache;
        let method = cache.super_method(class.ptr(), receiver.ptr());
        let new = method.is_none().then(|| cache.super_new(class.ptr(), receiver.ptr())).flatten();
        let Some(found) = method.or(new) else { return false };
        ffi::Py_INCREF(found);
        set(place, Tag::Object, found as u64);
        if new.is_some() {
            set(place.add(1), Tag::Unset, 0);
        }
        true
    }
}
