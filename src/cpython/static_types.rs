//! Addresses of interpreter types that the engine compares with.
#![allow(unsafe_code, reason = "addresses of static types")]

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::cpython::layout::descriptor::Descriptor;
use crate::cpython::value::Value;
use crate::front::bytecode::operands::Aggregate;

extern "C" {
    #[cfg_attr(not(Py_3_13), link_name = "_Py_IsFinalizing")]
    fn Py_IsFinalizing() -> std::ffi::c_int;
    fn _PyType_Lookup(class: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject;
    static mut PyMethod_Type: ffi::PyTypeObject;
    pub fn PyMethod_New(function: *mut ffi::PyObject, receiver: *mut ffi::PyObject) -> *mut ffi::PyObject;
    pub fn PyMethod_Function(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
    pub fn PyMethod_Self(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
}

/// Borrowed attribute of the class or its bases; null without an error when there is none.
///
/// # Safety
/// Both are live; ATTACHED.
pub unsafe fn type_lookup(class: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: ATTACHED, live objects, as the caller promises.
    unsafe { _PyType_Lookup(class, name) }
}

/// The type of bound methods.
pub fn method_type() -> *mut ffi::PyTypeObject {
    // Only the address is taken.
    &raw mut PyMethod_Type
}

/// The type `range`, as an object.
pub fn range_type() -> *mut ffi::PyObject {
    // Only the address is taken.
    &raw mut ffi::PyRange_Type as *mut ffi::PyObject
}

/// The type `super`, as an object.
pub fn super_type() -> *mut ffi::PyObject {
    // Only the address is taken.
    &raw mut ffi::PySuper_Type as *mut ffi::PyObject
}

/// `super`, callable.
pub fn super_class<'py>(py: pyo3::Python<'py>) -> pyo3::Bound<'py, pyo3::PyAny> {
    // SAFETY: a static type object, never freed; the reference taken is our own.
    unsafe { pyo3::Bound::from_borrowed_ptr(py, super_type()) }
}

/// `sys.getrecursionlimit()`.
pub fn recursion_limit() -> usize {
    // SAFETY: ATTACHED.
    unsafe { ffi::Py_GetRecursionLimit() }.max(1) as usize
}

/// Whether the interpreter ends: modules go, and nothing of the code runs any more.
pub fn interpreter_ends() -> bool {
    // SAFETY: has no preconditions.
    unsafe { Py_IsFinalizing() != 0 }
}

static LEN: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());
static NEXT: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());
static LIST_APPEND: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());
static LIST_SORT: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

static DICT_GET: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());
static METHOD_WRAPPER: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

/// Remembers the functions that the fast arms know; called once at import. They are kept for ever.
pub fn init(py: Python<'_>) -> PyResult<()> {
    let len = py.import("builtins")?.getattr("len")?;
    LEN.store(len.into_ptr(), Ordering::Relaxed);
    let next = py.import("builtins")?.getattr("next")?;
    NEXT.store(next.into_ptr(), Ordering::Relaxed);
    let append = py.get_type::<pyo3::types::PyList>().getattr("append")?;
    LIST_APPEND.store(append.into_ptr(), Ordering::Relaxed);
    let sort = py.get_type::<pyo3::types::PyList>().getattr("sort")?;
    LIST_SORT.store(sort.into_ptr(), Ordering::Relaxed);
    let get = py.get_type::<pyo3::types::PyDict>().getattr("get")?;
    DICT_GET.store(get.into_ptr(), Ordering::Relaxed);
    // (Not every version exports it.)
    let wrapper = py.import("types")?.getattr("MethodWrapperType")?;
    METHOD_WRAPPER.store(wrapper.into_ptr(), Ordering::Relaxed);
    for (which, place) in Aggregate::ALL.into_iter().zip(&AGGREGATES) {
        let found = match which {
            Aggregate::Join => py.get_type::<pyo3::types::PyString>().getattr("join")?,
            _ => py.import("builtins")?.getattr(which.name())?,
        };
        place.store(found.into_ptr(), Ordering::Relaxed);
    }
    Ok(())
}

/// Whether it is a wrapper of a slot that is bound to an object (`object().__init__`).
pub fn is_method_wrapper(value: &Value) -> bool {
    value.type_ptr() as *mut ffi::PyObject == METHOD_WRAPPER.load(Ordering::Relaxed)
}

/// What a callable of the interpreter's own is, as far as its address or its type tells.
pub enum Maker<'py> {
    /// `len`, a class of numbers or texts, or a method of a text, number or container that has no object yet.
    Plain,
    /// A method of this text or container.
    MethodOf(Bound<'py, PyAny>),
    Other,
}

pub fn maker<'py>(callable: &Bound<'py, PyAny>) -> Maker<'py> {
    let holders = [
        &raw mut ffi::PyUnicode_Type,
        &raw mut ffi::PyDict_Type,
        &raw mut ffi::PyList_Type,
        &raw mut ffi::PyTuple_Type,
        &raw mut ffi::PySet_Type,
    ];
    let (object, class) = (callable.as_ptr(), callable.get_type_ptr());
    if class == &raw mut ffi::PyType_Type {
        let classes = [&raw mut ffi::PyUnicode_Type, &raw mut ffi::PyLong_Type, &raw mut ffi::PyFloat_Type];
        return if classes.contains(&object.cast()) { Maker::Plain } else { Maker::Other };
    }
    // SAFETY: ATTACHED; a live function or descriptor of exactly this type.
    unsafe {
        if class == &raw mut ffi::PyMethodDescr_Type {
            return if holders.contains(&(*object.cast::<Descriptor>()).class) { Maker::Plain } else { Maker::Other };
        }
        if class != &raw mut ffi::PyCFunction_Type {
            return Maker::Other;
        }
        let receiver = (*object.cast::<ffi::PyCFunctionObject>()).m_self;
        if object == LEN.load(Ordering::Relaxed) {
            Maker::Plain
        } else if !receiver.is_null() && holders.contains(&ffi::Py_TYPE(receiver)) {
            Maker::MethodOf(Bound::from_borrowed_ptr(callable.py(), receiver))
        } else {
            Maker::Other
        }
    }
}

/// Whether it is the `__init__` of `object` or of an exception of Python's own, or any method of Python's containers, texts and numbers.
pub fn is_builtin_method(object: &Bound<'_, PyAny>) -> bool {
    let is_wrapper = object.get_type_ptr() == &raw mut ffi::PyWrapperDescr_Type;
    if !is_wrapper && object.get_type_ptr() != &raw mut ffi::PyMethodDescr_Type {
        return false;
    }
    // SAFETY: ATTACHED; a live descriptor of this type, which begins so in all versions and holds its class and its name.
    unsafe {
        let descriptor = &*(object.as_ptr() as *const Descriptor);
        let class = descriptor.class;
        let has = |flag| ffi::PyType_HasFeature(class, flag) != 0;
        let own_exception = has(ffi::Py_TPFLAGS_BASE_EXC_SUBCLASS) && !has(ffi::Py_TPFLAGS_HEAPTYPE);
        let named = || ffi::PyUnicode_CompareWithASCIIString(descriptor.name, c"__init__".as_ptr()) == 0;
        let of_value = [
            &raw mut ffi::PyDict_Type,
            &raw mut ffi::PyList_Type,
            &raw mut ffi::PySet_Type,
            &raw mut ffi::PyFrozenSet_Type,
            &raw mut ffi::PyTuple_Type,
            &raw mut ffi::PyUnicode_Type,
            &raw mut ffi::PyBytes_Type,
            &raw mut ffi::PyLong_Type,
            &raw mut ffi::PyFloat_Type,
        ];
        of_value.contains(&class) || is_wrapper && (own_exception || class == &raw mut ffi::PyBaseObject_Type) && named()
    }
}

/// Whether the class is one that C code has in its own memory, which nothing made while it ran.
pub fn is_static(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: ATTACHED; a live type.
    unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), ffi::Py_TPFLAGS_HEAPTYPE) == 0 }
}

/// The `super` that the code sees, once it was called without arguments; an address to compare with.
pub static GUARDED_SUPER: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

static AGGREGATES: [AtomicPtr<ffi::PyObject>; Aggregate::ALL.len()] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; Aggregate::ALL.len()];

/// Whether `value` is this builtin.
#[inline(always)]
pub fn is_aggregate(value: &Value, which: Aggregate) -> bool {
    value.is_object() && AGGREGATES.get(which as usize).is_some_and(|p| p.load(Ordering::Relaxed) == value.ptr())
}

/// Which of them `value` is.
pub fn aggregate(value: &Value) -> Option<Aggregate> {
    Aggregate::ALL.into_iter().find(|which| is_aggregate(value, *which))
}

/// Whether `value` is the builtin `len`.
#[inline(always)]
pub fn is_len(value: &Value) -> bool {
    value.is_object() && value.ptr() == LEN.load(Ordering::Relaxed)
}

/// Whether `value` is the builtin `next`.
#[inline(always)]
pub fn is_next(value: &Value) -> bool {
    value.is_object() && value.ptr() == NEXT.load(Ordering::Relaxed)
}

/// Whether `p` is `list.append`.
#[inline(always)]
pub fn is_list_append(p: *mut ffi::PyObject) -> bool {
    p == LIST_APPEND.load(Ordering::Relaxed)
}

/// Whether `p` is `str.join`.
#[inline(always)]
pub fn is_join(p: *mut ffi::PyObject) -> bool {
    AGGREGATES.get(Aggregate::Join as usize).is_some_and(|join| join.load(Ordering::Relaxed) == p)
}

/// Whether `p` is `list.sort`.
#[inline(always)]
pub fn is_list_sort(p: *mut ffi::PyObject) -> bool {
    p == LIST_SORT.load(Ordering::Relaxed)
}

/// Whether `p` is `dict.get`.
#[inline(always)]
pub fn is_dict_get(p: *mut ffi::PyObject) -> bool {
    p == DICT_GET.load(Ordering::Relaxed)
}

/// Forgets the error under way without looking at it: PyO3 would go on with a panic that it had turned into one.
pub fn clear_error() {
    // SAFETY: ATTACHED.
    unsafe { ffi::PyErr_Clear() }
}

/// Whether the exception in the error indicator is a `KeyboardInterrupt`.
pub fn interrupt_is_raised() -> bool {
    // SAFETY: ATTACHED; a static exception class.
    unsafe { ffi::PyErr_ExceptionMatches(ffi::PyExc_KeyboardInterrupt) != 0 }
}

/// The interpreter's own `str.format`, once a template without anything to guard was met.
pub static FORMAT_METHOD: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

/// Says which object `str.format` is.
pub fn know_format_method(method: *mut ffi::PyObject) {
    FORMAT_METHOD.store(method, Ordering::Relaxed);
}

/// Whether `callee` is the interpreter's own `str.format`.
#[inline(always)]
pub fn is_format_method(callee: *mut ffi::PyObject) -> bool {
    callee == FORMAT_METHOD.load(Ordering::Relaxed) && !callee.is_null()
}
