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

/// An item and its key: what is compared first, as a number of the same order.
struct Row {
    head: u64,
    place: usize,
    key: *const Value,
    item: *mut PyObject,
}

/// Puts items in the order of their keys, equal ones as they come; false where the keys are not all of one plain kind, and nothing was done.
///
/// # Safety
/// The keys are live.
pub(crate) unsafe fn put_in_order(items: &mut [*mut PyObject], keys: &[Value], reverse: bool) -> bool {
    let Some(first) = keys.first() else { return false };
    // SAFETY: as `# Safety` says, which the caller keeps; what is compared was found to be of the kind.
    unsafe {
        if is_tuple(first) {
            let Some(kinds) = kinds(first) else { return false };
            let head = |key: &Value| head_of_tuple(key, &kinds);
            return sort(items, keys, reverse, head, |a, b| compare_tuples(&kinds, a, b));
        }
        let Some(kind) = kind(first) else { return false };
        let head = |key: &Value| head_of(key, kind);
        match kind {
            Kind::Text => sort(items, keys, reverse, head, |a, b| compare(kind, a.ptr(), b.ptr())),
            // (Numbers are told apart by that.)
            _ => sort(items, keys, reverse, head, |_, _| Ordering::Equal),
        }
    }
}

/// No `head` of a key leaves the items as they are. `rest` compares where the heads are the same.
unsafe fn sort(
    items: &mut [*mut PyObject],
    keys: &[Value],
    reverse: bool,
    head: impl Fn(&Value) -> Option<u64>,
    rest: impl Fn(&Value, &Value) -> Ordering,
) -> bool {
    let mut rows: Vec<Row> = Vec::new();
    if rows.try_reserve_exact(keys.len()).is_err() {
        return false;
    }
    for (place, (key, item)) in keys.iter().zip(items.iter()).enumerate() {
        let Some(head) = head(key) else { return false };
        rows.push(Row { head, place, key, item: *item });
    }
    // SAFETY: the keys stay where they are.
    let order = |a: &Row, b: &Row| a.head.cmp(&b.head).then_with(|| unsafe { rest(&*a.key, &*b.key) });
    match reverse {
        false => rows.sort_unstable_by(|a, b| order(a, b).then(a.place.cmp(&b.place))),
        true => rows.sort_unstable_by(|a, b| order(b, a).then(a.place.cmp(&b.place))),
    }
    for (place, row) in items.iter_mut().zip(rows) {
        *place = row.item;
    }
    true
}

/// Each tuple must have the same kinds at the same places.
unsafe fn head_of_tuple(key: &Value, kinds: &[Kind]) -> Option<u64> {
    // SAFETY: a live object.
    unsafe {
        if !is_tuple(key) {
            return None;
        }
        let (items, n) = layout::tuple_items(key.ptr());
        let fits = n == kinds.len() && kinds.iter().enumerate().all(|(i, kind)| kind_of(*items.add(i)) == Some(*kind));
        match kinds.first() {
            _ if !fits => None,
            Some(kind) => head_of(&ManuallyDrop::new(Value::from_owned(*items)), *kind),
            None => Some(0),
        }
    }
}

/// A number that orders keys of the kind, but for texts that begin alike.
unsafe fn head_of(key: &Value, kind: Kind) -> Option<u64> {
    const SIGN: u64 = 1 << 63;
    // SAFETY: a live object.
    unsafe {
        match kind {
            Kind::Int => Some(number(key)? as u64 ^ SIGN),
            Kind::Float => {
                // (Zero of either sign is the same.)
                let bits = (key.as_float().filter(|f| !f.is_nan())? + 0.0).to_bits();
                Some(if bits & SIGN == 0 { bits | SIGN } else { !bits })
            }
            Kind::Text => (self::kind(key)? == Kind::Text).then(|| beginning(key.ptr())),
        }
    }
}

/// The first three characters of a text.
unsafe fn beginning(text: *mut PyObject) -> u64 {
    const BITS: u32 = 21;
    // SAFETY: a live text, which has so many characters.
    unsafe {
        let length = ffi::PyUnicode_GET_LENGTH(text);
        (0..3).fold(0, |head, i| head << BITS | if i < length { u64::from(ffi::PyUnicode_ReadChar(text, i)) } else { 0 })
    }
}

unsafe fn compare_tuples(kinds: &[Kind], a: &Value, b: &Value) -> Ordering {
    // SAFETY: tuples of these kinds.
    unsafe {
        let (a, b) = (layout::tuple_items(a.ptr()).0, layout::tuple_items(b.ptr()).0);
        for (i, kind) in kinds.iter().enumerate() {
            let order = compare(*kind, *a.add(i), *b.add(i));
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
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
