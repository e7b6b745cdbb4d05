//! Sandboxed functions: a Python type with vectorcall and `__get__`, so that `sorted(key=f)`, `map`,
//! decorators, pandas and threads treat them as functions.
#![allow(unsafe_code, reason = "a raw interpreter type with vectorcall")]

use std::cell::{Cell, RefCell};
use std::ptr;
use std::rc::Rc;
use std::sync::OnceLock;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::heap_type;
use crate::cpython::value::{Exc, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::session::engine_types::{is_function, FUNCTION_TYPE};
use crate::session::Session;
use crate::vm::machine::linked_code::Linked;
use crate::vm::objects::{annotate, cell};

/// What a function is made of.
pub struct Function {
    pub linked: Rc<Linked>,
    pub session: Rc<Session>,
    /// The session's Python object, for the garbage collector.
    pub owner: Value,
    pub closure: Box<[Value]>,
    pub defaults: RefCell<Box<[Value]>>,
    pub keyword_defaults: RefCell<Box<[(Value, Value)]>>,
    /// The dict that has them from when somebody asked for it, or gave the function another; `keyword_defaults` is empty then.
    pub keyword_dict: RefCell<Value>,
    pub name: RefCell<Value>,
    pub qualname: RefCell<Value>,
    pub module: RefCell<Value>,
    pub doc: RefCell<Value>,
    /// A dict, or unset while nobody asked.
    pub annotations: RefCell<Value>,
    /// What makes them when somebody asks (`Annotate`); unset on hosts before 3.14.
    pub annotate: RefCell<Value>,
    pub type_params: RefCell<Value>,
    /// Whether coroutines may await the generators that it makes (`types.coroutine`).
    pub awaitable: Cell<bool>,
}

#[repr(C)]
pub struct FunctionObject {
    pub head: PyObject,
    pub vectorcall: Option<ffi::vectorcallfunc>,
    pub dict: *mut PyObject,
    pub weakrefs: *mut PyObject,
    /// Boxed so that the object's layout is the interpreter's and ours stays Rust's.
    pub data: *mut Function,
}

/// How functions are called by the interpreter; from `vm::call::function_type`.
pub static VECTORCALL: OnceLock<ffi::vectorcallfunc> = OnceLock::new();

/// A new function object.
pub fn new(function: Function) -> R<Value> {
    // SAFETY: the type was made by `init`; all fields are written before anyone else sees the object
    // (`data` is null until then, which traverse and dealloc accept).
    unsafe {
        let object = heap_type::allocate(FUNCTION_TYPE.get(), 0) as *mut FunctionObject;
        if object.is_null() {
            return Err(Exc);
        }
        (*object).vectorcall = VECTORCALL.get().copied();
        (*object).data = Box::into_raw(Box::new(function));
        Value::from_result(object as *mut PyObject)
    }
}

/// The function behind a value of exactly our type. It lives as long as the object does.
#[inline(always)]
pub fn get(value: &Value) -> Option<&Function> {
    if !is_function(value) {
        return None;
    }
    // SAFETY: exact type tested; `data` is set for every object that left `new`.
    unsafe { (*(value.ptr() as *mut FunctionObject)).data.as_ref() }
}

/// As `get`, from a raw pointer that the caller keeps alive.
///
/// # Safety
/// `object` is a live object.
#[inline(always)]
pub unsafe fn get_raw<'a>(object: *mut PyObject) -> Option<&'a Function> {
    // SAFETY: an object of the type of functions, as the caller looked.
    if unsafe { ffi::Py_TYPE(object) != FUNCTION_TYPE.get() } {
        return None;
    }
    // SAFETY: an object of the type of functions, as the caller looked.
    unsafe { (*(object as *mut FunctionObject)).data.as_ref() }
}

/// The cells of a function's free variables; null when `function` is none of ours or has none.
#[inline(always)]
pub fn closure_of(function: &Value) -> *const Value {
    match get(function) {
        Some(f) if !f.closure.is_empty() => f.closure.as_ptr(),
        _ => ptr::null(),
    }
}

/// Puts `new` in the place of `old` in the cells of a function of the code.
pub fn replace_in_closure(function: &Value, old: *const PyObject, new: &Value) {
    let Some(function) = get(function) else { return };
    for cell in &function.closure {
        if ptr::eq(cell::get(cell).ptr(), old) {
            drop(cell::replace(cell, new.clone()));
        }
    }
}

/// What makes the annotations of `from` makes those of `to`, when somebody asks.
pub fn copy_annotate(from: &Function, to: &Function) {
    let annotate = from.annotate.borrow().clone();
    drop(to.annotations.replace(Value::UNSET));
    drop(to.annotate.replace(annotate));
}

/// Lets coroutines await what a generator function of the code makes from now on; false for anything else.
pub fn make_awaitable(function: &Value) -> bool {
    let found = get(function).filter(|f| f.linked.code.suspends == Suspends::Generator);
    found.inspect(|f| f.awaitable.set(true)).is_some()
}

/// The dict of annotations, made now if this is the first look at them.
pub fn annotations(function: &Function, py: Python<'_>) -> R<Value> {
    let known = function.annotations.borrow().clone();
    if !known.is_unset() {
        return Ok(known);
    }
    let annotate = function.annotate.borrow().clone();
    let made = match annotate.is_unset() {
        true => pyo3::types::PyDict::new(py),
        false => annotate::values(&annotate.to_bound(py)?)?,
    };
    let made = Value::from_bound(made.into_any());
    drop(function.annotations.replace(made.clone()));
    Ok(made)
}
