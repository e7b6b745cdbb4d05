//! Loops over pairs without the objects that stand for them: `zip` of two sequences and `enumerate` of one. An exact
//! list or tuple is read as its own iterator reads it.
//!
//! | source | first | second | third |
//! |---|---|---|---|
//! | `zip(a, b)` | a | next index (int) | b |
//! | `enumerate(a, start)` | a | next index (int) | start (int) |
#![allow(unsafe_code, reason = "items are read by address")]

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::{Exc, Tag, Value};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Pairs, Reg, Rk};
use crate::vm::machine::register_values::{admitted, int, set, shared_words, Step};
use crate::vm::machine::registers::Active;
use crate::vm::ops::pairs::{next, tuple, First};
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
    unsafe { start_at(which, a.place(it), a.place(b)) }
}

unsafe fn start_at(which: Pairs, it: *mut Value, b: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if sequence(&*b).is_none() {
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

/// The fast arm of `ForNext`: straight into the two targets, if the next thing is to unpack the pair.
///
/// # Safety
/// `a` stands at a `ForNext` whose state is a pair's.
#[inline(never)]
pub(crate) unsafe fn for_next(a: &mut Active, d: Reg, it: Reg, to: i16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let Some((first, second)) = next(a.three(it)) else { return Step::End };
        a.advance(to as isize);
        if let Instr::Charge { n } = a.instr() {
            let operations = m.operations.get().wrapping_add(i64::from(n));
            if operations <= m.meter.bound() {
                m.operations.set(operations);
                a.advance(1);
            }
        }
        if let Instr::Unpack { b, s, n: 2 } = a.instr() {
            if s == Rk::reg(d) && unpack(a, b, &first, second) {
                a.advance(1);
                // Nothing is in the register that would have held the pair.
                if matches!(a.instr(), Instr::Clear { r } if r == d && !a.reg(d).is_object()) {
                    a.advance(1);
                }
                return Step::Done;
            }
        }
        match tuple(first, second) {
            Ok(pair) => {
                a.set(d, pair);
                Step::Done
            }
            Err(Exc) => Step::Failed,
        }
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
