//! Comparisons of builtin values: where C code does nothing but compare, they fail for a run that starves.
//!
//! A dict or set of keys with one hash, `in`, `count` and `index` of long sequences compare for ever without
//! an allocation or a look at signals. The slots of the builtin types are wrapped: a comparison costs one
//! more look at a flag of the process, and the rest only while some run was asked to stop and did not notice.
#![allow(unsafe_code, reason = "slots of the interpreter's types are wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::budget::costs;
use crate::budget::memory;
use crate::budget::native_stack::{self, wrap};
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::api;
use crate::cpython::hooks::{self, table};
use crate::cpython::value::attached;
use crate::session::{current, scope};

/// Whether any run of the process starves.
static ANY_STARVES: AtomicBool = AtomicBool::new(false);

/// Arms the wrappers, or disarms them. Called by the watchdog.
pub fn starve(on: bool) {
    ANY_STARVES.store(on, Ordering::Relaxed);
    native_stack::starve(on, must_end);
}

/// Whether the run on this thread has to end; its end is in the error indicator then.
fn must_end() -> bool {
    (memory::starves() || memory::is_deaf()) && current::with_current(|m| m.charge(0)).is_some_and(|looked| looked.is_err())
}

static COMPARE_VIEWS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());
static COMPARE: Originals = Originals::new();
static COMPARES: [ffi::richcmpfunc; MOST] = trampolines!(compare);

unsafe extern "C" fn compare<const N: usize>(a: *mut PyObject, b: *mut PyObject, op: i32) -> *mut PyObject {
    // SAFETY: CALLED; the original is the function that was there before, for the same arguments.
    unsafe {
        // SAFETY: stored by `wrap` from a slot of this kind before the trampoline was put into it.
        let original: ffi::richcmpfunc = std::mem::transmute(COMPARE.get::<N>());
        if ANY_STARVES.load(Ordering::Relaxed) {
            return starved(a, b, op, original);
        }
        original(a, b, op)
    }
}

/// Apart, for the sake of all other comparisons, which have nothing to save for it (16 instructions before, 5 so).
#[cold]
#[inline(never)]
unsafe extern "C" fn starved(a: *mut PyObject, b: *mut PyObject, op: i32, original: ffi::richcmpfunc) -> *mut PyObject {
    // SAFETY: as in `compare`.
    unsafe {
        match verdict(op) {
            Verdict::Compare => original(a, b, op),
            Verdict::Fail => ptr::null_mut(),
            Verdict::Equal => ffi::Py_NewRef(ffi::Py_True()),
        }
    }
}

/// Views of memory may show more items than there is memory, all in one place (those of numpy's arrays): they are not compared where that
/// would end long after the deadline.
unsafe extern "C" fn compare_views(a: *mut PyObject, b: *mut PyObject, op: i32) -> *mut PyObject {
    // SAFETY: as in `compare`.
    unsafe {
        let original: ffi::richcmpfunc = std::mem::transmute(COMPARE_VIEWS.load(Ordering::Acquire));
        if ANY_STARVES.load(Ordering::Relaxed) {
            return starved(a, b, op, original);
        }
        let view = Bound::from_borrowed_ptr(attached(), a);
        if scope::sandboxed() && !is_in_time(&view) {
            return ptr::null_mut();
        }
        original(a, b, op)
    }
}

/// Fewer bytes are not asked about.
const MANY: usize = 1 << 31;
/// Seconds that an item takes on a fast machine (a third of what was measured).
const EACH: f64 = 3e-10;

/// Whether there is time for all items of a view; if not, the run was asked to end.
fn is_in_time(view: &Bound<'_, PyAny>) -> bool {
    let py = view.py();
    let number = |name| view.getattr(name).ok()?.extract::<usize>().ok();
    // (A view that was released has none.)
    let Some(bytes) = number(intern!(py, "nbytes")).filter(|bytes| *bytes >= MANY) else { return true };
    let items = bytes as f64 / number(intern!(py, "itemsize")).unwrap_or(1).max(1) as f64;
    let checked = current::with_current(|m| costs::check(m, items * EACH));
    checked.is_none_or(|checked| checked.is_ok())
}

/// What becomes of a comparison while some run starves.
enum Verdict {
    Compare,
    /// The run on this thread has to end; its end is in the error indicator.
    Fail,
    /// It has to, and was told so long ago: who compares (tables of pandas) does not look at errors. Everything is equal
    /// then, which ends its search; nobody will see the result.
    Equal,
}

fn verdict(op: i32) -> Verdict {
    if memory::is_deaf() {
        return if op == ffi::Py_EQ { Verdict::Equal } else { Verdict::Compare };
    }
    if must_end() {
        Verdict::Fail
    } else {
        Verdict::Compare
    }
}

/// Types whose values are compared by C code alone.
const TYPES: &[(&str, &[&str])] = &[
    ("builtins", &["int", "bool", "float", "complex", "str", "bytes", "bytearray", "range", "set", "frozenset", "memoryview", "slice"]),
    ("collections", &["deque"]),
];
/// Of modules that may come later.
const LATER: &[(&str, &[&str])] =
    &[("decimal", &["Decimal"]), ("datetime", &["date", "datetime", "time", "timedelta", "timezone"]), ("array", &["array"])];

/// Wraps the slots, once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let modules = py.import("sys")?.getattr("modules")?;
    let modules = modules.cast::<PyDict>()?;
    for (name, types) in TYPES {
        guard(api::module(py, name)?.as_any(), types);
    }
    for (name, types) in LATER {
        if let Some(module) = modules.get_item(*name)? {
            guard(&module, types);
        }
    }
    Ok(())
}

/// Looks after the types of a module that was imported after this one.
pub fn guard_module(name: &str, module: &Bound<'_, PyAny>) {
    if let Some((_, types)) = LATER.iter().find(|(later, _)| *later == name) {
        guard(module, types);
    }
}

fn guard(module: &Bound<'_, PyAny>, types: &[&str]) {
    for name in types {
        let Ok(Ok(class)) = module.getattr(*name).map(|found| found.cast_into::<PyType>()) else {
            continue;
        };
        let type_ = class.as_type_ptr();
        // SAFETY: a live type. (What `LATER` has in Python has the slot of all classes, which stays as it is.)
        unsafe {
            if *name == "memoryview" {
                guard_views(&class);
            } else if ffi::PyType_HasFeature(type_, ffi::Py_TPFLAGS_IMMUTABLETYPE) != 0 || is_static(type_) {
                wrap(&class, hooks::COMPARE, (&COMPARE, &COMPARES), |f| f as *mut (), &table::COMPARISONS);
            }
        }
        if *name == "array" {
            // Its type has no name; a billion of its items may be added up.
            let iterator = class.call1(("b",)).and_then(|empty| empty.try_iter());
            iterator.iter().for_each(|iterator| native_stack::guard_next(&iterator.get_type()));
        }
    }
}

/// # Safety
/// ATTACHED; the class of views.
unsafe fn guard_views(class: &Bound<'_, PyType>) {
    let (before, this) = (hooks::COMPARE.of(class), compare_views as ffi::richcmpfunc as *mut ());
    if before != this {
        COMPARE_VIEWS.store(before, Ordering::Release);
        // SAFETY: as `# Safety` says; a function for this slot, which calls the one that was there before.
        unsafe { hooks::exchange(class, hooks::COMPARE, this, &table::COMPARISONS) };
    }
}

/// # Safety
/// A live type.
unsafe fn is_static(class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe { ffi::PyType_HasFeature(class, ffi::Py_TPFLAGS_HEAPTYPE) == 0 }
}
