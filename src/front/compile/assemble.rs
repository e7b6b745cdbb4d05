//! Final places of instructions: empty charges go, jumps too far for their operand are widened.

use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{CmpOp, Rk};

/// The laid-out code and where each emitted instruction went.
pub struct Layout {
    pub instrs: Vec<Instr>,
    places: Vec<u32>,
}

impl Layout {
    /// `jumps` are pairs of emitted places: the jump instruction and its target. `keep`: empty charges stay.
    pub fn new(emitted: &[Instr], jumps: impl Iterator<Item = (u32, u32)>, keep: bool) -> Layout {
        let mut targets: Vec<Option<u32>> = vec![None; emitted.len()];
        for (pc, target) in jumps {
            if let Some(slot) = targets.get_mut(pc as usize) {
                *slot = Some(target);
            }
        }
        let mut wide = vec![false; emitted.len()];
        let mut places = place(emitted, &wide, keep);
        while widen(emitted, &targets, &places, &mut wide) {
            places = place(emitted, &wide, keep);
        }
        let mut layout = Layout { instrs: Vec::with_capacity(emitted.len()), places };
        for (pc, instr) in emitted.iter().enumerate() {
            if is_empty(instr) && !keep {
                continue;
            }
            let here = layout.instrs.len() as i64;
            let target = targets.get(pc).copied().flatten();
            let distance = target.map_or(0, |t| i64::from(layout.place(t)) - here);
            layout.push(*instr, target.is_some(), distance, wide.get(pc).copied().unwrap_or(false));
        }
        layout
    }

    /// Final place of the instruction emitted at `pc`.
    pub fn place(&self, pc: u32) -> u32 {
        self.places.get(pc as usize).or(self.places.last()).copied().unwrap_or(0)
    }

    fn push(&mut self, instr: Instr, is_jump: bool, distance: i64, wide: bool) {
        if !is_jump {
            self.instrs.push(instr);
            return;
        }
        let far = |i: i64| Instr::Jump { to: (distance - i) as i32 };
        match instr {
            Instr::JumpUnless { op, a, b, .. } if wide => {
                self.instrs.extend([Instr::JumpWhen { op, a, b, to: 2 }, far(1)]);
            }
            Instr::JumpWhen { op, a, b, .. } if wide => {
                self.instrs.extend([unless(op, a, b, 2), far(1)]);
            }
            Instr::ForNext { d, it, .. } if wide => {
                self.instrs.extend([Instr::ForNext { d, it, to: 2 }, Instr::Jump { to: 2 }, far(2)]);
            }
            other => self.instrs.push(aimed(other, distance)),
        }
    }
}

/// Whether the instruction keeps its target in 16 bits.
fn is_short(instr: &Instr) -> bool {
    matches!(instr, Instr::JumpUnless { .. } | Instr::JumpWhen { .. } | Instr::ForNext { .. })
}

fn size(instr: &Instr, wide: bool) -> u32 {
    match instr {
        Instr::JumpUnless { .. } | Instr::JumpWhen { .. } if wide => 2,
        Instr::ForNext { .. } if wide => 3,
        _ => 1,
    }
}

fn is_empty(instr: &Instr) -> bool {
    matches!(instr, Instr::Charge { n: 0 })
}

fn place(emitted: &[Instr], wide: &[bool], keep: bool) -> Vec<u32> {
    let mut places = Vec::with_capacity(emitted.len() + 1);
    let mut at = 0;
    for (instr, wide) in emitted.iter().zip(wide) {
        places.push(at);
        if keep || !is_empty(instr) {
            at += size(instr, *wide);
        }
    }
    places.push(at);
    places
}

/// Marks short jumps that do not reach; true when there was a new one.
fn widen(emitted: &[Instr], targets: &[Option<u32>], places: &[u32], wide: &mut [bool]) -> bool {
    if places.last().is_none_or(|n| *n < i16::MAX as u32) {
        return false;
    }
    let mut changed = false;
    for (pc, ((instr, target), wide)) in emitted.iter().zip(targets).zip(wide.iter_mut()).enumerate() {
        let Some(target) = target.filter(|_| is_short(instr) && !*wide) else { continue };
        let (from, to) = (places.get(pc).copied().unwrap_or(0), places.get(target as usize).copied().unwrap_or(0));
        if i16::try_from(i64::from(to) - i64::from(from)).is_err() {
            *wide = true;
            changed = true;
        }
    }
    changed
}

fn aimed(mut instr: Instr, distance: i64) -> Instr {
    if let Instr::JumpUnless { op, a, b, .. } = instr {
        return unless(op, a, b, distance as i16);
    }
    instr.aim(distance);
    instr
}

fn unless(op: CmpOp, a: Rk, b: Rk, to: i16) -> Instr {
    match op {
        CmpOp::Lt => Instr::JumpUnlessLt { a, b, to },
        CmpOp::Le => Instr::JumpUnlessLe { a, b, to },
        CmpOp::Eq => Instr::JumpUnlessEq { a, b, to },
        CmpOp::Ne => Instr::JumpUnlessNe { a, b, to },
        CmpOp::Gt => Instr::JumpUnlessGt { a, b, to },
        CmpOp::Ge => Instr::JumpUnlessGe { a, b, to },
        CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => Instr::JumpUnless { op, a, b, to },
    }
}

/// Re-places a table that is sorted by place; of entries that fall together the last one counts.
pub fn moved<T: Copy + PartialEq>(list: &[(u32, T)], layout: &Layout) -> Vec<(u32, T)> {
    let mut out: Vec<(u32, T)> = Vec::with_capacity(list.len());
    for (pc, value) in list {
        let pc = layout.place(*pc);
        match out.last_mut() {
            Some(last) if last.0 == pc => last.1 = *value,
            Some(last) if last.1 == *value => {}
            _ => out.push((pc, *value)),
        }
    }
    out
}
