//! Registers: the value stack of a machine and the view of the running frame.
//!
//! Invariant REGISTERS: linking verified that every register of a code is below its `registers` (or, in a
//! module, below `2 * GLOBAL_REGISTERS`) and every constant operand has a constant. A frame's registers
//! are reserved before it runs and released after it was popped; memory above the top is all unset.
//!
//! Invariant ARMS: the loop calls a fast arm with the operands of the verified instruction at hand; what they address holds
//! its objects while the instruction runs, or until the arm overwrites it.
#![allow(unsafe_code, reason = "registers are addressed without bounds checks; verified at link time")]

use std::alloc::{alloc_zeroed, dealloc, handle_alloc_error, Layout};
use std::cell::Cell;
use std::mem::ManuallyDrop;

use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::vm::machine::linked_code::{AttrLink, Linked};
use crate::vm::machine::Machine;

/// Contiguous stack of values for the frames of one machine. Zeroed memory is unset values; pages are
/// committed by the system when first touched.
pub struct ValueStack {
    base: *mut Value,
    top: Cell<*mut Value>,
    /// One past the last register.
    end: *mut Value,
    capacity: usize,
}

impl ValueStack {
    pub fn new(capacity: usize) -> ValueStack {
        let layout = ValueStack::layout(capacity);
        // SAFETY: the layout is not empty; zeroed memory is `Value::UNSET`.
        let base = unsafe { alloc_zeroed(layout) } as *mut Value;
        if base.is_null() {
            handle_alloc_error(layout);
        }
        ValueStack { base, top: Cell::new(base), end: base.wrapping_add(capacity), capacity }
    }

    fn layout(capacity: usize) -> Layout {
        Layout::array::<Value>(capacity.max(1)).unwrap_or(Layout::new::<Value>())
    }

    /// Takes `n` unset registers; `None` when the stack is full.
    #[inline(always)]
    pub fn reserve(&self, n: usize) -> Option<*mut Value> {
        let top = self.top.get();
        let above = top.wrapping_add(n);
        if above > self.end {
            return None;
        }
        self.top.set(above);
        Some(top)
    }

    /// The first register that is free.
    pub fn top(&self) -> *mut Value {
        self.top.get()
    }

    /// Gives back everything from `base` on, whatever is there; values leak.
    pub fn forget_from(&self, base: *mut Value) {
        let mut place = base;
        while place < self.top.get() {
            // SAFETY: `base` was the top of this stack before, so that all places are inside of it and hold values.
            unsafe {
                place.write(Value::UNSET);
                place = place.add(1);
            }
        }
        self.top.set(base);
    }

    /// Gives back everything from `base` on; the registers there must be unset already.
    #[inline(always)]
    pub fn release(&self, base: *mut Value) {
        self.top.set(base);
    }
}

impl Drop for ValueStack {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; frames are gone, so all values are unset.
        unsafe { dealloc(self.base as *mut u8, ValueStack::layout(self.capacity)) }
    }
}

/// The running frame as the loop holds it.
#[derive(Clone, Copy)]
pub struct Active {
    /// The machine it runs on, at hand for the loop in one load; null in a frame that is only looked at.
    pub machine: *const Machine,
    pub pc: *const Instr,
    pub regs: *mut Value,
    /// One past the constants; constant `k` lies at `consts[-1 - k]`.
    pub consts: *const Value,
    pub code: *const Linked,
    /// Cells of the function's free variables; null when there are none.
    pub closure: *const Value,
}

/// What an instruction works on.
pub struct Operand {
    value: ManuallyDrop<Value>,
    is_temporary: bool,
}

impl std::ops::Deref for Operand {
    type Target = Value;
    fn deref(&self) -> &Value {
        &self.value
    }
}

impl Drop for Operand {
    fn drop(&mut self) {
        if !self.is_temporary {
            // SAFETY: a reference of its own, dropped once.
            unsafe { ManuallyDrop::drop(&mut self.value) }
        }
    }
}

impl Active {
    /// No frame at all; never executed.
    pub fn none() -> Active {
        Active {
            machine: std::ptr::null(),
            pc: std::ptr::null(),
            regs: std::ptr::null_mut(),
            consts: std::ptr::null(),
            code: std::ptr::null(),
            closure: std::ptr::null(),
        }
    }
    /// Cell of free variable `i`.
    #[inline(always)]
    pub fn free(&self, i: u16) -> Value {
        if self.closure.is_null() {
            return Value::UNSET;
        }
        // SAFETY: linking checked `i` against the code's free variables, and functions are made with
        // exactly as many cells; the frame keeps the function alive.
        unsafe { (*self.closure.add(i as usize)).clone() }
    }
    /// The instruction at `pc`.
    #[inline(always)]
    pub fn instr(&self) -> Instr {
        // SAFETY: `pc` stays inside the verified code (jumps were checked, the last instruction returns).
        unsafe { *self.pc }
    }
    #[inline(always)]
    pub fn advance(&mut self, by: isize) {
        // SAFETY: as for `instr`.
        self.pc = unsafe { self.pc.offset(by) };
    }
    #[inline(always)]
    pub fn linked<'a>(&self) -> &'a Linked {
        // SAFETY: the frame keeps its code alive while it is active.
        unsafe { &*self.code }
    }
    /// Attribute site `ic` of the running code.
    #[inline(always)]
    pub fn site<'a>(&self, ic: u16) -> &'a AttrLink {
        // SAFETY: linking checked `ic` of every instruction against the code's sites.
        unsafe { self.linked().attrs.get_unchecked(ic as usize) }
    }
    /// Index of the current instruction.
    pub fn index(&self) -> u32 {
        // SAFETY: `pc` points into this code's instructions.
        unsafe { self.pc.offset_from(self.linked().entry) as u32 }
    }
    #[inline(always)]
    pub fn get(&self, operand: Rk) -> &Value {
        let base = if operand.0 >= 0 { self.regs as *const Value } else { self.consts };
        // SAFETY: REGISTERS.
        unsafe { &*base.offset(operand.0 as isize) }
    }
    /// A reference of its own to the operand's value.
    #[inline(always)]
    pub fn read(&self, operand: Rk) -> Value {
        self.get(operand).clone()
    }
    /// The operand's value for library code to work on, with as many references as the interpreter would have there: that of a
    /// temporary is all there is; a variable has one, and its use another.
    pub fn operand(&self, operand: Rk) -> Operand {
        let is_temporary = usize::try_from(operand.0).is_ok_and(|register| register >= self.linked().first_temporary());
        let place: *const Value = self.get(operand);
        // SAFETY: REGISTERS; a temporary's register keeps its reference while its instruction runs, wherever it lies, and
        // `Operand` drops none that it did not take.
        let value = if is_temporary { unsafe { std::ptr::read(place) } } else { self.read(operand) };
        Operand { value: ManuallyDrop::new(value), is_temporary }
    }
    /// Address of a register.
    #[inline(always)]
    pub fn place(&self, r: Reg) -> *mut Value {
        self.regs.wrapping_add(r.0 as usize)
    }
    #[inline(always)]
    pub fn reg(&self, r: Reg) -> &Value {
        // SAFETY: REGISTERS.
        unsafe { &*self.regs.add(r.0 as usize) }
    }
    /// Takes the value out; the register is unset.
    #[inline(always)]
    pub fn take(&self, r: Reg) -> Value {
        // SAFETY: REGISTERS.
        unsafe { std::mem::replace(&mut *self.regs.add(r.0 as usize), Value::UNSET) }
    }
    /// Writes, then drops what was there.
    #[inline(always)]
    pub fn set(&self, r: Reg, value: Value) {
        // SAFETY: REGISTERS; the old value is dropped after the new one is in place, since dropping may
        // run code that looks at this register.
        let old = unsafe { std::mem::replace(&mut *self.regs.add(r.0 as usize), value) };
        drop(old);
    }
    /// Moves `n` values out of consecutive registers.
    pub fn take_many(&self, b: Reg, n: usize) -> Vec<Value> {
        (0..n).map(|i| self.take(b.offset(i))).collect()
    }
    /// Clears `n` registers from `b`.
    pub fn clear(&self, b: Reg, n: usize) {
        for i in 0..n {
            drop(self.take(b.offset(i)));
        }
    }
    /// The three registers of an iterator or slice.
    #[allow(clippy::mut_from_ref, reason = "registers are places of a shared machine")]
    pub fn three(&self, b: Reg) -> &mut [Value; 3] {
        // SAFETY: REGISTERS (linking checks `b + 2`). The iterator registers are temporaries that only
        // the running instruction touches.
        unsafe { &mut *(self.regs.add(b.0 as usize) as *mut [Value; 3]) }
    }
}

/// Moves a value into an unset place.
///
/// # Safety
/// `place` is a reserved, unset register.
#[inline(always)]
pub unsafe fn init(place: *mut Value, value: Value) {
    // SAFETY: REGISTERS.
    unsafe { place.write(value) };
}

/// Moves a value out of a register of `from` into an unset place.
///
/// # Safety
/// `place` is a reserved, unset register; `from` a live register.
#[inline(always)]
pub unsafe fn transfer(place: *mut Value, from: *mut Value) {
    // SAFETY: REGISTERS.
    unsafe { place.write(std::mem::replace(&mut *from, Value::UNSET)) };
}

/// Drops the values of `n` registers from `base`, the last one first from 3.14 on, as the interpreter does with its
/// locals. Of an unset value only the tag is looked at.
///
/// # Safety
/// `base..base+n` are live registers.
#[inline(always)]
pub unsafe fn clear_registers(base: *mut Value, n: usize) {
    // SAFETY: REGISTERS.
    unsafe {
        const STEP: isize = if cfg!(Py_3_14) { -1 } else { 1 };
        let mut place = if cfg!(Py_3_14) { base.wrapping_add(n).wrapping_sub(1) } else { base };
        let mut left = n;
        while left >= 4 {
            // One by one, as they were written: a vector of them would wait for the writes to reach the cache.
            let tag = |i: isize| (&raw const (*place.offset(STEP * i)).tag).read_volatile() as u64;
            if (tag(0) | tag(1) | tag(2) | tag(3)) & Tag::Object as u64 == 0 {
                for i in 0..4 {
                    (*place.offset(STEP * i)).tag = Tag::Unset;
                }
            } else {
                for i in 0..4 {
                    clear(place.offset(STEP * i));
                }
            }
            place = place.wrapping_offset(STEP * 4);
            left -= 4;
        }
        for i in 0..left as isize {
            clear(place.offset(STEP * i));
        }
    }
}

/// Makes a register unset, then drops what it held.
#[inline(always)]
unsafe fn clear(place: *mut Value) {
    // SAFETY: REGISTERS.
    let tag = unsafe { std::mem::replace(&mut (*place).tag, Tag::Unset) };
    if tag == Tag::Object {
        // SAFETY: REGISTERS.
        unsafe { drop(Value { tag, data: (*place).data }) };
    }
}
