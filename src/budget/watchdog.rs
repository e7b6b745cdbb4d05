//! The watchdog: one thread per process that looks after the runs under way.
//!
//! It asks a run to stop at its deadline, at its processor time, or when the process has grown too much,
//! and now and then makes the engine look at signals and at other threads. It never touches the
//! interpreter, so it can neither be held up by it nor hold it up. It ends while nothing runs.
//!
//! The engine does not look while C code computes (a regular expression, a power). On the main thread
//! a signal reaches such code, where it looks for signals: `use_signal` names one whose handler asks the
//! engine.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use crate::front::limits::{HostClock, Limits, Meter, Stop};

/// Between two looks at the runs under way.
pub const TICK: Duration = Duration::from_millis(10);
/// Looks without any run after which the thread ends: a host that runs nothing has no other thread (it may fork).
/// Starting it costs more than a short run, so it stays between the calls of a busy host.
const IDLE_TICKS: u32 = 25;

/// A run that is looked after until this is dropped.
#[derive(Debug)]
pub struct Watched {
    id: u64,
    dog: &'static Watchdog,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.dog.lock().runs.remove(&self.id);
    }
}

/// Lets the watchdog interrupt C code on the calling thread, the main one, with this signal. Its handler
/// must be there for good.
pub fn use_signal(number: i32) {
    lever::set(number);
}

/// Whether a signal reaches C code on the calling thread.
pub fn interrupts_this_thread() -> bool {
    lever::Lever::of_this_thread().is_some()
}

/// Arms (or takes back) what makes allocations of starving runs fail, small ones too, and comparisons.
pub type Starve = fn(bool);

static STARVE: OnceLock<Starve> = OnceLock::new();

/// Lets the watchdog end C code that allocates or compares, on every thread.
pub fn use_starvation(starve: Starve) {
    let _ = STARVE.set(starve);
}

/// Looks after a run of the calling thread that `meter` and `clock` belong to.
pub fn watch(meter: Arc<Meter>, clock: Arc<HostClock>, limits: &Limits) -> Watched {
    let seconds = limits.seconds.map(|s| if s.is_nan() { 0.0 } else { s.max(0.0) });
    // What is too far away for the clock is no deadline.
    let span = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
    let run = Run {
        thread: std::thread::current().id(),
        meter,
        clock,
        count_tools: limits.count_tool_time,
        why: None,
        looks: 0,
        lever: lever::Lever::of_this_thread(),
        deadline: span.and_then(|span| Instant::now().checked_add(span)),
        cpu: limits.cpu_seconds.and_then(|s| cpu::Clock::of_this_thread().map(|clock| (clock, clock.seconds() + s))),
        memory: limits.memory.map(Growth::up_to),
    };
    let dog = Watchdog::of_this_process();
    let id = dog.start(run);
    Watched { id, dog }
}

/// Ends the runs of all other threads, and waits until they are over; `patience` at most.
pub fn end_all(patience: Duration) {
    let dog = Watchdog::of_this_process();
    let end = Instant::now() + patience;
    while dog.end_others() && Instant::now() < end {
        std::thread::sleep(TICK);
    }
}

/// Ends the thread, if no run is under way, and waits for that: a process that forks has no other then.
pub fn rest() {
    let dog = Watchdog::of_this_process();
    let handle = {
        let mut state = dog.lock();
        state.resting = state.runs.is_empty();
        if state.resting {
            state.handle.take()
        } else {
            None
        }
    };
    dog.called.notify_one();
    if let Some(handle) = handle {
        let _ = handle.join();
    }
}

/// A run and what it must not exceed.
#[derive(Debug)]
struct Run {
    thread: ThreadId,
    meter: Arc<Meter>,
    clock: Arc<HostClock>,
    /// Whether time in the host's tools counts.
    count_tools: bool,
    /// What it was asked to stop for.
    why: Option<Stop>,
    /// Looks since it was asked, by whomever.
    looks: u32,
    lever: Option<lever::Lever>,
    deadline: Option<Instant>,
    /// Clock of the run's thread, and what it may show.
    cpu: Option<(cpu::Clock, f64)>,
    memory: Option<Growth>,
}

/// Looks at a run that was asked to stop after which its allocations fail: signals come first.
const PATIENCE: u32 = 2;
const PATIENCE_WITH_SIGNALS: u32 = 10;
/// The same while a callback of the interpreter's was let go on: a second.
const PATIENCE_WITH_CALLBACKS: u32 = 100;
/// Looks at such a run after which C code has not listened to its end.
const DEAF: u32 = 40;

impl Run {
    /// Stops the run if it must end; else makes the engine look around. A stop is asked for again and
    /// again, since a snippet that a tool runs inside of the run uses the same meter.
    fn look(&mut self, now: Instant, size: &mut ProcessSize, runs: u64) {
        if self.why.is_none() {
            self.why = self.excess(now, size, runs);
        }
        if self.meter.poke() && !self.clock.is_running() {
            self.meter.count_stuck();
        }
        if let Some(why) = self.why {
            self.meter.request(why);
        }
        // The request may have come from elsewhere: the allocators, another thread.
        match self.meter.requested() {
            Stop::No => self.looks = 0,
            _ => self.interrupt(),
        }
    }

    /// Signals at once, and then less often: a tool of the host may be under way, whose system calls the
    /// signal disturbs.
    fn interrupt(&mut self) {
        if self.looks < 3 || self.looks.is_multiple_of(50) {
            self.lever.iter().for_each(|lever| lever.pull());
        }
        let patience = match self.lever {
            Some(_) if self.meter.is_spared() => PATIENCE_WITH_CALLBACKS,
            Some(_) => PATIENCE_WITH_SIGNALS,
            None => PATIENCE,
        };
        if self.looks >= patience && !self.meter.is_noticed() && !self.clock.is_running() {
            self.meter.starve();
        }
        if self.looks >= DEAF && self.meter.is_noticed() && !self.clock.is_running() {
            self.meter.deafen();
        }
        self.looks = self.looks.saturating_add(1);
    }

    /// The deadline as it is now: with the time that tools took on top, if that does not count.
    fn due(&self) -> Option<Instant> {
        if self.count_tools {
            return self.deadline;
        }
        self.deadline.and_then(|deadline| deadline.checked_add(self.clock.total()))
    }

    fn excess(&mut self, now: Instant, size: &mut ProcessSize, runs: u64) -> Option<Stop> {
        if self.due().is_some_and(|deadline| deadline <= now) {
            return Some(Stop::Time);
        }
        if self.cpu.is_some_and(|(clock, cap)| clock.seconds() >= cap) {
            return Some(Stop::CpuTime);
        }
        let growth = self.memory.as_mut()?;
        let tools = (self.clock.is_running(), self.clock.stays());
        growth.is_too_much(size.get()?, tools, runs).then_some(Stop::Memory)
    }
}

/// How the process grew while a run was under way, less what its tools did: what the accounts of the
/// allocators do not see, they belong to libraries that call `malloc` themselves.
#[derive(Debug)]
struct Growth {
    cap: u64,
    /// Size of the process when the run was first looked at, moved by what tools changed.
    start: Option<i64>,
    last: i64,
    /// Stays in tools that were seen.
    tools: u64,
}

/// Beyond the cap by this much (and a quarter) the process may grow: allocators keep more than was asked for.
const GROWTH_SLACK: i64 = 32 << 20;

impl Growth {
    fn up_to(cap: u64) -> Growth {
        Growth { cap, start: None, last: 0, tools: 0 }
    }
    /// With several runs under way nobody knows whose the growth is: all of them together may be that large.
    fn is_too_much(&mut self, size: u64, (in_tool, tools): (bool, u64), runs: u64) -> bool {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let start = self.start.unwrap_or(size);
        // What happened since the last look is not the code's if a tool was under way.
        let theirs = if in_tool || tools != self.tools { size.saturating_sub(self.last.max(start)) } else { 0 };
        self.last = size;
        self.tools = tools;
        let start = start.saturating_add(theirs);
        self.start = Some(start);
        let cap = i64::try_from(self.cap.saturating_mul(runs.max(1))).unwrap_or(i64::MAX);
        size.saturating_sub(start) > cap.saturating_add(cap / 4).saturating_add(GROWTH_SLACK)
    }
}

#[derive(Debug)]
struct Watchdog {
    process: u32,
    state: Mutex<State>,
    called: Condvar,
}

#[derive(Debug, Default)]
struct State {
    runs: BTreeMap<u64, Run>,
    next_id: u64,
    thread: bool,
    handle: Option<JoinHandle<()>>,
    /// It ends as soon as there is no run.
    resting: bool,
    starving: bool,
}

impl Watchdog {
    /// A forked child has no such thread and perhaps a lock that nobody will release: it gets a watchdog
    /// of its own, and the parent's is left alone.
    #[allow(unsafe_code, reason = "a lock around the pointer could itself be held by a thread lost in a fork")]
    fn of_this_process() -> &'static Watchdog {
        static CURRENT: AtomicPtr<Watchdog> = AtomicPtr::new(std::ptr::null_mut());
        let process = std::process::id();
        let known = CURRENT.load(Ordering::Acquire);
        // SAFETY: null or leaked below, never freed.
        if let Some(dog) = unsafe { known.as_ref() } {
            if dog.process == process {
                return dog;
            }
        }
        let fresh = Box::into_raw(Box::new(Watchdog { process, state: Mutex::default(), called: Condvar::new() }));
        let current = match CURRENT.compare_exchange(known, fresh, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => fresh,
            Err(other) => other,
        };
        // SAFETY: leaked here or by the thread that was faster.
        unsafe { &*current }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&'static self, run: Run) -> u64 {
        let mut state = self.lock();
        let soon = run.deadline.is_some_and(|at| at < Instant::now() + TICK);
        let id = state.next_id;
        state.next_id = id.wrapping_add(1);
        state.runs.insert(id, run);
        state.resting = false;
        if !state.thread {
            let named = std::thread::Builder::new().name("fastexec-watchdog".to_owned());
            state.handle = named.spawn(move || self.work()).ok();
            state.thread = state.handle.is_some();
        } else if soon {
            self.called.notify_one();
        }
        id
    }

    /// Asks the runs of other threads to stop, and says whether there are any.
    fn end_others(&self) -> bool {
        let this = std::thread::current().id();
        let mut any = false;
        for run in self.lock().runs.values_mut().filter(|run| run.thread != this) {
            run.why.get_or_insert(Stop::Cancelled);
            any = true;
        }
        any
    }

    /// The thread's body.
    fn work(&self) {
        let mut state = self.lock();
        let mut idle = 0;
        loop {
            idle = if state.runs.is_empty() { idle + 1 } else { 0 };
            let now = Instant::now();
            let mut size = ProcessSize::default();
            let runs = state.runs.len() as u64;
            state.runs.values_mut().for_each(|run| run.look(now, &mut size, runs));
            state.starve();
            if idle > IDLE_TICKS || (idle > 0 && state.resting) {
                state.thread = false;
                return;
            }
            let pause = state.pause(now);
            state = self.called.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// Allocators are slower while some run starves.
    fn starve(&mut self) {
        let starving = self.runs.values().any(|run| run.meter.is_starving() || run.meter.is_deaf());
        if starving != self.starving {
            self.starving = starving;
            STARVE.get().iter().for_each(|starve| starve(starving));
        }
    }

    /// Until the next deadline, one tick at most.
    fn pause(&self, now: Instant) -> Duration {
        let waiting = self.runs.values().filter(|run| run.why.is_none());
        let next = waiting.filter_map(Run::due).min();
        next.map_or(TICK, |at| at.saturating_duration_since(now).min(TICK))
    }
}

/// Resident size of the process, read at most once per look.
#[derive(Default)]
struct ProcessSize(Option<Option<u64>>);

impl ProcessSize {
    fn get(&mut self) -> Option<u64> {
        *self.0.get_or_insert_with(resident_bytes)
    }
}

/// `None` where the system does not tell it in this way.
fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    pages.checked_mul(PAGE)
}

#[cfg(target_os = "linux")]
mod cpu {
    //! Processor time of a thread, readable from other threads.
    #![allow(unsafe_code, reason = "POSIX clocks")]

    #[derive(Clone, Copy, Debug)]
    pub struct Clock(libc::clockid_t);

    impl Clock {
        pub fn of_this_thread() -> Option<Clock> {
            let mut clock = 0;
            // SAFETY: the calling thread is alive; `clock` outlives the call.
            let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut clock) };
            (failed == 0).then_some(Clock(clock))
        }
        /// Zero once the thread is gone.
        pub fn seconds(self) -> f64 {
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: `time` outlives the call; a clock that is gone is an error, not undefined.
            let failed = unsafe { libc::clock_gettime(self.0, &mut time) };
            if failed != 0 {
                return 0.0;
            }
            time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod cpu {
    //! No processor clock of other threads here: the limit has no effect.

    #[derive(Clone, Copy, Debug)]
    pub struct Clock;

    impl Clock {
        pub fn of_this_thread() -> Option<Clock> {
            None
        }
        pub fn seconds(self) -> f64 {
            0.0
        }
    }
}

#[cfg(target_os = "linux")]
mod lever {
    //! A signal to the main thread.
    #![allow(unsafe_code, reason = "POSIX threads")]

    use std::sync::OnceLock;

    /// Thread and signal; set once, from that thread.
    static MAIN: OnceLock<Lever> = OnceLock::new();

    #[derive(Clone, Copy, Debug)]
    pub struct Lever {
        thread: libc::pthread_t,
        signal: i32,
    }

    fn this_thread() -> libc::pthread_t {
        // SAFETY: has no preconditions.
        unsafe { libc::pthread_self() }
    }

    pub fn set(signal: i32) {
        let _ = MAIN.set(Lever { thread: this_thread(), signal });
    }

    impl Lever {
        pub fn of_this_thread() -> Option<Lever> {
            MAIN.get().copied().filter(|lever| lever.thread == this_thread())
        }
        pub fn pull(self) {
            // SAFETY: the thread is in a run, so it is alive (the watchdog holds its lock, and the run's end
            // waits for that); the signal has a handler.
            unsafe { libc::pthread_kill(self.thread, self.signal) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod lever {
    //! No signals of our own here.

    #[derive(Clone, Copy, Debug)]
    pub struct Lever;

    pub fn set(_signal: i32) {}

    impl Lever {
        pub fn of_this_thread() -> Option<Lever> {
            None
        }
        pub fn pull(self) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(mut done: impl FnMut() -> bool) -> bool {
        let patience = Instant::now() + Duration::from_secs(20);
        while Instant::now() < patience {
            if done() {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }

    fn clock() -> Arc<HostClock> {
        Arc::default()
    }

    fn unlimited() -> Limits {
        Limits { seconds: None, memory: None, ..Limits::default() }
    }

    #[test]
    fn deadline_stops_its_run_only() {
        let (soon, late) = (Arc::new(Meter::new()), Arc::new(Meter::new()));
        soon.start(Some(100));
        late.start(Some(100));
        let far = watch(late.clone(), clock(), &Limits { seconds: Some(3_600.0), ..unlimited() });
        let near = watch(soon.clone(), clock(), &Limits { seconds: Some(0.0), ..unlimited() });
        assert!(wait_for(|| soon.requested() == Stop::Time));
        assert_eq!(late.requested(), Stop::No);
        drop((near, far));
    }

    #[test]
    fn finished_run_is_forgotten() {
        let run = watch(Arc::new(Meter::new()), clock(), &unlimited());
        let id = run.id;
        drop(run);
        assert!(!Watchdog::of_this_process().lock().runs.contains_key(&id));
    }

    #[test]
    fn odd_times_do_no_harm() {
        for seconds in [f64::INFINITY, f64::NAN, -1.0, 1e300] {
            let _ = watch(Arc::new(Meter::new()), clock(), &Limits { seconds: Some(seconds), ..unlimited() });
        }
    }

    #[test]
    fn engine_is_made_to_look_around() {
        let meter = Arc::new(Meter::new());
        meter.start(None);
        let _run = watch(meter.clone(), clock(), &unlimited());
        assert!(wait_for(|| meter.bound() == i64::MIN));
        assert_eq!(meter.requested(), Stop::No);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_and_growth_stop_a_run() {
        let (busy, big) = (Arc::new(Meter::new()), Arc::new(Meter::new()));
        let _busy = watch(busy.clone(), clock(), &Limits { cpu_seconds: Some(0.001), ..unlimited() });
        assert!(wait_for(|| busy.requested() == Stop::CpuTime));
        let _big = watch(big.clone(), clock(), &Limits { memory: Some(1 << 20), ..unlimited() });
        let mut hoard = Vec::new();
        assert!(wait_for(|| {
            std::thread::sleep(TICK);
            hoard.push(vec![1_u8; 4 << 20]);
            big.requested() == Stop::Memory
        }));
    }

    #[test]
    fn growth_of_tools_is_not_the_codes() {
        let mut growth = Growth::up_to(100 << 20);
        let none = (false, 0);
        assert!(!growth.is_too_much(50 << 20, none, 1));
        assert!(!growth.is_too_much(500 << 20, (true, 1), 1));
        assert!(!growth.is_too_much(800 << 20, (false, 2), 1));
        assert!(!growth.is_too_much(900 << 20, (false, 2), 1));
        assert!(!growth.is_too_much(990 << 20, (false, 2), 2));
        assert!(growth.is_too_much(990 << 20, (false, 2), 1));
    }

    #[test]
    fn time_in_tools_can_be_left_out() {
        let limits = Limits { seconds: Some(0.05), count_tool_time: false, ..unlimited() };
        let (meter, clock) = (Arc::new(Meter::new()), Arc::new(HostClock::of(&limits)));
        meter.start(None);
        clock.enter();
        let _run = watch(meter.clone(), clock.clone(), &limits);
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(meter.requested(), Stop::No);
        clock.leave();
        assert!(wait_for(|| meter.requested() == Stop::Time));
    }
}
