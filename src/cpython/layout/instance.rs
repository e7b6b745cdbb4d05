//! Where instances keep their attributes: inline values with shared keys, slots, or a dict of their own.
//!
//! Read directly by the inline caches. `self_test` compares all of it with what the API says; where it
//! fails, `layout::trusted` is false and nothing here is used.
#![allow(unsafe_code, reason = "reads instances, dicts and descriptors without calls")]

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::layout::dict::{self, KeysObject};
use crate::cpython::once::Once;

/// Whether instances of `t` keep attributes inline, with keys shared through the type.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn has_inline_values(t: *mut ffi::PyTypeObject) -> bool {
    const MANAGED_DICT: std::ffi::c_ulong = 1 << 4;
    const INLINE_VALUES: std::ffi::c_ulong = 1 << 2;
    let needed = if cfg!(Py_3_13) {
        MANAGED_DICT | INLINE_VALUES
    } else if cfg!(Py_3_11) {
        MANAGED_DICT
    } else {
        return false;
    };
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*t).tp_flags as std::ffi::c_ulong & needed == needed }
}

/// Whether instances have a dict that `tp_dictoffset` does not tell of.
///
/// # Safety
/// `t` is a live type.
#[inline(always)]
pub unsafe fn has_managed_dict(t: *mut ffi::PyTypeObject) -> bool {
    const MANAGED_DICT: std::ffi::c_ulong = 1 << 4;
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { cfg!(Py_3_11) && (*t).tp_flags as std::ffi::c_ulong & MANAGED_DICT != 0 }
}

/// Inline attribute values of an instance; null when it has a real dict instead.
///
/// # Safety
/// `p` is a live instance of a type with inline values.
#[inline(always)]
pub unsafe fn inline_values(p: *mut PyObject) -> *mut *mut PyObject {
    #[cfg(not(Py_3_11))]
    {
        let _ = p;
        std::ptr::null_mut()
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    #[cfg(Py_3_11)]
    unsafe {
        #[cfg(all(Py_3_11, not(Py_3_12)))]
        {
            *(p as *mut *mut *mut PyObject).sub(4)
        }
        #[cfg(all(Py_3_12, not(Py_3_13)))]
        {
            // Tagged: values with the low bit set, or a dict.
            let word = *(p as *mut usize).sub(3);
            if word & 1 == 1 {
                (word + 1) as *mut *mut PyObject
            } else {
                std::ptr::null_mut()
            }
        }
        #[cfg(Py_3_13)]
        {
            // Capacity, size, embedded, valid; then the values.
            let values = (p as *mut u8).offset((*ffi::Py_TYPE(p)).tp_basicsize);
            if *values.add(3) != 0 {
                values.add(8) as *mut *mut PyObject
            } else {
                std::ptr::null_mut()
            }
        }
    }
}

/// Keys shared by the instances of a heap type with inline values; they only ever grow.
///
/// # Safety
/// `t` is a live heap type with inline values.
#[inline(always)]
unsafe fn shared_keys(t: *mut ffi::PyTypeObject) -> *mut KeysObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(t as *mut ffi::PyHeapTypeObject)).ht_cached_keys as *mut KeysObject }
}

/// Number of shared keys.
///
/// # Safety
/// As for `shared_keys`.
#[inline(always)]
pub unsafe fn shared_key_count(t: *mut ffi::PyTypeObject) -> isize {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    let keys = unsafe { shared_keys(t) };
    if keys.is_null() {
        -1
    } else {
        // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
        unsafe { (*keys).entries }
    }
}

/// Index in the shared keys of the interned `name`, or of a text that equals it.
///
/// # Safety
/// As for `shared_keys`.
pub unsafe fn shared_key_index(t: *mut ffi::PyTypeObject, name: *mut PyObject) -> Option<u32> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let keys = shared_keys(t);
        if keys.is_null() || !matches!((*keys).kind, dict::TEXTS | dict::SPLIT) {
            return None;
        }
        dict::place_of(keys, name)
    }
}

/// Offset of the slot that a `__slots__` member descriptor stands for.
///
/// # Safety
/// `descriptor` is a live object.
pub unsafe fn slot_offset(descriptor: *mut PyObject) -> Option<u32> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        #[repr(C)]
        struct MemberDescriptor {
            head: ffi::PyDescrObject,
            member: *mut ffi::PyMemberDef,
        }
        if ffi::Py_TYPE(descriptor) != &raw mut ffi::PyMemberDescr_Type {
            return None;
        }
        let member = (*(descriptor as *mut MemberDescriptor)).member;
        let plain = (*member).type_code == ffi::Py_T_OBJECT_EX && (*member).flags & ffi::Py_READONLY == 0;
        plain.then_some((*member).offset).and_then(|o| u32::try_from(o).ok())
    }
}

/// Puts the first value at `index` of an instance's inline values: `true` when it was done. Keys of an
/// instance come out in the order in which they got values, which is noted beside the values.
///
/// # Safety
/// `p` is a live instance with inline values, `index` one of its shared keys that holds no value, and
/// `value` an owned reference, which is taken when the result is true.
#[inline(always)]
pub unsafe fn add_inline_value(p: *mut PyObject, index: usize, value: *mut PyObject) -> bool {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let values = inline_values(p);
        if values.is_null() {
            return false;
        }
        #[cfg(not(Py_3_13))]
        {
            // Size of the part in front of the values, number of values in use, then their indexes downwards.
            let used = (values as *mut u8).sub(2);
            let room = *(values as *mut u8).sub(1);
            let n = *used + 1;
            if n + 2 > room {
                return false;
            }
            *used.sub(n as usize) = index as u8;
            *used = n;
        }
        #[cfg(Py_3_13)]
        {
            // With a dict made for this instance, the dict keeps the account.
            if *(p as *mut usize).sub(3) != 0 {
                return false;
            }
            let head = (values as *mut u8).sub(8);
            let (capacity, size) = (*head as usize, *head.add(1) as usize);
            if size >= capacity {
                return false;
            }
            *(values.add(capacity) as *mut u8).add(size) = index as u8;
            *head.add(1) = size as u8 + 1;
        }
        *values.add(index) = value;
        true
    }
}

/// The dict that an instance without inline values keeps its attributes in; null when there is none yet.
///
/// # Safety
/// `p` is a live object.
#[inline(always)]
pub unsafe fn own_dict(p: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let t = ffi::Py_TYPE(p);
        let offset = (*t).tp_dictoffset;
        #[cfg(Py_3_11)]
        if has_managed_dict(t) {
            let word = *(p as *mut usize).sub(3);
            #[cfg(all(Py_3_12, not(Py_3_13)))]
            if word & 1 == 1 {
                return std::ptr::null_mut();
            }
            return word as *mut PyObject;
        }
        if offset > 0 {
            return *((p as *mut u8).offset(offset) as *mut *mut PyObject);
        }
        std::ptr::null_mut()
    }
}

/// Value of the interned `name` at entry `hint` of a dict of str keys; null when it is not there.
///
/// # Safety
/// `dict` is a live object of exactly type `dict`.
#[inline(always)]
pub unsafe fn dict_value(dict: *mut PyObject, hint: usize, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        match dict_entries(dict) {
            Some((entries, count)) if hint < count && (*entries.add(hint))[0] == name => {
                let values = split_values(dict);
                if values.is_null() {
                    (*entries.add(hint))[1]
                } else {
                    *values.add(hint)
                }
            }
            _ => std::ptr::null_mut(),
        }
    }
}

/// Entry of the interned `name`, for `dict_value`.
///
/// # Safety
/// As for `dict_value`.
pub unsafe fn dict_hint(dict: *mut PyObject, name: *mut PyObject) -> Option<u32> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    let (entries, count) = unsafe { dict_entries(dict)? };
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    (0..count).find(|i| unsafe { (*entries.add(*i))[0] == name }).and_then(|i| u32::try_from(i).ok())
}

/// Value at `index` of the shared keys of `t` in a dict of exactly type `dict`, null when there is none; `None` when the dict has other keys.
///
/// # Safety
/// As for `dict_value`; `t` is a live heap type with inline values, `index` one of its shared keys.
pub unsafe fn shared_value(dict: *mut PyObject, t: *mut ffi::PyTypeObject, index: usize) -> Option<*mut PyObject> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let values = split_values(dict);
        let shares = !values.is_null() && (*(dict as *mut ffi::PyDictObject)).ma_keys as *mut KeysObject == shared_keys(t);
        shares.then(|| *values.add(index))
    }
}

/// Keys and values of a dict of str keys, or the keys that it shares with others, whose values are `split_values`.
#[inline(always)]
unsafe fn dict_entries(dict: *mut PyObject) -> Option<(*const [*mut PyObject; 2], usize)> {
    #[cfg(not(Py_3_11))]
    {
        let _ = dict;
        None
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    #[cfg(Py_3_11)]
    unsafe {
        let keys = (*(dict as *mut ffi::PyDictObject)).ma_keys as *mut KeysObject;
        if !matches!((*keys).kind, dict::TEXTS | dict::SPLIT) {
            return None;
        }
        Some((KeysObject::first_entry(keys) as *const [*mut PyObject; 2], (*keys).entries as usize))
    }
}

/// Values of a dict that shares its keys with others; null when it has a table of its own.
#[inline(always)]
unsafe fn split_values(dict: *mut PyObject) -> *const *mut PyObject {
    #[cfg(not(Py_3_11))]
    {
        let _ = dict;
        std::ptr::null()
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    #[cfg(Py_3_11)]
    unsafe {
        let values = (*(dict as *mut ffi::PyDictObject)).ma_values as *const u8;
        // (Since 3.13 capacity, size, embedded and valid are in front.)
        let head = if cfg!(Py_3_13) { 8 } else { 0 };
        if values.is_null() {
            std::ptr::null()
        } else {
            values.add(head) as *const *mut PyObject
        }
    }
}

/// What the classes after `class` in the MRO of `t` hold under `name`, borrowed; null when none does, or `class` is
/// not among them.
///
/// # Safety
/// All are live; ATTACHED.
pub unsafe fn after_class(t: *mut ffi::PyTypeObject, class: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        let mro = (*t).tp_mro;
        if mro.is_null() || ffi::PyTuple_CheckExact(mro) == 0 {
            return std::ptr::null_mut();
        }
        let count = ffi::PyTuple_GET_SIZE(mro);
        let Some(at) = (0..count).find(|i| ffi::PyTuple_GET_ITEM(mro, *i) == class) else { return std::ptr::null_mut() };
        for i in at + 1..count {
            let base = ffi::PyTuple_GET_ITEM(mro, i) as *mut ffi::PyTypeObject;
            let found = own_attribute(base, name);
            if !found.is_null() {
                return found;
            }
        }
        std::ptr::null_mut()
    }
}

/// What the class itself holds under `name`, borrowed; null when there is nothing.
unsafe fn own_attribute(class: *mut ffi::PyTypeObject, name: *mut PyObject) -> *mut PyObject {
    // SAFETY: as for `after_class`; the class keeps its dict.
    unsafe {
        #[cfg(Py_3_12)]
        let dict = {
            let dict = ffi::PyType_GetDict(class);
            ffi::Py_XDECREF(dict);
            dict
        };
        #[cfg(not(Py_3_12))]
        let dict = (*class).tp_dict;
        let found = if dict.is_null() { std::ptr::null_mut() } else { ffi::PyDict_GetItemWithError(dict, name) };
        if found.is_null() {
            ffi::PyErr_Clear();
        }
        found
    }
}

/// Head of a `staticmethod`, `classmethod` or `property`.
#[repr(C)]
struct Wrapper {
    head: PyObject,
    callable: *mut PyObject,
    /// Of a `property` alone: what sets it.
    setter: *mut PyObject,
}

/// What a `staticmethod` or `classmethod` wraps, borrowed; null for anything else.
///
/// # Safety
/// `p` is a live object.
pub unsafe fn wrapped_function(p: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    let type_ = unsafe { ffi::Py_TYPE(p) };
    if type_ != static_method_type() && type_ != class_method_type() {
        return std::ptr::null_mut();
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(p as *mut Wrapper)).callable }
}

/// Whether it is a `staticmethod`, or an object of a class below it, that has nothing to call.
pub fn is_unfilled(method: &Bound<'_, PyAny>) -> bool {
    let p = method.as_ptr();
    // SAFETY: ATTACHED; of this type, as is looked at. Classes below keep what is theirs behind this. `self_test` found the layout as
    // it is declared.
    unsafe { ffi::PyObject_TypeCheck(p, static_method_type()) != 0 && (*(p as *mut Wrapper)).callable.is_null() }
}

/// What reads a `property`, borrowed; null where nothing does, and for anything else.
///
/// # Safety
/// `p` is a live object.
pub unsafe fn property_getter(p: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    if unsafe { ffi::Py_TYPE(p) != &raw mut PyProperty_Type } {
        return std::ptr::null_mut();
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(p as *mut Wrapper)).callable }
}

/// What sets a `property`, borrowed; null where nothing does, and for anything else.
///
/// # Safety
/// `p` is a live object.
pub unsafe fn property_setter(p: *mut PyObject) -> *mut PyObject {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    if unsafe { ffi::Py_TYPE(p) != &raw mut PyProperty_Type } {
        return std::ptr::null_mut();
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { (*(p as *mut Wrapper)).setter }
}

/// Which item of the instances of `type_` the class attribute `p` reads, if it is a field of a namedtuple.
///
/// # Safety
/// ATTACHED; a live type, and a live object.
#[cold]
pub unsafe fn field_index(py: Python<'_>, type_: *mut ffi::PyTypeObject, p: *mut PyObject) -> Option<u32> {
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe {
        if ffi::PyType_HasFeature(type_, ffi::Py_TPFLAGS_TUPLE_SUBCLASS) == 0 {
            return None;
        }
        let field = field_type(py)?;
        if ffi::Py_TYPE(p) == field {
            raw_index(p)
        } else {
            None
        }
    }
}

/// The type of the fields of namedtuples, if it lies in memory as it is read here.
fn field_type(py: Python<'_>) -> Option<*mut ffi::PyTypeObject> {
    static TYPE: Once<Option<Py<PyAny>>> = Once::new();
    let made = || {
        let class = py.import("_collections")?.getattr("_tuplegetter")?;
        for index in [0, 5] {
            let getter = class.call1((index, "text"))?;
            // SAFETY: an object of this type, which is longer than its head.
            if unsafe { raw_index(getter.as_ptr()) } != Some(index) {
                return Ok(None);
            }
        }
        Ok::<_, PyErr>(Some(class.unbind()))
    };
    Some(TYPE.get_or_make(py, made).ok()?.as_ref()?.as_ptr().cast())
}

unsafe fn raw_index(p: *mut PyObject) -> Option<u32> {
    #[repr(C)]
    struct Field {
        head: PyObject,
        index: ffi::Py_ssize_t,
    }
    // SAFETY: as the caller promises; `self_test` found the layout as it is declared.
    unsafe { u32::try_from((*(p as *mut Field)).index).ok() }
}

extern "C" {
    static mut PyStaticMethod_Type: ffi::PyTypeObject;
    static mut PyClassMethod_Type: ffi::PyTypeObject;
    static mut PyProperty_Type: ffi::PyTypeObject;
}

pub fn static_method_type() -> *mut ffi::PyTypeObject {
    // Only the address is taken.
    &raw mut PyStaticMethod_Type
}

pub fn class_method_type() -> *mut ffi::PyTypeObject {
    // Only the address is taken.
    &raw mut PyClassMethod_Type
}

/// Compares what is read here with what the API says.
pub fn self_test(py: Python<'_>) -> PyResult<bool> {
    Ok(inline_values_are_right(py)? && dict_is_right(py)? && wrappers_are_right(py)?)
}

fn new_class<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    let empty = (pyo3::types::PyTuple::empty(py), pyo3::types::PyDict::new(py));
    py.get_type::<pyo3::types::PyType>().call1(("T", empty.0, empty.1))
}

fn inline_values_are_right(py: Python<'_>) -> PyResult<bool> {
    let class = new_class(py)?;
    let object = class.call0()?;
    let (first, second) = (pyo3::types::PyString::intern(py, "first"), pyo3::types::PyString::intern(py, "second"));
    object.setattr(&first, 1000)?;
    object.setattr(&second, 2000)?;
    // SAFETY: a live instance of a heap type made just now.
    unsafe {
        let t = class.as_ptr() as *mut ffi::PyTypeObject;
        if !has_inline_values(t) {
            return Ok(true);
        }
        let Some(index) = shared_key_index(t, second.as_ptr()) else { return Ok(false) };
        let values = inline_values(object.as_ptr());
        let count = shared_key_count(t);
        let read = count == 2 && !values.is_null() && *values.add(index as usize) == object.getattr(&second)?.as_ptr();
        if !read {
            return Ok(false);
        }
    }
    Ok(values_can_be_added(&class, [&second, &first])? && shared_dict_is_right(&class, [&first, &second])?)
}

/// The dict of an instance that has been asked for holds the values at the places of the shared keys.
fn shared_dict_is_right(class: &Bound<'_, PyAny>, names: [&Bound<'_, pyo3::types::PyString>; 2]) -> PyResult<bool> {
    let object = class.call0()?;
    let [set, unset] = names;
    object.setattr(set, set)?;
    let dict = object.getattr("__dict__")?;
    // SAFETY: a live instance of a class with inline values, and its dict.
    unsafe {
        let (t, dict) = (class.as_ptr() as *mut ffi::PyTypeObject, dict.as_ptr());
        let places = names.map(|name| (dict_hint(dict, name.as_ptr()), shared_key_index(t, name.as_ptr())));
        let [(Some(first), Some(_)), (Some(second), Some(_))] = places else { return Ok(false) };
        let same = places.iter().all(|(hint, index)| hint == index);
        let holds = |name: &Bound<'_, pyo3::types::PyString>, index: u32, value: *mut PyObject| {
            dict_value(dict, index as usize, name.as_ptr()) == value && shared_value(dict, t, index as usize) == Some(value)
        };
        Ok(same && holds(set, first, set.as_ptr()) && holds(unset, second, std::ptr::null_mut()))
    }
}

/// Values added in another order than that of the shared keys come out in the order in which they were added.
fn values_can_be_added(class: &Bound<'_, PyAny>, names: [&Bound<'_, pyo3::types::PyString>; 2]) -> PyResult<bool> {
    let object = class.call0()?;
    for name in names {
        // SAFETY: a live instance with inline values and a key that has no value yet; the reference to the
        // name (any object will do) is given up to it.
        unsafe {
            let t = class.as_ptr() as *mut ffi::PyTypeObject;
            let Some(index) = shared_key_index(t, name.as_ptr()) else { return Ok(false) };
            let value = name.clone().into_ptr();
            if !add_inline_value(object.as_ptr(), index as usize, value) {
                ffi::Py_DECREF(value);
                return Ok(false);
            }
        }
    }
    let dict = object.getattr("__dict__")?.cast_into::<pyo3::types::PyDict>()?;
    let keys: Vec<String> = dict.keys().extract()?;
    let same = names.iter().zip(&keys).all(|(name, key)| name.to_string_lossy() == *key);
    Ok(keys.len() == 2 && same && object.getattr(names[1])?.is(names[1]))
}

fn dict_is_right(py: Python<'_>) -> PyResult<bool> {
    let class = new_class(py)?;
    let object = class.call0()?;
    let names: Vec<_> = (0..40).map(|i| pyo3::types::PyString::intern(py, &format!("name{i}"))).collect();
    for name in &names {
        object.setattr(name, name)?;
    }
    let Some(last) = names.last() else { return Ok(false) };
    let dict = object.getattr("__dict__")?;
    // SAFETY: a live instance and its dict.
    unsafe {
        if cfg!(not(Py_3_11)) {
            return Ok(own_dict(object.as_ptr()) == dict.as_ptr());
        }
        let Some(hint) = dict_hint(dict.as_ptr(), last.as_ptr()) else { return Ok(false) };
        Ok(own_dict(object.as_ptr()) == dict.as_ptr()
            && dict_value(dict.as_ptr(), hint as usize, last.as_ptr()) == last.as_ptr()
            && dict_value(dict.as_ptr(), 0, last.as_ptr()).is_null())
    }
}

fn wrappers_are_right(py: Python<'_>) -> PyResult<bool> {
    let function = py.import("builtins")?.getattr("len")?;
    for name in ["staticmethod", "classmethod"] {
        let made = py.import("builtins")?.getattr(name)?.call1((&function,))?;
        // SAFETY: live objects.
        let right = unsafe { wrapped_function(made.as_ptr()) == function.as_ptr() && wrapped_function(function.as_ptr()).is_null() };
        if !right {
            return Ok(false);
        }
    }
    let setter = py.import("builtins")?.getattr("abs")?;
    let property = py.import("builtins")?.getattr("property")?.call1((&function, &setter))?;
    // SAFETY: live objects.
    let (getters, setters) = unsafe {
        let read = [property_getter(property.as_ptr()), property_getter(function.as_ptr())];
        (read, [property_setter(property.as_ptr()), property_setter(function.as_ptr())])
    };
    Ok(getters == [function.as_ptr(), std::ptr::null_mut()] && setters == [setter.as_ptr(), std::ptr::null_mut()])
}
