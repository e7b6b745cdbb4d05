//! `def`, `lambda`, parameters.
//!
//! The original evaluates the defaults of a `def` at every call: their nodes are counted at the start of
//! the body, not where they are evaluated here. Defaults of lambdas it never evaluates.

use std::sync::Arc;

use rustpython_ruff_python_ast::{self as ast, Expr, Stmt};
use rustpython_ruff_text_size::{Ranged, TextRange};

use crate::front::bytecode::code::{Annotations, Code, CodeKind, Const, FunctionDesc, Params, Suspends};
use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::expressions::constant;
use crate::front::compile::symtable::{ScopeId, ScopeKind};
use crate::front::compile::{span, Lowerer};

impl Lowerer<'_> {
    /// First instructions of every function-like frame.
    pub(crate) fn start_frame(&mut self) {
        let id = self.f.scope;
        if self.suspends(id) != Suspends::No {
            self.f.emit(Instr::StartGenerator);
            // The body is charged when it starts to run.
            self.f.end_run();
        }
        let cells: Vec<u16> = {
            let own = self.scopes.get(id).symbols.values();
            own.filter(|s| s.owner == Some(id) && s.cell).map(|s| s.slot).collect()
        };
        for slot in cells {
            self.f.emit(Instr::MakeCell { r: Reg(slot) });
        }
    }

    pub(crate) fn function_def(&mut self, s: &ast::StmtFunctionDef) -> Lowered<Rk> {
        let decorators = self.decorators(&s.decorator_list)?;
        let d = self.f.alloc()?;
        let mark = self.f.mark();
        let scope = self.scopes.of_node(s, ScopeKind::Function);
        let inputs = self.f.alloc_n(input_count(&s.parameters) + 2)?;
        let default_nodes = self.defaults(&s.parameters, inputs, true)?;
        let mut next = defaults_of(&s.parameters).count();
        let params_scope = self.open_type_params(s.type_params.as_deref())?;
        let annotations = self.annotations(s, inputs.offset(next))?;
        next += usize::from(annotations != Annotations::None);
        if let Some(tuple) = params_scope.as_ref().map(|p| p.tuple) {
            self.f.emit(Instr::Move { d: inputs.offset(next), s: Rk::reg(tuple) });
        }
        let code = self.function_code(s, scope, default_nodes)?;
        let desc = self.function_desc(&s.parameters, code, scope, annotations, params_scope.is_some());
        let f = self.f.function_desc(desc)?;
        self.at(s.range);
        self.f.emit(Instr::MakeFunction { d, f, b: inputs });
        self.close_type_params(params_scope);
        self.f.release(mark);
        self.decorate(decorators, d);
        Ok(Rk::reg(d))
    }

    /// Evaluates decorators, each into a register of its own with room for its argument after it.
    pub(crate) fn decorators(&mut self, list: &[ast::Decorator]) -> Lowered<Vec<(Reg, TextRange)>> {
        let mut registers = Vec::with_capacity(list.len());
        for decorator in list {
            let pair = self.f.alloc_n(2)?;
            self.expr_into(&decorator.expression, pair)?;
            registers.push((pair, decorator.expression.range()));
        }
        Ok(registers)
    }

    /// Applies decorators to the value in `d`, the last one first.
    pub(crate) fn decorate(&mut self, decorators: Vec<(Reg, TextRange)>, d: Reg) {
        for (b, place) in decorators.into_iter().rev() {
            self.at(place);
            self.f.emit(Instr::Move { d: b.offset(1), s: Rk::reg(d) });
            self.f.emit(Instr::Clear { r: d });
            self.f.emit(Instr::Call { n: 1, d, b });
        }
    }

    /// Evaluates defaults into consecutive registers; the nodes of the positional ones.
    fn defaults(&mut self, parameters: &ast::Parameters, b: Reg, count_positional: bool) -> Lowered<u32> {
        self.f.muted += 1;
        let before = self.f.counted;
        let positional = parameters.posonlyargs.iter().chain(&parameters.args).filter(|p| p.default.is_some()).count();
        let mut nodes = 0;
        for (i, default) in defaults_of(parameters).enumerate() {
            self.expr_into(default, b.offset(i))?;
            if i < positional {
                nodes = self.f.counted - before;
            }
        }
        self.f.muted -= 1;
        self.f.counted = before;
        Ok(if count_positional { u32::try_from(nodes).unwrap_or(u32::MAX) } else { 0 })
    }

    fn function_desc(
        &mut self,
        parameters: &ast::Parameters,
        code: Arc<Code>,
        scope: ScopeId,
        annotations: Annotations,
        type_params: bool,
    ) -> FunctionDesc {
        let positional = parameters.posonlyargs.iter().chain(&parameters.args).filter(|p| p.default.is_some()).count();
        let with_default = parameters.kwonlyargs.iter().filter(|p| p.default.is_some());
        let keyword_defaults = with_default.map(|p| self.scopes.mangle(scope, &p.parameter.name.id).into_owned()).collect();
        FunctionDesc { code, defaults: positional as u16, keyword_defaults, annotations, type_params, closure: self.closure(scope) }
    }

    fn function_code(&mut self, s: &ast::StmtFunctionDef, scope: ScopeId, default_nodes: u32) -> Lowered<Arc<Code>> {
        let params = self.params(&s.parameters, s.range)?;
        self.enter(scope);
        self.bind_params(&params);
        self.at(s.range);
        self.start_frame();
        self.f.op(default_nodes);
        let doc = constant::docstring(&s.body, self.source, self.options.version);
        self.body(&s.body)?;
        self.return_none(s.range)?;
        self.exit(CodeKind::Function, params, doc, s.range)
    }

    fn return_none(&mut self, range: TextRange) -> Lowered<()> {
        self.f.span = span(range);
        let s = self.f.constant(Const::None)?;
        self.f.emit(Instr::Return { s });
        Ok(())
    }

    pub(crate) fn lambda(&mut self, e: &ast::ExprLambda, d: Reg) -> Lowered<()> {
        self.f.op(1);
        let mark = self.f.mark();
        let none = ast::Parameters::default();
        let parameters = e.parameters.as_deref().unwrap_or(&none);
        let inputs = self.f.alloc_n(input_count(parameters))?;
        self.defaults(parameters, inputs, false)?;
        let scope = self.scopes.of_node(e, ScopeKind::Lambda);
        let params = self.params(parameters, e.range)?;
        self.enter(scope);
        self.bind_params(&params);
        self.at(e.range);
        self.start_frame();
        let s = self.expr(&e.body)?;
        self.at(e.range);
        self.f.emit(Instr::Return { s });
        let code = self.exit(CodeKind::Lambda, params, None, e.range)?;
        let desc = self.function_desc(parameters, code, scope, Annotations::None, false);
        let f = self.f.function_desc(desc)?;
        self.at(e.range);
        self.f.emit(Instr::MakeFunction { d, f, b: inputs });
        self.f.release(mark);
        Ok(())
    }

    /// A function without parameters that evaluates `value`: bounds and values of type parameters, annotations. Gives the
    /// operations that `value` counts.
    pub(crate) fn thunk(&mut self, value: &Expr, d: Reg, range: TextRange) -> Lowered<u64> {
        let scope = self.scopes.of_node(value, ScopeKind::TypeValue);
        self.enter(scope);
        self.at(range);
        if self.scopes.sees_class(scope) {
            self.f.flow.insert(0);
        }
        self.start_frame();
        let s = self.single(value)?;
        self.f.emit(Instr::Return { s });
        let counted = self.f.counted;
        let namespace = self.scopes.namespace_cell(scope);
        let in_class = namespace.is_some();
        let params = Params { positional: u16::from(in_class), ..Params::default() };
        let code = self.exit(CodeKind::Lambda, params, None, range)?;
        let mut desc = self.function_desc(&ast::Parameters::default(), code, scope, Annotations::None, false);
        if let Some(namespace) = namespace {
            // The cell with the namespace of the class body around is the default of a parameter.
            desc.defaults = 1;
            self.f.emit(Instr::Move { d, s: Rk::reg(Reg(namespace)) });
        }
        let f = self.f.function_desc(desc)?;
        self.at(range);
        self.f.emit(Instr::MakeFunction { d, f, b: d });
        Ok(counted)
    }

    fn params(&self, p: &ast::Parameters, range: TextRange) -> Lowered<Params> {
        let count = |n: usize| {
            let small = u16::try_from(n).ok().filter(|n| *n < 10_000);
            small.ok_or_else(|| LowerError::new("too many parameters", span(range)))
        };
        Ok(Params {
            positional_only: count(p.posonlyargs.len())?,
            positional: count(p.posonlyargs.len() + p.args.len())?,
            keyword_only: count(p.kwonlyargs.len())?,
            star: p.vararg.is_some(),
            double_star: p.kwarg.is_some(),
        })
    }

    fn bind_params(&mut self, params: &Params) {
        for slot in 0..params.total() {
            self.f.flow.insert(slot);
        }
    }

    pub(crate) fn body(&mut self, body: &[Stmt]) -> Lowered<()> {
        body.iter().try_for_each(|s| self.statement(s, None))
    }
}

fn defaults_of(p: &ast::Parameters) -> impl Iterator<Item = &Expr> {
    p.posonlyargs.iter().chain(&p.args).chain(&p.kwonlyargs).filter_map(|p| p.default.as_deref())
}

fn input_count(p: &ast::Parameters) -> usize {
    defaults_of(p).count()
}
