//! Statements: dispatch, the simple ones, `if`, and the value of the last one.

pub mod annotations;
pub mod assign;
pub mod class_def;
pub mod function_def;
pub mod import;
pub mod loops;
pub mod match_;
pub mod match_checks;
pub mod try_;
pub mod type_params;
pub mod with_;

use rustpython_ruff_python_ast::{self as ast, Expr, Stmt};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::Const;
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::control_blocks::{Block, Exit};
use crate::front::compile::error::Lowered;
use crate::front::compile::expressions::constant;
use crate::front::compile::expressions::operator::truth_jump;
use crate::front::compile::symtable::ScopeKind;
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::{span, Lowerer};

impl Lowerer<'_> {
    /// The module body; gives the operand of the snippet's value.
    pub(crate) fn top_level(&mut self, body: &[Stmt]) -> Lowered<Rk> {
        let none = self.f.constant(Const::None)?;
        let Some((last, first)) = body.split_last() else { return Ok(none) };
        self.at(last.range());
        self.set_up_annotations()?;
        for s in first {
            self.statement(s, None)?;
        }
        self.at(last.range());
        if self.options.top_level_return && !matches!(last, Stmt::Expr(_)) {
            // As in a cell of a notebook: what is no expression and returns nothing has no value.
            self.statement(last, None)?;
            return Ok(none);
        }
        let result = self.f.alloc()?;
        if matches!(last, Stmt::If(_) | Stmt::For(_)) {
            self.f.emit(Instr::Move { d: result, s: none });
            self.statement(last, Some(result))?;
            return Ok(Rk::reg(result));
        }
        match self.statement_value(last)? {
            Some(value) => Ok(value),
            None => Ok(none),
        }
    }

    /// Lowers a statement. With `result` its value, unless None, goes there as well.
    pub(crate) fn statement(&mut self, s: &Stmt, result: Option<Reg>) -> Lowered<()> {
        let mark = self.f.mark();
        let outer = self.f.enter(span(s.range()));
        match (s, result) {
            (Stmt::If(s), _) => self.if_statement(s, result)?,
            (Stmt::For(s), _) => self.for_statement(s, result)?,
            _ => {
                let value = self.statement_value_if(s, result.is_some())?;
                if let (Some(d), Some(s)) = (result, value) {
                    self.f.emit(Instr::KeepNonNone { d, s });
                }
            }
        }
        self.f.release(mark);
        self.end_statement();
        self.f.enter(outer);
        Ok(())
    }

    /// Temporaries of module code would live as long as the snippet.
    pub(crate) fn end_statement(&mut self) {
        let clear = self.in_module() && self.f.loops == 0;
        self.f.settle(clear);
    }

    fn statement_value(&mut self, s: &Stmt) -> Lowered<Option<Rk>> {
        self.statement_value_if(s, true)
    }

    /// Lowers a statement that is neither `if` nor `for`; the operand of its value if it has one.
    fn statement_value_if(&mut self, s: &Stmt, wanted: bool) -> Lowered<Option<Rk>> {
        self.f.enter(span(s.range()));
        self.at(s.range());
        match s {
            Stmt::Expr(s) => return self.expr_statement(s, wanted),
            Stmt::Assign(a) => {
                self.f.op(1);
                if wanted {
                    return self.assign_value(a).map(Some);
                }
                self.assign_statement(a)?;
            }
            Stmt::AugAssign(a) => {
                self.f.op(1);
                return self.aug_assign(a).map(Some);
            }
            Stmt::AnnAssign(a) => {
                self.f.op(1);
                return self.annotated_assign(a);
            }
            Stmt::FunctionDef(f) => {
                self.f.op(1);
                let value = self.function_def(f)?;
                self.store_function(&f.name.id, value, f.range)?;
                return Ok(Some(value));
            }
            Stmt::ClassDef(c) => {
                self.f.op(1);
                let value = self.class_def(c)?;
                self.store_name(&c.name.id, value, c.range)?;
                return Ok(Some(value));
            }
            other => self.plain_statement(other)?,
        }
        Ok(None)
    }

    fn plain_statement(&mut self, s: &Stmt) -> Lowered<()> {
        self.f.op(1);
        match s {
            Stmt::Return(s) => self.return_statement(s),
            Stmt::Delete(s) => {
                s.targets.iter().try_for_each(|t| self.delete(t))?;
                self.f.clear_temporaries();
                Ok(())
            }
            Stmt::TypeAlias(s) => self.type_alias(s),
            Stmt::While(s) => self.while_statement(s),
            Stmt::With(s) => self.with_statement(s),
            Stmt::Match(s) => self.match_statement(s),
            Stmt::Raise(s) => self.raise(s),
            Stmt::Try(s) => self.try_statement(s),
            Stmt::Assert(s) => self.assert(s),
            Stmt::Import(s) => self.import(s),
            Stmt::ImportFrom(s) => self.import_from(s),
            Stmt::Break(s) => self.break_or_continue(true, s.range),
            Stmt::Continue(s) => self.break_or_continue(false, s.range),
            Stmt::Global(_) | Stmt::Nonlocal(_) | Stmt::Pass(_) => Ok(()),
            other => fail("invalid syntax", other.range()),
        }
    }

    fn expr_statement(&mut self, s: &ast::StmtExpr, wanted: bool) -> Lowered<Option<Rk>> {
        self.f.op(1);
        if let Expr::Starred(starred) = &*s.value {
            return fail("can't use starred expression here", starred.range);
        }
        if constant::is_constant(&s.value) && !wanted {
            let nodes = constant::constant(&s.value, self.source).map_or(1, |(_, n)| n);
            self.f.op(nodes);
            return Ok(None);
        }
        self.expr(&s.value).map(Some)
    }

    fn if_statement(&mut self, s: &ast::StmtIf, result: Option<Reg>) -> Lowered<()> {
        let end = self.f.label();
        self.at(s.range);
        self.f.op(1);
        let mut next = self.f.label();
        self.condition(&s.test, next, false)?;
        self.block(&s.body, result)?;
        for clause in &s.elif_else_clauses {
            self.f.jump(end);
            self.at(clause.range);
            self.f.enter(span(clause.range));
            self.f.bind(next);
            next = self.f.label();
            if let Some(test) = &clause.test {
                // In the original's tree an `elif` is an `if` inside the `else`.
                self.f.op(1);
                self.condition(test, next, false)?;
            }
            self.block(&clause.body, result)?;
        }
        self.f.bind(next);
        self.f.bind(end);
        Ok(())
    }

    pub(crate) fn block(&mut self, body: &[Stmt], result: Option<Reg>) -> Lowered<()> {
        self.f.keep_called();
        body.iter().try_for_each(|s| self.statement(s, result))
    }

    fn return_statement(&mut self, s: &ast::StmtReturn) -> Lowered<()> {
        let scope = self.scopes.get(self.f.scope);
        let may_return = match scope.kind {
            ScopeKind::Function => true,
            ScopeKind::Module => self.options.top_level_return,
            _ => false,
        };
        if !may_return {
            return fail(RETURN_OUTSIDE, s.range);
        }
        if scope.is_async && scope.has_yield && s.value.is_some() {
            return fail("'return' with value in async generator", s.range);
        }
        if self.f.blocks.iter().any(|b| matches!(b, Block::StarHandler)) {
            return fail(STAR_JUMP, s.range);
        }
        if let (Some(Expr::If(e)), false) = (s.value.as_deref(), self.leaving_runs_code()) {
            return self.return_either(e, s.range);
        }
        let mut value = match &s.value {
            Some(value) => self.expr(value)?,
            None => self.f.constant(Const::None)?,
        };
        self.at(s.range);
        let variable = value.is_reg() && !self.f.is_temp(Reg(value.0 as u16));
        if variable && self.leaving_runs_code() {
            let d = self.f.alloc()?;
            self.f.emit(Instr::Move { d, s: value });
            value = Rk::reg(d);
        }
        self.leave(Exit::Return(value))
    }

    /// `return a if test else b`
    fn return_either(&mut self, e: &ast::ExprIf, range: TextRange) -> Lowered<()> {
        self.f.op(1);
        let orelse = self.f.label();
        self.condition(&e.test, orelse, false)?;
        for (i, value) in [&e.body, &e.orelse].into_iter().enumerate() {
            if i > 0 {
                self.f.bind(orelse);
            }
            let mark = self.f.mark();
            let value = self.expr(value)?;
            self.at(range);
            self.leave(Exit::Return(value))?;
            self.f.release(mark);
        }
        Ok(())
    }

    fn break_or_continue(&mut self, is_break: bool, range: TextRange) -> Lowered<()> {
        for index in (0..self.f.blocks.len()).rev() {
            match self.f.blocks.get(index) {
                Some(Block::Loop { .. }) => {
                    self.at(range);
                    return self.leave(if is_break { Exit::Break(index) } else { Exit::Continue(index) });
                }
                Some(Block::StarHandler) => return fail(STAR_JUMP, range),
                _ => {}
            }
        }
        fail(if is_break { "'break' outside loop" } else { "'continue' not properly in loop" }, range)
    }

    fn raise(&mut self, s: &ast::StmtRaise) -> Lowered<()> {
        let Some(exc) = &s.exc else {
            self.f.emit(Instr::Reraise);
            self.f.dead();
            return Ok(());
        };
        let value = match &s.cause {
            Some(cause) => self.operand(exc, None, &[cause])?,
            None => self.expr(exc)?,
        };
        match &s.cause {
            Some(cause) => {
                let c = self.expr(cause)?;
                self.at(s.range);
                self.f.emit(Instr::RaiseFrom { s: value, c });
            }
            None => {
                self.at(s.range);
                self.f.emit(Instr::Raise { s: value });
            }
        }
        self.f.dead();
        Ok(())
    }

    fn assert(&mut self, s: &ast::StmtAssert) -> Lowered<()> {
        let end = self.f.label();
        self.condition(&s.test, end, true)?;
        match &s.msg {
            Some(msg) => {
                let message = self.expr(msg)?;
                self.at(self.assertion(s));
                self.f.emit(Instr::AssertFail { s: message });
            }
            None => {
                let n = self.f.name(crate::front::compile::expressions::constant::source_text(&*s.test, self.source))?;
                self.at(self.assertion(s));
                self.f.emit(Instr::AssertFailBare { n });
            }
        }
        self.f.dead();
        self.f.bind(end);
        Ok(())
    }

    /// Jumps when the register is true (or false).
    pub(crate) fn jump_if(&mut self, r: Reg, when: bool, label: crate::front::compile::code_builder::Label) {
        self.f.jump_instr(truth_jump(Rk::reg(r), when), label);
    }
}

/// What Python says of a `return` that stands in no function.
pub const RETURN_OUTSIDE: &str = "'return' outside function";

const STAR_JUMP: &str = "'break', 'continue' and 'return' cannot appear in an except* block";

/// Place of a statement, as `ast.get_source_segment` has it: decorators are left out.
pub fn whole_range(s: &Stmt, source: &str) -> TextRange {
    match s {
        Stmt::FunctionDef(f) => definition_range(f.range, f.decorator_list.last(), source),
        Stmt::ClassDef(c) => definition_range(c.range, c.decorator_list.last(), source),
        other => other.range(),
    }
}

pub(crate) fn definition_range(range: TextRange, last: Option<&ast::Decorator>, source: &str) -> TextRange {
    let Some(decorator) = last else { return range };
    let mut start = decorator.range.end().to_usize();
    let end = range.end().to_usize();
    // Blank space and comments stand between the decorators and the keyword.
    while let Some(rest) = source.get(start..end) {
        let blank = rest.len() - rest.trim_start().len();
        start += blank;
        match source.get(start..end) {
            Some(comment) if comment.starts_with('#') => start += comment.find('\n').unwrap_or(comment.len()),
            _ => break,
        }
    }
    let start = u32::try_from(start.min(end)).unwrap_or(0);
    TextRange::new(start.into(), range.end())
}
