//! Deep tuples: hashing them recurses on the native stack without any check of the interpreter's.
#![allow(unsafe_code, reason = "walks the items of tuples without touching their reference counts")]

use pyo3::exceptions::PyRecursionError;
use pyo3::ffi;

use crate::run::machine::Machine;
use crate::run::value::{raise, Value, R};

/// Deeper tuples are refused as keys. The interpreter's own limits for other recursion are lower.
const DEPTH: usize = 5_000;

/// Refuses a key whose hash would recurse too deep. Costs what hashing costs, and only for tuples in tuples.
#[inline]
pub fn hashable(m: &Machine, key: &Value) -> R<()> {
    let p = key.ptr();
    if p.is_null() || !is_tuple(p) {
        return Ok(());
    }
    walk(m, p)
}

fn is_tuple(p: *mut ffi::PyObject) -> bool {
    // SAFETY: ATTACHED; a live object.
    unsafe { ffi::PyTuple_Check(p) != 0 }
}

/// Depth first over tuples only; a tuple met twice is walked twice, as it is hashed twice.
#[inline(never)]
fn walk(m: &Machine, root: *mut ffi::PyObject) -> R<()> {
    let mut path: Vec<(*mut ffi::PyObject, isize)> = vec![(root, 0)];
    let mut visited: u32 = 0;
    while let Some((tuple, next)) = path.pop() {
        // SAFETY: ATTACHED; the root is held by the caller, and tuples never change, so everything on the
        // path is alive; `next` is checked against the length.
        let child = unsafe {
            if next >= ffi::PyTuple_GET_SIZE(tuple) {
                continue;
            }
            ffi::PyTuple_GET_ITEM(tuple, next)
        };
        path.push((tuple, next + 1));
        if !child.is_null() && is_tuple(child) {
            if path.len() >= DEPTH {
                return Err(raise::<PyRecursionError>("maximum recursion depth exceeded while hashing a tuple"));
            }
            path.push((child, 0));
        }
        visited = visited.wrapping_add(1);
        if visited % (1 << 16) == 0 {
            m.charge(1 << 10)?;
        }
    }
    Ok(())
}
