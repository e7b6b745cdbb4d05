//! Classes of the code with a `__new__` of the code: it runs as any function of the code does, and then its
//! `__init__`, as `type.__call__` does it. (A value with slots: 10,900 machine instructions through the interpreter, which enters a loop
//! of its own for `__new__`; 3,800 so.)
#![allow(unsafe_code, reason = "looks at slots of classes")]

use std::rc::Rc;

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use smallvec::SmallVec;

use crate::cpython::arguments::Arguments;
use crate::cpython::layout::{self, instance};
use crate::cpython::static_types;
use crate::cpython::value::{Value, R};
use crate::sandbox::classes;
use crate::vm::machine::Machine;
use crate::vm::objects::function;

/// Where the values begin in what `hold` keeps: behind the class and the names.
const VALUES: usize = 2;

/// The `__new__` of `callee`, if that is a class that `type` calls, which the code made, and a function of this session that does not
/// suspend. Its `__init__` is that of `object`, or such a function, too.
pub fn maker(m: &Machine, callee: &Value) -> Option<Value> {
    let object = callee.ptr();
    // SAFETY: `object` is a live object, tested to be a type before it is read as one. What is found is borrowed and referenced at once;
    // a type has a version only where layouts are as `self_test` found them.
    unsafe {
        if object.is_null() || ffi::PyType_Check(object) == 0 || !is_called_by_type(object) {
            return None;
        }
        let class = object as *mut ffi::PyTypeObject;
        let new = static_types::type_lookup(class, intern!(m.py(), "__new__").as_ptr());
        if new.is_null() || layout::type_version(class) == 0 || ffi::Py_TYPE(new) != instance::static_method_type() {
            return None;
        }
        let inside = instance::wrapped_function(new);
        if inside.is_null() {
            return None;
        }
        let new = Value::from_borrowed(inside);
        let init = static_types::type_lookup(class, intern!(m.py(), "__init__").as_ptr());
        let filled = is_left_as_it_is(class) || !init.is_null() && is_ours(m, &Value::from_borrowed(init));
        let made = || classes::is_made(m, &Bound::from_borrowed_ptr(m.py(), object).cast_into_unchecked::<PyType>());
        (filled && is_ours(m, &new) && made()).then_some(new)
    }
}

/// Whether what calls `class` is the call of `type`.
///
/// # Safety
/// `class` is a live type.
pub unsafe fn is_called_by_type(class: *mut ffi::PyObject) -> bool {
    // SAFETY: a live object has a live type.
    unsafe { (*ffi::Py_TYPE(class)).tp_call.map(|f| f as usize) == ffi::PyType_Type.tp_call.map(|f| f as usize) }
}

/// Whether it is a function of this session that does not suspend.
pub fn is_ours(m: &Machine, value: &Value) -> bool {
    function::get(value).is_some_and(|f| Rc::ptr_eq(&f.session, &m.session) && !f.linked.suspends)
}

/// Whether the interpreter calls a special method of this kind with its object in front, and does not bind it.
pub fn is_called_with_its_object(method: &Value) -> bool {
    // SAFETY: a live object has a live type.
    method.is_object() && unsafe { ffi::PyType_HasFeature(method.type_ptr(), ffi::Py_TPFLAGS_METHOD_DESCRIPTOR) != 0 }
}

/// What `filler` needs of a call: the class, the names (a borrowed tuple or null) of the last values, the values.
pub fn hold(m: &Machine, class: &Value, names: *mut ffi::PyObject, values: &[Value]) -> R<Value> {
    let py = m.py();
    // SAFETY: ATTACHED; null or a live object, referenced at once.
    let names = unsafe { Bound::from_borrowed_ptr_or_opt(py, names) }.unwrap_or_else(|| py.None().into_bound(py));
    let mut held: SmallVec<[Bound<'_, PyAny>; 8]> = SmallVec::from_iter([class.to_bound(py)?, names]);
    for value in values {
        held.push(value.to_bound(py)?);
    }
    Ok(Value::from_bound(PyTuple::new(py, held)?.into_any()))
}

/// Whether `__new__` gave an object of the very class that nothing is to be done with any more.
///
/// # Safety
/// `held` is what `hold` gave.
pub unsafe fn is_ready(held: &Value, made: &Value) -> bool {
    // SAFETY: a tuple with the class in front; both are live.
    unsafe {
        let class = ffi::PyTuple_GetItem(held.ptr(), 0) as *mut ffi::PyTypeObject;
        made.is_object() && made.type_ptr() == class && is_left_as_it_is(class)
    }
}

/// Whether `__init__` of the class is that of `object`.
unsafe fn is_left_as_it_is(class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: a live type.
    unsafe { (*class).tp_init.map(|f| f as usize) == ffi::PyBaseObject_Type.tp_init.map(|f| f as usize) }
}

/// The `__init__` that fills what `__new__` gave, if that is an instance of the class, as its class has it, and what the class was called with.
pub fn filler(m: &Machine, held: &Value, made: &Value) -> R<Option<(Value, Arguments)>> {
    let py = m.py();
    let held = held.to_bound(py)?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    let made_class = made.type_ptr();
    // SAFETY: live objects; what is found is borrowed and referenced at once.
    let init = unsafe {
        let class = held.get_item(0)?;
        let filled = made.is_object() && ffi::PyType_IsSubtype(made_class, class.as_ptr().cast()) != 0 && !is_left_as_it_is(made_class);
        let found = if filled { static_types::type_lookup(made_class, intern!(py, "__init__").as_ptr()) } else { std::ptr::null_mut() };
        if found.is_null() {
            return Ok(None);
        }
        Value::from_borrowed(found)
    };
    let names = held.get_item(1)?;
    let values = held.iter().skip(VALUES).map(Value::from_bound).collect();
    let names = (!names.is_none()).then(|| Value::from_bound(names));
    Ok(Some((init, Arguments { values, names })))
}
