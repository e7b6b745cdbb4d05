//! The engine's value: 16 bytes, two plain words (tag and payload), so that a copy is two moves.
//!
//! Ints and floats made by the engine are unboxed. Objects are owned references. Ints that come out of
//! containers stay boxed until arithmetic needs them (`num`); NaN is never unboxed, because containers
//! find it by identity.
//!
//! Crate invariant ATTACHED: every function above `front` runs on a thread that is attached to the interpreter (holds the
//! GIL). The entry points (slots of types, wrapped functions, methods of the classes in `host`) are called by the
//! interpreter and keep it; no engine code detaches while it holds a `Value`.
//!
//! Crate invariant CALLED: the interpreter calls a function that lies in a slot, a method table or a getter attached, with
//! living, borrowed objects, of the type that the slot belongs to, and as many as the flags of its entry say.
#![allow(unsafe_code, reason = "owned references to interpreter objects in plain words")]

use std::mem;
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use pyo3::IntoPyObjectExt;
use pyo3::{CastError, CastIntoError};

#[repr(u64)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    Unset = 0,
    None = 1,
    Bool = 2,
    Int = 3,
    Float = 4,
    /// A bit of its own: several tags are tested for it at once (`stack::clear_registers`).
    Object = 8,
}

#[repr(C)]
pub struct Value {
    pub(crate) tag: Tag,
    pub(crate) data: u64,
}

/// An operation failed. The exception is in the interpreter's error indicator; when a limit or
/// `final_answer` ends the run, `Machine::abort` says so and the indicator holds the private carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exc;

pub type R<T> = Result<T, Exc>;

impl From<PyErr> for Exc {
    fn from(error: PyErr) -> Exc {
        error.restore(attached());
        Exc
    }
}

impl From<CastError<'_, '_>> for Exc {
    fn from(error: CastError<'_, '_>) -> Exc {
        PyErr::from(error).into()
    }
}

impl From<CastIntoError<'_>> for Exc {
    fn from(error: CastIntoError<'_>) -> Exc {
        PyErr::from(error).into()
    }
}

/// The token for a thread that is attached (crate invariant ATTACHED).
#[inline(always)]
pub fn attached<'py>() -> Python<'py> {
    // SAFETY: crate invariant ATTACHED, kept by the entry points named in the module's text.
    unsafe { Python::assume_attached() }
}

/// Sets exception `error` and returns `Exc`. Where there is no memory for the text, it is the MemoryError that says so: functions that C
/// code calls raise when a run starves, and must not panic.
#[cold]
#[inline(never)]
pub fn raise<E: pyo3::type_object::PyTypeInfo>(message: impl Into<String>) -> Exc {
    let message = message.into();
    // SAFETY: ATTACHED; the text is the message's own UTF-8; a class that lives, and a new reference, which is given up.
    unsafe {
        let text = ffi::PyUnicode_FromStringAndSize(message.as_ptr().cast(), message.len() as isize);
        if !text.is_null() {
            ffi::PyErr_SetObject(E::type_object_raw(attached()).cast(), text);
            ffi::Py_DECREF(text);
        }
    }
    Exc
}

/// A number as arithmetic sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Num {
    Int(i64),
    Float(f64),
    Other,
}

impl Value {
    pub const UNSET: Value = Value { tag: Tag::Unset, data: 0 };
    pub const NONE: Value = Value { tag: Tag::None, data: 0 };

    #[inline(always)]
    pub const fn int(i: i64) -> Value {
        Value { tag: Tag::Int, data: i as u64 }
    }
    #[inline(always)]
    pub const fn bool(b: bool) -> Value {
        Value { tag: Tag::Bool, data: b as u64 }
    }
    /// An unboxed float; NaN becomes an object, so that its identity lasts.
    #[inline(always)]
    pub fn float(f: f64) -> Value {
        if f.is_nan() {
            return Value::nan(f);
        }
        Value { tag: Tag::Float, data: f.to_bits() }
    }
    #[cold]
    #[inline(never)]
    fn nan(f: f64) -> Value {
        // SAFETY: ATTACHED; a new reference or null. Null (no memory) becomes UNSET, which every reader
        // refuses.
        unsafe {
            let p = ffi::PyFloat_FromDouble(f);
            if p.is_null() {
                return Value::UNSET;
            }
            Value { tag: Tag::Object, data: p as u64 }
        }
    }

    #[inline(always)]
    pub fn tag(&self) -> Tag {
        self.tag
    }
    #[inline(always)]
    pub fn is_unset(&self) -> bool {
        self.tag == Tag::Unset
    }
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.tag == Tag::None
    }
    #[inline(always)]
    pub fn is_object(&self) -> bool {
        self.tag == Tag::Object
    }
    /// Payload as it stands: int bits, float bits, 0/1, or the object's address.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        self.data
    }
    #[inline(always)]
    pub fn as_int(&self) -> Option<i64> {
        (self.tag == Tag::Int).then_some(self.data as i64)
    }
    #[inline(always)]
    pub fn as_float(&self) -> Option<f64> {
        (self.tag == Tag::Float).then_some(f64::from_bits(self.data))
    }
    #[inline(always)]
    pub fn as_bool(&self) -> Option<bool> {
        (self.tag == Tag::Bool).then_some(self.data != 0)
    }
    /// Borrowed pointer; null unless an object.
    #[inline(always)]
    pub fn ptr(&self) -> *mut ffi::PyObject {
        if self.tag == Tag::Object {
            self.data as *mut ffi::PyObject
        } else {
            ptr::null_mut()
        }
    }
    /// The object, borrowed for as long as this value stays where it is.
    #[inline(always)]
    pub fn as_object<'a, 'py>(&'a self) -> Option<Borrowed<'a, 'py, PyAny>> {
        if self.tag != Tag::Object {
            return None;
        }
        // SAFETY: ATTACHED; an Object payload is an owned, live reference.
        Some(unsafe { Borrowed::from_ptr(attached(), self.data as *mut ffi::PyObject) })
    }
    /// Type of the object; null unless an object.
    #[inline(always)]
    pub fn type_ptr(&self) -> *mut ffi::PyTypeObject {
        if self.tag != Tag::Object {
            return ptr::null_mut();
        }
        // SAFETY: live object.
        unsafe { ffi::Py_TYPE(self.data as *mut ffi::PyObject) }
    }

    /// Int, float or bool, unboxed or boxed, exact types only.
    #[inline(always)]
    pub fn num(&self) -> Num {
        match self.tag {
            Tag::Int => Num::Int(self.data as i64),
            Tag::Float => Num::Float(f64::from_bits(self.data)),
            Tag::Bool => Num::Int(self.data as i64),
            Tag::Object => self.num_object(),
            _ => Num::Other,
        }
    }
    #[inline]
    fn num_object(&self) -> Num {
        let p = self.ptr();
        // SAFETY: ATTACHED; `p` is a live object, exact type tested before the value is read.
        unsafe {
            if ffi::PyLong_CheckExact(p) != 0 {
                let mut overflow = 0;
                let i = ffi::PyLong_AsLongLongAndOverflow(p, &mut overflow);
                return if overflow == 0 { Num::Int(i) } else { Num::Other };
            }
            if ffi::PyFloat_CheckExact(p) != 0 {
                return Num::Float(ffi::PyFloat_AS_DOUBLE(p));
            }
        }
        Num::Other
    }

    /// Takes a new reference; None, bools and floats become unboxed, ints stay objects.
    #[inline(always)]
    pub fn from_bound(object: Bound<'_, PyAny>) -> Value {
        // SAFETY: `into_ptr` hands over one reference to a live object.
        unsafe { Value::from_owned(object.into_ptr()) }
    }
    /// # Safety
    /// `p` is a live object and the caller hands over one reference to it.
    #[inline(always)]
    pub unsafe fn from_owned(p: *mut ffi::PyObject) -> Value {
        // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
        let v = unsafe { Value::unboxed(p) };
        match v {
            Some(v) => {
                // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
                unsafe { ffi::Py_DECREF(p) };
                v
            }
            None => Value { tag: Tag::Object, data: p as u64 },
        }
    }
    /// As `from_owned`, for the result of an API call: null means an exception is set.
    ///
    /// # Safety
    /// `p` is null with an exception set, or as for `from_owned`.
    #[inline(always)]
    pub unsafe fn from_result(p: *mut ffi::PyObject) -> R<Value> {
        if p.is_null() {
            return Err(Exc);
        }
        // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
        unsafe { Ok(Value::from_owned(p)) }
    }
    /// # Safety
    /// `p` is a live object.
    #[inline(always)]
    pub unsafe fn from_borrowed(p: *mut ffi::PyObject) -> Value {
        // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
        match unsafe { Value::unboxed(p) } {
            Some(v) => v,
            None => {
                // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
                unsafe { ffi::Py_INCREF(p) };
                Value { tag: Tag::Object, data: p as u64 }
            }
        }
    }
    /// As `from_borrowed`, with floats as the objects that they are: libraries compare what they hand over with `is`
    /// (scikit-learn's `clone` the arguments of a constructor).
    ///
    /// # Safety
    /// `p` is a live object.
    pub unsafe fn same_from_borrowed(p: *mut ffi::PyObject) -> Value {
        // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
        unsafe {
            if ffi::PyFloat_CheckExact(p) == 0 {
                return Value::from_borrowed(p);
            }
            ffi::Py_INCREF(p);
            Value { tag: Tag::Object, data: p as u64 }
        }
    }
    #[inline(always)]
    unsafe fn unboxed(p: *mut ffi::PyObject) -> Option<Value> {
        // SAFETY: ATTACHED; the words are those of a value, as the caller promises.
        unsafe {
            let t = ffi::Py_TYPE(p);
            if t == &raw mut ffi::PyFloat_Type {
                let f = ffi::PyFloat_AS_DOUBLE(p);
                return (!f.is_nan()).then_some(Value { tag: Tag::Float, data: f.to_bits() });
            }
            if p == ffi::Py_None() {
                return Some(Value::NONE);
            }
            if t == &raw mut ffi::PyBool_Type {
                return Some(Value::bool(p == ffi::Py_True()));
            }
            None
        }
    }
    pub fn from_any<'py, T>(py: Python<'py>, value: T) -> R<Value>
    where
        T: IntoPyObject<'py>,
    {
        Ok(Value::from_bound(value.into_bound_py_any(py)?))
    }
    pub fn string(py: Python<'_>, text: &str) -> Value {
        Value::from_bound(PyString::new(py, text).into_any())
    }

    /// The value as an object (new reference). An unset value is a NameError.
    #[inline]
    pub fn to_bound<'py>(&self, py: Python<'py>) -> R<Bound<'py, PyAny>> {
        match self.tag {
            Tag::Object => {
                // SAFETY: live object; `from_borrowed_ptr` takes its own reference.
                Ok(unsafe { Bound::from_borrowed_ptr(py, self.data as *mut ffi::PyObject) })
            }
            Tag::Int => Ok((self.data as i64).into_bound_py_any(py)?),
            Tag::Float => Ok(pyo3::types::PyFloat::new(py, f64::from_bits(self.data)).into_any()),
            Tag::Bool => Ok(PyBool::new(py, self.data != 0).to_owned().into_any()),
            Tag::None => Ok(py.None().into_bound(py)),
            Tag::Unset => Err(unbound()),
        }
    }
    /// The value as an object, without a reference more to one that it is: libraries count them.
    #[inline]
    pub fn lend<'a, 'py>(&'a self, py: Python<'py>) -> R<Lent<'a, 'py>> {
        match self.as_object() {
            Some(object) => Ok(Lent::Object(object)),
            None => Ok(Lent::Made(self.to_bound(py)?)),
        }
    }
    /// As `to_bound`, with the reference that this value has.
    #[inline]
    pub fn into_bound(self, py: Python<'_>) -> R<Bound<'_, PyAny>> {
        // SAFETY: an owned reference, or null with an exception set.
        unsafe { Bound::from_owned_ptr_or_opt(py, self.into_raw()) }.ok_or(Exc)
    }
    /// The value as an owned raw reference; null with an exception set if unset or out of memory.
    #[inline]
    pub fn into_raw(self) -> *mut ffi::PyObject {
        if self.tag == Tag::Object {
            let p = self.data as *mut ffi::PyObject;
            mem::forget(self);
            return p;
        }
        match self.to_bound(attached()) {
            Ok(b) => b.into_ptr(),
            Err(Exc) => ptr::null_mut(),
        }
    }
}

/// A value as an object: the one that it is, or one made for it.
pub enum Lent<'a, 'py> {
    Object(Borrowed<'a, 'py, PyAny>),
    Made(Bound<'py, PyAny>),
}

impl<'py> std::ops::Deref for Lent<'_, 'py> {
    type Target = Bound<'py, PyAny>;
    #[inline]
    fn deref(&self) -> &Bound<'py, PyAny> {
        match self {
            Lent::Object(object) => object,
            Lent::Made(object) => object,
        }
    }
}

/// Last resort for an unset operand; the machine puts the variable's own error in its place.
#[cold]
#[inline(never)]
fn unbound() -> Exc {
    raise::<pyo3::exceptions::PyNameError>("name is not defined")
}

impl Drop for Value {
    #[inline(always)]
    fn drop(&mut self) {
        if self.tag == Tag::Object {
            // SAFETY: ATTACHED; the payload is an owned reference, given up once.
            unsafe { ffi::Py_DECREF(self.data as *mut ffi::PyObject) }
        }
    }
}

impl Clone for Value {
    #[inline(always)]
    fn clone(&self) -> Value {
        if self.tag == Tag::Object {
            // SAFETY: ATTACHED; live object.
            unsafe { ffi::Py_INCREF(self.data as *mut ffi::PyObject) }
        }
        Value { tag: self.tag, data: self.data }
    }
}

impl Default for Value {
    fn default() -> Value {
        Value::UNSET
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}:{:#x}", self.tag, self.data)
    }
}
