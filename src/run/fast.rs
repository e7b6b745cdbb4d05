//! Fast arms: common cases of common instructions, inlined into the loop.
//!
//! An arm either does the whole instruction and goes on, or touches nothing and leaves the instruction to
//! `step`. Nothing here raises. Switching the arms off (`set_enabled(false)`) changes speed only; the
//! differential tests run both ways.
#![allow(unsafe_code, reason = "the hot loop works on registers by address")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi::{self, PyObject};

use crate::lower::program::{BinOp, CmpOp, Instr, Reg, Rk, GLOBAL_REGISTERS};
use crate::run::cell;
use crate::run::frame::{Frame, FrameKind};
use crate::run::function;
use crate::run::handled;
use crate::run::layout;
use crate::run::machine::Machine;
use crate::run::stack::{self, Active};
use crate::run::value::{Tag, Value};

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Switches the fast arms on or off for the process (tests).
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
}

pub fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed) && layout::trusted()
}

/// Registers and constants of the running frame.
#[derive(Clone, Copy)]
struct View {
    regs: *mut Value,
    consts: *const Value,
}

impl View {
    #[inline(always)]
    unsafe fn rk<'a>(self, operand: Rk) -> &'a Value {
        let base = if operand.0 >= 0 { self.regs as *const Value } else { self.consts };
        &*base.offset(operand.0 as isize)
    }
    #[inline(always)]
    unsafe fn reg(self, r: Reg) -> *mut Value {
        self.regs.add(r.0 as usize)
    }
}

/// Overwrites a register that holds no object.
#[inline(always)]
unsafe fn put(place: *mut Value, tag: Tag, data: u64) {
    (*place).tag = tag;
    (*place).data = data;
}

/// Overwrites a register, dropping what it held after the new value is in place.
#[inline(always)]
unsafe fn set(place: *mut Value, tag: Tag, data: u64) {
    let (old_tag, old) = ((*place).tag, (*place).data);
    put(place, tag, data);
    if old_tag == Tag::Object {
        release(old as *mut PyObject);
    }
}

#[inline(always)]
unsafe fn release(p: *mut PyObject) {
    ffi::Py_DECREF(p);
}

/// Tag and payload for a borrowed object, as `Value::from_borrowed` gives them.
#[inline(always)]
unsafe fn words_of(p: *mut PyObject) -> (Tag, u64) {
    let value = Value::from_borrowed(p);
    let words = (value.tag, value.data);
    std::mem::forget(value);
    words
}

/// An int that arithmetic may take unboxed: unboxed already, or a small exact int object.
#[inline(always)]
unsafe fn int(v: &Value) -> Option<i64> {
    if v.tag == Tag::Int {
        return Some(v.data as i64);
    }
    if v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyLong_Type {
        return layout::small_int(v.data as *mut PyObject);
    }
    None
}

enum Pair {
    Ints(i64, i64),
    Floats(f64, f64),
    Other,
}

/// Both operands as one kind of number; a small int next to a float becomes a float.
#[inline(always)]
unsafe fn pair(a: &Value, b: &Value) -> Pair {
    if a.tag == Tag::Int && b.tag == Tag::Int {
        return Pair::Ints(a.data as i64, b.data as i64);
    }
    if a.tag == Tag::Float && b.tag == Tag::Float {
        return Pair::Floats(f64::from_bits(a.data), f64::from_bits(b.data));
    }
    mixed_pair(a, b)
}

/// Integers of this size are exact as floats.
const EXACT: u64 = 1 << 53;

#[inline(always)]
unsafe fn mixed_pair(a: &Value, b: &Value) -> Pair {
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

/// Result of a binary operation on unboxed numbers; `None` leaves it to `step`.
#[inline(always)]
unsafe fn arithmetic(op: BinOp, a: &Value, b: &Value) -> Option<(Tag, u64)> {
    match pair(a, b) {
        Pair::Ints(x, y) => ints(op, x, y),
        Pair::Floats(x, y) => {
            let f = match op {
                BinOp::Add => x + y,
                BinOp::Sub => x - y,
                BinOp::Mul => x * y,
                BinOp::Div if y != 0.0 => x / y,
                _ => return None,
            };
            // NaN is an object (see `Value`).
            (!f.is_nan()).then_some((Tag::Float, f.to_bits()))
        }
        Pair::Other => None,
    }
}

#[inline(always)]
fn ints(op: BinOp, x: i64, y: i64) -> Option<(Tag, u64)> {
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
        BinOp::Div if y != 0 && x.unsigned_abs() < EXACT && y.unsigned_abs() < EXACT => {
            return Some((Tag::Float, (x as f64 / y as f64).to_bits()));
        }
        _ => return None,
    };
    Some((Tag::Int, i as u64))
}

#[inline(always)]
unsafe fn comparison(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
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
            return Some(same == (op == CmpOp::Is));
        }
        CmpOp::In | CmpOp::NotIn => return None,
        _ => {}
    }
    Some(match pair(a, b) {
        Pair::Ints(x, y) => order(op, x, y),
        Pair::Floats(x, y) => order(op, x, y),
        Pair::Other => return None,
    })
}

#[inline(always)]
fn order<T: PartialOrd>(op: CmpOp, x: T, y: T) -> bool {
    match op {
        CmpOp::Lt => x < y,
        CmpOp::Le => x <= y,
        CmpOp::Eq => x == y,
        CmpOp::Ne => x != y,
        CmpOp::Gt => x > y,
        _ => x >= y,
    }
}

/// Truth of a value that is not an object.
#[inline(always)]
fn truth(v: &Value) -> Option<bool> {
    match v.tag {
        Tag::Bool | Tag::Int => Some(v.data != 0),
        Tag::None => Some(false),
        Tag::Float => Some(f64::from_bits(v.data) != 0.0),
        _ => None,
    }
}

/// Whether an object is of a kind that the gate lets through unseen.
#[inline(always)]
unsafe fn is_ordinary(p: *mut PyObject) -> bool {
    const ORDINARY: std::ffi::c_ulong = ffi::Py_TPFLAGS_LONG_SUBCLASS
        | ffi::Py_TPFLAGS_LIST_SUBCLASS
        | ffi::Py_TPFLAGS_TUPLE_SUBCLASS
        | ffi::Py_TPFLAGS_BYTES_SUBCLASS
        | ffi::Py_TPFLAGS_UNICODE_SUBCLASS;
    let type_ = ffi::Py_TYPE(p);
    (*type_).tp_flags as std::ffi::c_ulong & ORDINARY != 0 || type_ == &raw mut ffi::PyFloat_Type
}

/// Item of an exact list or tuple at an index within bounds, if the gate lets it through unseen.
#[inline(always)]
unsafe fn item(container: &Value, index: &Value) -> Option<*mut PyObject> {
    if container.tag != Tag::Object {
        return None;
    }
    let p = container.data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    let (items, length) = if type_ == &raw mut ffi::PyList_Type {
        layout::list_items(p)
    } else if type_ == &raw mut ffi::PyTuple_Type {
        layout::tuple_items(p)
    } else {
        return None;
    };
    let i = int(index)?;
    let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
    if (i as u64) >= length as u64 {
        return None;
    }
    let found = *items.add(i as usize);
    is_ordinary(found).then_some(found)
}

/// What a fast `for` step gave.
enum Step {
    Item(Tag, u64),
    Other,
}

/// Next item of a range or of an exact list or tuple. The end is left to `step`.
#[inline(always)]
unsafe fn next(it: *mut Value) -> Step {
    let second = it.add(1);
    if (*second).tag != Tag::Int {
        return Step::Other;
    }
    if (*it).tag == Tag::Int {
        let (current, stop, step) = ((*it).data as i64, (*second).data as i64, (*it.add(2)).data as i64);
        let more = if step > 0 { current < stop } else { current > stop };
        if !more {
            return Step::Other;
        }
        let Some(following) = current.checked_add(step) else { return Step::Other };
        (*it).data = following as u64;
        return Step::Item(Tag::Int, current as u64);
    }
    let p = (*it).data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    let (items, length) = if type_ == &raw mut ffi::PyList_Type {
        layout::list_items(p)
    } else if type_ == &raw mut ffi::PyTuple_Type {
        layout::tuple_items(p)
    } else {
        return Step::Other;
    };
    let index = (*second).data as usize;
    if index >= length {
        return Step::Other;
    }
    let found = *items.add(index);
    if !is_ordinary(found) {
        return Step::Other;
    }
    (*second).data = index as u64 + 1;
    let (tag, data) = words_of(found);
    Step::Item(tag, data)
}

/// Copies a value that is set; false when it is unset.
#[inline(always)]
unsafe fn copy(place: *mut Value, from: *const Value) -> bool {
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

/// Appends an object to an exact list that has room.
#[inline(always)]
unsafe fn append(list: &Value, value: &Value) -> bool {
    if list.tag != Tag::Object || value.tag != Tag::Object {
        return false;
    }
    let list = list.data as *mut ffi::PyListObject;
    if ffi::Py_TYPE(list as *mut PyObject) != &raw mut ffi::PyList_Type {
        return false;
    }
    let length = (*list).ob_base.ob_size;
    if length >= (*list).allocated {
        return false;
    }
    let object = value.data as *mut PyObject;
    ffi::Py_INCREF(object);
    *(*list).ob_item.offset(length) = object;
    (*list).ob_base.ob_size = length + 1;
    true
}

/// Runs instructions while a fast arm takes them; stops at the first that needs `step`.
#[inline(always)]
pub fn run(m: &Machine, a: &mut Active) {
    let mut pc = a.pc;
    let mut v = View { regs: a.regs, consts: a.consts };
    let globals = m.session.globals.base();
    macro_rules! next {
        () => {{
            pc = pc.add(1);
            continue;
        }};
    }
    macro_rules! jump {
        ($to:expr) => {{
            pc = pc.offset($to as isize);
            continue;
        }};
    }
    macro_rules! binary {
        ($op:expr, $d:expr, $a:expr, $b:expr) => {
            if let Some((tag, data)) = arithmetic($op, v.rk($a), v.rk($b)) {
                set(v.reg($d), tag, data);
                next!();
            }
        };
    }
    // SAFETY: REGISTERS (see `stack`) for every register and constant; `pc` stays inside the verified code;
    // objects in registers are live references; layouts are those that `layout::self_test` saw.
    unsafe {
        loop {
            match *pc {
                Instr::Charge { n } => {
                    let operations = m.operations.get().wrapping_add(i64::from(n));
                    if operations <= m.meter.bound() {
                        m.operations.set(operations);
                        next!();
                    }
                }
                Instr::Move { d, s } => {
                    if copy(v.reg(d), v.rk(s)) {
                        next!();
                    }
                }
                Instr::LoadConst { .. } => {}
                Instr::CheckBound { r } => {
                    if (*v.reg(r)).tag != Tag::Unset {
                        next!();
                    }
                }
                Instr::Clear { r } => {
                    set(v.reg(r), Tag::Unset, 0);
                    next!();
                }
                Instr::LoadGlobal { d, g } | Instr::LoadCallee { d, g } => {
                    if g < u32::from(GLOBAL_REGISTERS) && copy(v.reg(d), globals.add(g as usize)) {
                        next!();
                    }
                }
                Instr::Add { d, a: x, b } => binary!(BinOp::Add, d, x, b),
                Instr::Sub { d, a: x, b } => binary!(BinOp::Sub, d, x, b),
                Instr::Mul { d, a: x, b } => binary!(BinOp::Mul, d, x, b),
                Instr::Binary { op, d, a: x, b } => binary!(op, d, x, b),
                Instr::InPlace { op, d, a: x, b } => binary!(op, d, x, b),
                Instr::AddInt { d, a: x, i } => {
                    let x = v.rk(x);
                    if let Some(sum) = int(x).and_then(|x| x.checked_add(i64::from(i))) {
                        set(v.reg(d), Tag::Int, sum as u64);
                        next!();
                    } else if x.tag == Tag::Float {
                        let f = f64::from_bits(x.data) + f64::from(i);
                        set(v.reg(d), Tag::Float, f.to_bits());
                        next!();
                    }
                }
                Instr::Compare { op, d, a: x, b } => {
                    if let Some(result) = comparison(op, v.rk(x), v.rk(b)) {
                        set(v.reg(d), Tag::Bool, u64::from(result));
                        next!();
                    }
                }
                Instr::Jump { to } => jump!(to),
                Instr::JumpIfTrue { a: x, to } => match truth(v.rk(x)) {
                    Some(true) => jump!(to),
                    Some(false) => next!(),
                    None => {}
                },
                Instr::JumpIfFalse { a: x, to } => match truth(v.rk(x)) {
                    Some(false) => jump!(to),
                    Some(true) => next!(),
                    None => {}
                },
                Instr::JumpUnless { op, a: x, b, to } => match comparison(op, v.rk(x), v.rk(b)) {
                    Some(false) => jump!(to),
                    Some(true) => next!(),
                    None => {}
                },
                Instr::JumpWhen { op, a: x, b, to } => match comparison(op, v.rk(x), v.rk(b)) {
                    Some(true) => jump!(to),
                    Some(false) => next!(),
                    None => {}
                },
                Instr::LoopBack { r, to } => {
                    let counter = v.reg(r);
                    let count = (*counter).data as i64 + 1;
                    if (*counter).tag == Tag::Int && count <= m.while_cap.get() {
                        (*counter).data = count as u64;
                        jump!(to);
                    }
                }
                Instr::ForNext { d, it, to } => {
                    if let Step::Item(tag, data) = next(v.reg(it)) {
                        set(v.reg(d), tag, data);
                        jump!(to);
                    }
                }
                Instr::GetItem { d, a: x, b } => {
                    if let Some(found) = item(v.rk(x), v.rk(b)) {
                        let (tag, data) = words_of(found);
                        set(v.reg(d), tag, data);
                        next!();
                    }
                }
                Instr::ListAppend { l, v: x } => {
                    if append(&*v.reg(l), v.rk(x)) {
                        next!();
                    }
                }
                Instr::Call { n, d, b } => {
                    let place = v.reg(b);
                    if let Some(callee) = function::get(&*place) {
                        if let Some(entered) = enter(m, callee, place.add(1), pc, n as usize, d) {
                            let function = std::mem::replace(&mut *place, Value::UNSET);
                            m.frames.last_mut().function = function;
                            *a = entered;
                            pc = a.pc;
                            v = View { regs: a.regs, consts: a.consts };
                            continue;
                        }
                    }
                }
                Instr::CallMethod { n, d, b, ic } => {
                    let place = v.reg(b);
                    if let Some(method) = cached_method(a, &*place, ic) {
                        if let Some(callee) = function::get_raw(method) {
                            if let Some(entered) = enter(m, callee, place, pc, n as usize + 1, d) {
                                m.frames.last_mut().function = Value::from_borrowed(method);
                                *a = entered;
                                pc = a.pc;
                                v = View { regs: a.regs, consts: a.consts };
                                continue;
                            }
                        }
                    }
                }
                Instr::LoadMethod { b, ic } => {
                    let place = v.reg(b);
                    let receiver = place.add(1);
                    if (*receiver).tag == Tag::Unset {
                        if let Some(method) = cached_method(a, &*place, ic) {
                            ffi::Py_INCREF(method);
                            put(receiver, Tag::Object, (*place).data);
                            put(place, Tag::Object, method as u64);
                            next!();
                        }
                    }
                }
                Instr::CallLoaded { n, d, b } => {
                    let place = v.reg(b);
                    let receiver = place.add(1);
                    if (*receiver).tag != Tag::Unset {
                        if let Some(callee) = function::get(&*place) {
                            if let Some(entered) = enter(m, callee, receiver, pc, n as usize + 1, d) {
                                let function = std::mem::replace(&mut *place, Value::UNSET);
                                m.frames.last_mut().function = function;
                                *a = entered;
                                pc = a.pc;
                                v = View { regs: a.regs, consts: a.consts };
                                continue;
                            }
                        }
                    }
                }
                Instr::GetAttr { d, a: x, ic } => {
                    if let Some(found) = cached_attribute(a, v.rk(x), ic) {
                        let (tag, data) = words_of(found);
                        set(v.reg(d), tag, data);
                        next!();
                    }
                }
                Instr::Return { s } => {
                    if let Some(caller) = leave(m, v, s) {
                        *a = caller;
                        pc = a.pc;
                        v = View { regs: a.regs, consts: a.consts };
                        continue;
                    }
                }
                Instr::LoadFree { d, i } if !a.closure.is_null() => {
                    let content = cell::content(&*a.closure.add(i as usize));
                    if !content.is_null() && copy(v.reg(d), content) {
                        next!();
                    }
                }
                Instr::LoadCell { d, r } => {
                    let content = cell::content(&*v.reg(r));
                    if !content.is_null() && copy(v.reg(d), content) {
                        next!();
                    }
                }
                _ => {}
            }
            break;
        }
    }
    a.pc = pc;
}

/// Method that the site's cache knows for this object, borrowed; none for calls with keywords.
#[inline(always)]
unsafe fn cached_method(a: &Active, object: &Value, ic: u16) -> Option<*mut PyObject> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.linked().attrs.get(ic as usize)?;
    if site.keywords.is_some() {
        return None;
    }
    site.cache.method(object.data as *mut PyObject)
}

/// Attribute at the place that the site's cache knows, if the gate lets it through unseen.
#[inline(always)]
unsafe fn cached_attribute(a: &Active, object: &Value, ic: u16) -> Option<*mut PyObject> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.linked().attrs.get(ic as usize)?;
    let found = *site.cache.place(object.data as *mut PyObject)?;
    (!found.is_null() && is_ordinary(found)).then_some(found)
}

/// Pushes the frame of a plain sandboxed function called with exactly its positional arguments, which are
/// moved from register to register. The caller puts the function into the frame.
#[inline(always)]
unsafe fn enter(
    m: &Machine,
    callee: &function::Function,
    first: *mut Value,
    pc: *const Instr,
    n: usize,
    d: Reg,
) -> Option<Active> {
    let linked = &*callee.linked;
    let fits = linked.simple
        && linked.positional == n
        && !linked.suspends
        && std::ptr::eq(&*callee.session, &*m.session)
        && m.frames.len() < m.depth_cap.get();
    if !fits {
        return None;
    }
    let regs = m.stack.reserve(linked.registers)?;
    for i in 0..n {
        stack::transfer(regs.add(i), first.add(i));
    }
    let closure = if callee.closure.is_empty() { std::ptr::null() } else { callee.closure.as_ptr() };
    let active = Active { pc: linked.code.instrs.as_ptr(), regs, consts: linked.consts_end(), code: linked, closure };
    m.frames.last_mut().pc = pc;
    m.frames.push(Frame {
        pc: active.pc,
        regs,
        code: linked,
        closure,
        function: Value::UNSET,
        extra: Value::UNSET,
        handled_base: handled::height(m) as u32,
        return_to: d,
        kind: FrameKind::Call,
        on_stack: true,
    });
    Some(active)
}

/// Returns from a plain call: the value moves to the caller's register.
#[inline(always)]
unsafe fn leave(m: &Machine, v: View, s: Rk) -> Option<Active> {
    let frame = m.frames.last_mut();
    if frame.kind != FrameKind::Call || handled::height(m) > frame.handled_base as usize {
        return None;
    }
    let value = v.rk(s).clone();
    if value.is_unset() {
        return None;
    }
    let return_to = frame.return_to;
    let frame = m.frames.pop()?;
    let registers = (*frame.code).registers;
    stack::clear_registers(frame.regs, registers);
    m.stack.release(frame.regs);
    drop(frame);
    let caller = m.frames.last_mut();
    let active = Active {
        pc: caller.pc.add(1),
        regs: caller.regs,
        consts: (*caller.code).consts_end(),
        code: caller.code,
        closure: caller.closure,
    };
    let place = active.regs.add(return_to.0 as usize);
    set(place, value.tag, value.data);
    std::mem::forget(value);
    Some(active)
}
