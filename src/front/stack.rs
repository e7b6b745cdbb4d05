//! How much of the native stack is left, and more of it.

use std::ops::Range;
use std::ptr;
use std::sync::OnceLock;

/// Bytes of the stack below the caller; nothing where the system does not tell.
pub fn remaining() -> Option<usize> {
    let here = 0_u8;
    let here = ptr::addr_of!(here) as usize;
    match process_stack() {
        Some(whole) if whole.contains(&here) => Some(here - whole.start),
        _ => stacker::remaining_stack(),
    }
}

/// Runs `f` with so many bytes of stack: on a fresh one if the caller's has less.
pub fn with_at_least<R>(bytes: usize, f: impl FnOnce() -> R) -> R {
    if remaining().is_some_and(|left| left >= bytes) {
        return f();
    }
    stacker::grow(bytes + (64 << 10), f)
}

/// The stack that the process began with, which is its first thread's. The C library finds it in the map of the whole process: with
/// pandas loaded 1.1 ms of the first run, a fifth of all that is done once in a process.
fn process_stack() -> Option<&'static Range<usize>> {
    static FOUND: OnceLock<Option<Range<usize>>> = OnceLock::new();
    FOUND.get_or_init(find).as_ref()
}

/// It may grow to its limit down from where the kernel put the path of the program, which is the last thing on it (`AT_EXECFN`,
/// getauxval(3)).
#[cfg(target_os = "linux")]
fn find() -> Option<Range<usize>> {
    use rustix::process::{getrlimit, Resource};

    /// Other maps of a process are at least twice as far from its stack as this, whatever its limit was when it began.
    const FAR: usize = 64 << 20;
    /// More than the path and the rest of its page, of whatever size, can take.
    const ABOVE: usize = 128 << 10;
    let size = usize::try_from(getrlimit(Resource::Stack).current?).ok().filter(|size| (1 << 20..=FAR).contains(size))?;
    let path = auxiliary(31)?;
    Some(path.checked_sub(size - ABOVE)?..path)
}

/// What the kernel told the process under this number when it began.
#[cfg(target_os = "linux")]
fn auxiliary(number: usize) -> Option<usize> {
    const WORD: usize = size_of::<usize>();
    let word = |bytes: &[u8]| bytes.first_chunk().map(|word| usize::from_ne_bytes(*word));
    let told = std::fs::read("/proc/self/auxv").ok()?;
    let pair = told.chunks_exact(2 * WORD).find(|pair| word(pair) == Some(number))?;
    pair.get(WORD..).and_then(word)
}

#[cfg(not(target_os = "linux"))]
fn find() -> Option<Range<usize>> {
    None
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_first_stack_ends_where_the_system_says() {
        let maps = std::fs::read_to_string("/proc/self/maps").expect("readable");
        let range = maps.lines().find(|line| line.ends_with("[stack]")).and_then(|line| line.split([' ', '-']).nth(1));
        let end = usize::from_str_radix(range.expect("there"), 16).expect("an address");
        // (Where its size has no limit, as some systems have it, the C library is asked.)
        assert!(process_stack().is_none_or(|whole| whole.end < end && end - whole.end < 64 << 10));
    }

    #[test]
    fn a_thread_has_what_it_was_made_with() {
        let size = 1 << 20;
        let thread = std::thread::Builder::new().stack_size(size).spawn(|| (remaining(), stacker::remaining_stack()));
        let (ours, theirs) = thread.expect("started").join().expect("ended");
        let (ours, theirs) = (ours.expect("told"), theirs.expect("told"));
        assert!(ours <= size && ours > size / 2);
        assert!(ours.abs_diff(theirs) < 4096);
    }

    #[test]
    fn a_fresh_stack_has_its_own() {
        let (before, ours, theirs) = stacker::grow(4 << 20, || {
            let used = black_box([1_u8; 64 << 10]);
            (remaining(), black_box(used).len(), stacker::remaining_stack())
        });
        let before = before.expect("told");
        assert!(before < 4 << 20 && before > 3 << 20);
        assert!(theirs.expect("told").abs_diff(before) < 4096 + ours);
    }
}
