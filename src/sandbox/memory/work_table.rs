//! Which objects of C code call the code while they work, by which of their methods and slots (`objects_at_work`).
#![allow(unsafe_code, reason = "types of the interpreter are named by their addresses")]

use std::ptr;
use std::sync::atomic::AtomicPtr;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cpython::hooks::{self, Slot};

/// The function works on its object while code may run.
pub const WORKS: u16 = 1;
/// The function changes its object.
pub const CHANGES: u16 = 2;
/// The function recurses into the elements below without a look at the native stack.
pub const DESCENDS: u16 = 4;
/// It works on the object's buffer, which stays where it is meanwhile.
pub const BUFFER: u16 = 8;
/// It looks at the object's items without references to them: they are held meanwhile.
pub const ITEMS: u16 = 16;
/// Code runs by the argument alone: not by a plain number.
pub const BY_ARGUMENT: u16 = 32;
/// What it works on and changes is the object itself, besides what that is a part of.
pub const PART: u16 = 64;
/// It works on a further object of its class, too.
pub const PAIR: u16 = 128;
/// What it does to an object of a class below its own, it does by other methods of that, one after the other.
pub const OWN_CLASS: u16 = 256;
/// It compiles SQL, for which a connection of the host's asks what the code may do.
pub const SQL: u16 = 512;
/// It runs SQL, which has to end with the run.
pub const ROWS: u16 = 1024;

/// What there is of one type: methods, and whether items are set and taken from it.
pub struct Entry {
    pub module: &'static str,
    /// Gives the type, from the module.
    pub class: for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    /// Where its address is kept, if it is asked for.
    pub address: Option<&'static AtomicPtr<PyTypeObject>>,
    pub methods: &'static [(&'static str, u16)],
    pub slots: &'static [(Slot, u16)],
}

pub const BOTH: u16 = WORKS | CHANGES;
/// A step of a cursor calls functions of the code, which must not make another one of it.
pub const STEP: u16 = BOTH | PART;

/// An iterator that lets go of what it iterates over while that is at work.
const fn iterator(module: &'static str, class: for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>) -> Entry {
    Entry { module, class, address: None, methods: &[], slots: &[(hooks::NEXT, BOTH)] }
}

/// Of futures: callbacks are called, compared and let go of.
const FUTURE: &[(&str, u16)] =
    &[("add_done_callback", BOTH), ("remove_done_callback", BOTH), ("set_result", BOTH), ("set_exception", BOTH), ("cancel", BOTH)];

pub const TABLE: [Entry; 30] = [
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
    Entry {
        module: "yaml._yaml",
        class: |module| module.getattr("CParser"),
        address: None,
        methods: &[
            ("raw_scan", BOTH),
            ("get_token", BOTH),
            ("peek_token", BOTH),
            ("check_token", BOTH),
            ("raw_parse", BOTH),
            ("get_event", BOTH),
            ("peek_event", BOTH),
            ("check_event", BOTH),
            ("check_node", BOTH),
            ("get_node", BOTH),
            ("get_single_node", BOTH),
            ("dispose", CHANGES),
        ],
        slots: &[(hooks::INIT, CHANGES)],
    },
    Entry {
        module: "yaml._yaml",
        class: |module| module.getattr("CEmitter"),
        address: None,
        methods: &[("emit", BOTH), ("open", BOTH), ("close", BOTH), ("serialize", BOTH), ("dispose", CHANGES)],
        slots: &[(hooks::INIT, CHANGES)],
    },
];

// Addresses of types, once they are known.
pub static ODICT: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static ELEMENT: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static ODICT_ITERATOR: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static GROUP: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static CONNECTION: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static CURSOR: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
pub static DEQUE: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());
