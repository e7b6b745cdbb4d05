//! Fast arms that are too long for the loop, each a function of its own: the loop keeps its state in machine
//! registers, and these have theirs.
//!
//! `a` stands at the instruction. When the answer is `Done`, it stands at the next one to run, in whichever frame;
//! else nothing was touched, or the error is in the indicator.
#![allow(unsafe_code, reason = "the arms work on registers by address")]

use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering;

use pyo3::ffi::{self, PyObject};
use smallvec::SmallVec;

use crate::cpython::type_access::Ty;
use crate::cpython::value::{Exc, Tag, Value, R};
use crate::cpython::{layout, static_types};
use crate::front::bytecode::code::Suspends;
use crate::front::bytecode::operands::{BinOp, CmpOp, Reg, Rk};
use crate::sandbox::direct_builtins::{self, Direct};
use crate::sandbox::tools;
use crate::session::{abort, engine_types};
use crate::vm::call::{self, fast_entry};
use crate::vm::fast::calls::{
    cached_keyword_method, cached_member, cached_method, cached_wrapped, construct, enter, enter_bound, enter_method, enter_with_keywords,
    is_class, keyword_names,
};
use crate::vm::fast::dicts::{self, store_in_dict};
use crate::vm::fast::frame_entry::{on, site, Site};
use crate::vm::fast::generators::create;
use crate::vm::fast::items::{contains, keyed_item, next_object};
use crate::vm::fast::sets::{combine, compare_containers};
use crate::vm::fast::special_methods::{
    ask_hook, ask_interpreter, call_instance, comparison as comparison_of_own, enter_own, is_builtin, load_called_member,
    load_module_member, load_super_method, operator, read_attribute, set_attribute, set_own_item,
};
use crate::vm::fast::{builtins, item_readers, key_functions, native_calls, numbers, pair_loops, stars};
use crate::vm::machine::frame::FrameKind;
use crate::vm::machine::register_values::{boxed, comparison, length, put, set, take_words, Step};
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;
use crate::vm::objects::function;
use crate::vm::ops::{arithmetic, pairs, subscript};

/// What an arm made of its instruction, in the same frame.
#[inline(always)]
fn outcome(a: &mut Active, step: Step) -> Step {
    match step {
        Step::Done => on(a),
        other => other,
    }
}

/// Already in the next frame, or left to `step`.
#[inline(always)]
fn switched(entered: bool) -> Step {
    if entered {
        Step::Done
    } else {
        Step::Other
    }
}

/// Calls the builtin in `place`, which is cleared, with arguments from `first`.
#[inline(always)]
unsafe fn native(a: &mut Active, place: *mut Value, first: *mut Value, n: usize, d: Reg) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let callee = (*place).ptr();
        if callee.is_null() {
            return Step::Other;
        }
        let step = native_calls::call(m, callee, first, n, a.place(d));
        called(a, place, d, step)
    }
}

/// Calls anything but a function whose frame was entered: a generator function, class, bound method, builtin or tool. It lies in
/// `place`, the `n` arguments behind it.
#[inline(never)]
pub(crate) unsafe fn call_other(a: &mut Active, n: usize, d: Reg, place: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        if engine_types::is_function(&*place) {
            let step = create(m, place, place.add(1), n, a.place(d));
            return outcome(a, step);
        }
        if static_types::is_len(&*place) && n == 1 {
            if let Some(length) = length(&*place.add(1)) {
                set(place.add(1), Tag::Unset, 0);
                set(place, Tag::Unset, 0);
                set(a.place(d), Tag::Int, length as u64);
                return on(a);
            }
        }
        if (*place).tag == Tag::Object {
            if matches!(n, 1 | 2) && item_readers::is_source(&*place.add(1)) {
                let step = item_readers::call(m, place, n, a.place(d));
                if !matches!(step, Step::Other) {
                    return outcome(a, step);
                }
            }
            if tools::is_tool(&*place) {
                return call_tool(a, n, d, place);
            }
            if let Some(builtin) = direct_builtins::known(&*place) {
                return call_direct(a, builtin, place, place.add(1), n, d);
            }
            if let Some((tag, data)) = builtins::call((*place).ptr(), place.add(1), n) {
                for i in (0..=n).rev() {
                    set(place.add(i), Tag::Unset, 0);
                }
                set(a.place(d), tag, data);
                return on(a);
            }
        }
        let site = site(d);
        let none = std::ptr::null_mut();
        let mut entered = || {
            (is_class(&*place) && construct(m, a, place, n, none, site))
                || enter_bound(m, a, place, n, site)
                || call_instance(m, a, place, n, none, site)
        };
        if !native_calls::is_builtin(&*place) {
            if entered() {
                return Step::Done;
            }
            match construct_natively(a, place, n, d) {
                Step::Other => {}
                step => return step,
            }
        }
        match native(a, place, place.add(1), n, d) {
            Step::End => Step::Other,
            other => other,
        }
    }
}

/// `d = builtin(arguments)`; it lies in `place`, its `n` arguments in registers from `first`.
unsafe fn call_direct(a: &mut Active, builtin: Direct, place: *mut Value, first: *mut Value, n: usize, d: Reg) -> Step {
    // SAFETY: ARMS; registers may be written by code that is called: the arguments are held here.
    unsafe {
        let m = &*a.machine;
        let arguments: SmallVec<[Value; 3]> = (0..n).map(|i| (*first.add(i)).clone()).collect();
        let Some(result) = direct_builtins::call(m, builtin, &arguments) else { return Step::Other };
        if result.is_ok() {
            for i in (0..n).rev() {
                set(first.add(i), Tag::Unset, 0);
            }
            set(place, Tag::Unset, 0);
        }
        set_result(a, d, result)
    }
}

/// `d = tool(arguments)`; the proxy and its `n` arguments lie in registers from `place`.
unsafe fn call_tool(a: &mut Active, n: usize, d: Reg, place: *mut Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let step = native_calls::call_tool(&*a.machine, &*place, place.add(1), n, a.place(d));
        called(a, place, d, step)
    }
}

/// As `call_other`, with the last of the arguments named by `names`; functions, too.
#[inline(never)]
pub(crate) unsafe fn call_with_keywords(a: &mut Active, n: usize, d: Reg, place: *mut Value, names: *mut PyObject) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        if names.is_null() {
            return Step::Other;
        }
        let site = site(d);
        if engine_types::is_function(&*place) {
            let function = (*place).data as *mut PyObject;
            if !enter_with_keywords(m, a, function, place.add(1), n, names, site) {
                return Step::Other;
            }
            put(place, Tag::Unset, 0);
            return Step::Done;
        }
        if (is_class(&*place) && construct(m, a, place, n, names, site)) || call_instance(m, a, place, n, names, site) {
            return Step::Done;
        }
        let callee = (*place).ptr();
        if callee.is_null() {
            return Step::Other;
        }
        let mut step = key_functions::call(m, fast_entry::apply, place, (n, names), a.place(d));
        if matches!(step, Step::Other) {
            step = native_calls::call_with_names(m, callee, place.add(1), n, names, a.place(d));
        }
        called(a, place, d, step)
    }
}

/// Calls the class of the code in `place` whose constructor is not the code's, with the `n` arguments that follow.
unsafe fn construct_natively(a: &mut Active, place: *mut Value, n: usize, d: Reg) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !is_class(&*place) {
            return Step::Other;
        }
        let m = &*a.machine;
        let step = native_calls::call_class(m, (*place).data as *mut PyObject, place.add(1), n, a.place(d));
        called(a, place, d, step)
    }
}

/// Behind a native call of the callee in `place`.
#[inline(always)]
unsafe fn called(a: &mut Active, place: *mut Value, d: Reg, step: Step) -> Step {
    match step {
        Step::Done => {
            // The result may lie where the callee was.
            if !std::ptr::eq(a.place(d), place) {
                // SAFETY: ARMS; an object is read as what its type says.
                unsafe { set(place, Tag::Unset, 0) };
            }
            on(a)
        }
        step => step,
    }
}

/// Calls what is no function of the code with its arguments in a row, as they would lie in registers had they been written one
/// by one.
#[inline(never)]
pub(crate) unsafe fn call_in_row(a: &mut Active, d: Reg, b: Reg) -> Step {
    // SAFETY: ARMS; the containers hold the arguments, and are held here until they are called with.
    unsafe {
        let place = a.place(b);
        let Some((items, n, named)) = stars::spread(place) else { return Step::Other };
        let mut row = [const { Value::UNSET }; stars::ROW + 1];
        let callee = (*place).ptr();
        if callee.is_null() {
            return Step::Other;
        }
        // A method in C is called with its receiver.
        let method = stars::native_method(&*a.machine, callee);
        let receiver = usize::from(method.is_some());
        let Some(arguments) = row.get_mut(1 + receiver..) else { return Step::Other };
        let Some(names) = stars::lay(&*a.machine, arguments, (items, n, named)) else { return Step::Other };
        let count = receiver + n + names.as_ref().map_or(0, |names| layout::tuple_items(names.ptr()).1);
        let held = [0, 1, 2].map(|i| std::mem::replace(&mut *place.add(i), Value::UNSET));
        let [first, second, ..] = &mut row;
        match method {
            Some(parts) => [*first, *second] = parts,
            None => *first = held[0].clone(),
        }
        let row = row.as_mut_ptr();
        let step = match &names {
            None => call_other(a, count, d, row),
            Some(names) => call_with_keywords(a, count, d, row, names.ptr()),
        };
        if matches!(step, Step::Other | Step::End) {
            for (i, value) in held.into_iter().enumerate() {
                *place.add(i) = value;
            }
        }
        step
    }
}

#[inline(never)]
pub(crate) unsafe fn call_loaded_with_keywords(a: &mut Active, n: u8, d: Reg, b: Reg, k: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let place = a.place(b);
        let (receiver, names) = (place.add(1), keyword_names(a, k));
        if names.is_null() || (*receiver).tag == Tag::Unset || !engine_types::is_function(&*place) {
            return Step::Other;
        }
        let (function, site) = ((*place).data as *mut PyObject, site(d));
        if !enter_with_keywords(m, a, function, receiver, n as usize + 1, names, site) {
            return Step::Other;
        }
        put(place, Tag::Unset, 0);
        Step::Done
    }
}

/// Calls a native method, a method with keywords, a member of a class or of a module.
#[inline(never)]
pub(crate) unsafe fn call_other_method(a: &mut Active, n: u8, d: Reg, b: Reg, ic: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let (place, n, site) = (a.place(b), n as usize, site(d));
        if !load_called_member(m, a, &*place, ic, place) {
            return call_cached(a, place, n, d, ic, site);
        }
        let done = match direct_builtins::known(&*place) {
            Some(builtin) => call_direct(a, builtin, place, place.add(1), n, d),
            None => native(a, place, place.add(1), n, d),
        };
        match done {
            Step::End | Step::Other => {}
            done => return done,
        }
        // Loaded already: what is left is a plain call.
        match call::call_loaded(m, a, b, b.offset(1), n, d) {
            Ok(()) => Step::Done,
            Err(Exc) => Step::Failed,
        }
    }
}

/// Calls a native method, a method with keywords or a member of a class, if the site's cache knows it.
#[inline(always)]
unsafe fn call_cached(a: &mut Active, place: *mut Value, n: usize, d: Reg, ic: u16, site: Site) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        // Sites know types of objects: a number is made one, as the method wants it anyway.
        if matches!((*place).tag, Tag::Int | Tag::Float) {
            let object = boxed(&*place);
            if object.is_null() {
                return Step::Other;
            }
            put(place, Tag::Object, object as u64);
        }
        if let Some(method) = cached_method(a, &*place, ic) {
            if function::get_raw(method).is_some() {
                return Step::Other;
            }
            if static_types::is_dict_get(method) && dicts::get(m, place, n + 1, a.place(d)) {
                return on(a);
            }
            // The object's class keeps the method, but the object may go with the arguments.
            ffi::Py_INCREF(method);
            let reads = n == 1 && item_readers::is_source(&*place.add(1)) && static_types::is_join(method);
            let mut step = if reads { item_readers::list_in_place(m, place.add(1)) } else { Step::Other };
            if matches!(step, Step::Other) {
                step = native_calls::call(m, method, place, n + 1, a.place(d));
            }
            ffi::Py_DECREF(method);
            return outcome(a, step);
        }
        if let Some((method, names)) = cached_keyword_method(a, &*place, ic) {
            ffi::Py_INCREF(method);
            if function::get_raw(method).is_some() {
                if enter_with_keywords(m, a, method, place, n + 1, names, site) {
                    return Step::Done;
                }
                ffi::Py_DECREF(method);
                return Step::Other;
            }
            let mut step = key_functions::sort(m, fast_entry::apply, method, place, (n + 1, names), a.place(d));
            if matches!(step, Step::Other) {
                step = native_calls::call_with_names(m, method, place, n + 1, names, a.place(d));
            }
            ffi::Py_DECREF(method);
            return outcome(a, step);
        }
        if let Some((member, takes_class)) = cached_member(a, &*place, ic) {
            let Some(target) = function::get_raw(member) else { return Step::Other };
            let (first, count) = if takes_class { (place, n + 1) } else { (place.add(1), n) };
            ffi::Py_INCREF(member);
            if enter(m, a, target, member, first, count, site) {
                set(place, Tag::Unset, 0);
                return Step::Done;
            }
            ffi::Py_DECREF(member);
            return Step::Other;
        }
        let Some((function, takes_class)) = cached_wrapped(a, &*place, ic) else { return Step::Other };
        call_wrapped(a, place, n, function, takes_class, site)
    }
}

/// Calls the function in a `staticmethod` or `classmethod` of the class of the object in `place`.
unsafe fn call_wrapped(a: &mut Active, place: *mut Value, n: usize, function: *mut PyObject, takes_class: bool, site: Site) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let Some(target) = function::get_raw(function) else { return Step::Other };
        let object = take_words(place);
        let (first, count) = if takes_class {
            let class = ffi::Py_TYPE(object.1 as *mut PyObject) as *mut PyObject;
            ffi::Py_INCREF(class);
            put(place, Tag::Object, class as u64);
            (place, n + 1)
        } else {
            (place.add(1), n)
        };
        ffi::Py_INCREF(function);
        let entered = enter(m, a, target, function, first, count, site);
        if entered {
            drop(Value { tag: object.0, data: object.1 });
            return Step::Done;
        }
        ffi::Py_DECREF(function);
        set(place, object.0, object.1);
        Step::Other
    }
}

/// Loads a member of a class or of a module, or what a `staticmethod` or `classmethod` of the object's class wraps.
#[inline(never)]
pub(crate) unsafe fn load_other_method(a: &mut Active, b: Reg, ic: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let place = a.place(b);
        let receiver = place.add(1);
        if let Some((member, takes_class)) = cached_member(a, &*place, ic) {
            ffi::Py_INCREF(member);
            if takes_class {
                let class = (*place).data;
                put(place, Tag::Object, member as u64);
                set(receiver, Tag::Object, class);
            } else {
                set(receiver, Tag::Unset, 0);
                set(place, Tag::Object, member as u64);
            }
            return on(a);
        }
        if let Some((function, takes_class)) = cached_wrapped(a, &*place, ic) {
            ffi::Py_INCREF(function);
            if takes_class {
                let class = (*place).type_ptr() as *mut PyObject;
                ffi::Py_INCREF(class);
                set(receiver, Tag::Object, class as u64);
            } else {
                set(receiver, Tag::Unset, 0);
            }
            set(place, Tag::Object, function as u64);
            return on(a);
        }
        set(receiver, Tag::Unset, 0);
        if load_module_member(&*a.machine, a, &*place, ic, place) {
            return on(a);
        }
        switched(ask_hook(&*a.machine, a, &*place, ic, site(b)))
    }
}

#[inline(never)]
pub(crate) unsafe fn load_super(a: &mut Active, b: Reg, ic: u16, g: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        if !is_builtin(&*a.machine, g, static_types::GUARDED_SUPER.load(Ordering::Relaxed)) {
            return Step::Other;
        }
        if load_super_method(a, a.place(b), ic) {
            on(a)
        } else {
            Step::Other
        }
    }
}

/// Calls what was loaded, but for a function whose frame was entered.
#[inline(never)]
pub(crate) unsafe fn call_other_loaded(a: &mut Active, n: u8, d: Reg, b: Reg) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let (place, n) = (a.place(b), n as usize);
        let (mut first, mut count) = (place.add(1), n + 1);
        if (*first).tag == Tag::Unset {
            first = first.add(1);
            count -= 1;
        }
        if engine_types::is_function(&*place) {
            let step = create(m, place, first, count, a.place(d));
            return outcome(a, step);
        }
        if count == n {
            // No receiver was loaded: the callee goes next to its arguments.
            let (tag, data) = take_words(place);
            put(place.add(1), tag, data);
            let site = site(d);
            if enter_bound(m, a, place.add(1), count, site) {
                return Step::Done;
            }
            let (tag, data) = take_words(place.add(1));
            put(place, tag, data);
        }
        if let Some(builtin) = direct_builtins::known(&*place) {
            return call_direct(a, builtin, place, first, count, d);
        }
        native(a, place, first, count, d)
    }
}

/// An attribute of a module, a property of an own class, what its `__getattr__` says, or what an object of a library computes.
#[inline(never)]
pub(crate) unsafe fn get_member(a: &mut Active, d: Reg, object: Rk, ic: u16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says; the method is the object's type's, and a function of the code.
    unsafe {
        let (m, holder): (_, *const Value) = (&*a.machine, a.get(object));
        if read_attribute(m, a, &*holder, ic, site(d)) || ask_hook(m, a, &*holder, ic, site(d)) {
            return Step::Done;
        }
        if let Some(result) = ask_interpreter(m, a, &*holder, ic) {
            return set_result(a, d, result);
        }
        if let Some(function) = cached_method(a, &*holder, ic).filter(|function| function::get_raw(*function).is_some()) {
            let method = static_types::PyMethod_New(function, (*holder).ptr());
            if method.is_null() {
                return Step::Failed;
            }
            set(a.place(d), Tag::Object, method as u64);
            return on(a);
        }
        if load_module_member(m, a, &*holder, ic, a.place(d)) {
            return on(a);
        }
    }
    Step::Other
}

/// `object.name = value` by code of an own class.
#[inline(never)]
pub(crate) unsafe fn set_property(a: &mut Active, object: Rk, ic: u16, value: Rk) -> Step {
    let (object, value): (*const Value, *const Value) = (a.get(object), a.get(value));
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { switched(set_attribute(&*a.machine, a, &*object, ic, &*value)) }
}

/// The next item of anything but a range, list, tuple or generator.
#[inline(never)]
pub(crate) unsafe fn for_next(a: &mut Active, d: Reg, it: Reg, to: i16) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let [first, second, third] = a.three(it);
        if pairs::is_state(first, second, third) {
            return match pair_loops::for_next(a, d, it, to) {
                Step::End => end_loop(a, it),
                other => other,
            };
        }
        let iterator: *const Value = a.place(it);
        let name = pyo3::intern!(m.py(), "__next__").as_ptr();
        if enter_own(m, a, name, [iterator, std::ptr::null(), std::ptr::null()], Site { d, kind: FrameKind::Next }) {
            return Step::Done;
        }
        match next_object(m, a.place(it), a.place(d)) {
            Step::Done => {
                a.advance(to as isize);
                Step::Done
            }
            Step::End => end_loop(a, it),
            other => other,
        }
    }
}

/// Goes on behind a loop whose iterator has nothing more.
#[inline(never)]
pub(crate) unsafe fn end_loop(a: &mut Active, it: Reg) -> Step {
    let source = a.place(it);
    for i in 0..3 {
        // SAFETY: ARMS; an object is read as what its type says.
        unsafe { set(source.add(i), Tag::Unset, 0) };
    }
    on(a)
}

/// An item of anything but a list or tuple.
#[inline(never)]
pub(crate) unsafe fn get_item(a: &mut Active, d: Reg, container: Rk, index: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let (operand, operands): (Rk, [*const Value; 2]) = (container, [a.get(container), a.get(index)]);
        let [container, index] = operands.map(|v| &*v);
        match keyed_item(m, container, index, a.place(d)) {
            Step::Other => {}
            step => return outcome(a, step),
        }
        if container.is_unset() || index.is_unset() {
            return Step::Other;
        }
        if let Some(method) = call::own_method(m, container, pyo3::intern!(m.py(), "__getitem__").as_ptr()) {
            let site = site(d);
            return switched(enter_method(m, a, method, [container, index, std::ptr::null()], site));
        }
        let found = subscript::get_object(m, &a.operand(operand), &index.clone());
        set_result(a, d, found)
    }
}

/// A slice of anything but a list, tuple or string with plain bounds.
#[inline(never)]
pub(crate) unsafe fn get_slice(a: &mut Active, d: Reg, container: Rk, b: Reg) -> Step {
    let container = a.operand(container);
    if container.is_unset() {
        return Step::Other;
    }
    let bounds = [a.take(b), a.take(b.offset(1)), a.take(b.offset(2))];
    // SAFETY: ARMS; an object is read as what its type says.
    let found = unsafe { subscript::get_slice(&*a.machine, &container, [&bounds[0], &bounds[1], &bounds[2]]) };
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { set_result(a, d, found) }
}

/// Puts the result of an operation into its register.
unsafe fn set_result(a: &mut Active, d: Reg, result: R<Value>) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    let m = unsafe { &*a.machine };
    match result {
        // A finaliser met the limit; nobody gets its exception.
        Ok(_) if m.aborting.get() => {
            let Exc = abort::carry(m);
            Step::Failed
        }
        Ok(value) => {
            let value = ManuallyDrop::new(value);
            // SAFETY: ARMS; an object is read as what its type says.
            unsafe { set(a.place(d), value.tag, value.data) };
            on(a)
        }
        Err(Exc) => Step::Failed,
    }
}

/// The generator that the `__iter__` of an own class makes, for a loop (`d` and two registers more) or a `yield from`.
#[inline(never)]
pub(crate) unsafe fn iterate_own(a: &mut Active, d: Reg, s: Rk, loops: bool) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let m = &*a.machine;
        let source = a.get(s);
        let type_ = source.type_ptr();
        if type_.is_null() || (*type_).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_HEAPTYPE == 0 {
            return Step::Other;
        }
        let method = static_types::type_lookup(type_, pyo3::intern!(m.py(), "__iter__").as_ptr());
        let makes_generator = |f: &function::Function| f.linked.code.suspends == Suspends::Generator;
        if method.is_null() || !function::get_raw(method).is_some_and(makes_generator) {
            return Step::Other;
        }
        let (mut callee, mut receiver) = (Value::from_borrowed(method), source.clone());
        match create(m, &raw mut callee, &raw mut receiver, 1, a.place(d)) {
            Step::Done => {}
            other => return other,
        }
        if loops {
            set(a.place(d).add(1), Tag::None, 0);
            set(a.place(d).add(2), Tag::None, 0);
        }
        on(a)
    }
}

/// An item of an object of a subclass of `dict`, or the `__setitem__` of an own class.
#[inline(never)]
pub(crate) unsafe fn set_item(a: &mut Active, container: Rk, index: Rk, value: Rk) -> Step {
    let operands: [*const Value; 3] = [a.get(container), a.get(index), a.get(value)];
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let [container, index, value] = operands.map(|v| &*v);
        if container.is_object() && Ty::of(container).stores_as_dict() {
            match store_in_dict(container.ptr(), index, value) {
                Step::Other => {}
                step => return outcome(a, step),
            }
        }
        switched(set_own_item(&*a.machine, a, [container, index, value]))
    }
}

#[inline(never)]
pub(crate) unsafe fn insert(a: &mut Active, map: Reg, key: Rk, value: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let dict = (*a.place(map)).ptr();
        if dict.is_null() || ffi::Py_TYPE(dict) != &raw mut ffi::PyDict_Type {
            return Step::Other;
        }
        let step = store_in_dict(dict, a.get(key), a.get(value));
        outcome(a, step)
    }
}

/// An operator of anything but numbers: of sets, or the left operand's own method.
#[inline(never)]
pub(crate) unsafe fn own_operator(a: &mut Active, op: BinOp, d: Reg, left: Rk, right: Rk) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe {
        let (left, right): (*const Value, *const Value) = (a.get(left), a.get(right));
        match numbers::combine(&*a.machine, op, &*left, &*right, a.place(d)) {
            Step::Other => {}
            step => return outcome(a, step),
        }
        match combine(&*a.machine, op, &*left, &*right, a.place(d)) {
            Step::Other => {}
            step => return outcome(a, step),
        }
        let site = site(d);
        if operator(&*a.machine, a, op, &*left, &*right, site) {
            return Step::Done;
        }
        if (*left).is_unset() || (*right).is_unset() {
            return Step::Other;
        }
        // The registers may change meanwhile.
        let (left, right) = ((*left).clone(), (*right).clone());
        let result = arithmetic::binary(&*a.machine, op, &left, &right);
        set_result(a, d, result)
    }
}

/// `d op= right` of numbers that are no machine numbers.
#[inline(never)]
pub(crate) unsafe fn numbers_in_place(a: &mut Active, op: BinOp, d: Reg, left: Rk, right: Rk) -> Step {
    let (left, right): (*const Value, *const Value) = (a.get(left), a.get(right));
    // SAFETY: ARMS; an object is read as what its type says.
    let step = unsafe { numbers::combine_in_place(&*a.machine, op, &*left, &*right, a.place(d)) };
    outcome(a, step)
}

/// `d = left op right`, by the left operand's own method.
#[inline(never)]
pub(crate) unsafe fn own_comparison(a: &mut Active, op: CmpOp, d: Reg, left: Rk, right: Rk) -> Step {
    let (left, right): (*const Value, *const Value) = (a.get(left), a.get(right));
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { switched(comparison_of_own(&*a.machine, a, op, &*left, &*right, Site { d, kind: FrameKind::Operator })) }
}

/// A jump by `left op right`, by the left operand's own method.
#[inline(never)]
pub(crate) unsafe fn own_branch(a: &mut Active, op: CmpOp, left: Rk, right: Rk) -> Step {
    let (left, right): (*const Value, *const Value) = (a.get(left), a.get(right));
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { switched(comparison_of_own(&*a.machine, a, op, &*left, &*right, TEST)) }
}

/// What tests by the own method that is entered goes on by its result.
const TEST: Site = Site { d: Reg(0), kind: FrameKind::Test };

/// Whether `item` is in a container of an own class, by its method.
#[inline(never)]
pub(crate) unsafe fn own_membership(a: &mut Active, item: Rk, container: Rk) -> Step {
    let (item, container): (*const Value, *const Value) = (a.get(item), a.get(container));
    // SAFETY: ARMS; an object is read as what its type says.
    let m = unsafe { &*a.machine };
    let name = pyo3::intern!(m.py(), "__contains__").as_ptr();
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { switched((*item).tag != Tag::Unset && enter_own(m, a, name, [container, item, std::ptr::null()], TEST)) }
}

/// A jump by the truth of an object of an own class, by its method.
#[inline(never)]
pub(crate) unsafe fn own_truth(a: &mut Active, object: Rk) -> Step {
    let object: *const Value = a.get(object);
    // SAFETY: ARMS; an object is read as what its type says.
    let m = unsafe { &*a.machine };
    let name = pyo3::intern!(m.py(), "__bool__").as_ptr();
    // SAFETY: ARMS; an object is read as what its type says.
    unsafe { switched(enter_own(m, a, name, [object, std::ptr::null(), std::ptr::null()], TEST)) }
}

/// `x op y` of numbers, texts and containers. `Done` and `End` are true and false.
#[inline(never)]
pub(crate) unsafe fn compare(m: &Machine, op: CmpOp, x: &Value, y: &Value) -> Step {
    // SAFETY: ARMS; an object is read as what its type says.
    match unsafe { comparison(op, x, y) } {
        Some(true) => Step::Done,
        Some(false) => Step::End,
        // SAFETY: ARMS; an object is read as what its type says.
        None => unsafe { compare_containers(m, op, x, y) },
    }
}

/// `x op y` of containers: whether it is so.
#[inline(always)]
pub(crate) unsafe fn comparison_of_containers(op: CmpOp, a: &Active, x: Rk, y: Rk) -> Result<Option<bool>, Exc> {
    // SAFETY: ARMS; an object is read as what its type says.
    match unsafe { compare_containers(&*a.machine, op, a.get(x), a.get(y)) } {
        Step::Done => Ok(Some(true)),
        Step::End => Ok(Some(false)),
        Step::Other => Ok(None),
        Step::Failed => Err(Exc),
    }
}

/// `x in y`, or `not in`: whether it is so.
#[inline(always)]
pub(crate) unsafe fn membership(op: CmpOp, a: &Active, item: Rk, container: Rk) -> Result<Option<bool>, Exc> {
    // SAFETY: ARMS; an object is read as what its type says.
    match unsafe { contains(a.get(item), a.get(container)) } {
        Step::Done => Ok(Some(op == CmpOp::In)),
        Step::End => Ok(Some(op == CmpOp::NotIn)),
        Step::Other => Ok(None),
        Step::Failed => Err(Exc),
    }
}
