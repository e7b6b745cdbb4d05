//! Generators, coroutines and async generators: saved frames as Python objects.
#![allow(unsafe_code, reason = "raw interpreter types over saved frames")]

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::mem::{self, MaybeUninit};
use std::ptr;
use std::rc::Rc;

use pyo3::exceptions::PyStopIteration;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use crate::cpython::heap_type::{self, Spec};
use crate::cpython::value::{attached, Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::session::engine_types::{ASYNC_GENERATOR_TYPE, COROUTINE_TYPE, GENERATOR_TYPE};
use crate::session::{panics, Session};
use crate::vm::call::{fast_entry, resume};
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::{registers, Machine};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Created,
    Suspended,
    Running,
    Finished,
}

impl State {
    /// As `inspect` names it.
    pub fn name(self) -> &'static str {
        match self {
            State::Created => "CREATED",
            State::Suspended => "SUSPENDED",
            State::Running => "RUNNING",
            State::Finished => "CLOSED",
        }
    }
}

/// A frame that is not on the stack of frames, or one that can leave it.
pub struct Generator {
    pub kind: Suspends,
    pub linked: Rc<Linked>,
    pub session: Rc<Session>,
    pub owner: Value,
    /// The function, for its closure.
    pub function: Value,
    /// First of the registers, which stand behind this in the object.
    registers: *mut Value,
    pub pc: Cell<*const Instr>,
    pub state: Cell<State>,
    /// Handled exceptions of the suspended frame.
    pub handled: RefCell<Vec<Value>>,
    pub name: RefCell<Value>,
    pub qualname: RefCell<Value>,
    /// Async generators: an `asend` / `athrow` / `aclose` is under way; closed for good.
    pub awaited: Cell<bool>,
    pub closed: Cell<bool>,
    /// Async generators: whether the event loop was told of it, and what it wants called in the end.
    pub hooked: Cell<bool>,
    pub finalizer: RefCell<Value>,
}

impl Generator {
    /// First register. They live as long as the generator.
    #[inline(always)]
    pub fn registers(&self) -> *mut Value {
        self.registers
    }
    /// Registers of its own: a snippet's are the session's.
    pub fn register_count(&self) -> usize {
        if self.linked.code.kind == CodeKind::Module {
            0
        } else {
            self.linked.registers
        }
    }
    /// Drops all registers: the frame has ended.
    pub fn clear_registers(&self) {
        // SAFETY: the object's items.
        unsafe { registers::clear_registers(self.registers(), self.register_count()) };
    }
}

/// The registers follow as the items of a variable-size object: one allocation holds it all.
#[repr(C)]
struct GeneratorObject {
    head: ffi::PyVarObject,
    weakrefs: *mut PyObject,
    /// Whether `data` is there.
    made: bool,
    data: MaybeUninit<Generator>,
}

/// Makes the three types and registers them with `collections.abc`; called once at import.
pub fn init(py: Python<'_>) -> R<()> {
    let generator = make_type(c"builtins.generator", Suspends::Generator)?;
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
    Ok(())
}

fn make_type(name: &'static std::ffi::CStr, kind: Suspends) -> R<*mut ffi::PyTypeObject> {
    let mut spec = Spec::with_items(name, mem::size_of::<GeneratorObject>(), mem::size_of::<Value>());
    spec.slot(ffi::Py_tp_dealloc, dealloc as *mut c_void);
    spec.slot(ffi::Py_tp_finalize, finalize as *mut c_void);
    spec.slot(ffi::Py_tp_traverse, traverse as *mut c_void);
    spec.slot(ffi::Py_tp_clear, clear as *mut c_void);
    spec.slot(ffi::Py_tp_repr, repr as *mut c_void);
    spec.slot(ffi::Py_tp_members, heap_type::leak(members()));
    spec.slot(ffi::Py_tp_getset, heap_type::leak(getsets()));
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

/// A new generator object whose first registers are `slots`. Without a function it is a snippet that awaits, whose
/// registers are the session's.
pub fn new(m: &Machine, function: Value, linked: Rc<Linked>, slots: impl Iterator<Item = Value>) -> R<Value> {
    let (name, qualname) = match crate::vm::objects::function::get(&function) {
        Some(f) => (f.name.borrow().clone(), f.qualname.borrow().clone()),
        None => {
            let name = Value::string(m.py(), &linked.code.name);
            (name.clone(), name)
        }
    };
    let snippet = linked.code.kind == CodeKind::Module;
    let count = if snippet { 0 } else { linked.registers };
    // SAFETY: the type was made by `init`; the items are zeroed, which is unset; `made` is false until `data` is
    // written, which traverse accepts.
    unsafe {
        let object = heap_type::allocate(type_of(linked.code.suspends), count) as *mut GeneratorObject;
        if object.is_null() {
            return Err(Exc);
        }
        let registers = if snippet { m.session.globals.base() } else { object.add(1) as *mut Value };
        for (i, value) in slots.enumerate().take(count) {
            registers.add(i).write(value);
        }
        (*object).data.write(Generator {
            kind: linked.code.suspends,
            pc: Cell::new(linked.entry),
            linked,
            session: m.session.clone(),
            owner: m.owner.clone(),
            function,
            registers,
            state: Cell::new(State::Created),
            handled: RefCell::new(Vec::new()),
            name: RefCell::new(name),
            qualname: RefCell::new(qualname),
            awaited: Cell::new(false),
            closed: Cell::new(false),
            hooked: Cell::new(false),
            finalizer: RefCell::new(Value::UNSET),
        });
        (*object).made = true;
        Value::from_result(object as *mut PyObject)
    }
}

/// The generator behind a value of one of our three types.
#[inline]
pub fn get(value: &Value) -> Option<&Generator> {
    let type_ = value.type_ptr();
    if type_.is_null() || (type_ != GENERATOR_TYPE.get() && type_ != COROUTINE_TYPE.get() && type_ != ASYNC_GENERATOR_TYPE.get()) {
        return None;
    }
    // SAFETY: exact type tested; `data` is set for every object that left `new`.
    unsafe { data(value.ptr()) }
}

/// As `get`, from a raw pointer that the caller keeps alive.
///
/// # Safety
/// `object` is a live object of one of our three types.
pub unsafe fn get_raw<'a>(object: *mut PyObject) -> Option<&'a Generator> {
    data(object)
}

/// Whether `value` is a plain generator of ours.
#[inline(always)]
pub fn is_generator(value: &Value) -> bool {
    value.is_object() && value.type_ptr() == GENERATOR_TYPE.get()
}

pub fn type_of(kind: Suspends) -> *mut ffi::PyTypeObject {
    match kind {
        Suspends::Coroutine => COROUTINE_TYPE.get(),
        Suspends::AsyncGenerator => ASYNC_GENERATOR_TYPE.get(),
        _ => GENERATOR_TYPE.get(),
    }
}

#[inline(always)]
unsafe fn data<'a>(object: *mut PyObject) -> Option<&'a Generator> {
    let object = object as *mut GeneratorObject;
    (*object).made.then(|| &*(*object).data.as_ptr())
}

unsafe extern "C" fn itself(object: *mut PyObject) -> *mut PyObject {
    ffi::Py_INCREF(object);
    object
}

unsafe extern "C" fn next(object: *mut PyObject) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || {
        let outcome = match data(object).and_then(|generator| fast_entry::next(object, generator)) {
            Some(outcome) => outcome,
            None => resume::send(&Value::from_borrowed(object), Value::NONE),
        };
        match outcome {
            Ok(resume::Outcome::Yielded(v)) => v.into_raw(),
            Ok(resume::Outcome::Returned(v)) => {
                if !v.is_none() {
                    stop_iteration(v);
                }
                ptr::null_mut()
            }
            Err(Exc) => ptr::null_mut(),
        }
    })
}

/// Sets StopIteration(value); the value is kept from being unpacked when it is a tuple.
fn stop_iteration(value: Value) -> Exc {
    let py = attached();
    match value.to_bound(py) {
        Ok(v) if v.is_none() => PyStopIteration::new_err(()).into(),
        Ok(v) => PyErr::from_type(py.get_type::<PyStopIteration>(), (v.unbind(),)).into(),
        Err(e) => e,
    }
}

/// Result of a method that resumes: yielded value, or StopIteration with the returned one.
fn finish(f: impl FnOnce() -> R<resume::Outcome>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || match f() {
        Ok(resume::Outcome::Yielded(v)) => v.into_raw(),
        Ok(resume::Outcome::Returned(v)) => {
            stop_iteration(v);
            ptr::null_mut()
        }
        Err(Exc) => ptr::null_mut(),
    })
}

unsafe extern "C" fn send(object: *mut PyObject, sent: *mut PyObject) -> *mut PyObject {
    finish(|| resume::send(&Value::from_borrowed(object), Value::from_borrowed(sent)))
}

unsafe extern "C" fn throw(object: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    finish(|| resume::throw(&Value::from_borrowed(object), resume::thrown_exception(&Value::from_borrowed(args))?))
}

unsafe extern "C" fn close(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    answer(|| resume::close(&Value::from_borrowed(object)))
}

unsafe extern "C" fn await_(object: *mut PyObject) -> *mut PyObject {
    answer(|| crate::vm::call::async_iterators::coroutine_iterator(Value::from_borrowed(object)))
}

unsafe extern "C" fn anext(object: *mut PyObject) -> *mut PyObject {
    answer(|| crate::vm::call::async_iterators::asend(Value::from_borrowed(object), Value::NONE))
}

unsafe extern "C" fn asend(object: *mut PyObject, sent: *mut PyObject) -> *mut PyObject {
    answer(|| crate::vm::call::async_iterators::asend(Value::from_borrowed(object), Value::from_borrowed(sent)))
}

unsafe extern "C" fn athrow(object: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    answer(|| {
        let exception = resume::thrown_exception(&Value::from_borrowed(args))?;
        crate::vm::call::async_iterators::athrow(Value::from_borrowed(object), exception)
    })
}

unsafe extern "C" fn aclose(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    answer(|| crate::vm::call::async_iterators::aclose(Value::from_borrowed(object)))
}

fn answer(f: impl FnOnce() -> R<Value>) -> *mut PyObject {
    panics::contained(ptr::null_mut(), || match f() {
        Ok(value) => value.into_raw(),
        Err(Exc) => ptr::null_mut(),
    })
}

fn method(name: &'static std::ffi::CStr, f: ffi::PyCFunction, flags: c_int) -> ffi::PyMethodDef {
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: ffi::PyMethodDefPointer { PyCFunction: f }, ml_flags: flags, ml_doc: ptr::null() }
}

fn methods() -> Vec<ffi::PyMethodDef> {
    vec![
        method(c"send", send, ffi::METH_O),
        method(c"throw", throw, ffi::METH_VARARGS),
        method(c"close", close, ffi::METH_NOARGS),
        ffi::PyMethodDef::zeroed(),
    ]
}

fn async_methods() -> Vec<ffi::PyMethodDef> {
    vec![
        method(c"asend", asend, ffi::METH_O),
        method(c"athrow", athrow, ffi::METH_VARARGS),
        method(c"aclose", aclose, ffi::METH_NOARGS),
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

fn getsets() -> Vec<ffi::PyGetSetDef> {
    let entry = |name: &'static std::ffi::CStr, get: ffi::getter| ffi::PyGetSetDef {
        name: name.as_ptr(),
        get: Some(get),
        set: None,
        doc: ptr::null(),
        closure: ptr::null_mut(),
    };
    vec![
        entry(c"__name__", get_name),
        entry(c"__qualname__", get_qualname),
        // SAFETY: an all-zero entry ends the table.
        unsafe { mem::zeroed() },
    ]
}

unsafe extern "C" fn get_name(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    data(object).map_or(ptr::null_mut(), |g| g.name.borrow().clone().into_raw())
}

unsafe extern "C" fn get_qualname(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    data(object).map_or(ptr::null_mut(), |g| g.qualname.borrow().clone().into_raw())
}

unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    let Some(generator) = data(object) else { return ptr::null_mut() };
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
    let Some(generator) = data(object) else { return };
    if generator.state.get() != State::Suspended {
        return;
    }
    // The exception under way, if any, must survive the clean-up code.
    let pending = PyErr::take(attached());
    panics::contained((), || resume::finalize(&Value::from_borrowed(object)));
    if let Some(error) = pending {
        error.restore(attached());
    }
}

unsafe extern "C" fn dealloc(object: *mut PyObject) {
    if ffi::PyObject_CallFinalizerFromDealloc(object) < 0 {
        return;
    }
    ffi::PyObject_GC_UnTrack(object as *mut c_void);
    heap_type::with_trashcan(object, release);
}

/// Frees the object and what it holds.
unsafe extern "C" fn release(object: *mut PyObject) {
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

unsafe extern "C" fn traverse(object: *mut PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
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

unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    if let Some(generator) = data(object) {
        if generator.state.get() != State::Running {
            generator.state.set(State::Finished);
            generator.clear_registers();
            drop(generator.handled.take());
        }
    }
    0
}
