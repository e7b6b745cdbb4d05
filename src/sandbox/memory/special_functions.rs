//! Functions of `scipy.special`: what they have no room for has no value, whoever asks, and rows of numbers end with the run.
//! `front::policy::special` says for what there is room, and what takes long.
#![allow(unsafe_code, reason = "loops of ufuncs are wrapped")]

use std::ffi::{c_long, c_void};
use std::ptr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::budget::matrix_loops::{in_time, is_over};
use crate::cpython::hooks::{newly_loaded, table, Loop};
use crate::front::policy::special::{Room, Steps, MODULES, ROOMS, STEPS};
use crate::session::scope::sandboxed;

/// A loop: addresses of the first numbers of each row, how many there are, how far they are apart.
type Function = unsafe extern "C" fn(*mut *mut u8, *const isize, *const isize, *mut c_void);

/// So many numbers are computed between two looks at the limits, or as many as take so long: a series that hardly converges takes a
/// tenth of a second.
const PIECE: isize = 1024;
const FIRST: isize = 16;
const LONG: Duration = Duration::from_millis(2);
/// Rows that a function has at most.
const MOST_ROWS: usize = 16;

/// Wraps what belongs to modules that are loaded, each once per process.
pub fn guard_loaded(py: Python<'_>) -> PyResult<()> {
    static DONE: [AtomicBool; MODULES.len()] = [const { AtomicBool::new(false) }; MODULES.len()];
    for (done, (module, last)) in DONE.iter().zip(MODULES) {
        let Some(found) = newly_loaded(py, done, module, last)? else { continue };
        for name in found.dir()?.iter() {
            let name = name.cast_into::<PyString>()?;
            let text = name.to_string_lossy().into_owned();
            for one in Loop::all(&found.getattr(&name)?)? {
                wrap(one, &text);
            }
        }
    }
    Ok(())
}

fn wrap(one: Loop, name: &str) {
    let (function, data) = one.now();
    if function.is_null() || function == run as Function as *mut () || one.letters.len() > MOST_ROWS {
        return;
    }
    // SAFETY: a loop of numpy's has this signature.
    let original = unsafe { std::mem::transmute::<*mut (), Function>(function) };
    let wrapped = Wrapped {
        original,
        data,
        inputs: one.inputs,
        letters: one.letters.clone(),
        room: ROOMS.iter().find(|(names, _)| names.contains(&name)).map(|(_, room)| *room),
        steps: STEPS.iter().find(|(names, _)| names.contains(&name)).map(|(_, steps)| *steps),
    };
    let wrapped = Box::into_raw(Box::new(wrapped));
    // SAFETY: ATTACHED; `run` calls the loop that was there, with its data. What it is called with is never freed.
    unsafe { one.exchange(run as Function as *mut (), wrapped.cast(), &table::SPECIAL) };
}

/// What `run` is called with.
struct Wrapped {
    original: Function,
    data: *mut c_void,
    inputs: usize,
    letters: Vec<u8>,
    room: Option<Room>,
    steps: Option<Steps>,
}

unsafe extern "C" fn run(rows: *mut *mut u8, count: *const isize, strides: *const isize, data: *mut c_void) {
    // SAFETY: called by numpy with what `wrap` put beside the function, and rows of as many numbers as `count` says.
    unsafe {
        let wrapped = &*data.cast::<Wrapped>();
        if !sandboxed() {
            return (wrapped.original)(rows, count, strides, wrapped.data);
        }
        let (mut done, mut most) = (0, FIRST);
        while done < *count {
            let (piece, begun) = ((*count - done).min(most), Instant::now());
            let part = Part { wrapped, rows, strides, first: done };
            // (What is left has no value: the run is over.)
            if !part.compute(piece) || (done + piece < *count && is_over()) {
                return;
            }
            done += piece;
            most = if begun.elapsed() < LONG { most * 2 } else { most / 2 }.clamp(1, PIECE);
        }
    }
}

/// Rows from a place on.
struct Part<'a> {
    wrapped: &'a Wrapped,
    rows: *mut *mut u8,
    strides: *const isize,
    first: isize,
}

impl Part<'_> {
    /// Computes so many numbers; false where the run is over before.
    ///
    /// # Safety
    /// The rows have as many, from `first` on.
    unsafe fn compute(&self, count: isize) -> bool {
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe {
            if self.wrapped.steps.is_some_and(|steps| !in_time((0..count).map(|n| self.seconds(n, steps)).sum())) {
                return false;
            }
            let Some(room) = self.wrapped.room else {
                self.call(0, count);
                return true;
            };
            let mut done = 0;
            while done < count {
                let fit = (done..count).take_while(|n| room.holds(&self.given(*n))).count() as isize;
                if fit > 0 {
                    self.call(done, fit);
                }
                done += fit;
                if done < count {
                    self.no_value(done);
                    done += 1;
                }
            }
            true
        }
    }

    /// # Safety
    /// As for `compute`.
    unsafe fn call(&self, from: isize, count: isize) {
        let mut rows = [ptr::null_mut(); MOST_ROWS];
        for (n, row) in rows.iter_mut().take(self.wrapped.letters.len()).enumerate() {
            // SAFETY: as `# Safety` says, which the caller keeps.
            *row = unsafe { self.place(n, from) };
        }
        // SAFETY: the rows that the original was called with, from a place in them on.
        unsafe { (self.wrapped.original)(rows.as_mut_ptr(), &count, self.strides, self.wrapped.data) };
    }

    /// # Safety
    /// As for `compute`, and there is such a row.
    unsafe fn place(&self, row: usize, number: isize) -> *mut u8 {
        // SAFETY: as `# Safety` says, which the caller keeps.
        unsafe { (*self.rows.add(row)).wrapping_offset(*self.strides.add(row) * (self.first + number)) }
    }

    /// The numbers that the function is given at a place.
    ///
    /// # Safety
    /// As for `compute`.
    unsafe fn given(&self, number: isize) -> Vec<f64> {
        let letters = self.wrapped.letters.iter().take(self.wrapped.inputs);
        // SAFETY: as `# Safety` says, which the caller keeps.
        letters.enumerate().map(|(row, letter)| unsafe { read(*letter, self.place(row, number)) }).collect()
    }

    /// # Safety
    /// As for `compute`.
    unsafe fn seconds(&self, number: isize, steps: Steps) -> f64 {
        let rows = steps.arguments.iter().filter_map(|row| Some((*row, *self.wrapped.letters.get(*row)?)));
        let rows = rows.filter(|(_, letter)| !steps.integers || b"ilqp".contains(letter));
        // SAFETY: as `# Safety` says, which the caller keeps.
        let numbers = rows.map(|(row, letter)| unsafe { read(letter, self.place(row, number)) });
        let most = numbers.map(|number| if steps.above_zero { number } else { number.abs() }).fold(0.0, f64::max);
        // (No function takes steps up to what is no finite number.)
        if most.is_finite() {
            most * steps.each
        } else {
            0.0
        }
    }

    /// Writes that there is no number.
    ///
    /// # Safety
    /// As for `compute`.
    unsafe fn no_value(&self, number: isize) {
        for (row, letter) in self.wrapped.letters.iter().enumerate().skip(self.wrapped.inputs) {
            // SAFETY: as `# Safety` says, which the caller keeps; the letter tells the size.
            unsafe {
                let place = self.place(row, number);
                match letter {
                    b'f' => place.cast::<f32>().write_unaligned(f32::NAN),
                    b'd' => place.cast::<f64>().write_unaligned(f64::NAN),
                    b'F' => place.cast::<[f32; 2]>().write_unaligned([f32::NAN; 2]),
                    b'D' => place.cast::<[f64; 2]>().write_unaligned([f64::NAN; 2]),
                    _ => {}
                }
            }
        }
    }
}

/// A number of this kind; none (which nothing has room for) of others.
///
/// # Safety
/// There is such a number.
unsafe fn read(letter: u8, place: *const u8) -> f64 {
    // SAFETY: as `# Safety` says, which the caller keeps.
    unsafe {
        match letter {
            b'f' | b'F' => f64::from(place.cast::<f32>().read_unaligned()),
            b'd' | b'D' => place.cast::<f64>().read_unaligned(),
            b'i' => f64::from(place.cast::<i32>().read_unaligned()),
            b'l' => place.cast::<c_long>().read_unaligned() as f64,
            b'q' => place.cast::<i64>().read_unaligned() as f64,
            b'p' => place.cast::<isize>().read_unaligned() as f64,
            _ => f64::NAN,
        }
    }
}
