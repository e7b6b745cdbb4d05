//! The order of items by plain keys: numbers, texts, and tuples of them (`key=lambda w: (-count[w], w)`). Comparing such runs no code, and any
//! stable sort gives the same.
#![allow(unsafe_code, reason = "keys are read as what their types say")]

use std::cmp::Ordering;
use std::mem::ManuallyDrop;

use pyo3::ffi::{self, PyObject};
use smallvec::SmallVec;

use crate::cpython::layout;
use crate::cpython::value::{Tag, Value};
use crate::vm::machine::register_values::int;

/// What keys are, or what stands at one place of all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A machine integer, or a bool.
    Int,
    /// Not NaN, which has no order.
    Float,
    Text,
}

/// The longest text that is compared here: for longer ones the interpreter's comparison looks at the clock.
const LONG: isize = 256;

/// Puts items in the order of their keys, equal ones as they come; false where the keys are not all of one plain kind, and nothing was done.
///
/// # Safety
/// The keys are live.
pub(crate) unsafe fn put_in_order(items: &mut [*mut PyObject], keys: &[Value], reverse: bool) -> bool {
    let Some(first) = keys.first() else { return false };
    // SAFETY: as `# Safety` says, which the caller keeps; what is compared was found to be of the kind.
    unsafe {
        if is_tuple(first) {
            return by_tuples(items, keys, reverse);
        }
        match kind(first) {
            Some(Kind::Int) => sort(items, keys, reverse, |key| number(key), Ord::cmp),
            Some(Kind::Float) => {
                let float = |key: &Value| key.as_float().filter(|f| !f.is_nan());
                sort(items, keys, reverse, float, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal))
            }
            Some(Kind::Text) => {
                let text = |key: &Value| (kind(key)? == Kind::Text).then(|| key.ptr());
                sort(items, keys, reverse, text, |a, b| compare(Kind::Text, *a, *b))
            }
            None => false,
        }
    }
}

/// Each key must have the same kinds at the same places.
unsafe fn by_tuples(items: &mut [*mut PyObject], keys: &[Value], reverse: bool) -> bool {
    // SAFETY: as `put_in_order` asks.
    unsafe {
        let Some(kinds) = keys.first().and_then(|key| kinds(key)) else { return false };
        let row = |key: &Value| {
            if !is_tuple(key) {
                return None;
            }
            let (places, n) = layout::tuple_items(key.ptr());
            let fits = n == kinds.len() && kinds.iter().enumerate().all(|(i, kind)| kind_of(*places.add(i)) == Some(*kind));
            fits.then_some(places)
        };
        let order = |a: &*mut *mut PyObject, b: &*mut *mut PyObject| {
            let each = kinds.iter().enumerate().map(|(i, kind)| compare(*kind, *a.add(i), *b.add(i)));
            each.fold(Ordering::Equal, Ordering::then)
        };
        sort(items, keys, reverse, row, order)
    }
}

/// `None` of a key leaves the items as they are.
fn sort<T>(
    items: &mut [*mut PyObject],
    keys: &[Value],
    reverse: bool,
    key: impl Fn(&Value) -> Option<T>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> bool {
    let mut rows: Vec<(T, usize, *mut PyObject)> = Vec::new();
    if rows.try_reserve_exact(keys.len()).is_err() {
        return false;
    }
    for (i, (value, item)) in keys.iter().zip(items.iter()).enumerate() {
        let Some(key) = key(value) else { return false };
        rows.push((key, i, *item));
    }
    let order = |a: &T, b: &T| if reverse { compare(b, a) } else { compare(a, b) };
    rows.sort_unstable_by(|a, b| order(&a.0, &b.0).then(a.1.cmp(&b.1)));
    for (place, (_, _, item)) in items.iter_mut().zip(rows) {
        *place = item;
    }
    true
}

fn is_tuple(key: &Value) -> bool {
    key.type_ptr() == &raw mut ffi::PyTuple_Type
}

/// The kinds of a tuple's items.
unsafe fn kinds(key: &Value) -> Option<SmallVec<[Kind; 4]>> {
    // SAFETY: a live tuple.
    unsafe {
        let (items, n) = layout::tuple_items(key.ptr());
        (0..n).map(|i| kind_of(*items.add(i))).collect()
    }
}

unsafe fn kind(key: &Value) -> Option<Kind> {
    match key.tag() {
        Tag::Int | Tag::Bool => Some(Kind::Int),
        Tag::Float => Some(Kind::Float),
        // SAFETY: a live object.
        Tag::Object => unsafe { kind_of(key.ptr()) },
        _ => None,
    }
}

unsafe fn kind_of(object: *mut PyObject) -> Option<Kind> {
    // SAFETY: a live object is read as what its type says.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyUnicode_Type {
            return (ffi::PyUnicode_GET_LENGTH(object) <= LONG).then_some(Kind::Text);
        }
        if class == &raw mut ffi::PyFloat_Type {
            return (!ffi::PyFloat_AS_DOUBLE(object).is_nan()).then_some(Kind::Float);
        }
        number_of(object).map(|_| Kind::Int)
    }
}

unsafe fn number(key: &Value) -> Option<i64> {
    match key.tag() {
        Tag::Int | Tag::Bool => Some(key.bits() as i64),
        // SAFETY: a live object.
        Tag::Object => unsafe { number_of(key.ptr()) },
        _ => None,
    }
}

unsafe fn number_of(object: *mut PyObject) -> Option<i64> {
    // SAFETY: a live object is read as what its type says.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyLong_Type {
            return int(&ManuallyDrop::new(Value::from_owned(object)));
        }
        (class == &raw mut ffi::PyBool_Type).then(|| i64::from(object == ffi::Py_True()))
    }
}

/// Compares two objects of the kind.
unsafe fn compare(kind: Kind, a: *mut PyObject, b: *mut PyObject) -> Ordering {
    // SAFETY: live objects of the kind; comparing two texts does not fail.
    unsafe {
        match kind {
            Kind::Int => number_of(a).cmp(&number_of(b)),
            Kind::Float => ffi::PyFloat_AS_DOUBLE(a).partial_cmp(&ffi::PyFloat_AS_DOUBLE(b)).unwrap_or(Ordering::Equal),
            Kind::Text => ffi::PyUnicode_Compare(a, b).cmp(&0),
        }
    }
}
