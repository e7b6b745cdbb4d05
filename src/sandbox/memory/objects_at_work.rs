//! Objects of C code at work: they call the code (a comparison, an `__index__`, an iterator) in the middle of what they
//! do, and go on with what they saw before. Meanwhile nothing changes them.
//!
//! The methods and slots that change such objects, or run code while they look at them, are wrapped: what works on an
//! object notes it, and what would change a noted one raises.
#![allow(unsafe_code, reason = "slots and methods of the interpreter's types are wrapped")]

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::OnceLock;

use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::budget::native_stack;
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::hooks::{self, table, Method, Slot, FASTCALL_KEYWORDS, FASTCALL_METHOD};
use crate::cpython::layout::dict;
use crate::cpython::value::raise;
use crate::sandbox::memory::work_table::{
    Entry, BUFFER, BY_ARGUMENT, CHANGES, CONNECTION, CURSOR, DEQUE, DESCENDS, ELEMENT, GROUP, ITEMS, ODICT, ODICT_ITERATOR, OWN_CLASS,
    PAIR, PART, ROWS, SQL, TABLE, WORKS,
};
use crate::session::scope;

/// Levels of elements that it may meet: some hundred bytes of stack each.
const LEVELS: usize = 4_000;

static DONE: [AtomicBool; TABLE.len()] = [const { AtomicBool::new(false) }; TABLE.len()];

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    let Some(modules) = api::loaded_modules(py) else { return Ok(()) };
    for (entry, done) in TABLE.iter().zip(&DONE) {
        if done.load(Ordering::Relaxed) {
            continue;
        }
        let Some(module) = modules.get_item(entry.module)? else { continue };
        // A module that is being loaded does not have it yet, or not all of it.
        let found = (entry.class)(&module).ok().filter(|_| !hooks::is_being_loaded(&module));
        let Some(class) = found.and_then(|found| found.cast_into::<PyType>().ok()) else {
            hooks::note_half_loaded();
            continue;
        };
        hooks::note_done(done);
        if let Some(address) = entry.address {
            address.store(class.as_type_ptr(), Ordering::Release);
        }
        guard(&class, entry);
    }
    Ok(())
}

fn guard(class: &Bound<'_, PyType>, entry: &Entry) {
    for (name, does) in entry.methods {
        if let Some(method) = class
            .getattr("__dict__")
            .and_then(|own| own.get_item(*name))
            .ok()
            .and_then(|own| Method::of(&own).or_else(|| Method::of_cython(&own)))
        {
            guard_method(method, *does);
        }
    }
    for (slot, does) in entry.slots {
        if slot.name == hooks::NEXT.name {
            native_stack::guard_next(class);
        }
        guard_slot(class, *slot, *does);
    }
}

/// The objects at work, of all threads.
static HELD: Held = Held(UnsafeCell::new(Vec::new()));

struct Held(UnsafeCell<Vec<usize>>);

// SAFETY: looked at and changed by threads that are attached, one at a time: see `with`.
unsafe impl Sync for Held {}

impl Held {
    /// # Safety
    /// ATTACHED, under the interpreter's lock; `look` runs no code and does not come back here.
    #[inline(always)]
    unsafe fn with<T>(&self, look: impl FnOnce(&mut Vec<usize>) -> T) -> T {
        // SAFETY: nobody else looks meanwhile, as the caller promises.
        unsafe { look(&mut *self.0.get()) }
    }
}

/// While it lives, a connection of the host asks what SQL of the code may do.
pub type Lent = Box<dyn std::any::Any>;
type Lend = fn(&Bound<'_, PyAny>, bool) -> PyResult<Option<Lent>>;

static LEND: OnceLock<Lend> = OnceLock::new();

/// Lets `lend` know of connections that the code's SQL runs on, and whether it compiles some.
pub fn lend_connections(lend: Lend) {
    let _ = LEND.set(lend);
}

fn lend(connection: &Bound<'_, PyAny>, compiles: bool) -> PyResult<Option<Lent>> {
    LEND.get().map_or(Ok(None), |lend| lend(connection, compiles))
}

/// While it lives, the object is at work.
enum Work {
    /// Without being noted.
    Unseen,
    Noted(usize),
    /// A part of an object, and the object.
    Both([usize; 2]),
    /// A cursor or a connection, the connection, and what that is told for as long.
    Query {
        objects: [usize; 2],
        _lent: Option<Lent>,
    },
    Buffer(Box<ffi::Py_buffer>),
    /// Of the object, in a list.
    Items {
        _held: Py<PyAny>,
    },
}

impl Work {
    fn on(object: *mut PyObject) -> Work {
        note(&[object as usize]);
        Work::Noted(object as usize)
    }

    fn on_both(objects: [*mut PyObject; 2]) -> Work {
        let objects = objects.map(|object| object as usize);
        note(&objects);
        Work::Both(objects)
    }

    /// Of a connection, or a cursor of it; `None` with an error set.
    ///
    /// # Safety
    /// Live objects, attached.
    unsafe fn on_query(objects: [*mut PyObject; 2], compiles: bool) -> Option<Work> {
        // SAFETY: as `# Safety` says, which the caller keeps.
        let (py, connection) = unsafe {
            let py = Python::assume_attached();
            (py, Bound::from_borrowed_ptr(py, objects[1]))
        };
        let class = CONNECTION.load(Ordering::Relaxed);
        // (A cursor that is not ready has none.)
        // SAFETY: ATTACHED; a live object and a type.
        let is_connection = !class.is_null() && unsafe { ffi::PyObject_TypeCheck(objects[1], class) != 0 };
        let lent = if is_connection { lend(&connection, compiles) } else { Ok(None) };
        match lent {
            Ok(lent) => {
                let objects = objects.map(|object| object as usize);
                note(&objects);
                Some(Work::Query { objects, _lent: lent })
            }
            // Closed, or of another thread: it says so itself.
            Err(error) if is_programming_error(py, &error) => Some(Work::on_both(objects)),
            Err(error) => {
                error.restore(py);
                None
            }
        }
    }

    /// On the buffer of the object; `None` with an error set where it has none.
    ///
    /// # Safety
    /// A live object, attached.
    unsafe fn on_buffer(object: *mut PyObject) -> Option<Work> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { (ffi::PyObject_GetBuffer(object, &raw mut *view, ffi::PyBUF_SIMPLE) == 0).then_some(Work::Buffer(view)) }
    }

    /// # Safety
    /// A live deque, attached.
    unsafe fn on_items(object: *mut PyObject) -> Option<Work> {
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe {
            let py = Python::assume_attached();
            let class = DEQUE.load(Ordering::Relaxed);
            // The class's own iterator: one of the code may show others.
            let iter = (*class).tp_iter?;
            let iterator = Bound::from_owned_ptr_or_opt(py, iter(object))?;
            let list = Bound::from_owned_ptr_or_opt(py, ffi::PySequence_List(iterator.as_ptr()))?;
            Some(Work::Items { _held: list.unbind() })
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        match self {
            Work::Noted(object) => forget(&[*object]),
            Work::Both(objects) | Work::Query { objects, .. } => forget(objects),
            Work::Buffer(view) => {
                // SAFETY: ATTACHED; a view that `PyObject_GetBuffer` filled.
                unsafe { ffi::PyBuffer_Release(&raw mut **view) };
            }
            Work::Unseen | Work::Items { .. } => {}
        }
    }
}

fn is_programming_error(py: Python<'_>, error: &PyErr) -> bool {
    let class = py.import("sqlite3").and_then(|module| module.getattr("ProgrammingError"));
    class.is_ok_and(|class| error.is_instance(py, &class))
}

fn note(objects: &[usize]) {
    // SAFETY: ATTACHED, as whoever calls a wrapped function is; numbers are added.
    unsafe { HELD.with(|held| held.extend_from_slice(objects)) };
}

fn forget(objects: &[usize]) {
    // SAFETY: ATTACHED, as the call ends on the thread that began it; numbers are taken out.
    unsafe {
        HELD.with(|held| {
            // Threads do not end in the order in which they began.
            for object in objects {
                if let Some(at) = held.iter().rposition(|held| held == object) {
                    held.swap_remove(at);
                }
            }
        });
    }
}

/// Begins a call of a wrapped function; `None` with an error set if it must not be.
///
/// # Safety
/// Attached, with live objects: the one that the function belongs to and the first argument or null.
#[inline]
unsafe fn begin(object: *mut PyObject, argument: *mut PyObject, does: u16) -> Option<Work> {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if does & OWN_CLASS != 0 && ffi::Py_TYPE(object) != ODICT.load(Ordering::Relaxed) {
            return Some(Work::Unseen);
        }
        if does & CHANGES != 0 && HELD.with(|held| !held.is_empty()) && is_changed_at_work(object, does) {
            return None;
        }
        if does & (WORKS | BUFFER | ITEMS) == 0 || !scope::sandboxed() {
            return Some(Work::Unseen);
        }
        if does & BUFFER != 0 {
            return Work::on_buffer(object);
        }
        if does & ITEMS != 0 {
            return Work::on_items(object);
        }
        if does & DESCENDS != 0 && has_more_levels(object, LEVELS) {
            let _ = raise::<PyRecursionError>("maximum recursion depth exceeded: elements are nested too deeply");
            return None;
        }
        if does & BY_ARGUMENT != 0 && ffi::PyLong_CheckExact(argument) != 0 {
            return Some(Work::Unseen);
        }
        if does & (SQL | ROWS) != 0 {
            return Work::on_query([object, subject(object)], does & SQL != 0);
        }
        if does & PART != 0 {
            return Some(Work::on_both([object, subject(object)]));
        }
        if does & PAIR != 0 {
            return Some(Work::on_both([object, CONNECTION.load(Ordering::Relaxed).cast()]));
        }
        let object = subject(object);
        let runs_no_code =
            is_odict(object) && dict::has_text_keys(object) && (argument.is_null() || ffi::PyUnicode_CheckExact(argument) != 0);
        Some(if runs_no_code { Work::Unseen } else { Work::on(object) })
    }
}

/// Whether what the function would change is at work; then an error is set.
///
/// # Safety
/// Attached, with a live object.
#[cold]
#[inline(never)]
unsafe fn is_changed_at_work(object: *mut PyObject, does: u16) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        if does & PART != 0 {
            return is_at_work(object) && {
                // As `sqlite3` says it where it looks itself.
                let py = Python::assume_attached();
                let error = py.import("sqlite3").and_then(|module| module.getattr("ProgrammingError"));
                match error.and_then(|class| class.call1(("Recursive use of cursors not allowed.",))) {
                    Ok(error) => PyErr::from_value(error).restore(py),
                    Err(error) => error.restore(py),
                }
                true
            };
        }
        let connection = CONNECTION.load(Ordering::Relaxed);
        // (Which the further object is, nobody says: none of the code's is changed. The host's, on threads of its own, are not meant.)
        let in_pair = scope::sandboxed()
            && !connection.is_null()
            && ffi::PyObject_TypeCheck(object, connection) != 0
            && is_at_work(connection.cast());
        if !in_pair && !is_at_work(subject(object)) {
            return false;
        }
        let class = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(object)).tp_name).to_string_lossy();
        let _ = raise::<PyRuntimeError>(format!("{class} object is changed while it is at work"));
        true
    }
}

/// Whether elements are nested deeper than `levels`. Looks at elements of C code alone: others are copied by Python code.
///
/// # Safety
/// A live element, attached.
unsafe fn has_more_levels(element: *mut PyObject, levels: usize) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let class = ELEMENT.load(Ordering::Relaxed);
        let table = (*class).tp_as_sequence;
        if table.is_null() {
            return false;
        }
        let (Some(length), Some(item)) = ((*table).sq_length, (*table).sq_item) else { return false };
        let py = Python::assume_attached();
        let mut level = vec![Bound::from_borrowed_ptr(py, element)];
        for _ in 0..levels {
            let mut below = Vec::new();
            for element in level {
                let children = (0..length(element.as_ptr())).filter_map(|at| Bound::from_owned_ptr_or_opt(py, item(element.as_ptr(), at)));
                below.extend(children.filter(|child| child.get_type_ptr() == class));
            }
            if below.is_empty() {
                return false;
            }
            level = below;
        }
        true
    }
}

/// What an iterator walks through; else the object itself.
///
/// # Safety
/// A live object.
unsafe fn subject(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        #[repr(C)]
        struct OdictIterator {
            head: PyObject,
            kind: c_int,
            dict: *mut PyObject,
        }
        // A group of `groupby`, a cursor of `sqlite3`: what they are of comes first.
        #[repr(C)]
        struct Part {
            head: PyObject,
            whole: *mut PyObject,
        }
        let class = ffi::Py_TYPE(object);
        let through = if class == ODICT_ITERATOR.load(Ordering::Relaxed) {
            (*object.cast::<OdictIterator>()).dict
        } else if class == GROUP.load(Ordering::Relaxed) || class == CURSOR.load(Ordering::Relaxed) {
            (*object.cast::<Part>()).whole
        } else {
            object
        };
        if through.is_null() {
            object
        } else {
            through
        }
    }
}

/// # Safety
/// A live object.
unsafe fn is_odict(object: *mut PyObject) -> bool {
    let class = ODICT.load(Ordering::Relaxed);
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        let type_ = ffi::Py_TYPE(object);
        !class.is_null()
            && (*type_).tp_flags as std::ffi::c_ulong & ffi::Py_TPFLAGS_DICT_SUBCLASS != 0
            && ffi::PyObject_TypeCheck(object, class) != 0
    }
}

/// # Safety
/// A live object, attached.
#[cold]
#[inline(never)]
unsafe fn is_at_work(object: *mut PyObject) -> bool {
    // What runs when a value goes may change the dict: nothing is being looked for then.
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { HELD.with(|held| held.contains(&(object as usize))) && !(is_odict(object) && has_plain_keys(object)) }
}

/// Whether comparing any of the keys runs no code.
///
/// # Safety
/// A live dict, attached.
unsafe fn has_plain_keys(dict: *mut PyObject) -> bool {
    let (mut at, mut key) = (0, ptr::null_mut());
    let plain = [
        &raw mut ffi::PyUnicode_Type,
        &raw mut ffi::PyLong_Type,
        &raw mut ffi::PyFloat_Type,
        &raw mut ffi::PyBool_Type,
        &raw mut ffi::PyBytes_Type,
    ];
    // SAFETY: as `# Safety` says, which the caller keeps.
    while unsafe { ffi::PyDict_Next(dict, &mut at, &mut key, ptr::null_mut()) != 0 } {
        // SAFETY: as `# Safety` says, which the caller keeps.
        if unsafe { !plain.contains(&ffi::Py_TYPE(key)) } {
            return false;
        }
    }
    true
}

/// Functions of one calling convention: the originals, and what each does.
struct Wrapped {
    originals: Originals,
    does: [AtomicU16; MOST],
}

impl Wrapped {
    #[track_caller]
    const fn new() -> Wrapped {
        Wrapped { originals: Originals::new(), does: [const { AtomicU16::new(0) }; MOST] }
    }
    /// The number of the trampoline for `original`.
    fn keep(&'static self, original: *mut (), does: u16) -> Option<usize> {
        let number = self.originals.keep(original)?;
        self.does.get(number)?.store(does, Ordering::Relaxed);
        Some(number)
    }
}

macro_rules! wrapped {
    ($name:ident, $table:ident, $all:ident, $type:ty, ($object:ident, $($argument:ident: $kind:ty),*), $first:expr, $result:ty, $failed:expr) => {
        static $table: Wrapped = Wrapped::new();
        static $all: [$type; MOST] = trampolines!($name);

        unsafe extern "C" fn $name<const N: usize>($object: *mut PyObject, $($argument: $kind),*) -> $result {
            let does = $table.does[N].load(Ordering::Relaxed);
            // SAFETY: CALLED, as the function that it stands for, which was stored before.
            unsafe {
                let Some(_work) = begin($object, $first, does) else { return $failed };
                let original: $type = std::mem::transmute($table.originals.get::<N>());
                original($object, $($argument),*)
            }
        }
    };
}

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t) -> *mut PyObject;
type WithKeywords = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;
type OfClass =
    unsafe extern "C" fn(*mut PyObject, *mut PyTypeObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

unsafe fn first(args: *const *mut PyObject, count: ffi::Py_ssize_t) -> *mut PyObject {
    if count > 0 {
        // SAFETY: CALLED: what the wrapper was given.
        unsafe { *args }
    } else {
        ptr::null_mut()
    }
}

wrapped!(one, ONE, ONES, ffi::PyCFunction, (object, argument: *mut PyObject), argument, *mut PyObject, ptr::null_mut());
wrapped!(fast, FAST, FASTS, Fast, (object, args: *const *mut PyObject, count: ffi::Py_ssize_t), first(args, count), *mut PyObject, ptr::null_mut());
wrapped!(
    keywords, KEYWORDS, ALL_KEYWORDS, WithKeywords,
    (object, args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject), first(args, count), *mut PyObject, ptr::null_mut()
);
wrapped!(
    of_class, OF_CLASS, ALL_OF_CLASS, OfClass,
    (object, class: *mut PyTypeObject, args: *const *mut PyObject, count: ffi::Py_ssize_t, names: *mut PyObject),
    first(args, count & ffi::Py_ssize_t::MAX), *mut PyObject, ptr::null_mut()
);
wrapped!(get_item, GET_ITEM, GET_ITEMS, ffi::binaryfunc, (object, key: *mut PyObject), key, *mut PyObject, ptr::null_mut());
wrapped!(set_item, SET_ITEM, SET_ITEMS, ffi::objobjargproc, (object, key: *mut PyObject, value: *mut PyObject), key, c_int, -1);
wrapped!(contains, CONTAINS, CONTAINMENTS, ffi::objobjproc, (object, item: *mut PyObject), item, c_int, -1);
wrapped!(next, NEXT, NEXTS, ffi::iternextfunc, (object,), ptr::null_mut(), *mut PyObject, ptr::null_mut());
wrapped!(compare, COMPARE, COMPARES, ffi::richcmpfunc, (object, other: *mut PyObject, op: c_int), other, *mut PyObject, ptr::null_mut());
wrapped!(in_place, IN_PLACE, ALL_IN_PLACE, ffi::binaryfunc, (object, other: *mut PyObject), other, *mut PyObject, ptr::null_mut());
wrapped!(init, INIT, INITS, ffi::initproc, (object, args: *mut PyObject, named: *mut PyObject), args, c_int, -1);
wrapped!(repeat, REPEAT, REPEATS, ffi::ssizeargfunc, (object, times: ffi::Py_ssize_t), ptr::null_mut(), *mut PyObject, ptr::null_mut());

fn pick<F: Copy>(wrapped: &'static Wrapped, all: &[F], original: *mut (), does: u16, address: impl Fn(F) -> *mut ()) -> *mut () {
    if original.is_null() || all.iter().any(|trampoline| address(*trampoline) == original) {
        return ptr::null_mut();
    }
    let number = wrapped.keep(original, does);
    number.and_then(|number| all.get(number)).map_or(ptr::null_mut(), |trampoline| address(*trampoline))
}

fn guard_method(method: Method, does: u16) {
    let original = method.function();
    let to = match method.convention() {
        ffi::METH_NOARGS | ffi::METH_O | ffi::METH_VARARGS => pick(&ONE, &ONES, original, does, |f| f as *mut ()),
        ffi::METH_FASTCALL => pick(&FAST, &FASTS, original, does, |f| f as *mut ()),
        FASTCALL_KEYWORDS => pick(&KEYWORDS, &ALL_KEYWORDS, original, does, |f| f as *mut ()),
        FASTCALL_METHOD => pick(&OF_CLASS, &ALL_OF_CLASS, original, does, |f| f as *mut ()),
        _ => return,
    };
    if !to.is_null() {
        // SAFETY: ATTACHED; a trampoline for these flags, which calls the function that was there.
        unsafe { method.exchange(to, &table::AT_WORK) };
    }
}

fn guard_slot(class: &Bound<'_, PyType>, slot: Slot, does: u16) {
    let original = slot.of(class);
    let to = match slot.name {
        "mp_subscript" => pick(&GET_ITEM, &GET_ITEMS, original, does, |f| f as *mut ()),
        "mp_ass_subscript" => pick(&SET_ITEM, &SET_ITEMS, original, does, |f| f as *mut ()),
        "sq_contains" => pick(&CONTAINS, &CONTAINMENTS, original, does, |f| f as *mut ()),
        "tp_iternext" => pick(&NEXT, &NEXTS, original, does, |f| f as *mut ()),
        "tp_richcompare" => pick(&COMPARE, &COMPARES, original, does, |f| f as *mut ()),
        "sq_inplace_concat" => pick(&IN_PLACE, &ALL_IN_PLACE, original, does, |f| f as *mut ()),
        "tp_init" => pick(&INIT, &INITS, original, does, |f| f as *mut ()),
        "sq_inplace_repeat" => pick(&REPEAT, &REPEATS, original, does, |f| f as *mut ()),
        _ => return,
    };
    if !to.is_null() {
        // SAFETY: a trampoline for this slot, which calls the function that was there.
        unsafe { hooks::exchange(class, slot, to, &table::AT_WORK) };
    }
}
