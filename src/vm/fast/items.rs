//! Fast arms of containers: items, slices, displays, unpacking, membership, attributes at known places.
//! Results are borrowed or owned as each function says; nothing here raises unless it says `Failed`.
#![allow(unsafe_code, reason = "objects are read and filled by address")]

use std::mem::ManuallyDrop;

use pyo3::ffi::{self, PyObject};
use pyo3::Bound;

use crate::cpython::layout::dict::{self, Found};
use crate::cpython::layout::{self, instance};
use crate::cpython::type_access::Ty;
use crate::cpython::value::{Tag, Value};
use crate::front::limits::Stop;
use crate::sandbox::value_filter;
use crate::session::abort;
use crate::vm::fast::dicts::{dict_item, is_plain_key, is_plain_object, store_in_dict};
use crate::vm::machine::register_values::{
    admitted, boxed, int, is_dict, is_text, renew, set, set_admitted, set_owned, shared_words, Step,
};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::generator;
use crate::vm::ops::sequences::sequence;

/// Item of an exact list or tuple at an index within bounds, or of an exact dict under a text that is found at once,
/// borrowed; null when it is something else.
#[inline(always)]
pub(crate) unsafe fn item(container: &Value, index: &Value) -> *mut PyObject {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let Some((items, length)) = sequence(container) else {
            let found = is_dict(container) && is_text(index);
            return if found { dict::at_first_place(container.ptr(), index.ptr()) } else { std::ptr::null_mut() };
        };
        let Some(i) = int(index) else { return std::ptr::null_mut() };
        let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
        if (i as u64) >= length as u64 {
            return std::ptr::null_mut();
        }
        *items.add(i as usize)
    }
}

/// `d = container[index]` of a dict with a key of a plain kind, or a character of an exact str.
#[inline(never)]
pub(crate) unsafe fn keyed_item(m: &Machine, container: &Value, index: &Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if container.tag != Tag::Object {
            return Step::Other;
        }
        let p = container.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        if Ty::of(container).reads_as_dict() {
            return if is_plain_key(index) { dict_item(m, p, index, d) } else { Step::Other };
        }
        if type_ == &raw mut ffi::PyUnicode_Type {
            let (Some(i), length) = (int(index), ffi::PyUnicode_GET_LENGTH(p)) else { return Step::Other };
            let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
            if (i as u64) >= length as u64 {
                return Step::Other;
            }
            let character = ffi::PyUnicode_FromOrdinal(ffi::PyUnicode_ReadChar(p, i as isize) as std::ffi::c_int);
            if character.is_null() {
                return Step::Failed;
            }
            set_owned(d, character);
            return Step::Done;
        }
        Step::Other
    }
}

/// `container[index] = value` of an exact list with an index within bounds, or of an exact dict with a key of a
/// plain kind.
#[inline(always)]
pub(crate) unsafe fn store_item(container: &Value, index: &Value, value: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if container.tag != Tag::Object {
            return Step::Other;
        }
        let p = container.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        if type_ == &raw mut ffi::PyDict_Type {
            return store_in_dict(p, index, value);
        }
        if type_ != &raw mut ffi::PyList_Type {
            return Step::Other;
        }
        let Some(i) = int(index) else { return Step::Other };
        let (items, length) = layout::list_items(p);
        if (i as u64) < length as u64 && renew(*items.add(i as usize), value) {
            return Step::Done;
        }
        let object = boxed(value);
        if object.is_null() {
            return Step::Other;
        }
        // Looked at after boxing, which may run the collector.
        let (items, length) = layout::list_items(p);
        let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
        if (i as u64) >= length as u64 {
            ffi::Py_DECREF(object);
            return Step::Other;
        }
        let place = items.add(i as usize);
        let old = *place;
        *place = object;
        ffi::Py_DECREF(old);
        Step::Done
    }
}

/// `d = container[lower:upper]` of an exact list, tuple or str with bounds that are absent or small ints.
#[inline(never)]
pub(crate) unsafe fn slice(container: &Value, bounds: *mut Value, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if container.tag != Tag::Object {
            return false;
        }
        if (*bounds.add(2)).tag != Tag::None {
            return backwards(container, bounds, d);
        }
        let p = container.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        let length = if type_ == &raw mut ffi::PyUnicode_Type {
            ffi::PyUnicode_GET_LENGTH(p)
        } else if let Some((_, length)) = sequence(container) {
            length as isize
        } else {
            return false;
        };
        let Some((start, stop)) = clamped(bounds, length) else { return false };
        // The collector may run while the result is made, and the code's finalisers with it: they may rebind the variable.
        ffi::Py_INCREF(p);
        let made = if type_ == &raw mut ffi::PyList_Type {
            ffi::PyList_GetSlice(p, start, stop)
        } else if type_ == &raw mut ffi::PyTuple_Type {
            ffi::PyTuple_GetSlice(p, start, stop)
        } else {
            ffi::PyUnicode_Substring(p, start, stop)
        };
        ffi::Py_DECREF(p);
        if made.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        clear_bounds(bounds);
        set_owned(d, made);
        true
    }
}

/// `d = list[start:stop:-1]` of an exact list.
unsafe fn backwards(container: &Value, bounds: *mut Value, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let p = container.data as *mut PyObject;
        if ffi::Py_TYPE(p) != &raw mut ffi::PyList_Type || int(&*bounds.add(2)) != Some(-1) {
            return false;
        }
        let length = layout::list_items(p).1 as i64;
        // From the item at `start` down to that behind `stop`.
        let place = |v: &Value, missing: i64| -> Option<i64> {
            if v.tag == Tag::None {
                return Some(missing);
            }
            let i = int(v)?;
            Some(if i < 0 { i.saturating_add(length).max(-1) } else { i.min(length - 1) })
        };
        let (Some(start), Some(stop)) = (place(&*bounds, length - 1), place(&*bounds.add(1), -1)) else { return false };
        let n = (start - stop).max(0);
        // Held as in `slice`, and looked at again after the allocation.
        ffi::Py_INCREF(p);
        let made = ffi::PyList_New(n as isize);
        let (items, now) = layout::list_items(p);
        let whole = !made.is_null() && now as i64 == length;
        if whole {
            let target = layout::list_items(made).0;
            for i in 0..n {
                let found = *items.add((start - i) as usize);
                ffi::Py_INCREF(found);
                *target.add(i as usize) = found;
            }
        } else {
            ffi::PyErr_Clear();
            ffi::Py_XDECREF(made);
        }
        ffi::Py_DECREF(p);
        if !whole {
            return false;
        }
        clear_bounds(bounds);
        set_owned(d, made);
        true
    }
}

/// Drops the three registers of a slice, which hold None or ints.
unsafe fn clear_bounds(bounds: *mut Value) {
    for i in 0..3 {
        // SAFETY: ARMS; an object is read as what its type says.
        unsafe { set(bounds.add(i), Tag::Unset, 0) };
    }
}

/// `list[lower:upper] = items` of an exact list, with an exact list or tuple of items.
#[inline(never)]
pub(crate) unsafe fn store_slice(container: &Value, bounds: *mut Value, items: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let is_list = container.tag == Tag::Object && ffi::Py_TYPE(container.data as *mut PyObject) == &raw mut ffi::PyList_Type;
        if !is_list || (*bounds.add(2)).tag != Tag::None || sequence(items).is_none() {
            return false;
        }
        let p = container.data as *mut PyObject;
        let Some((start, stop)) = clamped(bounds, layout::list_items(p).1 as isize) else { return false };
        // Items that are dropped may run code: the list must outlive that.
        ffi::Py_INCREF(p);
        let stored = ffi::PyList_SetSlice(p, start, stop, items.ptr()) == 0;
        if stored {
            clear_bounds(bounds);
        } else {
            ffi::PyErr_Clear();
        }
        ffi::Py_DECREF(p);
        stored
    }
}

/// Lower and upper bound between 0 and `length`.
#[inline(always)]
unsafe fn clamped(bounds: *const Value, length: isize) -> Option<(isize, isize)> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let one = |v: &Value, missing: isize| -> Option<isize> {
            if v.tag == Tag::None {
                return Some(missing);
            }
            let i = int(v)?;
            let i = if i < 0 { i.saturating_add(length as i64).max(0) } else { i };
            Some(i.min(length as i64) as isize)
        };
        let start = one(&*bounds, 0)?;
        Some((start, one(&*bounds.add(1), length)?.max(start)))
    }
}

/// Appends a value to an exact list.
#[inline(always)]
pub(crate) unsafe fn append(list: &Value, value: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if list.tag != Tag::Object || ffi::Py_TYPE(list.data as *mut PyObject) != &raw mut ffi::PyList_Type {
            return false;
        }
        let list = list.data as *mut ffi::PyListObject;
        let object = boxed(value);
        if object.is_null() {
            return false;
        }
        let length = (*list).ob_base.ob_size;
        if length < (*list).allocated {
            *(*list).ob_item.offset(length) = object;
            (*list).ob_base.ob_size = length + 1;
            return true;
        }
        grow_by(list as *mut PyObject, object)
    }
}

#[inline(never)]
unsafe fn grow_by(list: *mut PyObject, object: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let grown = ffi::PyList_Append(list, object) == 0;
        if !grown {
            ffi::PyErr_Clear();
        }
        ffi::Py_DECREF(object);
        grown
    }
}

/// Most targets of a fast unpacking.
const UNPACKED: usize = 16;

/// Items of an exact tuple or list of `n` items into consecutive registers.
#[inline(always)]
pub(crate) unsafe fn unpack(m: &Machine, source: &Value, n: usize, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let Some((items, length)) = sequence(source) else { return unpack_subclass(m, source, n, d) };
        if length != n {
            return false;
        }
        if n == 2 {
            let Some((tag, data)) = admitted(m, *items) else { return false };
            let Some((second_tag, second)) = admitted(m, *items.add(1)) else {
                drop(Value { tag, data });
                return false;
            };
            set(d, tag, data);
            set(d.add(1), second_tag, second);
            return true;
        }
        n <= UNPACKED && unpack_many(m, source.data as *mut PyObject, items, n, d)
    }
}

/// As `unpack`, of a subclass of tuple that iterates as a tuple does (a namedtuple).
#[inline(never)]
unsafe fn unpack_subclass(m: &Machine, source: &Value, n: usize, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let type_ = source.type_ptr();
        let address = |type_: *mut ffi::PyTypeObject| (*type_).tp_iter.map(|iter| iter as usize);
        if type_.is_null() || ffi::PyTuple_Check(source.ptr()) == 0 || address(type_) != address(&raw mut ffi::PyTuple_Type) {
            return false;
        }
        let (items, length) = layout::tuple_items(source.ptr());
        length == n && n <= UNPACKED && unpack_many(m, source.ptr(), items, n, d)
    }
}

#[inline(never)]
unsafe fn unpack_many(m: &Machine, source: *mut PyObject, items: *mut *mut PyObject, n: usize, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        // Nothing is written unless all can be; dropping what the registers held may run code that changes a list.
        let fixed = ffi::PyTuple_Check(source) != 0 || (0..n).all(|i| is_quiet(&*d.add(i)));
        if !fixed || !(0..n).all(|i| is_admitted(m, *items.add(i))) {
            return false;
        }
        // The register that holds the source may be among those that are written.
        ffi::Py_INCREF(source);
        for i in 0..n {
            let p = *items.add(i);
            let place = d.add(i);
            if is_plain_object(p) {
                // Often the register holds this very object already.
                if (*place).data != p as u64 || (*place).tag != Tag::Object {
                    ffi::Py_INCREF(p);
                    set(place, Tag::Object, p as u64);
                }
            } else if let Some((tag, data)) = admitted(m, p) {
                set(place, tag, data);
            }
        }
        ffi::Py_DECREF(source);
        true
    }
}

/// Whether dropping the value runs no code.
#[inline(always)]
unsafe fn is_quiet(v: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { v.tag != Tag::Object || is_plain_object(v.data as *mut PyObject) }
}

/// Whether `admitted` would take the object.
#[inline(always)]
unsafe fn is_admitted(m: &Machine, p: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    if unsafe { is_plain_object(p) } {
        return true;
    }
    // SAFETY: ARMS; an object is read as what its type says.
    match unsafe { admitted(m, p) } {
        Some((tag, data)) => {
            drop(Value { tag, data });
            true
        }
        None => false,
    }
}

/// `d = a in b` for a dict, an exact set and a key of a plain kind, for two exact texts, and for a short list
/// or tuple of texts and small ints. `Done` and `End` are true and false.
#[inline(never)]
pub(crate) unsafe fn contains(a: &Value, b: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if b.tag != Tag::Object {
            return Step::Other;
        }
        let p = b.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        if type_ == &raw mut ffi::PyUnicode_Type {
            return if is_text(a) { found(ffi::PyUnicode_Contains(p, a.ptr())) } else { Step::Other };
        }
        if Ty::of(b).contains_as_dict() {
            return match dict::look_up(p, a) {
                Found::Value(_) => Step::Done,
                Found::Absent => Step::End,
                Found::Unknown => key_in(a, p, ffi::PyDict_Contains),
            };
        }
        if type_ == &raw mut ffi::PySet_Type || type_ == &raw mut ffi::PyFrozenSet_Type {
            return key_in(a, p, ffi::PySet_Contains);
        }
        match among(a, b) {
            Some(true) => Step::Done,
            Some(false) => Step::End,
            None => Step::Other,
        }
    }
}

fn found(answer: std::ffi::c_int) -> Step {
    match answer {
        1 => Step::Done,
        0 => Step::End,
        _ => Step::Failed,
    }
}

unsafe fn key_in(key: &Value, p: *mut PyObject, look: unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> std::ffi::c_int) -> Step {
    // SAFETY: ARMS; `look` is told an object of its own kind. What is in it may run code when compared: it is held meanwhile.
    unsafe {
        let key = if is_plain_key(key) { boxed(key) } else { std::ptr::null_mut() };
        if key.is_null() {
            return Step::Other;
        }
        ffi::Py_INCREF(p);
        let answer = look(p, key);
        ffi::Py_DECREF(p);
        ffi::Py_DECREF(key);
        found(answer)
    }
}

/// Longer sequences are left to the interpreter.
const SHORT: usize = 32;

unsafe fn among(a: &Value, b: &Value) -> Option<bool> {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (items, length) = sequence(b)?;
        if length > SHORT {
            return None;
        }
        let number = int(a);
        if number.is_none() && !is_text(a) {
            return None;
        }
        for i in 0..length {
            let found = *items.add(i);
            let type_ = ffi::Py_TYPE(found);
            let equal = if type_ == &raw mut ffi::PyLong_Type {
                let found = layout::small_int(found)?;
                number == Some(found)
            } else if type_ == &raw mut ffi::PyUnicode_Type {
                number.is_none() && (found == a.ptr() || ffi::PyUnicode_Compare(found, a.ptr()) == 0)
            } else {
                return None;
            };
            if equal {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Attribute that the site's cache knows where to find, borrowed; null when it does not.
#[inline(always)]
pub(crate) unsafe fn cached_attribute(a: &Active, object: &Value, ic: u16) -> *mut PyObject {
    if object.tag != Tag::Object {
        return std::ptr::null_mut();
    }
    let site = a.site(ic);
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { site.cache.read(object.data as *mut PyObject, site.name.as_ptr()) }
}

/// `object.name = value` at the place that the site's cache knows.
#[inline(always)]
pub(crate) unsafe fn store_attribute(a: &Active, object: &Value, ic: u16, value: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if object.tag != Tag::Object {
            return false;
        }
        let p = object.data as *mut PyObject;
        let site = a.site(ic);
        if matches!(value.tag, Tag::Int | Tag::Float) {
            let known = site.cache.place(p);
            if known.is_some_and(|(place, _)| !(*place).is_null() && renew(*place, value)) {
                return true;
            }
        }
        // Boxed before the place is looked up: boxing may run the collector.
        let new = boxed(value);
        if new.is_null() {
            return false;
        }
        if let Some((place, index)) = site.cache.place(p) {
            let old = *place;
            if !old.is_null() {
                *place = new;
                ffi::Py_DECREF(old);
                return true;
            }
            match index {
                None => {
                    *place = new;
                    return true;
                }
                Some(index) if instance::add_inline_value(p, index, new) => return true,
                Some(_) => {}
            }
        } else if site.cache.keeps_in_dict(p) {
            return store_in_own_dict(p, site.name.as_ptr(), new);
        }
        ffi::Py_DECREF(new);
        false
    }
}

/// `new` is an owned reference, which is given up.
#[inline(never)]
unsafe fn store_in_own_dict(p: *mut PyObject, name: *mut PyObject, new: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let dict = instance::own_dict(p);
        let mut stored = false;
        if !dict.is_null() && ffi::Py_TYPE(dict) == &raw mut ffi::PyDict_Type {
            ffi::Py_INCREF(dict);
            stored = ffi::PyDict_SetItem(dict, name, new) == 0;
            if !stored {
                ffi::PyErr_Clear();
            }
            ffi::Py_DECREF(dict);
        }
        ffi::Py_DECREF(new);
        stored
    }
}

/// The state of a `for` over `source` into three registers, for exact lists and tuples.
#[inline(always)]
pub(crate) unsafe fn start_loop(it: *mut Value, source: &Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if sequence(source).is_none() {
            return false;
        }
        let (tag, data) = shared_words(source);
        set(it, tag, data);
        set(it.add(1), Tag::Int, 0);
        set(it.add(2), Tag::None, 0);
        true
    }
}

/// The state of a `for` over an object of the interpreter's own types.
#[inline(never)]
pub(crate) unsafe fn start_object_loop(it: *mut Value, source: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if source.tag != Tag::Object {
            return Step::Other;
        }
        let p = source.data as *mut PyObject;
        let type_ = ffi::Py_TYPE(p);
        let (Some(iter), false, true) = ((*type_).tp_iter, type_ == &raw mut ffi::PyRange_Type, iterates_natively(type_)) else {
            return Step::Other;
        };
        // Held as in `slice`.
        ffi::Py_INCREF(p);
        let made = iter(p);
        ffi::Py_DECREF(p);
        if made.is_null() {
            return Step::Failed;
        }
        let made_type = ffi::Py_TYPE(made);
        if !is_static(made_type) || (*made_type).tp_iternext.is_none() {
            // An iterator that is charged, or none at all.
            ffi::Py_DECREF(made);
            return Step::Other;
        }
        set(it, Tag::Object, made as u64);
        set(it.add(1), Tag::None, 0);
        set(it.add(2), Tag::None, 0);
        Step::Done
    }
}

/// Whether iteration starts as in a type that is written in C, be it a base of this one.
#[inline(always)]
unsafe fn iterates_natively(type_: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let mut base = type_;
        while !is_static(base) {
            base = (*base).tp_base;
        }
        (*base).tp_iter.map(|f| f as usize) == (*type_).tp_iter.map(|f| f as usize)
    }
}

/// Whether the type is one of those that are written in C and never changed.
#[inline(always)]
unsafe fn is_static(type_: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { (*type_).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0 }
}

/// Adds a value of a plain kind to an exact set.
#[inline(never)]
pub(crate) unsafe fn add_to_set(set: &Value, value: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let p = set.ptr();
        if p.is_null() || ffi::Py_TYPE(p) != &raw mut ffi::PySet_Type || !is_plain_key(value) {
            return Step::Other;
        }
        let object = boxed(value);
        if object.is_null() {
            return Step::Other;
        }
        ffi::Py_INCREF(p);
        let status = ffi::PySet_Add(p, object);
        ffi::Py_DECREF(p);
        ffi::Py_DECREF(object);
        if status == 0 {
            Step::Done
        } else {
            Step::Failed
        }
    }
}

/// Texts that are put together at once; longer ones are looked at for their size first.
const SHORT_TEXT: isize = 1 << 20;

/// `d = a + b` of two exact texts.
#[inline(always)]
pub(crate) unsafe fn concatenate(a: &Value, b: &Value, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { is_text(a) && is_text(b) && concatenate_texts(a.ptr(), b.ptr(), d) }
}

#[inline(never)]
unsafe fn concatenate_texts(a: *mut PyObject, b: *mut PyObject, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if ffi::PyUnicode_GET_LENGTH(a) > SHORT_TEXT || ffi::PyUnicode_GET_LENGTH(b) > SHORT_TEXT {
            return false;
        }
        let made = ffi::PyUnicode_Concat(a, b);
        if made.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        set_owned(d, made);
        true
    }
}

/// Next item of a range or of an exact list or tuple into `d`; `End` when there is none.
#[inline(always)]
pub(crate) unsafe fn next(m: &Machine, it: *mut Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let second = it.add(1);
        if (*second).tag != Tag::Int {
            return Step::Other;
        }
        if (*it).tag == Tag::Int {
            let (current, stop, step) = ((*it).data as i64, (*second).data as i64, (*it.add(2)).data as i64);
            let more = if step > 0 { current < stop } else { current > stop };
            if !more {
                return Step::End;
            }
            let Some(following) = current.checked_add(step) else { return Step::Other };
            (*it).data = following as u64;
            set(d, Tag::Int, current as u64);
            return Step::Done;
        }
        if (*it.add(2)).tag != Tag::None {
            return Step::Other;
        }
        let Some((items, length)) = sequence(&*it) else { return Step::Other };
        let index = (*second).data as usize;
        if index >= length {
            return Step::End;
        }
        let Some((tag, data)) = admitted(m, *items.add(index)) else { return Step::Other };
        (*second).data = index as u64 + 1;
        set(d, tag, data);
        Step::Done
    }
}

/// State of a loop over `range(...)` of machine integers in `n` registers from `arguments`, which are taken.
#[inline(never)]
pub(crate) unsafe fn start_range(it: *mut Value, arguments: *mut Value, n: usize) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (first, second) = (int(&*arguments), if n > 1 { int(&*arguments.add(1)) } else { Some(0) });
        let step = if n > 2 { int(&*arguments.add(2)) } else { Some(1) };
        let (Some(first), Some(second), Some(step)) = (first, second, step) else { return false };
        let (start, stop) = if n == 1 { (0, first) } else { (first, second) };
        if step == 0 {
            return false;
        }
        for i in 0..n {
            set(arguments.add(i), Tag::Unset, 0);
        }
        for (i, word) in [start, stop, step].into_iter().enumerate() {
            set(it.add(i), Tag::Int, word as u64);
        }
        true
    }
}

/// Next item of an iterator object that is no generator of ours into `d`; `End` when there is none.
#[inline(never)]
pub(crate) unsafe fn next_object(m: &Machine, it: *mut Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    if unsafe { (*it).tag != Tag::Object || (*it.add(1)).tag != Tag::None || generator::get(&*it).is_some() } {
        return Step::Other;
    }
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { advance(m, it, d) }
}

/// As `next_object`, of an iterator of a type of the interpreter's own, which is by far the most common.
#[inline(never)]
pub(crate) unsafe fn next_of_builtin(m: &Machine, it: *mut Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    if unsafe { (*it).tag != Tag::Object || (*it.add(1)).tag != Tag::None || !is_static(ffi::Py_TYPE((*it).data as *mut PyObject)) } {
        return Step::Other;
    }
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { advance(m, it, d) }
}

#[inline(always)]
unsafe fn advance(m: &Machine, it: *mut Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let p = (*it).data as *mut PyObject;
        let Some(next) = (*ffi::Py_TYPE(p)).tp_iternext else { return Step::Other };
        let found = next(p);
        if m.aborting.get() {
            ffi::Py_XDECREF(found);
            let _ = abort::carry(m);
            return Step::Failed;
        }
        if m.meter.requested() == Stop::Time {
            note_late(m, p);
        }
        if found.is_null() {
            return end_of_iteration();
        }
        if set_admitted(m, d, found) {
            return Step::Done;
        }
        // The item is out of the iterator already: the gate's long way.
        match value_filter::admit(m, Value::from_owned(found)) {
            Ok(value) => {
                let value = ManuallyDrop::new(value);
                set(d, value.tag, value.data);
                Step::Done
            }
            Err(_) => Step::Failed,
        }
    }
}

/// Notes an iterator whose next item came too late: the loop looked at the time before it asked.
#[cold]
#[inline(never)]
unsafe fn note_late(m: &Machine, iterator: *mut PyObject) {
    // SAFETY: ATTACHED; the loop holds its iterator.
    let iterator = unsafe { Bound::from_borrowed_ptr(m.py(), iterator) };
    m.session.notes.at_work(&iterator);
}

unsafe fn end_of_iteration() -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !ffi::PyErr_Occurred().is_null() {
            if ffi::PyErr_ExceptionMatches(ffi::PyExc_StopIteration) == 0 {
                return Step::Failed;
            }
            ffi::PyErr_Clear();
        }
        Step::End
    }
}
