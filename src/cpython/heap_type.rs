//! Making interpreter types by hand: what the function, cell and generator types share.
#![allow(unsafe_code, reason = "raw type objects")]

use std::cell::Cell;
use std::ffi::{c_int, c_ulong, c_void, CStr};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject, PyTypeObject};

use crate::cpython::value::{Exc, Value, R};

/// `Py_TPFLAGS_DISALLOW_INSTANTIATION` (all supported versions; pyo3 names it from 3.10 on).
pub const DISALLOW_INSTANTIATION: c_ulong = 1 << 7;

/// A type made once at import.
pub struct TypeSlot(AtomicPtr<PyTypeObject>);

impl TypeSlot {
    pub const fn new() -> TypeSlot {
        TypeSlot(AtomicPtr::new(ptr::null_mut()))
    }
    pub fn fill(&self, object: *mut PyTypeObject) {
        self.0.store(object, Ordering::Release);
    }
    /// Null until filled.
    #[inline(always)]
    pub fn get(&self) -> *mut PyTypeObject {
        self.0.load(Ordering::Relaxed)
    }
}

/// A type specification under construction.
pub struct Spec {
    name: &'static CStr,
    size: usize,
    item_size: usize,
    slots: Vec<ffi::PyType_Slot>,
}

impl Spec {
    pub fn new(name: &'static CStr, size: usize) -> Spec {
        Spec::with_items(name, size, 0)
    }
    /// A type of objects with a variable number of items behind their fixed part.
    pub fn with_items(name: &'static CStr, size: usize, item_size: usize) -> Spec {
        Spec { name, size, item_size, slots: Vec::new() }
    }
    pub fn slot(&mut self, slot: c_int, value: *mut c_void) {
        self.slots.push(ffi::PyType_Slot { slot, pfunc: value });
    }
    /// The heap type. `flags` are added to the default ones.
    pub fn build(mut self, flags: c_ulong) -> R<*mut PyTypeObject> {
        self.slots.push(ffi::PyType_Slot { slot: 0, pfunc: ptr::null_mut() });
        let mut spec = ffi::PyType_Spec {
            name: self.name.as_ptr(),
            basicsize: self.size as c_int,
            itemsize: self.item_size as c_int,
            flags: (ffi::Py_TPFLAGS_DEFAULT | flags) as _,
            slots: self.slots.as_mut_ptr(),
        };
        // SAFETY: ATTACHED; the spec and its slots live through the call, names and tables are static.
        let made = unsafe { ffi::PyType_FromSpec(&mut spec) };
        if made.is_null() {
            return Err(Exc);
        }
        let made = made as *mut PyTypeObject;
        // SAFETY: ATTACHED; a new type.
        unsafe { drop_empty_tables(made) };
        if let Some(plain) = self.name.to_bytes_with_nul().strip_prefix(b"builtins.") {
            // Messages show this name; the interpreter's own types have it without the module.
            // SAFETY: ATTACHED; a new type; the name is static and ends with its zero.
            unsafe { (*made).tp_name = plain.as_ptr().cast() };
        }
        Ok(made)
    }
}

/// Makes messages show a type of ours that stands for one of `builtins` without its module, as they do the
/// interpreter's own.
pub fn drop_module_from_messages(type_: &pyo3::Bound<'_, pyo3::types::PyType>) {
    let made = type_.as_ptr() as *mut PyTypeObject;
    // SAFETY: ATTACHED; the name of a type that lives for ever is a C string that stays.
    unsafe {
        let name = std::ffi::CStr::from_ptr((*made).tp_name);
        if name.to_bytes().starts_with(b"builtins.") {
            (*made).tp_name = (*made).tp_name.add(b"builtins.".len());
        }
        drop_empty_tables(made);
    }
}

/// Takes away the tables of operators in which nothing is: the interpreter's own types have none then, and operators say
/// something else of an object whose type has an empty one.
unsafe fn drop_empty_tables(made: *mut PyTypeObject) {
    unsafe fn drop_empty<T>(table: &mut *mut T) {
        // SAFETY: a table is null, or of pointers to functions alone.
        let empty = |table: *mut T| unsafe {
            let pointers = std::slice::from_raw_parts(table as *const usize, size_of::<T>() / size_of::<usize>());
            pointers.iter().all(|function| *function == 0)
        };
        if !table.is_null() && empty(*table) {
            *table = ptr::null_mut();
        }
    }
    // SAFETY: ATTACHED; the tables are parts of the type, and nobody uses it yet.
    unsafe {
        drop_empty(&mut (*made).tp_as_number);
        drop_empty(&mut (*made).tp_as_sequence);
        drop_empty(&mut (*made).tp_as_mapping);
    }
}

/// An entry of a table of methods.
pub fn method(name: &'static CStr, function: ffi::PyMethodDefPointer, flags: c_int) -> ffi::PyMethodDef {
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: function, ml_flags: flags, ml_doc: ptr::null() }
}

/// A leaked, zero-terminated table of methods, members or attributes for a type slot.
pub fn leak<T>(table: Vec<T>) -> *mut c_void {
    Box::leak(table.into_boxed_slice()).as_mut_ptr() as *mut c_void
}

/// A fresh zeroed object with so many items, tracked by the collector; null with MemoryError set.
///
/// # Safety
/// `type_` is a collected heap type made by `Spec`.
pub unsafe fn allocate(type_: *mut PyTypeObject, items: usize) -> *mut PyObject {
    // SAFETY: an object of a type that was made here, as the caller promises.
    unsafe { ffi::PyType_GenericAlloc(type_, items as isize) }
}

/// Frees an object of a heap type: memory, then the type's reference.
///
/// # Safety
/// Called once, at the end of `tp_dealloc`, with fields already dropped and the object untracked.
pub unsafe fn free(object: *mut PyObject) {
    // SAFETY: an object of a type that was made here, as the caller promises.
    unsafe {
        let type_ = ffi::Py_TYPE(object);
        ffi::PyObject_GC_Del(object as *mut c_void);
        ffi::Py_DECREF(type_ as *mut PyObject);
    }
}

/// Heap types are visited by their instances.
///
/// # Safety
/// As for any traverse function.
pub unsafe fn visit_type(object: *mut PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: an object of a type that was made here, as the caller promises.
    unsafe { visit(ffi::Py_TYPE(object) as *mut PyObject, arg) }
}

/// # Safety
/// As for any traverse function.
pub unsafe fn visit(value: &Value, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    let p = value.ptr();
    if p.is_null() {
        0
    } else {
        // SAFETY: an object of a type that was made here, as the caller promises.
        unsafe { visit(p, arg) }
    }
}

type Dealloc = unsafe extern "C" fn(*mut PyObject);

/// Deallocations of a thread that are under way, and those that are put off. No field needs to be dropped, so that it is
/// there until the thread's very end.
struct Trashcan {
    depth: Cell<u32>,
    /// Objects that wait; none while the outermost deallocation has not put one off.
    later: Cell<Option<NonNull<Vec<(*mut PyObject, Dealloc)>>>>,
}

thread_local! {
    static TRASHCAN: Trashcan = const { Trashcan { depth: Cell::new(0), later: Cell::new(None) } };
}

/// Deallocations under way on the stack, beyond which further ones are put off.
const DEEP: u32 = 40;

/// Deallocates chains of objects without recursing on the native stack: beyond a small depth the object is
/// put aside and freed when the outermost deallocation is done.
///
/// # Safety
/// `object` is untracked, dead, and `body` frees it.
#[inline]
pub unsafe fn with_trashcan(object: *mut PyObject, body: Dealloc) {
    // SAFETY: as the caller promises.
    unsafe { with_trashcan_or(object, body, || body) }
}

/// The same for an object that is made ready to wait by `later`, which gives what frees it then.
///
/// # Safety
/// `object` is dead, and `body` frees it; once `later` was called it is untracked, and what that gave frees it.
#[inline]
pub unsafe fn with_trashcan_or(object: *mut PyObject, body: Dealloc, later: impl FnOnce() -> Dealloc) {
    TRASHCAN.with(|trashcan| {
        let depth = trashcan.depth.get();
        if depth >= DEEP {
            return trashcan.put_off(object, later());
        }
        trashcan.depth.set(depth + 1);
        // SAFETY: as the caller promises.
        unsafe { body(object) };
        // Only the outermost frees what deeper ones put aside.
        if depth == 0 && trashcan.later.get().is_some() {
            // SAFETY: each was put off by a caller that promises the same.
            unsafe { trashcan.empty() };
        }
        trashcan.depth.set(depth);
    });
}

impl Trashcan {
    #[cold]
    fn put_off(&self, object: *mut PyObject, body: Dealloc) {
        let mut later = self.later.get().unwrap_or_else(|| NonNull::from(Box::leak(Box::default())));
        self.later.set(Some(later));
        // SAFETY: leaked here, and freed by `next` alone; nothing runs meanwhile.
        unsafe { later.as_mut() }.push((object, body));
    }

    /// # Safety
    /// The objects that wait are dead, and their functions free them.
    #[cold]
    unsafe fn empty(&self) {
        while let Some((object, body)) = self.next() {
            // SAFETY: as `# Safety` says, which the caller keeps.
            unsafe { body(object) };
        }
    }

    /// The last one that was put off. The list goes with the last of all.
    fn next(&self) -> Option<(*mut PyObject, Dealloc)> {
        let mut later = self.later.get()?;
        // SAFETY: as in `put_off`.
        let last = unsafe { later.as_mut() }.pop();
        if last.is_none() {
            self.later.set(None);
            // SAFETY: leaked by `put_off`; nobody has it any more.
            drop(unsafe { Box::from_raw(later.as_ptr()) });
        }
        last
    }
}
