//! Objects of C code at work: they call the code (a comparison, an `__index__`, an iterator) in the middle of what they
//! do, and go on with what they saw before. Meanwhile nothing changes them.
//!
//! The methods and slots that change such objects, or run code while they look at them, are wrapped: what works on an
//! object notes it, and what would change a noted one raises.
#![allow(unsafe_code, reason = "slots and methods of the interpreter's types are wrapped")]

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU16, Ordering};
use std::sync::OnceLock;

use pyo3::exceptions::{PyRecursionError, PyRuntimeError, PyTypeError};
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::budget::native_stack;
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::hooks::{self, table, Method, Slot, FASTCALL_KEYWORDS, FASTCALL_METHOD};
use crate::cpython::layout::dict;
use crate::cpython::value::raise;
use crate::session::scope;

/// The function works on its object while code may run.
const WORKS: u16 = 1;
/// The function changes its object.
const CHANGES: u16 = 2;
/// The function recurses into the elements below without a look at the native stack.
const DESCENDS: u16 = 4;
/// It works on the object's buffer, which stays where it is meanwhile.
const BUFFER: u16 = 8;
/// It looks at the object's items without references to them: they are held meanwhile.
const ITEMS: u16 = 16;
/// Code runs by the argument alone: not by a plain number.
const BY_ARGUMENT: u16 = 32;
/// What it works on and changes is the object itself, besides what that is a part of.
const PART: u16 = 64;
/// It works on a further object of its class, too.
const PAIR: u16 = 128;
/// What it does to an object of a class below its own, it does by other methods of that, one after the other.
const OWN_CLASS: u16 = 256;
/// It compiles SQL, for which a connection of the host's asks what the code may do.
const SQL: u16 = 512;
/// It runs SQL, which has to end with the run.
const ROWS: u16 = 1024;
/// Levels of elements that it may meet: some hundred bytes of stack each.
const LEVELS: usize = 4_000;

/// What there is of one type: methods, and whether items are set and taken from it.
struct Entry {
    module: &'static str,
    /// Gives the type, from the module.
    class: for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    /// Where its address is kept, if it is asked for.
    address: Option<&'static AtomicPtr<PyTypeObject>>,
    methods: &'static [(&'static str, u16)],
    slots: &'static [(Slot, u16)],
}

const BOTH: u16 = WORKS | CHANGES;
/// A step of a cursor calls functions of the code, which must not make another one of it.
const STEP: u16 = BOTH | PART;

/// An iterator that lets go of what it iterates over while that is at work.
const fn iterator(module: &'static str, class: for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>) -> Entry {
    Entry { module, class, address: None, methods: &[], slots: &[(hooks::NEXT, BOTH)] }
}

/// Of futures: callbacks are called, compared and let go of.
const FUTURE: &[(&str, u16)] =
    &[("add_done_callback", BOTH), ("remove_done_callback", BOTH), ("set_result", BOTH), ("set_exception", BOTH), ("cancel", BOTH)];

const TABLE: [Entry; 28] = [
    iterator("itertools", |module| module.getattr("chain")),
    iterator("itertools", |module| module.getattr("cycle")),
    iterator("itertools", |module| module.getattr("islice")),
    iterator("itertools", |module| module.getattr("pairwise")),
    iterator("itertools", |module| module.getattr("zip_longest")),
    // It lets go of its source as a `chain` does. (Before 3.12 there is none: steps of a `repeat` run nothing.)
    iterator("itertools", |module| module.getattr(if cfg!(Py_3_12) { "batched" } else { "repeat" })),
    // What adds to their sum may ask for the next one: both would take the same.
    iterator("itertools", |module| module.getattr("count")),
    iterator("itertools", |module| module.getattr("accumulate")),
    iterator("itertools", |module| module.getattr("groupby")),
    Entry {
        address: Some(&GROUP),
        ..iterator("itertools", |module| {
            Ok(module
                .call_method1("groupby", ("a",))?
                .try_iter()?
                .next()
                .transpose()?
                .map_or_else(|| Err(PyTypeError::new_err("")), |pair| pair.get_item(1))?
                .get_type()
                .into_any())
        })
    },
    // SAFETY: ATTACHED; a type of the interpreter, which lives as long as the process.
    iterator("builtins", |module| Ok(unsafe { Bound::from_borrowed_ptr(module.py(), (&raw mut ffi::PySeqIter_Type).cast()) })),
    iterator("builtins", |module| module.getattr("reversed")),
    // SAFETY: as above.
    iterator("builtins", |module| Ok(unsafe { Bound::from_borrowed_ptr(module.py(), (&raw mut ffi::PyCallIter_Type).cast()) })),
    Entry {
        module: "builtins",
        class: |module| module.getattr("bytearray"),
        address: None,
        methods: &[
            ("find", BUFFER),
            ("rfind", BUFFER),
            ("index", BUFFER),
            ("rindex", BUFFER),
            ("count", BUFFER),
            ("startswith", BUFFER),
            ("endswith", BUFFER),
            ("hex", BUFFER),
            ("join", BUFFER),
            ("split", BUFFER),
            ("rsplit", BUFFER),
            ("partition", BUFFER),
            ("rpartition", BUFFER),
            ("strip", BUFFER),
            ("lstrip", BUFFER),
            ("rstrip", BUFFER),
            ("replace", BUFFER),
            ("translate", BUFFER),
            ("removeprefix", BUFFER),
            ("removesuffix", BUFFER),
            ("decode", BUFFER),
        ],
        slots: &[(hooks::CONTAINS, BUFFER)],
    },
    Entry {
        module: "_collections",
        class: |module| module.getattr("deque"),
        address: Some(&DEQUE),
        methods: &[("index", ITEMS)],
        slots: &[],
    },
    Entry {
        module: "_sqlite3",
        class: |module| module.getattr("Cursor"),
        address: Some(&CURSOR),
        methods: &[
            ("execute", STEP | SQL),
            ("executemany", STEP | SQL),
            ("executescript", STEP | SQL),
            ("fetchone", STEP | ROWS),
            ("fetchmany", STEP | ROWS),
            ("fetchall", STEP | ROWS),
            ("close", CHANGES | PART),
        ],
        slots: &[(hooks::NEXT, STEP | ROWS), (hooks::INIT, CHANGES | PART)],
    },
    Entry {
        module: "_sqlite3",
        class: |module| module.getattr("Connection"),
        address: Some(&CONNECTION),
        methods: &[
            ("execute", WORKS | SQL),
            ("executemany", WORKS | SQL),
            ("executescript", WORKS | SQL),
            ("commit", WORKS),
            ("rollback", WORKS),
            ("backup", WORKS | PAIR),
            ("close", CHANGES),
        ],
        slots: &[(hooks::INIT, CHANGES)],
    },
    Entry {
        module: "_struct",
        class: |module| module.getattr("Struct"),
        address: None,
        methods: &[("pack", WORKS), ("pack_into", WORKS), ("unpack_from", WORKS)],
        slots: &[(hooks::INIT, CHANGES)],
    },
    Entry {
        module: "collections",
        class: |module| module.getattr("OrderedDict"),
        address: Some(&ODICT),
        methods: &[
            ("pop", BOTH),
            ("popitem", BOTH),
            ("setdefault", BOTH | OWN_CLASS),
            ("move_to_end", BOTH),
            ("clear", CHANGES),
            ("copy", WORKS),
        ],
        slots: &[(hooks::SET_ITEM, BOTH), (hooks::COMPARE, WORKS)],
    },
    Entry {
        module: "collections",
        class: |module| Ok(module.call_method0("OrderedDict")?.try_iter()?.get_type().into_any()),
        address: Some(&ODICT_ITERATOR),
        methods: &[],
        slots: &[(hooks::NEXT, WORKS)],
    },
    Entry {
        module: "_csv",
        class: |module| Ok(module.call_method1("reader", (PyTuple::empty(module.py()),))?.get_type().into_any()),
        address: None,
        methods: &[],
        slots: &[(hooks::NEXT, BOTH)],
    },
    Entry {
        module: "array",
        class: |module| module.getattr("array"),
        address: None,
        methods: &[
            ("append", BOTH),
            ("extend", BOTH),
            ("insert", BOTH),
            ("fromlist", BOTH),
            ("remove", BOTH),
            ("index", WORKS),
            ("count", WORKS),
            ("pop", CHANGES),
            ("frombytes", CHANGES),
            ("fromfile", CHANGES),
            ("fromunicode", CHANGES),
            ("clear", CHANGES),
        ],
        slots: &[(hooks::SET_ITEM, BOTH), (hooks::CONTAINS, WORKS), (hooks::ADD_IN_PLACE, CHANGES), (hooks::REPEAT_IN_PLACE, CHANGES)],
    },
    Entry {
        module: "_elementtree",
        class: |module| module.getattr("Element"),
        address: Some(&ELEMENT),
        methods: &[
            ("find", WORKS),
            ("findtext", WORKS),
            ("findall", WORKS),
            ("remove", BOTH),
            ("append", CHANGES),
            ("insert", CHANGES),
            ("extend", BOTH),
            ("clear", CHANGES),
            ("__deepcopy__", WORKS | DESCENDS),
            ("__setstate__", CHANGES),
        ],
        slots: &[(hooks::GET_ITEM, WORKS | BY_ARGUMENT), (hooks::SET_ITEM, BOTH | BY_ARGUMENT)],
    },
    Entry { module: "_asyncio", class: |module| module.getattr("Future"), address: None, methods: FUTURE, slots: &[] },
    Entry { module: "_asyncio", class: |module| module.getattr("Task"), address: None, methods: FUTURE, slots: &[] },
    Entry {
        module: "_elementtree",
        class: |module| module.getattr("XMLParser"),
        address: None,
        methods: &[("feed", BOTH), ("close", BOTH), ("flush", BOTH), ("_parse_whole", BOTH)],
        slots: &[],
    },
    Entry {
        module: "pyexpat",
        class: |module| Ok(module.call_method0("ParserCreate")?.get_type().into_any()),
        address: None,
        methods: &[("Parse", BOTH), ("ParseFile", BOTH)],
        slots: &[],
    },
    // What it writes to and reads from may be the code's, which lets go of that.
    Entry {
        module: "_io",
        class: |module| module.getattr("TextIOWrapper"),
        address: None,
        methods: &[
            ("detach", BOTH),
            ("reconfigure", WORKS),
            ("write", WORKS),
            ("read", WORKS),
            ("readline", WORKS),
            ("flush", WORKS),
            ("close", WORKS),
            ("seek", WORKS),
            ("tell", WORKS),
            ("truncate", WORKS),
        ],
        slots: &[(hooks::NEXT, WORKS), (hooks::INIT, BOTH)],
    },
];

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
        done.store(true, Ordering::Relaxed);
        if let Some(address) = entry.address {
            address.store(class.as_type_ptr(), Ordering::Release);
        }
        guard(&class, entry);
    }
    Ok(())
}

fn guard(class: &Bound<'_, PyType>, entry: &Entry) {
    for (name, does) in entry.methods {
        if let Some(method) = class.getattr("__dict__").and_then(|own| own.get_item(*name)).ok().as_ref().and_then(Method::of) {
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

static ODICT: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static ELEMENT: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static ODICT_ITERATOR: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static GROUP: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static CONNECTION: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static CURSOR: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
static DEQUE: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());

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
