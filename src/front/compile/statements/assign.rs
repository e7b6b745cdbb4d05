//! Assignment in all its forms, and `del`.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::operator::bin_op;
use crate::front::compile::symtable::ScopeKind;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

impl Lowerer<'_> {
    /// `a = b = value`, for its effect.
    pub(crate) fn assign_statement(&mut self, s: &ast::StmtAssign) -> Lowered<()> {
        let mark = self.f.mark();
        match s.targets.as_slice() {
            [Expr::Name(name)] => {
                self.assign_to_name(name, &s.value)?;
            }
            [Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. })] if is_parallel(elts, &s.value) => {
                self.parallel(elts, &s.value)?;
            }
            [target] => {
                let value = self.operand(&s.value, None, &[target])?;
                self.assign(target, value)?;
            }
            _ => {
                self.assign_value(s)?;
            }
        }
        self.f.release(mark);
        Ok(())
    }

    /// Assigns and gives the value.
    pub(crate) fn assign_value(&mut self, s: &ast::StmtAssign) -> Lowered<Rk> {
        if let [Expr::Name(name)] = s.targets.as_slice() {
            return self.assign_to_name(name, &s.value);
        }
        // In a temporary: the targets may bind the variable that the value comes from.
        let value = match self.expr(&s.value)? {
            variable if variable.is_reg() && !self.f.is_temp(Reg(variable.0 as u16)) => {
                let d = self.f.alloc()?;
                self.f.emit(Instr::Move { d, s: variable });
                Rk::reg(d)
            }
            other => other,
        };
        for target in &s.targets {
            self.assign(target, value)?;
        }
        Ok(value)
    }

    /// Evaluates right into the variable's register where it has one.
    fn assign_to_name(&mut self, name: &ast::ExprName, value: &Expr) -> Lowered<Rk> {
        if let Some(d) = self.target_register(&name.id)? {
            self.expr_into(value, d)?;
            self.bound_in(d);
            return Ok(Rk::reg(d));
        }
        let s = self.expr(value)?;
        self.store_name(&name.id, s, name.range)?;
        Ok(s)
    }

    /// `a, b = x, y` without a tuple: all values first, then the targets in order.
    fn parallel(&mut self, targets: &[Expr], value: &Expr) -> Lowered<()> {
        let Expr::Tuple(ast::ExprTuple { elts: values, .. }) = value else { return Ok(()) };
        self.f.op(1);
        let b = self.f.alloc_n(values.len())?;
        for (i, value) in values.iter().enumerate() {
            self.expr_into(value, b.offset(i))?;
        }
        self.assign_parts(targets, b)
    }

    /// Binds `targets` to the temporaries from `b`, in order.
    fn assign_parts(&mut self, targets: &[Expr], b: Reg) -> Lowered<()> {
        let mut kept = false;
        for (i, target) in targets.iter().enumerate() {
            let target = match target {
                Expr::Starred(starred) => &*starred.value,
                plain => plain,
            };
            let part = b.offset(i);
            if let Some((d, range)) = self.plain_target(target)? {
                self.at(range);
                self.f.emit(Instr::Take { d, s: part });
                self.bound_in(d);
            } else {
                self.assign(target, Rk::reg(part))?;
                kept = true;
            }
        }
        if kept {
            self.drop_parts(b, targets.len());
        }
        Ok(())
    }

    /// Register of a target that is a variable with one.
    fn plain_target(&mut self, target: &Expr) -> Lowered<Option<(Reg, TextRange)>> {
        let Expr::Name(name) = target else { return Ok(None) };
        Ok(self.target_register(&name.id)?.map(|d| (d, name.range)))
    }

    /// First register of targets that are variables in registers in a row.
    fn row_of_targets(&mut self, targets: &[Expr]) -> Lowered<Option<Reg>> {
        let mut first = None;
        for (i, target) in targets.iter().enumerate() {
            let Some((d, _)) = self.plain_target(target)? else { return Ok(None) };
            if first.get_or_insert(d).offset(i) != d {
                return Ok(None);
            }
        }
        Ok(first)
    }

    /// Copies in temporaries would keep what was unpacked alive; in loops the next round replaces them.
    fn drop_parts(&mut self, b: Reg, n: usize) {
        if self.f.loops == 0 && n > 0 {
            self.f.emit(Instr::ClearRange { b, n: n as u16 });
        }
    }

    /// `self.name = …` is noted for the innermost class around the function (`__static_attributes__`).
    fn note_self_attribute(&mut self, e: &ast::ExprAttribute) {
        if e.value.as_name_expr().is_none_or(|name| name.id != "self") {
            return;
        }
        let scopes = &self.scopes;
        let class = self.outer.iter_mut().rev().find(|(frame, _)| scopes.get(frame.scope).kind == ScopeKind::Class);
        if let Some((class, _)) = class {
            class.self_attributes.insert(e.attr.as_str().into());
        }
    }

    /// Binds `target` to `value`, which must not be a variable that evaluating the target may change.
    pub(crate) fn assign(&mut self, target: &Expr, value: Rk) -> Lowered<()> {
        let mark = self.f.mark();
        match target {
            Expr::Name(name) => self.store_name(&name.id, value, name.range)?,
            Expr::Attribute(e) => {
                let name = self.attribute_name(&e.attr);
                self.note_self_attribute(e);
                let a = self.expr(&e.value)?;
                self.refuse_frame_name(&e.attr, &name);
                self.at(self.since_attribute(e.range, e));
                let ic = self.f.attr_site(&name, None)?;
                self.f.emit(Instr::SetAttr { a, v: value, ic });
            }
            Expr::Subscript(e) => {
                let (a, index) = self.subscripted(e, None)?;
                self.at(e.range);
                self.set_subscript(a, index, value);
            }
            Expr::Tuple(e) => self.unpack(&e.elts, value, e.range)?,
            Expr::List(e) => self.unpack(&e.elts, value, e.range)?,
            Expr::Starred(e) => return fail("starred assignment target must be in a list or tuple", e.range),
            other => return fail("cannot assign to expression", other.range()),
        }
        self.f.release(mark);
        Ok(())
    }

    fn unpack(&mut self, elts: &[Expr], s: Rk, range: TextRange) -> Lowered<()> {
        let mut stars = elts.iter().enumerate().filter(|(_, e)| e.is_starred_expr());
        let star = stars.next().map(|(i, _)| i);
        if stars.next().is_some() {
            return fail("multiple starred expressions in assignment", range);
        }
        if star.is_none() {
            if let Some(b) = self.row_of_targets(elts)? {
                self.at(range);
                self.f.emit(Instr::Unpack { b, s, n: elts.len() as u16 });
                (0..elts.len()).for_each(|i| self.bound_in(b.offset(i)));
                return Ok(());
            }
        }
        let b = self.f.alloc_n(elts.len())?;
        self.at(range);
        match star {
            None => self.f.emit(Instr::Unpack { b, s, n: elts.len() as u16 }),
            Some(at) => {
                let Ok(before) = u8::try_from(at) else {
                    return fail("too many expressions in star-unpacking assignment", range);
                };
                self.f.emit(Instr::UnpackEx { before, b, s, after: (elts.len() - at - 1) as u16 });
            }
        }
        self.assign_parts(elts, b)
    }

    /// `target op= value`; gives the new value.
    pub(crate) fn aug_assign(&mut self, s: &ast::StmtAugAssign) -> Lowered<Rk> {
        match &*s.target {
            Expr::Name(name) => self.aug_name(name, s),
            Expr::Attribute(e) => self.aug_attribute(e, s),
            Expr::Subscript(e) => self.aug_subscript(e, s),
            other => fail("illegal expression for augmented assignment", other.range()),
        }
    }

    fn aug_name(&mut self, name: &ast::ExprName, s: &ast::StmtAugAssign) -> Lowered<Rk> {
        let op = bin_op(s.op);
        if let Some(d) = self.target_register(&name.id)? {
            self.at(name.range);
            let a = match self.name_operand(name)? {
                Some(a) => a,
                None => {
                    // Maybe a builtin of that name: read as a global.
                    let t = self.f.alloc()?;
                    self.load_name(&name.id, t, false)?;
                    Rk::reg(t)
                }
            };
            let a = if self.may_change(a, &[&s.value]) {
                let t = self.f.alloc()?;
                self.f.emit(Instr::Move { d: t, s: a });
                Rk::reg(t)
            } else {
                a
            };
            let b = self.expr(&s.value)?;
            self.at(s.range);
            self.f.emit(Instr::InPlace { op, d, a, b });
            self.bound_in(d);
            return Ok(Rk::reg(d));
        }
        let t = self.f.alloc()?;
        self.at(name.range);
        self.load_name(&name.id, t, false)?;
        let b = self.expr(&s.value)?;
        self.at(s.range);
        self.f.emit(Instr::InPlace { op, d: t, a: Rk::reg(t), b });
        self.store_name(&name.id, Rk::reg(t), name.range)?;
        Ok(Rk::reg(t))
    }

    /// The original evaluates the object of the target twice: counted twice, evaluated once.
    fn aug_attribute(&mut self, e: &ast::ExprAttribute, s: &ast::StmtAugAssign) -> Lowered<Rk> {
        let t = self.f.alloc()?;
        let attr = self.attribute_name(&e.attr);
        let before = self.f.counted;
        let a = self.expr(&e.value)?;
        self.refuse_frame_name(&e.attr, &attr);
        let a = self.stable(a, &s.value)?;
        let nodes = self.f.counted.saturating_sub(before);
        self.at(self.since_attribute(e.range, e));
        let ic = self.f.attr_site(&attr, None)?;
        self.f.emit(Instr::GetAttr { d: t, a, ic });
        self.in_place(t, s)?;
        self.recount(nodes);
        self.at(self.since_attribute(e.range, e));
        let ic = self.f.attr_site(&attr, None)?;
        self.f.emit(Instr::SetAttr { a, v: Rk::reg(t), ic });
        Ok(Rk::reg(t))
    }

    fn aug_subscript(&mut self, e: &ast::ExprSubscript, s: &ast::StmtAugAssign) -> Lowered<Rk> {
        let t = self.f.alloc()?;
        let before = self.f.counted;
        let (a, index) = self.subscripted(e, None)?;
        let a = self.stable(a, &s.value)?;
        let index = match index {
            crate::front::compile::expressions::subscript::Index::Item(b) => {
                crate::front::compile::expressions::subscript::Index::Item(self.stable(b, &s.value)?)
            }
            // Used twice: as the object that the slice is.
            crate::front::compile::expressions::subscript::Index::Slice(b) => {
                self.f.emit(Instr::BuildSlice { d: b, b });
                crate::front::compile::expressions::subscript::Index::Item(Rk::reg(b))
            }
        };
        let nodes = self.f.counted.saturating_sub(before);
        self.at(e.range);
        self.f.emit(match index {
            crate::front::compile::expressions::subscript::Index::Item(b) => Instr::GetItem { d: t, a, b },
            crate::front::compile::expressions::subscript::Index::Slice(b) => Instr::GetSlice { d: t, a, b },
        });
        self.in_place(t, s)?;
        self.recount(nodes);
        self.at(e.range);
        self.set_subscript(a, index, Rk::reg(t));
        Ok(Rk::reg(t))
    }

    /// Copies an operand of an augmented target that may change before it is used again: reading the old
    /// value, evaluating `later` and the operator run in between.
    fn stable(&mut self, operand: Rk, later: &Expr) -> Lowered<Rk> {
        if !self.is_global_register(operand) && !self.may_change(operand, &[later]) {
            return Ok(operand);
        }
        let d = self.f.alloc()?;
        self.f.emit(Instr::Move { d, s: operand });
        Ok(Rk::reg(d))
    }

    fn in_place(&mut self, t: Reg, s: &ast::StmtAugAssign) -> Lowered<()> {
        let mark = self.f.mark();
        let b = self.expr(&s.value)?;
        self.f.release(mark);
        self.at(s.range);
        self.f.emit(Instr::InPlace { op: bin_op(s.op), d: t, a: Rk::reg(t), b });
        Ok(())
    }

    pub(crate) fn recount(&mut self, nodes: u64) {
        self.f.op(u32::try_from(nodes).unwrap_or(u32::MAX));
    }

    /// `target: annotation = value`; gives the value if there is one.
    pub(crate) fn annotated_assign(&mut self, s: &ast::StmtAnnAssign) -> Lowered<Option<Rk>> {
        let mut value = None;
        if let Some(expr) = &s.value {
            if let Expr::Starred(starred) = &**expr {
                return fail("can't use starred expression here", starred.range);
            }
            let operand = match &*s.target {
                Expr::Name(name) => self.assign_to_name(name, expr)?,
                target => {
                    let operand = self.operand(expr, None, &[target])?;
                    self.assign(target, operand)?;
                    operand
                }
            };
            value = Some(operand);
        } else {
            self.bare_annotation_target(&s.target)?;
        }
        self.variable_annotation(s)?;
        Ok(value)
    }

    /// Without a value the object of the target is still evaluated.
    fn bare_annotation_target(&mut self, target: &Expr) -> Lowered<()> {
        let mark = self.f.mark();
        if self.scopes.get(self.scope).kind != ScopeKind::Class {
            self.f.muted += 1;
        }
        let counted = self.f.counted;
        match target {
            Expr::Attribute(e) => {
                self.expr(&e.value)?;
            }
            Expr::Subscript(e) => {
                self.subscripted(e, None)?;
            }
            _ => {}
        }
        if self.scopes.get(self.scope).kind != ScopeKind::Class {
            self.f.muted -= 1;
            self.f.counted = counted;
        }
        self.f.release(mark);
        Ok(())
    }

    pub(crate) fn delete(&mut self, target: &Expr) -> Lowered<()> {
        match target {
            Expr::Name(name) => self.delete_name(&name.id, name.range),
            Expr::Attribute(e) => {
                let mark = self.f.mark();
                let name = self.attribute_name(&e.attr);
                let a = self.expr(&e.value)?;
                self.refuse_frame_name(&e.attr, &name);
                self.f.release(mark);
                self.at(self.since_attribute(e.range, e));
                let ic = self.f.attr_site(&name, None)?;
                self.f.emit(Instr::DelAttr { a, ic });
                Ok(())
            }
            Expr::Subscript(e) => self.delete_subscript(e),
            Expr::Tuple(e) => e.elts.iter().try_for_each(|e| self.delete(e)),
            Expr::List(e) => e.elts.iter().try_for_each(|e| self.delete(e)),
            Expr::Starred(e) => fail("cannot delete starred", e.range),
            other => fail("cannot delete expression", other.range()),
        }
    }
}

/// Both sides are plain tuples of the same length.
fn is_parallel(targets: &[Expr], value: &Expr) -> bool {
    let Expr::Tuple(ast::ExprTuple { elts: values, .. }) = value else { return false };
    !targets.is_empty()
        && targets.len() == values.len()
        && targets.len() <= 16
        && !targets.iter().chain(values).any(Expr::is_starred_expr)
        && !crate::front::compile::expressions::constant::is_constant(value)
}
