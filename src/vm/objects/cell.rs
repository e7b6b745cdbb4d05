//! Cells: variables shared by a function and the functions inside it.
#![allow(unsafe_code, reason = "a raw interpreter type that holds an unboxed value")]

use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::mem;
use std::ptr;

use pyo3::ffi::{self, PyObject};

use crate::cpython::heap_type::{self, Spec, TypeSlot};
use crate::cpython::value::{Exc, Value, R};

#[repr(C)]
struct CellObject {
    head: PyObject,
    value: UnsafeCell<Value>,
}

static CELL_TYPE: TypeSlot = TypeSlot::new();

/// Makes the cell type; called once when the module is imported.
pub fn init() -> R<()> {
    let mut spec = Spec::new(c"fastexec.cell", mem::size_of::<CellObject>());
    spec.slot(ffi::Py_tp_dealloc, dealloc as *mut c_void);
    spec.slot(ffi::Py_tp_traverse, traverse as *mut c_void);
    spec.slot(ffi::Py_tp_clear, clear as *mut c_void);
    CELL_TYPE.fill(spec.build(ffi::Py_TPFLAGS_HAVE_GC | heap_type::DISALLOW_INSTANTIATION)?);
    Ok(())
}

/// A new cell around `value` (which may be unset).
pub fn new(value: Value) -> R<Value> {
    // SAFETY: the type was made by `init`; the fresh object's value field is zero (unset) and is
    // written before the collector may look.
    unsafe {
        let cell = heap_type::allocate(CELL_TYPE.get(), 0) as *mut CellObject;
        if cell.is_null() {
            return Err(Exc);
        }
        ptr::write((*cell).value.get(), value);
        Value::from_result(cell as *mut PyObject)
    }
}

pub fn is_cell(value: &Value) -> bool {
    value.is_object() && value.type_ptr() == CELL_TYPE.get()
}

/// The content of `cell`; unset when the variable is unbound or `cell` is no cell.
#[inline]
pub fn get(cell: &Value) -> Value {
    if !is_cell(cell) {
        return Value::UNSET;
    }
    // SAFETY: exact type tested; cloning does not enter the interpreter.
    let value = unsafe { (*(*(cell.ptr() as *mut CellObject)).value.get()).clone() };
    if value.type_ptr() == &raw mut ffi::PyCell_Type {
        // The `__class__` cell while the class is being made, see `ops::class::finish`.
        return crate::cpython::api::cell_content(&value).unwrap_or(Value::UNSET);
    }
    value
}

/// Address of the content, for an immediate copy; null when `cell` is no cell or holds a cell of the
/// interpreter (a class being made).
#[inline(always)]
pub fn content(cell: &Value) -> *const Value {
    if !is_cell(cell) {
        return ptr::null();
    }
    // SAFETY: exact type tested; only the type of the content is read here.
    unsafe {
        let content = (*(cell.ptr() as *mut CellObject)).value.get() as *const Value;
        if (*content).type_ptr() == &raw mut ffi::PyCell_Type {
            return ptr::null();
        }
        content
    }
}

/// Replaces the content and hands back the old one, to be dropped when nothing is borrowed.
#[inline]
pub fn replace(cell: &Value, value: Value) -> Value {
    if !is_cell(cell) {
        return value;
    }
    // SAFETY: exact type tested; the old value is not dropped here.
    unsafe { mem::replace(&mut *(*(cell.ptr() as *mut CellObject)).value.get(), value) }
}

unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    unsafe { ffi::PyObject_GC_UnTrack(object as *mut c_void) };
    // SAFETY: CALLED, with an object of this type.
    unsafe { heap_type::with_trashcan(object, release) };
}

/// Frees the object and what it holds.
unsafe extern "C" fn release(object: *mut PyObject) {
    let cell = object as *mut CellObject;
    // SAFETY: CALLED, with an object of this type.
    unsafe { drop(mem::replace(&mut *(*cell).value.get(), Value::UNSET)) };
    // SAFETY: CALLED, with an object of this type.
    unsafe { heap_type::free(object) };
}

unsafe extern "C" fn traverse(object: *mut PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe { heap_type::visit_type(object, visit, arg) };
    // SAFETY: CALLED, with an object of this type.
    unsafe { heap_type::visit(&*(*(object as *mut CellObject)).value.get(), visit, arg) }
}

unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe { drop(mem::replace(&mut *(*(object as *mut CellObject)).value.get(), Value::UNSET)) };
    0
}
