//! Fast arm of builtins that read one of the code's generators (`list(numbers())`): its frame is resumed from here, item by item.
//!
//! | builtin | with each item |
//! |---|---|
//! | `list`, `tuple`, `sorted` | to a list |
//! | `set` | its hash is asked for as it comes |
//! | `sum` | is added as it comes (since 3.12 the builtin itself does it, which keeps what additions lose) |
//! | `any`, `all` | stop at the first that settles it |
//! | `next` | takes one |
#![allow(unsafe_code, reason = "registers are read and written by address")]

use std::mem::ManuallyDrop;

use pyo3::prelude::*;
use pyo3::types::{PyList, PySet};

use crate::cpython::static_types;
use crate::cpython::value::{attached, Exc, Tag, Value, R};
use crate::front::bytecode::operands::{Aggregate, BinOp};
use crate::session::abort;
use crate::vm::call::fast_entry;
use crate::vm::call::resume::{self, Outcome};
use crate::vm::machine::register_values::{set, Step};
use crate::vm::machine::thread_calls::Entered;
use crate::vm::machine::{stop_iteration, Machine};
use crate::vm::objects::generator;
use crate::vm::ops::arithmetic;

/// `d` = what the builtin in `place` makes of the generator behind it and of what else the `n` arguments are; all are taken. `Other` and
/// nothing done where it is none of these, or where a list stands in the generator's place now and the builtin goes on with that.
#[inline(never)]
pub(crate) unsafe fn call(m: &Machine, place: *mut Value, n: usize, d: *mut Value) -> Step {
    // SAFETY: ARMS; code that runs meanwhile finds the callee and the arguments in their registers, and the generator is held here too.
    unsafe {
        let source = (*place.add(1)).clone();
        let made = if static_types::is_next(&*place) {
            let default = (n == 2).then(|| (*place.add(2)).clone());
            let Some(item) = next(m, &source, default) else { return Step::Other };
            item
        } else {
            let Some(which) = static_types::aggregate(&*place).filter(|_| n == 1) else { return Step::Other };
            let Some(made) = aggregate(m, which, &source) else { return Step::Other };
            if let (Ok(list), Aggregate::Sorted) = (&made, which) {
                let list = ManuallyDrop::new(list.clone());
                set(place.add(1), list.tag, list.data);
                return Step::Other;
            }
            made
        };
        drop(source);
        // What goes may run code.
        for i in (0..=n).rev() {
            set(place.add(i), Tag::Unset, 0);
        }
        if m.aborting.get() {
            let Exc = abort::carry(m);
            return Step::Failed;
        }
        let Ok(made) = made else { return Step::Failed };
        let made = ManuallyDrop::new(made);
        set(d, made.tag, made.data);
        Step::Done
    }
}

/// `next(object)`, or what stands for the end.
fn next(m: &Machine, object: &Value, default: Option<Value>) -> Option<R<Value>> {
    let generator = generator::get(object)?;
    // SAFETY: `object` is the generator's, and is held meanwhile.
    let outcome = unsafe { fast_entry::next(m, object.ptr(), generator) }?;
    Some(outcome.and_then(|outcome| match (outcome, default) {
        (Outcome::Yielded(item), _) => Ok(item),
        (Outcome::Returned(_), Some(default)) => Ok(default),
        (Outcome::Returned(value), None) => Err(stop_iteration::raise_with(value)),
    }))
}

/// The list of the items where it is `sorted`, whose order is asked for later.
fn aggregate(m: &Machine, which: Aggregate, object: &Value) -> Option<R<Value>> {
    Some(match which {
        Aggregate::List | Aggregate::Sorted => list(m, object).map(|list| Value::from_bound(list.into_any())),
        Aggregate::Tuple => list(m, object).map(|list| Value::from_bound(list.to_tuple().into_any())),
        Aggregate::Set => distinct(m, object),
        Aggregate::Sum if cfg!(not(Py_3_12)) => sum(m, object),
        Aggregate::Any => is_any(m, object, true).map(Value::bool),
        Aggregate::All => is_any(m, object, false).map(|found| Value::bool(!found)),
        _ => return None,
    })
}

fn list<'py>(m: &Machine, object: &Value) -> R<Bound<'py, PyList>> {
    let list = PyList::empty(attached());
    each(m, object, |item, _| {
        list.append(item.into_bound(attached())?)?;
        Ok(true)
    })?;
    Ok(list)
}

fn distinct(m: &Machine, object: &Value) -> R<Value> {
    let made = PySet::empty(m.py())?;
    each(m, object, |item, at_rest| {
        at_rest.unless(!item.is_object());
        made.add(item.into_bound(m.py())?)?;
        Ok(true)
    })?;
    Ok(Value::from_bound(made.into_any()))
}

fn sum(m: &Machine, object: &Value) -> R<Value> {
    let mut total = Value::int(0);
    each(m, object, |item, at_rest| {
        at_rest.unless(!item.is_object() && !total.is_object());
        total = arithmetic::binary(m, BinOp::Add, &total, &item)?;
        Ok(true)
    })?;
    Ok(total)
}

/// Whether an item has this truth; no further one is asked for then.
fn is_any(m: &Machine, object: &Value, truth: bool) -> R<bool> {
    let mut found = false;
    each(m, object, |item, at_rest| {
        at_rest.unless(!item.is_object());
        found = arithmetic::truth(m, &item)? == truth;
        Ok(!found)
    })?;
    Ok(found)
}

/// Between two items. The note that the generator's loop was entered from here stays from one to the next, as long as no code runs in between.
struct AtRest<'m>(Option<Entered<'m>>);

impl AtRest<'_> {
    /// What is done with the item may run code, unless it is plain.
    #[inline(always)]
    fn unless(&mut self, plain: bool) {
        if !plain {
            self.0 = None;
        }
    }
}

/// Hands each item to `take`, until that says false.
#[inline(always)]
fn each<'m>(m: &'m Machine, object: &Value, mut take: impl FnMut(Value, &mut AtRest<'m>) -> R<bool>) -> R<()> {
    let generator = resume::expect(object)?;
    let mut at_rest = AtRest(None);
    loop {
        let outcome = if fast_entry::may_pull(m, generator) {
            let entered = at_rest.0.get_or_insert_with(|| Entered::enter(m));
            // SAFETY: `object` is the generator's, and is held meanwhile.
            let outcome = unsafe { fast_entry::pull(m, object.ptr(), generator) };
            entered.again();
            outcome
        } else {
            at_rest.unless(false);
            resume::send(object, Value::NONE)
        };
        let goes_on = match outcome? {
            Outcome::Yielded(item) => take(item, &mut at_rest)?,
            Outcome::Returned(_) => false,
        };
        if !goes_on {
            return Ok(());
        }
    }
}
