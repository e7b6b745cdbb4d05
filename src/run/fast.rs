//! Fast arms: common cases of common instructions, inlined into the loop.
//!
//! An arm either does the whole instruction and goes on, or touches nothing and leaves the instruction to
//! `step`. Switching the arms off (`set_enabled(false)`) changes speed only; the
//! differential tests run both ways.
#![allow(unsafe_code, reason = "the hot loop works on registers by address")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;

use crate::lower::program::{BinOp, Instr, GLOBAL_REGISTERS};
use crate::lower::program::GlobalSlot;
use crate::run::call;
use crate::run::cell;
use crate::run::fast_calls::{cached_method, construct, enter, leave, resume, yield_to_loop};
use crate::run::fast_values::{
    append, arithmetic, cached_attribute, comparison, copy, dict_item, int, item, length, next, put, set, store_attribute,
    store_item, truth, unpack, words_of, Step, View,
};
use crate::run::function;
use crate::run::layout;
use crate::run::machine::Machine;
use crate::run::stack::Active;
use crate::run::types;
use crate::run::value::{Tag, Value, R};

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Switches the fast arms on or off for the process (tests).
pub fn set_enabled(on: bool) {
    ENABLED.store(on, Ordering::Relaxed);
}

pub fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed) && layout::trusted()
}

/// Runs instructions while a fast arm takes them; stops at the first that needs `step`. Errors are those of
/// native calls; `a` is at the instruction then.
#[inline(always)]
pub fn run(m: &Machine, a: &mut Active) -> R<()> {
    let mut pc = a.pc;
    let mut v = View { regs: a.regs, consts: a.consts };
    let globals = m.session.globals.base();
    macro_rules! switch {
        ($active:expr) => {{
            *a = $active;
            pc = a.pc;
            v = View { regs: a.regs, consts: a.consts };
            continue;
        }};
    }
    macro_rules! finish {
        ($d:expr, $result:expr) => {
            match $result {
                Ok(value) => {
                    set(v.reg($d), value.tag, value.data);
                    std::mem::forget(value);
                    next!();
                }
                Err(error) => {
                    a.pc = pc;
                    return Err(error);
                }
            }
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
                    if g < u32::from(GLOBAL_REGISTERS) {
                        if copy(v.reg(d), globals.add(g as usize)) {
                            next!();
                        }
                        let fallback = m.session.globals.fallback_place(GlobalSlot(g));
                        if !fallback.is_null() && copy(v.reg(d), fallback) {
                            next!();
                        }
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
                    let source = v.reg(it);
                    if let Step::Item(tag, data) = next(m, source) {
                        set(v.reg(d), tag, data);
                        jump!(to);
                    }
                    if let Some(entered) = resume(m, source, pc, it) {
                        switch!(entered);
                    }
                }
                Instr::GetItem { d, a: x, b } => {
                    if let Some(found) = item(m, v.rk(x), v.rk(b)) {
                        let (tag, data) = words_of(found);
                        set(v.reg(d), tag, data);
                        next!();
                    }
                    let found = dict_item(m, v.rk(x), v.rk(b));
                    if !found.is_null() {
                        let value = Value::from_owned(found);
                        set(v.reg(d), value.tag, value.data);
                        std::mem::forget(value);
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
                            switch!(entered);
                        }
                    } else if types::is_len(&*place) && n == 1 {
                        if let Some(length) = length(&*place.add(1)) {
                            set(place.add(1), Tag::Unset, 0);
                            set(place, Tag::Unset, 0);
                            set(v.reg(d), Tag::Int, length as u64);
                            next!();
                        }
                    } else if let Some(entered) = construct(m, place, pc, n as usize, d) {
                        switch!(entered);
                    }
                    let callee = (*place).clone();
                    if let Some(result) = call::call_native(m, a, &callee, b.offset(1), n as usize) {
                        drop(callee);
                        set(place, Tag::Unset, 0);
                        finish!(d, result);
                    }
                }
                Instr::CallMethod { n, d, b, ic } => {
                    let place = v.reg(b);
                    if let Some(method) = cached_method(a, &*place, ic) {
                        let callee = Value::from_borrowed(method);
                        if let Some(target) = function::get(&callee) {
                            if let Some(entered) = enter(m, target, place, pc, n as usize + 1, d) {
                                m.frames.last_mut().function = callee;
                                switch!(entered);
                            }
                        } else if n == 1 && types::is_list_append(method) && append(&*place, &*place.add(1)) {
                            set(place.add(1), Tag::Unset, 0);
                            set(place, Tag::Unset, 0);
                            set(v.reg(d), Tag::None, 0);
                            next!();
                        } else if let Some(result) = call::call_native(m, a, &callee, b, n as usize + 1) {
                            finish!(d, result);
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
                        if function::get(&*place).is_none() {
                            let callee = (*place).clone();
                            let (first, count) = (b.offset(1), n as usize + 1);
                            if let Some(result) = call::call_native(m, a, &callee, first, count) {
                                drop(callee);
                                set(place, Tag::Unset, 0);
                                finish!(d, result);
                            }
                        } else if let Some(callee) = function::get(&*place) {
                            if let Some(entered) = enter(m, callee, receiver, pc, n as usize + 1, d) {
                                let function = std::mem::replace(&mut *place, Value::UNSET);
                                m.frames.last_mut().function = function;
                                switch!(entered);
                            }
                        }
                    }
                }
                Instr::GetAttr { d, a: x, ic } => {
                    if let Some(found) = cached_attribute(m, a, v.rk(x), ic) {
                        let (tag, data) = words_of(found);
                        set(v.reg(d), tag, data);
                        next!();
                    }
                }
                Instr::SetAttr { a: x, v: y, ic } => {
                    if store_attribute(a, v.rk(x), ic, v.rk(y)) {
                        next!();
                    }
                }
                Instr::SetItem { a: x, b, v: y } => {
                    if store_item(v.rk(x), v.rk(b), v.rk(y)) {
                        next!();
                    }
                }
                Instr::Unpack { b, s, n } => {
                    if unpack(m, v.rk(s), n as usize, v.reg(b)) {
                        next!();
                    }
                }
                Instr::Yield { s, .. } => {
                    if let Some(caller) = yield_to_loop(m, v, pc, s) {
                        switch!(caller);
                    }
                }
                Instr::Return { s } => {
                    if let Some(caller) = leave(m, v, s) {
                        switch!(caller);
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
    Ok(())
}

