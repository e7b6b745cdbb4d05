//! Fast arms: common cases of common instructions, inlined into the loop.
//!
//! An arm either does the whole instruction and goes on, or touches nothing and leaves the instruction to
//! `step`. Switching the arms off (`set_enabled(false)`) changes speed only; the
//! differential tests run both ways.
#![allow(unsafe_code, reason = "the hot loop works on registers by address")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;

use crate::lower::program::{BinOp, CmpOp, GlobalSlot, Instr, Rk, UnaryOp, GLOBAL_REGISTERS};
use crate::run::call;
use crate::run::cell;
use crate::run::fast_calls::{
    cached_keyword_method, cached_member, cached_method, construct, enter, enter_with_keywords, is_class, keyword_names, enter_bound, leave, leave_entry, Site,
};
use crate::run::fast_generators::{await_new, create, delegate, leave_generator, resume, yield_to_entry, yield_to_loop};
use crate::run::fast_native;
use crate::run::fast_items::{
    add_to_set, append, build, build_dict, cached_attribute, concatenate, contains, item, keyed_item, next, next_object, slice, start_loop, start_object_loop, start_range, store_attribute,
    store_in_dict, store_item, store_slice, unpack,
};
use crate::run::fast_special::{call_has_no_keywords, get_own_item, is_builtin, load_module_member, operator, set_own_item, super_method};
use crate::run::fast_values::{
    admitted, arithmetic, comparison, copy, int, length, put, set, shared_words, take_words, truth, Step,
};
use crate::run::fast_text;
use crate::run::frame::FrameKind;
use crate::run::function;
use crate::run::layout;
use crate::run::ops::format;
use crate::run::stack::Active;
use crate::run::types;
use crate::run::value::{Exc, Tag, Value};

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Switches the fast arms on or off for the process (tests).
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
}

#[inline(always)]
pub fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed) && layout::trusted()
}

/// Why the fast arms stopped.
pub enum Stopped {
    /// At an instruction that needs `step`.
    Step,
    /// At an instruction whose native call failed.
    Failed,
    /// The entry frame is done, with this value.
    Exit(Value),
}

/// Runs instructions while a fast arm takes them.
///
/// The loop keeps `pc`, the registers' address and `a` in machine registers and nothing else: what is at hand in `a`
/// in one load, or is done in a function of its own, leaves them there.
#[inline(never)]
pub fn run(a: &mut Active) -> Stopped {
    let mut pc = a.pc;
    let mut regs = a.regs;
    macro_rules! m {
        () => {
            (&*a.machine)
        };
    }
    macro_rules! reg {
        ($r:expr) => {
            regs.add($r.0 as usize)
        };
    }
    macro_rules! rk {
        ($operand:expr) => {
            operand(regs, a, $operand)
        };
    }
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
    // `a` stands in another frame now.
    macro_rules! switched {
        () => {{
            pc = a.pc;
            regs = a.regs;
            continue;
        }};
    }
    macro_rules! fail {
        () => {{
            a.pc = pc;
            return Stopped::Failed;
        }};
    }
    macro_rules! done {
        ($step:expr) => {
            match $step {
                Step::Done => next!(),
                Step::Failed => fail!(),
                Step::End | Step::Other => {}
            }
        };
    }
    // Calls the builtin in `place`, which is cleared, with arguments from `first`.
    macro_rules! native {
        ($place:expr, $first:expr, $n:expr, $d:expr) => {{
            m!().meter.set_place(pc as usize);
            let callee = (*$place).ptr();
            if !callee.is_null() {
                match fast_native::call(m!(), callee, $first, $n, reg!($d)) {
                    Step::Done => {
                        // The result may lie where the callee was.
                        if !std::ptr::eq(reg!($d), $place) {
                            set($place, Tag::Unset, 0);
                        }
                        next!();
                    }
                    Step::Failed => fail!(),
                    Step::End | Step::Other => {}
                }
            }
        }};
    }
    macro_rules! binary {
        ($op:expr, $d:expr, $a:expr, $b:expr) => {
            if let Some((tag, data)) = arithmetic($op, rk!($a), rk!($b)) {
                set(reg!($d), tag, data);
                next!();
            }
        };
    }
    macro_rules! branch {
        ($op:expr, $a:expr, $b:expr, $to:expr, $when:expr) => {
            if matches!($op, CmpOp::In | CmpOp::NotIn) {
                match contains(rk!($a), rk!($b)) {
                    Step::Done if $when == ($op == CmpOp::In) => jump!($to),
                    Step::End if $when == ($op == CmpOp::NotIn) => jump!($to),
                    Step::Done | Step::End => next!(),
                    Step::Failed => fail!(),
                    Step::Other => {}
                }
            } else {
                match comparison($op, rk!($a), rk!($b)) {
                    Some(result) if result == $when => jump!($to),
                    Some(_) => next!(),
                    None => {}
                }
            }
        };
    }
    macro_rules! site {
        ($d:expr) => {
            Site { pc, d: $d, kind: FrameKind::Call }
        };
    }
    // SAFETY: REGISTERS (see `stack`) for every register and constant; `pc` stays inside the verified code;
    // objects in registers are live references; layouts are those that `layout::self_test` saw.
    unsafe {
        loop {
            match *pc {
                Instr::Charge { n } => {
                    let operations = m!().operations.get().wrapping_add(i64::from(n));
                    if operations <= m!().meter.bound() {
                        m!().operations.set(operations);
                        next!();
                    }
                }
                Instr::Nop | Instr::StartGenerator => next!(),
                Instr::Move { d, s } => {
                    if copy(reg!(d), rk!(s)) {
                        next!();
                    }
                }
                Instr::Take { d, s } => {
                    let (tag, data) = take_words(reg!(s));
                    set(reg!(d), tag, data);
                    next!();
                }
                Instr::CheckBound { r } => {
                    if (*reg!(r)).tag != Tag::Unset {
                        next!();
                    }
                }
                Instr::Clear { r } => {
                    set(reg!(r), Tag::Unset, 0);
                    next!();
                }
                Instr::ClearRange { b, n } => {
                    for i in 0..n as usize {
                        set(reg!(b).add(i), Tag::Unset, 0);
                    }
                    next!();
                }
                Instr::LoadGlobal { d, g } | Instr::LoadCallee { d, g } => {
                    if g < u32::from(GLOBAL_REGISTERS) {
                        if copy(reg!(d), m!().globals.add(g as usize)) {
                            next!();
                        }
                        let fallback = m!().session.globals.fallback_place(GlobalSlot(g));
                        if !fallback.is_null() && copy(reg!(d), fallback) {
                            next!();
                        }
                    }
                }
                Instr::Add { d, a: x, b } => {
                    binary!(BinOp::Add, d, x, b);
                    if concatenate(rk!(x), rk!(b), reg!(d)) {
                        next!();
                    }
                    if operator(m!(), a, BinOp::Add, rk!(x), rk!(b), site!(d)) {
                        switched!();
                    }
                }
                Instr::Sub { d, a: x, b } => {
                    binary!(BinOp::Sub, d, x, b);
                    if operator(m!(), a, BinOp::Sub, rk!(x), rk!(b), site!(d)) {
                        switched!();
                    }
                }
                Instr::Mul { d, a: x, b } => {
                    binary!(BinOp::Mul, d, x, b);
                    if operator(m!(), a, BinOp::Mul, rk!(x), rk!(b), site!(d)) {
                        switched!();
                    }
                }
                Instr::Binary { op, d, a: x, b } => {
                    binary!(op, d, x, b);
                    if operator(m!(), a, op, rk!(x), rk!(b), site!(d)) {
                        switched!();
                    }
                }
                Instr::InPlace { op, d, a: x, b } => binary!(op, d, x, b),
                Instr::AddInt { d, a: x, i } => {
                    let x = rk!(x);
                    if let Some(sum) = int(x).and_then(|x| x.checked_add(i64::from(i))) {
                        set(reg!(d), Tag::Int, sum as u64);
                        next!();
                    } else if x.tag == Tag::Float {
                        let f = f64::from_bits(x.data) + f64::from(i);
                        set(reg!(d), Tag::Float, f.to_bits());
                        next!();
                    }
                }
                Instr::Unary { op, d, a: x } => {
                    let x = rk!(x);
                    match op {
                        UnaryOp::Not => {
                            if let Some(truth) = truth(x) {
                                set(reg!(d), Tag::Bool, u64::from(!truth));
                                next!();
                            }
                        }
                        UnaryOp::Neg if x.tag == Tag::Float => {
                            set(reg!(d), Tag::Float, (-f64::from_bits(x.data)).to_bits());
                            next!();
                        }
                        UnaryOp::Neg => {
                            if let Some(negative) = int(x).and_then(i64::checked_neg) {
                                set(reg!(d), Tag::Int, negative as u64);
                                next!();
                            }
                        }
                        _ => {}
                    }
                }
                Instr::Compare { op, d, a: x, b } => {
                    if matches!(op, CmpOp::In | CmpOp::NotIn) {
                        let found = match contains(rk!(x), rk!(b)) {
                            Step::Done => Some(op == CmpOp::In),
                            Step::End => Some(op == CmpOp::NotIn),
                            Step::Failed => fail!(),
                            Step::Other => None,
                        };
                        if let Some(found) = found {
                            set(reg!(d), Tag::Bool, u64::from(found));
                            next!();
                        }
                    } else if let Some(result) = comparison(op, rk!(x), rk!(b)) {
                        set(reg!(d), Tag::Bool, u64::from(result));
                        next!();
                    }
                }
                Instr::Jump { to } => jump!(to),
                Instr::JumpIfTrue { a: x, to } => match truth(rk!(x)) {
                    Some(true) => jump!(to),
                    Some(false) => next!(),
                    None => {}
                },
                Instr::JumpIfFalse { a: x, to } => match truth(rk!(x)) {
                    Some(false) => jump!(to),
                    Some(true) => next!(),
                    None => {}
                },
                Instr::JumpIfNone { a: x, to } => {
                    if rk!(x).tag == Tag::None {
                        jump!(to);
                    }
                    next!();
                }
                Instr::JumpIfNotNone { a: x, to } => {
                    if rk!(x).tag != Tag::None {
                        jump!(to);
                    }
                    next!();
                }
                Instr::JumpUnlessBuiltin { which, a: x, to } => {
                    if types::is_aggregate(rk!(x), which) {
                        next!();
                    }
                    jump!(to);
                }
                Instr::JumpUnless { op, a: x, b, to } => branch!(op, x, b, to, false),
                Instr::JumpWhen { op, a: x, b, to } => branch!(op, x, b, to, true),
                Instr::LoopBack { r, to } => {
                    let counter = reg!(r);
                    let count = (*counter).data as i64 + 1;
                    if (*counter).tag == Tag::Int && count <= m!().while_cap.get() {
                        (*counter).data = count as u64;
                        jump!(to);
                    }
                }
                Instr::GetIter { it, s } => {
                    if start_loop(reg!(it), rk!(s)) {
                        next!();
                    }
                    done!(start_object_loop(reg!(it), rk!(s)));
                }
                Instr::GetRange { n, it, b, g } => {
                    if is_builtin(m!(), g, types::range_type()) && start_range(reg!(it), reg!(b), n as usize) {
                        next!();
                    }
                }
                Instr::ForNext { d, it, to } => {
                    let source = reg!(it);
                    let mut step = next(m!(), source, reg!(d));
                    if matches!(step, Step::Other) {
                        if resume(m!(), a, source, pc, it) {
                            switched!();
                        }
                        step = next_object(m!(), source, reg!(d));
                    }
                    match step {
                        Step::Done => jump!(to),
                        Step::End => {
                            set(source, Tag::Unset, 0);
                            set(source.add(1), Tag::Unset, 0);
                            set(source.add(2), Tag::Unset, 0);
                            next!();
                        }
                        Step::Failed => fail!(),
                        Step::Other => {}
                    }
                }
                Instr::GetItem { d, a: x, b } => {
                    let (container, index) = (rk!(x), rk!(b));
                    let found = item(container, index);
                    if !found.is_null() {
                        if let Some((tag, data)) = admitted(m!(), found) {
                            set(reg!(d), tag, data);
                            next!();
                        }
                    } else {
                        done!(keyed_item(m!(), container, index, reg!(d)));
                        if get_own_item(m!(), a, container, index, site!(d)) {
                            switched!();
                        }
                    }
                }
                Instr::SetItem { a: x, b, v: y } => {
                    done!(store_item(rk!(x), rk!(b), rk!(y)));
                    if set_own_item(m!(), a, [rk!(x), rk!(b), rk!(y)], pc) {
                        switched!();
                    }
                }
                Instr::GetSlice { d, a: x, b } => {
                    let bounds = reg!(b);
                    if slice(rk!(x), bounds, reg!(d)) {
                        next!();
                    }
                }
                Instr::SetSlice { a: x, b, v: y } => {
                    let bounds = reg!(b);
                    if store_slice(rk!(x), bounds, rk!(y)) {
                        next!();
                    }
                }
                Instr::BuildTuple { d, b, n } => {
                    if build(reg!(b), n as usize, reg!(d), false) {
                        next!();
                    }
                }
                Instr::BuildList { d, b, n } => {
                    if build(reg!(b), n as usize, reg!(d), true) {
                        next!();
                    }
                }
                Instr::BuildDict { d, b, n } => done!(build_dict(reg!(b), n as usize, reg!(d))),
                Instr::SetAdd { l, v: x } => done!(add_to_set(&*reg!(l), rk!(x))),
                Instr::Format { conv, d, s } => {
                    if format::stays(conv, rk!(s)) && copy(reg!(d), rk!(s)) {
                        next!();
                    }
                }
                Instr::BuildStr { d, b, n } => {
                    if fast_text::join(reg!(b), n as usize, reg!(d)) {
                        next!();
                    }
                }
                Instr::ListAppend { l, v: x } => {
                    if append(&*reg!(l), rk!(x)) {
                        next!();
                    }
                }
                Instr::StoreGlobal { s, g } => {
                    let value = rk!(s).clone();
                    m!().session.globals.set(GlobalSlot(g), value);
                    next!();
                }
                Instr::DictInsert { m: map, k, v: y } => {
                    let dict = (*reg!(map)).ptr();
                    if !dict.is_null() && ffi::Py_TYPE(dict) == &raw mut ffi::PyDict_Type {
                        done!(store_in_dict(dict, rk!(k), rk!(y)));
                    }
                }
                Instr::Call { n, d, b } => {
                    let place = reg!(b);
                    if let Some(callee) = function::get(&*place) {
                        let function = (*place).data as *mut ffi::PyObject;
                        if enter(m!(), a, callee, function, place.add(1), n as usize, site!(d)) {
                            // The frame has the register's reference.
                            put(place, Tag::Unset, 0);
                            switched!();
                        }
                        done!(create(m!(), place, place.add(1), n as usize, reg!(d)));
                    } else if types::is_len(&*place) && n == 1 {
                        if let Some(length) = length(&*place.add(1)) {
                            set(place.add(1), Tag::Unset, 0);
                            set(place, Tag::Unset, 0);
                            set(reg!(d), Tag::Int, length as u64);
                            next!();
                        }
                    } else if (is_class(&*place) && construct(m!(), a, place, n as usize, std::ptr::null_mut(), site!(d)))
                        || enter_bound(m!(), a, place, n as usize, site!(d))
                    {
                        switched!();
                    }
                    native!(place, place.add(1), n as usize, d);
                    a.pc = pc;
                    match fast_native::call_tool(m!(), &*place, place.add(1), n as usize, reg!(d)) {
                        Step::Done => {
                            if !std::ptr::eq(reg!(d), place) {
                                set(place, Tag::Unset, 0);
                            }
                            next!();
                        }
                        Step::Failed => fail!(),
                        Step::End | Step::Other => {}
                    }
                }
                Instr::CallKw { n, d, b, k } => {
                    let place = reg!(b);
                    let names = keyword_names(a, k);
                    if !names.is_null() {
                        if function::is_function(&*place) {
                            let function = (*place).data as *mut ffi::PyObject;
                            if enter_with_keywords(m!(), a, function, place.add(1), n as usize, names, site!(d)) {
                                put(place, Tag::Unset, 0);
                                switched!();
                            }
                        } else if is_class(&*place) && construct(m!(), a, place, n as usize, names, site!(d)) {
                            switched!();
                        }
                    }
                }
                Instr::CallLoadedKw { n, d, b, k } => {
                    let place = reg!(b);
                    let receiver = place.add(1);
                    let names = keyword_names(a, k);
                    if !names.is_null() && (*receiver).tag != Tag::Unset && function::is_function(&*place) {
                        let function = (*place).data as *mut ffi::PyObject;
                        if enter_with_keywords(m!(), a, function, receiver, n as usize + 1, names, site!(d)) {
                            put(place, Tag::Unset, 0);
                            switched!();
                        }
                    }
                }
                Instr::CallMethod { n, d, b, ic } => {
                    let place = reg!(b);
                    if let Some((method, names)) = cached_keyword_method(a, &*place, ic) {
                        ffi::Py_INCREF(method);
                        if enter_with_keywords(m!(), a, method, place, n as usize + 1, names, site!(d)) {
                            switched!();
                        }
                        ffi::Py_DECREF(method);
                    }
                    if let Some(method) = cached_method(a, &*place, ic) {
                        if let Some(target) = function::get_raw(method) {
                            ffi::Py_INCREF(method);
                            if enter(m!(), a, target, method, place, n as usize + 1, site!(d)) {
                                switched!();
                            }
                            ffi::Py_DECREF(method);
                        } else if n == 1 && types::is_list_append(method) && append(&*place, &*place.add(1)) {
                            set(place.add(1), Tag::Unset, 0);
                            set(place, Tag::Unset, 0);
                            set(reg!(d), Tag::None, 0);
                            next!();
                        } else {
                            m!().meter.set_place(pc as usize);
                            // The object's class keeps the method, but the object may go with the arguments.
                            ffi::Py_INCREF(method);
                            let step = fast_native::call(m!(), method, place, n as usize + 1, reg!(d));
                            ffi::Py_DECREF(method);
                            done!(step);
                        }
                    } else {
                        if let Some((member, takes_class)) = cached_member(a, &*place, ic) {
                            if let Some(target) = function::get_raw(member) {
                                let (first, count) = if takes_class { (place, n as usize + 1) } else { (place.add(1), n as usize) };
                                ffi::Py_INCREF(member);
                                if enter(m!(), a, target, member, first, count, site!(d)) {
                                    set(place, Tag::Unset, 0);
                                    switched!();
                                }
                                ffi::Py_DECREF(member);
                            }
                        } else if call_has_no_keywords(a, ic) && load_module_member(m!(), a, &*place, ic, place) {
                            native!(place, place.add(1), n as usize, d);
                            a.pc = pc;
                            // Loaded already: what is left is a plain call.
                            match call::call_loaded(m!(), a, b, b.offset(1), n as usize, d) {
                                Ok(()) => switched!(),
                                Err(Exc) => fail!(),
                            }
                        }
                    }
                }
                Instr::LoadMethod { b, ic } => {
                    let place = reg!(b);
                    let receiver = place.add(1);
                    if let Some(method) = cached_method(a, &*place, ic) {
                        ffi::Py_INCREF(method);
                        let object = (*place).data;
                        put(place, Tag::Object, method as u64);
                        set(receiver, Tag::Object, object);
                        next!();
                    }
                    if let Some((member, takes_class)) = cached_member(a, &*place, ic) {
                        ffi::Py_INCREF(member);
                        if takes_class {
                            let class = (*place).data;
                            put(place, Tag::Object, member as u64);
                            set(receiver, Tag::Object, class);
                        } else {
                            set(receiver, Tag::Unset, 0);
                            set(place, Tag::Object, member as u64);
                        }
                        next!();
                    }
                    if load_module_member(m!(), a, &*place, ic, place) {
                        set(receiver, Tag::Unset, 0);
                        next!();
                    }
                }
                Instr::LoadSuper { b, ic, g } => {
                    if is_builtin(m!(), g, types::GUARDED_SUPER.load(Ordering::Relaxed)) {
                        let place = reg!(b);
                        if let Some(method) = super_method(a, &*place, &*place.add(1), ic) {
                            ffi::Py_INCREF(method);
                            set(place, Tag::Object, method as u64);
                            next!();
                        }
                    }
                }
                Instr::CallLoaded { n, d, b } => {
                    let place = reg!(b);
                    let mut first = place.add(1);
                    let mut count = n as usize + 1;
                    if (*first).tag == Tag::Unset {
                        first = first.add(1);
                        count -= 1;
                    }
                    if let Some(callee) = function::get(&*place) {
                        let function = (*place).data as *mut ffi::PyObject;
                        if enter(m!(), a, callee, function, first, count, site!(d)) {
                            put(place, Tag::Unset, 0);
                            switched!();
                        }
                        done!(create(m!(), place, first, count, reg!(d)));
                    } else {
                        if count == n as usize {
                            // No receiver was loaded: the callee goes next to its arguments.
                            let (tag, data) = take_words(place);
                            put(place.add(1), tag, data);
                            if enter_bound(m!(), a, place.add(1), count, site!(d)) {
                                switched!();
                            }
                            let (tag, data) = take_words(place.add(1));
                            put(place, tag, data);
                        }
                        native!(place, first, count, d);
                    }
                }
                Instr::GetAttr { d, a: x, ic } => {
                    let found = cached_attribute(a, rk!(x), ic);
                    if !found.is_null() {
                        if let Some((tag, data)) = admitted(m!(), found) {
                            set(reg!(d), tag, data);
                            next!();
                        }
                    } else if load_module_member(m!(), a, rk!(x), ic, reg!(d)) {
                        next!();
                    }
                }
                Instr::SetAttr { a: x, v: y, ic } => {
                    if store_attribute(a, rk!(x), ic, rk!(y)) {
                        next!();
                    }
                }
                Instr::Unpack { b, s, n } => {
                    if unpack(m!(), rk!(s), n as usize, reg!(b)) {
                        next!();
                    }
                }
                Instr::Yield { s, .. } => {
                    if yield_to_loop(m!(), a, pc, s) {
                        switched!();
                    }
                    if let Some(value) = yield_to_entry(m!(), a, pc, s) {
                        return Stopped::Exit(value);
                    }
                }
                Instr::Delegate { d, it } => {
                    if delegate(m!(), a, reg!(it), pc, d) {
                        switched!();
                    }
                }
                Instr::GetAwaitable { d, s, .. } => {
                    if await_new(rk!(s), reg!(d)) {
                        next!();
                    }
                }
                Instr::Return { s } => {
                    if leave(m!(), a, s) {
                        switched!();
                    }
                    if let Some(value) = leave_entry(m!(), a, s) {
                        return Stopped::Exit(value);
                    }
                    if leave_generator(m!(), a, s) {
                        switched!();
                    }
                }
                Instr::LoadFree { d, i } if !a.closure.is_null() => {
                    let content = cell::content(&*a.closure.add(i as usize));
                    if !content.is_null() && copy(reg!(d), content) {
                        next!();
                    }
                }
                Instr::StoreFree { i, s } if !a.closure.is_null() => {
                    let content = cell::content(&*a.closure.add(i as usize));
                    if !content.is_null() {
                        let (tag, data) = shared_words(rk!(s));
                        set(content.cast_mut(), tag, data);
                        next!();
                    }
                }
                Instr::LoadCell { d, r } => {
                    let content = cell::content(&*reg!(r));
                    if !content.is_null() && copy(reg!(d), content) {
                        next!();
                    }
                }
                Instr::StoreCell { r, s } => {
                    let content = cell::content(&*reg!(r));
                    if !content.is_null() {
                        let (tag, data) = shared_words(rk!(s));
                        set(content.cast_mut(), tag, data);
                        next!();
                    }
                }
                _ => {}
            }
            break;
        }
    }
    a.pc = pc;
    Stopped::Step
}

/// Register or constant of the running frame, whose registers are at `regs`.
#[inline(always)]
unsafe fn operand<'a>(regs: *mut Value, a: &Active, operand: Rk) -> &'a Value {
    let base = if operand.0 >= 0 { regs as *const Value } else { a.consts };
    &*base.offset(operand.0 as isize)
}
