//! Fast arms: common cases of common instructions, inlined into the loop.
//!
//! An arm either does the whole instruction and goes on, or touches nothing and leaves the instruction to
//! `step`. Switching the arms off (`set_enabled(false)`) changes speed only; the
//! differential tests run both ways.
#![allow(unsafe_code, reason = "the hot loop works on registers by address")]

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;

use crate::cpython::value::{Exc, Tag, Value};
use crate::cpython::{layout, static_types};
use crate::front::bytecode::global_names::GlobalSlot;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{BinOp, CmpOp, Rk, UnaryOp, GLOBAL_REGISTERS};
use crate::vm::fast::calls::{cached_method, enter, keyword_names, leave, leave_entry, leave_otherwise};
use crate::vm::fast::dicts::build_dict;
use crate::vm::fast::frame_entry::Site;
use crate::vm::fast::generators::{await_new, delegate, leave_generator, resume, yield_to_entry, yield_to_loop};
use crate::vm::fast::items::{
    add_to_set, append, cached_attribute, concatenate, item, next, next_of_builtin, slice, start_loop, start_object_loop, start_range,
    store_attribute, store_item, store_slice, unpack,
};
use crate::vm::fast::outlined::membership;
use crate::vm::fast::special_methods::is_builtin;
use crate::vm::fast::{exceptions, fstrings, outlined as arms, pair_loops, stars};
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::register_values::{
    admitted, arithmetic, comparison, copy, int, near_int, put, set, shared_words, take_words, truth, unset, Step,
};
use crate::vm::machine::registers::Active;
use crate::vm::objects::{cell, function};
use crate::vm::ops::format;
use crate::vm::ops::sequences::build;

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
    // A straight run of code mostly begins where a jump leads, or behind one not taken: its charge is made on the way.
    macro_rules! begin {
        ($at:expr) => {{
            pc = $at;
            if let Instr::Charge { n } = *pc {
                let m = m!();
                let operations = m.operations.get().wrapping_add(i64::from(n));
                if operations <= m.meter.bound() {
                    m.operations.set(operations);
                    pc = pc.add(1);
                }
            }
            continue;
        }};
    }
    macro_rules! jump {
        ($to:expr) => {
            begin!(pc.offset($to as isize))
        };
    }
    macro_rules! pass {
        () => {
            begin!(pc.add(1))
        };
    }
    // `a` stands in another frame now.
    macro_rules! switched {
        () => {{
            pc = a.pc;
            regs = a.regs;
            continue;
        }};
    }
    macro_rules! entered {
        () => {{
            regs = a.regs;
            begin!(a.pc)
        }};
    }
    macro_rules! fail {
        () => {{
            a.pc = pc;
            return Stopped::Failed;
        }};
    }
    // An arm that is a function of its own, and that moves `a` to where it goes on. It may call native code, which asks
    // where it was called (warnings).
    macro_rules! outlined {
        ($arm:expr) => {{
            a.pc = pc;
            m!().meter.set_place(pc as usize);
            match $arm {
                Step::Done => switched!(),
                Step::Failed => return Stopped::Failed,
                Step::End | Step::Other => {}
            }
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
            if $op as u8 >= CmpOp::In as u8 {
                match membership($op, a, $a, $b) {
                    Ok(Some(result)) if result == $when => jump!($to),
                    Ok(Some(_)) => pass!(),
                    Ok(None) => outlined!(arms::own_membership(a, $a, $b)),
                    Err(Exc) => fail!(),
                }
            } else {
                match comparison($op, rk!($a), rk!($b)) {
                    Some(result) if result == $when => jump!($to),
                    Some(_) => pass!(),
                    None => match arms::comparison_of_containers($op, a, $a, $b) {
                        Ok(Some(result)) if result == $when => jump!($to),
                        Ok(Some(_)) => pass!(),
                        Ok(None) => outlined!(arms::own_branch(a, $op, $a, $b)),
                        Err(Exc) => fail!(),
                    },
                }
            }
        };
    }
    // `branch` where the operator is known and the operands are most often ints or floats.
    macro_rules! branch_unless {
        ($op:expr, $holds:tt, $a:expr, $b:expr, $to:expr) => {{
            let (x, y) = (rk!($a), rk!($b));
            if let Some(x) = near_int(x) {
                if let Some(y) = near_int(y) {
                    if x $holds y {
                        pass!();
                    }
                    jump!($to);
                }
            } else if x.tag == Tag::Float && y.tag == Tag::Float {
                if f64::from_bits(x.data) $holds f64::from_bits(y.data) {
                    pass!();
                }
                jump!($to);
            }
            let step = arms::compare(&*a.machine, $op, x, y);
            if matches!(step, Step::Done) {
                pass!();
            }
            if matches!(step, Step::End) {
                jump!($to);
            }
            if matches!(step, Step::Failed) {
                fail!();
            }
            outlined!(arms::own_branch(a, $op, $a, $b));
        }};
    }
    macro_rules! truth_jump {
        ($a:expr, $to:expr, $when:expr) => {{
            let x = rk!($a);
            if matches!(x.tag, Tag::Bool | Tag::Int) {
                if (x.data != 0) == $when {
                    jump!($to);
                }
                pass!();
            }
            match truth(x) {
                Some(truth) if truth == $when => jump!($to),
                Some(_) => pass!(),
                None => outlined!(arms::own_truth(a, $a)),
            }
        }};
    }
    macro_rules! site {
        ($d:expr) => {
            Site { d: $d, kind: FrameKind::Call }
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
                Instr::CheckFree { r } => {
                    let holder = &*reg!(r);
                    let content = cell::content(holder);
                    let bound = if content.is_null() { !cell::is_cell(holder) } else { (*content).tag != Tag::Unset };
                    if bound && holder.tag != Tag::Unset {
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
                    outlined!(arms::own_operator(a, BinOp::Add, d, x, b));
                }
                Instr::Sub { d, a: x, b } => {
                    binary!(BinOp::Sub, d, x, b);
                    outlined!(arms::own_operator(a, BinOp::Sub, d, x, b));
                }
                Instr::Mul { d, a: x, b } => {
                    binary!(BinOp::Mul, d, x, b);
                    outlined!(arms::own_operator(a, BinOp::Mul, d, x, b));
                }
                Instr::Binary { op, d, a: x, b } => {
                    binary!(op, d, x, b);
                    outlined!(arms::own_operator(a, op, d, x, b));
                }
                Instr::InPlace { op: BinOp::Add, d, a: x, b } => {
                    binary!(BinOp::Add, d, x, b);
                    outlined!(arms::numbers_in_place(a, BinOp::Add, d, x, b));
                }
                Instr::InPlace { op, d, a: x, b } => {
                    binary!(op, d, x, b);
                    outlined!(arms::numbers_in_place(a, op, d, x, b));
                }
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
                    if op as u8 >= CmpOp::In as u8 {
                        match membership(op, a, x, b) {
                            Ok(Some(result)) => {
                                set(reg!(d), Tag::Bool, u64::from(result));
                                next!();
                            }
                            Ok(None) => outlined!(arms::own_membership(a, x, b)),
                            Err(Exc) => fail!(),
                        }
                    } else if let Some(result) = comparison(op, rk!(x), rk!(b)) {
                        set(reg!(d), Tag::Bool, u64::from(result));
                        next!();
                    } else {
                        match arms::comparison_of_containers(op, a, x, b) {
                            Ok(Some(result)) => {
                                set(reg!(d), Tag::Bool, u64::from(result));
                                next!();
                            }
                            Ok(None) => outlined!(arms::own_comparison(a, op, d, x, b)),
                            Err(Exc) => fail!(),
                        }
                    }
                }
                Instr::Jump { to } => jump!(to),
                Instr::JumpIfTrue { a: x, to } => truth_jump!(x, to, true),
                Instr::JumpIfFalse { a: x, to } => truth_jump!(x, to, false),
                Instr::JumpIfNone { a: x, to } => match rk!(x).tag {
                    Tag::None => jump!(to),
                    Tag::Unset => {}
                    _ => pass!(),
                },
                Instr::JumpIfNotNone { a: x, to } => match rk!(x).tag {
                    Tag::None => pass!(),
                    Tag::Unset => {}
                    _ => jump!(to),
                },
                Instr::Raise { s } => outlined!(exceptions::raise(a, s)),
                Instr::ExcMatch { d, e, t } => outlined!(exceptions::matches(a, d, e, t)),
                Instr::PushHandled => outlined!(exceptions::push_none(a)),
                Instr::PopHandled { depth } => outlined!(exceptions::pop(a, depth)),
                Instr::JumpUnlessBuiltin { which, a: x, to } => {
                    if static_types::is_aggregate(rk!(x), which) {
                        next!();
                    }
                    jump!(to);
                }
                Instr::JumpUnless { op, a: x, b, to } => branch!(op, x, b, to, false),
                Instr::JumpUnlessLt { a: x, b, to } => branch_unless!(CmpOp::Lt, <, x, b, to),
                Instr::JumpUnlessLe { a: x, b, to } => branch_unless!(CmpOp::Le, <=, x, b, to),
                Instr::JumpUnlessEq { a: x, b, to } => branch_unless!(CmpOp::Eq, ==, x, b, to),
                Instr::JumpUnlessNe { a: x, b, to } => branch_unless!(CmpOp::Ne, !=, x, b, to),
                Instr::JumpUnlessGt { a: x, b, to } => branch_unless!(CmpOp::Gt, >, x, b, to),
                Instr::JumpUnlessGe { a: x, b, to } => branch_unless!(CmpOp::Ge, >=, x, b, to),
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
                    outlined!(arms::iterate_own(a, it, s, true));
                }
                Instr::GetRange { n, it, b, g } => {
                    if is_builtin(m!(), g, static_types::range_type()) && start_range(reg!(it), reg!(b), n as usize) {
                        next!();
                    }
                }
                Instr::GetPairs { which, it, b, g } => {
                    if is_builtin(m!(), g, pair_loops::builtin(which)) && pair_loops::start(a, which, it, b) {
                        next!();
                    }
                }
                Instr::ForNext { d, it, to } => match next(m!(), reg!(it), reg!(d)) {
                    Step::Done => jump!(to),
                    Step::End => outlined!(arms::end_loop(a, it)),
                    Step::Failed | Step::Other => {
                        if resume(m!(), a, reg!(it), pc, it) {
                            switched!();
                        }
                        match next_of_builtin(m!(), reg!(it), reg!(d)) {
                            Step::Done => jump!(to),
                            Step::End => outlined!(arms::end_loop(a, it)),
                            Step::Failed => fail!(),
                            Step::Other => {}
                        }
                        outlined!(arms::for_next(a, d, it, to));
                    }
                },
                Instr::GetItem { d, a: x, b } => {
                    let found = item(rk!(x), rk!(b));
                    if found.is_null() {
                        outlined!(arms::get_item(a, d, x, b));
                    } else if let Some((tag, data)) = admitted(m!(), found) {
                        set(reg!(d), tag, data);
                        next!();
                    }
                }
                Instr::SetItem { a: x, b, v: y } => {
                    done!(store_item(rk!(x), rk!(b), rk!(y)));
                    outlined!(arms::set_item(a, x, b, y));
                }
                Instr::GetSlice { d, a: x, b } => {
                    let bounds = reg!(b);
                    if slice(rk!(x), bounds, reg!(d)) {
                        next!();
                    }
                    outlined!(arms::get_slice(a, d, x, b));
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
                    if fstrings::join(reg!(b), n as usize, reg!(d)) {
                        next!();
                    }
                }
                Instr::ListAppend { l, v: x } => {
                    if append(&*reg!(l), rk!(x)) {
                        next!();
                    }
                }
                Instr::StoreGlobal { s, g } => {
                    if m!().session.globals.is_changed(GlobalSlot(g)) {
                        let value = rk!(s).clone();
                        m!().session.globals.set(GlobalSlot(g), value);
                        next!();
                    }
                }
                Instr::DictInsert { m: map, k, v: y } => outlined!(arms::insert(a, map, k, y)),
                Instr::Call { n, d, b } => {
                    let place = reg!(b);
                    if let Some(callee) = function::get(&*place) {
                        let function = (*place).data as *mut ffi::PyObject;
                        a.pc = pc;
                        if enter(m!(), a, callee, function, place.add(1), n as usize, site!(d)) {
                            // The frame has the register's reference.
                            unset(place);
                            entered!();
                        }
                    }
                    outlined!(arms::call_other(a, n as usize, d, a.place(b)));
                }
                Instr::ArgsExtend { l, s, .. } => outlined!(stars::gather_alone(a, l, s)),
                Instr::ListExtend { l, s } => outlined!(stars::gather(a, l, s)),
                Instr::KwargsMerge { m, s, .. } => outlined!(stars::merge_keywords(a, m, s)),
                Instr::CallEx { d, b } => {
                    outlined!(stars::call_with_items(a, d, b));
                    outlined!(arms::call_in_row(a, d, b));
                }
                Instr::CallKw { n, d, b, k } => outlined!(arms::call_with_keywords(a, n as usize, d, a.place(b), keyword_names(a, k))),
                Instr::CallLoadedKw { n, d, b, k } => outlined!(arms::call_loaded_with_keywords(a, n, d, b, k)),
                Instr::CallMethod { n, d, b, ic } => {
                    let place = reg!(b);
                    if let Some(method) = cached_method(a, &*place, ic) {
                        if let Some(target) = function::get_raw(method) {
                            ffi::Py_INCREF(method);
                            a.pc = pc;
                            if enter(m!(), a, target, method, place, n as usize + 1, site!(d)) {
                                entered!();
                            }
                            ffi::Py_DECREF(method);
                        } else if n == 1 && static_types::is_list_append(method) && append(&*place, &*place.add(1)) {
                            set(place.add(1), Tag::Unset, 0);
                            set(place, Tag::Unset, 0);
                            set(reg!(d), Tag::None, 0);
                            next!();
                        }
                    }
                    outlined!(arms::call_other_method(a, n, d, b, ic));
                }
                Instr::LoadMethod { b, ic } => {
                    let place = reg!(b);
                    if let Some(method) = cached_method(a, &*place, ic) {
                        ffi::Py_INCREF(method);
                        let object = (*place).data;
                        put(place, Tag::Object, method as u64);
                        set(place.add(1), Tag::Object, object);
                        next!();
                    }
                    outlined!(arms::load_other_method(a, b, ic));
                }
                Instr::LoadSuper { b, ic, g } | Instr::LoadSuperOf { b, ic, g } => outlined!(arms::load_super(a, b, ic, g)),
                Instr::BindLoaded { b } => outlined!(stars::bind_loaded(a, b)),
                Instr::CallLoaded { n, d, b } => {
                    let place = reg!(b);
                    if let Some(callee) = function::get(&*place) {
                        let bare = usize::from((*place.add(1)).tag == Tag::Unset);
                        let (function, first) = ((*place).data as *mut ffi::PyObject, place.add(1 + bare));
                        a.pc = pc;
                        if enter(m!(), a, callee, function, first, n as usize + 1 - bare, site!(d)) {
                            unset(place);
                            entered!();
                        }
                    }
                    outlined!(arms::call_other_loaded(a, n, d, b));
                }
                Instr::GetAttr { d, a: x, ic } => {
                    let found = cached_attribute(a, rk!(x), ic);
                    if found.is_null() {
                        outlined!(arms::get_member(a, d, x, ic));
                    } else if let Some((tag, data)) = admitted(m!(), found) {
                        set(reg!(d), tag, data);
                        next!();
                    }
                }
                Instr::SetAttr { a: x, v: y, ic } => {
                    if store_attribute(a, rk!(x), ic, rk!(y)) {
                        next!();
                    }
                    outlined!(arms::set_property(a, x, ic, y));
                }
                Instr::Unpack { b, s, n } => {
                    if unpack(m!(), rk!(s), n as usize, reg!(b)) {
                        next!();
                    }
                }
                Instr::UnpackEx { before, b, s, after } => outlined!(stars::unpack(a, usize::from(before), b, s, usize::from(after))),
                Instr::Yield { s, .. } => {
                    if m!().frames.last_mut().kind != FrameKind::GeneratorEntry {
                        outlined!(yield_to_loop(a, s));
                    } else if let Some(value) = yield_to_entry(m!(), a, pc, s) {
                        return Stopped::Exit(value);
                    }
                }
                Instr::GetYieldFrom { d, s } => outlined!(arms::iterate_own(a, d, s, false)),
                Instr::Delegate { d, it } => outlined!(delegate(a, it, d)),
                Instr::GetAwaitable { d, s, .. } => {
                    if await_new(rk!(s), reg!(d)) {
                        next!();
                    }
                }
                Instr::Return { s } => {
                    if leave(a, s) {
                        switched!();
                    }
                    if let Some(value) = leave_entry(m!(), a, s) {
                        return Stopped::Exit(value);
                    }
                    outlined!(leave_otherwise(a, s));
                    outlined!(leave_generator(a, s));
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
                // All others by name: a complete table needs no test of the range.
                Instr::LoadConst { .. }
                | Instr::DelLocal { .. }
                | Instr::KeepNonNone { .. }
                | Instr::DelGlobal { .. }
                | Instr::BindDef { .. }
                | Instr::MakeCell { .. }
                | Instr::DelCell { .. }
                | Instr::LoadFree { .. }
                | Instr::StoreFree { .. }
                | Instr::DelFree { .. }
                | Instr::LoadName { .. }
                | Instr::StoreName { .. }
                | Instr::DelName { .. }
                | Instr::SetUpAnnotations { .. }
                | Instr::LoadNameOrFree { .. }
                | Instr::SumStep { .. }
                | Instr::SumEnd { .. }
                | Instr::GetIterObject { .. }
                | Instr::BuildSet { .. }
                | Instr::BuildSlice { .. }
                | Instr::ListToTuple { .. }
                | Instr::SetUpdate { .. }
                | Instr::DictUpdate { .. }
                | Instr::DelItem { .. }
                | Instr::DelSlice { .. }
                | Instr::DelAttr { .. }
                | Instr::FormatSpec { .. }
                | Instr::BuildTemplate { .. }
                | Instr::Super { .. }
                | Instr::MakeFunction { .. }
                | Instr::MakeClass { .. }
                | Instr::MakeTyped { .. }
                | Instr::MakeAnnotate { .. }
                | Instr::SubscriptGeneric { .. }
                | Instr::GetAIter { .. }
                | Instr::GetANext { .. }
                | Instr::JumpIfStopAsync { .. }
                | Instr::JumpIfNameError { .. }
                | Instr::RaiseFrom { .. }
                | Instr::Reraise
                | Instr::Rethrow { .. }
                | Instr::ExcSplit { .. }
                | Instr::ExcGather { .. }
                | Instr::AssertFail { .. }
                | Instr::AssertFailBare { .. }
                | Instr::LoadEnterExit { .. }
                | Instr::LoadAsyncEnterExit { .. }
                | Instr::CallExit { .. }
                | Instr::Import { .. }
                | Instr::ImportFrom { .. }
                | Instr::ImportStar { .. }
                | Instr::MatchSequence { .. }
                | Instr::MatchMapping { .. }
                | Instr::MatchLen { .. }
                | Instr::MatchKeys { .. }
                | Instr::MatchRest { .. }
                | Instr::MatchClass { .. }
                | Instr::Refuse { .. } => {}
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
    // SAFETY: REGISTERS; `pc` stays inside of the verified code.
    unsafe { &*base.offset(operand.0 as isize) }
}
