//! Where the operations and the time of a run went, for the message of a limit.
//!
//! The engine looks at where it is every `SLICE` operations (so that the same program gives the same account)
//! and whenever the watchdog made it look around. A look costs well under a microsecond; runs shorter than a
//! slice and a tick have none. The watchdog itself counts how long native code keeps the engine from looking.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::budget::watchdog::TICK;
use crate::front::bytecode::instr::Instr;
use crate::front::limits::SLICE;
use crate::front::parse::span::{LineIndex, Span};
use crate::vm::machine::linked_code::Linked;
use crate::vm::machine::registers::Active;
use crate::vm::machine::Machine;

/// Places that are told apart; of further ones nothing is known.
const PLACES: usize = 4_096;
/// Time between two looks that can have gone by in interpreted code.
const BETWEEN_LOOKS: Duration = Duration::from_millis(30);

/// The account of one run.
pub struct Hot {
    /// Operations up to which the account goes.
    operations: Cell<i64>,
    started: Instant,
    /// Time up to which the account goes.
    seen: Cell<Instant>,
    /// By address of the code and instruction.
    places: RefCell<FxHashMap<(usize, u32), Place>>,
}

/// A straight run of instructions, or one of them.
struct Place {
    source: Arc<str>,
    /// What the source has there.
    spans: Vec<Span>,
    operations: i64,
    time: Duration,
}

/// Lines of some source text, with their share of the whole.
#[derive(Clone, Debug, PartialEq)]
pub struct HotLine {
    pub source: Arc<str>,
    pub first: usize,
    pub last: usize,
    pub share: f64,
}

/// The account by lines, those with the largest share first.
#[derive(Clone, Debug, Default)]
pub struct HotLines {
    pub operations: Vec<HotLine>,
    pub time: Vec<HotLine>,
    /// Seconds of the run.
    pub seconds: f64,
    /// Seconds that a computation would have taken which was therefore not started.
    pub forecast: Option<f64>,
}

impl Hot {
    pub fn new() -> Hot {
        let now = Instant::now();
        Hot { operations: Cell::new(0), started: now, seen: Cell::new(now), places: RefCell::default() }
    }

    /// Operations at which the next look is due.
    pub fn next_slice(&self, operations: i64) -> i64 {
        let due = self.operations.get().saturating_add(SLICE);
        if due > operations {
            due
        } else {
            operations.saturating_add(SLICE)
        }
    }

    /// The engine is at a `Charge` and about to look around.
    #[cold]
    #[inline(never)]
    pub fn look(&self, m: &Machine, a: &Active) {
        let operations = m.operations.get();
        let new = operations.saturating_sub(self.operations.get());
        let slice = new >= SLICE;
        let poked = m.meter.is_poked();
        if slice {
            self.operations.set(operations);
            self.add(a.linked(), a.index(), true, new, Duration::ZERO);
        }
        if poked {
            let mut time = self.time();
            time = time.saturating_sub(self.native(m, time));
            // More than that was spent somewhere that nobody knows.
            self.add(a.linked(), a.index(), true, 0, time.min(BETWEEN_LOOKS));
        }
    }

    /// Native code looks around for the engine.
    pub fn look_inside(&self, m: &Machine) {
        if self.seen.get().elapsed() < TICK / 2 {
            return;
        }
        let time = self.time();
        m.meter.take_stuck();
        self.add_at(m, m.meter.place(), time);
    }

    /// The run ends by a limit at `a`.
    #[cold]
    pub fn end(&self, m: &Machine, a: &Active) {
        let operations = m.operations.get();
        let new = operations.saturating_sub(self.operations.replace(operations));
        let time = self.time();
        m.meter.take_stuck();
        self.add(a.linked(), a.index(), matches!(a.instr(), Instr::Charge { .. }), new, time);
    }

    /// Time since the last look.
    fn time(&self) -> Duration {
        let now = Instant::now();
        now.saturating_duration_since(self.seen.replace(now))
    }

    /// Gives the time in which native code did not come back to the instruction that called it.
    fn native(&self, m: &Machine, most: Duration) -> Duration {
        let (place, ticks) = m.meter.take_stuck();
        let time = TICK.saturating_mul(ticks).min(most);
        if time.is_zero() {
            return time;
        }
        self.add_at(m, place, time);
        time
    }

    fn add_at(&self, m: &Machine, address: usize, time: Duration) {
        // None where the frame has gone meanwhile.
        let _known = m.frames.find_in_code(|code| {
            let index = code.index_of(address)?;
            self.add(code, index, false, 0, time);
            Some(())
        });
    }

    /// `straight`: the place is all that follows `index` up to the next charge.
    fn add(&self, code: &Linked, index: u32, straight: bool, operations: i64, time: Duration) {
        let Ok(mut places) = self.places.try_borrow_mut() else {
            return;
        };
        let key = (std::ptr::from_ref(code) as usize, index);
        if places.len() >= PLACES && !places.contains_key(&key) {
            return;
        }
        let place = places.entry(key).or_insert_with(|| {
            let spans = if straight { straight_run(code, index) } else { vec![span_of(code, index)] };
            Place { source: code.source.clone(), spans, operations: 0, time: Duration::ZERO }
        });
        place.operations = place.operations.saturating_add(operations);
        place.time = place.time.saturating_add(time);
    }

    /// The account by lines.
    pub fn lines(&self, forecast: Option<f64>) -> HotLines {
        let places = self.places.borrow();
        let seconds = self.started.elapsed().as_secs_f64();
        let operations = by_range(&places, |place| place.operations as f64, self.operations.get() as f64);
        HotLines { operations, time: by_range(&places, |place| place.time.as_secs_f64(), seconds), seconds, forecast }
    }
}

impl Default for Hot {
    fn default() -> Hot {
        Hot::new()
    }
}

/// Place in the source of the instruction at `index`.
pub fn span_of(code: &Linked, index: u32) -> Span {
    let spans = &code.code.spans;
    let at = spans.partition_point(|(at, _)| *at <= index);
    at.checked_sub(1).and_then(|i| spans.get(i)).map_or(Span::default(), |(_, span)| *span)
}

/// Places in the source of what is charged at `index`: the instructions up to the next charge.
fn straight_run(code: &Linked, index: u32) -> Vec<Span> {
    let rest = code.code.instrs.iter().skip(index as usize + 1);
    let mut end = index;
    for instr in rest.take_while(|instr| !matches!(instr, Instr::Charge { .. })) {
        end = end.saturating_add(1);
        // What follows is reached in other ways.
        if matches!(instr, Instr::Jump { .. } | Instr::LoopBack { .. } | Instr::ForNext { .. } | Instr::Return { .. }) {
            break;
        }
    }
    let inside = code.code.spans.iter().filter(|(at, _)| *at > index && *at <= end).map(|(_, span)| *span);
    std::iter::once(span_of(code, index)).chain(inside).collect()
}

/// Lines by their part of `whole`. What lies inside of a range counts for the range, too.
fn by_range(places: &FxHashMap<(usize, u32), Place>, part: impl Fn(&Place) -> f64, whole: f64) -> Vec<HotLine> {
    let mut own: FxHashMap<(usize, usize, usize), (Arc<str>, f64)> = FxHashMap::default();
    let mut sources: FxHashMap<usize, LineIndex> = FxHashMap::default();
    for place in places.values().filter(|place| part(place) > 0.0) {
        let index = sources.entry(place.source.as_ptr() as usize).or_insert_with(|| LineIndex::of(&place.source));
        let lines = place.spans.iter().map(|span| index.line(*span));
        let (first, last) = lines.fold((usize::MAX, 0), |(first, last), line| (first.min(line), last.max(line)));
        let key = (place.source.as_ptr() as usize, first, last);
        own.entry(key).or_insert_with(|| (place.source.clone(), 0.0)).1 += part(place);
    }
    let lines = own.iter().map(|((text, first, last), (source, _))| {
        let inside = own.iter().filter(|(other, _)| other.0 == *text && *first <= other.1 && other.2 <= *last);
        let sum: f64 = inside.map(|(_, (_, part))| part).sum();
        HotLine { source: source.clone(), first: *first, last: *last, share: sum / whole.max(f64::MIN_POSITIVE) }
    });
    let mut found: Vec<HotLine> = lines.collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.first.cmp(&b.first)));
    found
}
