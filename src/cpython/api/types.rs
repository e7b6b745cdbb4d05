//! Types: flags, names, attributes of classes, cells.
#![allow(unsafe_code, reason = "these have no safe or no cheap form")]

use std::ffi::{c_ulong, CStr};
use std::ptr;

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyString, PyType};

use crate::cpython::api::items::check;
use crate::cpython::builtin_types::Known;
use crate::cpython::value::{Exc, Tag, Value, R};

extern "C" {
    /// Exported by every CPython since 2.2, though private: attribute of a type through its MRO, without the
    /// metaclass; borrowed, null without an exception when missing.
    fn _PyType_Lookup(ty: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject;
}

/// Static type-flag of classes that match themselves as the one positional pattern (`int(x)`).
pub const FLAG_MATCH_SELF: c_ulong = 1 << 22;
pub const FLAG_SEQUENCE: c_ulong = 1 << 5;
pub const FLAG_MAPPING: c_ulong = 1 << 6;

/// Whether the type of `object` has this flag.
pub fn has_flag(object: &Bound<'_, PyAny>, flag: c_ulong) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyType_HasFeature(ffi::Py_TYPE(object.as_ptr()), flag) != 0 }
}

/// Whether the class `class` has this flag itself.
pub fn class_has_flag(class: &Bound<'_, PyAny>, flag: c_ulong) -> bool {
    // SAFETY: ATTACHED; live object, known to be a type before it is read as one.
    unsafe {
        let p = class.as_ptr();
        ffi::PyType_Check(p) != 0 && ffi::PyType_HasFeature(p.cast(), flag) != 0
    }
}

/// The type's C name (`tp_name`), which messages show: not always its `__name__`.
pub fn type_name(value: &Value) -> String {
    match value.tag() {
        Tag::Int => "int".to_owned(),
        Tag::Float => "float".to_owned(),
        Tag::Bool => "bool".to_owned(),
        Tag::None | Tag::Unset => "NoneType".to_owned(),
        // SAFETY: ATTACHED; the type of a live object.
        Tag::Object => unsafe { c_name(value.type_ptr()) },
    }
}

pub fn type_name_of(object: &Bound<'_, PyAny>) -> String {
    // SAFETY: ATTACHED; the type of a live object.
    unsafe { c_name(ffi::Py_TYPE(object.as_ptr())) }
}

/// The C name of the class `class`; "?" for what is not a class.
pub fn class_name(class: &Bound<'_, PyAny>) -> String {
    // SAFETY: ATTACHED; known to be a type before it is read as one.
    unsafe {
        let p = class.as_ptr();
        if ffi::PyType_Check(p) == 0 {
            return "?".to_owned();
        }
        c_name(p.cast())
    }
}

/// # Safety
/// `ty` is a live type.
unsafe fn c_name(ty: *mut ffi::PyTypeObject) -> String {
    // SAFETY: ATTACHED, live objects.
    let text = unsafe { CStr::from_ptr((*ty).tp_name).to_string_lossy() };
    text.chars().take(200).collect()
}

/// Attribute of the type, bound to `object` as the interpreter does for special methods.
pub fn lookup_special<'py>(object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> R<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    // SAFETY: ATTACHED; the borrowed attribute gets a reference of its own before anything can run.
    let found = unsafe {
        let p = _PyType_Lookup(ffi::Py_TYPE(object.as_ptr()), name.as_ptr());
        Bound::from_borrowed_ptr_or_opt(py, p)
    };
    let Some(found) = found else { return Ok(None) };
    // SAFETY: ATTACHED; `found`, `object` and its type are live during the call.
    unsafe {
        let ty = ffi::Py_TYPE(object.as_ptr());
        let Some(get) = (*ffi::Py_TYPE(found.as_ptr())).tp_descr_get else { return Ok(Some(found)) };
        let bound = get(found.as_ptr(), object.as_ptr(), ty.cast());
        Bound::from_owned_ptr_or_opt(py, bound).map(Some).ok_or(Exc)
    }
}

/// What `class` has itself: its own dict, which only `type` may write.
pub fn own_attributes<'py>(class: &Bound<'py, PyType>) -> Option<Bound<'py, PyDict>> {
    // SAFETY: ATTACHED; a live, ready type has a dict (a new reference since 3.12, borrowed before).
    let dict = unsafe {
        let p = class.as_type_ptr();
        #[cfg(Py_3_12)]
        let dict = Bound::from_owned_ptr_or_opt(class.py(), ffi::PyType_GetDict(p));
        #[cfg(not(Py_3_12))]
        let dict = Bound::from_borrowed_ptr_or_opt(class.py(), (*p).tp_dict);
        dict
    };
    dict?.cast_into().ok()
}

/// The attribute that `class` has itself, not by inheritance.
pub fn own_attribute<'py>(class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    let dict = own_attributes(class)?;
    // SAFETY: ATTACHED; the borrowed item gets a reference of its own.
    unsafe {
        let found = ffi::PyDict_GetItemWithError(dict.as_ptr(), name.as_ptr());
        if found.is_null() {
            ffi::PyErr_Clear();
        }
        Bound::from_borrowed_ptr_or_opt(class.py(), found)
    }
}

#[cfg(not(Py_3_13))]
extern "C" {
    // Exported by every version before the one that gave it a public name.
    #[link_name = "_PyObject_LookupAttr"]
    fn look_up_attribute(object: *mut ffi::PyObject, name: *mut ffi::PyObject, found: *mut *mut ffi::PyObject) -> std::ffi::c_int;
}
#[cfg(Py_3_13)]
use ffi::PyObject_GetOptionalAttr as look_up_attribute;

/// The attribute, or nothing: where the interpreter's own lookup alone decides, no error is made that would only be cleared.
pub fn attribute_if_any<'py>(object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> R<Option<Bound<'py, PyAny>>> {
    let mut found = std::ptr::null_mut();
    // SAFETY: ATTACHED; both live; unless it reports an error, what is found is a new reference or null.
    unsafe {
        if look_up_attribute(object.as_ptr(), name.as_ptr(), &mut found) < 0 {
            return Err(Exc);
        }
        Ok(Bound::from_owned_ptr_or_opt(object.py(), found))
    }
}

/// The interpreter's dict of modules, whatever `sys.modules` is.
pub fn loaded_modules(py: Python<'_>) -> Option<Bound<'_, PyDict>> {
    // SAFETY: ATTACHED; a borrowed reference, or null.
    unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyImport_GetModuleDict()) }?.cast_into().ok()
}

/// A module, loaded if it is not. One that is there is taken from where the import system would find it, too: an import from C
/// goes by `__import__` and by what guards that, 8,000 instructions, and some checks need `sys` for each class.
pub fn module<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    let found = loaded_modules(py).and_then(|modules| modules.get_item(name).ok().flatten());
    found.and_then(|found| found.cast_into::<PyModule>().ok()).map_or_else(|| py.import(name), Ok)
}

/// What `__get__` of a method gives: itself, where it is asked for by its class, else bound to the object.
pub fn bound_method<'py>(method: Bound<'py, PyAny>, object: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if object.is_none() {
        return Ok(method);
    }
    module(method.py(), "types")?.getattr("MethodType")?.call1((method, object))
}

/// Whether the object lends its memory (the buffer protocol).
pub fn has_buffer(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED; a live object.
    unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) != 0 }
}

/// The classes that name `class` as a base.
pub fn subclasses<'py>(class: &Bound<'py, PyType>) -> Vec<Bound<'py, PyType>> {
    let py = class.py();
    // SAFETY: ATTACHED; a live type. The field is null until a class names this one as a base; since 3.12 the interpreter's
    // own types keep theirs elsewhere and have a number there, which is not null.
    if unsafe { (*class.as_type_ptr()).tp_subclasses.is_null() } {
        return Vec::new();
    }
    let ask = own_attribute(&py.get_type::<PyType>(), pyo3::intern!(py, "__subclasses__"));
    let found = ask.and_then(|ask| ask.call1((class,)).ok()?.cast_into::<PyList>().ok());
    found.map_or_else(Vec::new, |found| found.iter().filter_map(|class| class.cast_into().ok()).collect())
}

/// The attribute that `class` has itself or by inheritance, as it stands there; metaclass apart.
pub fn class_attribute<'py>(class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; a live type; the borrowed attribute gets a reference of its own.
    unsafe { Bound::from_borrowed_ptr_or_opt(class.py(), _PyType_Lookup(class.as_ptr().cast(), name.as_ptr())) }
}

/// Sets an attribute of the class `class` as `type` does, whatever its metaclass says.
pub fn set_class_attribute(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> R<()> {
    // SAFETY: ATTACHED; live objects; `type` itself always has this slot.
    unsafe {
        let Some(set) = (&raw const ffi::PyType_Type).read().tp_setattro else { return Ok(()) };
        check(set(class.as_ptr(), name.as_ptr(), value.as_ptr()))
    }
}

/// Puts `value` into the class's dict, be the class the interpreter's own.
pub fn put_into_class(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> R<()> {
    let dict = own_attributes(class).ok_or(Exc)?;
    // SAFETY: ATTACHED; live objects; the caches of the class are told afterwards.
    unsafe {
        // It may run code when it goes, which would find it in the caches.
        let _old = Bound::from_borrowed_ptr_or_opt(class.py(), ffi::PyDict_GetItemWithError(dict.as_ptr(), name.as_ptr()));
        check(ffi::PyDict_SetItem(dict.as_ptr(), name.as_ptr(), value.as_ptr()))?;
        ffi::PyType_Modified(class.as_type_ptr());
    }
    Ok(())
}

/// Takes what it has under the name out of the class's dict.
pub fn take_out_of_class(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> R<()> {
    let dict = own_attributes(class).ok_or(Exc)?;
    // SAFETY: ATTACHED; live objects; the caches of the class are told afterwards.
    unsafe {
        let _old = Bound::from_borrowed_ptr_or_opt(class.py(), ffi::PyDict_GetItemWithError(dict.as_ptr(), name.as_ptr()));
        check(ffi::PyDict_DelItem(dict.as_ptr(), name.as_ptr()))?;
        ffi::PyType_Modified(class.as_type_ptr());
    }
    Ok(())
}

/// `attribute` as found in a class, bound to `object`.
pub fn bind<'py>(attribute: &Bound<'py, PyAny>, object: &Bound<'py, PyAny>, owner: Option<&Bound<'py, PyAny>>) -> R<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; all live; the slot takes null for "no object" and "no owner"; a new reference or null.
    unsafe {
        let Some(get) = (*ffi::Py_TYPE(attribute.as_ptr())).tp_descr_get else { return Ok(attribute.clone()) };
        let object = if object.is_none() { ptr::null_mut() } else { object.as_ptr() };
        let owner = owner.map_or(ptr::null_mut(), |o| o.as_ptr());
        Bound::from_owned_ptr_or_opt(attribute.py(), get(attribute.as_ptr(), object, owner)).ok_or(Exc)
    }
}

/// Whether the type has `__iter__`, or the old protocol by `__getitem__`.
pub fn may_iterate(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe {
        let p = object.as_ptr();
        (*ffi::Py_TYPE(p)).tp_iter.is_some() || ffi::PySequence_Check(p) != 0
    }
}

/// `sq_contains` is there: `in` need not iterate.
pub fn has_contains(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object; the method table is checked for null.
    unsafe {
        let table = (*ffi::Py_TYPE(object.as_ptr())).tp_as_sequence;
        !table.is_null() && (*table).sq_contains.is_some()
    }
}

/// Whether a dict, or a dict subclass that iterates as `dict` does: CPython merges those directly.
pub fn merges_as_dict(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe {
        let p = object.as_ptr();
        ffi::PyDict_Check(p) != 0
            && (*ffi::Py_TYPE(p)).tp_iter.map(|f| f as usize) == (&raw const ffi::PyDict_Type).read().tp_iter.map(|f| f as usize)
    }
}

/// The types that operations treat apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    List,
    Tuple,
    Dict,
    Str,
    Range,
    /// `set`, `frozenset`, `bytes`, `bytearray`: finite, and iterated without code.
    Plain,
    Other,
}

/// Which of the exact built-in types `value` is.
#[inline]
pub fn kind(value: &Value) -> Kind {
    let t = value.type_ptr();
    if t == &raw mut ffi::PyList_Type {
        Kind::List
    } else if t == &raw mut ffi::PyTuple_Type {
        Kind::Tuple
    } else if t == &raw mut ffi::PyDict_Type {
        Kind::Dict
    } else if t == &raw mut ffi::PyUnicode_Type {
        Kind::Str
    } else if t == &raw mut ffi::PyRange_Type {
        Kind::Range
    } else if t == &raw mut ffi::PySet_Type
        || t == &raw mut ffi::PyFrozenSet_Type
        || t == &raw mut ffi::PyBytes_Type
        || t == &raw mut ffi::PyByteArray_Type
    {
        Kind::Plain
    } else {
        Kind::Other
    }
}

/// A new cell of the interpreter, for `type.__new__` to put the class in.
pub fn new_cell() -> R<Value> {
    // SAFETY: ATTACHED; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyCell_New(ptr::null_mut())) }
}

/// What a cell of the interpreter holds.
pub fn cell_content(cell: &Value) -> Option<Value> {
    // SAFETY: ATTACHED; tested to be a cell; the content is a new reference or null.
    unsafe {
        let p = cell.ptr();
        if p.is_null() || ffi::PyCell_Check(p) == 0 {
            return None;
        }
        let content = ffi::PyCell_Get(p);
        (!content.is_null()).then(|| Value::from_owned(content))
    }
}

/// Whether the value is a list or of a class derived from it.
pub fn is_list(value: &Value) -> bool {
    let p = value.ptr();
    // SAFETY: ATTACHED; a live object unless null.
    unsafe { !p.is_null() && ffi::PyList_Check(p) != 0 }
}

/// Whether `class` inherits from `base` (no `__subclasscheck__`).
pub fn is_subtype(class: &Bound<'_, PyType>, base: &Bound<'_, PyType>) -> bool {
    // SAFETY: ATTACHED; both are live types.
    unsafe { ffi::PyType_IsSubtype(class.as_ptr().cast(), base.as_ptr().cast()) != 0 }
}

/// Whether `object` can be subscripted by the mapping protocol.
pub fn is_mapping(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyMapping_Check(object.as_ptr()) != 0 }
}

impl Known {
    /// What the namespace says of the module, if that is a str; builtin types have theirs in the name.
    pub fn module_name(&self, class: &Bound<'_, PyType>) -> PyResult<String> {
        match own_attribute(class, intern!(class.py(), "__module__")) {
            Some(module) if module.is_instance_of::<PyString>() => Ok(module.extract().unwrap_or_default()),
            _ => Ok(static_module(class)),
        }
    }
}

/// Module of a type without `__module__` in its namespace (static types): from the dotted name.
fn static_module(class: &Bound<'_, PyType>) -> String {
    // `type.__module__` of a static type is read from `tp_name`, no code runs for it.
    let builtin_meta = class.get_type().is(class.py().get_type::<PyType>());
    if !builtin_meta {
        return String::new();
    }
    class.module().and_then(|m| m.extract::<String>()).unwrap_or_default()
}

/// What an object tells the garbage collector that it refers to.
pub fn referents<'py>(object: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    unsafe extern "C" fn visit(found: *mut ffi::PyObject, all: *mut std::ffi::c_void) -> std::ffi::c_int {
        // SAFETY: CALLED, by the traversal below with its own vector, which nobody else has.
        unsafe { (*all.cast::<Vec<*mut ffi::PyObject>>()).push(found) };
        0
    }
    let mut all: Vec<*mut ffi::PyObject> = Vec::new();
    // SAFETY: ATTACHED; a live object; a traversal visits references that the object holds, and runs no code, so that they are
    // alive when they get further ones.
    unsafe {
        if let Some(traverse) = (*ffi::Py_TYPE(object.as_ptr())).tp_traverse {
            traverse(object.as_ptr(), visit, (&raw mut all).cast());
        }
        all.into_iter().map(|found| Bound::from_borrowed_ptr(object.py(), found)).collect()
    }
}

/// What the object has in its dict, not by attributes, which classes of the code may give.
pub fn own_members<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    // SAFETY: ATTACHED; a live object; a new reference, or null with an error.
    let members = unsafe { Bound::from_owned_ptr_or_err(object.py(), ffi::PyObject_GenericGetDict(object.as_ptr(), ptr::null_mut())) };
    members.ok()?.cast_into().ok()
}
