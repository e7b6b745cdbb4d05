//! Operators, comparisons, conditions.

use rustpython_ruff_python_ast::{self as ast, BoolOp, Expr, Operator};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{BinOp, CmpOp, Reg, Rk, UnaryOp};
use crate::front::compile::code_builder::Label;
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::{span, Lowerer};

pub fn bin_op(op: Operator) -> BinOp {
    match op {
        Operator::Add => BinOp::Add,
        Operator::Sub => BinOp::Sub,
        Operator::Mult => BinOp::Mul,
        Operator::MatMult => BinOp::MatMul,
        Operator::Div => BinOp::Div,
        Operator::Mod => BinOp::Mod,
        Operator::Pow => BinOp::Pow,
        Operator::LShift => BinOp::LShift,
        Operator::RShift => BinOp::RShift,
        Operator::BitOr => BinOp::Or,
        Operator::BitXor => BinOp::Xor,
        Operator::BitAnd => BinOp::And,
        Operator::FloorDiv => BinOp::FloorDiv,
    }
}

fn cmp_op(op: ast::CmpOp) -> CmpOp {
    match op {
        ast::CmpOp::Eq => CmpOp::Eq,
        ast::CmpOp::NotEq => CmpOp::Ne,
        ast::CmpOp::Lt => CmpOp::Lt,
        ast::CmpOp::LtE => CmpOp::Le,
        ast::CmpOp::Gt => CmpOp::Gt,
        ast::CmpOp::GtE => CmpOp::Ge,
        ast::CmpOp::Is => CmpOp::Is,
        ast::CmpOp::IsNot => CmpOp::IsNot,
        ast::CmpOp::In => CmpOp::In,
        ast::CmpOp::NotIn => CmpOp::NotIn,
    }
}

impl Lowerer<'_> {
    pub(crate) fn binary(&mut self, e: &ast::ExprBinOp, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let hint = self.scratch(d);
        let a = self.operand(&e.left, hint, &[&e.right])?;
        if let Some(i) = add_int(e.op, &e.right) {
            self.f.op(1);
            self.f.release(mark);
            self.at(e.range);
            self.f.emit(Instr::AddInt { d, a, i });
            return Ok(());
        }
        let hint = hint.filter(|h| Rk::reg(*h) != a);
        let b = self.expr_hint(&e.right, hint)?;
        self.f.release(mark);
        self.at(e.range);
        self.f.emit(match bin_op(e.op) {
            BinOp::Add => Instr::Add { d, a, b },
            BinOp::Sub => Instr::Sub { d, a, b },
            BinOp::Mul => Instr::Mul { d, a, b },
            op => Instr::Binary { op, d, a, b },
        });
        Ok(())
    }

    pub(crate) fn unary(&mut self, e: &ast::ExprUnaryOp, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let hint = self.scratch(d);
        let a = self.expr_hint(&e.operand, hint)?;
        self.f.release(mark);
        self.at(e.range);
        let op = match e.op {
            ast::UnaryOp::Invert => UnaryOp::Invert,
            ast::UnaryOp::Not => UnaryOp::Not,
            ast::UnaryOp::UAdd => UnaryOp::Pos,
            ast::UnaryOp::USub => UnaryOp::Neg,
        };
        self.f.emit(Instr::Unary { op, d, a });
        Ok(())
    }

    /// `and` / `or` as a value.
    pub(crate) fn bool_op(&mut self, e: &ast::ExprBoolOp, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let value = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        let end = self.f.label();
        if let Some((last, first)) = e.values.split_last() {
            for operand in first {
                self.bool_operand(operand, value, e.op == BoolOp::Or, end)?;
            }
            self.expr_into(last, value)?;
        }
        self.f.bind(end);
        if value != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(value) });
        }
        self.f.release(mark);
        Ok(())
    }

    /// Evaluates an operand of `and` / `or` that is not the last into `value` and jumps to `end` when its
    /// truth is `when`. But for 3.12 and 3.13, the truth that ended an inner `and` / `or` is not asked for again.
    fn bool_operand(&mut self, e: &Expr, value: Reg, when: bool, end: Label) -> Lowered<()> {
        let inner = match e {
            Expr::BoolOp(inner) if !matches!(self.options.version, (3, 12 | 13)) => inner,
            _ => {
                self.expr_into(e, value)?;
                self.at(e.range());
                self.f.jump_instr(truth_jump(Rk::reg(value), when), end);
                return Ok(());
            }
        };
        self.f.op(1);
        let short = inner.op == BoolOp::Or;
        let next = self.f.label();
        if let Some((last, first)) = inner.values.split_last() {
            for operand in first {
                self.bool_operand(operand, value, short, if short == when { end } else { next })?;
            }
            self.bool_operand(last, value, when, end)?;
        }
        self.f.bind(next);
        Ok(())
    }

    pub(crate) fn if_expr(&mut self, e: &ast::ExprIf, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let (orelse, end) = (self.f.label(), self.f.label());
        self.condition(&e.test, orelse, false)?;
        self.expr_into(&e.body, d)?;
        self.f.jump(end);
        self.f.bind(orelse);
        self.expr_into(&e.orelse, d)?;
        self.f.bind(end);
        Ok(())
    }

    /// Comparison as a value.
    pub(crate) fn compare(&mut self, e: &ast::ExprCompare, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let (Some(op), Some(right)) = (e.ops.first(), e.comparators.first()) else { return Ok(()) };
        if e.ops.len() == 1 {
            let hint = self.scratch(d);
            let a = self.operand(&e.left, hint, &[right])?;
            let b = self.expr_hint(right, hint.filter(|h| Rk::reg(*h) != a))?;
            self.f.release(mark);
            self.at(e.range);
            self.f.emit(Instr::Compare { op: cmp_op(*op), d, a, b });
            return Ok(());
        }
        let value = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        let end = self.f.label();
        let mut a = self.operand(&e.left, None, &[right])?;
        for (i, (op, right)) in e.ops.iter().zip(&e.comparators).enumerate() {
            let next = e.comparators.get(i + 1);
            let b = self.chained(right, next)?;
            self.at(e.range);
            self.f.emit(Instr::Compare { op: cmp_op(*op), d: value, a, b });
            if next.is_some() {
                self.f.jump_instr(Instr::JumpIfFalse { a: Rk::reg(value), to: 0 }, end);
            }
            a = b;
        }
        self.f.bind(end);
        if value != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(value) });
        }
        self.f.release(mark);
        Ok(())
    }

    /// An operand of a comparison chain; all but the last are used twice, with the first comparison in
    /// between.
    fn chained(&mut self, e: &Expr, next: Option<&Expr>) -> Lowered<Rk> {
        let Some(next) = next else { return self.expr(e) };
        let b = self.operand(e, None, &[next])?;
        if !self.is_global_register(b) {
            return Ok(b);
        }
        let d = self.f.alloc()?;
        self.f.emit(Instr::Move { d, s: b });
        Ok(Rk::reg(d))
    }

    /// Jumps to `target` when the truth of `e` is `when`, else goes on.
    pub(crate) fn condition(&mut self, e: &Expr, target: Label, when: bool) -> Lowered<()> {
        let outer = self.f.enter(span(e.range()));
        self.node_condition(e, target, when)?;
        self.f.enter(outer);
        Ok(())
    }

    fn node_condition(&mut self, e: &Expr, target: Label, when: bool) -> Lowered<()> {
        if let Some(truth) = constant::literal_truth(e) {
            self.f.op(1);
            if truth == when {
                self.f.jump(target);
            }
            return Ok(());
        }
        let mark = self.f.mark();
        match e {
            Expr::UnaryOp(u) if u.op == ast::UnaryOp::Not => {
                self.f.op(1);
                self.condition(&u.operand, target, !when)?;
            }
            Expr::BoolOp(b) => self.bool_condition(b, target, when)?,
            Expr::Compare(c) => self.compare_condition(c, target, when)?,
            Expr::If(e) => {
                self.f.op(1);
                let (otherwise, end) = (self.f.label(), self.f.label());
                self.condition(&e.test, otherwise, false)?;
                self.condition(&e.body, target, when)?;
                self.f.jump(end);
                self.f.bind(otherwise);
                self.condition(&e.orelse, target, when)?;
                self.f.bind(end);
            }
            _ => {
                let a = self.expr(e)?;
                self.at(e.range());
                self.f.jump_instr(truth_jump(a, when), target);
            }
        }
        self.f.release(mark);
        Ok(())
    }

    fn bool_condition(&mut self, e: &ast::ExprBoolOp, target: Label, when: bool) -> Lowered<()> {
        self.f.op(1);
        let is_and = e.op == BoolOp::And;
        if is_and != when {
            return e.values.iter().try_for_each(|v| self.condition(v, target, when));
        }
        let skip = self.f.label();
        if let Some((last, first)) = e.values.split_last() {
            first.iter().try_for_each(|v| self.condition(v, skip, !when))?;
            self.condition(last, target, when)?;
        }
        self.f.bind(skip);
        Ok(())
    }

    fn compare_condition(&mut self, e: &ast::ExprCompare, target: Label, when: bool) -> Lowered<()> {
        self.f.op(1);
        let skip = self.f.label();
        let Some(first) = e.comparators.first() else { return Ok(()) };
        let mut a = self.operand(&e.left, None, &[first])?;
        for (i, (op, right)) in e.ops.iter().zip(&e.comparators).enumerate() {
            let next = e.comparators.get(i + 1);
            let b = self.chained(right, next)?;
            self.at(e.range);
            let (unless, on) = comparison_jumps(cmp_op(*op), a, b, right);
            match (next.is_some(), when) {
                (_, false) => self.f.jump_instr(unless, target),
                (true, true) => self.f.jump_instr(unless, skip),
                (false, true) => self.f.jump_instr(on, target),
            }
            a = b;
        }
        self.f.bind(skip);
        Ok(())
    }
}

/// The jumps when a comparison with what `right` lowers to is false, and when it is true.
fn comparison_jumps(op: CmpOp, a: Rk, b: Rk, right: &Expr) -> (Instr, Instr) {
    let (none, other) = (Instr::JumpIfNone { a, to: 0 }, Instr::JumpIfNotNone { a, to: 0 });
    match op {
        CmpOp::Is if right.is_none_literal_expr() => (other, none),
        CmpOp::IsNot if right.is_none_literal_expr() => (none, other),
        _ => (Instr::JumpUnless { op, a, b, to: 0 }, Instr::JumpWhen { op, a, b, to: 0 }),
    }
}

pub fn truth_jump(a: Rk, when: bool) -> Instr {
    if when {
        Instr::JumpIfTrue { a, to: 0 }
    } else {
        Instr::JumpIfFalse { a, to: 0 }
    }
}

/// `+ i` and `- i` for small literals: the sign of the result says which.
fn add_int(op: Operator, right: &Expr) -> Option<i16> {
    let i = constant::small_int(right)?;
    match op {
        Operator::Add => Some(i),
        Operator::Sub if i > 0 => Some(-i),
        _ => None,
    }
}
