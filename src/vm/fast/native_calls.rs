//! Fast arm of calls into native code and into libraries: arguments lie in registers, and a C function is
//! called as its flags say.
#![allow(unsafe_code, reason = "calls C functions of builtin functions and methods directly")]

use std::ffi::c_int;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::costs;
use crate::cpython::type_access::{Ty, CLASS};
use crate::cpython::value::{Exc, Tag, Value};
use crate::cpython::{handed_over, layout, static_types};
use crate::sandbox::wrappers::members::GuardedCall;
use crate::sandbox::{asking_callers, classes, given_objects, tools, value_filter};
use crate::session::{abort, engine_types};
use crate::vm::fast::exceptions::is_plain_class;
use crate::vm::machine::register_values::{boxed, put, set, set_admitted, Step};
use crate::vm::machine::Machine;
use crate::vm::ops::format_template;

/// Most arguments that are passed from here.
const MOST: usize = 8;

/// `d = callee(arguments)` for a builtin function, method or class; the `n` arguments lie in registers from `first`
/// and are taken. The caller keeps `callee` alive.
#[inline(never)]
pub(crate) unsafe fn call(m: &Machine, callee: *mut PyObject, first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        if n > MOST {
            return Step::Other;
        }
        if !is_native(callee) {
            return match plain_work(m, callee, first, n) {
                Some(real) => with_arguments(m, first, n, d, |arguments| invoke(real, arguments, n)),
                None => call_library(m, callee, first, (n, n), ptr::null_mut(), d),
            };
        }
        if n > 0 && static_types::is_format_method(callee) {
            return format(first, n, d);
        }
        with_arguments(m, first, n, d, |arguments| invoke(callee, arguments, n))
    }
}

/// The function of `math` behind a guard that estimates its work, where there is nothing to estimate. The guard keeps it alive. (`factorial(20)` and
/// `comb(30, 10)`: 9,150 instructions through the guard, 1,900 so.)
#[inline(always)]
unsafe fn plain_work(m: &Machine, callee: *mut PyObject, first: *mut Value, n: usize) -> Option<*mut PyObject> {
    // SAFETY: ARMS; the reference is only lent, and the registers are read before anything is called.
    unsafe {
        let callee = Borrowed::from_ptr(m.py(), callee);
        let guard = callee.cast_exact::<GuardedCall>().ok()?;
        let real = guard.get().without_estimate(m, m.py(), std::slice::from_raw_parts(first, n))?;
        Some(real.as_ptr())
    }
}

/// As `call`, with the last of the `n` arguments named by `names`.
#[inline(never)]
pub(crate) unsafe fn call_with_names(
    m: &Machine,
    callee: *mut PyObject,
    first: *mut Value,
    n: usize,
    names: *mut PyObject,
    d: *mut Value,
) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        if n > MOST {
            return Step::Other;
        }
        let positional = n.saturating_sub(layout::tuple_items(names).1);
        if !is_native(callee) && !is_made(m, callee) {
            return call_library(m, callee, first, (n, positional), names, d);
        }
        if costs::estimates(m, callee as usize) || asking_callers::makes_enum(&Borrowed::from_ptr(m.py(), callee), n) {
            return Step::Other;
        }
        with_arguments(m, first, n, d, |arguments| ffi::PyObject_Vectorcall(callee, arguments, positional, names))
    }
}

/// As `call_with_names`, for what is of a library: a function of Python code, a ufunc. How many arguments there are, and how
/// many of them have no name.
unsafe fn call_library(
    m: &Machine,
    callee: *mut PyObject,
    first: *mut Value,
    (n, positional): (usize, usize),
    names: *mut PyObject,
    d: *mut Value,
) -> Step {
    // SAFETY: ARMS; the references of a taker's arguments are given up right before it is called with them.
    unsafe {
        let Some(taker) = called_as_it_is(m, callee) else { return Step::Other };
        with_arguments(m, first, n, d, |arguments| {
            if taker {
                (0..n).for_each(|i| put(first.add(i), Tag::Unset, 0));
                handed_over::give_up((0..n).map(|i| Bound::from_owned_ptr(m.py(), *arguments.add(i))));
            }
            ffi::PyObject_Vectorcall(callee, arguments, positional, names)
        })
    }
}

/// Whether it takes over its arguments, if it is of a library and nothing looks at its calls.
#[inline(always)]
unsafe fn called_as_it_is(m: &Machine, callee: *mut PyObject) -> Option<bool> {
    // SAFETY: ARMS; the exact type tells the layout.
    unsafe {
        // A method hands its receiver over with the arguments, and keeps it.
        let function = handed_over::function_of(&Borrowed::from_ptr(m.py(), callee));
        let is_method = function != callee;
        if ffi::Py_TYPE(function) != &raw mut ffi::PyFunction_Type || is_method && ffi::Py_REFCNT(callee) == 1 {
            return judge(m, callee);
        }
        let code = (*function.cast::<ffi::PyFunctionObject>()).func_code as usize;
        let functions = &m.session.check.objects;
        if let Some(takes) = functions.plain_functions.get(function as usize, code) {
            return Some(takes && !is_method);
        }
        let takes = judge(m, callee)?;
        if !is_method {
            functions.keep_plain(function, code, takes);
        } else if judge(m, function).is_some() {
            functions.keep_plain(function, code, handed_over::is_taker(&Borrowed::from_ptr(m.py(), function)));
        }
        Some(takes)
    }
}

#[inline(never)]
unsafe fn judge(m: &Machine, callee: *mut PyObject) -> Option<bool> {
    // SAFETY: ARMS; the reference is only lent.
    unsafe {
        if !is_of_library(m, callee) || costs::estimates(m, callee as usize) || asking_callers::asks(m.py(), callee as usize) {
            return None;
        }
        Some(handed_over::is_taker(&Borrowed::from_ptr(m.py(), callee)))
    }
}

/// Whether it is called as any function of a library: neither the code's, nor the host's, nor a class. (A method that nobody
/// else has is taken apart before it is called: `host_call`.)
unsafe fn is_of_library(m: &Machine, callee: *mut PyObject) -> bool {
    // SAFETY: ARMS; the reference is only lent.
    unsafe {
        let value = ManuallyDrop::new(Value::from_owned(callee));
        let function = handed_over::function_of(&Borrowed::from_ptr(m.py(), callee));
        let is_fresh_method = function != callee && ffi::Py_REFCNT(callee) == 1;
        !is_fresh_method
            && !Ty::of(&value).has(CLASS)
            && !engine_types::is_function(&ManuallyDrop::new(Value::from_owned(function)))
            && !tools::is_tool(&value)
            && !value_filter::is_host_code(m, &value)
    }
}

/// `d = class(arguments)` for a class of the code whose constructor is not the code's (a dataclass, a namedtuple).
#[inline(never)]
pub(crate) unsafe fn call_class(m: &Machine, class: *mut PyObject, first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    if unsafe { n > MOST || !is_made(m, class) || asking_callers::makes_enum(&Borrowed::from_ptr(m.py(), class), n) } {
        return Step::Other;
    }
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe { with_arguments(m, first, n, d, |arguments| ffi::PyObject_Vectorcall(class, arguments, n, ptr::null_mut())) }
}

/// Whether it is a class that the code made and `type` calls.
unsafe fn is_made(m: &Machine, class: *mut PyObject) -> bool {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    if unsafe { ffi::Py_TYPE(class) != &raw mut ffi::PyType_Type || ffi::PyType_HasFeature(class.cast(), ffi::Py_TPFLAGS_HEAPTYPE) == 0 } {
        return false;
    }
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe { classes::is_made(m, &Bound::from_borrowed_ptr(m.py(), class).cast_into_unchecked::<PyType>()) }
}

/// `d` = what `call` gives with the objects in the `n` registers from `first`, which are taken.
#[inline(always)]
unsafe fn with_arguments(
    m: &Machine,
    first: *mut Value,
    n: usize,
    d: *mut Value,
    call: impl FnOnce(*mut *mut PyObject) -> *mut PyObject,
) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        let mut arguments = MaybeUninit::<[*mut PyObject; MOST]>::uninit();
        let arguments = arguments.as_mut_ptr() as *mut *mut PyObject;
        for i in 0..n {
            let place = first.add(i);
            if (*place).tag != Tag::Object {
                let object = boxed(&*place);
                if object.is_null() {
                    return Step::Other;
                }
                put(place, Tag::Object, object as u64);
            } else if ffi::Py_TYPE((*place).data as *mut PyObject) == &raw mut ffi::PyRange_Type {
                // May be so long that its steps must be charged.
                return Step::Other;
            }
            *arguments.add(i) = (*place).data as *mut PyObject;
        }
        let result = call(arguments);
        for i in 0..n {
            set(first.add(i), Tag::Unset, 0);
        }
        finish(m, result, d)
    }
}

/// `d = text.format(values)`; the text is in the first of the `n` registers.
#[inline(never)]
unsafe fn format(first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        let Some(text) = format_template::braces(&*first, std::slice::from_raw_parts(first.add(1), n - 1)) else { return Step::Other };
        let text = ManuallyDrop::new(text);
        for i in 0..n {
            set(first.add(i), Tag::Unset, 0);
        }
        set(d, text.tag, text.data);
        Step::Done
    }
}

/// `d = tool(arguments)` for a proxy of the host, with arguments that are none: plain values and objects of the
/// interpreter's own types.
#[inline(never)]
pub(crate) unsafe fn call_tool(m: &Machine, callee: &Value, first: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        if n > MOST || !tools::is_tool(callee) || m.session.hooks.call(m.py()).is_some() {
            return Step::Other;
        }
        let mut arguments = [ptr::null_mut::<PyObject>(); MOST];
        for (i, argument) in arguments.iter_mut().enumerate().take(n) {
            let place = first.add(i);
            if (*place).tag != Tag::Object {
                let object = boxed(&*place);
                if object.is_null() {
                    return Step::Other;
                }
                put(place, Tag::Object, object as u64);
            }
            *argument = (*place).data as *mut PyObject;
            if (*ffi::Py_TYPE(*argument)).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE != 0 {
                return Step::Other;
            }
        }
        let result = tools::on_tool(m, callee, |tool| {
            let result = ffi::PyObject_Vectorcall(tool.object(m.py()).as_ptr(), arguments.as_ptr(), n, ptr::null_mut());
            Bound::from_owned_ptr_or_opt(m.py(), result).map(Bound::unbind).ok_or(Exc)
        });
        let Some(result) = result else { return Step::Other };
        for i in 0..n {
            set(first.add(i), Tag::Unset, 0);
        }
        let Ok(result) = result else { return finish(m, ptr::null_mut(), d) };
        match tools::stand_in(m, &result) {
            None if given_objects::note(m, result.bind(m.py())).is_err() => finish(m, ptr::null_mut(), d),
            None => finish(m, result.into_ptr(), d),
            Some(proxy) => finish(m, proxy.into_raw(), d),
        }
    }
}

/// Puts an owned result, or null, where it belongs: through the gate, unless the run was ended meanwhile.
#[inline(always)]
pub(crate) unsafe fn finish(m: &Machine, result: *mut PyObject, d: *mut Value) -> Step {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        if m.aborting.get() {
            ffi::Py_XDECREF(result);
            let _ = abort::carry(m);
            return Step::Failed;
        }
        if result.is_null() {
            return Step::Failed;
        }
        if set_admitted(m, d, result) {
            return Step::Done;
        }
        match value_filter::admit(m, Value::from_owned(result)) {
            Ok(value) => {
                let value = ManuallyDrop::new(value);
                set(d, value.tag, value.data);
                Step::Done
            }
            Err(_) => Step::Failed,
        }
    }
}

/// Whether the callee is a builtin function, or a class that is written in C and never changes.
#[inline(always)]
pub(crate) unsafe fn is_builtin(callee: &Value) -> bool {
    let type_ = callee.type_ptr();
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        type_ == &raw mut ffi::PyCFunction_Type
            || (type_ == &raw mut ffi::PyType_Type
                && (*(callee.ptr() as *mut ffi::PyTypeObject)).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0)
    }
}

/// Whether calling it runs C code that neither enters a frame here nor looks at the host's state by itself.
#[inline(always)]
unsafe fn is_native(callee: *mut PyObject) -> bool {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    let type_ = unsafe { ffi::Py_TYPE(callee) };
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        type_ == &raw mut ffi::PyCFunction_Type
            || type_ == &raw mut ffi::PyMethodDescr_Type
            || (type_ == &raw mut ffi::PyType_Type
                && (*(callee as *mut ffi::PyTypeObject)).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0)
            || is_plain_class(callee)
    }
}

/// Head of a method descriptor.
#[repr(C)]
struct MethodDescriptor {
    common: ffi::PyDescrObject,
    method: *mut ffi::PyMethodDef,
}

#[inline(always)]
unsafe fn invoke(callee: *mut PyObject, arguments: *mut *mut PyObject, n: usize) -> *mut PyObject {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        let type_ = ffi::Py_TYPE(callee);
        if type_ == &raw mut ffi::PyCFunction_Type {
            let function = callee as *mut ffi::PyCFunctionObject;
            let method = (*function).m_ml;
            if let Some(result) = by_flags(method, (*function).m_self, arguments, n) {
                return result;
            }
        } else if type_ == &raw mut ffi::PyMethodDescr_Type && n > 0 {
            let descriptor = callee as *mut MethodDescriptor;
            let receiver = *arguments;
            // Another receiver is the descriptor's business.
            if ffi::Py_TYPE(receiver) == (*descriptor).common.d_type {
                if let Some(result) = by_flags((*descriptor).method, receiver, arguments.add(1), n - 1) {
                    return result;
                }
            }
        } else if n == 1 {
            // What these classes do with one argument, without a tuple for it.
            if callee == (&raw mut ffi::PyUnicode_Type).cast() {
                return ffi::PyObject_Str(*arguments);
            }
            if callee == (&raw mut ffi::PyFloat_Type).cast() {
                return ffi::PyNumber_Float(*arguments);
            }
            if callee == (&raw mut ffi::PyLong_Type).cast() {
                return ffi::PyNumber_Long(*arguments);
            }
        }
        ffi::PyObject_Vectorcall(callee, arguments, n, ptr::null_mut())
    }
}

/// Calls the C function in the convention that its flags name; `None` for the rarer ones.
#[inline(always)]
unsafe fn by_flags(
    method: *mut ffi::PyMethodDef,
    receiver: *mut PyObject,
    arguments: *mut *mut PyObject,
    n: usize,
) -> Option<*mut PyObject> {
    // SAFETY: ARMS; the C function is called as the flags of its definition say.
    unsafe {
        const FASTCALL_KEYWORDS: c_int = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
        let function = (*method).ml_meth;
        match (*method).ml_flags & !ffi::METH_COEXIST {
            ffi::METH_O if n == 1 => Some((function.PyCFunction)(receiver, *arguments)),
            ffi::METH_NOARGS if n == 0 => Some((function.PyCFunction)(receiver, ptr::null_mut())),
            ffi::METH_FASTCALL => Some((function.PyCFunctionFast)(receiver, arguments, n as isize)),
            FASTCALL_KEYWORDS => Some((function.PyCFunctionFastWithKeywords)(receiver, arguments, n as isize, ptr::null_mut())),
            _ => None,
        }
    }
}
