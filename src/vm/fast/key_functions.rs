//! Fast arm of `sorted`, `min` and `max` with a function of the code as their key.
#![allow(unsafe_code, reason = "registers are read and written by address")]

use std::ffi::CStr;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::cpython::layout::list::TakenItems;
use crate::cpython::value::{attached, raise, Exc, Tag, Value, R};
use crate::cpython::{given_keys, layout, static_types};
use crate::front::bytecode::operands::{Aggregate, CmpOp};
use crate::session::abort;
use crate::vm::fast::item_functions::{is_container, Apply, ItemFunction};
use crate::vm::fast::key_orders::put_in_order;
use crate::vm::fast::native_calls;
use crate::vm::machine::register_values::{comparison, set, Step};
use crate::vm::machine::Machine;
use crate::vm::ops::compare;

/// `d` = what the builtin in `place` makes of the container behind it by its key; the last of the `n` arguments are named by `names`, and
/// all are taken. `Other` where it is none of these and nothing was done, or where the key gives what it gave already and the builtin
/// goes on with that.
#[inline(never)]
pub(crate) unsafe fn call(m: &Machine, apply: Apply, place: *mut Value, (n, names): (usize, *mut PyObject), d: *mut Value) -> Step {
    // SAFETY: ARMS; code that runs meanwhile finds the callee and the arguments in their registers.
    unsafe {
        let Some((which, key, reverse)) = keyed(place, n, names) else { return Step::Other };
        let Some(function) = ItemFunction::of(m, apply, &*key) else { return Step::Other };
        let source = (*place.add(1)).to_bound(m.py());
        let Ok(source) = source else { return Step::Failed };
        let made = match which {
            Aggregate::Sorted => match sorted(function, &source, reverse) {
                Ok((list, None)) => Ok(Some(list)),
                Ok((list, Some(keys))) => {
                    drop(source);
                    for (place, object) in [(place.add(1), list), (key, keys)] {
                        set(place, Tag::Object, object.into_ptr() as u64);
                    }
                    return Step::Other;
                }
                Err(Exc) => Err(Exc),
            },
            Aggregate::Min => best(m, function, &source, CmpOp::Lt),
            _ => best(m, function, &source, CmpOp::Gt),
        };
        // (What the builtin gives then, or says, is its own.)
        if matches!(made, Ok(None)) {
            return Step::Other;
        }
        drop(source);
        let Ok(Some(made)) = made else { return failed(m, place, n + 1) };
        // What goes may run code.
        for i in (0..=n).rev() {
            set(place.add(i), Tag::Unset, 0);
        }
        native_calls::finish(m, made.into_ptr(), d)
    }
}

/// Most items that are put in order here: what that takes is not counted as the run's memory. (For more, the interpreter's own sort, which is.)
const MOST: isize = 1 << 20;

/// Which builtin it is, where its key lies, and whether the order is turned round, when it is called with one container and with names that
/// it has.
unsafe fn keyed(place: *mut Value, n: usize, names: *mut PyObject) -> Option<(Aggregate, *mut Value, bool)> {
    // SAFETY: ARMS; a tuple of texts.
    unsafe {
        let (names, count) = layout::tuple_items(names);
        if n != count + 1 || !is_container((*place.add(1)).ptr()) {
            return None;
        }
        let which = static_types::aggregate(&*place)?;
        let Named { key, reverse, default } = named(place.add(2), names, count)?;
        let fits = match which {
            Aggregate::Sorted => !default && ffi::PyObject_Size((*place.add(1)).ptr()) <= MOST,
            Aggregate::Min | Aggregate::Max => reverse.is_none(),
            _ => false,
        };
        fits.then_some((which, key, reverse.unwrap_or(false)))
    }
}

/// What arguments are named.
struct Named {
    key: *mut Value,
    reverse: Option<bool>,
    default: bool,
}

/// `None` where there is no key, or another name. The `count` arguments lie in registers from `first`.
unsafe fn named(first: *mut Value, names: *const *mut PyObject, count: usize) -> Option<Named> {
    // SAFETY: ARMS; texts.
    unsafe {
        let (mut key, mut reverse, mut default) = (None, None, false);
        for i in 0..count {
            let (name, value) = (*names.add(i), first.add(i));
            let is = |text: &CStr| ffi::PyUnicode_CompareWithASCIIString(name, text.as_ptr()) == 0;
            if is(c"key") {
                key = Some(value);
            } else if is(c"reverse") && matches!((*value).tag, Tag::Bool | Tag::Int) {
                // (What is no truth is an error before any key is asked for.)
                reverse = Some((*value).data != 0);
            } else if is(c"default") {
                default = true;
            } else {
                return None;
            }
        }
        Some(Named { key: key?, reverse, default })
    }
}

/// `list.sort` with a key: the `n` arguments, the list among them, lie in registers from `place`. As `call`.
#[inline(never)]
pub(crate) unsafe fn sort(
    m: &Machine,
    apply: Apply,
    method: *mut PyObject,
    place: *mut Value,
    (n, names): (usize, *mut PyObject),
    d: *mut Value,
) -> Step {
    // SAFETY: ARMS; code that runs meanwhile finds the arguments in their registers.
    unsafe {
        if !static_types::is_list_sort(method) || (*place).type_ptr() != &raw mut ffi::PyList_Type || !layout::trusted() {
            return Step::Other;
        }
        let (texts, count) = layout::tuple_items(names);
        let Some(Named { key, reverse, default: false }) = named(place.add(1), texts, count) else { return Step::Other };
        let Some(function) = ItemFunction::of(m, apply, &*key).filter(|_| n == count + 1) else { return Step::Other };
        let Ok(list) = (*place).to_bound(m.py()) else { return Step::Failed };
        if layout::list_items(list.as_ptr()).1 > MOST as usize {
            return Step::Other;
        }
        let mut taken = TakenItems::of(list.cast_into_unchecked());
        let given = in_order(function, &mut taken, reverse.unwrap_or(false));
        let changed = taken.put_back();
        let step = match given {
            Ok(None) => {
                for i in (0..n).rev() {
                    set(place.add(i), Tag::Unset, 0);
                }
                set(d, Tag::None, 0);
                Step::Done
            }
            Ok(Some(keys)) => {
                set(key, Tag::Object, keys.into_ptr() as u64);
                native_calls::call_with_names(m, method, place, n, names, d)
            }
            Err(Exc) => return failed(m, place, n),
        };
        if changed && matches!(step, Step::Done) {
            let Exc = raise::<PyValueError>("list modified during sort");
            return Step::Failed;
        }
        step
    }
}

/// The items in a list of their own: in order, or as they come, with a callable that gives their keys.
fn sorted<'py>(function: ItemFunction<'_>, source: &Bound<'py, PyAny>, reverse: bool) -> R<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)> {
    // SAFETY: ATTACHED; a container; a new list, or null with an error.
    let list = unsafe { Bound::from_owned_ptr_or_err(source.py(), ffi::PySequence_List(source.as_ptr()))?.cast_into_unchecked::<PyList>() };
    let mut taken = TakenItems::of(list.clone());
    let keys = in_order(function, &mut taken, reverse)?;
    taken.put_back();
    Ok((list.into_any(), keys))
}

/// Puts the items in order, or gives a callable that tells their keys.
fn in_order<'py>(mut function: ItemFunction<'_>, taken: &mut TakenItems<'py>, reverse: bool) -> R<Option<Bound<'py, PyAny>>> {
    let keys = keys_of(&mut function, taken.items())?;
    drop(function);
    // SAFETY: each key is held in its place.
    if unsafe { put_in_order(taken.items(), &keys, reverse) } {
        return Ok(None);
    }
    told(keys).map(Some)
}

/// What the function gives for each; the items are held meanwhile.
fn keys_of(function: &mut ItemFunction<'_>, items: &[*mut PyObject]) -> R<Vec<Value>> {
    let mut keys = Vec::new();
    if keys.try_reserve_exact(items.len()).is_err() {
        return Err(raise::<PyMemoryError>(""));
    }
    for item in items {
        // SAFETY: ATTACHED; a live object, as said above.
        keys.push(function.call(&unsafe { Bound::from_borrowed_ptr(attached(), *item) })?);
    }
    Ok(keys)
}

/// A callable that gives the keys, one with each call.
fn told<'py>(keys: Vec<Value>) -> R<Bound<'py, PyAny>> {
    let py = attached();
    let backwards = PyList::empty(py);
    for key in keys.into_iter().rev() {
        backwards.append(key.into_bound(py)?)?;
    }
    Ok(given_keys::of(backwards)?)
}

/// Behind an error: what goes may run code.
unsafe fn failed(m: &Machine, place: *mut Value, n: usize) -> Step {
    // SAFETY: ARMS.
    (0..n).rev().for_each(|i| unsafe { set(place.add(i), Tag::Unset, 0) });
    if m.aborting.get() {
        let Exc = abort::carry(m);
    }
    Step::Failed
}

/// The first item whose key is `op` those of all others; `None` where there are no items.
fn best<'py>(m: &Machine, mut function: ItemFunction<'_>, source: &Bound<'py, PyAny>, op: CmpOp) -> R<Option<Bound<'py, PyAny>>> {
    let mut items = source.try_iter()?;
    let is_dict_items = source.get_type_ptr() == &raw mut ffi::PyDictItems_Type;
    let mut best: Option<(Bound<'py, PyAny>, Value)> = None;
    loop {
        // (A pair that is made may set the collector off.)
        function.at_rest.unless(!is_dict_items);
        let Some(item) = items.next().transpose()? else { break };
        let key = function.call(&item)?;
        let is_better = match &best {
            None => true,
            Some((_, than)) => is(m, op, &key, than, &mut function)?,
        };
        let worse = if is_better { best.replace((item, key)) } else { Some((item, key)) };
        if let Some((item, key)) = worse {
            function.let_go(item);
            if key.is_object() {
                function.let_go(key.into_bound(source.py())?);
            }
        }
    }
    drop(function);
    Ok(best.map(|(item, _)| item))
}

/// Whether `a op b`, which is asked of the objects where they are not plain.
#[inline(always)]
fn is(m: &Machine, op: CmpOp, a: &Value, b: &Value, function: &mut ItemFunction<'_>) -> R<bool> {
    // SAFETY: REGISTERS: two live values.
    if let Some(is) = unsafe { comparison(op, a, b) } {
        return Ok(is);
    }
    function.at_rest.unless(false);
    compare::is(m, op, a, b)
}
