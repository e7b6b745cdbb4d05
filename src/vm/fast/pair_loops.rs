//! Loops over pairs without the objects that stand for them: `zip` of two sequences, and `enumerate` of one or of one of the code's
//! generators. An exact list or tuple is read as its own iterator reads it; a generator is resumed by the loop and gives its items to `counted`.
//!
//! | source | first | second | third |
//! |---|---|---|---|
//! | `zip(a, b)` | a | next index (int) | b |
//! | `enumerate(a, start)` | a | next index (int) | start (int) |
#![allow(unsafe_code, reason = "items are read by address")]

use std::rc::Rc;

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Exc, Tag, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Pairs, Reg, Rk};
use crate::vm::machine::register_values::{admitted, int, set, shared_words, Step};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::generator;
use crate::vm::ops::pairs::{count, next, tuple, tuple_of, First};
use crate::vm::ops::sequences::sequence;

/// Starts that leave room for as many items as there can be.
const STARTS: std::ops::Range<i64> = -(1 << 60)..(1 << 60);

/// The builtin that the name must mean.
pub fn builtin(which: Pairs) -> *mut PyObject {
    // Only the address is taken.
    match which {
        Pairs::Zip => &raw mut ffi::PyZip_Type as *mut PyObject,
        Pairs::Enumerate | Pairs::EnumerateFrom => &raw mut ffi::PyEnum_Type as *mut PyObject,
    }
}

/// The state of a loop over what the builtin makes of the arguments from `b`, which are taken then.
#[inline(never)]
pub fn start(a: &Active, which: Pairs, it: Reg, b: Reg) -> bool {
    // SAFETY: REGISTERS (linking checks the operands of `GetPairs`).
    unsafe { start_at(&*a.machine, which, a.place(it), a.place(b)) }
}

unsafe fn start_at(m: &Machine, which: Pairs, it: *mut Value, b: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let counts_generator = || !matches!(which, Pairs::Zip) && is_resumed_here(m, &*b);
        if sequence(&*b).is_none() && !counts_generator() {
            return false;
        }
        let third = match which {
            Pairs::Zip if sequence(&*b.add(1)).is_some() => shared_words(b.add(1)),
            Pairs::Zip => return false,
            Pairs::Enumerate => (Tag::Int, 0),
            Pairs::EnumerateFrom => match int(&*b.add(1)) {
                Some(start) if STARTS.contains(&start) => (Tag::Int, start as u64),
                _ => return false,
            },
        };
        let (tag, data) = shared_words(b);
        for i in 0..which.arguments() {
            set(b.add(i), Tag::Unset, 0);
        }
        set(it, tag, data);
        set(it.add(1), Tag::Int, 0);
        set(it.add(2), third.0, third.1);
        true
    }
}

/// Whether loops of this session resume it.
fn is_resumed_here(m: &Machine, source: &Value) -> bool {
    generator::get(source).is_some_and(|g| g.kind == Suspends::Generator && Rc::ptr_eq(&g.session, &m.session))
}

/// The fast arm of `ForNext`: straight into the two targets, if the next thing is to unpack the pair.
///
/// # Safety
/// `a` stands at a `ForNext` whose state is a pair's.
#[inline(never)]
pub(crate) unsafe fn for_next(a: &mut Active, d: Reg, it: Reg, to: i16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if generator::get(a.reg(it)).is_some() {
            // That it cannot be resumed here and now is the general way's business.
            return Step::Other;
        }
        let Some((first, second)) = next(a.three(it)) else { return Step::End };
        a.advance(to as isize);
        if let Some(b) = unpacked_to(a, d) {
            if unpack(a, b, &first, second) {
                leave_unpack(a, d);
                return Step::Done;
            }
        }
        keep(a, d, tuple(first, second))
    }
}

/// What the generator that the loop at `it` counts has given, when its body is the next thing to run.
///
/// # Safety
/// As above; `item` is owned words.
#[cold] // For the sake of plain loops over generators, which have fewer registers to save then.
#[inline(never)]
pub(crate) unsafe fn counted(a: &mut Active, d: Reg, it: Reg, item: (Tag, u64)) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let count = count(a.three(it));
        if let Some(b) = unpacked_to(a, d) {
            let place = a.place(b);
            set(place, Tag::Int, count as u64);
            set(place.add(1), item.0, item.1);
            leave_unpack(a, d);
            return Step::Done;
        }
        keep(a, d, tuple_of([Value::int(count), Value { tag: item.0, data: item.1 }]))
    }
}

fn keep(a: &mut Active, d: Reg, pair: R<Value>) -> Step {
    match pair {
        Ok(pair) => {
            a.set(d, pair);
            Step::Done
        }
        Err(Exc) => Step::Failed,
    }
}

/// The first of the two registers that the pair in `d` is unpacked to, if that is the next thing to do. The charge before it is taken.
#[inline(always)]
unsafe fn unpacked_to(a: &mut Active, d: Reg) -> Option<Reg> {
    // SAFETY: ARMS; the machine outlives its loop.
    let m = unsafe { &*a.machine };
    if let Instr::Charge { n } = a.instr() {
        let operations = m.operations.get().wrapping_add(i64::from(n));
        if operations <= m.meter.bound() {
            m.operations.set(operations);
            a.advance(1);
        }
    }
    match a.instr() {
        Instr::Unpack { b, s, n: 2 } if s == Rk::reg(d) => Some(b),
        _ => None,
    }
}

/// Goes on behind the unpacking. Nothing is in the register that would have held the pair.
#[inline(always)]
fn leave_unpack(a: &mut Active, d: Reg) {
    a.advance(1);
    if matches!(a.instr(), Instr::Clear { r } if r == d && !a.reg(d).is_object()) {
        a.advance(1);
    }
}

/// Both parts into the registers from `b`, if the gate lets them through unseen.
#[inline(always)]
unsafe fn unpack(a: &Active, b: Reg, first: &First, second: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let first = match *first {
            First::Count(count) => Some((Tag::Int, count as u64)),
            First::Item(item) => admitted(m, item),
        };
        let Some((tag, data)) = first else { return false };
        let Some((second_tag, second)) = admitted(m, second) else {
            drop(Value { tag, data });
            return false;
        };
        let place = a.place(b);
        set(place, tag, data);
        set(place.add(1), second_tag, second);
        true
    }
}
