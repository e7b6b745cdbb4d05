//! Fast arms' view of values: numbers, items, attributes, iteration. Nothing here raises.
#![allow(unsafe_code, reason = "registers and objects are read by address")]

use std::mem::ManuallyDrop;

use pyo3::ffi::{self, PyObject};

use crate::check::gate;
use crate::lower::program::{BinOp, CmpOp, Reg, Rk};
use crate::run::layout;
use crate::run::machine::Machine;
use crate::run::stack::Active;
use crate::run::value::{Tag, Value};

/// Registers and constants of the running frame.
#[derive(Clone, Copy)]
pub(in crate::run) struct View {
    pub(in crate::run) regs: *mut Value,
    pub(in crate::run) consts: *const Value,
}

impl View {
    #[inline(always)]
    pub(in crate::run) unsafe fn rk<'a>(self, operand: Rk) -> &'a Value {
        let base = if operand.0 >= 0 { self.regs as *const Value } else { self.consts };
        &*base.offset(operand.0 as isize)
    }
    #[inline(always)]
    pub(in crate::run) unsafe fn reg(self, r: Reg) -> *mut Value {
        self.regs.add(r.0 as usize)
    }
}

/// Overwrites a register that holds no object.
#[inline(always)]
pub(in crate::run) unsafe fn put(place: *mut Value, tag: Tag, data: u64) {
    (*place).tag = tag;
    (*place).data = data;
}

/// Overwrites a register, dropping what it held after the new value is in place.
#[inline(always)]
pub(in crate::run) unsafe fn set(place: *mut Value, tag: Tag, data: u64) {
    let (old_tag, old) = ((*place).tag, (*place).data);
    put(place, tag, data);
    if old_tag == Tag::Object {
        release(old as *mut PyObject);
    }
}

#[inline(always)]
pub(in crate::run) unsafe fn release(p: *mut PyObject) {
    ffi::Py_DECREF(p);
}

/// Tag and payload for a borrowed object, as `Value::from_borrowed` gives them.
#[inline(always)]
pub(in crate::run) unsafe fn words_of(p: *mut PyObject) -> (Tag, u64) {
    let value = Value::from_borrowed(p);
    let words = (value.tag, value.data);
    std::mem::forget(value);
    words
}

/// An int that arithmetic may take unboxed: unboxed already, or a small exact int object.
#[inline(always)]
pub(in crate::run) unsafe fn int(v: &Value) -> Option<i64> {
    if v.tag == Tag::Int {
        return Some(v.data as i64);
    }
    if v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyLong_Type {
        return layout::small_int(v.data as *mut PyObject);
    }
    None
}

pub(in crate::run) enum Pair {
    Ints(i64, i64),
    Floats(f64, f64),
    Other,
}

/// Both operands as one kind of number; a small int next to a float becomes a float.
#[inline(always)]
pub(in crate::run) unsafe fn pair(a: &Value, b: &Value) -> Pair {
    if a.tag == Tag::Int && b.tag == Tag::Int {
        return Pair::Ints(a.data as i64, b.data as i64);
    }
    if a.tag == Tag::Float && b.tag == Tag::Float {
        return Pair::Floats(f64::from_bits(a.data), f64::from_bits(b.data));
    }
    mixed_pair(a, b)
}

/// Integers of this size are exact as floats.
const EXACT: u64 = 1 << 53;

#[inline(always)]
pub(in crate::run) unsafe fn mixed_pair(a: &Value, b: &Value) -> Pair {
    match (a.tag, b.tag) {
        (Tag::Float, _) => match int(b) {
            Some(i) if i.unsigned_abs() < EXACT => Pair::Floats(f64::from_bits(a.data), i as f64),
            _ => Pair::Other,
        },
        (_, Tag::Float) => match int(a) {
            Some(i) if i.unsigned_abs() < EXACT => Pair::Floats(i as f64, f64::from_bits(b.data)),
            _ => Pair::Other,
        },
        _ => match (int(a), int(b)) {
            (Some(x), Some(y)) => Pair::Ints(x, y),
            _ => Pair::Other,
        },
    }
}

/// Result of a binary operation on unboxed numbers; `None` leaves it to `step`.
#[inline(always)]
pub(in crate::run) unsafe fn arithmetic(op: BinOp, a: &Value, b: &Value) -> Option<(Tag, u64)> {
    match pair(a, b) {
        Pair::Ints(x, y) => ints(op, x, y),
        Pair::Floats(x, y) => {
            let f = match op {
                BinOp::Add => x + y,
                BinOp::Sub => x - y,
                BinOp::Mul => x * y,
                BinOp::Div if y != 0.0 => x / y,
                _ => return None,
            };
            // NaN is an object (see `Value`).
            (!f.is_nan()).then_some((Tag::Float, f.to_bits()))
        }
        Pair::Other => None,
    }
}

#[inline(always)]
pub(in crate::run) fn ints(op: BinOp, x: i64, y: i64) -> Option<(Tag, u64)> {
    let i = match op {
        BinOp::Add => x.checked_add(y)?,
        BinOp::Sub => x.checked_sub(y)?,
        BinOp::Mul => x.checked_mul(y)?,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::FloorDiv if y > 0 => x.div_euclid(y),
        BinOp::Mod if y > 0 => x.rem_euclid(y),
        BinOp::RShift if (0..64).contains(&y) => x >> y,
        BinOp::LShift if (0..32).contains(&y) && x.unsigned_abs() < 1 << 31 => x << y,
        BinOp::Div if y != 0 && x.unsigned_abs() < EXACT && y.unsigned_abs() < EXACT => {
            return Some((Tag::Float, (x as f64 / y as f64).to_bits()));
        }
        _ => return None,
    };
    Some((Tag::Int, i as u64))
}

#[inline(always)]
pub(in crate::run) unsafe fn comparison(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    match op {
        CmpOp::Is | CmpOp::IsNot => {
            let same = match (a.tag, b.tag) {
                (Tag::None, Tag::None) => true,
                (Tag::None, Tag::Object | Tag::Bool | Tag::Int | Tag::Float) => false,
                (Tag::Object | Tag::Bool | Tag::Int | Tag::Float, Tag::None) => false,
                (Tag::Object, Tag::Object) if a.data == b.data => true,
                (Tag::Bool, Tag::Bool) => a.data == b.data,
                _ => return None,
            };
            return Some(same == (op == CmpOp::Is));
        }
        CmpOp::In | CmpOp::NotIn => return None,
        _ => {}
    }
    Some(match pair(a, b) {
        Pair::Ints(x, y) => order(op, x, y),
        Pair::Floats(x, y) => order(op, x, y),
        Pair::Other => return text_equality(op, a, b),
    })
}

/// `==` and `!=` of exact strings.
#[inline(always)]
unsafe fn text_equality(op: CmpOp, a: &Value, b: &Value) -> Option<bool> {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !is_text(a) || !is_text(b) {
        return None;
    }
    let equal = a.data == b.data || ffi::PyUnicode_Compare(a.ptr(), b.ptr()) == 0;
    Some(equal == (op == CmpOp::Eq))
}

/// Whether `v` is an exact str.
#[inline(always)]
pub(in crate::run) unsafe fn is_text(v: &Value) -> bool {
    v.tag == Tag::Object && ffi::Py_TYPE(v.data as *mut PyObject) == &raw mut ffi::PyUnicode_Type
}

#[inline(always)]
pub(in crate::run) fn order<T: PartialOrd>(op: CmpOp, x: T, y: T) -> bool {
    match op {
        CmpOp::Lt => x < y,
        CmpOp::Le => x <= y,
        CmpOp::Eq => x == y,
        CmpOp::Ne => x != y,
        CmpOp::Gt => x > y,
        _ => x >= y,
    }
}

/// Truth of a value whose truth runs no code: not an object, or an exact list, tuple, str, dict or set.
#[inline(always)]
pub(in crate::run) unsafe fn truth(v: &Value) -> Option<bool> {
    match v.tag {
        Tag::Bool | Tag::Int => Some(v.data != 0),
        Tag::None => Some(false),
        Tag::Float => Some(f64::from_bits(v.data) != 0.0),
        Tag::Object => length(v).map(|n| n != 0),
        Tag::Unset => None,
    }
}

/// Length of an exact list, tuple, str, dict or set.
#[inline(always)]
pub(in crate::run) unsafe fn length(v: &Value) -> Option<i64> {
    let p = v.ptr();
    if p.is_null() {
        return None;
    }
    let type_ = ffi::Py_TYPE(p);
    if type_ == &raw mut ffi::PyList_Type {
        Some(layout::list_items(p).1 as i64)
    } else if type_ == &raw mut ffi::PyTuple_Type {
        Some(layout::tuple_items(p).1 as i64)
    } else if type_ == &raw mut ffi::PyUnicode_Type {
        Some(ffi::PyUnicode_GET_LENGTH(p) as i64)
    } else if type_ == &raw mut ffi::PyDict_Type {
        Some(ffi::PyDict_Size(p) as i64)
    } else if type_ == &raw mut ffi::PySet_Type {
        Some(ffi::PySet_Size(p) as i64)
    } else {
        None
    }
}

/// Whether an object is of a kind that the gate lets through unseen.
#[inline(always)]
pub(in crate::run) unsafe fn is_ordinary(m: &Machine, p: *mut PyObject) -> bool {
    // Only lent to the gate: the reference is not ours.
    let value = ManuallyDrop::new(Value { tag: Tag::Object, data: p as u64 });
    ffi::Py_TYPE(p) == &raw mut ffi::PyFloat_Type || gate::passes(m, &value)
}

/// Item of an exact list or tuple at an index within bounds, if the gate lets it through unseen.
#[inline(always)]
pub(in crate::run) unsafe fn item(m: &Machine, container: &Value, index: &Value) -> Option<*mut PyObject> {
    if container.tag != Tag::Object {
        return None;
    }
    let p = container.data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    let (items, length) = if type_ == &raw mut ffi::PyList_Type {
        layout::list_items(p)
    } else if type_ == &raw mut ffi::PyTuple_Type {
        layout::tuple_items(p)
    } else {
        return None;
    };
    let i = int(index)?;
    let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
    if (i as u64) >= length as u64 {
        return None;
    }
    let found = *items.add(i as usize);
    is_ordinary(m, found).then_some(found)
}

/// What a fast `for` step gave.
pub(in crate::run) enum Step {
    Item(Tag, u64),
    Other,
}

/// Next item of a range or of an exact list or tuple. The end is left to `step`.
#[inline(always)]
pub(in crate::run) unsafe fn next(m: &Machine, it: *mut Value) -> Step {
    let second = it.add(1);
    if (*second).tag != Tag::Int {
        return Step::Other;
    }
    if (*it).tag == Tag::Int {
        let (current, stop, step) = ((*it).data as i64, (*second).data as i64, (*it.add(2)).data as i64);
        let more = if step > 0 { current < stop } else { current > stop };
        if !more {
            return Step::Other;
        }
        let Some(following) = current.checked_add(step) else { return Step::Other };
        (*it).data = following as u64;
        return Step::Item(Tag::Int, current as u64);
    }
    let p = (*it).data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    let (items, length) = if type_ == &raw mut ffi::PyList_Type {
        layout::list_items(p)
    } else if type_ == &raw mut ffi::PyTuple_Type {
        layout::tuple_items(p)
    } else {
        return Step::Other;
    };
    let index = (*second).data as usize;
    if index >= length {
        return Step::Other;
    }
    let found = *items.add(index);
    if !is_ordinary(m, found) {
        return Step::Other;
    }
    (*second).data = index as u64 + 1;
    let (tag, data) = words_of(found);
    Step::Item(tag, data)
}

/// Copies a value that is set; false when it is unset.
#[inline(always)]
pub(in crate::run) unsafe fn copy(place: *mut Value, from: *const Value) -> bool {
    let (tag, data) = ((*from).tag, (*from).data);
    if tag == Tag::Unset {
        return false;
    }
    if tag == Tag::Object {
        ffi::Py_INCREF(data as *mut PyObject);
    }
    set(place, tag, data);
    true
}

/// Appends an object to an exact list that has room.
#[inline(always)]
pub(in crate::run) unsafe fn append(list: &Value, value: &Value) -> bool {
    if list.tag != Tag::Object || value.tag != Tag::Object {
        return false;
    }
    let list = list.data as *mut ffi::PyListObject;
    if ffi::Py_TYPE(list as *mut PyObject) != &raw mut ffi::PyList_Type {
        return false;
    }
    let length = (*list).ob_base.ob_size;
    if length >= (*list).allocated {
        return false;
    }
    let object = value.data as *mut PyObject;
    ffi::Py_INCREF(object);
    *(*list).ob_item.offset(length) = object;
    (*list).ob_base.ob_size = length + 1;
    true
}


/// The value as an owned object; null (without an error) when there is no memory for one.
#[inline(always)]
pub(in crate::run) unsafe fn boxed(v: &Value) -> *mut PyObject {
    match v.tag {
        Tag::Object => {
            let p = v.data as *mut PyObject;
            ffi::Py_INCREF(p);
            p
        }
        Tag::Unset => std::ptr::null_mut(),
        _ => box_number(v),
    }
}

#[inline(never)]
unsafe fn box_number(v: &Value) -> *mut PyObject {
    let p = match v.tag {
        Tag::Int => ffi::PyLong_FromLongLong(v.data as i64),
        Tag::Float => ffi::PyFloat_FromDouble(f64::from_bits(v.data)),
        Tag::Bool => ffi::PyBool_FromLong(v.data as std::ffi::c_long),
        _ => {
            let none = ffi::Py_None();
            ffi::Py_INCREF(none);
            none
        }
    };
    if p.is_null() {
        ffi::PyErr_Clear();
    }
    p
}

/// `container[index] = value` of an exact list with an index within bounds, or of an exact dict with an
/// exact str key.
#[inline(always)]
pub(in crate::run) unsafe fn store_item(container: &Value, index: &Value, value: &Value) -> bool {
    if container.tag != Tag::Object {
        return false;
    }
    let p = container.data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    if type_ == &raw mut ffi::PyDict_Type {
        return is_text(index) && store_in_dict(p, index.ptr(), value);
    }
    if type_ != &raw mut ffi::PyList_Type {
        return false;
    }
    let Some(i) = int(index) else { return false };
    let object = boxed(value);
    if object.is_null() {
        return false;
    }
    // Looked at after boxing, which may run the collector.
    let (items, length) = layout::list_items(p);
    let i = if i < 0 { i.wrapping_add(length as i64) } else { i };
    if (i as u64) >= length as u64 {
        ffi::Py_DECREF(object);
        return false;
    }
    let place = items.add(i as usize);
    let old = *place;
    *place = object;
    ffi::Py_DECREF(old);
    true
}

#[inline(never)]
unsafe fn store_in_dict(dict: *mut PyObject, key: *mut PyObject, value: &Value) -> bool {
    let object = boxed(value);
    if object.is_null() {
        return false;
    }
    ffi::Py_INCREF(dict);
    let stored = ffi::PyDict_SetItem(dict, key, object) == 0;
    ffi::Py_DECREF(dict);
    ffi::Py_DECREF(object);
    if !stored {
        ffi::PyErr_Clear();
    }
    stored
}

/// `dict[key]` of an exact dict with an exact str or int key, owned; null when it is not there, or the gate
/// must look at it.
#[inline(always)]
pub(in crate::run) unsafe fn dict_item(m: &Machine, container: &Value, key: &Value) -> *mut PyObject {
    let is_dict =
        container.tag == Tag::Object && ffi::Py_TYPE(container.data as *mut PyObject) == &raw mut ffi::PyDict_Type;
    if !is_dict || !(key.tag == Tag::Int || is_text(key) || int(key).is_some()) {
        return std::ptr::null_mut();
    }
    dict_lookup(m, container.ptr(), key)
}

#[inline(never)]
unsafe fn dict_lookup(m: &Machine, dict: *mut PyObject, key: &Value) -> *mut PyObject {
    let key = boxed(key);
    if key.is_null() {
        return key;
    }
    // Keys of the dict may run code when compared: the dict must outlive the lookup.
    ffi::Py_INCREF(dict);
    let found = ffi::PyDict_GetItemWithError(dict, key);
    let passes = !found.is_null() && is_ordinary(m, found);
    if passes {
        ffi::Py_INCREF(found);
    } else if found.is_null() {
        ffi::PyErr_Clear();
    }
    ffi::Py_DECREF(key);
    ffi::Py_DECREF(dict);
    if passes {
        found
    } else {
        std::ptr::null_mut()
    }
}

/// Most targets of a fast unpacking.
const UNPACKED: usize = 16;

/// Items of an exact tuple or list of `n` items into consecutive registers.
#[inline(never)]
pub(in crate::run) unsafe fn unpack(m: &Machine, source: &Value, n: usize, d: *mut Value) -> bool {
    if source.tag != Tag::Object || n > UNPACKED {
        return false;
    }
    let p = source.data as *mut PyObject;
    let type_ = ffi::Py_TYPE(p);
    let (items, length) = if type_ == &raw mut ffi::PyTuple_Type {
        layout::tuple_items(p)
    } else if type_ == &raw mut ffi::PyList_Type {
        layout::list_items(p)
    } else {
        return false;
    };
    if length != n {
        return false;
    }
    for i in 0..n {
        if !is_ordinary(m, *items.add(i)) {
            return false;
        }
    }
    // All are referenced before a register is overwritten: that may run code which changes the source.
    let mut words = [(Tag::Unset, 0u64); UNPACKED];
    for (i, word) in words.iter_mut().enumerate().take(n) {
        *word = words_of(*items.add(i));
    }
    for (i, (tag, data)) in words.into_iter().enumerate().take(n) {
        set(d.add(i), tag, data);
    }
    true
}

/// Attribute at the place that the site's cache knows, if the gate lets it through unseen.
#[inline(always)]
pub(in crate::run) unsafe fn cached_attribute(m: &Machine, a: &Active, object: &Value, ic: u16) -> Option<*mut PyObject> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.linked().attrs.get(ic as usize)?;
    let found = *site.cache.place(object.data as *mut PyObject)?;
    (!found.is_null() && is_ordinary(m, found)).then_some(found)
}

/// `object.name = value` at the place that the site's cache knows, when something is there already.
#[inline(always)]
pub(in crate::run) unsafe fn store_attribute(a: &Active, object: &Value, ic: u16, value: &Value) -> bool {
    if object.tag != Tag::Object {
        return false;
    }
    let Some(site) = a.linked().attrs.get(ic as usize) else { return false };
    if site.cache.place(object.data as *mut PyObject).is_none() {
        return false;
    }
    let new = boxed(value);
    if new.is_null() {
        return false;
    }
    // Looked up again after boxing, which may run the collector.
    match site.cache.place(object.data as *mut PyObject) {
        Some(place) if !(*place).is_null() => {
            let old = *place;
            *place = new;
            ffi::Py_DECREF(old);
            true
        }
        _ => {
            ffi::Py_DECREF(new);
            false
        }
    }
}
