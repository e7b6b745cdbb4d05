//! Functions of the code that a builtin calls for each item of a container (`key=`, `map`, `filter`): called from here, one after the
//! other. C code would enter the loop anew for each, and look anew where the run stands.
#![allow(unsafe_code, reason = "items are borrowed objects of the interpreter's containers")]

use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;

use crate::cpython::layout;
use crate::cpython::value::{Exc, Value, R};
use crate::sandbox::value_filter;
use crate::sandbox::wrappers::library_callables;
use crate::session::abort;
use crate::vm::machine::thread_calls::AtRest;
use crate::vm::machine::Machine;
use crate::vm::objects::function::{self, Function};
use crate::vm::ops::arithmetic;

/// How the loop is entered with a function and its one argument, where that can be done at once (`fast_entry::apply`). It is handed over,
/// since the loop itself comes here.
pub(crate) type Apply = for<'m> unsafe fn(&'m Machine, &mut AtRest<'m>, (*mut PyObject, &Function), *mut PyObject) -> Option<R<Value>>;

/// A function that is called with one argument.
pub(crate) struct ItemFunction<'m> {
    machine: &'m Machine,
    apply: Apply,
    function: Value,
    pub(crate) at_rest: AtRest<'m>,
}

impl<'m> ItemFunction<'m> {
    /// `None` where it is neither a function of the code nor one of the interpreter's own that makes plain values.
    pub(crate) fn of(machine: &'m Machine, apply: Apply, function: &Value) -> Option<ItemFunction<'m>> {
        let plain = || function.as_object().is_some_and(|object| library_callables::computes_at_sight(machine, &object));
        if function::get(function).is_none() && !plain() {
            return None;
        }
        Some(ItemFunction { machine, apply, function: function.clone(), at_rest: AtRest::default() })
    }

    /// What it gives for the object, which is held meanwhile.
    #[inline]
    pub(crate) fn call(&mut self, item: &Bound<'_, PyAny>) -> R<Value> {
        let object = self.function.ptr();
        if let Some(function) = function::get(&self.function) {
            // SAFETY: both are held here.
            if let Some(value) = unsafe { (self.apply)(self.machine, &mut self.at_rest, (object, function), item.as_ptr()) } {
                return value;
            }
        }
        self.at_rest.unless(false);
        // SAFETY: ATTACHED; two live objects; a new reference, or null with an error.
        let value = unsafe { Value::from_result(ffi::PyObject_CallOneArg(object, item.as_ptr())) }?;
        if self.machine.aborting.get() && abort::by_limit(self.machine) {
            return Err(abort::carry(self.machine));
        }
        // (A dict of the host's may hold what the code gets another object for.)
        value_filter::admit(self.machine, value)
    }

    /// Lets go of an object: the last reference may run code.
    #[inline(always)]
    pub(crate) fn let_go(&mut self, object: Bound<'_, PyAny>) {
        // SAFETY: ATTACHED; a live object.
        let is_last = unsafe { ffi::Py_REFCNT(object.as_ptr()) } == 1;
        self.at_rest.unless(!is_last || is_plain(&object));
        drop(object);
    }
}

/// Whether nothing runs when the object goes.
#[inline(always)]
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    let class = object.get_type_ptr();
    class == &raw mut ffi::PyLong_Type || class == &raw mut ffi::PyUnicode_Type || class == &raw mut ffi::PyFloat_Type
}

/// Whether asking for the items of such a container runs no code.
pub(crate) fn is_container(object: *mut PyObject) -> bool {
    if object.is_null() {
        return false;
    }
    let classes: [*mut PyTypeObject; 8] = [
        &raw mut ffi::PyList_Type,
        &raw mut ffi::PyTuple_Type,
        &raw mut ffi::PyDict_Type,
        &raw mut ffi::PyDictItems_Type,
        &raw mut ffi::PyDictValues_Type,
        &raw mut ffi::PyDictKeys_Type,
        &raw mut ffi::PySet_Type,
        &raw mut ffi::PyFrozenSet_Type,
    ];
    // SAFETY: ATTACHED; a live object.
    classes.contains(&unsafe { ffi::Py_TYPE(object) })
}

/// Iterators of containers, whose next item is an object that is there already: no code runs, and nothing is made.
fn is_plain_iterator(object: &Bound<'_, PyAny>) -> bool {
    let classes: [*mut PyTypeObject; 5] = [
        &raw mut ffi::PyListIter_Type,
        &raw mut ffi::PyTupleIter_Type,
        &raw mut ffi::PyDictIterKey_Type,
        &raw mut ffi::PyDictIterValue_Type,
        &raw mut ffi::PySetIter_Type,
    ];
    classes.contains(&object.get_type_ptr())
}

/// A `map` or `filter` of a function of the code over a container.
pub(crate) struct Mapped<'m, 'py> {
    pub(crate) function: ItemFunction<'m>,
    items: Bound<'py, PyAny>,
    filters: bool,
}

impl<'m, 'py> Mapped<'m, 'py> {
    /// `None` where it is no such object.
    pub(crate) fn of(m: &'m Machine, apply: Apply, object: &Value) -> Option<Mapped<'m, 'py>> {
        if !layout::trusted() || !object.is_object() {
            return None;
        }
        // SAFETY: ATTACHED; a live object holds its parts, which are referenced anew.
        let (function, items, filters) = unsafe {
            let (function, items, filters) = layout::mapped::parts(object.ptr())?;
            (Value::same_from_borrowed(function), Bound::from_borrowed_ptr(m.py(), items), filters)
        };
        // (Others' functions are called from C code as fast.)
        if !is_plain_iterator(&items) || function::get(&function).is_none() {
            return None;
        }
        Some(Mapped { function: ItemFunction::of(m, apply, &function)?, items, filters })
    }

    /// The next item; `None` at the end. A function that raises `StopIteration` ends it, too.
    #[inline]
    pub(crate) fn next(&mut self) -> R<Option<Value>> {
        loop {
            // SAFETY: ATTACHED; an iterator; a new reference, or null.
            let Some(item) = (unsafe { Bound::from_owned_ptr_or_opt(self.items.py(), ffi::PyIter_Next(self.items.as_ptr())) }) else {
                return self.failed_or_over();
            };
            let Ok(given) = self.function.call(&item) else {
                return self.failed_or_over();
            };
            if !self.filters {
                self.function.let_go(item);
                return Ok(Some(given));
            }
            self.function.at_rest.unless(!given.is_object());
            if arithmetic::truth(self.function.machine, &given)? {
                return value_filter::admit(self.function.machine, Value::from_bound(item)).map(Some);
            }
            self.function.let_go(item);
        }
    }

    /// Behind the last item, or where an error was raised.
    fn failed_or_over(&mut self) -> R<Option<Value>> {
        let py = self.items.py();
        self.function.at_rest.unless(false);
        // SAFETY: ATTACHED; a static exception class.
        unsafe {
            if !PyErr::occurred(py) {
                return Ok(None);
            }
            if self.function.machine.aborting.get() || ffi::PyErr_ExceptionMatches(ffi::PyExc_StopIteration) == 0 {
                return Err(Exc);
            }
            ffi::PyErr_Clear();
        }
        Ok(None)
    }
}
