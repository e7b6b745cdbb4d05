//! Comprehensions run in the frame around them; generator expressions are codes of their own.

use rustpython_ruff_python_ast::{self as ast, Expr};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::{Annotations, Code, CodeKind, Const, FunctionDesc, Params};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{CmpOp, Reg, Rk};
use crate::front::compile::code_builder::Label;
use crate::front::compile::error::Lowered;
use crate::front::compile::symtable::{ScopeId, ScopeKind};
use crate::front::compile::symtable_builder::{fail, span};
use crate::front::compile::Lowerer;

/// Registers of `min` and `max`: the best value so far, and whether there is one.
#[derive(Clone, Copy)]
pub(crate) struct Extreme {
    pub best: Reg,
    pub seen: Reg,
}

/// What is done with each element.
#[derive(Clone, Copy)]
pub(crate) enum Element<'e> {
    List(Reg, &'e Expr),
    Set(Reg, &'e Expr),
    Dict(Reg, &'e Expr, &'e Expr),
    Yield(&'e Expr),
    /// Adds to the register.
    Sum(Reg, &'e Expr),
    /// Adds to two registers, see `SumStep`.
    Compensated(Reg, &'e Expr),
    /// Jumps out at the first element with this truth.
    Until(Label, &'e Expr, bool),
    /// The value that no other one is `op`.
    Extreme(CmpOp, Extreme, &'e Expr),
}

impl Lowerer<'_> {
    pub(crate) fn list_comp(&mut self, e: &ast::ExprListComp, d: Reg) -> Lowered<()> {
        let scope = self.scopes.of_node(e, ScopeKind::Comprehension);
        self.comprehension(scope, "<listcomp>", &e.generators, d, e.range, |l| {
            (Instr::BuildList { d: l, b: l, n: 0 }, Element::List(l, &e.elt))
        })
    }

    pub(crate) fn set_comp(&mut self, e: &ast::ExprSetComp, d: Reg) -> Lowered<()> {
        let scope = self.scopes.of_node(e, ScopeKind::Comprehension);
        self.comprehension(scope, "<setcomp>", &e.generators, d, e.range, |l| {
            (Instr::BuildSet { d: l, b: l, n: 0 }, Element::Set(l, &e.elt))
        })
    }

    pub(crate) fn dict_comp(&mut self, e: &ast::ExprDictComp, d: Reg) -> Lowered<()> {
        let scope = self.scopes.of_node(e, ScopeKind::Comprehension);
        self.comprehension(scope, "<dictcomp>", &e.generators, d, e.range, |l| {
            (Instr::BuildDict { d: l, b: l, n: 0 }, Element::Dict(l, &e.key, &e.value))
        })
    }

    fn comprehension<'e>(
        &mut self,
        scope: ScopeId,
        name: &'static str,
        generators: &'e [ast::Comprehension],
        d: Reg,
        range: TextRange,
        start: impl FnOnce(Reg) -> (Instr, Element<'e>),
    ) -> Lowered<()> {
        self.f.op(1);
        let Some(first) = generators.first() else { return Ok(()) };
        let mark = self.f.mark();
        let result = if self.f.is_temp(d) { d } else { self.f.alloc()? };
        let it = self.f.alloc_n(3)?;
        let around = std::mem::replace(&mut self.comprehension, range);
        self.open_iterator(first, it)?;
        let (instr, element) = start(result);
        self.at(range);
        self.f.emit(instr);
        let outer = std::mem::replace(&mut self.scope, scope);
        let function = self.scopes.comprehensions_are_functions;
        if function {
            self.f.begin_inlined(name, span(range), false);
        }
        self.fresh_variables(scope);
        self.f.loops += 1;
        let before = self.f.flow.clone();
        self.generators(generators, Some(it), element)?;
        self.f.loops -= 1;
        if function {
            self.f.end_inlined();
        }
        self.comprehension = around;
        // Nothing that the elements bind is sure: there may be none.
        self.f.flow = before;
        self.clear_variables(scope);
        self.scope = outer;
        if result != d {
            self.at(range);
            self.f.emit(Instr::Move { d, s: Rk::reg(result) });
        }
        self.f.release(mark);
        Ok(())
    }

    /// Evaluates the first iterable (in the scope around) and starts to iterate.
    fn open_iterator(&mut self, g: &ast::Comprehension, it: Reg) -> Lowered<()> {
        if g.is_async {
            let s = self.expr_hint(&g.iter, Some(it))?;
            self.at(self.clause_place(g.iter.range()));
            self.f.emit(Instr::GetAIter { d: it, s });
            return Ok(());
        }
        self.iterate(&g.iter, it, self.clause_place(g.iter.range()))
    }

    /// Registers of the comprehension's variables; captured ones get a new cell for this run.
    fn variables(&self, scope: ScopeId) -> Vec<(Reg, bool)> {
        let own = self.scopes.get(scope).symbols.values().filter(|s| s.owner == Some(scope));
        own.map(|s| (self.slot_register(s.slot), s.cell)).collect()
    }

    pub(crate) fn fresh_variables(&mut self, scope: ScopeId) {
        for (r, cell) in self.variables(scope) {
            let bit = self.bit(r);
            self.f.flow.remove(bit);
            if cell {
                self.f.emit(Instr::Clear { r });
                self.f.emit(Instr::MakeCell { r });
            }
        }
    }

    pub(crate) fn clear_variables(&mut self, scope: ScopeId) {
        let mut registers: Vec<u16> = self.variables(scope).iter().map(|(r, _)| r.0).collect();
        registers.sort_unstable();
        for run in registers.chunk_by(|a, b| a + 1 == *b) {
            let (Some(first), n) = (run.first(), run.len() as u16) else { continue };
            self.f.emit(Instr::ClearRange { b: Reg(*first), n });
        }
    }

    /// One `for` clause and what is inside it. `it` holds the iterator if it is open already.
    pub(crate) fn generators(&mut self, generators: &[ast::Comprehension], it: Option<Reg>, element: Element<'_>) -> Lowered<()> {
        let Some((g, rest)) = generators.split_first() else { return self.element(element) };
        let mark = self.f.mark();
        let it = match it {
            Some(it) => it,
            None => {
                let it = self.f.alloc_n(3)?;
                self.open_iterator(g, it)?;
                it
            }
        };
        self.iterators.push(it);
        if g.is_async {
            self.async_clause(g, rest, it, element)?;
        } else {
            self.clause(g, rest, it, element)?;
        }
        self.f.release(mark);
        Ok(())
    }

    fn clause(&mut self, g: &ast::Comprehension, rest: &[ast::Comprehension], it: Reg, element: Element<'_>) -> Lowered<()> {
        let (body, next) = (self.f.label(), self.f.label());
        let before = self.f.flow.clone();
        self.at(self.clause_place(g.iter.range()));
        self.f.jump(next);
        self.f.enter_handler(body, before);
        self.f.op_at_least_one();
        let item = self.loop_target(&g.target, &g.iter)?;
        self.inside_clause(g, rest, next, element)?;
        self.f.bind(next);
        self.at(self.clause_place(g.iter.range()));
        self.f.jump_instr(Instr::ForNext { d: item, it, to: 0 }, body);
        Ok(())
    }

    fn inside_clause(&mut self, g: &ast::Comprehension, rest: &[ast::Comprehension], next: Label, element: Element<'_>) -> Lowered<()> {
        for test in &g.ifs {
            self.condition(test, next, false)?;
        }
        self.generators(rest, None, element)
    }

    fn async_clause(&mut self, g: &ast::Comprehension, rest: &[ast::Comprehension], it: Reg, element: Element<'_>) -> Lowered<()> {
        let (next, end) = (self.f.label(), self.f.label());
        self.f.bind_head(next);
        let item = self.async_next(it, end, self.comprehension)?;
        self.f.op_at_least_one();
        self.assign(&g.target, Rk::reg(item))?;
        match self.options.version < (3, 12) {
            true => self.inside_clause(g, rest, next, element)?,
            false => self.nested(self.comprehension, |this| this.inside_clause(g, rest, next, element))?,
        }
        self.f.jump(next);
        self.async_end(it, end);
        Ok(())
    }

    fn element(&mut self, element: Element<'_>) -> Lowered<()> {
        let mark = self.f.mark();
        match element {
            Element::List(l, e) => {
                let v = self.expr(e)?;
                self.at(e.range());
                self.f.emit(Instr::ListAppend { l, v });
            }
            Element::Set(l, e) => {
                let v = self.expr(e)?;
                self.at(self.part_of(self.comprehension, e.range()));
                self.f.by_consumer(|f| f.emit(Instr::SetAdd { l, v }));
            }
            Element::Dict(m, key, value) => {
                let k = self.operand(key, None, &[value])?;
                let v = self.expr(value)?;
                self.at(self.part_of(self.comprehension, TextRange::new(key.start(), value.end())));
                self.f.emit(Instr::DictInsert { m, k, v });
            }
            Element::Yield(e) => {
                let d = self.f.alloc()?;
                let s = self.expr_hint(e, Some(d))?;
                self.at(e.range());
                self.f.emit(Instr::Yield { d, s });
                self.f.end_run();
            }
            Element::Sum(sum, e) => {
                let b = self.expr(e)?;
                self.f.by_consumer(|f| f.emit(Instr::Add { d: sum, a: Rk::reg(sum), b }));
            }
            Element::Compensated(acc, e) => {
                let v = self.expr(e)?;
                self.f.by_consumer(|f| f.emit(Instr::SumStep { acc, v }));
            }
            Element::Extreme(op, Extreme { best, seen }, e) => {
                let a = self.expr(e)?;
                self.at(e.range());
                let (first, next) = (self.f.label(), self.f.label());
                self.f.jump_instr(Instr::JumpIfFalse { a: Rk::reg(seen), to: 0 }, first);
                self.f.by_consumer(|f| f.jump_instr(Instr::JumpUnless { op, a, b: Rk::reg(best), to: 0 }, next));
                self.f.bind(first);
                self.f.emit(Instr::Move { d: best, s: a });
                self.f.load_const(seen, Const::Bool(true));
                self.f.bind(next);
            }
            // The truth of these is asked for once, as that of their value would be.
            Element::Until(out, e @ Expr::Compare(c), when) if c.ops.len() == 1 => self.condition(e, out, when)?,
            Element::Until(out, e, when) => {
                let a = self.expr(e)?;
                self.at(e.range());
                let jump = if when { Instr::JumpIfTrue { a, to: 0 } } else { Instr::JumpIfFalse { a, to: 0 } };
                self.f.by_consumer(|f| f.jump_instr(jump, out));
            }
        }
        self.f.release(mark);
        Ok(())
    }

    pub(crate) fn generator(&mut self, e: &ast::ExprGenerator, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let Some(first) = e.generators.first() else { return fail("invalid syntax", e.range) };
        let mark = self.f.mark();
        let scope = self.scopes.of_node(e, ScopeKind::Generator);
        // Callee and its argument, the iterator.
        let b = self.f.alloc_n(2)?;
        let d1 = b.offset(1);
        let s = self.expr_hint(&first.iter, Some(d1))?;
        self.at(self.clause_of(self.generator_place(e), first.iter.range()));
        self.f.emit(if first.is_async { Instr::GetAIter { d: d1, s } } else { Instr::GetIterObject { d: d1, s } });
        let code = self.generator_code(e, scope)?;
        let closure = self.closure(scope);
        let desc =
            FunctionDesc { code, defaults: 0, keyword_defaults: Vec::new(), annotations: Annotations::None, type_params: false, closure };
        let f = self.f.function_desc(desc)?;
        self.at(self.generator_place(e));
        self.f.emit(Instr::MakeFunction { d: b, f, b });
        self.f.emit(Instr::Call { n: 1, d, b });
        self.f.release(mark);
        Ok(())
    }

    fn generator_code(&mut self, e: &ast::ExprGenerator, scope: ScopeId) -> Lowered<std::sync::Arc<Code>> {
        let Some(first) = e.generators.first() else { return fail("invalid syntax", e.range) };
        self.enter(scope);
        let source = Reg(0);
        self.mark_bound(source);
        self.at(e.range);
        self.start_frame();
        let it = self.f.alloc_n(3)?;
        let place = self.generator_place(e);
        let around = std::mem::replace(&mut self.comprehension, place);
        self.at(self.clause_place(first.iter.range()));
        if first.is_async {
            self.f.emit(Instr::Move { d: it, s: Rk::reg(source) });
        } else {
            self.f.emit(Instr::GetIter { it, s: Rk::reg(source) });
        }
        self.f.emit(Instr::Clear { r: source });
        self.f.loops += 1;
        self.generators(&e.generators, Some(it), Element::Yield(&e.elt))?;
        self.comprehension = around;
        self.at(e.range);
        let s = self.f.constant(Const::None)?;
        self.f.emit(Instr::Return { s });
        self.exit(CodeKind::GeneratorExpression, Params { positional: 1, ..Params::default() }, None, e.range)
    }
}
