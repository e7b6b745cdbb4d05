//! Memory accounting: what a run adds through the interpreter's allocators, per thread.
//!
//! Large blocks go through the raw allocator and small ones through the arena allocator; both are wrapped
//! once per process. While a run is under way on a thread, its budget pays for what that thread allocates
//! and gets back what it frees. An allocation beyond the budget fails: the code sees a MemoryError. When
//! it was a small one, the run has crept up to its limit and is asked to stop as well. Libraries that call
//! `malloc` themselves are left to the watchdog, which looks at the process.
//!
//! The same hooks end C code that does not look at anything else: the allocations of a run that was asked to
//! stop and does not notice fail, and for that time the allocators of small objects are wrapped as well.
#![allow(unsafe_code, reason = "wraps the interpreter's allocators")]

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::budget::dict_oom;
use crate::cpython::collector;
use crate::cpython::hooks::{allocator, arenas, exchange_allocators, exchange_for_a_moment, table};
use crate::front::limits::{Meter, Stop};
use crate::session::scope;

/// The allocators that are wrapped. Written before the wrappers can be called.
struct Wrapped {
    raw: ffi::PyMemAllocatorEx,
    arenas: ffi::PyObjectArenaAllocator,
}

// SAFETY: tables of functions with the interpreter's own context, callable from any thread.
unsafe impl Send for Wrapped {}
// SAFETY: as above; never changed.
unsafe impl Sync for Wrapped {}

static WRAPPED: OnceLock<Wrapped> = OnceLock::new();

/// Account of a thread. No field needs to be dropped, so that it is there until the thread's very end.
struct Account {
    active: Cell<bool>,
    /// Bytes that may still be added.
    left: Cell<i64>,
    /// The least that `left` was.
    least: Cell<i64>,
    /// Meter of the run; kept alive by its `Budget`.
    meter: Cell<*const Meter>,
    /// When no more is left than this, garbage is collected.
    collect_at: Cell<i64>,
    /// When the run starved for the first time.
    starves_since: Cell<Option<Instant>>,
    /// So many allocations of a starving run succeed before the next one fails.
    spared: Cell<u32>,
    /// Bytes that the run may still get although they should be refused: dicts' tables, and what native code takes for granted.
    grants: Cell<i64>,
    /// So many allocations succeed in any case.
    assured: Cell<u32>,
    /// How many functions are at work whose allocations all do.
    all_assured: Cell<u32>,
    /// Where blocks are kept that are freed now; null if they are freed as ever.
    postponed: Cell<*mut Vec<*mut c_void>>,
}

thread_local! {
    static ACCOUNT: Account =
        const {
            Account {
                active: Cell::new(false),
                left: Cell::new(0),
                least: Cell::new(0),
                meter: Cell::new(ptr::null()),
                collect_at: Cell::new(0),
                starves_since: Cell::new(None),
                spared: Cell::new(0),
                grants: Cell::new(0),
                assured: Cell::new(0),
                all_assured: Cell::new(0),
                postponed: Cell::new(ptr::null_mut()),
            }
        };
}

/// Allocations below this are not refused by themselves but as the last of many.
const SINGLE: usize = 1 << 20;
/// What a run that was refused gets on top, to unwind and to tell of it.
const RESERVE: i64 = 16 << 20;

/// The budget of a run on this thread; the one before is back when it is dropped.
pub struct Budget {
    before: (bool, i64, i64, *const Meter),
    /// What the run had at its start, where that is counted.
    bytes: Option<i64>,
    _meter: Arc<Meter>,
}

impl Budget {
    /// A run may add `bytes` from now on; `None` lifts the cap.
    pub fn enter(bytes: Option<u64>, meter: &Arc<Meter>) -> Budget {
        let left = bytes.map(|b| i64::try_from(b).unwrap_or(i64::MAX));
        let before = ACCOUNT.with(|account| {
            let before = (account.active.get(), account.left.get(), account.least.get(), account.meter.get());
            account.active.set(left.is_some());
            account.left.set(left.unwrap_or(0));
            account.least.set(left.unwrap_or(0));
            account.collect_at.set(left.unwrap_or(0) / 2);
            account.starves_since.set(None);
            account.spared.set(0);
            account.grants.set(left.unwrap_or(dict_oom::BEARABLE).max(dict_oom::BEARABLE));
            account.assured.set(0);
            account.meter.set(Arc::as_ptr(meter));
            before
        });
        Budget { before, bytes: left, _meter: meter.clone() }
    }

    /// Bytes that the run had added when it had most; `None` where there is no cap, and nothing is counted.
    pub fn peak(&self) -> Option<u64> {
        let least = ACCOUNT.with(|account| account.least.get());
        self.bytes.map(|bytes| u64::try_from(bytes.saturating_sub(least)).unwrap_or(0))
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        let (active, left, least, meter) = self.before;
        ACCOUNT.with(|account| {
            account.active.set(active);
            account.left.set(left);
            account.least.set(least);
            account.collect_at.set(left / 2);
            account.starves_since.set(None);
            account.meter.set(meter);
        });
    }
}

/// Collects garbage when the run has used much of its budget since that was done last: cycles may hold large
/// blocks that the collector, which counts objects, is in no hurry for. Called where code may run.
pub fn collect_garbage(py: Python<'_>) {
    let mut enough = 0;
    let due = ACCOUNT.with(|account| {
        let left = account.left.get();
        let due = account.active.get() && left < account.collect_at.get() && scope::sandboxed();
        if due {
            enough = account.collect_at.get();
            account.collect_at.set(left / 2);
        }
        due
    });
    if due {
        collector::collect_young(py);
        if ACCOUNT.with(|account| account.left.get() < enough) {
            collector::collect_all(py);
        }
        ACCOUNT.with(|account| account.collect_at.set(account.left.get() / 2));
    }
}

/// Whether an allocation of `size` bytes must fail. Pays nothing.
#[inline(always)]
pub fn refused(size: usize) -> bool {
    ACCOUNT.with(|account| is_refused(account, size))
}

#[inline(always)]
fn is_refused(account: &Account, size: usize) -> bool {
    let over = account.active.get() && size as i64 > account.left.get();
    (over || starving(account)) && refuse(account, size, over, false)
}

/// The same of a block that is to grow: numpy looks whether it did, also where it has let go of the interpreter (`fromstring`).
pub fn refuses_growth(size: usize) -> bool {
    ACCOUNT.with(|account| {
        let over = account.active.get() && size as i64 > account.left.get();
        (over || starving(account)) && refuse(account, size, over, true)
    })
}

/// Whether the run on this thread was asked to stop and has not noticed.
#[inline(always)]
fn starving(account: &Account) -> bool {
    // SAFETY: set by `Budget::enter`, whose value keeps the meter alive while it is set.
    unsafe { account.meter.get().as_ref() }.is_some_and(Meter::is_starving) && has_had_its_chance(account)
}

/// The engine's own code sees within this time that the run must end: where the collector was at work for long, what
/// comes after it may be that code.
const CHANCE: Duration = Duration::from_millis(5);

#[cold]
#[inline(never)]
fn has_had_its_chance(account: &Account) -> bool {
    match account.starves_since.get() {
        Some(since) => since.elapsed() >= CHANCE,
        None => {
            account.starves_since.set(Some(Instant::now()));
            false
        }
    }
}

#[cold]
#[inline(never)]
fn refuse(account: &Account, size: usize, over: bool, grows: bool) -> bool {
    if !scope::sandboxed() {
        // The host's tools are not part of the run's account.
        return false;
    }
    if must_be_granted(account, size) || is_assured(account, size) {
        if over {
            end_run();
        }
        return false;
    }
    if !over && is_spared(account) || !grows && is_detached(account, size, over) {
        return false;
    }
    account.spared.set(SPARED);
    if over && size < SINGLE {
        account.left.set(account.left.get().saturating_add(RESERVE));
        // SAFETY: as in `starving`.
        if let Some(meter) = unsafe { account.meter.get().as_ref() } {
            meter.request(Stop::Memory);
        }
    }
    true
}

/// Whether C code asks that has let go of the interpreter, as numpy does before it asks for buffers: the error that it makes then
/// ends the process. It gets the block, beyond the limit as far as that is bearable, and the run ends.
fn is_detached(account: &Account, size: usize, over: bool) -> bool {
    // SAFETY: may be asked on any thread.
    if unsafe { ffi::PyGILState_Check() } != 0 {
        return false;
    }
    if !over {
        return true;
    }
    let grants = account.grants.get().saturating_sub_unsigned(size as u64);
    if grants >= 0 {
        account.grants.set(grants);
        end_run();
    }
    grants >= 0
}

/// Whether a block grows by so much though the run may not have it: what got more than that is bearable gets no more, and the run ends.
pub fn bears_growth(more: usize) -> bool {
    ACCOUNT.with(|account| {
        let grants = account.grants.get();
        account.grants.set(grants.saturating_sub_unsigned(more as u64));
        end_run();
        grants >= 0
    })
}

/// Allocations that succeed after one that failed. Native code in Rust panics at the first that fails, and ends the process
/// when it gets no memory for the exception that it makes of the panic (and, once, for the class of that).
const SPARED: u32 = 4096;

/// Whether this allocation of a starving run succeeds, since another one has just failed.
fn is_spared(account: &Account) -> bool {
    let left = account.spared.get();
    account.spared.set(left.saturating_sub(1));
    left > 0
}

/// Whether a small allocation of the run on this thread fails.
fn fails() -> bool {
    starves() && ACCOUNT.with(|account| !is_assured(account, 0) && !is_spared(account) && account.spared.replace(SPARED) == 0)
}

/// Allocations of native code that makes one object and does not look whether it got it.
const ASSURED: u32 = 64;

/// The next allocations of the run on this thread succeed, unless they are large: native code takes it for granted. Beyond the
/// limit that is bounded, and the run ends.
pub fn assure_next() {
    ACCOUNT.with(|account| account.assured.set(ASSURED));
}

/// While it lives, all allocations of this thread succeed that are not large: native code does not look whether one did, and asks for few.
/// Beyond the limit that is bounded, and the run ends.
pub struct Assured(());

impl Assured {
    pub fn enter() -> Assured {
        ACCOUNT.with(|account| account.all_assured.set(account.all_assured.get() + 1));
        Assured(())
    }
}

impl Drop for Assured {
    fn drop(&mut self) {
        ACCOUNT.with(|account| account.all_assured.set(account.all_assured.get().saturating_sub(1)));
    }
}

/// Whether this allocation, which would be refused, is one of those.
fn is_assured(account: &Account, size: usize) -> bool {
    let (left, grants) = (account.assured.get(), account.grants.get().saturating_sub_unsigned(size as u64));
    let is_assured = (left > 0 || account.all_assured.get() > 0) && size < SINGLE && grants >= 0;
    if is_assured {
        account.assured.set(left.saturating_sub(1));
        account.grants.set(grants);
    }
    is_assured
}

/// Whether refusing the block would damage the interpreter; what a run gets that way is bounded.
fn must_be_granted(account: &Account, size: usize) -> bool {
    let grants = account.grants.get().saturating_sub_unsigned(size as u64);
    let must = grants >= 0 && dict_oom::must_be_granted(size);
    if must {
        account.grants.set(grants);
    }
    must
}

/// Asks the run on this thread to end for its memory.
pub fn end_run() {
    ACCOUNT.with(|account| {
        // SAFETY: as in `starving`.
        if let Some(meter) = unsafe { account.meter.get().as_ref() } {
            meter.request(Stop::Memory);
        }
    });
}

impl Account {
    /// Whether a run pays on this thread now; the host's tools do not.
    #[inline(always)]
    fn pays(&self) -> bool {
        self.active.get() && scope::sandboxed()
    }

    /// Pays for what is told in bytes, which is only asked where a run pays.
    #[inline(always)]
    fn pay(&self, bytes: impl FnOnce() -> i64) {
        if self.pays() {
            let left = self.left.get().wrapping_sub(bytes());
            self.left.set(left);
            if left < self.least.get() {
                self.least.set(left);
            }
            if left < self.collect_at.get() {
                self.ask_for_collection();
            }
        }
    }

    /// The engine looks around before its next operation, as it does now and then, and garbage is collected: fast code takes
    /// all of a small budget within the time between two such looks.
    #[cold]
    #[inline(never)]
    fn ask_for_collection(&self) {
        // SAFETY: as in `starving`.
        if let Some(meter) = unsafe { self.meter.get().as_ref() } {
            meter.poke();
        }
    }
}

/// A block of `size` bytes of the C library, which `allocate` gives: paid for, or refused where `bears` does not grant it.
#[inline(always)]
pub fn paid(size: usize, bears: impl FnOnce() -> bool, allocate: impl FnOnce() -> *mut c_void) -> *mut c_void {
    ACCOUNT.with(|account| {
        if is_refused(account, size) && !bears() {
            return ptr::null_mut();
        }
        let block = allocate();
        if ALLOCATORS_KNOWN.load(Ordering::Relaxed) {
            account.pay(|| size_of_block(block));
        }
        block
    })
}

/// Pays for a block of the C library that was allocated elsewhere (`more`), or gets it back.
pub fn account_block(block: *mut c_void, more: bool) {
    if ALLOCATORS_KNOWN.load(Ordering::Relaxed) {
        ACCOUNT.with(|account| account.pay(|| if more { size_of_block(block) } else { -size_of_block(block) }));
    }
}

/// Whether blocks are those of the C library.
static ALLOCATORS_KNOWN: AtomicBool = AtomicBool::new(false);

/// Wraps the allocators, once per process. Left out under the interpreter's debugging allocators, whose
/// blocks are not those of the C library.
pub fn install(py: Python<'_>) -> PyResult<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    let debugging = std::env::var_os("PYTHONMALLOC").is_some_and(|v| !v.is_empty())
        || py.import("sys")?.getattr("flags")?.getattr("dev_mode")?.is_truthy()?;
    if debugging || !cfg!(any(target_os = "linux", target_os = "macos", windows)) || INSTALLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    collector::prepare(py)?;
    ALLOCATORS_KNOWN.store(true, Ordering::Relaxed);
    let under = || Wrapped { raw: allocator(ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_RAW), arenas: arenas(py) };
    let wrapped = WRAPPED.get_or_init(under);
    // SAFETY: the functions are static. Blocks made before stay valid: the same functions serve them.
    unsafe {
        let raw = ffi::PyMemAllocatorEx {
            ctx: wrapped.raw.ctx,
            malloc: Some(malloc),
            calloc: Some(calloc),
            realloc: Some(realloc),
            free: Some(free),
        };
        let arenas = ffi::PyObjectArenaAllocator { ctx: wrapped.arenas.ctx, alloc: Some(arena_alloc), free: Some(arena_free) };
        exchange_allocators(py, raw, arenas, &table::MEMORY);
    }
    dict_oom::probe(py)
}

extern "C" {
    #[cfg(target_os = "linux")]
    fn malloc_usable_size(block: *mut c_void) -> usize;
    #[cfg(target_os = "macos")]
    fn malloc_size(block: *const c_void) -> usize;
    #[cfg(windows)]
    fn _msize(block: *mut c_void) -> usize;
}

/// Size in bytes of a block of the C library where a run pays for it on this thread; else 0, and the block is not looked at.
pub fn size_if_paid(block: *mut c_void) -> usize {
    let paid = ALLOCATORS_KNOWN.load(Ordering::Relaxed) && ACCOUNT.with(Account::pays);
    if paid {
        size_of_block(block).unsigned_abs() as usize
    } else {
        0
    }
}

/// Size of a block of the C library, in bytes.
fn size_of_block(block: *mut c_void) -> i64 {
    if block.is_null() {
        return 0;
    }
    // SAFETY: the interpreter's raw allocator is the C library's (`install` stays away from the others), and
    // the block is live.
    let size = unsafe {
        #[cfg(target_os = "linux")]
        {
            malloc_usable_size(block)
        }
        #[cfg(target_os = "macos")]
        {
            malloc_size(block)
        }
        #[cfg(windows)]
        {
            _msize(block)
        }
        #[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
        {
            let _ = block;
            0usize
        }
    };
    size as i64
}

/// Blocks that were freed, and are when this is dropped.
#[derive(Debug)]
pub struct Freed(Vec<*mut c_void>);

// SAFETY: blocks of the raw allocator, which may be freed on any thread.
unsafe impl Send for Freed {}

impl Drop for Freed {
    fn drop(&mut self) {
        for block in self.0.drain(..) {
            // SAFETY: whoever allocated it has freed it, once, and this is done now.
            unsafe { ffi::PyMem_RawFree(block) };
        }
    }
}

/// What `call` gives, and the blocks of raw memory that it has freed on this thread: they are still paid for.
pub fn postponed<T>(call: impl FnOnce() -> T) -> (T, Freed) {
    let mut blocks = Vec::new();
    let before = ACCOUNT.with(|account| account.postponed.replace(&raw mut blocks));
    let result = call();
    ACCOUNT.with(|account| account.postponed.set(before));
    (result, Freed(blocks))
}

#[inline(always)]
fn is_postponed(account: &Account, block: *mut c_void) -> bool {
    let place = account.postponed.get();
    if place.is_null() {
        return false;
    }
    // SAFETY: the list lives in `postponed`, which is under way on this thread.
    unsafe { (*place).push(block) };
    true
}

extern "C" fn malloc(ctx: *mut c_void, size: usize) -> *mut c_void {
    paid(size, || false, || WRAPPED.get().and_then(|w| w.raw.malloc).map_or(ptr::null_mut(), |inner| inner(ctx, size)))
}

/// Whether numpy asks in this way (for a string of variable length), and does not look whether it gets it. It does when the run
/// starves, and beyond the limit as often as that is bearable: the run ends.
fn is_unchecked(account: &Account, count: usize, size: usize) -> bool {
    if size != 1 || count <= 1 || !scope::sandboxed() {
        return false;
    }
    if !account.active.get() || count as i64 <= account.left.get() {
        return true;
    }
    let grants = account.grants.get().saturating_sub_unsigned(count as u64);
    account.grants.set(grants.max(0));
    if grants >= 0 {
        end_run();
    }
    grants >= 0
}

/// Whether there is room for so many bytes at once, within the limit of the run and in the system.
pub fn is_there_room(bytes: f64) -> bool {
    let in_account = |account: &Account| !account.active.get() || bytes <= account.left.get() as f64;
    ACCOUNT.with(in_account) && bytes <= isize::MAX as f64 && Vec::<u8>::new().try_reserve_exact(bytes as usize).is_ok()
}

extern "C" fn calloc(ctx: *mut c_void, count: usize, size: usize) -> *mut c_void {
    let allocate = || WRAPPED.get().and_then(|w| w.raw.calloc).map_or(ptr::null_mut(), |inner| inner(ctx, count, size));
    if ACCOUNT.with(|account| is_unchecked(account, count, size)) {
        let block = allocate();
        ACCOUNT.with(|account| account.pay(|| size_of_block(block)));
        return block;
    }
    paid(count.saturating_mul(size), || false, allocate)
}

extern "C" fn realloc(ctx: *mut c_void, block: *mut c_void, size: usize) -> *mut c_void {
    let before = if ACCOUNT.with(Account::pays) { size_of_block(block) } else { 0 };
    let more = size.saturating_sub(before as usize);
    if more > 0 && refused(more) {
        return ptr::null_mut();
    }
    let Some(inner) = WRAPPED.get().and_then(|w| w.raw.realloc) else { return ptr::null_mut() };
    let moved = inner(ctx, block, size);
    if !moved.is_null() {
        ACCOUNT.with(|account| account.pay(|| size_of_block(moved) - before));
    }
    moved
}

extern "C" fn free(ctx: *mut c_void, block: *mut c_void) {
    if block.is_null() {
        return; // most of what a small array of numpy gives back in this way
    }
    let is_postponed = ACCOUNT.with(|account| {
        let is_postponed = is_postponed(account, block);
        if !is_postponed {
            account.pay(|| -size_of_block(block));
        }
        is_postponed
    });
    if is_postponed {
        return;
    }
    if let Some(inner) = WRAPPED.get().and_then(|w| w.raw.free) {
        inner(ctx, block);
    }
}

extern "C" fn arena_alloc(ctx: *mut c_void, size: usize) -> *mut c_void {
    // Arenas are as large as `SINGLE` but hold small objects: running out here is creeping up.
    if refused(size.min(SINGLE - 1)) {
        return ptr::null_mut();
    }
    let Some(inner) = WRAPPED.get().and_then(|w| w.arenas.alloc) else { return ptr::null_mut() };
    let arena = inner(ctx, size);
    if !arena.is_null() {
        ACCOUNT.with(|account| account.pay(|| size as i64));
    }
    arena
}

extern "C" fn arena_free(ctx: *mut c_void, arena: *mut c_void, size: usize) {
    ACCOUNT.with(|account| account.pay(|| -(size as i64)));
    if let Some(inner) = WRAPPED.get().and_then(|w| w.arenas.free) {
        inner(ctx, arena, size);
    }
}

/// The allocators of small objects: `PyMem_` and `PyObject_`.
const SMALL: [ffi::PyMemAllocatorDomain; 2] = [ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_MEM, ffi::PyMemAllocatorDomain::PYMEM_DOMAIN_OBJ];

type Malloc = extern "C" fn(*mut c_void, usize) -> *mut c_void;
type Calloc = extern "C" fn(*mut c_void, usize, usize) -> *mut c_void;
type Realloc = extern "C" fn(*mut c_void, *mut c_void, usize) -> *mut c_void;

/// Functions of a small allocator that are wrapped while a run starves, and whether ours stand for them somewhere.
///
/// Others exchange the functions too (`tracemalloc`), and may keep ours beneath theirs for as long as they like. So ours
/// are put back when they are on top, and stay what they are while they are not: a layer is used again only after that.
struct Layer {
    in_use: AtomicBool,
    malloc: AtomicPtr<()>,
    calloc: AtomicPtr<()>,
    realloc: AtomicPtr<()>,
}

const LAYERS: usize = 8;
static SMALL_LAYERS: [[Layer; LAYERS]; 2] = [const {
    [const {
        Layer {
            in_use: AtomicBool::new(false),
            malloc: AtomicPtr::new(ptr::null_mut()),
            calloc: AtomicPtr::new(ptr::null_mut()),
            realloc: AtomicPtr::new(ptr::null_mut()),
        }
    }; LAYERS]
}; 2];

/// What stands for the functions of a layer, by its domain and number.
type Stands = (Malloc, Calloc, Realloc);

macro_rules! layers {
    ($domain:literal: $($n:literal)*) => { [$((small_malloc::<$domain, $n>, small_calloc::<$domain, $n>, small_realloc::<$domain, $n>)),*] };
}

static STANDS: [[Stands; LAYERS]; 2] = [layers!(0: 0 1 2 3 4 5 6 7), layers!(1: 0 1 2 3 4 5 6 7)];

/// Wraps the allocators of small objects, or puts them back. Called by the watchdog alone, on its thread:
/// each function is exchanged as one word for one that gives the same to all who are not starving.
pub fn starve(on: bool) {
    if !ALLOCATORS_KNOWN.load(Ordering::Relaxed) {
        return;
    }
    for (n, domain) in SMALL.into_iter().enumerate() {
        let mut table = allocator(domain);
        if if on { cover(n, &mut table) } else { uncover(n, &mut table) } {
            // SAFETY: the interpreter lives. `ctx` and `free` stay what they are, so that any mixture of old and new
            // functions serves the same blocks.
            unsafe { exchange_for_a_moment(domain, table) };
        }
    }
}

/// The layer whose functions are on top in `table`.
fn on_top(domain: usize, table: &ffi::PyMemAllocatorEx) -> Option<(&'static Layer, &'static Stands)> {
    let (layers, stands) = (SMALL_LAYERS.get(domain)?, STANDS.get(domain)?);
    layers.iter().zip(stands).find(|(_, stands)| table.malloc.map(|f| f as usize) == Some(stands.0 as usize))
}

/// Puts a free layer on top; false if there is one already.
fn cover(domain: usize, table: &mut ffi::PyMemAllocatorEx) -> bool {
    let (Some(malloc), Some(calloc), Some(realloc)) = (table.malloc, table.calloc, table.realloc) else { return false };
    let (Some(layers), Some(stands)) = (SMALL_LAYERS.get(domain), STANDS.get(domain)) else { return false };
    if on_top(domain, table).is_some() {
        return false;
    }
    let Some((layer, stands)) = layers.iter().zip(stands).find(|(layer, _)| !layer.in_use.load(Ordering::Acquire)) else { return false };
    layer.malloc.store(malloc as *mut (), Ordering::Release);
    layer.calloc.store(calloc as *mut (), Ordering::Release);
    layer.realloc.store(realloc as *mut (), Ordering::Release);
    layer.in_use.store(true, Ordering::Release);
    (table.malloc, table.calloc, table.realloc) = (Some(stands.0), Some(stands.1), Some(stands.2));
    true
}

/// Takes the layer on top away; false if there is none.
fn uncover(domain: usize, table: &mut ffi::PyMemAllocatorEx) -> bool {
    let Some((layer, _)) = on_top(domain, table) else { return false };
    // SAFETY: stored by `cover`, from slots of these kinds.
    unsafe {
        table.malloc = Some(std::mem::transmute::<*mut (), Malloc>(layer.malloc.load(Ordering::Acquire)));
        table.calloc = Some(std::mem::transmute::<*mut (), Calloc>(layer.calloc.load(Ordering::Acquire)));
        table.realloc = Some(std::mem::transmute::<*mut (), Realloc>(layer.realloc.load(Ordering::Acquire)));
    }
    layer.in_use.store(false, Ordering::Release);
    true
}

/// Whether the run on this thread was asked to stop and does not notice: its small allocations fail.
pub fn starves() -> bool {
    ACCOUNT.with(starving) && scope::sandboxed()
}

/// Lets the allocations of a starving run on this thread succeed for a moment.
pub fn give_chance() {
    ACCOUNT.with(|account| account.starves_since.set(None));
}

/// Whether the run on this thread was asked to stop.
pub fn must_stop() -> bool {
    // SAFETY: as in `starving`.
    let meter = ACCOUNT.with(|account| unsafe { account.meter.get().as_ref() });
    meter.is_some_and(|meter| meter.requested() != Stop::No) && scope::sandboxed()
}

/// Whether the run on this thread was ended long ago and C code goes on all the same.
pub fn is_deaf() -> bool {
    // SAFETY: as in `starving`.
    ACCOUNT.with(|account| unsafe { account.meter.get().as_ref() }.is_some_and(Meter::is_deaf)) && scope::sandboxed()
}

/// Whether the interpreter unwinds just now, and needs a small object for that: a place in a frame, which a `finally` returns
/// to. It asks again and again, for ever, until it has it (since 3.11).
fn unwinds(domain: usize, size: usize) -> bool {
    const INT: usize = 32;
    // SAFETY: ATTACHED, as whoever asks for an object is.
    domain == 1 && size <= INT && unsafe { !ffi::PyErr_Occurred().is_null() }
}

extern "C" fn small_malloc<const D: usize, const N: usize>(ctx: *mut c_void, size: usize) -> *mut c_void {
    if starves() && !ACCOUNT.with(|account| must_be_granted(account, size)) && !unwinds(D, size) && fails() {
        return ptr::null_mut();
    }
    // SAFETY: stored before this function can be called, from a slot of this kind; so below.
    let inner: Malloc = unsafe { std::mem::transmute(SMALL_LAYERS[D][N].malloc.load(Ordering::Acquire)) };
    inner(ctx, size)
}

extern "C" fn small_calloc<const D: usize, const N: usize>(ctx: *mut c_void, count: usize, size: usize) -> *mut c_void {
    if fails() {
        return ptr::null_mut();
    }
    // SAFETY: as in `small_malloc`.
    let inner: Calloc = unsafe { std::mem::transmute(SMALL_LAYERS[D][N].calloc.load(Ordering::Acquire)) };
    inner(ctx, count, size)
}

extern "C" fn small_realloc<const D: usize, const N: usize>(ctx: *mut c_void, block: *mut c_void, size: usize) -> *mut c_void {
    if fails() {
        return ptr::null_mut();
    }
    // SAFETY: as in `small_malloc`.
    let inner: Realloc = unsafe { std::mem::transmute(SMALL_LAYERS[D][N].realloc.load(Ordering::Acquire)) };
    inner(ctx, block, size)
}

/// Keeps the reports of panics that refused memory leads to from the host's stderr when they are the way a run ends, and lets PyO3 make its
/// exception of them.
pub fn expect_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        give_chance();
        if !must_stop() {
            report(info);
        }
    }));
}
