//! Fast arm of builtins that read one of the code's generators (`list(numbers())`), or a `map` or `filter` of one of its functions
//! (`sum(map(double, numbers))`): frames are entered from here, item by item.
//!
//! | builtin | with each item |
//! |---|---|
//! | `list`, `tuple`, `sorted` | to a list |
//! | `set` | its hash is asked for as it comes |
//! | `sum` | is added as it comes (since 3.12 the builtin itself does it, which keeps what additions lose) |
//! | `any`, `all` | stop at the first that settles it |
//! | `min`, `max` | is compared with the best so far |
//! | `next` | takes one, of a generator |
//! | `str.join` | to a list |
#![allow(unsafe_code, reason = "registers are read and written by address")]

use std::mem::ManuallyDrop;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySet};

use crate::cpython::static_types;
use crate::cpython::value::{attached, Exc, Tag, Value, R};
use crate::front::bytecode::operands::{Aggregate, BinOp, CmpOp};
use crate::session::abort;
use crate::vm::call::fast_entry;
use crate::vm::call::resume::{self, Outcome};
use crate::vm::fast::item_functions::Mapped;
use crate::vm::machine::register_values::{set, Step};
use crate::vm::machine::thread_calls::AtRest;
use crate::vm::machine::{stop_iteration, Machine};
use crate::vm::objects::generator::{self, Generator};
use crate::vm::ops::{arithmetic, compare};

/// Whether there is something to read item by item.
#[inline(always)]
pub(crate) fn is_source(object: &Value) -> bool {
    let class = object.type_ptr();
    class == &raw mut ffi::PyMap_Type || class == &raw mut ffi::PyFilter_Type || generator::get(object).is_some()
}

/// `d` = what the builtin in `place` makes of the source behind it and of what else the `n` arguments are; all are taken. `Other` and
/// nothing done where it is none of these, or where a list stands in the source's place now and the builtin goes on with that.
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
            if which == Aggregate::Sorted {
                return list_in_place(m, place.add(1));
            }
            // (What `min` and `max` say of nothing is their own.)
            let Some(made) = aggregate(m, which, &source) else { return Step::Other };
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

/// Puts a list in the place of the source there, for what goes on with that: `Other`, unless an error was raised.
#[inline(never)]
pub(crate) unsafe fn list_in_place(m: &Machine, place: *mut Value) -> Step {
    // SAFETY: ARMS; the source is held here.
    unsafe {
        let source = (*place).clone();
        let made = match Source::of(m, &source) {
            Some(source) => list(source),
            None => return Step::Other,
        };
        if m.aborting.get() {
            let Exc = abort::carry(m);
            return Step::Failed;
        }
        let Ok(list) = made else { return Step::Failed };
        set(place, Tag::Object, list.into_ptr() as u64);
        Step::Other
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

fn aggregate(m: &Machine, which: Aggregate, object: &Value) -> Option<R<Value>> {
    let source = Source::of(m, object)?;
    Some(match which {
        Aggregate::List => list(source).map(|list| Value::from_bound(list.into_any())),
        Aggregate::Tuple => list(source).map(|list| Value::from_bound(list.to_tuple().into_any())),
        Aggregate::Set => distinct(source),
        Aggregate::Sum if cfg!(not(Py_3_12)) => sum(m, source),
        Aggregate::Any => is_any(m, source, true).map(Value::bool),
        Aggregate::All => is_any(m, source, false).map(|found| Value::bool(!found)),
        Aggregate::Min => return best(m, source, CmpOp::Lt).transpose(),
        Aggregate::Max => return best(m, source, CmpOp::Gt).transpose(),
        _ => return None,
    })
}

/// Where items come from, which is held meanwhile.
enum Source<'m, 'a> {
    Generator { machine: &'m Machine, object: &'a Value, generator: &'a Generator, at_rest: AtRest<'m> },
    Mapped(Mapped<'m, 'a>),
}

impl<'m, 'a> Source<'m, 'a> {
    fn of(m: &'m Machine, object: &'a Value) -> Option<Source<'m, 'a>> {
        match generator::get(object) {
            Some(generator) => Some(Source::Generator { machine: m, object, generator, at_rest: AtRest::default() }),
            None => Mapped::of(m, fast_entry::apply, object).map(Source::Mapped),
        }
    }

    #[inline(always)]
    fn next(&mut self) -> R<Option<Value>> {
        match self {
            Source::Mapped(mapped) => mapped.next(),
            Source::Generator { machine, object, generator, at_rest } => {
                let m = *machine;
                let outcome = if fast_entry::may_pull(m, generator) {
                    let entered = at_rest.enter(m);
                    // SAFETY: `object` is the generator's, and is held meanwhile.
                    let outcome = unsafe { fast_entry::pull(m, object.ptr(), generator) };
                    entered.again();
                    outcome
                } else {
                    at_rest.unless(false);
                    resume::send(object, Value::NONE)
                };
                outcome.map(|outcome| match outcome {
                    Outcome::Yielded(item) => Some(item),
                    Outcome::Returned(_) => None,
                })
            }
        }
    }

    #[inline(always)]
    fn at_rest(&mut self) -> &mut AtRest<'m> {
        match self {
            Source::Generator { at_rest, .. } => at_rest,
            Source::Mapped(mapped) => &mut mapped.function.at_rest,
        }
    }

    /// Hands each item to `take`, until that says false.
    #[inline(always)]
    fn each(mut self, mut take: impl FnMut(Value, &mut AtRest<'m>) -> R<bool>) -> R<()> {
        while let Some(item) = self.next()? {
            if !take(item, self.at_rest())? {
                break;
            }
        }
        Ok(())
    }
}

fn list<'py>(source: Source<'_, '_>) -> R<Bound<'py, PyList>> {
    let list = PyList::empty(attached());
    source.each(|item, _| {
        list.append(item.into_bound(attached())?)?;
        Ok(true)
    })?;
    Ok(list)
}

fn distinct(source: Source<'_, '_>) -> R<Value> {
    let py = attached();
    let made = PySet::empty(py)?;
    source.each(|item, at_rest| {
        at_rest.unless(!item.is_object());
        made.add(item.into_bound(py)?)?;
        Ok(true)
    })?;
    Ok(Value::from_bound(made.into_any()))
}

fn sum(m: &Machine, source: Source<'_, '_>) -> R<Value> {
    let mut total = Value::int(0);
    source.each(|item, at_rest| {
        at_rest.unless(!item.is_object() && !total.is_object());
        total = arithmetic::binary(m, BinOp::Add, &total, &item)?;
        Ok(true)
    })?;
    Ok(total)
}

/// The first item that is `op` all others; `None` where there are none.
fn best(m: &Machine, source: Source<'_, '_>, op: CmpOp) -> R<Option<Value>> {
    let mut best: Option<Value> = None;
    source.each(|item, at_rest| {
        let is_better = match &best {
            None => true,
            Some(than) => {
                at_rest.unless(!item.is_object() && !than.is_object());
                compare::is(m, op, &item, than)?
            }
        };
        if is_better {
            best = Some(item);
        }
        Ok(true)
    })?;
    Ok(best)
}

/// Whether an item has this truth; no further one is asked for then.
fn is_any(m: &Machine, source: Source<'_, '_>, truth: bool) -> R<bool> {
    let mut found = false;
    source.each(|item, at_rest| {
        at_rest.unless(!item.is_object());
        found = arithmetic::truth(m, &item)? == truth;
        Ok(!found)
    })?;
    Ok(found)
}
