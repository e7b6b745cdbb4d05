//! Subscripts and slices. The original counts the index before the value; where that shows (an error in
//! the value) only simple indexes are counted first here.

use rustpython_ruff_python_ast::{self as ast, Expr};

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::Lowerer;

/// An evaluated subscript: an index, or three registers of a slice.
#[derive(Clone, Copy, Debug)]
pub enum Index {
    Item(Rk),
    Slice(Reg),
}

impl Lowerer<'_> {
    pub(crate) fn subscript(&mut self, e: &ast::ExprSubscript, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let hint = self.scratch(d);
        let (a, index) = self.subscripted(e, hint)?;
        self.f.release(mark);
        self.at(e.range);
        self.f.emit(match index {
            Index::Item(b) => Instr::GetItem { d, a, b },
            Index::Slice(b) => Instr::GetSlice { d, a, b },
        });
        Ok(())
    }

    /// Evaluates the value and the index of a subscript, without counting the subscript itself.
    pub(crate) fn subscripted(&mut self, e: &ast::ExprSubscript, hint: Option<Reg>) -> Lowered<(Rk, Index)> {
        let early = self.early_nodes(&e.slice);
        self.f.op(early);
        let run = self.f.run_id();
        let a = self.operand(&e.value, hint, &[&e.slice])?;
        if early == 0 || self.f.run_id() == run {
            self.uncount(early);
            return Ok((a, self.index(&e.slice)?));
        }
        // The run that paid for the index is over.
        self.f.muted += 1;
        let index = self.index(&e.slice);
        self.f.muted -= 1;
        self.f.counted = self.f.counted.saturating_sub(u64::from(early));
        Ok((a, index?))
    }

    /// Nodes of an index that is counted before the value: one that is constants and names only.
    fn early_nodes(&self, slice: &Expr) -> u32 {
        let simple = |e: &Expr| match e {
            Expr::Name(_) => Some(1),
            other => constant::constant(other, self.source).map(|(_, nodes)| nodes),
        };
        match slice {
            Expr::Slice(s) => {
                let parts = [&s.lower, &s.upper, &s.step].into_iter().flatten();
                parts.map(|part| simple(part)).sum::<Option<u32>>().map_or(0, |nodes| nodes + 1)
            }
            other => simple(other).unwrap_or(0),
        }
    }

    fn index(&mut self, slice: &Expr) -> Lowered<Index> {
        match slice {
            Expr::Slice(slice) => {
                self.f.op(1);
                Ok(Index::Slice(self.slice_parts(slice)?))
            }
            other => Ok(Index::Item(self.expr(other)?)),
        }
    }

    fn slice_parts(&mut self, slice: &ast::ExprSlice) -> Lowered<Reg> {
        let b = self.f.alloc_n(3)?;
        for (i, part) in [&slice.lower, &slice.upper, &slice.step].into_iter().enumerate() {
            match part {
                Some(part) => self.expr_into(part, b.offset(i))?,
                None => {
                    self.at(slice.range);
                    self.f.load_const(b.offset(i), Const::None);
                }
            }
        }
        Ok(b)
    }

    /// A slice as an object (inside a tuple of indexes).
    pub(crate) fn slice_object(&mut self, e: &ast::ExprSlice, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let b = self.slice_parts(e)?;
        self.f.release(mark);
        self.at(e.range);
        self.f.emit(Instr::BuildSlice { d, b });
        Ok(())
    }

    pub(crate) fn set_subscript(&mut self, a: Rk, index: Index, v: Rk) {
        self.f.emit(match index {
            Index::Item(b) => Instr::SetItem { a, b, v },
            Index::Slice(b) => Instr::SetSlice { a, b, v },
        });
    }

    pub(crate) fn delete_subscript(&mut self, e: &ast::ExprSubscript) -> Lowered<()> {
        let mark = self.f.mark();
        let (a, index) = self.subscripted(e, None)?;
        self.f.release(mark);
        self.at(e.range);
        self.f.emit(match index {
            Index::Item(b) => Instr::DelItem { a, b },
            Index::Slice(b) => Instr::DelSlice { a, b },
        });
        Ok(())
    }
}
