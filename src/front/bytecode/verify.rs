//! Consistency of lowered code: operands inside the frame, jumps inside the code, tables inside bounds.
//!
//! The engine relies on all of it; tests run it on everything they lower.

use crate::front::bytecode::code::{Code, CodeKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::instruction_table::Operand;
use crate::front::bytecode::operands::{Reg, GLOBAL_REGISTERS};

/// Checks `code` and the codes inside it; the first fault found.
pub fn verify(code: &Code) -> Result<(), String> {
    let module = code.kind == CodeKind::Module;
    let frame = Registers { first: if module { usize::from(GLOBAL_REGISTERS) } else { 0 }, count: usize::from(code.registers), module };
    let mut operands = Vec::new();
    for (pc, instr) in code.instrs.iter().enumerate() {
        operands.clear();
        instr.operands(code, &mut operands);
        for one in &operands {
            check(code, &frame, pc, one).map_err(|why| format!("{}: {pc}: {instr:?}: {why}", code.qualname))?;
        }
    }
    let fault = |text: &str| Err(format!("{}: {text}", code.qualname));
    match code.instrs.last() {
        Some(Instr::Return { .. } | Instr::Jump { .. } | Instr::Rethrow { .. } | Instr::LoopBack { .. }) => {}
        Some(Instr::Raise { .. } | Instr::RaiseFrom { .. } | Instr::Reraise | Instr::Refuse { .. }) => {}
        Some(Instr::AssertFail { .. } | Instr::AssertFailBare { .. }) => {}
        other => return fault(&format!("falls off its end after {other:?}")),
    }
    for h in &code.handlers {
        let inside = h.start < h.end && h.end as usize <= code.instrs.len() && (h.target as usize) < code.instrs.len();
        if !inside || !frame.holds(h.reg, 1) {
            return fault(&format!("bad handler {h:?}"));
        }
    }
    if code.inlined.iter().any(|i| i.start > i.end || i.end as usize > code.instrs.len()) {
        return fault("bad inlined code");
    }
    let sorted = |list: &mut dyn Iterator<Item = u32>| {
        let all: Vec<u32> = list.collect();
        all.windows(2).all(|w| w[0] < w[1])
    };
    if !sorted(&mut code.spans.iter().map(|s| s.0)) || !sorted(&mut code.unspent.iter().map(|s| s.0)) {
        return fault("side tables are not sorted");
    }
    for f in &code.functions {
        if f.closure.len() != f.code.free_names.len() {
            return fault("closure does not fit its function");
        }
        verify(&f.code)?;
    }
    for c in &code.classes {
        if c.closure.len() != c.code.free_names.len() {
            return fault("closure does not fit its class");
        }
        verify(&c.code)?;
    }
    Ok(())
}

struct Registers {
    first: usize,
    count: usize,
    module: bool,
}

impl Registers {
    fn holds(&self, reg: Reg, n: usize) -> bool {
        let at = usize::from(reg.0);
        if n == 0 {
            return true;
        }
        (self.module && at + n <= usize::from(GLOBAL_REGISTERS)) || (at >= self.first && at + n <= self.first + self.count)
    }
}

fn check(code: &Code, frame: &Registers, pc: usize, one: &Operand) -> Result<(), String> {
    let fine = match one {
        Operand::Read(rk) if rk.is_reg() => frame.holds(Reg(rk.0 as u16), 1),
        Operand::Read(rk) => ((-1 - i32::from(rk.0)) as usize) < code.consts.len(),
        Operand::Registers(reg, n) => frame.holds(*reg, *n),
        Operand::Jump(to) => usize::try_from(pc as i64 + to).is_ok_and(|target| target < code.instrs.len()),
        Operand::Entry(index, len) => index < len,
    };
    if fine {
        return Ok(());
    }
    Err(match one {
        Operand::Read(rk) => format!("operand {rk:?} is outside"),
        Operand::Registers(reg, n) => format!("registers {reg:?}..+{n} are outside"),
        Operand::Jump(to) => format!("jump by {to} leaves the code"),
        Operand::Entry(index, len) => format!("table entry {index} of {len}"),
    })
}
