//! Inline caches: what an attribute site learned about the types it met.
//!
//! An entry holds for one type version, so it dies by itself when the type or one of its bases changes.
//! Only attributes that the door called plain are kept; values still pass the gate.
#![allow(unsafe_code, reason = "reads instance layouts found by `layout`")]

use std::cell::{Cell, UnsafeCell};
use std::ptr;

use pyo3::ffi::{self, PyObject};

use crate::run::function;
use crate::run::layout;
use crate::run::types;

/// Types a site remembers.
const WAYS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Kind {
    #[default]
    Empty,
    /// Inline instance value at `index`.
    Inline,
    /// `__slots__` member at byte offset `index`.
    Slot,
    /// Function or method descriptor of the class that no instance can shadow.
    Method,
    /// The same, while the type's shared keys number `index` and the instance has inline values.
    MethodUnlessShadowed,
}

#[derive(Clone, Copy)]
struct Entry {
    version: u32,
    kind: Kind,
    index: u32,
    /// Borrowed from the type: while an object's type has this version, it is there. An own reference would
    /// tie functions, codes and classes into cycles that the collector cannot see.
    method: *mut PyObject,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry { version: 0, kind: Kind::Empty, index: 0, method: ptr::null_mut() }
    }
}

/// What an attribute site remembers of the types it met.
#[derive(Default)]
pub struct AttrCache {
    entries: UnsafeCell<[Entry; WAYS]>,
    victim: Cell<u8>,
    tries: Cell<u8>,
}

impl AttrCache {
    #[inline(always)]
    fn find(&self, type_: *mut ffi::PyTypeObject) -> Option<&Entry> {
        // SAFETY: one thread at a time; entries change only in `fill`, which holds no reference to them,
        // and callers use the reference before they enter the interpreter.
        unsafe {
            let version = layout::type_version(type_);
            if version == 0 {
                return None;
            }
            (*self.entries.get()).iter().find(|e| e.version == version)
        }
    }

    fn fill(&self, entry: Entry) {
        // SAFETY: as for `find`.
        let entries = unsafe { &mut *self.entries.get() };
        // An entry of the same version is stale (instances got a key since): it would hide the new one.
        let same = entries.iter().position(|e| e.version == entry.version);
        let victim = same.unwrap_or_else(|| {
            let next = self.victim.get();
            self.victim.set(next.wrapping_add(1));
            next as usize % WAYS
        });
        if let Some(place) = entries.get_mut(victim) {
            *place = entry;
        }
    }

    /// The place of the instance's attribute, if this site knows the type. May hold null.
    #[inline(always)]
    pub fn place(&self, p: *mut PyObject) -> Option<*mut *mut PyObject> {
        // SAFETY: `p` is a live object; the entry's version says that its type has this layout.
        unsafe {
            let entry = self.find(ffi::Py_TYPE(p))?;
            match entry.kind {
                Kind::Inline => {
                    let values = layout::inline_values(p);
                    (!values.is_null()).then(|| values.add(entry.index as usize))
                }
                Kind::Slot => Some((p as *mut u8).add(entry.index as usize) as *mut *mut PyObject),
                _ => None,
            }
        }
    }

    /// The class's function or descriptor for a call on this instance, borrowed, if this site knows the type.
    #[inline(always)]
    pub fn method(&self, p: *mut PyObject) -> Option<*mut PyObject> {
        // SAFETY: as for `place`.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            let entry = self.find(type_)?;
            match entry.kind {
                Kind::Method => Some(entry.method),
                Kind::MethodUnlessShadowed => {
                    let clean = !layout::inline_values(p).is_null()
                        && layout::shared_key_count(type_) == entry.index as isize;
                    clean.then_some(entry.method)
                }
                _ => None,
            }
        }
    }

    /// Whether it is worth while to learn more here: a site that meets many types stops trying.
    #[inline]
    pub fn may_learn(&self) -> bool {
        let tries = self.tries.get();
        self.tries.set(tries.saturating_add(1));
        tries < 64
    }

    /// Learns how a plain read or write of `name` finds its place on instances like `p`.
    #[cold]
    pub fn learn_place(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: live objects; the type is looked at after a lookup, which gives it a version.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            if !plain_access(type_) {
                return;
            }
            let found = types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            if version == 0 {
                return;
            }
            let entry = if found.is_null() {
                if !layout::has_inline_values(type_) {
                    return;
                }
                match layout::shared_key_index(type_, name) {
                    Some(index) => Entry { version, kind: Kind::Inline, index, method: ptr::null_mut() },
                    None => return,
                }
            } else {
                match layout::slot_offset(found) {
                    Some(index) => Entry { version, kind: Kind::Slot, index, method: ptr::null_mut() },
                    None => return,
                }
            };
            self.fill(entry);
        }
    }

    /// Learns which method a plain call of `name` finds on instances like `p`.
    #[cold]
    pub fn learn_method(&self, p: *mut PyObject, name: *mut PyObject) {
        // SAFETY: as for `learn_place`; the found object is borrowed from the type.
        unsafe {
            let type_ = ffi::Py_TYPE(p);
            if !plain_access(type_) {
                return;
            }
            let found = types::type_lookup(type_, name);
            let version = layout::type_version(type_);
            if version == 0 || found.is_null() {
                return;
            }
            let found_type = ffi::Py_TYPE(found);
            let callable = found_type == function::type_object() || found_type == &raw mut ffi::PyMethodDescr_Type;
            if !callable {
                return;
            }
            let (kind, index) = if (*type_).tp_dictoffset == 0 && !layout::has_managed_dict(type_) {
                (Kind::Method, 0)
            } else if layout::has_inline_values(type_)
                && !layout::inline_values(p).is_null()
                && layout::shared_key_index(type_, name).is_none()
            {
                match u32::try_from(layout::shared_key_count(type_)) {
                    Ok(count) => (Kind::MethodUnlessShadowed, count),
                    Err(_) => return,
                }
            } else {
                return;
            };
            self.fill(Entry { version, kind, index, method: found });
        }
    }
}

/// Whether the type reads and writes attributes in the ordinary way.
///
/// # Safety
/// `type_` is a live type.
unsafe fn plain_access(type_: *mut ffi::PyTypeObject) -> bool {
    let get: ffi::getattrofunc = ffi::PyObject_GenericGetAttr;
    let set: ffi::setattrofunc = ffi::PyObject_GenericSetAttr;
    (*type_).tp_getattro.is_some_and(|f| f as usize == get as usize)
        && ((*type_).tp_setattro.is_some_and(|f| f as usize == set as usize) || (*type_).tp_setattro.is_none())
}
