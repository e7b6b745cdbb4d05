//! `with` and `async with`.

use rustpython_ruff_python_ast as ast;
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::code::{Const, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{AwaitSource, Reg, Rk};
use crate::front::compile::control_blocks::Block;
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn with_statement(&mut self, s: &ast::StmtWith) -> Lowered<()> {
        if s.is_async && !self.scopes.get(self.f.scope).is_async {
            return fail("'async with' outside async function", s.range);
        }
        self.with_items(s, &s.items)
    }

    fn with_items(&mut self, s: &ast::StmtWith, items: &[ast::WithItem]) -> Lowered<()> {
        let Some((item, rest)) = items.split_first() else { return self.block(&s.body, None) };
        let mark = self.f.mark();
        // Exit, then enter, later the three arguments of exit.
        let b = self.f.alloc_n(4)?;
        let exc = self.f.alloc()?;
        let value = self.f.alloc()?;
        self.enter_context(s, item, b, value)?;
        let depth = self.f.handled;
        let before = self.f.flow.clone();
        let watch = self.f.watch();
        let place = self.part_of(s.range, item.context_expr.range());
        self.f.blocks.push(Block::With { exit: b, is_async: s.is_async, place });
        self.open_region();
        if let Some(target) = &item.optional_vars {
            self.assign(target, Rk::reg(value))?;
        }
        if self.f.loops == 0 {
            self.f.emit(Instr::Clear { r: value });
        }
        // Where the host's compiler says that there is one too many.
        let whole = if self.options.version < (3, 13) { s.range } else { item.context_expr.range() };
        self.nested(whole, |this| this.with_items(s, rest))?;
        let ranges = self.close_region();
        self.f.blocks.pop();
        let high = self.f.unwatch(watch);
        self.at(place);
        self.call_exit_plainly(b, s.is_async)?;
        let (failed, end) = (self.f.label(), self.f.label());
        self.f.jump(end);
        self.handle(&ranges, failed, exc, depth, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.clear_abandoned(value.offset(1), high);
        self.at(place);
        self.exceptional_exit(s, b, exc, depth)?;
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    fn enter_context(&mut self, s: &ast::StmtWith, item: &ast::WithItem, b: Reg, value: Reg) -> Lowered<()> {
        let context = self.expr_hint(&item.context_expr, Some(value))?;
        self.at(self.part_of(s.range, item.context_expr.range()));
        let enter = b.offset(1);
        if s.is_async {
            self.f.emit(Instr::LoadAsyncEnterExit { b, s: context });
            self.f.emit(Instr::Call { n: 0, d: value, b: enter });
            self.await_value(AwaitSource::AsyncEnter, Rk::reg(value), enter, value);
        } else {
            self.f.emit(Instr::LoadEnterExit { b, s: context });
            self.f.emit(Instr::Call { n: 0, d: value, b: enter });
        }
        Ok(())
    }

    /// Calls the exit in `b` without an exception; it is consumed.
    pub(crate) fn call_exit_plainly(&mut self, b: Reg, is_async: bool) -> Lowered<()> {
        for i in 1..=3 {
            self.f.load_const(b.offset(i), Const::None);
        }
        self.f.emit(Instr::Call { n: 3, d: b, b });
        if is_async {
            self.await_value(AwaitSource::AsyncExit, Rk::reg(b), b.offset(1), b);
        }
        Ok(())
    }

    /// Calls the exit with the exception; a true result swallows it.
    fn exceptional_exit(&mut self, s: &ast::StmtWith, b: Reg, exc: Reg, depth: u16) -> Lowered<()> {
        self.f.handled = depth + 1;
        let (d, swallowed) = (b.offset(1), self.f.label());
        self.f.emit(Instr::CallExit { d, f: b, e: exc });
        if s.is_async {
            self.await_value(AwaitSource::AsyncExit, Rk::reg(d), b.offset(2), d);
        }
        self.jump_if(d, true, swallowed);
        self.f.emit(Instr::Rethrow { r: exc });
        self.f.dead();
        self.f.bind(swallowed);
        self.pop_handled(depth, exc);
        self.f.emit(Instr::Clear { r: b });
        Ok(())
    }

    /// In a handler: drops what temporaries of the abandoned code still hold (iterators, for one).
    pub(crate) fn clear_abandoned(&mut self, from: Reg, high: u16) {
        if high > from.0 {
            self.f.emit(Instr::ClearRange { b: from, n: high - from.0 });
        }
    }
}
