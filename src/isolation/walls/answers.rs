//! The part of the filter that answers system calls by their number alone.
//!
//! The kernel goes through a filter once for each number there is when a worker installs it, and with each call whose arguments
//! matter, so its length counts: a run of neighbouring numbers takes three instructions here, where the crate takes five for
//! each number.

use libc::c_long;
use seccompiler::{sock_filter, BpfProgram, SeccompAction};

// Classic BPF: a word of what the call looks like (`struct seccomp_data`), comparisons with a constant, an answer.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_GREATER: u16 = 0x25;
const IF_AT_LEAST: u16 = 0x35;
const ANSWER: u16 = 0x06;

/// Places of words in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;

#[cfg(target_arch = "x86_64")]
const OWN_ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const OWN_ARCHITECTURE: u32 = 0xc000_00b7;

/// A program that answers the calls of each list, the first lists first, and falls through to what is put behind it with all
/// others. Another architecture's calls (32-bit ones on a 64-bit machine) kill.
pub fn by_number(lists: Vec<(Vec<c_long>, SeccompAction)>) -> BpfProgram {
    let mut program = vec![
        step(LOAD, ARCHITECTURE),
        jump(IF_EQUAL, OWN_ARCHITECTURE, 1, 0),
        step(ANSWER, SeccompAction::KillProcess.into()),
        step(LOAD, NUMBER),
    ];
    for (calls, answer) in lists {
        let answer = u32::from(answer);
        for (first, last) in runs(calls) {
            if first == last {
                program.push(jump(IF_EQUAL, first, 0, 1));
            } else {
                program.push(jump(IF_AT_LEAST, first, 0, 2));
                program.push(jump(IF_GREATER, last, 1, 0));
            }
            program.push(step(ANSWER, answer));
        }
    }
    program
}

/// The numbers as runs from the first to the last of neighbours. (No system call has a negative one.)
fn runs(calls: Vec<c_long>) -> Vec<(u32, u32)> {
    let mut numbers: Vec<u32> = calls.into_iter().filter_map(|call| call.try_into().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut found: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    found
}

fn step(code: u16, k: u32) -> sock_filter {
    jump(code, k, 0, 0)
}

/// Skips so many instructions where the comparison holds, or does not.
fn jump(code: u16, k: u32, holds: u8, does_not: u8) -> sock_filter {
    sock_filter { code, jt: holds, jf: does_not, k }
}
