//! List, tuple, set and dict displays. Large ones are built piece by piece.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::TextRange;

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::Lowerer;

/// Elements that are put into registers before a container is built.
const CHUNK: usize = 64;
/// From this many constants on a display is filled from one constant tuple.
const FOLD: usize = 3;

#[derive(Clone, Copy, PartialEq)]
enum Display {
    List,
    Tuple,
    Set,
}

impl Lowerer<'_> {
    pub(crate) fn list(&mut self, elts: &[Expr], d: Reg, range: TextRange) -> Lowered<()> {
        self.f.op(1);
        self.sequence(Display::List, elts, d, range)
    }

    pub(crate) fn tuple(&mut self, elts: &[Expr], d: Reg, range: TextRange) -> Lowered<()> {
        self.f.op(1);
        self.sequence(Display::Tuple, elts, d, range)
    }

    pub(crate) fn set(&mut self, e: &ast::ExprSet, d: Reg) -> Lowered<()> {
        self.f.op(1);
        self.sequence(Display::Set, &e.elts, d, e.range)
    }

    fn sequence(&mut self, kind: Display, elts: &[Expr], d: Reg, range: TextRange) -> Lowered<()> {
        let mark = self.f.mark();
        let constant = kind != Display::Tuple && elts.len() >= FOLD && elts.iter().all(constant::is_constant);
        if constant {
            self.constant_sequence(kind, elts, d, range)?;
        } else if elts.len() <= CHUNK && !elts.iter().any(Expr::is_starred_expr) {
            let b = self.f.alloc_n(elts.len())?;
            for (i, e) in elts.iter().enumerate() {
                self.expr_into(e, b.offset(i))?;
            }
            self.at(range);
            self.build(kind, d, b, elts.len());
        } else {
            self.long_sequence(kind, elts, d, range)?;
        }
        self.f.release(mark);
        Ok(())
    }

    fn build(&mut self, kind: Display, d: Reg, b: Reg, n: usize) {
        let n = n as u16;
        self.f.emit(match kind {
            Display::List => Instr::BuildList { d, b, n },
            Display::Tuple => Instr::BuildTuple { d, b, n },
            Display::Set => Instr::BuildSet { d, b, n },
        });
    }

    fn constant_sequence(&mut self, kind: Display, elts: &[Expr], d: Reg, range: TextRange) -> Lowered<()> {
        let mut items = Vec::with_capacity(elts.len());
        for e in elts {
            if let Some((constant, nodes)) = constant::constant(e, self.source) {
                self.f.op(nodes);
                items.push(constant);
            }
        }
        self.at(range);
        let l = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        // A set's order depends on how it was filled: CPython goes through a frozen set, too.
        let items = if kind == Display::Set { Const::FrozenSet(items) } else { Const::Tuple(items) };
        let s = self.f.constant(items)?;
        self.build(kind, l, Reg(self.f.mark()), 0);
        self.f.emit(match kind {
            Display::Set => Instr::SetUpdate { l, s },
            _ => Instr::ListExtend { l, s },
        });
        if l != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(l) });
        }
        Ok(())
    }

    fn long_sequence(&mut self, kind: Display, elts: &[Expr], d: Reg, range: TextRange) -> Lowered<()> {
        let l = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        let set = kind == Display::Set;
        self.at(range);
        self.build(if set { kind } else { Display::List }, l, Reg(self.f.mark()), 0);
        for e in elts {
            let mark = self.f.mark();
            match e {
                Expr::Starred(starred) => {
                    self.f.op(1);
                    let s = self.expr(&starred.value)?;
                    self.at(range);
                    self.f.emit(if set { Instr::SetUpdate { l, s } } else { Instr::ListExtend { l, s } });
                }
                plain => {
                    let v = self.expr(plain)?;
                    self.at(range);
                    self.f.emit(if set { Instr::SetAdd { l, v } } else { Instr::ListAppend { l, v } });
                }
            }
            self.f.release(mark);
        }
        self.at(range);
        if kind == Display::Tuple {
            self.f.emit(Instr::ListToTuple { d, s: l });
        } else if l != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(l) });
        }
        Ok(())
    }

    pub(crate) fn dict(&mut self, e: &ast::ExprDict, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let plain = e.items.len() <= CHUNK / 2 && e.items.iter().all(|i| i.key.is_some());
        if plain {
            let b = self.f.alloc_n(e.items.len() * 2)?;
            for (i, item) in e.items.iter().enumerate() {
                if let Some(key) = &item.key {
                    self.expr_into(key, b.offset(i * 2))?;
                }
                self.expr_into(&item.value, b.offset(i * 2 + 1))?;
            }
            self.at(e.range);
            self.f.emit(Instr::BuildDict { d, b, n: e.items.len() as u16 });
        } else {
            self.long_dict(e, d)?;
        }
        self.f.release(mark);
        Ok(())
    }

    fn long_dict(&mut self, e: &ast::ExprDict, d: Reg) -> Lowered<()> {
        let m = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        self.at(e.range);
        self.f.emit(Instr::BuildDict { d: m, b: Reg(self.f.mark()), n: 0 });
        for item in &e.items {
            let mark = self.f.mark();
            match &item.key {
                Some(key) => {
                    let k = self.operand(key, None, &[&item.value])?;
                    let v = self.expr(&item.value)?;
                    self.at(e.range);
                    self.f.emit(Instr::DictInsert { m, k, v });
                }
                None => {
                    self.f.op(1);
                    let s = self.expr(&item.value)?;
                    self.at(e.range);
                    self.f.emit(Instr::DictUpdate { m, s });
                }
            }
            self.f.release(mark);
        }
        if m != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(m) });
        }
        Ok(())
    }
}
