//! The types of the code's generators and coroutines, as the interpreter sees them.
#![allow(unsafe_code, reason = "raw interpreter types over saved frames")]

use crate::cpython::heap_type::{self, method, Spec};
use crate::cpython::value::{attached, raise, Exc, Value, R};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::operands::AwaitSource;
use crate::session::engine_types::{ASYNC_GENERATOR_TYPE, COROUTINE_TYPE, GENERATOR_TYPE};
use crate::session::{panics, scope};
use crate::vm::call::awaitable_methods::{self, gathered};
use crate::vm::call::{entry, fast_entry, resume};
use crate::vm::machine::{stop_iteration, Machine};
use crate::vm::objects::code;
use crate::vm::objects::generator::{data, Generator, GeneratorObject, State};
use crate::vm::ops::await_;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::mem::{self};
use std::ptr;

/// Makes the three types and registers them with `collections.abc`; called once at import.
pub fn init(py: Python<'_>) -> R<()> {
    let generator = make_type(c"builtins.generator", Suspends::Generator)?;
    // SAFETY: ATTACHED; a heap type that was just made, whose table of async slots is its own. There is no `__await__` for
    // anybody to see, as with the interpreter's generators.
    unsafe { (*(*generator).tp_as_async).am_await = Some(await_generator) };
    GENERATOR_TYPE.fill(generator);
    let coroutine = make_type(c"builtins.coroutine", Suspends::Coroutine)?;
    COROUTINE_TYPE.fill(coroutine);
    let async_generator = make_type(c"builtins.async_generator", Suspends::AsyncGenerator)?;
    ASYNC_GENERATOR_TYPE.fill(async_generator);
    let abc = py.import("collections.abc")?;
    for (name, type_) in [("Generator", generator), ("Coroutine", coroutine), ("AsyncGenerator", async_generator)] {
        // SAFETY: ATTACHED; the type object lives for ever.
        let type_ = unsafe { Bound::from_borrowed_ptr(py, type_ as *mut PyObject) };
        abc.getattr(name)?.call_method1("register", (type_,))?;
    }
    Ok(awaitable_methods::init(py)?)
}

fn make_type(name: &'static std::ffi::CStr, kind: Suspends) -> R<*mut ffi::PyTypeObject> {
    let mut spec = Spec::with_items(name, mem::size_of::<GeneratorObject>(), mem::size_of::<Value>());
    spec.slot(ffi::Py_tp_dealloc, dealloc as *mut c_void);
    spec.slot(ffi::Py_tp_finalize, finalize as *mut c_void);
    spec.slot(ffi::Py_tp_traverse, traverse as *mut c_void);
    spec.slot(ffi::Py_tp_clear, clear as *mut c_void);
    spec.slot(ffi::Py_tp_repr, repr as *mut c_void);
    spec.slot(ffi::Py_tp_members, heap_type::leak(members()));
    spec.slot(ffi::Py_tp_getset, heap_type::leak(getsets(kind)));
    match kind {
        Suspends::AsyncGenerator => {
            spec.slot(ffi::Py_am_aiter, itself as *mut c_void);
            spec.slot(ffi::Py_am_anext, anext as *mut c_void);
            spec.slot(ffi::Py_tp_methods, heap_type::leak(async_methods()));
        }
        Suspends::Coroutine => {
            spec.slot(ffi::Py_am_await, await_ as *mut c_void);
            spec.slot(ffi::Py_tp_methods, heap_type::leak(methods()));
        }
        _ => {
            spec.slot(ffi::Py_tp_iter, itself as *mut c_void);
            spec.slot(ffi::Py_tp_iternext, next as *mut c_void);
            spec.slot(ffi::Py_tp_methods, heap_type::leak(methods()));
        }
    }
    spec.build(ffi::Py_TPFLAGS_HAVE_GC | heap_type::DISALLOW_INSTANTIATION)
}

unsafe extern "C" fn itself(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { ffi::Py_INCREF(object) };
    object
}

unsafe extern "C" fn next(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: not kept beyond this call.
    let machine = unsafe { entry::current() };
    panics::contained_from(machine.map(Machine::mark), ptr::null_mut(), || {
        // SAFETY: CALLED, with an object of this type.
        let outcome = match unsafe { machine.zip(data(object)).and_then(|(m, generator)| fast_entry::next(m, object, generator)) } {
            Some(outcome) => outcome,
            // SAFETY: CALLED, with an object of this type.
            None => unsafe { resume::send(&Value::from_borrowed(object), Value::NONE) },
        };
        match outcome {
            Ok(resume::Outcome::Yielded(v)) => v.into_raw(),
            Ok(resume::Outcome::Returned(v)) => {
                if !v.is_none() {
                    stop_iteration::raise_with(v);
                }
                ptr::null_mut()
            }
            Err(Exc) => ptr::null_mut(),
        }
    })
}

/// Result of a method that resumes: yielded value, or StopIteration with the returned one.
fn finish(f: impl FnOnce() -> R<resume::Outcome>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || match f() {
        Ok(resume::Outcome::Yielded(v)) => v.into_raw(),
        Ok(resume::Outcome::Returned(v)) => {
            stop_iteration::raise_with(v);
            ptr::null_mut()
        }
        Err(Exc) => ptr::null_mut(),
    })
}

unsafe extern "C" fn send(object: *mut PyObject, sent: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    finish(|| unsafe { resume::send(&Value::from_borrowed(object), Value::from_borrowed(sent)) })
}

unsafe extern "C" fn throw(object: *mut PyObject, args: *mut *mut PyObject, n: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    finish(|| unsafe { resume::throw(&Value::from_borrowed(object), resume::thrown_exception("throw", &gathered(args, n))?) })
}

unsafe extern "C" fn close(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { resume::close(&Value::from_borrowed(object)) })
}

unsafe extern "C" fn await_(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { crate::vm::call::async_iterators::coroutine_iterator(Value::from_borrowed(object)) })
}

/// `await` by the host's coroutines of what `types.coroutine` made one.
unsafe extern "C" fn await_generator(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| match unsafe { data(object) } {
        // SAFETY: CALLED, with an object of this type.
        Some(generator) if generator.awaitable => unsafe {
            crate::vm::call::async_iterators::coroutine_iterator(Value::from_borrowed(object))
        },
        _ => Err(raise::<PyTypeError>(await_::no_await(AwaitSource::Expression, "generator"))),
    })
}

unsafe extern "C" fn anext(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { crate::vm::call::async_iterators::asend(Value::from_borrowed(object), Value::NONE) })
}

unsafe extern "C" fn asend(object: *mut PyObject, sent: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { crate::vm::call::async_iterators::asend(Value::from_borrowed(object), Value::from_borrowed(sent)) })
}

unsafe extern "C" fn athrow(object: *mut PyObject, args: *mut *mut PyObject, n: ffi::Py_ssize_t) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { crate::vm::call::async_iterators::athrow(Value::from_borrowed(object), gathered(args, n)) })
}

unsafe extern "C" fn aclose(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    answer(|| unsafe { crate::vm::call::async_iterators::aclose(Value::from_borrowed(object)) })
}

fn answer(f: impl FnOnce() -> R<Value>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || match f() {
        Ok(value) => value.into_raw(),
        Err(Exc) => ptr::null_mut(),
    })
}

fn methods() -> Vec<ffi::PyMethodDef> {
    vec![
        method(c"send", ffi::PyMethodDefPointer { PyCFunction: send }, ffi::METH_O),
        method(c"throw", ffi::PyMethodDefPointer { PyCFunctionFast: throw }, ffi::METH_FASTCALL),
        method(c"close", ffi::PyMethodDefPointer { PyCFunction: close }, ffi::METH_NOARGS),
        ffi::PyMethodDef::zeroed(),
    ]
}

fn async_methods() -> Vec<ffi::PyMethodDef> {
    vec![
        method(c"asend", ffi::PyMethodDefPointer { PyCFunction: asend }, ffi::METH_O),
        method(c"athrow", ffi::PyMethodDefPointer { PyCFunctionFast: athrow }, ffi::METH_FASTCALL),
        method(c"aclose", ffi::PyMethodDefPointer { PyCFunction: aclose }, ffi::METH_NOARGS),
        ffi::PyMethodDef::zeroed(),
    ]
}

fn members() -> Vec<ffi::PyMemberDef> {
    vec![
        ffi::PyMemberDef {
            name: c"__weaklistoffset__".as_ptr(),
            type_code: ffi::Py_T_PYSSIZET,
            offset: mem::offset_of!(GeneratorObject, weakrefs) as ffi::Py_ssize_t,
            flags: ffi::Py_READONLY,
            doc: ptr::null(),
        },
        // SAFETY: an all-zero entry ends the table.
        unsafe { mem::zeroed() },
    ]
}

fn getsets(kind: Suspends) -> Vec<ffi::PyGetSetDef> {
    let entry = |name: &'static std::ffi::CStr, get: ffi::getter, set: Option<ffi::setter>| ffi::PyGetSetDef {
        name: name.as_ptr(),
        get: Some(get),
        set,
        doc: ptr::null(),
        closure: ptr::null_mut(),
    };
    let mut found = vec![
        entry(c"__name__", get_name, Some(set_name)),
        entry(c"__qualname__", get_qualname, Some(set_qualname)),
        entry(c"__class__", get_class, None),
    ];
    if kind == Suspends::Generator {
        // `inspect.isawaitable` reads its flags. The others have none: `asyncio` would look for the line in a frame, too.
        found.push(entry(c"gi_code", get_code, None));
    }
    // SAFETY: an all-zero entry ends the table.
    found.push(unsafe { mem::zeroed() });
    found
}

/// Libraries and the host take them for those of the interpreter (`inspect.isgenerator`). The code sees the real class,
/// by the door.
unsafe extern "C" fn get_class(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    let Some(generator) = (unsafe { data(object) }) else { return ptr::null_mut() };
    let class = match generator.kind {
        Suspends::Coroutine => ptr::addr_of_mut!(ffi::PyCoro_Type),
        Suspends::AsyncGenerator => ptr::addr_of_mut!(ffi::PyAsyncGen_Type),
        _ => ptr::addr_of_mut!(ffi::PyGen_Type),
    };
    // SAFETY: CALLED, with an object of this type.
    unsafe { Value::from_borrowed(class as *mut PyObject).into_raw() }
}

/// Who may read it is for the audit hook to say, as with the interpreter's generators.
unsafe extern "C" fn get_code(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    let Some(generator) = (unsafe { data(object) }) else { return ptr::null_mut() };
    answer(|| {
        let py = attached();
        // SAFETY: CALLED, with an object of this type.
        let this = unsafe { Value::from_borrowed(object).to_bound(py)? };
        py.import("sys")?.call_method1("audit", ("object.__getattr__", this, "gi_code"))?;
        let _host = scope::HostScope::enter();
        Ok(Value::from_bound(code::stand_in(&generator.linked, generator.awaitable, py)?))
    })
}

unsafe extern "C" fn get_name(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { data(object).map_or(ptr::null_mut(), |g| g.name.borrow().clone().into_raw()) }
}

unsafe extern "C" fn get_qualname(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    unsafe { data(object).map_or(ptr::null_mut(), |g| g.qualname.borrow().clone().into_raw()) }
}

unsafe extern "C" fn set_name(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type, and an object or null.
    unsafe { write_text(object, value, "__name__", |g| &g.name) }
}

unsafe extern "C" fn set_qualname(object: *mut PyObject, value: *mut PyObject, _: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type, and an object or null.
    unsafe { write_text(object, value, "__qualname__", |g| &g.qualname) }
}

unsafe fn write_text(object: *mut PyObject, value: *mut PyObject, name: &str, field: fn(&Generator) -> &RefCell<Value>) -> c_int {
    // SAFETY: CALLED: a slot hands over what it was given.
    let Some(generator) = (unsafe { data(object) }) else { return -1 };
    // SAFETY: CALLED, with an object or null.
    if value.is_null() || unsafe { ffi::PyUnicode_Check(value) } == 0 {
        raise::<PyTypeError>(format!("{name} must be set to a string object"));
        return -1;
    }
    // SAFETY: CALLED, with an object.
    drop(field(generator).replace(unsafe { Value::from_borrowed(value) }));
    0
}

unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CALLED, with an object of this type.
    let Some(generator) = (unsafe { data(object) }) else { return ptr::null_mut() };
    let kind = match generator.kind {
        Suspends::Coroutine => "coroutine",
        Suspends::AsyncGenerator => "async_generator",
        _ => "generator",
    };
    let qualname = generator.qualname.borrow().clone();
    let name = qualname.to_bound(attached()).map_or_else(|_| String::new(), |q| q.to_string());
    answer(|| Ok(Value::string(attached(), &format!("<{kind} object {name} at {object:p}>"))))
}

/// Runs pending `finally` clauses of a generator that nobody holds any more.
unsafe extern "C" fn finalize(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    let Some(generator) = (unsafe { data(object) }) else { return };
    let end: fn(&Value) = match generator.state.get() {
        State::Suspended => resume::finalize,
        State::Created if generator.kind == Suspends::Coroutine => resume::warn_unawaited,
        _ => return,
    };
    // The exception under way, if any, must survive the clean-up code.
    let pending = PyErr::take(attached());
    // SAFETY: CALLED, with an object of this type.
    panics::contained((), || unsafe { end(&Value::from_borrowed(object)) });
    if let Some(error) = pending {
        error.restore(attached());
    }
}

unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        if ffi::PyObject_CallFinalizerFromDealloc(object) < 0 {
            return;
        }
        ffi::PyObject_GC_UnTrack(object as *mut c_void);
        heap_type::with_trashcan(object, release);
    }
}

/// Frees the object and what it holds.
unsafe extern "C" fn release(object: *mut PyObject) {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        let this = object as *mut GeneratorObject;
        if !(*this).weakrefs.is_null() {
            ffi::PyObject_ClearWeakRefs(object);
        }
        if let Some(generator) = data(object) {
            generator.clear_registers();
            (*this).made = false;
            (*this).data.assume_init_drop();
        }
        heap_type::free(object);
    }
}

unsafe extern "C" fn traverse(object: *mut PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    unsafe {
        let mut result = heap_type::visit_type(object, visit, arg);
        let Some(generator) = data(object) else { return result };
        let mut see = |value: &Value| {
            if result == 0 {
                result = heap_type::visit(value, visit, arg);
            }
        };
        see(&generator.owner);
        see(&generator.function);
        let base = generator.registers();
        for i in 0..generator.register_count() {
            see(&*base.add(i));
        }
        if let Ok(finalizer) = generator.finalizer.try_borrow() {
            see(&finalizer);
        }
        if let Ok(handled) = generator.handled.try_borrow() {
            handled.iter().for_each(&mut see);
        }
        result
    }
}

unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    // SAFETY: CALLED, with an object of this type.
    if let Some(generator) = unsafe { data(object) } {
        if generator.state.get() != State::Running {
            generator.state.set(State::Finished);
            generator.clear_registers();
            drop(generator.handled.take());
        }
    }
    0
}
