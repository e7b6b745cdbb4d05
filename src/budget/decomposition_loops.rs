//! Loops of numpy's decompositions (`numpy.linalg`) and Fourier transforms: they are estimated by the sizes that they are called with,
//! whoever calls, and those of many matrices end with the run.
#![allow(unsafe_code, reason = "loops of ufuncs are wrapped")]

use std::ffi::c_void;
use std::sync::atomic::AtomicBool;
use std::sync::OnceLock;

use pyo3::prelude::*;

use crate::budget::costs;
use crate::budget::matrix_loops::{in_time, is_over};
use crate::budget::originals::{trampolines, Originals, MOST};
use crate::cpython::hooks::{newly_loaded, table, Loop};
use crate::session::scope::sandboxed;

/// A loop: addresses of the first matrices, how many there are and their sizes, how far they are apart.
type Function = unsafe extern "C" fn(*mut *mut u8, *const isize, *const isize, *mut c_void);

/// Seconds (by an estimate, which is short) between two looks at the limits.
const PIECE: f64 = 0.002;
/// Matrices and sizes that a loop has at most.
const MOST_SIZES: usize = 8;

/// What the first sizes are.
#[derive(Clone, Copy)]
enum Sides {
    Square,
    Both,
    /// Of a square, and how many columns it is solved for.
    Solved,
    /// Of rows, as long as they become by a transform.
    Row,
    /// As half of it, of which both ends are one, or one end is.
    HalfOfEven,
    HalfOfOdd,
}

impl Sides {
    /// How many sizes a loop has at least.
    fn needs(self) -> usize {
        match self {
            Sides::Square => 2,
            Sides::Both | Sides::Solved | Sides::Row | Sides::HalfOfEven | Sides::HalfOfOdd => 3,
        }
    }
}

const LINEAR_ALGEBRA: &str = "numpy.linalg._umath_linalg";
/// (Before numpy 2 it has no such loops.)
const TRANSFORMS: &str = "numpy.fft._pocketfft_umath";

/// (Module, names of some version of numpy, a factor of `rows * columns * the smaller of them`, what they are called with)
const DECOMPOSITIONS: &[(&str, &[&str], f64, Sides)] = &[
    (TRANSFORMS, &["fft", "ifft", "irfft"], 1.0, Sides::Row),
    (TRANSFORMS, &["rfft_n_even"], 1.0, Sides::HalfOfEven),
    (TRANSFORMS, &["rfft_n_odd"], 1.0, Sides::HalfOfOdd),
    (LINEAR_ALGEBRA, &["det", "slogdet", "solve1"], 0.6, Sides::Square),
    (LINEAR_ALGEBRA, &["cholesky_lo", "cholesky_up"], 0.3, Sides::Square),
    (LINEAR_ALGEBRA, &["inv"], 2.0, Sides::Square),
    (LINEAR_ALGEBRA, &["eigvalsh_lo", "eigvalsh_up"], 1.3, Sides::Square),
    (LINEAR_ALGEBRA, &["eigh_lo", "eigh_up"], 4.0, Sides::Square),
    (LINEAR_ALGEBRA, &["eigvals"], 10.0, Sides::Square),
    (LINEAR_ALGEBRA, &["eig"], 25.0, Sides::Square),
    (LINEAR_ALGEBRA, &["solve"], 0.6, Sides::Solved),
    (LINEAR_ALGEBRA, &["svd", "svd_m", "svd_n", "lstsq", "lstsq_m", "lstsq_n"], 4.0, Sides::Both),
    (LINEAR_ALGEBRA, &["svd_f", "svd_s", "svd_m_f", "svd_n_f", "svd_m_s", "svd_n_s"], 16.0, Sides::Both),
    (LINEAR_ALGEBRA, &["qr_r_raw", "qr_r_raw_m", "qr_r_raw_n", "qr_reduced", "qr_complete"], 1.3, Sides::Both),
];

static LOOPS: Originals = Originals::new();
static WORK: [OnceLock<Work>; MOST] = [const { OnceLock::new() }; MOST];
static RUNS: [Function; MOST] = trampolines!(run);

/// Wraps the loops, when numpy is loaded. (They share the data that they are called with, so each is known by its number.)
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; DECOMPOSITIONS.len()] = [const { AtomicBool::new(false) }; DECOMPOSITIONS.len()];
    for (done, (module, names, factor, sides)) in DONE.iter().zip(DECOMPOSITIONS) {
        let last = if *module == LINEAR_ALGEBRA { "inv" } else { "fft" };
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        for ufunc in names.iter().filter_map(|name| found.getattr(*name).ok()) {
            let sizes = sizes(&ufunc.getattr("signature")?.extract::<String>()?);
            for one in Loop::all_of_matrices(&ufunc)? {
                let matrices = one.letters.len();
                wrap(one, Work { factor: *factor, sides: *sides, matrices, sizes });
            }
        }
    }
    Ok(())
}

/// How many sizes a loop is called with, by its signature: `(m,n),(n)->(m)`.
fn sizes(signature: &str) -> usize {
    let mut names: Vec<&str> = signature.split(|c: char| !c.is_ascii_alphanumeric()).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    1 + names.len()
}

fn wrap(one: Loop, work: Work) {
    let (function, data) = one.now();
    let has_room = work.matrices <= MOST_SIZES && (work.sides.needs()..=MOST_SIZES).contains(&work.sizes);
    if function.is_null() || !has_room || RUNS.iter().any(|run| *run as *mut () == function) {
        return;
    }
    let Some(number) = LOOPS.keep(function) else { return };
    let (Some(run), Some(known)) = (RUNS.get(number), WORK.get(number)) else { return };
    known.get_or_init(|| work);
    // SAFETY: ATTACHED; a loop that calls the one that was there, with the same data.
    unsafe { one.exchange(*run as *mut (), data, &table::DECOMPOSITION_LOOPS) };
}

unsafe extern "C" fn run<const N: usize>(matrices: *mut *mut u8, sizes: *const isize, strides: *const isize, data: *mut c_void) {
    // SAFETY: called by numpy as the loop that it stands for, which was kept before.
    unsafe {
        let original: Function = std::mem::transmute(LOOPS.get::<N>());
        match WORK.get(N).and_then(OnceLock::get).filter(|_| sandboxed()) {
            Some(work) => work.compute(&Call { original, matrices, sizes, strides, data }),
            None => original(matrices, sizes, strides, data),
        }
    }
}

/// What a loop computes.
struct Work {
    factor: f64,
    sides: Sides,
    /// How many it is given and gives.
    matrices: usize,
    /// How many sizes it is called with: that of matrices, and one for each letter of its signature.
    sizes: usize,
}

/// A call of a loop by numpy.
struct Call {
    original: Function,
    matrices: *mut *mut u8,
    sizes: *const isize,
    strides: *const isize,
    data: *mut c_void,
}

impl Work {
    /// Without a value where there is no time: the run is over.
    ///
    /// # Safety
    /// A call of the loop that this is the work of.
    unsafe fn compute(&self, call: &Call) {
        // SAFETY: as `# Safety` says, which the caller keeps.
        let (count, each) = unsafe { (*call.sizes, self.seconds(call)) };
        let seconds = count as f64 * each;
        if !in_time(seconds) {
            return;
        }
        // (numpy looks at the marks of a division by zero afterwards.)
        let piece = if seconds > PIECE { ((PIECE / each) as isize).max(1) } else { count };
        let mut done = 0;
        while done < count {
            // SAFETY: as above.
            unsafe { self.part(call, done, piece.min(count - done)) };
            done += piece;
            if done < count && is_over() {
                return;
            }
        }
    }

    /// Seconds for one of the matrices.
    ///
    /// # Safety
    /// As for `compute`.
    unsafe fn seconds(&self, call: &Call) -> f64 {
        // SAFETY: as `# Safety` says, which the caller keeps: there is a size for each letter of the signature.
        let size = |n| unsafe { *call.sizes.add(n) as f64 };
        let length = size(self.sizes.saturating_sub(1).min(2)) as usize;
        match self.sides {
            Sides::Square => costs::decomposition(self.factor, size(1), size(1)),
            Sides::Both => costs::decomposition(self.factor, size(1), size(2)),
            Sides::Row => costs::transform(length),
            Sides::HalfOfEven => costs::transform((2 * length).saturating_sub(2)),
            Sides::HalfOfOdd => costs::transform((2 * length).saturating_sub(1)),
            Sides::Solved => costs::decomposition(self.factor, size(1), size(1)) + costs::product_of(b'd', size(1) * size(1) * size(2)),
        }
    }

    /// Computes so many of them, from a place on.
    ///
    /// # Safety
    /// As for `compute`, and there are as many.
    unsafe fn part(&self, call: &Call, from: isize, count: isize) {
        let (mut matrices, mut sizes) = ([std::ptr::null_mut(); MOST_SIZES], [count; MOST_SIZES]);
        // SAFETY: as `# Safety` says: there is a stride for each matrix, and a size for each letter.
        unsafe {
            for (n, matrix) in matrices.iter_mut().take(self.matrices).enumerate() {
                *matrix = (*call.matrices.add(n)).wrapping_offset(*call.strides.add(n) * from);
            }
            for (n, size) in sizes.iter_mut().enumerate().take(self.sizes).skip(1) {
                *size = *call.sizes.add(n);
            }
            (call.original)(matrices.as_mut_ptr(), sizes.as_ptr(), call.strides, call.data);
        }
    }
}
