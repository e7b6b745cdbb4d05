//! The native stack: C code that recurses must not overflow it.
//!
//! The interpreter guards its own recursion by counting, but not everywhere: iterators that pull from
//! iterators (`map` of `map` of …), nested class methods and the deallocation of nested objects recurse as
//! deep as the data is. The slots of such types are wrapped, once per process: a wrapper looks at the address
//! of its own frame. Deallocations that are too deep are put off until the outermost one is done.
#![allow(unsafe_code, reason = "slots of the interpreter's types are wrapped")]

use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::OnceLock;

use pyo3::exceptions::{PyBaseException, PyRecursionError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api::{module as module_of, subclasses};
use crate::cpython::heap_type::with_trashcan_or;
use crate::cpython::hooks::table::{self, Hook};
use crate::cpython::hooks::{self, Slot};
use crate::cpython::value::{raise, R};
use crate::front::stack;

/// What must be left when a wrapped slot goes on: much more than any of them needs before the next look.
const RESERVE: usize = 96 << 10;
/// A run that starts with less than this gets a stack of its own. The interpreter's counted recursion
/// (1,000 levels; 10,000 from 3.12 on) was seen to need 5 MiB.
const RUN_NEEDS: usize = 6 << 20;
const RUN_STACK: usize = 16 << 20;
/// Fresh stacks of one thread at a time. With three, C code and functions of the code that call each other get deeper
/// (some 25,000 levels) than in the interpreter, which overflows its own at 12,000.
const MOST_FRESH: u32 = 3;

thread_local! {
    /// Address below which the stack of this thread is nearly used up; the highest one until it is known.
    static FLOOR: Cell<usize> = const { Cell::new(usize::MAX) };
    /// The error that says so is being made.
    static SAYING: Cell<bool> = const { Cell::new(false) };
    /// Fresh stacks in use.
    static FRESH: Cell<u32> = const { Cell::new(0) };
}

/// Whether the native stack is nearly used up.
#[inline(always)]
pub fn is_low() -> bool {
    let here = 0_u8;
    let here = ptr::addr_of!(here) as usize;
    here < FLOOR.get() && is_below_floor(here)
}

#[cold]
#[inline(never)]
fn is_below_floor(here: usize) -> bool {
    let Some(left) = stack::remaining() else {
        FLOOR.set(0);
        return false;
    };
    // (The system reads the map of the whole process to tell a size, a million instructions: it is asked where it matters.)
    let size = if left < RESERVE * 4 { size_of_stack().max(left) } else { left };
    let reserve = RESERVE.min(size / 4);
    FLOOR.set(here.saturating_sub(left).saturating_add(reserve));
    left < reserve
}

/// Bytes that the thread's stack was made with: threads of the host may have very small ones. Nothing where the system
/// does not tell.
#[cfg(target_os = "linux")]
fn size_of_stack() -> usize {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let mut size = 0;
    // SAFETY: the calling thread lives; its attributes are filled in before they are read, and given back.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) == 0 {
            libc::pthread_attr_getstacksize(attributes.as_ptr(), &mut size);
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
    }
    size
}

#[cfg(not(target_os = "linux"))]
fn size_of_stack() -> usize {
    RESERVE * 4
}

/// Whether less than `reserve` bytes of the native stack are left; one comparison where there is much more.
#[inline(always)]
pub fn is_lower_than(reserve: usize) -> bool {
    let here = 0_u8;
    let here = ptr::addr_of!(here) as usize;
    here < FLOOR.get().saturating_add(reserve) && has_less_than(reserve, here)
}

#[cold]
#[inline(never)]
fn has_less_than(reserve: usize, here: usize) -> bool {
    // Learns where the floor is.
    is_below_floor(here) || stack::remaining().is_some_and(|left| left < reserve)
}

/// An error when the native stack is nearly used up.
#[inline(always)]
pub fn check() -> R<()> {
    if is_low() {
        return too_deep();
    }
    Ok(())
}

/// The error; none while it is made, by calling its class, which is looked at like others (from 3.14 on).
#[cold]
#[inline(never)]
fn too_deep() -> R<()> {
    /// Ends whatever happens.
    struct Saying;
    impl Drop for Saying {
        fn drop(&mut self) {
            SAYING.set(false);
        }
    }
    if SAYING.replace(true) {
        return Ok(());
    }
    let _saying = Saying;
    Err(raise::<PyRecursionError>("maximum recursion depth exceeded: objects are nested too deeply"))
}

/// Runs `f` on this thread with enough native stack: on a fresh one if the thread's own is small or nearly
/// used up, and the interpreter can be told.
pub fn with_enough<T>(f: impl FnOnce() -> T) -> T {
    if stack::remaining().is_none_or(|left| left >= RUN_NEEDS) || !bounds::can_be_told() {
        return f();
    }
    on_fresh(f)
}

/// Whether this thread may have one more fresh stack.
pub fn may_go_on() -> bool {
    FRESH.get() < MOST_FRESH && bounds::can_be_told()
}

/// Runs `f` on a fresh stack, which the interpreter is told of.
pub fn on_fresh<T>(f: impl FnOnce() -> T) -> T {
    /// The floor belongs to the stack that is left and come back to.
    struct Left(usize);
    impl Drop for Left {
        fn drop(&mut self) {
            FLOOR.set(self.0);
            FRESH.set(FRESH.get().saturating_sub(1));
        }
    }
    FRESH.set(FRESH.get().saturating_add(1));
    let _left = Left(FLOOR.replace(usize::MAX));
    stacker::grow(RUN_STACK, || {
        #[allow(clippy::let_unit_value, reason = "there is nothing to tell before 3.14")]
        let _bounds = bounds::tell();
        f()
    })
}

/// From 3.14 on the interpreter guards its recursion by the bounds of the thread's stack: on a fresh one it must be
/// told where that ends. 3.14.0 and 3.14.1 cannot be told.
#[cfg(Py_3_14)]
mod bounds {
    use std::cell::Cell;
    use std::ffi::{c_int, c_void};
    use std::sync::OnceLock;

    use pyo3::ffi::{PyErr_Clear, PyThreadState, PyThreadState_Get};

    type Set = unsafe extern "C" fn(*mut PyThreadState, *mut c_void, usize) -> c_int;
    type Reset = unsafe extern "C" fn(*mut PyThreadState);

    thread_local! {
        /// Start and size of the fresh stack that the interpreter was told of.
        static TOLD: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
    }

    #[cfg(unix)]
    fn functions() -> Option<(Set, Reset)> {
        static FOUND: OnceLock<Option<(Set, Reset)>> = OnceLock::new();
        *FOUND.get_or_init(|| {
            // SAFETY: functions of the running interpreter, if it has them; their types are those of its header
            // (`Include/cpython/pystate.h`).
            unsafe {
                let set = libc::dlsym(libc::RTLD_DEFAULT, c"PyUnstable_ThreadState_SetStackProtection".as_ptr());
                let reset = libc::dlsym(libc::RTLD_DEFAULT, c"PyUnstable_ThreadState_ResetStackProtection".as_ptr());
                let there = !set.is_null() && !reset.is_null();
                there.then(|| (std::mem::transmute::<*mut c_void, Set>(set), std::mem::transmute::<*mut c_void, Reset>(reset)))
            }
        })
    }

    #[cfg(not(unix))]
    fn functions() -> Option<(Set, Reset)> {
        None
    }

    pub fn can_be_told() -> bool {
        functions().is_some()
    }

    /// Until it is dropped the interpreter knows the stack that this thread runs on now.
    pub struct Told {
        before: Option<(usize, usize)>,
    }

    pub fn tell() -> Told {
        let here = 0_u8;
        let here = std::ptr::addr_of!(here) as usize;
        let left = crate::front::stack::remaining().unwrap_or_default();
        let before = TOLD.replace(Some((here.saturating_sub(left), left)));
        apply();
        Told { before }
    }

    impl Drop for Told {
        fn drop(&mut self) {
            TOLD.set(self.before);
            apply();
        }
    }

    fn apply() {
        let Some((set, reset)) = functions() else { return };
        // SAFETY: ATTACHED, by the callers of `with_enough`; the bounds are those of a stack that this thread runs on.
        unsafe {
            let thread = PyThreadState_Get();
            match TOLD.get() {
                Some((start, size)) if set(thread, start as *mut c_void, size) == 0 => {}
                Some(_) => PyErr_Clear(),
                None => reset(thread),
            }
        }
    }
}

#[cfg(not(Py_3_14))]
mod bounds {
    pub fn can_be_told() -> bool {
        true
    }
    pub fn tell() {}
}

static NEXT: Originals = Originals::new();
static LONG: Originals = Originals::new();
static DEALLOC: Originals = Originals::new();
static GETATTR: Originals = Originals::new();
static BIND: Originals = Originals::new();
static HASH: Originals = Originals::new();
static ITER: Originals = Originals::new();
static GET_ITEM: Originals = Originals::new();
static LENGTH: Originals = Originals::new();
static CONTAINS: Originals = Originals::new();
static VECTORCALL: Originals = Originals::new();
static REPR: Originals = Originals::new();

/// A trampoline that looks at the stack.
macro_rules! looking {
    ($name:ident, $originals:ident, $type:ty, ($($argument:ident: $kind:ty),*) -> $result:ty, $failed:expr) => {
        unsafe extern "C" fn $name<const N: usize>($($argument: $kind),*) -> $result {
            if $crate::budget::native_stack::check().is_err() {
                return $failed;
            }
            // SAFETY: CALLED; stored by `wrap` from a slot of this kind before the trampoline was put into it.
            unsafe {
                let original: $type = std::mem::transmute($originals.get::<N>());
                original($($argument),*)
            }
        }
    };
}

/// Whether some run of the process was asked to stop and did not notice, and what tells whether it is the one on this thread:
/// its end is in the error indicator then.
static ANY_STARVES: AtomicBool = AtomicBool::new(false);
static MUST_END: OnceLock<fn() -> bool> = OnceLock::new();

/// Arms the steps of iterators, or disarms them: C code that calls C code (`deque(map(list.reverse, lists))`) may make
/// nothing, compare nothing and never look at a signal.
pub fn starve(on: bool, must_end: fn() -> bool) {
    MUST_END.get_or_init(|| must_end);
    ANY_STARVES.store(on, Ordering::Relaxed);
    for row in &ROWS {
        row.look(on);
    }
}

/// The step of an iterator over lists or tuples, which looks at the end of a run only while some run starves: loops are made
/// of them, and few sums of them are long.
struct Row {
    slot: AtomicPtr<*mut ()>,
    plain: AtomicPtr<()>,
    looking: AtomicPtr<()>,
}

static ROWS: [Row; 2] = [const {
    Row { slot: AtomicPtr::new(ptr::null_mut()), plain: AtomicPtr::new(ptr::null_mut()), looking: AtomicPtr::new(ptr::null_mut()) }
}; 2];

impl Row {
    fn keep(&self, iterator: &Bound<'_, PyAny>) {
        let class = iterator.get_type();
        let plain = hooks::NEXT.of(&class);
        let Some(looking) = NEXT.keep(plain).and_then(|number| NEXTS.get(number)) else { return };
        self.plain.store(plain, Ordering::Release);
        self.looking.store(*looking as *mut (), Ordering::Release);
        // SAFETY: a place inside of a type that is never freed.
        self.slot.store(unsafe { (&raw mut (*class.as_type_ptr()).tp_iternext).cast() }, Ordering::Release);
    }

    /// Exchanges one word, which the interpreter reads at each step, for one that gives the same to all who are not starving.
    fn look(&self, on: bool) {
        let slot = self.slot.load(Ordering::Acquire);
        let (from, to) = (self.plain.load(Ordering::Acquire), self.looking.load(Ordering::Acquire));
        let (from, to) = if on { (from, to) } else { (to, from) };
        if !slot.is_null() {
            // SAFETY: kept by `keep`: an aligned word of a type that is never freed. (Who else has put something there keeps it.)
            let slot = unsafe { AtomicPtr::from_ptr(slot) };
            let _ = slot.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed);
        }
    }
}

unsafe extern "C" fn next<const N: usize>(object: *mut PyObject) -> *mut PyObject {
    if check().is_err() || ANY_STARVES.load(Ordering::Relaxed) && must_end() {
        return ptr::null_mut();
    }
    // SAFETY: stored by `wrap` from a slot of this kind before the trampoline was put into it.
    let original: ffi::iternextfunc = unsafe { std::mem::transmute(NEXT.get::<N>()) };
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe { original(object) }
}

/// The step of one of `LONG_ITERATORS`: no stack is needed.
unsafe extern "C" fn long<const N: usize>(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as in `next`.
    let original: ffi::iternextfunc = unsafe { std::mem::transmute(LONG.get::<N>()) };
    if ANY_STARVES.load(Ordering::Relaxed) {
        // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
        return unsafe { starving(object, original) };
    }
    // SAFETY: as above.
    unsafe { original(object) }
}

/// (Of the same shape as a step, which can be left for it.)
#[cold]
#[inline(never)]
unsafe extern "C" fn starving(object: *mut PyObject, original: ffi::iternextfunc) -> *mut PyObject {
    if must_end() {
        return ptr::null_mut();
    }
    // SAFETY: as in `long`.
    unsafe { original(object) }
}

fn must_end() -> bool {
    MUST_END.get().is_some_and(|must_end| must_end())
}

looking!(getattr, GETATTR, ffi::getattrofunc, (object: *mut PyObject, name: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(bind, BIND, ffi::descrgetfunc, (this: *mut PyObject, object: *mut PyObject, class: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(hash, HASH, ffi::hashfunc, (object: *mut PyObject) -> ffi::Py_hash_t, -1);
looking!(iter, ITER, ffi::getiterfunc, (object: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(get_item, GET_ITEM, ffi::binaryfunc, (object: *mut PyObject, key: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(length, LENGTH, ffi::lenfunc, (object: *mut PyObject) -> ffi::Py_ssize_t, -1);
looking!(contains, CONTAINS, ffi::objobjproc, (object: *mut PyObject, item: *mut PyObject) -> i32, -1);
looking!(repr, REPR, ffi::reprfunc, (object: *mut PyObject) -> *mut PyObject, ptr::null_mut());
looking!(vectorcall, VECTORCALL, ffi::vectorcallfunc, (class: *mut PyObject, args: *const *mut PyObject, count: usize, names: *mut PyObject) -> *mut PyObject, ptr::null_mut());

unsafe extern "C" fn dealloc<const N: usize>(object: *mut PyObject) {
    // SAFETY: as in the other trampolines.
    unsafe {
        let original: ffi::destructor = std::mem::transmute(DEALLOC.get::<N>());
        let this: ffi::destructor = dealloc::<N>;
        if (*ffi::Py_TYPE(object)).tp_dealloc.map(|f| f as usize) != Some(this as usize) {
            // Called by a subclass's own deallocation, which goes on with the object afterwards.
            return original(object);
        }
        with_trashcan_or(object, original, || {
            if ffi::PyObject_IS_GC(object) == 0 || ffi::PyObject_GC_IsTracked(object) == 0 {
                return original;
            }
            ffi::PyObject_GC_UnTrack(object.cast());
            dealloc_later::<N>
        });
    }
}

/// Some deallocators rely on being given an object that the collector knows.
unsafe extern "C" fn dealloc_later<const N: usize>(object: *mut PyObject) {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        ffi::PyObject_GC_Track(object.cast());
        // SAFETY: as above.
        let original: ffi::destructor = std::mem::transmute(DEALLOC.get::<N>());
        original(object)
    }
}

pub(crate) use looking;

static NEXTS: [ffi::iternextfunc; MOST] = trampolines!(next);
static LONGS: [ffi::iternextfunc; MOST] = trampolines!(long);
static DEALLOCS: [ffi::destructor; MOST] = trampolines!(dealloc);
static GETATTRS: [ffi::getattrofunc; MOST] = trampolines!(getattr);
static BINDS: [ffi::descrgetfunc; MOST] = trampolines!(bind);
static HASHES: [ffi::hashfunc; MOST] = trampolines!(hash);
static ITERS: [ffi::getiterfunc; MOST] = trampolines!(iter);
static GET_ITEMS: [ffi::binaryfunc; MOST] = trampolines!(get_item);
static LENGTHS: [ffi::lenfunc; MOST] = trampolines!(length);
static CONTAINMENTS: [ffi::objobjproc; MOST] = trampolines!(contains);
static REPRS: [ffi::reprfunc; MOST] = trampolines!(repr);
static VECTORCALLS: [ffi::vectorcallfunc; MOST] = trampolines!(vectorcall);

/// Puts a trampoline in front of the function in `slot`, for subclasses as well.
pub(crate) fn wrap<F: Copy>(
    class: &Bound<'_, PyType>,
    slot: Slot,
    (originals, trampolines): (&'static Originals, &[F; MOST]),
    address: impl Fn(F) -> *mut (),
    hook: &'static Hook,
) {
    let original = slot.of(class);
    if original.is_null() || trampolines.iter().any(|trampoline| address(*trampoline) == original) {
        return;
    }
    let number = originals.keep(original);
    if let Some(trampoline) = number.and_then(|number| trampolines.get(number).copied()) {
        // SAFETY: the trampoline calls the function that `originals` keeps, one of this slot.
        unsafe { hooks::exchange(class, slot, address(trampoline), hook) };
    }
}

/// Iterators over what is no iterator: they end the recursion, and loops are made of them.
const LEAF_ITERATORS: &[&str] = &[
    "list_iterator",
    "list_reverseiterator",
    "tuple_iterator",
    "range_iterator",
    "longrange_iterator",
    "set_iterator",
    "dict_keyiterator",
    "dict_valueiterator",
    "dict_itemiterator",
    "dict_reversekeyiterator",
    "dict_reversevalueiterator",
    "dict_reverseitemiterator",
    "odict_iterator",
    "_collections._deque_iterator",
    "_collections._deque_reverse_iterator",
    "generator",
    "coroutine",
    "async_generator",
];

/// Such iterators whose items take little memory: there may be a billion, and C code that goes through them reads the step
/// once.
const LONG_ITERATORS: &[&str] = &["str_iterator", "str_ascii_iterator", "bytes_iterator", "bytearray_iterator"];

/// Types that pass on to an object that they hold what is asked of them.
const DELEGATING: &[&str] =
    &["classmethod", "staticmethod", "property", "method", "types.GenericAlias", "types.UnionType", "mappingproxy", "functools.partial"];

/// Types that need no help at their end: they hold nothing, or nothing but what puts off its own end and is
/// in every program.
const OWN_CARE: &[&str] = &[
    "object",
    "type",
    "tuple",
    "list",
    "dict",
    "set",
    "frozenset",
    "function",
    "cell",
    "frame",
    "code",
    "module",
    "generator",
    "coroutine",
    "async_generator",
    "method",
    "builtin_function_or_method",
    "traceback",
    "list_iterator",
    "tuple_iterator",
    "range_iterator",
    "dict_keyiterator",
    "dict_valueiterator",
    "dict_itemiterator",
    "set_iterator",
];

/// CPython 3.10 frees chains of exceptions (their causes and contexts) by recursion without end.
const EXCEPTIONS_RECURSE: bool = cfg!(not(Py_3_11));

/// Guards the slots of `class`, a type of C code that is not freed while the process lives. A slot that it has from its
/// base passes nothing on, and a further interpreter of the process would show it as a method of the class.
pub fn guard(class: &Bound<'_, PyType>) {
    let type_ = class.as_type_ptr();
    // SAFETY: ATTACHED; a live type.
    let (base, exception) = unsafe {
        let base = Bound::from_borrowed_ptr_or_opt(class.py(), (*type_).tp_base.cast()).and_then(|base| base.cast_into::<PyType>().ok());
        (base, ffi::PyType_HasFeature(type_, ffi::Py_TPFLAGS_BASE_EXC_SUBCLASS) != 0)
    };
    let name = name_of(class);
    let is_own = |slot: Slot| base.as_ref().is_none_or(|base| slot.of(base) != slot.of(class));
    if is_own(hooks::NEXT) {
        guard_next(class);
    }
    // (The interpreter counts nested texts, up to a limit that the host may have raised beyond what there is room for.)
    if is_own(hooks::REPR) && !exception {
        wrap(class, hooks::REPR, (&REPR, &REPRS), |f| f as *mut (), &table::NATIVE_STACK);
    }
    if is_own(hooks::DEALLOC) && (!exception || EXCEPTIONS_RECURSE) && !OWN_CARE.contains(&&*name) {
        wrap(class, hooks::DEALLOC, (&DEALLOC, &DEALLOCS), |f| f as *mut (), &table::NATIVE_STACK);
    }
    if DELEGATING.contains(&&*name) {
        guard_delegation(class, is_own);
    }
}

/// Guards what iterators of this type call, which may be others of it.
pub fn guard_next(class: &Bound<'_, PyType>) {
    let name = name_of(class);
    if LONG_ITERATORS.contains(&&*name) {
        wrap(class, hooks::NEXT, (&LONG, &LONGS), |f| f as *mut (), &table::NATIVE_STACK);
    } else if !LEAF_ITERATORS.contains(&&*name) {
        wrap(class, hooks::NEXT, (&NEXT, &NEXTS), |f| f as *mut (), &table::NATIVE_STACK);
    }
}

/// What C code calls the class, with its module.
fn name_of<'a>(class: &'a Bound<'_, PyType>) -> Cow<'a, str> {
    // SAFETY: a live type, whose name is a C string.
    unsafe { CStr::from_ptr((*class.as_type_ptr()).tp_name) }.to_string_lossy()
}

fn guard_delegation(class: &Bound<'_, PyType>, is_own: impl Fn(Slot) -> bool) {
    macro_rules! wrap_own {
        ($($slot:ident $originals:ident $trampolines:ident)*) => {
            $(if is_own(hooks::$slot) {
                wrap(class, hooks::$slot, (&$originals, &$trampolines), |f| f as *mut (), &table::NATIVE_STACK);
            })*
        };
    }
    // What they ask of the object in attributes stands in descriptors, whatever the getter.
    wrap(class, hooks::GETATTR, (&GETATTR, &GETATTRS), |f| f as *mut (), &table::NATIVE_STACK);
    wrap_own! {
        BIND BIND BINDS HASH HASH HASHES ITER ITER ITERS GET_ITEM GET_ITEM GET_ITEMS
        LENGTH LENGTH LENGTHS CONTAINS CONTAINS CONTAINMENTS
    }
}

/// Guards the interpreter's types that hold other objects, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let library = py.import("sys")?.getattr("stdlib_module_names")?;
    guard_subclasses(&py.get_type::<PyAny>(), &library)?;
    let rows = [PyList::empty(py).try_iter()?, PyTuple::empty(py).try_iter()?];
    ROWS.iter().zip(&rows).for_each(|(row, iterator)| row.keep(iterator));
    if EXCEPTIONS_RECURSE {
        guard_exceptions(&py.get_type::<PyBaseException>(), &library)?;
    }
    for class in py.import("builtins")?.dict().values().iter().filter_map(|value| value.cast_into::<PyType>().ok()) {
        // A special method may be the class, bound to the object that it asks: `A.__bool__ = partial(bool, a)`.
        if !class.is(py.get_type::<PyType>()) {
            wrap(&class, hooks::VECTORCALL, (&VECTORCALL, &VECTORCALLS), |f| f as *mut (), &table::NATIVE_STACK);
        }
    }
    for (module, names) in IN_MODULES {
        let module = module_of(py, module)?;
        for name in *names {
            // Some came with later versions.
            if let Ok(Ok(class)) = module.getattr(*name).map(|found| found.cast_into::<PyType>()) {
                guard(&class);
            }
        }
    }
    Ok(())
}

fn guard_subclasses<'py>(base: &Bound<'py, PyType>, library: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyType>>> {
    let mut guarded = Vec::new();
    for class in subclasses(base) {
        if is_plain_static(&class) && is_of_interpreter(&class, library)? {
            guard(&class);
            guarded.push(class);
        }
    }
    Ok(guarded)
}

fn guard_exceptions(base: &Bound<'_, PyType>, library: &Bound<'_, PyAny>) -> PyResult<()> {
    guard_subclasses(base, library)?.iter().try_for_each(|class| guard_exceptions(class, library))
}

const IN_MODULES: &[(&str, &[&str])] = &[
    (
        "itertools",
        &[
            "accumulate",
            "batched",
            "chain",
            "combinations",
            "combinations_with_replacement",
            "compress",
            "count",
            "cycle",
            "dropwhile",
            "filterfalse",
            "groupby",
            "islice",
            "pairwise",
            "permutations",
            "product",
            "repeat",
            "starmap",
            "takewhile",
            "zip_longest",
            "_tee",
            "_tee_dataobject",
            "_grouper",
        ],
    ),
    ("functools", &["partial", "_lru_cache_wrapper"]),
    ("operator", &["itemgetter", "attrgetter", "methodcaller"]),
    ("collections", &["deque", "defaultdict", "OrderedDict"]),
    ("types", &["GenericAlias", "UnionType", "MappingProxyType", "SimpleNamespace"]),
];

/// Whether the interpreter brought the type: packages that the host has loaded may have hundreds, for which there are
/// no trampolines.
fn is_of_interpreter(class: &Bound<'_, PyType>, library: &Bound<'_, PyAny>) -> PyResult<bool> {
    match name_of(class).split_once('.') {
        None => Ok(true),
        Some((module, _)) => library.contains(module),
    }
}

/// A type written in C, not made at run time, whose instances can hold others.
fn is_plain_static(class: &Bound<'_, PyType>) -> bool {
    let type_ = class.as_type_ptr();
    // SAFETY: a live type.
    unsafe { ffi::PyType_HasFeature(type_, ffi::Py_TPFLAGS_HEAPTYPE) == 0 && ffi::PyType_HasFeature(type_, ffi::Py_TPFLAGS_HAVE_GC) != 0 }
}
