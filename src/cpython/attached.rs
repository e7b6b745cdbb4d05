//! A marker for data of Python objects that only an attached thread touches.
#![allow(unsafe_code, reason = "objects of the interpreter travel between threads under its lock")]

/// Makes `T` part of a `#[pyclass]`, whose methods run only while the thread is attached.
pub struct Attached<T>(pub T);

// SAFETY: crate invariant ATTACHED (see `cpython/value.rs`): the interpreter's lock orders all access.
unsafe impl<T> Send for Attached<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Attached<T> {}
