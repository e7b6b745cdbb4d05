//! A profile: every charge of a run noted at its line, with the time until the next one.
//!
//! A run that is profiled is lowered so that no charge spans two lines and what follows a call has a charge of
//! its own; the meter's bound then lies below every count, so that each charge leaves the fast arms and comes
//! here. Other runs pay nothing: they have no profile and their bound is as ever.
//!
//! Operations are exact, those given back after an error included. Time is that between two charges without
//! the work done here, as far as one can tell: two readings of the clock per charge are half in it.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::cpython::value::R;
use crate::front::bytecode::code::Code;
use crate::front::bytecode::instr::Instr;
use crate::session::profile_entry::Entry;
use crate::vm::machine::hot_lines::span_of;
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;

/// Bound of the meter under which every charge is looked at; one above the value that means a request.
pub const EVERY_CHARGE: i64 = i64::MIN + 1;
/// Charges that are remembered to give operations back: more than one call has argument lines.
const REMEMBERED: usize = 1 << 10;

/// What a profile is taken with.
pub struct Profile {
    account: RefCell<Account>,
}

struct Account {
    /// By address of the code, which its place keeps, and instruction.
    index: FxHashMap<(usize, u32), usize>,
    places: Vec<Place>,
    /// Where the run is.
    last: usize,
    /// Operations and time up to which the account goes.
    counted: i64,
    seen: Instant,
    /// Places of the latest charges, and how much.
    latest: Vec<(usize, i64)>,
}

struct Place {
    code: Arc<Code>,
    source: Arc<str>,
    line: usize,
    operations: i64,
    time: Duration,
}

impl Profile {
    pub fn new() -> Profile {
        Profile {
            account: RefCell::new(Account {
                index: FxHashMap::default(),
                places: Vec::new(),
                last: usize::MAX,
                counted: 0,
                seen: Instant::now(),
                latest: Vec::new(),
            }),
        }
    }

    /// The charge of `n` operations at `a`.
    pub fn charge(&self, m: &Machine, a: &Active, n: u32) -> R<()> {
        m.hot.look(m, a);
        self.settle(m);
        self.with(|account| {
            account.tick();
            let place = account.place(a.linked(), a.index());
            account.last = place;
            account.add(place, i64::from(n));
        });
        let charged = m.charge(n);
        self.with(|account| account.seen = Instant::now());
        charged
    }

    /// Gives back `n` operations of the straight run of `a` that `pc` lies in.
    pub fn refund(&self, m: &Machine, a: &Active, pc: u32, n: u32) {
        self.settle(m);
        m.refund(n);
        let before = a.linked().code.instrs.get(..=pc as usize).unwrap_or_default();
        let charge = before.iter().rposition(|instr| matches!(instr, Instr::Charge { .. }));
        let charge = charge.and_then(|i| u32::try_from(i).ok()).unwrap_or(pc);
        self.with(|account| {
            let place = account.place(a.linked(), charge);
            account.add(place, -i64::from(n));
        });
    }

    /// The run is over: gives what was noted, by instruction.
    pub fn end(&self, m: &Machine) -> Vec<Entry> {
        self.settle(m);
        let mut entries = Vec::new();
        self.with(|account| {
            account.tick();
            entries = account.places.iter().map(Place::entry).collect();
        });
        entries
    }

    /// Notes what was charged or given back elsewhere since the last look.
    fn settle(&self, m: &Machine) {
        let operations = m.operations.get();
        self.with(|account| {
            let new = operations.saturating_sub(account.counted);
            if new < 0 {
                account.take_back(new.saturating_neg());
            } else if new > 0 {
                // Native code that counts its steps.
                let address = m.meter.place();
                let found = m.frames.find_in_code(|code| {
                    let index = code.index_of(address)?;
                    Some(account.place(code, index))
                });
                let place = found.unwrap_or(account.last);
                account.add(place, new);
            }
            account.counted = operations;
        });
    }

    /// Nothing in `f` enters the interpreter.
    fn with(&self, f: impl FnOnce(&mut Account)) {
        if let Ok(mut account) = self.account.try_borrow_mut() {
            f(&mut account);
        }
    }
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::new()
    }
}

impl Account {
    fn place(&mut self, code: &Linked, index: u32) -> usize {
        let places = &mut self.places;
        let key = (Arc::as_ptr(&code.code) as usize, index);
        *self.index.entry(key).or_insert_with(|| {
            places.push(Place {
                code: code.code.clone(),
                source: code.source.clone(),
                line: span_of(code, index).line(&code.source),
                operations: 0,
                time: Duration::ZERO,
            });
            places.len() - 1
        })
    }

    fn add(&mut self, place: usize, operations: i64) {
        self.counted = self.counted.saturating_add(operations);
        let Some(at) = self.places.get_mut(place) else { return };
        at.operations = at.operations.saturating_add(operations);
        if operations > 0 {
            self.latest.push((place, operations));
        }
        if self.latest.len() > REMEMBERED {
            self.latest.drain(..REMEMBERED / 2);
        }
    }

    /// Takes `n` operations from the latest charges.
    fn take_back(&mut self, mut n: i64) {
        while let Some((place, charged)) = self.latest.pop().filter(|_| n > 0) {
            let part = charged.min(n);
            n -= part;
            if let Some(at) = self.places.get_mut(place) {
                at.operations -= part;
            }
            if part < charged {
                self.latest.push((place, charged - part));
            }
        }
    }

    /// The time since the last look is that of the place where the run was.
    fn tick(&mut self) {
        let now = Instant::now();
        let time = now.saturating_duration_since(std::mem::replace(&mut self.seen, now));
        if let Some(place) = self.places.get_mut(self.last) {
            place.time = place.time.saturating_add(time);
        }
    }
}

impl Place {
    fn entry(&self) -> Entry {
        Entry { source: self.source.clone(), code: self.code.clone(), line: self.line, operations: self.operations, time: self.time }
    }
}
