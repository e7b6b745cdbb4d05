//! Type parameters (PEP 695) and `type` statements.

use rustpython_ruff_python_ast::{self as ast, Expr, TypeParam};
use rustpython_ruff_text_size::Ranged;

use crate::front::bytecode::instr::Instr;
use crate::front::bytecode::operands::{Reg, Rk};
use crate::front::compile::error::{LowerError, Lowered};
use crate::front::compile::symtable::{ScopeId, ScopeKind};
use crate::front::compile::symtable_builder::fail;
use crate::front::compile::{span, Lowerer};

/// An open scope of type parameters.
pub struct OpenTypeParams {
    /// The scope around.
    outer: ScopeId,
    /// Tuple of the parameters.
    pub tuple: Reg,
}

/// The parts of a declaration that are evaluated when somebody asks: the source names a function of each.
struct Declaration<'a> {
    prefix: String,
    values: Vec<&'a Expr>,
}

impl<'a> Declaration<'a> {
    /// Functions are called by names that none of `names` is.
    fn new<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Declaration<'a> {
        let mut prefix = "value".to_owned();
        while names.clone().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        Declaration { prefix, values: Vec::new() }
    }

    /// A call of the function that evaluates `value`.
    fn call(&mut self, value: &'a Expr) -> String {
        self.values.push(value);
        format!("{}{}()", self.prefix, self.values.len() - 1)
    }

    /// `[T: value0(), *Ts, **P = value1()]`
    fn parameters(&mut self, params: &'a ast::TypeParams) -> String {
        let list: Vec<String> = params.iter().map(|param| self.parameter(param)).collect();
        format!("[{}]", list.join(", "))
    }

    fn parameter(&mut self, param: &'a TypeParam) -> String {
        let stars = match param {
            TypeParam::TypeVar(_) => "",
            TypeParam::TypeVarTuple(_) => "*",
            TypeParam::ParamSpec(_) => "**",
        };
        let mut text = format!("{stars}{}", param.name().id);
        if let TypeParam::TypeVar(ast::TypeParamTypeVar { bound: Some(bound), .. }) = param {
            let call = self.call(bound);
            // A tuple that is written out means constraints.
            text += &if bound.is_tuple_expr() { format!(": (*{call},)") } else { format!(": {call}") };
        }
        match param.default() {
            Some(Expr::Starred(starred)) => text += &format!(" = *{}", self.call(&starred.value)),
            Some(default) => text += &format!(" = {}", self.call(default)),
            None => {}
        }
        text
    }

    fn function(&self, body: &str) -> String {
        let names: Vec<String> = (0..self.values.len()).map(|i| format!("{}{i}", self.prefix)).collect();
        format!("def make({}):\n{body}", names.join(", "))
    }
}

impl Lowerer<'_> {
    /// Makes the type parameters and enters their scope.
    pub(crate) fn open_type_params(&mut self, params: Option<&ast::TypeParams>) -> Lowered<Option<OpenTypeParams>> {
        let Some(params) = params else { return Ok(None) };
        let outer = self.enter_type_params(params);
        let tuple = self.f.alloc()?;
        let mark = self.f.mark();
        let mut declaration = Declaration::new(params.iter().map(|p| p.name().id.as_str()));
        let list = declaration.parameters(params);
        let source = declaration.function(&format!("    def f{list}(): pass\n    return f.__type_params__\n"));
        self.declare(declaration, &source, tuple, params)?;
        let b = self.f.alloc_n(params.len())?;
        self.f.emit(Instr::Unpack { b, s: Rk::reg(tuple), n: params.len() as u16 });
        self.bind_type_params(params, b)?;
        let hidden = self.mangled_variable(".type_params")?;
        self.store_variable(hidden, Rk::reg(tuple));
        self.f.release(mark);
        Ok(Some(OpenTypeParams { outer, tuple }))
    }

    /// Enters the scope, whose cells must be there before functions are made that close over them.
    fn enter_type_params(&mut self, params: &ast::TypeParams) -> ScopeId {
        let scope = self.scopes.of_node(params, ScopeKind::TypeParams);
        let outer = std::mem::replace(&mut self.scope, scope);
        let own: Vec<(u16, bool)> =
            self.scopes.get(scope).symbols.values().filter(|s| s.owner == Some(scope)).map(|s| (s.slot, s.cell)).collect();
        for (slot, cell) in own {
            if cell {
                let r = self.slot_register(slot);
                self.f.emit(Instr::Clear { r });
                self.f.emit(Instr::MakeCell { r });
            }
        }
        outer
    }

    /// What the declaration makes, in `d`.
    fn declare(&mut self, declaration: Declaration<'_>, source: &str, d: Reg, place: &impl Ranged) -> Lowered<()> {
        let mark = self.f.mark();
        let Ok(n) = u8::try_from(declaration.values.len()) else {
            return Err(LowerError::new("too many type parameters", span(place.range())));
        };
        let b = self.f.alloc_n(n.into())?;
        for (i, value) in declaration.values.iter().enumerate() {
            self.at(value.range());
            self.thunk(value, b.offset(i), value.range())?;
        }
        self.at(place.range());
        let t = self.f.name(source)?;
        self.f.emit(Instr::MakeTyped { n, d, t, b });
        self.f.release(mark);
        Ok(())
    }

    fn bind_type_params(&mut self, params: &ast::TypeParams, b: Reg) -> Lowered<()> {
        for (i, param) in params.iter().enumerate() {
            let variable = self.variable(&param.name().id)?;
            self.store_variable(variable, Rk::reg(b.offset(i)));
        }
        Ok(())
    }

    pub(crate) fn close_type_params(&mut self, open: Option<OpenTypeParams>) {
        if let Some(open) = open {
            self.scope = open.outer;
        }
    }

    /// `type X[T] = value`. The parameters are bound after the alias is made: nobody can ask for its value before.
    pub(crate) fn type_alias(&mut self, s: &ast::StmtTypeAlias) -> Lowered<()> {
        let Expr::Name(target) = &*s.name else { return fail("invalid syntax", s.range) };
        let params = s.type_params.as_deref();
        let names = params.into_iter().flat_map(|p| p.iter()).map(|p| p.name().id.as_str());
        let mut declaration = Declaration::new(names.chain([target.id.as_str()]));
        let list = params.map(|p| declaration.parameters(p)).unwrap_or_default();
        let (name, value) = (&target.id, declaration.call(&s.value));
        let body = format!("    type {name}{list} = {value}\n    return ({name}, *{name}.__type_params__)\n");
        let source = declaration.function(&body);
        let mark = self.f.mark();
        let count = 1 + params.map_or(0, |p| p.len());
        let b = self.f.alloc_n(count)?;
        let outer = params.map(|params| self.enter_type_params(params));
        self.declare(declaration, &source, b, s)?;
        self.f.emit(Instr::Unpack { b, s: Rk::reg(b), n: count as u16 });
        if let Some(params) = params {
            self.bind_type_params(params, b.offset(1))?;
        }
        if let Some(outer) = outer {
            self.scope = outer;
        }
        self.at(s.range);
        self.store_name(&target.id, Rk::reg(b), s.range)?;
        self.f.release(mark);
        Ok(())
    }
}
