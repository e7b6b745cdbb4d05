//! Loops of numpy's `matmul` and of its products with vectors: products are estimated by the sizes that the loops are called with, whoever calls (`map`,
//! `operator.matmul`, scikit-learn).
#![allow(unsafe_code, reason = "loops of ufuncs are wrapped")]

use std::ffi::c_void;
use std::sync::atomic::AtomicBool;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::budget::costs;
use crate::cpython::hooks::{newly_loaded, table, Loop};
use crate::cpython::value::attached;
use crate::front::policy::work::ITEM;
use crate::session::current;
use crate::session::run_context::RunContext;
use crate::session::scope::sandboxed;

/// A loop: addresses of the first matrices, how many there are and their sizes, how far they are apart.
type Function = unsafe extern "C" fn(*mut *mut u8, *const isize, *const isize, *mut c_void);

/// What takes less is not asked about.
const SHORT: f64 = 0.5;

/// What multiplies, and how many sizes its loops are called with. (Before numpy 2.2 `matmul` is the only one, or there is `vecdot`.)
const PRODUCTS: &[(&str, usize)] = &[("matmul", 4), ("vecdot", OF_VECTORS), ("matvec", 3), ("vecmat", 3)];
const OF_VECTORS: usize = 2;

/// Wraps the loops, when numpy is loaded. (Those of `numpy.linalg` share the data that they are called with, which tells
/// one loop from another here.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    let Some(found) = newly_loaded(py, &DONE, "numpy", "matmul")? else { return Ok(()) };
    for (name, sizes) in PRODUCTS {
        let Ok(product) = found.getattr(*name) else { continue };
        for one in Loop::all_of_matrices(&product)? {
            wrap(one, *sizes);
        }
    }
    Ok(())
}

fn wrap(one: Loop, sizes: usize) {
    let (function, data) = one.now();
    let letter = one.letters.first().copied().unwrap_or(b'?');
    // (A product of truth values ends each of its sums early: nothing is known of its least time.)
    if function.is_null() || function == run as Function as *mut () || letter == b'?' {
        return;
    }
    // SAFETY: a loop of numpy's has this signature.
    let original = unsafe { std::mem::transmute::<*mut (), Function>(function) };
    let wrapped = Box::into_raw(Box::new(Wrapped { original, data, letter, sizes }));
    // SAFETY: ATTACHED; `run` calls the loop that was there, with its data. What it is called with is never freed.
    unsafe { one.exchange(run as Function as *mut (), wrapped.cast(), &table::MATRIX_LOOPS) };
}

/// What `run` is called with.
struct Wrapped {
    original: Function,
    data: *mut c_void,
    letter: u8,
    sizes: usize,
}

unsafe extern "C" fn run(matrices: *mut *mut u8, sizes: *const isize, strides: *const isize, data: *mut c_void) {
    // SAFETY: called by numpy with what `wrap` put beside the function, and with a size for each letter of its signature.
    unsafe {
        let wrapped = &*data.cast::<Wrapped>();
        // (Without a value where there is no time: the run is over.)
        if !sandboxed() || in_time(wrapped.seconds(|n| *sizes.add(n) as f64)) {
            (wrapped.original)(matrices, sizes, strides, wrapped.data);
        }
    }
}

impl Wrapped {
    /// The sizes are how many products there are, rows (of a matrix), what both have in common, and columns.
    fn seconds(&self, size: impl Fn(usize) -> f64) -> f64 {
        let multiplications = (0..self.sizes).map(size).product();
        // (Of two vectors each number is read for one multiplication.)
        let read = if self.sizes == OF_VECTORS { multiplications * ITEM } else { 0.0 };
        costs::product_of(self.letter, multiplications).max(read)
    }
}

/// Whether there is time for what takes so many seconds at least; asked in loops of numpy, which may have let go of the interpreter.
pub fn in_time(seconds: f64) -> bool {
    seconds < SHORT
        || with_interpreter(|py| {
            let checked = current::with_current(|m| costs::check(m, seconds));
            // The run was asked to end: the error would be numpy's.
            checked.is_none_or(|checked| checked.map_err(|_| drop(PyErr::take(py))).is_ok())
        })
}

/// Whether the run has to end. It is asked without the interpreter where nobody calls for it: numpy may have let others run.
pub fn is_over() -> bool {
    let asked = |m: &RunContext| m.meter.is_poked() && with_interpreter(|py| m.charge(0).map_err(|_| drop(PyErr::take(py))).is_err());
    current::with_current(asked).unwrap_or(false)
}

/// Calls `f` with the interpreter, of which numpy may have let go: a count of who is attached would not know that.
pub fn with_interpreter<T>(f: impl FnOnce(Python<'_>) -> T) -> T {
    struct Held(ffi::PyGILState_STATE);
    impl Drop for Held {
        fn drop(&mut self) {
            // SAFETY: what `PyGILState_Ensure` gave on this thread.
            unsafe { ffi::PyGILState_Release(self.0) };
        }
    }
    // SAFETY: a thread of the interpreter, attached or not, in a call of numpy's.
    let _held = Held(unsafe { ffi::PyGILState_Ensure() });
    f(attached())
}
