//! The type of the code's functions, as the interpreter sees it: calls, attributes, references.
#![allow(unsafe_code, reason = "a raw interpreter type with vectorcall")]

use crate::cpython::heap_type::{self, method, Spec};
use crate::cpython::value::{raise, Exc, Value, R};
use crate::cpython::{static_types, type_access};
use crate::sandbox::{value_filter, wrapper_calls};
use crate::session::engine_types::FUNCTION_TYPE;
use crate::session::{current, panics, scope};
use crate::vm::call::{entry, fast_entry};
use crate::vm::machine::held_arguments::Lent;
use crate::vm::machine::Machine;
use crate::vm::objects::code;
use crate::vm::objects::function::{annotations, get_raw, Function, FunctionObject, VECTORCALL};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::mem;
use std::ptr;

/// Makes the function type; called once when the module is imported.
pub fn init() -> R<()> {
    let mut spec = Spec::new(c"builtins.function", mem::size_of::<FunctionObject>());
    spec.slot(ffi::Py_tp_dealloc, dealloc as *mut c_void);
    spec.slot(ffi::Py_tp_traverse, traverse as *mut c_void);
    spec.slot(ffi::Py_tp_clear, clear as *mut c_void);
    spec.slot(ffi::Py_tp_repr, repr as *mut c_void);
    spec.slot(ffi::Py_tp_call, ffi::PyVectorcall_Call as *mut c_void);
    spec.slot(ffi::Py_tp_descr_get, descr_get as *mut c_void);
    spec.slot(ffi::Py_tp_members, heap_type::leak(members()));
    spec.slot(ffi::Py_tp_getset, heap_type::leak(getsets()));
    spec.slot(ffi::Py_tp_methods, heap_type::leak(methods()));
    let flags = ffi::Py_TPFLAGS_HAVE_GC | ffi::Py_TPFLAGS_METHOD_DESCRIPTOR | heap_type::DISALLOW_INSTANTIATION | HAVE_VECTORCALL;
    // Once; a second import has the same.
    let _ = VECTORCALL.set(vectorcall);
    FUNCTION_TYPE.fill(spec.build(flags)?);
    Ok(())
}

/// `Py_TPFLAGS_HAVE_VECTORCALL`, the same bit in all supported versions.
const HAVE_VECTORCALL: std::ffi::c_ulong = 1 << 11;

unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    nargsf: usize,
    kwnames: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: not kept beyond this call.
    let machine = unsafe { entry::current() };
    // SAFETY: CALLED, with an object of this type.
    panics::contained_from(machine.map(Machine::mark), ptr::null_mut(), || unsafe {
        let lent = Lent::by_native(args, ffi::PyVectorcall_NARGS(nargsf) as usize);
        let result = call(machine, callable, args, nargsf, kwnames);
        lent.give_back(machine);
        match result.is_null() || !type_access::is_function_of_others(result) {
            true => result,
            false => handed_back(callable, result),
        }
    })
}

/// What C code (or the host) gets for a function of a library that the code's own gives: it may call that later, whoever is at work
/// then (what a property gives for `tzinfo.utcoffset`).
#[cold]
unsafe fn handed_back(callable: *mut PyObject, result: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED; the result is owned.
    let (result, function) = unsafe { (Value::from_owned(result), get_raw(callable)) };
    let Some(function) = function else { return result.into_raw() };
    let instead =
        entry::with_machine(&function.session, &function.owner, |m| (wrapper_calls::table()?.callable)(m, &result.to_bound(m.py())?));
    match instead {
        Ok(Some(instead)) => instead.into_ptr(),
        Ok(None) => result.into_raw(),
        Err(Exc) => ptr::null_mut(),
    }
}

#[inline(always)]
unsafe fn call(
    machine: Option<&Machine>,
    callable: *mut PyObject,
    args: *const *mut PyObject,
    nargsf: usize,
    kwnames: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CALLED: a slot hands over what it was given.
    unsafe {
        let positional = ffi::PyVectorcall_NARGS(nargsf) as usize;
        if let (true, Some(m), Some(function)) = (kwnames.is_null(), machine, get_raw(callable)) {
            if let Some(result) = fast_entry::call(m, callable, function, args, positional) {
                return match result {
                    Ok(value) => value.into_raw(),
                    Err(Exc) => failed(callable, args, positional),
                };
            }
        }
        let keywords = if kwnames.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(kwnames) as usize };
        let mut values = Vec::with_capacity(positional + keywords);
        for i in 0..positional {
            values.push(Value::from_borrowed(*args.add(i)));
        }
        for i in positional..positional + keywords {
            values.push(Value::same_from_borrowed(*args.add(i)));
        }
        let names = if kwnames.is_null() { None } else { Some(Value::from_borrowed(kwnames)) };
        let function = Value::from_borrowed(callable);
        match entry::call_from_outside(function, values, names) {
            Ok(value) => value.into_raw(),
            Err(Exc) => ptr::null_mut(),
        }
    }
}

/// What a failed call of `callable` gives: nothing but for finalisers.
#[cold]
unsafe fn failed(callable: *mut PyObject, args: *const *mut PyObject, n: usize) -> *mut PyObject {
    // SAFETY: CALLED: a slot hands over what it was given.
    let first = (n > 0).then(|| unsafe { Value::from_borrowed(*args) });
    // SAFETY: CALLED: a slot hands over what it was given.
    unsafe { entry::failed(&Value::from_borrowed(callable), first.as_ref()).map_or(ptr::null_mut(), Value::into_raw) }
}

unsafe extern "C" fn descr_get(function: *mut PyObject, object: *mut PyObject, _type: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        if object.is_null() || object == ffi::Py_None() {
            ffi::Py_INCREF(function);
            return function;
        }
        static_types::PyMethod_New(function, object)
    }
}

unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        answer(object, |function, py| {
            let qualname = function.qualname.borrow().clone();
            let text = qualname.to_bound(py)?.str()?;
            Ok(Value::string(py, &format!("<function {text} at {object:p}>")))
        })
    }
}

unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    unsafe { ffi::PyObject_GC_UnTrack(object as *mut c_void) };
    // SAFETY: CALLED, with an object of this type.
    unsafe { heap_type::with_trashcan(object, release) };
}

/// Frees the object and what it holds.
unsafe extern "C" fn release(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        let this = object as *mut FunctionObject;
        if !(*this).weakrefs.is_null() {
            ffi::PyObject_ClearWeakRefs(object);
        }
        ffi::Py_CLEAR(&mut (*this).dict);
        let data = mem::replace(&mut (*this).data, ptr::null_mut());
        if !data.is_null() {
            drop(Box::from_raw(data));
        }
        heap_type::free(object);
    }
}

unsafe extern "C" fn traverse(object: *mut PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        let this = object as *mut FunctionObject;
        let mut result = heap_type::visit_type(object, visit, arg);
        if result == 0 && !(*this).dict.is_null() {
            result = visit((*this).dict, arg);
        }
        let Some(data) = (*this).data.as_ref() else { return result };
        let mut see = |value: &Value| {
            if result == 0 {
                result = heap_type::visit(value, visit, arg);
            }
        };
        see(&data.owner);
        data.closure.iter().for_each(&mut see);
        // The cells are only borrowed for moments in which the collector cannot run.
        if let Ok(defaults) = data.defaults.try_borrow() {
            defaults.iter().for_each(&mut see);
        }
        if let Ok(defaults) = data.keyword_defaults.try_borrow() {
            defaults.iter().for_each(|(_, value)| see(value));
        }
        for cell in [&data.doc, &data.keyword_dict, &data.annotations, &data.annotate, &data.type_params, &data.module] {
            if let Ok(value) = cell.try_borrow() {
                see(&value);
            }
        }
        result
    }
}

unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    let this = object as *mut FunctionObject;
    // SAFETY: CALLED, with an object of this type.
    unsafe { ffi::Py_CLEAR(&mut (*this).dict) };
    // SAFETY: CALLED, with an object of this type.
    if let Some(data) = unsafe { (*this).data.as_ref() } {
        drop(data.defaults.take());
        drop(data.keyword_defaults.take());
        drop(data.keyword_dict.take());
        drop(data.annotations.take());
        drop(data.annotate.take());
        drop(data.type_params.take());
        // The closure stays: a function that is called by a finaliser must still find its cells, and
        // cells clear themselves.
    }
    0
}

fn members() -> Vec<ffi::PyMemberDef> {
    let member = |name: &'static std::ffi::CStr, offset: usize| ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: ptr::null(),
    };
    vec![
        member(c"__vectorcalloffset__", mem::offset_of!(FunctionObject, vectorcall)),
        member(c"__dictoffset__", mem::offset_of!(FunctionObject, dict)),
        member(c"__weaklistoffset__", mem::offset_of!(FunctionObject, weakrefs)),
        // SAFETY: an all-zero entry ends the table.
        unsafe { mem::zeroed() },
    ]
}

/// An attribute kept in one of the function's value cells.
type Field = fn(&Function) -> &RefCell<Value>;

macro_rules! field {
    ($get:ident, $set:ident, $field:ident) => {
        unsafe extern "C" fn $get(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
            // SAFETY: CALLED, with an object of this type.
            unsafe { read(object, |f| &f.$field) }
        }
        unsafe extern "C" fn $set(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
            // SAFETY: CALLED, with an object of this type.
            unsafe { write(object, value, |f| &f.$field) }
        }
    };
}

macro_rules! text_field {
    ($get:ident, $set:ident, $field:ident, $attr:literal) => {
        unsafe extern "C" fn $get(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
            // SAFETY: CALLED, with an object of this type.
            unsafe { read(object, |f| &f.$field) }
        }
        unsafe extern "C" fn $set(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
            // SAFETY: CALLED, with an object or null.
            if value.is_null() || unsafe { ffi::PyUnicode_Check(value) } == 0 {
                crate::cpython::value::raise::<pyo3::exceptions::PyTypeError>(concat!($attr, " must be set to a string object"));
                return -1;
            }
            // SAFETY: CALLED, with an object of this type.
            unsafe { write(object, value, |f| &f.$field) }
        }
    };
}

fn getsets() -> Vec<ffi::PyGetSetDef> {
    fn entry(name: &'static std::ffi::CStr, get: ffi::getter, set: Option<ffi::setter>) -> ffi::PyGetSetDef {
        ffi::PyGetSetDef { name: name.as_ptr(), get: Some(get), set, doc: ptr::null(), closure: ptr::null_mut() }
    }
    vec![
        entry(c"__name__", get_name, Some(set_name)),
        entry(c"__qualname__", get_qualname, Some(set_qualname)),
        entry(c"__module__", get_module, Some(set_module)),
        entry(c"__doc__", get_doc, Some(set_doc)),
        entry(c"__annotations__", get_annotations, Some(set_annotations)),
        #[cfg(Py_3_14)]
        entry(c"__annotate__", get_annotate, None),
        #[cfg(Py_3_12)]
        entry(c"__type_params__", get_type_params, Some(set_type_params)),
        entry(c"__defaults__", get_defaults, Some(set_defaults)),
        entry(c"__kwdefaults__", get_keyword_defaults, Some(set_keyword_defaults)),
        entry(c"__source__", get_source, None),
        entry(c"__code__", get_code, None),
        entry(c"__class__", get_class, None),
        // Before the dict, which the code may fill: numpy would read a memory address out of these.
        entry(c"__array_interface__", get_nothing, None),
        entry(c"__array_struct__", get_nothing, None),
        entry(c"__dict__", ffi::PyObject_GenericGetDict, Some(ffi::PyObject_GenericSetDict)),
        // SAFETY: an all-zero entry ends the table.
        unsafe { mem::zeroed() },
    ]
}

unsafe extern "C" fn get_nothing(_object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    let Exc = crate::cpython::value::raise::<pyo3::exceptions::PyAttributeError>("function has no such attribute");
    ptr::null_mut()
}

unsafe fn read(object: *mut PyObject, field: Field) -> *mut PyObject {
    // SAFETY: CALLED: a slot hands over what it was given.
    match unsafe { get_raw(object) } {
        Some(function) => {
            let value = field(function).borrow().clone();
            if value.is_unset() {
                Value::NONE.into_raw()
            } else {
                value.into_raw()
            }
        }
        None => ptr::null_mut(),
    }
}

unsafe fn write(object: *mut PyObject, value: *mut PyObject, field: Field) -> c_int {
    // SAFETY: CALLED: a slot hands over what it was given.
    let Some(function) = (unsafe { get_raw(object) }) else { return -1 };
    let new = if value.is_null() {
        Value::NONE
    } else {
        // SAFETY: CALLED: a slot hands over what it was given.
        unsafe { Value::from_borrowed(value) }
    };
    drop(field(function).replace(new));
    0
}

unsafe extern "C" fn get_annotations(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { answer(object, annotations) }
}

unsafe extern "C" fn set_annotations(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // What would make others is gone with it.
    // SAFETY: CALLED, with an object of this type.
    if let Some(function) = unsafe { get_raw(object) } {
        drop(function.annotate.replace(Value::UNSET));
    }
    // SAFETY: CALLED, with an object of this type.
    unsafe { write(object, value, |f| &f.annotations) }
}

#[cfg(Py_3_14)]
unsafe extern "C" fn get_annotate(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { read(object, |f| &f.annotate) }
}

#[cfg(Py_3_12)]
unsafe extern "C" fn get_type_params(object: *mut PyObject, closure: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    let Some(function) = (unsafe { get_raw(object) }) else { return ptr::null_mut() };
    if function.type_params.borrow().is_unset() {
        let empty = pyo3::types::PyTuple::empty(crate::cpython::value::attached());
        drop(function.type_params.replace(Value::from_bound(empty.into_any())));
    }
    // SAFETY: CALLED, with an object of this type.
    unsafe { get_type_params_raw(object, closure) }
}

/// Runs safe code for a getter: an object or null with the error set.
unsafe fn answer(object: *mut PyObject, f: impl FnOnce(&Function, Python<'_>) -> R<Value>) -> *mut PyObject {
    // SAFETY: CALLED: a slot hands over what it was given.
    let Some(function) = (unsafe { get_raw(object) }) else { return ptr::null_mut() };
    panics::contained(ptr::null_mut(), || match f(function, crate::cpython::value::attached()) {
        Ok(value) => value.into_raw(),
        Err(Exc) => ptr::null_mut(),
    })
}

unsafe extern "C" fn get_defaults(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        answer(object, |function, py| {
            let defaults = function.defaults.borrow().to_vec();
            if defaults.is_empty() {
                return Ok(Value::NONE);
            }
            let items = defaults.iter().map(|v| v.to_bound(py)).collect::<R<Vec<_>>>()?;
            Ok(Value::from_bound(pyo3::types::PyTuple::new(py, items)?.into_any()))
        })
    }
}

unsafe extern "C" fn get_keyword_defaults(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        answer(object, |function, py| {
            let defaults = function.keyword_defaults.borrow().to_vec();
            if defaults.is_empty() {
                let dict = function.keyword_dict.borrow().clone();
                return Ok(if dict.is_unset() { Value::NONE } else { dict });
            }
            let dict = pyo3::types::PyDict::new(py);
            for (name, value) in &defaults {
                dict.set_item(name.to_bound(py)?, value.to_bound(py)?)?;
            }
            let dict = Value::from_bound(dict.into_any());
            // What is written into it from now on holds for the calls.
            drop(function.keyword_dict.replace(dict.clone()));
            drop(function.keyword_defaults.take());
            Ok(dict)
        })
    }
}

/// Runs safe code for a setter, with what is to be set: nothing for None and `del`.
unsafe fn change(object: *mut PyObject, value: *mut PyObject, f: impl FnOnce(&Function, Option<Bound<'_, PyAny>>) -> R<()>) -> c_int {
    // SAFETY: CALLED: a slot hands over what it was given.
    let Some(function) = (unsafe { get_raw(object) }) else { return -1 };
    // SAFETY: CALLED, with an object or null.
    let value = unsafe { Bound::from_borrowed_ptr_or_opt(crate::cpython::value::attached(), value) };
    panics::contained(-1, || f(function, value.filter(|value| !value.is_none())).map_or(-1, |()| 0))
}

/// What a function gets as a default by itself, as the code may have it. Nobody gives functions of the code others while none runs.
fn given_default(value: Bound<'_, PyAny>) -> R<Value> {
    current::with_run(value.py(), |m| value_filter::admit(m, Value::from_bound(value.clone()))).map_err(Exc::from)
}

unsafe extern "C" fn set_defaults(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        change(object, value, |function, value| {
            let given = match value.as_ref().map(Bound::cast::<PyTuple>) {
                None => Vec::new(),
                Some(Ok(tuple)) => tuple.iter().map(given_default).collect::<R<_>>()?,
                Some(Err(_)) => return Err(raise::<PyTypeError>("__defaults__ must be set to a tuple object")),
            };
            drop(function.defaults.replace(given.into_boxed_slice()));
            Ok(())
        })
    }
}

unsafe extern "C" fn set_keyword_defaults(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        change(object, value, |function, value| {
            let given = match value {
                None => Value::UNSET,
                Some(dict) if dict.is_instance_of::<PyDict>() => given_default(dict)?,
                Some(_) => return Err(raise::<PyTypeError>("__kwdefaults__ must be set to a dict object")),
            };
            drop(function.keyword_defaults.take());
            drop(function.keyword_dict.replace(given));
            Ok(())
        })
    }
}

unsafe extern "C" fn get_source(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { answer(object, |function, py| Ok(Value::string(py, function.linked.code.span.text(&function.linked.source)))) }
}

/// Who may read it is for the audit hook to say, as with the interpreter's functions: libraries, not the code.
unsafe extern "C" fn get_code(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        answer(object, |function, py| {
            let this = Value::from_borrowed(object).to_bound(py)?;
            py.import("sys")?.call_method1("audit", ("object.__getattr__", this, "__code__"))?;
            let _host = scope::HostScope::enter();
            Ok(Value::from_bound(code::stand_in(&function.linked, function.awaitable.get(), py)?))
        })
    }
}

/// Libraries take them for functions of the interpreter (`isinstance`). The code sees the real class, by the door.
unsafe extern "C" fn get_class(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { answer(object, |_, _| Ok(Value::from_borrowed(ptr::addr_of_mut!(ffi::PyFunction_Type) as *mut PyObject))) }
}

fn methods() -> Vec<ffi::PyMethodDef> {
    let itself = ffi::PyMethodDefPointer { PyCFunction: itself };
    vec![method(c"__copy__", itself, ffi::METH_NOARGS), method(c"__deepcopy__", itself, ffi::METH_O), ffi::PyMethodDef::zeroed()]
}

/// Functions copy to themselves, as in CPython.
unsafe extern "C" fn itself(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { ffi::Py_INCREF(object) };
    object
}

field!(get_module, set_module, module);
field!(get_doc, set_doc, doc);
#[cfg(Py_3_12)]
field!(get_type_params_raw, set_type_params, type_params);
text_field!(get_name, set_name, name, "__name__");
text_field!(get_qualname, set_qualname, qualname, "__qualname__");
