//! The stack of frames of a machine.
#![allow(unsafe_code, reason = "no borrow bookkeeping on every call")]

use std::cell::UnsafeCell;

use crate::run::frame::Frame;
use crate::run::link::Linked;

/// Frames, innermost last. No reference into it is kept across a call that may push or pop: every method
/// either copies or runs a closure that touches one frame only.
pub struct FrameStack {
    frames: UnsafeCell<Vec<Frame>>,
}

impl FrameStack {
    pub fn new() -> FrameStack {
        FrameStack { frames: UnsafeCell::new(Vec::with_capacity(32)) }
    }
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: one thread at a time (GIL); no other reference is live (see the type's text).
        unsafe { (*self.frames.get()).len() }
    }
    #[inline(always)]
    pub fn push(&self, frame: Frame) {
        // SAFETY: as for `len`; the write is within the capacity.
        unsafe {
            let frames = &mut *self.frames.get();
            if frames.len() == frames.capacity() {
                grow(frames);
            }
            let end = frames.as_mut_ptr().add(frames.len());
            end.write(frame);
            frames.set_len(frames.len() + 1);
        }
    }
    /// Room for one more frame, which counts at once.
    ///
    /// # Safety
    /// The caller writes every field before anything else looks at the stack.
    #[inline(always)]
    pub unsafe fn push_place(&self) -> *mut Frame {
        let frames = &mut *self.frames.get();
        if frames.len() == frames.capacity() {
            grow(frames);
        }
        let end = frames.as_mut_ptr().add(frames.len());
        frames.set_len(frames.len() + 1);
        end
    }
    /// Takes the innermost frame off without dropping what it holds.
    ///
    /// # Safety
    /// There is a frame, and its values were moved out.
    #[inline(always)]
    pub unsafe fn forget_last(&self) {
        let frames = &mut *self.frames.get();
        frames.set_len(frames.len().wrapping_sub(1));
    }
    #[inline(always)]
    pub fn pop(&self) -> Option<Frame> {
        // SAFETY: as for `len`. The frame is returned whole; dropping its values is the caller's business.
        unsafe { (*self.frames.get()).pop() }
    }
    /// The innermost frame.
    ///
    /// # Safety
    /// There is a frame, and the reference is not used after the next push or pop.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "one thread, one short-lived reference")]
    pub unsafe fn last_mut(&self) -> &mut Frame {
        let frames = &mut *self.frames.get();
        let last = frames.len().wrapping_sub(1);
        frames.get_unchecked_mut(last)
    }
    /// What `f` finds in the code of the innermost of the first few frames in which it finds something. `f`
    /// must not enter the interpreter or touch the stack.
    pub fn find_in_code<T>(&self, mut f: impl FnMut(&Linked) -> Option<T>) -> Option<T> {
        // SAFETY: as for `len`; frames keep their code alive; `f` keeps to its contract.
        unsafe {
            (*self.frames.get())
                .iter()
                .rev()
                .take(16)
                .find_map(|frame| frame.code.as_ref().and_then(&mut f))
        }
    }
    /// The frames, innermost first.
    ///
    /// # Safety
    /// The iterator is not used after the next push or pop.
    pub unsafe fn innermost_first(&self) -> impl Iterator<Item = &Frame> {
        (*self.frames.get()).iter().rev()
    }
    /// Runs `f` on the innermost frame. `f` must not enter the interpreter or touch the stack.
    #[inline(always)]
    pub fn top<T>(&self, f: impl FnOnce(&mut Frame) -> T) -> Option<T> {
        // SAFETY: as for `len`; `f` keeps to its contract.
        unsafe { (*self.frames.get()).last_mut().map(f) }
    }
}

#[cold]
#[inline(never)]
fn grow(frames: &mut Vec<Frame>) {
    frames.reserve(frames.len().max(32));
}

impl Default for FrameStack {
    fn default() -> FrameStack {
        FrameStack::new()
    }
}
