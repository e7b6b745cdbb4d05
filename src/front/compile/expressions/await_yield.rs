//! `yield`, `yield from`, `await`.

use rustpython_ruff_python_ast as ast;
use rustpython_ruff_text_size::TextRange;

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{AwaitSource, Reg, Rk};
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable::ScopeKind;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn yield_expr(&mut self, e: &ast::ExprYield, d: Reg) -> Lowered<()> {
        self.f.op(1);
        self.check_yield(e.range)?;
        let mark = self.f.mark();
        let s = match &e.value {
            Some(value) => {
                let hint = self.scratch(d);
                self.expr_hint(value, hint)?
            }
            None => self.f.constant(Const::None)?,
        };
        self.f.release(mark);
        self.at(e.range);
        self.suspend(Instr::Yield { d, s });
        Ok(())
    }

    /// Emits an instruction that suspends; what follows is charged when it runs.
    fn suspend(&mut self, instr: Instr) {
        self.f.emit(instr);
        self.f.end_run();
    }

    fn check_yield(&self, range: TextRange) -> Lowered<()> {
        if self.scopes.get(self.f.scope).kind.is_function() {
            return Ok(());
        }
        fail("'yield' outside function", range)
    }

    pub(crate) fn yield_from(&mut self, e: &ast::ExprYieldFrom, d: Reg) -> Lowered<()> {
        self.f.op(1);
        self.check_yield(e.range)?;
        if self.scopes.get(self.f.scope).is_async {
            return fail("'yield from' inside async function", e.range);
        }
        let mark = self.f.mark();
        let it = self.f.alloc_n(2)?;
        let s = self.expr_hint(&e.value, Some(it))?;
        self.at(e.range);
        self.f.emit(Instr::GetYieldFrom { d: it, s });
        self.delegate(it, d);
        self.f.release(mark);
        Ok(())
    }

    /// Runs the delegate in `it` to its end.
    fn delegate(&mut self, it: Reg, d: Reg) {
        self.f.load_const(it.offset(1), Const::None);
        self.suspend(Instr::Delegate { d, it });
    }

    pub(crate) fn await_expr(&mut self, e: &ast::ExprAwait, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let scope = self.scopes.get(self.f.scope);
        match scope.kind {
            ScopeKind::Function | ScopeKind::Lambda if scope.is_async => {}
            ScopeKind::Generator => {}
            ScopeKind::Module if scope.is_async => {}
            _ if self.scopes.get(self.scope).kind.is_comprehension() => {}
            ScopeKind::Function | ScopeKind::Lambda => return fail("'await' outside async function", e.range),
            _ => return fail("'await' outside function", e.range),
        }
        let mark = self.f.mark();
        let it = self.f.alloc_n(2)?;
        let s = self.expr_hint(&e.value, Some(it))?;
        self.at(e.range);
        self.await_value(AwaitSource::Expression, s, it, d);
        self.f.release(mark);
        Ok(())
    }

    /// Awaits `s` with the registers `it` and `it+1`; the value goes to `d`.
    pub(crate) fn await_value(&mut self, how: AwaitSource, s: Rk, it: Reg, d: Reg) {
        self.f.emit(Instr::GetAwaitable { how, d: it, s });
        self.delegate(it, d);
    }
}
