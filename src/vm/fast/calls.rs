//! Fast arms of calls and returns: frames are pushed and popped without binding.
#![allow(unsafe_code, reason = "arguments and results move between registers by address")]

use std::ptr::addr_of_mut;

use pyo3::ffi::{self, PyObject};

use crate::cpython::static_types;
use crate::cpython::value::{Tag, Value};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::Rk;
use crate::vm::call::{self, making};
use crate::vm::fast::bindings::{bind, Bindings};
use crate::vm::fast::frame_entry::{fill_defaults, may_enter, push, Site};
use crate::vm::fast::gathered_calls;
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::register_values::{put, set, shared_words, take_words, Step};
use crate::vm::machine::registers::{self, Active};
use crate::vm::machine::{exc_stack, Machine};
use crate::vm::objects::function::{self, Function};

/// Method that the site's cache knows for this object, borrowed; none for calls with keywords.
#[inline(always)]
pub(crate) unsafe fn cached_method(a: &Active, object: &Value, ic: u16) -> Option<*mut PyObject> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.site(ic);
    if site.keywords.is_some() {
        return None;
    }
    site.cache.method(object.data as *mut PyObject, site.name.as_ptr())
}

/// Function of the class in `object` that the site's cache knows, borrowed, and whether the class is its first
/// argument; none for calls with keywords.
#[inline(always)]
pub(crate) unsafe fn cached_member(a: &Active, object: &Value, ic: u16) -> Option<(*mut PyObject, bool)> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.site(ic);
    if site.keywords.is_some() {
        return None;
    }
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe { site.cache.member_function(object.data as *mut PyObject) }
}

/// Function of the code in the `staticmethod` or `classmethod` of the object's class that the site's cache knows,
/// borrowed, and whether the class is its first argument; none for calls with keywords.
#[inline(always)]
pub(crate) unsafe fn cached_wrapped(a: &Active, object: &Value, ic: u16) -> Option<(*mut PyObject, bool)> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.site(ic);
    if site.keywords.is_some() {
        return None;
    }
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe { site.cache.wrapped_function(object.data as *mut PyObject, site.name.as_ptr()) }
}

/// Pushes the frame of a sandboxed function with plain parameters, called with `n` positional arguments: these are
/// moved from register to register, missing ones are defaults. The frame takes over a reference to `function`,
/// whose insides are `callee`, when the result is true; `a` is at the function's first instruction then.
#[inline(always)]
pub(crate) unsafe fn enter(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    first: *mut Value,
    n: usize,
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let linked = &*callee.linked;
        if n != linked.exact || !std::ptr::eq(&*callee.session, &*m.session) || !m.frames.has_room() {
            return enter_otherwise(m, a, callee, function, first, n, site);
        }
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for i in 0..n {
            let (tag, data) = take_words(first.add(i));
            put(regs.add(i), tag, data);
        }
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

/// As `enter`, where defaults are needed or arguments gathered.
#[inline(never)]
unsafe fn enter_otherwise(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    first: *mut Value,
    n: usize,
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let linked = &*callee.linked;
        if !may_enter(m, callee, linked, n) {
            return !linked.plain && enter_with_keywords(m, a, function, first, n, std::ptr::null_mut(), site);
        }
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for i in 0..n {
            let (tag, data) = take_words(first.add(i));
            put(regs.add(i), tag, data);
        }
        if n < linked.positional {
            fill_defaults(callee, linked, regs, n);
        }
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

/// Enters the function of a bound method in `place` with its receiver before the `n` arguments that follow.
#[inline(never)]
pub(crate) unsafe fn enter_bound(m: &Machine, a: &mut Active, place: *mut Value, n: usize, site: Site) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let method = (*place).ptr();
        if method.is_null() || ffi::Py_TYPE(method) != static_types::method_type() {
            return false;
        }
        let (function, receiver) = (static_types::PyMethod_Function(method), static_types::PyMethod_Self(method));
        let Some(callee) = function::get_raw(function) else { return false };
        ffi::Py_INCREF(function);
        ffi::Py_INCREF(receiver);
        put(place, Tag::Object, receiver as u64);
        let entered = enter(m, a, callee, function, place, n + 1, site);
        if entered {
            ffi::Py_DECREF(method);
        } else {
            put(place, Tag::Object, method as u64);
            ffi::Py_DECREF(receiver);
            ffi::Py_DECREF(function);
        }
        entered
    }
}

/// As `enter`, with the last of the `n` arguments named by `names`, which may be null. Keyword-only parameters may be there, and
/// such as take up the rest.
#[inline(never)]
pub(crate) unsafe fn enter_with_keywords(
    m: &Machine,
    a: &mut Active,
    function: *mut PyObject,
    first: *mut Value,
    n: usize,
    names: *mut PyObject,
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let Some(callee) = function::get_raw(function) else { return false };
        let linked = &*callee.linked;
        if linked.gathers {
            return gathered_calls::enter(m, a, callee, function, (first, n, names), site);
        }
        let Some(Bindings { sources, defaults, total }) = bind(m, callee, first, n, names) else { return false };
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for (i, (source, default)) in sources.iter().zip(&defaults).enumerate().take(total) {
            let (tag, data) = if source.is_null() { shared_words(&**default) } else { take_words(*source) };
            put(regs.add(i), tag, data);
        }
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

/// Calls the special method `name` of an own class: object and up to two more operands, which are copied.
/// `None` in `operands` ends them.
#[inline(never)]
pub(crate) unsafe fn enter_special(m: &Machine, a: &mut Active, name: *mut PyObject, operands: [*const Value; 3], site: Site) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    let Some(method) = (unsafe { call::own_method(m, &*operands[0], name) }) else { return false };
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe { enter_method(m, a, method, operands, site) }
}

/// As `enter_special`, for a method that was looked up.
pub(crate) unsafe fn enter_method(m: &Machine, a: &mut Active, method: *mut PyObject, operands: [*const Value; 3], site: Site) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let Some(callee) = function::get_raw(method) else { return false };
        let linked = &*callee.linked;
        let n = operands.iter().filter(|o| !o.is_null()).count();
        if !linked.plain || n != linked.positional || !may_enter(m, callee, linked, n) {
            return false;
        }
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for (i, operand) in operands.iter().take(n).enumerate() {
            let (tag, data) = shared_words(*operand);
            put(regs.add(i), tag, data);
        }
        ffi::Py_INCREF(method);
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, method, linked, regs, site);
        true
    }
}

/// Makes `a` the caller's frame behind the instruction that it stands on.
#[inline(always)]
pub(crate) unsafe fn back_to_caller(m: &Machine, a: &mut Active, by: isize) {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let caller = m.frames.last_mut();
        a.pc = caller.pc.offset(by);
        a.regs = caller.regs;
        a.consts = (*caller.code).consts_end();
        a.code = caller.code;
        a.closure = caller.closure;
    }
}

/// What a frame that ends returns: taken out of its register, or a reference of its own to a constant.
#[inline(always)]
unsafe fn result(a: &Active, s: Rk) -> (Tag, u64) {
    if s.is_reg() {
        // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
        unsafe { take_words(a.regs.add(s.0 as usize)) }
    } else {
        // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
        unsafe { shared_words(a.get(s)) }
    }
}

/// Returns from a plain call: the value moves to the caller's register.
#[inline(always)]
pub(crate) unsafe fn leave(a: &mut Active, s: Rk) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let m = &*a.machine;
        let frame = m.frames.last_mut();
        let source = a.get(s);
        if frame.kind != FrameKind::Call || exc_stack::height(m) > frame.handled_base as usize || source.tag == Tag::Unset {
            return false;
        }
        let (tag, data) = if s.is_reg() { take_words(a.regs.add(s.0 as usize)) } else { shared_words(source) };
        let (regs, return_to, function) = (frame.regs, frame.return_to, frame.function.data);
        let registers = (*frame.code).registers;
        m.frames.forget_last();
        // Finalisers may run from here on; the registers are given back when they are done.
        registers::clear_registers(regs, registers);
        m.stack.release(regs);
        ffi::Py_DECREF(function as *mut PyObject);
        back_to_caller(m, a, 1);
        set(a.regs.add(return_to.0 as usize), tag, data);
        true
    }
}

/// Returns from a constructor or a special method.
#[inline(never)]
pub(crate) unsafe fn leave_otherwise(a: &mut Active, s: Rk) -> Step {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let m = &*a.machine;
        let frame = m.frames.last_mut();
        let kind = frame.kind;
        let fast = matches!(
            kind,
            FrameKind::Construct | FrameKind::Make | FrameKind::Discard | FrameKind::Next | FrameKind::Operator | FrameKind::Test
        );
        if !fast || exc_stack::height(m) > frame.handled_base as usize {
            return Step::Other;
        }
        let source = a.get(s);
        let odd = match kind {
            FrameKind::Construct => source.tag != Tag::None,
            FrameKind::Make => !making::is_ready(&frame.extra, source),
            FrameKind::Operator => source.tag == Tag::Object && source.data == ffi::Py_NotImplemented() as u64,
            FrameKind::Test => source.tag != Tag::Bool,
            _ => false,
        };
        if source.tag == Tag::Unset || odd {
            return Step::Other;
        }
        let (mut tag, mut data) = result(a, s);
        let return_to = frame.return_to;
        let (regs, registers) = (frame.regs, (*frame.code).registers);
        let function = take_words(addr_of_mut!(frame.function));
        let mut held = Value::UNSET;
        match kind {
            FrameKind::Construct => (tag, data) = take_words(addr_of_mut!(frame.extra)),
            FrameKind::Make => held = std::mem::replace(&mut frame.extra, Value::UNSET),
            _ => {}
        }
        m.frames.forget_last();
        // Finalisers may run from here on; the registers are given back when they are done.
        registers::clear_registers(regs, registers);
        m.stack.release(regs);
        drop(held);
        if function.0 == Tag::Object {
            ffi::Py_DECREF(function.1 as *mut PyObject);
        }
        if kind == FrameKind::Test {
            let test = *m.frames.last_mut().pc;
            let holds = (data != 0) != test.negates();
            back_to_caller(m, a, test.branch(holds));
            if let Instr::Compare { d, .. } = test {
                set(a.regs.add(d.0 as usize), Tag::Bool, u64::from(holds));
            }
            return Step::Done;
        }
        let by = match *m.frames.last_mut().pc {
            Instr::ForNext { to, .. } if kind == FrameKind::Next => to as isize,
            _ => 1,
        };
        back_to_caller(m, a, by);
        if kind == FrameKind::Discard {
            drop(Value { tag, data });
        } else {
            set(a.regs.add(return_to.0 as usize), tag, data);
        }
        Step::Done
    }
}

/// Returns from a function that native code called: its frame is gone, and the value is the result.
#[inline(never)]
pub(crate) unsafe fn leave_entry(m: &Machine, a: &Active, s: Rk) -> Option<Value> {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let frame = m.frames.last_mut();
        let source = a.get(s);
        let fast = frame.kind == FrameKind::Entry
            && frame.on_stack
            && exc_stack::height(m) <= frame.handled_base as usize
            && source.tag != Tag::Unset;
        if !fast {
            return None;
        }
        let (tag, data) = result(a, s);
        let (regs, registers) = (frame.regs, (*frame.code).registers);
        let function = take_words(addr_of_mut!(frame.function));
        m.frames.forget_last();
        // Finalisers may run from here on; the registers are given back when they are done.
        registers::clear_registers(regs, registers);
        m.stack.release(regs);
        drop(Value { tag: function.0, data: function.1 });
        Some(Value { tag, data })
    }
}

/// Whether the value is a class.
#[inline(always)]
pub(crate) unsafe fn is_class(v: &Value) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe { v.tag == Tag::Object && ffi::PyType_Check(v.data as *mut PyObject) != 0 }
}

/// Makes an instance and enters its sandboxed `__init__`, or enters the class's sandboxed `__new__`: the class is in `place`, arguments follow, the last of them
/// named by `names` if that is not null.
#[inline(never)]
pub(crate) unsafe fn construct(m: &Machine, a: &mut Active, place: *mut Value, n: usize, names: *mut PyObject, site: Site) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let Some(init) = call::initializer(m, &*place) else { return make(m, a, place, n, names, site) };
        let Some(callee) = function::get(&init) else { return false };
        // Decided before an instance is made, which has an end that can be seen (`__del__`).
        let plain = names.is_null() && may_enter(m, callee, &callee.linked, n + 1);
        if !plain && bind(m, callee, place, n + 1, names).is_none() {
            return false;
        }
        let Ok(object) = call::instance(m, &*place) else {
            ffi::PyErr_Clear();
            return false;
        };
        let class = std::mem::replace(&mut *place, object.clone());
        let (function, site) = (init.ptr(), Site { kind: FrameKind::Construct, ..site });
        let entered = if names.is_null() {
            enter(m, a, callee, function, place, n + 1, site)
        } else {
            enter_with_keywords(m, a, function, place, n + 1, names, site)
        };
        if !entered {
            drop(std::mem::replace(&mut *place, class));
            return false;
        }
        // The frame has the reference.
        std::mem::forget(init);
        m.frames.last_mut().extra = object;
        drop(class);
        true
    }
}

/// Enters the `__new__` of the code of the class in `place`: arguments follow, the last of them named by `names` if that is not null.
#[inline(never)]
unsafe fn make(m: &Machine, a: &mut Active, place: *mut Value, n: usize, names: *mut PyObject, site: Site) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let Some(new) = making::maker(m, &*place) else { return false };
        let Some(callee) = function::get(&new) else { return false };
        let Ok(held) = making::hold(m, &*place, names, std::slice::from_raw_parts(place.add(1), n)) else {
            ffi::PyErr_Clear();
            return false;
        };
        let (function, site) = (new.ptr(), Site { kind: FrameKind::Make, ..site });
        let entered = if names.is_null() {
            enter(m, a, callee, function, place, n + 1, site)
        } else {
            enter_with_keywords(m, a, function, place, n + 1, names, site)
        };
        if entered {
            // The frame has the reference.
            std::mem::forget(new);
            m.frames.last_mut().extra = held;
        }
        entered
    }
}

/// Method and keyword names of a call with keywords, both borrowed, if the site's cache knows this object.
#[inline(always)]
pub(crate) unsafe fn cached_keyword_method(a: &Active, object: &Value, ic: u16) -> Option<(*mut PyObject, *mut PyObject)> {
    if object.tag != Tag::Object {
        return None;
    }
    let site = a.site(ic);
    let names = site.keywords.as_ref()?;
    Some((site.cache.method(object.data as *mut PyObject, site.name.as_ptr())?, names.as_ptr()))
}

/// Keyword names `k` of the running code, borrowed; null when there are none.
pub(crate) fn keyword_names(a: &Active, k: u16) -> *mut PyObject {
    a.linked().keywords.get(k as usize).map_or(std::ptr::null_mut(), |names| names.as_ptr())
}
