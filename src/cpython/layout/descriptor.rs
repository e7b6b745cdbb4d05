//! What methods, getters and wrappers of slots have in common.

use pyo3::ffi::{PyMethodDef, PyObject, PyTypeObject};

/// Layout of `wrapper_descriptor` and `method_descriptor`, the same in all supported versions.
#[repr(C)]
pub struct Descriptor {
    pub head: PyObject,
    pub class: *mut PyTypeObject,
    pub name: *mut PyObject,
    pub qualname: *mut PyObject,
    /// Of a wrapper: the table that it is from; of a method: its definition.
    pub base: *mut PyMethodDef,
    /// Of a wrapper alone.
    pub wrapped: *mut (),
}
