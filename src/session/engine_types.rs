//! The types of the engine's own objects, which it fills in when the extension is loaded.
#![allow(unsafe_code, reason = "function and receiver of methods are read")]

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::heap_type::TypeSlot;
use crate::cpython::static_types;
use crate::cpython::value::Value;

pub static FUNCTION_TYPE: TypeSlot = TypeSlot::new();

#[inline(always)]
pub fn is_function(value: &Value) -> bool {
    value.is_object() && value.type_ptr() == FUNCTION_TYPE.get()
}

pub fn function_type() -> *mut ffi::PyTypeObject {
    FUNCTION_TYPE.get()
}

/// A method of a callable and its receiver.
pub fn method(callable: &Bound<'_, PyAny>, receiver: &Bound<'_, PyAny>) -> PyResult<Value> {
    // SAFETY: ATTACHED; two live objects; a new reference, or null with an error.
    let made = unsafe { Bound::from_owned_ptr_or_err(callable.py(), static_types::PyMethod_New(callable.as_ptr(), receiver.as_ptr())) };
    Ok(Value::from_bound(made?))
}

/// Sandboxed function and receiver of a bound method, borrowed from it.
pub fn bound_method(value: &Value) -> Option<(Value, Value)> {
    if !value.is_object() || value.type_ptr() != static_types::method_type() {
        return None;
    }
    // SAFETY: exact type tested; both are borrowed from a live method and referenced anew.
    unsafe {
        let function = static_types::PyMethod_Function(value.ptr());
        if ffi::Py_TYPE(function) != FUNCTION_TYPE.get() {
            return None;
        }
        let receiver = static_types::PyMethod_Self(value.ptr());
        Some((Value::from_borrowed(function), Value::from_borrowed(receiver)))
    }
}

pub static GENERATOR_TYPE: TypeSlot = TypeSlot::new();

pub static COROUTINE_TYPE: TypeSlot = TypeSlot::new();

pub static ASYNC_GENERATOR_TYPE: TypeSlot = TypeSlot::new();

/// The types of generators, coroutines and async generators.
pub fn generator_types() -> [*mut ffi::PyTypeObject; 3] {
    [GENERATOR_TYPE.get(), COROUTINE_TYPE.get(), ASYNC_GENERATOR_TYPE.get()]
}

/// The types of functions, generators, coroutines and async generators, as objects.
pub fn classes(py: Python<'_>) -> [Bound<'_, PyType>; 4] {
    let [generator, coroutine, async_generator] = generator_types();
    [function_type(), generator, coroutine, async_generator].map(|class| {
        // SAFETY: ATTACHED; filled in when the extension is loaded, and never freed.
        unsafe { Bound::from_borrowed_ptr(py, class.cast()).cast_into_unchecked() }
    })
}

/// Type of what makes annotations when somebody asks.
pub static ANNOTATE_TYPE: TypeSlot = TypeSlot::new();

/// Whether it is one of those.
pub fn is_annotate(object: &Bound<'_, PyAny>) -> bool {
    object.get_type_ptr() == ANNOTATE_TYPE.get()
}
