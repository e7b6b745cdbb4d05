//! Generators, coroutines and async generators: saved frames as Python objects.
#![allow(unsafe_code, reason = "raw interpreter types over saved frames")]

use std::cell::{Cell, RefCell};
use std::mem::MaybeUninit;
use std::rc::Rc;

use pyo3::ffi::{self, PyObject};

use crate::cpython::heap_type;
use crate::cpython::value::{Exc, Value, R};
use crate::front::bytecode::code::{CodeKind, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::session::engine_types::{ASYNC_GENERATOR_TYPE, COROUTINE_TYPE, GENERATOR_TYPE};
use crate::session::Session;
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
    /// Generators: whether a coroutine may await it (`types.coroutine` of its function).
    pub awaitable: bool,
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
    /// Whether `await` runs it as it is: a coroutine, or a generator that was made one.
    pub fn is_coroutine(&self) -> bool {
        self.kind == Suspends::Coroutine || self.awaitable
    }
    /// Drops all registers: the frame has ended.
    pub fn clear_registers(&self) {
        // SAFETY: the object's items.
        unsafe { registers::clear_registers(self.registers(), self.register_count()) };
    }
}

/// The registers follow as the items of a variable-size object: one allocation holds it all.
#[repr(C)]
pub struct GeneratorObject {
    pub head: ffi::PyVarObject,
    pub weakrefs: *mut PyObject,
    /// Whether `data` is there.
    pub made: bool,
    pub data: MaybeUninit<Generator>,
}

/// A new generator object whose first registers are `slots`. Without a function it is a snippet that awaits, whose
/// registers are the session's.
pub fn new(m: &Machine, function: Value, linked: Rc<Linked>, slots: impl Iterator<Item = Value>) -> R<Value> {
    let (name, qualname, awaitable) = match crate::vm::objects::function::get(&function) {
        Some(f) => (f.name.borrow().clone(), f.qualname.borrow().clone(), f.awaitable.get()),
        None => {
            let name = Value::string(m.py(), &linked.code.name);
            (name.clone(), name, false)
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
            awaitable,
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
    // SAFETY: an object of one of these types, as the caller looked.
    unsafe { data(object) }
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
pub(crate) unsafe fn data<'a>(object: *mut PyObject) -> Option<&'a Generator> {
    let object = object as *mut GeneratorObject;
    // SAFETY: an object of one of these types, as the caller looked.
    unsafe { (*object).made.then(|| &*(*object).data.as_ptr()) }
}
