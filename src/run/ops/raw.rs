//! Unsafe primitives of the operations: what PyO3 has no safe or no cheap form of.
#![allow(unsafe_code, reason = "type slots, borrowed items and the error indicator have no safe form")]

use std::ffi::{c_ulong, CStr};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType, PyTypeMethods};

use crate::lower::program::BinOp;
use crate::run::value::{Exc, Tag, Value, R};

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

/// Whether `object` is a class that can be raised.
pub fn is_exception_class(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyExceptionClass_Check(object.as_ptr()) != 0 }
}

pub fn is_exception(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyExceptionInstance_Check(object.as_ptr()) != 0 }
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
    let text = CStr::from_ptr((*ty).tp_name).to_string_lossy();
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

/// The attribute that `class` has and that none of its bases gave it; metaclass apart.
pub fn own_attribute<'py>(class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    let own = class_attribute(class, name)?;
    let mro = class.mro();
    let bases = mro.iter().skip(1).filter_map(|base| base.cast_into::<PyType>().ok());
    let inherited = |base: Bound<'py, PyType>| class_attribute(&base, name).is_some_and(|b| b.is(&own));
    match bases.into_iter().any(inherited) {
        true => None,
        false => Some(own),
    }
}

fn class_attribute<'py>(class: &Bound<'py, PyType>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; a live type; the borrowed attribute gets a reference of its own.
    unsafe {
        Bound::from_borrowed_ptr_or_opt(class.py(), _PyType_Lookup(class.as_ptr().cast(), name.as_ptr()))
    }
}

/// Sets an attribute of the class `class` as `type` does, whatever its metaclass says.
pub fn set_class_attribute(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> R<()> {
    // SAFETY: ATTACHED; live objects; `type` itself always has this slot.
    unsafe {
        let Some(set) = (&raw const ffi::PyType_Type).read().tp_setattro else { return Ok(()) };
        check(set(class.as_ptr(), name.as_ptr(), value.as_ptr()))
    }
}

/// `attribute` as found in a class, bound to `object`.
pub fn bind<'py>(
    attribute: &Bound<'py, PyAny>,
    object: &Bound<'py, PyAny>,
    owner: Option<&Bound<'py, PyAny>>,
) -> R<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; all live; the slot takes null for "no object" and "no owner"; a new reference or null.
    unsafe {
        let Some(get) = (*ffi::Py_TYPE(attribute.as_ptr())).tp_descr_get else { return Ok(attribute.clone()) };
        let object = if object.is_none() { ptr::null_mut() } else { object.as_ptr() };
        let owner = owner.map_or(ptr::null_mut(), |o| o.as_ptr());
        Bound::from_owned_ptr_or_opt(attribute.py(), get(attribute.as_ptr(), object, owner)).ok_or(Exc)
    }
}

/// The next item of an iterator, `None` at its end.
pub fn iter_next(iterator: &Bound<'_, PyAny>) -> R<Option<Value>> {
    // SAFETY: ATTACHED; the caller's reference keeps the iterator alive during the call, and a non-null
    // result is a new reference.
    unsafe {
        let p = iterator.as_ptr();
        let Some(next) = (*ffi::Py_TYPE(p)).tp_iternext else { return Err(not_an_iterator(iterator)) };
        let item = next(p);
        if !item.is_null() {
            return Ok(Some(Value::from_owned(item)));
        }
    }
    end_of_iteration()
}

#[cold]
fn not_an_iterator(object: &Bound<'_, PyAny>) -> Exc {
    super::type_error(format!("'{}' object is not an iterator", type_name_of(object)))
}

/// After a null from `tp_iternext`: its end (no exception or StopIteration), or an error.
fn end_of_iteration() -> R<Option<Value>> {
    // SAFETY: ATTACHED.
    unsafe {
        if ffi::PyErr_Occurred().is_null() {
            return Ok(None);
        }
        if ffi::PyErr_ExceptionMatches(ffi::PyExc_StopIteration) != 0 {
            ffi::PyErr_Clear();
            return Ok(None);
        }
    }
    Err(Exc)
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

/// Item `index` of an exact list (bounds checked); `None` out of range.
#[inline(always)]
pub fn list_item(list: &Value, index: usize) -> Option<Value> {
    // SAFETY: ATTACHED; an exact list, index below its present length; the item gets its own reference.
    unsafe {
        let p = list.ptr();
        if index >= ffi::PyList_GET_SIZE(p) as usize {
            return None;
        }
        let item = ffi::PyList_GET_ITEM(p, index as isize);
        (!item.is_null()).then(|| Value::from_borrowed(item))
    }
}

/// Item `index` of an exact tuple (bounds checked).
#[inline(always)]
pub fn tuple_item(tuple: &Value, index: usize) -> Option<Value> {
    // SAFETY: ATTACHED; an exact tuple, index below its length; the item gets its own reference.
    unsafe {
        let p = tuple.ptr();
        if index >= ffi::PyTuple_GET_SIZE(p) as usize {
            return None;
        }
        let item = ffi::PyTuple_GET_ITEM(p, index as isize);
        (!item.is_null()).then(|| Value::from_borrowed(item))
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

/// Length of an exact list.
#[inline(always)]
pub fn list_len(list: &Value) -> usize {
    // SAFETY: ATTACHED; callers have tested for an exact list.
    unsafe { ffi::PyList_GET_SIZE(list.ptr()) as usize }
}

/// Length of an exact tuple.
#[inline(always)]
pub fn tuple_len(tuple: &Value) -> usize {
    // SAFETY: ATTACHED; callers have tested for an exact tuple.
    unsafe { ffi::PyTuple_GET_SIZE(tuple.ptr()) as usize }
}

/// A list of these values.
pub fn new_list(items: Vec<Value>) -> R<Value> {
    // SAFETY: ATTACHED; every slot below the length is filled once with a new reference, or the list
    // (whose other slots are null, which its destructor allows) is given up.
    unsafe {
        let list = ffi::PyList_New(items.len() as isize);
        if list.is_null() {
            return Err(Exc);
        }
        for (i, item) in items.into_iter().enumerate() {
            let p = item.into_raw();
            if p.is_null() {
                ffi::Py_DECREF(list);
                return Err(Exc);
            }
            ffi::PyList_SET_ITEM(list, i as isize, p);
        }
        Ok(Value::from_owned(list))
    }
}

/// A tuple of these values.
pub fn new_tuple(items: Vec<Value>) -> R<Value> {
    // SAFETY: as in `new_list`.
    unsafe {
        let tuple = ffi::PyTuple_New(items.len() as isize);
        if tuple.is_null() {
            return Err(Exc);
        }
        for (i, item) in items.into_iter().enumerate() {
            let p = item.into_raw();
            if p.is_null() {
                ffi::Py_DECREF(tuple);
                return Err(Exc);
            }
            ffi::PyTuple_SET_ITEM(tuple, i as isize, p);
        }
        Ok(Value::from_owned(tuple))
    }
}

/// Puts all of `source` at the end of the exact list `list`.
pub fn list_extend(list: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> R<()> {
    // SAFETY: ATTACHED; both live; the slice beyond the end is empty wherever the end is.
    let failed = unsafe { ffi::PyList_SetSlice(list.as_ptr(), isize::MAX, isize::MAX, source.as_ptr()) };
    check(failed)
}

fn check(status: i32) -> R<()> {
    if status < 0 {
        return Err(Exc);
    }
    Ok(())
}

/// `a op b` by the interpreter.
pub fn binary(op: BinOp, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> R<Value> {
    let (a, b) = (a.as_ptr(), b.as_ptr());
    // SAFETY: ATTACHED; both operands are live; a result is a new reference or null with an exception.
    unsafe {
        Value::from_result(match op {
            BinOp::Add => ffi::PyNumber_Add(a, b),
            BinOp::Sub => ffi::PyNumber_Subtract(a, b),
            BinOp::Mul => ffi::PyNumber_Multiply(a, b),
            BinOp::Div => ffi::PyNumber_TrueDivide(a, b),
            BinOp::FloorDiv => ffi::PyNumber_FloorDivide(a, b),
            BinOp::Mod => ffi::PyNumber_Remainder(a, b),
            BinOp::Pow => ffi::PyNumber_Power(a, b, ffi::Py_None()),
            BinOp::MatMul => ffi::PyNumber_MatrixMultiply(a, b),
            BinOp::And => ffi::PyNumber_And(a, b),
            BinOp::Or => ffi::PyNumber_Or(a, b),
            BinOp::Xor => ffi::PyNumber_Xor(a, b),
            BinOp::LShift => ffi::PyNumber_Lshift(a, b),
            BinOp::RShift => ffi::PyNumber_Rshift(a, b),
        })
    }
}

/// `a op= b` by the interpreter.
pub fn in_place(op: BinOp, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> R<Value> {
    let (a, b) = (a.as_ptr(), b.as_ptr());
    // SAFETY: as in `binary`.
    unsafe {
        Value::from_result(match op {
            BinOp::Add => ffi::PyNumber_InPlaceAdd(a, b),
            BinOp::Sub => ffi::PyNumber_InPlaceSubtract(a, b),
            BinOp::Mul => ffi::PyNumber_InPlaceMultiply(a, b),
            BinOp::Div => ffi::PyNumber_InPlaceTrueDivide(a, b),
            BinOp::FloorDiv => ffi::PyNumber_InPlaceFloorDivide(a, b),
            BinOp::Mod => ffi::PyNumber_InPlaceRemainder(a, b),
            BinOp::Pow => ffi::PyNumber_InPlacePower(a, b, ffi::Py_None()),
            BinOp::MatMul => ffi::PyNumber_InPlaceMatrixMultiply(a, b),
            BinOp::And => ffi::PyNumber_InPlaceAnd(a, b),
            BinOp::Or => ffi::PyNumber_InPlaceOr(a, b),
            BinOp::Xor => ffi::PyNumber_InPlaceXor(a, b),
            BinOp::LShift => ffi::PyNumber_InPlaceLshift(a, b),
            BinOp::RShift => ffi::PyNumber_InPlaceRshift(a, b),
        })
    }
}

/// `left + right` of two exact `str`; `left` grows in place when this was its only reference.
pub fn append_text(left: Value, right: &Value) -> R<Value> {
    // SAFETY: ATTACHED; `PyUnicode_Append` takes over the reference in `p` and leaves the result (or null with
    // an exception) there; `right` is held by the caller.
    unsafe {
        let mut p = left.into_raw();
        ffi::PyUnicode_Append(&mut p, right.ptr());
        Value::from_result(p)
    }
}

/// Whether the object's type has a numeric `+` (in either place).
pub fn adds_itself(value: &Value) -> bool {
    let ty = value.type_ptr();
    if ty.is_null() {
        return !value.is_unset() && !value.is_none();
    }
    // SAFETY: ATTACHED; the type of a live object; the method table is checked for null.
    unsafe {
        let table = (*ty).tp_as_number;
        !table.is_null() && ((*table).nb_add.is_some() || (*table).nb_inplace_add.is_some())
    }
}

/// `a op b` for the six rich comparisons.
pub fn rich_compare(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, op: i32) -> R<Value> {
    // SAFETY: ATTACHED; both live; `op` is one of CPython's six.
    unsafe { Value::from_result(ffi::PyObject_RichCompare(a.as_ptr(), b.as_ptr(), op)) }
}

/// Sets the exception as `raise` does: its context becomes what the thread is handling.
pub fn set_exception(value: &Bound<'_, PyAny>) -> Exc {
    // SAFETY: ATTACHED; an exception instance with its own type.
    unsafe { ffi::PyErr_SetObject(ffi::Py_TYPE(value.as_ptr()).cast(), value.as_ptr()) }
    Exc
}

/// Sets `__cause__` (and hides the context); `None` clears it.
pub fn set_cause(exception: &Bound<'_, PyAny>, cause: Option<Bound<'_, PyAny>>) {
    let cause = cause.map_or(ptr::null_mut(), Bound::into_ptr);
    // SAFETY: ATTACHED; an exception instance; the reference to the cause is handed over.
    unsafe { ffi::PyException_SetCause(exception.as_ptr(), cause) }
}

/// Sets `__context__`; `None` clears it.
pub fn set_context(exception: &Bound<'_, PyAny>, context: Option<Bound<'_, PyAny>>) {
    let context = context.map_or(ptr::null_mut(), Bound::into_ptr);
    // SAFETY: ATTACHED; an exception instance; the reference to the context is handed over.
    unsafe { ffi::PyException_SetContext(exception.as_ptr(), context) }
}

/// `__context__` as it stands.
pub fn context<'py>(exception: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; an exception instance; a new reference or null.
    unsafe { Bound::from_owned_ptr_or_opt(exception.py(), ffi::PyException_GetContext(exception.as_ptr())) }
}

/// `__cause__` as it stands.
pub fn cause<'py>(exception: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; an exception instance; a new reference or null.
    unsafe { Bound::from_owned_ptr_or_opt(exception.py(), ffi::PyException_GetCause(exception.as_ptr())) }
}

/// Whether `exception` is an instance of `class` (or of one in the tuple), by inheritance alone.
pub fn given_matches(exception: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED; both live.
    unsafe { ffi::PyErr_GivenExceptionMatches(exception.as_ptr(), class.as_ptr()) != 0 }
}

/// Whether the exception that is set matches `class`.
pub fn raised_matches(class: &Bound<'_, pyo3::types::PyType>) -> bool {
    // SAFETY: ATTACHED; asked only while an exception is set.
    unsafe { !ffi::PyErr_Occurred().is_null() && ffi::PyErr_ExceptionMatches(class.as_ptr()) != 0 }
}

/// Takes the exception out of the indicator, as an instance.
pub fn take_raised() -> Option<Value> {
    // SAFETY: ATTACHED; what the indicator held is ours afterwards.
    #[cfg(Py_3_12)]
    unsafe {
        let p = ffi::PyErr_GetRaisedException();
        (!p.is_null()).then(|| Value::from_owned(p))
    }
    // SAFETY: ATTACHED; the three references are ours after the fetch, and each is given on or dropped.
    #[cfg(not(Py_3_12))]
    unsafe {
        let (mut t, mut v, mut tb) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        ffi::PyErr_Fetch(&mut t, &mut v, &mut tb);
        if t.is_null() {
            return None;
        }
        ffi::PyErr_NormalizeException(&mut t, &mut v, &mut tb);
        if !tb.is_null() {
            ffi::PyException_SetTraceback(v, tb);
        }
        ffi::Py_XDECREF(tb);
        ffi::Py_XDECREF(t);
        (!v.is_null()).then(|| Value::from_owned(v))
    }
}

/// Puts an exception instance into the indicator, as it is.
pub fn put_raised(py: Python<'_>, exception: Value) {
    match exception.to_bound(py) {
        Ok(e) => PyErr::from_value(e).restore(py),
        Err(Exc) => (),
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

/// Which async slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsyncSlot {
    Await,
    Iter,
    Next,
}

fn async_slot(object: &Bound<'_, PyAny>, slot: AsyncSlot) -> Option<ffi::unaryfunc> {
    // SAFETY: ATTACHED, live object; the method table is checked for null.
    unsafe {
        let table = (*ffi::Py_TYPE(object.as_ptr())).tp_as_async;
        if table.is_null() {
            return None;
        }
        match slot {
            AsyncSlot::Await => (*table).am_await,
            AsyncSlot::Iter => (*table).am_aiter,
            AsyncSlot::Next => (*table).am_anext,
        }
    }
}

pub fn has_async_slot(object: &Bound<'_, PyAny>, slot: AsyncSlot) -> bool {
    async_slot(object, slot).is_some()
}

/// Calls the slot; `None` when the type has none.
pub fn call_async_slot<'py>(object: &Bound<'py, PyAny>, slot: AsyncSlot) -> R<Option<Bound<'py, PyAny>>> {
    let Some(function) = async_slot(object, slot) else { return Ok(None) };
    // SAFETY: ATTACHED; live object; a new reference or null with an exception.
    unsafe {
        let p = function(object.as_ptr());
        Bound::from_owned_ptr_or_opt(object.py(), p).map(Some).ok_or(Exc)
    }
}

/// A coroutine of the interpreter itself, or a generator made one by `types.coroutine`.
pub fn is_native_coroutine(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyCoro_CheckExact(object.as_ptr()) != 0 }
}

pub fn is_native_generator(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyGen_CheckExact(object.as_ptr()) != 0 }
}

pub fn is_iterator(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyIter_Check(object.as_ptr()) != 0 }
}

/// One step of a delegate.
#[derive(Debug)]
pub enum Sent {
    Yielded(Value),
    Returned(Value),
}

/// Sends `value` into `iterator` (`__next__` when it is None).
pub fn send(iterator: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> R<Sent> {
    let mut result = ptr::null_mut();
    // SAFETY: ATTACHED; both live; unless it reports an error the result is a new reference.
    unsafe {
        match ffi::PyIter_Send(iterator.as_ptr(), value.as_ptr(), &mut result) {
            ffi::PySendResult::PYGEN_RETURN => Ok(Sent::Returned(Value::from_result(result)?)),
            ffi::PySendResult::PYGEN_NEXT => Ok(Sent::Yielded(Value::from_result(result)?)),
            ffi::PySendResult::PYGEN_ERROR => Err(Exc),
        }
    }
}

/// `object[start:stop]` of an exact list, tuple or `str`; the bounds are in range.
pub fn slice_of(kind: Kind, object: &Bound<'_, PyAny>, start: usize, stop: usize) -> R<Value> {
    let (p, start, stop) = (object.as_ptr(), start as isize, stop as isize);
    // SAFETY: ATTACHED; the caller tested the exact type; these functions clamp the bounds themselves.
    unsafe {
        Value::from_result(match kind {
            Kind::List => ffi::PyList_GetSlice(p, start, stop),
            Kind::Tuple => ffi::PyTuple_GetSlice(p, start, stop),
            _ => ffi::PyUnicode_Substring(p, start, stop),
        })
    }
}

/// `format(object, spec)`
pub fn format(object: &Bound<'_, PyAny>, spec: &Bound<'_, PyAny>) -> R<Value> {
    // SAFETY: ATTACHED; both live; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyObject_Format(object.as_ptr(), spec.as_ptr())) }
}

/// `ascii(object)`
pub fn ascii<'py>(object: &Bound<'py, PyAny>) -> R<Bound<'py, PyAny>> {
    // SAFETY: ATTACHED; live; a new reference or null with an exception.
    unsafe { Bound::from_owned_ptr_or_opt(object.py(), ffi::PyObject_ASCII(object.as_ptr())).ok_or(Exc) }
}

/// A part of a string that is being joined.
#[derive(Debug)]
pub enum Piece<'py> {
    /// A `str`.
    Text(Bound<'py, PyAny>),
    Ascii(String),
}

/// The pieces as one `str`.
pub fn join_text(py: Python<'_>, pieces: &[Piece<'_>]) -> R<Value> {
    let mut objects = Vec::with_capacity(pieces.len());
    for piece in pieces {
        objects.push(match piece {
            Piece::Text(text) => Value::from_bound(text.clone()),
            Piece::Ascii(text) => Value::string(py, text),
        });
    }
    let list = new_list(objects)?;
    let empty = PyString::intern(py, "");
    // SAFETY: ATTACHED; both live; a new reference or null with an exception.
    unsafe { Value::from_result(ffi::PyUnicode_Join(empty.as_ptr(), list.ptr())) }
}

/// Whether `class` inherits from `base` (no `__subclasscheck__`).
pub fn is_subtype(class: &Bound<'_, pyo3::types::PyType>, base: &Bound<'_, pyo3::types::PyType>) -> bool {
    // SAFETY: ATTACHED; both are live types.
    unsafe { ffi::PyType_IsSubtype(class.as_ptr().cast(), base.as_ptr().cast()) != 0 }
}

/// Whether `object` can be subscripted by the mapping protocol.
pub fn is_mapping(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: ATTACHED, live object.
    unsafe { ffi::PyMapping_Check(object.as_ptr()) != 0 }
}

/// `repr` of a float by the interpreter's own conversion; empty without memory.
pub fn float_repr(f: f64) -> String {
    // SAFETY: ATTACHED; a new C string or null, freed with the allocator it came from.
    unsafe {
        let text = ffi::PyOS_double_to_string(f, b'r' as i8 as _, 0, ffi::Py_DTSF_ADD_DOT_0, ptr::null_mut());
        if text.is_null() {
            ffi::PyErr_Clear();
            return String::new();
        }
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        ffi::PyMem_Free(text.cast());
        copy
    }
}
