//! `try`: handlers, `finally`, `except*`.
//!
//! A `finally` clause is emitted once. Whoever enters it says how to go on in a register: negative for an
//! exception, 0 for falling out of the end, else the number of a pending jump.

use rustpython_ruff_python_ast as ast;

use crate::front::bytecode::code::{Const, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{CmpOp, Reg, Rk};
use crate::front::compile::code_builder::Label;
use crate::front::compile::control_blocks::Block;
use crate::front::compile::definite_assignment::Flow;
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

const BY_EXCEPTION: i64 = -1;

impl Lowerer<'_> {
    pub(crate) fn try_statement(&mut self, s: &ast::StmtTry) -> Lowered<()> {
        if let Some((_, first)) = s.handlers.split_last() {
            for handler in first {
                let ast::ExceptHandler::ExceptHandler(h) = handler;
                if h.type_.is_none() {
                    return fail("default 'except:' must be last", h.range);
                }
            }
        }
        if s.finalbody.is_empty() {
            return self.try_except(s);
        }
        self.try_finally(s)
    }

    fn try_finally(&mut self, s: &ast::StmtTry) -> Lowered<()> {
        let mark = self.f.mark();
        let (kind, value, exc) = (self.f.alloc()?, self.f.alloc()?, self.f.alloc()?);
        let (entry, failed, clause) = (self.f.label(), self.f.label(), self.f.label());
        let depth = self.f.handled;
        let before = self.f.flow.clone();
        let watch = self.f.watch();
        self.f.blocks.push(Block::Finally { kind, value, entry, pending: Vec::new() });
        self.open_region();
        self.nested(s.range, |this| if s.handlers.is_empty() { this.block(&s.body, None) } else { this.try_except(s) })?;
        let ranges = self.close_region();
        let pending = match self.f.blocks.pop() {
            Some(Block::Finally { pending, .. }) => pending,
            _ => Vec::new(),
        };
        let high = self.f.unwatch(watch);
        self.f.load_const(kind, Const::Int(0));
        let completed = self.f.flow.clone();
        self.f.bind(entry);
        self.f.emit(Instr::PushHandled);
        self.f.jump(clause);
        self.handle(&ranges, failed, exc, depth, HandlerKind::Finally);
        self.f.enter_handler(failed, before);
        self.clear_abandoned(exc.offset(1), high);
        self.f.load_const(kind, Const::Int(BY_EXCEPTION));
        self.f.bind(clause);
        self.finally_clause(s, depth, exc)?;
        self.dispatch(kind, exc, depth, completed, pending)?;
        self.f.release(mark);
        Ok(())
    }

    fn finally_clause(&mut self, s: &ast::StmtTry, depth: u16, exc: Reg) -> Lowered<()> {
        self.f.handled = depth + 1;
        self.f.blocks.push(Block::FinallyBody { handled: depth, exc });
        let result = self.nested(s.range, |this| this.block(&s.finalbody, None));
        self.f.blocks.pop();
        result
    }

    /// After a `finally` clause: goes on as the register says.
    fn dispatch(
        &mut self,
        kind: Reg,
        exc: Reg,
        depth: u16,
        completed: Flow,
        pending: Vec<crate::front::compile::control_blocks::Exit>,
    ) -> Lowered<()> {
        let by_exception = self.f.constant(Const::Int(BY_EXCEPTION))?;
        let zero = self.f.constant(Const::Int(0))?;
        let (regular, end) = (self.f.label(), self.f.label());
        let k = Rk::reg(kind);
        self.f.jump_instr(Instr::JumpUnless { op: CmpOp::Eq, a: k, b: by_exception, to: 0 }, regular);
        self.f.emit(Instr::Rethrow { r: exc });
        self.f.dead();
        self.f.bind(regular);
        self.f.emit(Instr::PopHandled { depth });
        self.f.handled = depth;
        if !pending.is_empty() && !completed.dead {
            self.f.jump_instr(Instr::JumpWhen { op: CmpOp::Eq, a: k, b: zero, to: 0 }, end);
        }
        for (i, exit) in pending.iter().enumerate() {
            let next = self.f.label();
            if i + 1 < pending.len() {
                let number = self.f.constant(Const::Int(i as i64 + 1))?;
                self.f.jump_instr(Instr::JumpUnless { op: CmpOp::Eq, a: k, b: number, to: 0 }, next);
            }
            self.leave(*exit)?;
            self.f.bind(next);
        }
        self.f.bind(end);
        if !completed.dead && !self.f.flow.dead {
            let mut sure = completed;
            sure.remove_all(&self.f.deletable);
            self.f.flow.join(&sure);
        }
        Ok(())
    }

    fn try_except(&mut self, s: &ast::StmtTry) -> Lowered<()> {
        let mark = self.f.mark();
        let exc = self.f.alloc()?;
        let (failed, end) = (self.f.label(), self.f.label());
        let depth = self.f.handled;
        let before = self.f.flow.clone();
        let watch = self.f.watch();
        self.open_region();
        self.nested(s.range, |this| this.block(&s.body, None))?;
        let ranges = self.close_region();
        let high = self.f.unwatch(watch);
        self.block(&s.orelse, None)?;
        self.at(s.range);
        self.f.jump(end);
        self.handle(&ranges, failed, exc, depth, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.f.handled = depth + 1;
        self.clear_abandoned(exc.offset(1), high);
        self.nested(s.range, |this| if s.is_star { this.star_handlers(s, exc, depth, end) } else { this.handlers(s, exc, depth, end) })?;
        self.f.handled = depth;
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    fn handlers(&mut self, s: &ast::StmtTry, exc: Reg, depth: u16, end: Label) -> Lowered<()> {
        for handler in &s.handlers {
            let ast::ExceptHandler::ExceptHandler(h) = handler;
            let next = self.f.label();
            if let Some(test) = &h.type_ {
                let mark = self.f.mark();
                let d = self.f.alloc()?;
                let t = self.expr_hint(test, Some(d))?;
                self.at(h.range);
                self.f.emit(Instr::ExcMatch { d, e: exc, t });
                self.jump_if(d, false, next);
                self.f.release(mark);
            }
            self.handler_body(h, exc, depth)?;
            self.at(h.range);
            self.f.jump(end);
            self.f.handled = depth + 1;
            self.f.bind(next);
        }
        self.at(s.range);
        self.f.emit(Instr::Rethrow { r: exc });
        self.f.dead();
        Ok(())
    }

    /// Body of one `except`, with the exception on the handled stack.
    fn handler_body(&mut self, h: &ast::ExceptHandlerExceptHandler, exc: Reg, depth: u16) -> Lowered<()> {
        let Some(name) = &h.name else {
            self.f.blocks.push(Block::Handler { handled: depth, exc, name: None });
            self.nested(h.range, |this| this.block(&h.body, None))?;
            self.f.blocks.pop();
            self.pop_handled(depth, exc);
            return Ok(());
        };
        let mark = self.f.mark();
        let failed_exc = self.f.alloc()?;
        self.store_name(&name.id, Rk::reg(exc), name.range)?;
        let before = self.f.flow.clone();
        self.f.blocks.push(Block::Handler { handled: depth, exc, name: Some(name.id.to_string()) });
        self.open_region();
        self.nested(h.range, |this| this.block(&h.body, None))?;
        let ranges = self.close_region();
        self.f.blocks.pop();
        self.at(h.range);
        self.pop_handled(depth, exc);
        self.unbind_exception(&name.id)?;
        let (failed, end) = (self.f.label(), self.f.label());
        self.f.jump(end);
        self.handle(&ranges, failed, failed_exc, depth + 1, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.unbind_exception(&name.id)?;
        self.f.emit(Instr::Rethrow { r: failed_exc });
        self.f.dead();
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    /// `except*`: each clause takes its part of the group; what they raise is gathered.
    fn star_handlers(&mut self, s: &ast::StmtTry, exc: Reg, depth: u16, end: Label) -> Lowered<()> {
        let mark = self.f.mark();
        let (original, raised) = (self.f.alloc()?, self.f.alloc()?);
        let (part, test) = (self.f.alloc()?, self.f.alloc()?);
        self.at(s.range);
        self.f.emit(Instr::Move { d: original, s: Rk::reg(exc) });
        self.f.emit(Instr::BuildList { d: raised, b: raised, n: 0 });
        for handler in &s.handlers {
            let ast::ExceptHandler::ExceptHandler(h) = handler;
            let Some(class) = &h.type_ else { return fail("expected one or more exception types", h.range) };
            let next = self.f.label();
            let t = self.expr_hint(class, Some(test))?;
            self.at(h.range);
            self.f.emit(Instr::ExcSplit { d: part, e: exc, t });
            self.f.jump_instr(Instr::JumpIfNone { a: Rk::reg(part), to: 0 }, next);
            self.star_body(h, part, raised, depth + 1)?;
            self.f.bind(next);
        }
        self.at(s.range);
        self.f.emit(Instr::ExcGather { l: raised, e: exc, o: original });
        self.pop_handled(depth, exc);
        self.f.emit(Instr::ClearRange { b: original, n: 4 });
        self.f.jump(end);
        self.f.release(mark);
        Ok(())
    }

    /// One `except*` body. Its part becomes the handled exception by being thrown to the next
    /// instruction; what the body raises goes to `raised`.
    fn star_body(&mut self, h: &ast::ExceptHandlerExceptHandler, part: Reg, raised: Reg, depth: u16) -> Lowered<()> {
        let mark = self.f.mark();
        let (handled, failed_exc) = (self.f.alloc()?, self.f.alloc()?);
        let (enter, failed, end) = (self.f.label(), self.f.label(), self.f.label());
        let before = self.f.flow.clone();
        self.open_region();
        self.f.emit(Instr::Rethrow { r: part });
        let ranges = self.close_region();
        self.f.dead();
        self.handle(&ranges, enter, handled, depth, HandlerKind::Except);
        self.f.enter_handler(enter, before);
        self.f.handled = depth + 1;
        if let Some(name) = &h.name {
            self.store_name(&name.id, Rk::reg(handled), name.range)?;
        }
        let before = self.f.flow.clone();
        self.f.blocks.push(Block::StarHandler);
        self.open_region();
        self.nested(h.range, |this| this.block(&h.body, None))?;
        let ranges = self.close_region();
        self.f.blocks.pop();
        self.at(h.range);
        self.pop_handled(depth, handled);
        if let Some(name) = &h.name {
            self.unbind_exception(&name.id)?;
        }
        self.f.jump(end);
        self.handle(&ranges, failed, failed_exc, depth, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.f.handled = depth + 1;
        self.f.emit(Instr::ListAppend { l: raised, v: Rk::reg(failed_exc) });
        self.pop_handled(depth, failed_exc);
        if let Some(name) = &h.name {
            self.unbind_exception(&name.id)?;
        }
        self.f.bind(end);
        self.f.handled = depth;
        self.f.release(mark);
        Ok(())
    }
}
