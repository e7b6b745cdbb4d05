//! Any text is refused or becomes code that holds together, in the grammar of each version.
#![no_main]

use fastexec::front::bytecode::global_names::{GlobalNames, GlobalSlot};
use fastexec::front::compile::{lower, verify, LowerOptions};
use fastexec::front::parse::parse;
use libfuzzer_sys::fuzz_target;

const MINORS: std::ops::RangeInclusive<u8> = 10..=14;

fuzz_target!(|text: (u8, &str)| {
    let (drawn, source) = text;
    let version = (3, MINORS.start() + drawn % MINORS.len() as u8);
    let Ok(parsed) = parse(source, version) else { return };
    let mut names = GlobalNames::default();
    let bound: Vec<GlobalSlot> = ["x", "f"].iter().map(|name| names.slot(name)).collect();
    let options = LowerOptions {
        names: &mut names,
        bound: &|slot| bound.contains(&slot),
        is_tool: &|name| name == "tool",
        version,
        by_line: drawn & 128 != 0,
        top_level_return: drawn & 64 != 0,
    };
    if let Ok(program) = lower(&parsed, options) {
        if let Err(fault) = verify(&program.module) {
            panic!("{fault}");
        }
    }
});
