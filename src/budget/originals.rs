//! Functions that others stand for: a wrapper in front of C functions is made once for each number, and finds the function that was
//! there by its own.

use std::panic::Location;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Functions of one kind that can be wrapped.
pub(crate) const MOST: usize = 144;
/// The same where many packages have some (`trampolines!(…; lots)`).
pub(crate) const LOTS: usize = 1216;

/// Original functions of one kind of slot, by the number of the trampoline that stands for them.
pub(crate) struct Originals<const SIZE: usize = MOST> {
    functions: [AtomicPtr<()>; SIZE],
    room: Room,
}

impl<const SIZE: usize> Originals<SIZE> {
    #[track_caller]
    pub(crate) const fn new() -> Originals<SIZE> {
        Originals { functions: [const { AtomicPtr::new(ptr::null_mut()) }; SIZE], room: Room::new(Location::caller(), SIZE) }
    }
    /// A trampoline's number for `original`; none when all are in use.
    pub(crate) fn keep(&'static self, original: *mut ()) -> Option<usize> {
        let known = self.functions.iter().position(|function| function.load(Ordering::Acquire) == original);
        known.or_else(|| self.add(original))
    }
    /// The same, but a number of its own, though another one stands for the function already.
    pub(crate) fn add(&'static self, original: *mut ()) -> Option<usize> {
        let number = self.room.take()?;
        self.functions.get(number)?.store(original, Ordering::Release);
        Some(number)
    }
    #[inline(always)]
    pub(crate) fn get<const N: usize>(&self) -> *mut () {
        self.functions[N].load(Ordering::Relaxed)
    }
    /// The same for a trampoline that hands its number on.
    #[inline(always)]
    pub(crate) fn at(&self, number: usize) -> *mut () {
        self.functions[number].load(Ordering::Relaxed)
    }
}

/// How much of a table is used, and how many functions it had no place for.
struct Room {
    place: &'static Location<'static>,
    size: usize,
    used: AtomicUsize,
    missed: AtomicUsize,
}

/// Those that are used.
static ROOMS: Mutex<Vec<&'static Room>> = Mutex::new(Vec::new());

impl Room {
    const fn new(place: &'static Location<'static>, size: usize) -> Room {
        Room { place, size, used: AtomicUsize::new(0), missed: AtomicUsize::new(0) }
    }
    fn take(&'static self) -> Option<usize> {
        let taken = self.used.fetch_update(Ordering::AcqRel, Ordering::Acquire, |n| (n < self.size).then_some(n + 1)).ok();
        match taken {
            Some(0) => ROOMS.lock().unwrap_or_else(PoisonError::into_inner).push(self),
            Some(_) => {}
            None => {
                self.missed.fetch_add(1, Ordering::Relaxed);
                MISSED.store(true, Ordering::Release);
            }
        }
        taken
    }
    /// For tests: nothing more finds a place.
    fn fill(&self) {
        self.used.store(self.size, Ordering::Release);
    }
}

/// Whether some function found no place in its table, and is what it was.
static MISSED: AtomicBool = AtomicBool::new(false);

/// Whether each function that was to be wrapped is.
pub(crate) fn all_wrapped() -> bool {
    !MISSED.load(Ordering::Acquire)
}

/// A table as tests see it: file and line, places, those in use, functions that found none.
pub(crate) type Table = (&'static str, u32, usize, usize, usize);

pub(crate) fn tables() -> Vec<Table> {
    let rooms = ROOMS.lock().unwrap_or_else(PoisonError::into_inner);
    let row = |room: &&Room| {
        let (used, missed) = (room.used.load(Ordering::Acquire), room.missed.load(Ordering::Relaxed));
        (room.place.file(), room.place.line(), room.size, used, missed)
    };
    rooms.iter().map(row).collect()
}

/// For tests: no table in use has places left.
pub(crate) fn fill_tables() {
    ROOMS.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|room| room.fill());
}

/// One trampoline for each number.
macro_rules! trampolines {
    ($function:ident; lots) => {
        $crate::budget::originals::trampolines!($function; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71
            72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108
            109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138
            139 140 141 142 143 144 145 146 147 148 149 150 151)
    };
    ($function:ident) => { $crate::budget::originals::trampolines!($function; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17) };
    ($function:ident; $($n:literal)*) => {
        [$(
            $function::<{ $n * 8 }>, $function::<{ $n * 8 + 1 }>, $function::<{ $n * 8 + 2 }>, $function::<{ $n * 8 + 3 }>,
            $function::<{ $n * 8 + 4 }>, $function::<{ $n * 8 + 5 }>, $function::<{ $n * 8 + 6 }>, $function::<{ $n * 8 + 7 }>,
        )*]
    };
}

pub(crate) use trampolines;
