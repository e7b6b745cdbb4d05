//! What a call may use, and the meter that the engine and the watchdog share.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicU8, AtomicUsize, Ordering};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Caps of one call. `None` lifts a cap.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Evaluated AST nodes.
    pub operations: Option<u64>,
    /// Iterations of one `while` loop.
    pub while_iterations: Option<u64>,
    /// Wall-clock seconds.
    pub seconds: Option<f64>,
    /// Processor seconds of the calling thread.
    pub cpu_seconds: Option<f64>,
    /// Bytes that a call may add.
    pub memory: Option<u64>,
    /// Nested calls of sandboxed functions; `None` means the host's recursion limit.
    pub recursion: Option<u32>,
    /// Characters of printed output that are kept.
    pub output_chars: Option<u64>,
    /// Bytes of source text.
    pub source_bytes: Option<u64>,
    /// Depth of brackets and blocks in the source.
    pub nesting: Option<u32>,
    /// Bits of an integer result.
    pub int_bits: Option<u64>,
    /// Whether time inside the host's tools counts towards `seconds`.
    pub count_tool_time: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            operations: Some(10_000_000),
            while_iterations: Some(1_000_000),
            seconds: Some(30.0),
            cpu_seconds: None,
            memory: Some(1 << 30),
            recursion: None,
            output_chars: Some(50_000),
            source_bytes: Some(1 << 20),
            nesting: Some(1_000),
            int_bits: Some(8 << 20),
            count_tool_time: true,
        }
    }
}

/// Why a run must stop now. Not an exception: sandboxed code cannot catch it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stop {
    No = 0,
    Operations = 1,
    Time = 2,
    CpuTime = 3,
    Memory = 4,
    Cancelled = 5,
    WhileIterations = 6,
    Interrupted = 7,
}

impl Stop {
    /// The limit behind it, by its name in the host's `Limits`.
    pub fn limit(self) -> Option<&'static str> {
        match self {
            Stop::Operations => Some("operations"),
            Stop::Time => Some("seconds"),
            Stop::CpuTime => Some("cpu_seconds"),
            Stop::Memory => Some("memory_bytes"),
            Stop::WhileIterations => Some("while_iterations"),
            Stop::No | Stop::Cancelled | Stop::Interrupted => None,
        }
    }
}

/// How the MemoryError for an integer that is too large begins.
pub const TOO_MANY_BITS: &str = "the integer would have about";

/// What the engine, the watchdog and the allocators share about a run.
#[derive(Debug)]
pub struct Meter {
    /// The count of operations above which the engine looks around; the lowest one makes it do so at once.
    bound: AtomicI64,
    /// What may be charged at most.
    cap: AtomicI64,
    stop: AtomicU8,
    /// The engine has seen that it must stop and is unwinding.
    noticed: AtomicBool,
    /// Allocations of the run fail until it is noticed.
    starving: AtomicBool,
    /// The engine noticed, and C code goes on (`HEARS`, `DEAF`, `OVER`).
    deaf: AtomicU8,
    /// Signals to stop that met a callback of the interpreter's, which was let go on.
    spared: AtomicU32,
    /// Address of the instruction that called native code last.
    at: AtomicUsize,
    /// Such an instruction that did not come back for some looks of the watchdog, and for how many.
    stuck_at: AtomicUsize,
    stuck_for: AtomicU32,
}

/// So many operations lie between two looks of the engine at where it is, for the account of hot lines.
pub const SLICE: i64 = 1 << 14;

/// Signals that callbacks of the interpreter's are spared: longer ones end like any other code.
const SPARED: u32 = 5;

const HEARS: u8 = 0;
const DEAF: u8 = 1;
const OVER: u8 = 2;

/// Makes the engine look around at the next charge.
const AT_ONCE: i64 = i64::MIN;

impl Meter {
    pub fn new() -> Meter {
        Meter {
            bound: AtomicI64::new(i64::MAX),
            cap: AtomicI64::new(i64::MAX),
            stop: AtomicU8::new(0),
            noticed: AtomicBool::new(false),
            starving: AtomicBool::new(false),
            deaf: AtomicU8::new(HEARS),
            spared: AtomicU32::new(0),
            at: AtomicUsize::new(0),
            stuck_at: AtomicUsize::new(0),
            stuck_for: AtomicU32::new(0),
        }
    }
    /// Starts a run that may charge up to `operations`.
    pub fn start(&self, operations: Option<u64>) {
        self.stop.store(0, Ordering::Relaxed);
        self.noticed.store(false, Ordering::Relaxed);
        self.starving.store(false, Ordering::Relaxed);
        self.deaf.store(HEARS, Ordering::Relaxed);
        self.spared.store(0, Ordering::Relaxed);
        self.stuck_for.store(0, Ordering::Relaxed);
        let cap = operations.map_or(i64::MAX, |n| i64::try_from(n).unwrap_or(i64::MAX));
        self.cap.store(cap, Ordering::Relaxed);
        self.bound.store(cap.min(SLICE), Ordering::Release);
    }
    /// The count of operations above which the engine takes the slow path.
    #[inline(always)]
    pub fn bound(&self) -> i64 {
        self.bound.load(Ordering::Relaxed)
    }
    /// Asks the run to stop (from any thread).
    pub fn request(&self, why: Stop) {
        self.stop.store(why as u8, Ordering::Relaxed);
        self.bound.store(AT_ONCE, Ordering::Release);
    }
    /// Whether the engine was asked to look around since it did last.
    #[inline(always)]
    pub fn is_poked(&self) -> bool {
        self.bound() == AT_ONCE
    }
    /// After a look that found nothing: the next is due at `next` operations.
    pub fn rearm(&self, next: i64) {
        let bound = next.min(self.cap.load(Ordering::Relaxed));
        self.bound.store(bound, Ordering::Release);
        if self.requested() != Stop::No {
            // A request came between the look and the store.
            self.bound.store(AT_ONCE, Ordering::Release);
        }
    }
    /// Makes the engine look at signals and other threads soon (from any thread). Gives whether it has not
    /// done so since the last time: it is in native code.
    pub fn poke(&self) -> bool {
        self.bound.swap(AT_ONCE, Ordering::AcqRel) == AT_ONCE
    }
    /// What was requested.
    pub fn requested(&self) -> Stop {
        match self.stop.load(Ordering::Relaxed) {
            1 => Stop::Operations,
            2 => Stop::Time,
            3 => Stop::CpuTime,
            4 => Stop::Memory,
            5 => Stop::Cancelled,
            6 => Stop::WhileIterations,
            7 => Stop::Interrupted,
            _ => Stop::No,
        }
    }

    /// The engine is ending the run.
    pub fn notice(&self) {
        self.noticed.store(true, Ordering::Release);
    }
    pub fn is_noticed(&self) -> bool {
        self.noticed.load(Ordering::Acquire)
    }
    /// Lets the run's allocations fail until the engine notices the request.
    pub fn starve(&self) {
        self.starving.store(true, Ordering::Release);
    }
    #[inline(always)]
    pub fn is_starving(&self) -> bool {
        self.starving.load(Ordering::Relaxed) && !self.is_noticed()
    }

    /// Counts a signal that a callback is spared; false once it had its time.
    pub fn spare(&self) -> bool {
        self.spared.fetch_add(1, Ordering::AcqRel) < SPARED
    }
    /// Whether a callback was let go on, and has not had its time.
    pub fn is_spared(&self) -> bool {
        (1..SPARED).contains(&self.spared.load(Ordering::Acquire))
    }

    /// Says that C code goes on long after the engine noticed.
    pub fn deafen(&self) {
        let _ = self.deaf.compare_exchange(HEARS, DEAF, Ordering::AcqRel, Ordering::Relaxed);
    }
    pub fn is_deaf(&self) -> bool {
        self.deaf.load(Ordering::Relaxed) == DEAF
    }
    /// The code has come to its end: what is done from here on is the engine's own.
    pub fn finish(&self) {
        self.notice();
        self.deaf.store(OVER, Ordering::Release);
    }

    /// Says which instruction is about to call native code.
    #[inline(always)]
    pub fn set_place(&self, instruction: usize) {
        self.at.store(instruction, Ordering::Relaxed);
    }
    /// That instruction.
    pub fn place(&self) -> usize {
        self.at.load(Ordering::Relaxed)
    }
    /// The watchdog found the engine in native code once more.
    pub fn count_stuck(&self) {
        let at = self.at.load(Ordering::Relaxed);
        if self.stuck_at.swap(at, Ordering::Relaxed) != at {
            self.stuck_for.store(0, Ordering::Relaxed);
        }
        self.stuck_for.fetch_add(1, Ordering::Relaxed);
    }
    /// The instruction that native code was called by for some looks of the watchdog, and how many.
    pub fn take_stuck(&self) -> (usize, u32) {
        (self.stuck_at.load(Ordering::Relaxed), self.stuck_for.swap(0, Ordering::Relaxed))
    }
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new()
    }
}

/// The state of a meter, put aside while a nested run uses it.
#[derive(Clone, Copy, Debug)]
pub struct SavedMeter {
    cap: i64,
    stop: u8,
}

impl Meter {
    pub fn save(&self) -> SavedMeter {
        SavedMeter { cap: self.cap.load(Ordering::Relaxed), stop: self.stop.load(Ordering::Relaxed) }
    }
    pub fn restore(&self, saved: SavedMeter) {
        self.stop.store(saved.stop, Ordering::Relaxed);
        self.noticed.store(false, Ordering::Relaxed);
        self.starving.store(false, Ordering::Relaxed);
        self.deaf.store(HEARS, Ordering::Relaxed);
        self.cap.store(saved.cap, Ordering::Relaxed);
        self.bound.store(AT_ONCE, Ordering::Release);
    }
}

/// Whether a run is in the host's tools, how often it was, and, if that matters, how long. Written by the run's
/// thread, read by the watchdog.
#[derive(Debug, Default)]
pub struct HostClock {
    /// Whether to look at the time, which costs more than the rest of a tool's call.
    timed: bool,
    /// Nanoseconds (of `now`) since which a tool is under way; 0 when none is.
    since: AtomicU64,
    total: AtomicU64,
    stays: AtomicU64,
    /// Async tools that the code's event loop waits for, on the host's.
    awaited: AtomicU64,
    /// Nanoseconds (of `now`) since which that loop does nothing but wait, for one of them too; 0 when it does not.
    idle_since: AtomicU64,
}

/// Nanoseconds since the first call of this function; never 0.
fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_add(1)
}

impl HostClock {
    /// A clock for a run under these limits.
    pub fn of(limits: &Limits) -> HostClock {
        HostClock { timed: !limits.count_tool_time, ..HostClock::default() }
    }
    /// Time until `deadline`, with the time that tools took on top if that does not count.
    pub fn left(&self, deadline: Option<Instant>) -> Option<Duration> {
        let tools = if self.timed { self.total() } else { Duration::ZERO };
        Some(deadline?.checked_add(tools)?.saturating_duration_since(Instant::now()))
    }
    /// A tool starts, or goes on after code that it called.
    pub fn enter(&self) {
        if self.since.load(Ordering::Relaxed) == 0 {
            self.since.store(if self.timed { now() } else { 1 }, Ordering::Relaxed);
            self.stays.store(self.stays().wrapping_add(1), Ordering::Relaxed);
        }
    }
    /// A tool ends, or calls code of the sandbox.
    pub fn leave(&self) {
        let since = self.since.load(Ordering::Relaxed);
        self.since.store(0, Ordering::Relaxed);
        if since != 0 && self.timed {
            let total = self.total.load(Ordering::Relaxed);
            let stay = now().saturating_sub(since);
            self.total.store(total.saturating_add(stay), Ordering::Relaxed);
        }
    }
    /// An async tool is awaited from now on. False where nobody wants to know.
    pub fn begin_await(&self) -> bool {
        self.awaited.fetch_add(u64::from(self.timed), Ordering::Relaxed);
        self.timed
    }
    /// An async tool has its result, on any thread.
    pub fn end_await(&self) {
        if self.awaited.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.end_idling();
        }
    }
    /// The code's event loop has nothing to do: where that is for an async tool, the time is the tool's.
    pub fn begin_idling(&self) {
        if self.awaited.load(Ordering::Relaxed) != 0 {
            self.idle_since.store(now(), Ordering::Relaxed);
        }
    }
    pub fn end_idling(&self) {
        let since = self.idle_since.swap(0, Ordering::Relaxed);
        if since != 0 {
            self.total.fetch_add(now().saturating_sub(since), Ordering::Relaxed);
        }
    }
    pub fn is_running(&self) -> bool {
        self.since.load(Ordering::Relaxed) != 0
    }
    /// How often a tool was entered.
    pub fn stays(&self) -> u64 {
        self.stays.load(Ordering::Relaxed)
    }
    /// Time in tools so far; nothing where nobody wants to know.
    pub fn total(&self) -> Duration {
        let (since, idle) = (self.since.load(Ordering::Relaxed), self.idle_since.load(Ordering::Relaxed));
        let running = [since, idle].into_iter().filter(|since| *since != 0 && self.timed).map(|since| now().saturating_sub(since));
        Duration::from_nanos(running.fold(self.total.load(Ordering::Relaxed), u64::saturating_add))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_run_gets_its_own_budget() {
        let meter = Meter::new();
        meter.start(Some(50));
        let outer = meter.save();
        meter.start(Some(5));
        meter.request(Stop::Operations);
        meter.restore(outer);
        assert_eq!((meter.is_poked(), meter.requested()), (true, Stop::No));
        meter.rearm(1000);
        assert_eq!(meter.bound(), 50);
        meter.request(Stop::Time);
        let stopped = meter.save();
        meter.start(None);
        meter.restore(stopped);
        assert_eq!((meter.bound(), meter.requested()), (i64::MIN, Stop::Time));
    }
}
