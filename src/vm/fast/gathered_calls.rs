//! Fast arms of calls whose arguments are gathered (`def f(*args, **kwargs)`) or spread (`f(*args, **kwargs)`).
//!
//! What takes up the rest is made first: making a tuple or a dict may run finalisers. Nothing runs from then until the frame
//! is entered; where something does not fit, nothing was touched.
#![allow(unsafe_code, reason = "arguments move between registers and containers by address")]

use std::mem::{forget, ManuallyDrop};
use std::ptr;

use pyo3::ffi::{self, PyObject};

use crate::cpython::layout::dict::{look_up_name, Found};
use crate::cpython::value::{Tag, Value};
use crate::cpython::{layout, static_types};
use crate::sandbox::value_filter;
use crate::vm::fast::bindings::{bind, missing, parameter_of, parameters, Bindings, PARAMETERS};
use crate::vm::fast::frame_entry::{fill_defaults, may_enter, push, reserve_with, Site};
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::register_values::{admitted, boxed, put, set, shared_words, take_words};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::function::{self, Function};

/// What takes up the arguments without a parameter of their own; null where the function has none such.
struct Rest {
    tuple: *mut PyObject,
    dict: *mut PyObject,
}

impl Rest {
    /// `None` without memory. The tuple has room for `count` items.
    unsafe fn of(linked: &Linked, count: usize) -> Option<Rest> {
        let params = &linked.code.params;
        let mut rest = Rest { tuple: ptr::null_mut(), dict: ptr::null_mut() };
        // SAFETY: ATTACHED; new references, or null with an error.
        unsafe {
            if params.star {
                rest.tuple = ffi::PyTuple_New(count as isize);
            }
            if params.double_star {
                rest.dict = ffi::PyDict_New();
            }
            let complete = params.star != rest.tuple.is_null() && params.double_star != rest.dict.is_null();
            if !complete {
                ffi::PyErr_Clear();
            }
            complete.then_some(rest)
        }
    }

    /// Puts an argument that has no parameter under its name; false where none may be so.
    unsafe fn put_named(&self, name: *mut PyObject, value: *mut PyObject) -> bool {
        // SAFETY: ATTACHED; an exact text is the key, which runs nothing; both are referenced anew.
        unsafe {
            if self.dict.is_null() {
                return false;
            }
            let put = ffi::PyDict_SetItem(self.dict, name, value) == 0;
            if !put {
                ffi::PyErr_Clear();
            }
            put
        }
    }

    /// Puts the objects of a row of registers into the tuple that was made for them.
    unsafe fn take_row(&self, first: *mut Value, count: usize) {
        // SAFETY: REGISTERS; objects all, and as many as the tuple has room for.
        unsafe {
            if !self.tuple.is_null() {
                let items = layout::tuple_items(self.tuple).0;
                for i in 0..count {
                    *items.add(i) = take_words(first.add(i)).1 as *mut PyObject;
                }
            }
        }
    }

    /// Gives both to the registers behind the parameters.
    unsafe fn hand_over(self, place: *mut Value) {
        // SAFETY: REGISTERS; the callee's code has registers for what its parameters say.
        unsafe {
            let behind = place.add(usize::from(!self.tuple.is_null()));
            for (place, object) in [(place, self.tuple), (behind, self.dict)] {
                if !object.is_null() {
                    put(place, Tag::Object, object as u64);
                }
            }
        }
        forget(self);
    }
}

impl Drop for Rest {
    fn drop(&mut self) {
        // SAFETY: ATTACHED; owned or null; what they hold is held by others too.
        unsafe {
            ffi::Py_XDECREF(self.tuple);
            ffi::Py_XDECREF(self.dict);
        }
    }
}

/// Enters a function that gathers, with arguments in registers, the last of which are named by `names` (or null).
#[inline(never)]
pub(crate) unsafe fn enter(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    (first, n, names): (*mut Value, usize, *mut PyObject),
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let linked = &*callee.linked;
        let (names_given, count) = if names.is_null() { (ptr::null_mut(), 0) } else { layout::tuple_items(names) };
        let (own, given) = (linked.positional, n - count.min(n));
        if names.is_null() && n >= own && linked.code.params.keyword_only == 0 {
            return enter_unnamed(m, a, callee, function, (first, n), site);
        }
        let Some(rest) = Rest::of(linked, given.saturating_sub(own)) else { return false };
        let Some(Bindings { sources, defaults, total }) = bind(m, callee, first, n, names) else { return false };
        // Those without a parameter.
        for i in given.min(own)..n {
            let (place, named) = (first.add(i), i.checked_sub(given));
            if named.is_some() && sources.contains(&place) {
                continue;
            }
            let taken = box_in_place(place) && named.is_none_or(|i| rest.put_named(*names_given.add(i), (*place).data as *mut PyObject));
            if !taken {
                return false;
            }
        }
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for (i, (source, default)) in sources.iter().zip(&defaults).enumerate().take(total) {
            let (tag, data) = if source.is_null() { shared_words(*default) } else { take_words(*source) };
            put(regs.add(i), tag, data);
        }
        rest.take_row(first.add(own.min(given)), given.saturating_sub(own));
        // The dict has references of its own.
        for i in given..n {
            set(first.add(i), Tag::Unset, 0);
        }
        rest.hand_over(regs.add(total));
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

/// As `enter`, where each parameter has its argument and the rest has no names.
unsafe fn enter_unnamed(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    (first, n): (*mut Value, usize),
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; callee and arguments lie in registers next to each other.
    unsafe {
        let linked = &*callee.linked;
        let own = linked.positional;
        if parameters(m, callee, linked, n).is_none() || !(own..n).all(|i| box_in_place(first.add(i))) {
            return false;
        }
        let Some(rest) = Rest::of(linked, n - own) else { return false };
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for i in 0..own {
            let (tag, data) = take_words(first.add(i));
            put(regs.add(i), tag, data);
        }
        rest.take_row(first.add(own), n - own);
        rest.hand_over(regs.add(own));
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

unsafe fn box_in_place(place: *mut Value) -> bool {
    // SAFETY: REGISTERS; the caller's own.
    unsafe {
        if (*place).tag == Tag::Object {
            return true;
        }
        let object = boxed(&*place);
        if object.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        put(place, Tag::Object, object as u64);
        true
    }
}

/// Borrowed arguments: the items of a list or tuple, how many, and a dict of the named ones or null.
pub(crate) type Spread = (*const *mut PyObject, usize, *mut PyObject);

/// Enters a function of the code, or that of a bound method, with arguments that were spread, which stay where they are. Takes
/// over a reference to a function, none to a method.
#[inline(never)]
pub(crate) unsafe fn enter_spread(m: &Machine, a: &mut Active, callable: *mut PyObject, (items, n, named): Spread, site: Site) -> bool {
    // SAFETY: ARMS; objects are read as what their types say.
    unsafe {
        if callable.is_null() {
            return false;
        }
        if ffi::Py_TYPE(callable) != static_types::method_type() {
            return match function::get_raw(callable) {
                Some(callee) => enter_with(m, a, callee, callable, (items, n, named), 0, site),
                None => false,
            };
        }
        let function = static_types::PyMethod_Function(callable);
        let mut row = [ptr::null_mut(); PARAMETERS];
        let (Some(callee), Some((receiver, others))) = (function::get_raw(function), row.split_first_mut()) else { return false };
        let Some(others) = others.get_mut(..n) else { return false };
        *receiver = static_types::PyMethod_Self(callable);
        for (i, other) in others.iter_mut().enumerate() {
            *other = *items.add(i);
        }
        ffi::Py_INCREF(function);
        let entered = enter_with(m, a, callee, function, (row.as_ptr(), n + 1, named), 1, site);
        if !entered {
            ffi::Py_DECREF(function);
        }
        entered
    }
}

/// `known`: so many of the first arguments need no look.
unsafe fn enter_with(
    m: &Machine,
    a: &mut Active,
    callee: &Function,
    function: *mut PyObject,
    (items, n, named): Spread,
    known: usize,
    site: Site,
) -> bool {
    // SAFETY: ARMS; FRAMES; the containers are the call's own, and hold the arguments until it is entered.
    unsafe {
        let linked = &*callee.linked;
        let own = linked.positional;
        let named =
            if !named.is_null() && ffi::PyDict_CheckExact(named) != 0 && ffi::PyDict_Size(named) == 0 { ptr::null_mut() } else { named };
        if known == 0 && named.is_null() && may_enter(m, callee, linked, n) {
            let Some(regs) = reserve_with(m, linked, items, n) else { return false };
            if n < linked.positional {
                fill_defaults(callee, linked, regs, n);
            }
            m.frames.last_mut().pc = a.pc;
            push(m, a, callee, function, linked, regs, site);
            return true;
        }
        if !(named.is_null() || ffi::Py_TYPE(named) == &raw mut ffi::PyDict_Type) {
            return false;
        }
        let Some(total) = parameters(m, callee, linked, n) else { return false };
        let Some(rest) = Rest::of(linked, n.saturating_sub(own)) else { return false };
        let mut objects = [ptr::null_mut::<PyObject>(); PARAMETERS];
        let Some(sources) = objects.get_mut(..total) else { return false };
        for (i, source) in sources.iter_mut().enumerate().take(n.min(own)) {
            *source = *items.add(i);
        }
        if !named.is_null() && !take_named(m, linked, sources, named, &rest) {
            return false;
        }
        let Some(defaults) = missing(callee, linked, sources) else { return false };
        if !(own..n).all(|i| passes(m, *items.add(i))) {
            return false;
        }
        let Some(regs) = m.stack.reserve(linked.registers) else { return false };
        for (i, (source, default)) in sources.iter().zip(&defaults).enumerate() {
            let words = match source.is_null() {
                true => Some(shared_words(*default)),
                // The receiver is the code's already.
                false if i < known => Some(words_of(*source)),
                false => admitted(m, *source),
            };
            let Some((tag, data)) = words else {
                for place in 0..i {
                    set(regs.add(place), Tag::Unset, 0);
                }
                m.stack.release(regs);
                return false;
            };
            put(regs.add(i), tag, data);
        }
        if !rest.tuple.is_null() {
            let own_items = layout::tuple_items(rest.tuple).0;
            for i in own..n {
                ffi::Py_INCREF(*items.add(i));
                *own_items.add(i - own) = *items.add(i);
            }
        }
        rest.hand_over(regs.add(total));
        m.frames.last_mut().pc = a.pc;
        push(m, a, callee, function, linked, regs, site);
        true
    }
}

/// Gives parameters what the dict has for them, and the rest to what takes it up.
unsafe fn take_named(m: &Machine, linked: &Linked, sources: &mut [*mut PyObject], named: *mut PyObject, rest: &Rest) -> bool {
    // SAFETY: ATTACHED; an exact dict that the call alone has.
    unsafe {
        let mut left = ffi::PyDict_Size(named);
        let total = sources.len();
        let parameters = sources.iter_mut().zip(&linked.slot_names).skip(linked.code.params.positional_only as usize);
        for (source, name) in parameters {
            match look_up_name(named, name.as_ptr()) {
                Found::Absent => {}
                Found::Value(value) if source.is_null() => {
                    *source = value;
                    left -= 1;
                }
                _ => return false,
            }
        }
        if left == 0 {
            return true;
        }
        let (mut place, mut name, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        while ffi::PyDict_Next(named, &mut place, &mut name, &mut value) != 0 {
            if ffi::PyUnicode_CheckExact(name) == 0 || !passes(m, value) {
                return false;
            }
            if parameter_of(linked, total, name).is_none() && !rest.put_named(name, value) {
                return false;
            }
        }
        true
    }
}

/// An object as a register has it, with a reference of its own.
unsafe fn words_of(object: *mut PyObject) -> (Tag, u64) {
    // SAFETY: REGISTERS; a live object, which the call's registers hold.
    let value = unsafe { ManuallyDrop::new(Value::from_borrowed(object)) };
    (value.tag, value.data)
}

/// Whether the gate lets the object through unseen.
unsafe fn passes(m: &Machine, object: *mut PyObject) -> bool {
    let value = ManuallyDrop::new(Value { tag: Tag::Object, data: object as u64 });
    value_filter::passes(m, &value)
}
