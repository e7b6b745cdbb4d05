//! Tests of lowering: listings, charges, definite assignment, errors, robustness.

pub mod charges;
pub mod errors;
pub mod families;
pub mod robustness;

use crate::front::bytecode::code::{Code, Program};
use crate::front::bytecode::global_names::{GlobalNames, GlobalSlot};
use crate::front::bytecode::instr::Instr;
use crate::front::compile::{listing, lower, verify, LowerError, LowerOptions};
use crate::front::parse::parse;

pub const VERSION: (u8, u8) = (3, 13);

/// Lowers with `bound` names holding values and `tool` protected.
pub fn try_lower(source: &str, bound: &[&str]) -> Result<Program, LowerError> {
    try_lower_for(source, bound, false)
}

/// Lowers for a profile.
pub fn lowered_by_line(source: &str) -> Program {
    try_lower_for(source, &[], true).unwrap_or_else(|e| panic!("{source}: {e}"))
}

fn try_lower_for(source: &str, bound: &[&str], by_line: bool) -> Result<Program, LowerError> {
    let parsed = parse(source, VERSION).unwrap_or_else(|e| panic!("{source}: {e}"));
    let mut names = GlobalNames::default();
    let slots: Vec<GlobalSlot> = bound.iter().map(|n| names.slot(n)).collect();
    let program = lower(
        &parsed,
        LowerOptions {
            names: &mut names,
            bound: &|slot| slots.contains(&slot),
            is_tool: &|name| name == "tool",
            version: VERSION,
            by_line,
            top_level_return: false,
        },
    )?;
    if let Err(fault) = verify(&program.module) {
        panic!("{fault}\n{source}\n{}", listing(&program.module));
    }
    Ok(program)
}

pub fn lowered(source: &str) -> Program {
    try_lower(source, &[]).unwrap_or_else(|e| panic!("{source}: {e}"))
}

/// Mnemonics of a code, in order.
pub fn mnemonics(code: &Code) -> Vec<String> {
    let name = |i: &Instr| format!("{i:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
    code.instrs.iter().map(name).collect()
}

/// Mnemonics of the first function of a snippet, without charges.
pub fn function_of(source: &str) -> Vec<String> {
    let program = lowered(source);
    let code = &program.module.functions.first().expect("a function").code;
    mnemonics(code).into_iter().filter(|m| m != "Charge").collect()
}

pub fn module_of(source: &str, bound: &[&str]) -> Vec<String> {
    let program = try_lower(source, bound).unwrap_or_else(|e| panic!("{source}: {e}"));
    mnemonics(&program.module).into_iter().filter(|m| m != "Charge").collect()
}
