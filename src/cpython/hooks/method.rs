//! The C functions behind methods of types of C code and functions of modules.
#![allow(unsafe_code, reason = "methods of the interpreter's types are exchanged")]

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Mutex;

use pyo3::ffi::{self, PyMethodDef, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict};

use crate::cpython::hooks::registry::{is_left_out, note_with, Target};
use crate::cpython::hooks::slot;
use crate::cpython::hooks::table::{self, Hook};
use crate::cpython::hooks::words::WordUndo;
use crate::cpython::layout::descriptor::Descriptor;

/// A tuple of arguments, and a dict of those by name.
pub const VARARGS_KEYWORDS: i32 = ffi::METH_VARARGS | ffi::METH_KEYWORDS;
/// Arguments in a row, and names of the last of them.
pub const FASTCALL_KEYWORDS: i32 = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;

/// The same, after the class that the method is of.
pub const FASTCALL_METHOD: i32 = FASTCALL_KEYWORDS | ffi::METH_METHOD;

/// The C function of a method of a type of C code, or of a function of a module: where the interpreter reads it at each
/// call. It is writable memory that lives as long as the process.
pub struct Method {
    definition: *mut PyMethodDef,
    target: Target,
}

impl Method {
    /// `None` for what is not written in C in this way.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Method> {
        let class = object.get_type_ptr();
        // SAFETY: the exact type tells the layout.
        let definition = unsafe {
            if class == &raw mut ffi::PyMethodDescr_Type {
                (*(object.as_ptr() as *mut Descriptor)).base
            } else if class == &raw mut ffi::PyCFunction_Type {
                (*(object.as_ptr() as *mut ffi::PyCFunctionObject)).m_ml
            } else {
                return None;
            }
        };
        Some(Method { definition, target: Target::Lasting(object.clone().unbind()) })
    }

    /// The same for a function that Cython made. (For none that chooses among several: it is given other arguments than they are.)
    pub fn of_cython(object: &Bound<'_, PyAny>) -> Option<Method> {
        Method::of_type(object, b"cython_function_or_method")
    }

    /// For one whose type is of this name.
    fn of_type(object: &Bound<'_, PyAny>, name: &[u8]) -> Option<Method> {
        let class = object.get_type();
        // SAFETY: objects of such a type begin as those of the interpreter's own functions; their size is looked at.
        let (named, size) = unsafe { (CStr::from_ptr((*class.as_type_ptr()).tp_name), (*class.as_type_ptr()).tp_basicsize) };
        let is_made = named.to_bytes().ends_with(name) && size as usize >= size_of::<ffi::PyCFunctionObject>();
        // SAFETY: as said.
        let definition = is_made.then(|| unsafe { (*(object.as_ptr() as *mut ffi::PyCFunctionObject)).m_ml })?;
        (!definition.is_null()).then(|| Method { definition, target: Target::Lasting(object.clone().unbind()) })
    }

    /// All that is behind a function of a compiled module: one that Cython made for several kinds of numbers has one for each.
    pub fn all_of(object: &Bound<'_, PyAny>) -> Vec<Method> {
        let kinds =
            object.getattr("__signatures__").ok().and_then(|kinds| kinds.cast_into::<PyDict>().ok()).filter(|kinds| !kinds.is_empty());
        match kinds {
            Some(kinds) => kinds.values().iter().filter_map(|kind| Method::of_type(&kind, b"fused_cython_function")).collect(),
            None => Method::of(object).or_else(|| Method::of_cython(object)).into_iter().collect(),
        }
    }

    /// How the function is called: its flags (`METH_…`) as far as they say what it is given.
    pub fn convention(&self) -> i32 {
        const CONVENTION: i32 =
            ffi::METH_VARARGS | ffi::METH_KEYWORDS | ffi::METH_NOARGS | ffi::METH_O | ffi::METH_FASTCALL | ffi::METH_METHOD;
        // SAFETY: a live definition, which its function keeps as long as the process lives.
        unsafe { (*self.definition).ml_flags & CONVENTION }
    }

    /// The function, whatever its type.
    pub fn function(&self) -> *mut () {
        // SAFETY: as in `convention`; every member of the union is one function pointer.
        unsafe { (*self.definition).ml_meth.PyCFunction as *mut () }
    }

    /// The definition as it is now, for calls of the original after the exchange; leaked.
    pub fn keep(&self) -> *mut PyMethodDef {
        // SAFETY: as in `convention`.
        let (name, meth, flags) = unsafe { ((*self.definition).ml_name, (*self.definition).ml_meth, (*self.definition).ml_flags) };
        Box::into_raw(Box::new(PyMethodDef { ml_name: name, ml_meth: meth, ml_flags: flags, ml_doc: std::ptr::null() }))
    }

    /// Puts another function in its place.
    ///
    /// # Safety
    /// ATTACHED; `to` is a function for these flags that gives what the one before gives.
    pub unsafe fn exchange(self, to: *mut (), hook: &'static Hook) {
        // SAFETY: ATTACHED; definitions of methods of C code are never freed.
        unsafe {
            if is_left_out(hook) {
                return;
            }
            // Every member of the union is one function pointer.
            let place = (&raw mut (*self.definition).ml_meth).cast::<*mut ()>();
            let undo = WordUndo::new(place, *place, to);
            if let Ok(mut firsts) = FIRSTS.lock() {
                firsts.entry(self.definition as usize).or_insert(*place as usize);
            }
            *place = to;
            note_with("method", self.target, self.definition as usize, hook, undo);
        }
    }
}

/// What definitions had before the first exchange.
static FIRSTS: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

static HASH: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// The hash of a built-in function is made of its C function. The host may have put some into its dicts and sets before those
/// were exchanged (numpy has a set of its own): each keeps its first hash. Before other hooks of that slot, which are given
/// nothing but objects of the interpreter's.
pub fn keep_hashes(py: Python<'_>) {
    let class = py.get_type::<PyCFunction>();
    let before = slot::HASH.of(&class);
    let this = hash as ffi::hashfunc as *mut ();
    if before.is_null() || before == this || !HASH.load(Ordering::Acquire).is_null() {
        return;
    }
    HASH.store(before, Ordering::Release);
    // SAFETY: ATTACHED; `hash` gives what the function before gives.
    unsafe { slot::exchange(&class, slot::HASH, this, &table::FUNCTION_HASHES) };
}

unsafe extern "C" fn hash(object: *mut PyObject) -> ffi::Py_hash_t {
    // SAFETY: called by the interpreter, attached, with a built-in function; the original was stored before. It reads the
    // object that the function is of and the C function, nothing else, and keeps neither.
    unsafe {
        let original: ffi::hashfunc = std::mem::transmute(HASH.load(Ordering::Acquire));
        let function = object.cast::<ffi::PyCFunctionObject>();
        let first = FIRSTS.lock().ok().and_then(|firsts| firsts.get(&((*function).m_ml as usize)).copied());
        let Some(first) = first else { return original(object) };
        let mut definition = ptr::read((*function).m_ml);
        (&raw mut definition.ml_meth).cast::<usize>().write(first);
        let mut as_it_was = ptr::read(function);
        as_it_was.m_ml = &raw mut definition;
        original((&raw mut as_it_was).cast())
    }
}
