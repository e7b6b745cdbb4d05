//! Arguments of the code's functions that nobody else held when the call was over.
//!
//! C code lends what it hands over: it goes on with an operand that the code has taken out of its container meanwhile
//! (`Counter.update`, tags of elements, arrays of objects), and gives it to the next function. So a last reference stays until the
//! C code is done, which it is when the loop goes on that called it.
#![allow(unsafe_code, reason = "references are counted by hand")]

use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

use pyo3::ffi::{self, PyObject};

use crate::cpython::value::Value;
use crate::vm::machine::Machine;

/// Arguments that a call holds without memory of its own: most have no more.
const ROW: usize = 4;

/// What stays, each with how many loops had been entered when its call was over.
#[derive(Default)]
pub struct HeldArguments(RefCell<Vec<(usize, Value)>>);

impl HeldArguments {
    /// Lets go of what C code was lent that loops above the first `entrances` had called.
    #[inline(always)]
    pub fn release_above(&self, entrances: usize) {
        // SAFETY: nothing runs while it is looked at.
        if unsafe { !(*self.0.as_ptr()).is_empty() } {
            self.release(entrances);
        }
    }

    #[cold]
    #[inline(never)]
    fn release(&self, entrances: usize) {
        let mut done = Vec::new();
        self.0.borrow_mut().retain_mut(|(entered, value)| {
            let stays = *entered <= entrances;
            if !stays {
                done.push(std::mem::take(value));
            }
            stays
        });
        // What goes may run code.
        drop(done);
    }
}

/// Lets go of what was lent by C code that the innermost loop called: it goes on, so that is done.
#[inline(always)]
pub fn let_go(m: &Machine) {
    // SAFETY: nothing runs while it is looked at.
    let entrances = unsafe { (*m.entrances.as_ptr()).len() };
    m.held.release_above(entrances.saturating_sub(1));
}

/// While it lives, arguments that C code lends are held; at the end, the last references are kept.
#[must_use]
pub struct Lent {
    /// The first `count` are there.
    row: [MaybeUninit<*mut PyObject>; ROW],
    count: usize,
    more: Option<Box<[*mut PyObject]>>,
}

impl Lent {
    /// # Safety
    /// Attached, with `n` live objects at `arguments`.
    #[inline(always)]
    pub unsafe fn by_native(arguments: *const *mut PyObject, n: usize) -> Lent {
        let mut lent = Lent { row: [const { MaybeUninit::uninit() }; ROW], count: n.min(ROW), more: None };
        let place = lent.row.as_mut_ptr();
        for i in 0..lent.count {
            // SAFETY: as `# Safety` says, which the caller keeps; there are `ROW` places.
            unsafe { (*place.add(i)).write(ffi::Py_NewRef(*arguments.add(i))) };
        }
        if n > ROW {
            // SAFETY: as above.
            lent.more = Some((ROW..n).map(|i| unsafe { ffi::Py_NewRef(*arguments.add(i)) }).collect());
        }
        lent
    }

    /// Ends the call, which `machine` runs under (none outside of runs).
    #[inline(always)]
    pub fn give_back(self, machine: Option<&Machine>) {
        let place = self.row.as_ptr();
        for i in 0..self.count {
            // SAFETY: ATTACHED; a reference of our own, put there by `by_native`.
            unsafe { give_away((*place.add(i)).assume_init(), machine) };
        }
        if let Some(more) = self.more {
            Lent::give_back_more(&more, machine);
        }
    }

    #[cold]
    #[inline(never)]
    fn give_back_more(more: &[*mut PyObject], machine: Option<&Machine>) {
        for object in more {
            // SAFETY: as in `give_back`.
            unsafe { give_away(*object, machine) };
        }
    }
}

/// Gives a reference away, or keeps it if it is the last one.
///
/// # Safety
/// Attached; the reference is the caller's.
#[inline(always)]
unsafe fn give_away(object: *mut PyObject, machine: Option<&Machine>) {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if ffi::Py_REFCNT(object) == 1 {
            keep(object, machine);
        } else {
            ffi::Py_DECREF(object);
        }
    }
}

/// Keeps the last reference to the object.
///
/// # Safety
/// Attached; the reference is the caller's.
#[cold]
#[inline(never)]
unsafe fn keep(object: *mut PyObject, machine: Option<&Machine>) {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        match machine {
            Some(m) => {
                let entered = m.entrances.borrow().len();
                m.held.0.borrow_mut().push((entered, Value::from_owned(object)));
            }
            // The host called C code, which is done when the interpreter goes on with Python code. (Where it has no room for
            // another such call, the object stays for good.)
            None => {
                ffi::Py_AddPendingCall(Some(let_go_later), object.cast());
            }
        }
    }
}

extern "C" fn let_go_later(object: *mut c_void) -> c_int {
    // SAFETY: attached; the reference that `keep` gave away.
    unsafe { ffi::Py_DECREF(object.cast()) };
    0
}
