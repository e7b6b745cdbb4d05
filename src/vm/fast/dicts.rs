//! Fast arms of dicts: items, `get`, displays. Keys are plain: hashed and compared by the interpreter alone.
//!
//! An object of a subclass (`Counter`, `defaultdict`, `OrderedDict`, one of the code's own) counts where its type does the
//! same as `dict` does: its slot is that of `dict`.
#![allow(unsafe_code, reason = "objects are read and filled by address")]

use std::mem::ManuallyDrop;

use pyo3::ffi::{self, PyObject};

use crate::cpython::layout;
use crate::cpython::layout::dict::{self, Found};
use crate::cpython::value::{Exc, Tag, Value};
use crate::session::abort;
use crate::vm::machine::register_values::{admitted, boxed, set, take_words, Step};
use crate::vm::machine::Machine;
use crate::vm::ops::subscript;

/// Keys that are hashed and compared by the interpreter alone: str, numbers, None, short tuples of these.
#[inline(always)]
pub(crate) unsafe fn is_plain_key(key: &Value) -> bool {
    match key.tag {
        Tag::Unset => false,
        Tag::Object => {
            let p = key.data as *mut PyObject;
            // SAFETY: ARMS; an object is read as what its type says.
            unsafe { is_plain_object(p) || (ffi::Py_TYPE(p) == &raw mut ffi::PyTuple_Type && is_plain_tuple(p)) }
        }
        _ => true,
    }
}

#[inline(always)]
pub(crate) unsafe fn is_plain_object(p: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    let type_ = unsafe { ffi::Py_TYPE(p) };
    type_ == &raw mut ffi::PyUnicode_Type || type_ == &raw mut ffi::PyLong_Type
}

/// Longer tuples are left to the interpreter.
const LONGEST_KEY: usize = 16;

unsafe fn is_plain_tuple(p: *mut PyObject) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (items, length) = layout::tuple_items(p);
        length <= LONGEST_KEY
            && (0..length).all(|i| {
                let found = *items.add(i);
                is_plain_object(found) || ffi::Py_TYPE(found) == &raw mut ffi::PyFloat_Type
            })
    }
}

/// `d = dict[key]`
pub(crate) unsafe fn dict_item(m: &Machine, dict: *mut PyObject, key: &Value, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        match dict::look_up(dict, key) {
            Found::Value(found) => {
                let Some((tag, data)) = admitted(m, found) else { return Step::Other };
                set(d, tag, data);
                return Step::Done;
            }
            Found::Absent => return Step::Other,
            Found::Unknown => {}
        }
        // Keys of the dict may run code when compared: they are asked once, and dict and key must outlive that.
        let (dict, key) = (Value::from_borrowed(dict), key.clone());
        match subscript::get_object(m, &dict, &key) {
            Ok(_) if m.aborting.get() => {
                let Exc = abort::carry(m);
                Step::Failed
            }
            Ok(found) => {
                let found = ManuallyDrop::new(found);
                set(d, found.tag, found.data);
                Step::Done
            }
            Err(Exc) => Step::Failed,
        }
    }
}

/// `dict[key] = value` with a key of a plain kind.
#[inline(never)]
pub(crate) unsafe fn store_in_dict(dict: *mut PyObject, key: &Value, value: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !is_plain_key(key) {
            return Step::Other;
        }
        let (key, object) = (boxed(key), boxed(value));
        let step = if key.is_null() || object.is_null() {
            Step::Other
        } else {
            ffi::Py_INCREF(dict);
            let status = ffi::PyDict_SetItem(dict, key, object);
            ffi::Py_DECREF(dict);
            if status == 0 {
                Step::Done
            } else {
                Step::Failed
            }
        };
        ffi::Py_XDECREF(key);
        ffi::Py_XDECREF(object);
        step
    }
}

/// `d = dict.get(key)` or `d = dict.get(key, default)`, from `n` registers, if that needs no code: `true` when it was done.
#[inline(never)]
pub(crate) unsafe fn get(m: &Machine, first: *mut Value, n: usize, d: *mut Value) -> bool {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let dict = (*first).ptr();
        if !(2..=3).contains(&n) || dict.is_null() || ffi::Py_TYPE(dict) != &raw mut ffi::PyDict_Type {
            return false;
        }
        let (tag, data) = match dict::look_up(dict, &*first.add(1)) {
            Found::Value(found) => match admitted(m, found) {
                Some(words) => words,
                None => return false,
            },
            Found::Absent if n == 3 => take_words(first.add(2)),
            Found::Absent => (Tag::None, 0),
            Found::Unknown => return false,
        };
        for i in 0..n {
            set(first.add(i), Tag::Unset, 0);
        }
        set(d, tag, data);
        true
    }
}

/// A dict of the `n` pairs of keys of a plain kind and values in registers, which are taken.
#[inline(never)]
pub(crate) unsafe fn build_dict(first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !(0..n).all(|i| is_plain_key(&*first.add(2 * i))) {
            return Step::Other;
        }
        let dict = ffi::PyDict_New();
        if dict.is_null() {
            return Step::Failed;
        }
        for i in 0..n {
            let (key, value) = (boxed(&*first.add(2 * i)), boxed(&*first.add(2 * i + 1)));
            let stored = !key.is_null() && !value.is_null() && ffi::PyDict_SetItem(dict, key, value) == 0;
            ffi::Py_XDECREF(key);
            ffi::Py_XDECREF(value);
            if !stored {
                ffi::PyErr_Clear();
                ffi::Py_DECREF(dict);
                return Step::Other;
            }
        }
        for i in 0..2 * n {
            set(first.add(i), Tag::Unset, 0);
        }
        set(d, Tag::Object, dict as u64);
        Step::Done
    }
}
