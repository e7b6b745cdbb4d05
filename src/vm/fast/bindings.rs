//! Which argument of a call each parameter gets.
#![allow(unsafe_code, reason = "arguments and names are read by address")]

use std::ptr;

use pyo3::ffi::{self, PyObject};

use crate::cpython::layout;
use crate::cpython::value::Value;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::Machine;
use crate::vm::objects::function::Function;

/// Most parameters of a function that is entered with keywords in the loop.
pub(crate) const PARAMETERS: usize = 12;

/// Which argument each parameter gets, or which default, decided before anything is moved.
pub(crate) struct Bindings {
    pub(crate) sources: [*mut Value; PARAMETERS],
    pub(crate) defaults: [*const Value; PARAMETERS],
    pub(crate) total: usize,
}

/// What the parameters get of `n` arguments, the last of which are named by `names` (or null); none where the call is not entered
/// in the loop. Nothing is run, and nothing is read of the arguments.
#[inline(always)]
pub(crate) unsafe fn bind(m: &Machine, callee: &Function, first: *mut Value, n: usize, names: *mut PyObject) -> Option<Bindings> {
    // SAFETY: ARMS; FRAMES; arguments lie in registers next to each other.
    unsafe {
        let linked = &*callee.linked;
        let (named, count) = if names.is_null() { (ptr::null_mut(), 0) } else { layout::tuple_items(names) };
        let given = n - count.min(n);
        let total = parameters(m, callee, linked, given)?;
        let mut sources = [ptr::null_mut::<Value>(); PARAMETERS];
        for (i, source) in sources.iter_mut().enumerate().take(given.min(linked.positional)) {
            *source = first.add(i);
        }
        for i in 0..count {
            match parameter_of(linked, total, *named.add(i)) {
                Some(parameter) => {
                    let source = sources.get_mut(parameter).filter(|source| source.is_null())?;
                    *source = first.add(given + i);
                }
                None if linked.code.params.double_star => {}
                None => return None,
            }
        }
        let defaults = missing(callee, linked, sources.get(..total)?)?;
        Some(Bindings { sources, defaults, total })
    }
}

/// How many parameters have names, where so many arguments without names may be given.
pub(crate) unsafe fn parameters(m: &Machine, callee: &Function, linked: &Linked, given: usize) -> Option<usize> {
    let params = &linked.code.params;
    let total = linked.positional + params.keyword_only as usize;
    let fits = (linked.named || linked.gathers)
        && total <= PARAMETERS
        && (given <= linked.positional || params.star)
        && ptr::eq(&*callee.session, &*m.session)
        && m.frames.has_room();
    fits.then_some(total)
}

/// The parameter that may be given by this name: an exact text.
pub(crate) unsafe fn parameter_of(linked: &Linked, total: usize, name: *mut PyObject) -> Option<usize> {
    let first = linked.code.params.positional_only as usize;
    let mut candidates = linked.slot_names.iter().enumerate().take(total).skip(first);
    // SAFETY: ATTACHED; two exact texts are compared.
    let found = candidates.find(|(_, known)| known.as_ptr() == name || unsafe { ffi::PyUnicode_Compare(known.as_ptr(), name) == 0 });
    found.map(|(i, _)| i)
}

/// The defaults of parameters that were given nothing; none where one has no default.
pub(crate) unsafe fn missing<T>(callee: &Function, linked: &Linked, sources: &[*mut T]) -> Option<[*const Value; PARAMETERS]> {
    let mut defaults = [ptr::null(); PARAMETERS];
    for (i, (source, default)) in sources.iter().zip(&mut defaults).enumerate() {
        if source.is_null() {
            // SAFETY: ARMS; nothing runs before they are read.
            *default = unsafe { default_of(callee, linked, i)? };
        }
    }
    Some(defaults)
}

/// The default of the parameter in slot `i`, which stays as long as nobody gives the function others.
unsafe fn default_of(callee: &Function, linked: &Linked, i: usize) -> Option<*const Value> {
    // SAFETY: ARMS; nothing runs while it is looked at.
    unsafe {
        if i < linked.positional {
            let defaults = &*callee.defaults.as_ptr();
            let default: &Value = defaults.get((i + defaults.len()).checked_sub(linked.positional)?)?;
            return Some(default);
        }
        let name = linked.slot_names.get(i)?.as_ptr();
        let defaults = &*callee.keyword_defaults.as_ptr();
        defaults.iter().find(|(known, _)| known.ptr() == name).map(|(_, default)| std::ptr::from_ref(default))
    }
}
