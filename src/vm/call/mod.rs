//! Calls: of sandboxed functions (a frame is pushed), of their classes, of anything else.
#![allow(unsafe_code, reason = "vectorcall, and moving arguments into reserved registers")]

pub mod arguments;
pub mod async_iterators;
pub mod awaitable_methods;
pub mod entry;
pub mod fast_entry;
pub mod function_type;
pub mod generator_type;
pub mod host_call;
pub mod host_comparisons;
pub mod making;
pub mod resume;
pub mod waiting;

use std::rc::Rc;

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;

use crate::budget::costs;
use crate::cpython::arguments::Arguments;
use crate::front::bytecode::operands::Reg;
use crate::sandbox::context_vars::Outside;
use crate::sandbox::host_call::{long_range, vectorcall};
use crate::sandbox::{asking_callers, given_objects, tools, value_filter};
use crate::session::scope::HostScope;
use crate::session::{abort, engine_types};
use crate::vm::machine::frame::{Frame, FrameKind};
use crate::vm::objects::{function, generator};

use crate::cpython::value::{raise, Exc, Value, R};
use crate::cpython::{api, static_types};
use crate::vm::interpreter::step::{run_loop, Flow};
use crate::vm::machine::registers::{self, Active};
use crate::vm::machine::{held_arguments, Machine};
use crate::vm::ops::format_template;

/// Calls `callee`; the result goes to `d` of the active frame, now or when the pushed frame returns.
pub fn call(m: &Machine, a: &mut Active, callee: Value, arguments: Arguments, d: Reg) -> R<Flow> {
    if engine_types::is_function(&callee) {
        if let Some(target) = function::get(&callee) {
            if Rc::ptr_eq(&target.session, &m.session) {
                return enter(m, a, callee, arguments, d, FrameKind::Call, Value::UNSET);
            }
        }
    } else if let Some((method, receiver)) = engine_types::bound_method(&callee) {
        let mut arguments = arguments;
        arguments.values.insert(0, receiver);
        return call(m, a, method, arguments, d);
    } else if let Some(init) = initializer(m, &callee) {
        let object = instance(m, &callee)?;
        let mut arguments = arguments;
        arguments.values.insert(0, object.clone());
        return enter(m, a, init, arguments, d, FrameKind::Construct, object);
    } else if let Some(new) = making::maker(m, &callee) {
        let names = arguments.names.as_ref().map_or(std::ptr::null_mut(), Value::ptr);
        let held = making::hold(m, &callee, names, &arguments.values)?;
        let mut arguments = arguments;
        arguments.values.insert(0, callee);
        return enter(m, a, new, arguments, d, FrameKind::Make, held);
    }
    let result = call_foreign(m, callee, arguments)?;
    a.set(d, result);
    a.advance(1);
    Ok(Flow::Continue)
}

/// Binds the arguments and pushes the function's frame (or makes its generator).
fn enter(m: &Machine, a: &mut Active, callee: Value, arguments: Arguments, d: Reg, kind: FrameKind, extra: Value) -> R<Flow> {
    crate::vm::interpreter::frame_return::save(m, a);
    match prepare(m, callee, arguments, d, kind, extra)? {
        Prepared::Frame(active) => *a = active,
        Prepared::Value(value) => {
            a.set(d, value);
            a.advance(1);
        }
    }
    Ok(Flow::Continue)
}

/// Goes on when `__new__` gave `made`: an instance of the class is filled by its `__init__`. The result goes to `d`.
pub fn fill_made(m: &Machine, a: &mut Active, held: &Value, made: Value, d: Reg) -> R<Flow> {
    if let Some((init, mut arguments)) = making::filler(m, held, &made)? {
        if making::is_ours(m, &init) {
            arguments.values.insert(0, made.clone());
            return enter(m, a, init, arguments, d, FrameKind::Construct, made);
        }
        let given = if making::is_called_with_its_object(&init) {
            arguments.values.insert(0, made.clone());
            Some(call_foreign(m, init, arguments)?)
        } else {
            let bound = api::lookup_special(&made.to_bound(m.py())?, intern!(m.py(), "__init__"))?;
            bound.map(|bound| call_foreign(m, Value::from_bound(bound), arguments)).transpose()?
        };
        if let Some(given) = given {
            crate::vm::interpreter::frame_return::gives_none(m, &given)?;
        }
    }
    a.set(d, made);
    a.advance(1);
    Ok(Flow::Continue)
}

enum Prepared {
    Frame(Active),
    Value(Value),
}

fn prepare(m: &Machine, callee: Value, arguments: Arguments, d: Reg, kind: FrameKind, extra: Value) -> R<Prepared> {
    let Some(target) = function::get(&callee) else {
        return Err(raise::<PyTypeError>("not a function"));
    };
    let linked = target.linked.clone();
    let slots = if linked.simple && arguments.names.is_none() && arguments.values.len() == linked.positional {
        arguments.values
    } else {
        arguments::bind(target, arguments)?
    };
    if linked.suspends {
        let made = generator::new(m, callee.clone(), linked, slots.into_iter())?;
        return Ok(Prepared::Value(if kind == FrameKind::Construct { Value::UNSET } else { made }));
    }
    let closure = function::closure_of(&callee);
    let (code, consts, pc) = (&*linked as *const _, linked.consts_end(), linked.entry);
    let regs = push_frame(m, &linked, slots, callee, d, kind, extra)?;
    Ok(Prepared::Frame(Active { machine: m, pc, regs, consts, code, closure }))
}

fn push_frame(
    m: &Machine,
    linked: &crate::vm::machine::linked_code::Linked,
    slots: Vec<Value>,
    callee: Value,
    d: Reg,
    kind: FrameKind,
    extra: Value,
) -> R<*mut Value> {
    if !m.frames.may_deepen() {
        return Err(too_deep());
    }
    let Some(regs) = m.stack.reserve(linked.registers) else {
        return Err(too_deep());
    };
    for (i, value) in slots.into_iter().enumerate().take(linked.registers) {
        // SAFETY: just reserved and therefore unset; `i` is below the number of registers.
        unsafe { registers::init(regs.add(i), value) };
    }
    m.frames.push(Frame {
        pc: linked.entry,
        regs,
        code: linked,
        closure: function::closure_of(&callee),
        function: callee,
        extra,
        handled_base: m.handled.borrow().len() as u32,
        return_to: d,
        kind,
        on_stack: true,
    });
    Ok(regs)
}

#[cold]
fn too_deep() -> Exc {
    raise::<PyRecursionError>("maximum recursion depth exceeded")
}

/// Runs a function from outside the loop, to its end.
pub fn run_function(m: &Machine, callee: Value, arguments: Arguments) -> R<Value> {
    match prepare(m, callee, arguments, Reg(0), FrameKind::Entry, Value::UNSET)? {
        Prepared::Frame(mut active) => run_loop(m, &mut active, false),
        Prepared::Value(value) => Ok(value),
    }
}

/// Runs a class body: register 0 is the namespace. Gives what the body returns.
pub fn run_class_body(m: &Machine, body: Value, namespace: Value) -> R<Value> {
    let Some(target) = function::get(&body) else {
        return Err(raise::<PyTypeError>("not a class body"));
    };
    crate::vm::call::entry::check_native_stack()?;
    let linked = target.linked.clone();
    let closure = function::closure_of(&body);
    let (code, consts, pc) = (&*linked as *const _, linked.consts_end(), linked.entry);
    let regs = push_frame(m, &linked, vec![namespace], body, Reg(0), FrameKind::Entry, Value::UNSET)?;
    run_loop(m, &mut Active { machine: m, pc, regs, consts, code, closure }, false)
}

/// For a class whose instances are made by `object.__new__` and initialised by a sandboxed `__init__`: that
/// function. Everything else goes through the class's own call.
pub fn initializer(m: &Machine, callee: &Value) -> Option<Value> {
    let object = callee.ptr();
    if object.is_null() {
        return None;
    }
    // SAFETY: `object` is a live object, tested to be a type before it is read as one. `type_lookup`
    // gives a borrowed reference, which is taken at once.
    unsafe {
        if ffi::PyType_Check(object) == 0 {
            return None;
        }
        let class = object as *mut ffi::PyTypeObject;
        let plain = making::is_called_by_type(object)
            && (*class).tp_new.map(|f| f as usize) == ffi::PyBaseObject_Type.tp_new.map(|f| f as usize)
            && (*class).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_IS_ABSTRACT == 0;
        if !plain {
            return None;
        }
        let name = pyo3::intern!(m.py(), "__init__");
        let init = static_types::type_lookup(class, name.as_ptr());
        if init.is_null() {
            return None;
        }
        Some(Value::from_borrowed(init)).filter(|init| making::is_ours(m, init))
    }
}

/// Special method `name` of the object's class, when it is a function of this session: it is then called like
/// any other, without going through the interpreter.
pub fn own_special(m: &Machine, object: &Value, name: &Bound<'_, pyo3::types::PyString>) -> Option<Value> {
    // SAFETY: a live object and name; the borrowed result is referenced at once.
    unsafe { own_method(m, object, name.as_ptr()).map(|found| Value::from_borrowed(found)) }
}

/// As `own_special`, borrowed.
///
/// # Safety
/// `name` is a live str.
pub unsafe fn own_method(m: &Machine, object: &Value, name: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: REGISTERS: the callee's arguments lie where it was reserved for them.
    unsafe {
        let type_ = object.type_ptr();
        // (Types of C code that nobody changes, as `array.array` is, have no method of the code.)
        const FIXED: std::ffi::c_ulong = ffi::Py_TPFLAGS_HEAPTYPE | ffi::Py_TPFLAGS_IMMUTABLETYPE;
        if type_.is_null() || (*type_).tp_flags as std::ffi::c_ulong & FIXED != ffi::Py_TPFLAGS_HEAPTYPE {
            return None;
        }
        let found = static_types::type_lookup(type_, name);
        if found.is_null() || ffi::Py_TYPE(found) != engine_types::function_type() {
            return None;
        }
        let ours = function::get_raw(found).is_some_and(|f| Rc::ptr_eq(&f.session, &m.session) && !f.linked.suspends);
        ours.then_some(found)
    }
}

/// A fresh instance of a class that `initializer` accepted.
pub fn instance(m: &Machine, class: &Value) -> R<Value> {
    let empty = pyo3::types::PyTuple::empty(m.py());
    let class = class.ptr() as *mut ffi::PyTypeObject;
    // SAFETY: `initializer` saw a live type whose `tp_new` is that of `object`, which runs no user code.
    unsafe {
        match (*class).tp_new {
            Some(new) => Value::from_result(new(class, empty.as_ptr(), std::ptr::null_mut())),
            None => Err(raise::<PyTypeError>("cannot create instances")),
        }
    }
}

/// Calls something that is not a sandboxed function of this session.
pub fn call_foreign(m: &Machine, callee: Value, mut arguments: Arguments) -> R<Value> {
    if let Some(result) = tools::call_directly(m, &callee, &mut arguments) {
        return if m.aborting.get() { Err(abort::carry(m)) } else { result };
    }
    costs::call(m, &callee, &arguments)?;
    let (callee, arguments) = asking_callers::between(m, callee, arguments)?;
    let host = may_look_at_state(m, &callee);
    if host {
        m.session.before_host(m)?;
    }
    let result = {
        let _acts_for_host = host.then(HostScope::enter);
        let _outside = host.then(|| Outside::of(m, m.py()));
        if host {
            m.clock.enter();
        }
        let result = vectorcall(m, callee, arguments);
        if host {
            m.clock.leave();
        }
        result
    };
    if host {
        after_host(m)?;
    }
    if m.aborting.get() {
        return Err(abort::carry(m));
    }
    if host {
        given_objects::admit(m, result?)
    } else {
        value_filter::admit(m, result?)
    }
}

/// Reads what the host changed, without losing the error of its call.
fn after_host(m: &Machine) -> R<()> {
    let error = PyErr::take(m.py());
    m.session.after_host(m)?;
    if let Some(error) = error {
        error.restore(m.py());
    }
    Ok(())
}

/// Most arguments of a native call that are passed from registers without a vector.
const DIRECT_ARGUMENTS: usize = 8;

/// Calls native code with arguments that lie in consecutive registers, without moving them: `None` when
/// the callee is something else. The registers are temporaries and keep the objects alive; they are cleared.
pub fn call_native(m: &Machine, a: &Active, callee: &Value, first: Reg, n: usize) -> Option<R<Value>> {
    if n > DIRECT_ARGUMENTS || !is_native(callee) {
        return None;
    }
    if m.meter.is_poked() {
        held_arguments::let_go(m);
        if let Err(Exc) = m.charge(0) {
            return Some(Err(Exc));
        }
    }
    for i in 0..n {
        let instead = match long_range(m, callee, a.reg(first.offset(i))) {
            Ok(None) => continue,
            Ok(Some(instead)) => instead,
            Err(Exc) => return Some(Err(Exc)),
        };
        a.set(first.offset(i), instead);
    }
    if n > 0 && static_types::is_format_method(callee.ptr()) {
        // SAFETY: `n` consecutive registers of this frame; nothing runs that could change them meanwhile.
        let values = unsafe { std::slice::from_raw_parts(a.reg(first.offset(1)), n - 1) };
        if let Some(text) = format_template::braces(a.reg(first), values) {
            a.clear(first, n);
            return Some(Ok(text));
        }
    }
    m.meter.set_place(a.pc as usize);
    let mut pointers = [std::ptr::null_mut::<PyObject>(); DIRECT_ARGUMENTS + 1];
    let mut boxed = [false; DIRECT_ARGUMENTS + 1];
    let mut result = std::ptr::null_mut();
    let mut complete = true;
    for i in 0..n {
        let value = a.reg(first.offset(i));
        let (Some(pointer), Some(owned)) = (pointers.get_mut(i + 1), boxed.get_mut(i + 1)) else { break };
        *owned = !value.is_object();
        *pointer = if value.is_object() { value.ptr() } else { value.clone().into_raw() };
        complete &= !pointer.is_null();
    }
    // SAFETY: ATTACHED; the callee is kept by the caller, the arguments by registers that only this frame
    // touches or by the references made above, which are given up here.
    unsafe {
        if complete {
            let flag = ffi::PY_VECTORCALL_ARGUMENTS_OFFSET;
            result = ffi::PyObject_Vectorcall(callee.ptr(), pointers.as_ptr().add(1), n | flag, std::ptr::null_mut());
        }
        for (pointer, owned) in pointers.iter().zip(boxed) {
            if owned {
                ffi::Py_XDECREF(*pointer);
            }
        }
    }
    a.clear(first, n);
    // SAFETY: a new reference, or null with an exception set.
    let result = unsafe { Value::from_result(result) };
    if m.aborting.get() {
        drop(result);
        return Some(Err(abort::carry(m)));
    }
    Some(result.and_then(|value| value_filter::admit(m, value)))
}

/// Whether calling `callee` runs C code that neither enters a frame here nor looks at the host's state by
/// itself: builtin functions, methods and classes.
#[inline]
fn is_native(callee: &Value) -> bool {
    let type_ = callee.type_ptr();
    if type_ == &raw mut ffi::PyCFunction_Type || type_ == &raw mut ffi::PyMethodDescr_Type {
        return true;
    }
    // SAFETY: an object whose type is `type` itself is a class; its flags are read at once.
    type_ == &raw mut ffi::PyType_Type
        && unsafe { (*(callee.ptr() as *mut ffi::PyTypeObject)).tp_flags } as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0
}

/// Calls what lies in `b` with the `n` arguments from `first`; all are taken.
pub fn call_loaded(m: &Machine, a: &mut Active, b: Reg, first: Reg, n: usize, d: Reg) -> R<()> {
    let callee = a.take(b);
    let values = a.take_many(first, n);
    call(m, a, callee, Arguments { values, names: None }, d).map(drop)
}

/// Code of the host's own program may read `state`; libraries do not.
fn may_look_at_state(m: &Machine, callee: &Value) -> bool {
    // A sandboxed function here is another session's, which may have the same dicts.
    !is_native(callee) && (engine_types::is_function(callee) || value_filter::is_host_code(m, callee))
}
