//! Marks of patterns: the matcher keeps two for each group, and its own look at a program lets two more through. What parses
//! a text numbers groups as it counts them; a tree that the code has put together (`sre_compile.compile`, a lexicon of
//! `re.Scanner` with groups in it) may name a group more, whose marks would be written behind the others.
#![allow(unsafe_code, reason = "a function of C code is wrapped")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::cpython::api;
use crate::cpython::hooks::{table, Method, FASTCALL_KEYWORDS};
use crate::cpython::value::{attached, raise};
use crate::session::panics;
use crate::session::scope::{sandboxed, HostScope};

type Fast = unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, ffi::Py_ssize_t, *mut PyObject) -> *mut PyObject;

static COMPILE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Where `_sre.compile` is given the text, the program and the number of groups.
const TEXT: usize = 0;
const PROGRAM: usize = 2;
const GROUPS: usize = 3;

/// Wraps the function that makes patterns of programs; once per process.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let compile = api::module(py, "_sre")?.getattr("compile")?;
    let Some(method) = Method::of(&compile).filter(|method| method.convention() == FASTCALL_KEYWORDS) else { return Ok(()) };
    if COMPILE.load(Ordering::Acquire).is_null() {
        COMPILE.store(method.function(), Ordering::Release);
        // SAFETY: ATTACHED; a function for these flags, which calls the one that was there before.
        unsafe { method.exchange(compiled as Fast as *mut (), &table::PATTERN_MARKS) };
    }
    Ok(())
}

unsafe extern "C" fn compiled(
    module: *mut PyObject,
    args: *const *mut PyObject,
    count: ffi::Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: called by the interpreter, attached, with `count` live objects at `args`; the original was stored before.
    unsafe {
        let original: Fast = std::mem::transmute(COMPILE.load(Ordering::Acquire));
        let given = |at: usize| (count > at as ffi::Py_ssize_t).then(|| *args.add(at));
        let is_tree = given(TEXT).is_some_and(|text| text == ffi::Py_None());
        if is_tree && sandboxed() {
            let (Some(program), Some(groups)) = (given(PROGRAM), given(GROUPS)) else { return original(module, args, count, names) };
            if !panics::contained(false, || has_place_for_marks(program, groups)) {
                return ptr::null_mut();
            }
        }
        original(module, args, count, names)
    }
}

/// Whether a program writes no marks but those of its groups; else an error is set, the matcher's own for such programs.
///
/// # Safety
/// Attached, with live objects.
unsafe fn has_place_for_marks(program: *mut PyObject, groups: *mut PyObject) -> bool {
    let py = attached();
    let look = || {
        let _own = HostScope::enter();
        // SAFETY: as `# Safety` says, which the caller keeps.
        let (program, groups) = unsafe { (Bound::from_borrowed_ptr(py, program), Bound::from_borrowed_ptr(py, groups)) };
        let program = program.cast::<PyList>()?.iter().map(|word| word.extract::<u64>()).collect::<PyResult<Vec<_>>>()?;
        let marks = groups.extract::<u64>()?.saturating_mul(2);
        let mark = mark(py)?;
        // (Where the number of the instruction is an argument of another one, and such a number follows, it is refused too.)
        let writes_more = program.windows(2).any(|pair| matches!(pair, [code, at] if *code == mark && (marks..marks + 2).contains(at)));
        Ok::<_, PyErr>(!writes_more)
    };
    match look() {
        Ok(true) => return true,
        Ok(false) => drop(raise::<PyRuntimeError>("invalid SRE code")),
        Err(error) => error.restore(py),
    }
    false
}

/// The instruction that writes a mark.
fn mark(py: Python<'_>) -> PyResult<u64> {
    let constants = py.import("re._constants").or_else(|_| py.import("sre_constants"))?;
    constants.getattr("MARK")?.extract()
}
