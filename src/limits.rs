//! What a call may use, and the meter that the engine and the watchdog share.

use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};

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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            operations: Some(10_000_000),
            while_iterations: Some(1_000_000),
            seconds: Some(30.0),
            cpu_seconds: None,
            memory: Some(384 << 20),
            recursion: None,
            output_chars: Some(50_000),
            source_bytes: Some(1 << 20),
            nesting: Some(1_000),
            int_bits: Some(8 << 20),
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

/// Operation counter's bound, lowered by the watchdog to make the engine look at `stop`.
#[derive(Debug)]
pub struct Meter {
    bound: AtomicI64,
    /// What `bound` is while nothing is asked of the run.
    cap: AtomicI64,
    stop: AtomicU8,
}

impl Meter {
    pub fn new() -> Meter {
        Meter { bound: AtomicI64::new(i64::MAX), cap: AtomicI64::new(i64::MAX), stop: AtomicU8::new(0) }
    }
    /// Starts a run that may charge up to `operations`.
    pub fn start(&self, operations: Option<u64>) {
        self.stop.store(0, Ordering::Relaxed);
        let bound = operations.map_or(i64::MAX, |n| i64::try_from(n).unwrap_or(i64::MAX));
        self.cap.store(bound, Ordering::Relaxed);
        self.bound.store(bound, Ordering::Release);
    }
    /// The count of operations above which the engine takes the slow path.
    #[inline(always)]
    pub fn bound(&self) -> i64 {
        self.bound.load(Ordering::Relaxed)
    }
    /// Asks the run to stop (from any thread).
    pub fn request(&self, why: Stop) {
        self.stop.store(why as u8, Ordering::Relaxed);
        self.bound.store(i64::MIN, Ordering::Release);
    }
    /// Puts the bound back after a look at the limits that found nothing.
    pub fn rearm(&self) {
        let cap = self.cap.load(Ordering::Relaxed);
        let _ = self.bound.compare_exchange(i64::MIN, cap, Ordering::AcqRel, Ordering::Relaxed);
        if self.requested() != Stop::No {
            // A request came between the look and the exchange.
            self.bound.store(i64::MIN, Ordering::Release);
        }
    }
    /// Makes the engine look at signals and other threads soon (from any thread).
    pub fn poke(&self) {
        self.bound.store(i64::MIN, Ordering::Release);
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
        self.cap.store(saved.cap, Ordering::Relaxed);
        let bound = if saved.stop == Stop::No as u8 { saved.cap } else { i64::MIN };
        self.bound.store(bound, Ordering::Release);
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
        assert_eq!((meter.bound(), meter.requested()), (50, Stop::No));
        meter.request(Stop::Time);
        let stopped = meter.save();
        meter.start(None);
        meter.restore(stopped);
        assert_eq!((meter.bound(), meter.requested()), (i64::MIN, Stop::Time));
    }
}
