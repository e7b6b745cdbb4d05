//! What a call may use, and the meter that the engine and the watchdog share.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            operations: Some(10_000_000),
            while_iterations: Some(1_000_000),
            seconds: Some(30.0),
            cpu_seconds: None,
            memory: Some(4 << 30),
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
    bound: i64,
    stop: u8,
}

impl Meter {
    pub fn save(&self) -> SavedMeter {
        SavedMeter { bound: self.bound.load(Ordering::Relaxed), stop: self.stop.load(Ordering::Relaxed) }
    }
    pub fn restore(&self, saved: SavedMeter) {
        self.stop.store(saved.stop, Ordering::Relaxed);
        self.bound.store(saved.bound, Ordering::Release);
    }
}

/// Asks a run to stop when its time is up. Disarmed when dropped.
#[derive(Debug)]
pub struct Alarm {
    key: (Instant, u64),
    watch: &'static Watch,
    rang: Arc<AtomicBool>,
}

impl Alarm {
    /// Rings `meter` after `seconds`. `None` when that is further away than the clock can say.
    pub fn after(seconds: f64, meter: Arc<Meter>) -> Option<Alarm> {
        let span = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
        let at = Instant::now().checked_add(span)?;
        Some(Watch::of_this_process().arm(at, meter))
    }
    /// Whether the time was up while armed.
    pub fn rang(&self) -> bool {
        self.rang.load(Ordering::Relaxed)
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.watch.lock().armed.remove(&self.key);
    }
}

/// What the process's one watchdog thread waits for.
#[derive(Debug)]
struct Watch {
    process: u32,
    state: Mutex<WatchState>,
    sooner: Condvar,
}

#[derive(Debug, Default)]
struct WatchState {
    armed: BTreeMap<(Instant, u64), Bell>,
    next_id: u64,
    thread: bool,
    /// When the thread looks next by itself; `None` while it sleeps until called.
    wakes_at: Option<Instant>,
}

#[derive(Debug)]
struct Bell {
    meter: Arc<Meter>,
    rang: Arc<AtomicBool>,
}

impl Watch {
    /// A forked child has no watchdog thread and perhaps a lock that nobody will release: it gets a
    /// watch of its own, and the parent's is left alone.
    #[allow(unsafe_code, reason = "a lock around the pointer could itself be held by a thread lost in a fork")]
    fn of_this_process() -> &'static Watch {
        static CURRENT: AtomicPtr<Watch> = AtomicPtr::new(std::ptr::null_mut());
        let process = std::process::id();
        let known = CURRENT.load(Ordering::Acquire);
        // SAFETY: null or leaked below, never freed.
        if let Some(watch) = unsafe { known.as_ref() } {
            if watch.process == process {
                return watch;
            }
        }
        let fresh = Box::into_raw(Box::new(Watch {
            process,
            state: Mutex::default(),
            sooner: Condvar::new(),
        }));
        let current = match CURRENT.compare_exchange(known, fresh, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => fresh,
            Err(other) => other,
        };
        // SAFETY: leaked here or by the thread that was faster.
        unsafe { &*current }
    }

    fn lock(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arm(&'static self, at: Instant, meter: Arc<Meter>) -> Alarm {
        let rang = Arc::new(AtomicBool::new(false));
        let mut state = self.lock();
        let key = (at, state.next_id);
        state.next_id = state.next_id.wrapping_add(1);
        state.armed.insert(key, Bell { meter, rang: rang.clone() });
        if !state.thread {
            let named = std::thread::Builder::new().name("fastexec-watchdog".to_owned());
            state.thread = named.spawn(move || self.run()).is_ok();
        } else if state.wakes_at.is_none_or(|wakes| at < wakes) {
            self.sooner.notify_one();
        }
        Alarm { key, watch: self, rang }
    }

    /// The thread's body. It does not look again for each alarm that is disarmed early: the usual call
    /// is over long before its deadline, and waking a thread costs more than the call.
    fn run(&self) {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            while let Some(first) = state.armed.first_entry() {
                if first.key().0 > now {
                    break;
                }
                let bell = first.remove();
                bell.rang.store(true, Ordering::Relaxed);
                bell.meter.request(Stop::Time);
            }
            let next = state.armed.keys().next().map(|key| key.0);
            state.wakes_at = next;
            state = match next {
                None => self.sooner.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(at) => {
                    let pause = at.saturating_duration_since(now);
                    self.sooner.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings(meter: &Meter) -> bool {
        let patience = Instant::now() + Duration::from_secs(20);
        while Instant::now() < patience {
            if meter.requested() == Stop::Time {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }

    #[test]
    fn alarm_stops_its_run_only() {
        let (soon, late) = (Arc::new(Meter::new()), Arc::new(Meter::new()));
        soon.start(Some(100));
        late.start(Some(100));
        let far = Alarm::after(3_600.0, late.clone());
        let near = Alarm::after(0.0, soon.clone());
        assert!(rings(&soon));
        assert!(near.is_some_and(|alarm| alarm.rang()));
        assert!(far.is_some_and(|alarm| !alarm.rang()));
        assert_eq!((late.requested(), late.bound()), (Stop::No, 100));
        assert_eq!(soon.bound(), i64::MIN);
    }

    #[test]
    fn disarmed_alarm_is_forgotten() {
        let meter = Arc::new(Meter::new());
        meter.start(None);
        let alarm = Alarm::after(3_600.0, meter.clone());
        let key = alarm.as_ref().map(|a| a.key);
        drop(alarm);
        assert!(key.is_some_and(|key| !Watch::of_this_process().lock().armed.contains_key(&key)));
    }

    #[test]
    fn endless_time_needs_no_alarm() {
        assert!(Alarm::after(f64::INFINITY, Arc::new(Meter::new())).is_none());
        assert!(Alarm::after(f64::NAN, Arc::new(Meter::new())).is_none_or(|a| a.key.0 <= Instant::now()));
    }

    #[test]
    fn nested_run_gets_its_own_budget() {
        let meter = Meter::new();
        meter.start(Some(50));
        let outer = meter.save();
        meter.start(Some(5));
        meter.request(Stop::Operations);
        meter.restore(outer);
        assert_eq!((meter.bound(), meter.requested()), (50, Stop::No));
    }
}
