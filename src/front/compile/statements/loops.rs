//! `for` and `while`.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::{Const, HandlerKind};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{AwaitSource, Pairs, Reg, Rk};
use crate::front::compile::code_builder::Label;
use crate::front::compile::control_blocks::Block;
use crate::front::compile::error::Lowered;
use crate::front::compile::names::Variable;
use crate::front::compile::symtable::Access;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

/// What a loop runs over without an object for it.
#[derive(Clone, Copy)]
enum Source {
    Range,
    Pairs(Pairs),
}

impl Source {
    /// What the builtin `name` gives when it is called with `arguments` positional arguments.
    fn of(name: &str, arguments: usize) -> Option<Source> {
        Some(match (name, arguments) {
            ("range", 1..=3) => Source::Range,
            ("zip", 2) => Source::Pairs(Pairs::Zip),
            ("enumerate", 1) => Source::Pairs(Pairs::Enumerate),
            ("enumerate", 2) => Source::Pairs(Pairs::EnumerateFrom),
            _ => return None,
        })
    }
}

impl Lowerer<'_> {
    pub(crate) fn while_statement(&mut self, s: &ast::StmtWhile) -> Lowered<()> {
        let mark = self.f.mark();
        let r = self.f.alloc()?;
        self.f.load_const(r, Const::Int(0));
        let (head, next) = (self.f.label(), self.f.label());
        let (orelse, end) = (self.f.label(), self.f.label());
        self.f.bind_head(head);
        self.condition(&s.test, orelse, false)?;
        self.f.blocks.push(Block::Loop { break_: end, continue_: next });
        self.f.loops += 1;
        self.nested(s.range, |this| this.block(&s.body, None))?;
        self.f.loops -= 1;
        self.f.blocks.pop();
        self.f.bind(next);
        self.at(s.test.range());
        self.f.jump_instr(Instr::LoopBack { r, to: 0 }, head);
        self.f.dead();
        self.f.bind(orelse);
        self.block(&s.orelse, None)?;
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    pub(crate) fn for_statement(&mut self, s: &ast::StmtFor, result: Option<Reg>) -> Lowered<()> {
        self.at(s.range);
        self.f.op(1);
        if s.is_async {
            return self.async_for(s, result);
        }
        let mark = self.f.mark();
        let it = self.f.alloc_n(3)?;
        self.iterate(&s.iter, it, self.part_of(s.range, s.iter.range()))?;
        let (body, next, end) = (self.f.label(), self.f.label(), self.f.label());
        let before = self.f.flow.clone();
        self.at(self.part_of(s.range, s.iter.range()));
        self.f.jump(next);
        self.f.enter_handler(body, before);
        let item = self.loop_target(&s.target, &s.iter)?;
        let broken = self.loop_body(s, result, next)?;
        self.f.bind(next);
        self.at(self.part_of(s.range, s.iter.range()));
        self.f.jump_instr(Instr::ForNext { d: item, it, to: 0 }, body);
        self.block(&s.orelse, result)?;
        if self.f.is_target(broken) {
            self.f.jump(end);
            self.f.bind(broken);
            self.f.emit(Instr::ClearRange { b: it, n: 3 });
        }
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    /// Lowers the body; gives the label that `break` jumps to.
    fn loop_body(&mut self, s: &ast::StmtFor, result: Option<Reg>, next: Label) -> Lowered<Label> {
        let broken = self.f.label();
        self.f.blocks.push(Block::Loop { break_: broken, continue_: next });
        self.f.loops += 1;
        self.nested(s.range, |this| this.block(&s.body, result))?;
        self.f.loops -= 1;
        self.f.blocks.pop();
        Ok(broken)
    }

    /// At the start of a loop body: the register that `ForNext` writes, and the code that binds a
    /// target which is more than that register.
    pub(crate) fn loop_target(&mut self, target: &Expr, iter: &Expr) -> Lowered<Reg> {
        if let Expr::Name(name) = target {
            if let Some(reg) = self.target_register(&name.id)? {
                self.bound_in(reg);
                return Ok(reg);
            }
        }
        let item = self.f.alloc()?;
        self.assign(target, Rk::reg(item))?;
        if matches!((target, iter), (Expr::Tuple(_), Expr::Call(_))) {
            // `zip`, `enumerate` and `items` fill the same tuple again when nobody else holds it.
            self.f.emit(Instr::Clear { r: item });
        }
        Ok(item)
    }

    /// Evaluates `iter` and starts to iterate, which is done `at` this place, with the three registers from `it`.
    pub(crate) fn iterate(&mut self, iter: &Expr, it: Reg, at: TextRange) -> Lowered<()> {
        if let Some((call, source, g)) = self.native_source(iter)? {
            return self.iterate_natively(call, source, g, it);
        }
        let mark = self.f.mark();
        let s = self.expr_hint(iter, Some(it))?;
        self.f.release(mark);
        self.at(at);
        self.f.emit(Instr::GetIter { it, s });
        Ok(())
    }

    /// A direct call of a global `range`, `zip` or `enumerate` with plain arguments.
    fn native_source<'e>(&mut self, iter: &'e Expr) -> Lowered<Option<(&'e ast::ExprCall, Source, u16)>> {
        let Expr::Call(call) = iter else { return Ok(None) };
        let Expr::Name(name) = &*call.func else { return Ok(None) };
        let arguments = &call.arguments;
        if !arguments.keywords.is_empty() || arguments.args.iter().any(Expr::is_starred_expr) {
            return Ok(None);
        }
        let Some(source) = Source::of(&name.id, arguments.args.len()) else { return Ok(None) };
        if self.scopes.access(self.scope, &name.id) != Access::Global {
            return Ok(None);
        }
        let slot = self.global_slot(&name.id);
        if let Variable::GlobalRegister(reg, _) = self.variable(&name.id)? {
            if self.f.flow.contains(self.bit(reg)) {
                return Ok(None);
            }
        }
        Ok(u16::try_from(slot.0).ok().map(|g| (call, source, g)))
    }

    fn iterate_natively(&mut self, call: &ast::ExprCall, source: Source, g: u16, it: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let args = &call.arguments.args;
        let b = self.f.alloc_n(args.len())?;
        for (i, arg) in args.iter().enumerate() {
            self.expr_into(arg, b.offset(i))?;
        }
        self.f.release(mark);
        self.at(call.range);
        self.f.emit(match source {
            Source::Range => Instr::GetRange { n: args.len() as u8, it, b, g },
            Source::Pairs(which) => Instr::GetPairs { which, it, b, g },
        });
        Ok(())
    }

    fn async_for(&mut self, s: &ast::StmtFor, result: Option<Reg>) -> Lowered<()> {
        if !self.scopes.get(self.f.scope).is_async {
            return fail("'async for' outside async function", s.range);
        }
        let mark = self.f.mark();
        let it = self.f.alloc_n(3)?;
        let iterable = self.expr_hint(&s.iter, Some(it))?;
        self.at(self.part_of(s.range, s.iter.range()));
        self.f.emit(Instr::GetAIter { d: it, s: iterable });
        let (next, exhausted, end) = (self.f.label(), self.f.label(), self.f.label());
        self.f.bind_head(next);
        let item = self.async_next(it, exhausted, self.part_of(s.range, s.iter.range()))?;
        self.assign(&s.target, Rk::reg(item))?;
        let broken = self.loop_body(s, result, next)?;
        self.f.jump(next);
        self.async_end(it, exhausted);
        self.block(&s.orelse, result)?;
        if self.f.is_target(broken) {
            self.f.jump(end);
            self.f.bind(broken);
            self.f.emit(Instr::Clear { r: it });
        }
        self.f.bind(end);
        self.f.release(mark);
        Ok(())
    }

    /// Awaits the next item of the asynchronous iterator in `it`; goes to `exhausted` at its end, with the
    /// exception on the handled stack. Gives the register of the item.
    pub(crate) fn async_next(&mut self, it: Reg, exhausted: Label, range: TextRange) -> Lowered<Reg> {
        let (awaited, exc) = (self.f.alloc_n(2)?, self.f.alloc()?);
        let item = self.f.alloc()?;
        let (failed, got) = (self.f.label(), self.f.label());
        let before = self.f.flow.clone();
        let depth = self.f.handled;
        self.at(range);
        self.open_region();
        self.f.emit(Instr::GetANext { d: awaited, s: Rk::reg(it) });
        self.await_value(AwaitSource::AsyncNext, Rk::reg(awaited), awaited, item);
        let ranges = self.close_region();
        self.f.jump(got);
        self.handle(&ranges, failed, exc, depth, HandlerKind::Except);
        self.f.enter_handler(failed, before);
        self.f.jump_instr(Instr::JumpIfStopAsync { e: exc, to: 0 }, exhausted);
        self.f.emit(Instr::Rethrow { r: exc });
        self.f.dead();
        self.f.bind(got);
        Ok(item)
    }

    /// The end of asynchronous iteration: forgets the exception that said so.
    pub(crate) fn async_end(&mut self, it: Reg, exhausted: Label) {
        self.f.bind(exhausted);
        let depth = self.f.handled;
        self.f.emit(Instr::PopHandled { depth });
        // The iterator, the awaitable and its argument, the exception.
        self.f.emit(Instr::Clear { r: it });
    }
}
