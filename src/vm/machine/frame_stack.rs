//! The stack of frames of a machine.
#![allow(unsafe_code, reason = "no borrow bookkeeping on every call")]

use std::alloc::{alloc, dealloc, handle_alloc_error, realloc, Layout};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ptr;

use pyo3::ffi::PyObject;

use crate::cpython::static_types::recursion_limit;
use crate::cpython::value::Value;
use crate::front::bytecode::code::CodeKind;
use crate::front::bytecode::operands::GLOBAL_REGISTERS;
use crate::session::engine_calls::Scope;
use crate::vm::machine::frame::Frame;
use crate::vm::machine::linked_code::Linked;
use crate::vm::objects::cell;

/// Frames that there is room for at first.
const FIRST: usize = 64;

/// Frames, innermost last. No reference into it is kept across a call that may push or pop: every method
/// either copies or runs a closure that touches one frame only.
///
/// Invariant FRAMES: from `base` to `top` lie live frames, from there to `end` is room; one thread at a time (GIL).
pub struct FrameStack {
    base: Cell<*mut Frame>,
    top: Cell<*mut Frame>,
    end: Cell<*mut Frame>,
    /// Where calls stop and look: the end of the room, or of the depth that is allowed.
    limit: Cell<*mut Frame>,
    /// Most frames that calls may make.
    depth: Cell<usize>,
    /// Whether these are more than the interpreter lets C code nest calls.
    is_deep: Cell<bool>,
}

impl FrameStack {
    /// An empty stack on which calls may be nested `depth` deep.
    pub fn new(depth: usize) -> FrameStack {
        let layout = FrameStack::layout(FIRST);
        // SAFETY: the layout is not empty.
        let base = unsafe { alloc(layout) } as *mut Frame;
        if base.is_null() {
            handle_alloc_error(layout);
        }
        let stack = FrameStack {
            base: Cell::new(base),
            top: Cell::new(base),
            end: Cell::new(base.wrapping_add(FIRST)),
            limit: Cell::new(base),
            depth: Cell::new(0),
            is_deep: Cell::new(false),
        };
        stack.set_depth(depth);
        stack
    }
    fn layout(frames: usize) -> Layout {
        Layout::array::<Frame>(frames).unwrap_or(Layout::new::<Frame>())
    }
    fn capacity(&self) -> usize {
        // SAFETY: both are in the one allocation.
        unsafe { self.end.get().offset_from(self.base.get()) as usize }
    }
    /// Calls may be nested this deep from now on.
    pub fn set_depth(&self, depth: usize) {
        self.depth.set(depth);
        self.is_deep.set(depth > recursion_limit());
        self.set_limit();
    }
    #[inline(always)]
    pub fn is_deep(&self) -> bool {
        self.is_deep.get()
    }
    fn set_limit(&self) {
        self.limit.set(self.base.get().wrapping_add(self.depth.get().min(self.capacity())));
    }
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: both are in the one allocation.
        unsafe { self.top.get().offset_from(self.base.get()) as usize }
    }
    /// Whether calls may go deeper.
    pub fn may_deepen(&self) -> bool {
        self.len() < self.depth.get()
    }
    /// Whether calls may go deeper and there is room for the frame already.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        self.top.get() < self.limit.get()
    }
    pub fn push(&self, frame: Frame) {
        if self.top.get() == self.end.get() {
            self.grow();
        }
        // SAFETY: FRAMES; there is room.
        unsafe {
            self.top.get().write(frame);
            self.top.set(self.top.get().add(1));
        }
    }
    /// A place for one more frame, which counts at once.
    ///
    /// # Safety
    /// `has_room` said yes, and the caller writes every field before anything else looks at the stack.
    #[inline(always)]
    pub unsafe fn push_place(&self) -> *mut Frame {
        let place = self.top.get();
        // SAFETY: FRAMES, and what the caller promises.
        unsafe { self.top.set(place.add(1)) };
        place
    }
    /// Takes the innermost frame off without dropping what it holds.
    ///
    /// # Safety
    /// There is a frame, and its values were moved out.
    #[inline(always)]
    pub unsafe fn forget_last(&self) {
        // SAFETY: FRAMES, and what the caller promises.
        unsafe { self.top.set(self.top.get().sub(1)) };
    }
    /// The frame is returned whole; dropping its values is the caller's business.
    pub fn pop(&self) -> Option<Frame> {
        if self.top.get() == self.base.get() {
            return None;
        }
        // SAFETY: FRAMES; there is a frame, which is given away.
        unsafe {
            self.top.set(self.top.get().sub(1));
            Some(self.top.get().read())
        }
    }
    /// The innermost frame.
    ///
    /// # Safety
    /// There is a frame, and the reference is not used after the next push or pop.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "one thread, one short-lived reference")]
    pub unsafe fn last_mut(&self) -> &mut Frame {
        // SAFETY: FRAMES, and what the caller promises.
        unsafe { &mut *self.top.get().sub(1) }
    }
    /// The frames, innermost first.
    ///
    /// # Safety
    /// The iterator is not used after the next push or pop.
    pub unsafe fn innermost_first(&self) -> impl Iterator<Item = &Frame> {
        // SAFETY: FRAMES, and what the caller promises.
        unsafe { std::slice::from_raw_parts(self.base.get(), self.len()).iter().rev() }
    }
    /// What `f` finds in the code of the innermost of the first few frames in which it finds something. `f`
    /// must not enter the interpreter or touch the stack.
    pub fn find_in_code<T>(&self, mut f: impl FnMut(&Linked) -> Option<T>) -> Option<T> {
        // SAFETY: frames keep their code alive; `f` keeps to its contract.
        unsafe { self.innermost_first().take(16).find_map(|frame| frame.code.as_ref().and_then(&mut f)) }
    }
    /// Runs `f` on the innermost frame. `f` must not enter the interpreter or touch the stack.
    #[inline(always)]
    pub fn top<T>(&self, f: impl FnOnce(&mut Frame) -> T) -> Option<T> {
        if self.top.get() == self.base.get() {
            return None;
        }
        // SAFETY: there is a frame; `f` keeps to its contract.
        Some(f(unsafe { self.last_mut() }))
    }
    /// How many variables and how many temporaries of the innermost frame hold the object. The variables of a module
    /// itself are the session's.
    pub fn registers_with(&self, object: *const PyObject) -> (usize, usize) {
        // SAFETY: as in `local`; all registers of a frame are values.
        unsafe {
            let Some((frame, code)) = self.innermost_first().next().and_then(|frame| Some((frame, &frame.code.as_ref()?.code))) else {
                return (0, 0);
            };
            let first = if code.kind == CodeKind::Module { usize::from(GLOBAL_REGISTERS) } else { 0 };
            let registers = std::slice::from_raw_parts(frame.regs.add(first), usize::from(code.registers));
            let (variables, temporaries) = registers.split_at_checked(code.slot_names.len()).unwrap_or((registers, &[]));
            let count = |registers: &[Value]| registers.iter().filter(|value| value.ptr().cast_const() == object).count();
            (count(variables), count(temporaries))
        }
    }
    /// What the variables of all frames have, and those around their functions. The variables of a module itself are the
    /// session's.
    pub fn variables(&self) -> Vec<Value> {
        let mut found = Vec::new();
        // SAFETY: as in `local`.
        unsafe {
            for (frame, code) in self.innermost_first().filter_map(|frame| Some((frame, &frame.code.as_ref()?.code))) {
                if code.kind != CodeKind::Module {
                    found.extend(std::slice::from_raw_parts(frame.regs, code.slot_names.len()).iter().map(content));
                }
                if !frame.closure.is_null() {
                    found.extend(std::slice::from_raw_parts(frame.closure, code.free_names.len()).iter().map(content));
                }
            }
        }
        found
    }
    /// What the innermost frame has in its variable `name`, those of comprehensions under way before others. The
    /// variables of a module itself are the session's.
    pub fn local(&self, name: &str) -> Option<Value> {
        // SAFETY: a live frame keeps its code, its registers (one per slot name) and its closure (a cell per free name)
        // alive; cloning a value does not enter the interpreter.
        unsafe {
            let frame = self.innermost_first().next()?;
            let code = &frame.code.as_ref()?.code;
            let first = if code.kind == CodeKind::Module { usize::from(GLOBAL_REGISTERS) } else { 0 };
            let named =
                |names: &[String]| names.iter().enumerate().rev().filter(|(_, held)| *held == name).map(|(i, _)| i).collect::<Vec<_>>();
            let own = named(&code.slot_names).into_iter().map(|slot| content(&*frame.regs.add(first + slot)));
            let free = named(&code.free_names).into_iter().filter(|_| !frame.closure.is_null()).map(|i| content(&*frame.closure.add(i)));
            own.chain(free).find(|value| !value.is_unset())
        }
    }
    /// Whose code the innermost frame runs, and which variables have a value there.
    pub fn scope(&self) -> Scope {
        // SAFETY: as in `local`.
        let of_frame = unsafe { self.innermost_first().next().and_then(|frame| Some((frame, &frame.code.as_ref()?.code))) };
        match of_frame.map(|(frame, code)| (frame, code, code.kind)) {
            None => Scope::Nowhere,
            // SAFETY: as in `local`; the first register of a class body is its namespace.
            Some((frame, _, CodeKind::Class)) => Scope::Class(unsafe { (*frame.regs).clone() }),
            Some((_, _, CodeKind::Module)) => Scope::Module,
            Some((_, code, _)) => {
                let names: BTreeSet<&String> = code.slot_names.iter().chain(&code.free_names).collect();
                Scope::Function(names.into_iter().filter(|name| self.local(name).is_some()).cloned().collect())
            }
        }
    }
    /// Makes room for twice as many frames.
    #[cold]
    #[inline(never)]
    fn grow(&self) {
        let (used, capacity) = (self.len(), self.capacity());
        let (old, new) = (FrameStack::layout(capacity), FrameStack::layout(capacity * 2));
        // SAFETY: allocated with the old layout; the new one is larger. Frames are plain data and may move.
        let base = unsafe { realloc(self.base.get() as *mut u8, old, new.size()) } as *mut Frame;
        if base.is_null() {
            handle_alloc_error(new);
        }
        self.base.set(base);
        self.top.set(base.wrapping_add(used));
        self.end.set(base.wrapping_add(capacity * 2));
        self.set_limit();
    }
}

impl Drop for FrameStack {
    fn drop(&mut self) {
        // SAFETY: FRAMES; the frames that are left are dropped once, then their room is given back.
        unsafe {
            ptr::drop_in_place(ptr::slice_from_raw_parts_mut(self.base.get(), self.len()));
            dealloc(self.base.get() as *mut u8, FrameStack::layout(self.capacity()));
        }
    }
}

/// What a variable has, which may be shared with functions in it.
fn content(held: &Value) -> Value {
    if cell::is_cell(held) {
        cell::get(held)
    } else {
        held.clone()
    }
}
