//! Expressions: dispatch, and the rules for operands.
//!
//! `expr` gives an operand, which may be a variable's own register; `expr_into` writes a given register
//! once, as the last thing it does, so that it may be a variable. What is evaluated later may change a
//! variable: `operand` copies where that is possible.

pub mod await_yield;
pub mod call;
pub mod comprehension;
pub mod constant;
pub mod display;
pub mod fstring;
pub mod inlined_aggregates;
pub mod operator;
pub mod subscript;

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::Ranged;

use crate::front::compile::symtable_builder::fail;

use crate::front::bytecode::code::Refusal;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk, GLOBAL_REGISTERS};
use crate::front::compile::error::Lowered;
use crate::front::compile::{span, Lowerer};
use crate::front::policy::{fixed_attribute_refusal, is_dunder, is_refused_unseen, tells_of_progress};

impl Lowerer<'_> {
    /// Evaluates to an operand.
    pub(crate) fn expr(&mut self, e: &Expr) -> Lowered<Rk> {
        self.expr_hint(e, None)
    }

    /// Evaluates to an operand; a temporary result goes into `hint` if given.
    pub(crate) fn expr_hint(&mut self, e: &Expr, hint: Option<Reg>) -> Lowered<Rk> {
        if let Some(operand) = self.simple(e)? {
            return Ok(operand);
        }
        let d = match hint {
            Some(reg) => reg,
            None => self.f.alloc()?,
        };
        self.expr_into(e, d)?;
        Ok(Rk::reg(d))
    }

    /// Evaluates to an operand that stays the same while `later` are evaluated.
    pub(crate) fn operand(&mut self, e: &Expr, hint: Option<Reg>, later: &[&Expr]) -> Lowered<Rk> {
        let operand = self.expr_hint(e, hint)?;
        if !self.may_change(operand, later) {
            return Ok(operand);
        }
        let d = match hint {
            Some(reg) => reg,
            None => self.f.alloc()?,
        };
        self.f.emit(Instr::Move { d, s: operand });
        Ok(Rk::reg(d))
    }

    /// Whether evaluating `later` may rebind the variable that `operand` is.
    pub(crate) fn may_change(&self, operand: Rk, later: &[&Expr]) -> bool {
        if !operand.is_reg() || self.f.is_temp(Reg(operand.0 as u16)) {
            return false;
        }
        if self.is_global_register(operand) {
            return later.iter().any(|e| !is_harmless(e));
        }
        self.scopes.get(self.f.scope).has_walrus && later.iter().any(|e| !is_harmless(e))
    }

    /// A variable that any code of the program may rebind.
    pub(crate) fn is_global_register(&self, operand: Rk) -> bool {
        operand.is_reg() && self.in_module() && (operand.0 as u16) < GLOBAL_REGISTERS
    }

    /// Constants and variables in registers: operands without an instruction.
    pub(crate) fn simple(&mut self, e: &Expr) -> Lowered<Option<Rk>> {
        let outer = self.f.enter(span(e.range()));
        let operand = self.simple_operand(e);
        self.f.enter(outer);
        operand
    }

    fn simple_operand(&mut self, e: &Expr) -> Lowered<Option<Rk>> {
        if let Some((constant, nodes)) = constant::constant(e, self.source) {
            self.f.op(nodes);
            self.at(e.range());
            return self.f.constant(constant).map(Some);
        }
        match e {
            Expr::Name(name) => {
                self.f.op(1);
                let operand = self.name_operand(name)?;
                if operand.is_none() {
                    self.uncount(1);
                }
                Ok(operand)
            }
            _ => Ok(None),
        }
    }

    /// Evaluates into `d`, which is written once and last.
    pub(crate) fn expr_into(&mut self, e: &Expr, d: Reg) -> Lowered<()> {
        let outer = self.f.enter(span(e.range()));
        self.node_into(e, d)?;
        self.f.enter(outer);
        Ok(())
    }

    fn node_into(&mut self, e: &Expr, d: Reg) -> Lowered<()> {
        if let Some((constant, nodes)) = constant::constant(e, self.source) {
            self.f.op(nodes);
            self.at(e.range());
            self.f.load_const(d, constant);
            return Ok(());
        }
        match e {
            Expr::Name(name) => {
                self.f.op(1);
                self.at(name.range);
                self.load_name(&name.id, d, false)
            }
            Expr::BoolOp(e) => self.bool_op(e, d),
            Expr::Named(e) => self.named(e, d),
            Expr::BinOp(e) => self.binary(e, d),
            Expr::UnaryOp(e) => self.unary(e, d),
            Expr::Lambda(e) => self.lambda(e, d),
            Expr::If(e) => self.if_expr(e, d),
            Expr::Dict(e) => self.dict(e, d),
            Expr::Set(e) => self.set(e, d),
            Expr::ListComp(e) => self.list_comp(e, d),
            Expr::SetComp(e) => self.set_comp(e, d),
            Expr::DictComp(e) => self.dict_comp(e, d),
            Expr::Generator(e) => self.generator(e, d),
            Expr::Await(e) => self.await_expr(e, d),
            Expr::Yield(e) => self.yield_expr(e, d),
            Expr::YieldFrom(e) => self.yield_from(e, d),
            Expr::Compare(e) => self.compare(e, d),
            Expr::Call(e) => self.call(e, d),
            Expr::FString(e) => self.f_string(e, d),
            Expr::TString(e) => self.t_string(e, d),
            Expr::Attribute(e) => self.attribute(e, d),
            Expr::Subscript(e) => self.subscript(e, d),
            Expr::List(e) => self.list(&e.elts, d, e.range),
            Expr::Tuple(e) => self.tuple(&e.elts, d, e.range),
            Expr::Slice(e) => self.slice_object(e, d),
            Expr::Starred(e) => fail("can't use starred expression here", e.range),
            other => fail("invalid syntax", other.range()),
        }
    }

    /// Evaluates for its effects. Returns the operand of the value.
    pub(crate) fn named(&mut self, e: &ast::ExprNamed, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let Expr::Name(target) = &*e.target else { return fail("invalid syntax", e.range) };
        let mark = self.f.mark();
        let value = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        self.expr_into(&e.value, value)?;
        self.store_name(&target.id, Rk::reg(value), e.range)?;
        if value != d {
            self.f.emit(Instr::Move { d, s: Rk::reg(value) });
        }
        self.f.release(mark);
        Ok(())
    }

    pub(crate) fn attribute(&mut self, e: &ast::ExprAttribute, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let name = self.read_name(e);
        let mark = self.f.mark();
        let hint = self.scratch(d);
        let a = self.expr_hint(&e.value, hint)?;
        self.f.release(mark);
        self.refuse_frame_name(&e.attr, &name);
        self.at(self.since_attribute(e.range, e));
        let ic = match self.scopes.only_looks_at_class(e) {
            true => self.f.class_site()?,
            false => self.f.attr_site(&name, None)?,
        };
        self.f.emit(Instr::GetAttr { d, a, ic });
        Ok(())
    }

    /// The mangled name. Dunder names that are refused whatever the object raise here: before it, as in the original.
    pub(crate) fn attribute_name(&mut self, attr: &ast::Identifier) -> String {
        let name = self.scopes.mangle(self.scope, &attr.id).into_owned();
        self.refuse_dunder(attr, &name);
        name
    }

    pub(crate) fn refuse_dunder(&mut self, attr: &ast::Identifier, name: &str) {
        if is_dunder(name) {
            self.refuse_fixed(attr, name);
        }
    }

    /// As `attribute_name`, of an attribute that is read: classes and methods of the code have some of the names.
    pub(crate) fn read_name(&mut self, e: &ast::ExprAttribute) -> String {
        if !is_refused_unseen(&e.attr.id) && !is_of_literal(&e.value) {
            return self.scopes.mangle(self.scope, &e.attr.id).into_owned();
        }
        self.attribute_name(&e.attr)
    }

    /// Other names that are refused whatever the object (`f_globals`): no names apart in the original, which evaluates
    /// the object first.
    pub(crate) fn refuse_frame_name(&mut self, attr: &ast::Identifier, name: &str) {
        if !is_dunder(name) && !tells_of_progress(name) {
            self.refuse_fixed(attr, name);
        }
    }

    fn refuse_fixed(&mut self, attr: &ast::Identifier, name: &str) {
        if fixed_attribute_refusal(name) {
            self.at(attr.range);
            self.f.refuse(Refusal::DunderAttribute(name.to_owned()));
        }
    }

    /// Takes back operations counted for a node that will be counted again.
    pub(crate) fn uncount(&mut self, n: u32) {
        self.f.uncount(n);
    }
}

/// Evaluating it runs no code that could rebind a variable.
fn is_harmless(e: &Expr) -> bool {
    match e {
        Expr::Name(_)
        | Expr::StringLiteral(_)
        | Expr::BytesLiteral(_)
        | Expr::NumberLiteral(_)
        | Expr::BooleanLiteral(_)
        | Expr::NoneLiteral(_)
        | Expr::EllipsisLiteral(_)
        | Expr::Lambda(_) => !has_defaults(e),
        Expr::UnaryOp(u) => u.op == ast::UnaryOp::USub && u.operand.is_number_literal_expr(),
        Expr::Slice(s) => [&s.lower, &s.upper, &s.step].into_iter().flatten().all(|e| is_harmless(e)),
        Expr::Tuple(t) => t.elts.len() <= 8 && t.elts.iter().all(is_harmless),
        _ => false,
    }
}

/// Whether it is a literal, or an attribute of one, and so on: nothing of the code's own.
fn is_of_literal(e: &Expr) -> bool {
    match e {
        Expr::Attribute(inner) => is_of_literal(&inner.value),
        Expr::List(_) | Expr::Tuple(_) | Expr::Dict(_) | Expr::Set(_) => true,
        _ => e.is_literal_expr(),
    }
}

fn has_defaults(e: &Expr) -> bool {
    match e {
        Expr::Lambda(l) => l.parameters.as_ref().is_some_and(|p| p.iter_non_variadic_params().any(|p| p.default.is_some())),
        _ => false,
    }
}
